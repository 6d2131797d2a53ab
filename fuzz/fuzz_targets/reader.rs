//! Any bytes are cut into commands and read. Nothing may panic, and every piece must move on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tress_smtlib::{Cut, Cutter, Escapes, Names, Reader};
use tress_term::term::TermStore;

fuzz_target!(|bytes: &[u8]| {
    let (mut store, mut names) = (TermStore::new(), Names::new());
    let mut cutter = Cutter::new();
    let mut rest = bytes;
    loop {
        let (start, end, is_command) = match cutter.next(rest) {
            Cut::Command { start, end } => (start, end, true),
            Cut::Stray { start, end } => (start, end, false),
            Cut::Incomplete => break,
        };
        assert!(start < end && end <= rest.len(), "a piece is not empty");
        if is_command {
            for escapes in [Escapes::Standard, Escapes::Lenient] {
                let read = Reader::new(&rest[start..end], &mut store, &mut names, escapes).command();
                if let Err(error) = read {
                    assert!(error.offset <= end - start, "an error stands inside of its command");
                }
            }
        }
        rest = &rest[end..];
    }
    if let Some(start) = cutter.unfinished() {
        assert!(start < rest.len(), "what is unfinished has begun");
    }
});
