//! Clauses that define connectives, where one formula may represent another in the search.
//!
//! Enters: a clause of the search over representatives. Leaves: the clause in the proof, from the definitions of the
//! connectives themselves and from equivalences of formulas with their representatives, by unit propagation.

use rustc_hash::FxHashMap;
use tress_base::Stop;
use tress_term::term::{Op, Sort, Term, TermStore};

use crate::emit::{Literal, Reason};
use crate::proof::{canonical, plain};
use crate::prove::{Prover, Shown};

/// Which formulas represent others.
pub(crate) struct Aliases {
    of: FxHashMap<Term, Literal>,
    by: FxHashMap<Term, Vec<Term>>,
}

impl Aliases {
    pub(crate) fn new(aliases: &[(Term, Literal)]) -> Self {
        let (mut of, mut by) = (FxHashMap::default(), FxHashMap::<Term, Vec<Term>>::default());
        for (term, other) in aliases {
            of.insert(*term, *other);
            by.entry(other.0).or_default().push(*term);
        }
        Self { of, by }
    }
}

/// A clause that may take part.
enum Source {
    /// It is in the proof.
    Known(usize),
    /// It defines this connective.
    Definition(Term),
    /// It is one half of an equivalence.
    Equivalence,
}

type Candidate = (Vec<Literal>, Source);

impl Prover<'_, '_> {
    /// A clause that defines a connective.
    pub(crate) fn definition(
        &mut self,
        literals: &[Literal],
        aliases: &Aliases,
    ) -> Result<Option<Option<usize>>, Stop> {
        let Some(target) = canonical(self.env.store, literals) else { return Ok(Some(None)) };
        if let Some(known) = self.proof.known(&target) {
            return Ok(Some(Some(known)));
        }
        let mut candidates = Vec::new();
        for (atom, _) in &*target {
            let mut connectives = vec![*atom];
            connectives.extend(aliases.by.get(atom).into_iter().flatten());
            for connective in connectives {
                candidates.extend(self.about(connective, aliases));
            }
        }
        if let Some(entry) = self.propagated(&target, candidates)? {
            return Ok(Some(Some(entry)));
        }
        Ok(match self.prove(&target, "definition")? {
            Shown::Always => Some(None),
            Shown::Entry(entry) => Some(Some(entry)),
            Shown::Open => None,
        })
    }

    /// The clause that a fact was asserted as: itself, or its parts if it is a disjunction.
    pub(crate) fn taken_apart(
        &mut self,
        fact: Term,
        entry: usize,
        literals: &[Literal],
        aliases: &Aliases,
    ) -> Result<Option<Option<usize>>, Stop> {
        let Some(target) = canonical(self.env.store, literals) else { return Ok(Some(None)) };
        let own = self.proof.literals(entry).to_vec();
        if canonical(self.env.store, &own).as_deref() == Some(&*target) {
            return Ok(Some(Some(entry)));
        }
        let mut candidates = vec![(own, Source::Known(entry))];
        candidates.extend(self.about(fact, aliases));
        let found = self.propagated(&target, candidates)?;
        if found.is_none() {
            self.missing("an assertion as a clause");
        }
        Ok(found.map(Some))
    }

    /// The definition of a connective, and what represents it and its arguments.
    fn about(&mut self, term: Term, aliases: &Aliases) -> Vec<Candidate> {
        let (term, _) = plain(self.env.store, (term, true));
        let clauses = definitions(self.env.store, term);
        let mut atoms: Vec<Term> = clauses.iter().flatten().map(|(atom, _)| *atom).collect();
        atoms.push(term);
        atoms.sort_unstable();
        atoms.dedup();
        let mut found: Vec<Candidate> =
            clauses.into_iter().map(|clause| (clause, Source::Definition(term))).collect();
        for atom in atoms {
            if let Some((other, same)) = aliases.of.get(&atom).copied() {
                for sign in [true, false] {
                    let clause = [(atom, !sign), (other, sign == same)].map(|own| plain(self.env.store, own));
                    found.push((clause.to_vec(), Source::Equivalence));
                }
            }
        }
        found
    }

    /// A clause by unit propagation over candidates. Only those that take part are shown.
    fn propagated(&mut self, target: &[Literal], candidates: Vec<Candidate>) -> Result<Option<usize>, Stop> {
        let Some(used) = propagate(self.env.store, target, &candidates) else { return Ok(None) };
        let mut hints = Vec::new();
        for place in used {
            let (literals, source) = &candidates[place];
            let entry = match source {
                Source::Known(entry) => Some(*entry),
                Source::Definition(term) => self.proof.add(self.env.store, literals, Reason::Bool(*term)),
                Source::Equivalence => match self.prove(literals, "equivalent formulas")? {
                    Shown::Always => continue,
                    Shown::Entry(entry) => Some(entry),
                    Shown::Open => None,
                },
            };
            let Some(entry) = entry else { return Ok(None) };
            hints.push(entry);
        }
        Ok(self.derived(target, hints))
    }
}

/// The candidates that make a clause follow, in the order in which they become unit.
fn propagate(store: &TermStore, target: &[Literal], candidates: &[Candidate]) -> Option<Vec<usize>> {
    let mut truths: FxHashMap<Term, bool> =
        target.iter().map(|(atom, positive)| (*atom, !*positive)).collect();
    truths.insert(TermStore::TRUE, true);
    truths.insert(TermStore::FALSE, false);
    let mut reasons: FxHashMap<Term, usize> = FxHashMap::default();
    let mut order = Vec::new();
    let conflict = 'search: loop {
        let before = order.len();
        for (place, (literals, _)) in candidates.iter().enumerate() {
            let (mut open, mut is_true) = (Vec::new(), false);
            for literal in literals {
                let (atom, positive) = plain(store, *literal);
                match truths.get(&atom) {
                    Some(truth) => is_true |= *truth == positive,
                    None => open.push((atom, positive)),
                }
            }
            open.sort_unstable();
            open.dedup();
            match open.as_slice() {
                _ if is_true => {}
                [] => break 'search place,
                [(atom, positive)] => {
                    truths.insert(*atom, *positive);
                    reasons.insert(*atom, place);
                    order.push(*atom);
                }
                _ => {}
            }
        }
        if order.len() == before {
            return None;
        }
    };
    let mut needed: Vec<Term> = candidates[conflict].0.iter().map(|own| plain(store, *own).0).collect();
    let mut used = vec![conflict];
    for atom in order.iter().rev() {
        if needed.contains(atom) {
            let reason = reasons[atom];
            used.push(reason);
            needed.extend(candidates[reason].0.iter().map(|own| plain(store, *own).0));
        }
    }
    used.reverse();
    Some(used)
}

/// The clauses that define a connective.
fn definitions(store: &mut TermStore, term: Term) -> Vec<Vec<Literal>> {
    let args = store.args(term).to_vec();
    let all = |sign: bool| args.iter().map(move |arg| (*arg, sign));
    let (yes, no) = ((term, true), (term, false));
    let mut clauses: Vec<Vec<Literal>> = match (store.op(term), args.as_slice()) {
        (Some(Op::And), _) => {
            let whole = std::iter::once(yes).chain(all(false)).collect();
            all(true).map(|part| vec![no, part]).chain([whole]).collect()
        }
        (Some(Op::Or), _) => {
            let whole = std::iter::once(no).chain(all(true)).collect();
            all(false).map(|part| vec![yes, part]).chain([whole]).collect()
        }
        (Some(Op::Implies), [before @ .., last]) => {
            let mut whole = vec![no, (*last, true)];
            whole.extend(before.iter().map(|arg| (*arg, false)));
            let parts = before.iter().map(|arg| vec![yes, (*arg, true)]);
            parts.chain([vec![yes, (*last, false)], whole]).collect()
        }
        (Some(op @ (Op::Xor | Op::Eq)), [a, b]) if store.sort(*a) == Sort::Bool => {
            let same = op == Op::Eq;
            [(true, true), (true, false), (false, true), (false, false)]
                .into_iter()
                .map(|(x, y)| vec![(term, (x == y) == same), (*a, !x), (*b, !y)])
                .collect()
        }
        (Some(Op::Ite), [condition, then, otherwise]) if store.sort(term) == Sort::Bool => vec![
            vec![no, (*condition, false), (*then, true)],
            vec![no, (*condition, true), (*otherwise, true)],
            vec![yes, (*condition, false), (*then, false)],
            vec![yes, (*condition, true), (*otherwise, false)],
            vec![no, (*then, true), (*otherwise, true)],
            vec![yes, (*then, false), (*otherwise, false)],
        ],
        (Some(op @ (Op::Eq | Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::StrLt | Op::StrLe)), [_, _, _, ..]) => {
            let links: Vec<Term> = args.windows(2).filter_map(|two| store.app(op, two).ok()).collect();
            chain(term, &links, true)
        }
        (Some(Op::Distinct), _) => {
            let mut pairs = Vec::new();
            for (place, a) in args.iter().enumerate() {
                for b in &args[place + 1..] {
                    pairs.extend(store.app(Op::Eq, &[*a, *b]).ok());
                }
            }
            chain(term, &pairs, false)
        }
        _ => Vec::new(),
    };
    for clause in &mut clauses {
        clause.iter_mut().for_each(|literal| *literal = plain(store, *literal));
    }
    clauses
}

/// A formula that is the conjunction of parts, or of their negations.
fn chain(term: Term, parts: &[Term], sign: bool) -> Vec<Vec<Literal>> {
    let whole = std::iter::once((term, true)).chain(parts.iter().map(|part| (*part, !sign))).collect();
    parts.iter().map(|part| vec![(term, false), (*part, sign)]).chain([whole]).collect()
}
