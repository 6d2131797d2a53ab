//! Rust's operators on terms. Their meaning depends on the sort of the first term.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use tress_term::term::{Op, Sort};

use super::term::{Operand, Term, build, by_sort};

/// The operator that `+` denotes.
fn plus(sort: Sort) -> (Op, bool) {
    let op = match sort {
        Sort::String => Op::Concat,
        Sort::RegLan => Op::ReConcat,
        _ => Op::Add,
    };
    (op, false)
}

/// Chooses between the usual operator and the one for regular expressions.
fn or_regex(usual: Op, regexes: Op) -> impl FnOnce(Sort) -> (Op, bool) {
    move |sort| (if sort == Sort::RegLan { regexes } else { usual }, false)
}

macro_rules! binary {
    ($($trait:ident $method:ident $choose:expr;)*) => {$(
        impl<T: Into<Operand>> $trait<T> for &Term {
            type Output = Term;
            fn $method(self, other: T) -> Term {
                by_sort(self, Some(other.into()), $choose)
            }
        }

        impl<T: Into<Operand>> $trait<T> for Term {
            type Output = Term;
            fn $method(self, other: T) -> Term {
                (&self).$method(other)
            }
        }
    )*};
}

binary! {
    Add add plus;
    Sub sub or_regex(Op::Sub, Op::ReDiff);
    Mul mul |_| (Op::Mul, false);
    Div div |_| (Op::RealDiv, false);
    BitAnd bitand or_regex(Op::And, Op::ReInter);
    BitOr bitor or_regex(Op::Or, Op::ReUnion);
    BitXor bitxor |_| (Op::Xor, false);
}

impl Not for &Term {
    type Output = Term;
    fn not(self) -> Term {
        by_sort(self, None, or_regex(Op::Not, Op::ReComp))
    }
}

impl Not for Term {
    type Output = Term;
    fn not(self) -> Term {
        !&self
    }
}

impl Neg for &Term {
    type Output = Term;
    fn neg(self) -> Term {
        self.op(Op::Sub, [])
    }
}

impl Neg for Term {
    type Output = Term;
    fn neg(self) -> Term {
        -&self
    }
}

/// A Rust value in front of a term: `"user=" + name`, `10 - n`.
macro_rules! literal_first {
    ($($type:ty: $($trait:ident $method:ident $op:expr),*;)*) => {$($(
        impl $trait<&Term> for $type {
            type Output = Term;
            fn $method(self, term: &Term) -> Term {
                build(&term.shared, [self.into(), term.into()], |store, args| store.app($op, args))
            }
        }

        impl $trait<Term> for $type {
            type Output = Term;
            fn $method(self, term: Term) -> Term {
                self.$method(&term)
            }
        }
    )*)*};
}

literal_first! {
    &str: Add add Op::Concat;
    i64: Add add Op::Add, Sub sub Op::Sub, Mul mul Op::Mul;
}
