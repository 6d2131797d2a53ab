//! The code of a method.

use super::constant::Name;
use super::instruction::Instruction;

/// Instructions with what belongs to them.
///
/// Invariant: every jump, switch and handler points at an instruction of this code.
#[derive(Clone, Debug)]
pub struct Code {
    /// The maximum height of the stack, in slots.
    pub max_stack: u16,
    /// The number of local variables, in slots.
    pub max_locals: u16,
    /// The instructions, in order; there is at least one.
    pub instructions: Vec<Instruction>,
    /// The byte at which each instruction begins.
    pub offsets: Vec<u32>,
    /// Who catches what; the first that fits is taken.
    pub handlers: Vec<Handler>,
    /// The first instruction of a line and the line, by instruction.
    pub lines: Vec<(u32, u16)>,
}

/// A part of the code whose exceptions are caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    /// The first instruction inside.
    pub start: u32,
    /// The first instruction that is no longer inside.
    pub end: u32,
    /// Where the exception is handled.
    pub target: u32,
    /// The class that is caught; `None` for everything.
    pub class: Option<Name>,
}

impl Code {
    /// The source line of an instruction, if the compiler noted it.
    #[must_use]
    pub fn line(&self, instruction: usize) -> Option<u16> {
        let after = self.lines.partition_point(|(first, _)| *first as usize <= instruction);
        after.checked_sub(1).map(|index| self.lines[index].1)
    }
}
