//! Least and largest lengths of words, least and largest values of numbers.
//!
//! Enters: a term of sort String or Int. Leaves: bounds that hold under every model; for a String,
//! of its length. They are computed once for each term, arguments first.

use tress_automata::MAX_CHAR;
use tress_base::Int;

use super::super::context::Context;
use super::super::knowledge::Bounds;
use tress_term::term::{Op, Sort, Term, TermMap, TermStore, Value, post_order_where};

impl Context<'_> {
    /// Bounds of a number, or of the length of a word.
    pub(in super::super) fn bounds(&mut self, root: Term) -> Bounds {
        if let Some(known) = self.knowledge.bounds.get(root) {
            return known.clone();
        }
        let knowledge = &self.knowledge.bounds;
        let store = &self.store;
        let enter = |term: Term| matches!(store.sort(term), Sort::String | Sort::Int) && !knowledge.has(term);
        for term in post_order_where(store, &[root], enter) {
            let bounds = Shape { store: self.store, known: &self.knowledge.bounds }.bounds(term);
            self.knowledge.bounds.set(term, bounds);
        }
        self.knowledge.bounds.get(root).cloned().unwrap_or_else(Bounds::unbounded)
    }
}

/// What the operator of a term implies for its bounds, given those of its arguments.
#[derive(Clone, Copy)]
pub struct Shape<'a> {
    /// All terms.
    pub store: &'a TermStore,
    /// Bounds of the arguments; what is not there has none.
    pub known: &'a TermMap<Bounds>,
}

impl Shape<'_> {
    fn known(&self, term: Term) -> Bounds {
        self.known.get(term).cloned().unwrap_or_else(Bounds::unbounded)
    }

    fn as_int(&self, term: Term) -> Option<Int> {
        match self.store.as_value(term) {
            Some(Value::Int(n)) => Some(n.clone()),
            _ => None,
        }
    }

    /// Bounds of a number, or of the length of a word.
    pub fn bounds(&self, term: Term) -> Bounds {
        match self.store.as_value(term) {
            Some(Value::Int(n)) => return Bounds::exactly(n.clone()),
            Some(Value::Str(word)) => return Bounds::exactly(Int::from(word.len())),
            _ => {}
        }
        if self.store.is_letter(term) {
            return Bounds::new(1, Some(1));
        }
        let is_word = self.store.sort(term) == Sort::String;
        let least = if is_word { Bounds::new(0, None) } else { Bounds::unbounded() };
        let (Some(op), args) = (self.store.op(term), self.store.args(term)) else { return least };
        match (op, args) {
            (Op::Ite, [_, yes, no]) => self.known(*yes).join(&self.known(*no)),
            _ if is_word => self.word_bounds(op, args).unwrap_or(least),
            _ => self.number_bounds(op, args).unwrap_or(least),
        }
    }

    /// Bounds of a length.
    fn word_bounds(&self, op: Op, args: &[Term]) -> Option<Bounds> {
        let zero = || Some(Int::ZERO);
        Some(match (op, args) {
            (Op::Concat, _) => {
                args.iter().fold(Bounds::new(0, Some(0)), |sum, arg| sum.plus(&self.known(*arg)))
            }
            (Op::At, [s, _]) => Bounds {
                low: zero(),
                high: Some(self.known(*s).high.map_or(Int::ONE, |high| high.min(Int::ONE))),
            },
            (Op::FromCode, _) => Bounds::new(0, Some(1)),
            (Op::Substr, [s, start, count]) => self.substr_bounds(*s, *start, *count),
            (Op::Rev | Op::ToLower | Op::ToUpper, [s]) | (Op::Update, [s, _, _]) => self.known(*s),
            (Op::Trim, [s]) => Bounds { low: zero(), high: self.known(*s).high },
            (Op::Replace, [s, from, to]) => {
                let (s, from, to) = (self.known(*s), self.known(*from), self.known(*to));
                // Either nothing changes, or one string is replaced by another.
                let low = match (&s.low, &from.high, &to.low) {
                    (Some(s), Some(from), Some(to)) => s.clone().min((&(s - from) + to).max(to.clone())),
                    _ => s.low.clone().unwrap_or_default().min(to.low.clone().unwrap_or_default()),
                };
                let high = match (&s.high, &from.low, &to.high) {
                    (Some(s), Some(from), Some(to)) => Some(s.clone().max(&(s - from) + to)),
                    _ => None,
                };
                Bounds { low: Some(low.max(Int::ZERO)), high }
            }
            (Op::ReplaceAll | Op::ReplaceReAll, [s, _, to])
                if self.known(*to).high.is_some_and(|n| n.is_zero()) =>
            {
                Bounds { low: zero(), high: self.known(*s).high }
            }
            (Op::StrFromInt, [n]) => {
                let n = self.known(*n);
                let low = i64::from(n.low.is_some_and(|low| !low.is_negative()));
                let digits = |n: Int| if n.is_negative() { 0 } else { n.decimal_len() };
                let high = n.high.filter(|high| high.bit_len() < 1000).map(|high| Int::from(digits(high)));
                Bounds { low: Some(Int::from(low)), high }
            }
            _ => return None,
        })
    }

    fn substr_bounds(&self, s: Term, start: Term, count: Term) -> Bounds {
        let (s, start, count) = (self.known(s), self.known(start), self.known(count));
        let mut high = s.high.clone();
        if let Some(count) = &count.high {
            let count = count.clone().max(Int::ZERO);
            high = Some(high.map_or(count.clone(), |high| high.min(count)));
        }
        if let (Some(whole), Some(start)) = (&s.high, &start.low)
            && start.is_positive()
        {
            let rest = (whole - start).max(Int::ZERO);
            high = Some(high.map_or(rest.clone(), |high| high.min(rest)));
        }
        // A start that is certainly inside leaves at least what is certainly there.
        let low = match (&s.low, &start.low, &start.high, &count.low) {
            (Some(whole), Some(first), Some(last), Some(count)) if !first.is_negative() => {
                (whole - last).min(count.clone()).max(Int::ZERO)
            }
            _ => Int::ZERO,
        };
        Bounds { low: Some(low), high }
    }

    /// Bounds of a whole number.
    fn number_bounds(&self, op: Op, args: &[Term]) -> Option<Bounds> {
        let at_most = |term: Term| self.known(term).high;
        Some(match (op, args) {
            (Op::Length, [s]) => self.known(*s),
            (Op::IndexOf | Op::LastIndexOf, [s, t, ..]) => {
                let least = self.known(*t).low.unwrap_or_default();
                let high = at_most(*s).map(|high| (&high - &least).max(Int::MINUS_ONE));
                Bounds { low: Some(Int::MINUS_ONE), high }
            }
            (Op::IndexOfRe, [s, ..]) => Bounds { low: Some(Int::MINUS_ONE), high: at_most(*s) },
            (Op::StrToInt, [s]) => {
                let digits = at_most(*s).and_then(|high| high.to_u32()).filter(|digits| *digits <= 400);
                let high = digits.map(|digits| &Int::from(10).pow(digits) - &Int::ONE);
                Bounds { low: Some(Int::MINUS_ONE), high }
            }
            (Op::ToCode, _) => Bounds::new(-1, Some(i64::from(MAX_CHAR))),
            (Op::Count, [s, _]) => Bounds { low: Some(Int::ZERO), high: at_most(*s) },
            (Op::Compare, _) => Bounds::new(-1, Some(1)),
            (Op::Abs, _) => Bounds::new(0, None),
            (Op::Mod, [_, divisor]) => {
                let divisor = self.as_int(*divisor).filter(|n| !n.is_zero())?;
                Bounds { low: Some(Int::ZERO), high: Some(&divisor.abs() - &Int::ONE) }
            }
            (Op::Add, _) => args.iter().fold(Bounds::new(0, Some(0)), |sum, arg| sum.plus(&self.known(*arg))),
            (Op::Mul, [factor, arg]) => {
                let factor = self.as_int(*factor)?;
                let arg = self.known(*arg);
                let times = |end: Option<Int>| end.map(|end| &end * &factor);
                let (low, high) = (times(arg.low), times(arg.high));
                if factor.is_negative() { Bounds { low: high, high: low } } else { Bounds { low, high } }
            }
            _ => return None,
        })
    }
}
