//! Replacement: `str.replace` and its relatives.
//!
//! What certainly stays is outside; what is replaced with certainty is gone. A replacement in
//! a word that is no longer than what is searched for is a choice.

use tress_base::Int;

use super::contains::{Trimmed, holds, overlap, overlap_back, trimmed};
use super::context::Context;
use super::indexof::certain_position;
use super::limits::{INSERTIONS, PARTS};
use super::rule::{Family, Rule};
use tress_term::term::{Op, Sort, Term};

fn open(context: &Context<'_>, term: Term) -> Option<[Term; 3]> {
    context.match_op::<3>(term, Op::Replace)
}

fn build(context: &mut Context<'_>, x: Term, y: Term, z: Term) -> Term {
    context.app(Op::Replace, &[x, y, z])
}

/// match: `(str.replace x "" z)`, `(str.replace x y y)`, `(str.replace x x z)`, `(str.replace x y z)` where
/// `y` never occurs in `x`; result: `(str.++ z x)`, `x`, `z`, `x`; why: meaning of `str.replace`.
fn plain(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y, z] = open(context, term)?;
    if context.is_empty_word(y) {
        return Some(context.concat(&if tress_base::is_planted("replace-empty") { [x, z] } else { [z, x] }));
    }
    if x == y {
        return Some(z);
    }
    (y == z || context.occurs(x, y) == Some(false)).then_some(x)
}

/// match: `(str.replace x y z)` with |y| >= |x|; result: `(ite (= x y) z x)`, for `z = x` just `x`; why: the
/// word occurs only as the whole.
fn in_short(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y, z] = open(context, term)?;
    if !context.is_as_long(y, x, i64::from(tress_base::is_planted("replace-short"))) {
        return None;
    }
    let same = context.eq(x, y);
    Some(context.ite(same, z, x))
}

/// match: `(str.replace "a" y z)`; result: `(ite (= y "") (str.++ z "a") (ite (= y "a") z "a"))`; why: a word
/// of at most one character has no other parts.
fn in_character(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y, z] = open(context, term)?;
    if context.as_word(x)?.len() > 1 || context.is_literal(y) {
        return None;
    }
    let (empty, same) = (context.is_empty(y), context.eq(y, x));
    let (front, inner) = (context.concat(&[z, x]), context.ite(same, z, x));
    if tress_base::is_planted("replace-in-character") {
        return Some(inner);
    }
    Some(context.ite(empty, front, inner))
}

/// match: `(str.replace (str.++ x y) x z)`; result: `(str.++ z y)`; why: the first occurrence is at the
/// start.
fn at_the_start(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y, z] = open(context, term)?;
    let (h, w) = (context.parts(x), context.parts(y));
    if w.is_empty() || h.len() < w.len() || h[..w.len()] != w[..] {
        return None;
    }
    let mut parts = vec![z];
    let from = w.len() + usize::from(tress_base::is_planted("replace-start"));
    parts.extend_from_slice(h.get(from..).unwrap_or_default());
    Some(context.concat(&parts))
}

/// match: `(str.replace (str.++ x y u) y z)`; result: `(str.++ (str.replace (str.++ x y) y z) u)`; match:
/// `(str.replace (str.++ "abc" x) "b" z)`; result: `(str.++ "a" z "c" x)`; why: an occurrence is certain,
/// what follows it stays.
fn pull_behind(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y, z] = open(context, term)?;
    let parts = context.parts(x);
    let (position, front) = certain_position(context, &parts, y)?;
    let mut rest = parts[position + 1..].to_vec();
    let mut kept = parts[..=position].to_vec();
    if let (Some(front), Some(word)) = (front, context.as_word(parts[position])) {
        let end = context.as_word(front)?.len();
        kept[position] = front;
        if position == 0 {
            let (size, front) = (context.as_word(y)?.len(), context.word(&word[..end]));
            let before = context.as_word(front)?;
            kept = vec![context.word(&before[..end - size]), z];
            kept.push(context.word(&word[end..]));
            kept.extend_from_slice(&rest);
            return Some(context.concat(&kept));
        }
        if end < word.len() {
            rest.insert(0, context.word(&word[end..]));
        }
    }
    if rest.is_empty() {
        return None;
    }
    let kept = context.concat(&kept);
    let mut all = vec![build(context, kept, y, z)];
    all.extend_from_slice(&rest);
    Some(context.concat(&all))
}

/// match: `(str.replace (str.++ "abc" x "d") "ce" z)`; result:
/// `(str.++ "ab" (str.replace (str.++ "c" x) "ce" z) "d")`; why: characters at the ends that cannot belong to
/// an occurrence stay.
fn pull_ends(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y, z] = open(context, term)?;
    let word = context.as_word(y).filter(|word| !word.is_empty() && word.len() < 1000)?;
    let mut parts = context.parts(x);
    if parts.len() < 2 {
        return None;
    }
    let (mut front, mut back) = (None, None);
    if let Some(first) = context.as_word(parts[0]) {
        if holds(&first, &word) {
            return None;
        }
        let stays = first.len() - overlap(&first, &word);
        if stays > 0 {
            front = Some(context.word(&first[..stays]));
            parts[0] = context.word(&first[stays..]);
        }
    }
    let last = parts.len() - 1;
    if let Some(end) = context.as_word(parts[last]) {
        if holds(&end, &word) {
            return None;
        }
        let kept = overlap_back(&end, &word);
        if kept < end.len() {
            back = Some(context.word(&end[kept..]));
            parts[last] = context.word(&end[..kept]);
        }
    }
    if front.is_none() && back.is_none() {
        return None;
    }
    let x = context.concat(&parts);
    let mut all: Vec<Term> = front.into_iter().collect();
    all.push(build(context, x, y, z));
    all.extend(back);
    Some(context.concat(&all))
}

/// match: `(str.replace (str.++ "ab" x "c") (str.++ "d" y) z)`; result:
/// `(str.++ "ab" (str.replace (str.++ x "c") (str.++ "d" y) z))`; why: characters at the ends in which no
/// occurrence begins or ends stay.
fn pull_ends_of_parts(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y, z] = open(context, term)?;
    if context.is_literal(y) {
        return None;
    }
    let Trimmed { front, parts, back } = trimmed(context, x, y)?;
    let x = context.concat(&parts);
    let all = [context.word(&front), build(context, x, y, z), context.word(&back)];
    Some(context.concat(&all))
}

/// match: `(str.replace x (str.replace y x y) z)`; result: `(str.replace x y z)`; why: if `x` occurs in `y`
/// and they differ, both are too long to occur in `x`.
fn replaced_needle(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, inner, z] = open(context, term)?;
    let [y, from, to] = open(context, inner)?;
    (from == x && to == y).then(|| build(context, x, y, z))
}

/// match: `(str.replace (str.replace x y x) x z)`; result: `(ite (str.contains x y) (str.replace x y z) z)`;
/// why: with the first occurrence x = p y q, the inner word is p x q, and x cannot begin earlier in it: y
/// would occur earlier in x.
fn replaced_by_whole(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [inner, needle, z] = open(context, term)?;
    let [x, y, w] = open(context, inner)?;
    if x != w || x != needle {
        return None;
    }
    let (occurs, new) = (context.contains(x, y), build(context, x, y, z));
    Some(context.ite(occurs, new, z))
}

/// match: `(str.replace x y (str.replace y x z))`; result: `(ite (= x y) z x)`; why: if `y` occurs in `x` and
/// they differ, `x` is too long to occur in `y`, so that `y` is replaced by itself.
fn replaced_by_itself(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y, new] = open(context, term)?;
    let [inner, needle, z] = open(context, new)?;
    if inner != y || needle != x {
        return None;
    }
    let same = context.eq(x, y);
    Some(context.ite(same, z, x))
}

/// match: `(str.replace x (str.replace x y z) w)` where `z` never occurs in `x`; result:
/// `(ite (str.contains x y) x w)`; why: where `y` occurs, the needle has a word that `x` does not have, and
/// elsewhere it is `x`.
fn changed_needle(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, needle, w] = open(context, term)?;
    let [inner, y, z] = open(context, needle)?;
    if inner != x || context.occurs(x, z) != Some(false) {
        return None;
    }
    let occurs = context.contains(x, y);
    Some(context.ite(occurs, x, w))
}

/// match: `(= x (str.replace y x y))`; result: `(= x y)`; why: if `x` occurs in `y`, the result is at least
/// as long as `y`, which is at least as long as `x`.
fn swapped(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    for (x, other) in [(a, b), (b, a)] {
        if let Some([y, from, to]) = open(context, other)
            && from == x
            && to == y
        {
            return Some(context.eq(x, y));
        }
    }
    None
}

/// match: `(= x (str.replace x y z))`; result: `(or (not (str.contains x y)) (= y z))`; why: a replacement
/// changes the word exactly when it happens and the words differ.
fn unchanged(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    for (x, other) in [(a, b), (b, a)] {
        if let Some([from, y, z]) = open(context, other)
            && from == x
        {
            let (occurs, same) = (context.contains(x, y), context.eq(y, z));
            let stays = context.not(occurs);
            return Some(context.or(&[stays, same]));
        }
    }
    None
}

/// match: `(= "" (str.replace x y z))`; result: `(or (and (= x y) (= z "")) (and (= x "") (not (= y ""))))`;
/// why: either all was replaced by nothing, or nothing was there.
fn empty_result(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    let replaced = if context.is_empty_word(a) { b } else { a };
    if context.store.sort(a) != Sort::String || !(context.is_empty_word(a) || context.is_empty_word(b)) {
        return None;
    }
    let [x, y, z] = open(context, replaced)?;
    let (same, nothing) = (context.eq(x, y), context.is_empty(z));
    let (empty, other) = (context.is_empty(x), context.is_empty(y));
    let (all, other) = (context.and(&[same, nothing]), context.not(other));
    let none = context.and(&[empty, other]);
    Some(context.or(&[all, none]))
}

/// match: `(= x (str.substr x n m))`; result: `(or (= x "") (and (= n 0) (>= m (str.len x))))`; why: a part
/// is the whole only from the first to the last character.
fn part_is_whole(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    for (x, other) in [(a, b), (b, a)] {
        if let Some([from, n, m]) = context.match_op::<3>(other, Op::Substr)
            && from == x
        {
            let (zero, length, empty) = (context.int(0), context.len(x), context.is_empty(x));
            let (first, last) = (context.eq(n, zero), context.ge(m, length));
            let whole = context.and(&[first, last]);
            return Some(context.or(&[empty, whole]));
        }
    }
    None
}

/// match: `(str.substr (str.replace x y x) 0 1)`, `(str.prefixof "a" (str.replace x y x))`; result: the same
/// of `x`; why: the first character stays what it was.
fn first_character(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let args = context.store.args(term).to_vec();
    let is = |context: &Context<'_>, term: Term, n: i64| context.as_int(term) == Some(n.into());
    let position = match (context.store.op(term)?, args.as_slice()) {
        (Op::Substr, [_, n, m]) if is(context, *n, 0) && is(context, *m, 1) => 0,
        (Op::PrefixOf, [c, _]) if context.as_word(*c).is_some_and(|c| c.len() == 1) => 1,
        _ => return None,
    };
    let [x, _, z] = open(context, args[position])?;
    if x != z {
        return None;
    }
    let mut args = args;
    args[position] = x;
    let op = context.store.op(term)?;
    Some(context.app(op, &args))
}

/// match: `(str.replace_all x "" z)`, `(str.replace_all x y y)`, `(str.replace_all x y z)` where `y` never
/// occurs in `x`, `(str.replace_all "" y z)`; result: `x`; why: nothing changes.
fn replace_all(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y, z] = context.match_op::<3>(term, Op::ReplaceAll)?;
    let same = context.is_empty_word(y) || y == z || context.is_empty_word(x);
    if same || context.occurs(x, y) == Some(false) {
        return Some(x);
    }
    // The whole word is replaced, unless it is empty.
    (x == y && context.bounds(x).low.is_some_and(|low| low.is_positive())).then_some(z)
}

/// match: `(str.replace_all (str.++ x "a" y) "a" z)`; result: the parts one by one; why: an occurrence of one
/// character lies in one part.
fn replace_all_character(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y, z] = context.match_op::<3>(term, Op::ReplaceAll)?;
    if context.as_word(y)?.len() != 1 || context.store.op(x) != Some(Op::Concat) {
        return None;
    }
    let parts: Vec<Term> =
        context.parts(x).into_iter().map(|part| context.app(Op::ReplaceAll, &[part, y, z])).collect();
    Some(context.concat(&parts))
}

/// match: `(str.replace_all "aba" "a" z)`; result: `(str.++ z "b" z)`; why: in a literal the positions are
/// known.
fn replace_all_literal(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y, z] = context.match_op::<3>(term, Op::ReplaceAll)?;
    let (hay, needle) = (context.as_word(x)?, context.as_word(y).filter(|word| !word.is_empty())?);
    let (mut parts, mut from, mut position) = (Vec::new(), 0, 0);
    while position + needle.len() <= hay.len() {
        if hay[position..].starts_with(&needle) {
            parts.extend([context.word(&hay[from..position]), z]);
            position += needle.len();
            from = position;
        } else {
            position += 1;
        }
        // Each position adds two parts.
        if INSERTIONS.is_exceeded(parts.len() / 2, context.budget) {
            return None;
        }
    }
    parts.push(context.word(&hay[from..]));
    Some(context.concat(&parts))
}

/// match: `(str.replace (str.++ x y x) z w)` with |z| <= 1; result:
/// `(str.++ (str.replace (str.++ x y) z w) x)`; why: a character of the last part is met before.
fn met_before(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y, z] = open(context, term)?;
    let mut parts = context.parts(x);
    if parts.len() < 2 || PARTS.is_exceeded(parts.len(), context.budget) || context.bounds(y).high? > Int::ONE
    {
        return None;
    }
    let last = parts.pop()?;
    if !parts.contains(&last) {
        return None;
    }
    let x = context.concat(&parts);
    let front = build(context, x, y, z);
    Some(context.concat(&[front, last]))
}

/// match: `(str.replace_re x r z)` where `r` has no words, or has the empty word; result: `x`,
/// `(str.++ z x)`; match: `(str.replace_re_all x r z)` where `r` has no words but the empty one; result: `x`;
/// why: meaning of these operators.
fn replace_regex(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [x, r, z] = context.match_op::<3>(term, op)?;
    let language = context.language(r)?;
    let regexes = context.evaluator.regexes();
    let (is_nullable, longest) = (regexes.is_nullable(language), regexes.max_length(language));
    let is_none = language == tress_automata::Regex::NONE;
    match op {
        _ if is_none => Some(x),
        Op::ReplaceRe if is_nullable => Some(context.concat(&[z, x])),
        Op::ReplaceReAll if longest == Some(0) => Some(x),
        _ => None,
    }
}

/// match: `(str.replace_re x (str.to_re y) z)`; result: `(str.replace x y z)`; the same for all occurrences;
/// why: one word is searched for.
fn replace_one_word(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [x, r, z] = context.match_op::<3>(term, op)?;
    let [y] = context.match_op::<1>(r, Op::StrToRe)?;
    Some(context.app(if op == Op::ReplaceRe { Op::Replace } else { Op::ReplaceAll }, &[x, y, z]))
}

/// match: `(= z (str.replace x y z))` with |y| = |z|; result: `(or (= x y) (= x z))`; why: what is left
/// around the replaced word has no characters.
fn only_new(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    for (new, other) in [(a, b), (b, a)] {
        if let Some([x, y, z]) = open(context, other)
            && z == new
        {
            let (old, long) = (context.len(y), context.len(z));
            if context.is_same_number(old, long) {
                let (was, is) = (context.eq(x, y), context.eq(x, z));
                return Some(context.or(&[was, is]));
            }
        }
    }
    None
}

const OPS: &[Op] = &[Op::Replace];
const ONE: Family = Family::Occurrences;

pub(super) const RULES: &[Rule] = &[
    Rule::new("replace-plain", ONE, OPS, plain, ["(str.replace x \"\" z)", "(str.replace x y z)"]),
    Rule::new(
        "replace-start",
        ONE,
        OPS,
        at_the_start,
        ["(str.replace (str.++ x y) x z)", "(str.replace (str.++ y x) x z)"],
    ),
    Rule::new(
        "replace-short",
        ONE,
        OPS,
        in_short,
        ["(str.replace x (str.++ x y) z)", "(str.replace (str.++ x y) x z)"],
    ),
    Rule::new(
        "replace-letter",
        ONE,
        OPS,
        in_character,
        ["(str.replace \"a\" y z)", "(str.replace \"ab\" y z)"],
    ),
    Rule::new(
        "replace-behind",
        ONE,
        OPS,
        pull_behind,
        ["(str.replace (str.++ x \"aba\" y) \"b\" z)", "(str.replace (str.++ x y) y z)"],
    ),
    Rule::new(
        "replace-ends",
        ONE,
        OPS,
        pull_ends,
        ["(str.replace (str.++ \"ab\" x \"b\") \"ba\" z)", "(str.replace (str.++ \"b\" x) \"ba\" z)"],
    ),
    Rule::new(
        "replace-pull-parts",
        Family::Occurrences,
        &[Op::Replace],
        pull_ends_of_parts,
        [
            "(str.replace (str.++ \"ab\" x \"c\") (str.++ \"d\" y) z)",
            "(str.replace (str.++ x y) (str.++ \"d\" y) z)",
        ],
    ),
    Rule::new(
        "replace-needle",
        ONE,
        OPS,
        replaced_needle,
        ["(str.replace x (str.replace y x y) z)", "(str.replace x (str.replace y z y) z)"],
    ),
    Rule::new(
        "replace-by-whole",
        ONE,
        OPS,
        replaced_by_whole,
        ["(str.replace (str.replace x y x) x z)", "(str.replace (str.replace x y z) x z)"],
    ),
    Rule::new(
        "replace-by-itself",
        ONE,
        OPS,
        replaced_by_itself,
        ["(str.replace x y (str.replace y x z))", "(str.replace x y (str.replace x y z))"],
    ),
    Rule::new(
        "replace-changed-needle",
        ONE,
        OPS,
        changed_needle,
        [
            "(str.replace (str.from_int n) (str.replace (str.from_int n) \"12\" \"a\") z)",
            "(str.replace (str.from_int n) (str.replace (str.from_int n) \"12\" \"3\") z)",
        ],
    ),
    Rule::new(
        "equal-swapped",
        ONE,
        &[Op::Eq],
        swapped,
        ["(= x (str.replace y x y))", "(= x (str.replace y z y))"],
    ),
    Rule::new(
        "equal-unchanged",
        ONE,
        &[Op::Eq],
        unchanged,
        ["(= x (str.replace x y z))", "(= x (str.replace y x z))"],
    ),
    Rule::new(
        "equal-emptied",
        ONE,
        &[Op::Eq],
        empty_result,
        ["(= \"\" (str.replace x y z))", "(= \"a\" (str.replace x y z))"],
    ),
    Rule::new(
        "equal-only-new",
        ONE,
        &[Op::Eq],
        only_new,
        ["(= \"a\" (str.replace x \"b\" \"a\"))", "(= \"a\" (str.replace x \"b\" \"ab\"))"],
    ),
    Rule::new(
        "equal-own-part",
        ONE,
        &[Op::Eq],
        part_is_whole,
        ["(= x (str.substr x n m))", "(= x (str.substr y n m))"],
    ),
    Rule::new(
        "replace-first-letter",
        ONE,
        &[Op::Substr, Op::PrefixOf],
        first_character,
        ["(str.substr (str.replace x y x) 0 1)", "(str.substr (str.replace x y z) 0 1)"],
    ),
    Rule::new(
        "replace-all-plain",
        ONE,
        &[Op::ReplaceAll],
        replace_all,
        ["(str.replace_all x y y)", "(str.replace_all x y z)"],
    ),
    Rule::new(
        "replace-all-letter",
        ONE,
        &[Op::ReplaceAll],
        replace_all_character,
        ["(str.replace_all (str.++ x \"a\" y) \"a\" z)", "(str.replace_all (str.++ x \"a\" y) \"ab\" z)"],
    ),
    Rule::new(
        "replace-all-literal",
        ONE,
        &[Op::ReplaceAll],
        replace_all_literal,
        ["(str.replace_all \"aba\" \"a\" z)", "(str.replace_all \"aba\" y z)"],
    ),
    Rule::new(
        "replace-met-before",
        ONE,
        OPS,
        met_before,
        [
            "(str.replace (str.++ x y x) (str.substr z 0 1) \"a\")",
            "(str.replace (str.++ x y x) (str.substr z 0 2) \"a\")",
        ],
    ),
    Rule::new(
        "replace-regex-plain",
        ONE,
        &[Op::ReplaceRe, Op::ReplaceReAll],
        replace_regex,
        ["(str.replace_re x re.all z)", "(str.replace_re x re.allchar z)"],
    ),
    Rule::new(
        "replace-regex-word",
        ONE,
        &[Op::ReplaceRe, Op::ReplaceReAll],
        replace_one_word,
        ["(str.replace_re x (str.to_re y) z)", "(str.replace_re x re.allchar z)"],
    ),
];
