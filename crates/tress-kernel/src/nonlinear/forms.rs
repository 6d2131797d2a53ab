//! Squares of differences: `(t x - s y)^2` is never negative, where both squares and the product of
//! `x` and `y` occur.

use rustc_hash::FxHashMap;
use tress_base::{Rational, Stop};

use tress_term::term::{Op, Term};

use super::{Look, seen};
use crate::context::Context;
use crate::inferences::Rule;

/// The square of a difference is not negative.
const FORM: Rule = Rule::new("square-of-difference", "own", "(t x - s y)^2 >= 0, multiplied out");

/// Forms that are added in one round. The others come in the next.
const FORMS_PER_ROUND: usize = 8;

pub(crate) fn check_forms(cx: &mut Context<'_>, look: &Look) -> Result<(), Stop> {
    let mut squares: FxHashMap<Term, Term> = FxHashMap::default();
    let mut mixed: Vec<([Term; 2], Term)> = Vec::new();
    for product in &cx.kernel.numbers.nonlinear.products {
        match product.factors.as_slice() {
            [(base, 2)] => {
                squares.insert(*base, product.term);
            }
            [(a, 1), (b, 1)] => mixed.push(([*a, *b], product.term)),
            _ => {}
        }
    }
    let mut told = 0;
    for ([a, b], product) in mixed {
        cx.env.budget.poll()?;
        let (Some(x), Some(y)) = (squares.get(&a), squares.get(&b)) else { continue };
        let [x, y, p] = [*x, *y, product].map(|term| seen(cx, &look.model, term));
        if &p.value * &p.value <= &x.value * &y.value || told >= FORMS_PER_ROUND {
            continue;
        }
        // t = y, s = p makes t^2 x - 2 t s p + s^2 y negative; without y, s is large enough.
        let (t, s) = if y.value.is_positive() {
            (y.value.clone(), p.value.clone())
        } else {
            (Rational::ONE, &x.value.abs() + &Rational::ONE)
        };
        let s = if y.value.is_positive() || p.value.is_positive() { s } else { -s };
        let middle = &(&t * &s) * &Rational::from(-2);
        let parts =
            [cx.multiple(x.term, &(&t * &t)), cx.multiple(p.term, &middle), cx.multiple(y.term, &(&s * &s))];
        let is_whole = [&t, &s].into_iter().all(Rational::is_integer);
        if cx.env.store.sort(product) == tress_term::term::Sort::Int && !is_whole {
            continue;
        }
        let form = cx.env.app(Op::Add, &parts);
        let fits = cx.compared(Op::Ge, form, &Rational::ZERO);
        cx.axiom(FORM, &[fits]);
        told += 1;
    }
    Ok(())
}
