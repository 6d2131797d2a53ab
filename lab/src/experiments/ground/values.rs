//! Values that other solvers give, read back as values.

use std::io;
use std::time::Duration;

use tress_base::{Budget, Rational};
use tress_smtlib::{Command, Escapes, Names, Reader};
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::print::{Style, term_text};
use tress_term::term::{Op, Sort, Term, TermStore, Value, post_order};

use crate::peers::Peer;

/// Real time for a batch of terms.
const LIMIT: Duration = Duration::from_secs(30);

/// What one solver said of all terms.
pub(super) struct PeerValues {
    pub(super) name: &'static str,
    /// A value for each term, where the solver gave one.
    pub(super) values: Vec<Option<Value>>,
    pub(super) cpu: Duration,
}

/// Asks a solver for the values of ground terms.
pub(super) fn values_of(
    peer: &Peer,
    store: &mut TermStore,
    terms: &[Term],
    progress: impl FnMut(usize),
) -> io::Result<PeerValues> {
    let questions: Vec<String> =
        terms.iter().enumerate().map(|(place, term)| question(store, place, *term)).collect();
    let replies = peer.ask(&questions, LIMIT, progress)?;
    let mut names = Names::new();
    let mut values = Vec::with_capacity(terms.len());
    for (place, (term, text)) in terms.iter().zip(&replies.texts).enumerate() {
        let sort = store.sort(*term);
        values.push(text.as_deref().and_then(|text| read_reply(store, &mut names, place, text, sort)));
    }
    Ok(PeerValues { name: peer.name, values, cpu: replies.cpu })
}

/// Gives the term a name of its own and asks for its value.
fn question(store: &TermStore, place: usize, term: Term) -> String {
    let sort = store.sort_text(store.sort(term));
    let text = term_text(store, term, Style::Standard);
    format!("(define-fun v{place} () {sort} {text})\n(check-sat)\n(get-value (v{place}))")
}

/// The value in a reply such as `sat ((v7 5))`, if it holds one of this sort.
fn read_reply(
    store: &mut TermStore,
    names: &mut Names,
    place: usize,
    reply: &str,
    sort: Sort,
) -> Option<Value> {
    let asked = format!("((v{place} ");
    let text = reply.strip_prefix("sat")?.trim().strip_prefix(&asked)?.strip_suffix("))")?;
    let command = format!("(simplify {text})");
    let reader = Reader::new(command.as_bytes(), store, names, Escapes::Standard);
    let Ok(Command::Simplify(term)) = reader.command() else { return None };
    // A solver that cannot compute a value repeats the term. Only signs and fractions are values.
    let is_value = |part: &Term| matches!(store.op(*part), None | Some(Op::Sub | Op::RealDiv | Op::ToReal));
    if !post_order(store, &[term]).iter().all(is_value) {
        return None;
    }
    let value = Evaluator::new().eval(store, term, &Model::new(), &Budget::unlimited()).ok()?;
    match value {
        Value::Int(n) if sort == Sort::Real => Some(Value::Real(Rational::from(n))),
        value => (value.sort() == sort).then_some(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_base::Int;

    #[test]
    fn replies_of_both_solvers_are_read() {
        let (mut store, mut names) = (TermStore::new(), Names::new());
        let mut read = |text: &str, sort| read_reply(&mut store, &mut names, 7, text, sort);
        assert_eq!(read("sat\n((v7 (- 5)))", Sort::Int), Some(Value::Int(Int::from(-5))));
        let third = Rational::new(Int::from(-1), Int::from(3)).map(Value::Real);
        assert_eq!(read("sat\n((v7 (/ (- 1) 3)))", Sort::Real), third);
        assert_eq!(read("sat\n((v7 (- (/ 1.0 3.0))))", Sort::Real), third);
        assert_eq!(read("sat\n((v7 \"a\\u{22}\"\"\"))", Sort::String), Some(Value::text("a\"\"")));
        assert_eq!(read("sat\n((v7 true))", Sort::Bool), Some(Value::Bool(true)));
    }

    #[test]
    fn what_is_no_value_is_none() {
        let (mut store, mut names) = (TermStore::new(), Names::new());
        for text in [
            "",
            "sat",
            "sat\n(error \"v\")",
            "sat\n((v7 (str.++ \"a\" \"b\")))",
            "sat\n((v7 w))",
            "sat\n((v7 5))",
            "sat\n((v8 \"a\"))",
        ] {
            assert_eq!(read_reply(&mut store, &mut names, 7, text, Sort::String), None, "{text}");
        }
    }
}
