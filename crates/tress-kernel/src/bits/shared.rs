//! Vectors that functions are applied to: the graph and the bits agree.

use tress_sat::Lit;

use crate::context::Context;
use crate::egraph::Node;
use crate::inferences::Rule;
use crate::sat::Lifetime;
use tress_term::term::Term;

/// Vectors of one class have equal bits.
const AGREE: Rule = Rule::new(
    "bits-agree",
    "congruence",
    "equal vectors have equal bits, and vectors with equal bits are equal",
);

/// The literal of an equation. The graph hears of it when it knows both sides.
pub(crate) fn define_vector_equation(cx: &mut Context<'_>, term: Term, sides: [Term; 2]) -> Lit {
    if sides.iter().all(|side| cx.kernel.classes.node_of(*side).is_some()) {
        cx.kernel.waiting.terms.push(term);
    } else {
        for side in sides {
            let mut open = cx.kernel.bits.equations.take(side).unwrap_or_default();
            open.push(term);
            cx.kernel.bits.equations.set(side, open);
        }
    }
    cx.vector_equation(sides[0], sides[1])
}

/// A vector got its node: the graph hears of equations whose other sides have theirs.
pub(crate) fn link_equations(cx: &mut Context<'_>, vector: Term) {
    for equation in cx.kernel.bits.equations.take(vector).unwrap_or_default() {
        let sides = cx.env.store.args(equation);
        // Else it is noted for the other side too.
        if sides.iter().all(|side| cx.kernel.classes.node_of(*side).is_some()) {
            cx.kernel.waiting.terms.push(equation);
        }
    }
}

/// The graph found two vectors to be equal: so are their bits. False when they are known to differ.
pub(crate) fn vectors_agree(cx: &mut Context<'_>, a: Node, b: Node) -> bool {
    let terms = [a, b].map(|node| cx.kernel.classes.term_of(node));
    let [Some(left), Some(right)] = terms else { return true };
    let equal = cx.vector_equation(left, right);
    let value = cx.sat.value(equal);
    if value != Some(true) {
        let premises = cx.literals_behind([(a, b)]);
        cx.infer(AGREE, premises, &[equal], Lifetime::Removable);
    }
    value != Some(false)
}
