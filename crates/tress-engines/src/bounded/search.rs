//! The search of one circuit: first what is decided for good, then short words, then all.

use tress_base::{Budget, Int, Stop};
use tress_sat::Lit;

use crate::engine::Task;
use tress_kernel::circuits::{Gates, Logic, Number};
use tress_term::model::Model;
use tress_term::term::Term;

use super::encode::{Circuit, Input, Wire};
use super::limits::SHORTEN_STEPS;
use super::ranges::Ranges;
use super::text::Text;

/// What came out.
pub(super) enum Found {
    /// Values of the inputs.
    Model(Box<Model>),
    /// Origins of facts that cannot hold together.
    Conflict(Vec<u32>),
    /// There is no model with these characters. With others it would be a conflict, if there is none.
    Characters,
    /// There is no model within the reaches; the limits of these inputs are in the core.
    Nothing { blamed: Vec<Term> },
}

/// A circuit that is searched.
pub(super) struct Search<'a> {
    pub(super) circuit: Circuit<'a>,
    /// Do cells hold all characters that matter?
    pub(super) is_whole: bool,
}

/// What is assumed for the sake of short words: it may be dropped.
struct Limit {
    holds: Lit,
    input: Term,
}

impl Search<'_> {
    /// Searches.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn run(mut self, budget: &Budget, task: &Task<'_>, ranges: &Ranges) -> Result<Found, Stop> {
        let is_complete = self.circuit.roots.len() == task.problem.facts.len();
        let closed = self.circuit.roots.iter().filter(|root| root.is_closed).count();
        let tracked = self.require_closed(task);
        let is_decided = is_complete && closed == self.circuit.roots.len();
        if !is_decided && closed > 0 && !self.circuit.gates.solve(&tracked)? {
            return Ok(self.refuted(task, ranges));
        }
        if !is_complete {
            return Ok(Found::Nothing { blamed: Vec::new() });
        }
        for root in self.circuit.roots.iter().filter(|root| !root.is_closed) {
            self.circuit.gates.require(&[root.holds]);
        }
        Ok(match self.search(&tracked)? {
            None => Found::Model(Box::new(self.shortest(&tracked, budget)?)),
            Some(_) if is_decided => self.refuted(task, ranges),
            Some(blamed) => Found::Nothing { blamed },
        })
    }

    /// Requires the closed facts, but for those that conflicts must name: they are assumptions.
    fn require_closed(&mut self, task: &Task<'_>) -> Vec<Lit> {
        let mut tracked = Vec::new();
        for root in self.circuit.roots.iter().filter(|root| root.is_closed) {
            if (task.tracked)(root.origin) {
                tracked.push(root.holds);
            } else {
                self.circuit.gates.require(&[root.holds]);
            }
        }
        tracked
    }

    /// Closed facts have no model.
    fn refuted(&self, task: &Task<'_>, ranges: &Ranges) -> Found {
        if !self.is_whole {
            return Found::Characters;
        }
        let failed = self.circuit.gates.failed();
        let closed = self.circuit.roots.iter().filter(|root| root.is_closed);
        let needed = closed.filter(|root| !(task.tracked)(root.origin) || failed.contains(&root.holds));
        let mut origins: Vec<u32> = needed.map(|root| root.origin).chain(ranges.used()).collect();
        origins.sort_unstable();
        origins.dedup();
        Found::Conflict(origins)
    }

    /// Searches with limits that are dropped if they are in a core. No list if there is a model;
    /// else the inputs whose limits were dropped.
    fn search(&mut self, tracked: &[Lit]) -> Result<Option<Vec<Term>>, Stop> {
        let mut limits = self.limits();
        let mut blamed = Vec::new();
        loop {
            let assumptions: Vec<Lit> =
                tracked.iter().copied().chain(limits.iter().map(|limit| limit.holds)).collect();
            if self.circuit.gates.solve(&assumptions)? {
                return Ok(None);
            }
            let failed = self.circuit.gates.failed();
            let before = limits.len();
            limits.retain(|limit| {
                let is_to_blame = failed.contains(&limit.holds);
                blamed.extend(is_to_blame.then_some(limit.input));
                !is_to_blame
            });
            if limits.len() == before {
                return Ok(Some(blamed));
            }
        }
    }

    /// Words of half of their reach and of printable characters, numbers of half of their bits.
    fn limits(&mut self) -> Vec<Limit> {
        let Circuit { gates, characters, inputs, .. } = &mut self.circuit;
        let mut limits = Vec::new();
        for input in inputs.iter() {
            let holds = match &input.wire {
                Wire::Text(text) => {
                    let half = (&text.length.low + &text.length.high).div_floor(&Int::from(2));
                    let is_short = gates.at_most(&text.length, &Number::constant(half));
                    let is_plain = characters.is_printable(gates, text);
                    gates.and(is_short, is_plain)
                }
                Wire::Number(number) => is_near(gates, number),
                Wire::Truth(_) => continue,
            };
            if holds != Gates::TRUE {
                limits.push(Limit { holds, input: input.term });
            }
        }
        limits
    }

    /// The model that was found, or one with shorter words. The first words are made short first.
    fn shortest(&mut self, tracked: &[Lit], budget: &Budget) -> Result<Model, Stop> {
        let mut model = self.circuit.model();
        SHORTEN_STEPS.share(budget, || self.shorten(tracked, &mut model))?;
        Ok(model)
    }

    fn shorten(&mut self, tracked: &[Lit], model: &mut Model) -> Result<(), Stop> {
        let words = |input: &Input| match &input.wire {
            Wire::Text(text) => Some(text.clone()),
            _ => None,
        };
        let words: Vec<Text> = self.circuit.inputs.iter().filter_map(words).collect();
        let mut assumptions = tracked.to_vec();
        for word in words {
            let gates = &mut self.circuit.gates;
            let plain = self.circuit.characters.is_printable(gates, &word);
            let (mut low, mut high) = (word.length.low.clone(), gates.number_value(&word.length));
            while low < high {
                let middle = (&low + &high).div_floor(&Int::from(2));
                let gates = &mut self.circuit.gates;
                let is_short = gates.at_most(&word.length, &Number::constant(middle.clone()));
                assumptions.extend([is_short, plain]);
                if gates.solve(&assumptions)? {
                    high = gates.number_value(&word.length);
                    *model = self.circuit.model();
                } else {
                    low = &middle + &Int::ONE;
                }
                assumptions.truncate(assumptions.len() - 2);
            }
            let gates = &mut self.circuit.gates;
            assumptions.push(gates.at_most(&word.length, &Number::constant(high)));
        }
        Ok(())
    }
}

/// Is the number so near to zero that half of its bits can represent it?
fn is_near(gates: &mut Gates<'_>, number: &Number) -> Lit {
    let span = &number.high - &number.low;
    let nearest = Int::ZERO.max(number.low.clone()).min(number.high.clone());
    let radius = Int::from(2).pow(u32::try_from(span.bit_len() / 2).unwrap_or(u32::MAX));
    let above = gates.at_most(&Number::constant(&nearest - &radius), number);
    let below = gates.at_most(number, &Number::constant(&nearest + &radius));
    gates.and(above, below)
}
