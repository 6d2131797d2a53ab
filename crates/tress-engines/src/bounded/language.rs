//! Memberships: an automaton unrolled along the cells of a word.

use rustc_hash::FxHashMap;
use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Stop};
use tress_sat::Lit;

use tress_kernel::circuits::{Gates, Logic};

use super::limits::STATES;
use super::text::{Characters, Text};

impl Characters {
    /// Is the string in the language? `None` if its automaton is too large.
    ///
    /// # Errors
    /// When the budget ends.
    pub(super) fn member(
        &self,
        gates: &mut Gates<'_>,
        text: &Text,
        (regexes, regex, budget): (&mut RegexStore, Regex, &Budget),
    ) -> Result<Option<Lit>, Stop> {
        // The states the automaton can be in after each number of characters, with the conditions under which
        // it is.
        let mut reached: Vec<(Regex, Lit)> = vec![(regex, Gates::TRUE)];
        let mut accepted = Vec::new();
        for position in 0..=text.cells.len() {
            let accepting: Vec<Lit> = reached
                .iter()
                .filter(|(state, _)| regexes.is_nullable(*state))
                .map(|(_, when)| *when)
                .collect();
            let accepting = gates.or_all(&accepting);
            let ends = self.ends_at(gates, text, position);
            accepted.push(gates.and(accepting, ends));
            if position == text.cells.len() {
                break;
            }
            let Some(next) = self.step(gates, text, position, (regexes, &reached, budget))? else {
                return Ok(None);
            };
            reached = next;
            gates.check()?;
        }
        Ok(Some(gates.or_all(&accepted)))
    }

    fn step(
        &self,
        gates: &mut Gates<'_>,
        text: &Text,
        position: usize,
        (regexes, reached, budget): (&mut RegexStore, &[(Regex, Lit)], &Budget),
    ) -> Result<Option<Vec<(Regex, Lit)>>, Stop> {
        let cell = self.at(text, position);
        let mut order: Vec<Regex> = Vec::new();
        let mut ways: FxHashMap<Regex, Vec<Lit>> = FxHashMap::default();
        for (state, when) in reached {
            // Ranges with one target are one condition.
            let mut by_target: Vec<(Regex, Vec<Lit>)> = Vec::new();
            for transition in regexes.transitions(*state, budget)? {
                let within = self.between(gates, &cell, transition.low, transition.high);
                match by_target.iter_mut().find(|(target, _)| *target == transition.target) {
                    Some((_, all)) => all.push(within),
                    None => by_target.push((transition.target, vec![within])),
                }
            }
            for (target, within) in by_target {
                let within = gates.or_all(&within);
                let way = gates.and(*when, within);
                if way == Gates::FALSE {
                    continue;
                }
                ways.entry(target).or_insert_with(|| {
                    order.push(target);
                    Vec::new()
                });
                ways.entry(target).or_default().push(way);
            }
        }
        if STATES.is_exceeded(order.len(), budget) {
            return Ok(None);
        }
        Ok(Some(order.into_iter().map(|state| (state, gates.or_all(&ways[&state]))).collect()))
    }
}
