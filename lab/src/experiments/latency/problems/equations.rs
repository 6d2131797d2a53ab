//! Shapes that compare whole strings: equations of words, concatenations, lengths, replacements.

use tress_base::Random;

use super::{letter, small, word};

/// A word equation with one variable on both sides.
pub(super) fn equation(random: &mut Random, kind: usize) -> Vec<String> {
    let (size, other) = (small(random, 1, 3), small(random, 3, 6));
    let (begin, end) = (word(random, size, 3), word(random, size, 3));
    match kind {
        // `x` may be empty, or repeat what it stands between.
        0 => vec![
            format!("(= (str.++ \"{begin}\" x \"{end}\") (str.++ y x \"{end}\"))"),
            format!("(<= (str.len x) {other})"),
        ],
        // The last characters differ.
        1 => vec![
            format!("(= (str.++ \"{begin}\" x \"{end}a\") (str.++ y x \"{end}b\"))"),
            format!("(<= (str.len x) {other})"),
            "(not (= x \"\"))".to_owned(),
        ],
        // A word walks through another.
        2 => vec![
            format!("(= (str.++ x \"{begin}{end}\") (str.++ \"{begin}\" y))"),
            format!("(= (str.len x) {other})"),
            format!("(not (= y \"{end}\"))"),
        ],
        // The character in front is not the character behind, and nothing else changes the count.
        3 => vec![
            format!("(= (str.++ x \"{}\") (str.++ \"{}\" x))", letter(size), letter(size + 1)),
            format!("(<= (str.len x) {other})"),
        ],
        // Possible when one word is the other rotated at some position.
        _ => vec![
            format!("(= x (str.++ \"{begin}\" y))"),
            format!("(= x (str.++ y \"{end}\"))"),
            format!("(<= (str.len y) {other})"),
        ],
    }
}

/// Equalities between concatenations of variables.
pub(super) fn concatenation(random: &mut Random, kind: usize) -> Vec<String> {
    let (size, extra) = (small(random, 2, 4), small(random, 1, 3));
    let (first, second) = (word(random, size, 4), word(random, extra, 4));
    let equal = "(= (str.++ x y) (str.++ z w))".to_owned();
    match kind {
        0 => vec![equal, format!("(= x \"{first}\")"), format!("(= (str.len z) {})", size + extra)],
        // Equal beginnings of equal lengths are equal.
        1 => vec![
            equal,
            "(= (str.len x) (str.len z))".to_owned(),
            format!("(= x \"{first}x\")"),
            format!("(= z (str.++ \"{first}\" w))"),
            "(= w \"y\")".to_owned(),
        ],
        2 => vec![
            "(= (str.++ x y z) (str.++ y w))".to_owned(),
            format!("(= y \"{first}\")"),
            format!("(= (str.len x) {extra})"),
            format!("(str.suffixof \"{second}\" z)"),
        ],
        // A word cannot be part of a shorter one.
        3 => vec![
            "(= x (str.++ y z))".to_owned(),
            format!("(= z (str.++ w \"{second}\"))"),
            format!("(str.contains w \"{first}\")"),
            format!("(< (str.len x) {})", size + extra),
        ],
        _ => vec![
            "(= (str.++ x y) (str.++ z x))".to_owned(),
            format!("(= (str.len y) {extra})"),
            format!("(= z \"{second}\")"),
            "(not (= x \"\"))".to_owned(),
        ],
    }
}

/// Lengths as numbers.
pub(super) fn length(random: &mut Random, kind: usize) -> Vec<String> {
    let (gap, bound) = (small(random, 1, 9), small(random, 2, 30));
    let joined = "(= x (str.++ y z))".to_owned();
    match kind {
        0 => vec![
            joined,
            format!("(= (str.len x) (+ (str.len y) {gap}))"),
            format!("(>= (str.len y) {bound})"),
            "(= n (* 2 (str.len z)))".to_owned(),
        ],
        // The difference is the length of what was added.
        1 => vec![joined, format!("(= (str.len x) (+ (str.len y) {gap}))"), format!("(> (str.len z) {gap})")],
        2 => vec![
            format!("(= (+ (str.len x) (str.len y)) {})", bound + gap),
            format!("(> (str.len x) {bound})"),
            "(< n (str.len y))".to_owned(),
            "(>= n 0)".to_owned(),
            "(not (= x y))".to_owned(),
        ],
        // Twice a length is even.
        3 => vec![
            "(= x (str.++ y z))".to_owned(),
            "(= (str.len y) (str.len z))".to_owned(),
            format!("(= (str.len x) {})", 2 * bound + 1),
        ],
        _ => vec![
            "(= (str.len x) (* 2 (str.len y)))".to_owned(),
            format!("(< (str.len y) {gap})"),
            format!("(> (str.len x) {bound})"),
        ],
    }
}

/// The first occurrence of a word gives way to another.
pub(super) fn replace(random: &mut Random, kind: usize) -> Vec<String> {
    let (size, bound) = (small(random, 1, 2), small(random, 4, 9));
    let (old, new) = (word(random, size, 5), word(random, size + 1, 5).to_uppercase());
    let replaced = format!("(= y (str.replace x \"{old}\" \"{new}\"))");
    match kind {
        0 => vec![replaced, format!("(str.contains x \"{old}\")"), format!("(= (str.len x) {bound})")],
        // What was put in is there.
        1 => {
            vec![replaced, format!("(str.contains x \"{old}\")"), format!("(not (str.contains y \"{new}\"))")]
        }
        2 => vec![
            replaced,
            format!("(str.prefixof \"{new}\" y)"),
            format!("(<= (str.len y) {bound})"),
            "(not (= x y))".to_owned(),
        ],
        // Nothing is replaced where nothing is found.
        3 => {
            vec![replaced, format!("(not (str.contains x \"{old}\"))"), format!("(= y (str.++ x \"{new}\"))")]
        }
        _ => vec![replaced, format!("(= y \"{new}{old}\")"), "(not (= x y))".to_owned()],
    }
}
