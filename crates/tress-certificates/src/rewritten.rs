//! Rewriting: from an assertion to its image, by the equations that rules have made.
//!
//! Enters: a unit of the proof. Leaves: the unit of its rewritten form. Each rule that was applied is an
//! equation of a term before and after; those that the term meets on its way are justified one by one, and
//! congruence does the rest. Replacing a symbol by what it is equal to is congruence alone.

use rustc_hash::FxHashMap;
use tress_base::Stop;
use tress_rewrite::rewrite::Applied;
use tress_term::term::{Term, TermSet, map_args};

use crate::emit::{Literal, Reason};
use crate::proof::canonical;
use crate::prove::{Prover, Shown};

/// An equation with the name of the rule that made it.
type Equation = (Term, &'static str);

/// Applications of rules by the term before.
///
/// Invariant: `by_term` holds the first application of each term among the first `read` ones.
#[derive(Default)]
pub(crate) struct Applications {
    by_term: FxHashMap<Term, Applied>,
    read: usize,
}

impl Prover<'_, '_> {
    /// The unit of the rewritten form of a formula, from the unit of the formula.
    pub(crate) fn rewriting(
        &mut self,
        formula: Term,
        image: Term,
        entry: usize,
    ) -> Result<Option<usize>, Stop> {
        let mut hints = vec![entry];
        let mut equations: Vec<Literal> = Vec::new();
        for (equation, rule) in self.needed_equations(formula, image)? {
            // All that is missing is to be known.
            if let Shown::Entry(entry) = self.prove(&[(equation, true)], rule)? {
                hints.push(entry);
                equations.push((equation, false));
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
        Ok(self.derived(&unit, hints))
    }

    /// The equations of rules that lead from a formula to its image. Those that no single step shows are left
    /// out where the others do without them.
    fn needed_equations(&mut self, formula: Term, image: Term) -> Result<Vec<Equation>, Stop> {
        let (mut easy, mut hard) = (Vec::new(), Vec::new());
        for Applied { before, after, rule } in self.applied(formula) {
            let equation = self.env.equal(before, after);
            let Some(clause) = canonical(self.env.store, &[(equation, true)]) else { continue };
            let is_shown = self.closed(&clause, 0)?.is_some();
            if is_shown { &mut easy } else { &mut hard }.push((equation, rule));
        }
        if self.closes(formula, image, &easy) {
            return Ok(easy);
        }
        if self.closes(formula, image, &[easy.as_slice(), &hard].concat()) {
            hard = self.smallest(formula, image, &easy, &hard);
        }
        easy.append(&mut hard);
        Ok(easy)
    }

    /// Equations of a list that are needed besides others, where all together are enough (QuickXplain; Junker
    /// 2004).
    fn smallest(
        &mut self,
        formula: Term,
        image: Term,
        others: &[Equation],
        list: &[Equation],
    ) -> Vec<Equation> {
        if list.len() < 2 {
            return list.to_vec();
        }
        let (front, back) = list.split_at(list.len() / 2);
        for half in [front, back] {
            if self.closes(formula, image, &[others, half].concat()) {
                return self.smallest(formula, image, others, half);
            }
        }
        let mut found = self.smallest(formula, image, &[others, back].concat(), front);
        found.append(&mut self.smallest(formula, image, &[others, &found].concat(), back));
        found
    }

    /// Does the image follow from the formula and equations by congruence?
    fn closes(&mut self, formula: Term, image: Term, equations: &[Equation]) -> bool {
        let equations = equations.iter().map(|(equation, _)| (*equation, false));
        let literals: Vec<Literal> = [(formula, false), (image, true)].into_iter().chain(equations).collect();
        canonical(self.env.store, &literals)
            .is_none_or(|clause| self.proof.add(self.env.store, &clause, Reason::Euf(Vec::new())).is_some())
    }

    /// The unit of a formula in which an equation has replaced a symbol, from the units of both.
    pub(crate) fn replacing(
        &mut self,
        (fact, entry): (Term, usize),
        (equation, unit): (Term, usize),
        image: Term,
    ) -> Option<usize> {
        let clause = canonical(self.env.store, &[(equation, false), (fact, false), (image, true)])?;
        let closure = self.proof.add(self.env.store, &clause, Reason::Euf(Vec::new()))?;
        let literal = canonical(self.env.store, &[(image, true)])?;
        self.derived(&literal, vec![unit, entry, closure])
    }

    /// The applications of rules that rewriting a term has met, innermost first.
    fn applied(&mut self, root: Term) -> Vec<Applied> {
        for applied in &self.env.rewriter.applied()[self.applications.read..] {
            self.applications.by_term.entry(applied.before).or_insert(*applied);
            self.applications.read += 1;
        }
        let by_term = &self.applications.by_term;
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
