//! `filters`: which inputs get through the filters of a page and make its query unsafe.
//!
//! Seventeen paths in the manner of the evaluation of DPRLE (Hooimeijer 2012, figure 2.11). For each the
//! first maximal solution is found: all inputs of an attack, not one. That it is one is checked by inclusion
//! of whole languages, which shares no code with the search.

mod cases;

use std::io;
use std::time::Duration;

use tress_automata::nfa::Nfa;
use tress_base::{Budget, Stop};

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::{Table, seconds_text};

use super::inclusion::holds;
use cases::{CASES, Case};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "filters",
    about: "all inputs that pass a page's filters and make its query unsafe, 17 paths; --out docs writes the page",
    count: CASES.len(),
    run,
};

/// What a path may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(30);
/// The words of the page around its table.
const PAGE: &str = include_str!("page.txt");
const TITLES: [&str; 8] = [
    "path",
    "constraints",
    "inputs",
    "states of constants",
    "states of the answer",
    "time",
    "DPRLE",
    "shortest inputs",
];

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let mut table = Table::new(&TITLES);
    let mut wrong = false;
    for (place, case) in CASES.iter().take(lab.count).enumerate() {
        let budget = Budget::unlimited().with_time(Some(limit));
        let cells = match solved(case, &budget) {
            Ok(Ok(cells)) => cells,
            Ok(Err(complaint)) => {
                wrong = true;
                vec![case.name.to_owned(), complaint.to_owned()]
            }
            Err(stop) => {
                wrong = true;
                vec![case.name.to_owned(), format!("{stop:?}")]
            }
        };
        table.row(cells);
        lab.progress(place + 1, lab.count);
    }
    lab.print(&table.text())?;
    let page = PAGE.replace("{table}", &table.markdown());
    lab.save("results/filters.md", &page)?;
    Ok(Verdict::wrong_if(wrong))
}

/// The cells of a row, or what is wrong with the solution.
fn solved(case: &Case, budget: &Budget) -> Result<Result<Vec<String>, &'static str>, Stop> {
    let system = case.system(budget)?;
    let begun = budget.elapsed();
    let solution = system.first(budget)?;
    let seconds = (budget.elapsed() - begun).as_secs_f64();
    let Some(solution) = solution else { return Ok(Err("no solution")) };
    for constraint in system.constraints() {
        if !holds(&system, constraint, |variable| solution.language(variable).automaton(), budget)? {
            return Ok(Err("a constraint does not hold"));
        }
    }
    let constants: u32 = system.constants().map(|constant| system.automaton(constant).states()).sum();
    let languages = || solution.languages().iter().map(|language| language.automaton());
    let answer: u32 = languages().map(Nfa::states).sum();
    let words: Vec<String> = languages().map(|language| shown(language.shortest_word())).collect();
    Ok(Ok(vec![
        case.name.to_owned(),
        system.constraints().len().to_string(),
        system.variables().count().to_string(),
        constants.to_string(),
        answer.to_string(),
        seconds_text(seconds),
        seconds_text(case.printed),
        words.join(" "),
    ]))
}

/// A word between marks.
fn shown(word: Option<Vec<u32>>) -> String {
    let text: String = word.unwrap_or_default().into_iter().filter_map(char::from_u32).collect();
    format!("`{text}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_have_the_printed_numbers_of_constraints() {
        for case in &CASES {
            let system = case.system(&Budget::unlimited()).expect("no limit");
            assert_eq!(system.constraints().len(), case.constraints, "{}", case.name);
        }
    }
}
