//! The cases of `testdata/dialects`, one file per dialect.
//!
//! Lines: `pattern FLAGS TEXT` begins a case (`-` for no flags), `search` asks for containment, `in WORD` and
//! `out WORD` are words of it, `refused POSITION MESSAGE-PART` says that it is refused. Words and patterns
//! have the escapes `\n`, `\r`, `\t`, `\\` and `\u{X}` only after a leading `e:`.

use std::path::Path;

use tress_automata::{RegexStore, matches};
use tress_base::Budget;
use tress_dialects::{DIALECTS, Dialect, Mode, parse};

/// Text with its escapes resolved.
fn unescape(text: &str) -> String {
    let Some(rest) = text.strip_prefix("e:") else { return text.to_owned() };
    let mut result = String::new();
    let mut chars = rest.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            result.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => result.push('\n'),
            Some('r') => result.push('\r'),
            Some('t') => result.push('\t'),
            Some('u') => {
                let code: String = chars.by_ref().skip(1).take_while(|&c| c != '}').collect();
                result.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
            }
            other => result.extend(other),
        }
    }
    result
}

struct Case<'a> {
    line: usize,
    flags: &'a str,
    pattern: String,
    mode: Mode,
    words: Vec<(bool, String)>,
    refused: Option<(usize, &'a str)>,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, cases.last_mut()) {
            ("" | "#", _) => {}
            ("pattern", _) => {
                let (flags, pattern) = rest.split_once(' ').unwrap_or((rest, ""));
                let flags = if flags == "-" { "" } else { flags };
                let pattern = unescape(pattern);
                cases.push(Case {
                    line: index + 1,
                    flags,
                    pattern,
                    mode: Mode::Full,
                    words: Vec::new(),
                    refused: None,
                });
            }
            ("search", Some(case)) => case.mode = Mode::Search,
            ("in" | "out", Some(case)) => case.words.push((word == "in", unescape(rest))),
            ("refused", Some(case)) => {
                let (position, message) = rest.split_once(' ').expect("a position and a message");
                case.refused = Some((position.parse().expect("a number"), message));
            }
            _ => panic!("line {}: {line}", index + 1),
        }
    }
    cases
}

fn check(dialect: Dialect, name: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../testdata/dialects/{name}.txt"));
    let text =
        std::fs::read_to_string(&path).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
    let budget = Budget::unlimited();
    let cases = cases(&text);
    for case in &cases {
        let location = format!("{name}.txt:{} {:?}", case.line, case.pattern);
        let flags = dialect.read_flags(case.flags).unwrap_or_else(|message| panic!("{location}: {message}"));
        let mut store = RegexStore::new();
        match (parse(dialect, &case.pattern, flags, case.mode, &mut store, &budget), case.refused) {
            (Ok(language), None) => {
                for (inside, word) in &case.words {
                    let word_codes = dialect.word(flags, word);
                    let found = matches(&mut store, language, &word_codes, &budget).expect("no limit");
                    assert_eq!(found, *inside, "{location}: {word:?}");
                }
            }
            (Err(error), Some((position, part))) => {
                assert!(error.message.contains(part), "{location}: {error}");
                assert_eq!(error.position, position, "{location}: {error}");
            }
            (Ok(_), Some(_)) => panic!("{location} is not refused"),
            (Err(error), None) => panic!("{location}: {error}"),
        }
    }
    cases.len()
}

#[test]
fn every_dialect_has_its_cases() {
    for (dialect, names) in DIALECTS {
        let count = check(*dialect, names[0]);
        assert!(count >= 8, "{} has only {count} cases", names[0]);
    }
}
