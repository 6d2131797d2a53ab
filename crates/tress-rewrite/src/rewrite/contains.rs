//! Occurrence of words in words: `str.contains`, `str.prefixof`, `str.suffixof`.
//!
//! What is certain becomes a literal. Words that cannot be longer than what they should occur in
//! are equal to it. A short literal that is searched in becomes a choice of few words, a longer
//! one a membership.

use super::context::Context;
use super::limits::{PART_CHARACTERS, PARTS};
use super::rule::{Family, Rule};
use tress_term::term::{Op, Term, TermStore, Word};

/// The word that is searched in, and the word that is searched for.
pub(super) fn open(context: &Context<'_>, term: Term) -> Option<(Op, Term, Term)> {
    let op = context.store.op(term)?;
    let [a, b] = context.match_op::<2>(term, op)?;
    Some(if op == Op::Contains { (op, a, b) } else { (op, b, a) })
}

pub(super) fn build(context: &mut Context<'_>, op: Op, hay: Term, needle: Term) -> Term {
    if op == Op::Contains { context.contains(hay, needle) } else { context.app(op, &[needle, hay]) }
}

/// match: `(str.contains x x)`, `(str.contains x "")`, `(str.contains "ab" (str.++ x "c"))`; result: `true`,
/// `true`, `false`; why: it follows from the shape of the words.
fn certain(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (op, hay, needle) = open(context, term)?;
    match context.occurs(hay, needle) {
        Some(true) if op == Op::Contains => Some(TermStore::TRUE),
        Some(false) => Some(TermStore::FALSE),
        _ => None,
    }
}

/// match: `(str.contains x y)` with |y| >= |x|; result: `(= x y)`; why: a word occurs in a word that is no
/// longer only as the whole.
fn as_long(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (_, hay, needle) = open(context, term)?;
    context
        .is_as_long(needle, hay, i64::from(tress_base::is_planted("contains-as-long")))
        .then(|| context.eq(hay, needle))
}

/// match: `(str.contains x y)` with |x| <= 1; result: `(or (= y "") (= y x))`; why: a word of at most one
/// character has no other parts. The same for prefixes and suffixes.
fn in_short(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (_, hay, needle) = open(context, term)?;
    let high = context.bounds(hay).high?;
    if high > tress_base::Int::ONE || context.is_literal(needle) {
        return None;
    }
    let (empty, same) = (context.is_empty(needle), context.eq(needle, hay));
    Some(context.or(&[empty, same]))
}

/// match: `(str.prefixof x "ab")`; result:
/// `(str.in_re x (re.union (str.to_re "") (str.to_re "a") (str.to_re "ab")))`; why: a short literal has few
/// parts.
fn in_literal(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (op, hay, needle) = open(context, term)?;
    let word = context.as_word(hay)?;
    if word.len() < 2 || context.is_literal(needle) || PART_CHARACTERS.is_exceeded(word.len(), context.budget)
    {
        return None;
    }
    let mut parts: Vec<Word> = match op {
        Op::PrefixOf => (usize::from(tress_base::is_planted("contains-prefix"))..=word.len())
            .map(|end| word[..end].into())
            .collect(),
        Op::SuffixOf => (usize::from(tress_base::is_planted("contains-literal"))..=word.len())
            .map(|start| word[start..].into())
            .collect(),
        _ => {
            let ends = |start: usize| (start..=word.len()).map(move |end| (start, end));
            (0..=word.len()).flat_map(ends).map(|(start, end)| word[start..end].into()).collect()
        }
    };
    parts.sort();
    parts.dedup();
    // The needle may be known to be shorter.
    let high = context.bounds(needle).high;
    parts.retain(|part| high.as_ref().is_none_or(|high| tress_base::Int::from(part.len()) <= *high));
    let parts: Vec<Term> = parts
        .into_iter()
        .map(|part| {
            let part = context.word(&part);
            context.app(Op::StrToRe, &[part])
        })
        .collect();
    let regex = context.app(Op::ReUnion, &parts);
    Some(context.app(Op::InRe, &[needle, regex]))
}

/// match: `(str.contains (str.++ x y) z)` with |z| <= 1; result:
/// `(or (str.contains x z) (str.contains y z))`; why: one character lies in one part.
fn character_in_parts(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [hay, needle] = context.match_op::<2>(term, Op::Contains)?;
    if context.store.op(hay) != Some(Op::Concat)
        || context.bounds(needle).high?
            > tress_base::Int::from(1 + i32::from(tress_base::is_planted("contains-parts")))
    {
        return None;
    }
    let parts: Vec<Term> =
        context.parts(hay).into_iter().map(|part| context.contains(part, needle)).collect();
    Some(context.or(&parts))
}

/// The longest end of `left` that is a proper beginning of `right`, as a length.
pub(super) fn overlap(left: &[u32], right: &[u32]) -> usize {
    let lost = 1 + usize::from(tress_base::is_planted("contains-overlap"));
    let most = left.len().min(right.len().saturating_sub(lost));
    (0..=most).rev().find(|count| left[left.len() - count..] == right[..*count]).unwrap_or(0)
}

/// match: `(str.contains (str.++ "abc" x "d") (str.++ "ce" y "f"))`; result:
/// `(str.contains (str.++ "c" x) (str.++ "ce" y "f"))`; why: characters at the ends that cannot belong to an
/// occurrence do not matter.
fn trim_hay(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [hay, needle] = context.match_op::<2>(term, Op::Contains)?;
    let Trimmed { parts, .. } = trimmed(context, hay, needle)?;
    let hay = context.concat(&parts);
    Some(context.contains(hay, needle))
}

/// A concatenation without the characters at its ends that cannot belong to an occurrence of another word,
/// and those.
pub(super) struct Trimmed {
    pub(super) front: Vec<u32>,
    pub(super) parts: Vec<Term>,
    pub(super) back: Vec<u32>,
}

/// Cuts off what the literals at the ends of the needle exclude. Returns `None` if nothing is cut off.
pub(super) fn trimmed(context: &mut Context<'_>, hay: Term, needle: Term) -> Option<Trimmed> {
    if context.store.op(hay) != Some(Op::Concat) {
        return None;
    }
    let literal =
        |part: Option<&Term>| context.as_word(*part?).filter(|word| (1..1000).contains(&word.len()));
    let wanted = context.parts(needle);
    let (head, tail) = (literal(wanted.first()), literal(wanted.last()));
    let mut cut = Trimmed { front: Vec::new(), parts: context.parts(hay), back: Vec::new() };
    if let (Some(head), Some(first)) = (head, cut.parts.first().and_then(|part| context.as_word(*part))) {
        let index = (0..first.len()).find(|from| agree(first[*from..].iter(), head.iter()));
        let index = index.unwrap_or(first.len());
        cut.front = first[..index].to_vec();
        cut.parts[0] = context.word(&first[index..]);
    }
    let last = cut.parts.len() - 1;
    if let (Some(tail), Some(end)) = (tail, context.as_word(cut.parts[last])) {
        let index = (1..=end.len()).rfind(|to| agree(end[..*to].iter().rev(), tail.iter().rev()));
        let index = index.unwrap_or(0);
        cut.back = end[index..].to_vec();
        cut.parts[last] = context.word(&end[..index]);
    }
    (!cut.front.is_empty() || !cut.back.is_empty()).then_some(cut)
}

/// Are two words equal as far as both go?
fn agree<'a>(a: impl Iterator<Item = &'a u32>, b: impl Iterator<Item = &'a u32>) -> bool {
    a.zip(b).all(|(a, b)| a == b)
}

/// Does the second word, which is not empty, occur in the first?
pub(super) fn holds(long: &[u32], short: &[u32]) -> bool {
    long.windows(short.len()).any(|window| window == short)
}

/// The longest beginning of `left` that is a proper end of `right`, as a length.
pub(super) fn overlap_back(left: &[u32], right: &[u32]) -> usize {
    let most = left.len().min(right.len().saturating_sub(1));
    (0..=most).rev().find(|count| left[..*count] == right[right.len() - count..]).unwrap_or(0)
}

/// match: `(str.contains (str.++ x "c" y) "ab")`; result: `(or (str.contains x "ab") (str.contains y "ab"))`;
/// why: no occurrence can touch the literal in the middle.
fn split_hay(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [hay, needle] = context.match_op::<2>(term, Op::Contains)?;
    let word = context.as_word(needle).filter(|word| !word.is_empty() && word.len() < 1000)?;
    let parts = context.parts(hay);
    if parts.len() < 3 || PARTS.is_exceeded(parts.len(), context.budget) {
        return None;
    }
    for index in 1..parts.len() - 1 {
        let Some(middle) = context.as_word(parts[index]) else { continue };
        if middle.is_empty()
            || overlap(&middle, &word) > 0
            || overlap_back(&middle, &word) > 0
            || holds(&word, &middle)
            || holds(&middle, &word)
        {
            continue;
        }
        let (front, back) = (context.concat(&parts[..index]), context.concat(&parts[index + 1..]));
        let (front, back) = (context.contains(front, needle), context.contains(back, needle));
        return Some(context.or(&[front, back]));
    }
    None
}

/// match: `(str.contains (str.replace x y z) z)`; result: `(or (str.contains x y) (str.contains x z))`;
/// match: `(str.contains (str.replace x y x) y)`; result: `(str.contains x y)`; why: where something is
/// replaced, the new word occurs.
fn in_replaced(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [hay, needle] = context.match_op::<2>(term, Op::Contains)?;
    let [x, y, z] = context.match_op::<3>(hay, Op::Replace)?;
    if needle == z {
        let (old, new) = (context.contains(x, y), context.contains(x, z));
        return Some(context.or(&[old, new]));
    }
    if x == z && needle == y {
        return Some(context.contains(x, y));
    }
    // One character of a word that was put into itself was there before.
    let is_short = context.bounds(needle).high.is_some_and(|high| high <= tress_base::Int::ONE);
    if x == z && is_short {
        return Some(context.contains(x, needle));
    }
    // A character that the old string does not have stays, or comes with the new string.
    let character = context.as_word(needle).filter(|word| word.len() == 1)?;
    let old = context.as_word(y)?;
    if old.contains(&character[0]) {
        return None;
    }
    let (stays, occurs, comes) =
        (context.contains(x, needle), context.contains(x, y), context.contains(z, needle));
    let comes = context.and(&[occurs, comes]);
    Some(context.or(&[stays, comes]))
}

/// match: `(str.contains (str.replace_all x "a" "b") "cd")`; result: `(str.contains x "cd")`; why: a string
/// that shares no character with what goes or comes lies where nothing is replaced, unless it is put together
/// by taking something out.
fn untouched(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [hay, needle] = context.match_op::<2>(term, Op::Contains)?;
    let op = context.store.op(hay).filter(|op| matches!(op, Op::Replace | Op::ReplaceAll))?;
    let [x, y, z] = context.match_op::<3>(hay, op)?;
    let word = context.as_word(needle).filter(|word| !word.is_empty())?;
    let old = context.as_word(y).filter(|word| !word.is_empty())?;
    let shares = |other: &Word| other.iter().any(|character| word.contains(character));
    if shares(&old) {
        return None;
    }
    let stays = context.contains(x, needle);
    if let Some(new) = context.as_word(z)
        && !shares(&new)
    {
        return (word.len() == 1 || !new.is_empty()).then_some(stays);
    }
    // One character lies in what stays or in what comes.
    if word.len() > 1 {
        return None;
    }
    let (occurs, comes) = (context.contains(x, y), context.contains(z, needle));
    let comes = context.and(&[occurs, comes]);
    Some(context.or(&[stays, comes]))
}

/// match: `(str.contains x (str.replace y x y))`; result: `(str.contains x y)`; why: if `x` occurs in `y` and
/// they differ, both are too long for `x`.
fn replaced_in_itself(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [hay, needle] = context.match_op::<2>(term, Op::Contains)?;
    let [y, x, z] = context.match_op::<3>(needle, Op::Replace)?;
    (x == hay && y == z).then(|| context.contains(hay, y))
}

const ALL: &[Op] = &[Op::Contains, Op::PrefixOf, Op::SuffixOf];

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "contains-certain",
        Family::Occurrences,
        ALL,
        certain,
        ["(str.contains \"ab\" (str.++ x \"c\"))", "(str.contains x y)"],
    ),
    Rule::new(
        "contains-long",
        Family::Occurrences,
        ALL,
        as_long,
        ["(str.contains x (str.++ x y))", "(str.contains (str.++ x y) x)"],
    ),
    Rule::new(
        "contains-short",
        Family::Occurrences,
        ALL,
        in_short,
        ["(str.contains \"a\" x)", "(str.contains \"ab\" x)"],
    ),
    Rule::new(
        "contains-listed",
        Family::Occurrences,
        ALL,
        in_literal,
        ["(str.prefixof x \"ab\")", "(str.prefixof \"ab\" x)"],
    ),
    Rule::new(
        "contains-letter",
        Family::Occurrences,
        &[Op::Contains],
        character_in_parts,
        ["(str.contains (str.++ x y) \"a\")", "(str.contains (str.++ x y) \"ab\")"],
    ),
    Rule::new(
        "contains-trim",
        Family::Occurrences,
        &[Op::Contains],
        trim_hay,
        ["(str.contains (str.++ \"abc\" x \"d\") \"ce\")", "(str.contains (str.++ \"c\" x) \"ce\")"],
    ),
    Rule::new(
        "contains-split",
        Family::Occurrences,
        &[Op::Contains],
        split_hay,
        ["(str.contains (str.++ x \"c\" y) \"ab\")", "(str.contains (str.++ x \"b\" y) \"ab\")"],
    ),
    Rule::new(
        "contains-replaced",
        Family::Occurrences,
        &[Op::Contains],
        in_replaced,
        ["(str.contains (str.replace x y z) z)", "(str.contains (str.replace x y z) y)"],
    ),
    Rule::new(
        "contains-untouched",
        Family::Occurrences,
        &[Op::Contains],
        untouched,
        [
            "(str.contains (str.replace_all x \"b\" \"1\") \"aa\")",
            "(str.contains (str.replace_all x \"b\" \"\") \"aa\")",
        ],
    ),
    Rule::new(
        "contains-itself",
        Family::Occurrences,
        &[Op::Contains],
        replaced_in_itself,
        ["(str.contains x (str.replace y x y))", "(str.contains x (str.replace y z y))"],
    ),
];
