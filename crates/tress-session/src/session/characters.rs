//! Declared constants of sort Unicode: words that every check takes to be of length one.

use tress_smtlib::{Characters, OUTSIDE, Source};
use tress_solver::Solver;
use tress_term::model::FunctionValue;
use tress_term::print::symbol_text;
use tress_term::term::{Sort, SymbolId, Term, Value};

use super::Session;

/// A declared character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared {
    symbol: SymbolId,
    /// That its word has length one.
    fact: Term,
    /// Does it outlive its level?
    global: bool,
}

/// The sort of characters for a solver's terms.
pub(super) fn introduce(solver: &mut Solver) -> Characters {
    let outside = solver.declare(OUTSIDE, &Characters::OUTSIDE_SORTS, Sort::String, true);
    Characters::new(&mut solver.terms, outside)
}

/// A character as z3 writes it.
pub(super) fn character_text(value: &Value) -> String {
    match value {
        Value::Str(word) if word.len() == 1 => format!("(_ Char {})", word[0]),
        _ => panic!("expected a word of length one"),
    }
}

impl Session {
    pub(super) fn is_character_sort(&self, sort: Sort) -> bool {
        self.names.characters.is_some_and(|characters| characters.sort == sort)
    }

    /// Declares a character; the term that its name denotes.
    pub(super) fn declare_character(&mut self, name: &str, global: bool) -> Term {
        let characters = self.names.characters.expect("the sort was read");
        let symbol = self.solver.declare(name, &[], Sort::String, global);
        let word = self.solver.terms.constant(symbol);
        let fact = characters.is_one(&mut self.solver.terms, word);
        self.characters.push(Declared { symbol, fact, global });
        characters.character(&mut self.solver.terms, word)
    }

    /// Forgets the characters that were declared in a closed level.
    pub(super) fn close_characters(&mut self, before: usize) {
        let mut count = 0;
        self.characters.retain(|declared| {
            count += 1;
            count <= before || declared.global
        });
    }

    /// The client's assumptions, and then what holds of declared characters.
    pub(super) fn assumed(&self, assumptions: &[Source]) -> Vec<Term> {
        let given = assumptions.iter().map(|source| source.term);
        given.chain(self.characters.iter().map(|declared| declared.fact)).collect()
    }

    /// The word behind a character; any other term as it is.
    pub(super) fn word_of(&self, term: Term) -> Term {
        self.names.characters.map_or(term, |characters| characters.word(&self.solver.terms, term))
    }

    /// The line of a model for a declared character.
    pub(super) fn character_definition(&self, symbol: SymbolId, value: &Value) -> Option<String> {
        let declared = self.characters.iter().any(|declared| declared.symbol == symbol);
        declared.then(|| {
            let name = symbol_text(&self.solver.terms.symbol(symbol).name);
            format!("(define-fun {name} () Unicode {})\n", character_text(value))
        })
    }

    /// Is a function part of a model's text? The one behind `seq.nth` is when something was asked outside of
    /// a word.
    pub(super) fn is_told(&self, symbol: SymbolId, function: &FunctionValue) -> bool {
        let hidden = self.names.characters.is_some_and(|characters| characters.is_outside(symbol));
        !hidden || function.cases().len() > 0
    }
}
