//! Many parts in a row that can be left out: `(a?){30}` or `a?a?a?…`, which no loop makes slow.
//!
//! Enters: a pattern in which nothing else was found. Leaves: a report when a row of one character, as long
//! as the parts that can be left out, is read in more ways than can be tried in reasonable time. Loops are no
//! help here: the ways are those of choosing which parts read.

use tress_base::Stop;

use super::attack::Subject;
use super::failing::few;
use super::limits::{ROW_PARTS, ROW_STEPS};
use super::measure::Figures;
use super::program::nullable;
use super::{Attack, LEAST_DOUBLINGS, Report, Rounds, Verdict};
use crate::ast::{Ast, Node, NodeId};

/// Steps of a word from which on it is far too slow.
const SLOW: f64 = 4_000_000.0;

/// Where a row of parts begins that can be left out one by one, and how many there are.
fn row(ast: &Ast) -> Option<(usize, usize)> {
    let can_be_empty = nullable(ast);
    let least = LEAST_DOUBLINGS as usize;
    let mut found: Option<(usize, usize)> = None;
    for id in 0..ast.len() as NodeId {
        let count = match ast.node(id) {
            Node::Repeat { body, low, high, .. } if can_be_empty[*body as usize] => {
                usize::try_from(high.unwrap_or(*low)).unwrap_or(0)
            }
            Node::Concat(items) => items.iter().filter(|item| can_be_empty[**item as usize]).count(),
            _ => 0,
        };
        if count >= least && found.is_none_or(|found| count > found.1) {
            found = Some((ast.position(id), count));
        }
    }
    found
}

impl Subject<'_> {
    /// A report about parts that can be left out, when they make a word slow.
    pub(super) fn many_optional(&mut self, characters: &[u32]) -> Result<Option<Report>, Stop> {
        let Some((position, count)) = row(&self.ast) else { return Ok(None) };
        if !self.program.lifted.is_empty() {
            return Ok(None);
        }
        let parts = match ROW_PARTS.is_exceeded(count, self.budget) {
            true => ROW_PARTS.most(self.budget) as usize,
            false => count,
        };
        let found = ROW_STEPS.share(self.budget, || self.slow_row(characters, parts))?.flatten();
        let Some((attack, figures)) = found else { return Ok(None) };
        self.characters = characters.to_vec();
        let (attack, figures, rounds) = self.lasting(attack, figures)?;
        Ok(Some(Report {
            verdict: Verdict::Exponential,
            attack: Some(attack),
            positions: vec![position],
            by_search: false,
            steps: figures,
            rounds: if rounds == Rounds::UpTo(0) { Rounds::UpTo(count) } else { rounds },
        }))
    }

    /// A row of one character, with another one behind it or none, that takes far too many steps. Figures are
    /// those of half of it and of all of it.
    fn slow_row(&self, characters: &[u32], count: usize) -> Result<Option<(Attack, Figures)>, Stop> {
        let characters = few(characters, self.budget);
        for &character in characters {
            let ends = characters.iter().filter(|end| **end != character).map(|&end| vec![end]);
            for suffix in std::iter::once(Vec::new()).chain(ends) {
                let attack = Attack { parts: vec![(Vec::new(), vec![character])], suffix };
                for length in [count, count * 2, count - count / 4] {
                    let whole = self.run(&attack, length)?;
                    let half = self.run(&attack, length / 2)?;
                    if let (Some((steps, false)), Some((before, _))) = (whole, half)
                        && steps >= SLOW.max(100.0 * (length as f64).powi(3))
                    {
                        return Ok(Some((attack, vec![(length / 2, before), (length, steps)])));
                    }
                }
            }
        }
        Ok(None)
    }
}
