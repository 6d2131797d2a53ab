//! Gates over truth values, for whoever takes variables and clauses.
//!
//! Enters: literals. Leaves: a literal that has the gate's value in every model. Equal gates are one
//! variable, and gates of constants are constants.

use rustc_hash::FxHashMap;
use tress_sat::{Lit, Var};

/// What a gate computes, in a form that equal gates share.
#[derive(PartialEq, Eq, Hash)]
enum Gate {
    /// All of these; sorted, at least two.
    And(Box<[Lit]>),
    /// Exactly one of two variables.
    Xor(Lit, Lit),
    /// The second if the first holds, else the third.
    Choice(Lit, Lit, Lit),
    /// At least two of three; sorted.
    Majority(Lit, Lit, Lit),
}

/// The gates that were made, by what they compute.
#[derive(Default)]
pub struct Table(FxHashMap<Gate, Lit>);

/// A place where gates are built.
pub trait Logic {
    /// The literal that always holds.
    fn yes(&self) -> Lit;

    /// The gates that were made here.
    fn table(&mut self) -> &mut Table;

    /// A new variable.
    fn fresh(&mut self) -> Var;

    /// One of these holds in every model.
    fn clause(&mut self, clause: &[Lit]);

    /// Has the budget ended? Then what is built means nothing, and large circuits may be left unfinished.
    fn is_stopped(&self) -> bool;

    /// The literal that never holds.
    fn no(&self) -> Lit {
        !self.yes()
    }

    /// The literal of a truth value.
    fn truth(&self, value: bool) -> Lit {
        if value { self.yes() } else { self.no() }
    }

    /// All of these hold.
    fn and_all(&mut self, parts: &[Lit]) -> Lit {
        let (yes, no) = (self.yes(), self.no());
        let mut parts: Vec<Lit> = parts.iter().copied().filter(|part| *part != yes).collect();
        parts.sort_unstable();
        parts.dedup();
        // A literal and its negation are neighbours.
        if parts.contains(&no) || parts.windows(2).any(|pair| pair[0] == !pair[1]) {
            return no;
        }
        match parts[..] {
            [] => return yes,
            [only] => return only,
            _ => {}
        }
        let gate = Gate::And(parts.clone().into());
        if let Some(known) = self.table().0.get(&gate) {
            return *known;
        }
        let out = self.fresh().positive();
        let mut clause = vec![out];
        for part in parts {
            self.clause(&[!out, part]);
            clause.push(!part);
        }
        self.clause(&clause);
        self.table().0.insert(gate, out);
        out
    }

    /// One of these holds.
    fn or_all(&mut self, parts: &[Lit]) -> Lit {
        let negated: Vec<Lit> = parts.iter().map(|part| !*part).collect();
        !self.and_all(&negated)
    }

    /// Both hold.
    fn and(&mut self, a: Lit, b: Lit) -> Lit {
        self.and_all(&[a, b])
    }

    /// One of the two holds.
    fn or(&mut self, a: Lit, b: Lit) -> Lit {
        self.or_all(&[a, b])
    }

    /// Exactly one of the two holds.
    fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let yes = self.yes();
        for (one, other) in [(a, b), (b, a)] {
            if one.var() == yes.var() {
                return if one == yes { !other } else { other };
            }
        }
        let flip = a.is_positive() == b.is_positive();
        let signed = |lit: Lit| if flip { lit } else { !lit };
        let [a, b] = if a.var() < b.var() { [a, b] } else { [b, a] }.map(|lit| lit.var().positive());
        if a == b {
            return signed(!yes);
        }
        if let Some(known) = self.table().0.get(&Gate::Xor(a, b)) {
            return signed(*known);
        }
        let out = self.fresh().positive();
        for clause in [[!out, a, b], [!out, !a, !b], [out, !a, b], [out, a, !b]] {
            self.clause(&clause);
        }
        self.table().0.insert(Gate::Xor(a, b), out);
        signed(out)
    }

    /// Both or none hold.
    fn same(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `then` if the condition holds, else `other`.
    fn choice(&mut self, condition: Lit, then: Lit, other: Lit) -> Lit {
        let yes = self.yes();
        if condition.var() == yes.var() {
            return if condition == yes { then } else { other };
        }
        let (condition, then, other) =
            if condition.is_positive() { (condition, then, other) } else { (!condition, other, then) };
        if then == other {
            return then;
        }
        if then == !other {
            return self.same(condition, then);
        }
        if then.var() == condition.var() || then.var() == yes.var() {
            let holds = then == condition || then == yes;
            return if holds { self.or(condition, other) } else { self.and(!condition, other) };
        }
        if other.var() == condition.var() || other.var() == yes.var() {
            let holds = other == !condition || other == yes;
            return if holds { self.or(!condition, then) } else { self.and(condition, then) };
        }
        let gate = Gate::Choice(condition, then, other);
        if let Some(known) = self.table().0.get(&gate) {
            return *known;
        }
        let out = self.fresh().positive();
        self.clause(&[!condition, !then, out]);
        self.clause(&[!condition, then, !out]);
        self.clause(&[condition, !other, out]);
        self.clause(&[condition, other, !out]);
        // These follow, but tell more at once.
        self.clause(&[!then, !other, out]);
        self.clause(&[then, other, !out]);
        self.table().0.insert(gate, out);
        out
    }

    /// At least two of three hold.
    fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let yes = self.yes();
        for (one, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            if one.var() == yes.var() {
                return if one == yes { self.or(x, y) } else { self.and(x, y) };
            }
            if x.var() == y.var() {
                return if x == y { x } else { one };
            }
        }
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        // The majority of the negations is the negation of the majority.
        let flip = !sorted[0].is_positive();
        let [a, b, c] = if flip { sorted.map(|lit| !lit) } else { sorted };
        let signed = |lit: Lit| if flip { !lit } else { lit };
        if let Some(known) = self.table().0.get(&Gate::Majority(a, b, c)) {
            return signed(*known);
        }
        let out = self.fresh().positive();
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.clause(&[!x, !y, out]);
            self.clause(&[x, y, !out]);
        }
        self.table().0.insert(Gate::Majority(a, b, c), out);
        signed(out)
    }
}
