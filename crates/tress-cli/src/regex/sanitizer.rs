//! The arguments of `tress regex sanitize`: functions in the order in which they are applied, and what must
//! not come out.

use clap::{Arg, ArgAction, ArgMatches};

use tress_dialects::sanitize::{FUNCTIONS, Function, Table};

use crate::regex::arguments::valued;
use crate::regex::tables::read_table;

/// One function of the chain, as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// By its name.
    Named(String),
    /// Every occurrence of the first becomes the second.
    Replace(String, String),
    /// The first occurrence of the first becomes the second.
    ReplaceFirst(String, String),
    /// Every match of a pattern becomes the second.
    ReplaceMatches(String, String),
    /// The table in a file.
    Table(String),
}

impl Step {
    /// Its name in reports.
    pub(crate) fn name(&self) -> String {
        match self {
            Step::Named(name) => name.clone(),
            Step::Replace(old, new) => format!("replace {old:?} by {new:?}"),
            Step::ReplaceFirst(old, new) => format!("replace the first {old:?} by {new:?}"),
            Step::ReplaceMatches(pattern, new) => format!("replace matches of {pattern} by {new:?}"),
            Step::Table(path) => format!("table {path}"),
        }
    }
}

/// What is asked of a chain of functions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sanitizer {
    pub(crate) steps: Vec<Step>,
    /// Patterns that must not occur in the output.
    pub(crate) forbidden: Vec<String>,
    /// Texts that must not occur in the output.
    pub(crate) forbidden_texts: Vec<String>,
    /// What inputs are like.
    pub(crate) input: Option<String>,
    pub(crate) max_length: Option<u64>,
    /// The whole chain is repeated until nothing changes.
    pub(crate) until_stable: bool,
}

/// The options of the question.
pub(crate) fn options() -> Vec<Arg> {
    let pair = |arg: Arg| arg.num_args(2).action(ArgAction::Append);
    let names = ["OLD", "NEW"];
    vec![
        valued("forbid", "RE", "A pattern that must match nowhere in the output").action(ArgAction::Append),
        valued("forbid-literal", "TEXT", "A text that must not occur in the output")
            .action(ArgAction::Append),
        pair(
            valued("replace", "OLD", "Every OLD becomes NEW, as a function of the chain").value_names(names),
        ),
        pair(valued("replace-first", "OLD", "The first OLD becomes NEW").value_names(names)),
        pair(valued("replace-re", "RE", "Every match of RE becomes NEW").value_names(["RE", "NEW"])),
        valued("table", "FILE", "Lines of a pattern, a tab and its replacement, all replaced at once")
            .action(ArgAction::Append),
        valued("input", "RE", "Only inputs that this pattern matches as a whole"),
        valued("max-length", "N", "Only inputs of at most N characters")
            .value_parser(clap::value_parser!(u64)),
        Arg::new("until-stable")
            .long("until-stable")
            .action(ArgAction::SetTrue)
            .help("The whole chain is repeated until nothing changes"),
    ]
}

/// The names of all functions.
fn names() -> String {
    let names: Vec<&str> = FUNCTIONS.iter().copied().chain(Table::names()).collect();
    names.join(", ")
}

/// What stands below the options of the question.
pub(crate) fn after_help() -> String {
    format!(
        "Functions are applied in the order in which they and the options --replace, --replace-first, --replace-re and
--table stand. Those with a name are {}.
Functions between the words repeat and end are repeated until nothing changes.

Functions mean what they mean in the dialect: lower and upper are those of its language with all of Unicode, trim takes its
white space, and NEW of --replace-re is its replacement text ($1, \\1, ...). NEW of --replace is literal.

Prints 'safe for every input' (exit code 0), or 'not safe' with a shortest input, its output and the match (1). What cannot be
done exactly is refused by name (3); other errors and limits are 2.

Examples:
  tress regex sanitize lower html-attribute --forbid '[<>\"]'
  tress regex sanitize --replace '../' '' --forbid-literal '../'
  tress regex sanitize --dialect python --replace-re '<([^>]*)>' '[\\1]' --forbid '<script'
  tress regex sanitize --dialect js repeat urldecode end --replace '../' '' --forbid-literal '../'",
        names()
    )
}

/// The values of an option with their indices on the command line.
fn indexed<'a>(given: &'a ArgMatches, name: &str) -> Vec<(usize, &'a String)> {
    let indices = given.indices_of(name).into_iter().flatten();
    let values = given.get_many::<String>(name).into_iter().flatten();
    indices.zip(values).collect()
}

impl Sanitizer {
    /// What the arguments of the question say.
    pub(crate) fn new(given: &ArgMatches) -> Self {
        let list = |name: &str| indexed(given, name).into_iter().map(|(_, text)| text.clone()).collect();
        let mut steps: Vec<(usize, Step)> = Vec::new();
        for (name, make) in [("operands", Step::Named as fn(String) -> Step), ("table", Step::Table)] {
            steps.extend(indexed(given, name).into_iter().map(|(index, text)| (index, make(text.clone()))));
        }
        for (name, make) in [
            ("replace", Step::Replace as fn(String, String) -> Step),
            ("replace-first", Step::ReplaceFirst),
            ("replace-re", Step::ReplaceMatches),
        ] {
            let words = indexed(given, name);
            let pairs = words.chunks_exact(2);
            steps.extend(pairs.map(|pair| (pair[0].0, make(pair[0].1.clone(), pair[1].1.clone()))));
        }
        steps.sort_by_key(|(index, _)| *index);
        Self {
            steps: steps.into_iter().map(|(_, step)| step).collect(),
            forbidden: list("forbid"),
            forbidden_texts: list("forbid-literal"),
            input: given.get_one("input").cloned(),
            max_length: given.get_one("max-length").copied(),
            until_stable: given.get_flag("until-stable"),
        }
    }

    /// The functions, with what is repeated in one.
    pub(crate) fn functions(&self) -> Result<Vec<Function>, String> {
        let mut open: Vec<Vec<Function>> = vec![Vec::new()];
        for step in &self.steps {
            let function = match step {
                Step::Named(name) if name == "repeat" => {
                    open.push(Vec::new());
                    continue;
                }
                Step::Named(name) if name == "end" => match open.pop() {
                    Some(inner) if !open.is_empty() && !inner.is_empty() => Function::UntilStable(inner),
                    Some(_) if open.is_empty() => return Err("end without repeat before it".to_owned()),
                    _ => return Err("no function between repeat and end".to_owned()),
                },
                Step::Named(name) => Function::Named(name.clone()),
                Step::Replace(old, new) => Function::Replace(old.clone(), new.clone()),
                Step::ReplaceFirst(old, new) => Function::ReplaceFirst(old.clone(), new.clone()),
                Step::ReplaceMatches(pattern, new) => Function::ReplaceMatches(pattern.clone(), new.clone()),
                Step::Table(path) => Function::Table(read_table(path)?),
            };
            if let Some(last) = open.last_mut() {
                last.push(function);
            }
        }
        match (open.pop(), open.is_empty()) {
            (Some(functions), true) if self.until_stable => Ok(vec![Function::UntilStable(functions)]),
            (Some(functions), true) => Ok(functions),
            _ => Err("repeat without end behind it".to_owned()),
        }
    }
}
