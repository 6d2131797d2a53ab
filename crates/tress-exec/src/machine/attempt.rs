//! One attempt at an instruction: what it has taken and learned before it is known that it can finish.
//!
//! An instruction whose question has no answer yet is repeated later. The second attempt must see exactly the
//! state of the first, or it asks other questions and reads the answers to the old ones. So what an
//! instruction learns waits here, and becomes part of the state when the instruction has finished.

use std::sync::Arc;

use tress::Term;

use super::limits::PATH_ELEMENTS;
use super::{Run, Signal, Step};
use crate::state::{Cut, Mark, Range, Ranges, State, Value};

/// What the current instruction has done so far.
#[derive(Default)]
pub(super) struct Attempt {
    /// The number of the instruction on its path, from which its unknowns have their names.
    pub(super) number: u64,
    /// What it has taken from the stack.
    pub(super) taken: Vec<Value>,
    /// How many answers of the script it has used.
    pub(super) asked: usize,
    /// The fresh unknowns that it has made.
    pub(super) made: Vec<Term>,
    /// The objects that were there before it.
    objects: Mark,
    learned: Learned,
    /// The state before it, where it is checked that a second attempt sees the same.
    before: Option<Box<State>>,
}

/// What the current instruction has learned of the path.
#[derive(Default)]
struct Learned {
    /// All ranges of the path, with the new ones.
    ranges: Option<Ranges>,
    cuts: Vec<Cut>,
    /// Elements and characters that it makes.
    elements: u64,
    is_loose: bool,
    is_summarised: bool,
}

impl Run<'_> {
    /// Begins an instruction. What it had asked before it waited for a call comes first.
    pub(super) fn begin(&mut self) {
        self.attempt.number = self.frame().waiting.number.unwrap_or(self.state.steps);
        if !self.frame().waiting.answers.is_empty() {
            self.state.script = std::mem::take(&mut self.frame_mut().waiting.answers);
        }
        self.attempt.taken.clear();
        self.attempt.asked = 0;
        self.attempt.made.clear();
        self.attempt.objects = self.state.heap.mark();
        self.attempt.learned = Learned::default();
        if cfg!(debug_assertions) {
            self.attempt.before = Some(Box::new(self.state.clone()));
        }
    }

    /// The instruction is done: what it has learned holds from now on.
    pub(super) fn commit(&mut self) {
        let learned = std::mem::take(&mut self.attempt.learned);
        if let Some(ranges) = learned.ranges {
            self.state.ranges = ranges;
        }
        if !learned.cuts.is_empty() {
            Arc::make_mut(&mut self.state.cuts).extend(learned.cuts);
        }
        self.state.elements = self.state.elements.saturating_add(learned.elements);
        self.state.is_loose |= learned.is_loose;
        self.state.is_summarised |= learned.is_summarised;
    }

    /// The instruction will be repeated: it leaves the state as it was. The operands go back to the stack,
    /// and the objects that it has made are dropped. All other changes come after the last question.
    pub(super) fn retract(&mut self) {
        let taken = std::mem::take(&mut self.attempt.taken);
        if !taken.is_empty() {
            self.frame_mut().stack.extend(taken.into_iter().rev());
        }
        self.state.heap.release(self.attempt.objects);
        self.attempt.learned = Learned::default();
        if let Some(before) = self.attempt.before.take() {
            let difference = before.difference(self.state);
            assert!(
                difference.is_none(),
                "an instruction changed {} before its last question: {}",
                difference.unwrap_or_default(),
                self.position(),
            );
        }
    }

    /// The class, the method and the instruction that runs.
    fn position(&self) -> String {
        let frame = self.frame();
        let instruction = frame.code().instructions.get(frame.at);
        format!("{}.{} {}: {instruction:?}", frame.class.name(), frame.method.name, frame.at)
    }

    /// What the path and the current instruction know of ranges.
    pub(super) fn ranges(&self) -> &Ranges {
        self.attempt.learned.ranges.as_ref().unwrap_or(&self.state.ranges)
    }

    /// The path allows no more than this of a term.
    pub(crate) fn learn(&mut self, term: &Term, range: Range) {
        let known = &self.state.ranges;
        self.attempt.learned.ranges.get_or_insert_with(|| known.clone()).learn(term, range);
    }

    /// Notes a cut.
    pub(crate) fn add_cut(&mut self, cut: Cut) {
        self.attempt.learned.cuts.push(cut);
    }

    /// Where loops have stopped in texts, the last one first.
    pub(super) fn cuts(&self) -> impl Iterator<Item = &Cut> {
        self.attempt.learned.cuts.iter().rev().chain(self.state.cuts.iter().rev())
    }

    /// Notes that there is a value of which nothing is known but its bounds.
    pub(crate) fn note_loose(&mut self) {
        self.attempt.learned.is_loose = true;
    }

    /// Notes that a loop was passed over.
    pub(super) fn note_summary(&mut self) {
        self.attempt.learned.is_summarised = true;
    }

    /// Makes room for elements of an array or characters of a text.
    pub(crate) fn room_for(&mut self, count: usize) -> Step {
        let made = &mut self.attempt.learned.elements;
        *made = made.saturating_add(count as u64);
        let elements = usize::try_from(self.elements()).unwrap_or(usize::MAX);
        match PATH_ELEMENTS.is_exceeded(elements, self.context.budget) {
            false => Ok(()),
            true => Err(Signal::Bound("elements and characters")),
        }
    }

    /// For how many elements or characters there is room.
    pub(crate) fn room(&self) -> i64 {
        let room = PATH_ELEMENTS.most(self.context.budget).saturating_sub(self.elements());
        i64::try_from(room).unwrap_or(i64::MAX)
    }

    fn elements(&self) -> u64 {
        self.state.elements.saturating_add(self.attempt.learned.elements)
    }
}
