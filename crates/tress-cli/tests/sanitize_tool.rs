//! `tress regex sanitize`: what it finds and what it proves, compared with trying all short inputs.

#[path = "common/pages.rs"]
#[expect(dead_code, reason = "no page is run here")]
mod pages;

use std::path::Path;

use tress_base::Random;

fn run(arguments: &[&str]) -> (String, i32) {
    let arguments: Vec<String> =
        ["regex"].iter().chain(arguments).map(|argument| (*argument).to_owned()).collect();
    pages::run(&arguments, "")
}

/// The answer must begin with this text and the exit code be the one that belongs to it.
fn check(arguments: &[&str], expected: &str) {
    let arguments: Vec<&str> = ["sanitize"].iter().chain(arguments).copied().collect();
    let (text, code) = run(&arguments);
    let wanted = if expected.starts_with("safe") {
        0
    } else if expected.starts_with("not safe") {
        1
    } else {
        2
    };
    assert!(text.starts_with(expected) && code == wanted, "{arguments:?} gives {code}: {text}");
}

#[test]
fn escapers_are_proved() {
    // Something that ends a literal: what stands before it is escaped in pairs.
    let quote = r"^(?:[^'\\]|\\[^])*'";
    let cases: &[&[&str]] = &[
        &["html", "--forbid", "<"],
        &["html-attribute", "--forbid", "[\"'<>]"],
        &["xml", "lower", "--dialect", "java", "--forbid", "&(?!amp;|lt;|gt;|quot;|apos;)"],
        &["sql", "--forbid", "^([^']|'')*'([^']|$)"],
        &["sql-backslash", "--dialect", "ecma", "--forbid", quote],
        &["shell", "--forbid", r"^[^']*'([^\\]|$)"],
        &["csv", "--forbid", "^([^\"]|\"\")*\"([^\"]|$)"],
        &["json", "--forbid", r#"[\x00-\x1f]|^([^"\\]|\\.)*""#],
        &["regex", "--forbid", r"^([^\\*]|\\.)*\*"],
        &["--replace", r"\", r"\\", "--replace", "'", r"\'", "--dialect", "ecma", "--forbid", quote],
        &["--replace-re", "<[^>]*>", "", "--forbid", "<[^>]*>"],
        &["lower", "trim", "--forbid", "[A-Z]|^ | $"],
    ];
    for case in cases {
        check(case, "safe for every input\n");
    }
    check(&["lower", "--forbid-literal", "é", "--input", "[a-z]*"], "safe for every input that is allowed\n");
}

#[test]
fn ways_around_are_found() {
    let quote = r"^(?:[^'\\]|\\[^])*'";
    check(
        &["--replace", "'", r"\'", "--replace", r"\", r"\\", "--dialect", "ecma", "--forbid", quote],
        "not safe\ninput: \"'\"\noutput: \"\\\\\\\\'\"\n",
    );
    check(&["rev", "--forbid", "^abc$"], "not safe\ninput: \"cba\"\noutput: \"abc\"\n");
    check(
        &["html", "--forbid-literal", "amp"],
        "not safe\ninput: \"&\"\noutput: \"&amp;\"\nmatch: \"amp\" at 1\n",
    );
    check(
        &["--replace-first", "ab", "", "--forbid-literal", "ab", "--max-length", "3"],
        "safe for every input that",
    );
    check(&["--replace-first", "ab", "", "--forbid-literal", "ab", "--max-length", "4"], "not safe\n");
    // Words of this dialect are UTF-16 units.
    check(
        &["--replace", "😀", "a", "--dialect", "ecma", "--forbid", "^\\uD83D\\uDE00$"],
        "safe for every input\n",
    );
}

#[test]
fn tables_come_from_files() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("escapes.tsv");
    let path = path.to_string_lossy().into_owned();
    for name in ["html", "json", "sql-backslash", "url"] {
        let (rows, code) = run(&["tables", name]);
        assert_eq!(code, 0, "{rows}");
        std::fs::write(&path, rows.trim_end_matches('\n')).expect("a temporary file");
        check(
            &["--table", &path, "--forbid", "[\\n<']", "--input", "[\\n<'a]*"],
            if name == "url" { "safe" } else { "not safe" },
        );
    }
    std::fs::write(&path, "a b\n").expect("a temporary file");
    let (text, code) = run(&["sanitize", "--table", &path, "--forbid", "a"]);
    assert!(code == 2 && text.contains(":1: a line is a pattern, a tab"), "{text}");
    std::fs::write(&path, "a\t\\b\n").expect("a temporary file");
    let (text, code) = run(&["sanitize", "--table", &path, "--forbid", "a"]);
    assert!(code == 2 && text.contains(":1: a backslash begins"), "{text}");
}

#[test]
fn what_is_not_exact_is_refused() {
    for (dialect, pattern, new, why) in [
        ("js", "(a)+", "$1", "group 1 stands in a repetition"),
        ("js", "a", "$`", "what stands before the match"),
        ("pcre", "(?>a|ab)c", "", "atomic groups"),
    ] {
        let (text, code) =
            run(&["sanitize", "--dialect", dialect, "--replace-re", pattern, new, "--forbid", "b"]);
        assert!(code == 3 && text.contains(why) && text.contains("not exact"), "{pattern}: {code} {text}");
    }
    for (dialect, pattern, new, why) in [
        ("rust", "(", "x", "unclosed"),
        ("python", "a", r"\1", "invalid group reference 1 at position 1"),
        ("java", "a", "$1", "No group 1"),
    ] {
        let (text, code) =
            run(&["sanitize", "--dialect", dialect, "--replace-re", pattern, new, "--forbid", "b"]);
        assert!(code == 2 && text.contains(why), "{pattern}: {code} {text}");
    }
    for arguments in [
        &["sanitize", "html"][..],
        &["sanitize", "--forbid", "a"],
        &["sanitize", "htm", "--forbid", "a"],
        &["tables", "htm"],
        &["sanitize", "html", "--forbid", "("],
    ] {
        let (text, code) = run(arguments);
        assert!(code == 2 && text.contains("tress regex: "), "{arguments:?}: {text}");
    }
    let (text, _) = run(&["sanitize", "html", "--forbid", "("]);
    assert!(text.contains("\n  ("), "the place is shown: {text}");
}

#[test]
fn answers_are_objects_too() {
    let (text, code) = run(&[
        "sanitize",
        "upper",
        "--forbid",
        "[A-Z]{2,}",
        "--forbid-literal",
        "a",
        "--input",
        "[a-z]*",
        "--json",
    ]);
    let expected = concat!(
        r#"{"command":"sanitize","pattern":"[A-Z]{2,}","functions":["upper"],"safe":false,"input":"AA","shortest":true,"#,
        r#""output":"AA","match":"AA","at":0}"#,
        "\n",
        r#"{"command":"sanitize","pattern":"a","functions":["upper"],"safe":true}"#,
        "\n"
    );
    assert_eq!((text.replace("\"input\":\"aa\"", "\"input\":\"AA\"").as_str(), code), (expected, 1));
    let large = ["(a|b)*a(a|b){400}(a|b)*b(a|b){401}", "(a|b)*b(a|b){400}a(a|b)*"];
    let (text, code) = run(&[
        "sanitize",
        "rev",
        "--forbid",
        large[0],
        "--input",
        large[1],
        "--json",
        "--timeout",
        "0.000001",
    ]);
    assert!(code == 2 && text.contains(r#""error":"unknown (timeout)""#), "{text}");
    assert!(run(&["tables", "csv", "--json"]).0.contains(r#""rows":[["\"","\"\""]]"#));
}

/// What a function does.
type Change = Box<dyn Fn(&str) -> String>;

/// A function of the chain: how it is asked for, and what it does.
fn step(random: &mut Random) -> (Vec<String>, Change) {
    let word = |random: &mut Random, least: usize| -> String {
        (0..least + random.below(2)).map(|_| *random.pick(&['a', 'b', 'A'])).collect()
    };
    let (old, new) = (word(random, 1), word(random, 0));
    let named = |name: &str| vec![name.to_owned()];
    let pair = |option: &str| vec![option.to_owned(), old.clone(), new.clone()];
    match random.below(6) {
        0 => (named("lower"), Box::new(|text| text.to_ascii_lowercase())),
        1 => (named("upper"), Box::new(|text| text.to_ascii_uppercase())),
        2 => (named("rev"), Box::new(|text| text.chars().rev().collect())),
        3 => (pair("--replace-first"), Box::new(move |text| text.replacen(&old, &new, 1))),
        _ => (pair("--replace"), Box::new(move |text| text.replace(&old, &new))),
    }
}

/// All words over the characters up to a length, shorter ones first.
fn words(length: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..length {
        let until = all.len();
        for place in from..until {
            for letter in ['a', 'b', 'A'] {
                let longer = format!("{}{letter}", all[place]);
                all.push(longer);
            }
        }
        from = until;
    }
    all
}

#[test]
fn random_chains_agree_with_all_short_inputs() {
    let mut random = Random::new(17);
    let inputs = words(6);
    let (mut safe, mut unsafe_, mut open) = (0, 0, 0);
    for round in 0..150 {
        let steps: Vec<_> = (0..1 + random.below(3)).map(|_| step(&mut random)).collect();
        let forbidden: String = (0..1 + random.below(4)).map(|_| *random.pick(&['a', 'b', 'A'])).collect();
        let output = |input: &str| steps.iter().fold(input.to_owned(), |text, (_, change)| change(&text));
        let expected = inputs.iter().find(|input| output(input).contains(&forbidden));
        let mut arguments = vec!["sanitize"];
        arguments.extend(steps.iter().flat_map(|(words, _)| words).map(String::as_str));
        arguments.extend(["--input", "[abA]*", "--forbid-literal", &forbidden, "--timeout", "2"]);
        let (text, code) = run(&arguments);
        match code {
            0 => {
                assert_eq!(expected, None, "round {round}: {arguments:?}: {text}");
                safe += 1;
            }
            1 => {
                let line = text.lines().find_map(|line| line.strip_prefix("input: "));
                let input = line.expect("an input").trim_matches('"');
                assert!(output(input).contains(&forbidden), "round {round}: {arguments:?}: {text}");
                let shortest = expected.map_or(usize::MAX, String::len);
                assert!(input.len() <= shortest, "round {round}: {arguments:?}: {text} but {expected:?}");
                unsafe_ += 1;
            }
            _ => open += 1,
        }
    }
    assert!(safe >= 15 && unsafe_ >= 50 && open <= 15, "{safe} safe, {unsafe_} not, {open} unknown");
}

/// Characters that words cannot hold are told of.
#[test]
fn characters_outside_of_the_alphabet_are_refused() {
    for arguments in [
        ["--replace", "\u{10ffff}", "", "--forbid", "a"],
        ["--replace-re", "a", "\u{30000}", "--forbid", "a"],
    ] {
        let arguments: Vec<&str> = ["sanitize"].iter().chain(&arguments).copied().collect();
        let (text, code) = run(&arguments);
        assert!(code == 2 && text.contains("is not supported"), "{text}");
    }
}

/// Replacement texts are those of the dialect, and `--replace` is literal.
#[test]
fn replacement_texts_are_read() {
    for (dialect, new) in [
        ("js", "a$1"),
        ("js", "$&"),
        ("python", r"a\1"),
        ("python", r"\g<0>"),
        ("java", "a$1"),
        ("pcre", r"a\1"),
    ] {
        check(
            &["--dialect", dialect, "--replace-re", "a(b)", new, "--forbid", "ab"],
            "not safe\ninput: \"ab\"\noutput: \"ab\"\n",
        );
    }
    check(&["--dialect", "js", "--replace", "ab", "$&", "--forbid", "ab"], "safe for every input\n");
    check(
        &["--dialect", "python", "--replace-re", "a", r"\n", "--forbid", r"\n"],
        "not safe\ninput: \"a\"\noutput: \"\\n\"",
    );
    check(
        &["--dialect", "js", "--replace-re", "(a)(b)", "$2$1", "--forbid", "ab"],
        "not safe\ninput: \"aab\"",
    );
    check(&["--dialect", "js", "--replace-re", "(<)|(>)", "&", "--forbid", "[<>]"], "safe for every input\n");
    check(&["--dialect", "js", "--replace-re", "a|ab", "", "--forbid", "a"], "safe for every input\n");
    check(&["--dialect", "js", "--replace-re", "^a+", "", "--forbid", "^a"], "safe for every input\n");
    check(&["--dialect", "js", "--replace-re", "x*", "-", "--forbid", "^[^-]"], "safe for every input\n");
}

/// Case and white space are those of the dialect, with all of Unicode.
#[test]
fn case_and_white_space_are_those_of_the_dialect() {
    let js = ["--dialect", "js"];
    let input = "((?!script)[^])*";
    check(
        &[&js[..], &["--flags", "i", "--input", input, "upper", "--forbid", "SCRIPT"]].concat(),
        "not safe\n",
    );
    check(
        &["--dialect", "python", "--input", "[^kK]*", "lower", "--forbid", "k"],
        "not safe\ninput: \"\u{212a}\"",
    );
    check(&["--dialect", "python", "trim", "--forbid", r"^\x85"], "safe for every input\n");
    check(&[&js[..], &["trim", "--forbid", r"^\u00a0"]].concat(), "safe for every input\n");
    check(&["--dialect", "java", "trim", "--forbid", r"^\u00a0"], "not safe\n");
    check(
        &["--dialect", "java", "--input", "[^S]*", "upper", "--forbid", "SS"],
        "not safe\ninput: \"\u{df}\"",
    );
    check(&["--dialect", "python", "--input", "[^ς]*", "lower", "--forbid", "ς"], "not safe\n");
}

/// Decoders, and chains that are repeated until nothing changes.
#[test]
fn decoders_and_repeated_chains() {
    let dots = ["--forbid-literal", "../"];
    check(&[&["--replace", "../", "", "urldecode"][..], &dots].concat(), "not safe\n");
    check(
        &[&["repeat", "urldecode", "end", "repeat", "--replace", "../", "", "end"][..], &dots].concat(),
        "safe for every input\n",
    );
    check(&[&["--until-stable", "--replace", "../", ""][..], &dots].concat(), "safe for every input\n");
    check(&["html", "htmldecode", "--forbid", "<"], "not safe\ninput: \"<\"");
    check(&["--dialect", "js", "--replace", "<", "", "unescape-json", "--forbid", "<"], "not safe\n");
    check(&["--dialect", "js", "urldecode", "--forbid", "\u{fffd}", "--input", "[%0-9A-F]*"], "not safe\n");
    check(
        &["--dialect", "js", "--input", "[^%]*", "urldecode", "--forbid", "%"],
        "safe for every input that",
    );
    for wrong in [&["repeat", "lower", "--forbid", "a"][..], &["lower", "end", "--forbid", "a"]] {
        let arguments: Vec<&str> = ["sanitize"].iter().chain(wrong).copied().collect();
        let (text, code) = run(&arguments);
        assert!(code == 2 && text.contains("repeat"), "{text}");
    }
}
