//! `rewriting`: random terms over all operators, before and after the rewriter.
//!
//! Every term is compared with what it was rewritten to, under small values of its symbols and
//! under random ones; rewriting the result again must change nothing. The table counts how often
//! each rule was applied: a rule that is never reached is not tested here.

use std::io;

use tress_base::Random;
use tress_base::{Budget, Int, Rational};
use tress_rewrite::rewrite::{Rewriter, rules};
use tress_rewrite::stats::Stats;
use tress_term::eval::{Evaluator, Plan};
use tress_term::model::Model;
use tress_term::print::term_text;
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, Value, post_order};

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;
use tress_testing::generate::{Examples, Generator, Knobs};

/// The row in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "rewriting",
    about: "random terms keep their values when they are rewritten, and rewriting twice changes nothing",
    count: 1_000_000,
    run,
};

/// The operators that most rules are about.
const WORDS: &[Op] = &[
    Op::Concat,
    Op::Concat,
    Op::Substr,
    Op::At,
    Op::Replace,
    Op::Length,
    Op::IndexOf,
    Op::Contains,
    Op::PrefixOf,
    Op::SuffixOf,
    Op::Eq,
    Op::Ge,
    Op::Add,
    Op::Sub,
    Op::Ite,
    Op::InRe,
    Op::ReRange,
    Op::ReStar,
    Op::StrFromInt,
    Op::StrToInt,
];
/// Terms that share a store, so that memory stays small.
const TERMS_PER_STORE: usize = 500;
/// Small assignments for each term: all, if there are not more.
const SMALL_ASSIGNMENTS: usize = 36;
/// Random assignments for each term.
const RANDOM_ASSIGNMENTS: usize = 6;
/// Steps of work for one term.
const STEPS: u64 = 2_000_000;
/// The counter of terms on which rules went on for too long.
const LIMITED: &str = "rewrite-limited";
/// Faults that are printed.
const MOST_PRINTED: usize = 20;

/// What was found so far.
#[derive(Default)]
struct Tally {
    terms: usize,
    changed: usize,
    compared: usize,
    wrong: usize,
    unstable: usize,
    stopped: usize,
    stats: Stats,
    faults: Vec<String>,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut random = Random::new(lab.setting.seed);
    let mut tally = Tally::default();
    while tally.terms < lab.count {
        let count = TERMS_PER_STORE.min(lab.count - tally.terms);
        batch(&mut tally, &mut random, count);
        lab.progress(tally.terms, lab.count);
    }
    report(lab, &tally)
}

/// Rewrites and compares some terms of one store.
fn batch(tally: &mut Tally, random: &mut Random, count: usize) {
    // Few operators on words meet each other often, which most rules need.
    let words = Knobs { depth: 3, operators: WORDS.to_vec(), ..Knobs::small() };
    let knobs = [Knobs::small(), Knobs::default(), words.clone(), words, Knobs::standard()];
    let knobs = random.pick(&knobs).clone();
    let mut store = TermStore::new();
    let sorts = [Sort::String, Sort::String, Sort::Int, Sort::Int, Sort::Bool, Sort::Bool, Sort::Real];
    let variables: Vec<Term> = sorts
        .iter()
        .enumerate()
        .map(|(place, sort)| {
            let symbol = store.declare(&format!("v{place}"), &[], *sort);
            store.constant(symbol)
        })
        .collect();
    let generator = Generator::new(knobs).with_variables(&variables);
    let (mut rewriter, mut evaluator) = (Rewriter::new(), Evaluator::new());
    let ops = generator.knobs.operators.clone();
    let examples = Examples::new(&mut store);
    let small = Generator::new(Knobs { depth: 1, ..generator.knobs.clone() }).with_variables(&variables);
    for _ in 0..count {
        tally.terms += 1;
        let term = if random.chance(1, 4) {
            examples.vary(&mut store, random, &small)
        } else {
            let op = *random.pick(&ops);
            let sort = generator.sort_of(random, op);
            generator.with_top(&mut store, random, op, sort)
        };
        let budget = Budget::unlimited().with_steps(Some(STEPS));
        let Ok(new) = rewriter.rewrite(&mut store, &mut evaluator, &budget, term) else {
            tally.stopped += 1;
            continue;
        };
        tally.changed += usize::from(new != term);
        let limited = tally.stats.get(LIMITED);
        rewriter.count_into(&mut tally.stats);
        if tally.stats.get(LIMITED) > limited {
            tally.fault("reached a limit", &store, term, new);
        }
        let again = Rewriter::new().rewrite(&mut store, &mut evaluator, &budget, new);
        if again.is_ok_and(|again| again != new) {
            tally.unstable += 1;
            tally.fault("changes when rewritten twice", &store, term, new);
        }
        if new != term {
            compare(tally, random, &generator.knobs, &mut store, &mut evaluator, [term, new]);
        }
    }
}

impl Tally {
    fn fault(&mut self, what: &str, store: &TermStore, before: Term, after: Term) {
        if self.faults.len() < MOST_PRINTED {
            let text = |term| term_text(store, term, Default::default());
            self.faults.push(format!("{what}: {}\n  became {}", text(before), text(after)));
        }
    }
}

/// Compares two terms under small and random values of their symbols.
fn compare(
    tally: &mut Tally,
    random: &mut Random,
    knobs: &Knobs,
    store: &mut TermStore,
    evaluator: &mut Evaluator,
    pair: [Term; 2],
) {
    let [before, after] = as_values(store, pair);
    let mut symbols: Vec<SymbolId> =
        post_order(store, &[before, after]).into_iter().filter_map(|term| store.as_constant(term)).collect();
    symbols.sort_unstable();
    symbols.dedup();
    let small: Vec<Vec<Value>> =
        symbols.iter().map(|symbol| small_values(store.symbol(*symbol).result)).collect();
    let whole = small.iter().map(Vec::len).product::<usize>().max(1);
    let plan = Plan::new(store, &[before, after]);
    for case in 0..SMALL_ASSIGNMENTS.min(whole) + RANDOM_ASSIGNMENTS {
        let mut model = Model::new();
        let mut number = if whole <= SMALL_ASSIGNMENTS { case } else { random.below(whole) };
        for (symbol, values) in symbols.iter().zip(&small) {
            let drawn = knobs.value(random, store.symbol(*symbol).result);
            let value = if case < SMALL_ASSIGNMENTS.min(whole) { None } else { drawn };
            model.set(*symbol, value.unwrap_or_else(|| values[number % values.len()].clone()));
            number /= values.len();
        }
        let budget = Budget::unlimited().with_steps(Some(STEPS));
        let Ok(values) = evaluator.run_each(store, &plan, &model, &budget) else { return };
        if let [Ok(old), Ok(new)] = values.as_slice() {
            tally.compared += 1;
            if old != new {
                tally.wrong += 1;
                tally.fault(
                    &format!("WRONG ({old:?}, now {new:?}) under {model:?}"),
                    store,
                    pair[0],
                    pair[1],
                );
                return;
            }
        }
    }
}

/// Languages are compared by the membership of a word.
fn as_values(store: &mut TermStore, pair: [Term; 2]) -> [Term; 2] {
    if store.sort(pair[0]) != Sort::RegLan {
        return pair;
    }
    let symbol = store.declare("subject", &[], Sort::String);
    let subject = store.constant(symbol);
    pair.map(|regex| store.app(Op::InRe, &[subject, regex]).expect("a word and a language"))
}

fn small_values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Int => (-1..=3).map(|n| Value::Int(Int::from(n))).collect(),
        Sort::Real => [-1, 0, 1, 3]
            .iter()
            .filter_map(|n| Rational::new(Int::from(*n), Int::from(2)))
            .map(Value::Real)
            .collect(),
        _ => ["", "a", "b", "ab", "aa", "0", "1", "bab"].map(Value::text).to_vec(),
    }
}

/// Prints the tables.
fn report(lab: &mut Lab<'_>, tally: &Tally) -> io::Result<Verdict> {
    let mut table = Table::new(&["rule", "family", "applied"]);
    let mut unreached = Vec::new();
    for rule in rules() {
        let applied = tally.stats.get(rule.name);
        if applied == 0 {
            unreached.push(rule.name);
        }
        table.row([rule.name.to_owned(), format!("{:?}", rule.family), applied.to_string()]);
    }
    lab.print(&table.text())?;
    for fault in &tally.faults {
        lab.print(fault)?;
    }
    let limited = tally.stats.get(LIMITED);
    lab.print(&format!(
        "{} terms, {} changed, {} comparisons, {} wrong, {} changed when rewritten twice, {} over budget, {limited} \
         reached a limit, {} rules never applied: {}",
        tally.terms,
        tally.changed,
        tally.compared,
        tally.wrong,
        tally.unstable,
        tally.stopped,
        unreached.len(),
        unreached.join(" "),
    ))?;
    Ok(Verdict::wrong_if(tally.wrong > 0 || tally.unstable > 0))
}
