//! Rewriting: from an assertion to its image, by the equations that rules have made.
//!
//! Enters: a unit of the proof. Leaves: the unit of its rewritten form. Each rule that was applied is an equation of
//! a term before and after; those that the term meets on its way are justified one by one, and congruence does the
//! rest.

use rustc_hash::FxHashMap;
use tress_base::Stop;
use tress_rewrite::rewrite::Applied;
use tress_term::term::{Term, TermSet, map_args};

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
        let Some(clause) = canonical(self.env.store, &literals) else { return Ok(None) };
        let Some(closure) = self.proof.add(self.env.store, &clause, Reason::Euf(Vec::new())) else {
            if self.missing.is_empty() {
                self.missing("rewriting as a whole");
            }
            return Ok(None);
        };
        hints.push(closure);
        let Some(unit) = canonical(self.env.store, &[(image, true)]) else { return Ok(None) };
        Ok(self.derived(&unit, hints).map(|entry| (image, entry)))
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
