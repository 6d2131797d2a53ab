//! Shapes by hand.

use tress_base::Budget;

use super::*;

fn verdict(dialect: Dialect, pattern: &str, mode: Mode) -> Verdict {
    let budget = Budget::unlimited();
    analyse(dialect, pattern, Flags::NONE, mode, &budget).expect("a pattern").verdict
}

fn check(pattern: &str, expected: &str) {
    let found = verdict(Dialect::Python, pattern, Mode::Search).to_string();
    assert!(found.starts_with(expected), "{pattern}: {found}, expected {expected}");
}

#[test]
fn loops_inside_of_loops() {
    for pattern in ["^(a+)+$", "^(a*)*$", "^(a|a)*$", "^(a|aa)+$", "^([a-z]+)*x", r"^(\w+\s?)*$", "(x+x+)+y"]
    {
        check(pattern, "exponential");
    }
    check("(a|a){1,1000}b", "exponential");
    check("^(a|b)*$", "safe");
    check(r"^(\w+\s)*$", "safe");
}

/// Bounded loops have words that stay slow: they match for no number of rounds.
#[test]
fn bounded_loops_have_words_that_last() {
    for (dialect, pattern, mode) in [
        (Dialect::Java, "(.*a){20}", Mode::Search),
        (Dialect::Java, "(.*a){20}", Mode::Full),
        (Dialect::Python, "(.*,){24}", Mode::Search),
        (Dialect::Ecma, "^(.*?a){21}", Mode::Search),
        (Dialect::Python, "^([a-z]*x){20}$", Mode::Search),
        (Dialect::Ecma, "(\\w*\\d){22}!", Mode::Search),
        (Dialect::Python, "^(a|a){25}$", Mode::Search),
        (Dialect::Python, "(a?){25}a{25}b", Mode::Search),
        (Dialect::Python, "^(a?){25}a{25}$", Mode::Search),
        (
            Dialect::Pcre,
            "^a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaaaaaaaaaab",
            Mode::Search,
        ),
    ] {
        let budget = Budget::unlimited();
        let report = analyse(dialect, pattern, Flags::NONE, mode, &budget).expect("a pattern");
        assert_eq!(report.verdict, Verdict::Exponential, "{pattern}");
        assert_eq!(report.rounds, Rounds::Any, "{pattern}: {:?}", report.attack);
        let attack = report.attack.expect("words");
        for rounds in [20, 21, 30, 50, 100, 200] {
            let word = attack.word(rounds);
            let counted = count_steps(dialect, pattern, Flags::NONE, mode, &word, &budget);
            let (steps, matches) = counted.expect("a pattern").expect("it is small");
            assert!(
                !matches && steps > 100_000.0,
                "{pattern}: {rounds} rounds take {steps} steps, {matches}"
            );
        }
    }
    check("^(a?){15}a{15}$", "safe");
}

/// Without loops nothing is slow, however large the pattern is.
#[test]
fn patterns_without_loops_are_safe() {
    let words = |count: usize, word: fn(usize) -> String| (0..count).map(word).collect::<Vec<_>>().join("|");
    for pattern in [
        format!(r"\b(?:{})\b", words(1500, |n| format!("keyword{n}"))),
        format!("(?i)^(?:{})$", words(3000, |n| format!("{n}w"))),
        format!("(?:{0}) (?:{0}) (?:{0})", words(900, |n| format!("k{n}x"))),
        words(5000, |n| format!("{:x}ab?c", n * 7919)),
        "(?=abc)a(?!d)b(?<=ab)c|d?e?".to_owned(),
    ] {
        for dialect in [Dialect::Python, Dialect::Ecma, Dialect::Java, Dialect::Pcre] {
            if dialect == Dialect::Ecma && pattern.starts_with("(?i)") {
                continue;
            }
            let found = verdict(dialect, &pattern, Mode::Search);
            assert_eq!(
                found,
                Verdict::Safe("there is no loop".into()),
                "{}",
                &pattern[..30.min(pattern.len())]
            );
        }
    }
    // Ways that multiply without a loop are left to the analysis.
    let (ast, root) =
        tree(Dialect::Python, &"(?:ab|a|b)".repeat(40), Flags::NONE, Mode::Search).expect("a pattern");
    assert_eq!(loopless::reason(&ast, root), None);
    for pattern in ["a*", "(?:a|a){25}b", "a{0,300}a{0,300}a{0,300}b", "a{1001}"] {
        let (ast, root) = tree(Dialect::Python, pattern, Flags::NONE, Mode::Search).expect("a pattern");
        assert_eq!(loopless::reason(&ast, root), None, "{pattern}");
    }
    let large = words(1500, |n| format!("word{n}-[0-9]{{4}}"));
    assert!(
        verdict(Dialect::Ecma, &large, Mode::Search).to_string().starts_with("safe (all loops are bounded")
    );
}

#[test]
fn loops_behind_loops() {
    check(r"\s+$", "polynomial (degree 2)");
    check("^a*a*$", "polynomial (degree 2)");
    check("^a*a*a*$", "polynomial (degree 3)");
    check("a*a*a*b", "polynomial (degree 4)");
    check("^a*b*$", "safe");
    check("^a+b", "safe");
    check("a+b", "polynomial (degree 2)");
    check("[a-z]{1,64}@", "safe");
}

#[test]
fn matching_ends_early() {
    check("(a+)+", "safe");
    check("(?s)^(a+)+.*", "safe");
    check("(?s)^(a+)+$|.*", "exponential");
    // What is repeated must not match by itself.
    check("(?:[ab]+a{2})+", "polynomial (degree 2)");
    check("^(?:a|[ab][ab]?)+aaa", "exponential");
}

#[test]
fn looks_and_atomic_groups() {
    check("^(?>a+)+$", "safe");
    check("^(a++)+$", "safe");
    check("^(?=(a+)+b)c", "exponential");
    // A word boundary cuts in one way only.
    check(r"^(?:\b\w+\b\s*)+$", "safe");
    check("^(?=.*[A-Z])(?=.*[0-9])(?=.*[a-z]).{8,}$", "safe");
}

/// Python makes one set of single characters, the others do not.
#[test]
fn alternatives_of_characters() {
    check(r"^(?:\w|\d)*$", "safe");
    check(r"^(?:a|a)*$", "exponential");
    check(r"^(?:a|[^b])*$", "exponential");
    check(r"^(?:a|.)*c", "exponential");
    assert_eq!(verdict(Dialect::Java, r"^(?:\w|\d)*$", Mode::Search), Verdict::Exponential);
    assert_eq!(verdict(Dialect::Ecma, r"^(?:\w|\d)*$", Mode::Search), Verdict::Exponential);
}

#[test]
fn engines_that_do_not_backtrack() {
    assert_eq!(verdict(Dialect::Rust, "^(a+)+$", Mode::Full).name(), "safe");
    assert_eq!(verdict(Dialect::Re2, "^(a+)+$", Mode::Full).name(), "safe");
}

/// A matcher that follows its program, step by step. The slow twin of `steps`.
struct Walker<'a> {
    ast: &'a Ast,
    program: &'a program::Program,
    word: &'a [u32],
    steps: u64,
}

/// Steps after which the walker gives up.
const TIRED: u64 = 300_000;

impl Walker<'_> {
    /// Walks from an address; gives the end of the first match. `fresh` holds the loops whose iteration has
    /// read nothing.
    fn walk(&mut self, at: u32, position: usize, fresh: &[u32]) -> Option<usize> {
        use program::Instruction as I;
        self.steps += 1;
        if self.steps > TIRED {
            return None;
        }
        match self.program.instructions[at as usize].clone() {
            I::Accept => Some(position),
            I::Group { next, .. } => self.walk(next, position, fresh),
            I::Read { node, next } => {
                let read = matches!((self.ast.node(node), self.word.get(position)), (Node::Set(set), Some(&c)) if set.contains(c));
                if read { self.walk(next, position + 1, &[]) } else { None }
            }
            I::Split(ways) => ways.into_iter().find_map(|way| self.walk(way, position, fresh)),
            I::Begin { depth, next } => {
                let fresh: Vec<u32> = fresh.iter().copied().chain([depth]).collect();
                self.walk(next, position, &fresh)
            }
            I::End { depth, again, leave } => {
                if !fresh.contains(&depth) {
                    return self.walk(again, position, fresh);
                }
                let left: Vec<u32> = fresh.iter().copied().filter(|&other| other != depth).collect();
                leave.and_then(|leave| self.walk(leave, position, &left))
            }
            I::Look { node, body, next } => {
                let Node::Look { body: seen, ahead, negative } = *self.ast.node(node) else { return None };
                let holds = match self.ast.node(seen) {
                    _ if ahead => self.walk(body, position, &[]).is_some(),
                    Node::Set(set) => {
                        self.steps += 1;
                        position > 0 && set.contains(self.word[position - 1])
                    }
                    _ => panic!("the patterns here look back at one character only"),
                };
                if holds == negative { None } else { self.walk(next, position, fresh) }
            }
            I::Atomic { body, next } => {
                let end = self.walk(body, position, &[])?;
                self.walk(next, end, if end == position { fresh } else { &[] })
            }
        }
    }
}

/// The steps of the walker in a search. Returns `None` if it gets tired.
fn walked(ast: &Ast, program: &program::Program, word: &[u32]) -> Option<f64> {
    let mut walker = Walker { ast, program, word, steps: 0 };
    for start in 0..=word.len() {
        walker.steps += 1;
        if walker.walk(program.start, start, &[]).is_some() {
            break;
        }
    }
    (walker.steps <= TIRED).then_some(walker.steps as f64)
}

/// A random pattern over `a` and `b`.
fn random_pattern(random: &mut tress_base::Random, size: usize) -> String {
    if size == 0 {
        return ["a", "b", "[ab]", "a", "b"][random.below(5)].to_owned();
    }
    let inner = |random: &mut tress_base::Random| random_pattern(random, size - 1);
    match random.below(8) {
        0 | 1 => format!("(?:{}|{})", inner(random), inner(random)),
        2 | 3 => format!("{}{}", inner(random), inner(random)),
        4 => format!("(?:{})*", inner(random)),
        5 => format!("(?:{})+", inner(random)),
        6 => format!("(?:{}){}", inner(random), ["?", "*?", "{2}", "{0,2}"][random.below(4)]),
        _ => {
            let group = ["(?>", "(?=", "(?!", "(?:"][random.below(4)];
            format!("{group}{}){}", inner(random), inner(random))
        }
    }
}

/// The steps are those of the walker, attacks grow for it too, and safe patterns stay linear on random pumped
/// words.
#[test]
fn verdicts_agree_with_a_matcher_that_walks() {
    let mut random = tress_base::Random::new(7);
    let (mut vulnerable, mut safe, mut unknown) = (0, 0, 0);
    for _ in 0..600 {
        let start = if random.chance(1, 2) { "^" } else { "" };
        let end = if random.chance(2, 3) { "$" } else { "" };
        let size = 1 + random.below(3);
        let pattern = format!("{start}{}{end}", random_pattern(&mut random, size));
        let budget = Budget::unlimited().with_steps(Some(100_000_000));
        let dialect = Dialect::Pcre;
        let Ok((ast, root)) = tree(dialect, &pattern, Flags::NONE, Mode::Search) else { continue };
        let report = analyse(dialect, &pattern, Flags::NONE, Mode::Search, &budget).expect("a pattern");
        let manner = program::Manner { most_copies: u64::MAX, empty_fails: false, groups: false };
        let program = program::compile(&ast, root, manner, &budget).expect("no limit").expect("small");
        let count = |word: &[u32]| steps::count(&ast, &program, word, true, &budget).expect("no limit").0;
        let characters = [97, 98, 99];
        let any = |random: &mut tress_base::Random, most: usize| -> Vec<u32> {
            (0..random.below(most + 1)).map(|_| *random.pick(&characters)).collect()
        };
        let word = any(&mut random, 9);
        if let Some(steps) = walked(&ast, &program, &word) {
            assert_eq!(steps, count(&word), "{pattern} on {word:?}");
        }
        // A word may match for some numbers of rounds only.
        let most = |attack: &Attack, rounds: usize| {
            (rounds..rounds + 6).map(|rounds| count(&attack.word(rounds))).fold(0.0, f64::max)
        };
        match &report.verdict {
            Verdict::Unknown(_) => unknown += 1,
            Verdict::Safe(_) => {
                safe += 1;
                for _ in 0..12 {
                    let pump: Vec<u32> =
                        any(&mut random, 3).into_iter().chain([*random.pick(&characters)]).collect();
                    let attack =
                        Attack { parts: vec![(any(&mut random, 3), pump)], suffix: any(&mut random, 2) };
                    let (small, large) = (most(&attack, 40), most(&attack, 80));
                    assert!(large < 2.6 * small, "{pattern} is slow on {attack:?}: {small} {large}");
                }
            }
            Verdict::Polynomial(_) | Verdict::Exponential => {
                vulnerable += 1;
                let attack = report.attack.as_ref().expect("an attack");
                let (small, large) = (most(attack, 40), most(attack, 80));
                assert!(large > 2.3 * small, "{pattern} is not slow on {attack:?}: {small} {large}");
            }
        }
    }
    assert!(vulnerable > 60 && safe > 100 && unknown < 30, "{vulnerable} {safe} {unknown}");
}
