//! Bounds and choices of an exploration.

use std::time::Duration;

use tress_base::CapSettings;

use super::limits::ARRAY_ELEMENTS;
use crate::machine::Sink;
use crate::state::{LONGEST, Texts};

/// The characters of unknown strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// From space to tilde.
    Printable,
    /// Below 128.
    Ascii,
    /// Below 256.
    Latin1,
    /// All units of UTF-16.
    Utf16,
}

impl Alphabet {
    /// The first and the last code.
    pub(super) fn range(self) -> (u32, u32) {
        match self {
            Alphabet::Printable => (0x20, 0x7e),
            Alphabet::Ascii => (0, 0x7f),
            Alphabet::Latin1 => (0, 0xff),
            Alphabet::Utf16 => (0, 0xffff),
        }
    }
}

/// Which open path is followed next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The one that was opened last.
    DepthFirst,
    /// The one that was opened first.
    BreadthFirst,
    /// Any one, by a seed.
    Random(u64),
    /// One that leaves the branch that was taken least often.
    Coverage,
}

/// Which ends of a path are failures, besides sinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Any exception that leaves the method.
    Exception,
    /// A failed `assert` statement, even if its error would be caught, or an assertion error that leaves the
    /// method.
    Assertion,
    /// A runtime exception that leaves the method.
    RuntimeException,
}

/// Bounds and choices of an exploration.
#[derive(Clone, Debug)]
pub struct Options {
    /// The longest unknown string; 0 for any length.
    pub max_length: u32,
    /// Its characters.
    pub alphabet: Alphabet,
    /// May strings and other objects be null, too?
    pub null_strings: bool,
    /// Arguments that are known, by their names, as text for [`run_known`](crate::run_known).
    pub known: Vec<(String, String)>,
    /// The names of the arguments that are unknown: all that are not known, unless they are named here.
    pub unknown: Option<Vec<String>>,
    /// Which path is followed next.
    pub order: Order,
    /// How many paths are followed.
    pub max_paths: usize,
    /// How many questions a path may have.
    pub max_depth: usize,
    /// How many instructions a path may have.
    pub max_steps: u64,
    /// How many calls may be inside of calls.
    pub max_calls: usize,
    /// How long all may take.
    pub time: Option<Duration>,
    /// How long one question may take.
    pub check_time: Option<Duration>,
    /// Do `assert` statements run?
    pub asserts: bool,
    /// What a failure is.
    pub failure: Failure,
    /// Is one failure enough?
    pub stops_at_failure: bool,
    /// Is each round of a loop that looks through a text followed, too?
    pub unroll: bool,
    /// Calls that must not be reached.
    pub sinks: Vec<Sink>,
    /// Does the report keep the conditions of paths? Their text may be long.
    pub conditions: bool,
    /// Does it keep questions that have one answer only, for drawings?
    pub keeps_forced: bool,
    /// Does it keep all questions to the solver?
    pub keeps_questions: bool,
    /// Values of caps that differ from the usual ones.
    pub caps: CapSettings,
}

impl Options {
    /// The strings that inputs may be.
    pub(super) fn texts(&self) -> Texts {
        let longest = if self.max_length == 0 { LONGEST } else { self.max_length.into() };
        Texts { longest, range: self.alphabet.range() }
    }

    /// The length of the longest unknown array.
    pub(super) fn most_elements(&self) -> usize {
        self.caps.get(&ARRAY_ELEMENTS) as usize
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            max_length: 30,
            alphabet: Alphabet::Ascii,
            null_strings: false,
            known: Vec::new(),
            unknown: None,
            order: Order::Coverage,
            max_paths: 10_000,
            max_depth: 10_000,
            max_steps: 1_000_000,
            max_calls: 1_000,
            time: Some(Duration::from_secs(60)),
            check_time: Some(Duration::from_secs(3)),
            asserts: true,
            failure: Failure::Exception,
            stops_at_failure: false,
            unroll: false,
            sinks: Vec::new(),
            conditions: false,
            keeps_forced: false,
            keeps_questions: false,
            caps: CapSettings::default(),
        }
    }
}
