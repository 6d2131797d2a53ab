//! The meanings of names, scope by scope.

use std::collections::HashMap;
use std::rc::Rc;

use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Symbol, Term};

/// What a name denotes.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    /// A declared constant or function.
    Symbol(Symbol),
    /// A defined constant, a named term, or a variable of a `let`.
    Term(Term),
    /// A defined function, whose applications are expanded.
    Function(Rc<Function>),
}

/// The body of a defined function over its parameters, which are symbols that occur nowhere else.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) parameters: Vec<Term>,
    pub(crate) sorts: Vec<Sort>,
    pub(crate) body: Term,
}

/// What a name denotes as a sort.
#[derive(Clone, Debug)]
pub(crate) enum SortMeaning {
    /// A declared sort that takes this many arguments.
    Declared(u32, usize),
    /// A defined sort without parameters.
    Defined(Sort),
}

#[derive(Debug)]
enum Undo {
    Term(String, Option<Meaning>),
    Sort(String, Option<SortMeaning>),
}

/// All names.
///
/// Invariant: going back to a mark restores every meaning that was changed since, except for what was
/// declared while declarations were global.
#[derive(Debug, Default)]
pub(crate) struct Names {
    meanings: HashMap<String, Meaning>,
    sorts: HashMap<String, SortMeaning>,
    instances: HashMap<(u32, Vec<Sort>), u32>,
    declared: u32,
    trail: Vec<Undo>,
    /// Do declarations outlive their scope?
    pub(crate) is_global: bool,
}

impl Names {
    pub(crate) fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.meanings.get(name)
    }

    pub(crate) fn sort(&self, name: &str) -> Option<&SortMeaning> {
        self.sorts.get(name)
    }

    /// May the name be declared?
    pub(crate) fn is_free(&self, name: &str) -> bool {
        let is_reserved = Op::named(name).is_some_and(|row| row.reserved && row.name == name);
        !is_reserved && !self.meanings.contains_key(name) && !["true", "false"].contains(&name)
    }

    /// Gives a name a meaning until the trail is undone.
    pub(crate) fn bind(&mut self, name: &str, meaning: Meaning) {
        let old = self.meanings.insert(name.to_owned(), meaning);
        self.trail.push(Undo::Term(name.to_owned(), old));
    }

    /// Gives a name a meaning in its scope, or in all if declarations are global.
    pub(crate) fn declare(&mut self, name: &str, meaning: Meaning) {
        if self.is_global {
            self.meanings.insert(name.to_owned(), meaning);
        } else {
            self.bind(name, meaning);
        }
    }

    /// Gives a name a meaning as a sort.
    pub(crate) fn declare_sort(&mut self, name: &str, meaning: SortMeaning) {
        let old = self.sorts.insert(name.to_owned(), meaning);
        if !self.is_global {
            self.trail.push(Undo::Sort(name.to_owned(), old));
        }
    }

    /// A number for a new sort.
    pub(crate) fn new_sort(&mut self) -> u32 {
        self.declared = self.declared.saturating_add(1);
        self.declared
    }

    /// The instance of a declared sort for these arguments.
    pub(crate) fn instance(&mut self, sort: u32, arguments: Vec<Sort>) -> Sort {
        if let Some(known) = self.instances.get(&(sort, arguments.clone())) {
            return Sort::Declared(*known);
        }
        let new = self.new_sort();
        self.instances.insert((sort, arguments), new);
        Sort::Declared(new)
    }

    /// The length of the trail.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Restores what names meant at the mark.
    pub(crate) fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Undo::Term(name, Some(old))) => {
                    self.meanings.insert(name, old);
                }
                Some(Undo::Term(name, None)) => {
                    self.meanings.remove(&name);
                }
                Some(Undo::Sort(name, Some(old))) => {
                    self.sorts.insert(name, old);
                }
                Some(Undo::Sort(name, None)) => {
                    self.sorts.remove(&name);
                }
                None => {}
            }
        }
    }
}
