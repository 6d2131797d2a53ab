//! Random runs: they find failures that paths leave open, and no proof if they find none.

use std::path::PathBuf;

use tress_classes::{ClassPath, Source};
use tress_exec::{Alphabet, Failure, Options, Replay, try_inputs};

fn tried(program: &str, failure: Failure) -> Option<tress_exec::Path> {
    let classes = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java/programs/classes");
    let mut path = ClassPath::default();
    for source in [classes.join(program), classes.join("common")] {
        path.add(Source::open(source).expect("the classes are there"));
    }
    let options = Options {
        max_length: 0,
        alphabet: Alphabet::Utf16,
        known: vec![("arg0".to_owned(), "{}".to_owned())],
        failure,
        ..Options::default()
    };
    try_inputs(path, "Main.main([Ljava/lang/String;)V", &options).expect("the method is there")
}

/// A surrogate pair that is no palindrome, and a character that is like another one in lower case.
#[test]
fn failures_of_rare_characters_are_found() {
    for program in ["text/Palindrome02", "text/Region02"] {
        let path = tried(program, Failure::Assertion).expect("a failing run");
        assert!(path.fails && path.replay == Replay::Same, "{program}: {path:?}");
        assert_eq!(path.outcome.to_string(), "throws java.lang.AssertionError", "{program}");
        assert!(path.inputs.iter().any(|(name, _)| name == "string1"), "{program}: {path:?}");
    }
}

/// An assumption ends a run without a failure, and an assertion is no runtime exception.
#[test]
fn what_holds_is_not_broken() {
    let options = |failure| Options {
        max_length: 0,
        time: Some(std::time::Duration::from_millis(300)),
        failure,
        ..Options::default()
    };
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java/classes");
    let open = || ClassPath::open(&folder).expect("the folder is there");
    let found = try_inputs(open(), "Parsing.clean", &options(Failure::RuntimeException));
    assert_eq!(found.expect("the method is there"), None);
    assert!(try_inputs(open(), "Parsing.nothing", &options(Failure::Assertion)).is_err());
}
