//! `survey`: which operations of strings real programs call, as in section 1.2 of Redelinghuys' thesis
//! (2012).
//!
//! Enters: jars and folders of classes, each a project, or the library of `--jdk DIR`, whose packages are
//! projects then. Leaves: how often each operation is called, by how many projects, and how many projects the
//! best choice of a number of operations covers.

mod count;
mod subsets;

use std::collections::BTreeMap;
use std::io;

use tress_classes::{Class, Source, read_class};

use crate::lab::{Experiment, Lab, Verdict};
use crate::plot::{Mark, Plot};
use crate::table::Table;

use count::Calls;
use subsets::{Curve, best_subsets};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "survey",
    about: "which operations of Java's strings the jars that are named, or the library of --jdk DIR, call, and which few cover most",
    count: 40,
    run,
};

/// Operations that every project of the thesis uses.
const BASE: [&str; 4] = ["equals", "indexOf", "length", "substring"];

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut projects: BTreeMap<String, Calls> = BTreeMap::new();
    let mut places = lab.setting.files.clone();
    places.extend(lab.setting.jdk.clone());
    if places.is_empty() {
        return Err(io::Error::other("name jars or folders of classes, or --jdk DIR"));
    }
    let by_package = places.len() == 1;
    let mut classes = 0;
    for place in &places {
        let source = Source::open(place).map_err(io::Error::other)?;
        let names = source.names().map_err(io::Error::other)?;
        for (number, name) in names.iter().enumerate() {
            let Some(bytes) = source.bytes(name).map_err(io::Error::other)? else { continue };
            let Ok(class) = read_class(&bytes) else { continue };
            let file = || place.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let project = if by_package { package(&class) } else { file() };
            projects.entry(project).or_default().add(&class);
            classes += 1;
            lab.progress(number + 1, names.len());
        }
    }
    projects.retain(|_, calls| calls.total() > 0);
    show(lab, classes, &projects)
}

fn package(class: &Class) -> String {
    class.name.rsplit_once('/').map_or("", |(package, _)| package).replace('/', ".")
}

fn show(lab: &mut Lab<'_>, classes: usize, projects: &BTreeMap<String, Calls>) -> io::Result<Verdict> {
    let mut all = Calls::default();
    let mut users: BTreeMap<&str, usize> = BTreeMap::new();
    for calls in projects.values() {
        all.join(calls);
        for operation in calls.operations() {
            *users.entry(operation).or_default() += 1;
        }
    }
    let mut ranking: Vec<(&str, u64)> = all.counts().collect();
    ranking.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    let mut table = Table::new(&["rank", "operation", "calls", "share", "share without concat", "projects"]);
    let (total, others) = (all.total(), all.total() - all.count_of(count::CONCAT));
    for (place, (name, count)) in ranking.iter().take(lab.count).enumerate() {
        let share = |whole: u64| format!("{:.2} %", 100.0 * *count as f64 / whole.max(1) as f64);
        let rest = if *name == count::CONCAT { "-".to_owned() } else { share(others) };
        let cells = [(place + 1).to_string(), (*name).to_owned(), count.to_string(), share(total), rest];
        table.row(cells.into_iter().chain([users.get(name).copied().unwrap_or(0).to_string()]));
    }
    let needs: Vec<Vec<&str>> = projects.values().map(|calls| calls.operations().collect()).collect();
    let curve = best_subsets(&needs, &BASE);
    let about = format!(
        "{classes} classes in {} projects call operations of strings {total} times; {} operations are different",
        projects.len(),
        ranking.len()
    );
    lab.print(&about)?;
    lab.print(&curve.text())?;
    let (head, command) = ("Operations of strings in compiled Java", "cargo lab survey --jdk DIR --out lab");
    lab.save_page(("survey", head), command, &table, Some(&plot(&curve)))?;
    Ok(Verdict::wrong_if(total == 0))
}

fn plot(curve: &Curve) -> Plot {
    let title = "Projects that use only equals, indexOf, length, substring, concatenation and the best so many others";
    let mut plot = Plot::new(title, "other operations", "projects");
    let name = if curve.is_exact { "best choice" } else { "best choice found" };
    let points = curve.covered.iter().enumerate().map(|(size, count)| (size as f64, *count as f64));
    plot.add(name, Mark::Line, points);
    plot
}
