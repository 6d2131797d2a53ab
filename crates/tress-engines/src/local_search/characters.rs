//! Characters that functions of strings distinguish.
//!
//! Enters: a problem. Leaves: the characters of the constants that its functions search for and put in,
//! one character that is none of them, and the symbols that such functions read.

use rustc_hash::FxHashSet;
use tress_base::Budget;

use tress_rewrite::problem::Problem;
use tress_term::term::{Op, SymbolId, Term, TermStore, Value, post_order};

use super::limits::CHARACTERS;

/// What functions distinguish, and where.
pub(super) struct Distinguished {
    /// The characters, in the order in which they occur, and one other.
    pub(super) characters: Vec<u32>,
    /// The symbols that the functions read.
    pub(super) symbols: FxHashSet<SymbolId>,
}

impl Distinguished {
    /// Looks through the functions of a problem. `None` if there are none.
    pub(super) fn new(store: &TermStore, problem: &Problem, budget: &Budget) -> Option<Self> {
        let roots = problem.roots();
        let (mut read, mut constants, mut cased) = (Vec::new(), Vec::new(), false);
        for term in post_order(store, &roots) {
            let args = store.args(term);
            if let Some(op) = store.op(term).filter(|op| is_function(*op)) {
                cased |= matches!(op, Op::ToLower | Op::ToUpper);
                read.push(args[0]);
                constants.extend_from_slice(&args[1..]);
            }
        }
        if read.is_empty() {
            return None;
        }
        let mut characters = Vec::new();
        for constant in post_order(store, &constants) {
            if let Some(Value::Str(word)) = store.as_value(constant) {
                characters.extend(word.iter());
            }
        }
        Some(Self { characters: completed(characters, cased, budget), symbols: symbols(store, &read) })
    }
}

/// Is it a function that writes what it reads, with some of it changed?
fn is_function(op: Op) -> bool {
    matches!(
        op,
        Op::Replace
            | Op::ReplaceAll
            | Op::ReplaceRe
            | Op::ReplaceReAll
            | Op::ReplaceReLongest
            | Op::ReplaceReLongestAll
            | Op::ToLower
            | Op::ToUpper
            | Op::Rev
            | Op::Trim
            | Op::ReplaceTable
    )
}

/// The characters, each once, in both cases where case matters, and one other character.
fn completed(mut characters: Vec<u32>, cased: bool, budget: &Budget) -> Vec<u32> {
    let other = |character: u32| {
        let flipped = char::from_u32(character).filter(char::is_ascii_alphabetic)?;
        Some(u32::from(flipped) ^ 0x20)
    };
    if cased {
        characters = characters
            .into_iter()
            .flat_map(|character| [Some(character), other(character)])
            .flatten()
            .collect();
    }
    let mut seen = FxHashSet::default();
    characters.retain(|character| seen.insert(*character));
    if CHARACTERS.is_exceeded(characters.len(), budget) {
        characters.truncate(CHARACTERS.most(budget) as usize);
    }
    let fresh = ('a'..='z').map(u32::from).find(|character| !seen.contains(character));
    characters.extend(fresh);
    characters.extend(fresh.and_then(other).filter(|_| cased));
    characters
}

/// The symbols in some terms.
fn symbols(store: &TermStore, terms: &[Term]) -> FxHashSet<SymbolId> {
    let all = post_order(store, terms);
    all.into_iter().filter_map(|term| store.as_constant(term)).collect()
}
