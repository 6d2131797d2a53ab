//! Solved equations inside of formulas: `x = t` in a conjunction that holds every occurrence of `x`.
//!
//! Where the conjunction only helps, it may be read as "there is an `x` such that", and then `t` replaces `x`
//! in all of it. Disjunctions of cases, each with symbols of its own, become disjunctions over the symbols
//! they share. Facts that hold with some `x` hold with `t` instead, also when only some of the facts are
//! taken, so conflicts keep their origins.

use tress_base::Stop;

use tress_term::term::{Op, SymbolId, Term, TermMap, TermStore, post_order};

use super::Passes;
use super::images::Images;
use super::limits::{DEFINITION_PARTS, NESTED};
use super::pure::{FALSE_SIDE, TRUE_SIDE};
use super::substitute::{Solved, ValueKind};

/// For each term the innermost conjunction that holds all its occurrences, if there is one.
#[derive(Default)]
struct Scopes {
    scope: TermMap<Option<Term>>,
    /// How many conjunctions hold this one.
    depth: TermMap<u32>,
}

impl Passes<'_> {
    /// Puts solved equations in whose symbols occur in one conjunction only. True when there were any.
    pub(super) fn local_equations(&mut self) -> Result<bool, Stop> {
        let sides = self.sides()?;
        let roots: Vec<Term> = self.facts.iter().map(|fact| fact.term).collect();
        let order = post_order(self.env.store, &roots);
        let conjunctions: Vec<Term> =
            order.iter().copied().filter(|term| is_conjunction(self.env.store, *term, &sides)).collect();
        if conjunctions.is_empty() || self.is_refuted() {
            return Ok(false);
        }
        let scopes = self.scopes(&roots, &order, &sides)?;
        let mut solved = Solved::default();
        for kind in [ValueKind::Constant, ValueKind::Symbol, ValueKind::Other] {
            for conjunction in &conjunctions {
                self.env.budget.poll()?;
                let is_or = self.env.store.op(*conjunction) == Some(Op::Or);
                for part in self.env.store.args(*conjunction).to_vec() {
                    let part = if is_or { self.env.store.not(part) } else { part };
                    let is_home = |symbol| scopes.scope.get(symbol) == Some(&Some(*conjunction));
                    solved.take_where(self.env.store, part, 0, kind, is_home);
                }
            }
        }
        if solved.is_empty() {
            return Ok(false);
        }
        self.order(&mut solved)?;
        self.put_in_locally(&solved)
    }

    fn scopes(&self, roots: &[Term], order: &[Term], sides: &TermMap<u8>) -> Result<Scopes, Stop> {
        let mut scopes = Scopes::default();
        for root in roots {
            scopes.scope.set(*root, None);
        }
        // Backwards, every term comes after all terms it stands in.
        for term in order.iter().rev() {
            let mut scope = scopes.scope.get(*term).copied().flatten();
            let depth = scopes.depth_of(scope);
            if is_conjunction(self.env.store, *term, sides)
                && !NESTED.is_exceeded(depth as usize + 1, self.env.budget)
            {
                scopes.depth.set(*term, depth + 1);
                scope = Some(*term);
            }
            for arg in self.env.store.args(*term) {
                let steps = scopes.add(*arg, scope);
                self.env.budget.poll_many(1 + steps)?;
            }
        }
        Ok(scopes)
    }

    fn put_in_locally(&mut self, solved: &Solved) -> Result<bool, Stop> {
        let uses = self.uses()?;
        let mut images = Images::default();
        let mut eliminated: Vec<(SymbolId, Term)> = Vec::new();
        for (symbol, value) in solved.in_order() {
            self.env.budget.poll()?;
            let image = images.apply(self.env.store, &mut self.origins, value);
            // Once in its own equation, once more elsewhere.
            if uses.get(symbol).copied().unwrap_or(0) > 2
                && DEFINITION_PARTS.is_exceeded(images.width(image.term) as usize, self.env.budget)
            {
                continue;
            }
            images.put_freely(symbol, image.term);
            eliminated.extend(self.env.store.as_constant(symbol).map(|symbol| (symbol, value)));
        }
        if eliminated.is_empty() {
            return Ok(false);
        }
        self.count("local-equations", eliminated.len() as u64);
        // A definition mentions symbols that were put in before it: they stand later in the list.
        self.eliminated.extend(eliminated.into_iter().rev());
        self.put(&mut images)?;
        Ok(true)
    }
}

impl Scopes {
    fn depth_of(&self, scope: Option<Term>) -> u32 {
        scope.and_then(|scope| self.depth.get(scope).copied()).unwrap_or(0)
    }

    /// A term occurs in this conjunction, or outside of all. Returns the number of steps it took.
    fn add(&mut self, term: Term, scope: Option<Term>) -> u64 {
        let Some(mut one) = self.scope.get(term).copied() else {
            self.scope.set(term, scope);
            return 0;
        };
        let mut other = scope;
        let mut steps = 0;
        while one != other {
            let deeper = if self.depth_of(one) >= self.depth_of(other) { &mut one } else { &mut other };
            *deeper = deeper.and_then(|deeper| self.scope.get(deeper).copied().flatten());
            steps += 1;
        }
        self.scope.set(term, one);
        steps
    }
}

/// Is the term a conjunction that facts only need to be true, or a disjunction that they only need
/// to be false?
fn is_conjunction(store: &TermStore, term: Term, sides: &TermMap<u8>) -> bool {
    match store.op(term) {
        Some(Op::And) => sides.get(term) == Some(&TRUE_SIDE),
        Some(Op::Or) => sides.get(term) == Some(&FALSE_SIDE),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;

    const PASS: fn(&mut Passes<'_>) -> Result<bool, Stop> = |passes| passes.local_equations();

    #[test]
    fn names_of_one_case_are_put_in() {
        check(
            PASS,
            &["(or (and (= x (str.++ y \"a\")) (str.contains z x)) (= z \"b\"))"],
            &["(or (= z \"b\") (str.contains z (str.++ y \"a\")))"],
        );
        check(
            PASS,
            &["(not (and (or (not (= x (str.++ y \"a\"))) (str.contains x z)) (str.<= z y)))"],
            &["(not (and (str.<= z y) (str.contains (str.++ y \"a\") z)))"],
        );
    }

    #[test]
    fn cases_may_nest() {
        check(
            PASS,
            &["(or (= z \"b\") (and (= x z) (or (and (= y \"a\") (= x y)) (str.prefixof \"c\" x))))"],
            &["(or (= z \"b\") (str.prefixof \"c\" z) (= z \"a\"))"],
        );
    }

    #[test]
    fn names_that_others_know_stay() {
        let shared = ["(or (= \"b\" z) (and (= x z) (str.contains y x)))", "(str.contains x \"a\")"];
        let left = super::super::tests::facts(PASS, &shared);
        assert_eq!(left.len(), 2, "{left:?}");
        let both = ["(or (and (= x y) (str.contains z x)) (and (= x z) (str.contains y x)))"];
        let left = super::super::tests::facts(PASS, &both);
        assert!(left[0].contains('x'), "{left:?}");
        let hindering = ["(= a (and (= x y) (str.contains z x)))"];
        let left = super::super::tests::facts(PASS, &hindering);
        assert!(left[0].contains('x'), "{left:?}");
    }

    #[test]
    fn circles_are_cut() {
        let circle = ["(or (= z \"b\") (and (= x (str.++ y z)) (= y (str.replace x z \"\"))))"];
        let left = super::super::tests::facts(PASS, &circle);
        assert!(left[0].contains("str.replace"), "{left:?}");
    }
}
