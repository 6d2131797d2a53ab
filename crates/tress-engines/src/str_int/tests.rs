//! Numbers of numerals, compared with all short words.

use tress_base::{Budget, Random};

use super::columns::{ColumnResult, Row, find};
use super::digits::{Automaton, Lengths};
use super::*;
use tress_rewrite::problem::Fact;
use tress_rewrite::testing::Terms;
use tress_term::term::Term;

/// Decides facts with the engine alone; models are evaluated.
fn decide(facts: &[&str]) -> Option<bool> {
    let mut terms = Terms::new();
    let facts: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    let numbered = facts.iter().zip(0..).map(|(term, origin)| Fact { term: *term, origin });
    let problem = Problem::new(&terms.context.store, numbered.collect());
    let budget = Budget::unlimited();
    let mut env = terms.context.env(&budget, 0);
    let task = Task { problem: &problem, tracked: &|_| true, share: u64::MAX, depth: 0 };
    match StrInt.solve(&mut env, &task).expect("no limit") {
        Outcome::Model(model) => {
            for fact in facts {
                assert_eq!(env.eval(fact, &model).expect("a value"), Value::Bool(true));
            }
            Some(true)
        }
        Outcome::Conflict(_) => Some(false),
        _ => None,
    }
}

/// The automaton of an expression.
fn automaton(text: &str) -> Automaton {
    let mut terms = Terms::new();
    let term = terms.term(text);
    let budget = Budget::unlimited();
    let mut env = terms.context.env(&budget, 0);
    let Ok(Value::Regex(regex)) = env.eval(term, &Model::new()) else { panic!("a language") };
    Automaton::new(env.regexes(), regex, &budget).expect("no limit").expect("few states")
}

const LANGUAGES: [&str; 6] = [
    "(re.+ (str.to_re \"60\"))",
    "(re.* (re.union (str.to_re \"0\") (str.to_re \"17\")))",
    "(re.++ (re.* (re.range \"1\" \"3\")) (str.to_re \"9\"))",
    "(re.+ (re.range \"0\" \"9\"))",
    "(re.union (str.to_re \"018\") (re.+ (str.to_re \"2\")))",
    "(re.++ (str.to_re \"00\") (re.* (str.to_re \"5\")))",
];

/// All words of a length.
fn words(automaton: &Automaton, length: usize) -> Vec<Vec<u8>> {
    let mut found = vec![(0_u32, Vec::new())];
    for _ in 0..length {
        let longer = |(state, word): &(u32, Vec<u8>)| {
            let (row, word) = (automaton.next[*state as usize], word.clone());
            let more = (0..10_u8).filter(move |digit| row[usize::from(*digit)] != digits::DEAD);
            more.map(move |digit| (row[usize::from(digit)], [&word[..], &[digit]].concat()))
                .collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found.retain(|(state, _)| automaton.accepting[*state as usize]);
    found.into_iter().map(|(_, word)| word).collect()
}

fn number(word: &[u8]) -> i128 {
    word.iter().fold(0, |n, digit| n * 10 + i128::from(*digit))
}

fn fits(rows: &[Row], words: &[&[u8]]) -> bool {
    rows.iter().all(|row| {
        let part = |(at, word): (usize, &&[u8])| {
            let power = 10_i128.pow(u32::try_from(word.len()).expect("short"));
            row.coefficients[at] * number(word) + row.shifts[at] * power
        };
        words.iter().enumerate().map(part).sum::<i128>() + row.constant <= 0
    })
}

#[test]
fn columns_agree_with_all_words() {
    let automata: Vec<Automaton> = LANGUAGES.iter().map(|text| automaton(text)).collect();
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let tracks: [&Automaton; 2] = [random.pick(&automata), random.pick(&automata)];
        let lengths = [random.below(4), random.below(4)];
        let mut pair = |bound: i64| (0..2).map(|_| i128::from(random.between(-bound, bound))).collect();
        let (first, second, shifts, none) = (pair(9), pair(9), pair(2), vec![0; 2]);
        let constants: Vec<i128> = pair(400);
        let rows = [
            Row { coefficients: first, shifts, constant: constants[0] },
            Row { coefficients: second, shifts: none, constant: constants[1] },
        ];
        let all = [words(tracks[0], lengths[0]), words(tracks[1], lengths[1])];
        let truth = all[0].iter().any(|a| all[1].iter().any(|b| fits(&rows, &[a, b])));
        match find(&tracks, &lengths, &rows, &Budget::unlimited()).expect("no limit") {
            ColumnResult::Words(found) => {
                assert!(fits(&rows, &[&found[0], &found[1]]), "seed {seed}");
                assert!(all[0].contains(&found[0]) && all[1].contains(&found[1]), "seed {seed}");
                sat += 1;
            }
            verdict => {
                assert_eq!((verdict, truth), (ColumnResult::Empty, false), "seed {seed}");
                unsat += 1;
            }
        }
    }
    assert!(sat > 200 && unsat > 200, "{sat} {unsat}");
}

#[test]
fn lengths_extremes_and_zeros_agree_with_all_words() {
    let budget = Budget::unlimited();
    for text in LANGUAGES {
        let automaton = automaton(text);
        let known = automaton.lengths(&budget).expect("no limit").expect("small");
        let Lengths { listed, from, period, residues } = &known;
        for length in 0..5 {
            let all = words(&automaton, length);
            let told =
                listed.contains(&length) || length >= *from && residues.contains(&((length - from) % period));
            assert_eq!(told, !all.is_empty(), "{text} {length}");
            let extreme = |least| automaton.extreme(length, least, &budget).expect("no limit");
            assert_eq!(
                (extreme(true), extreme(false)),
                (all.iter().min().cloned(), all.iter().max().cloned())
            );
            for word in all.iter().filter(|word| !word.is_empty()) {
                assert!(automaton.least_first().is_some_and(|first| first <= word[0]), "{text}");
                assert!(automaton.greatest_last() >= word[word.len() - 1], "{text}");
            }
            let zeros = all.iter().map(|word| word.iter().take_while(|digit| **digit == 0).count()).max();
            assert!(zeros <= automaton.leading_zeros() || automaton.leading_zeros().is_none(), "{text}");
        }
    }
}

#[test]
fn numbers_outgrow_their_lengths() {
    let sevens = "(str.in_re x (re.+ (str.to_re \"7\")))";
    assert_eq!(decide(&[sevens, "(>= (* 2 (str.len x)) (+ 33 (* 6 (str.to_int x))))"]), Some(false));
    assert_eq!(decide(&[sevens, "(>= (* 20 (str.len x)) (+ 6 (str.to_int x)))"]), Some(true));
    let long = "(>= (str.len x) 1000)";
    assert_eq!(decide(&[sevens, long, "(< (* 7 (str.to_int x)) (+ 8 (* 4 (str.len x))))"]), Some(false));
    assert_eq!(decide(&[sevens, long, "(> (* 7 (str.to_int x)) (+ 8 (* 4 (str.len x))))"]), Some(true));
}

#[test]
fn zeros_in_front_count_nothing() {
    let zeros = "(str.in_re x (re.++ (re.* (str.to_re \"0\")) (str.to_re \"7\")))";
    assert_eq!(decide(&[zeros, "(> (str.len x) (* 9 (str.to_int x)))"]), Some(true));
    let between = "(= (str.to_int (str.++ \"1\" x \"2\")) 1072)";
    assert_eq!(decide(&[zeros, between]), Some(true));
    assert_eq!(decide(&[zeros, "(= (str.to_int (str.++ \"1\" x \"2\")) 2072)"]), Some(false));
}

#[test]
fn words_that_are_no_numerals_are_cases() {
    let small = "(< (str.to_int x) 5)";
    assert_eq!(decide(&["(str.in_re x (re.* (str.to_re \"7\")))", small]), Some(true));
    assert_eq!(decide(&["(str.in_re x (re.+ (str.to_re \"7\")))", small]), Some(false));
    let characters = "(str.in_re x (re.+ (str.to_re \"a\")))";
    assert_eq!(decide(&[characters, small, "(= (str.len x) 7)"]), Some(true));
    assert_eq!(decide(&[characters, "(>= (str.to_int (str.++ \"1\" x)) 0)"]), Some(false));
    assert_eq!(decide(&["(= (str.to_int (str.++ \"1\" x)) 1)", "(= (str.to_int x) (- 1))"]), Some(true));
}

#[test]
fn beginnings_ends_and_parts_are_languages() {
    let own = "(= (str.to_int x) (str.len x))";
    assert_eq!(decide(&[own, "(str.prefixof \"9\" x)", "(not (= (str.len x) 9))"]), Some(false));
    assert_eq!(decide(&[own, "(not (str.prefixof \"0\" x))", "(not (= x \"1\"))"]), Some(false));
    assert_eq!(decide(&[own, "(str.suffixof \"12\" x)"]), Some(true));
    assert_eq!(decide(&[own, "(not (str.contains x \"0\"))", "(> (str.len x) 1)"]), Some(false));
    let next = "(= (str.to_int x) (+ (str.to_int y) 1))";
    let longer = "(= (str.len x) (+ (str.len y) 1))";
    assert_eq!(decide(&[next, longer, "(str.prefixof \"2\" x)"]), Some(false));
    assert_eq!(decide(&[next, longer, "(str.prefixof \"1\" x)"]), Some(true));
    let grows = [next, longer, "(not (str.prefixof \"0\" x))", "(str.in_re y (re.+ (re.range \"0\" \"9\")))"];
    assert_eq!(decide(&[&grows[..], &["(not (str.suffixof \"9\" y))"]].concat()), Some(false));
    assert_eq!(decide(&grows), Some(true));
}

#[test]
fn what_is_not_zero_is_less_or_more() {
    let sevens = "(str.in_re x (re.union (str.to_re \"7\") (str.to_re \"17\")))";
    let not = |n: u32| format!("(not (= (str.to_int x) {n}))");
    assert_eq!(decide(&[sevens, &not(7)]), Some(true));
    assert_eq!(decide(&[sevens, &not(7), &not(17)]), Some(false));
}

#[test]
fn the_longer_numeral_is_larger() {
    let [x, y] = [("x", "3"), ("y", "79")]
        .map(|(name, digits)| format!("(str.in_re {name} (re.+ (str.to_re \"{digits}\")))"));
    let longer = "(> (str.len x) (+ (str.len y) 20))";
    assert_eq!(decide(&[&x, &y, longer, "(< (* 9 (str.to_int x)) (* 8 (str.to_int y)))"]), Some(false));
    assert_eq!(decide(&[&x, &y, longer, "(> (str.to_int x) (* 8 (str.to_int y)))"]), Some(true));
}

#[test]
fn what_is_no_sum_of_numerals_is_left_to_others() {
    let sevens = "(str.in_re x (re.+ (str.to_re \"7\")))";
    assert_eq!(decide(&[sevens, "(< (str.to_int x) m)"]), None);
    assert_eq!(decide(&[sevens, "(= (str.to_int x) 7)", "(str.contains x y)"]), None);
}

#[test]
fn random_problems_agree_with_short_words() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let language = *random.pick(&LANGUAGES);
        let [a, b, c] = [9, 9, 99].map(|bound| random.between(-bound, bound));
        let member = format!("(str.in_re x (re.inter {language} (re.+ (re.range \"0\" \"9\"))))");
        let automaton = automaton(language);
        let all = (1..4).flat_map(|length| words(&automaton, length));
        let target = i128::from(c);
        let short = all.into_iter().any(|word| {
            let length = i128::try_from(word.len()).expect("short");
            i128::from(a) * length + i128::from(b) * number(&word) == target
        });
        let text =
            format!("(= (+ (* {} (str.len x)) (* {} (str.to_int x))) {})", signed(a), signed(b), signed(c));
        let answer = decide(&[&member, &text, "(<= (str.len x) 3)"]);
        assert_eq!(answer, Some(short), "seed {seed}: {member} {text}");
        *(if short { &mut sat } else { &mut unsat }) += 1;
    }
    assert!(sat > 5 && unsat > 5, "{sat} {unsat}");
}

/// A number as SMT-LIB writes it.
fn signed(n: i64) -> String {
    if n < 0 { format!("(- {})", -n) } else { n.to_string() }
}
