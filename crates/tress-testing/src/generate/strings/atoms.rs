//! What the assertions of string problems say.

use tress_term::term::{Op, Shape, Sort, Term, Theory};

use super::Maker;

/// How deep functions nest.
const DEPTH: usize = 2;

impl Maker<'_> {
    /// A literal, or a few of them joined.
    pub(super) fn formula(&mut self) -> Term {
        match self.random.below(10) {
            0..=5 => self.literal(),
            6 | 7 => {
                let parts = [self.literal(), self.literal()];
                self.app(Op::Or, &parts)
            }
            8 => {
                let op = *self.random.pick(&[Op::And, Op::Implies, Op::Xor, Op::Eq]);
                let parts = [self.literal(), self.literal()];
                let whole = self.app(op, &parts);
                if self.random.chance(1, 2) { whole } else { self.problem.store.not(whole) }
            }
            _ => {
                let parts = [self.literal(), self.literal(), self.literal()];
                self.app(Op::Ite, &parts)
            }
        }
    }

    fn literal(&mut self) -> Term {
        let atom = self.atom();
        if self.random.chance(1, 3) { self.problem.store.not(atom) } else { atom }
    }

    fn atom(&mut self) -> Term {
        match self.random.below(20) {
            0..=3 => {
                let sides = [self.concatenation(), self.concatenation()];
                self.app(Op::Eq, &sides)
            }
            4 => self.loop_equation(),
            5..=7 => {
                let subject =
                    if self.random.chance(2, 3) { self.leaf(Sort::String) } else { self.concatenation() };
                let language = self.language();
                self.app(Op::InRe, &[subject, language])
            }
            8..=10 => self.comparison(),
            11..=13 => {
                let sides = [self.term(Sort::String, DEPTH), self.term(Sort::String, 1)];
                self.app(Op::Eq, &sides)
            }
            14 | 15 => {
                let sides = [self.term(Sort::Int, DEPTH), self.leaf(Sort::Int)];
                self.app(Op::Eq, &sides)
            }
            16..=18 => self.predicate(),
            _ => self.leaf(Sort::Bool),
        }
    }

    /// Variables and literals, some of them again, one after the other.
    fn concatenation(&mut self) -> Term {
        let count = 1 + self.random.below(4);
        let mut parts: Vec<Term> = (0..count).map(|_| self.leaf(Sort::String)).collect();
        if self.random.chance(1, 5) {
            let again = *self.random.pick(&parts);
            parts.push(again);
        }
        if let [only] = parts.as_slice() { *only } else { self.app(Op::Concat, &parts) }
    }

    /// A variable on both sides, as in `x u = v x`.
    fn loop_equation(&mut self) -> Term {
        let variable = self.leaf(Sort::String);
        let (left, right) = (self.concatenation(), self.concatenation());
        let (mut one, mut other) = (vec![variable, left], vec![right, variable]);
        if self.random.chance(1, 4) {
            let more = self.leaf(Sort::String);
            (if self.random.chance(1, 2) { &mut one } else { &mut other }).push(more);
        }
        let sides = [self.app(Op::Concat, &one), self.app(Op::Concat, &other)];
        self.app(Op::Eq, &sides)
    }

    /// Lengths and other numbers, compared.
    fn comparison(&mut self) -> Term {
        let op = *self.random.pick(&[Op::Le, Op::Lt, Op::Ge, Op::Gt, Op::Eq]);
        let left = if self.random.chance(1, 2) {
            let subject = self.leaf(Sort::String);
            self.app(Op::Length, &[subject])
        } else {
            self.term(Sort::Int, DEPTH)
        };
        let right = match self.random.below(3) {
            0 => self.term(Sort::Int, 1),
            1 => {
                let subject = self.leaf(Sort::String);
                let length = self.app(Op::Length, &[subject]);
                let more = self.leaf(Sort::Int);
                self.app(Op::Add, &[length, more])
            }
            _ => self.leaf(Sort::Int),
        };
        self.app(op, &[left, right])
    }

    /// A predicate on strings.
    fn predicate(&mut self) -> Term {
        let op =
            *self.random.pick(&[Op::Contains, Op::PrefixOf, Op::SuffixOf, Op::StrLt, Op::StrLe, Op::IsDigit]);
        if op == Op::IsDigit {
            let subject = self.term(Sort::String, DEPTH);
            return self.app(op, &[subject]);
        }
        let depth = self.random.below(DEPTH + 1);
        let args = [self.term(Sort::String, depth), self.term(Sort::String, DEPTH - depth)];
        self.app(op, &args)
    }

    /// A language, mostly without variables.
    fn language(&mut self) -> Term {
        if self.random.chance(1, 12) {
            let ends = [self.leaf(Sort::String), self.leaf(Sort::String)];
            let op = *self.random.pick(&[Op::StrToRe, Op::ReRange]);
            let open = if op == Op::StrToRe { self.app(op, &ends[..1]) } else { self.app(op, &ends) };
            let known = self.languages.term(&mut self.problem.store, self.random, Sort::RegLan);
            let op = *self.random.pick(&[Op::ReConcat, Op::ReUnion, Op::ReInter, Op::ReDiff]);
            return self.app(op, &[open, known]);
        }
        self.languages.term(&mut self.problem.store, self.random, Sort::RegLan)
    }

    /// A term with functions up to this depth. Calls itself once for each level.
    fn term(&mut self, sort: Sort, depth: usize) -> Term {
        if sort == Sort::RegLan {
            return self.language();
        }
        if depth == 0 || sort == Sort::Bool || self.random.chance(1, 6) {
            return self.leaf(sort);
        }
        if self.random.chance(1, 15) {
            let (condition, one) = (self.predicate_leaf(), self.term(sort, depth - 1));
            let other = self.term(sort, depth - 1);
            return self.app(Op::Ite, &[condition, one, other]);
        }
        let fits = |op: &Op| {
            op.info().theory == Theory::Strings
                && match op.info().shape {
                    Shape::Fixed(_, result) | Shape::Many(result) | Shape::Pairs(result) => result == sort,
                    _ => false,
                }
        };
        let fitting: Vec<Op> = Op::all().filter(fits).collect();
        let op = *self.random.pick(&fitting);
        let sorts = match op.info().shape {
            Shape::Fixed(sorts, _) => sorts.to_vec(),
            Shape::Pairs(sort) => vec![sort; 5],
            _ => vec![sort; 2],
        };
        let args: Vec<Term> = sorts.into_iter().map(|sort| self.term(sort, depth - 1)).collect();
        self.app(op, &args)
    }

    /// A condition without further depth.
    fn predicate_leaf(&mut self) -> Term {
        let args = [self.leaf(Sort::String), self.leaf(Sort::String)];
        let op = *self.random.pick(&[Op::Contains, Op::PrefixOf, Op::Eq]);
        self.app(op, &args)
    }

    /// A variable or a literal.
    fn leaf(&mut self, sort: Sort) -> Term {
        let fitting: Vec<Term> = self
            .variables
            .iter()
            .copied()
            .filter(|variable| self.problem.store.sort(*variable) == sort)
            .collect();
        if !fitting.is_empty() && self.random.chance(2, 3) {
            return *self.random.pick(&fitting);
        }
        let value = self.knobs.value(self.random, sort).expect("strings, numbers and truths have literals");
        self.problem.store.value(value)
    }
}
