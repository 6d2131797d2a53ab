//! What is declared and asserted at which level.
//!
//! Enters: commands that change that. Leaves: the declarations and assertions that hold now. The
//! book is simpler than the session: everything carries its level, and closing a level forgets
//! what carries a higher one.

use crate::expression::Expression;

/// An assertion, with its label if it has one.
#[derive(Clone, Debug)]
pub(super) struct Asserted {
    pub(super) formula: Expression,
    pub(super) label: Option<String>,
}

/// The book.
#[derive(Clone, Debug, Default)]
pub(super) struct Book {
    declarations: Vec<(usize, Expression)>,
    assertions: Vec<(usize, Asserted)>,
    pub(super) level: usize,
    pub(super) print_success: bool,
    global: bool,
}

impl Book {
    /// Notes a command that was accepted.
    pub(super) fn note(&mut self, command: &Expression) {
        let parts = command.parts();
        let word = |place: usize| parts.get(place).map_or("", Expression::atom);
        match word(0) {
            "declare-const" | "declare-fun" | "declare-sort" | "define-sort" | "define-fun"
            | "define-const" => {
                let level = if self.global { 0 } else { self.level };
                self.declarations.push((level, command.clone()));
            }
            "assert" => self.assertions.extend(parts.get(1).map(|formula| (self.level, asserted(formula)))),
            "push" => self.level += number(word(1)),
            "pop" => self.close(self.level.saturating_sub(number(word(1)))),
            "reset-assertions" => {
                self.close(0);
                self.assertions.clear();
                if !self.global {
                    self.declarations.clear();
                }
            }
            "reset" => *self = Self { print_success: self.print_success, ..Self::default() },
            "set-option" => match word(1) {
                ":print-success" => self.print_success = word(2) == "true",
                ":global-declarations" => self.global = word(2) == "true",
                _ => {}
            },
            _ => {}
        }
    }

    fn close(&mut self, level: usize) {
        self.level = level;
        self.declarations.retain(|(at, _)| *at <= level);
        self.assertions.retain(|(at, _)| *at <= level);
    }

    /// The declarations and definitions that hold, in order.
    pub(super) fn declarations(&self) -> impl Iterator<Item = &Expression> {
        self.declarations.iter().map(|(_, declaration)| declaration)
    }

    /// The assertions that hold, in order.
    pub(super) fn assertions(&self) -> impl Iterator<Item = &Asserted> {
        self.assertions.iter().map(|(_, assertion)| assertion)
    }
}

/// The argument of push and pop.
fn number(text: &str) -> usize {
    if text.is_empty() { 1 } else { text.parse().unwrap_or(0) }
}

fn asserted(formula: &Expression) -> Asserted {
    if let [mark, inner, name, label] = formula.parts()
        && mark.atom() == "!"
        && name.atom() == ":named"
    {
        return Asserted { formula: inner.clone(), label: Some(label.atom().to_owned()) };
    }
    Asserted { formula: formula.clone(), label: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(text: &str) -> Book {
        let mut book = Book::default();
        Expression::parse_all(text).expect("balanced").iter().for_each(|command| book.note(command));
        book
    }

    fn counts(text: &str) -> (usize, usize, usize) {
        let book = book(text);
        (book.declarations().count(), book.assertions().count(), book.level)
    }

    #[test]
    fn levels_take_their_entries_along() {
        let text = "(declare-const a Bool)(push)(assert a)(push 2)(declare-const b Bool)(assert b)";
        assert_eq!(counts(text), (2, 2, 3));
        assert_eq!(counts(&format!("{text}(pop 2)")), (1, 1, 1));
        assert_eq!(counts(&format!("{text}(pop 3)")), (1, 0, 0));
        assert_eq!(counts(&format!("{text}(reset-assertions)")), (0, 0, 0));
        let global = format!("(set-option :global-declarations true){text}");
        assert_eq!(counts(&format!("{global}(pop 3)")), (2, 0, 0));
        assert_eq!(counts(&format!("{global}(reset-assertions)")), (2, 0, 0));
        assert_eq!(counts(&format!("{global}(reset)")), (0, 0, 0));
    }

    #[test]
    fn labels_are_taken_off() {
        let book = book("(assert (! (= 1 1) :named one))(assert true)");
        let labels: Vec<Option<String>> = book.assertions().map(|one| one.label.clone()).collect();
        assert_eq!(labels, [Some("one".into()), None]);
    }
}
