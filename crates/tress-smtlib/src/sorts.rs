//! Reading sorts.
//!
//! A sort is read into a list of steps in postfix order, so that nesting needs no recursion and a defined
//! sort with parameters is a list that contains them.

use std::borrow::Cow;
use std::sync::Arc;

use tress_base::Int;

use tress_term::term::{Sort, TermStore};

use super::commands::Reader;
use super::datatypes::{NewInstance, Template, define_instances, forget_instances};
use super::error::Error;
use super::lexer::Kind;
use super::limits::{self, SORT_PARTS};
use super::names::Names;
use super::nearest::nearest;

/// One step of building a sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A sort that is already known.
    Sort(Sort),
    /// A parameter of the definition.
    Parameter(usize),
    /// A declared sort applied to the sorts of the last steps.
    Apply(Box<str>, usize),
    /// Arrays, of the sorts of the last two steps.
    Array,
    /// Sequences, of the sort of the last step.
    Seq,
}

/// The meaning of a name as a sort.
#[derive(Clone, Debug)]
pub(super) enum SortMeaning {
    /// A declared sort that takes this many arguments, with the instances that occurred.
    Declared { arity: usize, instances: Vec<(Vec<Sort>, Sort)> },
    /// A definition with this many parameters.
    Defined { arity: usize, steps: Vec<Step> },
    /// A datatype with the instances that occurred.
    Datatype { template: Arc<Template>, instances: Vec<(Vec<Sort>, Sort)> },
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
        let offset = self.peek()?.offset();
        let steps = self.sort_steps(&[])?;
        self.built_sort(&steps, &[]).map_err(|message| Error::new(offset, message))
    }

    /// The sort that steps build. Defines the datatypes that first occur in it.
    pub(super) fn built_sort(&mut self, steps: &[Step], arguments: &[Sort]) -> Result<Sort, String> {
        let mut new = Vec::new();
        match build(self.names, self.store, steps, arguments, &mut new) {
            Ok(sort) => {
                let defined = define_instances(self.names, self.store, new, self.budget);
                defined.map(|()| sort).map_err(|problem| problem.message)
            }
            Err(message) => {
                forget_instances(self.names, self.store, &new);
                Err(message)
            }
        }
    }

    /// Reads a sort in which the names of `parameters` denote later arguments.
    pub(super) fn sort_steps(&mut self, parameters: &[String]) -> Result<Vec<Step>, Error> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let token = self.next()?;
            let mut done = match token.kind {
                Kind::Open => {
                    let name = self.symbol_token("the name of a sort")?;
                    if name.kind == Kind::Symbol && self.text(name) == "_" {
                        self.indexed_sort()?
                    } else {
                        let (offset, name) = (name.offset(), self.text(name).into());
                        open.push(Open { name, offset, arguments: Vec::new() });
                        continue;
                    }
                }
                Kind::Symbol | Kind::Quoted => {
                    let name = self.text(token).to_owned();
                    self.applied(&name, token.offset(), parameters, &[])?
                }
                _ => return Err(Error::new(token.offset(), "expected a sort")),
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

    /// Reads the rest of `(_ BitVec 8)`.
    fn indexed_sort(&mut self) -> Result<Vec<Step>, Error> {
        let (offset, name) = self.symbol("the name of a sort")?;
        if name != "BitVec" {
            return Err(Error::new(offset, unknown_sort(&name)));
        }
        let token = self.next()?;
        let width =
            (token.kind == Kind::Numeral).then(|| Int::from_digits(self.text(token).as_bytes())).flatten();
        let width = width.ok_or_else(|| Error::new(token.offset(), "expected the number of bits"))?;
        let sort =
            TermStore::bit_vec_sort(&width).map_err(|problem| Error::new(token.offset(), problem.0))?;
        self.close("the end of the sort")?;
        Ok(vec![Step::Sort(sort)])
    }

    /// The steps for a sort name over arguments.
    fn applied(
        &self,
        name: &str,
        offset: usize,
        parameters: &[String],
        arguments: &[Vec<Step>],
    ) -> Result<Vec<Step>, Error> {
        if let Some(index) = parameters.iter().position(|parameter| parameter == name)
            && arguments.is_empty()
        {
            return Ok(vec![Step::Parameter(index)]);
        }
        let meaning = self.names.sort_meaning(name);
        if let (None, Some(sort)) = (meaning, self.of_other_solvers(name, arguments)) {
            return Ok(vec![Step::Sort(sort)]);
        }
        let (arity, template) = match meaning {
            Some(SortMeaning::Declared { arity, .. }) => (*arity, None),
            Some(SortMeaning::Defined { arity, steps }) => (*arity, Some(steps)),
            Some(SortMeaning::Datatype { template, .. }) => (template.arity, None),
            None => match (name, Sort::from_builtin_name(name)) {
                (_, Some(sort)) => (0, Some(&vec![Step::Sort(sort)])),
                ("Array", None) => (2, Some(&vec![Step::Parameter(0), Step::Parameter(1), Step::Array])),
                ("Seq", None) => (1, Some(&vec![Step::Parameter(0), Step::Seq])),
                _ => return Err(Error::new(offset, unknown_sort(name))),
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
            Some(template) => filled(template, arguments, limits::most(&SORT_PARTS, self.budget)),
        };
        if limits::is_exceeded(&SORT_PARTS, steps.len(), self.budget) {
            let most = limits::most(&SORT_PARTS, self.budget);
            return Err(Error::new(offset, format!("the sort {name} expands to more than {most} parts")));
        }
        Ok(steps)
    }
}

/// Sorts in the spelling of z3.
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

/// The steps of a definition with the arguments substituted for its parameters. Stops when there are more
/// than `most`.
fn filled(template: &[Step], arguments: &[Vec<Step>], most: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    for step in template {
        match step {
            Step::Parameter(index) => steps.extend_from_slice(&arguments[*index]),
            _ => steps.push(step.clone()),
        }
        if steps.len() > most {
            break;
        }
    }
    steps
}

fn unknown_sort(name: &str) -> String {
    let builtin = ["Bool", "Int", "Real", "String", "RegLan", "Array", "Seq"];
    match name {
        "BitVec" => "BitVec needs its number of bits: (_ BitVec 8)".to_owned(),
        "Set" | "Bag" | "FloatingPoint" | "RoundingMode" | "FiniteField" => {
            format!("the sort {name} is not supported; known are {}, (_ BitVec n)", builtin.join(", "))
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
    new: &mut Vec<NewInstance>,
) -> Result<Sort, String> {
    let character = names.characters.map(|characters| characters.sort);
    let mut stack: Vec<Sort> = Vec::new();
    for step in steps {
        let arity = match step {
            Step::Sort(_) | Step::Parameter(_) => 0,
            Step::Apply(_, arity) => *arity,
            Step::Array => 2,
            Step::Seq => 1,
        };
        let given = stack.split_off(stack.len() - arity);
        if *step != Step::Seq && given.iter().any(|sort| Some(*sort) == character) {
            return Err("sorts that are made of Unicode are not supported".to_owned());
        }
        let sort = match (step, given.as_slice()) {
            (Step::Sort(sort), _) => *sort,
            (Step::Parameter(index), _) => arguments[*index],
            (Step::Array, [index, element]) => {
                store.array_sort(*index, *element).map_err(|problem| problem.0)?
            }
            (Step::Seq, [element]) if Some(*element) == character => Sort::String,
            (Step::Seq, [element]) => store.seq_sort(*element).map_err(|problem| problem.0)?,
            (Step::Apply(name, _), _) => instance(names, store, name, given, new)?,
            _ => return Err("expected a sort".to_owned()),
        };
        stack.push(sort);
    }
    stack.pop().ok_or_else(|| "expected a sort".to_owned())
}

/// The instance of a declared sort for these arguments, created when it first occurs.
pub(super) fn instance(
    names: &mut Names,
    store: &mut TermStore,
    name: &str,
    given: Vec<Sort>,
    new: &mut Vec<NewInstance>,
) -> Result<Sort, String> {
    let (instances, template) = match names.sort_meaning_mut(name) {
        Some(SortMeaning::Declared { instances, .. }) => (instances, None),
        Some(SortMeaning::Datatype { instances, template }) => (instances, Some(Arc::clone(template))),
        _ => return Err(format!("unknown sort {name}")),
    };
    if let Some((_, known)) = instances.iter().find(|(arguments, _)| *arguments == given) {
        return Ok(*known);
    }
    let shown = tress_term::print::symbol_text(name);
    let text = if given.is_empty() {
        shown
    } else {
        let parts: Vec<Cow<'_, str>> = given.iter().map(|sort| store.sort_text(*sort)).collect();
        format!("({shown} {})", parts.join(" "))
    };
    let sort = match template {
        None => store.declare_sort(&text),
        Some(template) => {
            let sort = store.declare_datatype(&text).map_err(|problem| problem.0)?;
            new.push(NewInstance { sort, name: name.into(), template, arguments: given.clone() });
            sort
        }
    };
    instances.push((given, sort));
    Ok(sort)
}
