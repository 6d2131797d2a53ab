//! The text of the page: a template and the tables in it.

use super::ELSEWHERE;
use crate::experiments::grid::{Grid, Row};
use crate::table::Table;

/// The words around the tables.
const TEMPLATE: &str = include_str!("page.txt");

/// The whole page.
pub(super) fn page(grid: &Grid, common: &Grid, limit: f64) -> String {
    let unknown = grid.rows.iter().filter(|row| row.known.is_none()).count();
    let holes = [
        ("{milliseconds}", format!("{:.0}", limit * 1e3)),
        ("{seconds}", format!("{limit}")),
        ("{files}", grid.rows.len().to_string()),
        ("{families}", grid.families().len().to_string()),
        ("{unknown}", unknown.to_string()),
        ("{common}", common.rows.len().to_string()),
        ("{summary}", summary(common, limit)),
        ("{table}", families(grid)),
        ("{behind}", behind(grid)),
        ("{contradictions}", contradictions(grid)),
    ];
    holes.iter().fold(TEMPLATE.to_owned(), |text, (hole, filling)| text.replace(hole, filling))
}

/// One line for each solver.
pub(super) fn summary(grid: &Grid, limit: f64) -> String {
    let titles = [
        "solver",
        "solved",
        "sat",
        "unsat",
        "unsolved",
        "wrong",
        "solved by no other",
        "median",
        "CPU seconds",
    ];
    let alone = grid.solved_alone();
    let row = |(place, name): (usize, String)| {
        let counts = grid.counts(None, place);
        let solved = counts.sat + counts.unsat;
        let numbers = [
            solved,
            counts.sat,
            counts.unsat,
            counts.files - solved - counts.wrong,
            counts.wrong,
            alone.get(&place).map_or(0, Vec::len),
        ];
        let mut cells = vec![name];
        cells.extend(numbers.map(|number| number.to_string()));
        cells.push(median(grid, place).map_or("–".to_owned(), |seconds| format!("{seconds:.2} s")));
        // A wrong answer is worth no more than none.
        let seconds = |row: &Row| {
            if row.solves(place) { row.runs[place].map_or(limit, |run| run.seconds) } else { limit }
        };
        cells.push(format!("{:.0}", grid.rows.iter().map(seconds).sum::<f64>()));
        cells
    };
    let names = grid.columns.iter().map(|column| column.name.clone());
    let mut table = Table::new(&titles);
    names.enumerate().map(row).for_each(|cells| table.row(cells));
    table.markdown()
}

/// The median time of what a column solves.
fn median(grid: &Grid, place: usize) -> Option<f64> {
    let solved = grid.rows.iter().filter(|row| row.solves(place)).filter_map(|row| row.runs[place]);
    let mut times: Vec<f64> = solved.map(|run| run.seconds).collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

/// How many problems of a family, or of all, a column solves, and of how many it has a record.
fn solved(grid: &Grid, family: Option<&str>, place: usize) -> (usize, usize) {
    let counts = grid.counts(family, place);
    (counts.sat + counts.unsat, counts.files)
}

/// One line for each family, and the sum.
fn families(grid: &Grid) -> String {
    let mut titles = vec!["family".to_owned(), "problems".to_owned()];
    titles.extend(grid.columns.iter().map(|column| column.name.clone()));
    let families = grid.families();
    let row = |family: Option<&str>| {
        let size = grid.rows.iter().filter(|row| family.is_none_or(|family| row.family == family)).count();
        let mark = if family.is_some_and(|family| ELSEWHERE.contains(&family)) { "*" } else { "" };
        let mut cells = vec![format!("{}{mark}", family.unwrap_or("all")), size.to_string()];
        let counts: Vec<(usize, usize)> =
            (0..grid.columns.len()).map(|place| solved(grid, family, place)).collect();
        let records = counts.iter().filter(|(_, asked)| *asked > 0).count();
        let most = counts.iter().map(|(solved, _)| *solved).max().filter(|most| records > 1 && *most > 0);
        cells.extend(counts.iter().map(|(solved, asked)| match solved {
            _ if *asked == 0 => "–".to_owned(),
            _ if *asked < size => format!("{solved} of {asked}"),
            _ if family.is_some() && Some(*solved) == most => format!("**{solved}**"),
            _ => solved.to_string(),
        }));
        cells
    };
    let mut table = Table::new(&titles);
    families.iter().map(|family| row(Some(family))).chain([row(None)]).for_each(|cells| table.row(cells));
    table.markdown()
}

/// The families of which another column solves more than the first, those with most to learn from first.
fn behind(grid: &Grid) -> String {
    let mut found: Vec<(usize, String)> = Vec::new();
    for family in grid.families() {
        let (own, _) = solved(grid, Some(family), 0);
        let better: Vec<(usize, String)> = (1..grid.columns.len())
            .map(|place| (solved(grid, Some(family), place).0, place))
            .filter(|(other, _)| *other > own)
            .map(|(other, place)| (other - own, format!("{} {other}", grid.columns[place].name)))
            .collect();
        let Some(gap) = better.iter().map(|(gap, _)| *gap).max() else { continue };
        let names: Vec<&str> = better.iter().map(|(_, text)| text.as_str()).collect();
        found.push((gap, format!("- `{family}`: tress solves {own}, {}", names.join(", "))));
    }
    if found.is_empty() {
        return "In no family another solver solves more.".to_owned();
    }
    found.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    found.into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}

/// Answers that contradict the known one, or each other where none is known.
fn contradictions(grid: &Grid) -> String {
    let mut lines = Vec::new();
    for row in &grid.rows {
        for (place, column) in grid.columns.iter().enumerate() {
            let said = row.runs[place].map_or("", |run| run.answer.word());
            match row.known.map(|known| known.word()) {
                Some(known) if row.is_wrong(place) => {
                    lines.push(format!("- {} says {said} of `{}`, which is {known}", column.name, row.file));
                }
                None if row.disagrees(place) => {
                    lines.push(format!(
                        "- {} says {said} of `{}`, and others contradict",
                        column.name, row.file
                    ));
                }
                _ => {}
            }
        }
    }
    if lines.is_empty() { "There are none, of any solver.".to_owned() } else { lines.join("\n") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Grid {
        Grid::sample(&[
            ("a/1", "sat", ["sat", "unsat", "sat"]),
            ("a/2", "", ["timeout", "unsat", "unknown"]),
            ("pcp/1", "", ["unsat", "-", "sat"]),
        ])
    }

    #[test]
    fn every_hole_is_filled() {
        let page = page(&sample(), &sample(), 10.0);
        assert!(!page.contains('{') && !page.contains('}'), "{page}");
        assert!(page.contains("3 problems from 2 families") && page.contains("--timeout-ms 10000"), "{page}");
    }

    #[test]
    fn solvers_are_summed_up() {
        let text = summary(&sample(), 9.1);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[2], "| own | 2 | 1 | 1 | 1 | 0 | 0 | 0.50 s | 10 |");
        // One wrong answer, which costs as much as none, and one problem that nobody else solves.
        assert_eq!(lines[3], "| one | 1 | 0 | 1 | 0 | 1 | 1 | 0.50 s | 19 |");
    }

    #[test]
    fn families_show_who_solves_most() {
        let text = families(&sample());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "| family | problems | own | one | two |");
        assert_eq!(lines[2], "| a | 2 | **1** | **1** | **1** |");
        assert_eq!(lines[3], "| pcp* | 1 | **1** | – | **1** |");
        assert_eq!(lines[4], "| all | 3 | 2 | 1 of 2 | 2 |");
    }

    #[test]
    fn shortfalls_and_contradictions_are_named() {
        let grid = Grid::sample(&[("a/1", "sat", ["unsat", "sat", "-"]), ("b/1", "", ["sat", "sat", "-"])]);
        assert_eq!(behind(&grid), "- `a`: tress solves 0, one 1");
        assert_eq!(contradictions(&grid), "- own says unsat of `a/1`, which is sat");
        assert!(contradictions(&sample()).contains("- two says sat of `pcp/1`, and others contradict"));
        let fine = Grid::sample(&[("b/1", "", ["sat", "sat", "-"])]);
        assert_eq!(behind(&fine), "In no family another solver solves more.");
        assert_eq!(contradictions(&fine), "There are none, of any solver.");
    }
}
