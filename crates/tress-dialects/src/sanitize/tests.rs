//! Machines against the evaluator, on all short words.

use tress_automata::RegexStore;
use tress_automata::nfa::Nfa;
use tress_base::{Budget, Random};

use super::functions::Machine;
use super::*;

fn words(characters: &[u32], longest: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let until = all.len();
        for index in from..until {
            for c in characters {
                let mut word: Vec<u32> = all[index].clone();
                word.push(*c);
                all.push(word);
            }
        }
        from = until;
    }
    all
}

fn codes(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

/// The words that lead to an output of some word are those that the evaluator takes there.
fn check(
    dialect: Dialect,
    flags: &str,
    function: &Function,
    characters: &str,
    longest: usize,
    tries: usize,
    random: &mut Random,
) {
    let budget = Budget::unlimited();
    let flags = dialect.read_flags(flags).expect("flags");
    let mut store = RegexStore::new();
    let mut notes = Vec::new();
    let machine = match Machine::new(function, dialect, flags, (&mut store, &mut notes), &budget) {
        Ok(machine) => machine,
        Err(Trouble::NotExact(_)) => return,
        Err(trouble) => panic!("{function:?}: {trouble}"),
    };
    let mut all = words(&codes(characters), longest);
    if dialect.reads_utf16(flags) {
        all.iter_mut().for_each(|word| *word = casing::to_units(word));
    }
    let outputs: Vec<Vec<Vec<u32>>> = all
        .iter()
        .map(|word| evaluate::outputs(std::slice::from_ref(function), dialect, flags, word, &budget).unwrap())
        .collect();
    for _ in 0..tries {
        let Some(output) = outputs[random.below(all.len())].first() else { continue };
        let mut reasons = Vec::new();
        let language = Between::exact(Nfa::word(output));
        let found = machine.preimage(&language, &mut reasons, &budget).expect("a pre-image");
        for (word, outputs) in all.iter().zip(&outputs) {
            let is_sure = outputs[..] == [output.clone()];
            let is_possible = outputs.contains(output);
            let what = format!("{dialect:?} {function:?} on {word:x?} for {output:x?}");
            assert!(!found.sure.accepts(word) || is_sure, "{what}: it is not sure");
            assert!(!is_possible || found.possible().accepts(word), "{what}: it is possible");
            if found.possible.is_none() {
                assert_eq!(found.sure.accepts(word), is_sure, "{what}");
            }
        }
    }
}

/// A random pattern over a, b and c.
fn pattern(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.chance(1, 4) {
        return (*random.pick(&["a", "b", "[ab]", "[^a]", ".", "c", "", "^", "$", "\\b"])).to_owned();
    }
    let mut inner = || pattern(random, depth - 1);
    let (a, b) = (inner(), inner());
    match random.below(9) {
        0 => format!("({a})"),
        1 => format!("(?:{a}|{b})"),
        2 => format!("({a}|{b})"),
        3 | 4 => format!("{a}{b}"),
        5 => format!("(?:{a}){}", random.pick(&["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}"])),
        6 => format!("({a}){b}"),
        7 => format!("(?={a}){b}"),
        _ => format!("{a}(?!{b})"),
    }
}

#[test]
fn replacements_are_those_of_the_backtracking_matcher() {
    let mut random = Random::new(7);
    let dialects =
        [Dialect::Ecma, Dialect::Python, Dialect::Java, Dialect::Pcre, Dialect::Rust, Dialect::Re2];
    let mut groups = 0;
    for round in 0..500 {
        let dialect = dialects[round % dialects.len()];
        let pattern = pattern(&mut random, 3);
        let new = match dialect {
            Dialect::Python => *random.pick(&["x", "", r"[\1]", r"\g<0>\g<0>", r"\2-\1", r"\1\1"]),
            Dialect::Ecma => *random.pick(&["x", "", "[$1]", "$&$&", "$2-$1", "$1$1", "<$&>"]),
            _ => *random.pick(&["x", "", "[${1}]", "$0$0", "$2-$1", "$1"]),
        };
        let new = if dialect == Dialect::Java { new.replace("${1}", "$1") } else { new.to_owned() };
        let function = Function::ReplaceMatches(pattern.clone(), new);
        let budget = Budget::unlimited();
        let question = Question {
            dialect,
            flags: Flags::NONE,
            whole: false,
            functions: vec![function.clone()],
            forbidden: Forbidden::Text("x".to_owned()),
            input: None,
            max_length: None,
        };
        if super::evaluate(&question, &codes("abc"), &budget).is_err() {
            continue;
        }
        groups += 1;
        check(dialect, "", &function, "abc", 4, 12, &mut random);
    }
    assert!(groups > 150, "{groups} patterns");
}

#[test]
fn functions_are_those_of_the_evaluator() {
    let mut random = Random::new(8);
    let named = |name: &str| Function::Named(name.to_owned());
    let dialects =
        [Dialect::Ecma, Dialect::Python, Dialect::Java, Dialect::Rust, Dialect::Re2, Dialect::Pcre];
    for dialect in dialects {
        for (characters, longest) in [("aAΣ-.", 5), ("ßİΣσ", 4), ("ŉ\u{345}Σa", 4), ("𐐀𐐨aΣ", 3)]
        {
            for name in ["lower", "upper", "rev"] {
                check(dialect, "", &named(name), characters, longest, 3, &mut random);
            }
        }
        check(dialect, "", &named("trim"), " a\u{85}\u{a0}\u{1f}", 4, 12, &mut random);
        check(dialect, "", &Function::Replace(String::new(), "x".to_owned()), "ab", 3, 12, &mut random);
        if !matches!(dialect, Dialect::Ecma | Dialect::Python | Dialect::Java) {
            continue;
        }
        for (characters, longest) in [("% +2cC", 5), ("%eE2", 6), ("%F0-", 5), ("%٤1", 5)] {
            check(dialect, "", &named("urldecode"), characters, longest, 3, &mut random);
        }
        for (characters, longest) in
            [("&lt;", 6), ("&#6;0", 6), ("&#x3;c", 6), ("&#1;", 7), ("&#9;x", 7), ("&not;i", 6)]
        {
            check(dialect, "", &named("htmldecode"), characters, longest, 3, &mut random);
        }
        for (characters, longest) in [("\\nu/\"", 5), ("\\u00a", 6)] {
            check(dialect, "", &named("unescape-json"), characters, longest, 3, &mut random);
        }
    }
}

#[test]
fn chains_until_nothing_changes_hold_what_they_say() {
    let mut random = Random::new(9);
    let replace = |old: &str, new: &str| Function::Replace(old.to_owned(), new.to_owned());
    let named = |name: &str| Function::Named(name.to_owned());
    let chains: Vec<Vec<Function>> = vec![
        vec![replace("ab", "")],
        vec![replace("ab", "b")],
        vec![replace("ab", ""), replace("ba", "")],
        vec![replace("a", "b"), replace("b", "a")],
        vec![named("upper"), replace("A", "a")],
        vec![replace("a", "aa")],
        vec![replace("ab", "ba")],
        vec![replace("ab", "c"), replace("c", "")],
        vec![Function::ReplaceMatches("a(b)".to_owned(), "$1".to_owned())],
        vec![named("lower"), replace("ab", "")],
    ];
    for chain in chains {
        check(Dialect::Ecma, "", &Function::UntilStable(chain), "abcA", 5, 6, &mut random);
    }
    for chain in [vec![named("urldecode")], vec![named("urldecode"), replace("2", "")]] {
        for dialect in [Dialect::Ecma, Dialect::Python, Dialect::Java] {
            check(dialect, "", &Function::UntilStable(chain.clone()), "%25+", 5, 3, &mut random);
        }
    }
}

/// The machines have the mapping of every code point.
#[test]
fn machines_change_the_case_of_every_code_point() {
    use super::casing::{Case, Casing, machine};
    use crate::classes::Unicode;

    for casing in [Casing::Full(Unicode::Latest), Casing::Full(Unicode::V14), Casing::Java, Casing::Simple] {
        for case in [Case::Lower, Case::Upper] {
            let machine = machine(casing, case, false, false);
            let mut next = 0;
            for step in machine.steps(machine.initial()) {
                assert_eq!(step.low, next, "the edges of {casing:?} {case:?} cover the alphabet once");
                next = step.high + 1;
                for c in step.low..=step.high {
                    let written: Vec<u32> = step.output.iter().map(|piece| piece.on(c)).collect();
                    assert_eq!(written, casing.of(case, c), "{casing:?} {case:?} {c:x}");
                }
            }
            assert_eq!(next, tress_automata::MAX_CHAR + 1);
        }
    }
}

/// Tags of languages count for nothing around a sigma, in each version.
#[test]
fn sigmas_look_over_tags() {
    use super::casing::{Case, Casing};
    use crate::classes::Unicode;

    for version in [Unicode::V14, Unicode::Latest] {
        let lower = |before: u32| Casing::Full(version).words(Case::Lower, &[before, 0xE0001, 0x3A3]);
        assert_eq!(lower(0x61), [[0x61, 0xE0001, 0x3C2]]);
        assert_eq!(lower(0x20), [[0x20, 0xE0001, 0x3C3]]);
    }
}

#[test]
fn what_is_not_exact_is_refused_by_name() {
    let ask = |dialect: Dialect, pattern: &str, new: &str| {
        let question = Question {
            dialect,
            flags: Flags::NONE,
            whole: false,
            functions: vec![Function::ReplaceMatches(pattern.to_owned(), new.to_owned())],
            forbidden: Forbidden::Text("x".to_owned()),
            input: None,
            max_length: None,
        };
        sanitize(&question, &Budget::unlimited())
    };
    for (dialect, pattern, new, what) in [
        (Dialect::Ecma, "(a)+", "$1", "group 1 stands in a repetition"),
        (Dialect::Ecma, "a", "$`", "what stands before the match"),
        (Dialect::Ecma, "a", "$'", "what stands behind the match"),
        (Dialect::Python, "(?=(a))", r"\1", "group 1 stands in a look around"),
        (Dialect::Java, "(?>a|ab)c", "x", "atomic groups"),
        (Dialect::Ecma, "(?<=ab)c", "x", "looks behind at more than one character"),
    ] {
        match ask(dialect, pattern, new) {
            Err(Trouble::NotExact(message)) => assert!(message.contains(what), "{message}"),
            other => panic!("{pattern} by {new}: {other:?}"),
        }
    }
    assert!(matches!(ask(Dialect::Python, "a", r"\1"), Err(Trouble::Wrong(_))));
    assert!(matches!(ask(Dialect::Java, "a", "$1"), Err(Trouble::Wrong(_))));
}

#[test]
fn java_splits_characters_at_empty_matches() {
    let ask = |dialect: Dialect, function: Function, input: &str| {
        let question = Question {
            dialect,
            flags: Flags::NONE,
            whole: false,
            functions: vec![Function::Named("urldecode".to_owned()), function],
            forbidden: Forbidden::Text("x".to_owned()),
            input: None,
            max_length: None,
        };
        super::evaluate(&question, &codes(input), &Budget::unlimited()).expect("nothing is wrong with it")
    };
    let empty = Function::Replace(String::new(), "x".to_owned());
    let optional = Function::ReplaceMatches("b?".to_owned(), "x".to_owned());
    let present = Function::ReplaceMatches("b".to_owned(), "x".to_owned());
    for function in [&empty, &optional] {
        assert_eq!(ask(Dialect::Java, function.clone(), "%F0%9F%98%80"), None, "{function:?}");
        assert_eq!(ask(Dialect::Java, function.clone(), "a"), Some(codes("xax")), "{function:?}");
        let split = Some(codes("x😀x"));
        assert_eq!(ask(Dialect::Python, function.clone(), "%F0%9F%98%80"), split, "{function:?}");
    }
    assert_eq!(ask(Dialect::Java, present, "%F0%9F%98%80b"), Some(codes("😀x")));
}
