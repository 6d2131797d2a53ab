//! Small problems about products and quotients of unknown numbers, with lengths among them.

use tress_base::Int;
use tress_base::Random;
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore};

use super::strings::Strings;

/// The kinds of problems: by what occurs in them besides sums and comparisons.
pub const PRODUCT_KINDS: [&str; 4] = ["products", "quotients", "products and quotients", "with lengths"];

/// A problem that is being made.
struct Maker<'random> {
    store: TermStore,
    numbers: Vec<Term>,
    kind: usize,
    random: &'random mut Random,
}

impl Strings {
    /// The problem about products that these random numbers give, and its kind.
    pub fn products(random: &mut Random) -> (Strings, usize) {
        let kind = random.below(PRODUCT_KINDS.len());
        let mut store = TermStore::new();
        let mut symbols: Vec<SymbolId> = Vec::new();
        let mut numbers = Vec::new();
        for place in 0..=random.below(3) {
            let is_word = kind == 3 && (place == 0 || random.chance(1, 2));
            let (name, sort) = if is_word { ("w", Sort::String) } else { ("i", Sort::Int) };
            let symbol = store.declare(&format!("{name}{place}"), &[], sort);
            symbols.push(symbol);
            let constant = store.constant(symbol);
            let length = |store: &mut TermStore| store.app(Op::Length, &[constant]).expect("a string");
            numbers.push(if is_word { length(&mut store) } else { constant });
        }
        let mut maker = Maker { store, numbers, kind, random };
        let count = 1 + maker.random.below(4);
        let assertions: Vec<Term> = (0..count).map(|place| maker.formula(place == 0)).collect();
        (Strings { store: maker.store, symbols, assertions, planted: None }, kind)
    }
}

impl Maker<'_> {
    fn app(&mut self, op: Op, args: &[Term]) -> Term {
        self.store.app(op, args).expect("numbers and truth values")
    }

    fn small(&mut self, most: i64) -> Term {
        let number = self.random.between(-most, most);
        self.store.int(Int::from(number))
    }

    fn number(&mut self) -> Term {
        *self.random.pick(&self.numbers)
    }

    /// A literal, or two of which one holds. The first formula of a problem has a product.
    fn formula(&mut self, has_product: bool) -> Term {
        if self.random.chance(1, 5) {
            let parts = [self.literal(has_product), self.literal(false)];
            return self.app(Op::Or, &parts);
        }
        self.literal(has_product)
    }

    fn literal(&mut self, has_product: bool) -> Term {
        let ops = [Op::Eq, Op::Eq, Op::Le, Op::Lt, Op::Ge, Op::Gt];
        let op = *self.random.pick(&ops);
        let left = if has_product || self.random.chance(1, 2) { self.sum() } else { self.number() };
        let right = match self.random.below(4) {
            0 => self.number(),
            1 => self.small(50),
            _ => self.small(12),
        };
        let atom = self.app(op, &[left, right]);
        if self.random.chance(1, 6) { self.store.not(atom) } else { atom }
    }

    /// A sum with at least one product or quotient.
    fn sum(&mut self) -> Term {
        let mut parts = vec![self.product()];
        for _ in 0..self.random.below(3) {
            let part = match self.random.below(3) {
                0 => self.product(),
                1 => self.number(),
                _ => {
                    let args = [self.small(5), self.number()];
                    self.app(Op::Mul, &args)
                }
            };
            parts.push(part);
        }
        if parts.len() == 1 { parts[0] } else { self.app(Op::Add, &parts) }
    }

    fn product(&mut self) -> Term {
        let is_quotient = match self.kind {
            0 => false,
            1 => true,
            _ => self.random.chance(1, 3),
        };
        if is_quotient {
            let dividend = if self.random.chance(1, 4) { self.small(20) } else { self.number() };
            let divisor = self.number();
            let op = if self.random.chance(1, 2) { Op::IntDiv } else { Op::Mod };
            return self.app(op, &[dividend, divisor]);
        }
        let first = self.number();
        match self.random.below(8) {
            0..=2 => self.app(Op::Mul, &[first, first]),
            3 => {
                let args = [first, self.number(), self.number()];
                self.app(Op::Mul, &args)
            }
            4 => {
                let sum = [self.number(), self.small(3)];
                let sum = self.app(Op::Add, &sum);
                self.app(Op::Mul, &[first, sum])
            }
            _ => {
                let args = [first, self.number()];
                self.app(Op::Mul, &args)
            }
        }
    }
}
