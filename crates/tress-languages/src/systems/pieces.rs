//! Concatenations: symbols and constant words, one after the other.

use rustc_hash::FxHashSet;

use super::atoms::Reader;
use super::{Trouble, Why};
use tress_term::eval::EvalError;
use tress_term::model::Model;
use tress_term::term::{Op, Sort, SymbolId, Term, Value, is_ground};

/// A part of a concatenation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A symbol of sort String.
    Symbol(SymbolId),
    /// A word, which is not empty.
    Text(Vec<u32>),
}

/// Adds a piece; neighbouring words become one.
pub(super) fn push(pieces: &mut Vec<Piece>, piece: Piece) {
    match (pieces.last_mut(), piece) {
        (_, Piece::Text(word)) if word.is_empty() => {}
        (Some(Piece::Text(last)), Piece::Text(word)) => last.extend(word),
        (_, piece) => pieces.push(piece),
    }
}

/// The word that the pieces make. Returns `None` if there is a symbol among them.
pub(super) fn as_word(pieces: &[Piece]) -> Option<&[u32]> {
    match pieces {
        [] => Some(&[]),
        [Piece::Text(word)] => Some(word),
        _ => None,
    }
}

/// The symbols that occur.
pub(super) fn symbols(pieces: &[Piece]) -> FxHashSet<SymbolId> {
    let symbol = |piece: &Piece| match piece {
        Piece::Symbol(symbol) => Some(*symbol),
        Piece::Text(_) => None,
    };
    pieces.iter().filter_map(symbol).collect()
}

impl Reader<'_> {
    /// A term of sort String, taken apart.
    pub(super) fn pieces(&mut self, term: Term) -> Result<Vec<Piece>, Trouble> {
        let mut pieces = Vec::new();
        let mut open = vec![term];
        while let Some(part) = open.pop() {
            self.budget.poll()?;
            let store = self.store;
            if store.op(part) == Some(Op::Concat) {
                open.extend(store.args(part).iter().rev());
            } else if let Some(symbol) = store.as_constant(part).filter(|_| store.sort(part) == Sort::String)
            {
                push(&mut pieces, Piece::Symbol(symbol));
            } else {
                let Value::Str(word) = self.value(part, Why::NoConcatenation)? else {
                    return Err(Trouble::new(part, Why::NoConcatenation));
                };
                push(&mut pieces, Piece::Text(word.spelled(self.budget)?.to_vec()));
            }
        }
        Ok(pieces)
    }

    /// The value of a term without symbols; for others, what is wrong with them.
    pub(super) fn value(&mut self, term: Term, why: Why) -> Result<Value, Trouble> {
        if !is_ground(self.store, term) {
            return Err(Trouble::new(term, why));
        }
        match self.evaluator.eval(self.store, term, &Model::nothing(), self.budget) {
            Ok(value) => Ok(value),
            Err(EvalError::Stop(stop)) => Err(stop.into()),
            Err(EvalError::TooLong | EvalError::TooLarge) => Err(Trouble::new(term, Why::TooLarge)),
            Err(_) => Err(Trouble::new(term, why)),
        }
    }
}
