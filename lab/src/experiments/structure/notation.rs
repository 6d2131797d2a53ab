//! The short notation of the problems, as SMT-LIB.
//!
//! `xab=bax` is an equation, `xy!=yx` a difference, `x~(ab)*` a membership, `|x|=2n+1` is about lengths.
//! Characters from `p` on are strings, `m` and `n` are numbers, all others are themselves.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The problem that the facts define, with its answer.
pub(super) fn problem(facts: &str, status: &str) -> String {
    let facts: Vec<&str> = facts.split(';').map(str::trim).collect();
    let mut symbols: BTreeSet<(char, &str)> = BTreeSet::new();
    for fact in &facts {
        let (before, is_member) = fact.split_once('~').map_or((*fact, false), |(name, _)| (name, true));
        symbols.extend(before.chars().filter(|name| is_variable(*name)).map(|name| (name, "String")));
        if !is_member {
            symbols.extend(before.chars().filter(|name| is_number(*name)).map(|name| (name, "Int")));
        }
    }
    let mut text = format!("(set-logic QF_SLIA)\n(set-info :status {status})\n");
    for (name, sort) in symbols {
        let _ = writeln!(text, "(declare-const {name} {sort})");
    }
    for fact in facts {
        let _ = writeln!(text, "(assert {})", formula(fact));
    }
    text.push_str("(check-sat)\n");
    text
}

fn is_variable(name: char) -> bool {
    ('p'..='z').contains(&name)
}

fn is_number(name: char) -> bool {
    matches!(name, 'm' | 'n')
}

fn formula(fact: &str) -> String {
    if let Some((name, language)) = fact.split_once('~') {
        return format!(
            "(str.in_re {name} {})",
            Expression { rest: language.chars().collect(), at: 0 }.union()
        );
    }
    let relation = |op: char| fact.split_once(op).map(|(a, b)| format!("({op} {} {})", sum(a), sum(b)));
    if fact.contains('|') || fact.starts_with(is_number) {
        return relation('=').or_else(|| relation('>')).unwrap_or_default();
    }
    match fact.split_once("!=") {
        Some((a, b)) => format!("(not (= {} {}))", word(a), word(b)),
        None => {
            let (a, b) = fact.split_once('=').unwrap_or((fact, ""));
            format!("(= {} {})", word(a), word(b))
        }
    }
}

/// A concatenation.
fn word(text: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for letter in text.chars() {
        match parts.last_mut() {
            _ if is_variable(letter) => parts.push(letter.to_string()),
            Some(last) if last.starts_with('"') => last.insert(last.len() - 1, letter),
            _ => parts.push(format!("\"{letter}\"")),
        }
    }
    match parts.len() {
        0 => "\"\"".to_owned(),
        1 => parts.remove(0),
        _ => format!("(str.++ {})", parts.join(" ")),
    }
}

/// A sum such as `2|x|+n+1`.
fn sum(text: &str) -> String {
    let term = |part: &str| {
        let digits = part.len() - part.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        let (factor, name) = part.split_at(digits);
        let value = match name.strip_prefix('|') {
            Some(inside) => format!("(str.len {})", inside.trim_end_matches('|')),
            None => name.to_owned(),
        };
        match (factor, value.as_str()) {
            (factor, "") => factor.to_owned(),
            ("", value) => value.to_owned(),
            (factor, value) => format!("(* {factor} {value})"),
        }
    };
    let parts: Vec<String> = text.split('+').map(|part| term(part.trim())).collect();
    if parts.len() == 1 { parts[0].clone() } else { format!("(+ {})", parts.join(" ")) }
}

/// A regular expression that is read from left to right; parentheses nest as deep as the list of problems has
/// them.
struct Expression {
    rest: Vec<char>,
    at: usize,
}

impl Expression {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn union(&mut self) -> String {
        let mut parts = vec![self.concatenation()];
        while self.peek() == Some('|') {
            self.at += 1;
            parts.push(self.concatenation());
        }
        joined("re.union", parts)
    }

    fn concatenation(&mut self) -> String {
        let mut parts = Vec::new();
        while let Some(letter) = self.peek().filter(|letter| !matches!(letter, '|' | ')')) {
            self.at += 1;
            let mut part = if letter == '(' {
                let inside = self.union();
                self.at += 1;
                inside
            } else {
                format!("(str.to_re \"{letter}\")")
            };
            while let Some(op) = self.peek().filter(|op| matches!(op, '*' | '+')) {
                self.at += 1;
                part = format!("(re.{op} {part})");
            }
            parts.push(part);
        }
        joined("re.++", parts)
    }
}

fn joined(op: &str, mut parts: Vec<String>) -> String {
    match parts.len() {
        0 => "(str.to_re \"\")".to_owned(),
        1 => parts.remove(0),
        _ => format!("({op} {})", parts.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_become_formulas() {
        for (fact, expected) in [
            ("xab=bax", "(= (str.++ x \"ab\") (str.++ \"ba\" x))"),
            ("y!=", "(not (= y \"\"))"),
            ("|x|=2|y|+3n+1", "(= (str.len x) (+ (* 2 (str.len y)) (* 3 n) 1))"),
            ("n>1", "(> n 1)"),
            (
                "x~a(b|c)*",
                "(str.in_re x (re.++ (str.to_re \"a\") (re.* (re.union (str.to_re \"b\") (str.to_re \"c\")))))",
            ),
        ] {
            assert_eq!(formula(fact), expected);
        }
    }

    #[test]
    fn symbols_are_declared_once() {
        let text = problem("xy=yx; |x|=n", "sat");
        assert_eq!(text.matches("declare-const").count(), 3);
        assert!(text.contains("(declare-const n Int)"), "{text}");
    }
}
