//! Every example of `docs/quantifiers.md` prints what the page says.

use std::fs;
use std::path::Path;

use tress::options::{Opt, Options};
use tress::session::{Session, run};

/// Milliseconds for one check.
const LIMIT: u64 = 20_000;

/// The blocks of a language on the page.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let opening = format!("```{language}\n");
    page.split(opening.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn the_examples_print_what_the_page_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/quantifiers.md");
    let page = fs::read_to_string(path).expect("the page exists");
    let (scripts, replies) = (blocks(&page, "smt2"), blocks(&page, "text"));
    assert_eq!((scripts.len(), replies.len()), (5, 5));
    for (script, expected) in scripts.iter().zip(replies) {
        let mut options = Options::default();
        options.set_number(Opt::Timeout, LIMIT);
        let mut output = Vec::new();
        run(&mut Session::new(options), script.as_bytes(), &mut output).expect("memory can be written");
        assert_eq!(String::from_utf8_lossy(&output), expected, "{script}");
    }
}
