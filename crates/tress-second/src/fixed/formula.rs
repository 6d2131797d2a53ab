//! Claims as formulas about characters: what both the circuit and the text of bit vectors are made of.

use crate::levels::{Level, Levels};
use tress_automata::{CharSet, RegexStore};
use tress_base::{Budget, Stop};
use tress_term::eval::LAST_BLANK;

use crate::graphs::StringId;

use super::instance::{Claim, Guess, Needle};

/// A character: one that is known, or the one at a position of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Character {
    Known(u32),
    At(StringId, usize),
}

/// A formula about characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Not(Box<Formula>),
    Equal(Character, Character),
    /// A character has at most this code.
    UpTo(Character, u32),
    /// A string is among words of its length.
    Among(StringId, Level),
}

/// What claims are written with.
pub(super) struct Writer<'a> {
    pub(super) guess: Guess<'a>,
    pub(super) levels: Levels,
    pub(super) regexes: &'a mut RegexStore,
    pub(super) budget: &'a Budget,
}

impl Writer<'_> {
    /// The formula of all that an edge states.
    ///
    /// # Errors
    /// When the budget ends.
    pub(super) fn formula(&mut self, claims: &[Claim]) -> Result<Formula, Stop> {
        let all: Result<Vec<Formula>, Stop> = claims.iter().map(|claim| self.of_claim(claim)).collect();
        Ok(Formula::All(all?))
    }

    fn of_claim(&mut self, claim: &Claim) -> Result<Formula, Stop> {
        self.budget.poll()?;
        Ok(match claim {
            Claim::Character { string, position, code } => {
                Formula::Equal(self.character(*string, *position), Character::Known(*code))
            }
            Claim::Inside { whole, start, part } => self.stands(*whole, *start, Needle::String(*part))?,
            Claim::Somewhere { whole, part } => {
                let room = self.guess.length(*whole) - self.guess.length(*part);
                let starts = (0..=room).map(|start| self.stands(*whole, start, Needle::String(*part)));
                Formula::Any(starts.collect::<Result<_, _>>()?)
            }
            Claim::Nowhere { whole, needle, positions } => {
                let stands = positions.clone().map(|start| self.stands(*whole, start, *needle));
                let negated = stands.map(|there| Ok(Formula::Not(Box::new(there?))));
                Formula::All(negated.collect::<Result<_, Stop>>()?)
            }
            Claim::Trimmed { whole, part } => self.trimmed(*whole, *part)?,
            Claim::Member { string, language } => {
                let length = self.guess.length(*string);
                let regex = (&mut *self.regexes, *language);
                let words = self.levels.of_regex(length, regex, &CharSet::full(), self.budget)?;
                Formula::Among(*string, words)
            }
        })
    }

    fn character(&self, string: StringId, position: usize) -> Character {
        match &self.guess.graph.vertex(string).word {
            Some(word) => Character::Known(word[position]),
            None => Character::At(string, position),
        }
    }

    /// Something occurs in a string from a position on.
    fn stands(&self, whole: StringId, start: usize, needle: Needle) -> Result<Formula, Stop> {
        let part = match needle {
            Needle::Character(code) => {
                return Ok(Formula::Equal(self.character(whole, start), Character::Known(code)));
            }
            Needle::String(part) => part,
        };
        let length = self.guess.length(part);
        self.budget.poll_many(1 + length as u64)?;
        let same = |at| Formula::Equal(self.character(whole, start + at), self.character(part, at));
        Ok(Formula::All((0..length).map(same).collect()))
    }

    fn trimmed(&self, whole: StringId, part: StringId) -> Result<Formula, Stop> {
        let [all, size] = [whole, part].map(|string| self.guess.length(string));
        let blank = |string, position| Formula::UpTo(self.character(string, position), LAST_BLANK);
        let mut said = Vec::new();
        for end in (size > 0).then(|| [0, size - 1]).into_iter().flatten() {
            said.push(Formula::Not(Box::new(blank(part, end))));
        }
        let mut cases = Vec::new();
        for start in 0..=all - size {
            let around = (0..start).chain(start + size..all).map(|position| blank(whole, position));
            let mut case: Vec<Formula> = around.collect();
            case.push(self.stands(whole, start, Needle::String(part))?);
            cases.push(Formula::All(case));
        }
        said.push(Formula::Any(cases));
        Ok(Formula::All(said))
    }
}
