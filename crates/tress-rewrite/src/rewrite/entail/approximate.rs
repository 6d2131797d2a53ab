//! Is a sum of lengths and positions never negative?
//!
//! Enters: a linear sum. Leaves: true only when it is at least zero under every model. Atoms are
//! replaced by constant bounds, and where that is not enough by simpler terms that bound them
//! (the table of approximations of CAV 2019), one after the other, with limited depth and effort.

use tress_base::Rational;
use tress_lia::Linear;

use super::super::context::Context;
use super::super::limits::{COMPARED_SUMS, PARTS};
use tress_term::term::{Op, Sort, Term};

/// How many approximations may follow each other.
const DEPTH: u32 = 4;

impl Context<'_> {
    /// Is `a - b + offset` never negative?
    pub(in super::super) fn at_least(&mut self, a: Term, b: Term, offset: i64) -> bool {
        let mut sum = self.length_linear(&[(a, Rational::ONE), (b, -Rational::ONE)]);
        sum.add_constant(&Rational::from(offset));
        self.never_negative(&sum)
    }

    /// Is the number at least `n`?
    pub(in super::super) fn at_least_number(&mut self, a: Term, n: i64) -> bool {
        let mut sum = self.length_linear(&[(a, Rational::ONE)]);
        sum.add_constant(&Rational::from(-n));
        self.never_negative(&sum)
    }

    /// Are two numbers equal as sums?
    pub(in super::super) fn is_same_number(&mut self, a: Term, b: Term) -> bool {
        let sum = self.length_linear(&[(a, Rational::ONE), (b, -Rational::ONE)]);
        sum.is_constant() && sum.constant_part().is_zero()
    }

    /// Is `|a| - |b| + offset` never negative?
    pub(in super::super) fn is_as_long(&mut self, a: Term, b: Term, offset: i64) -> bool {
        let (a, b) = (self.len(a), self.len(b));
        self.at_least(a, b, offset)
    }

    /// Can the sums never be all at least zero at the same time? Looks for a combination of few of
    /// them that is always negative.
    pub(in super::super) fn is_refuted(&mut self, sums: &[Linear]) -> bool {
        let mut weights = vec![0_i64; sums.len()];
        loop {
            let Some(index) = weights.iter().position(|weight| *weight < 2) else { return false };
            weights[..index].fill(0);
            weights[index] += 1;
            let mut negated = Linear::constant(-Rational::ONE);
            for (sum, weight) in sums.iter().zip(&weights) {
                negated.add_scaled(sum, &Rational::from(-weight));
            }
            if self.never_negative(&negated) {
                return true;
            }
        }
    }

    /// Is the sum at least zero under every model? Contract: its atoms are whole numbers.
    pub(in super::super) fn never_negative(&mut self, sum: &Linear) -> bool {
        if PARTS.is_exceeded(sum.terms().len(), self.budget) {
            return false;
        }
        if let Some(known) = self.knowledge.positive.get(sum) {
            return *known;
        }
        let mut effort = COMPARED_SUMS.most(self.budget);
        let found = self.approximated(sum, DEPTH, &mut effort);
        self.knowledge.positive.insert(sum.clone(), found);
        found
    }

    /// Calls itself at most [`DEPTH`] levels deep.
    fn approximated(&mut self, sum: &Linear, depth: u32, effort: &mut u64) -> bool {
        if self.is_bounded_below(sum) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        for (var, coefficient) in sum.terms() {
            let atom = self.atom(*var);
            for simpler in self.approximations(atom, coefficient.is_positive(), depth, effort) {
                if *effort == 0 {
                    self.budget.hit(COMPARED_SUMS.name());
                    return false;
                }
                *effort -= 1;
                let simpler = self.length_linear(&[(simpler, Rational::ONE)]);
                if self.approximated(&sum.substituted(*var, &simpler), depth - 1, effort) {
                    return true;
                }
            }
        }
        false
    }

    /// Do the constant bounds of the atoms show that the sum is never negative?
    fn is_bounded_below(&mut self, sum: &Linear) -> bool {
        let mut least = sum.constant_part().clone();
        for (var, coefficient) in sum.terms() {
            let atom = self.atom(*var);
            if self.store.sort(atom) != Sort::Int {
                return false;
            }
            let bounds = self.bounds(atom);
            let end = if coefficient.is_positive() { bounds.low } else { bounds.high };
            let Some(end) = end else { return false };
            least += &(coefficient * &Rational::from(end));
        }
        !least.is_negative()
    }

    /// Simpler terms that are never larger (`below`) or never smaller than the atom.
    fn approximations(&mut self, atom: Term, below: bool, depth: u32, effort: &mut u64) -> Vec<Term> {
        let (op, args) = self.open(atom);
        match (op, args) {
            (Some(Op::IndexOf), [s, t, _]) if !below => {
                let (s, t) = (*s, *t);
                self.index_above(s, t, depth, effort)
            }
            (Some(Op::Length), [word]) => {
                let word = *word;
                let args = self.store.args(word).to_vec();
                match (self.store.op(word), args.as_slice()) {
                    (Some(Op::Substr), [s, n, m]) if below => self.substr_below(*s, *n, *m, depth, effort),
                    (Some(Op::Substr), [s, n, m]) => self.substr_above(*s, *n, *m, depth, effort),
                    (Some(Op::Replace), [s, y, z]) if below => self.replace_below(*s, *y, *z, depth, effort),
                    (Some(Op::Replace), [s, y, z]) => self.replace_above(*s, *y, *z, depth, effort),
                    (Some(Op::StrFromInt), [n]) if !below => self.digits_above(*n, depth, effort),
                    (Some(Op::Rev | Op::ToLower | Op::ToUpper), [s]) | (Some(Op::Update), [s, ..]) => {
                        vec![self.len(*s)]
                    }
                    (Some(Op::ReplaceAll), [s, y, z]) => self.replaced_alike(*s, *y, *z),
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// Is `a - b` never negative, as a side question of another one?
    fn side(&mut self, a: Term, b: Option<Term>, depth: u32, effort: &mut u64) -> bool {
        let mut terms = vec![(a, Rational::ONE)];
        terms.extend(b.map(|b| (b, -Rational::ONE)));
        let sum = self.length_linear(&terms);
        if let Some(known) = self.knowledge.positive.get(&sum) {
            return *known;
        }
        *effort = effort.saturating_sub(1);
        *effort > 0 && self.approximated(&sum, depth - 1, effort)
    }

    /// `|substr(s, n, m)| <= m` when m >= 0; `<= |s| - n` when that is not negative; `<= |s|`.
    fn substr_above(&mut self, s: Term, n: Term, m: Term, depth: u32, effort: &mut u64) -> Vec<Term> {
        let length = self.len(s);
        let mut found = Vec::new();
        if self.side(m, None, depth, effort) {
            found.push(m);
        }
        if self.side(length, Some(n), depth, effort) {
            found.push(self.sub(length, n));
        }
        found.push(length);
        found
    }

    /// `|substr(s, n, m)| >= m` when it lies inside; `>= |s| - n` when it reaches the end.
    fn substr_below(&mut self, s: Term, n: Term, m: Term, depth: u32, effort: &mut u64) -> Vec<Term> {
        let length = self.len(s);
        let mut found = Vec::new();
        if self.side(n, None, depth, effort) {
            let end = self.add(n, m);
            if self.side(length, Some(end), depth, effort) {
                found.push(m);
            } else if self.side(end, Some(length), depth, effort) {
                found.push(self.sub(length, n));
            }
        }
        found
    }

    /// `|replace(s, y, z)| <= |s|` when |y| >= |z|, else `<= |s| + |z|`.
    fn replace_above(&mut self, s: Term, y: Term, z: Term, depth: u32, effort: &mut u64) -> Vec<Term> {
        let [s, y, z] = [s, y, z].map(|word| self.len(word));
        if self.side(y, Some(z), depth, effort) { vec![s] } else { vec![self.add(s, z)] }
    }

    /// `|replace(s, y, z)| >= |s|` when |z| >= |y| or |z| >= |s|, else `>= |s| - |y|`.
    fn replace_below(&mut self, s: Term, y: Term, z: Term, depth: u32, effort: &mut u64) -> Vec<Term> {
        let [s, y, z] = [s, y, z].map(|word| self.len(word));
        let is_longer = self.side(z, Some(y), depth, effort) || self.side(z, Some(s), depth, effort);
        if is_longer { vec![s] } else { vec![self.sub(s, y)] }
    }

    /// `|replace_all(s, y, z)| = |s|` when |y| = |z|.
    fn replaced_alike(&mut self, s: Term, y: Term, z: Term) -> Vec<Term> {
        let [s, y, z] = [s, y, z].map(|word| self.len(word));
        if self.is_same_number(y, z) { vec![s] } else { Vec::new() }
    }

    /// `|from_int(n)| <= n + 1` when n >= 0.
    fn digits_above(&mut self, n: Term, depth: u32, effort: &mut u64) -> Vec<Term> {
        let one = self.int(1);
        if self.side(n, None, depth, effort) { vec![self.add(n, one)] } else { Vec::new() }
    }

    /// `indexof(s, t, n) <= |s| - |t|` when that is at least -1, else `<= |s|`.
    fn index_above(&mut self, s: Term, t: Term, depth: u32, effort: &mut u64) -> Vec<Term> {
        let (s, t) = (self.len(s), self.len(t));
        if self.side(s, Some(t), depth, effort) { vec![self.sub(s, t)] } else { vec![s] }
    }
}
