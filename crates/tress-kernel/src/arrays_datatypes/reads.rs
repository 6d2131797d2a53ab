//! Reading arrays: what a complete assignment violates.
//!
//! Reads move along stores: array and store agree but for the index that was written. They move from the
//! store to the array, and back where more than the store determines what the whole is. Arrays that differ
//! differ somewhere. Where indices are few, all of them are read; where there are more than anyone can write
//! to, stores leave the element almost everywhere as it was, and so constant arrays that are connected by
//! stores have one element.

use std::collections::{BTreeMap, BTreeSet};

use tress_base::Stop;

use tress_term::term::{Op, Size, Sort, Term};

use super::super::context::Context;
use super::super::egraph::Node;
use super::super::inferences::Rule;
use super::super::theory::Progress;
use super::layout::{Layout, Written, index_size, is_wide};
use super::limits::INDICES;

/// A store changes nothing at other indices.
const READ_OTHER: Rule =
    Rule::new("array-read-other", "de Moura, Bjørner 2009", "a store changes no element at another index");
/// A constant array is read.
const READ_CONSTANT: Rule =
    Rule::new("array-read-constant", "de Moura, Bjørner 2009", "a constant array has one element everywhere");
/// Arrays that differ do so at some index.
pub(crate) const DIFFERENCE: Rule = Rule::new(
    "array-difference",
    "Stump et al. 2001",
    "arrays that agree at all indices are equal, so unequal ones differ at some index",
);
/// A store leaves the element almost everywhere as it was.
const ELSEWHERE: Rule = Rule::new(
    "array-elsewhere",
    "de Moura, Bjørner 2009",
    "finitely many stores leave the element at almost all of infinitely many indices",
);
/// An index of a sort with few values has one of them.
const FEW: Rule = Rule::new("array-few-indices", "SMT-LIB", "an index is one of the values of its sort");
/// A truth value that an array holds, or is read at, is decided.
const TRUTH: Rule = Rule::new(
    "array-truth-value",
    "splitting on demand",
    "a truth value is true or false, and it decides which elements are equal",
);

/// A look at the arrays. True when there is something new.
type ReadStep = fn(&mut Context<'_>, &Layout) -> Result<bool, Stop>;

/// Says what holds of arrays and is violated.
pub(in super::super) fn check_reads(cx: &mut Context<'_>) -> Result<Progress, Stop> {
    let layout = Layout::of(cx)?;
    if layout.classes.is_empty() {
        return Ok(Progress::Fine);
    }
    let steps: [ReadStep; 6] =
        [decide_truth_values, read_constants, move_reads, tell_differences, read_few, keep_elsewhere];
    for step in steps {
        let changed = step(cx, &layout)?;
        if changed || cx.kernel.classes.graph.is_open() {
            // What is new may hold already: then nobody but this step has something to look at.
            return Ok(Progress::Again);
        }
    }
    Ok(Progress::Fine)
}

fn select(cx: &mut Context<'_>, array: Node, index: Node) -> Term {
    let terms = [array, index].map(|node| cx.kernel.classes.term_at(node));
    cx.env.app(Op::Select, &terms)
}

/// Indices and elements of sort Bool get a value.
fn decide_truth_values(cx: &mut Context<'_>, _layout: &Layout) -> Result<bool, Stop> {
    let mut open: Vec<Term> = Vec::new();
    let is_open = |term: Term| cx.env.store.sort(term) == Sort::Bool && cx.truth_of(term).is_none();
    for (_, term) in cx.kernel.classes.terms_from(0) {
        cx.env.budget.poll()?;
        if cx.env.store.op(term).is_some_and(super::is_array_or_datatype_op) {
            open.extend(cx.env.store.args(term).iter().copied().filter(|arg| is_open(*arg)));
            open.extend(Some(term).filter(|term| is_open(*term)));
        }
    }
    let mut changed = false;
    for term in open {
        let literal = cx.predicate(term);
        if cx.sat.value(literal).is_none() {
            changed |= cx.split(TRUTH, !literal);
        }
    }
    Ok(changed)
}

/// `(select (const v) j) = v`.
fn read_constants(cx: &mut Context<'_>, layout: &Layout) -> Result<bool, Stop> {
    let mut changed = false;
    for (constant, element) in &layout.constants {
        let reads = layout.reads.get(&cx.representative(*constant));
        for (_, read) in reads.into_iter().flatten() {
            cx.env.budget.poll()?;
            if cx.kernel.classes.graph.are_equal(*read, *element) {
                continue;
            }
            let index = cx.kernel.classes.graph.application(*read).1[1];
            let read = select(cx, *constant, index);
            let element = cx.kernel.classes.term_at(*element);
            let equal = cx.tie(read, element);
            changed |= cx.state(READ_CONSTANT, &[equal]);
        }
    }
    Ok(changed)
}

/// `i = j` or `(select (store a i v) j) = (select a j)`, for all `j` at which one of the two is read.
fn move_reads(cx: &mut Context<'_>, layout: &Layout) -> Result<bool, Stop> {
    let mut changed = false;
    for Written { whole, from, index, .. } in &layout.stores {
        let [above, below, written] = [whole, from, index].map(|node| cx.representative(*node));
        if above == below {
            continue;
        }
        let upwards = !layout.followed.contains_key(&above);
        let readers = [Some(above), Some(below).filter(|_| upwards)];
        let reads = readers.iter().flatten().filter_map(|class| layout.reads.get(class));
        let places: BTreeSet<Node> = reads.flat_map(|reads| reads.keys()).copied().collect();
        for place in places {
            cx.env.budget.poll()?;
            let reads = [above, below].map(|class| layout.read(class, place));
            let agree = matches!(reads, [Some(a), Some(b)] if cx.kernel.classes.graph.are_equal(a, b));
            if place == written || agree {
                continue;
            }
            let [a, b] = [*whole, *from].map(|array| select(cx, array, place));
            let [index, place] = [*index, place].map(|node| cx.kernel.classes.term_at(node));
            let same_index = cx.tie(index, place);
            cx.kernel.atoms.get_mut(same_index.var()).always_relevant = true;
            if cx.sat.value(same_index).is_none() {
                cx.sat.set_phase(same_index.var(), !same_index.is_positive());
            }
            let same_element = cx.tie(a, b);
            changed |= cx.state(READ_OTHER, &[same_index, same_element]);
        }
    }
    Ok(changed)
}

/// `a = b`, or they differ at an index that has no other meaning.
fn tell_differences(cx: &mut Context<'_>, layout: &Layout) -> Result<bool, Stop> {
    let mut changed = false;
    for (a, b) in &layout.unequal {
        cx.env.budget.poll()?;
        let [a, b] = [a, b].map(|node| cx.kernel.classes.term_at(*node));
        let Some((index, _)) = cx.env.store.array_parts(cx.env.store.sort(a)) else { continue };
        let witness = cx.kernel.skolems.symbol(cx.env.store, index, DIFFERENCE.name, &[a, b]);
        let [left, right] = [a, b].map(|array| cx.env.app(Op::Select, &[array, witness]));
        let same = cx.tie(a, b);
        let agree = cx.tie(left, right);
        changed |= cx.state(DIFFERENCE, &[same, !agree]);
    }
    Ok(changed)
}

/// Arrays over few indices are read at each of them, and indices are one of them.
fn read_few(cx: &mut Context<'_>, layout: &Layout) -> Result<bool, Stop> {
    let mut changed = false;
    for (class, node) in &layout.classes {
        cx.env.budget.poll()?;
        let array = cx.kernel.classes.term_at(*node);
        let Some((sort, _)) = cx.env.store.array_parts(cx.env.store.sort(array)) else { continue };
        let Size::Finite(count) = index_size(cx.env.store, array) else { continue };
        if INDICES.is_exceeded(usize::try_from(count).unwrap_or(usize::MAX), cx.env.budget) {
            continue;
        }
        let values: Vec<Term> =
            cx.env.store.all_values(sort).into_iter().map(|value| cx.env.store.value(value)).collect();
        for value in &values {
            let known = cx.kernel.classes.class_of(*value).and_then(|index| layout.read(*class, index));
            if known.is_none() {
                let read = cx.env.app(Op::Select, &[array, *value]);
                changed |= cx.kernel.classes.node_of(read).is_none();
                cx.node(read);
            }
        }
        if sort == Sort::Bool || matches!(sort, Sort::Datatype(_)) {
            continue;
        }
        let indices: Vec<Node> =
            layout.reads.get(class).into_iter().flat_map(|reads| reads.keys()).copied().collect();
        for index in indices {
            if cx.kernel.classes.graph.constant(index).is_none() {
                let index = cx.kernel.classes.term_at(index);
                let ways: Vec<_> = values.iter().map(|value| cx.tie(index, *value)).collect();
                changed |= cx.state(FEW, &ways);
            }
        }
    }
    Ok(changed)
}

/// Where constant arrays with different elements are connected by stores, states along these stores that the
/// element almost everywhere is the same.
fn keep_elsewhere(cx: &mut Context<'_>, layout: &Layout) -> Result<bool, Stop> {
    let components = layout.components(cx);
    let component = |cx: &Context<'_>, node: Node| components[&cx.representative(node)];
    // One constant array alone cannot contradict itself.
    let mut elements: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
    for (constant, element) in &layout.constants {
        elements.entry(component(cx, *constant)).or_default().insert(cx.representative(*element));
    }
    let matters =
        |cx: &Context<'_>, node: Node| elements.get(&component(cx, node)).is_some_and(|of| of.len() > 1);
    let mut changed = false;
    for (constant, element) in &layout.constants {
        if matters(cx, *constant) {
            let [constant, element] = [*constant, *element].map(|node| cx.kernel.classes.term_at(node));
            changed |= same_elsewhere(cx, constant, element, false);
        }
    }
    for Written { whole, from, .. } in &layout.stores {
        cx.env.budget.poll()?;
        if matters(cx, *whole) {
            let [whole, from] = [*whole, *from].map(|node| cx.kernel.classes.term_at(node));
            changed |= same_elsewhere(cx, whole, from, true);
        }
    }
    Ok(changed)
}

/// The element of an array almost everywhere is this one, or that of this array.
fn same_elsewhere(cx: &mut Context<'_>, array: Term, other: Term, is_array: bool) -> bool {
    if !is_wide(cx.env.store, array) {
        return false;
    }
    let left = elsewhere(cx, array);
    let right = if is_array { elsewhere(cx, other) } else { other };
    let nodes = [left, right].map(|term| cx.node(term));
    if cx.kernel.classes.graph.are_equal(nodes[0], nodes[1]) {
        return false;
    }
    let equal = cx.tie(left, right);
    cx.state(ELSEWHERE, &[equal])
}

fn elsewhere(cx: &mut Context<'_>, array: Term) -> Term {
    let sort = cx.env.store.sort(array);
    let (_, element) = cx.env.store.array_parts(sort).expect("a sort of arrays");
    let store = &mut *cx.env.store;
    let symbol = *cx
        .kernel
        .arrays_datatypes
        .elsewhere
        .entry(sort)
        .or_insert_with(|| store.declare(ELSEWHERE.name, &[sort], element));
    cx.env.store.apply(symbol, &[array]).expect("the array fits")
}
