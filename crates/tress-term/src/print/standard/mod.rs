//! Terms with the operators of the standard only, for solvers that know no others.
//!
//! Enters: terms. Leaves: their text, and definitions of functions that represent the operators that tress,
//! z3, cvc5 or OSTRICH have added ([`standard_text`]). A definition has only operators of the standard and
//! functions defined before it. The standard has no sequences and no constant arrays: these keep the names
//! that z3 and cvc5 share.

mod definitions;
mod tables;

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::Int;

use super::{Printer, Style, symbol_text};
use crate::term::{Head, Op, Shape, SymbolId, Term, TermStore, post_order};
use definitions::{Definition, definition};

/// Terms as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandardText {
    /// Commands that define what the terms use, one for each line: functions, and constants with an assertion
    /// that only their value fulfils.
    pub definitions: String,
    /// The text of each term.
    pub terms: Vec<String>,
}

/// Terms as text with the operators of the standard only. Other operators become functions, whose definitions
/// must stand behind the declarations and before the first use of a term.
#[must_use]
pub fn standard_text(store: &TermStore, roots: &[Term], style: Style) -> StandardText {
    let mut functions = Functions::new(store, roots);
    let mut definitions = String::new();
    for term in post_order(store, roots) {
        functions.define(term, style, &mut definitions);
    }
    let terms = roots.iter().map(|root| Printer::standard(store, *root, style, &functions).print(*root));
    StandardText { definitions, terms: terms.collect() }
}

/// How an application is written.
pub(super) enum Form<'functions> {
    /// As it is.
    Plain,
    /// As its only argument.
    Argument,
    /// As a function of these of its arguments; of none, as a constant.
    Call(&'functions str, &'functions [usize]),
}

/// The functions that represent operators.
pub(super) struct Functions<'store> {
    store: &'store TermStore,
    /// What each function is, with its name and the arguments it takes.
    known: FxHashMap<Key, (String, Vec<usize>)>,
    /// Names that are taken.
    names: FxHashSet<String>,
    /// Symbols that only a part of the text knows.
    local: FxHashSet<SymbolId>,
}

/// What tells two functions for one operator apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    op: Op,
    indices: Vec<Int>,
    /// The arguments that the definition has inside.
    fixed: Vec<Term>,
    /// The sort of the first argument of an operator that has many.
    sort: String,
    count: usize,
}

impl<'store> Functions<'store> {
    fn new(store: &'store TermStore, roots: &[Term]) -> Self {
        let (mut names, mut local) = (FxHashSet::default(), FxHashSet::default());
        for term in post_order(store, roots) {
            match store.head(term) {
                Head::Symbol(symbol) => {
                    let symbol = store.symbol(symbol);
                    names.insert(symbol.name.to_string());
                    local.extend(symbol.definition.iter().flat_map(|known| known.parameters.iter().copied()));
                }
                Head::Quantifier(_, list) => local.extend(store.bound(list).iter().copied()),
                _ => {}
            }
        }
        Functions { store, known: FxHashMap::default(), names, local }
    }

    /// How an application is written. Its operator was defined before, if it needs that.
    pub(super) fn form(&self, term: Term) -> Form<'_> {
        let Head::Op(op, _) = self.store.head(term) else { return Form::Plain };
        let is_many = matches!(op.info().shape, Shape::Many(_) | Shape::Arithmetic | Shape::Pairs(_))
            || matches!(
                op,
                Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvAdd | Op::BvMul | Op::BvConcat | Op::SeqConcat
            );
        if is_many && self.store.args(term).len() == 1 {
            return Form::Argument;
        }
        match self.key(term).and_then(|key| self.known.get(&key)) {
            Some((name, taken)) => Form::Call(name, taken),
            None => Form::Plain,
        }
    }

    /// The function that an application needs; `None` for operators of the standard.
    fn key(&self, term: Term) -> Option<Key> {
        let store = self.store;
        let Head::Op(op, list) = store.head(term) else { return None };
        let (indices, args) = (store.indices(list), store.args(term));
        if !needs_definition(op, indices) || (matches!(op.info().shape, Shape::Pairs(_)) && args.len() == 1) {
            return None;
        }
        let fixed = match op {
            Op::ReplaceTable if args[1..].iter().all(|arg| store.as_value(*arg).is_some()) => {
                args[1..].to_vec()
            }
            // Solvers do better with a constant and what holds of it than with a function that calls itself.
            Op::LastIndexOf if args.iter().all(|arg| self.is_global(*arg)) => args.to_vec(),
            Op::IndexOfRe | Op::ReplaceReLongest | Op::ReplaceReLongestAll if self.is_global(args[1]) => {
                vec![args[1]]
            }
            _ => Vec::new(),
        };
        let sort = match op {
            Op::SeqRev | Op::SeqUpdate | Op::SeqLastIndexOf | Op::SeqReplaceAll => {
                store.sort_text(store.sort(args[0])).into_owned()
            }
            _ => String::new(),
        };
        Some(Key { op, indices: indices.to_vec(), fixed, sort, count: args.len() })
    }

    /// Has a term the same meaning everywhere in the text?
    fn is_global(&self, term: Term) -> bool {
        let is_local = |part: Term| match self.store.head(part) {
            Head::Symbol(symbol) => self.local.contains(&symbol),
            Head::Quantifier(..) => true,
            _ => false,
        };
        self.local.is_empty() || !post_order(self.store, &[term]).into_iter().any(is_local)
    }

    /// Writes the definition of the function that an application needs, unless it stands there.
    fn define(&mut self, term: Term, style: Style, text: &mut String) {
        let Some(key) = self.key(term).filter(|key| !self.known.contains_key(key)) else { return };
        let name = self.free_name(&key);
        let fixed: Vec<String> = key
            .fixed
            .iter()
            .map(|part| Printer::standard(self.store, *part, style, self).print(*part))
            .collect();
        let Definition { commands, taken } = definition(self.store, &key, &name, &fixed);
        for command in commands {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{command}");
        }
        self.known.insert(key, (symbol_text(&name), taken));
    }

    /// A name that nothing else has. Names of auxiliary functions begin with it.
    fn free_name(&mut self, key: &Key) -> String {
        let op = match key.op {
            Op::UpdateField => "update",
            op => op.name(),
        };
        let is_taken = |name: &str| {
            self.names.iter().any(|other| other.starts_with(name))
                && self.names.iter().any(|other| {
                    other == name || other.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
                })
        };
        let mut name = format!("tress.{op}");
        let mut number = 1;
        while is_taken(&name) {
            number += 1;
            name = format!("tress.{op}-{number}");
        }
        self.names.insert(name.clone());
        name
    }
}

/// Does the standard lack this operator, with these indices?
fn needs_definition(op: Op, indices: &[Int]) -> bool {
    match op {
        Op::ReLoop => indices.len() == 1,
        Op::Rev
        | Op::ToLower
        | Op::ToUpper
        | Op::Update
        | Op::IndexOfRe
        | Op::LastIndexOf
        | Op::Trim
        | Op::Count
        | Op::ReplaceReLongest
        | Op::ReplaceReLongestAll
        | Op::ReplaceTable
        | Op::Repeat
        | Op::ToIntSigned
        | Op::FromIntSigned
        | Op::StrToReal
        | Op::Compare
        | Op::UpdateField
        | Op::SeqRev
        | Op::SeqUpdate
        | Op::SeqLastIndexOf
        | Op::SeqReplaceAll => true,
        _ => false,
    }
}
