//! Random systems against brute force and against another search.

use super::{Answer, Counts, Order, Part, Search, System};
use crate::concatenation;
use crate::naive::{Ast, Dfa, spell, symbols_of, words};
use crate::regex::RegexStore;
use tress_base::{Budget, Random, Stop};

/// A part over the three symbols of the slow twins.
#[derive(Clone, Debug)]
enum Piece {
    Variable(usize),
    Word(Vec<usize>),
}

/// A system as the slow twins read it.
#[derive(Debug)]
struct Plain {
    variables: usize,
    memberships: Vec<(Vec<Piece>, Ast, bool)>,
}

impl Plain {
    fn random(random: &mut Random) -> Plain {
        let variables = 1 + random.below(3);
        let membership = |random: &mut Random| {
            let pieces = (0..random.below(4)).map(|_| match random.below(6) {
                0 => Piece::Word((0..random.below(3)).map(|_| random.below(2)).collect()),
                _ => Piece::Variable(random.below(variables)),
            });
            let pieces: Vec<Piece> = pieces.collect();
            let size = random.below(6);
            (pieces, Ast::random(random, size), random.chance(2, 3))
        };
        let memberships = (0..1 + random.below(4)).map(|_| membership(random)).collect();
        Plain { variables, memberships }
    }

    fn build(&self, store: &mut RegexStore) -> System {
        let mut system = System::new(self.variables);
        for (pieces, language, holds) in &self.memberships {
            let part = |piece: &Piece| match piece {
                Piece::Variable(variable) => Part::Variable(*variable),
                Piece::Word(word) => Part::Word(spell(word)),
            };
            let language = language.build(store);
            system.add(pieces.iter().map(part).collect(), language, *holds);
        }
        system
    }

    /// Do the memberships with these numbers hold?
    fn holds(&self, automata: &[Dfa], chosen: &[usize], values: &[&[usize]]) -> bool {
        chosen.iter().all(|at| {
            let (pieces, _, holds) = &self.memberships[*at];
            let mut side: Vec<usize> = Vec::new();
            for piece in pieces {
                match piece {
                    Piece::Variable(variable) => side.extend(values[*variable]),
                    Piece::Word(word) => side.extend(word),
                }
            }
            automata[*at].accepts(&side) == *holds
        })
    }

    /// Have the memberships with these numbers a solution with short words?
    fn short_solution(&self, automata: &[Dfa], chosen: &[usize]) -> Option<Vec<Vec<usize>>> {
        let longest = [5, 3, 2][self.variables - 1];
        let all = words(longest);
        let mut at = vec![0_usize; self.variables];
        loop {
            let values: Vec<&[usize]> = at.iter().map(|index| all[*index].as_slice()).collect();
            if self.holds(automata, chosen, &values) {
                return Some(values.into_iter().map(<[usize]>::to_vec).collect());
            }
            let next = at.iter().position(|index| index + 1 < all.len())?;
            at[next] += 1;
            at[..next].fill(0);
        }
    }
}

fn check(plain: &Plain, round: usize, order: Order) -> (bool, Counts) {
    let mut store = RegexStore::new();
    let system = plain.build(&mut store);
    let automata: Vec<Dfa> = plain.memberships.iter().map(|(_, language, _)| Dfa::new(language)).collect();
    let all: Vec<usize> = (0..automata.len()).collect();
    let budget = Budget::unlimited();
    let mut search = Search::new(&system).with_order(order);
    let answer = search.run(&mut store, &budget).expect("no limit");
    let counts = search.counts();
    match answer {
        Answer::Words(found) => {
            let found: Vec<Vec<usize>> = found.iter().map(|word| symbols_of(word)).collect();
            let values: Vec<&[usize]> = found.iter().map(Vec::as_slice).collect();
            assert!(plain.holds(&automata, &all, &values), "round {round}: {plain:?} {found:?}");
            (true, counts)
        }
        Answer::Unsat(core) => {
            let solution = plain.short_solution(&automata, &core);
            assert_eq!(solution, None, "round {round}: {plain:?} {core:?}");
            (false, counts)
        }
    }
}

#[test]
fn ten_thousand_random_systems_agree_with_brute_force() {
    let mut random = Random::new(41);
    let (mut yes, mut no, mut guesses, mut backtracks) = (0, 0, 0, 0);
    for round in 0..10_000 {
        let plain = Plain::random(&mut random);
        let order = if round % 4 == 3 { Order::Deepest } else { Order::Shortest };
        let (found, counts) = check(&plain, round, order);
        yes += usize::from(found);
        no += usize::from(!found);
        guesses += counts.guesses;
        backtracks += counts.backtracks;
    }
    assert!(yes > 2000 && no > 2000, "{yes} with words, {no} without");
    assert!(guesses > 2000 && backtracks > 2000, "{guesses} guesses, {backtracks} backtracks");
}

#[test]
fn both_searches_agree_on_random_systems() {
    let mut random = Random::new(42);
    let budget = Budget::unlimited();
    for round in 0..3_000 {
        let plain = Plain::random(&mut random);
        let mut store = RegexStore::new();
        let system = plain.build(&mut store);
        let answer = Search::new(&system).run(&mut store, &budget).expect("no limit");
        let memberships = system.memberships().iter().map(|fact| {
            let language = if fact.holds { fact.language } else { store.complement(fact.language) };
            (fact.parts.clone(), language)
        });
        let memberships = memberships.collect();
        let other = concatenation::System { languages: vec![store.all(); plain.variables], memberships };
        let other = concatenation::solve(&mut store, &other, &budget).expect("no limit");
        assert_eq!(matches!(answer, Answer::Words(_)), other.is_some(), "round {round}: {plain:?}");
    }
}

#[test]
fn a_search_ends_with_its_budget_wherever_it_is() {
    let mut random = Random::new(43);
    let mut stopped = 0;
    for _ in 0..300 {
        let plain = Plain::random(&mut random);
        let mut store = RegexStore::new();
        let system = plain.build(&mut store);
        let steps = random.below(200) as u64;
        let budget = Budget::unlimited().with_steps(Some(steps));
        stopped += usize::from(Search::new(&system).run(&mut store, &budget) == Err(Stop::Steps));
        // Each look at the budget may be a few steps late.
        assert!(budget.used() < steps + 2_000, "{} of {steps}", budget.used());
    }
    assert!(stopped > 50, "{stopped}");
}
