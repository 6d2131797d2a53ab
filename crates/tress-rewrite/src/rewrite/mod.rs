//! Rewriting: equal terms, simpler.
//!
//! Enters: any term. Leaves: a term with the same value under every model, on which no rule has
//! anything more to do: rewriting it again changes nothing. Constants are folded by the
//! evaluator, so this module has no second meaning of any operator. All else is rules, each a
//! function with a name, in the table at the end of its family's file (`rule` lists them).
//!
//! The driver here works bottom up without recursion and remembers every result. Rules that
//! flatten nests are tried on the way down as well, so that a nest of 100,000 levels is flattened
//! once, from the outside. What a rule returns is rewritten again, with a limit on how often, so
//! that rules which undo each other's work cost time but cannot hang.
//!
//! It must not know which formulas are asserted: what it derives holds everywhere.

mod affix;
mod bits;
mod boolean;
mod choice;
mod concat;
mod consume;
mod contains;
mod context;
mod convert;
mod copies;
mod digitwise;
mod entail;
mod equality;
mod indexof;
mod integer;
mod knowledge;
mod languages;
mod letterwise;
mod limits;
mod membership;
mod numerals;
mod order;
mod quantified;
mod regex;
mod replace;
mod replace_literal;
mod reversal;
mod rule;
mod spelled;
mod substr;
mod table;
mod unions;
mod vector_sums;
mod vectors;
mod words_equal;

#[cfg(test)]
mod sums;
#[cfg(test)]
mod tests;

use tress_base::{Budget, Stop};

use crate::stats::Stats;
use context::Context;
use knowledge::Knowledge;
use limits::{RULES_IN_ROW, RULES_PER_TERM};
use rule::Index;
use tress_term::eval::Evaluator;
use tress_term::term::{Head, Sort, Term, TermMap, TermSet, TermStore, map_args};

pub use digitwise::numerals_with_rest;
pub use entail::Shape;
pub use knowledge::Bounds;
pub use limits::CAPS;
pub use rule::{Family, Rule, rules};

/// With more parts than this, one rule alone can take long.
const MANY_PARTS: usize = 1 << 10;

/// The state of a term.
#[derive(Clone, Copy)]
enum Rewriting {
    /// It is being rewritten; met again inside of its own result, it stays as it is.
    Open,
    /// The result.
    Done(Term),
}

/// A term on its way.
struct Frame {
    /// The term that was asked for.
    original: Term,
    /// What rules have made of it so far.
    current: Term,
    /// The next argument of `current` to look at.
    next: usize,
    /// How many rules led here.
    steps: u32,
}

/// Rewrites terms bottom up and remembers every result.
#[derive(Default)]
pub struct Rewriter {
    states: TermMap<Rewriting>,
    index: &'static Index,
    knowledge: Knowledge,
    ground: (TermSet, TermSet),
    /// How often each rule was applied, by its number; then folded constants and reached limits.
    applied: Vec<u64>,
    folded: u64,
    limited: u64,
    steps: u64,
    visited: u64,
    /// Terms from this number on were made by rules of this run.
    fresh: usize,
    /// What rules have made of terms, if that is kept.
    record: Option<Vec<Applied>>,
}

/// A rule was applied at the top of a term, or the term was evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The term before.
    pub before: Term,
    /// The term after, which is equal.
    pub after: Term,
    /// The name of the rule.
    pub rule: &'static str,
}

/// The name under which constants are folded.
const FOLDED: &str = "rewrite-folded";

impl Rewriter {
    /// Nothing rewritten yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Nothing rewritten yet; applications of rules will be kept.
    #[must_use]
    pub fn recording() -> Self {
        Self { record: Some(Vec::new()), ..Self::default() }
    }

    /// The applications of rules so far, if they are kept.
    #[must_use]
    pub fn applied(&self) -> &[Applied] {
        self.record.as_deref().unwrap_or_default()
    }

    fn note(&mut self, before: Term, after: Term, rule: &'static str) {
        if let Some(record) = &mut self.record {
            record.push(Applied { before, after, rule });
        }
    }

    /// A simpler term with the same value under every model.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn rewrite(
        &mut self,
        store: &mut TermStore,
        evaluator: &mut Evaluator,
        budget: &Budget,
        root: Term,
    ) -> Result<Term, Stop> {
        if let Some(Rewriting::Done(done)) = self.states.get(root) {
            return Ok(*done);
        }
        let mut stack = Vec::new();
        let result = self.run(store, evaluator, budget, root, &mut stack);
        if result.is_err() {
            // What was begun is forgotten, so that a later call can take it up.
            for frame in &stack {
                self.states.take(frame.original);
            }
        }
        result.map(|()| self.result(root))
    }

    fn run(
        &mut self,
        store: &mut TermStore,
        evaluator: &mut Evaluator,
        budget: &Budget,
        root: Term,
        stack: &mut Vec<Frame>,
    ) -> Result<(), Stop> {
        self.enter(stack, root, 0);
        self.steps = 0;
        self.visited = 1000;
        self.fresh = store.len();
        while let Some(frame) = stack.last_mut() {
            budget.poll()?;
            budget.room_for(store.growth())?;
            if frame.next == 0 {
                // The first look, or the first after a rule was applied.
                let (current, steps) = (frame.current, frame.steps);
                if let Some(new) = self.step(store, evaluator, budget, current, steps, true)? {
                    self.change(frame, new);
                    continue;
                }
            }
            if let Some(arg) = store.args(frame.current).get(frame.next).copied() {
                frame.next += 1;
                if !self.states.has(arg) {
                    let steps = if arg.index() < self.fresh { 0 } else { frame.steps };
                    self.enter(stack, arg, steps);
                }
                continue;
            }
            let rebuilt = map_args(store, frame.current, |arg| self.result(arg));
            let steps = frame.steps;
            let new = match self.states.get(rebuilt) {
                Some(Rewriting::Done(done)) => Some(*done),
                _ => self.step(store, evaluator, budget, rebuilt, steps, false)?,
            };
            match new {
                Some(new) if new != rebuilt => self.change(frame, new),
                _ => {
                    self.states.set(frame.original, Rewriting::Done(rebuilt));
                    self.states.set(rebuilt, Rewriting::Done(rebuilt));
                    stack.pop();
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, stack: &mut Vec<Frame>, term: Term, steps: u32) {
        self.visited += 1;
        self.states.set(term, Rewriting::Open);
        stack.push(Frame { original: term, current: term, next: 0, steps });
    }

    /// Goes on with what a rule has made of a frame's term.
    fn change(&mut self, frame: &mut Frame, new: Term) {
        frame.steps += 1;
        self.steps += 1;
        frame.current = self.result(new);
        frame.next = 0;
    }

    fn result(&self, term: Term) -> Term {
        match self.states.get(term) {
            Some(Rewriting::Done(done)) => *done,
            _ => term,
        }
    }

    /// One rule at the top of a term, the first that applies.
    fn step(
        &mut self,
        store: &mut TermStore,
        evaluator: &mut Evaluator,
        budget: &Budget,
        term: Term,
        steps: u32,
        early: bool,
    ) -> Result<Option<Term>, Stop> {
        let head = store.head(term);
        if !matches!(head, Head::Op(..) | Head::Quantifier(..)) {
            return Ok(None);
        }
        let is_busy = self.steps > RULES_PER_TERM.most(budget).saturating_mul(self.visited);
        if is_busy {
            budget.hit(RULES_PER_TERM.name());
        }
        if is_busy || RULES_IN_ROW.is_exceeded(steps as usize + 1, budget) {
            self.limited += 1;
            return Ok(None);
        }
        let args = store.args(term);
        budget.poll_many(args.len() as u64)?;
        // Rules look through the arguments and at what those are made of.
        let wide = args.iter().map(|arg| store.args(*arg).len()).sum::<usize>() + args.len();
        let is_wide = wide > MANY_PARTS;
        let Self { index, knowledge, ground, .. } = self;
        let mut context = Context { store, evaluator, budget, knowledge, ground, stopped: None };
        if !early && let Some(literal) = fold(&mut context, term) {
            self.folded += 1;
            self.note(term, literal, FOLDED);
            return Ok(Some(literal));
        }
        for number in index.of(head, early) {
            if is_wide {
                budget.look()?;
            }
            let new = (index.rule(*number).apply)(&mut context, term);
            if let Some(stop) = context.stopped {
                // What was found out last may be about half of a term.
                *knowledge = Knowledge::default();
                return Err(stop);
            }
            if let Some(new) = new
                && new != term
            {
                debug_assert_eq!(context.store.sort(new), context.store.sort(term));
                self.applied.resize(index.len(), 0);
                self.applied[*number as usize] += 1;
                let name = index.rule(*number).name;
                self.note(term, new, name);
                return Ok(Some(new));
            }
        }
        context.stopped.map_or(Ok(None), Err)
    }

    /// Adds to the counters how often each rule was applied since the last call.
    pub fn count_into(&mut self, stats: &mut Stats) {
        for (rule, applied) in rules().zip(&mut self.applied) {
            if *applied > 0 {
                stats.add(rule.name, std::mem::take(applied));
            }
        }
        for (name, counter) in [(FOLDED, &mut self.folded), ("rewrite-limited", &mut self.limited)] {
            if *counter > 0 {
                stats.add(name, std::mem::take(counter));
            }
        }
    }
}

/// The literal that a term without symbols equals. Regular expressions are no literals; they stay
/// as they are written.
fn fold(context: &mut Context<'_>, term: Term) -> Option<Term> {
    if context.store.sort(term) == Sort::RegLan {
        return None;
    }
    let args = context.store.args(term);
    let literals: Option<Vec<_>> = args.iter().map(|arg| context.store.as_value(*arg).cloned()).collect();
    let is_foldable = |arg: &Term| context.is_literal(*arg) || context.store.sort(*arg) == Sort::RegLan;
    let value = match (literals, context.store.head(term)) {
        (Some(args), Head::Op(op, list)) => {
            let indices = context.store.indices(list).to_vec();
            context.fold_indexed(op, &indices, &args)
        }
        _ if args.iter().all(is_foldable) && context.is_ground(term) => context.evaluate(term),
        _ => None,
    };
    value.map(|value| context.store.value(value))
}
