//! Numbers that two words denote: compared with each other, and with the lengths of the words.
//!
//! Enters: a complete assignment. Leaves: clauses that hold of any two numerals, where the assignment is
//! against them. They need no digits, so they end what would go on from length to length.

use tress_base::{Int, Stop};

use tress_kernel::{Context, Lifetime, Progress, Rule};
use tress_term::term::{Op, Term, Value};

use super::limits::NUMERALS;
use super::measures::Measures;

/// The smaller number has the longer word only when zeros stand before it.
const LONGER: Rule = Rule::new(
    "numeral-longer",
    "own",
    "digits without leading zeros: the larger number has at least as many",
);
/// One number has one word of a length.
const SAME: Rule = Rule::new(
    "numeral-same",
    "own",
    "digits of a number up to leading zeros are unique, so equal lengths give equal words",
);
/// A word that denotes a number, in the present solution.
struct Numeral {
    word: Term,
    /// `(str.to_int word)`, or `n` where the word is `(str.from_int n)`.
    number: Term,
    length: Term,
    value: Int,
    length_now: Int,
    /// Does it never begin with zeros before other digits?
    is_shortest: bool,
}

/// Compares all pairs of numerals. The first clause that the assignment is against ends the step.
///
/// # Errors
/// When the budget is used up.
pub(super) fn compare(measures: &Measures, cx: &mut Context<'_>) -> Result<Progress, Stop> {
    if measures.numerals.len() < 2 || NUMERALS.is_exceeded(measures.numerals.len(), cx.env.budget) {
        return Ok(Progress::Fine);
    }
    let numerals: Vec<Numeral> =
        measures.numerals.clone().into_iter().filter_map(|term| numeral(cx, term)).collect();
    let mut progress = Progress::Fine;
    for (place, a) in numerals.iter().enumerate() {
        for b in &numerals[..place] {
            cx.env.budget.poll()?;
            let told = if a.length_now == b.length_now {
                a.value == b.value && tell_same(cx, a, b)
            } else {
                let (short, long) = if a.length_now < b.length_now { (a, b) } else { (b, a) };
                short.value >= long.value && tell_longer(cx, short, long)
            };
            if told {
                progress = Progress::Changed;
            }
        }
    }
    Ok(progress)
}

/// A conversion whose word denotes a number at present.
fn numeral(cx: &mut Context<'_>, term: Term) -> Option<Numeral> {
    let is_shortest = cx.env.store.op(term) == Some(Op::StrFromInt);
    let arg = cx.env.store.args(term)[0];
    let (word, number) = if is_shortest { (term, arg) } else { (arg, term) };
    let length = cx.env.length(word);
    if !cx.kernel.numbers.vars.has(length) {
        return None;
    }
    let (value, length_now) = (cx.number_of(number), cx.number_of(length));
    (!value.is_negative()).then_some(Numeral { word, number, length, value, length_now, is_shortest })
}

/// `short < long`, or `long` is not longer, or has a zero in front, or is no number.
fn tell_longer(cx: &mut Context<'_>, short: &Numeral, long: &Numeral) -> bool {
    let zero = cx.env.store.int(0);
    let mut clause = vec![
        cx.env.app(Op::Lt, &[short.number, long.number]),
        cx.env.app(Op::Lt, &[long.number, zero]),
        cx.env.app(Op::Le, &[long.length, short.length]),
    ];
    if !long.is_shortest && !tress_base::is_planted("numeral-longer") {
        let zero = cx.env.store.value(Value::text("0"));
        clause.push(cx.env.app(Op::PrefixOf, &[zero, long.word]));
    }
    tell(cx, LONGER, &clause)
}

/// The numbers differ, or the lengths do, or the words are one, or there is no number.
fn tell_same(cx: &mut Context<'_>, a: &Numeral, b: &Numeral) -> bool {
    let zero = cx.env.store.int(0);
    let numbers = cx.env.equal(a.number, b.number);
    let lengths = cx.env.equal(a.length, b.length);
    let words = cx.env.equal(a.word, b.word);
    let clause =
        [cx.env.store.not(numbers), cx.env.store.not(lengths), cx.env.app(Op::Lt, &[a.number, zero]), words];
    tell(cx, SAME, &clause)
}

/// Adds a clause that always holds, unless it holds at present.
fn tell(cx: &mut Context<'_>, rule: Rule, clause: &[Term]) -> bool {
    if clause.iter().any(|formula| cx.holds(*formula)) {
        return false;
    }
    let conclusions: Vec<_> = clause.iter().map(|formula| cx.literal(*formula)).collect();
    cx.infer(rule, Vec::new(), &conclusions, Lifetime::Permanent)
}
