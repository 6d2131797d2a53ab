//! `str.replace_table` in the operators of the standard: as one replacement after the other where that is the
//! same, else from left to right.

use std::fmt::Write;

use super::Key;
use super::definitions::Definition;
use crate::print::{Style, string_text, symbol_text};
use crate::term::{Term, TermStore, Value, Word};

/// A pattern with its replacement, as terms that the definition writes.
struct Pair {
    pattern: String,
    new: String,
}

/// Defines the function `name`; pairs that are known stand inside.
pub(super) fn definition(store: &TermStore, key: &Key, name: &str) -> Definition {
    if key.fixed.is_empty() {
        let pairs: Vec<Pair> = (0..key.count / 2)
            .map(|place| Pair { pattern: format!("p{place}"), new: format!("q{place}") })
            .collect();
        let parameters: String =
            pairs.iter().map(|pair| format!(" ({} String) ({} String)", pair.pattern, pair.new)).collect();
        let passed: String = pairs.iter().map(|pair| format!(" {} {}", pair.pattern, pair.new)).collect();
        let f = symbol_text(name);
        let commands = vec![walk(&f, &parameters, &open_step(&f, &passed, &pairs))];
        return Definition { commands, taken: (0..key.count).collect() };
    }
    let known: Vec<(&Word, &Word)> = key
        .fixed
        .chunks_exact(2)
        .filter_map(|pair| Some((word(store, pair[0])?, word(store, pair[1])?)))
        .filter(|(pattern, _)| !pattern.is_empty())
        .collect();
    let f = symbol_text(name);
    let commands = match in_turn(&known) {
        Some(order) => {
            let text = order.into_iter().fold("s".to_owned(), |text, place| {
                let (pattern, new) = known[place];
                format!("(str.replace_all {text} {} {})", quoted(pattern), quoted(new))
            });
            vec![format!("(define-fun {f} ((s String)) String {text})")]
        }
        None => vec![walk(&f, "", &known_step(&f, &known))],
    };
    Definition { commands, taken: vec![0] }
}

fn word(store: &TermStore, term: Term) -> Option<&Word> {
    match store.as_value(term) {
        Some(Value::Str(word)) => Some(word),
        _ => None,
    }
}

fn quoted(word: &Word) -> String {
    string_text(word, Style::Standard)
}

/// An order in which single characters can be replaced one after the other: none is replaced behind one whose
/// replacement has it.
fn in_turn(pairs: &[(&Word, &Word)]) -> Option<Vec<usize>> {
    let mut characters: Vec<(u32, usize)> = Vec::new();
    for (place, (pattern, _)) in pairs.iter().enumerate() {
        let [only] = pattern.to_vec()[..] else { return None };
        // The first of equal patterns counts.
        if !characters.iter().any(|(other, _)| *other == only) {
            characters.push((only, place));
        }
    }
    let mut waits: Vec<(usize, Vec<u32>)> = characters
        .iter()
        .map(|(own, place)| {
            let inside = pairs[*place].1.to_vec();
            let others = characters.iter().map(|(other, _)| *other);
            (*place, others.filter(|other| other != own && inside.contains(other)).collect())
        })
        .collect();
    let mut order = Vec::new();
    while !waits.is_empty() {
        let next = waits.iter().position(|(_, others)| others.is_empty())?;
        let (place, _) = waits.remove(next);
        let done = pairs[place].0.to_vec()[0];
        waits.iter_mut().for_each(|(_, others)| others.retain(|other| *other != done));
        order.push(place);
    }
    Some(order)
}

/// A function that reads a word from left to right; `step` says what comes of one that is not empty.
fn walk(f: &str, parameters: &str, step: &str) -> String {
    format!("(define-fun-rec {f} ((s String){parameters}) String (ite (= s \"\") \"\" {step}))")
}

/// What the function makes of the word behind its first `count` characters.
fn behind(f: &str, passed: &str, count: &str) -> String {
    format!("({f} (str.substr s {count} (- (str.len s) {count})){passed})")
}

/// Known patterns: the longest ones are tried first, and of equal ones the first.
fn known_step(f: &str, pairs: &[(&Word, &Word)]) -> String {
    let mut sorted = pairs.to_vec();
    sorted.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.len()));
    let mut text = String::new();
    for (pattern, new) in &sorted {
        let rest = behind(f, "", &pattern.len().to_string());
        let _ = write!(text, "(ite (str.prefixof {} s) (str.++ {} {rest}) ", quoted(pattern), quoted(new));
    }
    // Writing to a string cannot fail.
    let _ = write!(text, "(str.++ (str.at s 0) {})", behind(f, "", "1"));
    text.extend(std::iter::repeat_n(')', sorted.len()));
    text
}

/// Patterns that are not known: the length of the longest one that fits is found first.
fn open_step(f: &str, passed: &str, pairs: &[Pair]) -> String {
    let fits = |pair: &Pair| format!("(str.prefixof {} s)", pair.pattern);
    let longest = pairs.iter().fold("0".to_owned(), |most, pair| {
        let length = format!("(str.len {})", pair.pattern);
        format!("(let ((m {most})) (ite (and {} (> {length} m)) {length} m))", fits(pair))
    });
    let found = pairs.iter().rev().fold("\"\"".to_owned(), |other, pair| {
        format!("(ite (and {} (= (str.len {}) n)) {} {other})", fits(pair), pair.pattern, pair.new)
    });
    let (kept, rest) = (behind(f, passed, "1"), behind(f, passed, "n"));
    format!("(let ((n {longest})) (ite (= n 0) (str.++ (str.at s 0) {kept}) (str.++ {found} {rest})))")
}
