//! Functions of one string as machines.
//!
//! Enters: an operator and the values of its arguments behind the first. Leaves: the transducer that
//! reads the first argument and writes the value of the function; nothing for operators that are no
//! such functions.

use tress_automata::transducer::Transducer;
use tress_base::Budget;

use tress_term::term::{Op, Term, TermStore, Value, Word};

use super::limits::OUTPUT_CHARACTERS;

/// Is it a function of its first argument whose pre-images are known, when the others are constants?
pub(crate) fn is_read(op: Option<Op>) -> bool {
    matches!(
        op,
        Some(
            Op::ToLower
                | Op::ToUpper
                | Op::Rev
                | Op::Trim
                | Op::Replace
                | Op::ReplaceAll
                | Op::ReplaceRe
                | Op::ReplaceReAll
                | Op::ReplaceReLongest
                | Op::ReplaceReLongestAll
                | Op::ReplaceTable
        )
    )
}

/// The place and the length of a part of the value of such a function, when both are known and the part
/// can be anything but empty.
pub(crate) fn part_of_value(store: &TermStore, term: Term) -> Option<(u64, u64)> {
    let (start, count) = match (store.op(term)?, store.args(term)) {
        (Op::At, [_, start]) => (start, None),
        (Op::Substr, [_, start, count]) => (start, Some(count)),
        _ => return None,
    };
    let subject = store.args(term)[0];
    if !is_read(store.op(subject)) {
        return None;
    }
    let number = |term: &Term| match store.as_value(*term) {
        Some(Value::Int(number)) => number.to_u32().map(u64::from),
        _ => None,
    };
    Some((number(start)?, count.map_or(Some(1), number).filter(|count| *count > 0)?))
}

/// Is the machine for these rows, a pattern and its replacement each, small enough? It has a state for each
/// character of the patterns; where a search fails, it writes what it has read, for each state and each
/// character.
fn is_small(rows: &[Word], budget: &Budget) -> bool {
    let patterns = || rows.iter().step_by(2);
    let states: usize = patterns().map(|pattern| pattern.len()).sum();
    let mut letters: Vec<u32> = patterns().flat_map(|pattern| pattern.iter().copied()).collect();
    letters.sort_unstable();
    letters.dedup();
    let longest: usize = rows.chunks(2).map(|row| row.iter().map(|word| word.len()).sum()).max().unwrap_or(0);
    let characters = (states + 1).saturating_mul(letters.len() + 1).saturating_mul(longest);
    !OUTPUT_CHARACTERS.is_exceeded(characters, budget)
}

/// The machine of `op` with these further arguments; none when it would be too large.
pub(crate) fn machine(op: Op, others: &[Word], budget: &Budget) -> Option<Transducer> {
    if !is_small(others, budget) {
        return None;
    }
    match (op, others) {
        (Op::ToLower, []) => Some(Transducer::shifts(&[((0x41, 0x5A), 0x20)])),
        (Op::ToUpper, []) => Some(Transducer::shifts(&[((0x61, 0x7A), -0x20)])),
        (Op::Replace, [old, new]) => Some(Transducer::replace_first(old, new)),
        (Op::ReplaceAll, [old, new]) => Some(Transducer::table(&[(old.to_vec(), new.to_vec())])),
        (Op::ReplaceTable, pairs) if pairs.len().is_multiple_of(2) => {
            let rows: Vec<_> = pairs.chunks_exact(2).map(|row| (row[0].to_vec(), row[1].to_vec())).collect();
            Some(Transducer::table(&rows))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use tress_base::{Budget, Random};

    use super::*;
    use tress_term::eval::Evaluator;
    use tress_term::term::Value;

    /// The machine writes what the evaluator says.
    #[test]
    fn machines_compute_the_functions() {
        let mut random = Random::new(5);
        let (mut evaluator, budget) = (Evaluator::default(), Budget::unlimited());
        let letters: Vec<u32> = "aAb".chars().map(u32::from).collect();
        for _ in 0..500 {
            let mut word = |most: usize| -> Word {
                let length = random.below(most + 1);
                (0..length).map(|_| *random.pick(&letters)).collect()
            };
            let (input, old, new) = (word(7), word(2), word(2));
            let pairs: Vec<Word> = (0..6).map(|_| word(3)).collect();
            for (op, others) in [
                (Op::ToLower, vec![]),
                (Op::ToUpper, vec![]),
                (Op::Replace, vec![old.clone(), new.clone()]),
                (Op::ReplaceAll, vec![old.clone(), new.clone()]),
                (Op::ReplaceTable, pairs),
            ] {
                let written = machine(op, &others, &budget).map(|machine| machine.apply(&input, &budget));
                let arguments: Vec<Value> =
                    [&input].into_iter().chain(&others).cloned().map(Value::Str).collect();
                let value = evaluator.apply(&TermStore::new(), op, &[], &arguments, &budget);
                let Ok(Value::Str(value)) = value else { panic!("{op:?} has a value") };
                assert_eq!(written, Some(Ok(vec![value.to_vec()])), "{op:?} {input:?} {others:?}");
            }
        }
        assert!(machine(Op::ReplaceTable, &[Word::default()], &budget).is_none());
        assert!(machine(Op::Rev, &[], &budget).is_none());
        let long: Word = vec![97; 50_000].into();
        assert!(machine(Op::Replace, &[long.clone(), Word::default()], &budget).is_none());
        assert!(machine(Op::ReplaceAll, &[vec![97; 100].into(), long.clone()], &budget).is_none());
        assert!(machine(Op::ReplaceAll, &[vec![97].into(), long], &budget).is_some());
        let table: Vec<Word> =
            (0..1000).flat_map(|c| [vec![c].into(), vec![c, c + 1, c + 2].into()]).collect();
        assert!(machine(Op::ReplaceTable, &table, &budget).is_some());
    }
}
