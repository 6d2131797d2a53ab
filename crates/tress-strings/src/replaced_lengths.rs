//! How long a string is after parts of it were replaced.
//!
//! Enters: the length of the value of a function that replaces. Leaves: axioms over the length of the
//! argument and two numbers: how often something was replaced, and how much was taken out.

use tress_base::Stop;
use tress_kernel::{Context, Rule};
use tress_term::term::{Op, Term};

/// What is taken out and what is put in decide the length.
const REPLACED: Rule = Rule::new(
    "define-replaced-length",
    "own",
    "a replacement takes characters out and puts as many copies in as there were matches",
);

/// What a function replaces: lengths of a match, of what comes for it, and whether only once.
struct Replacement {
    shortest: u64,
    longest: Option<u64>,
    new: u64,
    once: bool,
}

/// States how the length of a value is related to the length of the argument: with `n` matches replaced and
/// `r` characters of them, `|value| = |argument| - r + n |new|`.
///
/// # Errors
/// When the budget is used up.
pub(super) fn define(cx: &mut Context<'_>, length: Term) -> Result<(), Stop> {
    let subject = cx.env.store.args(length)[0];
    let Some(Replacement { shortest, longest, new, once }) = replacement(cx, subject)? else { return Ok(()) };
    let argument = cx.env.store.args(subject)[0];
    let before = cx.env.length(argument);
    let [zero, one, new] = [0, 1, new].map(|number| cx.env.store.int(number));
    let times = cx.int_skolem("times-replaced", &[subject]);
    let fixed = longest == Some(shortest);
    let [least, most] = [Some(shortest), longest].map(|bound| {
        let bound = cx.env.store.int(bound?);
        Some(cx.env.app(Op::Mul, &[bound, times]))
    });
    let taken = match least {
        Some(exact) if fixed => exact,
        _ => cx.int_skolem("taken-out", &[subject]),
    };
    let put = cx.env.app(Op::Mul, &[new, times]);
    let rest = cx.env.app(Op::Sub, &[before, taken]);
    let after = cx.env.app(Op::Add, &[rest, put]);
    let mut facts = vec![cx.env.equal(length, after), cx.env.app(Op::Ge, &[times, zero])];
    facts.push(cx.env.app(Op::Le, &[taken, before]));
    if once {
        facts.push(cx.env.app(Op::Le, &[times, one]));
    }
    if !fixed {
        facts.extend(least.map(|least| cx.env.app(Op::Ge, &[taken, least])));
        facts.extend(most.map(|most| cx.env.app(Op::Le, &[taken, most])));
    }
    for fact in facts {
        cx.axiom(REPLACED, &[fact]);
    }
    Ok(())
}

fn replacement(cx: &mut Context<'_>, subject: Term) -> Result<Option<Replacement>, Stop> {
    let args = cx.env.store.args(subject).to_vec();
    let length = |cx: &Context<'_>, term: Term| cx.env.word_of(term).map(|word| word.len() as u64);
    let (shortest, longest, new, once) = match (cx.env.store.op(subject), args.as_slice()) {
        (Some(op @ (Op::Replace | Op::ReplaceAll)), [_, old, new]) => {
            let Some(exact) = length(cx, *old).filter(|length| *length > 0) else { return Ok(None) };
            (exact, Some(exact), *new, op == Op::Replace)
        }
        (Some(op @ (Op::ReplaceRe | Op::ReplaceReAll)), [_, pattern, new]) => {
            let Some(pattern) = cx.env.language_of(*pattern)? else { return Ok(None) };
            let regexes = cx.env.regexes();
            let (shortest, longest) = (regexes.min_length(pattern), regexes.max_length(pattern));
            // An empty match puts something in front; a pattern without words is never replaced.
            let once = op == Op::ReplaceRe;
            if once && shortest == 0 || shortest > u64::from(u32::MAX) {
                return Ok(None);
            }
            (shortest.max(1), longest.filter(|longest| *longest <= u64::from(u32::MAX)), *new, once)
        }
        _ => return Ok(None),
    };
    Ok(length(cx, new).map(|new| Replacement { shortest, longest, new, once }))
}
