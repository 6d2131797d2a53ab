//! The room of sequences: a sequence is a word whose letters stand for its elements.
//!
//! Enters: a question without quantifiers. Leaves: its answer. Every term of a sort of sequences becomes a string, every
//! operator on sequences the one on strings ([`translate`]), and elements are equal exactly when their letters are
//! ([`alphabet`]). [`crate::ground`] answers what is left, and a model is taken back ([`back`]).
//!
//! A conflict is one of the question as long as there are enough letters: where elements have at most as many values as
//! there are letters, their words are kept to as many letters as there are values. Where there are more values, only
//! a conflict that counts letters would be wrong: the rule Card, and codes of letters between 0 and the last one.
//! Both need as many strings as there are letters; questions that could have so many get no `unsat` ([`enough_letters`]).

mod alphabet;
mod back;
#[cfg(test)]
mod tests;
mod translate;

use tress_base::Stop;

use crate::env::Env;
use crate::eval::EvalError;
use crate::ground::{self, Question, Verdict};
use crate::problem::{Gap, Reason};
use crate::term::{Op, Sort, SymbolId, Term, TermStore, Value, post_order};
use alphabet::MOST_LETTERS;
use translate::Translation;

/// Does a term of a sort of sequences occur?
pub(crate) fn occur(store: &TermStore, formulas: &[Term]) -> bool {
    store.has_seq_sorts()
        && post_order(store, formulas).into_iter().any(|term| matches!(store.sort(term), Sort::Seq(_)))
}

/// Answers a question about formulas without quantifiers and recursive functions.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn answer(env: &mut Env<'_>, question: &Question<'_>) -> Result<Verdict, Stop> {
    if !occur(env.store, question.formulas) {
        return ground::answer(env, question);
    }
    // Sequences inside of other sorts stay what they are: functions without a meaning, and an evaluator that knows it.
    let Some(translation) = Translation::of(env, question.formulas)? else {
        return ground::answer(env, question);
    };
    env.stats.add("sequence-translations", 1);
    let first = translation.axioms.len();
    let formulas: Vec<Term> = translation.axioms.iter().chain(&translation.images).copied().collect();
    let tracked_from = match question.tracked_from {
        0 => 0,
        from => from + first,
    };
    let symbols: Vec<SymbolId> = question.symbols.iter().chain(&translation.fresh).copied().collect();
    let inner = Question { formulas: &formulas, tracked_from, symbols: &symbols, ..*question };
    Ok(match ground::answer(env, &inner)? {
        Verdict::Sat(model) => match back::model(env, &translation, &model) {
            Ok(model) if holds(env, question.formulas, &model)? => Verdict::Sat(Box::new(model)),
            Err(EvalError::Stop(stop)) => return Err(stop),
            _ => {
                env.stats.add("models-refuted", 1);
                Verdict::Unknown(Reason::Incomplete)
            }
        },
        Verdict::Unsat(core, exact)
            if enough_letters(&translation, post_order(env.store, &formulas).len()) =>
        {
            let core = core.into_iter().filter_map(|number| number.checked_sub(first)).collect();
            Verdict::Unsat(core, exact)
        }
        Verdict::Unsat(..) => Verdict::Unknown(Reason::Gaps(vec![Gap::Bound])),
        Verdict::Unknown(reason) => Verdict::Unknown(about_sequences(env.store, question.formulas, reason)),
    })
}

/// Is no conflict of so many terms due to there being fewer letters than elements? A bucket of strings that differ is
/// made of terms and of what rules make of them; half of the letters are left for those.
fn enough_letters(translation: &Translation, terms: usize) -> bool {
    translation.alphabets.iter().all(|alphabet| alphabet.size.is_some()) || terms < MOST_LETTERS as usize / 2
}

fn holds(env: &mut Env<'_>, formulas: &[Term], model: &crate::model::Model) -> Result<bool, Stop> {
    for formula in formulas {
        match env.eval(*formula, model) {
            Ok(Value::Bool(true)) => {}
            Err(EvalError::Stop(stop)) => return Err(stop),
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// The reason in words of the question: operators on sequences that became operators on strings.
fn about_sequences(store: &TermStore, formulas: &[Term], reason: Reason) -> Reason {
    let Reason::Gaps(mut gaps) = reason else { return reason };
    let mut ops: Vec<Op> =
        post_order(store, formulas).into_iter().filter_map(|term| store.op(term)).collect();
    ops.sort_unstable();
    ops.dedup();
    for gap in &mut gaps {
        if let Gap::Operator(op) = gap
            && !ops.contains(op)
            && let Some(own) = ops.iter().find(|own| own.on_strings() == Some(*op))
        {
            *gap = Gap::Operator(*own);
        }
    }
    Reason::Gaps(gaps)
}
