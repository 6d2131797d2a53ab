//! `certificate-lemmas`: is every clause that the checker accepts by itself true?
//!
//! Enters: the clauses of certificates that rest on no others, each with the terms that it needs. They are
//! changed at random and given to the checker. Leaves: for each rule how many it accepts; an accepted clause
//! is evaluated under many random values. One that is false fails the experiment, the smallest are kept.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;

use tress_base::{Budget, Int, Random};
use tress_session::{Session, run as run_session};
use tress_smtlib::{Command, Escapes, Names, Reader};
use tress_solver::options::Options;
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, Value, post_order};
use tress_testing::generate::Knobs;

use super::alarm::Source;
use super::change::{Pool, Role, Step, change, text};
use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;

/// The row of this experiment. Its count is that of mutants.
pub(in crate::experiments) const EXPERIMENT: Experiment = Experiment {
    name: "certificate-lemmas",
    about: "changed clauses that the checker accepts by themselves are true under random values",
    count: 300_000,
    run,
};

/// Mutants of each clause.
const EACH: usize = 12;
/// Models under which an accepted clause is evaluated.
const MODELS: usize = 60;

#[derive(Clone, Copy, Default)]
struct Tally {
    mutants: usize,
    accepted: usize,
    /// Accepted ones that cannot be evaluated here.
    open: usize,
    wrong: usize,
}

/// The terms that a step needs, and the step.
fn alone(certificate: &[Step], place: usize) -> Vec<Step> {
    let number =
        |step: &Step, role: Role| step.0.iter().find(|(own, _)| *own == role).map(|(_, token)| token.clone());
    let by_number: HashMap<String, usize> = certificate
        .iter()
        .enumerate()
        .filter_map(|(place, step)| Some((number(step, Role::NewTerm)?, place)))
        .collect();
    let (mut open, mut needed) = (vec![place], HashSet::new());
    while let Some(at) = open.pop() {
        if !needed.insert(at) {
            continue;
        }
        for (role, token) in &certificate[at].0 {
            if matches!(role, Role::Term | Role::Literal) {
                open.extend(by_number.get(token.trim_start_matches('-')));
            }
        }
    }
    let mut needed: Vec<usize> = needed.into_iter().collect();
    needed.sort_unstable();
    needed.into_iter().map(|place| certificate[place].clone()).collect()
}

/// The clause of the last step as terms of the store.
fn clause(
    store: &mut TermStore,
    symbols: &HashMap<String, SymbolId>,
    steps: &[Step],
) -> Option<Vec<(Term, bool)>> {
    let mut terms: HashMap<String, Term> = HashMap::new();
    for step in steps {
        let of =
            |role: Role| step.0.iter().filter(move |(own, _)| *own == role).map(|(_, token)| token.as_str());
        let args: Option<Vec<Term>> = of(Role::Term).map(|number| terms.get(number).copied()).collect();
        let term = match step.0.get(1)?.1.as_str() {
            "v" => value(store, of(Role::Value).next()?)?,
            "s" => store.constant(*symbols.get(of(Role::Name).next()?.trim_matches('|'))?),
            "t" => {
                let name = of(Role::Operator).next()?;
                let op = Op::all().find(|op| op.name() == name)?;
                let indices: Option<Vec<Int>> =
                    of(Role::Value).map(|digits| Int::from_digits(digits.as_bytes())).collect();
                store.indexed(op, &indices?, &args?).ok()?
            }
            "c" => {
                let literals = of(Role::Literal).map(|literal| {
                    let plain = literal.trim_start_matches('-');
                    Some((*terms.get(plain)?, plain == literal))
                });
                return literals.collect();
            }
            _ => return None,
        };
        terms.insert(of(Role::NewTerm).next()?.to_owned(), term);
    }
    None
}

fn value(store: &mut TermStore, token: &str) -> Option<Term> {
    if let Some(digits) = token.strip_prefix('-') {
        let number = Int::from_digits(digits.as_bytes())?;
        return Some(store.int(-number));
    }
    let command = format!("(simplify {token})");
    match Reader::new(command.as_bytes(), store, &mut Names::new(), Escapes::Standard).command() {
        Ok(Command::Simplify(term)) => Some(term),
        _ => None,
    }
}

/// A model that makes all literals false. Nothing is said of what cannot be evaluated.
fn refutation(store: &TermStore, clause: &[(Term, bool)], random: &mut Random) -> Option<String> {
    let roots: Vec<Term> = clause.iter().map(|(term, _)| *term).collect();
    let order = post_order(store, &roots);
    let symbols: Vec<SymbolId> = order.iter().filter_map(|term| store.as_constant(*term)).collect();
    let mut numbers: Vec<Int> = Vec::new();
    let mut words: Vec<Value> = Vec::new();
    let mut letters: Vec<u32> = "ab0".chars().map(u32::from).collect();
    for term in &order {
        match store.as_value(*term) {
            Some(Value::Int(number)) => numbers.push(number.clone()),
            Some(Value::Str(word)) => {
                letters.extend(word.iter().take(20));
                words.push(Value::Str(word.clone()));
            }
            _ => {}
        }
    }
    let knobs = Knobs { letters, odd_letters: Vec::new(), word_length: 4, ..Knobs::default() };
    let mut evaluator = Evaluator::new();
    for _ in 0..MODELS {
        let mut model = Model::new();
        for symbol in &symbols {
            let sort = store.symbol(*symbol).result;
            let mut value = knobs.value(random, sort)?;
            if sort == Sort::Int && !numbers.is_empty() && random.chance(1, 3) {
                value = Value::Int(random.pick(&numbers).clone() + Int::from(random.between(-1, 1)));
            }
            if sort == Sort::String && !words.is_empty() && random.chance(1, 3) {
                value = random.pick(&words).clone();
            }
            model.set(*symbol, value);
        }
        let budget = Budget::unlimited().with_steps(Some(100_000));
        let is_false = |evaluator: &mut Evaluator, (term, positive): &(Term, bool)| {
            evaluator.eval(store, *term, &model, &budget) == Ok(Value::Bool(!*positive))
        };
        if clause.iter().all(|literal| is_false(&mut evaluator, literal)) {
            let shown = symbols
                .iter()
                .map(|symbol| format!("{} = {:?}", store.symbol(*symbol).name, model.get(*symbol)));
            return Some(shown.collect::<Vec<_>>().join(", "));
        }
    }
    None
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let (mut source, pool) = (Source::new(lab)?, Pool::new());
    let mut random = Random::new(lab.setting.seed ^ 0xC1C2);
    let mut counts: BTreeMap<String, Tally> = BTreeMap::new();
    let (mut done, mut bad) = (0, Vec::new());
    while done < lab.count {
        let (script, certificate, _) = source.next()?;
        let problem = script.text(&[]);
        let mut session = Session::read_only(Options::default());
        run_session(&mut session, problem.as_bytes(), io::sink())?;
        let declared = session.solver.declared().to_vec();
        let store = &mut session.solver.terms;
        let symbols: HashMap<String, SymbolId> = declared
            .iter()
            .filter(|id| store.symbol(**id).arguments.is_empty())
            .map(|id| (store.symbol(*id).name.to_string(), *id))
            .collect();
        for place in 0..certificate.len() {
            let rule = certificate[place]
                .0
                .iter()
                .find(|(role, _)| *role == Role::Rule)
                .map(|(_, token)| token.clone());
            let Some(rule) = rule.filter(|rule| !["input", "rup", "def"].contains(&rule.as_str())) else {
                continue;
            };
            let own = alone(&certificate, place);
            for round in 0..EACH {
                let mut changed = own.clone();
                if round > 0 {
                    for _ in 0..1 + random.below(3) {
                        if !changed.is_empty() {
                            change(&mut changed, &pool, &mut random);
                        }
                    }
                    if changed == own {
                        continue;
                    }
                }
                done += 1;
                let tally = counts.entry(rule.clone()).or_default();
                tally.mutants += 1;
                let mut checker = tress_check::Checker::new(problem.as_bytes()).map_err(io::Error::other)?;
                let script = text(&changed);
                // The first line is no step.
                let taken = script.lines().skip(1).all(|line| checker.step(line.as_bytes(), 1).is_ok());
                if !taken {
                    continue;
                }
                tally.accepted += 1;
                match clause(store, &symbols, &changed) {
                    None => tally.open += 1,
                    Some(literals) => {
                        if let Some(model) = refutation(store, &literals, &mut random) {
                            tally.wrong += 1;
                            bad.push((problem.clone(), script, model));
                        }
                    }
                }
            }
        }
        lab.progress(done, lab.count);
    }
    let mut table = Table::new(&["rule", "mutants", "accepted", "not evaluated", "false"]);
    for (rule, Tally { mutants, accepted, open, wrong }) in &counts {
        table.row([
            rule.clone(),
            mutants.to_string(),
            accepted.to_string(),
            open.to_string(),
            wrong.to_string(),
        ]);
    }
    lab.print(&table.text())?;
    bad.sort_by_key(|(problem, script, _)| problem.len() + script.len());
    for (place, (problem, script, model)) in bad.iter().take(20).enumerate() {
        lab.save(&format!("lemma-{place:02}.smt2"), problem)?;
        lab.save(&format!("lemma-{place:02}.cert"), &format!("; false under {model}\n{script}"))?;
    }
    Ok(Verdict::wrong_if(!bad.is_empty()))
}
