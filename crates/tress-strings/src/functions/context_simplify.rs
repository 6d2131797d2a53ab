//! Functions of strings, seen with what is known of their arguments.
//!
//! Enters: functions, and the normal forms of their arguments. Leaves: a clause for each function
//! that is a constant, or has no such function left, once its arguments are written as their
//! forms. The rewriter does the work; most functions of a path condition never need their axioms.
//! This is context-dependent simplification: Reynolds, Woo, Barrett, Brumley, Liang, Tinelli,
//! "Scaling up DPLL(T) string solvers using context-dependent simplification" (2017).

use tress_base::Stop;

use crate::forms::{NormalForms, term_for};
use tress_kernel::{Context, Lifetime, Node, Progress, Rule};
use tress_term::term::{Op, Sort, Term, Value, post_order_where};

use super::Functions;

/// A function of known arguments is something simpler.
const CONTEXT_SIMPLIFY: Rule = Rule::new(
    "context-simplify",
    "Reynolds et al. 2017",
    "rewriting keeps the value, and equal arguments give equal values",
);

/// The most new terms in a choice that replaces a function. A size, not a cap: a larger choice states no
/// less as the function that it is.
const LARGEST: usize = 24;

/// The operators that such a choice is made of.
const PLAIN: [Op; 12] =
    [Op::Ite, Op::And, Op::Or, Op::Not, Op::Eq, Op::Ge, Op::Gt, Op::Le, Op::Lt, Op::Add, Op::Mul, Op::Length];

impl Functions {
    /// Rewrites every function in its context.
    pub(crate) fn check_contexts(&self, forms: &NormalForms, cx: &mut Context<'_>) -> Result<Progress, Stop> {
        let mut progress = Progress::Fine;
        for term in &self.all {
            cx.env.budget.poll()?;
            let mut premises = Vec::new();
            let Some(seen) = in_context(cx, forms, *term, &mut premises) else { continue };
            let simpler = cx.env.rewrite(seen)?;
            if tell_context(cx, *term, simpler, &premises) {
                progress = Progress::Changed;
            }
        }
        Ok(progress)
    }
}

/// The function applied to the forms of its arguments. Returns `None` if these add nothing new.
fn in_context(
    cx: &mut Context<'_>,
    forms: &NormalForms,
    term: Term,
    premises: &mut Vec<(Node, Node)>,
) -> Option<Term> {
    let mut args = cx.env.store.args(term).to_vec();
    let mut new = false;
    for arg in &mut args {
        let Some(node) = cx.kernel.classes.node_of(*arg) else { continue };
        if cx.env.store.as_value(*arg).is_some() {
            continue;
        }
        let representative = cx.representative(node);
        let known = if cx.env.store.sort(*arg) == Sort::String {
            let form = forms.form_of(representative, cx);
            let known = term_for(cx, &form.items);
            premises.extend(form.premises());
            known
        } else {
            let Some(constant) = cx.kernel.classes.graph.constant(representative) else { continue };
            premises.push((representative, constant));
            cx.kernel.classes.term_of(constant)?
        };
        premises.push((node, representative));
        new |= known != *arg;
        *arg = known;
    }
    if new { cx.env.store.with_args(term, &args).ok() } else { None }
}

/// Says what a function is in its context, if that is simple and not known. True when it was
/// said.
fn tell_context(cx: &mut Context<'_>, term: Term, simpler: Term, premises: &[(Node, Node)]) -> bool {
    let conclusion = match cx.env.store.as_value(simpler) {
        Some(Value::Bool(holds)) => {
            let holds = *holds;
            let literal = cx.literal(term);
            if holds { literal } else { !literal }
        }
        Some(_) => cx.equation(term, simpler),
        None if is_plain(cx, simpler) && !known_equal(cx, term, simpler) => cx.equation(term, simpler),
        None if has_no_function(cx, simpler) => cx.equation(term, simpler),
        None => return false,
    };
    if cx.sat.value(conclusion) == Some(true) {
        return false;
    }
    let literals = cx.literals_behind(premises.iter().copied());
    cx.infer(CONTEXT_SIMPLIFY, literals, &[conclusion], Lifetime::Permanent);
    true
}

/// Is the term a string that the search knows, or a concatenation of such?
fn is_plain(cx: &Context<'_>, term: Term) -> bool {
    let store = &*cx.env.store;
    let known = |term: Term| cx.kernel.classes.node_of(term).is_some() || store.as_value(term).is_some();
    match store.op(term) {
        Some(Op::Concat) => store.args(term).iter().all(|part| known(*part)),
        _ => store.sort(term) == Sort::String && known(term),
    }
}

/// Is the term a choice between numbers or strings that the search knows, on conditions that
/// it knows how to decide?
fn has_no_function(cx: &Context<'_>, root: Term) -> bool {
    let store = &*cx.env.store;
    if store.op(root) != Some(Op::Ite) {
        return false;
    }
    let new = |term: Term| cx.kernel.classes.node_of(term).is_none();
    let terms = post_order_where(store, &[root], new);
    terms.len() <= LARGEST
        && terms
            .into_iter()
            .filter(|term| new(*term))
            .all(|term| store.args(term).is_empty() || store.op(term).is_some_and(|op| PLAIN.contains(&op)))
}

fn known_equal(cx: &Context<'_>, a: Term, b: Term) -> bool {
    match [a, b].map(|term| cx.kernel.classes.node_of(term)) {
        [Some(a), Some(b)] => cx.kernel.classes.graph.are_equal(a, b),
        _ => false,
    }
}
