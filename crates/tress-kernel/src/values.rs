//! Values for the symbols of a consistent assignment.
//!
//! Numbers come from the arithmetic, truth values from the search, everything else from the
//! classes of the graph: classes with a constant have its value, those for which the theory has
//! chosen one have that, the others get new ones.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::{Int, Rational};

use tress_term::model::{FunctionValue, Model, Outside, ZeroDivision};
use tress_term::term::{Head, Op, Sort, Term, TermStore, Value};

use super::context::Context;
use super::egraph::Node;

/// The values that were chosen.
pub struct Choices {
    pub(crate) numbers: tress_lia::Model,
    classes: FxHashMap<Node, Value>,
    taken: FxHashSet<Value>,
    next: FxHashMap<Sort, u32>,
}

impl Choices {
    /// Nothing but the numbers is chosen.
    pub(super) fn new(numbers: tress_lia::Model) -> Self {
        Self {
            numbers,
            classes: FxHashMap::default(),
            taken: FxHashSet::default(),
            next: FxHashMap::default(),
        }
    }

    /// Gives a class its value.
    pub fn set(&mut self, representative: Node, value: Value) {
        self.taken.insert(value.clone());
        self.classes.insert(representative, value);
    }

    /// The value of a class; one that no other class has, when none is given and the sort has enough.
    fn class_value(&mut self, store: &TermStore, representative: Node, sort: Sort) -> Value {
        if let Some(known) = self.classes.get(&representative) {
            return known.clone();
        }
        let value = self.fresh(store, sort);
        self.classes.insert(representative, value.clone());
        value
    }

    /// A value that no class has, when the sort has enough.
    pub(super) fn fresh(&mut self, store: &TermStore, sort: Sort) -> Value {
        loop {
            let next = self.next.entry(sort).or_default();
            let Some(value) = store.nth_value(sort, *next) else { return store.default_value(sort) };
            *next += 1;
            if self.taken.insert(value.clone()) {
                return value;
            }
        }
    }

    /// Has the class a value?
    pub fn has(&self, representative: Node) -> bool {
        self.classes.contains_key(&representative)
    }

    /// Is this the value of some class?
    pub(super) fn is_taken(&self, value: &Value) -> bool {
        self.taken.contains(value)
    }
}

impl Context<'_> {
    /// The value of a number in a solution of the arithmetic.
    pub(super) fn value_of(&mut self, model: &tress_lia::Model, term: Term) -> Rational {
        let linear = self.linear(&[(term, Rational::ONE)]);
        model.evaluate(&linear)
    }

    /// The value that was chosen for a term, if it has one here.
    pub fn chosen(&mut self, term: Term, choices: &mut Choices) -> Option<Value> {
        if let Some(value) = self.env.store.as_value(term) {
            return Some(value.clone());
        }
        match self.env.store.sort(term) {
            Sort::Bool => self.truth_of(term).map(Value::Bool),
            sort @ (Sort::Int | Sort::Real) => {
                let number = self.value_of(&choices.numbers, term);
                Some(number_value(&number, sort))
            }
            Sort::BitVec(_) => self.vector_value(term),
            Sort::RegLan if self.env.is_ground(term) => self.env.eval(term, &Model::nothing()).ok(),
            Sort::RegLan => None,
            _ => self.kernel.classes.node_of(term).map(|node| self.class_value(node, choices)),
        }
    }

    /// The value of a node's class.
    pub fn class_value(&self, node: Node, choices: &mut Choices) -> Value {
        let term = self.kernel.classes.term_of(node);
        let sort = term.map_or(Sort::String, |term| self.env.store.sort(term));
        if let Some(value) = term.and_then(|term| self.vector_value(term)) {
            return value;
        }
        choices.class_value(self.env.store, self.representative(node), sort)
    }
}

/// Classes that hold a constant have its value.
pub(super) fn take_constants(cx: &mut Context<'_>, choices: &mut Choices) {
    for (node, term) in cx.kernel.classes.terms_from(0) {
        if let Some(value) = cx.env.store.as_value(term) {
            choices.set(cx.kernel.classes.graph.representative(node), value.clone());
        }
    }
}

pub(super) fn constant_value(cx: &mut Context<'_>, term: Term, choices: &mut Choices) -> Option<Value> {
    match cx.env.store.sort(term) {
        Sort::Bool => cx.truth_of(term).map(Value::Bool),
        sort @ (Sort::Int | Sort::Real) => {
            let var = *cx.kernel.numbers.vars.get(term)?;
            Some(number_value(choices.numbers.value(var), sort))
        }
        Sort::RegLan => None,
        Sort::BitVec(_) => cx.vector_value(term),
        _ => cx.kernel.classes.node_of(term).map(|node| cx.class_value(node, choices)),
    }
}

/// The value of a node that has a term.
pub(crate) fn node_value(cx: &mut Context<'_>, node: Node, choices: &mut Choices) -> Option<Value> {
    let term = cx.kernel.classes.term_of(node)?;
    match cx.env.store.sort(term) {
        sort @ (Sort::Int | Sort::Real) => {
            let number = cx.value_of(&choices.numbers, term);
            Some(number_value(&number, sort))
        }
        Sort::Bool => {
            let graph = &cx.kernel.classes.graph;
            Some(Value::Bool(graph.are_equal(node, graph.yes())))
        }
        Sort::RegLan => None,
        _ => Some(cx.class_value(node, choices)),
    }
}

/// Tables of declared functions and of division by zero, from their applications.
pub(super) fn fill_functions(cx: &mut Context<'_>, model: &mut Model, choices: &mut Choices) {
    let applied: Vec<(Node, Term)> =
        cx.kernel.classes.terms_from(0).filter(|(_, term)| has_table(cx.env.store, *term)).collect();
    for (node, term) in applied {
        let arguments = cx.kernel.classes.graph.application(node).1.to_vec();
        if arguments.is_empty() {
            continue;
        }
        let values: Option<Vec<Value>> = arguments.iter().map(|arg| node_value(cx, *arg, choices)).collect();
        let (Some(values), Some(value)) = (values, node_value(cx, node, choices)) else { continue };
        match cx.env.store.head(term) {
            Head::Symbol(symbol) => {
                let function = model.function_mut(symbol, || FunctionValue::new(value.clone()));
                function.set(&values, value);
            }
            Head::Op(op, list) => {
                let indices = cx.env.store.indices(list);
                set_partial(cx.env.store, model, (op, indices), &values, value);
            }
            _ => {}
        }
    }
}

/// Is the value of the term an entry of some function's table?
fn has_table(store: &TermStore, term: Term) -> bool {
    match store.head(term) {
        Head::Symbol(_) => true,
        Head::Op(op, _) => op.is_partial(),
        _ => false,
    }
}

fn number_value(number: &Rational, sort: Sort) -> Value {
    if sort == Sort::Int { Value::Int(number.floor()) } else { Value::Real(number.clone()) }
}

/// Sets what an operator gives where its meaning leaves that open.
fn set_partial(
    store: &TermStore,
    model: &mut Model,
    (op, indices): (Op, &[Int]),
    values: &[Value],
    value: Value,
) {
    let number = |place: usize| indices.get(place).and_then(Int::to_u32);
    let what = match (op, values, number(1), number(2)) {
        (Op::Field, [Value::Data(data)], Some(constructor), Some(field))
            if data.constructor() != constructor =>
        {
            Outside::Field(data.sort(), constructor, field)
        }
        (Op::SeqNth, [Value::Seq(seq), Value::Int(position)], ..)
            if position.to_usize().is_none_or(|position| position >= seq.elements().len()) =>
        {
            Outside::Nth(seq.sort())
        }
        _ => return set_zero_division(model, op, values, value),
    };
    let known = model.outside(what).cloned();
    let mut function = known.unwrap_or_else(|| FunctionValue::new(store.default_value(value.sort())));
    function.set(values, value);
    model.set_outside(what, function);
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
        Op::RealDiv => ZeroDivision::RealDiv,
        _ => return,
    };
    if zero {
        model.zero_division_mut(division).set(&values[..1], value);
    }
}
