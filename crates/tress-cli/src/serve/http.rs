//! As much of HTTP/1.1 as one page needs: a request, a response, the end of the connection.
//!
//! Enters: bytes of a stranger, up to given sizes, before a deadline. Leaves: a [`Request`], or the
//! [`Response`] that refuses it. Bodies come with their length; pieces, pipelines and connections that are
//! kept are not offered.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use tress_base::Clock;

/// Bytes of the first line and the headers together.
const HEAD: usize = 16 << 10;
/// How long a client may take to send a request, and to take the response.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// What a client asks for.
#[derive(Debug, Default)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) query: Vec<(String, String)>,
    /// Names are in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    /// The header of this name; an error when it is there twice.
    pub(crate) fn header(&self, name: &str) -> Result<Option<&str>, Response> {
        let mut found =
            self.headers.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str());
        match (found.next(), found.next()) {
            (first, None) => Ok(first),
            _ => Err(Response::text(400, "a header is there twice")),
        }
    }
}

/// The first value of this name.
pub(crate) fn value<'a>(pairs: &'a [(String, String)], name: &str) -> Option<&'a str> {
    pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// What a client gets.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    kind: &'static str,
    body: Vec<u8>,
    /// More headers, whole lines.
    headers: String,
}

impl Response {
    pub(crate) fn new(status: u16, kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status, kind, body: body.into(), headers: String::new() }
    }

    pub(crate) fn text(status: u16, message: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", format!("{message}\n"))
    }

    pub(crate) fn json(body: String) -> Self {
        Self::new(200, "application/json", body + "\n")
    }

    /// One more header. Its value is ours, never a client's.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers += &format!("{name}: {value}\r\n");
        self
    }

    /// Sends it. A client that does not take it in time is left alone.
    pub(crate) fn send(&self, stream: &mut TcpStream) -> io::Result<()> {
        let Self { status, kind, body, headers } = self;
        let head = format!(
            "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\
             Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: DENY\r\n{headers}\r\n",
            reason(*status),
            body.len()
        );
        let patience = Clock::start();
        for mut rest in [head.as_bytes(), body] {
            while !rest.is_empty() {
                let left = PATIENCE.checked_sub(patience.elapsed()).filter(|left| !left.is_zero());
                stream.set_write_timeout(Some(left.ok_or(io::ErrorKind::TimedOut)?))?;
                match stream.write(rest) {
                    Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                    Ok(count) => rest = &rest[count..],
                    Err(problem) if problem.kind() == io::ErrorKind::Interrupted => {}
                    Err(problem) => return Err(problem),
                }
            }
        }
        stream.flush()
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Error",
    }
}

/// A stream that is read before a deadline.
struct Patient<'a> {
    stream: &'a mut TcpStream,
    clock: Clock,
}

impl Patient<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Response> {
        let late = || Response::text(408, "the request took too long");
        loop {
            let left =
                PATIENCE.checked_sub(self.clock.elapsed()).filter(|left| !left.is_zero()).ok_or_else(late)?;
            self.stream.set_read_timeout(Some(left)).map_err(|_| late())?;
            match self.stream.read(buffer) {
                Ok(0) => return Err(Response::text(400, "the request has no end")),
                Ok(count) => return Ok(count),
                Err(problem) if problem.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(late()),
            }
        }
    }
}

/// Reads a request; `admit` sees its head before the body is read, which may have at most `most` bytes.
pub(crate) fn read_request(
    stream: &mut TcpStream,
    most: usize,
    admit: impl FnOnce(&Request) -> Result<(), Response>,
) -> Result<Request, Response> {
    let mut stream = Patient { stream, clock: Clock::start() };
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    let mut seen = 0;
    let end = loop {
        let end = bytes[seen..].windows(4).position(|four| four == b"\r\n\r\n").map(|offset| seen + offset);
        if end.unwrap_or(bytes.len()) > HEAD {
            return Err(Response::text(431, "the headers are too long"));
        }
        if let Some(end) = end {
            break end;
        }
        // The last bytes may be the begin of the end.
        seen = bytes.len().saturating_sub(3);
        let count = stream.read(&mut buffer)?;
        bytes.extend_from_slice(&buffer[..count]);
    };
    let mut request = parse_head(&bytes[..end])?;
    admit(&request)?;
    let length = body_length(&request)?;
    if length > most {
        return Err(Response::text(413, &format!("the body has more than {most} bytes")));
    }
    let mut body = bytes.split_off(end + 4);
    while body.len() < length {
        let count = stream.read(&mut buffer)?;
        body.extend_from_slice(&buffer[..count]);
    }
    body.truncate(length);
    request.body = body;
    Ok(request)
}

fn body_length(request: &Request) -> Result<usize, Response> {
    if request.header("transfer-encoding")?.is_some() {
        return Err(Response::text(411, "the body must come with its length"));
    }
    match request.header("content-length")? {
        None if request.method == "POST" => Err(Response::text(411, "the body must come with its length")),
        None => Ok(0),
        Some(text) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Ok(text.parse().unwrap_or(usize::MAX))
        }
        Some(_) => Err(Response::text(400, "the length is no number")),
    }
}

/// The first line and the headers.
fn parse_head(bytes: &[u8]) -> Result<Request, Response> {
    let bad = || Response::text(400, "this is not HTTP");
    let text = std::str::from_utf8(bytes).map_err(|_| bad())?;
    let mut lines = text.split("\r\n");
    let first: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let [method, target, "HTTP/1.1" | "HTTP/1.0"] = first[..] else { return Err(bad()) };
    if !target.starts_with('/') || !method.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Err(bad());
    }
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut request = Request {
        method: method.to_owned(),
        path: path.to_owned(),
        query: read_form(query),
        ..Request::default()
    };
    for line in lines {
        let (name, value) = line.split_once(':').ok_or_else(bad)?;
        let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        if name.is_empty() || !name.bytes().all(is_token) || value.contains(['\r', '\n', '\0']) {
            return Err(bad());
        }
        request.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    Ok(request)
}

/// Names and values of a form, or of what stands behind a `?`.
pub(crate) fn read_form(text: &str) -> Vec<(String, String)> {
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(value))
        })
        .collect()
}

/// `+` is a space, `%41` is a byte.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut made = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digits = bytes.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match (byte, code.and_then(|digits| u8::from_str_radix(digits, 16).ok())) {
            (b'%', Some(code)) => {
                made.push(code);
                at += 2;
            }
            (b'+', _) => made.push(b' '),
            _ => made.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&made).into_owned()
}

/// Has the client gone away? What it sends now is not read.
pub(crate) fn is_gone(stream: &TcpStream) -> bool {
    if stream.set_nonblocking(true).is_err() {
        return true;
    }
    let peeked = stream.peek(&mut [0]);
    let restored = stream.set_nonblocking(false);
    restored.is_err()
        || !matches!(peeked, Ok(1..)) && !peeked.is_err_and(|why| why.kind() == io::ErrorKind::WouldBlock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read() {
        let head = b"POST /solve?timeout=2&a=%41+b%zz HTTP/1.1\r\nHost: x:1\r\nContent-length:  5 ";
        let request = parse_head(head).expect("a request");
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/solve"));
        assert_eq!(value(&request.query, "a"), Some("A b%zz"));
        assert_eq!((request.header("host").ok(), body_length(&request).ok()), (Some(Some("x:1")), Some(5)));
    }

    #[test]
    fn strange_heads_are_refused() {
        for head in [
            &b""[..],
            b"GET /",
            b"GET x HTTP/1.1",
            b"get / HTTP/1.1",
            b"GET / HTTP/2",
            b"GET /  HTTP/1.1",
            b"GET / HTTP/1.1\r\nno colon",
            b"GET / HTTP/1.1\r\n: x",
            b"GET / HTTP/1.1\r\na b: x",
            b"GET / HTTP/1.1\r\n\xff: x",
            b"GET / HTTP/1.1\r\na: x\ny",
        ] {
            assert!(parse_head(head).is_err(), "{}", String::from_utf8_lossy(head));
        }
    }

    #[test]
    fn lengths_that_can_be_read_in_two_ways_are_refused() {
        for headers in [
            "Content-Length: 1\r\nContent-Length: 2",
            "Content-Length: +1",
            "Content-Length:",
            "Transfer-Encoding: chunked",
            "Host: x",
        ] {
            let request = parse_head(format!("POST / HTTP/1.1\r\n{headers}").as_bytes()).expect("a request");
            assert!(body_length(&request).is_err(), "{headers}");
        }
    }
}
