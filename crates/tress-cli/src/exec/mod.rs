//! `tress exec`: the paths of a compiled Java method, each with an input.
//!
//! Enters: the arguments after `exec`. Leaves: a summary on standard output, files that were asked for, and
//! an exit code: 0 when all paths were explored and none fails, 10 when one fails, 20 when not all were
//! explored, 3 when none could be followed, 2 for an error.

mod backends;
mod jdk;
mod outputs;
mod svcomp;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use tress_classes::{ClassPath, disassemble};
use tress_exec::{Alphabet, Options, Order, explore};

use crate::ending::{complain, exit_code};

const AFTER: &str = "\
Classes of the library that are not modelled, such as collections, run from the JDK that --jdk or JAVA_HOME names, or that
the java or javac on PATH belongs to; --jdk none stands for no JDK. Rules that differ between releases of Java are those of this JDK.
A method is named as package.Class.method; where several have that name, with the types of its parameters:
'package.Class.method(int, String)'. A class alone lists its methods.
Files: the name - prints one in place of the summary.
Tasks of SV-COMP: --svcomp compiles the sources with the javac of --jdk, JAVA_HOME or PATH; TRUE is said only when all
paths were followed without any bound. The answer stands alone on standard output, its reason on standard error.
Exit status: 0 when all paths were explored and none fails (TRUE), 10 when one fails (FALSE), 20 when not all were
explored (UNKNOWN), 3 when none could be followed to its end or back-ends contradict each other, 2 when something
could not be read.";

/// Time for a question where nobody says how much.
const PER_QUESTION: Duration = Duration::from_secs(3);

/// The command `exec`.
pub(crate) fn command() -> Command {
    Command::new("exec")
        .about("Finds the paths of a compiled Java method, with an input for each")
        .defer(details)
}

/// What is known of the command once somebody asks for it.
fn details(command: Command) -> Command {
    let valued = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    let number = |name: &'static str, help: &'static str| {
        valued(name, "N", help).value_parser(value_parser!(u32).range(1..))
    };
    let file = |name: &'static str, value: &'static str, help: &'static str| {
        valued(name, value, help).value_parser(value_parser!(PathBuf))
    };
    let flag = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    command
        .override_usage("tress exec [OPTIONS] CLASSPATH package.Class.method\n       tress exec --svcomp TASK.yml --prop FILE.prp [OPTIONS]")
        .after_help(AFTER)
        .arg(Arg::new("CLASSPATH").required_unless_present("svcomp").help("Folders and jars, separated as the platform does"))
        .arg(Arg::new("METHOD").required_unless_present("svcomp").help("A method, with its descriptor where there are several"))
        .args([
            valued("jdk", "DIR", "The folder of a JDK").value_parser(value_parser!(PathBuf)),
            valued("max-len", "N", "The longest unknown string, or none for any length [30]")
                .value_parser(length),
            valued("alphabet", "NAME", "The characters of unknown strings [ascii]").value_parser([
                "printable",
                "ascii",
                "latin1",
                "utf16",
            ]),
            valued("sym", "NAMES", "The unknown parameters, by name or as arg0,arg1,…; all others must be known [all]")
                .value_delimiter(','),
            valued("con", "NAME=VALUE", "A parameter that is known").action(ArgAction::Append),
            flag("null-strings").help("Unknown strings and objects may be null, too"),
            valued("search", "ORDER", "Which path comes next: cover, dfs, bfs or random:SEED [cover]"),
            number("max-depth", "Branches of a path [10000]"),
            number("max-paths", "Follow so many paths [10000]"),
            number("max-steps", "Instructions of a path [1000000]"),
            number("timeout", "Seconds for all [60]"),
            number("pc-timeout", "Seconds for one question to the solver [3]"),
            file("junit", "FILE", "Write JUnit 5 tests that run all lines that were reached and end in all ways"),
            flag("all-tests").help("Write a test for each path").requires("junit"),
            flag("all-paths").help("Print a line for each path, not for each way to end"),
            file("json", "FILE", "Write everything as JSON"),
            file("dot", "FILE", "Write the tree of paths for Graphviz"),
            file("svg", "FILE", "Write the tree of paths as a picture"),
            file("html", "FILE", "Write a page with the paths, their tree and the lines that ran"),
            file("source", "DIR", "Where the sources lie that the page shows, from the folder of all packages")
                .action(ArgAction::Append)
                .requires("html"),
            file("lcov", "FILE", "Write the lines that the inputs ran, as lcov reads them"),
            file("smt2-dir", "DIR", "Write the conditions of each path as SMT-LIB"),
            valued(
                "sink",
                "METHOD=PATTERN",
                "Can a string argument of package.Class.method match? Shows the input",
            )
            .action(ArgAction::Append),
            file("svcomp", "TASK", "Answer a task of SV-COMP: TRUE, FALSE(property) or UNKNOWN")
                .requires("prop")
                .conflicts_with_all(["CLASSPATH", "METHOD"]),
            valued("classes", "CLASSPATH", "Compiled classes of the task, in place of its sources"),
            file("prop", "FILE", "The property of a task, as a file or by its name"),
            valued(
                "backend",
                "NAMES",
                "Ask the questions again: engines, or smt:'COMMAND' for a solver that reads SMT-LIB; prints what each took",
            )
            .value_delimiter(','),
            valued("stop", "WHEN", "End at the first failure, or never [never]")
                .value_parser(["first-error", "never"]),
            flag("stats").help("Print what the exploration took, too"),
            flag("unroll").help("Follow each round of a loop that only looks through a text, too"),
            flag("no-assert").help("Leave assert statements out"),
            flag("disasm").help("Print the class METHOD instead, with all its code"),
        ])
}

/// Runs the command in `arguments`.
pub(crate) fn run(arguments: Vec<OsString>) -> ExitCode {
    let mut command = command().bin_name("tress exec");
    let words = std::iter::once(OsString::from("exec")).chain(arguments);
    exit_code(
        match command.try_get_matches_from_mut(words) {
            Ok(given) => answer(&given).and_then(|(text, status)| {
                io::stdout().write_all(text.as_bytes()).map_err(|problem| problem.to_string())?;
                Ok(status)
            }),
            Err(error) if error.kind() == ErrorKind::DisplayHelp => {
                return exit_code(io::stdout().write_all(error.to_string().as_bytes()).map(|()| 0));
            }
            Err(error) => Err(error.to_string().trim_start_matches("error: ").trim_end().to_owned()),
        }
        .or_else(|message| {
            complain("exec", &message);
            Ok(2)
        }),
    )
}

/// The text of the answer and the exit status.
fn answer(given: &ArgMatches) -> Result<(String, u8), String> {
    let file = |name: &str| given.get_one::<PathBuf>(name);
    if let (Some(task), Some(property)) = (file("svcomp"), file("prop")) {
        let time = given.get_one::<u32>("timeout").map(|count| Duration::from_secs((*count).into()));
        return svcomp::answer(task, property, given.get_one("classes"), jdk(given), time);
    }
    // Not by `requires`: clap does not ask for what conflicts with an argument that is there.
    if let Some(name) = ["prop", "classes"].into_iter().find(|name| given.contains_id(name)) {
        return Err(format!("--{name} belongs to a task: --svcomp TASK"));
    }
    let text = |name: &str| given.get_one::<String>(name).map(String::as_str).unwrap_or_default();
    let mut path = ClassPath::open(text("CLASSPATH")).map_err(|problem| problem.to_string())?;
    if let Some(jdk) = jdk(given) {
        path.add(jdk::open(&jdk)?);
    }
    if given.get_flag("disasm") {
        let name = text("METHOD").replace('.', "/");
        let class = path.class(&name).map_err(|problem| problem.to_string())?;
        let class = class.ok_or_else(|| format!("there is no class {name}"))?;
        return Ok((disassemble(&class), 0));
    }
    let options = options(given)?;
    let backends = given.get_many::<String>("backend").map(backends::read).transpose()?;
    let mut report = explore(path, text("METHOD"), &options).map_err(|problem| problem.to_string())?;
    report.is_long = given.get_flag("all-paths");
    let shown = outputs::write(given, &report)?;
    let status = report.verdict().exit_status();
    match backends {
        None => Ok((shown, status)),
        Some(backends) => {
            let time = options.check_time.unwrap_or(PER_QUESTION);
            let (table, status) = backends::compared(&report, &backends, time, status)?;
            Ok((shown + &table, status))
        }
    }
}

/// The JDK that was named, that of the environment, or the one that the `java` or `javac` on the path belongs
/// to.
fn jdk(given: &ArgMatches) -> Option<PathBuf> {
    let named = given.get_one::<PathBuf>("jdk").cloned();
    if named.as_ref().is_some_and(|named| named.as_os_str() == "none") {
        return None;
    }
    let of_environment = || std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    named.or_else(of_environment).or_else(jdk::installed)
}

fn options(given: &ArgMatches) -> Result<Options, String> {
    let mut options = Options::default();
    let number = |name: &str| given.get_one::<u32>(name).copied();
    options.max_length = given.get_one::<u32>("max-len").copied().unwrap_or(options.max_length);
    options.max_paths = number("max-paths").map_or(options.max_paths, |count| count as usize);
    options.max_steps = number("max-steps").map_or(options.max_steps, u64::from);
    let seconds = |name: &str| number(name).map(|count| Duration::from_secs(count.into()));
    options.time = seconds("timeout").or(options.time);
    options.check_time = seconds("pc-timeout").or(options.check_time);
    options.asserts = !given.get_flag("no-assert");
    options.unroll = given.get_flag("unroll");
    options.alphabet = match given.get_one::<String>("alphabet").map(String::as_str) {
        Some("printable") => Alphabet::Printable,
        Some("latin1") => Alphabet::Latin1,
        Some("utf16") => Alphabet::Utf16,
        _ => Alphabet::Ascii,
    };
    options.max_depth = number("max-depth").map_or(options.max_depth, |count| count as usize);
    options.null_strings = given.get_flag("null-strings");
    options.keeps_forced = ["dot", "svg", "html"].iter().any(|name| given.contains_id(name));
    options.keeps_questions = given.contains_id("backend");
    options.stops_at_failure = given.get_one::<String>("stop").is_some_and(|when| when == "first-error");
    options.conditions = given.contains_id("json") || given.contains_id("smt2-dir");
    options.unknown = given.get_many::<String>("sym").map(|names| names.cloned().collect());
    for known in given.get_many::<String>("con").into_iter().flatten() {
        let (name, value) =
            known.split_once('=').ok_or_else(|| format!("--con {known} is not NAME=VALUE"))?;
        options.known.push((name.to_owned(), value.to_owned()));
    }
    for sink in given.get_many::<String>("sink").into_iter().flatten() {
        options.sinks.push(sink.parse().map_err(|problem| format!("--sink: {problem}"))?);
    }
    if let Some(order) = given.get_one::<String>("search") {
        options.order = search_order(order)?;
    }
    Ok(options)
}

/// A bound on lengths: 0 means none.
fn length(text: &str) -> Result<u32, String> {
    match text {
        "none" => Ok(0),
        _ => text.parse().map_err(|_| format!("{text} is neither a number nor none")),
    }
}

fn search_order(text: &str) -> Result<Order, String> {
    match text.split_once(':') {
        None if text == "dfs" => Ok(Order::DepthFirst),
        None if text == "bfs" => Ok(Order::BreadthFirst),
        None if text == "cover" => Ok(Order::Coverage),
        None if text == "random" => Ok(Order::Random(0)),
        Some(("random", seed)) => {
            seed.parse().map(Order::Random).map_err(|_| format!("{seed} is no seed: a number is one"))
        }
        _ => Err(format!("--search {text} is none of dfs, bfs, random:SEED and cover")),
    }
}
