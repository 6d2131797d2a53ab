//! Truth values that occur on one side only: one that only helps is true, one that only hinders is
//! false.
//!
//! Facts that hold with some value of such a symbol hold with the better one too, also when only some of
//! the facts are taken, so conflicts keep their origins.

use tress_base::Stop;

use tress_term::term::{Op, Sort, Substitution, Term, TermMap, TermStore, post_order};

use super::Passes;

/// Facts need the term to be true, to be false, or both.
pub(super) const TRUE_SIDE: u8 = 1;
pub(super) const FALSE_SIDE: u8 = 2;
const BOTH: u8 = TRUE_SIDE | FALSE_SIDE;

impl Passes<'_> {
    /// Gives truth values that occur on one side only the value that side needs. True when there
    /// were any.
    pub(super) fn pure_symbols(&mut self) -> Result<bool, Stop> {
        let sides = self.sides()?;
        let roots: Vec<Term> = self.facts.iter().map(|fact| fact.term).collect();
        let mut substitution = Substitution::new();
        let before = self.eliminated.len();
        for term in post_order(self.env.store, &roots) {
            self.env.budget.poll()?;
            let side = sides.get(term).copied().unwrap_or(BOTH);
            if let Some(symbol) = self.env.store.as_constant(term)
                && self.env.store.sort(term) == Sort::Bool
                && side != BOTH
            {
                let value = TermStore::bool(side == TRUE_SIDE);
                substitution.put(symbol, value);
                self.eliminated.push((symbol, value));
            }
        }
        let found = self.eliminated.len() - before;
        if found == 0 {
            return Ok(false);
        }
        self.count("pure-symbols", found as u64);
        for fact in &mut self.facts {
            fact.term = substitution.apply(self.env.store, fact.term);
        }
        Ok(true)
    }

    /// On which sides each term stands.
    pub(super) fn sides(&self) -> Result<TermMap<u8>, Stop> {
        let roots: Vec<Term> = self.facts.iter().map(|fact| fact.term).collect();
        let mut sides: TermMap<u8> = TermMap::new();
        for root in &roots {
            sides.set(*root, TRUE_SIDE);
        }
        // Backwards, every term comes after all terms it stands in.
        for term in post_order(self.env.store, &roots).into_iter().rev() {
            self.env.budget.poll()?;
            let side = sides.get(term).copied().unwrap_or(BOTH);
            for (index, arg) in self.env.store.args(term).iter().enumerate() {
                let known = sides.get(*arg).copied().unwrap_or(0);
                sides.set(*arg, known | side_of_argument(self.env.store, term, index, side));
            }
        }
        Ok(sides)
    }
}

/// On which side an argument stands, when the whole stands on this one.
fn side_of_argument(store: &TermStore, term: Term, index: usize, side: u8) -> u8 {
    let other = match side {
        TRUE_SIDE => FALSE_SIDE,
        FALSE_SIDE => TRUE_SIDE,
        _ => side,
    };
    match store.op(term) {
        Some(Op::And | Op::Or) => side,
        Some(Op::Not) => other,
        Some(Op::Implies) if index + 1 == store.args(term).len() => side,
        Some(Op::Implies) => other,
        Some(Op::Ite) if index > 0 && store.sort(term) == Sort::Bool => side,
        _ => BOTH,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;

    const PASS: fn(&mut Passes<'_>) -> Result<bool, Stop> = |passes| passes.pure_symbols();

    #[test]
    fn what_only_helps_is_true() {
        check(PASS, &["(or a (= x y))", "(or a (= x z))", "(str.contains x y)"], &["(str.contains x y)"]);
        check(PASS, &["(ite (= x y) (and a (= x \"a\")) (and a b))"], &["(or (= x \"a\") (not (= x y)))"]);
        check(PASS, &["(or (not a) (= x y))", "(=> a (= x z))"], &[]);
    }

    #[test]
    fn what_does_both_stays() {
        let both = ["(or a (= x y))", "(or (not a) (= x z))"];
        check(PASS, &both, &both);
        check(PASS, &["(= (= x y) a)"], &["(= (= x y) a)"]);
        check(PASS, &["(= x (ite a \"a\" \"b\"))"], &["(= x (ite a \"a\" \"b\"))"]);
    }
}
