//! `tress serve`: a page from the program itself.
//!
//! Enters: an address and limits. Leaves: answers to requests, until a signal comes. What runs then is
//! killed.

mod access;
mod arguments;
mod http;
mod page;
mod sanitize;
mod server;
mod tasks;

use std::ffi::OsString;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use access::Access;
pub(crate) use arguments::command;
use arguments::{Asked, Request, read};
use clap::Command;
use server::{Server, Turns, serve};
use tasks::Limits;
use tress_base::{Cancel, Clock};

use crate::ending::{complain, exit_code};
use crate::process::interrupts::{Interrupts, end_by};

/// How long processes that are killed at the end are waited for.
const LAST_PATIENCE: Duration = Duration::from_secs(2);
const PERIOD: Duration = Duration::from_millis(50);

/// Runs the command in `arguments`. The page shows the help of `program`.
pub(crate) fn run(arguments: Vec<OsString>, program: fn() -> Command) -> ExitCode {
    let request = match read(arguments) {
        Ok(Asked::Serve(request)) => request,
        Ok(Asked::Help(page)) => return exit_code(io::stdout().write_all(page.as_bytes()).map(|()| 0)),
        Err(message) => {
            complain("serve", &message);
            return ExitCode::from(2);
        }
    };
    match start(*request, program) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            complain("serve", &problem.to_string());
            ExitCode::from(2)
        }
    }
}

/// A text as a value in an address.
fn in_address(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let part = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(part).collect()
}

/// Serves until a signal comes.
fn start(request: Request, program: fn() -> Command) -> io::Result<()> {
    let listener = TcpListener::bind(SocketAddr::new(request.address, request.port))?;
    let address = listener.local_addr()?;
    let interrupts = Interrupts::new();
    let cancel = Cancel::new();
    interrupts.watch(cancel.clone());
    interrupts.listen()?;
    let token =
        request.token.as_deref().map_or_else(String::new, |token| format!("?token={}", in_address(token)));
    writeln!(io::stdout(), "tress serve: http://{address}/{token} (Ctrl-C ends it)")?;
    io::stdout().flush()?;
    let server = Arc::new(Server {
        access: Access { address, names: request.names, token: request.token },
        limits: Limits {
            time: request.time,
            memory: request.memory,
            program: crate::process::own::program()?,
        },
        command: program,
        body: request.body,
        results: request.results,
        turns: Turns::new(request.jobs, request.waiting),
        cancel: cancel.clone(),
    });
    let shared = Arc::clone(&server);
    thread::spawn(move || serve(&listener, &shared));
    while !cancel.is_canceled() {
        thread::sleep(PERIOD);
    }
    let patience = Clock::start();
    while server.turns.at_work() > 0 && !patience.has_passed(LAST_PATIENCE) {
        thread::sleep(PERIOD);
    }
    interrupts.came().into_iter().for_each(end_by);
    Ok(())
}
