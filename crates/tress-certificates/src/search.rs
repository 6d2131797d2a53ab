//! Refutations by the kernel, clause by clause, and clauses that justify them.
//!
//! Enters: formulas that are known, and a clause to show. Leaves: the number of that clause in the proof. The kernel
//! refutes the formulas together with the negation of the clause and names the clauses that this needs; each is
//! justified on its own, and the rest is unit propagation.

use rustc_hash::FxHashMap;
use tress_base::Stop;
use tress_kernel::{NoTheory, Origin, Recorded, RecordedClause, Role, decide_recorded};
use tress_rewrite::problem::{Fact, Problem};
use tress_strings::Strings;
use tress_term::term::{Op, Substitution, Term};

use crate::emit::{Literal, Reason};
use crate::proof::{canonical, plain};
use crate::prove::{Prover, Shown};
use crate::skolems;

/// Which search refutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// Clauses, equality and arithmetic.
    Kernel,
    /// The same with the theory of strings.
    Calculus,
}

/// Steps that a search inside of a proof may take.
const INNER_STEPS: u64 = 200_000;
/// Steps that the search for the whole proof may take.
const OUTER_STEPS: u64 = 20_000_000;

impl Prover<'_, '_> {
    /// Shows a clause from facts, which are units of the proof.
    pub(crate) fn refute(
        &mut self,
        facts: &[(Term, usize)],
        clause: &[Literal],
        method: Method,
    ) -> Result<Option<usize>, Stop> {
        let mut assumed: FxHashMap<Term, Option<usize>> = FxHashMap::default();
        let mut formulas = Vec::new();
        for (fact, entry) in facts {
            if assumed.insert(*fact, Some(*entry)).is_none() {
                formulas.push(*fact);
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
        let steps = if clause.is_empty() { OUTER_STEPS } else { INNER_STEPS };
        let budget = self.env.budget;
        let recorded = budget.share(steps, || {
            let mut env = self.env.lend();
            match method {
                Method::Kernel => decide_recorded(&mut env, NoTheory, &problem),
                Method::Calculus => decide_recorded(&mut env, Strings::default(), &problem),
            }
        });
        let clauses = match recorded {
            Ok(Some(Recorded::Refuted(clauses, roles))) => self.without_skolems(clauses, &roles)?,
            Ok(Some(Recorded::Unnamed)) => {
                self.missing("a variable without a formula");
                return Ok(None);
            }
            Ok(Some(Recorded::Open(_)) | None) | Err(Stop::GaveUp(_)) => return Ok(None),
            Err(stop) => return Err(stop),
        };
        let Some(clauses) = clauses else { return Ok(None) };
        self.replay(&clauses, &assumed, clause)
    }

    /// Clauses in which terms stand in the place of Skolem symbols.
    fn without_skolems(
        &mut self,
        mut clauses: Vec<RecordedClause>,
        roles: &[Role],
    ) -> Result<Option<Vec<RecordedClause>>, Stop> {
        let used: Vec<Term> =
            clauses.iter().flat_map(|clause| clause.literals.iter().map(|(term, _)| *term)).collect();
        let below: rustc_hash::FxHashSet<Term> =
            tress_term::term::post_order(self.env.store, &used).into_iter().collect();
        let mut substitution = Substitution::new();
        for Role { symbol, role, of } in roles {
            let Some(id) = self.env.store.as_constant(*symbol) else { continue };
            let of: Vec<Term> = of.iter().map(|term| substitution.apply(self.env.store, *term)).collect();
            match skolems::term(self.env.store, role, &of) {
                Some(term) => substitution.put(id, term),
                None if below.contains(symbol) => {
                    self.missing(&format!("Skolem symbol {role}"));
                    return Ok(None);
                }
                None => {}
            }
        }
        if !substitution.is_empty() {
            for clause in &mut clauses {
                for (term, _) in &mut clause.literals {
                    *term = substitution.apply(self.env.store, *term);
                }
            }
        }
        Ok(Some(clauses))
    }

    /// Justifies the clauses of a refutation in their order.
    fn replay(
        &mut self,
        clauses: &[RecordedClause],
        assumed: &FxHashMap<Term, Option<usize>>,
        clause: &[Literal],
    ) -> Result<Option<usize>, Stop> {
        // The entry of each clause; `None` if it is the negation of a literal that is assumed, or always true.
        let mut entries: Vec<Option<usize>> = Vec::with_capacity(clauses.len());
        let mut is_whole = true;
        for recorded in clauses {
            self.env.budget.look()?;
            let entry = match &recorded.origin {
                Origin::Asserted(fact) => match assumed.get(fact) {
                    Some(Some(entry)) => self.taken_apart(*fact, *entry, &recorded.literals)?,
                    _ => Some(None),
                },
                Origin::Derived(hints) => {
                    let hints: Vec<usize> = hints.iter().filter_map(|hint| entries.get(*hint).copied()?).collect();
                    let literals = [&recorded.literals, clause].concat();
                    match canonical(self.env.store, &literals) {
                        None => Some(None),
                        Some(literals) if is_whole => self.derived(&literals, hints).map(Some),
                        Some(_) => None,
                    }
                }
                Origin::Definition => self.shown(&recorded.literals, "definition")?,
                Origin::Explanation => self.shown(&recorded.literals, "explanation")?,
                Origin::Inference(rule) => self.shown(&recorded.literals, rule.name)?,
            };
            // The others are looked at all the same: all that is missing is to be known.
            is_whole &= entry.is_some();
            entries.push(entry.flatten());
            if !is_whole && !clause.is_empty() {
                return Ok(None);
            }
        }
        Ok(entries.last().copied().flatten().filter(|_| is_whole))
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
        let entry = self.proof.add(self.env.store, literals, Reason::Rup(hints));
        if entry.is_none() {
            self.missing("unit propagation");
        }
        entry
    }

    /// The clause that a fact was asserted as: itself, or its parts if it is a disjunction.
    fn taken_apart(
        &mut self,
        fact: Term,
        entry: usize,
        literals: &[Literal],
    ) -> Result<Option<Option<usize>>, Stop> {
        let is_unit = literals.len() == 1 && plain(self.env.store, literals[0]) == plain(self.env.store, (fact, true));
        if is_unit || self.env.store.op(fact) != Some(Op::Or) {
            return self.same(fact, entry, literals);
        }
        let args: Vec<Literal> = self.env.store.args(fact).iter().map(|arg| (*arg, true)).collect();
        let whole = [&[(fact, false)], args.as_slice()].concat();
        let Some(definition) = self.proof.add(self.env.store, &whole, Reason::Bool(fact)) else {
            self.missing("definition of a disjunction");
            return Ok(None);
        };
        let Some(clause) = canonical(self.env.store, &args) else { return Ok(Some(None)) };
        let Some(parts) = self.derived(&clause, vec![entry, definition]) else { return Ok(None) };
        let target = canonical(self.env.store, literals);
        if target.as_deref() == Some(&*clause) {
            return Ok(Some(Some(parts)));
        }
        self.bridged(&args, parts, literals)
    }

    /// A unit as another literal with the same meaning.
    fn same(&mut self, fact: Term, entry: usize, literals: &[Literal]) -> Result<Option<Option<usize>>, Stop> {
        let Some(target) = canonical(self.env.store, literals) else { return Ok(Some(None)) };
        let own = canonical(self.env.store, &[(fact, true)]);
        if own.as_deref() == Some(&*target) {
            return Ok(Some(Some(entry)));
        }
        self.bridged(&[(fact, true)], entry, literals)
    }

    /// From a clause to one whose literals are implied by its own, one for one.
    fn bridged(
        &mut self,
        from: &[Literal],
        entry: usize,
        literals: &[Literal],
    ) -> Result<Option<Option<usize>>, Stop> {
        let mut hints = Vec::new();
        for (atom, positive) in from {
            if literals.iter().any(|other| plain(self.env.store, *other) == plain(self.env.store, (*atom, *positive))) {
                continue;
            }
            let implied = [&[(*atom, !*positive)], literals].concat();
            match self.prove(&implied, "equivalent atoms")? {
                Shown::Entry(bridge) => hints.push(bridge),
                Shown::Always => {}
                Shown::Open => return Ok(None),
            }
        }
        hints.push(entry);
        let Some(target) = canonical(self.env.store, literals) else { return Ok(Some(None)) };
        Ok(self.derived(&target, hints).map(Some))
    }
}
