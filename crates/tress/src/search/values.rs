//! Values for the symbols of a consistent assignment.
//!
//! Numbers come from the arithmetic, truth values from the search, everything else from the
//! classes of the graph: classes with a constant have its value, the others get new ones.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use tress_automata::Regex;
use tress_base::Rational;
use tress_sat::Search;

use crate::model::{FunctionValue, Model, ZeroDivision};
use crate::term::{ElementId, Head, Op, Sort, SymbolId, Term, Value, Word};

use super::egraph::Node;
use super::theories::Theories;

/// The values that were chosen.
pub(super) struct Choices {
    numbers: tress_lia::Model,
    classes: FxHashMap<Node, Value>,
    taken: FxHashSet<Value>,
    next: FxHashMap<Sort, u32>,
}

impl Theories {
    /// A model of the present assignment, as far as the theories know.
    pub(super) fn build_model(&mut self, search: &Search<'_>) -> (Model, Choices) {
        let mut model = Model::new();
        let mut choices = Choices {
            numbers: self.lia.model(),
            classes: FxHashMap::default(),
            taken: FxHashSet::default(),
            next: FxHashMap::default(),
        };
        self.take_constants(&mut choices);
        for (label, word) in self.words.clone() {
            choices.taken.insert(Value::Str(word.clone()));
            choices.classes.insert(label, Value::Str(word));
        }
        self.set_languages(&mut model, &mut choices, search);
        for symbol in 0..self.store.symbol_count() {
            let symbol = SymbolId(u32::try_from(symbol).expect("symbols are numbered with 32 bits"));
            if self.store.symbol(symbol).arguments.is_empty() {
                let term = self.store.constant(symbol);
                if let Some(value) = self.constant_value(term, &mut choices, search) {
                    model.set(symbol, value);
                }
            }
        }
        self.fill_functions(&mut model, &mut choices);
        (model, choices)
    }

    /// The value that was chosen for a term, if it has one here.
    pub(super) fn chosen(&mut self, term: Term, choices: &mut Choices, search: &Search<'_>) -> Option<Value> {
        if let Some(value) = self.store.as_value(term) {
            return Some(value.clone());
        }
        match self.store.sort(term) {
            Sort::Bool => Some(Value::Bool(search.value(*self.literals.get(term)?)?)),
            sort @ (Sort::Int | Sort::Real) => {
                let number = self.value_of(&choices.numbers, term);
                Some(self.number_value(&number, sort))
            }
            Sort::RegLan if self.is_ground(term) => {
                self.evaluator.eval(&self.store, term, &Model::new(), search.budget()).ok()
            }
            Sort::RegLan => None,
            _ => {
                let node = *self.nodes.get(term)?;
                Some(self.class_value(node, choices))
            }
        }
    }

    /// Classes that hold a literal have its value.
    fn take_constants(&mut self, choices: &mut Choices) {
        for index in 0..self.term_of_node.len() {
            let Some(term) = self.term_of_node[index] else { continue };
            if let Some(value) = self.store.as_value(term) {
                let node = Node(u32::try_from(index).expect("nodes are numbered with 32 bits"));
                choices.taken.insert(value.clone());
                choices.classes.insert(self.graph.label(node), value.clone());
            }
        }
    }

    fn constant_value(&mut self, term: Term, choices: &mut Choices, search: &Search<'_>) -> Option<Value> {
        match self.store.sort(term) {
            Sort::Bool => {
                let literal = *self.literals.get(term)?;
                Some(Value::Bool(search.value(literal)?))
            }
            Sort::Int | Sort::Real => {
                let var = *self.numbers.get(term)?;
                Some(self.number_value(choices.numbers.value(var), self.store.sort(term)))
            }
            Sort::RegLan => None,
            _ => {
                let node = *self.nodes.get(term)?;
                Some(self.class_value(node, choices))
            }
        }
    }

    /// Declared languages hold the words that are said to be in them, and no others.
    fn set_languages(&mut self, model: &mut Model, choices: &mut Choices, search: &Search<'_>) {
        let mut members: BTreeMap<SymbolId, Vec<Regex>> = BTreeMap::new();
        for index in 0..self.term_of_node.len() {
            let Some(term) = self.term_of_node[index] else { continue };
            let (Some(Op::InRe), [subject, language]) = (self.store.op(term), self.store.args(term)) else {
                continue;
            };
            let (subject, Some(symbol)) = (*subject, self.store.as_constant(*language)) else { continue };
            let holds = self.literals.get(term).and_then(|literal| search.value(*literal));
            let list = members.entry(symbol).or_default();
            if holds == Some(true)
                && let Some(node) = self.nodes.get(subject).copied()
                && let Value::Str(word) = self.class_value(node, choices)
            {
                list.push(self.evaluator.regexes_mut().word(&word));
            }
        }
        for (symbol, words) in members {
            let language = self.evaluator.regexes_mut().union(&words);
            model.set(symbol, Value::Regex(language));
        }
    }

    fn number_value(&self, number: &Rational, sort: Sort) -> Value {
        if sort == Sort::Int { Value::Int(number.floor()) } else { Value::Real(number.clone()) }
    }

    /// The value of a node that has a term.
    fn node_value(&mut self, node: Node, choices: &mut Choices) -> Option<Value> {
        let term = self.term_of_node.get(node.0 as usize).copied().flatten()?;
        match self.store.sort(term) {
            sort @ (Sort::Int | Sort::Real) => {
                let number = self.value_of(&choices.numbers, term);
                Some(self.number_value(&number, sort))
            }
            Sort::Bool => Some(Value::Bool(self.graph.are_equal(node, self.graph.yes()))),
            Sort::RegLan => None,
            _ => Some(self.class_value(node, choices)),
        }
    }

    /// The value of a class; one that no other class has, when none is given.
    fn class_value(&mut self, node: Node, choices: &mut Choices) -> Value {
        let label = self.graph.label(node);
        if let Some(known) = choices.classes.get(&label) {
            return known.clone();
        }
        let sort = self.term_of_node[node.0 as usize].map_or(Sort::String, |term| self.store.sort(term));
        loop {
            let next = choices.next.entry(sort).or_default();
            let value = nth_value(sort, *next);
            *next += 1;
            if choices.taken.insert(value.clone()) {
                choices.classes.insert(label, value.clone());
                return value;
            }
        }
    }

    /// Tables of declared functions and of division by zero, from their applications.
    fn fill_functions(&mut self, model: &mut Model, choices: &mut Choices) {
        for index in 0..self.term_of_node.len() {
            let Some(term) = self.term_of_node[index] else { continue };
            let node = Node(u32::try_from(index).expect("nodes are numbered with 32 bits"));
            let arguments = self.graph.application(node).1.to_vec();
            if arguments.is_empty() {
                continue;
            }
            let values: Option<Vec<Value>> =
                arguments.iter().map(|arg| self.node_value(*arg, choices)).collect();
            let (Some(values), Some(value)) = (values, self.node_value(node, choices)) else { continue };
            match self.store.head(term) {
                Head::Symbol(symbol) => {
                    let mut function =
                        model.function(symbol).cloned().unwrap_or_else(|| FunctionValue::new(value.clone()));
                    function.set(&values, value);
                    model.set_function(symbol, function);
                }
                Head::Op(op @ (Op::IntDiv | Op::Mod | Op::RealDiv), _) => {
                    set_zero_division(model, op, &values, value);
                }
                _ => {}
            }
        }
    }
}

fn set_zero_division(model: &mut Model, op: Op, values: &[Value], value: Value) {
    let zero = match values {
        [_, Value::Int(n)] => n.is_zero(),
        [_, Value::Real(n)] => n.is_zero(),
        _ => false,
    };
    let division = match op {
        Op::IntDiv => ZeroDivision::IntDiv,
        Op::Mod => ZeroDivision::Mod,
        _ => ZeroDivision::RealDiv,
    };
    if zero {
        model.zero_division_mut(division).set(&values[..1], value);
    }
}

/// The values of a sort in a fixed order: words by length over small letters, elements by number.
fn nth_value(sort: Sort, number: u32) -> Value {
    if let Sort::Declared(sort) = sort {
        return Value::Element(sort, ElementId(number));
    }
    let mut word = Vec::new();
    let mut rest = number;
    while rest > 0 {
        rest -= 1;
        word.push(u32::from('a') + rest % 26);
        rest /= 26;
    }
    word.reverse();
    Value::Str(Word::from(word))
}
