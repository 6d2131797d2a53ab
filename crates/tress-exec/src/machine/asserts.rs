//! `assert` statements, as compilers write them.

use tress_classes::{Code, FieldAccess, Instruction, Relation};

/// The field that tells whether assertions are off.
const SWITCH: &str = "$assertionsDisabled";
const ERROR: &str = "java/lang/AssertionError";

/// Does the throw at this place belong to an `assert` statement? Then the last test of the switch before it jumps over it, and it is
/// the first throw of an assertion error behind that test. Where the jump leads is not fixed: a jump behind the statement is
/// taken at once.
pub(super) fn is_failed_assert(code: &Code, at: usize) -> bool {
    let instructions = &code.instructions;
    let is_test = |place: &usize| matches!(&instructions[*place], Instruction::Field(FieldAccess::GetStatic, field) if &*field.name == SWITCH);
    let Some(test) = (0..at).rev().find(is_test) else { return false };
    let Some(Instruction::IfZero(Relation::NotEqual, target)) = instructions.get(test + 1) else {
        return false;
    };
    let jumps_over = !(test + 1..=at).contains(&(*target as usize));
    let first = (test + 1..=at).find(|place| throws_error(instructions, *place));
    jumps_over && first == Some(at)
}

/// A throw right behind the constructor of an assertion error.
fn throws_error(instructions: &[Instruction], at: usize) -> bool {
    let Some([Instruction::Invoke(_, method), Instruction::Throw]) = instructions.get(at - 1..=at) else {
        return false;
    };
    &*method.class == ERROR && &*method.name == "<init>"
}
