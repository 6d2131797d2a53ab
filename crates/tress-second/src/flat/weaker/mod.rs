//! A weaker problem: the first phase, which refutes and never finds.
//!
//! Enters: a problem. Leaves: the facts that exclude each other, or nothing. Conversions become
//! functions without a meaning (`conversions`), and occurrences of strings become new symbols
//! until the equations are chain-free (`chains`).
//!
//! Invariant: every new symbol represents a term, both functions a conversion, and every fact
//! that is added holds if they have the values of what they represent. So each model of the
//! problem is one of the weaker problem, and a conflict there is one here.

mod chains;
mod conversions;

#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;
use tress_base::Stop;

use self::chains::Chains;
use self::conversions::Conversions;
use super::formula::{Basis, Formula};
use super::limits::WEAKER_STEPS;
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Outcome, Problem};
use tress_strings::search;
use tress_term::term::{Op, Sort, Term, TermMap, TermStore, map_args, post_order};

/// A weaker problem under construction.
struct Weaker<'e, 'a> {
    formula: Formula<'e, 'a>,
    conversions: Conversions,
    chains: Chains,
    /// What represents each term.
    images: TermMap<Term>,
    /// New symbols for occurrences, and the terms they represent.
    occurrences: Vec<(Term, Term)>,
}

/// Indices of facts that exclude each other in a weaker problem, if that is found out.
///
/// # Errors
/// When the budget is used up.
pub(super) fn refute(env: &mut Env<'_>, problem: &Problem) -> Result<Option<Vec<usize>>, Stop> {
    let weaker = Weaker::build(env, problem)?;
    let (found, bases) = (weaker.formula.problem(), weaker.formula.bases);
    let env = weaker.formula.env;
    let added = found.facts.iter().filter(|fact| fact.origin == 0).count();
    env.stats.add("flat-weaker", 1);
    env.stats.add("flat-weaker-facts", added as u64);
    env.stats.add("flat-weaker-occurrences", weaker.occurrences.len() as u64);
    let tracked = |origin: u32| !matches!(bases[origin as usize], Basis::Always);
    let outcome = WEAKER_STEPS.share(env.budget, || search(env, &found, tracked));
    // A word that nobody can hold is one of the weaker problem only.
    let outcome = Stop::unless_gave_up(outcome)?.flatten();
    let Some(Outcome::Conflict(core)) = outcome else { return Ok(None) };
    env.stats.add("flat-weaker-conflicts", 1);
    let index = |origin: &u32| match bases[*origin as usize] {
        Basis::Asserted(index) => Some(index),
        _ => None,
    };
    Ok(Some(core.iter().filter_map(index).collect()))
}

impl<'e, 'a> Weaker<'e, 'a> {
    fn build(env: &'e mut Env<'a>, problem: &Problem) -> Result<Self, Stop> {
        let roots = problem.roots();
        let terms = post_order(env.store, &roots);
        let conversions = Conversions::new(env.store, &terms, env.budget);
        let mut weaker = Self {
            formula: Formula::new(env),
            conversions,
            chains: Chains::default(),
            images: TermMap::new(),
            occurrences: Vec::new(),
        };
        for &term in &terms {
            weaker.formula.env.budget.poll()?;
            let image = weaker.weaken(term)?;
            weaker.images.set(term, image);
        }
        for (index, root) in roots.into_iter().enumerate() {
            let origin = weaker.formula.basis(Basis::Asserted(index));
            let fact = weaker.image(root);
            weaker.formula.add(origin, fact);
        }
        weaker.tell_conversions(&terms)?;
        weaker.tell_occurrences(&terms);
        Ok(weaker)
    }

    fn store(&self) -> &TermStore {
        self.formula.env.store
    }

    fn image(&self, term: Term) -> Term {
        self.images.get(term).copied().unwrap_or(term)
    }

    /// What represents a term whose arguments have their images.
    fn weaken(&mut self, term: Term) -> Result<Term, Stop> {
        let args = self.store().args(term).to_vec();
        let of_strings = args.first().is_some_and(|arg| self.store().sort(*arg) == Sort::String);
        match (self.store().op(term), args.as_slice()) {
            (Some(Op::StrToInt), [string]) => {
                let string = self.image(*string);
                Ok(self.conversions.number(&mut self.formula, string))
            }
            (Some(Op::StrFromInt), [number]) => {
                let number = self.image(*number);
                Ok(self.conversions.numeral(&mut self.formula, number))
            }
            (Some(Op::Eq | Op::PrefixOf | Op::SuffixOf | Op::Contains), [_, _]) if of_strings => {
                let sides = self.chains.equation();
                self.over_occurrences(term, sides)
            }
            (Some(Op::Concat) | None, _) => Ok(self.over_images(term)),
            _ if self.store().sort(term) == Sort::String && !args.is_empty() => {
                let [own, others] = self.chains.equation();
                self.chains.admit(term, own, self.formula.env.budget)?;
                self.over_occurrences(term, [others, others])
            }
            _ => Ok(self.over_images(term)),
        }
    }

    fn over_images(&mut self, term: Term) -> Term {
        let images = &self.images;
        map_args(self.formula.env.store, term, |arg| images.get(arg).copied().unwrap_or(arg))
    }

    /// The term over images of its arguments, in which occurrences that would close a chain are
    /// new symbols. The first argument is on the first side, all others on the second.
    fn over_occurrences(&mut self, term: Term, sides: [usize; 2]) -> Result<Term, Stop> {
        let args = self.store().args(term).to_vec();
        let mut images = Vec::with_capacity(args.len());
        for (index, &arg) in args.iter().enumerate() {
            let side = sides[usize::from(index > 0)];
            images.push(if self.store().sort(arg) == Sort::String {
                self.occurrence(arg, side)?
            } else {
                self.image(arg)
            });
        }
        let fits = self.formula.env.store.with_args(term, &images);
        Ok(fits.expect("images have the sorts of their terms"))
    }

    fn occurrence(&mut self, string: Term, side: usize) -> Result<Term, Stop> {
        let parts = match self.store().op(string) {
            Some(Op::Concat) => self.store().args(string).to_vec(),
            _ => vec![string],
        };
        let mut images = Vec::with_capacity(parts.len());
        for part in parts {
            let free = self.formula.env.word_of(part).is_some()
                || self.chains.admit(part, side, self.formula.env.budget)?;
            images.push(if free { self.image(part) } else { self.stand_in(part) });
        }
        Ok(match images.as_slice() {
            [only] => *only,
            _ => self.formula.env.app(Op::Concat, &images),
        })
    }

    /// A new symbol for an occurrence.
    fn stand_in(&mut self, string: Term) -> Term {
        let store = &mut self.formula.env.store;
        let symbol = store.declare("occurrence", &[], Sort::String);
        let symbol = store.constant(symbol);
        self.occurrences.push((symbol, string));
        symbol
    }

    fn tell_conversions(&mut self, terms: &[Term]) -> Result<(), Stop> {
        let mut literals = Vec::new();
        let mut converts = false;
        for &term in terms {
            self.formula.env.budget.poll()?;
            let arg = self.store().args(term).first().map(|arg| self.image(*arg));
            match (self.store().op(term), arg) {
                (Some(Op::StrToInt), Some(arg)) => self.conversions.tell_number(&mut self.formula, arg),
                (Some(Op::StrFromInt), Some(arg)) => self.conversions.tell_numeral(&mut self.formula, arg),
                _ if self.formula.env.word_of(term).is_some() => literals.push(term),
                _ => continue,
            }
            converts |= arg.is_some();
        }
        for literal in literals.into_iter().filter(|_| converts) {
            self.conversions.tell_literal(&mut self.formula, literal)?;
        }
        Ok(())
    }

    /// Adds what holds of a new symbol because it holds of what it represents: lengths,
    /// memberships, literals and numbers.
    fn tell_occurrences(&mut self, terms: &[Term]) {
        let mut known: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
        for &term in terms {
            let literal = |arg: &Term| self.formula.env.word_of(*arg).is_some();
            match (self.store().op(term), self.store().args(term)) {
                (Some(Op::InRe | Op::StrToInt), [string, ..]) => known.entry(*string).or_default().push(term),
                (Some(Op::Eq), [a, b]) if literal(a) => known.entry(*b).or_default().push(term),
                (Some(Op::Eq), [a, b]) if literal(b) => known.entry(*a).or_default().push(term),
                _ => {}
            }
        }
        for (symbol, string) in self.occurrences.clone() {
            let image = self.image(string);
            let [own, other] = [symbol, image].map(|term| self.formula.env.length(term));
            let same = self.formula.equal(own, other);
            self.formula.add(0, same);
            for &term in known.get(&string).map_or(&[][..], Vec::as_slice) {
                let image = self.image(term);
                let twin = map_args(self.formula.env.store, image, |arg| {
                    if self.images.get(string) == Some(&arg) { symbol } else { arg }
                });
                let same = self.formula.equal(image, twin);
                self.formula.add(0, same);
            }
        }
    }
}
