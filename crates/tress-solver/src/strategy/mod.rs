//! Which engines are asked about a problem, in which order, for how long.
//!
//! Enters: a preprocessed problem. Leaves: an outcome. A fact that is plainly false decides
//! everything; parts without common symbols are decided one by one, where one conflict is enough.
//! Each part goes through the stages of [`STAGES`]; what none of them decides is searched again
//! with other choices, each time for longer.

mod decided;
mod windows;

use rustc_hash::FxHashSet;
use tress_base::{Rational, Stop};

use crate::options::{Opt, Options};
use crate::preprocess::independent_parts;
use crate::registry::{self, Choice, WINDOWS};
pub use decided::Deciders;
use tress_engines::{
    self as engines, AUTOMATA, CALCULUS, CIRCUITS, Claims, Engine, GUESS, KERNEL, NUMERALS, PARRAY,
    POSITIONS, Task,
};
use tress_kernel::is_native;
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Gap, Outcome, Problem, Reason};
use tress_term::model::{Model, ZeroDivision};
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, number, post_order};

/// How problems are to be decided.
#[derive(Clone, Copy)]
pub(crate) struct Method {
    /// Who answers.
    pub(crate) choice: Choice,
    /// Are assertions preprocessed, or only rewritten?
    pub(crate) preprocess: bool,
}

impl Method {
    /// How the options want problems to be decided.
    pub(crate) fn of(options: &Options) -> Self {
        let choice = match options.word(Opt::Engine) {
            "parray" => Choice::Engine(engines::parray_way(options.word(Opt::Parray))),
            name => match registry::named(name).map_or(Choice::Auto, |row| row.choice) {
                Choice::Engine(engine) => {
                    Choice::Engine(tress_second::fixed_way(engine, options.word(Opt::Fixed)))
                }
                choice => choice,
            },
        };
        Self { choice, preprocess: options.flag(Opt::Preprocess) }
    }
}

/// How a stage works.
#[derive(Clone, Copy)]
enum Way {
    /// An engine is asked.
    Ask(&'static dyn Engine),
    /// The cases of a word, by its length, are decided one by one.
    Windows,
}

/// Where in a check a problem comes up.
#[derive(Clone, Copy)]
struct Place {
    /// In how many words cases were told apart on the way to it.
    depth: usize,
    /// Are windows all that may be used, and searches inside of their cases?
    only_windows: bool,
}

impl Place {
    fn stages(self) -> &'static [Stage] {
        match (self.only_windows, self.depth) {
            (false, _) => &STAGES,
            (true, 0) => &WINDOW_STAGES[..1],
            (true, _) => &WINDOW_STAGES,
        }
    }
}

/// Most words of one problem whose cases are told apart.
const MOST_DEPTH: usize = 4;

/// A row of the strategy.
struct Stage {
    way: Way,
    /// Steps of work.
    share: u64,
    /// For which problems.
    when: fn(&TermStore, &Problem) -> bool,
}

/// The stages in their order: a short search for the many small problems, numerals where there are some,
/// negated predicates by positions, equations by their structure, windows, circuits of short words where places or digits are read, arrays, a glance at small values, a longer
/// search, and only then long guessing. The kernel needs no help where there are no strings, unless there
/// are products of unknowns: circuits find values for those.
static STAGES: [Stage; 14] = [
    Stage { way: Way::Ask(KERNEL), share: 300_000, when: is_native_with_products },
    Stage { way: Way::Ask(CIRCUITS), share: 3_000_000, when: is_native_with_products },
    Stage { way: Way::Ask(KERNEL), share: u64::MAX, when: is_native },
    Stage { way: Way::Ask(CALCULUS), share: 50_000, when: always },
    Stage { way: Way::Ask(NUMERALS), share: 2_000_000, when: always },
    Stage { way: Way::Ask(POSITIONS), share: 3_000_000, when: has_negations },
    Stage { way: Way::Ask(AUTOMATA), share: 400_000, when: is_entangled },
    Stage { way: Way::Windows, share: 20_000_000, when: has_windows },
    Stage {
        way: Way::Ask(CIRCUITS),
        share: 2_000_000,
        when: |store, problem| reads_places(store, problem) || replaces_in_short_words(store, problem),
    },
    Stage { way: Way::Ask(PARRAY), share: 500_000, when: is_small },
    Stage { way: Way::Ask(GUESS), share: 600_000, when: always },
    Stage { way: Way::Ask(CALCULUS), share: 1_000_000, when: always },
    Stage {
        way: Way::Ask(CIRCUITS),
        share: 12_000_000,
        when: |store, problem| reads_places(store, problem) || replaces_all_by_unknowns(store, problem),
    },
    Stage { way: Way::Ask(GUESS), share: 10_000_000, when: always },
];

/// The stages of windows alone; those behind the first are for cases.
static WINDOW_STAGES: [Stage; 3] = [
    Stage { way: Way::Windows, share: u64::MAX, when: has_windows },
    Stage { way: Way::Ask(KERNEL), share: u64::MAX, when: is_native },
    Stage { way: Way::Ask(CALCULUS), share: 1_000_000, when: always },
];

/// The share of the first search that begins again with other choices; each that follows gets half
/// as much more.
const NEXT_SEARCH: u64 = 1_500_000;

/// Larger problems are too much for circuits.
const CIRCUIT_TERMS: usize = 8_000;

/// Words of at most so many characters are short.
const SHORT: i64 = 12;

/// Larger problems are too much for arrays, which compare all places of all strings.
const ARRAY_TERMS: usize = 400;

/// Is the problem small enough for arrays?
fn is_small(store: &TermStore, problem: &Problem) -> bool {
    let roots = problem.roots();
    post_order(store, &roots).len() <= ARRAY_TERMS
}

/// Are there no strings, but products or quotients of unknowns, in a problem of moderate size?
fn is_native_with_products(store: &TermStore, problem: &Problem) -> bool {
    let roots = problem.roots();
    let terms = post_order(store, &roots);
    terms.len() <= CIRCUIT_TERMS
        && terms.iter().any(|term| is_product(store, *term))
        && is_native(store, problem)
}

/// Is this a product or quotient of unknowns?
fn is_product(store: &TermStore, term: Term) -> bool {
    let is_unknown = |arg: &&Term| number(store, **arg).is_none();
    match store.op(term) {
        Some(Op::Mul) => store.args(term).iter().filter(is_unknown).count() > 1,
        Some(Op::IntDiv | Op::Mod) => store.args(term)[1..].iter().any(|arg| is_unknown(&arg)),
        _ => false,
    }
}

/// Does a problem of moderate size read characters at places, or words as numbers, or multiply unknowns?
fn reads_places(store: &TermStore, problem: &Problem) -> bool {
    let roots = problem.roots();
    let terms = post_order(store, &roots);
    let reads = |term: &Term| {
        matches!(
            store.op(*term),
            Some(
                Op::At
                    | Op::Substr
                    | Op::IndexOf
                    | Op::ToCode
                    | Op::FromCode
                    | Op::StrToInt
                    | Op::StrFromInt
                    | Op::IsDigit
            )
        )
    };
    terms.len() <= CIRCUIT_TERMS && terms.iter().any(|term| reads(term) || is_product(store, *term))
}

/// Does a problem of moderate size replace in words that all have a short longest length?
fn replaces_in_short_words(store: &TermStore, problem: &Problem) -> bool {
    let is_word = |symbol: &&SymbolId| store.symbol(**symbol).result == Sort::String;
    let mut bounded: FxHashSet<SymbolId> = FxHashSet::default();
    for fact in &problem.facts {
        // An upper limit is written as what does not reach beyond it.
        let (op, atom) = match (store.op(fact.term), store.args(fact.term)) {
            (Some(Op::Not), [atom]) => (Op::Ge, *atom),
            _ => (Op::Eq, fact.term),
        };
        let (true, [length, most]) = (store.op(atom) == Some(op), store.args(atom)) else { continue };
        for (length, most) in [(length, most), (most, length)].into_iter().take(1 + usize::from(op == Op::Eq))
        {
            let is_short = number(store, *most).is_some_and(|most| most <= Rational::from(SHORT));
            if let (true, Some(Op::Length), [word]) = (is_short, store.op(*length), store.args(*length)) {
                bounded.extend(store.as_constant(*word));
            }
        }
    }
    if bounded.is_empty() || !problem.symbols.iter().filter(is_word).all(|symbol| bounded.contains(symbol)) {
        return false;
    }
    let roots = problem.roots();
    let terms = post_order(store, &roots);
    let replaces = |term: &Term| matches!(store.op(*term), Some(Op::Replace | Op::ReplaceAll | Op::Contains));
    terms.len() <= CIRCUIT_TERMS && terms.iter().any(replaces)
}

/// Are all occurrences of an unknown word replaced, or by an unknown word, in a problem of moderate size? The lengths are
/// products then, which the calculus does not see.
fn replaces_all_by_unknowns(store: &TermStore, problem: &Problem) -> bool {
    let roots = problem.roots();
    let terms = post_order(store, &roots);
    let is_unknown = |arg: &Term| store.as_value(*arg).is_none();
    let replaces = |term: &Term| {
        store.op(*term) == Some(Op::ReplaceAll) && store.args(*term)[1..].iter().any(is_unknown)
    };
    terms.len() <= CIRCUIT_TERMS && terms.iter().any(replaces)
}

/// Must strings differ in some way, and is no equation between them asserted? Those are for the calculus.
fn has_negations(store: &TermStore, problem: &Problem) -> bool {
    let is_string = |term: &Term| store.sort(*term) == Sort::String;
    let compares = |term: Term| {
        let predicate = matches!(store.op(term), Some(Op::Eq | Op::Contains | Op::PrefixOf | Op::SuffixOf));
        predicate && store.args(term).iter().all(is_string)
    };
    let roots = problem.roots();
    if roots.iter().any(|fact| compares(*fact)) {
        return false;
    }
    let polarity = engines::Polarity::of(store, &roots);
    post_order(store, &roots).into_iter().any(|term| compares(term) && polarity.matters(term, false))
}

/// Does a symbol occur twice in the equations between strings that are asserted?
fn is_entangled(store: &TermStore, problem: &Problem) -> bool {
    let mut open: Vec<Term> = Vec::new();
    for fact in &problem.facts {
        if let (Some(Op::Eq), [a, b]) = (store.op(fact.term), store.args(fact.term))
            && store.sort(*a) == Sort::String
        {
            open.extend([*a, *b]);
        }
    }
    let mut seen = FxHashSet::default();
    while let Some(part) = open.pop() {
        if store.op(part) == Some(Op::Concat) {
            open.extend(store.args(part));
        } else if store.as_value(part).is_none() && !seen.insert(part) {
            return true;
        }
    }
    false
}

fn has_windows(store: &TermStore, problem: &Problem) -> bool {
    windows::find(store, problem).is_some()
}

fn always(_: &TermStore, _: &Problem) -> bool {
    true
}

/// What came of a problem, and of whom.
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

/// Asks an engine for a share of steps. `None` if the share ended before the work did. Where the engine gives up at a cap of
/// its own, others may go on.
fn ask(env: &mut Env<'_>, engine: &dyn Engine, task: &Task<'_>) -> Result<Option<Outcome>, Stop> {
    let budget = env.budget;
    budget.progress().enter(engine.name());
    match budget.share(task.share, || engine.solve(env, task)) {
        Err(stop @ Stop::GaveUp(_)) => Ok(Some(Outcome::GaveUp(Reason::of_stop(stop)))),
        outcome => outcome,
    }
}

/// Decides a problem. `tracked` says for which facts a conflict must tell whether it needs them.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn decide(
    method: Method,
    env: &mut Env<'_>,
    problem: &Problem,
    tracked: impl Fn(u32) -> bool,
) -> Result<Decided, Stop> {
    let tracked = &tracked;
    let only_windows = match method.choice {
        Choice::Engine(engine) => match problem.refuted() {
            Some(fact) => return Ok(Decided::refuted(fact)),
            None => return decide_by(engine, env, problem, tracked),
        },
        Choice::Auto => false,
        Choice::Windows => true,
    };
    decide_whole(env, problem, tracked, Place { depth: 0, only_windows })
}

/// Decides a problem stage by stage, part by part.
fn decide_whole(
    env: &mut Env<'_>,
    problem: &Problem,
    tracked: &dyn Fn(u32) -> bool,
    place: Place,
) -> Result<Decided, Stop> {
    if let Some(fact) = problem.refuted() {
        return Ok(Decided::refuted(fact));
    }
    let parts = independent_parts(env.store, problem);
    let (mut whole, mut by, mut gave_up) = (Model::new(), Deciders::default(), None);
    for part in &parts {
        env.budget.look()?;
        let decided = decide_part(env, part, tracked, place)?;
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
    let outcome = ask(env, engine, &Task { problem, tracked, share: u64::MAX })?;
    Ok(match outcome.unwrap_or(Outcome::GaveUp(Reason::Incomplete)) {
        // What it cannot do at all is its own affair, not the problem's.
        Outcome::GaveUp(Reason::Incomplete) if engine.claims() != Claims::Both => Decided::gave_up(own_gap),
        outcome => Decided::new(outcome, engine.name()),
    })
}

/// Decides a problem that has only one part: stage by stage.
fn decide_part(
    env: &mut Env<'_>,
    problem: &Problem,
    tracked: &dyn Fn(u32) -> bool,
    place: Place,
) -> Result<Decided, Stop> {
    // An engine that gave up with work left would do so again.
    let mut gave_up: Vec<(&str, Reason)> = Vec::new();
    for Stage { way, share, when } in place.stages() {
        let Way::Ask(engine) = way else {
            let inside = Place { depth: place.depth + 1, ..place };
            if inside.depth <= MOST_DEPTH
                && when(env.store, problem)
                && let Some(decided) = ask_windows(env, problem, tracked, inside, *share)?
            {
                return Ok(decided);
            }
            continue;
        };
        let skip = gave_up.iter().any(|(name, _)| *name == engine.name());
        if skip && *share == u64::MAX && when(env.store, problem) {
            break;
        }
        if skip || !when(env.store, problem) || !engine.applies(env.store, problem) {
            continue;
        }
        match ask(env, *engine, &Task { problem, tracked, share: *share })? {
            // What the others leave open is for the searches to say.
            Some(Outcome::GaveUp(reason))
                if [CALCULUS, KERNEL].iter().any(|own| own.name() == engine.name()) =>
            {
                gave_up.push((engine.name(), reason));
            }
            Some(outcome @ (Outcome::Model(_) | Outcome::Conflict(_))) => {
                return Ok(Decided::new(outcome, engine.name()));
            }
            Some(Outcome::GaveUp(_)) | None => {}
        }
        if *share == u64::MAX {
            break;
        }
    }
    match gave_up.pop() {
        Some((_, reason)) => Ok(Decided::gave_up(reason)),
        None if place.only_windows && place.depth == 0 => {
            Ok(Decided::gave_up(Reason::Gaps(vec![Gap::Engine(WINDOWS)])))
        }
        None => search_again_and_again(env, problem, tracked),
    }
}

/// Decides the cases of a string by its length. `None` if they stay open.
fn ask_windows(
    env: &mut Env<'_>,
    problem: &Problem,
    tracked: &dyn Fn(u32) -> bool,
    inside: Place,
    share: u64,
) -> Result<Option<Decided>, Stop> {
    let budget = env.budget;
    match budget.share(share, || windows::solve(env, problem, tracked, inside)) {
        Ok(Some(decided @ Decided { outcome: Outcome::Model(_) | Outcome::Conflict(_), .. })) => {
            Ok(Some(decided))
        }
        Ok(_) | Err(Stop::GaveUp(_)) => Ok(None),
        Err(stop) => Err(stop),
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
        match ask(env, CALCULUS, &Task { problem, tracked, share }) {
            Ok(None) => share = share.saturating_add(share / 2),
            Ok(Some(outcome)) => break Ok(Decided::new(outcome, CALCULUS.name())),
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
    // Facts with operators that a model completes are one part; what others say of these is nobody's question.
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

    /// What a choice says of facts.
    fn outcome(name: &str, facts: &[&str]) -> Outcome {
        let mut terms = Terms::new();
        let facts: Vec<Term> = facts.iter().map(|text| terms.term(text)).collect();
        let budget = Budget::unlimited();
        let mut env = terms.workshop.env(&budget, 0);
        let reduced = simplify(&mut env, &facts).expect("no limit");
        let method = Method { choice: registry::named(name).expect("a row").choice, preprocess: true };
        decide(method, &mut env, &reduced.problem, |_| true).expect("no limit").outcome
    }

    #[test]
    fn windows_alone_decide_what_has_windows() {
        let [two, odd] = ["(>= (str.to_int (str.substr x 1 2)) 40)", "(not (= (str.at x 3) (str.at x 0)))"];
        assert!(matches!(outcome(WINDOWS, &[two, odd]), Outcome::Model(_)));
        let zero = "(str.in_re (str.at x 1) (re.range \"0\" \"3\"))";
        assert!(matches!(outcome(WINDOWS, &[two, odd, zero]), Outcome::Conflict(_)));
    }

    #[test]
    fn windows_alone_leave_the_rest_open() {
        let facts = ["(= (str.++ x y) (str.++ y x))", "(not (= x \"\"))", "(not (= y \"\"))"];
        let expected = vec![Gap::Engine(WINDOWS)];
        assert!(matches!(outcome(WINDOWS, &facts), Outcome::GaveUp(Reason::Gaps(gaps)) if gaps == expected));
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
