//! Bit-vectors: every term of such a sort is a row of literals, operators are gates.
//!
//! Enters: terms of bit-vector sorts and tests of them. Leaves: literals, and the clauses of gates that
//! give them their values. Gates are definitions: they hold always and exclude nothing. The graph
//! hears of vectors only where functions are applied to them; then equations of bits merge classes, classes
//! that become equal have equal bits (`shared`), and numbers are sums of bits (`numbers`).
//!
//! When the budget ends inside of a circuit, what is built means nothing: `stopped` says so, and the
//! search must not be asked again.

#[cfg(feature = "check-everything")]
mod checked;
mod gates;
mod limits;
mod numbers;
mod shared;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Int, Stop};
use tress_sat::{Lit, Var};

use crate::circuits::{Logic, Table, Vectors};
use tress_term::term::{Head, Op, Sort, Term, TermMap, TermStore, Theory, Value};

use super::context::Context;
use super::sat::{Lifetime, Sat};

use limits::GATES;

pub(crate) use limits::CAPS;
#[cfg(feature = "check-everything")]
pub(crate) use numbers::LIMB;
pub(super) use numbers::{check_digits, define_conversion};
pub(super) use shared::{define_vector_equation, link_equations, vectors_agree};

/// A gate costs as much as this many propagations.
const GATE_STEPS: u64 = 3;
/// What a gate takes with its variable and its clauses.
const BYTES_PER_GATE: u64 = 400;
/// The memory for this many gates is requested at once.
const GATES_AT_ONCE: usize = 1 << 14;

/// What is known of bit-vectors.
#[derive(Default)]
pub(crate) struct Bits {
    /// The bits of a term, the least first.
    vectors: TermMap<Arc<[Lit]>>,
    table: Table,
    gates: usize,
    /// The variables that no gate computes.
    inputs: Vec<Var>,
    /// Equations of which the graph has not heard, by their sides.
    equations: TermMap<Vec<Term>>,
    /// The number that is one when the variable is true, else zero.
    digits: FxHashMap<Var, Term>,
    /// The same, in order.
    digit_list: Vec<(Var, Term)>,
    /// Why circuits were not finished.
    stopped: Option<Stop>,
}

impl Bits {
    /// Are all circuits finished?
    ///
    /// # Errors
    /// The reason why one is not. What is built means nothing then.
    pub(super) fn whole(&self) -> Result<(), Stop> {
        self.stopped.map_or(Ok(()), Err)
    }

    /// Has the term its bits?
    pub(super) fn has(&self, term: Term) -> bool {
        self.vectors.has(term)
    }

    /// Lets the search decide all inputs, also those that came up in the middle of an earlier search.
    pub(super) fn let_decide(&self, sat: &mut dyn Sat) {
        for input in &self.inputs {
            sat.set_decidable(*input, true);
        }
    }
}

/// Is the sort one of bit-vectors?
pub(super) fn is_vector(sort: Sort) -> bool {
    matches!(sort, Sort::BitVec(_))
}

/// Do gates or sums of bits give the operator its meaning?
pub(super) fn is_bits_op(op: Op) -> bool {
    op.info().theory == Theory::Bits
}

/// Where the kernel builds gates.
pub(super) struct Wires<'a> {
    sat: &'a mut dyn Sat,
    bits: &'a mut Bits,
    budget: &'a Budget,
    yes: Lit,
}

impl Wires<'_> {
    /// Takes note of work. When there is too much, nothing more is built.
    fn spend(&mut self, steps: u64) {
        if self.bits.stopped.is_none() {
            self.bits.stopped = self.budget.poll_many(steps).err();
        }
        if self.bits.stopped.is_none() {
            self.bits.stopped = GATES.check(self.bits.gates, self.budget).err();
        }
    }
}

impl Logic for Wires<'_> {
    fn yes(&self) -> Lit {
        self.yes
    }

    fn table(&mut self) -> &mut Table {
        &mut self.bits.table
    }

    fn is_stopped(&self) -> bool {
        self.bits.stopped.is_some()
    }

    fn fresh(&mut self) -> Var {
        self.spend(GATE_STEPS);
        // Gates are cheap in steps, but not in memory.
        if self.bits.gates.is_multiple_of(GATES_AT_ONCE) && self.bits.stopped.is_none() {
            self.bits.stopped = self.budget.room_for(GATES_AT_ONCE as u64 * BYTES_PER_GATE).err();
        }
        self.bits.gates += 1;
        if self.bits.stopped.is_some() { self.yes.var() } else { self.sat.new_var() }
    }

    fn clause(&mut self, clause: &[Lit]) {
        if self.bits.stopped.is_none() {
            self.sat.add(clause, Lifetime::Permanent);
        }
    }
}

impl Context<'_> {
    /// Where gates are built.
    fn wires(&mut self) -> Wires<'_> {
        let yes = self.truth();
        Wires { sat: &mut *self.sat, bits: &mut self.kernel.bits, budget: self.env.budget, yes }
    }

    /// The bits of a term, the least first.
    pub(super) fn vector(&mut self, root: Term) -> Arc<[Lit]> {
        if !self.kernel.bits.has(root) {
            self.define_below(root);
        }
        self.known_vector(root)
    }

    /// The bits of a term that has them.
    fn known_vector(&self, term: Term) -> Arc<[Lit]> {
        Arc::clone(self.kernel.bits.vectors.get(term).expect("arguments come first"))
    }

    /// The literal of an equation of two vectors.
    pub(super) fn vector_equation(&mut self, a: Term, b: Term) -> Lit {
        let [a, b] = [a, b].map(|term| self.vector(term));
        self.wires().equal_vectors(&a, &b)
    }

    /// The value of a vector in the present assignment; what is not decided is zero.
    pub(super) fn vector_value(&self, term: Term) -> Option<Value> {
        let bits = self.kernel.bits.vectors.get(term)?;
        let mut number = Int::ZERO;
        for chunk in bits.rchunks(32) {
            let digits = chunk
                .iter()
                .rev()
                .fold(0_u64, |whole, bit| whole << 1 | u64::from(self.sat.value(*bit) == Some(true)));
            number = number.shift_left(chunk.len()) + Int::from(digits);
        }
        Some(Value::Bits(u32::try_from(bits.len()).ok()?, number))
    }
}

/// Gives a term its bits. Contract: its arguments that are vectors or truth values have theirs.
pub(crate) fn define_vector(cx: &mut Context<'_>, term: Term) {
    let Sort::BitVec(width) = cx.env.store.sort(term) else { return };
    cx.wires().spend(u64::from(width / 8));
    let args = cx.env.store.args(term).to_vec();
    let bits = match cx.env.store.head(term) {
        Head::Value(_) => {
            let number = number_of(cx.env.store, term);
            cx.wires().vector(width as usize, &number)
        }
        Head::Op(Op::Ite, _) => {
            // The condition decides bits that assertions rest on.
            cx.kernel.relevance.add_root(args[0]);
            cx.kernel.relevance.defining.push(args[0]);
            let condition = cx.literal(args[0]);
            let [then, other] = [1, 2].map(|place: usize| cx.vector(args[place]));
            cx.wires().one_of(condition, &then, &other)
        }
        Head::Op(op, list) if is_bits_op(op) && op != Op::IntToBv => {
            let indices: Vec<usize> = cx.env.store.indices(list).iter().filter_map(Int::to_usize).collect();
            let vectors: Vec<Arc<[Lit]>> = args.iter().map(|arg| cx.known_vector(*arg)).collect();
            gates::operation(&mut cx.wires(), op, &indices, &vectors)
        }
        _ => {
            let bits = cx.wires().vector_input(width as usize);
            cx.kernel.bits.inputs.extend(bits.iter().map(|bit| bit.var()));
            if !args.is_empty() {
                cx.kernel.waiting.terms.push(term);
            }
            bits
        }
    };
    cx.kernel.bits.vectors.set(term, bits.into());
    cx.kernel.checks.note_vector(term);
}

/// The literal of a test of vectors. Contract: they have their bits.
pub(crate) fn define_test(cx: &mut Context<'_>, op: Op, term: Term) -> Lit {
    let args = cx.env.store.args(term).to_vec();
    let vectors: Vec<Arc<[Lit]>> = args.iter().map(|arg| cx.known_vector(*arg)).collect();
    gates::test(&mut cx.wires(), op, &vectors)
}

fn number_of(store: &TermStore, term: Term) -> Int {
    match store.as_value(term) {
        Some(Value::Bits(_, number)) => number.clone(),
        _ => Int::ZERO,
    }
}
