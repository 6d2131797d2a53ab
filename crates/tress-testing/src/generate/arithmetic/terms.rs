//! Random terms of numbers, truth values and elements.

use tress_base::{Int, Rational};
use tress_term::term::{Op, Sort, Term};

use super::{Logic, MOST_DIVISOR, Maker};

impl Maker<'_> {
    /// A term of a sort. Calls itself once for each level, and levels are few.
    pub(super) fn term(&mut self, sort: Sort, depth: usize) -> Term {
        if depth == 0 {
            return self.leaf(sort);
        }
        match sort {
            Sort::Bool => self.formula(depth),
            Sort::Int => self.int(depth),
            Sort::Real => self.real(depth),
            _ => self.element(depth),
        }
    }

    fn leaf(&mut self, sort: Sort) -> Term {
        let store = &self.problem.store;
        let fitting: Vec<Term> =
            self.constants.iter().copied().filter(|constant| store.sort(*constant) == sort).collect();
        if !fitting.is_empty() && self.random.chance(4, 5) {
            return *self.random.pick(&fitting);
        }
        match sort {
            Sort::Int => self.literal(30),
            Sort::Real => {
                let value = self.value(Sort::Real);
                self.problem.store.value(value)
            }
            Sort::Bool if self.random.chance(1, 4) => self.boolean(),
            Sort::Bool => {
                let number = self.number_sort();
                self.comparison(number, 1)
            }
            // Elements have no literals.
            _ => fitting.first().copied().unwrap_or_else(|| self.element_of_number()),
        }
    }

    fn boolean(&mut self) -> Term {
        let truth = self.random.chance(1, 2);
        tress_term::term::TermStore::bool(truth)
    }

    fn literal(&mut self, most: i64) -> Term {
        let number = self.random.between(-most, most);
        self.problem.store.int(number)
    }

    /// Some element, when no constant is one.
    fn element_of_number(&mut self) -> Term {
        let literal = self.literal(3);
        let store = &mut self.problem.store;
        let wanted = (vec![Sort::Int], self.problem.element);
        let maker = self.functions.iter().find(|function| {
            let symbol = store.symbol(**function);
            (symbol.arguments.to_vec(), symbol.result) == wanted
        });
        let maker = *maker.expect("a logic with elements has a function that gives them");
        store.apply(maker, &[literal]).expect("a number")
    }

    fn number_sort(&mut self) -> Sort {
        match self.problem.logic {
            Logic::Lia | Logic::Uflia => Sort::Int,
            Logic::Lra => Sort::Real,
            Logic::Lira => *self.random.pick(&[Sort::Int, Sort::Real]),
        }
    }

    /// A sort to compare values of.
    fn equal_sort(&mut self) -> Sort {
        match self.random.below(6) {
            0 => Sort::Bool,
            1 | 2 if self.problem.logic == Logic::Uflia => self.problem.element,
            _ => self.number_sort(),
        }
    }

    fn formula(&mut self, depth: usize) -> Term {
        let several = 2 + self.random.below(2);
        match self.random.below(16) {
            0 | 1 => self.junction(Op::And, several, depth),
            2..=4 => self.junction(Op::Or, several, depth),
            5 => self.junction(Op::Xor, 2, depth),
            6 => self.junction(Op::Implies, several, depth),
            7 => {
                let inner = self.term(Sort::Bool, depth - 1);
                self.app(Op::Not, &[inner])
            }
            8 => self.choice(Sort::Bool, depth),
            9 => self.equality(Op::Eq, 2, depth),
            10 => {
                let count = 2 + self.random.below(3);
                self.equality(Op::Distinct, count, depth)
            }
            11 => self.special_predicate(depth),
            _ => {
                let number = self.number_sort();
                self.comparison(number, depth)
            }
        }
    }

    fn junction(&mut self, op: Op, count: usize, depth: usize) -> Term {
        let parts: Vec<Term> = (0..count).map(|_| self.term(Sort::Bool, depth - 1)).collect();
        self.app(op, &parts)
    }

    fn choice(&mut self, sort: Sort, depth: usize) -> Term {
        let condition = self.term(Sort::Bool, depth - 1);
        let [yes, no] = [0, 1].map(|_| self.term(sort, depth - 1));
        self.app(Op::Ite, &[condition, yes, no])
    }

    fn equality(&mut self, op: Op, count: usize, depth: usize) -> Term {
        let sort = self.equal_sort();
        // More than two different truth values do not exist.
        let count = if sort == Sort::Bool { 2 } else { count };
        let parts: Vec<Term> = (0..count).map(|_| self.term(sort, depth - 1)).collect();
        self.app(op, &parts)
    }

    /// Divisibility, wholeness, a declared predicate; a comparison where the logic has none.
    fn special_predicate(&mut self, depth: usize) -> Term {
        match self.problem.logic {
            Logic::Lia => {
                let divisor = Int::from(self.random.between(1, MOST_DIVISOR));
                let number = self.term(Sort::Int, depth - 1);
                let store = &mut self.problem.store;
                store.indexed(Op::Divisible, &[divisor], &[number]).expect("a number")
            }
            Logic::Lira => {
                let number = self.term(Sort::Real, depth - 1);
                self.app(Op::IsInt, &[number])
            }
            Logic::Uflia => self.application(Sort::Bool, depth),
            Logic::Lra => self.comparison(Sort::Real, depth),
        }
    }

    /// A sum compared with a number, or two terms with each other.
    fn comparison(&mut self, sort: Sort, depth: usize) -> Term {
        let op = *self.random.pick(&[Op::Le, Op::Lt, Op::Ge, Op::Gt, Op::Eq]);
        let left = self.sum(sort, depth - 1);
        let right = if self.random.chance(1, 3) {
            self.term(sort, depth - 1)
        } else {
            let literal = self.literal(100);
            if sort == Sort::Real { self.problem.store.as_real(literal) } else { literal }
        };
        if self.random.chance(1, 15) {
            let third = self.term(sort, depth - 1);
            return self.app(op, &[left, right, third]);
        }
        self.app(op, &[left, right])
    }

    /// A sum of up to four terms with coefficients.
    fn sum(&mut self, sort: Sort, depth: usize) -> Term {
        let count = 1 + self.random.below(4);
        let parts: Vec<Term> = (0..count).map(|_| self.scaled(sort, depth)).collect();
        match parts.as_slice() {
            [only] => *only,
            _ if self.random.chance(1, 4) => self.app(Op::Sub, &parts),
            _ => self.app(Op::Add, &parts),
        }
    }

    fn scaled(&mut self, sort: Sort, depth: usize) -> Term {
        let term = self.term(sort, depth);
        let most = if self.random.chance(1, 2) { 5 } else { 50 };
        let mut factor = self.literal(most);
        if sort == Sort::Real {
            factor = self.problem.store.as_real(factor);
        }
        if self.random.chance(1, 3) { term } else { self.app(Op::Mul, &[factor, term]) }
    }

    fn int(&mut self, depth: usize) -> Term {
        match self.random.below(14) {
            0..=2 => self.sum(Sort::Int, depth - 1),
            3 | 4 => self.choice(Sort::Int, depth),
            5 | 6 => self.division(depth),
            7 => {
                let inner = self.term(Sort::Int, depth - 1);
                self.app(Op::Abs, &[inner])
            }
            8 | 9 if self.problem.logic == Logic::Uflia => self.application(Sort::Int, depth),
            8 | 9 if self.problem.logic == Logic::Lira => {
                let inner = self.term(Sort::Real, depth - 1);
                self.app(Op::ToInt, &[inner])
            }
            _ => self.leaf(Sort::Int),
        }
    }

    /// A quotient or remainder by a number, rarely by zero.
    fn division(&mut self, depth: usize) -> Term {
        let op = *self.random.pick(&[Op::IntDiv, Op::Mod]);
        let dividend = self.term(Sort::Int, depth - 1);
        let least = i64::from(!self.random.chance(1, 40));
        let size = self.random.between(least, MOST_DIVISOR);
        let divisor = if self.random.chance(1, 4) { -size } else { size };
        let divisor = self.problem.store.int(divisor);
        self.app(op, &[dividend, divisor])
    }

    fn real(&mut self, depth: usize) -> Term {
        match self.random.below(12) {
            0..=3 => self.sum(Sort::Real, depth - 1),
            4 | 5 => self.choice(Sort::Real, depth),
            6 => {
                let inner = self.term(Sort::Real, depth - 1);
                let divisor = Rational::from(self.random.between(1, 9));
                let divisor = self.problem.store.real(divisor);
                self.app(Op::RealDiv, &[inner, divisor])
            }
            7 | 8 if self.problem.logic == Logic::Lira => {
                let inner = self.term(Sort::Int, depth - 1);
                self.app(Op::ToReal, &[inner])
            }
            _ => self.leaf(Sort::Real),
        }
    }

    fn element(&mut self, depth: usize) -> Term {
        let sort = self.problem.element;
        match self.random.below(4) {
            0 => self.choice(sort, depth),
            1 => self.application(sort, depth),
            _ => self.leaf(sort),
        }
    }

    /// A declared function that gives this sort, applied to terms.
    fn application(&mut self, sort: Sort, depth: usize) -> Term {
        let store = &self.problem.store;
        let fitting: Vec<_> = self
            .functions
            .iter()
            .copied()
            .filter(|function| store.symbol(*function).result == sort)
            .collect();
        let function = *self.random.pick(&fitting);
        let sorts = self.problem.store.symbol(function).arguments.clone();
        let mut args = Vec::with_capacity(sorts.len());
        for sort in sorts.iter() {
            args.push(self.term(*sort, depth - 1));
        }
        self.problem.store.apply(function, &args).expect("the arguments fit the function")
    }
}
