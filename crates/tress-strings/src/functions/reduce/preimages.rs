//! Which words a function takes to a given word.
//!
//! Case, reversal and replacing between constants take a regular language to each word; that
//! language is known exactly, so `f(s) = w` and `s in preimage(w)` mean the same.

use tress_base::Stop;

use tress_kernel::{Context, Rule};
use tress_term::term::{Op, Term, TermSet, Value, Word};

use crate::functions::limits::PREIMAGE_STEPS;

/// A function has a value exactly for the words of a language.
const PREIMAGE: Rule = Rule::new(
    "tell-preimage",
    "own",
    "f(s) = w exactly when s is in the pre-image of w, which is regular for functions of transducers",
);

/// Says which arguments lead to the word that was chosen for a function. False when nothing new
/// can be said, or it would take too long. `reduced` remembers what was said.
pub(in crate::functions) fn tell_preimage(
    cx: &mut Context<'_>,
    reduced: &mut TermSet,
    term: Term,
    word: &Word,
) -> Result<bool, Stop> {
    let budget = cx.env.budget;
    let Some(Some(language)) = PREIMAGE_STEPS.share(budget, || preimage(cx, term, word))? else {
        return Ok(false);
    };
    let subject = cx.env.store.args(term)[0];
    let member = cx.env.app(Op::InRe, &[subject, language]);
    let word = cx.env.store.value(Value::Str(word.clone()));
    let equal = cx.env.equal(term, word);
    let said = cx.env.equal(equal, member);
    if !reduced.add(said) {
        return Ok(false);
    }
    cx.axiom_equivalent(PREIMAGE, equal, member);
    Ok(true)
}

/// The language of the arguments that a function takes to this word, for the functions where it
/// is known.
fn preimage(cx: &mut Context<'_>, term: Term, word: &[u32]) -> Result<Option<Term>, Stop> {
    let args = cx.env.store.args(term).to_vec();
    match cx.env.store.op(term) {
        Some(Op::ToLower) => case_preimage(cx, word, 'A').map(Some),
        Some(Op::ToUpper) => case_preimage(cx, word, 'a').map(Some),
        Some(Op::Rev) => {
            cx.env.budget.poll_many(word.len() as u64)?;
            let back: Vec<u32> = word.iter().rev().copied().collect();
            Ok(Some(cx.env.word_language(&back)))
        }
        Some(Op::ReplaceAll) => match (cx.env.word_of(args[1]), cx.env.word_of(args[2])) {
            (Some(old), Some(new)) if !old.is_empty() => replace_preimage(cx, word, &old, &new).map(Some),
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}

/// Words that become this one when the alphabet that begins at `from` is changed to the other case. There are
/// none if the word contains a character of that alphabet.
fn case_preimage(cx: &mut Context<'_>, word: &[u32], from: char) -> Result<Term, Stop> {
    let from = u32::from(from);
    let to = from ^ 0x20;
    let mut parts = vec![cx.env.word_language(&[])];
    for letter in word {
        cx.env.budget.poll()?;
        if (from..from + 26).contains(letter) {
            return Ok(cx.env.app(Op::ReNone, &[]));
        }
        let own = cx.env.word_language(&[*letter]);
        parts.push(if (to..to + 26).contains(letter) {
            let other = cx.env.word_language(&[letter ^ 0x20]);
            cx.env.app(Op::ReUnion, &[own, other])
        } else {
            own
        });
    }
    Ok(cx.env.app(Op::ReConcat, &parts))
}

/// Words in which replacing all `old`, which is not empty, by `new` gives this word: pieces
/// without `old`, each but the last followed by it.
fn replace_preimage(cx: &mut Context<'_>, word: &[u32], old: &[u32], new: &[u32]) -> Result<Term, Stop> {
    // The language that leads to the rest of the word from each place on.
    let mut rests: Vec<Term> = vec![cx.env.app(Op::ReNone, &[]); word.len() + 1];
    for start in (0..=word.len()).rev() {
        let whole = replaced_rest(cx, word, (old, new), (start, &rests))?;
        rests[start] = if new.is_empty() {
            // Any number of occurrences can have stood here.
            let gone = cx.env.word_language(old);
            let gone = cx.env.app(Op::ReStar, &[gone]);
            cx.env.app(Op::ReConcat, &[gone, whole])
        } else {
            whole
        };
    }
    Ok(rests[0])
}

/// Words that lead to the word from a place on: without `old`, or with a first occurrence of it
/// and then what leads to one of the `rests`.
fn replaced_rest(
    cx: &mut Context<'_>,
    word: &[u32],
    (old, new): (&[u32], &[u32]),
    (start, rests): (usize, &[Term]),
) -> Result<Term, Stop> {
    cx.env.budget.poll_many((word.len() - start + 1) as u64)?;
    let mut ways = vec![cx.env.app(Op::ReNone, &[])];
    if !holds(&word[start..], old) {
        ways.push(cx.env.word_language(&word[start..]));
    }
    for end in start..=word.len() {
        if !word[end..].starts_with(new) || (end == start && new.is_empty()) {
            continue;
        }
        let piece = [&word[start..end], old].concat();
        cx.env.budget.poll_many(piece.len() as u64)?;
        // The first occurrence must be the one at the end.
        if !holds(&piece[..piece.len() - 1], old) {
            let piece = cx.env.word_language(&piece);
            ways.push(cx.env.app(Op::ReConcat, &[piece, rests[end + new.len()]]));
        }
    }
    Ok(cx.env.app(Op::ReUnion, &ways))
}

fn holds(word: &[u32], part: &[u32]) -> bool {
    word.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use tress_base::{Budget, Random};
    use tress_kernel::Kernel;
    use tress_rewrite::testing::Terms;
    use tress_sat::Solver;
    use tress_term::model::Model;

    use super::*;

    /// All words over these characters up to this length.
    fn words(letters: &[u32], length: usize) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..length {
            let to = all.len();
            for place in from..to {
                for letter in letters {
                    let mut longer: Vec<u32> = all[place].clone();
                    longer.push(*letter);
                    all.push(longer);
                }
            }
            from = to;
        }
        all
    }

    /// Runs `work` in a context in which nothing is known.
    fn with_context(work: impl FnOnce(&mut Context<'_>, Term)) {
        let mut terms = Terms::new();
        let x = terms.term("x");
        let (budget, mut kernel, mut sat) = (Budget::unlimited(), Kernel::new(), Solver::new(0));
        let env = terms.context.env(&budget, 0);
        work(&mut Context { env, kernel: &mut kernel, sat: &mut sat }, x);
    }

    /// The function of `x` and some words.
    fn function(cx: &mut Context<'_>, op: Op, x: Term, others: &[&[u32]]) -> Term {
        let mut args = vec![x];
        args.extend(others.iter().map(|other| cx.env.store.word(*other)));
        cx.env.app(op, &args)
    }

    /// What is said of a function's value holds for every short word.
    fn check(op: Op, others: &[&[u32]], letters: &[u32], word: &[u32]) {
        with_context(|cx, x| {
            let symbol = cx.env.store.as_constant(x).expect("a symbol");
            let (term, result, mut reduced) = (function(cx, op, x, others), Word::from(word), TermSet::new());
            assert_eq!(tell_preimage(cx, &mut reduced, term, &result), Ok(true));
            let said = cx.kernel.waiting.take_axioms();
            assert_eq!(said.len(), 2, "an equivalence");
            assert_eq!(tell_preimage(cx, &mut reduced, term, &result), Ok(false), "once is enough");
            for value in words(letters, 4) {
                let mut model = Model::new();
                model.set(symbol, Value::Str(value.clone().into()));
                for clause in &said {
                    let holds =
                        clause.iter().any(|formula| cx.env.eval(*formula, &model) == Ok(Value::Bool(true)));
                    assert!(holds, "{op:?} {others:?} to {word:?} from {value:?}");
                }
            }
        });
    }

    #[test]
    fn preimages_are_exact() {
        let mut random = Random::new(17);
        let small: Vec<u32> = "ab".chars().map(u32::from).collect();
        let cased: Vec<u32> = "aA[z".chars().map(u32::from).collect();
        for _ in 0..60 {
            let mut word = |letters: &[u32], least: usize, most: usize| -> Vec<u32> {
                let length = least + random.below(most - least + 1);
                (0..length).map(|_| *random.pick(letters)).collect()
            };
            let (old, new, result) = (word(&small, 1, 3), word(&small, 0, 2), word(&small, 0, 5));
            check(Op::ReplaceAll, &[&old, &new], &small, &result);
            let result = word(&cased, 0, 4);
            check(Op::ToLower, &[], &cased, &result);
            check(Op::ToUpper, &[], &cased, &result);
            check(Op::Rev, &[], &small, &result);
        }
    }

    #[test]
    fn what_takes_too_long_is_not_said() {
        let [a, b] = ['a', 'b'].map(u32::from);
        let long = Word::from(vec![a; 1000]);
        with_context(|cx, x| {
            let mut reduced = TermSet::new();
            let (back, all) = (function(cx, Op::Rev, x, &[]), function(cx, Op::ReplaceAll, x, &[&[b], &[a]]));
            assert_eq!(tell_preimage(cx, &mut reduced, back, &long), Ok(true));
            cx.kernel.waiting.take_axioms();
            assert_eq!(tell_preimage(cx, &mut reduced, all, &long), Ok(false));
            assert_eq!(cx.kernel.waiting.axiom_count(), 0);
        });
    }
}
