//! The room of recursive functions: calls become equations, as far as they are needed.
//!
//! Enters: a question without quantifiers. Leaves: its answer. Calls are stood for by functions without a
//! definition ([`calls`]); what is left is answered by [`crate::sequences`], round by round:
//!
//! - with the calls that are not unfolded forbidden, where they are needed. A model is one of the question;
//!   this is evaluated. A conflict tells which calls to unfold, and is one of the question when it tells none;
//! - with nothing forbidden. A conflict is one of the question, and a model may be one by luck.
//!
//! Formulas that only give a value to a symbol are set aside before ([`beside`]).
//! A function that spells an operator of the language is replaced by it once that was shown ([`learned`]). Where that
//! does not help, what holds of all values of a function is looked for ([`laws`]).

mod beside;
mod calls;
mod guess;
mod laws;
mod learned;
mod letters;
mod limits;
mod views;

use tress_base::{Cap, Stop};

use crate::ground::{Extended, Question, Verdict};
use crate::sequences;
use crate::strategy::Deciders;
use beside::Beside;
use calls::Calls;
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
pub(crate) fn answer(env: &mut Env<'_>, question: &Question<'_>) -> Result<Verdict, Stop> {
    if !occur(env.store, question.formulas) {
        return sequences::answer(env, question);
    }
    if let Some(model) = guess::guess(env, question)? {
        return Ok(Verdict::Sat(model, Deciders::one(Deciders::SMALL_VALUES)));
    }
    let beside = Beside::of(env.store, question.formulas, env.budget);
    if beside.is_empty() {
        return with_calls(env, question);
    }
    let rest = |env: &mut Env<'_>, question: &Question<'_>| match occur(env.store, question.formulas) {
        true => with_calls(env, question),
        false => sequences::answer(env, question),
    };
    match beside.answer(env, question, rest)? {
        Some(verdict) => Ok(verdict),
        None => with_calls(env, question),
    }
}

/// Answers a question in which recursive functions are called.
fn with_calls(env: &mut Env<'_>, question: &Question<'_>) -> Result<Verdict, Stop> {
    let functions = learned::called(env, question.formulas)?;
    let is_known = learned::learn(env, question.method, &functions)?;
    let first_steps = if is_known { ATTEMPTS[0].1 } else { &UNKNOWN_STEPS };
    let budget = env.budget;
    if let Some(verdict) = first_steps.share(budget, || by_unfolding(env, question, true))?
        && !matches!(verdict, Verdict::Unknown(_))
    {
        return Ok(verdict);
    }
    let has_laws = laws::learn(env, question.method, &functions)?;
    // What replaces a function need not be what is decided best.
    let attempts = ATTEMPTS.iter().skip(usize::from(!has_laws)).filter(|_| is_known || has_laws);
    for (uses_closed, steps) in attempts {
        match steps.share(budget, || by_unfolding(env, question, *uses_closed))? {
            Some(Verdict::Unknown(_)) | None => {}
            Some(verdict) => return Ok(verdict),
        }
    }
    by_unfolding(env, question, true)
}

/// Answers a question with functions replaced where they are known, or with all of them unfolded.
fn by_unfolding(env: &mut Env<'_>, question: &Question<'_>, uses_closed: bool) -> Result<Verdict, Stop> {
    let calls = Calls::new(uses_closed);
    Rounds {
        env,
        question,
        calls,
        given: Vec::new(),
        laws: Vec::new(),
        share: FIRST_SHARE,
        is_repeated: false,
    }
    .run()
}

/// The work on one question.
struct Rounds<'c, 'a> {
    env: &'c mut Env<'a>,
    question: &'c Question<'c>,
    calls: Calls,
    /// The formulas of the question, about twins.
    given: Vec<Term>,
    /// What is known of the values of calls in this round.
    laws: Vec<Term>,
    /// Steps for one round.
    share: u64,
    /// Did the last round end without an answer, and nothing was unfolded?
    is_repeated: bool,
}

/// What a round without an answer tells.
enum Told {
    Answer(Verdict),
    /// These calls should be unfolded.
    Calls(Vec<usize>),
}

impl Rounds<'_, '_> {
    fn run(&mut self) -> Result<Verdict, Stop> {
        for formula in self.question.formulas {
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
            self.laws = self.calls.laws(self.env)?;
            let needed = match self.forbidding(&open, round)? {
                Told::Answer(verdict) => return Ok(verdict),
                Told::Calls(needed) => needed,
            };
            if let Some(verdict) = self.forbidding_nothing(round)? {
                return Ok(verdict);
            }
            self.unfold(needed, round)?;
        }
        Ok(Verdict::Unknown(Reason::Gaps(vec![Gap::Recursion])))
    }

    /// Unfolds calls that are needed in any case.
    fn unfold_certain(&mut self) -> Result<(), Stop> {
        for number in 1.. {
            let is_next = |call: &calls::Call| call.is_certain && !call.is_unfolded;
            let Some(place) = self.calls.all.iter().position(is_next) else { break };
            if FIRST_CALLS.is_exceeded(number, self.env.budget) {
                break;
            }
            self.calls.unfold(self.env, place)?;
        }
        Ok(())
    }

    /// The answer when every call is unfolded.
    fn last(&mut self) -> Result<Verdict, Stop> {
        let extended = self.extended(&[]);
        match self.ask(&extended)? {
            Verdict::Sat(model, by) if self.holds(&model, None)? => Ok(Verdict::Sat(model, by)),
            Verdict::Sat(..) => Ok(Verdict::Unknown(Reason::Gaps(vec![Gap::Recursion]))),
            Verdict::Unsat(core, by) => Ok(Verdict::Unsat(extended.own_core(core), by)),
            unknown => Ok(unknown),
        }
    }

    /// A round in which no call that is not unfolded may be needed.
    fn forbidding(&mut self, open: &[usize], round: usize) -> Result<Told, Stop> {
        let budget = self.env.budget;
        let forbidden: Vec<Term> = open.iter().map(|place| self.calls.all[*place].need).collect();
        let forbidden: Vec<Term> = forbidden.into_iter().map(|need| self.env.store.not(need)).collect();
        let extended = self.extended(&forbidden);
        let verdict = budget.share(self.share, || self.ask(&extended))?;
        match verdict {
            Some(Verdict::Sat(model, by)) => match self.holds(&model, Some(round))? {
                true => Ok(Told::Answer(Verdict::Sat(model, by))),
                false => Ok(Told::Calls(open.to_vec())),
            },
            Some(Verdict::Unsat(core, by)) => {
                let needed: Vec<usize> = extended.suffix_in(&core).into_iter().map(|at| open[at]).collect();
                if needed.is_empty() {
                    return Ok(Told::Answer(Verdict::Unsat(extended.own_core(core), by)));
                }
                Ok(Told::Calls(needed))
            }
            Some(Verdict::Unknown(_)) | None => {
                self.share = self.longer_share();
                // More equations need more steps: the same ones get more first.
                self.is_repeated = !self.is_repeated;
                Ok(Told::Calls(if self.is_repeated { Vec::new() } else { open.to_vec() }))
            }
        }
    }

    /// A round in which calls that are not unfolded have any value.
    fn forbidding_nothing(&mut self, round: usize) -> Result<Option<Verdict>, Stop> {
        let budget = self.env.budget;
        let extended = self.extended(&[]);
        match budget.share(self.share / 2, || self.ask(&extended))? {
            Some(Verdict::Sat(model, by)) => {
                Ok(self.holds(&model, Some(round))?.then_some(Verdict::Sat(model, by)))
            }
            Some(Verdict::Unsat(core, by)) => Ok(Some(Verdict::Unsat(extended.own_core(core), by))),
            Some(Verdict::Unknown(_)) | None => Ok(None),
        }
    }

    /// The formulas about twins, behind what twins are known to fulfil, with those that forbid calls.
    fn extended(&self, forbidden: &[Term]) -> Extended {
        let Calls { equations, needs, .. } = &self.calls;
        let known = equations.iter().chain(needs).chain(&self.laws).copied();
        self.question.with_prefix(known, &self.given).with_suffix(forbidden)
    }

    /// The answer about twins.
    fn ask(&mut self, extended: &Extended) -> Result<Verdict, Stop> {
        sequences::answer(self.env, &extended.question(self.question.method, self.question.symbols))
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

    /// Are the formulas of the question true under a model? Returns false if that is not seen in the steps of a
    /// round.
    fn holds(&mut self, model: &Model, round: Option<usize>) -> Result<bool, Stop> {
        let (env, formulas) = (&mut *self.env, self.question.formulas);
        let budget = env.budget;
        // Later models are larger.
        let steps = round.map_or(u64::MAX, |round| EVALUATION_STEPS.most(budget) << round.min(8));
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
            for place in next {
                if level > 0 {
                    more += 1;
                    if MORE_CALLS.is_exceeded(more, budget) {
                        return Ok(());
                    }
                }
                self.calls.unfold(self.env, place)?;
            }
            next = (first..self.calls.all.len()).collect();
        }
        Ok(())
    }
}
