//! Languages of what a function of single characters reads, from languages of what it writes.
//!
//! Enters: a regular expression as a term. Leaves: the words that the function maps into its language,
//! or their reversals. Such functions act on parts of words independently, so every operator of
//! regular expressions stays what it is, and only characters change.

use tress_automata::MAX_CHAR;

use super::context::Context;
use super::limits::{MAPPED_PARTS, SET_CHARACTERS};
use tress_term::term::{Op, Term, TermMap, TermStore, Value, post_order};

/// A function of strings that goes character by character.
pub(super) enum Characters {
    /// Every character between the two, both included, is moved by a distance; others stay.
    Shifted(u32, u32, i32),
    /// The order of characters is reversed.
    Reversed,
}

impl Characters {
    /// The function that a term applies to its first argument, if it is one of single characters.
    pub(super) fn of(store: &TermStore, term: Term) -> Option<(Self, Term)> {
        let args = store.args(term);
        let character = |index: usize| match store.as_value(args[index]) {
            Some(Value::Str(word)) if word.len() == 1 => Some(word[0]),
            _ => None,
        };
        let function = match store.op(term)? {
            Op::ToLower => Self::Shifted('A'.into(), 'Z'.into(), 0x20),
            Op::ToUpper => Self::Shifted('a'.into(), 'z'.into(), -0x20),
            Op::ReplaceAll => {
                let (old, new) = (character(1)?, character(2)?);
                Self::Shifted(old, old, i32::try_from(i64::from(new) - i64::from(old)).ok()?)
            }
            _ => return None,
        };
        Some((function, args[0]))
    }

    /// The characters that are mapped between two characters, as ranges.
    fn sources(&self, low: u32, high: u32) -> Vec<(u32, u32)> {
        let Self::Shifted(first, last, by) = self else { return vec![(low, high)] };
        let mut found = Vec::new();
        let mut add = |low: u32, high: u32| {
            if low <= high {
                found.push((low, high));
            }
        };
        if let Some(before) = first.checked_sub(1) {
            add(low, high.min(before));
        }
        add(low.max(last + 1), high);
        let [from, to] = [*first, *last].map(|character| character.saturating_add_signed(*by));
        let (from, to) = (from.max(low), to.min(high));
        if from <= to {
            add(from.saturating_add_signed(-by), to.saturating_add_signed(-by));
        }
        found
    }

    /// The words that are mapped to a word.
    pub(super) fn word(&self, context: &mut Context<'_>, word: &[u32]) -> Term {
        if matches!(self, Self::Reversed) {
            let reversed: Vec<u32> = word.iter().rev().copied().collect();
            let word = context.word(&reversed);
            return context.app(Op::StrToRe, &[word]);
        }
        let mut parts: Vec<Term> =
            word.iter().map(|character| self.range(context, *character, *character)).collect();
        match parts.len() {
            0 => {
                let empty = context.empty_word();
                context.app(Op::StrToRe, &[empty])
            }
            1 => parts.remove(0),
            _ => context.app(Op::ReConcat, &parts),
        }
    }

    /// The characters that are mapped between two characters.
    fn range(&self, context: &mut Context<'_>, low: u32, high: u32) -> Term {
        let mut parts = Vec::new();
        for (low, high) in self.sources(low, high.min(MAX_CHAR)) {
            let ends = [low, high].map(|character| context.word(&[character]));
            parts.push(match low == high {
                true => context.app(Op::StrToRe, &ends[..1]),
                false => context.app(Op::ReRange, &ends),
            });
        }
        match parts.len() {
            0 => context.app(Op::ReNone, &[]),
            1 => parts.remove(0),
            _ => context.app(Op::ReUnion, &parts),
        }
    }
}

/// The words that the function maps into a language, when it is made of operators whose parts are
/// mapped one by one.
pub(super) fn mapped(context: &mut Context<'_>, function: &Characters, language: Term) -> Option<Term> {
    let mut done: TermMap<Term> = TermMap::new();
    let order = post_order(context.store, &[language]);
    if MAPPED_PARTS.is_exceeded(order.len(), context.budget) {
        return None;
    }
    let mut characters = 0;
    for part in order {
        let args = context.store.args(part).to_vec();
        let new = match (context.store.op(part), args.as_slice()) {
            (Some(Op::StrToRe), [word]) => match (context.as_word(*word), function) {
                (Some(word), _) => {
                    characters += word.len();
                    function.word(context, &word)
                }
                (None, Characters::Reversed) => {
                    let word = context.app(Op::Rev, &[*word]);
                    context.app(Op::StrToRe, &[word])
                }
                _ => return None,
            },
            (Some(Op::ReRange), [low, high]) => match (context.as_word(*low), context.as_word(*high)) {
                (Some(low), Some(high)) if low.len() == 1 && high.len() == 1 => {
                    function.range(context, low[0], high[0])
                }
                _ => return None,
            },
            (Some(Op::ReConcat), args) => {
                let mut args: Vec<Term> = args.iter().filter_map(|arg| done.get(*arg).copied()).collect();
                if matches!(function, Characters::Reversed) {
                    args.reverse();
                }
                context.store.with_args(part, &args).ok()?
            }
            (Some(op), args) if is_closed(op) => {
                let args: Vec<Term> = args.iter().filter_map(|arg| done.get(*arg).copied()).collect();
                context.store.with_args(part, &args).ok()?
            }
            _ if context.store.sort(part) == tress_term::term::Sort::RegLan => return None,
            _ => continue,
        };
        if !matches!(function, Characters::Reversed) && SET_CHARACTERS.is_exceeded(characters, context.budget)
        {
            return None;
        }
        done.set(part, new);
    }
    done.get(language).copied()
}

/// Is it an operator whose arguments can be mapped one by one?
fn is_closed(op: Op) -> bool {
    matches!(
        op,
        Op::ReNone
            | Op::ReAll
            | Op::ReAllChar
            | Op::ReUnion
            | Op::ReInter
            | Op::ReStar
            | Op::RePlus
            | Op::ReOpt
            | Op::ReComp
            | Op::ReDiff
            | Op::RePower
            | Op::ReLoop
    )
}
