//! Strings that are read near their ends only: case by case, by their lengths.
//!
//! Enters: a problem with a symbol whose every occurrence is its length, a membership, or a part at constant
//! distance from one of its ends. With `front` and `back` for how far those parts reach, a string that is not
//! shorter than both together is two affixes and a middle that only lengths and memberships mention. So the
//! lengths below and the one open case are all there is: single characters in each of them, which
//! preprocessing turns into numbers. Leaves: a model from one case, or a conflict from all of them.

use tress_base::Stop;
use tress_engines::{Claims, Engine, Task};

use crate::preprocess::{Case, Reduced, preprocess_case};
use crate::registry::SPLIT_HELP;
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Outcome, Problem, Reason};
use tress_term::model::Model;
use tress_term::term::{Head, Op, Sort, Term, TermMap, TermStore, Value, post_order};

use super::limits::{CASE_STEPS, SPLIT_CHARACTERS, SPLIT_DEPTH};
use super::stages::{SPLIT_STAGES, STAGES, Stage};
use super::{Decided, SplitDepth, decide_whole};

/// The fewest parts that make a split worth its cases.
const FEWEST_PARTS: usize = 2;

/// The engine: `stages` decide its cases.
pub(super) struct AffixSplit {
    stages: fn() -> &'static [Stage],
}

/// As a stage of the strategy.
pub(super) static AFFIX_SPLIT: AffixSplit = AffixSplit { stages: || &STAGES };
/// Asked for by name: its cases are left to searches.
pub(super) static AFFIX_SPLIT_ALONE: AffixSplit = AffixSplit { stages: || &SPLIT_STAGES };

impl Engine for AffixSplit {
    fn name(&self) -> &'static str {
        "affix-split"
    }

    fn help(&self) -> &'static str {
        SPLIT_HELP
    }

    fn claims(&self) -> Claims {
        Claims::Both
    }

    fn applies(&self, store: &TermStore, problem: &Problem) -> bool {
        // Affixes that are too long are a matter of the cap: `solve` counts that.
        find(store, problem, |_| true).is_some()
    }

    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        solve(env, task, (self.stages)())
    }
}

/// How a string is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Touch {
    /// How far parts reach from the beginning, and from the end.
    front: usize,
    back: usize,
    /// Parts at constant positions.
    parts: usize,
    /// Is it read in another way?
    is_open: bool,
}

/// A string that is split by its length, and how far its affixes reach: one whose affixes `fit`, by the
/// number of their characters.
fn find(store: &TermStore, problem: &Problem, fit: impl Fn(usize) -> bool) -> Option<Case> {
    let roots = problem.roots();
    let order = post_order(store, &roots);
    let mut touches: TermMap<Touch> = TermMap::new();
    let mut strings: Vec<Term> = Vec::new();
    for term in order {
        if matches!(store.head(term), Head::Quantifier(..)) {
            return None;
        }
        if is_string_symbol(store, term) {
            strings.push(term);
        }
        for (index, arg) in store.args(term).iter().enumerate() {
            if is_string_symbol(store, *arg) {
                let known = touches.get(*arg).copied().unwrap_or_default();
                touches.set(*arg, touched(store, known, term, index));
            }
        }
    }
    let case = |symbol: Term| {
        let touch = touches.get(symbol).copied()?;
        let fits = !touch.is_open && touch.parts >= FEWEST_PARTS && fit(touch.front + touch.back);
        fits.then_some((touch.parts, Case { symbol, front: touch.front, back: touch.back, is_open: true }))
    };
    // The first of those with the most parts.
    let found =
        strings.into_iter().filter_map(case).reduce(|best, next| if next.0 > best.0 { next } else { best });
    found.map(|(_, case)| case)
}

fn is_string_symbol(store: &TermStore, term: Term) -> bool {
    store.as_constant(term).is_some() && store.sort(term) == Sort::String && !store.is_letter(term)
}

/// What a term adds to how one of its arguments is read.
fn touched(store: &TermStore, mut touch: Touch, term: Term, index: usize) -> Touch {
    let length = |constant: Term| match store.as_value(constant) {
        Some(Value::Str(string)) => Some(string.len()),
        _ => None,
    };
    match (store.op(term), store.args(term), index) {
        (Some(Op::Length | Op::InRe | Op::StrToInt), _, 0) => {}
        (Some(Op::Substr), [string, start, count], 0) => {
            return part(store, touch, [*string, *start, *count]);
        }
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

/// A part of a string: where it begins, and how far it reaches.
fn part(store: &TermStore, mut touch: Touch, [string, start, count]: [Term; 3]) -> Touch {
    if let Some(start) = constant(store, start) {
        // What goes on to the end is in no affix, but where it begins is.
        let reach = most(store, count).unwrap_or(0).max(0);
        touch.parts += usize::from(most(store, count).is_some());
        touch.front = touch.front.max(usize::try_from(start.saturating_add(reach)).unwrap_or(0));
        return touch;
    }
    match (store.op(start), store.args(start)) {
        (Some(Op::Add), [length, distance]) if is_length_of(store, *length, string) => {
            match constant(store, *distance) {
                Some(distance) => {
                    touch.parts += 1;
                    touch.back = touch.back.max(usize::try_from(distance.saturating_neg()).unwrap_or(0));
                }
                None => touch.is_open = true,
            }
        }
        (Some(Op::Length), [inner]) if *inner == string => {}
        _ => touch.is_open = true,
    }
    touch
}

fn is_length_of(store: &TermStore, term: Term, string: Term) -> bool {
    store.op(term) == Some(Op::Length) && store.args(term) == [string]
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

/// Decides a problem by the cases of a string that fits, if there is one.
fn solve(env: &mut Env<'_>, task: &Task<'_>, stages: &'static [Stage]) -> Result<Outcome, Stop> {
    let (problem, budget) = (task.problem, env.budget);
    let gave_up = || Outcome::GaveUp(Reason::Incomplete);
    if SPLIT_DEPTH.is_exceeded(task.depth + 1, budget) {
        return Ok(gave_up());
    }
    let fits = |length: usize| !SPLIT_CHARACTERS.is_exceeded(length, budget);
    let Some(open) = find(env.store, problem, fits) else {
        return Err(Stop::GaveUp(SPLIT_CHARACTERS.name()));
    };
    let least = usize::from(tress_base::is_planted("affix-closed-case"));
    let closed = (least..open.front + open.back).map(|front| Case { front, back: 0, is_open: false, ..open });
    let is_tracked = problem.facts.iter().any(|fact| (task.tracked)(fact.origin));
    let inside = SplitDepth { depth: task.depth + 1, stages };
    let (mut needed, mut is_decided) = (Vec::new(), true);
    let last = (!tress_base::is_planted("affix-open-case")).then_some(open);
    for case in closed.chain(last) {
        env.stats.add("split-cases", 1);
        let decided = CASE_STEPS.share(budget, || decide_case(env, problem, case, is_tracked, inside));
        match Stop::unless_gave_up(decided)?.flatten() {
            Some(model @ Outcome::Model(_)) => return Ok(model),
            Some(Outcome::Conflict(origins)) => needed.extend(origins),
            _ => is_decided = false,
        }
    }
    needed.sort_unstable();
    needed.dedup();
    Ok(if is_decided { Outcome::Conflict(needed) } else { gave_up() })
}

/// Decides one case. A conflict is stated in the origins of the problem, a model has been evaluated.
fn decide_case(
    env: &mut Env<'_>,
    problem: &Problem,
    case: Case,
    is_tracked: bool,
    inside: SplitDepth,
) -> Result<Outcome, Stop> {
    let facts = problem.roots();
    let reduced = preprocess_case(env, &facts, case)?;
    let Decided { outcome, by } = decide_whole(env, &reduced.problem, &|_| is_tracked, inside)?;
    env.helpers.extend(by.names());
    Ok(match outcome {
        Outcome::Conflict(origins) => {
            let facts = reduced.origins.assertions(&origins).into_iter();
            Outcome::Conflict(facts.map(|fact| problem.facts[fact as usize].origin).collect())
        }
        Outcome::Model(model) => match completed(env, problem, &reduced, *model)? {
            Some(model) => Outcome::Model(Box::new(model)),
            None => Outcome::GaveUp(Reason::Incomplete),
        },
        gave_up @ Outcome::GaveUp(_) => gave_up,
    })
}

/// The model of a case as one of the problem, when the evaluator agrees.
fn completed(
    env: &mut Env<'_>,
    problem: &Problem,
    reduced: &Reduced,
    model: Model,
) -> Result<Option<Model>, Stop> {
    let model = model.with_defaults(env.store, &problem.symbols);
    let Some(model) = reduced.complete(env, model)? else { return Ok(None) };
    let holds = env.holds(problem.roots(), &model)?;
    env.stats.add("models-refuted", u64::from(!holds));
    Ok(holds.then_some(model))
}

#[cfg(test)]
mod tests {
    use tress_base::{Budget, Random};

    use super::super::stages::ALL;
    use super::*;
    use crate::preprocess::simplify;
    use tress_rewrite::testing::Terms;

    /// How many characters of the affixes of a problem are read: at the beginning, at the end.
    fn affixes(facts: &[&str]) -> Option<(usize, usize)> {
        let mut terms = Terms::new();
        let facts: Vec<Term> = facts.iter().map(|text| terms.term(text)).collect();
        let budget = Budget::unlimited();
        let reduced = simplify(&mut terms.context.env(&budget, 0), &facts).expect("no limit");
        find(&terms.context.store, &reduced.problem, |length| length <= 48)
            .map(|case| (case.front, case.back))
    }

    #[test]
    fn affixes_reach_as_far_as_the_parts_at_constant_positions() {
        let [first, last] = ["(= (str.at x 2) y)", "(= (str.at x (- (str.len x) 2)) z)"];
        assert_eq!(affixes(&[first, "(= m (str.to_int (str.substr x 3 2)))"]), Some((5, 0)));
        assert_eq!(affixes(&[first, last, "(not (str.prefixof \"abcd\" x))"]), Some((4, 2)));
        assert_eq!(affixes(&[first, last, "(str.in_re x (re.+ (re.range \"0\" \"9\")))"]), Some((3, 2)));
        let counted = "(= m (str.to_int (str.substr x 4 (- (str.len (str.substr x 3 2)) 1))))";
        assert_eq!(affixes(&[first, counted]), Some((5, 0)));
    }

    #[test]
    fn strings_that_are_read_elsewhere_are_not_split() {
        let [first, last] = ["(= (str.at x 2) \"a\")", "(= (str.at x (- (str.len x) 2)) \"b\")"];
        assert_eq!(affixes(&[first]), None);
        assert_eq!(affixes(&[first, last, "(= (str.at x n) \"c\")"]), None);
        assert_eq!(affixes(&[first, last, "(str.contains x y)"]), None);
        assert_eq!(affixes(&[first, last, "(= (str.at x 100) \"c\")"]), None);
    }

    /// The outcome of the cases alone, and the facts as terms.
    fn outcome(terms: &mut Terms, facts: &[String]) -> (Option<Outcome>, Vec<Term>) {
        let facts: Vec<Term> = facts.iter().map(|text| terms.term(text)).collect();
        let budget = Budget::unlimited();
        let mut env = terms.context.env(&budget, 0);
        let reduced = simplify(&mut env, &facts).expect("no limit");
        let is_split = AFFIX_SPLIT_ALONE.applies(env.store, &reduced.problem);
        let task = Task { problem: &reduced.problem, tracked: &|_| true, share: ALL, depth: 0 };
        let outcome = is_split.then(|| AFFIX_SPLIT_ALONE.solve(&mut env, &task).expect("no limit"));
        let outcome = outcome.map(|outcome| match outcome {
            Outcome::Conflict(origins) => Outcome::Conflict(reduced.origins.assertions(&origins)),
            other => other,
        });
        (outcome, facts)
    }

    #[test]
    fn a_conflict_names_only_what_it_needs() {
        let facts = [
            "(not (= (str.at x 3) \"a\"))",
            "(>= (str.to_int (str.substr x 1 2)) 30)",
            "(str.in_re (str.at x 1) (re.range \"0\" \"2\"))",
            "(not (= (str.at x 0) \"b\"))",
        ];
        let (found, _) = outcome(&mut Terms::new(), &facts.map(str::to_owned));
        assert!(matches!(&found, Some(Outcome::Conflict(core)) if core == &[1, 2]), "{found:?}");
    }

    /// A fact about `x` that reads its affixes only.
    fn random_fact(random: &mut Random) -> String {
        let (index, count, number) = (random.below(3), 1 + random.below(2), random.between(0, 60));
        let part = match random.below(3) {
            0 => format!("(str.substr x (- (str.len x) {}) {count})", 1 + index),
            _ => format!("(str.substr x {index} {count})"),
        };
        let literal = *random.pick(&["0", "1", "a", "10", "01", ""]);
        let regex = *random.pick(&["(re.range \"0\" \"1\")", "re.allchar", "(str.to_re \"1\")"]);
        let atom = match random.below(9) {
            0 => format!("(>= (str.to_int {part}) {number})"),
            1 => format!("(= {part} \"{literal}\")"),
            2 => format!("(str.prefixof \"{literal}\" x)"),
            3 => format!("(str.suffixof \"{literal}\" x)"),
            4 => format!("(>= (str.len x) {index})"),
            5 => format!("(str.in_re x (re.+ {regex}))"),
            6 => format!("(str.in_re {part} {regex})"),
            7 => format!("(>= (str.len (str.from_int (+ (str.to_int {part}) {number}))) {count})"),
            _ => format!("(= {part} (str.at x {}))", random.below(3)),
        };
        if random.chance(1, 3) { format!("(not {atom})") } else { atom }
    }

    /// All strings over a few characters, short ones first.
    fn strings() -> Vec<String> {
        let mut strings = vec![String::new()];
        for index in 0.. {
            let string: String = strings[index].clone();
            if string.len() == 6 {
                break;
            }
            strings.extend(["0", "1", "a"].map(|character| string.clone() + character));
        }
        strings
    }

    #[test]
    fn every_problem_is_decided_as_trying_all_short_strings_says() {
        let mut random = Random::new(31);
        let strings = strings();
        let (mut models, mut conflicts) = (0, 0);
        for case in 0..400 {
            let mut terms = Terms::new();
            let texts: Vec<String> = (0..2 + random.below(5)).map(|_| random_fact(&mut random)).collect();
            let (found, facts) = outcome(&mut terms, &texts);
            match found {
                Some(Outcome::Model(_)) => models += 1,
                Some(Outcome::Conflict(core)) => {
                    conflicts += 1;
                    let core: Vec<Term> = core.iter().map(|fact| facts[*fact as usize]).collect();
                    let symbol = terms.term("x");
                    let symbol = terms.context.store.as_constant(symbol).expect("a symbol");
                    let budget = Budget::unlimited();
                    let mut env = terms.context.env(&budget, 0);
                    for string in &strings {
                        let mut model = Model::new();
                        model.set(symbol, Value::text(string));
                        let holds =
                            |env: &mut Env<'_>, fact: &Term| env.eval(*fact, &model) == Ok(Value::Bool(true));
                        let all = core.iter().all(|fact| holds(&mut env, fact));
                        assert!(!all, "case {case}: {texts:?} hold for {string:?}");
                    }
                }
                Some(other) => panic!("case {case}: {texts:?}: {other:?}"),
                None => {}
            }
        }
        assert!(models > 20 && conflicts > 10, "{models} {conflicts}");
    }
}
