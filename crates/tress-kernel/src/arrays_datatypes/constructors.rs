//! Constructors of a complete assignment: no class has two, and classes of finite sorts have one.

use std::collections::BTreeMap;

use tress_base::Stop;

use tress_term::term::{Sort, Value};

use super::super::context::Context;
use super::super::egraph::Node;
use super::super::inferences::Rule;
use super::super::sat::Lifetime;
use super::super::theory::Progress;
use super::built::{shown_constructor, take_apart, unpack};
use super::is_small;

/// What two constructors made is not equal.
const CLASH: Rule = Rule::new(
    "data-clash",
    "Barrett, Shikanian, Tinelli 2007",
    "what different constructors made is different",
);

/// What the graph says of a class of a datatype.
struct Class {
    /// Its first node.
    first: Node,
    /// A node that shows a constructor, and which.
    shown: Option<(Node, u32)>,
    /// A large literal, and how many other nodes there are.
    literal: Option<Node>,
    others: usize,
}

/// Enumerations with a constant for each of the classes: these need not be told which is theirs.
fn roomy_sorts<'a>(cx: &Context<'_>, classes: impl Iterator<Item = &'a Class>) -> Vec<Sort> {
    let mut counts: BTreeMap<Sort, usize> = BTreeMap::new();
    for class in classes {
        *counts.entry(cx.env.store.sort(cx.kernel.classes.term_at(class.first))).or_default() += 1;
    }
    let store = &*cx.env.store;
    let has_room = |sort: &Sort, count: usize| {
        let constructors = store.datatype(*sort).map_or(0, |datatype| datatype.constructors.len());
        count <= constructors && store.is_enumeration(*sort)
    };
    counts.into_iter().filter(|(sort, count)| has_room(sort, *count)).map(|(sort, _)| sort).collect()
}

/// Says what holds of values of datatypes and is violated.
pub(in super::super) fn check_constructors(cx: &mut Context<'_>) -> Result<Progress, Stop> {
    let mut classes: BTreeMap<Node, Class> = BTreeMap::new();
    let mut clashes: Vec<(Node, Node)> = Vec::new();
    for (node, term) in cx.kernel.classes.terms_from(0) {
        cx.env.budget.poll()?;
        if !matches!(cx.env.store.sort(term), Sort::Datatype(_)) {
            continue;
        }
        let new = Class { first: node, shown: None, literal: None, others: 0 };
        let class = classes.entry(cx.representative(node)).or_insert(new);
        if matches!(cx.env.store.as_value(term), Some(Value::Data(data)) if !is_small(data)) {
            class.literal = Some(node);
        } else {
            class.others += 1;
        }
        match (class.shown, shown_constructor(cx.env.store, term)) {
            (None, Some(constructor)) => class.shown = Some((node, constructor)),
            (Some((other, known)), Some(constructor)) if known != constructor => clashes.push((other, node)),
            _ => {}
        }
    }
    if let Some(pair) = clashes.first() {
        let premises = cx.literals_behind([*pair]);
        cx.infer(CLASH, premises, &[], Lifetime::Removable);
        return Ok(Progress::Changed);
    }
    let roomy = roomy_sorts(cx, classes.values());
    let mut changed = false;
    for class in classes.values() {
        cx.env.budget.poll()?;
        let term = cx.kernel.classes.term_at(class.first);
        let sort = cx.env.store.sort(term);
        if class.shown.is_none() && cx.env.store.size_of(sort).is_finite() && !roomy.contains(&sort) {
            changed |= take_apart(cx, term)?;
        }
        if let Some(literal) = class.literal
            && class.others > 0
            && let literal = cx.kernel.classes.term_at(literal)
            && let Some(Value::Data(data)) = cx.env.store.as_value(literal).cloned()
        {
            changed |= unpack(cx, literal, &data);
        }
    }
    let changed = changed || cx.kernel.classes.graph.is_open();
    Ok(if changed { Progress::Again } else { Progress::Fine })
}
