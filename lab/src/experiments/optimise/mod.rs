//! `optimise`: random small problems with objectives, against all values of small domains and against z3.
//!
//! Enters: a seed. Most problems bound every constant, so that all values can be tried: the best of them is
//! the truth. The others leave numbers without bounds; there z3 is asked. A value that is said to be proved
//! must be the best one, an interval must hold it, and the model must have it.

mod brute;
mod generate;

use std::io;
use std::time::Duration;

use tress_base::Clock;
use tress_base::{Random, Rational};
use tress_session::{Session, run as run_session};
use tress_solver::Answer;
use tress_solver::optimise::{Limit, ObjectiveBounds};
use tress_solver::options::Options;

use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::Peer;
use crate::table::{Table, seconds_text};

use brute::{Best, best_values};
use generate::{Case, Wish, random_case};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "optimise",
    about: "random small problems with objectives, against all values of small domains and z3",
    count: 20_000,
    run,
};

/// What a check may take.
const LIMIT: Duration = Duration::from_secs(1);
/// What z3 may take for a problem.
const PEER_LIMIT: Duration = Duration::from_secs(10);
/// One bounded problem in this many is also given to z3.
const PEER_EVERY: usize = 100;

/// What became of the problems of one kind.
#[derive(Default)]
struct Score {
    problems: usize,
    sat: usize,
    unsat: usize,
    unknown: usize,
    proved: usize,
    compared: usize,
    /// Of those, problems where z3 denies a model of ours, or contradicts itself.
    denied: usize,
    wrong: usize,
    time: Duration,
    slowest: (Duration, usize),
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let z3 = Peer::z3(&lab.setting.peers, PEER_LIMIT);
    if z3.is_none() {
        lab.print("NOT COMPARED with z3: not installed")?;
    }
    let mut scores: Vec<Score> = generate::KINDS.iter().map(|_| Score::default()).collect();
    for number in 0..lab.count {
        let seed = lab.setting.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number as u64;
        let case = random_case(&mut Random::new(seed));
        let score = &mut scores[case.kind];
        let denied = score.denied;
        let problems = examine(&case, number, limit, z3.as_ref(), score)?;
        if scores[case.kind].denied > denied {
            lab.print(&format!("problem {number}: z3 denies what it finds when it is asked without objectives, or a model: WRONG is z3"))?;
            lab.save(&format!("optimise-z3-{}-{number}.smt2", lab.setting.seed), &case.text())?;
        }
        for problem in &problems {
            lab.print(&format!("problem {number}: WRONG: {problem}"))?;
        }
        if !problems.is_empty() {
            scores[case.kind].wrong += 1;
            lab.save(&format!("optimise-wrong-{}-{number}.smt2", lab.setting.seed), &case.text())?;
        }
        lab.progress(number + 1, lab.count);
    }
    let heads = [
        "kind",
        "problems",
        "sat",
        "unsat",
        "unknown",
        "proved",
        "z3",
        "z3 denies",
        "wrong",
        "time",
        "slowest",
        "number",
    ];
    let mut table = Table::new(&heads);
    for (kind, score) in generate::KINDS.iter().zip(&scores) {
        table.row(score.cells(kind));
    }
    lab.print(&table.text())?;
    let all = |part: fn(&Score) -> usize| scores.iter().map(part).sum::<usize>();
    let (decided, asked) = (all(|score| score.proved + score.unsat), all(|score| score.problems));
    lab.print(&format!("decided: {decided} of {asked}"))?;
    Ok(Verdict::wrong_if(all(|score| score.wrong) > 0))
}

/// Solves a problem and says what is wrong with the answer.
fn examine(
    case: &Case,
    number: usize,
    limit: Duration,
    z3: Option<&Peer>,
    score: &mut Score,
) -> io::Result<Vec<String>> {
    let mut options = Options::default();
    options.set("timeout", &limit.as_millis().to_string()).map_err(io::Error::other)?;
    let mut session = Session::new(options);
    let summary = run_session(&mut session, case.text_without_check().as_bytes(), io::sink())?;
    if summary.errors > 0 {
        return Ok(vec!["the text is not read".to_owned()]);
    }
    let clock = Clock::start();
    let answer = session.solver.check(&[]);
    let time = clock.elapsed();
    let standings = session.solver.objective_bounds().unwrap_or_default().to_vec();
    score.add(number, &answer, &standings, time);
    let mut wrong = Vec::new();
    let truth = if case.is_bounded() { Some(best_values(case, session.solver.model().ok())) } else { None };
    if let Some(truth) = &truth {
        wrong.extend(against_truth(&answer, &standings, truth));
    }
    if let Some(z3) = z3
        && answer == Answer::Sat
        && (truth.is_none() || number.is_multiple_of(PEER_EVERY))
    {
        score.compared += 1;
        match against_peer(case, &standings, z3)? {
            Some(found) => wrong.extend(found),
            None => score.denied += 1,
        }
    }
    Ok(wrong)
}

/// What the best of all values says about an answer.
fn against_truth(answer: &Answer, standings: &[ObjectiveBounds], truth: &Best) -> Vec<String> {
    match (answer, &truth.values) {
        (Answer::Unsat, Some(_)) => return vec!["unsat, but there are solutions".to_owned()],
        (Answer::Sat, None) => return vec!["sat, but there are no solutions".to_owned()],
        (Answer::Sat, Some(values)) => {
            if standings.len() != values.len() {
                return vec![format!("{} objectives, not {}", standings.len(), values.len())];
            }
            let mut wrong: Vec<String> = standings
                .iter()
                .zip(values)
                .filter(|(standing, value)| !holds(standing, value))
                .map(|(standing, value)| format!("{}: {standing}, but the best is {value}", standing.name))
                .collect();
            wrong.extend(truth.of_model.iter().cloned());
            if standings.iter().all(ObjectiveBounds::is_proved) && !truth.is_model_best {
                wrong.push("the model does not have the best values".to_owned());
            }
            return wrong;
        }
        _ => {}
    }
    Vec::new()
}

/// Does the value lie where the standing says?
fn holds(standing: &ObjectiveBounds, value: &Rational) -> bool {
    let below = match &standing.low {
        Limit::MinusInfinity => true,
        Limit::Number(low) => low <= value,
        Limit::StrictlyAbove(low) => low < value,
        Limit::StrictlyBelow(_) | Limit::Infinity => false,
    };
    let above = match &standing.high {
        Limit::Infinity => true,
        Limit::Number(high) => value <= high,
        Limit::StrictlyBelow(high) => value < high,
        Limit::StrictlyAbove(_) | Limit::MinusInfinity => false,
    };
    below && above
}

/// What z3 says of values that are proved. Returns `None` if it denies that there is a model, which was
/// evaluated, or contradicts itself about the best value.
fn against_peer(case: &Case, standings: &[ObjectiveBounds], z3: &Peer) -> io::Result<Option<Vec<String>>> {
    let output = z3.run(&case.text(), PEER_LIMIT + PEER_LIMIT)?.output;
    if output.starts_with("unsat") {
        return Ok(None);
    }
    if !output.starts_with("sat") || output.contains("error") || output.contains("interval") {
        return Ok(Some(Vec::new()));
    }
    let lines: Vec<&str> = output.lines().filter(|line| line.starts_with(" (")).collect();
    let mut wrong = Vec::new();
    for (place, (standing, line)) in standings.iter().zip(lines).enumerate() {
        let value = standing.to_string();
        // Long terms are printed on several lines.
        if line.matches('(').count() != line.matches(')').count() {
            break;
        }
        let is_near = value.contains("epsilon") && line.contains("epsilon");
        if standing.is_proved() && !is_near && !line.ends_with(&format!(" {value})")) {
            if is_confirmed(case, standings, place, z3)? {
                return Ok(None);
            }
            wrong.push(format!("{}: {value}, but z3 says{line}", standing.name));
        }
        // Without a best model of the first, what follows is reported in different ways.
        if standing.value().is_none() {
            break;
        }
    }
    Ok(Some(wrong))
}

/// Does z3 find the value of an objective reached, and nothing better, when it is asked without objectives?
fn is_confirmed(case: &Case, standings: &[ObjectiveBounds], place: usize, z3: &Peer) -> io::Result<bool> {
    let mut text = case.problem();
    for (at, (wish, standing)) in case.wishes.iter().zip(standings).enumerate().take(place + 1) {
        let (Wish::Number { term, maximize }, Some(_)) = (wish, standing.value()) else { return Ok(false) };
        if at < place && !case.alone {
            text += &format!("(assert (= {term} {standing}))\n");
        } else if at == place {
            let op = if *maximize { ">" } else { "<" };
            text += &format!("(push)\n(assert (= {term} {standing}))\n(check-sat)\n(pop)\n");
            text += &format!("(assert ({op} {term} {standing}))\n(check-sat)\n");
        }
    }
    let output = z3.run(&text, PEER_LIMIT + PEER_LIMIT)?.output;
    Ok(output.lines().eq(["sat", "unsat"]))
}

impl Score {
    fn add(&mut self, number: usize, answer: &Answer, standings: &[ObjectiveBounds], time: Duration) {
        self.problems += 1;
        match answer {
            Answer::Sat => {
                self.sat += 1;
                // Behind an objective without a best model there is nothing to prove.
                let first = standings.iter().position(|standing| standing.value().is_none());
                let proved = first.is_none_or(|at| standings[at].is_proved());
                self.proved += usize::from(proved);
            }
            Answer::Unsat => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
        self.time += time;
        self.slowest = self.slowest.max((time, number));
    }

    fn cells(&self, kind: &str) -> Vec<String> {
        let counts = [
            self.problems,
            self.sat,
            self.unsat,
            self.unknown,
            self.proved,
            self.compared,
            self.denied,
            self.wrong,
        ];
        let mut cells = vec![kind.to_owned()];
        cells.extend(counts.iter().map(usize::to_string));
        cells.extend([self.time, self.slowest.0].map(|time| seconds_text(time.as_secs_f64())));
        cells.push(self.slowest.1.to_string());
        cells
    }
}
