//! One claim and the languages of its strings: each keeps the words that fit to some word of the others.

use std::ops::Range;

use crate::levels::Level;
use tress_automata::CharSet;

use crate::graphs::StringId;

use super::super::instance::{Claim, Needle};
use super::super::learn::{gap, not_found};
use super::{Automata, Failed, Languages};

impl Automata<'_> {
    /// Narrows the languages of a claim's strings; returns which have changed.
    pub(super) fn narrow(
        &mut self,
        languages: &mut Languages,
        edge: usize,
        claim: &Claim,
    ) -> Result<Vec<StringId>, Failed> {
        let mut changed = Vec::new();
        match claim {
            Claim::Character { string, position, code } => {
                self.learn_gap(languages, edge, *string, (*position, *code))?;
                self.learn_missing(languages, edge, (*string, None), (*position, &[*code]))?;
                let one = self.levels.word(&[*code]);
                let behind = self.guess.length(*string) - position - 1;
                let there = self.levels.between(*position, one, behind, &CharSet::full(), self.budget)?;
                self.keep(languages, (edge, *string, &[]), there, &mut changed)?;
            }
            Claim::Inside { whole, start, part } => {
                if let Some(word) = self.levels.only_word(languages.levels[part.index()]) {
                    self.learn_missing(languages, edge, (*whole, Some(*part)), (*start, &word))?;
                }
                self.inside(languages, edge, [*whole, *part], *start, &mut changed)?;
            }
            Claim::Somewhere { whole, part } => {
                self.somewhere(languages, edge, [*whole, *part], &mut changed)?;
            }
            Claim::Nowhere { whole, needle, positions } => {
                self.nowhere(languages, edge, (*whole, *needle), positions.clone(), &mut changed)?;
            }
            Claim::Trimmed { whole, part } => {
                self.trimmed(languages, edge, [*whole, *part], &mut changed)?;
            }
            Claim::Member { string, language } => {
                let length = self.guess.length(*string);
                let all = CharSet::full();
                let regex = (&mut *self.regexes, *language);
                let words = self.levels.of_regex(length, regex, &all, self.budget)?;
                self.keep(languages, (edge, *string, &[]), words, &mut changed)?;
            }
        }
        Ok(changed)
    }

    /// Intersects the language of a string. It then rests on the edge and on what the other strings rest on.
    fn keep(
        &mut self,
        languages: &mut Languages,
        (edge, string, others): (usize, StringId, &[StringId]),
        words: Level,
        changed: &mut Vec<StringId>,
    ) -> Result<(), Failed> {
        let old = languages.levels[string.index()];
        let new = self.levels.meet(old, words, self.budget)?;
        if new == old {
            return Ok(());
        }
        let mut blame = languages.blames[string.index()].clone();
        blame.edges.insert(edge);
        others.iter().for_each(|other| blame.add(&languages.blames[other.index()]));
        if new.is_none() {
            return Err(Failed::Blame(blame));
        }
        languages.levels[string.index()] = new;
        languages.blames[string.index()] = blame;
        if !changed.contains(&string) {
            changed.push(string);
        }
        Ok(())
    }

    fn inside(
        &mut self,
        languages: &mut Languages,
        edge: usize,
        [whole, part]: [StringId; 2],
        start: usize,
        changed: &mut Vec<StringId>,
    ) -> Result<(), Failed> {
        let [all, size] = [whole, part].map(|string| self.guess.length(string));
        let own = languages.levels[part.index()];
        let around = self.levels.between(start, own, all - start - size, &CharSet::full(), self.budget)?;
        self.keep(languages, (edge, whole, &[part]), around, changed)?;
        let own = languages.levels[whole.index()];
        let cut = self.levels.part(own, start..start + size, self.budget)?;
        self.keep(languages, (edge, part, &[whole]), cut, changed)
    }

    fn somewhere(
        &mut self,
        languages: &mut Languages,
        edge: usize,
        [whole, part]: [StringId; 2],
        changed: &mut Vec<StringId>,
    ) -> Result<(), Failed> {
        let [all, size] = [whole, part].map(|string| self.guess.length(string));
        // Only words of the present language, so that no more states are made than it needs.
        let (old, own) = (languages.levels[whole.index()], languages.levels[part.index()]);
        let mut holding = Level::NONE;
        for start in 0..=all - size {
            let around =
                self.levels.between(start, own, all - start - size, &CharSet::full(), self.budget)?;
            let fitting = self.levels.meet(old, around, self.budget)?;
            holding = self.levels.join(holding, fitting, self.budget)?;
            if holding == old {
                break;
            }
        }
        self.keep(languages, (edge, whole, &[part]), holding, changed)?;
        let cuts = self.levels.parts(languages.levels[whole.index()], all, size, self.budget)?;
        self.keep(languages, (edge, part, &[whole]), cuts, changed)
    }

    fn trimmed(
        &mut self,
        languages: &mut Languages,
        edge: usize,
        [whole, part]: [StringId; 2],
        changed: &mut Vec<StringId>,
    ) -> Result<(), Failed> {
        let [all, size] = [whole, part].map(|string| self.guess.length(string));
        let blanks = self.blanks.clone();
        let full = CharSet::full();
        let kept = self.levels.unblanked(size, &full, &blanks, self.budget)?;
        self.keep(languages, (edge, part, &[]), kept, changed)?;
        let own = (languages.levels[part.index()], size);
        let padded = self.levels.padded(own, all, &blanks, self.budget)?;
        self.keep(languages, (edge, whole, &[part]), padded, changed)?;
        let own = (languages.levels[whole.index()], all);
        let cut = self.levels.trimmed(own, size, [&full, &blanks], self.budget)?;
        self.keep(languages, (edge, part, &[whole]), cut, changed)
    }

    /// Something that must not be narrows a string only once the other one is known.
    fn nowhere(
        &mut self,
        languages: &mut Languages,
        edge: usize,
        (whole, needle): (StringId, Needle),
        positions: Range<usize>,
        changed: &mut Vec<StringId>,
    ) -> Result<(), Failed> {
        if positions.is_empty() {
            return Ok(());
        }
        let all = self.guess.length(whole);
        let word = match needle {
            Needle::Character(code) => Some(vec![code]),
            Needle::String(part) => self.levels.only_word(languages.levels[part.index()]),
        };
        let others: &[StringId] = if let Needle::String(part) = &needle { &[*part] } else { &[] };
        if let Some(word) = word {
            let without = self.levels.avoiding(all, &word, positions, &CharSet::full(), self.budget)?;
            return self.keep(languages, (edge, whole, others), without, changed);
        }
        let (Needle::String(part), Some(known)) =
            (needle, self.levels.only_word(languages.levels[whole.index()]))
        else {
            return Ok(());
        };
        let (size, mut rest) = (self.guess.length(part), languages.levels[part.index()]);
        for start in positions {
            let cut = self.levels.word(&known[start..start + size]);
            rest = self.levels.minus(rest, cut, self.budget)?;
        }
        self.keep(languages, (edge, part, &[whole]), rest, changed)
    }

    /// If a code is impossible at its position, finds which codes around it are possible.
    fn learn_gap(
        &mut self,
        languages: &Languages,
        edge: usize,
        string: StringId,
        (position, code): (usize, u32),
    ) -> Result<(), Failed> {
        let kind = self.guess.graph.edges[edge].kind;
        if kind != crate::graphs::Kind::CharAt || !self.is_root {
            return Ok(());
        }
        let there = self.levels.characters_at(languages.levels[string.index()], position, self.budget)?;
        if there.contains(code) {
            return Ok(());
        }
        let below = there.ranges().iter().rev().map(|range| range.1).find(|last| *last < code);
        let above = there.ranges().iter().map(|range| range.0).find(|first| *first > code);
        let mut blame = languages.blames[string.index()].clone();
        blame.edges.insert(edge);
        self.learned.push(gap(self.guess, &blame, (edge, 1), [below, above]));
        Err(Failed::Blame(blame))
    }

    /// When a search cannot succeed where it should, asks whether it can succeed at all.
    fn learn_missing(
        &mut self,
        languages: &Languages,
        edge: usize,
        (whole, part): (StringId, Option<StringId>),
        (start, word): (usize, &[u32]),
    ) -> Result<(), Failed> {
        let is_search = matches!(self.guess.graph.edges[edge].kind.label(), "indexOf" | "lastIndexOf");
        if !self.is_root || !is_search {
            return Ok(());
        }
        let (own, all) = (languages.levels[whole.index()], self.guess.length(whole));
        let one = self.levels.word(word);
        let full = CharSet::full();
        let there = self.levels.between(start, one, all - start - word.len(), &full, self.budget)?;
        if !self.levels.meet(own, there, self.budget)?.is_none() {
            return Ok(());
        }
        let without = self.levels.avoiding(all, word, 0..all + 1, &full, self.budget)?;
        if self.levels.meet(own, without, self.budget)? == own {
            let mut blame = languages.blames[whole.index()].clone();
            part.iter().for_each(|part| blame.add(&languages.blames[part.index()]));
            // An edge that narrowed its own string asks nothing new.
            if blame.edges.insert(edge) {
                self.learned.push(not_found(self.guess, &blame, edge));
            }
        }
        Ok(())
    }
}
