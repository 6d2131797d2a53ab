//! The states that count: those on the way of some word that is read to its end.

use fixedbitset::FixedBitSet;

use super::{Transducer, TransducerBuilder};

impl Transducer {
    /// The same relation with only those states that lie on the way of an accepted word, numbered in
    /// the order in which they are reached. The initial state is always kept.
    #[must_use]
    pub fn trim(&self) -> Self {
        let live = self.live();
        let mut numbers = vec![u32::MAX; self.steps.len()];
        let mut order = vec![self.initial];
        numbers[self.initial as usize] = 0;
        let mut at = 0;
        while at < order.len() {
            for step in self.steps(order[at]).iter().filter(|step| live.contains(step.target as usize)) {
                if numbers[step.target as usize] == u32::MAX {
                    numbers[step.target as usize] = order.len() as u32;
                    order.push(step.target);
                }
            }
            at += 1;
        }
        let mut builder = TransducerBuilder::new();
        for old in &order {
            let state = builder.state();
            if let Some(last) = self.last(*old) {
                builder.accept(state, last);
            }
        }
        for (state, old) in order.iter().enumerate() {
            for step in self.steps(*old).iter().filter(|step| live.contains(step.target as usize)) {
                let range = (step.low, step.high);
                builder.step(state as u32, range, &step.output, numbers[step.target as usize]);
            }
        }
        builder.build(0)
    }

    /// The states from which an accepting state can be reached.
    #[must_use]
    pub fn live(&self) -> FixedBitSet {
        let mut sources: Vec<Vec<u32>> = vec![Vec::new(); self.steps.len()];
        for (state, steps) in self.steps.iter().enumerate() {
            steps.iter().for_each(|step| sources[step.target as usize].push(state as u32));
        }
        let mut live = FixedBitSet::with_capacity(self.steps.len());
        let mut stack: Vec<u32> = (0..self.states()).filter(|state| self.last(*state).is_some()).collect();
        stack.iter().for_each(|state| live.insert(*state as usize));
        while let Some(state) = stack.pop() {
            for source in &sources[state as usize] {
                if !live.put(*source as usize) {
                    stack.push(*source);
                }
            }
        }
        live
    }
}
