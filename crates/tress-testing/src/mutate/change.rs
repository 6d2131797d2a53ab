//! One random change to a script: to its bytes, its tokens or its trees.

use tress_base::Random;

use crate::expression::{Expression, tokens};

/// Bytes that mean something to a reader, or nothing at all.
const BYTES: &[u8] = b"()\"|;\\: \n\r\t\0\x7f\x80\xc3\xa9\xff#_!'{}[],09azAZ.-";

/// Tokens that are likely to matter in a wrong place.
const TOKENS: [&str; 60] = [
    "(",
    ")",
    "((",
    "))",
    "()",
    "\"\"",
    "\"a\"",
    "\"\\u{30000}\"",
    "\"\\u{\"",
    "||",
    "|x|",
    "_",
    "!",
    "as",
    "let",
    "forall",
    "exists",
    "par",
    "match",
    "lambda",
    ":named",
    ":pattern",
    ":",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "007",
    "99999999999999999999999999999999",
    "1.5",
    "0.000",
    "1.",
    "#x41",
    "#b01",
    "#x",
    "#|",
    "|#",
    "assert",
    "check-sat",
    "push",
    "pop",
    "reset",
    "declare-const",
    "define-fun",
    "get-value",
    "Int",
    "String",
    "RegLan",
    "Bool",
    "=",
    "ite",
    "and",
    "str.++",
    "str.repeat",
    "re.loop",
    "re.comp",
    "(_ char #x41)",
    "(_ re.^ 1000000000)",
    "(* 99999 99999)",
];

/// Changes one thing.
#[must_use]
pub fn change(script: &[u8], random: &mut Random) -> Vec<u8> {
    let text = std::str::from_utf8(script).ok();
    match random.below(3) {
        0 => None,
        1 => text.and_then(tokens).map(|tokens| change_tokens(tokens, random)),
        _ => text.and_then(Expression::parse_all).map(|trees| change_trees(trees, random)),
    }
    .unwrap_or_else(|| change_bytes(script, random))
}

/// Two positions in `0..=length`, in order and not far from each other.
fn span(length: usize, random: &mut Random) -> (usize, usize) {
    let start = random.below(length + 1);
    (start, (start + random.below(12)).min(length))
}

fn change_bytes(script: &[u8], random: &mut Random) -> Vec<u8> {
    let mut script = script.to_vec();
    let (start, end) = span(script.len(), random);
    match random.below(6) {
        0 => drop(script.drain(start..end)),
        1 => script.insert(start, *random.pick(BYTES)),
        2 => {
            let copy = script[start..end].to_vec();
            let (to, _) = span(script.len(), random);
            script.splice(to..to, copy);
        }
        3 => script.truncate(start),
        4 => script[start..end].iter_mut().for_each(|byte| *byte = *random.pick(BYTES)),
        _ => script[start..end].iter_mut().take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
    }
    script
}

fn change_tokens(mut tokens: Vec<&str>, random: &mut Random) -> Vec<u8> {
    let (start, end) = span(tokens.len(), random);
    match random.below(5) {
        0 => drop(tokens.drain(start..end)),
        1 => tokens.insert(start, *random.pick::<&str>(&TOKENS)),
        2 => {
            let copy = tokens[start..end].to_vec();
            let (to, _) = span(tokens.len(), random);
            tokens.splice(to..to, copy);
        }
        3 if start < end => tokens[start] = *random.pick::<&str>(&TOKENS),
        _ => {
            let other = random.below(tokens.len());
            if start < tokens.len() {
                tokens.swap(start, other);
            }
        }
    }
    tokens.join(" ").into_bytes()
}

fn change_trees(mut trees: Vec<Expression>, random: &mut Random) -> Vec<u8> {
    if trees.is_empty() {
        return Vec::new();
    }
    let (from, to) = (random.below(trees.len()), random.below(trees.len()));
    let donor = trees[from].part(random.below(trees[from].size())).cloned();
    let place = random.below(trees[to].size());
    let old = trees[to].part(place).cloned();
    let new = match (random.below(6), donor, old) {
        (0, Some(donor), _) => vec![donor],
        (1, _, Some(old)) => vec![old.clone(), old],
        (2, _, Some(old)) => vec![Expression::List(vec![old])],
        (3, _, Some(Expression::List(parts))) => parts,
        (4, Some(donor), Some(old)) => vec![old, donor],
        _ => Vec::new(),
    };
    let replaced = trees[to].with_part(place, &new);
    trees.splice(to..=to, replaced);
    let texts: Vec<String> = trees.iter().map(ToString::to_string).collect();
    texts.join("\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_change_and_stay_small() {
        let script = b"(declare-const x Int)\n(assert (= x 1))\n(check-sat)\n".to_vec();
        let mut random = Random::new(4);
        let mut different = 0;
        for _ in 0..2000 {
            let new = change(&script, &mut random);
            different += usize::from(new != script);
            assert!(new.len() < 3 * script.len());
        }
        assert!(different > 1500, "{different}");
    }

    #[test]
    fn nothing_can_be_changed_too() {
        let mut random = Random::new(4);
        for _ in 0..200 {
            assert!(change(b"", &mut random).len() < 40);
            assert!(change(b"\xff\xfe", &mut random).len() < 40);
        }
    }
}
