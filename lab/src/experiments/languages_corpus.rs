//! `languages-corpus`: answers of the solver against the maximal solutions of the same problems.
//!
//! Each file gives the conjuncts of its assertions that say which concatenations are in which languages;
//! without a corpus problems are generated. The words of a model must lie in some solution, and a problem
//! without a model must have none.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::time::Duration;

use tress_base::{Budget, Stop};
use tress_base::{Clock, Random};
use tress_languages::systems::{Failure, LanguageProblem, conjuncts, is_about_languages};
use tress_session::{Session, run as run_session};
use tress_solver::Answer;
use tress_solver::options::{Opt, Options};
use tress_term::eval::Evaluator;
use tress_term::term::Term;

use super::tables::problems;
use crate::lab::{Experiment, Lab, Verdict};
use crate::table::{Table, seconds_text};
use tress_testing::generate::membership_problem;

/// The row of this experiment. With a corpus, its count is that of files of each family.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "languages-corpus",
    about: "memberships of files or drawn ones: models lie in maximal solutions, problems without models have none",
    count: 100,
    run,
};

/// What the solver, and then the search for languages, may take.
const LIMIT: Duration = Duration::from_secs(5);

/// What was seen of a family.
#[derive(Clone, Default)]
struct Score {
    files: usize,
    problems: usize,
    /// Problems in which several variables stand in one concatenation.
    concatenated: usize,
    sat: usize,
    unsat: usize,
    unknown: usize,
    open: usize,
    wrong: usize,
    seconds: f64,
}

impl Score {
    fn add(&mut self, other: &Score) {
        self.files += other.files;
        self.problems += other.problems;
        self.concatenated += other.concatenated;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.open += other.open;
        self.wrong += other.wrong;
        self.seconds += other.seconds;
    }
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let mut wrong = 0;
    let texts = texts(lab)?;
    for (place, (family, name, text)) in texts.iter().enumerate() {
        let score = scores.entry(family.clone()).or_default();
        score.files += 1;
        let clock = Clock::start();
        if let Some(complaint) = judge(text, limit, score)? {
            score.wrong += 1;
            wrong += 1;
            lab.print(&format!("{family}/{name}: {complaint}"))?;
        }
        score.seconds += clock.elapsed().as_secs_f64();
        lab.progress(place + 1, texts.len());
    }
    lab.print(&table(scores))?;
    Ok(Verdict::wrong_if(wrong > 0))
}

/// Families, names and texts of problems.
fn texts(lab: &Lab<'_>) -> io::Result<Vec<(String, String, String)>> {
    let seed = lab.setting.seed;
    let Some(corpus) = &lab.setting.corpus else {
        let drawn = |place: usize| {
            let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(place as u64));
            ("drawn".to_owned(), place.to_string(), membership_problem(&mut random))
        };
        return Ok((0..lab.count).map(drawn).collect());
    };
    let mut texts = Vec::new();
    for problem in problems(corpus, &lab.setting.files, lab.count, seed)? {
        texts.push((problem.family, problem.file, fs::read_to_string(&problem.path)?));
    }
    Ok(texts)
}

/// Compares both ways of answering the memberships of a script; what is wrong, if anything.
fn judge(text: &str, limit: Duration, score: &mut Score) -> io::Result<Option<String>> {
    let mut options = Options::default();
    options.set_number(Opt::Timeout, u64::try_from(limit.as_millis()).unwrap_or(u64::MAX));
    let mut session = Session::read_only(options);
    run_session(&mut session, text.as_bytes(), io::sink())?;
    let budget = Budget::unlimited().with_time(Some(limit));
    let problem = match derived(&mut session, &budget) {
        Ok(Some(problem)) => problem,
        Ok(None) => return Ok(None),
        Err(_) => {
            score.problems += 1;
            score.open += 1;
            return Ok(None);
        }
    };
    score.problems += 1;
    let several = problem.system.constraints().iter().any(|constraint| constraint.variables().count() > 1);
    score.concatenated += usize::from(several);
    let answer = session.solver.check(&[]);
    let budget = Budget::unlimited().with_time(Some(limit));
    let verdict = match &answer {
        Answer::Unknown(_) => {
            score.unknown += 1;
            return Ok(None);
        }
        Answer::Unsat => problem.system.first(&budget).map(|found| found.is_none()),
        Answer::Sat => holds_model(&session, &problem, &budget),
    };
    match (verdict, answer) {
        (Err(_), _) => score.open += 1,
        (Ok(false), Answer::Sat) => return Ok(Some("the model is in no solution".to_owned())),
        (Ok(false), _) => return Ok(Some("unsat, and there is a solution".to_owned())),
        (Ok(true), Answer::Sat) => score.sat += 1,
        (Ok(true), _) => score.unsat += 1,
    }
    Ok(None)
}

/// The memberships among the session's assertions, which are all that is asserted from now on. Returns `None`
/// if there are none.
fn derived(session: &mut Session, budget: &Budget) -> Result<Option<LanguageProblem>, Stop> {
    let mut evaluator = Evaluator::new();
    let solver = &mut session.solver;
    let parts: Vec<(Term, bool)> =
        solver.assertions().iter().flat_map(|formula| conjuncts(&solver.terms, *formula)).collect();
    let mut kept = Vec::new();
    for (part, holds) in parts {
        if is_about_languages(&solver.terms, &mut evaluator, (part, holds), budget)? {
            kept.push(if holds { part } else { solver.terms.not(part) });
        }
    }
    let declared = solver.declared().to_vec();
    loop {
        budget.poll()?;
        match LanguageProblem::new(&solver.terms, &mut evaluator, &kept, &declared, budget) {
            Ok(problem) => {
                let speaks = |problem: &LanguageProblem| !problem.system.constraints().is_empty();
                solver.reset_assertions(true);
                kept.iter().for_each(|formula| solver.assert(*formula));
                return Ok(Some(problem).filter(speaks));
            }
            // An equation that defines nothing.
            Err(Failure::Misfit(number, _)) => drop(kept.remove(number)),
            Err(Failure::Stopped(stop)) => return Err(stop),
            Err(Failure::Alphabet) => return Ok(None),
        }
    }
}

/// Do the words of the model lie in a solution?
fn holds_model(session: &Session, problem: &LanguageProblem, budget: &Budget) -> Result<bool, Stop> {
    let Ok(model) = session.solver.model() else { return Ok(false) };
    let words = problem.words(model, budget)?;
    for solution in problem.system.solutions(budget) {
        if solution?.languages().iter().zip(&words).all(|(language, word)| language.contains(word)) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn table(scores: BTreeMap<String, Score>) -> String {
    let titles =
        ["family", "files", "problems", "several", "sat held", "unsat", "unknown", "open", "wrong", "time"];
    let mut table = Table::new(&titles);
    let mut all = Score::default();
    let cells = |name: &str, score: &Score| {
        let counts = [
            score.files,
            score.problems,
            score.concatenated,
            score.sat,
            score.unsat,
            score.unknown,
            score.open,
            score.wrong,
        ];
        let counts = counts.iter().map(usize::to_string);
        [name.to_owned()].into_iter().chain(counts).chain([seconds_text(score.seconds)]).collect::<Vec<_>>()
    };
    for (family, score) in scores {
        if score.problems > 0 {
            table.row(cells(&family, &score));
        }
        all.add(&score);
    }
    table.row(cells("all", &all));
    table.text()
}
