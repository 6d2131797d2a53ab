//! A proof as it grows: clauses with their reasons, each accepted by the checker when it is added.
//!
//! Enters: clauses with a reason that may be wrong. Leaves: their numbers, if the checker accepts them; in
//! the end the text of those that the empty clause needs.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_check::Checker;
use tress_term::term::{Op, Term, TermStore};

use crate::emit::{Emitter, Literal, Reason, Unwritable};

/// A clause of a proof.
#[derive(Clone, Debug)]
struct Entry {
    literals: Box<[Literal]>,
    reason: Reason,
}

/// Clauses that the checker has accepted.
pub(crate) struct Proof<'text> {
    problem: &'text [u8],
    entries: Vec<Entry>,
    known: FxHashMap<Box<[Literal]>, usize>,
    checker: Checker,
    emitter: Emitter,
    /// The checker's number of each entry.
    numbers: Vec<u64>,
    /// What could not be written.
    pub(crate) unwritable: Option<Unwritable>,
}

/// What a clause says when the truth of some formulas is known.
enum Propagated {
    /// It is false.
    False,
    /// This literal must be true.
    Unit(Literal),
    /// It is true.
    True,
    /// Nothing.
    Open,
}

/// A literal without negations in front of its formula.
pub(crate) fn plain(store: &TermStore, (mut term, mut positive): Literal) -> Literal {
    while let (Some(Op::Not), [inner]) = (store.op(term), store.args(term)) {
        term = *inner;
        positive = !positive;
    }
    (term, positive)
}

/// A clause as a sorted set of plain literals, without `false`. `None` if it is a tautology.
pub(crate) fn canonical(store: &TermStore, literals: &[Literal]) -> Option<Box<[Literal]>> {
    let mut literals: Vec<Literal> = literals.iter().map(|literal| plain(store, *literal)).collect();
    literals.retain(|(term, positive)| *term != TermStore::bool(!*positive));
    literals.sort_unstable();
    literals.dedup();
    let is_true = |(term, positive): &Literal| *term == TermStore::bool(*positive);
    let is_tautology = literals.windows(2).any(|two| two[0].0 == two[1].0) || literals.iter().any(is_true);
    (!is_tautology).then(|| literals.into())
}

impl<'text> Proof<'text> {
    /// No clause yet.
    ///
    /// # Errors
    /// Why the checker does not understand the problem.
    pub(crate) fn new(problem: &'text [u8]) -> Result<Self, String> {
        Ok(Self {
            problem,
            entries: Vec::new(),
            known: FxHashMap::default(),
            checker: Checker::new(problem)?,
            emitter: Emitter::default(),
            numbers: Vec::new(),
            unwritable: None,
        })
    }

    /// The number of a clause that is known.
    pub(crate) fn known(&self, clause: &[Literal]) -> Option<usize> {
        self.known.get(clause).copied()
    }

    /// Adds a clause if the checker accepts it for this reason. The order of literals matters for arithmetic
    /// only.
    pub(crate) fn add(&mut self, store: &TermStore, literals: &[Literal], reason: Reason) -> Option<usize> {
        let numbers = &self.numbers;
        let number = self.emitter.clause(store, literals, &reason, &|entry| numbers[entry]);
        let number = match number {
            Ok(number) => number,
            Err(what) => {
                self.unwritable = Some(what);
                // What was written of terms stays valid.
                let text = self.emitter.take();
                self.feed(&text);
                return None;
            }
        };
        let text = self.emitter.take();
        if !self.feed(&text) {
            return None;
        }
        self.entries.push(Entry { literals: literals.into(), reason });
        self.numbers.push(number);
        let entry = self.entries.len() - 1;
        if let Some(key) = canonical(store, literals) {
            self.known.entry(key).or_insert(entry);
        }
        Some(entry)
    }

    /// The clauses from which a clause follows by propagation, in an order in which each but the last has one
    /// literal that is not false, and the last has none; those that nothing needs are left out. `None` if it
    /// does not follow.
    pub(crate) fn propagating(
        &self,
        store: &TermStore,
        clause: &[Literal],
        hints: &[usize],
    ) -> Option<Vec<usize>> {
        let mut truths: FxHashMap<Term, bool> = FxHashMap::default();
        truths.extend([(TermStore::TRUE, true), (TermStore::FALSE, false)]);
        truths.extend(clause.iter().map(|literal| plain(store, *literal)).map(|(term, sign)| (term, !sign)));
        // Each with the formula that it decides.
        let mut used: Vec<(usize, Term)> = Vec::new();
        let mut waiting = hints.to_vec();
        let last = loop {
            let before = waiting.len();
            let mut found = None;
            waiting.retain(|hint| match self.propagated(store, *hint, &truths) {
                _ if found.is_some() => true,
                Propagated::False => {
                    found = Some(*hint);
                    false
                }
                Propagated::Unit((term, sign)) => {
                    truths.insert(term, sign);
                    used.push((*hint, term));
                    false
                }
                Propagated::True => false,
                Propagated::Open => true,
            });
            match found {
                Some(last) => break last,
                None if waiting.len() == before => return None,
                None => {}
            }
        };
        let mut order = vec![last];
        let mut needed: FxHashSet<Term> = self.atoms(store, last).collect();
        for (hint, term) in used.into_iter().rev() {
            if needed.contains(&term) {
                needed.extend(self.atoms(store, hint));
                order.push(hint);
            }
        }
        order.reverse();
        Some(order)
    }

    fn atoms(&self, store: &TermStore, entry: usize) -> impl Iterator<Item = Term> {
        self.entries[entry].literals.iter().map(|literal| plain(store, *literal).0)
    }

    fn propagated(&self, store: &TermStore, entry: usize, truths: &FxHashMap<Term, bool>) -> Propagated {
        let mut open = None;
        for literal in &self.entries[entry].literals {
            let (term, sign) = plain(store, *literal);
            match truths.get(&term) {
                Some(truth) if *truth == sign => return Propagated::True,
                Some(_) => {}
                None if open.is_some_and(|other| other != (term, sign)) => return Propagated::Open,
                None => open = Some((term, sign)),
            }
        }
        open.map_or(Propagated::False, Propagated::Unit)
    }

    /// Gives steps to the checker; false if one is refused.
    fn feed(&mut self, text: &str) -> bool {
        let mut accepted = true;
        for line in text.lines() {
            accepted &= self.checker.step(line.as_bytes(), 1).is_ok();
        }
        accepted
    }

    /// The literals of a clause.
    pub(crate) fn literals(&self, entry: usize) -> &[Literal] {
        &self.entries[entry].literals
    }

    /// The clauses that an entry needs, as a certificate.
    pub(crate) fn text(&self, store: &TermStore, last: usize) -> Result<String, Unwritable> {
        let mut needed = vec![false; last + 1];
        needed[last] = true;
        for entry in (0..=last).rev() {
            if let (true, Reason::Rup(hints)) = (needed[entry], &self.entries[entry].reason) {
                hints.iter().for_each(|hint| needed[*hint] = true);
            }
        }
        let mut emitter = Emitter::default();
        let mut numbers = vec![0; last + 1];
        let mut text = format!("(tress-certificate 1 {})\n", tress_check::fingerprint(self.problem));
        for entry in (0..=last).filter(|entry| needed[*entry]) {
            let Entry { literals, reason } = &self.entries[entry];
            numbers[entry] = emitter.clause(store, literals, reason, &|hint| numbers[hint])?;
            text += &emitter.take();
        }
        Ok(text)
    }

    /// The formula of an assertion as the checker reads it is this term.
    pub(crate) fn has_assertion(&mut self, store: &TermStore, number: usize, term: Term) -> Option<usize> {
        self.add(store, &[(term, true)], Reason::Input(number))
    }
}
