//! Our own flags and subcommands, as the argument parser knows them.
//!
//! Help, completions and the man page are made from what stands here. Options of sessions become
//! flags by their rows in `tress_solver::options`; spellings of other solvers are turned into these flags
//! before the parser sees them (`foreign`).

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, Command, value_parser};
use clap_complete::Shell;
use tress_solver::options::{Kind, Opt, Options, Row};
use tress_solver::registry;

use crate::version::VERSION;

const LIMITS: &str = "Limits";
const ANSWERS: &str = "What is printed";
const SEARCH: &str = "The search";
const SESSION: &str = "The session";

const FOREIGN: &str = "\
Flags of z3 (-in -smt2 -T:SECONDS -t:MILLISECONDS -memory:MIB -v:N -st -model NAME=VALUE) and cvc5
(--lang --tlimit --tlimit-per --incremental --produce-models ...) are understood. What means nothing here
is ignored, unless --strict is given.";

const ENDINGS: &str = "\
Exit status: 0 when every command was understood, 1 when one was answered with an error, 2 when the command
line or a file could not be read, 3 when --cross-check found two engines that contradict each other. Ctrl-C
answers unknown, prints what was asked for, and ends the program with the status of its signal; a second one
ends it at once.";

/// Everything: the program with its subcommands.
pub(crate) fn command() -> Command {
    let main = Command::new("tress")
        .version(VERSION)
        .about("Decides constraints over strings, regular expressions and numbers.")
        .override_usage(
            "tress [OPTION]... FILE...    run the commands of SMT-LIB files\n       \
             tress [OPTION]...            run commands from standard input, each answered at once\n       \
             tress COMMAND ...            see below",
        )
        .args_conflicts_with_subcommands(true)
        .args_override_self(true)
        .disable_help_subcommand(true)
        .after_help(format!("{}\n\n{FOREIGN}\n\n{ENDINGS}", engines_text()))
        .arg(files("SMT-LIB files; without any, or with -, commands come from standard input"));
    let main = with_rows(prompting(searching(certifying(printing(limits(main))))), |_| true);
    #[cfg(feature = "exec")]
    let main = main.subcommand(crate::exec::command());
    #[cfg(feature = "serve")]
    let main = main.subcommand(crate::serve::command());
    main.subcommands([
        Command::new("parse").about("Only read files and check their sorts").defer(|command| {
            let files = files("SMT-LIB files").required(true);
            with_rows(command, |row| heading(row) == SESSION).arg(files)
        }),
        Command::new("debug").about("Show what becomes of a problem inside").defer(debug),
        crate::batch::command(),
        Command::new("agree")
            .about(
                "Ask every engine about the same problems, and raise an alarm when two contradict each other",
            )
            .defer(agree),
        crate::regex::arguments::command(),
        crate::language::command(),
        Command::new("completions")
            .about("Print completions for a shell")
            .arg(Arg::new("SHELL").required(true).value_parser(value_parser!(Shell)).help("Which shell")),
        Command::new("man")
            .about("Print the manual page, or that of a command")
            .arg(Arg::new("COMMAND").num_args(0..).help("The command, such as parse or debug rewritten")),
    ])
}

fn debug(command: Command) -> Command {
    let forms = [
        ("rewritten", "Print what preprocessing leaves of each problem, as SMT-LIB"),
        ("graph", "Print the string graph of each problem, as a drawing for Graphviz"),
        ("bits", "Print the guesses that fixed-bits tries for each problem, as QF_BV"),
        ("arrays", "Print the quantified constraints on arrays that parray makes of each problem"),
        ("profile", "Print what the strategy knows of each part of each problem"),
    ];
    let forms = forms.map(|(name, about)| {
        let command = Command::new(name).about(about).arg(files("SMT-LIB files").required(true));
        with_rows(printing(limits(command)), |_| true)
    });
    command.subcommand_required(true).subcommands(forms).subcommands([
        Command::new("limits").about("Print how far each method goes before it leaves the rest to others"),
        Command::new("stages").about("Print which engines are asked, in which order, for how long"),
    ])
}

fn agree(command: Command) -> Command {
    let command = command
        .after_help(
            "Without --timeout a check has 10 seconds. With --preprocess=false the engines have nothing in common but the reader\n\
             and the evaluator.\n\n\
             Exit status: 0 when no two answers contradict each other, 3 when some do, 2 when a file cannot be read.",
        )
        .arg(files("SMT-LIB files").required(true))
        .arg(
            Arg::new("engines")
                .long("engines")
                .value_name("NAME,...")
                .value_delimiter(',')
                .value_parser(engine_values())
                .hide_possible_values(true)
                .help("Only these engines"),
        )
        .arg(flag("json").help("One object for each file"));
    with_rows(limits(command), |row| row.option != Opt::Engine).next_help_heading(ANSWERS).arg(verbose())
}

fn files(help: &'static str) -> Arg {
    Arg::new("FILE").num_args(0..).value_parser(value_parser!(PathBuf)).help(help)
}

fn limits(command: Command) -> Command {
    command.next_help_heading(LIMITS).args([
        Arg::new("timeout")
            .long("timeout")
            .value_name("SECONDS")
            .help("For one check; the answer is then unknown")
            .value_parser(positive_seconds),
        Arg::new("tlimit")
            .long("tlimit")
            .value_name("MILLISECONDS")
            .help("For the whole program, which then says timeout and ends")
            .value_parser(value_parser!(u64)),
    ])
}

fn printing(command: Command) -> Command {
    command.next_help_heading(ANSWERS).args([
        flag("model").help("Print the model after the last check, if there is one"),
        Arg::new("stats")
            .long("stats")
            .value_name("FORM")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("text")
            .value_parser(PossibleValuesParser::new(["text", "json"]))
            .help("Print counters, time in seconds and memory in mebibytes at the end"),
        verbose(),
    ])
}

fn verbose() -> Arg {
    Arg::new("verbose")
        .short('v')
        .long("verbose")
        .action(ArgAction::Count)
        .help("Show on standard error how checks go on, once a second; twice: ten times a second")
}

fn certifying(command: Command) -> Command {
    command.next_help_heading(ANSWERS).arg(
        Arg::new("certificate")
            .long("certificate")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("Write the certificate of the last check into a file, if it answers unsat; - prints it"),
    )
}

fn searching(command: Command) -> Command {
    command.next_help_heading(SEARCH).args([
        Arg::new("log-inferences")
            .long("log-inferences")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("Write every inference of the search into a file, one a line"),
        Arg::new("jobs").long("jobs").value_name("N").value_parser(value_parser!(u16).range(1..)).help(
            "Run each file in N ways at once, by other engines and seeds; the first that decides it wins",
        ),
    ])
}

fn prompting(command: Command) -> Command {
    let help = "Answer commands from a terminal without a prompt, as those from a pipe";
    command.next_help_heading(SESSION).arg(flag("no-interactive").help(help))
}

fn flag(name: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue)
}

/// Options of sessions as flags. The time limit has a flag of its own, in seconds.
fn with_rows(command: Command, wanted: fn(&Row) -> bool) -> Command {
    let rows = Options::rows().iter().filter(|row| wanted(row));
    rows.fold(command, |command, row| command.arg(row_flag(row)))
}

/// Where an option stands in the help.
fn heading(row: &Row) -> &'static str {
    match row.option {
        Opt::Timeout | Opt::Memory | Opt::Steps => LIMITS,
        Opt::Engine | Opt::CrossCheck | Opt::Certified | Opt::Preprocess | Opt::RandomSeed => SEARCH,
        _ => SESSION,
    }
}

fn row_flag(row: &'static Row) -> Arg {
    let id = if row.option == Opt::Timeout { "tlimit-per" } else { row.name };
    let aliases = row.aliases.iter().copied().filter(move |alias| *alias != id);
    let mut help = row.help.to_owned();
    help[..1].make_ascii_uppercase();
    let arg = Arg::new(id).long(id).aliases(aliases).help_heading(heading(row));
    let arg = match row.kind {
        Kind::Flag(default) => arg
            .value_name("BOOL")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .value_parser(PossibleValuesParser::new(["true", "false"]))
            .hide_possible_values(true)
            .help(if default { format!("{help} [default: true]") } else { help }),
        Kind::Number(_) => arg.value_name(unit(row.option)).value_parser(value_parser!(u64)).help(help),
        Kind::Word(words) => {
            let values =
                if row.option == Opt::Engine { engine_values() } else { PossibleValuesParser::new(words) };
            let arg = arg.value_name("NAME").value_parser(values);
            // Engines have a list of their own.
            let others = if row.option == Opt::Engine {
                "one of those below".to_owned()
            } else {
                words[1..].join(", ")
            };
            let known = format!("{help} [default: {}, or {others}]", words[0]);
            arg.hide_possible_values(true).help(known)
        }
        Kind::Alphabet => arg.value_name("N").help(help),
    };
    if row.option == Opt::RandomSeed { arg.long("seed").alias("random-seed").short('s') } else { arg }
}

fn unit(option: Opt) -> &'static str {
    match option {
        Opt::Timeout => "MILLISECONDS",
        Opt::Memory => "MIB",
        Opt::Steps => "STEPS",
        _ => "N",
    }
}

fn positive_seconds(value: &str) -> Result<std::time::Duration, String> {
    crate::values::seconds(value).ok_or_else(|| "expected seconds".to_owned())
}

/// The names of engines; old names are understood and not shown.
fn engine_values() -> PossibleValuesParser {
    let value = |row: &registry::Row| PossibleValue::new(row.name).aliases(row.aliases.iter().copied());
    PossibleValuesParser::new(registry::ROWS.iter().map(value))
}

fn engines_text() -> String {
    let mut text = "Engines:".to_owned();
    for row in &registry::ROWS {
        text.push_str(&format!("\n  {:<20} {}", row.name, row.help()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parser_finds_no_contradiction() {
        command().debug_assert();
    }

    #[test]
    fn the_help_names_every_engine_option_and_subcommand() {
        let help = command().render_help().to_string();
        assert!(registry::NAMES.iter().all(|name| help.contains(name)));
        for row in Options::rows() {
            let known = [row.name].into_iter().chain(row.aliases.iter().copied());
            assert!(known.into_iter().any(|name| help.contains(&format!("--{name}"))), "{}", row.name);
        }
        for name in ["parse", "debug", "batch", "agree", "regex", "language", "completions", "man"] {
            assert!(help.contains(name), "{name}");
        }
        let longest = help.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(150), "{longest:?} characters in a line");
    }
}
