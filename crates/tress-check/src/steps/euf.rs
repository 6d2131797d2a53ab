//! The rule `euf`: congruence closure with evaluation.
//!
//! Side condition: from the negated clause, over its subterms and those of the named terms, the closure has
//! two different values in one class. What merges two classes:
//! - a literal that is assumed merges its atom with `true` or `false`;
//! - applications of one operator or function to equal arguments, in any order if the operator commutes;
//! - an application whose arguments have values, with its value; `str.++` drops arguments that equal `""`;
//! - an equation that is true merges its sides, one whose sides are merged is true; two truth values that
//!   differ are opposite;
//! - `and`, `or`, `=>`, `not`, `ite`, `distinct` where one argument or the result decides.

use std::collections::VecDeque;

use crate::budget::{Checked, refuse};
use crate::clause::{Context, Literal};
use crate::eval::Known;
use crate::hash::FastMap;
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Head, Term};

/// Classes of terms.
///
/// Invariant: terms in one class are equal in every model of what was merged; `value` is a value in the
/// class.
#[derive(Default)]
struct Closure {
    terms: Vec<Term>,
    ids: FastMap<Term, usize>,
    class: Vec<usize>,
    members: Vec<Vec<usize>>,
    uses: Vec<Vec<usize>>,
    value: Vec<Option<Term>>,
    table: FastMap<(Head, Vec<usize>), usize>,
    open: VecDeque<usize>,
    /// Is the term in `open`?
    waits: Vec<bool>,
    truths: [usize; 2],
    is_refuted: bool,
}

/// Accepts a clause whose negation the closure refutes.
pub(crate) fn check(cx: &mut Context, clause: &[Literal], named: &[Term]) -> Checked<()> {
    let mut closure = Closure::new(cx, clause, named)?;
    for literal in clause {
        let atom = closure.id(cx, literal.atom)?;
        closure.merge(cx, atom, closure.truths[usize::from(!literal.positive)])?;
    }
    while let Some(node) = closure.open.pop_front() {
        if closure.is_refuted {
            break;
        }
        closure.waits[node] = false;
        closure.examine(cx, node)?;
    }
    if closure.is_refuted { Ok(()) } else { refuse("the closure has no conflict") }
}

/// Lets terms be looked at again.
fn wake(open: &mut VecDeque<usize>, waits: &mut [bool], nodes: &[usize]) {
    open.extend(nodes.iter().filter(|node| !std::mem::replace(&mut waits[**node], true)));
}

impl Closure {
    fn new(cx: &mut Context, clause: &[Literal], named: &[Term]) -> Checked<Self> {
        let (no, yes) = (cx.terms.make_bool(false)?, cx.terms.make_bool(true)?);
        let mut roots = vec![no, yes];
        roots.extend(clause.iter().map(|literal| literal.atom));
        roots.extend_from_slice(named);
        let mut closure = Self::default();
        for term in cx.terms.below(&roots, &mut cx.budget, |_| false)? {
            closure.id(cx, term)?;
        }
        closure.truths = [closure.id(cx, no)?, closure.id(cx, yes)?];
        Ok(closure)
    }

    /// The number of a term, whose arguments have numbers already.
    fn id(&mut self, cx: &Context, term: Term) -> Checked<usize> {
        if let Some(id) = self.ids.get(&term) {
            return Ok(*id);
        }
        let id = self.terms.len();
        self.terms.push(term);
        self.ids.insert(term, id);
        self.class.push(id);
        self.members.push(vec![id]);
        self.uses.push(Vec::new());
        self.value.push(cx.terms.value(term).map(|_| term));
        self.waits.push(true);
        self.open.push_back(id);
        for arg in cx.terms.args(term) {
            let Some(arg) = self.ids.get(arg) else { return refuse("a term before its arguments") };
            let class = self.class[*arg];
            self.uses[class].push(id);
        }
        Ok(id)
    }

    /// Makes one class of two.
    fn merge(&mut self, cx: &mut Context, a: usize, b: usize) -> Checked<()> {
        let (mut into, mut from) = (self.class[a], self.class[b]);
        if into == from {
            return Ok(());
        }
        if self.members[into].len() + self.uses[into].len() < self.members[from].len() + self.uses[from].len()
        {
            std::mem::swap(&mut into, &mut from);
        }
        let value = match (self.value[into], self.value[from]) {
            (Some(x), Some(y)) if x != y => {
                self.is_refuted = true;
                return Ok(());
            }
            (x, y) => x.or(y),
        };
        cx.budget.spend(4 + self.members[from].len() + self.uses[from].len())?;
        for (class, other) in [(into, from), (from, into)] {
            // Whoever learns a value is looked at again.
            if self.value[class].is_none() && self.value[other].is_some() {
                cx.budget.spend(self.members[class].len() + self.uses[class].len())?;
                wake(&mut self.open, &mut self.waits, &self.members[class]);
                wake(&mut self.open, &mut self.waits, &self.uses[class]);
            }
        }
        let (members, uses) = (std::mem::take(&mut self.members[from]), std::mem::take(&mut self.uses[from]));
        for member in &members {
            self.class[*member] = into;
        }
        wake(&mut self.open, &mut self.waits, &uses);
        self.members[into].extend(members);
        self.uses[into].extend(uses);
        self.value[into] = value;
        Ok(())
    }

    fn truth(&self, cx: &Context, node: usize) -> Option<bool> {
        self.value[self.class[node]].and_then(|value| cx.terms.truth(value))
    }

    fn set(&mut self, cx: &mut Context, node: usize, truth: bool) -> Checked<()> {
        self.merge(cx, node, self.truths[usize::from(truth)])
    }

    /// Merges what an application leads to.
    fn examine(&mut self, cx: &mut Context, node: usize) -> Checked<()> {
        let term = self.terms[node];
        let args: Vec<usize> =
            cx.terms.args(term).iter().filter_map(|arg| self.ids.get(arg).copied()).collect();
        if args.is_empty() {
            return Ok(());
        }
        cx.budget.spend(8 + 2 * args.len())?;
        self.congruence(cx, node, &args)?;
        self.evaluation(cx, node, &args)?;
        match cx.terms.op(term) {
            Some(op @ (Op::Not | Op::And | Op::Or | Op::Implies)) => self.connective(cx, op, node, &args),
            Some(Op::Eq) => self.equality(cx, node, &args),
            Some(Op::Distinct) => self.distinct(cx, node, &args),
            Some(Op::Ite) => self.choice(cx, node, &args),
            _ => Ok(()),
        }
    }

    fn congruence(&mut self, cx: &mut Context, node: usize, args: &[usize]) -> Checked<()> {
        let head = cx.terms.head(self.terms[node]);
        let mut classes: Vec<usize> = args.iter().map(|arg| self.class[*arg]).collect();
        if let Head::Op(op, _) = head {
            if op == Op::Concat {
                let is_empty = |class: &usize| {
                    let value = self.value[*class];
                    value.and_then(|value| cx.terms.text(value)).is_some_and(|word| word.is_empty())
                };
                classes.retain(|class| !is_empty(class));
                if let [only] = classes.as_slice() {
                    let only = self.members[*only].first().copied().unwrap_or(node);
                    return self.merge(cx, node, only);
                }
            }
            if op.is_commutative() {
                classes.sort_unstable();
            }
        }
        match self.table.get(&(head, classes.clone())) {
            Some(other) => self.merge(cx, node, *other),
            None => {
                self.table.insert((head, classes), node);
                Ok(())
            }
        }
    }

    fn evaluation(&mut self, cx: &mut Context, node: usize, args: &[usize]) -> Checked<()> {
        let mut known = Vec::with_capacity(args.len());
        for arg in args {
            let term = self.terms[*arg];
            let found = match self.value[self.class[*arg]] {
                Some(value) => Known::Value(value),
                None if cx.terms.sort(term) == Sort::RegLan => {
                    cx.evaluator.known(&mut cx.terms, term, &mut cx.budget)?
                }
                None => return Ok(()),
            };
            known.push(found);
        }
        let found = cx.evaluator.apply(&mut cx.terms, self.terms[node], &known, &mut cx.budget)?;
        if let Known::Value(value) = found {
            let value = self.id(cx, value)?;
            self.merge(cx, node, value)?;
        }
        Ok(())
    }

    fn connective(&mut self, cx: &mut Context, op: Op, node: usize, args: &[usize]) -> Checked<()> {
        // Every one of them is a disjunction of its arguments with signs, or the negation of one.
        let last = args.len() - 1;
        let (result, sign): (bool, fn(usize, usize) -> bool) = match op {
            Op::And => (false, |_, _| false),
            Op::Or => (true, |_, _| true),
            Op::Implies => (true, |index, last| index == last),
            _ => (true, |_, _| false),
        };
        let own = self.truth(cx, node);
        for (index, arg) in args.iter().enumerate() {
            let sign = sign(index, last);
            if self.truth(cx, *arg) == Some(sign) {
                self.set(cx, node, result)?;
            }
            if own == Some(!result) {
                self.set(cx, *arg, !sign)?;
            }
        }
        if let (Op::Not, Some(own), [only]) = (op, own, args) {
            self.set(cx, *only, !own)?;
        }
        Ok(())
    }

    fn equality(&mut self, cx: &mut Context, node: usize, args: &[usize]) -> Checked<()> {
        let classes: Vec<usize> = args.iter().map(|arg| self.class[*arg]).collect();
        if classes.windows(2).all(|pair| pair[0] == pair[1]) {
            self.set(cx, node, true)?;
        }
        let mut values = classes.iter().filter_map(|class| self.value[*class]);
        let first = values.next();
        if values.any(|value| Some(value) != first) {
            self.set(cx, node, false)?;
        }
        match (self.truth(cx, node), args) {
            (Some(true), _) => args.windows(2).try_for_each(|pair| self.merge(cx, pair[0], pair[1])),
            (Some(false), [a, b]) => self.opposite(cx, *a, *b),
            _ => Ok(()),
        }
    }

    /// Two truth values that differ.
    fn opposite(&mut self, cx: &mut Context, a: usize, b: usize) -> Checked<()> {
        for (known, other) in [(a, b), (b, a)] {
            if let Some(truth) = self.truth(cx, known) {
                self.set(cx, other, !truth)?;
            }
        }
        Ok(())
    }

    fn distinct(&mut self, cx: &mut Context, node: usize, args: &[usize]) -> Checked<()> {
        let mut classes: Vec<usize> = args.iter().map(|arg| self.class[*arg]).collect();
        classes.sort_unstable();
        if classes.windows(2).any(|pair| pair[0] == pair[1]) {
            self.set(cx, node, false)?;
        }
        match (self.truth(cx, node), args) {
            (Some(false), [a, b]) => self.merge(cx, *a, *b),
            (Some(true), [a, b]) => self.opposite(cx, *a, *b),
            _ => Ok(()),
        }
    }

    fn choice(&mut self, cx: &mut Context, node: usize, args: &[usize]) -> Checked<()> {
        let [condition, yes, no] = args else { return Ok(()) };
        match self.truth(cx, *condition) {
            Some(true) => self.merge(cx, node, *yes),
            Some(false) => self.merge(cx, node, *no),
            None if self.class[*yes] == self.class[*no] => self.merge(cx, node, *yes),
            None => Ok(()),
        }
    }
}
