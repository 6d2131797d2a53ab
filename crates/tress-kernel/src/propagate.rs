//! The kernel's part in the search: assigned literals in, implications and conflicts out.

use tress_base::Stop;
use tress_lia::{Bound, Implied, Kind, Outcome, Reason, Relation, Side};
use tress_sat::{Check, Lit, Search, Var};

use tress_rewrite::env::Env;

use super::Kernel;
use super::atoms::Cause;
use super::bits::{is_vector, vectors_agree};
use super::checked::after_backtrack;
use super::context::Context;
use super::egraph::{Clash, Node};
use super::inferences::Rule;
use super::sat::Lifetime;
use super::theory::Theory;

/// A-Conflict: the arithmetic has no solution (Liang et al. 2014, figure 2).
const A_CONFLICT: Rule = Rule::new(
    "rule-a-conflict",
    "Liang et al. 2014, figure 2; Dutertre, de Moura 2006",
    "bounds whose combination is false have no solution",
);
/// S-Conflict: what is equal must differ (figure 3).
const S_CONFLICT: Rule = Rule::new(
    "rule-s-conflict",
    "Liang et al. 2014, figure 3; Nieuwenhuis, Oliveras 2007",
    "congruence makes two different constants equal",
);
/// A-Prop: numbers that are equal by congruence are equal to the arithmetic (figure 2).
const A_PROP: Rule =
    Rule::new("rule-a-prop", "Liang et al. 2014, figure 2", "terms that are equal have equal numbers");

/// The first reason that is a merge. The arithmetic knows reasons as opaque numbers of 32 bits, which it
/// copies into every bound and explanation. Two kinds share them: below this are codes of literals, which are
/// less than 2^31 for fewer than 2^30 variables; from here on are indices of pairs of nodes that were given
/// to the arithmetic as equal. A pair is explained by literals only when a conflict needs it, since most
/// never do.
const MERGES: u32 = 1 << 31;

/// What is true at a level beyond what the solvers keep themselves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    unequal: usize,
    merges: usize,
}

/// Kernel and theory while a search runs.
pub(super) struct Running<'a> {
    pub(super) env: Env<'a>,
    pub(super) kernel: &'a mut Kernel,
    pub(super) theory: &'a mut dyn Theory,
}

impl tress_sat::Theory for Running<'_> {
    fn assign(&mut self, literals: &[Lit]) {
        for literal in literals {
            self.assert_literal(*literal);
        }
    }

    fn push(&mut self) {
        let Kernel { numbers, classes, marks, .. } = &mut *self.kernel;
        numbers.lia.push();
        classes.graph.push();
        marks.push(Mark { unequal: numbers.unequal.len(), merges: classes.merges.len() });
        self.theory.push();
    }

    fn backtrack(&mut self, level: u32) {
        let level = level as usize;
        let Kernel { numbers, classes, marks, .. } = &mut *self.kernel;
        if let Some(mark) = marks.get(level).copied() {
            numbers.lia.pop(marks.len() - level);
            numbers.unequal.truncate(mark.unequal);
            classes.merges.truncate(mark.merges);
            marks.truncate(level);
        }
        classes.graph.backtrack(level);
        numbers.conflict = None;
        numbers.bounds_changed = true;
        self.theory.backtrack(level);
        after_backtrack(self.kernel, &*self.theory);
    }

    fn propagate(&mut self, search: &mut Search<'_>) -> Result<(), Stop> {
        if !self.propagate_equalities(search)? {
            return Ok(());
        }
        let numbers = &mut self.kernel.numbers;
        if std::mem::replace(&mut numbers.bounds_changed, false) || numbers.conflict.is_some() {
            self.propagate_numbers(search)?;
        }
        Ok(())
    }

    fn explain(&mut self, literal: Lit, others: &mut Vec<Lit>) {
        let Kernel { atoms, numbers, classes, .. } = &mut *self.kernel;
        let mut premises = match atoms.get(literal.var()).and_then(|atom| atom.cause_of(literal)) {
            Some(Cause::Bounds(atom)) => {
                let reasons = numbers.lia.explain_atom(atom).expect("the atom was implied");
                self.kernel.literals_of(&reasons)
            }
            Some(Cause::Graph(node)) => {
                let graph = &mut classes.graph;
                let constant = if literal.is_positive() { graph.yes() } else { graph.no() };
                let mut premises = Vec::new();
                graph.explain(node, constant, &mut premises);
                premises.truncate(
                    premises.len() - usize::from(tress_base::is_planted("explain-bound")).min(premises.len()),
                );
                premises
            }
            None => unreachable!("only implied literals are explained"),
        };
        premises.sort_unstable();
        premises.dedup();
        others.extend(premises.into_iter().map(|premise| !premise));
    }

    fn final_check(&mut self, search: &mut Search<'_>) -> Result<Check, Stop> {
        let mut cx = Context { env: self.env.lend(), kernel: self.kernel, sat: search };
        let check = cx.final_check(self.theory)?;
        self.kernel.whole().map(|()| check)
    }

    fn decide(&mut self, _search: &mut Search<'_>) -> Option<Lit> {
        None
    }

    /// A comparison is tried the way it is in the present solution: then deciding it costs the
    /// arithmetic nothing.
    fn phase(&mut self, var: Var) -> Option<bool> {
        let atom = self.kernel.atoms.get(var)?;
        let lia = &self.kernel.numbers.lia;
        if let Some((number, value)) = &atom.equation {
            return Some(lia.value(*number) == value);
        }
        let bound = lia.atom(atom.bound?);
        let value = lia.value(bound.var);
        let is_int = lia.kind(bound.var) == Kind::Int;
        let holds = |bound: &Bound| match bound.side {
            Side::Upper => *value <= bound.value,
            Side::Lower => *value >= bound.value,
        };
        // Between two whole numbers neither way fits.
        holds(bound).then_some(true).or_else(|| holds(&bound.negated(is_int)).then_some(false))
    }
}

impl Running<'_> {
    /// Tells a true literal to the theories that know its variable.
    fn assert_literal(&mut self, literal: Lit) {
        let positive = literal.is_positive();
        let Kernel { atoms, numbers, classes, .. } = &mut *self.kernel;
        let Some(atom) = atoms.get(literal.var()) else { return };
        if let Some(node) = atom.node {
            let graph = &mut classes.graph;
            match atom.sides {
                Some((a, b)) if positive => graph.merge(a, b, literal),
                _ => {
                    let constant = if positive { graph.yes() } else { graph.no() };
                    graph.merge(node, constant, literal);
                }
            }
        }
        if let Some(tag) = atom.tag {
            self.theory.assign(tag, literal);
        }
        if let Some(id) = atom.bound {
            let bound = numbers.lia.atom(id);
            let is_int = numbers.lia.kind(bound.var) == Kind::Int;
            let bound = if positive { bound.clone() } else { bound.negated(is_int) };
            let outcome = numbers.lia.assert_bound(&bound, reason(literal));
            numbers.note(outcome);
        }
        match (&atom.equation, positive) {
            (Some((var, value)), true) => {
                let equation = tress_lia::Constraint::Fixed(*var, value.clone());
                let outcome = numbers.lia.assert_constraint(&equation, reason(literal));
                numbers.note(outcome);
            }
            (Some(_), false) => numbers.unequal.push(literal),
            (None, _) => {}
        }
    }

    /// Closes the graph, tells the arithmetic which numbers became equal, and the search which
    /// literals follow. False when there was a conflict.
    fn propagate_equalities(&mut self, search: &mut Search<'_>) -> Result<bool, Stop> {
        loop {
            let mut cx = Context { env: self.env.lend(), kernel: self.kernel, sat: search };
            if let Err(clash) = cx.kernel.classes.graph.close() {
                s_conflict(&mut cx, clash);
                return Ok(false);
            }
            let goes_on = self.theory.propagate(&mut cx)?;
            cx.enter_all(self.theory)?;
            if !goes_on {
                return Ok(false);
            }
            if !cx.kernel.classes.graph.is_open() {
                let goes_on = a_prop(&mut cx);
                self.kernel.whole()?;
                if !goes_on {
                    return Ok(false);
                }
                break;
            }
        }
        for node in std::mem::take(&mut self.kernel.classes.graph.news.settled) {
            let classes = &self.kernel.classes;
            let Some(var) = classes.var_of(node) else { continue };
            let literal = var.literal(classes.graph.are_equal(node, classes.graph.yes()));
            if !self.imply(literal, Cause::Graph(node), search) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Looks for a rational solution and tells the search which bounds follow.
    fn propagate_numbers(&mut self, search: &mut Search<'_>) -> Result<(), Stop> {
        let numbers = &mut self.kernel.numbers;
        let outcome = match numbers.conflict.take() {
            Some(reasons) => Outcome::Conflict(reasons),
            None => numbers.lia.check_rational(search.budget())?,
        };
        if let Outcome::Conflict(reasons) = outcome {
            let mut cx = Context { env: self.env.lend(), kernel: self.kernel, sat: search };
            a_conflict(&mut cx, &reasons);
            return Ok(());
        }
        let mut implied = Vec::new();
        numbers.lia.take_implied(&mut implied);
        for Implied { atom, holds } in implied {
            let literal = self.kernel.numbers.var_of_bound[atom.0 as usize].literal(holds);
            if !self.imply(literal, Cause::Bounds(atom), search) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Tells the search that a literal follows. False when it is false.
    fn imply(&mut self, literal: Lit, cause: Cause, search: &mut Search<'_>) -> bool {
        if search.value(literal) == Some(true) {
            return true;
        }
        self.kernel.atoms.get_mut(literal.var()).set_cause(literal, cause);
        search.imply(literal)
    }
}

/// A-Conflict: adds the clause that excludes the reasons of the arithmetic.
pub(crate) fn a_conflict(cx: &mut Context<'_>, reasons: &[Reason]) {
    let premises = cx.kernel.literals_of(reasons);
    cx.infer(A_CONFLICT, premises, &[], Lifetime::Removable);
}

/// S-Conflict: adds the clause that excludes the reasons of the graph.
fn s_conflict(cx: &mut Context<'_>, Clash(one, other): Clash) {
    let premises = cx.literals_behind([(one, other)]);
    cx.infer(S_CONFLICT, premises, &[], Lifetime::Removable);
}

/// A-Prop: numbers that are equal by congruence, such as the lengths of equal strings, are equal
/// to the arithmetic. Bit-vectors that are equal by congruence have equal bits. False when they do not.
fn a_prop(cx: &mut Context<'_>) -> bool {
    for (a, b) in std::mem::take(&mut cx.kernel.classes.graph.news.equal_numbers) {
        let terms = [a, b].map(|node| cx.kernel.classes.term_of(node));
        let [Some(left), Some(right)] = terms else { continue };
        if is_vector(cx.env.store.sort(left)) {
            if !vectors_agree(cx, a, b) {
                return false;
            }
            continue;
        }
        let difference = cx.difference(left, right);
        let reason = cx.kernel.merge_reason(a, b);
        cx.kernel.inferences.count(A_PROP);
        let outcome = cx.kernel.numbers.lia.assert_linear(&difference, Relation::Eq, reason);
        cx.kernel.numbers.note(outcome);
    }
    true
}

/// A reason that represents a true literal.
fn reason(literal: Lit) -> Reason {
    debug_assert!(literal.code() < MERGES, "fewer than 2^30 variables");
    Reason(literal.code())
}

impl Kernel {
    /// A reason that represents the equality of two nodes.
    fn merge_reason(&mut self, a: Node, b: Node) -> Reason {
        let merges = &mut self.classes.merges;
        merges.push((a, b));
        Reason(MERGES + u32::try_from(merges.len() - 1).expect("few merges"))
    }

    /// The true literals that reasons of the arithmetic represent.
    pub fn literals_of(&mut self, reasons: &[Reason]) -> Vec<Lit> {
        let mut literals = Vec::with_capacity(reasons.len());
        for reason in reasons {
            if reason.0 < MERGES {
                literals.push(Lit::from_code(reason.0));
            } else {
                let (a, b) = self.classes.merges[(reason.0 - MERGES) as usize];
                self.classes.graph.explain(a, b, &mut literals);
            }
        }
        literals
    }
}
