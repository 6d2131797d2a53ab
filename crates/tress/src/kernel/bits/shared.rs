//! Vectors that functions are applied to: the graph and the bits agree.

use crate::kernel::context::Context;
use crate::kernel::egraph::Node;
use crate::kernel::inferences::Rule;
use crate::kernel::sat::Lasting;

/// Vectors of one class have equal bits.
const AGREE: Rule = Rule("bits-agree");

/// The graph found two vectors to be equal: so are their bits. False when they are known to differ.
pub(in crate::kernel) fn vectors_agree(cx: &mut Context<'_>, a: Node, b: Node) -> bool {
    let terms = [a, b].map(|node| cx.kernel.classes.term_of(node));
    let [Some(left), Some(right)] = terms else { return true };
    let equal = cx.vector_equation(left, right);
    let value = cx.sat.value(equal);
    if value != Some(true) {
        let premises = cx.literals_behind([(a, b)]);
        cx.infer(AGREE, premises, &[equal], Lasting::WhileUsed);
    }
    value != Some(false)
}
