//! Languages written out again, in SMT-LIB or as a pattern.
//!
//! Enters: an expression. Leaves: text that the dialect's own parser reads as the same language.
//! Patterns know neither intersection nor complement; an expression with those goes through its
//! minimal automaton first. The text is a tree: what the store shares is written again, up to a limit.

use std::fmt::Write as _;

use tress_automata::nfa::Nfa;
use tress_automata::{CharSet, MAX_CHAR, Regex, RegexStore, View};
use tress_base::Budget;

use crate::limits::{PRINTED_CHARACTERS, PRINTED_STATES};
use crate::translate::to_regex;
use crate::{Dialect, DialectError};

/// How strongly a piece of a pattern binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Union,
    Concat,
    Atom,
}

/// A step of printing: fixed text, or an expression to take apart.
enum Step {
    Text(&'static str),
    Count(u64, Option<u64>),
    Term(Regex, Level),
}

/// The text of `r` in `dialect`.
///
/// # Errors
/// When the dialect cannot express the language, when the text would be too long, or when the
/// budget ends.
pub fn print(
    store: &mut RegexStore,
    r: Regex,
    dialect: Dialect,
    budget: &Budget,
) -> Result<String, DialectError> {
    if dialect == Dialect::Glob {
        return Err(DialectError::new(0, "globs cannot express regular languages in general"));
    }
    if dialect == Dialect::Smtlib {
        return run(store, r, dialect, budget);
    }
    let classical = if store.is_classical(r) { r } else { without_boolean(store, r, budget)? };
    run(store, classical, dialect, budget)
}

/// The same language without intersections and complements.
fn without_boolean(store: &mut RegexStore, r: Regex, budget: &Budget) -> Result<Regex, DialectError> {
    let too_large = || DialectError::new(0, "without intersection and complement this becomes too large");
    let most = PRINTED_STATES.most(budget) as usize;
    let refusal = || {
        budget.hit(PRINTED_STATES.name());
        too_large()
    };
    let nfa = Nfa::from_regex(store, r, most * 10, budget)?.ok_or_else(refusal)?;
    let nfa = nfa.minimize(most, budget)?.ok_or_else(refusal)?;
    to_regex(store, &nfa, budget)?.ok_or_else(too_large)
}

fn run(store: &RegexStore, r: Regex, dialect: Dialect, budget: &Budget) -> Result<String, DialectError> {
    let mut text = String::new();
    let mut steps = vec![Step::Term(r, Level::Union)];
    while let Some(step) = steps.pop() {
        budget.poll()?;
        if PRINTED_CHARACTERS.is_exceeded(text.len(), budget) {
            return Err(DialectError::new(0, "the text would be too long"));
        }
        match step {
            Step::Text(piece) => text.push_str(piece),
            Step::Count(low, high) => push_count(&mut text, low, high),
            Step::Term(r, _) if dialect == Dialect::Smtlib => smtlib(store, r, &mut text, &mut steps),
            Step::Term(r, level) => pattern(store, r, level, dialect, &mut text, &mut steps)?,
        }
    }
    Ok(text)
}

/// Pushes steps so that they run in the order given.
fn schedule(steps: &mut Vec<Step>, planned: Vec<Step>) {
    steps.extend(planned.into_iter().rev());
}

fn application(name: &'static str, arguments: &[Regex]) -> Vec<Step> {
    let mut planned = vec![Step::Text("("), Step::Text(name)];
    for &argument in arguments {
        planned.push(Step::Text(" "));
        planned.push(Step::Term(argument, Level::Union));
    }
    planned.push(Step::Text(")"));
    planned
}

fn smtlib(store: &RegexStore, r: Regex, text: &mut String, steps: &mut Vec<Step>) {
    let planned = match store.view(r) {
        View::None => vec![Step::Text("re.none")],
        View::Epsilon => vec![Step::Text("(str.to_re \"\")")],
        View::Chars(set) => {
            smtlib_set(set, text);
            vec![]
        }
        View::Concat(first, _) => {
            let mut word = Vec::new();
            let rest = literal_prefix(store, r, &mut word);
            if word.len() < 2 {
                let mut factors = vec![first];
                factors.extend(factors_after(store, r));
                application("re.++", &factors)
            } else {
                let quoted = smtlib_word(&word);
                match rest {
                    None => {
                        let _ = write!(text, "(str.to_re {quoted})");
                        vec![]
                    }
                    Some(rest) => {
                        let _ = write!(text, "(re.++ (str.to_re {quoted}) ");
                        vec![Step::Term(rest, Level::Union), Step::Text(")")]
                    }
                }
            }
        }
        View::Repeat { .. } if r == Regex::ALL => vec![Step::Text("re.all")],
        View::Repeat { body, low, high } => match (low, high) {
            (0, None) => application("re.*", &[body]),
            (1, None) => application("re.+", &[body]),
            (0, Some(1)) => application("re.opt", &[body]),
            (low, Some(high)) => {
                let _ = match low == high {
                    true => write!(text, "((_ re.^ {low}) "),
                    false => write!(text, "((_ re.loop {low} {high}) "),
                };
                vec![Step::Term(body, Level::Union), Step::Text(")")]
            }
            (low, None) => {
                let _ = write!(text, "(re.++ ((_ re.^ {low}) ");
                vec![
                    Step::Term(body, Level::Union),
                    Step::Text(") (re.* "),
                    Step::Term(body, Level::Union),
                    Step::Text("))"),
                ]
            }
        },
        View::Union(members) => application("re.union", members),
        View::Inter(members) => application("re.inter", members),
        View::Complement(body) => application("re.comp", &[body]),
        View::Followed => unreachable!("patterns are not followed"),
    };
    schedule(steps, planned);
}

/// The factors of a concatenation after the first.
fn factors_after(store: &RegexStore, r: Regex) -> Vec<Regex> {
    let mut factors = Vec::new();
    let mut at = r;
    while let View::Concat(_, rest) = store.view(at) {
        match store.view(rest) {
            View::Concat(next, _) => factors.push(next),
            _ => factors.push(rest),
        }
        at = rest;
    }
    factors
}

/// Collects leading single characters; gives what follows them.
fn literal_prefix(store: &RegexStore, r: Regex, word: &mut Vec<u32>) -> Option<Regex> {
    let mut at = r;
    loop {
        let (first, rest) = match store.view(at) {
            View::Concat(first, rest) => (first, Some(rest)),
            _ => (at, None),
        };
        match store.view(first) {
            View::Chars(set) if set.single_member().is_some() => word.extend(set.single_member()),
            _ => return Some(at),
        }
        at = rest?;
    }
}

fn smtlib_word(word: &[u32]) -> String {
    let mut text = String::from("\"");
    for &c in word {
        match c {
            0x22 => text.push_str("\"\""),
            0x20..=0x7E if c != 0x5C => text.extend(char::from_u32(c)),
            _ => {
                let _ = write!(text, "\\u{{{c:x}}}");
            }
        }
    }
    text.push('"');
    text
}

fn smtlib_set(set: &CharSet, text: &mut String) {
    if set.is_full() {
        text.push_str("re.allchar");
        return;
    }
    let many = set.ranges().len() > 1;
    if many {
        text.push_str("(re.union");
    }
    for &(low, high) in set.ranges() {
        text.push_str(if many { " " } else { "" });
        let (low_text, high_text) = (smtlib_word(&[low]), smtlib_word(&[high]));
        let _ = match low == high {
            true => write!(text, "(str.to_re {low_text})"),
            false => write!(text, "(re.range {low_text} {high_text})"),
        };
    }
    if many {
        text.push(')');
    }
}

fn pattern(
    store: &RegexStore,
    r: Regex,
    level: Level,
    dialect: Dialect,
    text: &mut String,
    steps: &mut Vec<Step>,
) -> Result<(), DialectError> {
    let (own, planned) = match store.view(r) {
        View::None => (Level::Atom, vec![Step::Text(nothing(dialect)?)]),
        View::Epsilon => (Level::Atom, vec![Step::Text(empty(dialect)?)]),
        View::Chars(set) => {
            push_set(text, set, dialect)?;
            return Ok(());
        }
        View::Concat(first, rest) => {
            (Level::Concat, vec![Step::Term(first, Level::Concat), Step::Term(rest, Level::Concat)])
        }
        View::Repeat { body, low, high } => {
            (Level::Concat, vec![Step::Term(body, Level::Atom), Step::Count(low, high)])
        }
        View::Union(members) => {
            let mut planned = Vec::new();
            for (index, &member) in members.iter().enumerate() {
                if index > 0 {
                    planned.push(Step::Text("|"));
                }
                planned.push(Step::Term(member, Level::Concat));
            }
            (Level::Union, planned)
        }
        View::Inter(_) | View::Complement(_) | View::Followed => {
            return Err(DialectError::new(0, "patterns have no intersection and no complement"));
        }
    };
    if own < level {
        steps.push(Step::Text(")"));
        schedule(steps, planned);
        text.push_str(if dialect == Dialect::Posix { "(" } else { "(?:" });
    } else {
        schedule(steps, planned);
    }
    Ok(())
}

/// A pattern that matches nothing.
fn nothing(dialect: Dialect) -> Result<&'static str, DialectError> {
    match dialect {
        Dialect::Rust => Ok("[a&&b]"),
        Dialect::Re2 => Ok("[^\\x00-\\x{10FFFF}]"),
        Dialect::Posix => Err(DialectError::new(0, "POSIX patterns cannot express the empty language")),
        _ => Ok("(?!)"),
    }
}

fn empty(dialect: Dialect) -> Result<&'static str, DialectError> {
    match dialect {
        Dialect::Posix => Err(DialectError::new(0, "POSIX patterns cannot express the empty word here")),
        _ => Ok("(?:)"),
    }
}

fn push_count(text: &mut String, low: u64, high: Option<u64>) {
    let _ = match (low, high) {
        (0, None) => write!(text, "*"),
        (1, None) => write!(text, "+"),
        (0, Some(1)) => write!(text, "?"),
        (low, None) => write!(text, "{{{low},}}"),
        (low, Some(high)) if low == high => write!(text, "{{{low}}}"),
        (low, Some(high)) => write!(text, "{{{low},{high}}}"),
    };
}

/// One character or a set in brackets. Sets that reach the end of the alphabet go on to the end of
/// Unicode, so that the pattern means the same outside.
fn push_set(text: &mut String, set: &CharSet, dialect: Dialect) -> Result<(), DialectError> {
    if let Some(c) = set.single_member() {
        return push_char(text, c, dialect, false);
    }
    let complement = set.complement();
    let negated = set.contains(MAX_CHAR);
    let listed = if negated { &complement } else { set };
    if listed.is_empty() {
        text.push_str(match dialect {
            Dialect::Posix => ".",
            Dialect::Ecma => "[^]",
            Dialect::Rust | Dialect::Re2 => "(?s:.)",
            _ => "[\\s\\S]",
        });
        return Ok(());
    }
    text.push_str(if negated { "[^" } else { "[" });
    for &(low, high) in listed.ranges() {
        push_char(text, low, dialect, true)?;
        if high > low {
            if high > low + 1 {
                text.push('-');
            }
            push_char(text, high, dialect, true)?;
        }
    }
    text.push(']');
    Ok(())
}

fn push_char(text: &mut String, c: u32, dialect: Dialect, in_set: bool) -> Result<(), DialectError> {
    let readable = char::from_u32(c).filter(|c| c.is_ascii_graphic() || (*c == ' '));
    if let Some(c) = readable {
        if c.is_ascii_alphanumeric() || " _<>=,:;@%'\"!~`#&".contains(c) && !(in_set && "&~".contains(c)) {
            text.push(c);
            return Ok(());
        }
        if dialect == Dialect::Posix {
            return posix_char(text, c, in_set);
        }
        if c.is_ascii_punctuation() && "^$\\.*+?()[]{}|/-&~".contains(c) {
            // Under the flag u, ECMAScript lets only these be escaped.
            let plain = dialect == Dialect::Ecma && ("&~".contains(c) || (c == '-' && !in_set));
            text.push_str(if plain || (c == '/' && dialect != Dialect::Ecma) { "" } else { "\\" });
        }
        text.push(c);
        return Ok(());
    }
    let refused = |message: &str| Err(DialectError::new(0, message));
    let _ = match dialect {
        Dialect::Posix => match char::from_u32(c).filter(|_| c != 0) {
            Some(c) => write!(text, "{c}"),
            None => return refused("POSIX patterns cannot hold this character"),
        },
        Dialect::Rust | Dialect::Re2 | Dialect::Pcre if (0xD800..0xE000).contains(&c) => {
            return refused("this dialect cannot express surrogates");
        }
        Dialect::Python if c > 0xFFFF => write!(text, "\\U{c:08x}"),
        Dialect::Ecma if c > 0xFFFF => write!(text, "\\u{{{c:x}}}"),
        Dialect::Python | Dialect::Ecma => write!(text, "\\u{c:04x}"),
        _ => write!(text, "\\x{{{c:x}}}"),
    };
    Ok(())
}

fn posix_char(text: &mut String, c: char, in_set: bool) -> Result<(), DialectError> {
    let _ = match (in_set, c) {
        (true, '^' | '-' | ']' | '[') => write!(text, "[.{c}.]"),
        (false, '^' | '.' | '[' | '$' | '(' | ')' | '|' | '*' | '+' | '?' | '{' | '\\') => {
            write!(text, "\\{c}")
        }
        _ => write!(text, "{c}"),
    };
    Ok(())
}
