//! Refutations by the kernel, clause by clause, and clauses that justify them.
//!
//! Enters: formulas that are known, and a clause to show. Leaves: the number of that clause in the proof. The
//! kernel refutes the formulas together with the negation of the clause and names the clauses that this
//! needs; each is justified on its own, and the rest is unit propagation.

use rustc_hash::FxHashMap;
use tress_base::{Cap, Stop};
use tress_kernel::{NoTheory, Origin, Recorded, Refutation, Role, decide_recorded};
use tress_rewrite::problem::{Fact, Problem};
use tress_strings::Strings;
use tress_term::term::{Substitution, Term, TermSet, post_order};

use crate::connectives::Aliases;
use crate::emit::{Literal, Reason};
use crate::proof::canonical;
use crate::prove::{Known, Prover, Shown, Source};
use crate::skolems;

/// Which search refutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// Clauses, equality and arithmetic.
    Kernel,
    /// The same with the theory of strings.
    Calculus,
}

impl Prover<'_, '_> {
    /// Shows a clause from what is known.
    pub(crate) fn refute(
        &mut self,
        facts: &[Known],
        clause: &[Literal],
        method: Method,
        steps: &Cap,
    ) -> Result<Option<usize>, Stop> {
        let mut assumed: FxHashMap<Term, Option<&Source>> = FxHashMap::default();
        let mut formulas = Vec::new();
        for Known { formula, source } in facts {
            if assumed.insert(*formula, Some(source)).is_none() {
                formulas.push(*formula);
            }
        }
        for (atom, positive) in clause {
            let negated = if *positive { self.env.store.not(*atom) } else { *atom };
            if assumed.insert(negated, None).is_none() {
                formulas.push(negated);
            }
        }
        let formulas = formulas.into_iter().enumerate();
        let facts = formulas.map(|(origin, term)| Fact { term, origin: origin as u32 }).collect();
        let problem = Problem::new(self.env.store, facts);
        let budget = self.env.budget;
        let recorded = budget.share(steps.most(budget), || {
            let mut env = self.env.lend();
            match method {
                Method::Kernel => decide_recorded(&mut env, NoTheory, &problem),
                Method::Calculus => decide_recorded(&mut env, Strings::default(), &problem),
            }
        });
        let clauses = match recorded {
            Ok(Some(Recorded::Refuted(refutation))) => self.without_skolems(refutation),
            Ok(Some(Recorded::Unnamed)) => {
                self.missing("a variable without a formula");
                return Ok(None);
            }
            Ok(Some(Recorded::Open(_)) | None) | Err(Stop::GaveUp(_)) => return Ok(None),
            Err(stop) => return Err(stop),
        };
        let Some(refutation) = clauses else { return Ok(None) };
        self.replay(&refutation, &assumed, clause)
    }

    /// A refutation in which terms stand in the place of Skolem symbols. `None` if there is no term for one.
    fn without_skolems(&mut self, mut refutation: Refutation) -> Option<Refutation> {
        let clauses = &mut refutation.clauses;
        let used: Vec<Term> =
            clauses.iter().flat_map(|clause| clause.literals.iter().map(|(term, _)| *term)).collect();
        let mut below = TermSet::new();
        for term in post_order(self.env.store, &used) {
            below.add(term);
        }
        let mut substitution = Substitution::new();
        for Role { symbol, role, of } in &refutation.roles {
            let Some(id) = self.env.store.as_constant(*symbol) else { continue };
            let of: Vec<Term> = of.iter().map(|term| substitution.apply(self.env.store, *term)).collect();
            match skolems::term(self.env.store, role, &of) {
                Some(term) => substitution.put(id, term),
                None if below.has(*symbol) => {
                    self.missing(&format!("Skolem symbol {role}"));
                    return None;
                }
                None => {}
            }
        }
        if !substitution.is_empty() {
            let literals = clauses.iter_mut().flat_map(|clause| &mut clause.literals);
            let aliases = refutation.aliases.iter_mut();
            let terms =
                literals.map(|(term, _)| term).chain(aliases.flat_map(|(own, (other, _))| [own, other]));
            for term in terms {
                *term = substitution.apply(self.env.store, *term);
            }
        }
        Some(refutation)
    }

    /// Justifies the clauses of a refutation in their order.
    fn replay(
        &mut self,
        refutation: &Refutation,
        assumed: &FxHashMap<Term, Option<&Source>>,
        clause: &[Literal],
    ) -> Result<Option<usize>, Stop> {
        // The entry of each clause; `None` if it is the negation of a literal that is assumed, or always
        // true.
        let mut entries: Vec<Option<usize>> = Vec::with_capacity(refutation.clauses.len());
        let aliases = Aliases::new(&refutation.aliases);
        let mut is_whole = true;
        for recorded in &refutation.clauses {
            self.env.budget.look()?;
            let entry = match &recorded.origin {
                Origin::Asserted(fact) => match assumed.get(fact) {
                    Some(Some(source)) => match self.entry(source)? {
                        Some(entry) => self.taken_apart(*fact, entry, &recorded.literals, &aliases)?,
                        None => None,
                    },
                    _ => Some(None),
                },
                Origin::Derived(hints) => {
                    let hints: Vec<usize> =
                        hints.iter().filter_map(|hint| entries.get(*hint).copied()?).collect();
                    let literals = [&recorded.literals, clause].concat();
                    match canonical(self.env.store, &literals) {
                        None => Some(None),
                        Some(literals) if is_whole => self.derived(&literals, hints).map(Some),
                        Some(_) => None,
                    }
                }
                Origin::Definition => self.definition(&recorded.literals, &aliases)?,
                Origin::Explanation => self.shown(&recorded.literals, "explanation")?,
                Origin::Inference(rule) => self.shown(&recorded.literals, rule.name)?,
            };
            // The others are looked at all the same: all that is missing is to be known.
            is_whole &= entry.is_some();
            let is_fact = matches!(recorded.origin, Origin::Asserted(_) | Origin::Derived(_));
            if entry.is_none() && clause.is_empty() && !is_fact {
                self.derivations.is_final = true;
            }
            entries.push(entry.flatten());
            if !is_whole && !clause.is_empty() {
                return Ok(None);
            }
        }
        Ok(entries.last().copied().flatten().filter(|_| is_whole))
    }

    /// The entry of what is known.
    fn entry(&mut self, source: &Source) -> Result<Option<usize>, Stop> {
        match source {
            Source::Derived(number) => self.entry_of(*number),
            Source::Step(literals, reason) => Ok(match self.proof.known(literals) {
                Some(entry) => Some(entry),
                None => self.proof.add(self.env.store, literals, reason.clone()),
            }),
        }
    }

    fn shown(&mut self, literals: &[Literal], rule: &str) -> Result<Option<Option<usize>>, Stop> {
        Ok(match self.prove(literals, rule)? {
            Shown::Always => Some(None),
            Shown::Entry(entry) => Some(Some(entry)),
            Shown::Open => None,
        })
    }

    /// A clause by unit propagation.
    pub(crate) fn derived(&mut self, literals: &[Literal], hints: Vec<usize>) -> Option<usize> {
        if let Some(known) = self.proof.known(literals) {
            return Some(known);
        }
        let hints = self.proof.propagating(self.env.store, literals, &hints);
        let entry = hints.and_then(|hints| self.proof.add(self.env.store, literals, Reason::Rup(hints)));
        if entry.is_none() {
            self.missing("unit propagation");
        }
        entry
    }
}
