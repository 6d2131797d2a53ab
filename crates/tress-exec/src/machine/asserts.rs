//! `assert` statements, as compilers write them.

use tress_classes::{Code, FieldAccess, Instruction, Relation};

/// The field that is true if assertions are disabled.
const SWITCH: &str = "$assertionsDisabled";
const ERROR: &str = "java/lang/AssertionError";

/// Does the throw at this index belong to an `assert` statement? Then the last test of the switch before it
/// jumps over it, and it is the first throw of an assertion error after that test. The target of the jump is
/// not checked, because compilers follow chains of jumps.
pub(super) fn is_failed_assert(code: &Code, at: usize) -> bool {
    let instructions = &code.instructions;
    let is_test = |index: &usize| matches!(&instructions[*index], Instruction::Field(FieldAccess::GetStatic, field) if &*field.name == SWITCH);
    let Some(test) = (0..at).rev().find(is_test) else { return false };
    let Some(Instruction::IfZero(Relation::NotEqual, target)) = instructions.get(test + 1) else {
        return false;
    };
    let jumps_over = !(test + 1..=at).contains(&(*target as usize));
    let first = (test + 1..=at).find(|index| throws_error(instructions, *index));
    jumps_over && first == Some(at)
}

/// A throw right behind the constructor of an assertion error.
fn throws_error(instructions: &[Instruction], at: usize) -> bool {
    let Some([Instruction::Invoke(_, method), Instruction::Throw]) = instructions.get(at - 1..=at) else {
        return false;
    };
    &*method.class == ERROR && &*method.name == "<init>"
}
