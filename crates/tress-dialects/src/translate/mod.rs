//! From the syntax tree to a language.
//!
//! Enters: a tree. Leaves: an expression. Atomic groups become lookaheads (`atomic.rs`). A tree
//! without looks is built bottom-up (`plain.rs`). Looks outside of repetitions become intersections
//! (`flat.rs`), which keep large patterns small and lazy. Everything else (looks inside of
//! repetitions, looks that cross each other) becomes a product automaton (`product.rs`), which is turned back
//! into an expression (`eliminate.rs`).

mod atomic;
mod eliminate;
mod flat;
pub(crate) mod limits;
mod plain;
mod product;

pub(crate) use atomic::resolve_some;
pub(crate) use eliminate::to_regex;
pub(crate) use product::{Contexts, Machine};

use tress_automata::{CharSet, Regex, RegexStore};
use tress_base::Budget;

use crate::ast::{Ast, NodeId};
use crate::{DialectError, Mode};

/// The words that contain a word of `whole`, or `whole` itself.
pub(crate) fn with_surroundings(store: &mut RegexStore, whole: Regex, mode: Mode) -> Regex {
    match mode {
        Mode::Full => whole,
        Mode::Search => store.concat(&[Regex::ALL, whole, Regex::ALL]),
    }
}

/// The language of the tree under `root`, over words of characters in `alphabet`.
pub(crate) fn language(
    mut ast: Ast,
    root: NodeId,
    mode: Mode,
    alphabet: &CharSet,
    store: &mut RegexStore,
    budget: &Budget,
) -> Result<Regex, DialectError> {
    let root = atomic::resolve(&mut ast, root, store, budget)?;
    let any = store.chars(alphabet.clone());
    let anything = store.star(any);
    let plain = plain::build(&ast, store, budget)?;
    let surroundings = if mode == Mode::Search { anything } else { Regex::EPSILON };
    if let Some(whole) = plain[root as usize] {
        return Ok(store.concat(&[surroundings, whole, surroundings]));
    }
    if let Some(found) = flat::language(&ast, root, &plain, anything, surroundings, store, budget)? {
        return Ok(found);
    }
    product::language(&ast, root, alphabet, mode, store, budget)
}
