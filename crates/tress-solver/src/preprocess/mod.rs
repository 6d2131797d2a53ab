//! Preprocessing: the same problem, smaller.
//!
//! Enters: assertions. Leaves: [`Reduced`], a conjunction of facts that has a solution exactly
//! when the assertions have one, together with what it takes to come back: terms for eliminated
//! symbols, and for each fact the assertions it was made of.
//!
//! It must not know how facts are decided.

mod affixes;
mod characters;
mod codes;
mod cycles;
mod images;
mod last_digits;
mod limits;
mod local;
mod local_equalities;
mod occurrences;
mod origins;
mod parts;
mod propagate;
mod pure;
mod substitute;
#[cfg(test)]
mod tests;
mod unconstrained;

use tress_base::Stop;

use images::{Image, Images};
use tress_rewrite::completion::Completion;
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Problem};
use tress_term::model::Model;
use tress_term::term::{Head, Op, SymbolId, Term, TermMap, TermSet, TermStore, Value, post_order};

pub use affixes::Case;
pub(crate) use limits::CAPS;
pub use origins::Origins;
pub use parts::independent_parts;

/// A problem after preprocessing.
#[derive(Debug)]
pub struct Reduced {
    /// What is left to decide. A fact's origin is a number in `origins`.
    pub problem: Problem,
    /// Which assertions each fact was made of.
    pub origins: Origins,
    /// The values of symbols that no longer occur.
    pub completion: Completion,
    /// Symbols that were made on the way, each with the term it replaces, which may mention those
    /// before it. Any value will do for those that are not left.
    pub fresh: Vec<(SymbolId, Term)>,
}

/// The work in progress.
pub(crate) struct Passes<'a> {
    env: Env<'a>,
    pub(crate) facts: Vec<Fact>,
    pub(crate) origins: Origins,
    pub(crate) eliminated: Vec<(SymbolId, Term)>,
    fresh: Vec<(SymbolId, Term)>,
    /// New symbols of one character that replace a string, with the origins of the facts that allow it.
    characters: Vec<(Term, u32)>,
}

/// A pass: true when it found something.
type Pass<'a> = fn(&mut Passes<'a>) -> Result<bool, Stop>;

impl Reduced {
    /// The way back: adds values to a model of what is left, for new symbols that are not left and
    /// then for eliminated ones. Other symbols must have values already. `None` if a term has no value.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn complete(&self, env: &mut Env<'_>, mut model: Model) -> Result<Option<Model>, Stop> {
        for (symbol, _) in &self.fresh {
            let declared = env.store.symbol(*symbol);
            if model.get(*symbol).is_none() {
                let character = declared.is_letter.then(|| Value::text("a"));
                model.set(*symbol, character.unwrap_or_else(|| env.store.default_value(declared.result)));
            }
        }
        self.completion.complete(env, model)
    }
}

/// Runs all passes until nothing changes.
///
/// # Errors
/// When the budget is used up.
pub fn preprocess(env: &mut Env<'_>, assertions: &[Term]) -> Result<Reduced, Stop> {
    let mut passes = Passes::new(env.lend(), assertions);
    passes.run()?;
    Ok(passes.reduced())
}

/// The same in one case: a symbol is written as characters, with or without a middle. The facts that only
/// define the case have no origin.
///
/// # Errors
/// When the budget is used up.
pub fn preprocess_case(env: &mut Env<'_>, assertions: &[Term], case: Case) -> Result<Reduced, Stop> {
    let mut passes = Passes::new(env.lend(), assertions);
    passes.enter(case)?;
    passes.run()?;
    Ok(passes.reduced())
}

/// Only rewrites assertions and takes conjunctions apart: what becomes of an assertion does not
/// depend on the others, so that it stays the same from check to check.
///
/// # Errors
/// When the budget is used up.
pub fn simplify(env: &mut Env<'_>, assertions: &[Term]) -> Result<Reduced, Stop> {
    let mut passes = Passes::new(env.lend(), assertions);
    passes.simplify()?;
    Ok(passes.reduced())
}

impl<'a> Passes<'a> {
    /// Nothing done yet: every assertion is a fact.
    fn new(env: Env<'a>, assertions: &[Term]) -> Self {
        let mut origins = Origins::new();
        let facts = assertions
            .iter()
            .zip(0..)
            .map(|(term, number)| Fact { term: *term, origin: origins.leaf(number) })
            .collect();
        Self { env, facts, origins, eliminated: Vec::new(), fresh: Vec::new(), characters: Vec::new() }
    }

    /// What has come out.
    fn reduced(mut self) -> Reduced {
        self.assert_lengths();
        let Passes { env, facts, origins, eliminated, fresh, .. } = self;
        let completion = Completion::new(eliminated);
        Reduced { problem: Problem::new(env.store, facts), origins, completion, fresh }
    }

    /// All passes, the cheap ones first, until none finds anything.
    fn run(&mut self) -> Result<(), Stop> {
        self.simplify()?;
        for round in 1.. {
            if limits::ROUNDS.is_exceeded(round, self.env.budget) || !self.round()? {
                break;
            }
            self.count("preprocessing-rounds", 1);
        }
        self.last_digits()
    }

    /// The first pass that makes the facts different. True when there was one.
    fn round(&mut self) -> Result<bool, Stop> {
        let passes: [Pass<'a>; 10] = [
            |all| all.substitute(),
            |all| all.order_cycles(),
            |all| all.propagate(),
            |all| all.pure_symbols(),
            |all| all.local_equations(),
            |all| all.local_equalities(),
            |all| all.free_terms(),
            |all| all.occurrences(),
            |all| all.characters(),
            |all| all.codes(),
        ];
        let before: Vec<Term> = self.facts.iter().map(|fact| fact.term).collect();
        for pass in passes {
            self.env.budget.look()?;
            if pass(self)? {
                self.simplify()?;
                // Rewriting may lead back to what was there.
                if self.facts.iter().map(|fact| fact.term).ne(before.iter().copied()) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn count(&mut self, name: &'static str, amount: u64) {
        self.env.stats.add(name, amount);
    }

    /// Replaces terms in all facts by their images.
    fn put(&mut self, images: &mut Images) -> Result<(), Stop> {
        for index in 0..self.facts.len() {
            self.env.budget.poll()?;
            let image = images.apply(self.env.store, &mut self.origins, self.facts[index].term);
            self.replace(index, image);
        }
        Ok(())
    }

    /// All terms of the facts, arguments first. Returns `None` if there are quantifiers, which hide their
    /// symbols.
    fn quantifier_free_terms(&self) -> Option<Vec<Term>> {
        let roots: Vec<Term> = self.facts.iter().map(|fact| fact.term).collect();
        let order = post_order(self.env.store, &roots);
        let is_quantifier = |term: &Term| matches!(self.env.store.head(*term), Head::Quantifier(..));
        (!order.iter().any(is_quantifier)).then_some(order)
    }

    /// Replaces a fact by an image.
    fn replace(&mut self, index: usize, image: Image) {
        let fact = &mut self.facts[index];
        fact.term = image.term;
        if let Some(from) = image.from {
            fact.origin = self.origins.join(fact.origin, from);
        }
    }

    /// How often each term stands in others or is a fact; shared terms count once.
    fn uses(&self) -> Result<TermMap<u32>, Stop> {
        let roots: Vec<Term> = self.facts.iter().map(|fact| fact.term).collect();
        let mut uses: TermMap<u32> = TermMap::new();
        let mut add = |term: Term| {
            let known = uses.get(term).copied().unwrap_or(0);
            uses.set(term, known.saturating_add(1));
        };
        for root in &roots {
            add(*root);
        }
        for term in post_order(self.env.store, &roots) {
            self.env.budget.poll()?;
            self.env.store.args(term).iter().for_each(|arg| add(*arg));
        }
        Ok(uses)
    }

    /// Rewrites every fact, takes conjunctions apart and drops what is true or occurs twice.
    fn simplify(&mut self) -> Result<(), Stop> {
        let mut stack: Vec<Fact> = std::mem::take(&mut self.facts);
        stack.reverse();
        let mut seen = TermSet::new();
        let mut kept = Vec::with_capacity(stack.len());
        while let Some(fact) = stack.pop() {
            self.env.budget.poll()?;
            if self.take_apart(fact, &mut stack) {
                continue;
            }
            let term = self.env.rewrite(fact.term)?;
            let fact = Fact { term, origin: fact.origin };
            if self.take_apart(fact, &mut stack) || term == TermStore::TRUE {
                continue;
            }
            if seen.add(term) {
                kept.push(fact);
            }
        }
        self.facts = kept;
        Ok(())
    }

    /// Puts the parts of a conjunction on the stack, if the fact is one.
    fn take_apart(&mut self, fact: Fact, stack: &mut Vec<Fact>) -> bool {
        let negated = self.env.store.op(fact.term) == Some(Op::Not);
        let inner = if negated { self.env.store.args(fact.term)[0] } else { fact.term };
        let conjunction = if negated { Op::Or } else { Op::And };
        if self.env.store.op(inner) != Some(conjunction) {
            return false;
        }
        for part in self.env.store.args(inner).to_vec().into_iter().rev() {
            let term = if negated { self.env.store.not(part) } else { part };
            stack.push(Fact { term, origin: fact.origin });
        }
        true
    }

    /// Is some fact plainly false?
    pub(crate) fn is_refuted(&self) -> bool {
        self.facts.iter().any(|fact| fact.term == TermStore::FALSE)
    }
}
