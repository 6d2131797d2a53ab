//! Skolem symbols as terms: what a role means.

use tress_term::term::{Op, Term, TermStore};

/// The term that a symbol of this role denotes. `None` if there is none.
pub(crate) fn term(store: &mut TermStore, role: &str, of: &[Term]) -> Option<Term> {
    let zero = store.int(0);
    let mut app = |op: Op, args: &[Term]| store.app(op, args).ok();
    match (role, of) {
        ("before-part" | "skipped" | "before-some" | "after-skipped" | "after-some", [subject]) => {
            let args = store.args(*subject).to_vec();
            around(store, role, &args)
        }
        ("front-of", [s, n]) => app(Op::Substr, &[*s, zero, *n]),
        ("after", [s, n]) => {
            let length = app(Op::Length, &[*s])?;
            app(Op::Substr, &[*s, *n, length])
        }
        ("before-last", [s, n]) => {
            let length = app(Op::Length, &[*s])?;
            let count = app(Op::Sub, &[length, *n])?;
            app(Op::Substr, &[*s, zero, count])
        }
        ("after-part", [s, i, n]) => {
            let length = app(Op::Length, &[*s])?;
            let start = app(Op::Add, &[*i, *n])?;
            app(Op::Substr, &[*s, start, length])
        }
        ("before-first", [s, t]) => {
            let index = app(Op::IndexOf, &[*s, *t, zero])?;
            app(Op::Substr, &[*s, zero, index])
        }
        ("after-first", [s, t]) => {
            let index = app(Op::IndexOf, &[*s, *t, zero])?;
            let inside = app(Op::Length, &[*t])?;
            let start = app(Op::Add, &[index, inside])?;
            let length = app(Op::Length, &[*s])?;
            app(Op::Substr, &[*s, start, length])
        }
        ("as-long-as-prefix", [a, b]) => {
            let length = app(Op::Length, &[*a])?;
            app(Op::Substr, &[*b, zero, length])
        }
        ("after-prefix", [a, b]) => {
            let start = app(Op::Length, &[*a])?;
            let length = app(Op::Length, &[*b])?;
            app(Op::Substr, &[*b, start, length])
        }
        ("as-long-as-suffix", [a, b]) => {
            let [inner, outer] = [app(Op::Length, &[*a])?, app(Op::Length, &[*b])?];
            let start = app(Op::Sub, &[outer, inner])?;
            app(Op::Substr, &[*b, start, inner])
        }
        ("before-suffix", [a, b]) => {
            let [inner, outer] = [app(Op::Length, &[*a])?, app(Op::Length, &[*b])?];
            let count = app(Op::Sub, &[outer, inner])?;
            app(Op::Substr, &[*b, zero, count])
        }
        _ => None,
    }
}

/// A part of the first argument of a function, by the others.
fn around(store: &mut TermStore, role: &str, args: &[Term]) -> Option<Term> {
    let zero = store.int(0);
    let s = *args.first()?;
    match (role, args) {
        ("before-part", [_, i, _]) | ("skipped", [_, _, i]) => store.app(Op::Substr, &[s, zero, *i]).ok(),
        ("after-skipped", [_, _, i]) => {
            let length = store.app(Op::Length, &[s]).ok()?;
            store.app(Op::Substr, &[s, *i, length]).ok()
        }
        ("before-some", [_, t, ..]) => term(store, "before-first", &[s, *t]),
        ("after-some", [_, t, ..]) => term(store, "after-first", &[s, *t]),
        _ => None,
    }
}
