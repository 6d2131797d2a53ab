//! The preprocessor: a smaller graph with constraints on integers, or two edges that exclude each other.
//!
//! Rules carry the names of the notes on the thesis: S1 merges equal strings, S2 puts values in, U1 to U5
//! find contradictions, the others derive constraints from pairs of edges ([`super::pairs`]).

use tress_base::{Budget, Int, Stop};

use super::graph::{Edge, Graph, StringId};
use super::kind::Kind;
use super::meaning::{holds, made_number, made_string};
use super::pairs::Fired;

/// Origins of edges that exclude each other, and the rule that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// What the contradiction rests on.
    pub origins: Vec<u32>,
    /// The counter of the rule.
    pub rule: &'static str,
}

/// Why preprocessing ended early.
enum Ended {
    Refuted(Refuted),
    Stop(Stop),
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Self {
        Ended::Stop(stop)
    }
}

impl Graph {
    /// Simplifies the graph and derives constraints on integers; reports if that refutes it.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn preprocess(&mut self, fired: &mut Fired, budget: &Budget) -> Result<Option<Refuted>, Stop> {
        match self.simplify(fired, budget) {
            Ok(()) => {}
            Err(Ended::Refuted(refuted)) => {
                *fired.entry(refuted.rule).or_default() += 1;
                return Ok(Some(refuted));
            }
            Err(Ended::Stop(stop)) => return Err(stop),
        }
        self.constrain(0);
        let before = self.edges.len();
        self.pair_up(fired, budget)?;
        self.constrain(before);
        Ok(None)
    }

    /// Rounds of all rules that need no integers, until nothing changes.
    fn simplify(&mut self, fired: &mut Fired, budget: &Budget) -> Result<(), Ended> {
        loop {
            let mut changed = false;
            let mut kept = Vec::new();
            for edge in std::mem::take(&mut self.edges) {
                budget.poll()?;
                let edge = self.normalised(edge);
                if self.is_settled(&edge, fired)? || kept.iter().any(|other: &Edge| is_same(other, &edge)) {
                    changed = true;
                } else {
                    kept.push(edge);
                }
            }
            self.edges = kept;
            changed |= self.same_results(fired, budget)?;
            if !changed {
                break;
            }
        }
        self.exclude_pairs(budget)
    }

    /// The edge between the vertices that represent its own.
    fn normalised(&self, mut edge: Edge) -> Edge {
        edge.origins = self.origins(&edge);
        edge.strings.iter_mut().for_each(|string| *string = self.find(*string));
        edge
    }

    /// Merges two strings, for these reasons.
    fn merge(&mut self, a: StringId, b: StringId, origins: &[u32], rule: &'static str) -> Result<(), Ended> {
        let mut origins = origins.to_vec();
        [a, b].iter().for_each(|side| self.merges(*side, &mut origins));
        let [a, b] = [a, b].map(|side| self.find(side));
        if a == b {
            return Ok(());
        }
        let (root, other) = if self.strings[b.index()].word.is_some() { (b, a) } else { (a, b) };
        if let (Some(one), Some(two)) = (&self.strings[root.index()].word, &self.strings[other.index()].word)
            && one != two
        {
            return Err(refuted(origins, rule));
        }
        self.strings[other.index()].merged = Some(root);
        self.strings[other.index()].origins.extend_from_slice(&origins);
        let lengths = [root, other].map(|side| self.strings[side.index()].length);
        let difference = super::clause::at_most(lengths[0], 0, lengths[1]);
        self.equation(&difference, &origins);
        Ok(())
    }

    /// A string is this word.
    fn set_word(&mut self, string: StringId, word: &[u32], origins: &[u32]) -> Result<(), Ended> {
        let known = self.word(word);
        self.merge(string, known, origins, "graph-U2")
    }

    /// Is all that the edge states stated otherwise, so that it can be removed?
    fn is_settled(&mut self, edge: &Edge, fired: &mut Fired) -> Result<bool, Ended> {
        if edge.kind == Kind::Equal {
            self.merge(edge.strings[0], edge.strings[1], &edge.origins, "graph-U2")?;
            *fired.entry("graph-S1").or_default() += 1;
            return Ok(true);
        }
        if edge.kind.opposite().is_some() && edge.strings[0] == edge.strings[1] {
            // A string is equal to itself, begins and ends with itself, and occurs in itself.
            return if edge.kind.is_negative() {
                Err(refuted(edge.origins.clone(), "graph-U5"))
            } else {
                Ok(true)
            };
        }
        let settled = self.put_in(edge)?;
        if settled {
            *fired.entry("graph-S2").or_default() += 1;
        }
        Ok(settled)
    }

    /// Replaces what is unknown in an edge by its only value.
    fn put_in(&mut self, edge: &Edge) -> Result<bool, Ended> {
        let words: Vec<Option<Vec<u32>>> =
            edge.strings.iter().map(|string| self.vertex(*string).word.clone()).collect();
        let values: Vec<Option<Int>> =
            edge.numbers.iter().map(|number| self.value(*number).cloned()).collect();
        let sources = words.len() - usize::from(edge.kind.makes_string());
        let given = values.len() - usize::from(edge.kind.makes_number());
        if edge.kind == Kind::Concat && self.rest_of_concat(edge, &words)? {
            return Ok(true);
        }
        let known: Option<Vec<&[u32]>> = words[..sources].iter().map(Option::as_deref).collect();
        let numbers: Option<Vec<&Int>> = values[..given].iter().map(Option::as_ref).collect();
        let (Some(known), Some(numbers)) = (known, numbers) else { return Ok(false) };
        if let [a, b] = known[..]
            && let Some(holds) = holds(edge.kind, a, b)
        {
            return if holds { Ok(true) } else { Err(refuted(edge.origins.clone(), "graph-U2")) };
        }
        if let Some(word) = made_string(edge.kind, &known, &numbers) {
            self.set_word(edge.strings[sources], &word, &edge.origins)?;
            return Ok(true);
        }
        if let Some(number) = made_number(edge.kind, &known, &numbers) {
            if values[given].as_ref().is_some_and(|value| *value != number) {
                return Err(refuted(edge.origins.clone(), "graph-U2"));
            }
            self.fix(edge.numbers[given], number, &edge.origins);
            return Ok(true);
        }
        Ok(false)
    }

    /// A part of a concatenation whose other part and whole are known.
    fn rest_of_concat(&mut self, edge: &Edge, words: &[Option<Vec<u32>>]) -> Result<bool, Ended> {
        let (rest, part) = match words {
            [Some(first), None, Some(whole)] => (whole.strip_prefix(first.as_slice()), 1),
            [None, Some(second), Some(whole)] => (whole.strip_suffix(second.as_slice()), 0),
            _ => return Ok(false),
        };
        let Some(rest) = rest else { return Err(refuted(edge.origins.clone(), "graph-U2")) };
        self.set_word(edge.strings[part], rest, &edge.origins)?;
        Ok(true)
    }

    /// Two edges that make something of the same vertices make the same.
    fn same_results(&mut self, fired: &mut Fired, budget: &Budget) -> Result<bool, Ended> {
        let mut changed = false;
        for at in 0..self.edges.len() {
            for other in at + 1..self.edges.len() {
                budget.poll()?;
                let (a, b) = (self.edges[at].clone(), self.edges[other].clone());
                if a.kind != b.kind || !(a.kind.makes_string() || a.kind.makes_number()) {
                    continue;
                }
                let strings = a.strings.len() - usize::from(a.kind.makes_string());
                let numbers = a.numbers.len() - usize::from(a.kind.makes_number());
                if a.strings[..strings] != b.strings[..strings]
                    || a.numbers[..numbers] != b.numbers[..numbers]
                {
                    continue;
                }
                let origins = [a.origins, b.origins].concat();
                if let (Some(x), Some(y)) = (a.strings.get(strings), b.strings.get(strings))
                    && self.find(*x) != self.find(*y)
                {
                    self.merge(*x, *y, &origins, "graph-U2")?;
                    *fired.entry("graph-same-result").or_default() += 1;
                    changed = true;
                }
                if let (Some(x), Some(y)) = (a.numbers.get(numbers), b.numbers.get(numbers)) {
                    let difference = super::clause::at_most(*x, 0, *y);
                    let known = self.clauses.iter().any(|(clause, _)| clause.0 == [difference.clone()]);
                    if x != y && !known {
                        self.equation(&difference, &origins);
                        *fired.entry("graph-same-result").or_default() += 1;
                    }
                }
            }
        }
        Ok(changed)
    }

    /// U1: a predicate and its opposite. U3: constants that cannot both begin or end a string.
    fn exclude_pairs(&self, budget: &Budget) -> Result<(), Ended> {
        for (at, a) in self.edges.iter().enumerate() {
            for b in &self.edges[at + 1..] {
                budget.poll()?;
                let origins = || [a.origins.clone(), b.origins.clone()].concat();
                let turned = [b.strings.last().copied(), b.strings.first().copied()];
                let same = a.strings == b.strings
                    || (matches!(a.kind, Kind::Equal | Kind::NotEqual)
                        && [a.strings.first().copied(), a.strings.last().copied()] == turned);
                if same && a.kind.opposite() == Some(b.kind) {
                    return Err(refuted(origins(), "graph-U1"));
                }
                if a.kind != b.kind || a.strings.first() != b.strings.first() {
                    continue;
                }
                let word = |edge: &Edge| self.vertex(*edge.strings.get(1)?).word.clone();
                let (Some(one), Some(two)) = (word(a), word(b)) else { continue };
                let fits = match a.kind {
                    Kind::StartsWith => one.starts_with(&two) || two.starts_with(&one),
                    Kind::EndsWith => one.ends_with(&two) || two.ends_with(&one),
                    _ => continue,
                };
                if !fits {
                    return Err(refuted(origins(), "graph-U3"));
                }
            }
        }
        Ok(())
    }
}

fn is_same(a: &Edge, b: &Edge) -> bool {
    (a.kind, &a.strings, &a.numbers, a.language) == (b.kind, &b.strings, &b.numbers, b.language)
}

fn refuted(mut origins: Vec<u32>, rule: &'static str) -> Ended {
    origins.sort_unstable();
    origins.dedup();
    Ended::Refuted(Refuted { origins, rule })
}
