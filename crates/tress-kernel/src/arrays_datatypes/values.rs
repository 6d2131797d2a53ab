//! Values for classes of arrays and datatypes.
//!
//! A class with a constructor term is that constructor applied to the values of its fields; an array has the
//! elements at which it is read, and elsewhere what the arrays connected to it by stores have: the element of
//! a constant array among them, or one that nobody else has. Parts come before what is made of them. All
//! others get values of their own. The evaluator has the last word.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use tress_base::{Budget, Int, Rational, Stop};

use tress_term::term::{ArrayValue, DataValue, Op, Sort, TermStore, Value};

use super::super::context::Context;
use super::super::egraph::Node;
use super::super::values::{Choices, node_value};
use super::built::subject;
use super::has_parts;
use super::layout::{Layout, Written};
use super::limits::DEPTH;

/// How a class gets its value.
enum Plan {
    Built(Sort, u32, Vec<Node>),
    Read(Sort, Vec<(Node, Node)>, Node),
    /// Another array, with elements at indices.
    Written(Node, Vec<(Node, Node)>),
    Fresh(Sort),
}

impl Plan {
    fn parts(&self, constants: &BTreeMap<Node, Node>) -> Vec<Node> {
        match self {
            Plan::Built(_, _, fields) => fields.clone(),
            Plan::Read(_, reads, component) => {
                let parts = reads.iter().flat_map(|(index, element)| [*index, *element]);
                parts.chain(constants.get(component).copied()).collect()
            }
            Plan::Written(from, changes) => {
                let parts = changes.iter().flat_map(|(index, element)| [*index, *element]);
                parts.chain([*from]).collect()
            }
            Plan::Fresh(_) => Vec::new(),
        }
    }
}

/// What is known while values are chosen.
struct Chooser {
    plans: BTreeMap<Node, Plan>,
    /// The element of a constant array, by component.
    constants: BTreeMap<Node, Node>,
    /// The element almost everywhere that was made up, by component.
    made_up: FxHashMap<Node, Value>,
    /// A number above all that occur.
    above: Int,
    /// How many constructors can stand around a value of the problem.
    constructors: u32,
    fresh: u32,
}

/// Chooses values for all classes of arrays and datatypes.
///
/// # Errors
/// When the budget is used up.
pub(in super::super) fn choose_arrays_datatypes(
    cx: &mut Context<'_>,
    choices: &mut Choices,
) -> Result<(), Stop> {
    let mut chooser = Chooser::new(cx)?;
    if chooser.plans.is_empty() {
        return Ok(());
    }
    chooser.above = above_all(cx, choices);
    let (fresh, made): (Vec<Node>, Vec<Node>) =
        chooser.plans.keys().partition(|class| matches!(chooser.plans[class], Plan::Fresh(_)));
    for class in made.into_iter().chain(fresh) {
        chooser.choose(cx, choices, class)?;
    }
    Ok(())
}

/// A whole number above all numbers of the graph.
fn above_all(cx: &mut Context<'_>, choices: &mut Choices) -> Int {
    let mut most = Rational::ZERO;
    let numbers: Vec<Node> = cx
        .kernel
        .classes
        .terms_from(0)
        .filter(|(_, term)| cx.env.store.sort(*term).is_numeric())
        .map(|(node, _)| node)
        .collect();
    for node in numbers {
        match node_value(cx, node, choices) {
            Some(Value::Int(number)) => most = most.max(Rational::from(number)),
            Some(Value::Real(number)) => most = most.max(number),
            _ => {}
        }
    }
    most.floor() + Int::ONE
}

/// The values of indices and elements.
fn entries(cx: &mut Context<'_>, choices: &mut Choices, pairs: &[(Node, Node)]) -> Vec<(Value, Value)> {
    let mut entries = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let values = [pair.0, pair.1].map(|node| node_value(cx, node, choices));
        if let [Some(index), Some(element)] = values {
            entries.push((index, element));
        }
    }
    entries
}

impl Chooser {
    fn new(cx: &Context<'_>) -> Result<Self, Stop> {
        let layout = Layout::of(cx)?;
        let components = layout.components(cx);
        let mut plans: BTreeMap<Node, Plan> = BTreeMap::new();
        let mut constructors: u32 = 1;
        for (node, term) in cx.kernel.classes.terms_from(0) {
            cx.env.budget.poll()?;
            if !has_parts(cx.env.store, term) {
                continue;
            }
            let (class, sort) = (cx.representative(node), cx.env.store.sort(term));
            if cx.env.store.op(term) == Some(Op::Construct)
                && let Some((sort, constructor, _)) = subject(cx.env.store, term)
            {
                let fields = cx.kernel.classes.graph.application(node).1.to_vec();
                plans.insert(class, Plan::Built(sort, constructor, fields));
                constructors += 1;
            } else if let Some(component) = components.get(&class) {
                plans.entry(class).or_insert_with(|| {
                    let reads = layout.reads.get(&class).into_iter().flatten();
                    let reads = reads.map(|(index, read)| (*index, *read));
                    match layout.followed.get(&class) {
                        Some(place) => {
                            let Written { from, index, element, .. } = &layout.stores[*place];
                            Plan::Written(*from, reads.chain([(*index, *element)]).collect())
                        }
                        None => Plan::Read(sort, reads.collect(), *component),
                    }
                });
            } else {
                plans.entry(class).or_insert(Plan::Fresh(sort));
            }
        }
        let constants = layout
            .constants
            .iter()
            .map(|(constant, element)| (components[&cx.representative(*constant)], *element))
            .collect();
        Ok(Self { plans, constants, made_up: FxHashMap::default(), above: Int::ZERO, constructors, fresh: 0 })
    }

    /// Chooses the value of a class, and before that of all that it is made of.
    fn choose(&mut self, cx: &mut Context<'_>, choices: &mut Choices, class: Node) -> Result<(), Stop> {
        let mut entered: BTreeSet<Node> = BTreeSet::new();
        let mut stack = vec![class];
        while let Some(class) = stack.last().copied() {
            cx.env.budget.poll()?;
            if choices.has(class) || !self.plans.contains_key(&class) {
                stack.pop();
                continue;
            }
            if entered.insert(class) {
                let parts = self.plans[&class].parts(&self.constants);
                // A class that is entered and open stands in a cycle: it gets a value of its own.
                stack.extend(parts.into_iter().map(|part| cx.representative(part)).filter(|part| {
                    self.plans.contains_key(part) && !choices.has(*part) && !entered.contains(part)
                }));
                continue;
            }
            stack.pop();
            let value = self.value(cx, choices, class)?;
            choices.set(class, value);
        }
        Ok(())
    }

    fn value(&mut self, cx: &mut Context<'_>, choices: &mut Choices, class: Node) -> Result<Value, Stop> {
        Ok(match &self.plans[&class] {
            Plan::Built(sort, constructor, fields) => {
                let datatype = cx.env.store.datatype(*sort);
                let sorts: Vec<Sort> = datatype.map_or_else(Vec::new, |datatype| {
                    datatype.constructors[*constructor as usize]
                        .fields
                        .iter()
                        .map(|field| field.sort)
                        .collect()
                });
                let mut values = Vec::with_capacity(sorts.len());
                for (field, sort) in fields.iter().zip(sorts) {
                    // A value of a recursive sort can be large.
                    cx.env.budget.look()?;
                    let value = node_value(cx, *field, choices);
                    values.push(value.unwrap_or_else(|| cx.env.store.default_value(sort)));
                }
                Value::Data(DataValue::new(*sort, *constructor, values))
            }
            Plan::Read(sort, reads, component) => {
                let (sort, component) = (*sort, *component);
                let reads = reads.clone();
                let default = self.element_elsewhere(cx, choices, sort, component);
                let entries = entries(cx, choices, &reads);
                Value::Array(ArrayValue::new(cx.env.store, sort, default, entries))
            }
            Plan::Written(from, changes) => {
                let (from, changes) = (*from, entries(cx, choices, changes));
                match node_value(cx, from, choices) {
                    Some(Value::Array(array)) => Value::Array(array.with(cx.env.store, changes)),
                    _ => cx.class_value(class, choices),
                }
            }
            Plan::Fresh(sort) => {
                cx.env.budget.look()?;
                self.fresh_data((cx.env.store, cx.env.budget), choices, *sort)
            }
        })
    }

    /// The element that arrays of a component have almost everywhere.
    fn element_elsewhere(
        &mut self,
        cx: &mut Context<'_>,
        choices: &mut Choices,
        sort: Sort,
        component: Node,
    ) -> Value {
        if let Some(node) = self.constants.get(&component).copied()
            && let Some(value) = node_value(cx, node, choices)
        {
            return value;
        }
        if let Some(known) = self.made_up.get(&component) {
            return known.clone();
        }
        let (_, element) = cx.env.store.array_parts(sort).expect("a sort of arrays");
        let number = self.above.clone() + Int::from(self.made_up.len() as u64);
        let value = match element {
            Sort::Int => Value::Int(number),
            Sort::Real => Value::Real(Rational::from(number)),
            _ => choices.fresh(cx.env.store, element),
        };
        self.made_up.insert(component, value.clone());
        value
    }

    /// A value that differs from those of other classes, also with constructors of the problem around it.
    fn fresh_data(
        &mut self,
        (store, budget): (&TermStore, &Budget),
        choices: &mut Choices,
        sort: Sort,
    ) -> Value {
        self.fresh += 1;
        let number = self.fresh.saturating_mul(self.constructors);
        if !DEPTH.is_exceeded(number as usize, budget)
            && store.size_of(sort).at_least(u64::from(number) + 1)
            && let Some(value) = store.nth_value(sort, number)
            && !choices.is_taken(&value)
        {
            return value;
        }
        choices.fresh(store, sort)
    }
}
