//! Calls in progress, and a whole path.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tress::Term;
use tress_classes::{Code, Method, Name, Type};

use super::heap::{Heap, Id};
use super::random::InputSource;
use super::ranges::Ranges;
use super::repeats::Memory;
use super::unknown::Unknown;
use super::value::Value;
use crate::loops::Scan;
use crate::program::Loaded;

/// A call in progress.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) class: Arc<Loaded>,
    pub(crate) method: Arc<Method>,
    /// The instruction that runs.
    pub(crate) at: usize,
    /// Did a jump backwards lead here?
    pub(crate) came_back: bool,
    /// Was what comes before an instruction at the head of a loop done?
    pub(crate) is_settled: bool,
    /// Loops of the method that may be scans.
    pub(crate) scans: Arc<[Scan]>,
    pub(crate) stack: Vec<Value>,
    pub(crate) locals: Vec<Value>,
    pub(crate) on_return: OnReturn,
    pub(crate) waiting: Waiting,
}

/// What an instruction keeps while it waits for a call, after which it is repeated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waiting {
    /// The number that it had on its path when it began, if it has waited: its unknowns keep their names.
    pub(crate) number: Option<u64>,
    /// Answers to its questions.
    pub(crate) answers: Vec<bool>,
    /// What `toString` gave for objects whose text it needs.
    pub(crate) texts: Vec<(Id, Value)>,
}

/// What becomes of the result of a call.
#[derive(Clone, Debug)]
pub(crate) enum OnReturn {
    /// It is pushed.
    Push,
    /// There is none, and the caller's instruction has yet to run.
    Initialised,
    /// There is none: it was the constructor of the receiver, and the method has yet to begin.
    Begun,
    /// It is replaced by this: an object that a constructor was called for.
    Instead(Value),
    /// It has the first type and is pushed as the second, which a caller of a closure expects.
    Convert(Option<Type>, Option<Type>),
    /// It is the text of an object.
    Text(Id),
}

impl Frame {
    /// The code of the method. Frames are made for methods that have some.
    pub(crate) fn code(&self) -> &Code {
        self.method.code.as_ref().expect("only methods with code have frames")
    }
}

/// A text that is known to be two: what a loop has passed, and the rest, which is not empty.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    pub(crate) text: Term,
    /// Where the loop has begun.
    pub(crate) start: Term,
    /// Where the rest begins.
    pub(crate) position: Term,
    /// Everything before the rest.
    pub(crate) before: Term,
    /// What was passed.
    pub(crate) passed: Term,
    pub(crate) after: Term,
}

/// Where an exception was thrown.
#[derive(Clone, Debug)]
pub(crate) struct ThrowSite {
    pub(crate) thrown: Id,
    pub(crate) class: Arc<Loaded>,
    pub(crate) method: Arc<Method>,
    pub(crate) line: Option<u16>,
}

/// A path: all that the rest of a run depends on.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) frames: Vec<Arc<Frame>>,
    pub(crate) heap: Heap,
    pub(crate) statics: Arc<FxHashMap<(Name, Name), Value>>,
    /// Classes whose static initialiser has begun.
    pub(crate) initialised: Arc<FxHashSet<Name>>,
    /// Answers to the questions of the current instruction, in order.
    pub(crate) script: Vec<bool>,
    /// Inputs that the program has asked for, in order.
    pub(crate) requested: Arc<Vec<Unknown>>,
    /// What these are, when a path is run again with known values.
    pub(crate) given: Option<InputSource>,
    /// Random inputs that the program has requested, in order.
    pub(crate) chosen: Arc<Vec<(String, Type, Value)>>,
    /// Are there values of which only bounds are known? Then the conditions of the path also hold for inputs
    /// that do not take it.
    pub(crate) is_loose: bool,
    /// What is known of numbers.
    pub(crate) ranges: Ranges,
    /// Where loops have stopped in texts.
    pub(crate) cuts: Arc<Vec<Cut>>,
    /// The last two numbers that were compared, and how they compare.
    pub(crate) compared: Option<Arc<(Term, Value, Value)>>,
    /// A hash of all instructions that ran.
    pub(crate) trace: u64,
    pub(crate) steps: u64,
    /// Jumps backwards.
    pub(crate) rounds: u64,
    /// The path as it was some of them ago.
    pub(crate) memory: Option<Arc<Memory>>,
    /// Was a loop passed over? Then a run of it with known values has more instructions.
    pub(crate) is_summarised: bool,
    /// Elements of arrays and characters of texts that were made: a measure of memory.
    pub(crate) elements: u64,
    /// Where the last exception was thrown.
    pub(crate) thrown_at: Option<Arc<ThrowSite>>,
}

impl State {
    /// Notes that something happened.
    pub(crate) fn note(&mut self, what: u64) {
        // The constant is that of FNV; only equality matters.
        self.trace = (self.trace.rotate_left(5) ^ what).wrapping_mul(0x0100_0000_01b3);
    }
}
