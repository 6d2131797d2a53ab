//! Contradictions that a short argument shows.
//!
//! Each is made of arbitrary terms where the argument allows it, split over Boolean cases, and
//! surrounded by assertions that do not matter.

use tress_term::term::{Op, Sort, Term, TermStore};

use super::{DEPTH, Logic, Maker, Planted};

impl Maker<'_> {
    pub(super) fn plant_contradiction(&mut self, size: usize) {
        let whole = self.problem.logic != Logic::Lra;
        let (parts, reason) = match self.random.below(7) {
            0 if whole => (self.residue(), "a multiple between two neighbouring multiples"),
            1 if whole => (self.indivisible(), "a sum of multiples that is no multiple"),
            2 if whole => (self.pigeons(), "more different numbers than places"),
            3 if self.problem.logic == Logic::Uflia => {
                (self.two_values(), "a function with two values for one argument")
            }
            4 if self.problem.logic == Logic::Lira => (self.floor(), "a floor above its number"),
            5 => (self.circle(), "numbers that grow around a circle"),
            _ => (self.combination(), "inequalities whose sum is false"),
        };
        let mut assertions = Vec::new();
        for part in parts {
            self.split(part, &mut assertions);
        }
        while assertions.len() < size {
            let filler = self.term(Sort::Bool, DEPTH);
            let place = self.random.below(assertions.len() + 1);
            assertions.insert(place, filler);
        }
        self.problem.assertions = assertions;
        self.problem.planted = Planted::Unsat(reason);
    }

    /// Says `part` once, or in both cases of a random formula.
    fn split(&mut self, part: Term, assertions: &mut Vec<Term>) {
        if self.random.chance(2, 3) {
            assertions.push(part);
            return;
        }
        let case = self.term(Sort::Bool, 1);
        let other = self.problem.store.not(case);
        for case in [case, other] {
            let either = self.app(Op::Or, &[part, case]);
            assertions.push(either);
        }
    }

    fn times(&mut self, factor: i64, term: Term) -> Term {
        let factor = self.problem.store.int(factor);
        let real = self.problem.store.sort(term) == Sort::Real;
        let factor = if real { self.problem.store.as_real(factor) } else { factor };
        self.app(Op::Mul, &[factor, term])
    }

    fn number(&mut self, number: i64, sort: Sort) -> Term {
        let literal = self.problem.store.int(number);
        if sort == Sort::Real { self.problem.store.as_real(literal) } else { literal }
    }

    /// `k a + k b + c >= low + d` and `c <= d`, `k a + k b + c <= high + d` and `c >= d`, with no
    /// multiple of `k` from `low` to `high`.
    fn residue(&mut self) -> Vec<Term> {
        let k = self.random.between(2, 25);
        let base = k * self.random.between(-10, 10);
        let low = self.random.between(1, k - 1);
        let high = self.random.between(low, k - 1);
        let d = self.random.between(-20, 20);
        let [a, b, c] = [0, 1, 2].map(|_| self.term(Sort::Int, 1));
        let (ka, kb) = (self.times(k, a), self.times(k, b));
        let sum = self.app(Op::Add, &[ka, kb, c]);
        let [low, high, d] = [base + low + d, base + high + d, d].map(|n| self.number(n, Sort::Int));
        vec![
            self.app(Op::Ge, &[sum, low]),
            self.app(Op::Le, &[c, d]),
            self.app(Op::Le, &[sum, high]),
            self.app(Op::Ge, &[c, d]),
        ]
    }

    /// `k a + v = r` and `v = k b`, where `k` does not divide `r`.
    fn indivisible(&mut self) -> Vec<Term> {
        let k = self.random.between(2, 50);
        let rest = k * self.random.between(-10, 10) + self.random.between(1, k - 1);
        let [a, b, v] = [2, 2, 0].map(|depth| self.term(Sort::Int, depth));
        let (ka, kb) = (self.times(k, a), self.times(k, b));
        let sum = self.app(Op::Add, &[ka, v]);
        let rest = self.number(rest, Sort::Int);
        vec![self.app(Op::Eq, &[sum, rest]), self.app(Op::Eq, &[v, kb])]
    }

    /// More different numbers than the range holds.
    fn pigeons(&mut self) -> Vec<Term> {
        let count = 3 + self.random.below(3);
        let pigeons: Vec<Term> = (0..count).map(|_| self.term(Sort::Int, 1)).collect();
        let start = self.random.between(-20, 20);
        let end = start + count as i64 - 2;
        let mut parts = vec![self.app(Op::Distinct, &pigeons)];
        for pigeon in pigeons {
            let [start, end] = [start, end].map(|n| self.number(n, Sort::Int));
            parts.push(self.app(Op::Le, &[start, pigeon, end]));
        }
        parts
    }

    /// `x <= y`, `y <= x`, and a function or predicate that tells them apart.
    fn two_values(&mut self) -> Vec<Term> {
        let [x, y] = [0, 1].map(|_| self.term(Sort::Int, 1));
        let store = &self.problem.store;
        let unary: Vec<_> =
            self.functions.iter().copied().filter(|f| *store.symbol(*f).arguments == [Sort::Int]).collect();
        let function = *self.random.pick(&unary);
        let shift = self.literal_sum();
        let mut applied = Vec::new();
        for argument in [x, y] {
            let argument = self.app(Op::Add, &[argument, shift]);
            applied.push(self.problem.store.apply(function, &[argument]).expect("a number"));
        }
        let differ = self.app(Op::Distinct, &applied);
        vec![self.app(Op::Le, &[x, y]), self.app(Op::Le, &[y, x]), differ]
    }

    fn literal_sum(&mut self) -> Term {
        let term = self.term(Sort::Int, 0);
        let k = self.random.between(1, 5);
        self.times(k, term)
    }

    /// A floor that is above its number, or more than one below.
    fn floor(&mut self) -> Vec<Term> {
        let r = self.term(Sort::Real, 1);
        let floor = self.app(Op::ToInt, &[r]);
        let floor = self.app(Op::ToReal, &[floor]);
        if self.random.chance(1, 2) {
            return vec![self.app(Op::Gt, &[floor, r])];
        }
        let one = self.number(1, Sort::Real);
        let next = self.app(Op::Add, &[floor, one]);
        vec![self.app(Op::Le, &[next, r])]
    }

    /// `a < b`, `b < c`, `c <= a`.
    fn circle(&mut self) -> Vec<Term> {
        let sort = if self.problem.logic == Logic::Lra { Sort::Real } else { Sort::Int };
        let count = 2 + self.random.below(3);
        let terms: Vec<Term> = (0..count).map(|_| self.term(sort, 2)).collect();
        let mut parts: Vec<Term> = Vec::new();
        for two in terms.windows(2) {
            let less = self.app(Op::Lt, two);
            parts.push(less);
        }
        let back = self.app(Op::Le, &[terms[count - 1], terms[0]]);
        parts.push(back);
        parts
    }

    /// Rows `e_i <= b_i` over the constants and the row `Σ λ_i e_i > Σ λ_i b_i`, written out.
    fn combination(&mut self) -> Vec<Term> {
        let sort = if self.problem.logic == Logic::Lra { Sort::Real } else { Sort::Int };
        let store: &TermStore = &self.problem.store;
        let numbers: Vec<Term> =
            self.constants.iter().copied().filter(|constant| store.sort(*constant) == sort).collect();
        let rows = 1 + self.random.below(4);
        let mut last: Vec<i64> = vec![0; numbers.len()];
        let mut bound = 0;
        let mut parts = Vec::new();
        for _ in 0..rows {
            let factor = self.random.between(1, 4);
            let row: Vec<i64> = numbers.iter().map(|_| self.random.between(-12, 12)).collect();
            let most = self.random.between(-50, 50);
            last.iter_mut().zip(&row).for_each(|(sum, part)| *sum += factor * part);
            bound += factor * most;
            let (left, most) = (self.row(&numbers, &row), self.number(most, sort));
            parts.push(self.app(Op::Le, &[left, most]));
        }
        let (left, bound) = (self.row(&numbers, &last), self.number(bound, sort));
        parts.push(self.app(Op::Gt, &[left, bound]));
        parts
    }

    fn row(&mut self, numbers: &[Term], factors: &[i64]) -> Term {
        let mut parts = Vec::new();
        for (number, factor) in numbers.iter().zip(factors) {
            let part = self.times(*factor, *number);
            parts.push(part);
        }
        match parts.as_slice() {
            [only] => *only,
            _ => self.app(Op::Add, &parts),
        }
    }
}
