//! Strings as automata: a language for each, narrowed edge by edge until nothing changes, then words.
//!
//! Enters: a graph and a guess of its integers. Leaves: words, or what the failure rests on. Narrowing keeps
//! every solution but may keep more, so words are found by a search: a quick dive that takes a word for one
//! string after the other, and where that fails, cases by one character.

mod narrow;

use std::collections::{BTreeSet, VecDeque};

use crate::levels::{Level, Levels};
use tress_automata::{CharSet, RegexStore};
use tress_base::{Budget, Stop};
use tress_term::eval::LAST_BLANK;

use crate::graphs::{Clause, StringId};

use super::instance::{Claim, Guess, instance};
use super::learn::{Blame, guard};
use super::limits::FAILURES;
use super::{Tried, Words};

/// What a search works with.
pub(super) struct Automata<'a> {
    levels: Levels,
    guess: Guess<'a>,
    characters: &'a CharSet,
    blanks: CharSet,
    /// What each edge states.
    claims: Vec<Vec<Claim>>,
    regexes: &'a mut RegexStore,
    budget: &'a Budget,
    /// Clauses about integers that were found on the way.
    learned: Vec<Clause>,
    /// Was nothing decided yet, so that what languages imply may be learned?
    is_root: bool,
}

/// A language for each string, with what it rests on.
#[derive(Clone)]
struct Languages {
    levels: Vec<Level>,
    blames: Vec<Blame>,
}

/// Why a step ended early.
enum Failed {
    Blame(Blame),
    Stop(Stop),
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Self {
        Failed::Stop(stop)
    }
}

/// What a dive found.
enum Dived {
    Words(Languages),
    /// The string whose word was chosen first, and the word.
    Failed(StringId, Vec<u32>),
}

/// Tries a guess.
///
/// # Errors
/// When the budget ends.
pub(super) fn attempt(
    guess: Guess<'_>,
    characters: &CharSet,
    regexes: &mut RegexStore,
    budget: &Budget,
) -> Result<Tried, Stop> {
    let mut claims = Vec::new();
    for (at, edge) in guess.graph.edges.iter().enumerate() {
        match instance(guess, edge) {
            Some(said) => claims.push(said),
            None => return Ok(refuted(guess, &Blame { edges: BTreeSet::from([at]), ..Blame::default() })),
        }
    }
    let blanks = characters.intersection(&CharSet::range(0, LAST_BLANK));
    let levels = Levels::new();
    let learned = Vec::new();
    let mut automata =
        Automata { levels, guess, characters, blanks, claims, regexes, budget, learned, is_root: true };
    automata.run()
}

/// A guess that fails for these reasons.
fn refuted(guess: Guess<'_>, blame: &Blame) -> Tried {
    Tried::Refuted(vec![Clause(guard(guess, blame, None))])
}

impl Automata<'_> {
    fn run(&mut self) -> Result<Tried, Stop> {
        let mut languages = self.start();
        match self.narrow_all(&mut languages, None) {
            Ok(()) => {}
            Err(Failed::Stop(stop)) => return Err(stop),
            Err(Failed::Blame(blame)) => {
                let mut clauses = std::mem::take(&mut self.learned);
                clauses.push(Clause(guard(self.guess, &blame, None)));
                return Ok(Tried::Refuted(clauses));
            }
        }
        self.is_root = false;
        self.search(languages)
    }

    /// All words of the right length, or the word that is known.
    fn start(&mut self) -> Languages {
        let graph = self.guess.graph;
        let mut levels = Vec::with_capacity(graph.strings.len());
        for (at, vertex) in graph.strings.iter().enumerate() {
            levels.push(match &vertex.word {
                Some(word) => self.levels.word(word),
                None => self.levels.all(self.guess.length(StringId(at as u32)), self.characters),
            });
        }
        Languages { levels, blames: vec![Blame::default(); graph.strings.len()] }
    }

    /// Narrows languages by all edges, or by those of one string, until nothing changes: positive edges
    /// first.
    fn narrow_all(&mut self, languages: &mut Languages, first: Option<StringId>) -> Result<(), Failed> {
        let graph = self.guess.graph;
        let touches = |at: &usize, string: StringId| {
            graph.edges[*at].strings.iter().any(|other| graph.find(*other) == string)
        };
        let every = 0..graph.edges.len();
        let mut open: VecDeque<usize> =
            every.clone().filter(|at| first.is_none_or(|string| touches(at, string))).collect();
        loop {
            let positive = open.iter().position(|at| !graph.edges[*at].kind.is_negative());
            let Some(at) = open.remove(positive.unwrap_or(0)) else { return Ok(()) };
            self.budget.poll()?;
            for claim in self.claims[at].clone() {
                for string in self.narrow(languages, at, &claim)? {
                    let more = every.clone().filter(|other| touches(other, string) && !open.contains(other));
                    let more: Vec<usize> = more.collect();
                    open.extend(more);
                }
            }
        }
    }

    /// Looks for words: a dive at every node, then cases by one character.
    fn search(&mut self, root: Languages) -> Result<Tried, Stop> {
        let (mut open, mut blame, mut failures) = (vec![root], Blame::default(), 0);
        while let Some(languages) = open.pop() {
            if FAILURES.is_exceeded(failures, self.budget) {
                return Ok(Tried::Open(Clause(self.whole_guard())));
            }
            let (string, word) = match self.dive(languages.clone())? {
                Dived::Words(found) => return Ok(Tried::Words(self.words(&found))),
                Dived::Failed(string, word) => (string, word),
            };
            failures += 1;
            blame.strings.insert(string);
            for with in [false, true] {
                let mut own = languages.clone();
                self.decide(&mut own, string, &word, with)?;
                match self.narrow_all(&mut own, Some(string)) {
                    Ok(()) => open.push(own),
                    Err(Failed::Blame(more)) => blame.add(&more),
                    Err(Failed::Stop(stop)) => return Err(stop),
                }
            }
        }
        let mut clauses = std::mem::take(&mut self.learned);
        clauses.push(Clause(guard(self.guess, &blame, None)));
        Ok(Tried::Refuted(clauses))
    }

    /// Some integer has another value than now.
    fn whole_guard(&self) -> Vec<crate::graphs::Linear> {
        let edges = (0..self.guess.graph.edges.len()).collect();
        guard(self.guess, &Blame { edges, ..Blame::default() }, None)
    }

    /// Takes a word for one string after the other.
    fn dive(&mut self, mut languages: Languages) -> Result<Dived, Stop> {
        let mut first: Option<(StringId, Vec<u32>)> = None;
        while let Some(string) = self.undecided(&languages) {
            let Some(word) = self.levels.some_word(languages.levels[string.index()]) else { break };
            languages.levels[string.index()] = self.levels.word(&word);
            let narrowed = self.narrow_all(&mut languages, Some(string));
            let (string, word) = first.get_or_insert((string, word)).clone();
            match narrowed {
                Ok(()) => {}
                Err(Failed::Blame(_)) => return Ok(Dived::Failed(string, word)),
                Err(Failed::Stop(stop)) => return Err(stop),
            }
        }
        Ok(Dived::Words(languages))
    }

    /// A string with more than one word, of those that edges mention.
    fn undecided(&self, languages: &Languages) -> Option<StringId> {
        let graph = self.guess.graph;
        let all = graph.edges.iter().flat_map(|edge| edge.strings.iter().map(|string| graph.find(*string)));
        let mut all = all.filter(|string| self.levels.only_word(languages.levels[string.index()]).is_none());
        all.next()
    }

    /// Keeps the words that agree with this one up to the first character that is not decided, or the others.
    fn decide(
        &mut self,
        languages: &mut Languages,
        string: StringId,
        word: &[u32],
        with: bool,
    ) -> Result<(), Stop> {
        let level = languages.levels[string.index()];
        let mut position = 0;
        while position < word.len()
            && self.levels.characters_at(level, position, self.budget)?.single_member().is_some()
        {
            position += 1;
        }
        let Some(character) = word.get(position) else { return Ok(()) };
        let one = self.levels.word(&[*character]);
        let all = CharSet::full();
        let there = self.levels.between(position, one, word.len() - position - 1, &all, self.budget)?;
        languages.levels[string.index()] = if with {
            self.levels.meet(level, there, self.budget)?
        } else {
            self.levels.minus(level, there, self.budget)?
        };
        Ok(())
    }

    /// A word for every string.
    fn words(&self, languages: &Languages) -> Words {
        let graph = self.guess.graph;
        let word = |at: usize| {
            let root = graph.find(StringId(at as u32));
            self.levels.some_word(languages.levels[root.index()]).unwrap_or_default()
        };
        (0..graph.strings.len()).map(word).collect()
    }
}
