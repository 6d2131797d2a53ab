//! Loops around any body, as attack strings are written: a beginning, a body many times, an end.
//!
//! With few rounds the answers are those of the textbook. With many, words are found and read in a number of
//! steps that grows no faster than the words.

#[path = "support/pattern.rs"]
mod pattern;

use tress_automata::emptiness::{Goal, find_word, find_word_of_length, is_empty};
use tress_automata::lengths::{LengthSet, exact_lengths};
use tress_automata::naive::{Ast, Dfa, spell, symbols_of, words};
use tress_automata::words::Words;
use tress_automata::{Regex, RegexStore, matches};
use tress_base::{Budget, Random};

/// Words that hold a word of `part` somewhere.
fn holding(part: Ast) -> Ast {
    let all = || Box::new(Ast::Complement(Box::new(Ast::None)));
    Ast::Concat(all(), Box::new(Ast::Concat(Box::new(part), all())))
}

/// A beginning, a repeated body, an end; often with something forbidden or demanded.
fn attack(random: &mut Random, low: u64, high: Option<u64>) -> Ast {
    let mut part = |size: usize| {
        let size = random.below(size);
        Box::new(Ast::random(random, size))
    };
    let (prefix, body, suffix) = (part(3), part(5), part(3));
    let other = part(4);
    let rounds = Box::new(Ast::Repeat(body, low, high));
    let attack = Box::new(Ast::Concat(prefix, Box::new(Ast::Concat(rounds, suffix))));
    match random.below(5) {
        0 | 1 => *attack,
        2 => Ast::Diff(attack, other),
        3 => Ast::Diff(attack, Box::new(holding(*other))),
        _ => Ast::Inter(attack, other),
    }
}

#[test]
fn few_rounds_agree_with_the_textbook() {
    let mut random = Random::new(17);
    let budget = Budget::unlimited();
    let short = words(4);
    let (mut full, mut empty) = (0, 0);
    for round in 0..1200 {
        let low = 1 + random.below(4) as u64;
        let high = random.chance(3, 4).then_some(low + random.below(2) as u64);
        let ast = attack(&mut random, low, high);
        let dfa = Dfa::new(&ast);
        let mut store = RegexStore::new();
        let r = ast.build(&mut store);
        assert_eq!(is_empty(&mut store, r, &budget), Ok(dfa.is_empty()), "round {round}: {ast:?}");
        for goal in [Goal::Any, Goal::Shortest] {
            let word = find_word(&mut store, r, goal, &budget).unwrap();
            assert_eq!(word.is_none(), dfa.is_empty(), "round {round}: {ast:?}");
            assert!(
                word.as_ref().is_none_or(|word| dfa.accepts(&symbols_of(word))),
                "round {round}: {ast:?}"
            );
            let length = word.map(|word| word.len());
            assert!(goal == Goal::Any || length == dfa.shortest(), "round {round}: {ast:?}");
        }
        for word in &short {
            assert_eq!(
                matches(&mut store, r, &spell(word), &budget),
                Ok(dfa.accepts(word)),
                "round {round}: {word:?} in {ast:?}"
            );
        }
        let lengths = exact_lengths(&mut store, r, &budget).unwrap();
        let counts = dfa.counts(12);
        for (length, count) in counts.iter().enumerate() {
            let known = lengths.contains(length as u64);
            assert!(known || count.is_zero(), "round {round}: length {length} of {ast:?}");
            assert!(
                !known || !lengths.is_exact() || !count.is_zero(),
                "round {round}: length {length} of {ast:?}"
            );
        }
        if dfa.is_empty() { empty += 1 } else { full += 1 }
    }
    assert!(full > 300 && empty > 100, "{full} languages with words, {empty} without");
}

/// Without another condition, a loop has a word however many rounds it has, or never. What is found is long,
/// and it is read.
#[test]
fn many_rounds_have_words_when_one_has() {
    let mut random = Random::new(18);
    let budget = Budget::unlimited();
    let mut longest = 0;
    for round in 0..300 {
        let [prefix, body, suffix] = [2, 5, 2].map(|size| {
            let size = random.below(size);
            Ast::random(&mut random, size)
        });
        let mut store = RegexStore::new();
        let parts = [&prefix, &body, &suffix].map(|part| part.build(&mut store));
        let any_is_empty = [&prefix, &body, &suffix].iter().any(|part| Dfa::new(part).is_empty());
        let rounds = 1 + random.below(100_000) as u64;
        let loops = store.repeat(parts[1], rounds, Some(rounds));
        let r = store.concat(&[parts[0], loops, parts[2]]);
        let word = find_word(&mut store, r, Goal::Shortest, &budget).unwrap();
        assert_eq!(word.is_none(), any_is_empty, "round {round}: {prefix:?} {body:?} {suffix:?}");
        let Some(word) = word else { continue };
        assert!(
            matches(&mut store, r, &word, &budget).unwrap(),
            "round {round}: {prefix:?} {body:?} {suffix:?}"
        );
        longest = longest.max(word.len());
        let shortest = [(&prefix, 1), (&body, rounds as usize), (&suffix, 1)];
        let expected = shortest.map(|(part, times)| Dfa::new(part).shortest().unwrap() * times);
        assert_eq!(
            word.len(),
            expected.iter().sum::<usize>(),
            "round {round}: {prefix:?} {body:?} {suffix:?}"
        );
    }
    assert!(longest > 50_000, "{longest}");
}

/// Words of a given length are found when the textbook has some, and have that length.
#[test]
fn long_words_of_a_length_are_those_of_the_textbook() {
    let mut random = Random::new(19);
    let budget = Budget::unlimited();
    let (mut found, mut none) = (0, 0);
    for round in 0..300 {
        let rounds = 60 + random.below(60) as u64;
        let mut part = |size: usize| {
            let size = random.below(size);
            Box::new(Ast::random(&mut random, size))
        };
        let (prefix, body, suffix) = (part(2), part(5), part(2));
        let high = (round % 3 > 0).then_some(rounds + round % 3);
        let ast =
            Ast::Concat(prefix, Box::new(Ast::Concat(Box::new(Ast::Repeat(body, rounds, high)), suffix)));
        let mut store = RegexStore::new();
        let r = ast.build(&mut store);
        let length = 256 + random.below(200) as u64;
        let set = LengthSet::single(length);
        let word = find_word_of_length(&mut store, r, &set, &budget).unwrap();
        let exact = Words::up_to(&mut store, r, length, 4000, &budget).unwrap();
        let Some(exact) = exact else { continue };
        let expected = !exact.count(length as usize, &budget).unwrap().is_zero();
        assert_eq!(word.is_some(), expected, "round {round}: length {length} of {ast:?}");
        let Some(word) = word else {
            none += 1;
            continue;
        };
        found += 1;
        assert_eq!(word.len() as u64, length);
        assert!(matches(&mut store, r, &word, &budget).unwrap(), "round {round}: {ast:?}");
    }
    assert!(found > 50 && none > 50, "{found} found, {none} not");
}

/// Steps for finding and reading a shortest word.
fn steps(pattern: &str, rounds: u64) -> u64 {
    let budget = Budget::unlimited();
    let mut store = RegexStore::new();
    let r: Regex = pattern::parse(&mut store, &pattern.replace("{n}", &format!("{{{rounds}}}")));
    let word = find_word(&mut store, r, Goal::Shortest, &budget).unwrap().unwrap();
    assert!(matches(&mut store, r, &word, &budget).unwrap(), "{pattern}");
    budget.used()
}

#[test]
fn steps_grow_with_the_length_of_the_word() {
    for pattern in [
        r"p(\n+&\n+Android\n+&.+){n}!",
        "p(a+|b){n}!",
        "(~(.*ab.*)c){n}",
        "(x(~(.*ab.*)∩[a-d]+)c){n}d",
        "(~([0-9]aab0)b1aaabab){n}bc1a",
        "((a|b)*c(~(.*bb.*)∩.*a.*)){n}(b+c){n}",
        "((.+x){n}y){17}",
    ] {
        let [few, many] = [5000, 20_000].map(|rounds| steps(pattern, rounds));
        assert!(many < 5 * few, "{pattern}: {few} steps, then {many}");
    }
}

/// Steps for telling whether there is a word, and for finding one.
fn steps_of_answers(pattern: &str, rounds: u64, has_word: bool) -> u64 {
    let budget = Budget::unlimited().with_steps(Some(20_000_000));
    for goal in [Goal::Any, Goal::Shortest] {
        let mut store = RegexStore::new();
        let r = pattern::parse(&mut store, &pattern.replace("{n}", &format!("{{{rounds}}}")));
        assert_eq!(is_empty(&mut store, r, &budget), Ok(!has_word), "{pattern}, {rounds} rounds");
        let word = find_word(&mut store, r, goal, &budget).unwrap();
        assert_eq!(word.is_some(), has_word, "{pattern}, {rounds} rounds");
        assert!(word.is_none_or(|word| matches(&mut store, r, &word, &budget).unwrap()), "{pattern}");
    }
    budget.used()
}

/// Complements inside of loops, and loops next to complements of loops.
#[test]
fn complements_and_loops_do_not_multiply() {
    for (pattern, has_word) in [
        ("p(~(.*ab.*)c){n}s", true),
        ("p(x~(.*ab.*)y){n}s∩.*dd.*", true),
        ("p(a~(.*b.*)c){n}s∩~(.*ccc.*)", true),
        ("(~(ab)∩..){n}∩(a|b)*", true),
        ("(x~(.*ab.*)y){n}∩(x.*y){n}", true),
        ("(~(a*)b){n}∩~((.*b){n})", false),
        ("p(~(.*x.*)y){n}s∩~(p(.*y){n}s)", false),
        ("p(a[^x]*b){n}q∩~(p(a.*b){n}.*)", false),
        ("p(a[^x]*b){n}q∩~(pa.*(a.*b){70}q)", false),
        ("((~(.*c.*)d){n}e){n}∩~((.*d.*e){n})", false),
    ] {
        let [few, more, many] = [1000, 2000, 4000].map(|rounds| steps_of_answers(pattern, rounds, has_word));
        assert!(2 * more < 5 * few && 2 * many < 5 * more, "{pattern}: {few}, {more}, then {many} steps");
    }
}
