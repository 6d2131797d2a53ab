//! Reading sorts.
//!
//! A sort is read into a list of steps in postfix order, so that nesting needs no recursion and
//! a defined sort with parameters is a list with holes.

use crate::term::{Sort, TermStore};

use super::commands::Reader;
use super::error::Error;
use super::lexer::Kind;
use super::names::Names;
use super::nearest::nearest;

/// The longest list of steps one sort may expand to. Definitions that double at every level
/// would otherwise grow without bound.
const MAX_STEPS: usize = 10_000;

/// One step of building a sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A sort that is already known.
    Sort(Sort),
    /// A parameter of the definition.
    Parameter(usize),
    /// A declared sort applied to the sorts of the last steps.
    Apply(Box<str>, usize),
}

/// What a name means as a sort.
#[derive(Clone, Debug)]
pub(super) enum SortMeaning {
    /// A declared sort that takes this many arguments, with the instances that occurred.
    Declared { arity: usize, instances: Vec<(Vec<Sort>, Sort)> },
    /// A definition with this many parameters.
    Defined { arity: usize, steps: Vec<Step> },
}

/// A sort application whose arguments are being read.
struct Open {
    name: Box<str>,
    offset: usize,
    arguments: Vec<Vec<Step>>,
}

impl Reader<'_, '_> {
    /// Reads a sort without parameters.
    pub(super) fn sort(&mut self) -> Result<Sort, Error> {
        let offset = self.peek()?.place();
        let steps = self.sort_steps(&[])?;
        build(self.names, self.store, &steps, &[]).map_err(|message| Error::new(offset, message))
    }

    /// Reads a sort in which the names of `parameters` stand for later arguments.
    pub(super) fn sort_steps(&mut self, parameters: &[String]) -> Result<Vec<Step>, Error> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let token = self.next()?;
            let mut done = match token.kind {
                Kind::Open => {
                    let (offset, name) = self.symbol("the name of a sort")?;
                    open.push(Open { name: name.into(), offset, arguments: Vec::new() });
                    continue;
                }
                Kind::Symbol | Kind::Quoted => {
                    let name = self.text(token).to_owned();
                    self.applied(&name, token.place(), parameters, &[])?
                }
                _ => return Err(Error::new(token.place(), "expected a sort")),
            };
            loop {
                let Some(innermost) = open.last_mut() else { return Ok(done) };
                innermost.arguments.push(done);
                if self.peek()?.kind != Kind::Close {
                    break;
                }
                self.next()?;
                let Some(Open { name, offset, arguments }) = open.pop() else { break };
                done = self.applied(&name, offset, parameters, &arguments)?;
            }
        }
    }

    /// The steps for a sort name over arguments.
    fn applied(
        &self,
        name: &str,
        offset: usize,
        parameters: &[String],
        arguments: &[Vec<Step>],
    ) -> Result<Vec<Step>, Error> {
        if let Some(place) = parameters.iter().position(|parameter| parameter == name)
            && arguments.is_empty()
        {
            return Ok(vec![Step::Parameter(place)]);
        }
        let meaning = self.names.sort_meaning(name);
        if let (None, Some(sort)) = (meaning, self.of_other_solvers(name, arguments)) {
            return Ok(vec![Step::Sort(sort)]);
        }
        let (arity, template) = match meaning {
            Some(SortMeaning::Declared { arity, .. }) => (*arity, None),
            Some(SortMeaning::Defined { arity, steps }) => (*arity, Some(steps)),
            None => match Sort::from_builtin_name(name) {
                Some(sort) => (0, Some(&vec![Step::Sort(sort)])),
                None => return Err(Error::new(offset, unknown_sort(name))),
            },
        };
        if arity != arguments.len() {
            let message = format!("the sort {name} takes {arity} arguments, not {}", arguments.len());
            return Err(Error::new(offset, message));
        }
        let steps = match template {
            None => {
                let mut steps = arguments.concat();
                steps.push(Step::Apply(name.into(), arity));
                steps
            }
            Some(template) => filled(template, arguments),
        };
        if steps.len() > MAX_STEPS {
            return Err(Error::new(
                offset,
                format!("the sort {name} expands to more than {MAX_STEPS} parts"),
            ));
        }
        Ok(steps)
    }
}

/// Sorts that z3 writes.
impl Reader<'_, '_> {
    /// `Unicode`, `(Seq Unicode)`, `(RegEx String)`.
    fn of_other_solvers(&self, name: &str, arguments: &[Vec<Step>]) -> Option<Sort> {
        let character = self.names.characters.map(|characters| characters.sort);
        let only = match arguments {
            [] => None,
            [argument] => match argument.as_slice() {
                [Step::Sort(sort)] => Some(*sort),
                _ => return None,
            },
            _ => return None,
        };
        match (name, only) {
            ("Unicode" | "Char", None) => character,
            ("Seq", Some(sort)) if Some(sort) == character => Some(Sort::String),
            ("RegEx", Some(Sort::String)) => Some(Sort::RegLan),
            _ => None,
        }
    }
}

/// A definition's steps with the arguments in place of its parameters.
fn filled(template: &[Step], arguments: &[Vec<Step>]) -> Vec<Step> {
    let mut steps = Vec::new();
    for step in template {
        match step {
            Step::Parameter(place) => steps.extend_from_slice(&arguments[*place]),
            _ => steps.push(step.clone()),
        }
        if steps.len() > MAX_STEPS {
            break;
        }
    }
    steps
}

fn unknown_sort(name: &str) -> String {
    let builtin = ["Bool", "Int", "Real", "String", "RegLan"];
    match name {
        "Seq" => "the sort Seq is not supported, except (Seq Unicode), which is String".to_owned(),
        "Array" | "BitVec" | "Set" | "FloatingPoint" | "RoundingMode" => {
            format!("the sort {name} is not supported; known are {}", builtin.join(", "))
        }
        _ => match nearest(name, builtin.into_iter()) {
            Some(near) => format!("unknown sort {name}, did you mean {near}?"),
            None => format!("unknown sort {name}"),
        },
    }
}

/// The sort that a list of steps builds.
pub(super) fn build(
    names: &mut Names,
    store: &mut TermStore,
    steps: &[Step],
    arguments: &[Sort],
) -> Result<Sort, String> {
    let mut stack: Vec<Sort> = Vec::new();
    for step in steps {
        let sort = match step {
            Step::Sort(sort) => *sort,
            Step::Parameter(place) => arguments[*place],
            Step::Apply(name, arity) => {
                let given = stack.split_off(stack.len() - arity);
                instance(names, store, name, given)?
            }
        };
        stack.push(sort);
    }
    stack.pop().ok_or_else(|| "expected a sort".to_owned())
}

/// The instance of a declared sort for these arguments, made when it first occurs.
fn instance(names: &mut Names, store: &mut TermStore, name: &str, given: Vec<Sort>) -> Result<Sort, String> {
    let Some(SortMeaning::Declared { instances, .. }) = names.sort_meaning_mut(name) else {
        return Err(format!("unknown sort {name}"));
    };
    if let Some((_, known)) = instances.iter().find(|(arguments, _)| *arguments == given) {
        return Ok(*known);
    }
    let shown = super::print::symbol_text(name);
    let text = if given.is_empty() {
        shown
    } else {
        let parts: Vec<&str> = given.iter().map(|sort| store.sort_text(*sort)).collect();
        format!("({shown} {})", parts.join(" "))
    };
    let new = store.declare_sort(&text);
    instances.push((given, new));
    Ok(new)
}
