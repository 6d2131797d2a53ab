//! Words that are touched only near their ends: case by case, by their lengths.
//!
//! Enters: a problem with a symbol whose every occurrence is its length, a membership, or a part at constant distance
//! from one of its ends. With `front` and `back` for how far those parts reach, a word that is not shorter than both
//! together is two windows and a middle that only lengths and memberships speak of. So the lengths below and the one
//! open case are all there is: letters in each of them, which preprocessing knows how to turn into numbers.
//! Leaves: a model from one case, or a conflict from all of them.

use tress_base::Stop;

use crate::env::Env;
use crate::eval::EvalError;
use crate::model::Model;
use crate::preprocess::{Case, Reduced, preprocess_case};
use crate::problem::{Outcome, Problem, Reason};
use crate::term::{Head, Op, Sort, Term, TermMap, TermStore, Value, post_order};

use super::{Depth, decide_whole};

/// Longest windows, both together.
const MOST_LETTERS: usize = 48;
/// Fewest parts that make it worth while.
const FEWEST_PARTS: usize = 2;
/// Steps for one case.
const CASE_STEPS: u64 = 4_000_000;

/// How a word is touched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Touch {
    /// How far parts reach from the beginning, and from the end.
    front: usize,
    back: usize,
    /// Parts at constant places.
    parts: usize,
    /// Touched in another way.
    is_open: bool,
}

/// A word that is split by its length, and how far its windows reach.
pub(super) fn find(store: &TermStore, problem: &Problem) -> Option<Case> {
    let roots: Vec<Term> = problem.facts.iter().map(|fact| fact.term).collect();
    let order = post_order(store, &roots);
    let mut touches: TermMap<Touch> = TermMap::new();
    let mut words: Vec<Term> = Vec::new();
    for term in order {
        if matches!(store.head(term), Head::Quantifier(..)) {
            return None;
        }
        if is_word(store, term) {
            words.push(term);
        }
        for (place, arg) in store.args(term).iter().enumerate() {
            if is_word(store, *arg) {
                let known = touches.get(*arg).copied().unwrap_or_default();
                touches.set(*arg, touched(store, known, term, place));
            }
        }
    }
    let case = |symbol: Term| {
        let touch = touches.get(symbol).copied()?;
        let fits = !touch.is_open && touch.parts >= FEWEST_PARTS && touch.front + touch.back <= MOST_LETTERS;
        fits.then_some((touch.parts, Case { symbol, front: touch.front, back: touch.back, is_open: true }))
    };
    // The first of those with the most parts.
    let found =
        words.into_iter().filter_map(case).reduce(|best, next| if next.0 > best.0 { next } else { best });
    found.map(|(_, case)| case)
}

fn is_word(store: &TermStore, term: Term) -> bool {
    store.as_constant(term).is_some() && store.sort(term) == Sort::String && !store.is_letter(term)
}

/// What a term adds to how one of its arguments is touched.
fn touched(store: &TermStore, mut touch: Touch, term: Term, place: usize) -> Touch {
    let length = |literal: Term| match store.as_value(literal) {
        Some(Value::Str(word)) => Some(word.len()),
        _ => None,
    };
    match (store.op(term), store.args(term), place) {
        (Some(Op::Length | Op::InRe | Op::StrToInt), _, 0) => {}
        (Some(Op::Substr), [word, start, count], 0) => return part(store, touch, [*word, *start, *count]),
        (Some(Op::PrefixOf), [literal, _], 1) if length(*literal).is_some() => {
            touch.front = touch.front.max(length(*literal).unwrap_or(0));
        }
        (Some(Op::SuffixOf), [literal, _], 1) if length(*literal).is_some() => {
            touch.back = touch.back.max(length(*literal).unwrap_or(0));
        }
        (Some(Op::Eq), [a, b], _) => match length(*a).or(length(*b)) {
            Some(length) => touch.front = touch.front.max(length.saturating_add(1)),
            None => touch.is_open = true,
        },
        _ => touch.is_open = true,
    }
    touch
}

/// A part of a word: where it begins, and how far it reaches.
fn part(store: &TermStore, mut touch: Touch, [word, start, count]: [Term; 3]) -> Touch {
    if let Some(start) = constant(store, start) {
        // What goes on to the end is a part of no window, but where it begins is.
        let reach = most(store, count).unwrap_or(0).max(0);
        touch.parts += usize::from(most(store, count).is_some());
        touch.front = touch.front.max(usize::try_from(start.saturating_add(reach)).unwrap_or(0));
        return touch;
    }
    match (store.op(start), store.args(start)) {
        (Some(Op::Add), [length, distance]) if is_length_of(store, *length, word) => {
            match constant(store, *distance) {
                Some(distance) => {
                    touch.parts += 1;
                    touch.back = touch.back.max(usize::try_from(distance.saturating_neg()).unwrap_or(0));
                }
                None => touch.is_open = true,
            }
        }
        (Some(Op::Length), [inner]) if *inner == word => {}
        _ => touch.is_open = true,
    }
    touch
}

fn is_length_of(store: &TermStore, term: Term, word: Term) -> bool {
    store.op(term) == Some(Op::Length) && store.args(term) == [word]
}

fn constant(store: &TermStore, term: Term) -> Option<i64> {
    match store.as_value(term) {
        Some(Value::Int(number)) => number.to_i64(),
        _ => None,
    }
}

/// The most a count can be, where it is a constant, the length of a part, or a sum of such.
fn most(store: &TermStore, count: Term) -> Option<i64> {
    let summands = match store.op(count) {
        Some(Op::Add) => store.args(count),
        _ => std::slice::from_ref(&count),
    };
    let one = |summand: &Term| match (store.op(*summand), store.args(*summand)) {
        (Some(Op::Length), [part]) if store.op(*part) == Some(Op::Substr) => {
            constant(store, store.args(*part)[2]).map(|count| count.max(0))
        }
        _ => constant(store, *summand),
    };
    summands.iter().try_fold(0_i64, |sum, summand| sum.checked_add(one(summand)?))
}

/// Decides a problem by the cases of a word that fits, if there is one.
///
/// # Errors
/// When the budget is used up.
pub(super) fn solve(
    env: &mut Env<'_>,
    problem: &Problem,
    tracked: &dyn Fn(u32) -> bool,
    depth: Depth,
) -> Result<Outcome, Stop> {
    let Some(open) = find(env.store, problem) else { return Ok(Outcome::GaveUp(Reason::Incomplete)) };
    let closed = (0..open.front + open.back).map(|front| Case { front, back: 0, is_open: false, ..open });
    let is_tracked = problem.facts.iter().any(|fact| tracked(fact.origin));
    let (mut needed, mut is_decided) = (Vec::new(), true);
    for case in closed.chain([open]) {
        env.stats.add("window-cases", 1);
        match env.budget.share(CASE_STEPS, || decide_case(env, problem, case, is_tracked, depth))? {
            Some(Outcome::Model(model)) => return Ok(Outcome::Model(model)),
            Some(Outcome::Conflict(origins)) => needed.extend(origins),
            _ => is_decided = false,
        }
    }
    needed.sort_unstable();
    needed.dedup();
    Ok(if is_decided { Outcome::Conflict(needed) } else { Outcome::GaveUp(Reason::Incomplete) })
}

/// Decides one case. A conflict is told in the origins of the problem, a model has been evaluated.
fn decide_case(
    env: &mut Env<'_>,
    problem: &Problem,
    case: Case,
    is_tracked: bool,
    depth: Depth,
) -> Result<Outcome, Stop> {
    let facts: Vec<Term> = problem.facts.iter().map(|fact| fact.term).collect();
    let reduced = preprocess_case(env, &facts, case)?;
    Ok(match decide_whole(env, &reduced.problem, &|_| is_tracked, depth)? {
        Outcome::Conflict(origins) => {
            let facts = reduced.origins.assertions(&origins).into_iter();
            Outcome::Conflict(facts.map(|fact| problem.facts[fact as usize].origin).collect())
        }
        Outcome::Model(model) => match completed(env, problem, &reduced, *model)? {
            Some(model) => Outcome::Model(Box::new(model)),
            None => Outcome::GaveUp(Reason::Incomplete),
        },
        other => other,
    })
}

/// The model of a case as one of the problem, when the evaluator agrees.
fn completed(
    env: &mut Env<'_>,
    problem: &Problem,
    reduced: &Reduced,
    mut model: Model,
) -> Result<Option<Model>, Stop> {
    for symbol in &problem.symbols {
        let declared = env.store.symbol(*symbol);
        if declared.arguments.is_empty()
            && model.get(*symbol).is_none()
            && let Some(default) = Value::default_of(declared.result)
        {
            model.set(*symbol, default);
        }
    }
    let model = match reduced.complete(env, model) {
        Ok(model) => model,
        Err(EvalError::Stop(stop)) => return Err(stop),
        Err(_) => return Ok(None),
    };
    for fact in &problem.facts {
        match env.eval(fact.term, &model) {
            Ok(Value::Bool(true)) => {}
            Err(EvalError::Stop(stop)) => return Err(stop),
            _ => {
                env.stats.add("models-refuted", 1);
                return Ok(None);
            }
        }
    }
    Ok(Some(model))
}
