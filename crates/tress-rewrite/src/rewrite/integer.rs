//! Sums, products and comparisons.
//!
//! Normal forms: a sum is flat, its parts sorted with their coefficients in front, the constant
//! last. A comparison is `(>= s c)`, for Reals also `(> s c)`, possibly negated, where `s` has coprime
//! coefficients, the first positive, and `c` is a literal. An equation that one symbol can be
//! solved for is solved for it; any other is `(= s c)`.

use tress_base::{Int, Rational};
use tress_lia::Linear;

use super::context::Context;
use super::rule::{Family, Rule};
use tress_term::term::{Op, Sort, Term, TermStore, monomials};

/// match: `(- (+ m n 1) (* 2 m))`; result: `(+ (* -1 m) n 1)`; why: the same linear sum, in normal
/// form. Products of several unknowns are parts like any other.
fn sum(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let sum = context.linear(&[(term, Rational::ONE)]);
    let sort = context.store.sort(term);
    let new = context.sum_term(&sum, sort);
    (new != term).then_some(new)
}

/// match: `(* n 2 (* m 3))`; result: `(* 6 (* m n))`; why: products are associative and
/// commutative; zero decides.
fn product(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let sort = context.store.sort(term);
    let mut factor = Rational::ONE;
    let mut unknown = Vec::new();
    let mut stack = context.store.args(term).to_vec();
    while let Some(arg) = stack.pop() {
        if let Some(number) = context.as_number(arg) {
            factor *= &number;
        } else if context.store.op(arg) == Some(Op::Mul) {
            stack.extend(context.store.args(arg));
        } else {
            unknown.push(arg);
        }
        if unknown.len() > 1000 {
            return None;
        }
    }
    if factor.is_zero() {
        return Some(context.number_term(&factor, sort));
    }
    unknown.sort_unstable();
    let product = match unknown.as_slice() {
        [] => return Some(context.number_term(&factor, sort)),
        [only] => *only,
        _ => context.app(Op::Mul, &unknown),
    };
    let factor_term = context.number_term(&factor, sort);
    let new = if factor.is_one() { product } else { context.app(Op::Mul, &[factor_term, product]) };
    (new != term).then_some(new)
}

/// match: `(* (+ m 1) (- m 1))`; result: `(+ (* m m) (- 1))`; why: equal polynomials have one normal
/// form, as long as it is small.
fn expand(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let is_sum = |arg: &Term| matches!(context.store.op(*arg), Some(Op::Add | Op::Sub));
    if !context.store.args(term).iter().any(is_sum) {
        return None;
    }
    let monomials = monomials(context.store, term, context.budget)?;
    let sort = context.store.sort(term);
    let mut parts = Vec::new();
    for (factors, coefficient) in &monomials {
        let number = context.number_term(coefficient, sort);
        let product = match factors.as_slice() {
            [] => number,
            [only] => context.app(Op::Mul, &[number, *only]),
            _ => {
                let product = context.app(Op::Mul, factors);
                context.app(Op::Mul, &[number, product])
            }
        };
        parts.push(product);
    }
    Some(match parts.as_slice() {
        [] => context.number_term(&Rational::ZERO, sort),
        [only] => *only,
        _ => context.app(Op::Add, &parts),
    })
}

/// match: `(< a b c)`; result: `(and (< a b) (< b c))`; why: chains relate neighbours.
fn comparison_chain(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let args = context.store.args(term).to_vec();
    if args.len() == 2 {
        return None;
    }
    let links: Vec<Term> = args.windows(2).map(|two| context.app(op, two)).collect();
    Some(context.and(&links))
}

/// match: `(< m n)`; result: `(not (>= (+ m (* -1 n)) 0))`; why: whole numbers that are less are
/// less by one; dividing by the common factor and rounding keeps all whole solutions.
fn comparison(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [a, b] = context.match_op::<2>(term, op)?;
    let sort = context.store.sort(a);
    // The sum that must not be negative, or must be positive.
    let (more, less) = if matches!(op, Op::Ge | Op::Gt) { (a, b) } else { (b, a) };
    let mut difference = context.linear(&[(more, Rational::ONE), (less, -Rational::ONE)]);
    let mut strict = matches!(op, Op::Lt | Op::Gt);
    if strict && sort == Sort::Int {
        difference.add_constant(&-Rational::ONE);
        strict = false;
    }
    let Some(normal) = difference.normal_form() else {
        let constant = difference.constant_part();
        return Some(TermStore::bool(if strict { constant.is_positive() } else { !constant.is_negative() }));
    };
    let limit = (-&normal.offset).checked_div(&normal.scale)?;
    let form = context.sum_term(&normal.form, sort);
    let new = if normal.scale.is_positive() {
        let limit = if sort == Sort::Int { Rational::from(limit.ceil()) } else { limit };
        let limit = if tress_base::is_planted("comparison-rounding") { limit + Rational::ONE } else { limit };
        let limit = context.number_term(&limit, sort);
        context.app(if strict { Op::Gt } else { Op::Ge }, &[form, limit])
    } else {
        // form <= limit: not form >= limit + 1 for whole numbers, not form > limit for others.
        let limit = if sort == Sort::Int { Rational::from(&limit.floor() + &Int::ONE) } else { limit };
        let limit = context.number_term(&limit, sort);
        let op = if sort == Sort::Int || strict { Op::Ge } else { Op::Gt };
        let beyond = context.app(op, &[form, limit]);
        context.not(beyond)
    };
    (new != term).then_some(new)
}

/// match: `(>= (str.len x) 0)`; result: `true`; why: it follows from the shape of the terms.
fn entailed_comparison(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Ge)?;
    if context.store.sort(a) != Sort::Int {
        return None;
    }
    if context.at_least(a, b, 0) {
        return Some(TermStore::TRUE);
    }
    context.at_least(b, a, -1).then_some(TermStore::FALSE)
}

/// match: `(>= (str.len x) 1)`; result: `(not (= x ""))`; match: `(>= (str.indexof x y 0) 0)`; result:
/// `(str.contains x y)`; why: only the empty word has no characters; a position is found exactly
/// where the word occurs.
fn comparison_as_word(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Ge)?;
    let limit = context.as_int(b)?;
    if limit.is_one()
        && let Some([word]) = context.match_op::<1>(a, Op::Length)
    {
        let empty = context.is_empty(word);
        return Some(context.not(empty));
    }
    let [s, t, start] = context.match_op::<3>(a, Op::IndexOf)?;
    let is_plain = limit.is_zero() && context.as_int(start).is_some_and(|n| n.is_zero());
    is_plain.then(|| context.contains(s, t))
}

/// match: `(= (+ m n) 3)`; result: `(= m (+ (* -1 n) 3))`; match: `(= (* 2 m) 3)`; result: `false`;
/// why: the same linear equation, in normal form; a whole sum is no fraction.
fn equation(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    let sort = context.store.sort(a);
    if !sort.is_numeric() {
        return None;
    }
    let difference = context.linear(&[(a, Rational::ONE), (b, -Rational::ONE)]);
    let Some(normal) = difference.normal_form() else {
        return Some(TermStore::bool(difference.constant_part().is_zero()));
    };
    let value = (-&normal.offset).checked_div(&normal.scale)?;
    if sort == Sort::Int && !value.is_integer() {
        return Some(TermStore::FALSE);
    }
    let (left, right) = match solvable(context, &normal.form, sort) {
        Some((symbol, coefficient)) => {
            let mut rest = normal.form.clone();
            rest.add_constant(&-&value);
            let atom = context.atom(symbol);
            let scale = -&coefficient.recip()?;
            let mut rest = rest.scaled(&scale);
            rest.add_scaled(&Linear::var(symbol), &Rational::ONE);
            let rest = context.sum_term(&rest, sort);
            (atom, rest)
        }
        None => {
            let form = context.sum_term(&normal.form, sort);
            let value = context.number_term(&value, sort);
            (form, value)
        }
    };
    let new = if left < right { context.eq(left, right) } else { context.eq(right, left) };
    (new != term).then_some(new)
}

/// A symbol of the sum that the equation can be solved for: the first with a coefficient that
/// divides all, else the first other part of that kind, so that small equations stay readable.
fn solvable(context: &Context<'_>, form: &Linear, sort: Sort) -> Option<(tress_lia::Var, Rational)> {
    let is_unit = |coefficient: &Rational| sort == Sort::Real || coefficient.abs().is_one();
    let mut candidates = form.terms().iter().filter(|(_, coefficient)| is_unit(coefficient));
    let symbol = candidates.clone().find(|(var, _)| context.store.as_constant(context.atom(*var)).is_some());
    let first = if form.terms().len() <= 2 { candidates.next() } else { None };
    symbol.or(first).cloned()
}

/// match: `(= (str.len x) (str.len (str.++ x "a")))`; result: `false`; why: the two sides never
/// meet, by the shape of the terms.
fn entailed_equation(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    if context.store.sort(a) != Sort::Int {
        return None;
    }
    (context.at_least(a, b, -1) || context.at_least(b, a, -1)).then_some(TermStore::FALSE)
}

/// match: `(= (str.len x) 0)`; result: `(= x "")`; why: only the empty word has no characters.
fn no_length(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    let (number, length) = if context.is_literal(a) { (a, b) } else { (b, a) };
    let [word] = context.match_op::<1>(length, Op::Length)?;
    context.as_int(number)?.is_zero().then(|| context.is_empty(word))
}

/// match: `(div (* 3 m) 3)`, `(mod m 1)`, `(mod (mod m 3) 3)`, `(mod (+ m 6) 3)`; result: `m`, `0`,
/// `(mod m 3)`, `(mod m 3)`; why: division by a literal other than zero ignores multiples of it.
fn division(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let args = context.store.args(term).to_vec();
    if args.len() != 2 {
        // Division groups to the left; one argument is the result.
        let mut whole = *args.first()?;
        for divisor in &args[1..] {
            whole = context.app(op, &[whole, *divisor]);
        }
        return Some(whole);
    }
    let divisor = context.as_int(args[1]).filter(|n| !n.is_zero())?;
    if divisor.is_negative() {
        // Euclidean: x div -k = -(x div k), and the remainder is the same.
        let positive = context.int(-&divisor);
        let new = context.app(op, &[args[0], positive]);
        return Some(if op == Op::Mod { new } else { context.app(Op::Sub, &[new]) });
    }
    let sum = context.linear(&[(args[0], Rational::ONE)]);
    let divisor_number = Rational::from(divisor.clone());
    let is_multiple = |c: &Rational| c.checked_div(&divisor_number).is_some_and(|c| c.is_integer());
    let (mut inside, mut outside) = (Linear::zero(), Linear::zero());
    for (var, coefficient) in sum.terms() {
        let to = if is_multiple(coefficient) { &mut outside } else { &mut inside };
        to.add_scaled(&Linear::var(*var), coefficient);
    }
    let quotient = sum.constant_part().checked_div(&divisor_number)?.floor();
    let whole = &Rational::from(quotient) * &divisor_number;
    inside.add_constant(&(sum.constant_part() - &whole));
    outside.add_constant(&whole);
    let inner = context.sum_term(&inside, Sort::Int);
    if op == Op::Mod {
        if divisor.is_one() || inside == Linear::zero() {
            return Some(context.int(0));
        }
        if let Some([nested, same]) = context.match_op::<2>(inner, Op::Mod)
            && same == args[1]
        {
            return Some(context.app(Op::Mod, &[nested, same]));
        }
        return (inner != args[0]).then(|| context.app(Op::Mod, &[inner, args[1]]));
    }
    if outside == Linear::zero() {
        return None;
    }
    let outer = outside.scaled(&divisor_number.recip()?);
    let outer = context.sum_term(&outer, Sort::Int);
    let inner = context.app(Op::IntDiv, &[inner, args[1]]);
    Some(context.add(outer, inner))
}

/// match: `(mod (str.to_code x) 1000000)` of a number that is certainly within the range; result: the
/// number; `(div …)`: `0`; why: then nothing is cut off.
fn division_in_range(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [a, divisor] = context.match_op::<2>(term, op)?;
    let divisor = context.as_int(divisor).filter(Int::is_positive)?;
    let bounds = context.bounds(a);
    let inside =
        bounds.low.is_some_and(|low| !low.is_negative()) && bounds.high.is_some_and(|high| high < divisor);
    inside.then(|| if op == Op::Mod { a } else { context.int(0) })
}

/// match: `(abs (str.len x))`, `(abs (- m))`; result: `(str.len x)`; why: the sign is known. Others:
/// `(ite (>= m 0) m (- m))`.
fn absolute(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a] = context.match_op::<1>(term, Op::Abs)?;
    let zero = context.int(0);
    let positive = context.ge(a, zero);
    let negated = context.app(Op::Sub, &[a]);
    Some(context.ite(positive, a, negated))
}

/// match: `((_ divisible 3) m)`; result: `(= (mod m 3) 0)`; why: meaning of `divisible`.
fn divisible(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let tress_term::term::Head::Op(Op::Divisible, list) = context.store.head(term) else { return None };
    let divisor = context.store.indices(list).first()?.clone();
    if divisor.is_zero() {
        return None;
    }
    let arg = context.store.args(term)[0];
    let (divisor, zero) = (context.int(divisor), context.int(0));
    let rest = context.app(Op::Mod, &[arg, divisor]);
    Some(context.eq(rest, zero))
}

/// match: `(to_int (to_real m))`, `(is_int (to_real m))`; result: `m`, `true`; why: the number is whole.
fn whole_real(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [a] = context.match_op::<1>(term, op)?;
    let [whole] = context.match_op::<1>(a, Op::ToReal)?;
    Some(if op == Op::ToInt { whole } else { TermStore::TRUE })
}

const COMPARISONS: &[Op] = &[Op::Le, Op::Lt, Op::Ge, Op::Gt];

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "sum-normal",
        Family::Numbers,
        &[Op::Add, Op::Sub, Op::Mul, Op::RealDiv],
        sum,
        ["(- (+ m n 1) (* 2 m))", "(+ m n 1)"],
    )
    .early(),
    Rule::new("product-normal", Family::Numbers, &[Op::Mul], product, ["(* n 2 (* m 3))", "(* m n)"]),
    Rule::new("product-expand", Family::Numbers, &[Op::Mul], expand, ["(* (+ m 1) n)", "(* m n)"]),
    Rule::new("comparison-chain", Family::Numbers, COMPARISONS, comparison_chain, ["(< m n k)", "(< m n)"]),
    Rule::new("comparison-normal", Family::Numbers, COMPARISONS, comparison, ["(< m n)", "(>= m 3)"]),
    Rule::new(
        "comparison-entailed",
        Family::Numbers,
        &[Op::Ge],
        entailed_comparison,
        ["(>= (str.len x) 0)", "(>= (str.len x) 2)"],
    ),
    Rule::new(
        "comparison-word",
        Family::Numbers,
        &[Op::Ge],
        comparison_as_word,
        ["(>= (str.len x) 1)", "(>= (str.len x) 2)"],
    ),
    Rule::new("equation-normal", Family::Numbers, &[Op::Eq], equation, ["(= (+ m n) 3)", "(= m 3)"]),
    Rule::new(
        "equation-entailed",
        Family::Numbers,
        &[Op::Eq],
        entailed_equation,
        ["(= (str.len x) (- 1))", "(= (str.len x) 1)"],
    ),
    Rule::new(
        "equation-no-length",
        Family::Numbers,
        &[Op::Eq],
        no_length,
        ["(= (str.len x) 0)", "(= (str.len x) 1)"],
    ),
    Rule::new(
        "division-normal",
        Family::Numbers,
        &[Op::IntDiv, Op::Mod],
        division,
        ["(mod (+ m 6) 3)", "(mod m 3)"],
    ),
    Rule::new(
        "division-range",
        Family::Numbers,
        &[Op::IntDiv, Op::Mod],
        division_in_range,
        ["(mod (mod m 3) 7)", "(mod m 7)"],
    ),
    Rule::new("absolute-eliminate", Family::Numbers, &[Op::Abs], absolute, ["(abs m)", ""]),
    Rule::new(
        "divisible-eliminate",
        Family::Numbers,
        &[Op::Divisible],
        divisible,
        ["((_ divisible 3) m)", ""],
    ),
    Rule::new(
        "whole-real",
        Family::Numbers,
        &[Op::ToInt, Op::IsInt],
        whole_real,
        ["(to_int (to_real m))", "(to_int r)"],
    ),
];
