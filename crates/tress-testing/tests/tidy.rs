//! The rules of the house that a machine can check.

use std::fs;
use std::path::{Path, PathBuf};

/// Lines a file may have without its tests.
const FILE_CEILING: usize = 700;

/// The rooms of `tress`, each allowed to use only those before it. Later rooms of one line may
/// use each other's names in documentation only.
const ROOMS: &[&str] = &[
    "stats",
    "options",
    "term",
    "alphabet",
    "model",
    "eval",
    "rewrite",
    "env",
    "smtlib",
    "systems",
    "problem",
    "preprocess",
    "circuits",
    "graphs",
    "kernel",
    "strings",
    "engines",
    "strategy",
    "ground",
    "sequences",
    "recursion",
    "quantifiers",
    "optimise",
    "solver",
    "session",
    "agreement",
    "api",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below a folder, by name, without build output.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.map(|entry| entry.expect("readable").path()) {
            let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if entry.is_dir() && !name.starts_with("target") && name != ".git" && name != "lab-out" {
                open.push(entry);
            } else if name.ends_with(ending) {
                found.push(entry);
            }
        }
    }
    found.sort();
    found
}

fn sources() -> Vec<(String, String)> {
    let root = root();
    let name = |path: &Path| {
        path.strip_prefix(&root).unwrap_or(path).to_string_lossy().replace("crates/tress-testing/../../", "")
    };
    ["crates", "python"]
        .iter()
        .flat_map(|folder| files(&root.join(folder), ".rs"))
        .map(|path| (name(&path), fs::read_to_string(&path).expect("sources are text")))
        .collect()
}

/// The part of a source file before its tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text)
}

fn report(problems: &[String]) {
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn files_stay_small() {
    let too_long = |(name, text): (String, String)| {
        let lines = without_tests(&text).lines().count();
        (lines > FILE_CEILING).then(|| format!("{name}: {lines} lines, {FILE_CEILING} at most"))
    };
    report(&sources().into_iter().filter_map(too_long).collect::<Vec<_>>());
}

#[test]
fn every_file_says_what_it_is() {
    let silent = sources().into_iter().filter(|(_, text)| !text.starts_with("//!"));
    report(&silent.map(|(name, _)| format!("{name} does not begin with //!")).collect::<Vec<_>>());
}

#[test]
fn nothing_is_parked() {
    let banned = [
        concat!("#[ign", "ore"),
        concat!("todo", "!("),
        concat!("unimpl", "emented!("),
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("if fal", "se {"),
        concat!("if fal", "se &&"),
    ];
    let mut problems = Vec::new();
    for (name, text) in sources() {
        for word in banned {
            if text.contains(word) {
                problems.push(format!("{name} holds {word}"));
            }
        }
    }
    report(&problems);
}

#[test]
fn no_machine_is_named() {
    let banned = [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/")];
    let mut texts = sources();
    for ending in [".md", ".toml", ".sh", ".py", ".smt2"] {
        for path in files(&root(), ending) {
            let text = fs::read_to_string(&path).unwrap_or_default();
            texts.push((path.display().to_string(), text));
        }
    }
    let mut problems = Vec::new();
    for (name, text) in texts {
        for word in banned {
            if text.contains(word) {
                problems.push(format!("{name} names {word}"));
            }
        }
    }
    report(&problems);
}

/// The room a source file of `tress` belongs to.
fn room(name: &str) -> Option<&str> {
    let inside = name.strip_prefix("crates/tress/src/")?;
    let room = inside.split('/').next()?.trim_end_matches(".rs");
    (room != "lib" && room != "testing").then_some(room)
}

#[test]
fn rooms_use_only_earlier_rooms() {
    let mut problems = Vec::new();
    for (name, text) in sources() {
        let Some(own) = room(&name) else { continue };
        let Some(place) = ROOMS.iter().position(|room| *room == own) else {
            problems.push(format!("{name}: the room {own} is not in the list of rooms"));
            continue;
        };
        for (number, line) in without_tests(&text).lines().enumerate() {
            let code = line.trim_start();
            if code.starts_with("//") || name.contains("tests") {
                continue;
            }
            for used in code.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
                let other = ROOMS.iter().position(|room| *room == used);
                if other.is_some_and(|other| other > place) {
                    problems.push(format!("{name}:{}: {own} uses the later room {used}", number + 1));
                }
            }
        }
    }
    report(&problems);
}

#[test]
fn engines_do_not_know_each_other() {
    let mut problems = Vec::new();
    let folders: Vec<String> = fs::read_dir(root().join("crates/tress/src/engines"))
        .expect("the room exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned())
        .collect();
    for (name, text) in sources() {
        let Some(inside) = name.strip_prefix("crates/tress/src/engines/") else { continue };
        let Some((own, _)) = inside.split_once('/') else { continue };
        for other in folders.iter().filter(|other| *other != own) {
            if text.contains(&format!("engines::{other}")) {
                problems.push(format!("{name} uses the procedure {other}"));
            }
        }
    }
    report(&problems);
}

#[test]
fn every_option_is_read() {
    let sources = sources();
    let read = |option: &str| {
        let mention = format!("Opt::{option}");
        sources.iter().any(|(name, text)| !name.contains("src/options/") && text.contains(&mention))
    };
    let unread = tress::internals::options::Options::rows()
        .iter()
        .map(|row| format!("{:?}", row.option))
        .filter(|option| !read(option));
    report(&unread.map(|option| format!("the option {option} is never read")).collect::<Vec<_>>());
}

#[test]
fn every_dependency_has_its_reason() {
    let page = fs::read_to_string(root().join("DEPENDENCIES.md")).expect("the page exists");
    let mut problems = Vec::new();
    for path in ["crates", "python"].iter().flat_map(|folder| files(&root().join(folder), "Cargo.toml")) {
        let text = fs::read_to_string(&path).expect("manifests are text");
        let mut listed = false;
        for line in text.lines() {
            if line.starts_with('[') {
                listed = line.contains("dependencies");
                continue;
            }
            let code = line.split('#').next().unwrap_or_default();
            let Some((name, _)) = code.split_once(['=', '.']) else { continue };
            let name = name.trim();
            if listed
                && !name.is_empty()
                && !name.starts_with("tress")
                && !page.contains(&format!("`{name}`"))
            {
                problems.push(format!("{}: {name} is not in DEPENDENCIES.md", path.display()));
            }
        }
    }
    report(&problems);
}

#[test]
fn regressions_know_their_answer() {
    let missing = files(&root().join("testdata/regress"), ".smt2").into_iter().filter(|path| {
        let text = fs::read_to_string(path).unwrap_or_default();
        !text.contains(":status ")
    });
    report(&missing.map(|path| format!("{} has no :status", path.display())).collect::<Vec<_>>());
}

/// The table of rules names functions that are there.
#[test]
fn rules_of_the_calculus_are_where_the_table_says() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the table is there");
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| {
            ["| 2 |", "| 3 |", "| 4 |", "| 5 |", "| 6 |"].contains(&line.get(..5).unwrap_or_default())
        })
        .map(|line| line.split('`').collect())
        .collect();
    assert_eq!(rows.len(), 22, "the paper has 22 rules");
    let missing = |row: &Vec<&str>| {
        let (function, file) = (row[1], row[3]);
        let path = root().join(format!("crates/tress/src/{file}.rs"));
        let source = fs::read_to_string(path).unwrap_or_default();
        (!source.contains(&format!("fn {function}(")))
            .then(|| format!("{file}.rs has no function {function}"))
    };
    report(&rows.iter().filter_map(missing).collect::<Vec<_>>());
}

/// Whoever finds a package learns what it is, and its dependencies can be found without this repository.
#[test]
fn packages_can_be_published() {
    let root = fs::read_to_string(root().join("Cargo.toml")).expect("manifests are text");
    let version = root.lines().find(|line| line.starts_with("version = ")).expect("the packages' version");
    let mut problems: Vec<String> = root
        .lines()
        .filter(|line| line.contains("path = \"crates/") && !line.contains(version))
        .map(|line| format!("Cargo.toml: {line} does not say {version}"))
        .collect();
    for path in files(&self::root().join("crates"), "Cargo.toml") {
        let text = fs::read_to_string(&path).expect("manifests are text");
        if text.contains("publish = false") {
            continue;
        }
        for field in ["description = \"", "readme = \"README.md\"", "keywords = [\"", "categories = [\""] {
            if !text.contains(field) {
                problems.push(format!("{}: {field}… is missing", path.display()));
            }
        }
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            if fs::read_to_string(path.with_file_name(file)).is_err() {
                problems.push(format!("{}: there is no {file} beside it", path.display()));
            }
        }
    }
    report(&problems);
}

/// Links between pages lead to files that are there.
#[test]
fn links_lead_somewhere() {
    let mut problems = Vec::new();
    for path in files(&root(), ".md") {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        for link in links.filter(|link| !link.is_empty() && !link.contains(':')) {
            if !path.with_file_name(link).exists() {
                problems.push(format!("{}: {link} is not there", path.display()));
            }
        }
    }
    report(&problems);
}
