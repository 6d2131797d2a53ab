//! The hard limit: the program ends, whatever it is doing.

use std::io::{self, Write};
use std::thread;
use std::time::Duration;

/// Ends the program after this much time, with the word `timeout`, as z3 does under `-T:`.
pub(crate) fn watch(limit: Option<Duration>) {
    let Some(limit) = limit else { return };
    thread::spawn(move || {
        thread::sleep(limit);
        let mut output = io::stdout().lock();
        // The program ends here; a reader that is gone does not matter any more.
        let _ = output.write_all(b"timeout\n");
        let _ = output.flush();
        end();
    });
}

#[expect(clippy::disallowed_methods, reason = "only ending the process stops work that does not poll")]
fn end() -> ! {
    std::process::exit(0)
}
