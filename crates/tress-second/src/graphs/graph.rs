//! The string graph: vertices that are strings or integers, and edges that relate several of them.

use tress_automata::Regex;
use tress_base::Int;

use super::clause::{Clause, Linear, NumberId};
use super::kind::Kind;
use tress_term::print::{Style, string_text};
use tress_term::term::Word;

/// The number of a string vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StringId(pub u32);

impl StringId {
    /// As an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A string: a symbol, a constant, or the result of an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringVertex {
    /// How it is shown.
    pub name: String,
    /// The word, when it is known.
    pub word: Option<Vec<u32>>,
    /// The integer vertex that is its length.
    pub length: NumberId,
    /// The vertex it was merged into.
    pub merged: Option<StringId>,
    /// What a merge or a word rests on.
    pub origins: Vec<u32>,
}

/// An integer: a symbol, a constant, a length, or the result of an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberVertex {
    /// How it is shown.
    pub name: String,
    /// Its value, if it is known. It is in a clause, too.
    pub value: Option<Int>,
    /// What that rests on.
    pub origins: Vec<u32>,
}

/// An edge: its vertices in the order of the thesis, results last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// What it states.
    pub kind: Kind,
    /// Its strings.
    pub strings: Vec<StringId>,
    /// Its numbers.
    pub numbers: Vec<NumberId>,
    /// The language of a membership.
    pub language: Option<Regex>,
    /// Where it comes from.
    pub origins: Vec<u32>,
}

/// Vertices, edges and constraints on integers.
///
/// Invariant: edges have as many strings and numbers as their kind requires; every string has its length
/// among the numbers. An operation is total, as in SMT-LIB: outside of a string there is no character (-1)
/// and the empty word.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// All strings.
    pub strings: Vec<StringVertex>,
    /// All integers.
    pub numbers: Vec<NumberVertex>,
    /// The edges, none twice.
    pub edges: Vec<Edge>,
    /// Constraints on integers, with their origins.
    pub clauses: Vec<(Clause, Vec<u32>)>,
}

impl Graph {
    /// A graph without vertices.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An integer about which nothing is known.
    pub fn number(&mut self, name: impl Into<String>) -> NumberId {
        self.numbers.push(NumberVertex { name: name.into(), value: None, origins: Vec::new() });
        NumberId(self.numbers.len() as u32 - 1)
    }

    /// The integer with this value.
    pub fn constant(&mut self, value: impl Into<Int>) -> NumberId {
        let value = value.into();
        let known = self.numbers.iter().position(|other| other.value.as_ref() == Some(&value));
        if let Some(known) = known.filter(|at| self.numbers[*at].origins.is_empty()) {
            return NumberId(known as u32);
        }
        let number = self.number(value.to_string());
        self.fix(number, value, &[]);
        number
    }

    /// An integer has this value.
    pub fn fix(&mut self, number: NumberId, value: Int, origins: &[u32]) {
        let mut sum = Linear::constant(Int::ZERO - value.clone());
        sum.add(number, &Int::ONE);
        self.equation(&sum, origins);
        let vertex = &mut self.numbers[number.index()];
        if vertex.value.is_none() {
            vertex.value = Some(value);
            vertex.origins = origins.to_vec();
        }
    }

    /// A sum is zero.
    pub fn equation(&mut self, sum: &Linear, origins: &[u32]) {
        // Turned around, the sum is one less than its negation.
        let mut turned = sum.negated();
        turned.constant = turned.constant - Int::ONE;
        for side in [sum.clone(), turned] {
            self.clause(vec![side], origins);
        }
    }

    /// One of these sums is at most zero.
    pub fn clause(&mut self, sums: Vec<Linear>, origins: &[u32]) {
        self.clauses.push((Clause(sums), origins.to_vec()));
    }

    /// A string about which nothing is known.
    pub fn string(&mut self, name: impl Into<String>) -> StringId {
        let name = name.into();
        let length = self.number(format!("|{name}|"));
        self.clause(vec![super::clause::from(length, 0)], &[]);
        self.strings.push(StringVertex { name, word: None, length, merged: None, origins: Vec::new() });
        StringId(self.strings.len() as u32 - 1)
    }

    /// The string that is this word.
    pub fn word(&mut self, word: &[u32]) -> StringId {
        let known = self.strings.iter().position(|other| other.word.as_deref() == Some(word));
        if let Some(known) = known.filter(|at| self.strings[*at].origins.is_empty()) {
            return StringId(known as u32);
        }
        let length = self.constant(word.len());
        let name = string_text(&Word::from(word.to_vec()), Style::Standard);
        let word = Some(word.to_vec());
        self.strings.push(StringVertex { name, word, length, merged: None, origins: Vec::new() });
        StringId(self.strings.len() as u32 - 1)
    }

    /// The vertex that a string was merged into, or itself.
    #[must_use]
    pub fn find(&self, mut string: StringId) -> StringId {
        while let Some(next) = self.strings[string.index()].merged {
            string = next;
        }
        string
    }

    /// Adds what the merges rest on that lead from a string to the vertex that represents it.
    pub(super) fn merges(&self, string: StringId, origins: &mut Vec<u32>) {
        let mut at = Some(string);
        while let Some(vertex) = at {
            origins.extend(&self.strings[vertex.index()].origins);
            at = self.strings[vertex.index()].merged;
        }
    }

    /// The vertex that represents a string.
    #[must_use]
    pub fn vertex(&self, string: StringId) -> &StringVertex {
        &self.strings[self.find(string).index()]
    }

    /// The length of a string.
    #[must_use]
    pub fn length(&self, string: StringId) -> NumberId {
        self.vertex(string).length
    }

    /// The value of an integer, when it is known.
    #[must_use]
    pub fn value(&self, number: NumberId) -> Option<&Int> {
        self.numbers[number.index()].value.as_ref()
    }

    /// Adds an edge, unless it is there.
    ///
    /// # Panics
    /// When it does not have the shape of its kind.
    pub fn edge(&mut self, kind: Kind, strings: &[StringId], numbers: &[NumberId], origins: &[u32]) {
        assert_eq!((strings.len(), numbers.len()), kind.shape(), "an edge has the shape of its kind");
        self.add(Edge {
            kind,
            strings: strings.to_vec(),
            numbers: numbers.to_vec(),
            language: None,
            origins: origins.to_vec(),
        });
    }

    /// A string is in a language.
    pub fn member(&mut self, string: StringId, language: Regex, origins: &[u32]) {
        self.add(Edge {
            kind: Kind::Member,
            strings: vec![string],
            numbers: Vec::new(),
            language: Some(language),
            origins: origins.to_vec(),
        });
    }

    fn add(&mut self, edge: Edge) {
        let is_known = |other: &Edge| {
            (other.kind, &other.strings, &other.numbers, other.language)
                == (edge.kind, &edge.strings, &edge.numbers, edge.language)
        };
        if !self.edges.iter().any(is_known) {
            self.edges.push(edge);
        }
    }

    /// All that an edge rests on: where it comes from, what was merged and what is known of its vertices.
    #[must_use]
    pub fn origins(&self, edge: &Edge) -> Vec<u32> {
        let mut all = edge.origins.clone();
        for string in &edge.strings {
            self.merges(*string, &mut all);
        }
        for number in &edge.numbers {
            all.extend(&self.numbers[number.index()].origins);
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}
