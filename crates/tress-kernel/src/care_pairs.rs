//! Care pairs: arguments of one function that happen to have equal values.
//!
//! The arithmetic may give two numbers one value that congruence does not know to be equal. Where
//! a function is applied to both, it matters whether they are: the search is asked. This is the
//! model-based theory combination of de Moura and Bjørner (2008).

use rustc_hash::FxHashMap;
use tress_base::{Rational, Stop};

use tress_term::term::Value;

use super::arrays_datatypes::is_array_or_datatype_op;
use super::bits::is_vector;
use super::context::Context;
use super::egraph::{EQUATION, Node};
use super::inferences::Rule;
use super::theory::Progress;

/// Are two arguments equal?
const CARE: Rule = Rule::new(
    "care-pair",
    "de Moura, Bjørner 2008",
    "two terms are equal or not, and where a function is applied to both it matters",
);

/// What an argument looks like in the present solution.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Number(Rational),
    Bits(Value),
    Class(Node),
}

/// Finds applications of one function whose arguments have the same values and that are not
/// known to be equal, and asks whether the arguments are.
pub(crate) fn check_care_pairs(cx: &mut Context<'_>) -> Result<Progress, Stop> {
    let mut model = None;
    let mut groups: FxHashMap<(u32, Vec<Key>), Node> = FxHashMap::default();
    let mut progress = Progress::Fine;
    for index in 0..cx.kernel.classes.graph.len() {
        cx.env.budget.poll()?;
        let node = Node(u32::try_from(index).expect("nodes are numbered with 32 bits"));
        let (function, arguments) = cx.kernel.classes.graph.application(node);
        if arguments.is_empty() || function == EQUATION || has_axioms(cx, node) {
            continue;
        }
        let arguments = arguments.to_vec();
        if !arguments.iter().any(|arg| has_number(cx, *arg)) {
            continue;
        }
        let model = model.get_or_insert_with(|| cx.kernel.numbers.lia.model());
        let keys: Vec<Key> = arguments.iter().map(|argument| key(cx, model, *argument)).collect();
        match groups.get(&(function, keys.clone())).copied() {
            None => {
                groups.insert((function, keys), node);
            }
            Some(other) if cx.kernel.classes.graph.are_equal(node, other) => {}
            Some(other) => {
                let others = cx.kernel.classes.graph.application(other).1.to_vec();
                match ask_equal(cx, &arguments, &others) {
                    Progress::Again => progress = Progress::Again,
                    Progress::Changed if progress == Progress::Fine => progress = Progress::Changed,
                    _ => {}
                }
            }
        }
    }
    Ok(progress)
}

/// Do axioms or candidates give the function of a node its meaning? Then congruence by value
/// adds nothing.
fn has_axioms(cx: &Context<'_>, node: Node) -> bool {
    let op = cx.kernel.classes.term_of(node).and_then(|term| cx.env.store.op(term));
    op.is_some_and(|op| !op.is_partial() && !is_array_or_datatype_op(op))
}

/// Is it a number, or a vector of bits? Their values may agree where the graph does not know it.
fn has_number(cx: &Context<'_>, node: Node) -> bool {
    let sort = cx.kernel.classes.term_of(node).map(|term| cx.env.store.sort(term));
    sort.is_some_and(|sort| sort.is_numeric() || is_vector(sort))
}

fn key(cx: &mut Context<'_>, model: &tress_lia::Model, node: Node) -> Key {
    match cx.kernel.classes.term_of(node) {
        Some(term) if cx.env.store.sort(term).is_numeric() => Key::Number(cx.value_of(model, term)),
        Some(term) if cx.kernel.bits.has(term) => {
            cx.vector_value(term).map_or_else(|| Key::Class(cx.representative(node)), Key::Bits)
        }
        _ => Key::Class(cx.representative(node)),
    }
}

/// Makes the equations between numbers that are not known to be equal.
fn ask_equal(cx: &mut Context<'_>, left: &[Node], right: &[Node]) -> Progress {
    let mut progress = Progress::Fine;
    for (a, b) in left.iter().zip(right) {
        if cx.kernel.classes.graph.are_equal(*a, *b) {
            continue;
        }
        let terms = [a, b].map(|node| cx.kernel.classes.term_of(*node));
        let [Some(x), Some(y)] = terms else { continue };
        let equal = cx.env.equal(x, y);
        let literal = if is_vector(cx.env.store.sort(x)) {
            let node = cx.node(equal);
            cx.kernel.classes.var_of(node).expect("equations are truth values").positive()
        } else {
            let literal = cx.literal(equal);
            cx.link_sides(literal.var(), *a, *b);
            literal
        };
        cx.kernel.atoms.get_mut(literal.var()).always_relevant = true;
        let value = cx.sat.value(literal);
        if value == Some(true) {
            cx.kernel.classes.graph.merge(*a, *b, literal);
            progress = Progress::Again;
            continue;
        }
        match cx.kernel.atoms.get_mut(literal.var()).equation.clone() {
            // It should be false and holds in the present solution.
            Some((var, limit)) if value == Some(false) => cx.split_unequal(literal.var(), var, &limit),
            _ => {
                cx.split(CARE, literal);
            }
        }
        if progress != Progress::Again {
            progress = Progress::Changed;
        }
    }
    progress
}
