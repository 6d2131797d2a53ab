//! `library`: every public static method of a class of a jar is explored, and what its tests say holds on the
//! JDK that was read.
//!
//! Enters: a jar and the name of a class with points, `StringUtils` of Debian's commons-lang3 where none is
//! given, and JDKs: the one that `--jdk` names, or all of `/usr/lib/jvm`. A method that ends before its first
//! question has not started: the reason is printed.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tress_classes::{ClassPath, Source};
use tress_exec::{Alphabet, Options, Outcome, Report, explore};

use super::junit::{Generated, Runtime, check, counted};
use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "library",
    about: "all public static methods of a class of a jar start, and their tests pass on every JDK that is installed",
    count: 1000,
    run,
};

const JAR: &str = "/usr/share/java/commons-lang3.jar";
const CLASS: &str = "org.apache.commons.lang3.StringUtils";
/// Where Debian puts JDKs.
const JDKS: &str = "/usr/lib/jvm";
/// Time for one method, where the command line says nothing.
const TIME: Duration = Duration::from_secs(3);
const PUBLIC_STATIC: u16 = 0x0009;

/// What came of the methods of a class.
#[derive(Default)]
struct Tally {
    methods: usize,
    /// Their parameters cannot be unknown.
    refused: usize,
    started: usize,
    /// All paths were followed to their end.
    explored: usize,
    /// Why methods have not started, and why paths were not followed, with how many.
    reasons: BTreeMap<String, usize>,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let files = lab.setting.files.clone();
    let jar = files.first().cloned().unwrap_or_else(|| PathBuf::from(JAR));
    let class = files.get(1).map_or_else(|| CLASS.to_owned(), |name| name.display().to_string());
    if !jar.exists() {
        lab.print(&format!("{}: not there; Debian has it in libcommons-lang3-java\n", jar.display()))?;
        return Ok(Verdict::Fine);
    }
    let mut table = Table::new(&["release", "methods", "refused", "started", "explored", "tests", "passed"]);
    let (mut is_wrong, mut told) = (false, String::new());
    for jdk in jdks(lab.setting.jdk.as_deref())? {
        let (tally, tests) = explore_all(lab, &jar, &class, &jdk)?;
        let folder = lab.setting.out.join("library");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        let runtime = Runtime { jars: None, classes: std::slice::from_ref(&jar), jdk: Some(&jdk) };
        let output = check(&folder, &tests, &runtime)?;
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        let (count, passed) = (tests.iter().map(|one| one.tests).sum(), counted(&shown, "tests successful"));
        let release = release(&jar, &jdk)?;
        let Tally { methods, refused, started, explored, reasons } = tally;
        let counts: [usize; 6] = [methods, refused, started, explored, count, passed];
        table.row([release].into_iter().chain(counts.map(|count| count.to_string())));
        if passed != count || methods != refused + started {
            is_wrong = true;
            told += &shown;
            told += &String::from_utf8_lossy(&output.stderr);
        }
        for (reason, count) in reasons {
            told += &format!("{count:>5}  {reason}\n");
        }
    }
    lab.print(&table.text())?;
    lab.print(&told)?;
    Ok(Verdict::wrong_if(is_wrong))
}

/// The JDK that was named, or all that are installed and have a compiler.
fn jdks(named: Option<&Path>) -> io::Result<Vec<PathBuf>> {
    if let Some(named) = named {
        return Ok(vec![named.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(JDKS)? {
        let place = fs::canonicalize(entry?.path())?;
        let is_jdk = place.join("bin/javac").exists() && place.join("lib/modules").exists();
        if is_jdk && !found.contains(&place) {
            found.push(place);
        }
    }
    found.sort();
    Ok(found)
}

fn class_path(jar: &Path, jdk: &Path) -> io::Result<ClassPath> {
    let mut path = ClassPath::open(jar).map_err(io::Error::other)?;
    path.add(Source::open(jdk).map_err(io::Error::other)?);
    Ok(path)
}

fn release(jar: &Path, jdk: &Path) -> io::Result<String> {
    Ok(class_path(jar, jdk)?.release().map_or("?".to_owned(), |release| release.to_string()))
}

fn explore_all(
    lab: &mut Lab<'_>,
    jar: &Path,
    class: &str,
    jdk: &Path,
) -> io::Result<(Tally, Vec<Generated>)> {
    let read = class_path(jar, jdk)?.class(&class.replace('.', "/")).map_err(io::Error::other)?;
    let read = read.ok_or_else(|| io::Error::other(format!("there is no class {class}")))?;
    let is_meant = |access: u16| access & PUBLIC_STATIC == PUBLIC_STATIC && access & 0x1000 == 0;
    let methods: Vec<String> = read
        .methods
        .iter()
        .filter(|method| is_meant(method.access.0) && method.code.is_some())
        .map(|method| format!("{class}.{}{}", method.name, method.descriptor))
        .take(lab.count)
        .collect();
    let options = Options {
        time: lab.setting.timeout.or(Some(TIME)),
        max_paths: 40,
        max_length: 12,
        alphabet: Alphabet::Latin1,
        null_strings: true,
        ..Options::default()
    };
    let (mut tally, mut tests) = (Tally { methods: methods.len(), ..Tally::default() }, Vec::new());
    for (number, method) in methods.iter().enumerate() {
        lab.progress(number + 1, methods.len());
        match explore(class_path(jar, jdk)?, method, &options) {
            Err(problem) => {
                tally.refused += 1;
                let why = problem.to_string();
                let why = why
                    .split("cannot be unknown: ")
                    .nth(1)
                    .map_or(why.as_str(), |rest| rest.split([' ', ';']).next().unwrap_or(rest));
                *tally.reasons.entry(format!("refused: {why}")).or_default() += 1;
            }
            Ok(report) => {
                note(&mut tally, method, &report);
                // Methods of one name have classes of one name.
                tests.extend(Generated::of(&report).map(|made| apart(made, number)));
            }
        }
    }
    Ok((tally, tests))
}

/// Tests with a class of their own.
fn apart(made: Generated, number: usize) -> Generated {
    let short = made.class.rsplit('.').next().unwrap_or_default();
    let text = made.text.replace(&format!("\nclass {short} "), &format!("\nclass {short}{number} "));
    Generated { class: format!("{}{number}", made.class), text, tests: made.tests }
}

fn note(tally: &mut Tally, method: &str, report: &Report) {
    let has_started = report.cut.is_some()
        || report
            .paths
            .iter()
            .any(|path| !path.decisions.is_empty() || !matches!(path.outcome, Outcome::Unsupported(_)));
    tally.started += usize::from(has_started);
    let is_explored = report.cut.is_none() && report.paths.iter().all(tress_exec::Path::is_settled);
    tally.explored += usize::from(is_explored);
    for path in &report.paths {
        if let Outcome::Unsupported(what) = &path.outcome {
            let reason = match has_started {
                true => format!("not followed: {what}"),
                false => format!("not started: {method}: {what}"),
            };
            *tally.reasons.entry(reason).or_default() += 1;
        }
    }
}
