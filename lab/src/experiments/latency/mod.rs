//! `latency`: small checks in one session, as symbolic executors send them, next to z3 and cvc5.
//!
//! Each solver is one process behind a pipe ([`pipe`]). The first part sends it rounds of push,
//! assert, check and pop in ten shapes ([`problems`]); the second walks through the paths of a
//! simulated program ([`tree`]), along the answers of tress, and asks z3 the same. A check should
//! take tress less than a millisecond and less than z3, a session should not slow down or grow, and
//! no two answers may contradict each other.
//!
//! Sessions of other solvers are cut short when they take too long; what they answered until then
//! is compared, and the kinds of problems take turns so that every part of a session is alike.

mod pipe;
mod problems;
mod program;
mod record;
mod show;
mod tree;

use std::io;
use std::time::Duration;

use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::Peer;

use problems::SHAPES;
use record::Record;
use show::Row;
use tree::Walk;

/// The row of this experiment. Its count is the number of rounds of each shape.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "latency",
    about: "small checks in one session, as symbolic executors send them, beside z3 and cvc5",
    count: 2500,
    run,
};

/// What a check may take.
const LIMIT: Duration = Duration::from_secs(2);
/// What another solver's session of one shape may take: where it knows no answer it would take hours.
const SHAPE_SHARE: Duration = Duration::from_secs(30);
/// What another solver's walk through the tree may take.
const TREE_SHARE: Duration = Duration::from_secs(240);
/// cvc5 answers so slowly that it is asked only this number of rounds.
const CVC5_ROUNDS: usize = 250;
/// Checks of the tree for every five rounds of a shape.
const TREE_PART: usize = 8;

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let words = [lab.tress()?, "--timeout".into(), limit.as_secs_f64().to_string(), "-".into()];
    let mut solvers = vec![Peer::program("tress", words.to_vec())];
    solvers.extend(super::installed_peers(lab, limit)?);
    let rows = shapes(lab, &solvers)?;
    let walked = tree(lab, &solvers)?;
    show::shapes(lab, &rows)?;
    show::tree(lab, &walked)?;
    let wrong = rows.iter().chain(&walked).any(|row| row.is_wrong());
    Ok(Verdict::wrong_if(wrong))
}

/// Every shape with every solver. Those of one shape follow each other, tress first.
fn shapes(lab: &mut Lab<'_>, solvers: &[Peer]) -> io::Result<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    for (place, shape) in SHAPES.iter().enumerate() {
        let (opening, questions) = (shape.opening(), shape.questions(lab.setting.seed, lab.count));
        lab.save(&format!("latency-{}.smt2", shape.name), &session_text(&opening, &questions))?;
        let mut own = None;
        for solver in solvers {
            let most = if solver.name == "cvc5" { CVC5_ROUNDS } else { lab.count };
            let asked = &questions[..most.min(lab.count)];
            let share = if solver.name == "tress" { Duration::MAX } else { SHAPE_SHARE };
            let record = Record::of(solver, &opening, asked, share)?;
            let own = own.get_or_insert_with(|| record.clone());
            rows.push(Row::new(shape.name, solver.name, record, own));
        }
        lab.progress(place + 1, SHAPES.len() + 1);
    }
    Ok(rows)
}

/// The tree: walked with tress, then asked again of z3.
fn tree(lab: &mut Lab<'_>, solvers: &[Peer]) -> io::Result<Vec<Row>> {
    let mut walk = Walk::new(lab.setting.seed);
    let (count, mut questions) = (lab.count * TREE_PART / 5, Vec::new());
    let own = Record::made(&solvers[0], program::OPENING, count, |answer| {
        questions.push(walk.next(answer));
        questions.last().cloned()
    })?;
    lab.save("latency-tree.smt2", &session_text(program::OPENING, &questions))?;
    let mut rows = Vec::new();
    if let Some(z3) = solvers.iter().find(|solver| solver.name == "z3") {
        let record = Record::of(z3, program::OPENING, &questions, TREE_SHARE)?;
        rows.push(Row::new("tree", z3.name, record, &own));
    }
    rows.insert(0, Row::new("tree", solvers[0].name, own.clone(), &own));
    lab.progress(SHAPES.len() + 1, SHAPES.len() + 1);
    Ok(rows)
}

/// A whole session as a file, for looking at one solver alone.
fn session_text(opening: &str, questions: &[String]) -> String {
    format!("{opening}{}", questions.concat())
}
