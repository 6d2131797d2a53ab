//! Regular languages as text.
//!
//! Enters: an expression in its store. Leaves: a term of SMT-LIB with the same language. Parts that occur
//! often are bound by a `let`, so the text is about as large as the shared expression.

use tress_automata::{Regex, RegexStore};

use tress_term::term::{TermStore, language_term};

use tress_term::print::{Style, term_text};

/// The text of a language.
///
/// # Panics
/// Never: without a limit every language has a term.
#[must_use]
pub fn language_text(regexes: &RegexStore, regex: Regex, style: Style) -> String {
    let mut terms = TermStore::new();
    let term = language_term(&mut terms, regexes, regex, usize::MAX).expect("there is no limit");
    term_text(&terms, term, style)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Escapes, Names, Reader};
    use tress_automata::equivalence::are_equal;
    use tress_automata::naive::Ast;
    use tress_base::{Budget, Random};
    use tress_term::eval::Evaluator;
    use tress_term::model::Model;
    use tress_term::term::Value;

    fn read(text: &str, evaluator: &mut Evaluator) -> Regex {
        let (mut terms, mut names) = (TermStore::new(), Names::new());
        let command = format!("(eval {text})");
        let reader = Reader::new(command.as_bytes(), &mut terms, &mut names, Escapes::Standard);
        let Ok(Command::Eval(term)) = reader.command() else { panic!("{text}") };
        match evaluator.eval(&terms, term, &Model::new(), &Budget::unlimited()) {
            Ok(Value::Regex(regex)) => regex,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn printed_languages_are_read_back_as_the_same() {
        let mut random = Random::new(4);
        let budget = Budget::unlimited();
        for _ in 0..500 {
            let mut evaluator = Evaluator::new();
            let size = random.below(12);
            let regex = Ast::random(&mut random, size).build(evaluator.regexes_mut());
            let text = language_text(evaluator.regexes(), regex, Style::Standard);
            let back = read(&text, &mut evaluator);
            assert!(are_equal(evaluator.regexes_mut(), regex, back, &budget).unwrap(), "{text}");
        }
    }

    #[test]
    fn words_and_counters_are_short() {
        let mut evaluator = Evaluator::new();
        let text = "(re.++ (str.to_re \"ab\") ((_ re.loop 2 5) (re.range \"0\" \"9\")))";
        let regex = read(text, &mut evaluator);
        assert_eq!(language_text(evaluator.regexes(), regex, Style::Standard), text);
    }
}
