//! Recursive functions: calls become equations, as far as they are needed.
//!
//! Enters: a question without quantifiers. Leaves: its answer. Functions without a definition represent calls
//! ([`calls`]); what is left is answered by [`crate::sequences`], round by round:
//!
//! - with the calls that are not unfolded forbidden, where they are needed. A model is one of the question;
//!   this is evaluated. A conflict names the calls to unfold, and is one of the question when it names none;
//! - with nothing forbidden. A conflict is one of the question, and a model may be one by luck.
//!
//! Formulas that only give a value to a symbol are set aside before ([`definitional`]). A function that is
//! equivalent to an operator of the language is replaced by it once that was shown ([`learned`]). Where that
//! does not help, what holds of all values of a function is looked for ([`lemmas`]).

mod calls;
mod characters;
mod definitional;
mod learned;
mod lemmas;
mod limits;
mod small_values;
mod views;

use tress_base::{Cap, Stop};

use crate::ground::{CheckResult, Extended, Query};
use crate::sequences;
use crate::strategy::Deciders;
use calls::Calls;
use definitional::Definitional;
pub(crate) use limits::CAPS;
use limits::{
    EVALUATION_STEPS, FIRST_CALLS, LEVELS, MORE_CALLS, REPLACED_STEPS, ROUND_STEPS, ROUNDS, UNFOLDED_STEPS,
    UNKNOWN_STEPS,
};
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Gap, Reason};
use tress_term::model::Model;
use tress_term::term::{Term, TermStore, post_order};

/// Steps for the first round; they double when too few brought an answer, up to [`ROUND_STEPS`].
const FIRST_SHARE: u64 = 300_000;

/// Short attempts at a question with known functions: are they replaced, and for how many steps?
static ATTEMPTS: [(bool, &Cap); 2] = [(true, &REPLACED_STEPS), (false, &UNFOLDED_STEPS)];

/// Is a recursive function called?
pub(crate) fn occur(store: &TermStore, formulas: &[Term]) -> bool {
    store.has_definitions()
        && post_order(store, formulas).into_iter().any(|term| store.called(term).is_some())
}

/// Answers a question about formulas without quantifiers.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn answer(env: &mut Env<'_>, query: &Query<'_>) -> Result<CheckResult, Stop> {
    if !occur(env.store, query.formulas) {
        return sequences::answer(env, query);
    }
    if let Some(model) = Stop::unless_gave_up(small_values::find(env, query))?.flatten() {
        return Ok(CheckResult::Sat(model, Deciders::one(Deciders::SMALL_VALUES)));
    }
    let definitional = Definitional::of(env.store, query.formulas, env.budget);
    if definitional.is_empty() {
        return with_calls(env, query);
    }
    let rest = |env: &mut Env<'_>, query: &Query<'_>| match occur(env.store, query.formulas) {
        true => with_calls(env, query),
        false => sequences::answer(env, query),
    };
    match Stop::unless_gave_up(definitional.answer(env, query, rest))?.flatten() {
        Some(result) => Ok(result),
        None => with_calls(env, query),
    }
}

/// Answers a question in which recursive functions are called.
fn with_calls(env: &mut Env<'_>, query: &Query<'_>) -> Result<CheckResult, Stop> {
    let functions = learned::called(env, query.formulas)?;
    let is_known = learned::learn(env, query.config, &functions)?;
    let first_steps = if is_known { ATTEMPTS[0].1 } else { &UNKNOWN_STEPS };
    let budget = env.budget;
    if let Some(result) = first_steps.share(budget, || by_unfolding(env, query, true))?
        && !matches!(result, CheckResult::Unknown(_))
    {
        return Ok(result);
    }
    let has_lemmas = lemmas::learn(env, query.config, &functions)?;
    // What replaces a function need not be what is decided best.
    let attempts = ATTEMPTS.iter().skip(usize::from(!has_lemmas)).filter(|_| is_known || has_lemmas);
    for (uses_closed, steps) in attempts {
        match steps.share(budget, || by_unfolding(env, query, *uses_closed))? {
            Some(CheckResult::Unknown(_)) | None => {}
            Some(result) => return Ok(result),
        }
    }
    by_unfolding(env, query, true)
}

/// Answers a question with functions replaced where they are known, or with all of them unfolded.
fn by_unfolding(env: &mut Env<'_>, query: &Query<'_>, uses_closed: bool) -> Result<CheckResult, Stop> {
    let calls = Calls::new(uses_closed);
    let mut rounds = Rounds {
        env,
        query,
        calls,
        given: Vec::new(),
        lemmas: Vec::new(),
        share: FIRST_SHARE,
        is_repeated: false,
    };
    CheckResult::unless_gave_up(rounds.run())
}

/// The work on one question.
struct Rounds<'c, 'a> {
    env: &'c mut Env<'a>,
    query: &'c Query<'c>,
    calls: Calls,
    /// The formulas of the question, about twins.
    given: Vec<Term>,
    /// What is known of the values of calls in this round.
    lemmas: Vec<Term>,
    /// Steps for one round.
    share: u64,
    /// Did the last round end without an answer, and nothing was unfolded?
    is_repeated: bool,
}

/// What a round without an answer leaves.
enum RoundResult {
    Answer(CheckResult),
    /// These calls should be unfolded.
    Unfold(Vec<usize>),
}

impl Rounds<'_, '_> {
    fn run(&mut self) -> Result<CheckResult, Stop> {
        for formula in self.query.formulas {
            let image = self.calls.read(self.env, *formula)?;
            self.given.push(image);
        }
        self.unfold_certain()?;
        for round in 0.. {
            if ROUNDS.is_exceeded(round + 1, self.env.budget) {
                break;
            }
            let open = self.calls.open();
            if open.is_empty() {
                return self.last();
            }
            self.env.stats.add("recursion-rounds", 1);
            self.lemmas = self.calls.lemmas(self.env)?;
            let needed = match self.forbidding(&open, round)? {
                RoundResult::Answer(result) => return Ok(result),
                RoundResult::Unfold(needed) => needed,
            };
            if let Some(result) = self.forbidding_nothing(round)? {
                return Ok(result);
            }
            self.unfold(needed, round)?;
        }
        Ok(CheckResult::Unknown(Reason::Gaps(vec![Gap::Recursion])))
    }

    /// Unfolds calls that are needed in any case.
    fn unfold_certain(&mut self) -> Result<(), Stop> {
        for number in 1.. {
            let is_next = |call: &calls::Call| call.is_certain && !call.is_unfolded;
            let Some(index) = self.calls.all.iter().position(is_next) else { break };
            if FIRST_CALLS.is_exceeded(number, self.env.budget) {
                break;
            }
            self.calls.unfold(self.env, index)?;
        }
        Ok(())
    }

    /// The answer when every call is unfolded.
    fn last(&mut self) -> Result<CheckResult, Stop> {
        let extended = self.extended(&[]);
        match self.ask(&extended)? {
            CheckResult::Sat(model, by) if self.holds(&model, None)? => Ok(CheckResult::Sat(model, by)),
            CheckResult::Sat(..) => Ok(CheckResult::Unknown(Reason::Gaps(vec![Gap::Recursion]))),
            CheckResult::Unsat(core, by) => Ok(CheckResult::Unsat(extended.own_core(core), by)),
            unknown => Ok(unknown),
        }
    }

    /// A round in which no call that is not unfolded may be needed.
    fn forbidding(&mut self, open: &[usize], round: usize) -> Result<RoundResult, Stop> {
        let budget = self.env.budget;
        let forbidden: Vec<Term> = open.iter().map(|index| self.calls.all[*index].need).collect();
        let forbidden: Vec<Term> = forbidden.into_iter().map(|need| self.env.store.not(need)).collect();
        let extended = self.extended(&forbidden);
        let result = budget.share(self.share, || self.ask(&extended))?;
        match result {
            Some(CheckResult::Sat(model, by)) => match self.holds(&model, Some(round))? {
                true => Ok(RoundResult::Answer(CheckResult::Sat(model, by))),
                false => Ok(RoundResult::Unfold(open.to_vec())),
            },
            Some(CheckResult::Unsat(core, by)) => {
                let needed: Vec<usize> = extended.suffix_in(&core).into_iter().map(|at| open[at]).collect();
                if needed.is_empty() {
                    return Ok(RoundResult::Answer(CheckResult::Unsat(extended.own_core(core), by)));
                }
                Ok(RoundResult::Unfold(needed))
            }
            Some(CheckResult::Unknown(_)) | None => {
                self.share = self.longer_share();
                // More equations need more steps: the same ones get more first.
                self.is_repeated = !self.is_repeated;
                Ok(RoundResult::Unfold(if self.is_repeated { Vec::new() } else { open.to_vec() }))
            }
        }
    }

    /// A round in which calls that are not unfolded have any value.
    fn forbidding_nothing(&mut self, round: usize) -> Result<Option<CheckResult>, Stop> {
        let budget = self.env.budget;
        let extended = self.extended(&[]);
        match budget.share(self.share / 2, || self.ask(&extended))? {
            Some(CheckResult::Sat(model, by)) => {
                Ok(self.holds(&model, Some(round))?.then_some(CheckResult::Sat(model, by)))
            }
            Some(CheckResult::Unsat(core, by)) => Ok(Some(CheckResult::Unsat(extended.own_core(core), by))),
            Some(CheckResult::Unknown(_)) | None => Ok(None),
        }
    }

    /// The formulas about twins, behind what twins are known to fulfil, with those that forbid calls.
    fn extended(&self, forbidden: &[Term]) -> Extended {
        let Calls { equations, needs, .. } = &self.calls;
        let known = equations.iter().chain(needs).chain(&self.lemmas).copied();
        self.query.with_prefix(known, &self.given).with_suffix(forbidden)
    }

    /// The answer about twins.
    fn ask(&mut self, extended: &Extended) -> Result<CheckResult, Stop> {
        sequences::answer(self.env, &extended.query(self.query.config, self.query.symbols))
    }

    /// Twice the share of a round, as far as that may be.
    fn longer_share(&self) -> u64 {
        let (budget, longer) = (self.env.budget, self.share.saturating_mul(2));
        let most = ROUND_STEPS.most(budget);
        if longer > most {
            budget.hit(ROUND_STEPS.name());
        }
        longer.min(most)
    }

    /// Are the formulas of the question true under a model? Returns false if that is not seen in the steps of
    /// a round.
    fn holds(&mut self, model: &Model, round: Option<usize>) -> Result<bool, Stop> {
        let (env, formulas) = (&mut *self.env, self.query.formulas);
        let budget = env.budget;
        // Later models are larger.
        let steps =
            round.map_or(u64::MAX, |round| EVALUATION_STEPS.most(budget).saturating_mul(1 << round.min(8)));
        let all = budget.share(steps, || env.holds(formulas.iter().copied(), model))?;
        if all.is_none() {
            budget.hit(EVALUATION_STEPS.name());
        }
        Ok(all.unwrap_or(false))
    }

    /// Unfolds these calls, and some that come with them: more from round to round.
    fn unfold(&mut self, needed: Vec<usize>, round: usize) -> Result<(), Stop> {
        let budget = self.env.budget;
        let levels = 1 << (round / 2).min(16);
        let mut next = needed;
        let mut more = 0;
        for level in 0..levels {
            if next.is_empty() || LEVELS.is_exceeded(level + 1, budget) {
                break;
            }
            let first = self.calls.all.len();
            for index in next {
                if level > 0 {
                    more += 1;
                    if MORE_CALLS.is_exceeded(more, budget) {
                        return Ok(());
                    }
                }
                self.calls.unfold(self.env, index)?;
            }
            next = (first..self.calls.all.len()).collect();
        }
        Ok(())
    }
}
