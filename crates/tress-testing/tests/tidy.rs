//! The rules of the house that a machine can check.

use std::fs;
use std::path::{Path, PathBuf};

/// Lines a file may have without its tests.
const FILE_CEILING: usize = 700;

/// The modules of crates in their order: each may use only those before it. Between crates Cargo checks
/// directions.
const LAYERS: &[(&str, &[&str])] = &[
    (
        "tress-base",
        &[
            "cap",
            "progress",
            "budget",
            "hits",
            "clock",
            "character",
            "groups",
            "int",
            "decimal",
            "rational",
            "markup",
            "random",
            "mistakes",
        ],
    ),
    (
        "tress-automata",
        &[
            "limits",
            "charset",
            "runs",
            "explicit",
            "regex",
            "derivative",
            "machine",
            "antichain",
            "lengths",
            "matching",
            "emptiness",
            "nfa",
            "equivalence",
            "transducer",
            "words",
            "lazy",
            "window",
            "monoid",
            "ambiguity",
            "concatenation",
            "follow",
            "naive",
        ],
    ),
    ("tress-term", &["term", "alphabet", "model", "eval", "print"]),
    ("tress-rewrite", &["stats", "rewrite", "env", "completion", "problem"]),
    (
        "tress-kernel",
        &[
            "egraph",
            "sat",
            "context",
            "atoms",
            "inferences",
            "values",
            "theory",
            "arrays_datatypes",
            "circuits",
            "bits",
            "candidate",
            "care_pairs",
            "observer",
            "checked",
            "unchecked",
            "classes",
            "nonlinear",
            "definitions",
            "gates",
            "distinct",
            "propagate",
            "final_check",
            "incremental",
            "recorded",
            "numbers",
            "register",
            "relevance",
            "skeleton",
            "skolems",
        ],
    ),
    (
        "tress-strings",
        &[
            "limits",
            "ends",
            "memberships",
            "rules",
            "eager",
            "replaced_lengths",
            "measures",
            "stars",
            "forms",
            "machines",
            "chains",
            "functions",
            "languages",
            "numerals",
            "skolem",
        ],
    ),
    ("tress-languages", &["grammar", "maximal", "systems"]),
    (
        "tress-engines",
        &[
            "engine",
            "formulas",
            "arithmetic",
            "polarity",
            "conjunction",
            "driver",
            "reading",
            "calculus",
            "kernel",
            "bounded",
            "local_search",
            "nielsen",
            "parray",
            "position_constraints",
            "str_int",
            "toy",
        ],
    ),
    ("tress-second", &["graphs", "levels", "fixed", "flat", "lazy"]),
    (
        "tress-solver",
        &[
            "registry",
            "options",
            "preprocess",
            "strategy",
            "ground",
            "sequences",
            "recursion",
            "quantifiers",
            "optimise",
            "solver",
            "caps",
        ],
    ),
    ("tress-session", &["session", "agreement"]),
    ("tress-exec", &["report", "backends", "loops", "program", "state", "machine", "natives", "explore"]),
    ("tress-classes", &["error", "bytes", "model", "pool", "decode", "reader", "sources", "disasm"]),
    (
        "tress-cli",
        &[
            "version",
            "json",
            "paths",
            "values",
            "ending",
            "process",
            "watch",
            "agree",
            "regex",
            "language",
            "batch",
            "exec",
            "caps",
            "prompt",
            "serve",
            "arguments",
            "solve",
        ],
    ),
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
    ["crates", "lab", "python"]
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

/// The crate of a source file, and the module of its top level that it belongs to.
fn module(name: &str) -> Option<(&str, &str)> {
    let (crate_name, inside) = name.strip_prefix("crates/")?.split_once("/src/")?;
    let module = inside.split('/').next()?.trim_end_matches(".rs");
    (!["lib", "main", "testing", "tests"].contains(&module)).then_some((crate_name, module))
}

/// The names that a line of code takes from the top level of its crate: behind `crate::`, and behind as many
/// `super::` as lead there.
fn used_modules(code: &str, depth: usize) -> impl Iterator<Item = &str> {
    let up = "super::".repeat(depth);
    let behind = |prefix: String| {
        let starts: Vec<usize> = code.match_indices(&prefix).map(|(at, _)| at + prefix.len()).collect();
        let is_whole = |at: &usize| !code[..*at - prefix.len()].ends_with("super::");
        starts.into_iter().filter(is_whole).collect::<Vec<usize>>()
    };
    let mut starts = behind("crate::".to_owned());
    starts.extend(behind(up));
    starts.into_iter().map(move |at| {
        let rest = &code[at..];
        let end = rest.find(|c: char| !(c.is_ascii_lowercase() || c == '_')).unwrap_or(rest.len());
        &rest[..end]
    })
}

#[test]
fn modules_use_only_earlier_modules() {
    let mut problems = Vec::new();
    for (name, text) in sources() {
        let Some((crate_name, own)) = module(&name) else { continue };
        let Some((_, order)) = LAYERS.iter().find(|(known, _)| *known == crate_name) else { continue };
        let Some(place) = order.iter().position(|module| *module == own) else {
            problems.push(format!("{name}: the module {own} is not in the order of {crate_name}"));
            continue;
        };
        if name.contains("tests") {
            continue;
        }
        let inside = name.split("/src/").nth(1).unwrap_or_default().trim_end_matches("/mod.rs");
        let depth = inside.matches('/').count() + 1;
        for (number, line) in without_tests(&text).lines().enumerate() {
            let code = line.trim_start();
            if code.starts_with("//") {
                continue;
            }
            for used in used_modules(code, depth) {
                let other = order.iter().position(|module| *module == used);
                if other.is_some_and(|other| other > place) {
                    problems.push(format!("{name}:{}: {own} uses the later module {used}", number + 1));
                }
            }
        }
    }
    report(&problems);
}

#[test]
fn uses_are_found() {
    let found = |code: &'static str, depth| used_modules(code, depth).collect::<Vec<_>>();
    assert_eq!(found("use crate::term::Term;", 1), ["term"]);
    assert_eq!(found("use super::super::eval::apply;", 2), ["eval"]);
    assert!(found("use super::super::eval::apply;", 1).iter().all(|name| *name != "eval"));
    assert!(found("use super::super::eval::apply;", 3).is_empty());
}

#[test]
fn engines_do_not_know_each_other() {
    let mut problems = Vec::new();
    for crate_name in ["tress-engines", "tress-second"] {
        let source = format!("crates/{crate_name}/src");
        let folders: Vec<String> = fs::read_dir(root().join(&source))
            .expect("the crate exists")
            .map(|entry| entry.expect("readable").path())
            .filter(|path| path.join("mod.rs").exists())
            .map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned())
            // What several engines use stands in folders of its own.
            .filter(|name| name != "graphs" && name != "levels")
            .collect();
        for (name, text) in sources() {
            let Some(inside) = name.strip_prefix(&format!("{source}/")) else { continue };
            let Some((own, _)) = inside.split_once('/') else { continue };
            for other in folders.iter().filter(|other| *other != own) {
                if text.contains(&format!("crate::{other}::")) {
                    problems.push(format!("{name} uses the engine {other}"));
                }
            }
        }
    }
    report(&problems);
}

/// Where work begins whose limits nobody has set, or that is bounded by its size alone. Everywhere else a
/// budget comes from the caller.
const DOORS: &[&str] = &[
    // Limits are those of the options, or of the command line.
    "tress-solver/src/solver/mod.rs",
    "tress-cli/src/exec/svcomp/mod.rs",
    "tress-cli/src/language/",
    "tress-cli/src/regex/mod.rs",
    "tress-exec/src/backends/pipe.rs",
    "tress-exec/src/explore/",
    "python/src/patterns.rs",
    "python/src/regex.rs",
    // The check of a finished run has its own time.
    "tress-kernel/src/checked/mod.rs",
    // Readers without a budget count no steps.
    "tress-smtlib/src/frames.rs",
    // As much work as the value is long.
    "tress-automata/src/regex/reverse.rs",
    "tress-term/src/term/word.rs",
];

#[test]
fn budgets_come_from_the_caller() {
    let is_product = |name: &str| {
        let (crate_name, inside) = name.split_once("/src/").unwrap_or((name, "test"));
        !inside.contains("test")
            && !crate_name.contains("tress-testing")
            && !crate_name.contains("tress-base")
    };
    let mut problems = Vec::new();
    for (name, text) in sources() {
        let is_door = DOORS.iter().any(|door| name.trim_start_matches("crates/").starts_with(door));
        if name.starts_with("lab/") || is_door || !is_product(&name) {
            continue;
        }
        let code = without_tests(&text);
        for (number, line) in code.lines().enumerate() {
            // Some files of tests have names of their own.
            let is_code = !line.trim_start().starts_with("//") && !code.contains("#[test]");
            if is_code && line.contains("Budget::unlimited()") {
                problems.push(format!("{name}:{}: a budget of its own", number + 1));
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
    let unread = tress_solver::options::Options::rows()
        .iter()
        .map(|row| format!("{:?}", row.option))
        .filter(|option| !read(option));
    report(&unread.map(|option| format!("the option {option} is never read")).collect::<Vec<_>>());
}

#[test]
fn every_dependency_has_its_reason() {
    let page = fs::read_to_string(root().join("DEPENDENCIES.md")).expect("the page exists");
    let mut problems = Vec::new();
    for path in
        ["crates", "lab", "python"].iter().flat_map(|folder| files(&root().join(folder), "Cargo.toml"))
    {
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
    let text = fs::read_to_string(root().join("crates/tress-strings/README.md")).expect("the table is there");
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
        let (crate_name, inside) = file.split_once('/').unwrap_or((file, "lib"));
        let path = root().join(format!("crates/tress-{crate_name}/src/{inside}.rs"));
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
