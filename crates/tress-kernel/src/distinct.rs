//! `distinct` over few terms is all its pairs; over many it is pairs as the need arises.
//!
//! A fact that two thousand strings differ has two million pairs, and a model gives different
//! classes different values anyway. So such a fact is first only believed; where a candidate
//! gives two arguments one value, that pair is told to the search.

use rustc_hash::FxHashMap;
use tress_base::Stop;
use tress_sat::Lit;

use tress_term::term::{Op, Term, Value};

use super::context::Context;
use super::gates::define_and;
use super::inferences::Rule;
use super::sat::Lifetime;
use super::theory::Progress;
use super::values::Choices;

/// A pair of arguments of `distinct` differs.
const PAIR: Rule =
    Rule::new("distinct-pair", "SMT-LIB", "`distinct` means that no pair of arguments is equal");

/// With more arguments, pairs are added when a candidate violates them. Nothing is left out, so it is no cap.
const MOST_AT_ONCE: usize = 64;
/// Arguments with the same value from which the next one is distinguished in one round.
const PAIRS_PER_ARGUMENT: usize = 16;

/// No two arguments are equal.
pub(crate) fn define_distinct(cx: &mut Context<'_>, term: Term, args: &[Term]) -> Lit {
    if args.len() > MOST_AT_ONCE && cx.kernel.relevance.facts.contains(&term) {
        args.iter().for_each(|arg| {
            cx.node(*arg);
        });
        return only_believed(cx, term);
    }
    let (mut parts, mut links) = (Vec::new(), Vec::new());
    for (place, left) in args.iter().enumerate() {
        // Whoever asked for this looks at the budget next. The search may be kept and asked again: what
        // some of the pairs say is not what all say, so nothing is said.
        if cx.env.budget.poll_many(args.len() as u64).is_err() {
            return only_believed(cx, term);
        }
        for right in &args[place + 1..] {
            if left == right {
                return !cx.truth();
            }
            let equal = cx.env.equal(*left, *right);
            parts.push(!cx.literal(equal));
            links.push(equal);
        }
    }
    cx.kernel.atoms.links.set(term, links);
    define_and(&parts, cx.sat)
}

/// A literal about which nothing is said yet.
fn only_believed(cx: &mut Context<'_>, term: Term) -> Lit {
    cx.kernel.atoms.links.set(term, Vec::new());
    let var = cx.sat.new_var();
    cx.kernel.atoms.get_mut(var);
    var.positive()
}

/// Distinguishes the arguments to which a candidate gives one value, in facts that fail under it.
pub(super) fn tell_apart(
    cx: &mut Context<'_>,
    failing: &[Term],
    choices: &mut Choices,
) -> Result<Progress, Stop> {
    let mut progress = Progress::Fine;
    for term in failing {
        let args = cx.env.store.args(*term);
        if cx.env.store.op(*term) != Some(Op::Distinct) || args.len() <= MOST_AT_ONCE {
            continue;
        }
        let fact = cx.literal(*term);
        let mut links = cx.kernel.atoms.links.get(*term).cloned().unwrap_or_default();
        let mut equal: FxHashMap<Value, Vec<Term>> = FxHashMap::default();
        for arg in cx.env.store.args(*term).to_vec() {
            cx.env.budget.poll()?;
            let Some(value) = cx.chosen(arg, choices) else { continue };
            let others = equal.entry(value).or_default();
            for other in others.iter().rev().take(PAIRS_PER_ARGUMENT) {
                let pair = cx.env.equal(*other, arg);
                let literal = cx.literal(pair);
                if cx.infer(PAIR, vec![fact], &[!literal], Lifetime::Permanent) {
                    links.push(pair);
                    progress = Progress::Changed;
                }
            }
            others.push(arg);
        }
        cx.kernel.atoms.links.set(*term, links);
    }
    Ok(progress)
}
