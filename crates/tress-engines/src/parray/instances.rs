//! Instances of quantified constraints.
//!
//! An instance is implied by its constraint, so whatever follows from instances follows from the
//! problem. Each is made once.

use rustc_hash::FxHashSet;

use tress_term::term::{Op, Sort, Substitution, Term, TermMap, map_args, post_order};

use super::formula::{Access, Body, Formula};

/// The instances so far: which constraint, and what was put in for its variable.
#[derive(Default)]
pub(super) struct Instances {
    done: FxHashSet<(usize, Term)>,
}

impl Instances {
    /// The instance of a constraint at a position, and whether its premises can hold. `None` if it
    /// was made before.
    pub(super) fn make(
        &mut self,
        formula: &mut Formula<'_, '_>,
        number: usize,
        position: Term,
    ) -> Option<Instance> {
        if !self.done.insert((number, position)) {
            return None;
        }
        let forall = formula.foralls[number].clone();
        let (low, high) = (forall.low, forall.high);
        let mut premises = forall.premises;
        premises.extend([formula.at_most(low, position), formula.less(position, high)]);
        let mut substitution = Substitution::new();
        substitution.put(forall.bound, position);
        let body = match forall.body {
            Body::Plain(body) => substitution.apply(formula.env.store, body),
            Body::Some { bound, high, body } => {
                let (other, zero) = (formula.number("witness"), formula.int(0));
                substitution.put(bound, other);
                let body = substitution.apply(formula.env.store, body);
                let inside = formula.inside(other, zero, high);
                formula.and(&[inside, body])
            }
        };
        let body = canonical(formula, body);
        Some(Instance { premises, body })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.done.len()
    }
}

/// `premises ⇒ body`.
pub(super) struct Instance {
    pub(super) premises: Vec<Term>,
    pub(super) body: Term,
}

/// What must be put in for the variable so that an access reads at an index.
pub(super) fn position_for(formula: &mut Formula<'_, '_>, access: &Access, index: Term) -> Term {
    if access.backwards { formula.minus(access.offset, index) } else { formula.minus(index, access.offset) }
}

/// The same formula, its sums in one order and its plain parts decided.
fn canonical(formula: &mut Formula<'_, '_>, root: Term) -> Term {
    let mut images: TermMap<Term> = TermMap::new();
    for term in post_order(formula.env.store, &[root]) {
        let image = |arg: Term| images.get(arg).copied().unwrap_or(arg);
        let new = map_args(formula.env.store, term, image);
        let args = formula.env.store.args(new).to_vec();
        let numbers = args.first().is_some_and(|arg| formula.env.store.sort(*arg) == Sort::Int);
        let new = match (formula.env.store.op(new), args.as_slice()) {
            (Some(Op::Add | Op::Sub | Op::Mul), _) if numbers => formula.linear(&[(new, 1)], 0),
            (Some(Op::Eq), [a, b]) if numbers => formula.equal(*a, *b),
            (Some(Op::Le), [a, b]) if numbers => formula.at_most(*a, *b),
            (Some(Op::And), parts) => formula.and(parts),
            (Some(Op::Or), parts) => formula.or(parts),
            (Some(Op::Not), [part]) => formula.not(*part),
            _ => new,
        };
        images.set(term, new);
    }
    images.get(root).copied().unwrap_or(root)
}
