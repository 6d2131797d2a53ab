//! Rewriting: from an assertion to its image, by the equations that rules have made.
//!
//! Enters: a unit of the proof. Leaves: the unit of its rewritten form. Each rule that was applied is an
//! equation of a term before and after; those that the term meets on its way are justified one by one, and
//! congruence does the rest.

use rustc_hash::FxHashMap;
use tress_base::Stop;
use tress_rewrite::rewrite::Applied;
use tress_term::term::{Op, Substitution, Term, TermSet, TermStore, map_args, post_order};

use crate::emit::{Literal, Reason};
use crate::proof::canonical;
use crate::prove::{Prover, Shown};

impl Prover<'_, '_> {
    /// The rewritten form of a formula that is a unit of the proof, and the number of its unit.
    pub(crate) fn rewritten(&mut self, formula: Term, entry: usize) -> Result<Option<(Term, usize)>, Stop> {
        let image = self.env.rewrite(formula)?;
        if image == formula {
            return Ok(Some((formula, entry)));
        }
        let applied = self.applied(formula);
        let mut hints = vec![entry];
        let mut equations: Vec<Literal> = Vec::new();
        for Applied { before, after, rule } in applied {
            let equation = self.env.equal(before, after);
            match self.prove(&[(equation, true)], rule)? {
                Shown::Entry(entry) => {
                    hints.push(entry);
                    equations.push((equation, false));
                }
                Shown::Always => {}
                // All that is missing is to be known.
                Shown::Open => {}
            }
        }
        let literals = [&[(formula, false), (image, true)], equations.as_slice()].concat();
        // An equation may be the negation of the formula itself: then there is nothing to close.
        if let Some(clause) = canonical(self.env.store, &literals) {
            let Some(closure) = self.proof.add(self.env.store, &clause, Reason::Euf(Vec::new())) else {
                if self.missing.is_empty() {
                    self.missing("rewriting as a whole");
                }
                return Ok(None);
            };
            hints.push(closure);
        }
        let Some(unit) = canonical(self.env.store, &[(image, true)]) else { return Ok(None) };
        Ok(self.derived(&unit, hints).map(|entry| (image, entry)))
    }

    /// Facts in which terms stand in the place of symbols that facts make equal to them, rewritten again, as
    /// long as there are any. The empty clause, if a fact becomes false.
    pub(crate) fn substituted(&mut self, facts: &mut Vec<(Term, usize)>) -> Result<Option<usize>, Stop> {
        let mut done: Vec<Term> = Vec::new();
        loop {
            self.env.budget.look()?;
            let found = facts.iter().find_map(|(fact, entry)| {
                let (symbol, term) = solved(self.env.store, *fact)?;
                (!done.contains(&symbol)).then_some((symbol, term, *fact, *entry))
            });
            let Some((symbol, term, equation, unit)) = found else { return Ok(None) };
            done.push(symbol);
            let mut substitution = Substitution::new();
            substitution.put(self.env.store.as_constant(symbol).expect("a symbol"), term);
            for own in &mut *facts {
                let (fact, entry) = *own;
                let image = if fact == equation { fact } else { substitution.apply(self.env.store, fact) };
                if image == fact {
                    continue;
                }
                let literals = [(equation, false), (fact, false), (image, true)];
                let Some(clause) = canonical(self.env.store, &literals) else { continue };
                let Some(closure) = self.proof.add(self.env.store, &clause, Reason::Euf(Vec::new())) else {
                    continue;
                };
                let Some(literal) = canonical(self.env.store, &[(image, true)]) else { continue };
                let Some(entry) = self.derived(&literal, vec![unit, entry, closure]) else { continue };
                let Some((image, entry)) = self.rewritten(image, entry)? else { continue };
                if image == TermStore::FALSE {
                    return Ok(Some(entry));
                }
                *own = (image, entry);
            }
            facts.retain(|(fact, _)| *fact != TermStore::TRUE);
        }
    }

    /// The applications of rules that rewriting a term has met, innermost first.
    fn applied(&mut self, root: Term) -> Vec<Applied> {
        let mut by_term: FxHashMap<Term, Applied> = FxHashMap::default();
        for applied in self.env.rewriter.applied() {
            by_term.entry(applied.before).or_insert(*applied);
        }
        let mut images: FxHashMap<Term, Term> = FxHashMap::default();
        let (mut found, mut seen) = (Vec::new(), TermSet::new());
        let mut stack = vec![(root, false)];
        while let Some((term, is_left)) = stack.pop() {
            if !is_left {
                if !seen.add(term) {
                    continue;
                }
                stack.push((term, true));
                if let Some(applied) = by_term.get(&term) {
                    stack.push((applied.after, false));
                }
                stack.extend(self.env.store.args(term).iter().map(|arg| (*arg, false)));
                continue;
            }
            // The arguments, and what a rule made of the term, have their images now.
            let own = by_term.get(&term).copied();
            let rebuilt = map_args(self.env.store, term, |arg| images.get(&arg).copied().unwrap_or(arg));
            if let Some(applied) = own {
                found.push(applied);
                let image = images.get(&applied.after).copied().unwrap_or(applied.after);
                images.insert(term, image);
            } else if rebuilt == term {
                images.insert(term, term);
            } else if seen.has(rebuilt) {
                let image = images.get(&rebuilt).copied().unwrap_or(rebuilt);
                images.insert(term, image);
            } else {
                // Looked at again when what it was rebuilt to has its image.
                stack.push((term, true));
                stack.push((rebuilt, false));
            }
        }
        found
    }
}

/// The symbol that an equation makes equal to a term in which it does not occur.
fn solved(store: &TermStore, fact: Term) -> Option<(Term, Term)> {
    let (Some(Op::Eq), [a, b]) = (store.op(fact), store.args(fact)) else { return None };
    let is_symbol = |term: Term| store.as_constant(term).is_some();
    let fits = |symbol: Term, term: Term| is_symbol(symbol) && !post_order(store, &[term]).contains(&symbol);
    match (*a, *b) {
        (a, b) if fits(a, b) => Some((a, b)),
        (a, b) if fits(b, a) => Some((b, a)),
        _ => None,
    }
}
