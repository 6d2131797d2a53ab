//! The report: rows as a page of HTML that needs nothing else, for light and dark, narrow and wide.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tress_base::markup;

use super::cactus::{cactus, colour};
use super::certificates::MISSING;
use super::files::{family, shared_folder};
use super::judge::Disagreement;
use super::rows::{Answer, Row};
use crate::version::VERSION;

const STYLE: &str = include_str!("report.css");
/// How many of the slowest problems are shown.
const SLOWEST: usize = 20;
/// How many problems without an answer are shown.
const UNDECIDED: usize = 200;
/// How many reasons and errors are shown.
const REASONS: usize = 30;

/// The page. `compared` is the number of answers that were compared with what is known beforehand.
pub(crate) fn page(rows: &[Row], disagreements: &[Disagreement], compared: usize) -> String {
    let solvers = solvers(rows);
    let mut files: Vec<&str> = rows.iter().map(|row| row.file.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    let shared = shared_folder(files.iter().copied());
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>tress batch: {} problems</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{} problems, {} {}</h1>\n<p class=\"soft\">Made by tress {VERSION}. Seconds are processor time, memory is the most held at once.{}</p>\n",
        files.len(),
        files.len(),
        solvers.len(),
        if solvers.len() == 1 { "solver" } else { "solvers" },
        if matches!(shared, "" | "./") {
            String::new()
        } else {
            format!(" Names are below <code>{}</code>.", markup(shared))
        },
    );
    contradictions(&mut text, disagreements, shared, compared);
    totals(&mut text, rows, &solvers);
    plot(&mut text, rows, &solvers);
    families(&mut text, rows, &solvers, shared);
    undecided(&mut text, rows, shared, solvers.len() > 1);
    reasons(&mut text, rows, shared);
    uncertified(&mut text, rows, shared);
    slowest(&mut text, rows, shared);
    text + "</main>\n</body>\n</html>\n"
}

/// The solvers by first appearance.
pub(crate) fn solvers(rows: &[Row]) -> Vec<&str> {
    let mut solvers: Vec<&str> = Vec::new();
    for row in rows {
        if !solvers.contains(&row.solver.as_str()) {
            solvers.push(&row.solver);
        }
    }
    solvers
}

/// A table under construction; cells are markup already.
struct Table(String);

impl Table {
    fn new(heads: &[&str]) -> Self {
        let heads: String = heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>")).collect();
        Self(format!(
            "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n"
        ))
    }

    fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: String = cells.into_iter().collect();
        let _ = writeln!(self.0, "<tr>{cells}</tr>");
    }

    fn end(self, text: &mut String) {
        text.push_str(&self.0);
        text.push_str("</tbody></table></div>\n");
    }
}

fn cell(content: impl std::fmt::Display) -> String {
    format!("<td>{content}</td>")
}

fn path(file: &str, shared: &str) -> String {
    format!("<td class=\"path\">{}</td>", markup(file.strip_prefix(shared).unwrap_or(file)))
}

/// The name of a solver with its colour.
fn name(solver: &str, index: usize) -> String {
    format!("<span class=\"key\" style=\"background:{}\"></span>{}", colour(index), markup(solver))
}

fn contradictions(text: &mut String, disagreements: &[Disagreement], shared: &str, compared: usize) {
    text.push_str("<h2 id=\"disagreements\">Disagreements</h2>\n");
    let beside = match compared {
        0 => String::new(),
        _ => format!(
            " {compared} were compared with the reference or with the file’s own <code>:status</code>."
        ),
    };
    if disagreements.is_empty() {
        let _ = writeln!(text, "<p>No two answers contradict each other.{beside}</p>");
        return;
    }
    let verb = if disagreements.len() == 1 { "answer contradicts" } else { "answers contradict" };
    let _ = writeln!(text, "<p class=\"alarm\">{} {verb} others.{beside}</p>", disagreements.len());
    let mut table = Table::new(&["file", "check", "says sat", "says unsat"]);
    for one in disagreements {
        table.row([
            path(&one.file, shared),
            cell(one.check),
            cell(markup(&one.sat)),
            cell(markup(&one.unsat)),
        ]);
    }
    table.end(text);
}

fn totals(text: &mut String, rows: &[Row], solvers: &[&str]) {
    text.push_str("<h2 id=\"totals\">Answers</h2>\n");
    let mut heads = vec!["solver", "decided"];
    heads.extend(Answer::ALL.map(Answer::word));
    let is_certifying = rows.iter().any(|row| row.certificate.is_some());
    heads.extend(is_certifying.then_some("certified"));
    heads.extend(["seconds, decided", "seconds, all", "most MiB"]);
    let mut table = Table::new(&heads);
    for (index, solver) in solvers.iter().enumerate() {
        let own: Vec<&Row> = rows.iter().filter(|row| row.solver == *solver).collect();
        let count = |answer: Answer| own.iter().filter(|row| row.answer == answer).count();
        let decided: Vec<f64> = own.iter().filter(|row| row.answer.is_decided()).map(|row| row.cpu).collect();
        let memory = own.iter().filter_map(|row| row.memory).fold(0.0, f64::max);
        let mut cells = vec![cell(name(solver, index)), cell(decided.len())];
        cells.extend(Answer::ALL.map(|answer| cell(count(answer))));
        let certified = own.iter().filter(|row| row.is_certified()).count();
        cells.extend(is_certifying.then(|| cell(certified)));
        cells.push(cell(format!("{:.1}", decided.iter().sum::<f64>())));
        cells.push(cell(format!("{:.1}", own.iter().map(|row| row.cpu).sum::<f64>())));
        cells.push(cell(format!("{memory:.0}")));
        table.row(cells);
    }
    table.end(text);
}

fn plot(text: &mut String, rows: &[Row], solvers: &[&str]) {
    let times = |solver: &str| {
        let own = rows.iter().filter(|row| row.solver == solver && row.answer.is_decided());
        own.map(|row| row.cpu).collect()
    };
    let curves: Vec<(&str, Vec<f64>)> = solvers.iter().map(|solver| (*solver, times(solver))).collect();
    text.push_str("<h2 id=\"cactus\">How many, in how much time each</h2>\n<div class=\"wide\" tabindex=\"0\">\n<div class=\"legend\">");
    for (index, solver) in solvers.iter().enumerate() {
        let _ = write!(text, "<span>{}</span>", name(solver, index));
    }
    let _ = write!(text, "</div>\n{}</div>\n", cactus(&curves));
}

fn families(text: &mut String, rows: &[Row], solvers: &[&str], shared: &str) {
    let mut by_family: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        by_family.entry(family(&row.file, shared)).or_default().push(row);
    }
    text.push_str(
        "<h2 id=\"families\">By folder</h2>\n<p class=\"soft\">Problems decided, and seconds for all.</p>\n",
    );
    let names: Vec<String> = solvers
        .iter()
        .enumerate()
        .flat_map(|(index, solver)| [name(solver, index), "seconds".to_owned()])
        .collect();
    let heads: Vec<&str> = ["folder", "files"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let mut table = Table::new(&heads);
    for (family, rows) in by_family {
        let mut files: Vec<&str> = rows.iter().map(|row| row.file.as_str()).collect();
        files.sort_unstable();
        files.dedup();
        let mut cells = vec![format!("<td class=\"path\">{}</td>", markup(family)), cell(files.len())];
        for solver in solvers {
            let own = || rows.iter().filter(|row| row.solver == *solver);
            let decided = own().filter(|row| row.answer.is_decided()).count();
            let missing = if decided < own().count() { " class=\"missing\"" } else { "" };
            cells.push(format!("<td{missing}>{decided}</td>"));
            cells.push(cell(format!("{:.2}", own().map(|row| row.cpu).sum::<f64>())));
        }
        table.row(cells);
    }
    table.end(text);
}

/// Problems that somebody has not decided, and who has.
fn undecided(text: &mut String, rows: &[Row], shared: &str, has_others: bool) {
    text.push_str("<h2 id=\"undecided\">Not decided</h2>\n");
    let open: Vec<&Row> = rows.iter().filter(|row| !row.answer.is_decided()).collect();
    if open.is_empty() {
        text.push_str("<p>Everything is decided.</p>\n");
        return;
    }
    let mut decided: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.answer.is_decided()) {
        decided.entry(&row.file).or_default().push(format!("{}: {}", row.solver, row.answer.word()));
    }
    let heads = ["file", "solver", "answer", "seconds", "others"];
    let mut table = Table::new(if has_others { &heads } else { &heads[..4] });
    for row in open.iter().take(UNDECIDED) {
        let others = decided.get(row.file.as_str()).map_or_else(|| "–".to_owned(), |those| those.join(", "));
        let cells = [
            path(&row.file, shared),
            cell(markup(&row.solver)),
            cell(row.answer.word()),
            cell(format!("{:.2}", row.cpu)),
        ];
        table.row(cells.into_iter().chain(has_others.then(|| cell(markup(&others)))));
    }
    table.end(text);
    if open.len() > UNDECIDED {
        let _ = writeln!(text, "<p class=\"soft\">{} more are not shown.</p>", open.len() - UNDECIDED);
    }
}

fn slowest(text: &mut String, rows: &[Row], shared: &str) {
    let mut slow: Vec<&Row> = rows.iter().collect();
    slow.sort_by(|a, b| {
        b.cpu.total_cmp(&a.cpu).then_with(|| (&a.file, &a.solver).cmp(&(&b.file, &b.solver)))
    });
    text.push_str("<h2 id=\"slowest\">Slowest</h2>\n");
    let mut table = Table::new(&["file", "solver", "answer", "seconds", "by the clock", "MiB"]);
    for row in slow.iter().take(SLOWEST) {
        table.row([
            path(&row.file, shared),
            cell(markup(&row.solver)),
            cell(row.answer.word()),
            cell(format!("{:.2}", row.cpu)),
            cell(format!("{:.2}", row.wall)),
            cell(row.memory.map_or_else(|| "-".to_owned(), |memory| format!("{memory:.0}"))),
        ]);
    }
    table.end(text);
}

/// Why there is no answer, the most frequent reasons first.
fn reasons(text: &mut String, rows: &[Row], shared: &str) {
    let mut counts: BTreeMap<(&str, &str, &str), (usize, &str)> = BTreeMap::new();
    for row in rows.iter().filter(|row| matches!(row.answer, Answer::Unknown | Answer::Error)) {
        let entry = counts.entry((&row.solver, row.answer.word(), &row.reason)).or_insert((0, &row.file));
        entry.0 += 1;
    }
    if counts.is_empty() {
        return;
    }
    let mut sorted: Vec<_> = counts.into_iter().collect();
    sorted.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    text.push_str("<h2 id=\"reasons\">Why there is no answer</h2>\n");
    let mut table = Table::new(&["solver", "answer", "files", "reason", "such as"]);
    for ((solver, answer, reason), (count, file)) in sorted.into_iter().take(REASONS) {
        table.row([
            cell(markup(solver)),
            cell(answer),
            cell(count),
            format!("<td class=\"long\">{}</td>", markup(reason)),
            format!("<td class=\"path text\">{}</td>", markup(file.strip_prefix(shared).unwrap_or(file))),
        ]);
    }
    table.end(text);
}

/// What certificates are missing, the most frequent first.
fn uncertified(text: &mut String, rows: &[Row], shared: &str) {
    let mut counts: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for row in rows {
        if let Some(missing) = row.certificate.as_deref().and_then(|said| said.strip_prefix(MISSING)) {
            counts.entry(missing).or_insert((0, &row.file)).0 += 1;
        }
    }
    if counts.is_empty() {
        return;
    }
    let mut sorted: Vec<_> = counts.into_iter().collect();
    sorted.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    text.push_str("<h2 id=\"certificates\">Why there is no certificate</h2>\n");
    let mut table = Table::new(&["files", "missing", "such as"]);
    for (missing, (count, file)) in sorted.into_iter().take(REASONS) {
        table.row([cell(count), format!("<td class=\"long\">{}</td>", markup(missing)), path(file, shared)]);
    }
    table.end(text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::rows::sample;

    #[test]
    fn everything_is_on_the_page() {
        let mut rows = vec![
            sample("x/a/1.smt2", "tress", Answer::Sat, 0.5),
            sample("x/a/1.smt2", "z3", Answer::Unsat, 0.25),
            sample("x/b/<2>.smt2", "tress", Answer::Error, 7.25),
        ];
        rows[2].reason = "a & b".to_owned();
        let odd =
            Disagreement { file: "x/a/1.smt2".into(), check: 1, sat: "tress".into(), unsat: "z3".into() };
        rows.push(sample("x/b/<2>.smt2", "<z3>", Answer::Unsat, 7.25));
        rows[1].certificate = Some("accepted".to_owned());
        rows[3].certificate = Some("missing rule <x> (2)".to_owned());
        let page = page(&rows, &[odd], 3);
        for part in [
            "2 problems, 3 solvers",
            "1 answer contradicts others. 3 were compared",
            "&lt;2&gt;",
            "a &amp; b",
            "7.25",
            "<th scope=\"col\">certified</th>",
            "rule &lt;x&gt; (2)",
            "<svg",
            "<td>&lt;z3&gt;: unsat</td>",
            "<td class=\"missing\">0</td>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        for part in ["<2>", "<z3>", "http:", "https:", "<script", "src="] {
            assert!(!page.contains(part), "{part} in {page}");
        }
        assert_eq!(page.matches("<table>").count(), page.matches("</table>").count());
    }

    #[test]
    fn no_rows_make_a_page_too() {
        let page = page(&[], &[], 0);
        assert!(page.contains("0 problems") && page.contains("No two answers") && !page.contains("NaN"));
    }

    #[test]
    fn what_is_not_decided_is_listed_up_to_a_number() {
        let name = |number: usize| format!("x/{number}.smt2");
        let rows: Vec<Row> =
            (0..UNDECIDED + 5).map(|number| sample(&name(number), "tress", Answer::Timeout, 0.5)).collect();
        assert!(page(&rows, &[], 0).contains("5 more are not shown"));
        assert!(page(&[sample("a", "tress", Answer::Sat, 0.5)], &[], 0).contains("Everything is decided"));
    }
}
