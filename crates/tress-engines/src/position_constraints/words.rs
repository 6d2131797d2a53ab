//! Words for a model of the arithmetic: of the lengths it gives, with the characters it samples.

use std::collections::BTreeMap;

use tress_base::{Budget, Stop};

use tress_rewrite::env::Env;
use tress_term::model::Model;

use super::super::arithmetic::{is_true, length_in};
use super::super::reading::{Claim, Part, Relation};
use super::encode::{Encoding, Offset};

/// What came of a model.
pub(super) enum Found {
    Words(Vec<Vec<u32>>),
    /// This variable has no word with these characters.
    Impossible(usize, Vec<Sampled>),
    /// A word is too long to be looked for.
    TooLong,
}

/// A character that a model looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sampled {
    /// The number of the sample, and its owner.
    pub(super) sample: usize,
    pub(super) owner: usize,
    /// The edge that reads it, and its position.
    pub(super) edge: usize,
    pub(super) position: usize,
}

impl Encoding {
    /// Words for a model.
    pub(super) fn words(&self, env: &mut Env<'_>, model: &Model) -> Result<Found, Stop> {
        let mut words = Vec::new();
        // Characters of one class at different positions shall differ.
        let mut used = vec![0; self.characters.count()];
        for (variable, automaton) in self.automata.iter().enumerate() {
            let Some(length) = length_in(env, model, self.lengths[variable]) else {
                return Ok(Found::TooLong);
            };
            let Some(sampled) = self.sampled(env, model, variable)? else { return Ok(Found::TooLong) };
            let mut fixed = BTreeMap::new();
            for one in &sampled {
                let class = automaton.edges[one.edge].class;
                if fixed.insert(one.position, class).is_some_and(|before| before != class) {
                    return Ok(Found::Impossible(variable, sampled));
                }
            }
            let Some(word) = automaton.word(length, &fixed, env.budget)? else { return Ok(Found::TooLong) };
            let Some(classes) = word else { return Ok(Found::Impossible(variable, sampled)) };
            let mut word: Vec<u32> = classes.iter().map(|class| self.characters.pick(*class, 0)).collect();
            for (position, class) in fixed {
                word[position] = self.characters.pick(class, used[class]);
                used[class] += 1;
            }
            words.push(word);
        }
        Ok(Found::Words(words))
    }

    /// The characters of a variable that a model looks at. `None` if a position is no length.
    fn sampled(&self, env: &Env<'_>, model: &Model, variable: usize) -> Result<Option<Vec<Sampled>>, Stop> {
        let mut found = Vec::new();
        for (number, sample) in self.samples.iter().enumerate() {
            env.budget.poll()?;
            if !is_true(env, model, sample.active) {
                continue;
            }
            let own = sample.owners.iter().position(|owner| owner.variable == variable);
            let Some(at) = own.filter(|at| is_true(env, model, sample.owners[*at].on)) else { continue };
            let edges = &sample.owners[at].edges;
            let Some(edge) = edges.iter().position(|edge| is_true(env, model, *edge)) else { continue };
            let Some(position) = length_in(env, model, sample.position) else { return Ok(None) };
            found.push(Sampled { sample: number, owner: at, edge, position });
        }
        Ok(Some(found))
    }
}

/// The word of a concatenation.
pub(super) fn spell(parts: &[Part], words: &[Vec<u32>], budget: &Budget) -> Result<Vec<u32>, Stop> {
    let mut whole = Vec::new();
    for part in parts {
        let word = match part {
            Part::Variable(variable) => &words[*variable],
            Part::Word(word) => word,
        };
        budget.poll_many(word.len() as u64 + 1)?;
        whole.extend_from_slice(word);
    }
    Ok(whole)
}

/// Does a claim hold? Otherwise the positions where the needle occurs in the hay, all of them for a claim
/// that there is none.
pub(super) fn occurrences(claim: &Claim, words: &[Vec<u32>], budget: &Budget) -> Result<Vec<usize>, Stop> {
    let [needle, hay] = [&claim.needle, &claim.hay].map(|side| spell(side, words, budget));
    let (needle, hay) = (needle?, hay?);
    let Some(last) = hay.len().checked_sub(needle.len()) else { return Ok(Vec::new()) };
    let starts = match claim.relation {
        Relation::Equal if last > 0 => return Ok(Vec::new()),
        Relation::Equal | Relation::Prefix => 0..=0,
        Relation::Suffix => last..=last,
        Relation::Within => 0..=last,
    };
    let mut found = Vec::new();
    for start in starts {
        let agreeing = hay[start..].iter().zip(&needle).take_while(|(a, b)| a == b).count();
        budget.poll_many(agreeing as u64 / 16 + 1)?;
        if agreeing == needle.len() {
            found.push(start);
        }
    }
    Ok(found)
}

/// Offsets of the first and the last occurrence, by parts that begin close to each other: words with
/// periods occur again and again, and then somewhere close to a border.
pub(super) fn offsets(claim: &Claim, words: &[Vec<u32>], found: &[usize]) -> Vec<Offset> {
    let [needles, hays] = [&claim.needle, &claim.hay].map(|side| borders(side, words));
    let mut best: Vec<Offset> = Vec::new();
    for (hay, border) in hays.iter().enumerate() {
        for (needle, before) in needles.iter().enumerate() {
            // The occurrences on both sides of the position where the borders meet.
            let meet = border - before;
            let next = found.partition_point(|start| signed(*start) < meet);
            for start in found[next.saturating_sub(1)..].iter().take(2) {
                best.push(Offset { needle, hay, characters: signed(*start) - meet });
            }
        }
    }
    best.sort_by_key(|offset| offset.characters.unsigned_abs());
    best.truncate(1);
    best
}

/// Where the parts of a side begin, and where it ends.
fn borders(side: &[Part], words: &[Vec<u32>]) -> Vec<i64> {
    let mut borders = vec![0];
    for part in side {
        let length = match part {
            Part::Variable(variable) => words[*variable].len(),
            Part::Word(word) => word.len(),
        };
        borders.push(borders[borders.len() - 1] + signed(length));
    }
    borders
}

fn signed(position: usize) -> i64 {
    i64::try_from(position).unwrap_or(i64::MAX)
}
