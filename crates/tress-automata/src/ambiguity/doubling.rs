//! EDA: two different ways from a state back to itself by one word.
//!
//! Pairs of different states inside of one component are walked through, from states where two ways part to a
//! state where they meet again. Where they do, one round more doubles the ways.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::limits::REPORTED_LOOPS;
use super::words::Search;
use super::{Doubling, Graph, Step};

/// Two different states, the smaller one first.
type Parted = (u32, u32);

/// For every component of `loops` in which ways double, some loops that show it. They are reached through
/// `graph`, of which `loops` can be a part.
///
/// # Errors
/// When the budget ends.
pub fn doubling_loops(graph: &Graph, loops: &Graph, budget: &Budget) -> Result<Vec<Doubling>, Stop> {
    let components = loops.components(budget)?;
    let looping = loops.looping(&components);
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); looping.len()];
    for (state, &component) in components.iter().enumerate() {
        members[component as usize].push(state as u32);
    }
    let mut found = Vec::new();
    for (component, states) in members.iter().enumerate().rev() {
        if looping[component] {
            let inside = Component {
                graph,
                within: loops,
                components: &components,
                component: component as u32,
                budget,
            };
            inside.loops(states, &mut found)?;
        }
    }
    Ok(found)
}

/// One component.
struct Component<'a> {
    graph: &'a Graph,
    within: &'a Graph,
    components: &'a [u32],
    component: u32,
    budget: &'a Budget,
}

impl Component<'_> {
    fn holds(&self, state: u32) -> bool {
        self.components[state as usize] == self.component
    }

    fn steps(&self, state: u32) -> impl Iterator<Item = &Step> + Clone {
        self.within.steps[state as usize].iter().filter(|step| self.holds(step.target))
    }

    fn loops(&self, states: &[u32], found: &mut Vec<Doubling>) -> Result<(), Stop> {
        let enough = found.len().saturating_add(REPORTED_LOOPS.size(self.budget));
        let mut origins: FxHashMap<Parted, (u32, u32)> = FxHashMap::default();
        let mut search: Search<Parted> = Search::new();
        for &state in states {
            for (index, a) in self.steps(state).enumerate() {
                if a.several
                    && found.len() < enough
                    && let Some(character) = a.set.representative()
                {
                    self.show(state, vec![character], a.target, found)?;
                }
                for b in self.steps(state).skip(index + 1) {
                    self.budget.poll()?;
                    let Some(character) = a.set.intersection(&b.set).representative() else { continue };
                    if a.target != b.target {
                        let pair = (a.target.min(b.target), a.target.max(b.target));
                        origins.entry(pair).or_insert((state, character));
                        search.reach(pair, None);
                    } else if found.len() < enough {
                        self.show(state, vec![character], a.target, found)?;
                    }
                }
            }
        }
        while let Some(pair) = search.next() {
            if found.len() >= enough {
                self.budget.hit(REPORTED_LOOPS.name());
                break;
            }
            if let Some((meeting, character)) = self.follow(pair, &mut search)? {
                let (start, rest) = search.word(pair);
                let (state, first) = origins[&start];
                let mut word = vec![first];
                word.extend(rest);
                word.push(character);
                self.show(state, word, meeting, found)?;
            }
        }
        Ok(())
    }

    /// Follows both ways by one character. Gives the state in which they meet, if they do.
    fn follow(&self, pair: Parted, search: &mut Search<Parted>) -> Result<Option<(u32, u32)>, Stop> {
        let mut meeting = None;
        for a in self.steps(pair.0) {
            for b in self.steps(pair.1) {
                self.budget.poll()?;
                let Some(character) = a.set.intersection(&b.set).representative() else { continue };
                if a.target == b.target {
                    meeting = meeting.or(Some((a.target, character)));
                } else {
                    let next = (a.target.min(b.target), a.target.max(b.target));
                    search.reach(next, Some((pair, character)));
                }
            }
        }
        Ok(meeting)
    }

    /// A loop at `state`: by `word` in two ways to `meeting`, and from there back.
    fn show(&self, state: u32, word: Vec<u32>, meeting: u32, found: &mut Vec<Doubling>) -> Result<(), Stop> {
        let back = self.within.path(&[meeting], state, |next| self.holds(next), self.budget)?;
        let prefix = self.graph.path(&self.graph.starts, state, |_| true, self.budget)?;
        if let (Some(back), Some(prefix)) = (back, prefix) {
            let pump = word.into_iter().chain(back).collect();
            let doubling = Doubling { state, prefix, pump };
            if !found.contains(&doubling) {
                found.push(doubling);
            }
        }
        Ok(())
    }
}
