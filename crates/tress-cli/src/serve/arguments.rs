//! The arguments of `tress serve`.

use std::ffi::OsString;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command, value_parser};

use super::access::SHORTEST;
use crate::values::{can_hold, complaint, not_text, seconds};

/// The port when nothing is said.
const USUAL_PORT: u16 = 7380;
const USUAL_TIME: Duration = Duration::from_secs(10);
/// Mebibytes for one request, where limits can be held.
const USUAL_MEMORY: u64 = 1024;

const AFTER: &str = "\
Everything is solved in processes of their own, under these limits; what a browser leaves is stopped. No file of
this machine can be read through the page. Requests from other origins and for other hosts are refused.

The connection is not encrypted: beyond this machine, put a proxy with TLS in front, and give its name by --host.

Examples:
  tress serve
  tress serve --port 8000 --timeout 30 --results results.jsonl
  tress serve --listen 0.0.0.0 --token \"$(openssl rand -hex 16)\"";

/// The command line, understood.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) address: IpAddr,
    pub(crate) port: u16,
    pub(crate) token: Option<String>,
    pub(crate) names: Vec<String>,
    pub(crate) time: Duration,
    pub(crate) memory: Option<u64>,
    pub(crate) jobs: usize,
    pub(crate) waiting: usize,
    /// Bytes of a body.
    pub(crate) body: usize,
    pub(crate) results: Option<PathBuf>,
}

/// What the command line asks for.
pub(crate) enum Asked {
    Serve(Box<Request>),
    /// A page of help.
    Help(String),
}

/// The command `serve`.
pub(crate) fn command() -> Command {
    Command::new("serve")
        .about("Show a page in the browser: an editor for problems, questions about expressions, reports")
        .defer(details)
}

/// What is known of the command once somebody asks for it.
fn details(command: Command) -> Command {
    let valued = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    command
        .override_usage("tress serve [OPTION]...")
        .after_help(AFTER)
        .arg(
            valued("port", "N", "The port; 0 takes any that is free [7380]")
                .short('p')
                .value_parser(value_parser!(u16)),
        )
        .arg(
            valued(
                "listen",
                "ADDRESS",
                "The address [127.0.0.1]; others than this machine's own need --token",
            )
            .value_parser(value_parser!(IpAddr)),
        )
        .arg(valued("token", "TEXT", "Demand this token of every request; at least 16 characters"))
        .arg(
            valued("host", "NAME", "A name by which this server is reached; can be given several times")
                .action(ArgAction::Append),
        )
        .arg(valued("timeout", "SECONDS", "For one request, at most [10]").value_parser(|text: &str| {
            seconds(text).filter(|time| !time.is_zero()).ok_or("expected seconds")
        }))
        .arg(
            valued("memory", "MIB", "For one request; 0 is no limit [1024 where it can be held]")
                .value_parser(value_parser!(u64)),
        )
        .arg(
            valued("jobs", "N", "How many requests are solved at once [as many as processors]")
                .short('j')
                .value_parser(value_parser!(u16).range(1..)),
        )
        .arg(
            valued("waiting", "N", "How many may wait; more are turned away [32]")
                .value_parser(value_parser!(u16)),
        )
        .arg(
            valued("body", "KIB", "How much text a request may have [1024]")
                .value_parser(value_parser!(u16).range(1..)),
        )
        .arg(
            valued("results", "FILE", "Rows of tress batch that the page shows as a report")
                .value_parser(value_parser!(PathBuf)),
        )
}

/// Reads the arguments after `serve`.
pub(crate) fn read(arguments: Vec<OsString>) -> Result<Asked, String> {
    let matches = match command().no_binary_name(true).try_get_matches_from(&arguments) {
        Ok(matches) => matches,
        Err(error) if error.kind() == ErrorKind::DisplayHelp => return Ok(Asked::Help(error.to_string())),
        Err(error) => return Err(not_text(&error, &arguments).unwrap_or_else(|| complaint(&error))),
    };
    let number =
        |name: &str, usual: usize| matches.get_one::<u16>(name).map_or(usual, |number| usize::from(*number));
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    let is_known = tress_base::resident_bytes().is_some();
    let memory = match matches.get_one("memory").copied() {
        Some(0) => None,
        Some(limit) => can_hold(Some(limit), is_known).map(|()| Some(limit))?,
        None => is_known.then_some(USUAL_MEMORY),
    };
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let request = Request {
        address: matches.get_one("listen").copied().unwrap_or_else(|| [127, 0, 0, 1].into()),
        port: matches.get_one("port").copied().unwrap_or(USUAL_PORT),
        token: text("token"),
        names: matches.get_many::<String>("host").unwrap_or_default().cloned().collect(),
        time: matches.get_one("timeout").copied().unwrap_or(USUAL_TIME),
        memory,
        jobs: number("jobs", processors),
        waiting: number("waiting", 32),
        body: number("body", 1024) << 10,
        results: matches.get_one::<PathBuf>("results").cloned(),
    };
    match &request.token {
        Some(token) if token.chars().count() < SHORTEST => {
            Err(format!("--token needs {SHORTEST} characters at least"))
        }
        None if !request.address.is_loopback() => {
            Err(format!("--listen {} can be reached by others: --token is needed", request.address))
        }
        _ => Ok(Asked::Serve(Box::new(request))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &str) -> Result<Box<Request>, String> {
        match read(line.split_whitespace().map(OsString::from).collect())? {
            Asked::Serve(request) => Ok(request),
            Asked::Help(page) => Err(page),
        }
    }

    #[test]
    fn only_this_machine_is_served_without_a_token() {
        let usual = request("").expect("a request");
        assert!(usual.address.is_loopback() && usual.token.is_none() && usual.port == USUAL_PORT);
        assert!(request("--listen ::1").is_ok());
        for open in ["--listen 0.0.0.0", "--listen ::", "--listen 192.0.2.1"] {
            assert!(request(open).expect_err(open).contains("--token"), "{open}");
            assert!(request(&format!("{open} --token 0123456789abcdef")).is_ok(), "{open}");
        }
        assert!(request("--token short").is_err());
    }

    #[test]
    fn mistakes_are_told_in_one_line() {
        for line in ["x", "--port 70000", "--listen nowhere", "--timeout 0", "--jobs 0", "--prot 1"] {
            let message = request(line).expect_err(line);
            assert_eq!(message.lines().count(), 1, "{line}: {message}");
        }
    }
}
