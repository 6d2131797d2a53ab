//! Equations between concatenations: those that define a symbol are used, others are refused.
//!
//! Enters: equations, from the formulas with their numbers. Leaves: for some symbols, what they are made of;
//! an equation that becomes one with a constant becomes a membership. Invariant: no defined symbol occurs in
//! what defines one, so that putting definitions in once is enough.

use std::collections::BTreeMap;
use tress_automata::RegexStore;
use tress_base::{Budget, Stop};

use super::pieces::{Piece, as_word, push, symbols};
use super::{Failure, Member, Misfit, Why};
use tress_term::term::{SymbolId, Term};

/// Two concatenations that are equal.
pub(super) type Equation = (Vec<Piece>, Vec<Piece>);

/// What symbols are made of.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    of: BTreeMap<SymbolId, Vec<Piece>>,
}

impl Definitions {
    /// Solves equations for symbols, as long as that is possible.
    pub(super) fn new(
        members: &mut Vec<Member>,
        mut equations: Vec<(usize, Term, Equation)>,
        regexes: &mut RegexStore,
        budget: &Budget,
    ) -> Result<Self, Failure> {
        let mut definitions = Self::default();
        loop {
            let before = equations.len();
            let mut left = Vec::new();
            for (number, part, (a, b)) in equations {
                let (a, b) = (definitions.expand(&a, budget)?, definitions.expand(&b, budget)?);
                match (definition(&a, &b), as_word(&a), as_word(&b)) {
                    _ if a == b => {}
                    (Some((symbol, pieces)), ..) => definitions.add(symbol, pieces, budget)?,
                    (_, Some(word), _) => members.push(equal(&b, word, regexes, budget)?),
                    (_, _, Some(word)) => members.push(equal(&a, word, regexes, budget)?),
                    _ => left.push((number, part, (a, b))),
                }
            }
            match left.first() {
                None => return Ok(definitions),
                Some((number, part, _)) if left.len() == before => {
                    let misfit = Misfit { part: *part, why: Why::NoDefinition };
                    return Err(Failure::Misfit(*number, misfit));
                }
                Some(_) => equations = left,
            }
        }
    }

    /// Is the symbol made of others?
    pub(super) fn defines(&self, symbol: SymbolId) -> bool {
        self.of.contains_key(&symbol)
    }

    /// The concatenation with definitions put in.
    pub(super) fn expand(&self, pieces: &[Piece], budget: &Budget) -> Result<Vec<Piece>, Stop> {
        let mut expanded = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let definition = match piece {
                Piece::Symbol(symbol) => self.of.get(symbol),
                Piece::Text(_) => None,
            };
            for piece in definition.map_or(std::slice::from_ref(piece), Vec::as_slice) {
                budget.poll()?;
                push(&mut expanded, piece.clone());
            }
        }
        Ok(expanded)
    }

    /// One more definition, whose pieces hold no defined symbol.
    fn add(&mut self, symbol: SymbolId, pieces: Vec<Piece>, budget: &Budget) -> Result<(), Stop> {
        let one = Self { of: BTreeMap::from_iter([(symbol, pieces.clone())]) };
        for others in self.of.values_mut() {
            if others.contains(&Piece::Symbol(symbol)) {
                *others = one.expand(others, budget)?;
            }
        }
        self.of.insert(symbol, pieces);
        Ok(())
    }
}

/// A side that is one symbol, with the other side, where it does not occur. Of two symbols the later one is
/// defined.
fn definition(a: &[Piece], b: &[Piece]) -> Option<(SymbolId, Vec<Piece>)> {
    let solved = |side: &[Piece], other: &[Piece]| match side {
        [Piece::Symbol(symbol)] if !symbols(other).contains(symbol) => Some((*symbol, other.to_vec())),
        _ => None,
    };
    match (solved(a, b), solved(b, a)) {
        (Some(a), Some(b)) => Some(if a.0 < b.0 { b } else { a }),
        (a, b) => a.or(b),
    }
}

fn equal(pieces: &[Piece], word: &[u32], regexes: &mut RegexStore, budget: &Budget) -> Result<Member, Stop> {
    let language = regexes.long_word(word, budget)?;
    Ok(Member { pieces: pieces.to_vec(), language, holds: true })
}
