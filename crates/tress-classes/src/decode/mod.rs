//! From the bytes of a method to instructions.
//!
//! All jumps of the decoded instructions point at instructions.

mod operands;

use std::sync::Arc;

use crate::bytes::Bytes;
use crate::error::ClassError;
use crate::model::{Instruction, Switch};
use crate::pool::Pool;

/// The instructions of a method and the offsets of their bytes.
pub(crate) struct Decoded {
    pub(crate) instructions: Vec<Instruction>,
    pub(crate) offsets: Vec<u32>,
    /// The instruction that begins at a byte.
    index: Vec<Option<u32>>,
}

impl Decoded {
    /// The instruction at a byte; the end counts as one when `or_end` is set.
    pub(crate) fn at(&self, offset: u32, or_end: bool) -> Option<u32> {
        if or_end && offset as usize == self.index.len() {
            return u32::try_from(self.instructions.len()).ok();
        }
        self.index.get(offset as usize).copied().flatten()
    }
}

/// Decodes all of `code`, which must end where an instruction ends.
pub(crate) fn decode(pool: &mut Pool<'_>, mut code: Bytes<'_>) -> Result<Decoded, ClassError> {
    let start = code.position();
    let mut decoded =
        Decoded { instructions: Vec::new(), offsets: Vec::new(), index: vec![None; code.left()] };
    while code.left() > 0 {
        let offset = code.offset();
        decoded.index[offset] = u32::try_from(decoded.instructions.len()).ok();
        decoded.offsets.push(u32::try_from(offset).unwrap_or(u32::MAX));
        decoded.instructions.push(operands::instruction(pool, &mut code)?);
    }
    link(&mut decoded, start)?;
    Ok(decoded)
}

/// Makes numbers of instructions of the targets, which are bytes so far.
fn link(decoded: &mut Decoded, start: usize) -> Result<(), ClassError> {
    let mut instructions = std::mem::take(&mut decoded.instructions);
    for (index, instruction) in instructions.iter_mut().enumerate() {
        let resolve = |target: &mut u32| {
            let found = decoded.at(*target, false);
            let wrong = || {
                let from = decoded.offsets[index] as usize;
                ClassError::new(start + from, format!("there is no instruction at byte {target} of the code"))
            };
            *target = found.ok_or_else(wrong)?;
            Ok::<(), ClassError>(())
        };
        match instruction {
            Instruction::IfZero(_, target)
            | Instruction::IfInt(_, target)
            | Instruction::IfSame(_, target)
            | Instruction::IfNull(_, target)
            | Instruction::Goto(target)
            | Instruction::Jsr(target) => resolve(target)?,
            Instruction::Switch(switch) => {
                let mut linked = Switch::clone(switch);
                linked.cases.iter_mut().try_for_each(|(_, target)| resolve(target))?;
                resolve(&mut linked.default)?;
                *switch = Arc::new(linked);
            }
            _ => {}
        }
    }
    decoded.instructions = instructions;
    Ok(())
}
