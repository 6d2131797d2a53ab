//! Which engines are asked about a problem, in which order, for how long.
//!
//! Enters: a preprocessed problem. Leaves: an outcome. A fact that is plainly false decides
//! everything; parts without common symbols are decided one by one, where one conflict is enough.
//! Each part goes through the stages of `STAGES`; what none of them decides is searched again
//! with other choices, each time for longer.

mod affix_split;
mod decided;
mod limits;
mod profile;
mod stages;

use tress_base::Stop;

use crate::options::{Opt, Options};
use crate::preprocess::independent_parts;
use crate::registry::{self, EngineChoice};
use affix_split::AFFIX_SPLIT_ALONE;
pub use decided::Deciders;
pub(crate) use limits::CAPS;
pub(crate) use profile::Profile;
pub use stages::stages_text;
use stages::{ALL, STAGES, Stage, StageInput};
use tress_engines::{CALCULUS, Claims, Engine, KERNEL, Task};
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Gap, Outcome, Problem, Reason};
use tress_term::model::{Model, ZeroDivision};
use tress_term::term::{Op, TermStore, post_order};

/// How problems are to be decided.
#[derive(Clone, Copy)]
pub(crate) struct Config {
    /// Who answers.
    pub(crate) choice: EngineChoice,
    /// Are assertions preprocessed, or only rewritten?
    pub(crate) preprocess: bool,
}

impl Config {
    /// How the options want problems to be decided.
    pub(crate) fn of(options: &Options) -> Self {
        let named =
            || registry::named(options.word(Opt::Engine)).map_or(EngineChoice::Auto, |row| row.choice);
        let choice = options.variant().map_or_else(named, EngineChoice::Engine);
        Self { choice, preprocess: options.flag(Opt::Preprocess) }
    }
}

/// The share of the first search that begins again with other choices; each that follows gets half
/// as much more.
const NEXT_SEARCH: u64 = 1_500_000;

/// Where in a check a problem comes up.
#[derive(Clone, Copy)]
struct SplitDepth {
    /// In how many strings cases were distinguished on the way to it.
    depth: usize,
    /// Who is asked about it.
    stages: &'static [Stage],
}

/// The outcome of a problem, and who decided it.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    pub(crate) outcome: Outcome,
    pub(crate) by: Deciders,
}

impl Decided {
    fn new(outcome: Outcome, by: &'static str) -> Self {
        Self { outcome, by: Deciders::one(by) }
    }

    /// A fact is plainly false.
    fn refuted(fact: &Fact) -> Self {
        Self::new(Outcome::Conflict(vec![fact.origin]), Deciders::PREPROCESSING)
    }

    fn gave_up(reason: Reason) -> Self {
        Self { outcome: Outcome::GaveUp(reason), by: Deciders::default() }
    }
}

/// Asks an engine for a share of steps. Returns `None` if the share ended before the work did. Where the
/// engine gives up at a cap of its own, others may go on.
fn ask(env: &mut Env<'_>, engine: &dyn Engine, task: &Task<'_>) -> Result<Option<Decided>, Stop> {
    let budget = env.budget;
    budget.progress().enter(engine.name());
    let first_helper = env.helpers.len();
    let outcome = match budget.share(task.share, || engine.solve(env, task)) {
        Err(stop @ Stop::GaveUp(_)) => Ok(Some(Outcome::GaveUp(Reason::of_stop(stop)))),
        outcome => outcome,
    };
    let helpers = env.helpers.split_off(first_helper);
    Ok(outcome?.map(|outcome| Decided { outcome, by: Deciders::with_helpers(engine.name(), &helpers) }))
}

/// Decides a problem. A conflict must report of the facts that are `tracked` whether it needs them.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn decide(
    config: Config,
    env: &mut Env<'_>,
    problem: &Problem,
    tracked: impl Fn(u32) -> bool,
) -> Result<Decided, Stop> {
    let tracked = &tracked;
    match (config.choice, problem.refuted()) {
        (_, Some(fact)) => Ok(Decided::refuted(fact)),
        (EngineChoice::Split, None) => decide_by(&AFFIX_SPLIT_ALONE, env, problem, tracked),
        (EngineChoice::Engine(engine), None) => decide_by(engine, env, problem, tracked),
        (EngineChoice::Auto, None) => {
            decide_whole(env, problem, tracked, SplitDepth { depth: 0, stages: &STAGES })
        }
    }
}

/// Decides a problem stage by stage, part by part.
fn decide_whole(
    env: &mut Env<'_>,
    problem: &Problem,
    tracked: &dyn Fn(u32) -> bool,
    split: SplitDepth,
) -> Result<Decided, Stop> {
    if let Some(fact) = problem.refuted() {
        return Ok(Decided::refuted(fact));
    }
    let parts = independent_parts(env.store, problem, env.budget);
    let (mut whole, mut by, mut gave_up) = (Model::new(), Deciders::default(), None);
    for part in &parts {
        env.budget.look()?;
        let decided = decide_part(env, part, tracked, split)?;
        match decided.outcome {
            Outcome::Model(_) if parts.len() == 1 => return Ok(decided),
            Outcome::Conflict(_) => return Ok(decided),
            Outcome::Model(model) => join(env.store, &mut whole, part, &model),
            Outcome::GaveUp(reason) => gave_up = Some(reason),
        }
        by.add(&decided.by);
    }
    if parts.is_empty() {
        by = Deciders::one(Deciders::PREPROCESSING);
    }
    Ok(match gave_up {
        Some(reason) => Decided::gave_up(reason),
        None => Decided { outcome: Outcome::Model(Box::new(whole)), by },
    })
}

/// Decides a problem by one engine and no other.
fn decide_by(
    engine: &dyn Engine,
    env: &mut Env<'_>,
    problem: &Problem,
    tracked: &dyn Fn(u32) -> bool,
) -> Result<Decided, Stop> {
    let own_gap = Reason::Gaps(vec![Gap::Engine(engine.name())]);
    if !engine.applies(env.store, problem) {
        return Ok(Decided::gave_up(own_gap));
    }
    let decided = ask(env, engine, &Task { problem, tracked, share: ALL, depth: 0 })?;
    Ok(match decided.unwrap_or_else(|| Decided::gave_up(Reason::Incomplete)) {
        // What it cannot do at all is its own affair, not the problem's.
        Decided { outcome: Outcome::GaveUp(Reason::Incomplete), .. } if engine.claims() != Claims::Both => {
            Decided::gave_up(own_gap)
        }
        Decided { outcome: Outcome::GaveUp(reason), .. } => Decided::gave_up(reason),
        decided => decided,
    })
}

/// Decides a problem that has only one part: stage by stage.
fn decide_part(
    env: &mut Env<'_>,
    problem: &Problem,
    tracked: &dyn Fn(u32) -> bool,
    split: SplitDepth,
) -> Result<Decided, Stop> {
    let profile = Profile::of(env.store, problem);
    // An engine that gave up with work left would do so again.
    let mut gave_up: Vec<(&str, Reason)> = Vec::new();
    for Stage { engine, share, when, .. } in split.stages {
        let skip = gave_up.iter().any(|(name, _)| *name == engine.name());
        if skip && *share != ALL {
            continue;
        }
        if !when(&StageInput { profile: &profile, store: env.store, budget: env.budget }) {
            continue;
        }
        if skip {
            break;
        }
        if !engine.applies(env.store, problem) {
            continue;
        }
        match ask(env, *engine, &Task { problem, tracked, share: *share, depth: split.depth })? {
            // What the others leave open is for the searches to say.
            Some(Decided { outcome: Outcome::GaveUp(reason), .. })
                if [CALCULUS, KERNEL].iter().any(|own| own.name() == engine.name()) =>
            {
                gave_up.push((engine.name(), reason));
            }
            Some(decided @ Decided { outcome: Outcome::Model(_) | Outcome::Conflict(_), .. }) => {
                return Ok(decided);
            }
            Some(_) | None => {}
        }
        if *share == ALL {
            break;
        }
    }
    match gave_up.pop() {
        Some((_, reason)) => Ok(Decided::gave_up(reason)),
        None => search_again_and_again(env, problem, tracked),
    }
}

/// Searches with growing shares of work. Many problems are decided soon by most choices and late by
/// a few, so beginning again is better than going on.
fn search_again_and_again(
    env: &mut Env<'_>,
    problem: &Problem,
    tracked: &dyn Fn(u32) -> bool,
) -> Result<Decided, Stop> {
    let seed = env.seed;
    let mut share = NEXT_SEARCH;
    let outcome = loop {
        env.seed = env.seed.wrapping_add(1);
        match ask(env, CALCULUS, &Task { problem, tracked, share, depth: 0 }) {
            Ok(None) => share = share.saturating_add(share / 2),
            Ok(Some(decided)) => break Ok(decided),
            Err(stop) => break Err(stop),
        }
    };
    env.seed = seed;
    outcome
}

/// Adds the values of a part's symbols, and of division by zero where the part has some.
fn join(store: &TermStore, whole: &mut Model, part: &Problem, model: &Model) {
    for symbol in &part.symbols {
        if store.symbol(*symbol).arguments.is_empty() {
            if let Some(value) = model.get(*symbol) {
                whole.set(*symbol, value.clone());
            }
        } else if let Some(value) = model.function(*symbol) {
            whole.set_function(*symbol, value.clone());
        }
    }
    for division in ZeroDivision::ALL {
        if model.zero_division(division).cases().len() > 0 {
            *whole.zero_division_mut(division) = model.zero_division(division).clone();
        }
    }
    // Facts with operators that a model completes are one part; nobody asks what others report of these.
    let roots = part.roots();
    if model.outsides().next().is_some()
        && post_order(store, &roots).into_iter().any(|term| store.op(term).is_some_and(Op::is_partial))
    {
        for (what, function) in model.outsides() {
            whole.set_outside(what, function.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use tress_base::Budget;

    use super::*;
    use crate::preprocess::simplify;
    use tress_rewrite::testing::Terms;
    use tress_term::term::Term;

    const SPLIT: &str = "affix-split";

    /// What a choice says of facts.
    fn outcome(name: &str, facts: &[&str]) -> Outcome {
        let mut terms = Terms::new();
        let facts: Vec<Term> = facts.iter().map(|text| terms.term(text)).collect();
        let budget = Budget::unlimited();
        let mut env = terms.context.env(&budget, 0);
        let reduced = simplify(&mut env, &facts).expect("no limit");
        let config = Config { choice: registry::named(name).expect("a row").choice, preprocess: true };
        decide(config, &mut env, &reduced.problem, |_| true).expect("no limit").outcome
    }

    #[test]
    fn a_split_alone_decides_what_is_read_near_its_ends() {
        let [two, odd] = ["(>= (str.to_int (str.substr x 1 2)) 40)", "(not (= (str.at x 3) (str.at x 0)))"];
        assert!(matches!(outcome(SPLIT, &[two, odd]), Outcome::Model(_)));
        let zero = "(str.in_re (str.at x 1) (re.range \"0\" \"3\"))";
        assert!(matches!(outcome(SPLIT, &[two, odd, zero]), Outcome::Conflict(_)));
    }

    #[test]
    fn a_split_alone_leaves_the_rest_open() {
        let facts = ["(= (str.++ x y) (str.++ y x))", "(not (= x \"\"))", "(not (= y \"\"))"];
        let expected = vec![Gap::Engine(SPLIT)];
        assert!(matches!(outcome(SPLIT, &facts), Outcome::GaveUp(Reason::Gaps(gaps)) if gaps == expected));
        assert!(matches!(outcome("auto", &facts), Outcome::Model(_)));
    }

    #[test]
    fn replacements_in_short_words_are_decided() {
        let short = "(< (str.len x) 4)";
        let twice = |old: &str, new: &str| {
            let inner = format!("(str.replace (str.replace x \"{old}\" \"{new}\") \"{old}\" \"{new}\")");
            format!("(not (= {inner} (str.replace_all x \"{old}\" \"{new}\")))")
        };
        assert!(matches!(outcome("auto", &[&twice("a", "b"), "(< (str.len x) 3)"]), Outcome::Conflict(_)));
        assert!(matches!(outcome("auto", &[&twice("a", "b"), short]), Outcome::Model(_)));
        assert!(matches!(outcome("auto", &[&twice("ab", "c"), short]), Outcome::Conflict(_)));
        assert!(matches!(outcome("auto", &[&twice("a", ""), "(< (str.len x) 3)"]), Outcome::Conflict(_)));
    }

    #[test]
    fn unknown_words_are_replaced_by_themselves() {
        let fact = "(= (str.++ x \"095\") (str.replace_all x y x))";
        assert!(matches!(outcome("auto", &[fact, "(= (str.len y) 1)"]), Outcome::Model(_)));
        assert!(matches!(outcome("auto", &[fact, "(= y \"\")"]), Outcome::Conflict(_)));
    }

    #[test]
    fn many_that_differ_are_no_harder_than_their_pairs() {
        let facts = ["(distinct x (str.replace x \"a\" \"b\") \"c\")"];
        assert!(matches!(outcome("auto", &facts), Outcome::Model(_)));
        let facts = ["(distinct m (str.to_int x) (str.indexof x y 0) 3)"];
        assert!(matches!(outcome("auto", &facts), Outcome::Model(_)));
        let literals: Vec<String> = (0..70).map(|number| format!("\"{number}\"")).collect();
        let many = format!("(distinct x (str.replace x \"a\" \"b\") {})", literals.join(" "));
        assert!(matches!(outcome("auto", &[&many]), Outcome::Model(_)));
        let same = format!("(distinct x (str.substr x 0 (str.len y)) {})", literals.join(" "));
        assert!(matches!(outcome("auto", &[&same, "(= x y)"]), Outcome::Conflict(_)));
    }
}
