//! `graphs`: random string graphs, automata against bits, as in table 4.2 of Redelinghuys' thesis (2012).
//!
//! Each graph is decided by both back ends with the characters and lengths of the thesis. Where both finish,
//! they must agree. The table has the columns and groups of the thesis, and the outliers are listed; a
//! picture shows the times that strings took.

mod generate;
mod show;

use std::io;

use tress_base::Budget;
use tress_base::Random;
use tress_rewrite::env::SolveContext;
use tress_second::graphs::Graph;
use tress_second::{Answer, BackEnd, Limits, Report, solve_graph};

use crate::lab::{Experiment, Lab, Verdict};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "graphs",
    about: "random string graphs, automata against bits: table 4.2 of a thesis, with its outliers",
    count: 30_000,
    run,
};

/// Steps for one graph and one back end: instead of the 120 seconds of the thesis.
const STEPS: u64 = 60_000;

/// What both back ends did with one graph.
struct Case {
    number: usize,
    /// How many constraints were generated.
    drawn: usize,
    /// Automata, then bits; nothing where the steps were not enough.
    reports: [Option<Report>; 2],
}

impl Case {
    /// Was it refuted before integers were looked at?
    fn is_preprocessed(&self) -> bool {
        self.reports.iter().flatten().any(|report| report.constraints == 0)
    }

    /// Had the integers no solution?
    fn has_no_guess(&self) -> bool {
        self.reports.iter().flatten().any(|report| report.interchanges == 0)
    }

    /// Both reports, where both finished after at least one guess.
    fn measured(&self) -> Option<[&Report; 2]> {
        match &self.reports {
            [Some(one), Some(two)] if one.interchanges > 0 && two.interchanges > 0 => Some([one, two]),
            _ => None,
        }
    }

    /// Is it satisfiable within the limits, as far as one of them says?
    fn is_sat(&self) -> bool {
        self.reports.iter().flatten().any(|report| is_sat(&report.answer))
    }

    /// Do the two say different things?
    fn is_wrong(&self) -> bool {
        let mut said = self.reports.iter().flatten().map(|report| &report.answer);
        let (Some(one), Some(two)) = (said.next(), said.next()) else { return false };
        is_sat(one) != is_sat(two) && *one != Answer::Open && *two != Answer::Open
    }
}

fn is_sat(answer: &Answer) -> bool {
    matches!(answer, Answer::Solution { .. })
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut cases = Vec::new();
    for number in 0..lab.count {
        cases.push(case(lab.setting.seed, number));
        lab.progress(number + 1, lab.count);
    }
    show::show(lab, &cases)?;
    let wrong: Vec<usize> = cases.iter().filter(|case| case.is_wrong()).map(|case| case.number).collect();
    for number in &wrong {
        lab.print(&format!("graph {number}, WRONG: the back ends disagree"))?;
    }
    Ok(Verdict::wrong_if(!wrong.is_empty()))
}

fn case(seed: u64, number: usize) -> Case {
    let (graph, drawn) =
        generate::draw(&mut Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number as u64));
    let reports = [BackEnd::Automata, BackEnd::Bits].map(|back_end| decide(graph.clone(), back_end));
    Case { number, drawn, reports }
}

/// What a back end makes of a graph. Returns `None` if its steps were not enough.
fn decide(mut graph: Graph, back_end: BackEnd) -> Option<Report> {
    let mut context = SolveContext::new();
    let budget = Budget::unlimited().with_steps(Some(STEPS));
    let report = solve_graph(&mut context.env(&budget, 0), &mut graph, back_end, &Limits::thesis()).ok()?;
    (report.answer != Answer::Open).then_some(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_ends_agree_on_random_graphs() {
        let cases: Vec<Case> = (0..150).map(|number| case(7, number)).collect();
        let wrong: Vec<usize> = cases.iter().filter(|case| case.is_wrong()).map(|case| case.number).collect();
        assert!(wrong.is_empty(), "graphs {wrong:?}");
        assert!(cases.iter().any(Case::is_preprocessed) && cases.iter().any(Case::is_sat));
        assert!(cases.iter().any(|case| case.measured().is_some()));
    }
}
