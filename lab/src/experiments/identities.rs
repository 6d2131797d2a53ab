//! `identities`: small terms that have the same values on all small words and numbers.
//!
//! Terms over few symbols and characters are generated and sorted by their values. Where two of them never
//! differ, tress should show that they are equal: by rewriting, or else by search. What neither
//! shows is printed; it is either a rule that is missing or a difference on larger values.

use std::collections::HashMap;
use std::io;

use tress_base::Random;
use tress_base::{Budget, Int};
use tress_solver::options::{Opt, Options};
use tress_solver::{Answer, Solver};
use tress_term::eval::{Evaluator, Plan};
use tress_term::model::Model;
use tress_term::print::term_text;
use tress_term::term::{Op, Sort, Term, TermStore, Value};

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;

/// The row in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "identities",
    about: "--count small terms: are those that never differ on small values shown to be equal?",
    count: 4000,
    run,
};

/// Words that symbols denote when terms are compared.
const WORDS: [&str; 11] = ["", "A", "B", "AA", "AB", "BA", "BB", "ABA", "BAB", "AAB", "1"];
/// The largest number; the smallest is -1.
const MOST_NUMBER: i64 = 3;
/// Steps of work for one pair.
const STEPS: u64 = 100_000;
/// Pairs that are printed.
const MOST_PRINTED: usize = 60;

/// How pairs were decided.
#[derive(Default)]
struct Tally {
    rewritten: usize,
    searched: usize,
    different: usize,
    open: Vec<String>,
    by_search: Vec<String>,
}

/// Symbols, literals and what was made of them.
struct Drawer {
    solver: Solver,
    symbols: [Term; 3],
    /// By sort: words, numbers, truth values.
    small: [Vec<Term>; 3],
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut random = Random::new(lab.setting.seed);
    let mut drawer = Drawer::new();
    let mut classes: HashMap<Vec<Value>, usize> = HashMap::new();
    let mut members: Vec<Vec<Term>> = Vec::new();
    let models = models(&drawer);
    let mut evaluator = Evaluator::new();
    for place in 0..lab.count {
        lab.progress(place, lab.count);
        let sort = *random.pick(&[0, 0, 0, 1, 2, 2]);
        let term = drawer.draw(&mut random, sort);
        let plan = Plan::new(&drawer.solver.terms, &[term]);
        let values: Vec<Value> = models
            .iter()
            .filter_map(|model| evaluator.run(&drawer.solver.terms, &plan, model, &Budget::unlimited()).ok())
            .flatten()
            .collect();
        let class = *classes.entry(values).or_insert(members.len());
        if class == members.len() {
            members.push(Vec::new());
        }
        members[class].push(term);
    }
    let mut tally = Tally::default();
    for (place, class) in members.iter().enumerate() {
        lab.progress(place, members.len());
        drawer.compare(&mut tally, class);
    }
    report(lab, &tally)
}

/// All small assignments.
fn models(drawer: &Drawer) -> Vec<Model> {
    let store = &drawer.solver.terms;
    let [x, y, z] = drawer.symbols.map(|term| store.as_constant(term).expect("a symbol"));
    let mut models = Vec::new();
    for (first, second) in WORDS.iter().flat_map(|first| WORDS.iter().map(move |second| (first, second))) {
        for number in -1..=MOST_NUMBER {
            let mut model = Model::new();
            model.set(x, Value::text(first));
            model.set(y, Value::text(second));
            model.set(z, Value::Int(Int::from(number)));
            models.push(model);
        }
    }
    models
}

impl Drawer {
    fn new() -> Self {
        let mut options = Options::default();
        options.set_number(Opt::Steps, STEPS);
        let mut solver = Solver::with_options(options);
        let symbols = [("x", Sort::String), ("y", Sort::String), ("z", Sort::Int)]
            .map(|(name, sort)| solver.constant(name, sort));
        let [x, y, z] = symbols;
        let words = ["", "A", "B"].map(|word| solver.terms.value(Value::text(word)));
        let numbers = [0, 1].map(|number| solver.terms.int(number));
        let small = [vec![x, y, x, y, words[0], words[1], words[2]], vec![z, numbers[0], numbers[1]], vec![]];
        Self { solver, symbols, small }
    }

    /// A term of two levels.
    fn draw(&mut self, random: &mut Random, sort: usize) -> Term {
        self.level(random, sort, 2)
    }

    /// Calls itself once for each level.
    fn level(&mut self, random: &mut Random, sort: usize, level: usize) -> Term {
        let leaves = &self.small[sort];
        if level == 0 || (level == 1 && !leaves.is_empty() && random.chance(1, 2)) {
            return *random.pick(leaves);
        }
        const W: usize = 0;
        const N: usize = 1;
        let ops: &[(Op, &[usize])] = match sort {
            W => &[
                (Op::Concat, &[W, W]),
                (Op::Replace, &[W, W, W]),
                (Op::Replace, &[W, W, W]),
                (Op::Replace, &[W, W, W]),
                (Op::Substr, &[W, N, N]),
                (Op::At, &[W, N]),
                (Op::StrFromInt, &[N]),
            ],
            N => &[
                (Op::Length, &[W]),
                (Op::IndexOf, &[W, W, N]),
                (Op::Add, &[N, N]),
                (Op::Sub, &[N, N]),
                (Op::StrToInt, &[W]),
            ],
            _ => &[
                (Op::Contains, &[W, W]),
                (Op::PrefixOf, &[W, W]),
                (Op::SuffixOf, &[W, W]),
                (Op::Eq, &[W, W]),
                (Op::StrLe, &[W, W]),
            ],
        };
        let (op, sorts) = *random.pick(ops);
        let args: Vec<Term> = sorts.iter().map(|sort| self.level(random, *sort, level - 1)).collect();
        self.solver.terms.app(op, &args).expect("well sorted")
    }

    /// Compares the members of a class that rewriting distinguishes.
    fn compare(&mut self, tally: &mut Tally, class: &[Term]) {
        let mut forms: Vec<(Term, Term)> = Vec::new();
        for term in class {
            let form = self.solver.simplify(*term);
            if forms.iter().all(|(_, known)| *known != form) {
                forms.push((*term, form));
            } else {
                tally.rewritten += 1;
            }
        }
        for place in 1..forms.len() {
            let (first, other) = (forms[place - 1].0, forms[place].0);
            let equal = self.solver.terms.app(Op::Eq, &[first, other]).expect("one sort");
            let differ = self.solver.terms.not(equal);
            let is_false = |solver: &mut Solver| {
                solver.reduced(&[differ]).is_ok_and(|reduced| {
                    reduced.problem.facts.iter().any(|fact| fact.term == TermStore::FALSE)
                })
            };
            if is_false(&mut self.solver) {
                tally.rewritten += 1;
                continue;
            }
            let text = term_text(&self.solver.terms, equal, Default::default());
            match self.solver.check(&[differ]) {
                Answer::Sat => tally.different += 1,
                Answer::Unsat => {
                    tally.searched += 1;
                    tally.by_search.push(text);
                }
                Answer::Unknown(_) => tally.open.push(text),
            }
        }
    }
}

/// Prints the tables.
fn report(lab: &mut Lab<'_>, tally: &Tally) -> io::Result<Verdict> {
    let mut table = Table::new(&["pairs", "by rewriting", "by search", "different on larger values", "open"]);
    let whole = tally.rewritten + tally.searched + tally.different + tally.open.len();
    table.row([whole, tally.rewritten, tally.searched, tally.different, tally.open.len()]);
    for (title, list) in [("by search", &tally.by_search), ("open", &tally.open)] {
        for text in list.iter().take(MOST_PRINTED) {
            lab.print(&format!("{title}: {text}"))?;
        }
    }
    lab.print(&table.text())?;
    Ok(Verdict::Fine)
}
