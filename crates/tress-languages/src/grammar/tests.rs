//! Grammars against a slow twin that derives all short words, and what their texts mean.

use std::collections::{BTreeMap, BTreeSet};

use super::{Bounded, Grammar, Item, ambiguous_word, common_word, word_outside};
use tress_automata::CharSet;
use tress_automata::emptiness::{Goal, find_word};
use tress_automata::matches;
use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Random, Stop};

fn grammar(text: &str) -> Grammar {
    Grammar::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn spell(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

/// All words over a, b and c up to a length, by going through the productions until nothing is new.
fn derived(grammar: &Grammar, longest: usize) -> BTreeSet<Vec<u32>> {
    let mut known: Vec<BTreeSet<Vec<u32>>> = vec![BTreeSet::new(); grammar.symbols()];
    loop {
        let before: usize = known.iter().map(BTreeSet::len).sum();
        for (symbol, productions) in grammar.productions.iter().enumerate() {
            for production in productions {
                let mut words: BTreeSet<Vec<u32>> = BTreeSet::from([Vec::new()]);
                for item in production {
                    let parts: Vec<Vec<u32>> = match item {
                        Item::Chars(set) => (97..=99).filter(|c| set.contains(*c)).map(|c| vec![c]).collect(),
                        Item::Symbol(other) => known[*other].iter().cloned().collect(),
                    };
                    let pairs = words
                        .iter()
                        .flat_map(|word| parts.iter().map(move |part| [word.as_slice(), part].concat()));
                    words = pairs.filter(|word| word.len() <= longest).collect();
                }
                known[symbol].extend(words);
            }
        }
        if known.iter().map(BTreeSet::len).sum::<usize>() == before {
            return known.swap_remove(0);
        }
    }
}

/// All words over a, b and c up to a length.
fn all_words(longest: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for at in from..to {
            for c in 97..=99 {
                let longer = [all[at].as_slice(), &[c]].concat();
                all.push(longer);
            }
        }
        from = to;
    }
    all
}

/// A random grammar over a, b and c with a few names.
fn random_text(random: &mut Random) -> String {
    let names = ["S", "T", "U", "V"];
    let count = 1 + random.below(4);
    let mut text = String::new();
    for name in &names[..count] {
        let mut alternatives = Vec::new();
        for _ in 0..1 + random.below(3) {
            let items = (0..random.below(4)).map(|_| match random.below(10) {
                0 => "\"\"".to_owned(),
                1 => "[a-b]".to_owned(),
                2 => format!("({} \"b\")?", names[random.below(count)]),
                3 => "\"ab\"*".to_owned(),
                4 | 5 => format!("\"{}\"", random.pick(&["a", "b", "c", "ab"])),
                _ => names[random.below(count)].to_owned(),
            });
            alternatives.push(items.collect::<Vec<_>>().join(" "));
        }
        text.push_str(&format!("{name} -> {}\n", alternatives.join(" | ")));
    }
    text
}

#[test]
fn words_of_random_grammars_are_those_that_are_derived() {
    let mut random = Random::new(71);
    let (budget, all) = (Budget::unlimited(), all_words(4));
    let mut found = 0;
    for _ in 0..400 {
        let text = random_text(&mut random);
        let grammar = grammar(&text);
        let expected = derived(&grammar, 4);
        let mut store = RegexStore::new();
        let mut bounded = Bounded::new(&grammar, &budget).unwrap();
        let up_to = bounded.up_to(&mut store, 4, &budget).unwrap();
        for word in &all {
            let exact = bounded.exactly(&mut store, word.len(), &budget).unwrap();
            let is_derived = expected.contains(word);
            found += usize::from(is_derived);
            assert_eq!(matches(&mut store, exact, word, &budget), Ok(is_derived), "{text}{word:?}");
            assert_eq!(matches(&mut store, up_to, word, &budget), Ok(is_derived), "{text}{word:?}");
        }
        let longer = bounded.exactly(&mut store, 3, &budget).unwrap();
        assert_eq!(matches(&mut store, longer, &[97; 4], &budget), Ok(false), "{text}");
    }
    assert!(found > 2000, "{found}");
}

#[test]
fn two_random_grammars_are_compared_as_their_words_are() {
    let mut random = Random::new(72);
    let budget = Budget::unlimited();
    let (mut common, mut outside) = (0, 0);
    for _ in 0..300 {
        let texts = [random_text(&mut random), random_text(&mut random)];
        let [first, second] = [grammar(&texts[0]), grammar(&texts[1])];
        let [mine, other] = [derived(&first, 4), derived(&second, 4)];
        let mut store = RegexStore::new();
        let both = common_word(&mut store, &first, &second, 0..=4, &budget).unwrap();
        let least = mine.intersection(&other).map(Vec::len).min();
        assert_eq!(both.as_ref().map(Vec::len), least, "{texts:?} {both:?}");
        assert!(both.as_ref().is_none_or(|word| mine.contains(word) && other.contains(word)), "{texts:?}");
        let only = word_outside(&mut store, &first, &second, 0..=4, &budget).unwrap();
        let least = mine.difference(&other).map(Vec::len).min();
        assert_eq!(only.as_ref().map(Vec::len), least, "{texts:?} {only:?}");
        assert!(only.as_ref().is_none_or(|word| mine.contains(word) && !other.contains(word)), "{texts:?}");
        common += usize::from(both.is_some());
        outside += usize::from(only.is_some());
    }
    assert!(common > 50 && outside > 50, "{common} {outside}");
}

#[test]
fn parts_are_shared_however_many_words_there_are() {
    let budget = Budget::unlimited();
    let pairs = grammar("S -> \"(\" S \")\" S | \"[\" S \"]\" S | \"\"");
    let mut store = RegexStore::new();
    let mut bounded = Bounded::new(&pairs, &budget).unwrap();
    let words = bounded.exactly(&mut store, 100, &budget).unwrap();
    // There are 2^50 times the 50th Catalan number of words.
    assert!(store.weight() < 40_000, "{}", store.weight());
    let word = find_word(&mut store, words, Goal::Any, &budget).unwrap().unwrap();
    assert_eq!(word.len(), 100);
    assert_eq!(bounded.exactly(&mut store, 99, &budget), Ok(Regex::NONE));
}

#[test]
fn the_budget_is_kept() {
    let text = (0..50).map(|n| format!("N{n} -> N{} N{} | [a-z]\n", (n * 7 + 1) % 50, (n * 3 + 2) % 50));
    let large = grammar(&text.collect::<String>());
    let budget = Budget::unlimited().with_steps(Some(10_000));
    let mut store = RegexStore::new();
    let mut bounded = Bounded::new(&large, &budget).unwrap();
    assert_eq!(bounded.exactly(&mut store, 2_000, &budget), Err(Stop::Steps));
}

#[test]
fn the_notation_means_what_it_says() {
    let same = [
        ("S -> \"ab\"* ;", "S ::= | \"a\" \"b\" S"),
        ("S = [a-c]+", "S -> \"a\" S | \"b\" S | \"c\" S | \"a\" | \"b\" | \"c\""),
        ("S -> (\"a\" | \"b\")? \"c\" # a comment\n", "S -> \"ac\" | \"bc\"\nS -> \"c\""),
        ("S -> T T\nT -> [^\\u{0}-\\u{60}c-\\u{2FFFF}]", "S -> \"aa\" | \"ab\" | \"ba\" | \"bb\""),
        ("S -> ((((\"a\"))))", "S -> T ; T -> \"a\""),
        ("S -> S | S S | \"a\"?", "S -> \"a\"*"),
    ];
    for (one, other) in same {
        assert_eq!(derived(&grammar(one), 4), derived(&grammar(other), 4), "{one} {other}");
    }
    let escapes = grammar("S -> \"\\\"\\\\\\n\\u{2028}\" [\\]\\-a-]");
    let (mut store, budget) = (RegexStore::new(), Budget::unlimited());
    let words = Bounded::new(&escapes, &budget).unwrap().exactly(&mut store, 5, &budget).unwrap();
    for last in ["]", "-", "a"] {
        let word = spell(&format!("\"\\\n\u{2028}{last}"));
        assert_eq!(matches(&mut store, words, &word, &budget), Ok(true), "{last}");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let wrong = [
        ("", "1:1: a grammar needs a rule"),
        ("# nothing\n", "2:1: a grammar needs a rule"),
        ("\"a\"", "1:1: a rule begins with a name"),
        ("S \"a\"", "1:3: -> is expected behind the name of a rule"),
        ("S -> \"a\n", "1:6: this word does not end"),
        ("S -> [a-", "1:6: this set does not end"),
        ("S -> [b-a]", "1:7: this range is empty"),
        ("S -> (\"a\" (\"b\")", "1:6: this parenthesis is not closed"),
        ("S -> \"a\"\n  )", "2:3: ) is not expected here"),
        ("S -> | *", "1:8: * needs something before it"),
        ("S -> \"a\"\nT -> U", "2:6: no rule for U"),
        ("S -> %", "1:6: % means nothing here"),
        ("S -> \"\\q\"", "1:7: \\q means nothing"),
        ("S -> \"\\u{30000}\"", "1:7: a code is \\u{0} to \\u{2FFFF}"),
        ("S -> -> T", "1:6: a rule is not expected here"),
    ];
    for (text, expected) in wrong {
        let error = Grammar::parse(text).map_or_else(|error| error.to_string(), |_| "fine".to_owned());
        assert_eq!(error, expected, "{text}");
    }
    // Nested deeply, but read without a call for each level.
    let deep = format!("S -> {}\"a\"{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(grammar(&deep).production_count(), 100_002);
}

/// How many derivations the start has of each word over a, b and c up to a length: none, one, or two for
/// more.
fn derivations(grammar: &Grammar, longest: usize) -> BTreeMap<Vec<u32>, u8> {
    let mut known: Vec<BTreeMap<Vec<u32>, u8>> = vec![BTreeMap::new(); grammar.symbols()];
    loop {
        let mut next = Vec::new();
        for productions in &grammar.productions {
            let mut counts: BTreeMap<Vec<u32>, u8> = BTreeMap::new();
            for production in productions {
                let mut words = BTreeMap::from([(Vec::new(), 1)]);
                for item in production {
                    let characters = |set: &CharSet| {
                        (97..=99).filter(|c| set.contains(*c)).map(|c| (vec![c], 1)).collect()
                    };
                    let parts: BTreeMap<Vec<u32>, u8> = match item {
                        Item::Chars(set) => characters(set),
                        Item::Symbol(other) => known[*other].clone(),
                    };
                    let mut longer = BTreeMap::new();
                    for (word, count) in &words {
                        for (part, more) in &parts {
                            let word = [word.as_slice(), part].concat();
                            if word.len() <= longest {
                                let sum: &mut u8 = longer.entry(word).or_default();
                                *sum = 2.min(*sum + count * more);
                            }
                        }
                    }
                    words = longer;
                }
                for (word, count) in words {
                    let sum = counts.entry(word).or_default();
                    *sum = 2.min(*sum + count);
                }
            }
            next.push(counts);
        }
        if next == known {
            return known.swap_remove(0);
        }
        known = next;
    }
}

#[test]
fn words_with_two_derivations_are_found() {
    let (mut random, mut seen) = (Random::new(7), [0, 0]);
    for _ in 0..300 {
        let text = random_text(&mut random);
        let grammar = grammar(&text);
        let counts = derivations(&grammar, 4);
        let least = counts.iter().filter(|(_, count)| **count > 1).map(|(word, _)| word.len()).min();
        let found = ambiguous_word(&mut RegexStore::new(), &grammar, 4, &Budget::unlimited()).unwrap();
        assert_eq!(found.as_ref().map(|found| found.word.len()), least, "{text}");
        if let Some(found) = &found {
            assert_eq!(counts.get(&found.word), Some(&2), "{text}: {found:?}");
            assert!(found.part.end <= found.word.len(), "{text}");
        }
        seen[usize::from(found.is_some())] += 1;
    }
    assert!(seen[0] > 50 && seen[1] > 50, "{seen:?}");
}

#[test]
fn a_dangling_else_is_named() {
    let text = r#"Program -> "{" Statement "}"
        Statement -> "x" | "if " Statement | "if " Statement " else " Statement"#;
    let found = |text: &str| {
        ambiguous_word(&mut RegexStore::new(), &grammar(text), 30, &Budget::unlimited()).unwrap()
    };
    let ambiguity = found(text).expect("the else belongs to either if");
    assert_eq!(ambiguity.word, spell("{if if x else x}"));
    assert_eq!((ambiguity.part, ambiguity.rule.as_str()), (1..15, "Statement"));
    assert_eq!(found(r#"Sum -> Digit | Digit "+" Sum Digit -> [0-9]"#), None);
    assert_eq!(found(r#"Sum -> Digit | Sum "+" Sum Digit -> [0-9]"#).map(|it| it.word.len()), Some(5));
}
