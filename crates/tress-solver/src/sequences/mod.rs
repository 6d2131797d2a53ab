//! Sequences: a sequence is a string whose characters represent its elements.
//!
//! Enters: a question without quantifiers. Leaves: its answer. Every term of a sort of sequences becomes a
//! string, every operator on sequences the one on strings ([`translate`]), and elements are equal exactly
//! when their characters are ([`alphabet`]). [`crate::ground`] answers what is left, and a model is taken
//! back ([`back`]).
//!
//! A conflict is one of the question as long as there are enough characters. Where elements have at most as
//! many values as there are characters, their strings are restricted to one character for each value. Where
//! there are more values, only a conflict that counts characters would be wrong: the rule Card, and codes of
//! characters between 0 and the last one. Both need as many strings as there are characters; questions that
//! could have that many get no `unsat` ([`enough_characters`]).

mod alphabet;
mod back;
mod limits;
mod parts;
mod translate;

use tress_base::Stop;

use crate::ground::{self, CheckResult, Query};
use alphabet::MOST_CHARACTERS;
pub(crate) use limits::CAPS;
use translate::Translation;
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Gap, Reason};
use tress_term::eval::EvalError;
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, post_order};

/// Does a term of a sort occur that holds sequences?
pub(crate) fn occur(store: &TermStore, formulas: &[Term]) -> bool {
    store.has_seq_sorts()
        && post_order(store, formulas).into_iter().any(|term| match store.sort(term) {
            Sort::Seq(_) => true,
            sort @ (Sort::Array(_) | Sort::Datatype(_)) => store.holds_sequences(sort),
            _ => false,
        })
}

/// Answers a question about formulas without quantifiers and recursive functions.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn answer(env: &mut Env<'_>, query: &Query<'_>) -> Result<CheckResult, Stop> {
    if !occur(env.store, query.formulas) {
        return ground::answer(env, query);
    }
    CheckResult::unless_gave_up(translated_answer(env, query))
}

fn translated_answer(env: &mut Env<'_>, query: &Query<'_>) -> Result<CheckResult, Stop> {
    // Sequences of what holds them stay what they are: functions without a meaning, and an evaluator that
    // knows it.
    let Some(translation) = Translation::of(env, query.formulas)? else {
        return ground::answer(env, query);
    };
    env.stats.add("sequence-translations", 1);
    let extended = query.with_prefix(translation.axioms.iter().copied(), &translation.images);
    let symbols: Vec<SymbolId> = query.symbols.iter().chain(&translation.fresh).copied().collect();
    Ok(match ground::answer(env, &extended.query(query.config, &symbols))? {
        CheckResult::Sat(model, by) => match back::model(env, &translation, &model) {
            Ok(model) if env.holds(query.formulas.iter().copied(), &model)? => {
                CheckResult::Sat(Box::new(model), by)
            }
            Err(EvalError::Stop(stop)) => return Err(stop),
            _ => {
                env.stats.add("models-refuted", 1);
                CheckResult::Unknown(Reason::Incomplete)
            }
        },
        CheckResult::Unsat(core, by)
            if enough_characters(&translation, post_order(env.store, extended.formulas()).len()) =>
        {
            CheckResult::Unsat(extended.own_core(core), by)
        }
        CheckResult::Unsat(..) => CheckResult::Unknown(Reason::Gaps(vec![Gap::Bound])),
        CheckResult::Unknown(reason) => {
            CheckResult::Unknown(about_sequences(env.store, query.formulas, reason))
        }
    })
}

/// Can no conflict of this number of terms be due to there being fewer characters than elements? A bucket of
/// strings that differ is made of terms and of what rules make of them; half of the characters are left for
/// those.
fn enough_characters(translation: &Translation, terms: usize) -> bool {
    translation.alphabets.iter().all(|alphabet| alphabet.size.is_some())
        || terms < MOST_CHARACTERS as usize / 2
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

#[cfg(test)]
mod tests {
    use super::*;
    use tress_base::Budget;
    use tress_rewrite::env::SolveContext;
    use tress_rewrite::testing::Terms;

    fn translated(formula: &str) -> (SolveContext, Translation) {
        let mut terms = Terms::new();
        let formula = terms.term(formula);
        let budget = Budget::unlimited();
        let translation = Translation::of(&mut terms.context.env(&budget, 0), &[formula]);
        let translation = translation.expect("no limit").expect("sequences of plain elements");
        (terms.context, translation)
    }

    #[test]
    fn characters_are_counted_only_where_there_is_one_for_each_value() {
        let (_, of_bools) = translated("(= (seq.unit a) (seq.unit b))");
        assert!(enough_characters(&of_bools, usize::MAX));
        let (_, of_numbers) = translated("(= (seq.unit m) (seq.unit n))");
        assert!(enough_characters(&of_numbers, 1000));
        assert!(!enough_characters(&of_numbers, MOST_CHARACTERS as usize / 2));
    }

    #[test]
    fn elements_have_characters_and_values_have_their_own() {
        let (context, translation) =
            translated("(= (seq.++ (seq.unit m) (seq.unit 5) (seq.unit 5)) (seq.unit n))");
        let [alphabet] = &translation.alphabets[..] else { panic!("one sort of sequences") };
        assert_eq!(alphabet.named, [tress_term::term::Value::Int(5.into())]);
        assert_eq!(alphabet.elements.len(), 2);
        // Two lengths, and three pairs of an element with another or with the value.
        assert_eq!(translation.axioms.len(), 5);
        assert!(!occur(&context.store, &translation.images));
    }

    #[test]
    fn reasons_name_operators_of_the_question() {
        let mut terms = Terms::new();
        let formula = terms.term("(= (seq.rev (seq.unit m)) (seq.unit n))");
        let reason = Reason::Gaps(vec![Gap::Operator(Op::Rev), Gap::Operator(Op::ReplaceAll)]);
        let reason = about_sequences(&terms.context.store, &[formula], reason);
        assert_eq!(reason, Reason::Gaps(vec![Gap::Operator(Op::SeqRev), Gap::Operator(Op::ReplaceAll)]));
    }
}
