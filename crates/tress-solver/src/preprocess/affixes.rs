//! One case of a string: its first and its last characters, and what stands between them.
//!
//! A string is a list of `n` characters, or it has at least `n` of them and is `front` characters, some
//! string, and `back` characters. The cases for all lengths below `front + back`, and the open one, are all
//! strings there are.

use tress_base::Stop;

use tress_term::term::{Op, Sort, Term, TermSet, Value, post_order};

use super::Passes;
use super::images::Images;

/// How a symbol is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// A symbol of sort String.
    pub symbol: Term,
    /// How many characters it begins with.
    pub front: usize,
    /// How many characters it ends with.
    pub back: usize,
    /// Is there a string between them?
    pub is_open: bool,
}

impl Passes<'_> {
    /// Writes a symbol as its case says.
    pub(super) fn enter(&mut self, case: Case) -> Result<(), Stop> {
        let origin = self.origins.none();
        self.collect_characters(origin);
        let mut parts = self.new_characters(case.symbol, case.front);
        if case.is_open {
            let middle = self.env.store.declare("middle!", &[], Sort::String);
            // The length of what lies between is no term of the problem; the whole will do.
            self.fresh.push((middle, case.symbol));
            parts.push(self.env.store.constant(middle));
        }
        parts.extend(
            self.new_characters(case.symbol, case.back + usize::from(tress_base::is_planted("known-length"))),
        );
        let string = match parts.as_slice() {
            [] => self.env.store.value(Value::text("")),
            [only] => *only,
            _ => self.env.store.app(Op::Concat, &parts).expect("words"),
        };
        let characters = parts.into_iter().filter(|part| self.env.store.is_letter(*part));
        let characters: Vec<(Term, u32)> = characters.map(|character| (character, origin)).collect();
        self.characters.extend(characters);
        self.eliminated.extend(self.env.store.as_constant(case.symbol).map(|symbol| (symbol, string)));
        let mut images = Images::default();
        images.put_freely(case.symbol, string);
        self.put(&mut images)
    }

    /// Collects the symbols of one character in the assertions: the facts that they are one character are
    /// added again in the end.
    fn collect_characters(&mut self, origin: u32) {
        let roots: Vec<Term> = self.facts.iter().map(|fact| fact.term).collect();
        let mut seen = TermSet::new();
        for term in post_order(self.env.store, &roots) {
            if self.env.store.is_letter(term) && seen.add(term) {
                self.characters.push((term, origin));
            }
        }
    }
}
