//! Equality of words.
//!
//! Common ends are stripped, sides of certainly different lengths are different, equal lengths
//! split an equation, and an equation with a literal becomes a membership or arithmetic where
//! that is equivalent without the function.

use tress_base::{Int, Rational};

use super::context::Context;
use super::limits::{PART_PAIRS, PARTS, SPLIT_PARTS};
use super::rule::{Family, Rule};
use tress_term::term::{Op, Sort, Term, TermStore};

fn open(context: &Context<'_>, term: Term) -> Option<[Term; 2]> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    (context.store.sort(a) == Sort::String).then_some([a, b])
}

/// How many characters or parts were taken from one end of both lists.
enum Stripped {
    /// A literal of one differs from a literal of the other.
    Clash,
    /// Both lists, without what they share.
    Rest,
}

/// Removes what two lists of parts share in front; with `back`, at the end.
pub(super) fn strip(context: &mut Context<'_>, a: &mut Vec<Term>, b: &mut Vec<Term>, back: bool) -> bool {
    !matches!(strip_end(context, a, b, back), Stripped::Clash)
}

fn strip_end(context: &mut Context<'_>, a: &mut Vec<Term>, b: &mut Vec<Term>, back: bool) -> Stripped {
    if !back {
        a.reverse();
        b.reverse();
    }
    let result = loop {
        let (Some(x), Some(y)) = (a.last().copied(), b.last().copied()) else { break Stripped::Rest };
        if x == y {
            a.pop();
            b.pop();
            continue;
        }
        let (Some(v), Some(w)) = (context.as_word(x), context.as_word(y)) else { break Stripped::Rest };
        let common = if back {
            v.iter().rev().zip(w.iter().rev()).take_while(|(c, d)| c == d).count()
        } else {
            v.iter().zip(w.iter()).take_while(|(c, d)| c == d).count()
        };
        if common < v.len() && common < w.len() {
            break Stripped::Clash;
        }
        for (list, word) in [(&mut *a, v), (&mut *b, w)] {
            list.pop();
            let left = if back { &word[..word.len() - common] } else { &word[common..] };
            if !left.is_empty() {
                list.push(context.word(left));
            }
        }
    };
    if !back {
        a.reverse();
        b.reverse();
    }
    result
}

/// match: `(= (str.++ x "ab" y) (str.++ x "ac"))`; result: `(= (str.++ "b" y) "c")`, and then `false`; why:
/// words are equal exactly when they are without a common end.
fn strip_ends(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = open(context, term)?;
    if context.store.op(a) != Some(Op::Concat) && context.store.op(b) != Some(Op::Concat) {
        return None;
    }
    let (mut x, mut y) = (context.parts(a), context.parts(b));
    let before = (x.clone(), y.clone());
    if !strip(context, &mut x, &mut y, false) || !strip(context, &mut x, &mut y, true) {
        return Some(TermStore::FALSE);
    }
    if (&x, &y) == (&before.0, &before.1) {
        return None;
    }
    let (x, y) = (context.concat(&x), context.concat(&y));
    Some(context.eq(x, y))
}

/// match: `(= x (str.++ x "a" y))`, `(= "ab" (str.++ x "c" y))`; result: `false`; why: one side is longer, or
/// has a word that never occurs in the other.
fn never_equal(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = open(context, term)?;
    let never = context.is_as_long(a, b, i64::from(tress_base::is_planted("never-equal")) - 1)
        || context.is_as_long(b, a, -1)
        || context.occurs(a, b) == Some(false)
        || context.occurs(b, a) == Some(false);
    never.then_some(TermStore::FALSE)
}

/// match: `(= "" (str.++ x y x))`; result: `(and (= x "") (= y ""))`; why: only empty words make the empty
/// word.
fn empty_parts(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = open(context, term)?;
    let whole = if context.is_empty_word(a) { b } else { a };
    if !context.is_empty_word(a) && !context.is_empty_word(b) || context.store.op(whole) != Some(Op::Concat) {
        return None;
    }
    let mut parts = context.store.args(whole).to_vec();
    parts.sort_unstable();
    parts.dedup();
    let all: Vec<Term> = parts.into_iter().map(|part| context.is_empty(part)).collect();
    Some(context.and(&all))
}

/// match: `(= x (str.++ y x z))`; result: `(and (= y "") (= z "") (= x x))`; match:
/// `(= (str.substr x n m) (str.++ y x))`; result: `(and (= y "") (= (str.substr x n m) x))`; why: the lengths
/// are equal, so what one side has more is empty.
fn excess_empty(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = open(context, term)?;
    for (short, long) in [(a, b), (b, a)] {
        let parts = context.parts(long);
        if parts.len() < 2 || PARTS.is_exceeded(parts.len(), context.budget) {
            continue;
        }
        let (s, l) = (context.len(short), context.len(long));
        let mut excess = context.length_linear(&[(l, Rational::ONE), (s, -Rational::ONE)]);
        if excess.is_constant() || !context.never_negative(&excess) {
            continue;
        }
        let (mut kept, mut all) = (Vec::new(), Vec::new());
        for part in parts {
            let length = context.len(part);
            let mut without = excess.clone();
            without.add_scaled(&context.length_linear(&[(length, Rational::ONE)]), &-Rational::ONE);
            if context.never_negative(&without) {
                excess = without;
                all.push(context.is_empty(part));
            } else {
                kept.push(part);
            }
        }
        if !all.is_empty() {
            let long = context.concat(&kept);
            all.push(context.eq(short, long));
            return Some(context.and(&all));
        }
    }
    None
}

/// The parts of a word, cut in two: those near to the end that is looked at, and the others.
pub(super) struct Split {
    pub(super) near: Vec<Term>,
    pub(super) far: Vec<Term>,
}

impl Split {
    /// The first parts and the others; with `back`, the last parts and the others.
    pub(super) fn new(parts: &[Term], count: usize, back: bool) -> Self {
        let (front, rest) = parts.split_at(if back { parts.len() - count } else { count });
        let (near, far) = if back { (rest, front) } else { (front, rest) };
        Self { near: near.to_vec(), far: far.to_vec() }
    }
}

/// match: `(= (str.++ x y) (str.++ "ab" z))` with |x| = 2 by its shape; result: `(and (= x "ab") (= y z))`;
/// why: prefixes of equal length of equal words are equal.
fn split_aligned(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = open(context, term)?;
    let (x, y) = (context.parts(a), context.parts(b));
    if x.len() < 2 && y.len() < 2 || PART_PAIRS.is_exceeded(x.len() * y.len(), context.budget) {
        return None;
    }
    for (i, j) in (1..=x.len()).flat_map(|i| (1..=y.len()).map(move |j| (i, j))) {
        let (mut left, mut right) = (Split::new(&x, i, false), Split::new(&y, j, false));
        if left.far.is_empty() && right.far.is_empty() || !align(context, &mut left, &mut right, false) {
            continue;
        }
        let [p, q, r, s] = [left.near, right.near, left.far, right.far].map(|parts| context.concat(&parts));
        let (front, back) = (context.eq(p, q), context.eq(r, s));
        return Some(context.and(&[front, back]));
    }
    None
}

/// Are the two near parts of equal length? A literal at the cut may give characters to the far part.
pub(super) fn align(context: &mut Context<'_>, left: &mut Split, right: &mut Split, back: bool) -> bool {
    let [p, q] = [&left.near, &right.near].map(|parts| context.concat(parts));
    let (p, q) = (context.len(p), context.len(q));
    let excess = context.length_linear(&[(p, Rational::ONE), (q, -Rational::ONE)]);
    let Some(excess) = excess.is_constant().then(|| excess.constant_part().floor()) else { return false };
    let (longer, count) = if excess.is_negative() { (right, -&excess) } else { (left, excess) };
    if count.is_zero() {
        return true;
    }
    let index = if back { 0 } else { longer.near.len() - 1 };
    let Some(word) = context.as_word(longer.near[index]) else { return false };
    let Some(count) = count.to_usize().filter(|count| *count < word.len()) else { return false };
    if back {
        longer.far.push(context.word(&word[..count]));
        longer.near[index] = context.word(&word[count..]);
    } else {
        longer.far.insert(0, context.word(&word[word.len() - count..]));
        longer.near[index] = context.word(&word[..word.len() - count]);
    }
    true
}

/// match: `(= "" (str.substr x n m))`; result: `(or (< n 0) (>= n (str.len x)) (<= m 0))`; why: meaning of
/// `str.substr`.
fn empty_part(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = open(context, term)?;
    let part = if context.is_empty_word(a) { b } else { a };
    if !context.is_empty_word(a) && !context.is_empty_word(b) {
        return None;
    }
    let [x, n, m] = context.match_op::<3>(part, Op::Substr)?;
    let (zero, length) = (context.int(0), context.len(x));
    let before = context.app(Op::Lt, &[n, zero]);
    let behind = context.ge(n, length);
    let nothing = context.app(Op::Le, &[m, zero]);
    Some(context.or(&[before, behind, nothing]))
}

/// match: `(= "a" (str.substr x 2 1))`; result: `(str.in_re x (re.++ ((_ re.^ 2) re.allchar) (str.to_re "a")
/// re.all))`; why: the part at a literal position is a regular property of the string.
fn literal_part(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = open(context, term)?;
    let (literal, part) = if context.is_literal(a) { (a, b) } else { (b, a) };
    let word = context.as_word(literal).filter(|word| !word.is_empty())?;
    let [x, n, m] = context.match_op::<3>(part, Op::Substr)?;
    let count = context.as_int(m)?;
    let size = Int::from(word.len());
    if count < size {
        return Some(TermStore::FALSE);
    }
    let word = literal;
    if let Some(start) = context.as_int(n) {
        if start.is_negative() {
            return Some(TermStore::FALSE);
        }
        if start.is_zero() {
            return Some(if count == size {
                context.app(Op::PrefixOf, &[word, x])
            } else {
                context.eq(x, word)
            });
        }
        let any = context.app(Op::ReAllChar, &[]);
        let before = context.indexed(Op::ReLoop, &[start.clone(), start], &[any]);
        let here = context.app(Op::StrToRe, &[word]);
        let all = context.app(Op::ReAll, &[]);
        let list = if count == size { vec![before, here, all] } else { vec![before, here] };
        let regex = context.app(Op::ReConcat, &list);
        return Some(context.app(Op::InRe, &[x, regex]));
    }
    // From the end: the start is |x| - k.
    let length = context.len(x);
    let back = context.length_linear(&[(length, Rational::ONE), (n, -Rational::ONE)]);
    let back = back.is_constant().then(|| back.constant_part().floor())?;
    if back < size {
        return Some(TermStore::FALSE);
    }
    if back == size {
        return Some(context.app(Op::SuffixOf, &[word, x]));
    }
    if count > size {
        // More characters are asked for and are there.
        return Some(TermStore::FALSE);
    }
    let after = &back - &size;
    let all = context.app(Op::ReAll, &[]);
    let any = context.app(Op::ReAllChar, &[]);
    let here = context.app(Op::StrToRe, &[word]);
    let after = context.indexed(Op::ReLoop, &[after.clone(), after], &[any]);
    let regex = context.app(Op::ReConcat, &[all, here, after]);
    Some(context.app(Op::InRe, &[x, regex]))
}

/// match: `(= x (str.substr y 0 (str.len x)))`; result: `(str.prefixof x y)`; match:
/// `(= x (str.substr y (- (str.len y) (str.len x)) (str.len x)))`; result: `(str.suffixof x y)`; why: a part
/// that is as long as the word is there only in a word that is not shorter.
fn affix_as_part(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = open(context, term)?;
    for (word, part) in [(a, b), (b, a)] {
        let Some([whole, start, count]) = context.match_op::<3>(part, Op::Substr) else { continue };
        let length = context.len(word);
        if count == length && context.as_int(start).is_some_and(|start| start.is_zero()) {
            return Some(context.app(Op::PrefixOf, &[word, whole]));
        }
        let all = context.len(whole);
        let back = context.sub(all, length);
        if start == back && context.at_least(count, length, 0) {
            return Some(context.app(Op::SuffixOf, &[word, whole]));
        }
    }
    None
}

/// match: `(= "a" (str.++ x y))`; result: `(or (and (= x "a") (= y "")) (and (= x "") (= y "a")))`; why: one
/// character lies in one part, and the others are empty.
fn character_in_parts(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = open(context, term)?;
    let (character, whole) = if context.is_literal(a) { (a, b) } else { (b, a) };
    if context.as_word(character)?.len() != 1 || context.store.op(whole) != Some(Op::Concat) {
        return None;
    }
    let parts = context.parts(whole);
    if SPLIT_PARTS.is_exceeded(parts.len(), context.budget) {
        return None;
    }
    let mut ways = Vec::with_capacity(parts.len());
    for index in 0..parts.len() {
        let links: Vec<Term> = parts
            .iter()
            .enumerate()
            .map(
                |(other, part)| {
                    if other == index { context.eq(*part, character) } else { context.is_empty(*part) }
                },
            )
            .collect();
        ways.push(context.and(&links));
    }
    Some(context.or(&ways))
}

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "equal-strip",
        Family::Equality,
        &[Op::Eq],
        strip_ends,
        ["(= (str.++ x \"ab\" y) (str.++ x \"a\" z))", "(= (str.++ x y) (str.++ y x))"],
    ),
    Rule::new(
        "equal-empty-parts",
        Family::Equality,
        &[Op::Eq],
        empty_parts,
        ["(= \"\" (str.++ x y x))", "(= \"a\" (str.++ x y x))"],
    ),
    Rule::new(
        "equal-never",
        Family::Equality,
        &[Op::Eq],
        never_equal,
        ["(= \"ab\" (str.++ x \"c\" y))", "(= \"ab\" (str.++ x \"b\" y))"],
    ),
    Rule::new(
        "equal-excess",
        Family::Equality,
        &[Op::Eq],
        excess_empty,
        ["(= (str.substr x n m) (str.++ y x z))", "(= x (str.++ y z))"],
    ),
    Rule::new(
        "equal-aligned",
        Family::Equality,
        &[Op::Eq],
        split_aligned,
        [
            "(= (str.++ (str.from_code n) x \"ab\") (str.++ x (str.from_code n) \"a\" (str.substr y 1 1)))",
            "(= (str.++ x y) (str.++ z x))",
        ],
    ),
    Rule::new(
        "equal-empty-part",
        Family::Equality,
        &[Op::Eq],
        empty_part,
        ["(= \"\" (str.substr x n m))", "(= \"a\" (str.substr x n m))"],
    ),
    Rule::new(
        "equal-literal-part",
        Family::Equality,
        &[Op::Eq],
        literal_part,
        ["(= \"a\" (str.substr x 2 1))", "(= \"a\" (str.substr x n 1))"],
    ),
    Rule::new(
        "equal-affix",
        Family::Equality,
        &[Op::Eq],
        affix_as_part,
        ["(= x (str.substr y 0 (str.len x)))", "(= x (str.substr y 1 (str.len x)))"],
    ),
    Rule::new(
        "equal-letter",
        Family::Equality,
        &[Op::Eq],
        character_in_parts,
        ["(= \"a\" (str.++ x y))", "(= \"ab\" (str.++ x y))"],
    ),
];
