//! Facts that follow from the assertions by rewriting and replacing symbols, shown when somebody needs them.
//!
//! Enters: assertions. Leaves: facts for a search, each with the way it was derived; the empty clause as soon
//! as a fact is false. If a derivation turns out to have no proof, all begins anew without it.

use rustc_hash::FxHashSet;
use tress_base::Stop;
use tress_term::term::{Op, Substitution, Term, TermSet, TermStore, post_order};

use crate::limits::OUTER_STEPS;
use crate::prove::{Known, Prover, Source};
use crate::search::Method;

/// How a fact follows from earlier ones, which are named by their numbers.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// It is the assertion of this number.
    Assertion(usize),
    /// It is the rewritten form of another.
    Rewritten(usize),
    /// It is a fact in which an equation has replaced a symbol.
    Replaced { fact: usize, by: usize },
}

/// A fact that can be shown.
#[derive(Clone, Copy, Debug)]
struct Derivation {
    formula: Term,
    way: Way,
    /// Its entry in the proof, once it was shown.
    entry: Option<usize>,
}

/// Facts with the ways to show them.
///
/// Invariant: each refers to earlier ones only.
#[derive(Default)]
pub(crate) struct Derivations {
    facts: Vec<Derivation>,
    /// Formulas before and after a step that could not be shown.
    failed: FxHashSet<(Term, Term)>,
    /// Was a conclusion of the search itself left open? Then other derivations do not help.
    pub(crate) is_final: bool,
}

impl Derivations {
    fn formula(&self, number: usize) -> Term {
        self.facts[number].formula
    }

    /// Adds a fact, unless its way is known to lead nowhere.
    fn add(&mut self, formula: Term, way: Way) -> Option<usize> {
        if self.failed.contains(&(self.before(formula, way), formula)) {
            return None;
        }
        self.facts.push(Derivation { formula, way, entry: None });
        Some(self.facts.len() - 1)
    }

    fn before(&self, formula: Term, way: Way) -> Term {
        match way {
            Way::Assertion(_) => formula,
            Way::Rewritten(from) | Way::Replaced { fact: from, .. } => self.formula(from),
        }
    }

    /// The facts that a fact needs and that are not shown yet, itself included, in their order.
    fn needed(&self, number: usize) -> Vec<usize> {
        let (mut needed, mut open) = (FxHashSet::default(), vec![number]);
        while let Some(number) = open.pop() {
            if self.facts[number].entry.is_none() && needed.insert(number) {
                match self.facts[number].way {
                    Way::Assertion(_) => {}
                    Way::Rewritten(from) => open.push(from),
                    Way::Replaced { fact, by } => open.extend([fact, by]),
                }
            }
        }
        let mut needed: Vec<usize> = needed.into_iter().collect();
        needed.sort_unstable();
        needed
    }
}

impl Prover<'_, '_> {
    /// The empty clause from the assertions.
    pub(crate) fn certified(&mut self, assertions: &[(usize, Term)]) -> Result<Option<usize>, Stop> {
        loop {
            let failed = self.derivations.failed.len();
            self.derivations.facts.clear();
            let found = self.attempted(assertions)?;
            let is_same = self.derivations.failed.len() == failed;
            if found.is_some() || is_same || self.derivations.is_final {
                return Ok(found);
            }
        }
    }

    fn attempted(&mut self, assertions: &[(usize, Term)]) -> Result<Option<usize>, Stop> {
        let mut facts = Vec::new();
        for (number, assertion) in assertions {
            let Some(own) = self.derivations.add(*assertion, Way::Assertion(*number)) else { continue };
            let Some(image) = self.image(own)? else { continue };
            match self.derivations.formula(image) {
                TermStore::FALSE => return self.entry_of(image),
                TermStore::TRUE => {}
                _ => facts.push(image),
            }
        }
        if let Some(contradiction) = self.substituted(&mut facts)? {
            return self.entry_of(contradiction);
        }
        if facts.is_empty() {
            return Ok(None);
        }
        let known = |number: usize| Known {
            formula: self.derivations.formula(number),
            source: Source::Derived(number),
        };
        let known: Vec<Known> = facts.into_iter().map(known).collect();
        self.refute(&known, &[], Method::Calculus, &OUTER_STEPS)
    }

    /// The rewritten form of a fact. `None` if it could not be shown.
    fn image(&mut self, number: usize) -> Result<Option<usize>, Stop> {
        let formula = self.derivations.formula(number);
        let image = self.env.rewrite(formula)?;
        if image == formula {
            return Ok(Some(number));
        }
        Ok(self.derivations.add(image, Way::Rewritten(number)))
    }

    /// Facts in which terms stand in the place of symbols that facts make equal to them, rewritten again, as
    /// long as there are any. Leaves a fact that is false, if there is one.
    fn substituted(&mut self, facts: &mut Vec<usize>) -> Result<Option<usize>, Stop> {
        let mut done = TermSet::new();
        loop {
            self.env.budget.look()?;
            let found = facts.iter().find_map(|by| {
                let (symbol, term) = solved(self.env.store, self.derivations.formula(*by))?;
                (!done.has(symbol)).then_some((symbol, term, *by))
            });
            let Some((symbol, term, by)) = found else { return Ok(None) };
            done.add(symbol);
            let mut substitution = Substitution::new();
            substitution.put(self.env.store.as_constant(symbol).expect("a symbol"), term);
            for fact in &mut *facts {
                let formula = self.derivations.formula(*fact);
                if *fact == by {
                    continue;
                }
                let image = substitution.apply(self.env.store, formula);
                if image == formula {
                    continue;
                }
                let way = Way::Replaced { fact: *fact, by };
                let Some(replaced) = self.derivations.add(image, way) else { continue };
                let Some(image) = self.image(replaced)? else { continue };
                if self.derivations.formula(image) == TermStore::FALSE {
                    return Ok(Some(image));
                }
                *fact = image;
            }
            facts.retain(|fact| self.derivations.formula(*fact) != TermStore::TRUE);
        }
    }

    /// The entry of a derived fact, which is shown now if it was not before.
    pub(crate) fn entry_of(&mut self, number: usize) -> Result<Option<usize>, Stop> {
        for needed in self.derivations.needed(number) {
            let Derivation { formula, way, .. } = self.derivations.facts[needed];
            let shown = |derivations: &Derivations, number: usize| {
                derivations.facts[number].entry.expect("shown before")
            };
            let entry = match way {
                Way::Assertion(number) => {
                    let found = self.proof.has_assertion(self.env.store, number, formula);
                    if found.is_none() {
                        self.missing("an assertion that the checker reads in another way");
                    }
                    found
                }
                Way::Rewritten(from) => {
                    let entry = shown(&self.derivations, from);
                    self.rewriting(self.derivations.formula(from), formula, entry)?
                }
                Way::Replaced { fact, by } => {
                    let [fact, by] = [fact, by]
                        .map(|number| (self.derivations.formula(number), shown(&self.derivations, number)));
                    self.replacing(fact, by, formula)
                }
            };
            if entry.is_none() {
                let before = self.derivations.before(formula, way);
                self.derivations.failed.insert((before, formula));
                return Ok(None);
            }
            self.derivations.facts[needed].entry = entry;
        }
        Ok(self.derivations.facts[number].entry)
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
