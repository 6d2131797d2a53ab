//! Who may ask: the right host, the same origin, the token.
//!
//! A page of somebody else that a person has open can send requests to the loopback address, and can give its
//! own name that address. The first is seen by `Origin`, the second by `Host`.

use std::net::{IpAddr, SocketAddr};

use super::http::{Request, Response, value};

/// The least number of characters of a token.
pub(crate) const SHORTEST: usize = 16;

/// What is demanded of requests.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub(crate) address: SocketAddr,
    /// Names by which people reach us.
    pub(crate) names: Vec<String>,
    pub(crate) token: Option<String>,
}

impl Access {
    /// Refuses what a stranger may have sent.
    pub(crate) fn admit(&self, request: &Request) -> Result<(), Response> {
        let host = request.header("host")?.unwrap_or_default();
        if !self.knows(host) {
            return Err(Response::text(403, "this host is not served here"));
        }
        if let Some(origin) = request.header("origin")?
            && origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")) != Some(host)
        {
            return Err(Response::text(403, "requests from other origins are refused"));
        }
        let site = request.header("sec-fetch-site")?.unwrap_or("none");
        let is_visit = request.method == "GET" && request.path == "/";
        if !matches!(site, "none" | "same-origin") && !is_visit {
            return Err(Response::text(403, "requests from other origins are refused"));
        }
        match &self.token {
            Some(token) if !self.has_token(request, token)? => {
                Err(Response::text(401, "the token is missing or wrong"))
            }
            _ => Ok(()),
        }
    }

    /// Is it one of our own names or addresses, with our port?
    fn knows(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port),
            _ => (host, "80"),
        };
        if self.names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            // Behind a proxy the port is another one.
            return true;
        }
        if port.parse() != Ok(self.address.port()) {
            return false;
        }
        let literal = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match (literal, self.address.ip()) {
            (Err(_), ours) => ours.is_loopback() && name.eq_ignore_ascii_case("localhost"),
            // An address cannot be made to lead elsewhere, as a name can.
            (Ok(_), ours) if ours.is_unspecified() => true,
            (Ok(theirs), ours) => theirs == ours,
        }
    }

    /// The token comes as `Authorization: Bearer`, or in the address of the page.
    fn has_token(&self, request: &Request, token: &str) -> Result<bool, Response> {
        let header = request.header("authorization")?.and_then(|value| value.strip_prefix("Bearer "));
        let given = header.or_else(|| value(&request.query, "token")).unwrap_or_default();
        Ok(is_same(given.as_bytes(), token.as_bytes()))
    }
}

/// Compares without telling by its time where the first difference is.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(address: &str, names: &[&str]) -> Access {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Access { address: address.parse().expect("an address"), names, token: None }
    }

    #[test]
    fn only_our_own_hosts_are_known() {
        let local = access("127.0.0.1:8000", &[]);
        for host in ["127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000"] {
            assert!(local.knows(host), "{host}");
        }
        for host in [
            "",
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:8000",
            "127.0.0.1.evil.example:8000",
            "10.0.0.1:8000",
        ] {
            assert!(!local.knows(host), "{host}");
        }
        assert!(access("[::1]:8000", &[]).knows("[::1]:8000"));
        assert!(!access("[::1]:8000", &[]).knows("[::2]:8000"));
        let open = access("0.0.0.0:8000", &["tress.example"]);
        assert!(
            open.knows("192.0.2.7:8000") && open.knows("tress.example") && open.knows("tress.example:443")
        );
        assert!(!open.knows("evil.example:8000") && !open.knows("localhost:8000"));
    }

    #[test]
    fn tokens_are_compared_as_a_whole() {
        assert!(
            is_same(b"abc", b"abc")
                && !is_same(b"abc", b"abd")
                && !is_same(b"abc", b"ab")
                && !is_same(b"", b"a")
        );
    }
}
