//! Do two functions have the same value for every word?
//!
//! Enters: a [`Joint`] of two machines that are functional. Leaves: a word for which they write
//! different things, or the certainty that there is none. When they agree everywhere, the lag at a
//! node does not depend on the way there: what follows has to make up for it, and it is the same
//! after both ways. So each node gets one lag, and a second one shows a difference. Polynomial.

use std::collections::VecDeque;

use tress_base::{Budget, Stop};

use super::joint::{Joint, Outputs};
use super::lag::Lag;

/// How a node was found first.
struct Found {
    lag: Lag,
    before: Option<(u32, u32)>,
}

impl Joint {
    /// A word that both machines accept and for which they write different things. Returns `None` if
    /// there is none.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn differ(&self, budget: &Budget) -> Result<Option<Vec<u32>>, Stop> {
        let mut found: Vec<Option<Found>> = self.edges.iter().map(|_| None).collect();
        let mut open = VecDeque::new();
        for (node, outputs) in &self.starts {
            let Some(lag) = Lag::default().after(outputs) else {
                return self.word_through(&[], *node, budget).map(Some);
            };
            found[*node as usize] = Some(Found { lag, before: None });
            open.push_back(*node);
        }
        while let Some(node) = open.pop_front() {
            let Some(Found { lag, .. }) = &found[node as usize] else { continue };
            let lag = lag.clone();
            budget.poll_many(1 + lag.word.len() as u64 / 16)?;
            if self.ends[node as usize].as_ref().is_some_and(|outputs| !lag.ends_with(outputs)) {
                return Ok(Some(word_to(&found, node)));
            }
            for edge in &self.edges[node as usize] {
                budget.poll()?;
                let after = lag.after(&edge.outputs);
                let word = || [word_to(&found, node), vec![edge.character]].concat();
                let Some(after) = after else {
                    return self.word_through(&word(), edge.target, budget).map(Some);
                };
                match &found[edge.target as usize] {
                    None => {
                        let before = Some((node, edge.character));
                        found[edge.target as usize] = Some(Found { lag: after, before });
                        open.push_back(edge.target);
                    }
                    Some(known) if known.lag == after => {}
                    Some(known) => {
                        let first = word_to(&found, edge.target);
                        let ways = [(first, known.lag.clone()), (word(), after)];
                        return self.one_of(ways, edge.target, budget).map(Some);
                    }
                }
            }
        }
        Ok(None)
    }

    /// A word that begins with `start`, which leads to `node`.
    fn word_through(&self, start: &[u32], node: u32, budget: &Budget) -> Result<Vec<u32>, Stop> {
        let (rest, _) = self.way_out(node, budget)?;
        Ok([start, &rest].concat())
    }

    /// Two ways to one node with different lags: at the end one of them differs.
    fn one_of(&self, ways: [(Vec<u32>, Lag); 2], node: u32, budget: &Budget) -> Result<Vec<u32>, Stop> {
        let (rest, outputs) = self.way_out(node, budget)?;
        let [(first, lag), (second, _)] = ways;
        let differs = !lag.ends_with(&outputs);
        let start = if differs { first } else { second };
        Ok([start, rest].concat())
    }

    /// A shortest way from a node to an end, and all that is written on it.
    fn way_out(&self, node: u32, budget: &Budget) -> Result<(Vec<u32>, Outputs), Stop> {
        let mut before: Vec<Option<(u32, usize)>> = vec![None; self.len()];
        let mut open = VecDeque::from([node]);
        let mut last = node;
        while let Some(at) = open.pop_front() {
            budget.poll()?;
            last = at;
            if self.ends[at as usize].is_some() {
                break;
            }
            for (index, edge) in self.edges[at as usize].iter().enumerate() {
                if edge.target != node && before[edge.target as usize].is_none() {
                    before[edge.target as usize] = Some((at, index));
                    open.push_back(edge.target);
                }
            }
        }
        let mut way = Vec::new();
        let mut at = last;
        while let Some((from, index)) = before[at as usize] {
            way.push(&self.edges[from as usize][index]);
            at = from;
        }
        way.reverse();
        let written = |machine: usize| {
            let mut word: Vec<u32> = way.iter().flat_map(|edge| edge.outputs[machine].to_vec()).collect();
            word.extend(self.ends[last as usize].iter().flat_map(|outputs| outputs[machine].to_vec()));
            word.into_boxed_slice()
        };
        let outputs = [written(0), written(1)];
        Ok((way.iter().map(|edge| edge.character).collect(), outputs))
    }
}

/// The word that was read on the way to a node.
fn word_to(found: &[Option<Found>], mut node: u32) -> Vec<u32> {
    let mut word = Vec::new();
    while let Some(Found { before: Some((from, character)), .. }) = &found[node as usize] {
        word.push(*character);
        node = *from;
    }
    word.reverse();
    word
}
