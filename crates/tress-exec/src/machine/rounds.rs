//! Loops that do not terminate. After a backward jump a path is compared with an earlier state, which is
//! replaced after 2, 4, 8, … jumps (Brent's cycle detection): a path that returns to a state runs forever.

use std::sync::Arc;

use super::{End, Event, Run};
use crate::state::Memory;

/// Loops of fewer rounds are not looked at.
const FIRST_LOOK: u64 = 2;

impl Run<'_> {
    /// Compares the path with the earlier state after a backward jump. Whether unknowns are the same is a
    /// question of its own, before the next instruction.
    pub(super) fn look_back(&mut self) -> Option<Event> {
        let memory = self.state.memory.clone();
        let same = memory.and_then(|memory| memory.same_if(self.state, self.context.solver));
        if let Some(conditions) = same {
            if conditions.is_empty() {
                return Some(Event::End(End::Hangs));
            }
            match self.state.script.first() {
                None => return Some(Event::Fork(self.solver().all(conditions))),
                Some(true) => return Some(Event::End(End::Hangs)),
                Some(false) => self.state.script.clear(),
            }
        }
        let frame = self.frame_mut();
        frame.came_back = false;
        frame.is_settled = true;
        self.state.rounds += 1;
        if self.state.rounds >= FIRST_LOOK && self.state.rounds.is_power_of_two() {
            self.state.memory = Some(Arc::new(Memory::of(self.state)));
        }
        None
    }
}
