//! A conjunction of literals, sorted by kind, each with where it comes from.

use tress_base::Rational;

use tress_term::term::{Head, Op, Sort, Sum, Term, TermStore, post_order, sum_of};

/// What a literal states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// Two strings, or two other terms that are no numbers, are equal.
    Equation(Term, Term),
    /// They are not.
    Disequality(Term, Term),
    /// A string is in a language; the term is of sort RegLan.
    Member(Term, Term),
    /// It is not.
    NotMember(Term, Term),
    /// A sum of numbers compares with zero: `sum <= 0`, or strictly less.
    AtMostZero(Sum, bool),
    /// A sum of numbers is zero.
    Zero(Sum),
    /// A sum of numbers is not zero.
    NotZero(Sum),
    /// Any other predicate, with its value.
    Predicate(Term, bool),
}

/// A constraint with its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// What it states.
    pub constraint: Constraint,
    /// The number under which a conflict names it.
    pub origin: u32,
}

/// The literals of an assignment, all of which must hold together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conjunction {
    /// The literals.
    pub literals: Vec<Literal>,
    /// Conversions between strings and numbers that occur in them, arguments first.
    pub conversions: Vec<Term>,
    /// Other functions of strings that occur in them, arguments first.
    pub functions: Vec<Term>,
}

impl Conjunction {
    /// The conjunction of formulas that are no connectives, each with its value and its origin.
    #[must_use]
    pub fn new(store: &TermStore, literals: &[(Term, bool, u32)]) -> Self {
        let roots: Vec<Term> = literals.iter().map(|(term, ..)| *term).collect();
        let (mut conversions, mut functions) = (Vec::new(), Vec::new());
        for term in post_order(store, &roots) {
            match store.op(term) {
                Some(Op::StrToInt | Op::StrFromInt | Op::ToCode | Op::FromCode) => conversions.push(term),
                Some(op) if is_function(store, op, term) => functions.push(term),
                _ => {}
            }
        }
        let literal = |&(term, holds, origin): &(Term, bool, u32)| Literal {
            constraint: constraint(store, term, holds),
            origin,
        };
        Self { literals: literals.iter().map(literal).collect(), conversions, functions }
    }
}

/// Is it a function of strings besides concatenation, length and equality?
fn is_function(store: &TermStore, op: Op, term: Term) -> bool {
    let about_strings = store.args(term).iter().any(|arg| store.sort(*arg) == Sort::String);
    let plain = matches!(op, Op::Concat | Op::Length | Op::Eq | Op::Distinct | Op::InRe | Op::Ite);
    about_strings && !plain && store.sort(term) != Sort::RegLan
}

/// May a term occur in a problem of concatenations, languages and sums, with symbols of these sorts?
pub fn is_plain(store: &TermStore, term: Term, symbols: &[Sort]) -> bool {
    let sort = store.sort(term);
    match store.head(term) {
        Head::Value(_) => true,
        Head::Symbol(_) => store.args(term).is_empty() && symbols.contains(&sort),
        Head::Op(op, _) => match sort {
            Sort::RegLan => true,
            Sort::String => op == Op::Concat,
            Sort::Int => matches!(op, Op::Length | Op::Add | Op::Sub | Op::Mul),
            Sort::Bool => !matches!(op, Op::StrLt | Op::StrLe),
            _ => false,
        },
        Head::Quantifier(..) => false,
    }
}

fn constraint(store: &TermStore, term: Term, holds: bool) -> Constraint {
    match (store.op(term), store.args(term)) {
        (Some(Op::Eq), [a, b]) if store.sort(*a).is_numeric() => {
            let sum = difference(store, *a, *b);
            if holds { Constraint::Zero(sum) } else { Constraint::NotZero(sum) }
        }
        (Some(Op::Eq), [a, b]) if holds => Constraint::Equation(*a, *b),
        (Some(Op::Eq), [a, b]) => Constraint::Disequality(*a, *b),
        (Some(Op::InRe), [s, r]) if holds => Constraint::Member(*s, *r),
        (Some(Op::InRe), [s, r]) => Constraint::NotMember(*s, *r),
        (Some(op @ (Op::Le | Op::Lt | Op::Ge | Op::Gt)), [a, b]) => {
            // `a < b` is `a - b < 0`; its negation is `b - a <= 0`.
            let (small, large) = if matches!(op, Op::Le | Op::Lt) { (*a, *b) } else { (*b, *a) };
            let strict = matches!(op, Op::Lt | Op::Gt);
            if holds {
                Constraint::AtMostZero(difference(store, small, large), strict)
            } else {
                Constraint::AtMostZero(difference(store, large, small), !strict)
            }
        }
        _ => Constraint::Predicate(term, holds),
    }
}

fn difference(store: &TermStore, a: Term, b: Term) -> Sum {
    sum_of(store, &[(a, Rational::ONE), (b, -Rational::ONE)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_rewrite::testing::Terms;

    fn check(text: &str, holds: bool, expected: impl Fn(&Constraint) -> bool) {
        let mut terms = Terms::new();
        let term = terms.term(text);
        let conjunction = Conjunction::new(&terms.context.store, &[(term, holds, 7)]);
        assert_eq!(conjunction.literals[0].origin, 7);
        assert!(expected(&conjunction.literals[0].constraint), "{text}: {conjunction:?}");
    }

    #[test]
    fn literals_are_sorted_by_kind() {
        check("(= x y)", true, |found| matches!(found, Constraint::Equation(..)));
        check("(= x y)", false, |found| matches!(found, Constraint::Disequality(..)));
        check("(str.in_re x re.all)", false, |found| matches!(found, Constraint::NotMember(..)));
        check("(= m 1)", true, |found| matches!(found, Constraint::Zero(..)));
        check("(< m n)", true, |found| matches!(found, Constraint::AtMostZero(_, true)));
        check("(< m n)", false, |found| matches!(found, Constraint::AtMostZero(_, false)));
        check("(str.contains x y)", false, |found| matches!(found, Constraint::Predicate(_, false)));
    }

    #[test]
    fn functions_are_told_from_conversions() {
        let mut terms = Terms::new();
        let term = terms.term("(= (str.to_int (str.replace x y z)) (str.len (str.++ x y)))");
        let conjunction = Conjunction::new(&terms.context.store, &[(term, true, 0)]);
        assert_eq!((conjunction.conversions.len(), conjunction.functions.len()), (1, 1));
    }
}
