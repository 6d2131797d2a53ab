//! Words for classes of equal strings: memberships, lengths, numerals and disequalities together.
//!
//! Enters: a complete assignment whose numbers and classes are consistent. Leaves: inferences, or a
//! word for each class. What is cheap comes before strings are taken apart: lengths that no word of
//! a language has (`length_sets`), languages that exclude each other (`disjoint`). What is
//! said of the value of a function is said of its argument instead (`pull`). The words
//! themselves come last (`words`), those of concatenations all at once (`concat_memberships`).

mod card;
mod classes;
mod concat_memberships;
mod counting;
mod disjoint;
mod gaps;
mod length_sets;
mod limits;
mod minimise;
mod numerals;
mod pull;
mod relation;
mod words;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use tress_automata::Regex;
use tress_automata::lengths::LengthSet;

use tress_kernel::{Choices, Context, Node};
use tress_term::model::Model;
use tress_term::term::{Op, SymbolId, Term, Value, Word};

use pull::{Application, Pulls};

pub use length_sets::in_progression;
pub(crate) use limits::CAPS;

/// Words by class.
type Words = BTreeMap<Node, Word>;

/// What is known of languages, and the words that were chosen from them.
#[derive(Default)]
pub(crate) struct Languages {
    /// The words chosen by the last check.
    words: Words,
    /// The lengths of languages by their structure.
    length_sets: FxHashMap<Regex, LengthSet>,
    /// Intersections of languages, and whether they are known to be empty.
    wordless: FxHashMap<Regex, bool>,
    /// Functions whose values tell something of their arguments.
    pulls: Pulls,
    /// Lengths of values of which all has been said that holds for the inputs of a language.
    related: FxHashSet<(Term, Regex)>,
    /// Those of the last check, values before arguments.
    applications: Vec<Application>,
    /// All words of languages that have only few.
    few_words: FxHashMap<Regex, Option<Vec<Word>>>,
}

impl Languages {
    /// Notes a term that entered.
    pub(crate) fn enter(&mut self, term: Term, cx: &mut Context<'_>) {
        self.pulls.enter(cx.env.store, term);
    }

    /// Adds the words that were chosen, and languages that hold those of them that they must.
    pub(crate) fn choose(&self, model: &mut Model, choices: &mut Choices, cx: &mut Context<'_>) {
        for (representative, word) in &self.words {
            choices.set(*representative, Value::Str(word.clone()));
        }
        set_languages(cx, model, choices);
    }

    /// The word of a class, if it has one.
    fn word_of(&self, representative: Node, cx: &Context<'_>) -> Option<Word> {
        self.words.get(&representative).cloned().or_else(|| cx.constant_word(representative))
    }
}

/// Declared languages hold the words that are said to be in them, and no others.
fn set_languages(cx: &mut Context<'_>, model: &mut Model, choices: &mut Choices) {
    let mut members: BTreeMap<SymbolId, Vec<Regex>> = BTreeMap::new();
    for (symbol, word) in said_members(cx, choices) {
        let list = members.entry(symbol).or_default();
        list.extend(word.map(|word| cx.env.regexes().word(&word)));
    }
    for (symbol, words) in members {
        let language = cx.env.regexes().union(&words);
        model.set(symbol, Value::Regex(language));
    }
}

/// The declared languages of all memberships, each with the word that is said to be in it.
fn said_members(cx: &Context<'_>, choices: &mut Choices) -> Vec<(SymbolId, Option<Word>)> {
    let mut members = Vec::new();
    for (_, term) in cx.kernel.classes.terms_from(0) {
        let store = &*cx.env.store;
        let (Some(Op::InRe), [subject, language]) = (store.op(term), store.args(term)) else { continue };
        let Some(symbol) = store.as_constant(*language) else { continue };
        let mut member = None;
        if cx.holds(term)
            && let Some(node) = cx.kernel.classes.node_of(*subject)
            && let Value::Str(word) = cx.class_value(node, choices)
        {
            member = Some(word);
        }
        members.push((symbol, member));
    }
    members
}
