//! Strings as bits: the formulas of all edges as one circuit, with an assumption for each edge.
//!
//! Enters: a graph and a guess of its integers. Leaves: words, or the edges of a core. A code that
//! is impossible at its position is answered with the nearest ones that are possible.

use std::collections::BTreeSet;

use crate::levels::{Level, Levels};
use rustc_hash::FxHashMap;
use tress_automata::{CharSet, MAX_CHAR, RegexStore};
use tress_base::{Budget, Stop};
use tress_sat::Lit;

use crate::graphs::{Clause, Kind, StringId};
use tress_kernel::circuits::{Gates, Logic, Number};

use super::formula::{Character, Formula, Writer};
use super::instance::{Claim, Guess, instance};
use super::learn::{Blame, gap, guard};
use super::{Tried, Words};

/// The character that words are made of where nothing requires another.
const USUAL: u32 = 'a' as u32;

/// The circuit of a guess.
struct Bits<'a> {
    gates: Gates<'a>,
    /// The characters of every string that was not merged.
    characters: Vec<Vec<Number>>,
}

/// Tries a guess.
///
/// # Errors
/// When the budget ends.
pub(super) fn attempt(
    guess: Guess<'_>,
    characters: &CharSet,
    regexes: &mut RegexStore,
    (seed, budget): (u64, &Budget),
) -> Result<Tried, Stop> {
    let mut bits = Bits::new(guess, characters, (seed, budget));
    let mut writer = Writer { guess, levels: Levels::new(), regexes, budget };
    let mut assumed = Vec::new();
    let mut codes: Vec<Option<(StringId, usize, u32)>> = Vec::new();
    for (at, edge) in guess.graph.edges.iter().enumerate() {
        let Some(claims) = instance(guess, edge) else {
            let blame = Blame { edges: BTreeSet::from([at]), ..Blame::default() };
            return Ok(Tried::Refuted(vec![Clause(guard(guess, &blame, None))]));
        };
        codes.push(match claims[..] {
            [Claim::Character { string, position, code }] if edge.kind == Kind::CharAt => {
                Some((string, position, code))
            }
            _ => None,
        });
        let formula = writer.formula(&claims)?;
        let levels = &writer.levels;
        // An input of its own for each edge, so that a core can contain it.
        let switch = bits.gates.input(true);
        let truth = bits.truth(&formula, levels);
        bits.gates.require(&[!switch, truth]);
        assumed.push(switch);
        bits.gates.check()?;
    }
    if bits.gates.solve(&assumed)? {
        return Ok(Tried::Words(bits.words(guess)));
    }
    bits.blame(guess, &assumed, &codes)
}

impl<'a> Bits<'a> {
    fn new(guess: Guess<'_>, characters: &CharSet, (seed, budget): (u64, &'a Budget)) -> Self {
        let mut bits = Self { gates: Gates::new(seed, budget), characters: Vec::new() };
        for (at, vertex) in guess.graph.strings.iter().enumerate() {
            let own = match (&vertex.word, vertex.merged) {
                (Some(word), _) => word.iter().map(|code| Number::constant(*code)).collect(),
                (None, Some(_)) => Vec::new(),
                (None, None) => {
                    (0..guess.length(StringId(at as u32))).map(|_| bits.character(characters)).collect()
                }
            };
            bits.characters.push(own);
        }
        bits
    }

    /// A free character of these.
    fn character(&mut self, characters: &CharSet) -> Number {
        let highest = characters.ranges().last().map_or(0, |range| range.1).min(MAX_CHAR);
        let width = (u32::BITS - highest.leading_zeros()).max(1);
        let bits: Vec<Lit> = (0..width).map(|bit| self.gates.input(USUAL >> bit & 1 == 1)).collect();
        let number = Number::unsigned(&bits);
        let within: Vec<Lit> =
            characters.ranges().iter().map(|range| self.between(&number, *range)).collect();
        self.gates.require(&within);
        number
    }

    fn between(&mut self, character: &Number, (low, high): (u32, u32)) -> Lit {
        let [low, high] = [low, high].map(Number::constant);
        let (above, below) = (self.gates.at_most(&low, character), self.gates.at_most(character, &high));
        self.gates.and(above, below)
    }

    fn number(&self, character: Character) -> Number {
        match character {
            Character::Known(code) => Number::constant(code),
            Character::At(string, position) => self.characters[string.index()][position].clone(),
        }
    }

    /// The truth of a formula, whose nesting is that of claims: a few deep.
    fn truth(&mut self, formula: &Formula, levels: &Levels) -> Lit {
        match formula {
            Formula::All(parts) | Formula::Any(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|part| self.truth(part, levels)).collect();
                if matches!(formula, Formula::All(_)) {
                    self.gates.and_all(&parts)
                } else {
                    self.gates.or_all(&parts)
                }
            }
            Formula::Not(part) => !self.truth(part, levels),
            Formula::Equal(a, b) => {
                let [a, b] = [*a, *b].map(|character| self.number(character));
                self.gates.equal(&a, &b)
            }
            Formula::UpTo(character, most) => {
                let character = self.number(*character);
                self.gates.at_most(&character, &Number::constant(*most))
            }
            Formula::Among(string, level) => self.among(*string, *level, levels),
        }
    }

    /// A string is among words: from the last state to the first, whether the rest fits.
    fn among(&mut self, string: StringId, level: Level, levels: &Levels) -> Lit {
        let mut fits: FxHashMap<Level, Lit> = FxHashMap::default();
        fits.insert(Level::NONE, Gates::FALSE);
        fits.insert(Level::EMPTY_WORD, Gates::TRUE);
        let total = self.characters[string.index()].len();
        for (state, rest) in levels.states_with_lengths(level) {
            let character = self.characters[string.index()][total - rest].clone();
            let mut ways = Vec::new();
            for (low, high, next) in levels.edges(state) {
                let here = self.between(&character, (*low, *high));
                ways.push(self.gates.and(here, fits[next]));
            }
            let any = self.gates.or_all(&ways);
            fits.insert(state, any);
        }
        fits[&level]
    }

    /// A word for every string.
    fn words(&self, guess: Guess<'_>) -> Words {
        let word = |at: usize| {
            let root = guess.graph.find(StringId(at as u32));
            let characters = self.characters[root.index()].iter();
            characters.map(|character| self.gates.number_value(character).to_u32().unwrap_or(0)).collect()
        };
        (0..guess.graph.strings.len()).map(word).collect()
    }

    /// What the failure of the last search teaches.
    fn blame(
        &mut self,
        guess: Guess<'_>,
        assumed: &[Lit],
        codes: &[Option<(StringId, usize, u32)>],
    ) -> Result<Tried, Stop> {
        let failed = |gates: &Gates<'_>| -> BTreeSet<usize> {
            let is_failed = |at: &usize| gates.failed().iter().any(|lit| lit.var() == assumed[*at].var());
            (0..assumed.len()).filter(is_failed).collect()
        };
        let mut edges = failed(&self.gates);
        let mut clauses = Vec::new();
        for at in edges.clone() {
            let Some((string, position, code)) = codes[at] else { continue };
            let rest: Vec<Lit> = edges.iter().filter(|other| **other != at).map(|at| assumed[*at]).collect();
            if !self.gates.solve(&rest)? {
                edges.remove(&at);
                continue;
            }
            let character = self.number(Character::At(string, position));
            let below = self.nearest(&character, code, false, &rest)?;
            let above = self.nearest(&character, code, true, &rest)?;
            let blame = Blame { edges: edges.clone(), ..Blame::default() };
            clauses.push(gap(guess, &blame, (at, 1), [below, above]));
            break;
        }
        clauses.push(Clause(guard(guess, &Blame { edges, ..Blame::default() }, None)));
        Ok(Tried::Refuted(clauses))
    }

    /// The nearest code above or below one that a character can have.
    fn nearest(
        &mut self,
        character: &Number,
        code: u32,
        above: bool,
        assumed: &[Lit],
    ) -> Result<Option<u32>, Stop> {
        let (mut near, mut far) = if above { (code + 1, MAX_CHAR + 1) } else { (code, 0) };
        let mut found = None;
        // Codes up to `far` on the far side are possible or not looked at; nothing nearer than `near` is
        // possible.
        while near != far {
            let middle = if above { near + (far - near - 1) / 2 } else { far + (near - far) / 2 };
            let range = if above { (near, middle) } else { (middle, near - 1) };
            let within = self.between(character, range);
            let assumptions = [assumed, &[within]].concat();
            if self.gates.solve(&assumptions)? {
                let value = self.gates.number_value(character).to_u32().unwrap_or(code);
                found = Some(value);
                if above { far = value } else { far = value + 1 }
            } else if above {
                near = middle + 1;
            } else {
                near = middle;
            }
        }
        Ok(found)
    }
}
