//! The automata operations against the textbook automata and against each other.

use super::{Nfa, find_common_word, find_difference, find_distinction};
use crate::naive::{Ast, Dfa, spell, symbols_of, words};
use crate::regex::RegexStore;
use tress_base::{Budget, Random};

pub(super) const CAP: usize = 100_000;

pub(super) fn nfa_of(ast: &Ast) -> Nfa {
    let mut store = RegexStore::new();
    let r = ast.build(&mut store);
    Nfa::from_regex(&mut store, r, CAP, &Budget::unlimited()).unwrap().unwrap()
}

fn random_ast(random: &mut Random) -> Ast {
    let size = random.below(8);
    Ast::random(random, size)
}

fn check_same(nfa: &Nfa, dfa: &Dfa, what: &str) {
    for word in words(4) {
        assert_eq!(nfa.accepts(&spell(&word)), dfa.accepts(&word), "{what} on {word:?}");
    }
}

#[test]
fn one_automaton_agrees_with_the_textbook() {
    let mut random = Random::new(31);
    let budget = Budget::unlimited();
    for _ in 0..600 {
        let ast = random_ast(&mut random);
        let (nfa, dfa) = (nfa_of(&ast), Dfa::new(&ast));
        let what = format!("{ast:?}");
        check_same(&nfa, &dfa, &what);
        assert_eq!(nfa.is_empty(), dfa.is_empty(), "{what}");
        assert_eq!(nfa.shortest_word().map(|word| word.len()), dfa.shortest(), "{what}");
        assert!(nfa.shortest_word().is_none_or(|word| nfa.accepts(&word)));
        check_same(&nfa.reduce(&budget).unwrap(), &dfa, &what);
        assert!(nfa.reduce(&budget).unwrap().states() <= nfa.states());
        let determinized = nfa.determinize(CAP, &budget).unwrap().unwrap();
        assert!(determinized.is_deterministic());
        check_same(&determinized, &dfa, &what);
        let minimal = nfa.minimize(CAP, &budget).unwrap().unwrap();
        check_same(&minimal, &dfa, &what);
        let with_dead_state = minimal.states() as usize + usize::from(has_dead_state(&minimal));
        assert_eq!(with_dead_state, dfa.states(), "{what}");
        check_same(&nfa.reverse(), &Dfa::new(&Ast::Reverse(Box::new(ast.clone()))), &what);
        check_same(&nfa.star(), &Dfa::new(&Ast::Repeat(Box::new(ast.clone()), 0, None)), &what);
        let outside = Dfa::new(&Ast::Complement(Box::new(ast)));
        check_same(&nfa.complement(CAP, &budget).unwrap().unwrap(), &outside, &what);
        let word = find_difference(&Nfa::all(), &nfa, &budget).unwrap();
        assert_eq!(word.is_none(), outside.is_empty(), "{what}");
        assert!(word.is_none_or(|word| !nfa.accepts(&word)));
        assert_eq!(nfa.to_string().parse::<Nfa>().unwrap(), nfa);
    }
}

/// Does the complete automaton need a state that the trimmed one lacks?
fn has_dead_state(nfa: &Nfa) -> bool {
    nfa.states() == 0
        || (0..nfa.states())
            .any(|state| nfa.edges(state).iter().map(|edge| edge.high - edge.low + 1).sum::<u32>() != 0x30000)
}

#[test]
fn two_automata_agree_with_the_textbook() {
    let mut random = Random::new(32);
    let budget = Budget::unlimited();
    for _ in 0..800 {
        let (x, y) = (random_ast(&mut random), random_ast(&mut random));
        let (a, b) = (nfa_of(&x), nfa_of(&y));
        let (bx, by) = (Box::new(x.clone()), Box::new(y.clone()));
        let what = format!("{x:?} and {y:?}");
        let both = Dfa::new(&Ast::Inter(bx.clone(), by.clone()));
        check_same(&a.intersect(&b, CAP, &budget).unwrap().unwrap(), &both, &what);
        let word = find_common_word(&a, &b, &budget).unwrap();
        assert_eq!(word.as_ref().map(Vec::len), both.shortest(), "{what}");
        assert!(word.is_none_or(|word| a.accepts(&word) && b.accepts(&word)));
        check_same(&a.union(&b), &Dfa::new(&Ast::Union(bx.clone(), by.clone())), &what);
        check_same(&a.concat(&b), &Dfa::new(&Ast::Concat(bx.clone(), by.clone())), &what);
        let minus = Dfa::new(&Ast::Diff(bx, by));
        let word = find_difference(&a, &b, &budget).unwrap();
        assert_eq!(word.is_none(), minus.is_empty(), "{what}");
        assert!(word.is_none_or(|word| minus.accepts(&symbols_of(&word))), "{what}");
        let equal = minus.is_empty() && Dfa::new(&y).minus(&Dfa::new(&x)).is_empty();
        let word = find_distinction(&a, &b, &budget).unwrap();
        assert_eq!(word.is_none(), equal, "{what}");
        assert!(word.is_none_or(|word| a.accepts(&word) != b.accepts(&word)));
        let minimal = |nfa: &Nfa| nfa.minimize(CAP, &budget).unwrap().unwrap();
        assert_eq!(minimal(&a) == minimal(&b), equal, "{what}");
    }
}

#[test]
fn cuts_cover_exactly_the_accepted_words() {
    let mut random = Random::new(33);
    let budget = Budget::unlimited();
    for _ in 0..150 {
        let size = random.below(5);
        let nfa = nfa_of(&Ast::random(&mut random, size));
        let cuts = nfa.cuts(3, 2000, &budget).unwrap();
        let Some(cuts) = cuts else { continue };
        let segments: Vec<Vec<Nfa>> = cuts.iter().map(|cut| cut.segments(&nfa)).collect();
        assert!(segments.iter().flatten().all(|segment| !segment.is_empty()));
        for word in words(3) {
            let text = spell(&word);
            for (i, j) in (0..=text.len()).flat_map(|j| (0..=j).map(move |i| (i, j))) {
                let parts = [&text[..i], &text[i..j], &text[j..]];
                let fits =
                    |cut: &Vec<Nfa>| cut.iter().zip(parts).all(|(segment, part)| segment.accepts(part));
                assert_eq!(segments.iter().any(fits), nfa.accepts(&text), "{nfa} on {parts:?}");
            }
        }
    }
}

#[test]
fn caps_are_kept() {
    let budget = Budget::unlimited();
    let mut store = RegexStore::new();
    let a = store.range(97, 97);
    let many = store.repeat(a, 1000, Some(1000));
    assert_eq!(Nfa::from_regex(&mut store, many, 999, &budget).unwrap(), None);
    assert!(Nfa::from_regex(&mut store, many, 1001, &budget).unwrap().is_some());
}

#[test]
fn text_is_read_and_refused_with_a_line() {
    let nfa: Nfa = "# a\nnfa 2\ninitial 0\naccepting 1\n\n0 61-63 1\n1 * 1\n".parse().unwrap();
    assert!(nfa.accepts(&[0x62, 5]) && !nfa.accepts(&[0x64]));
    for (text, line) in
        [("", 1), ("nfa", 1), ("nfa 2\n0 61 2", 2), ("nfa 2\n\n0 zz 1", 3), ("nfa 1\n0 62-61 0", 2)]
    {
        assert_eq!(text.parse::<Nfa>().unwrap_err().line, line, "{text}");
    }
}

#[test]
fn pictures_name_every_state_and_label() {
    let nfa: Nfa = "nfa 3\ninitial 0\naccepting 1\n0 61-63 1\n1 3c 0\n1 * 1\n2 22 2\n".parse().unwrap();
    let dot = nfa.to_graphviz();
    assert!(dot.contains("0 -> 1 [label=\"a-c\"]") && dot.contains("1 [shape=doublecircle]"));
    assert!(dot.contains("&lt;") && dot.contains("any"));
    let svg = nfa.to_svg();
    assert_eq!(svg.matches("<circle").count(), 4);
    assert!(svg.contains("a-c") && svg.contains("&quot;") && svg.ends_with("</svg>\n"));
}
