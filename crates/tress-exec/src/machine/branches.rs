//! Jumps.

use tress::{Solver, Term};
use tress_classes::{Code, Constant, Instruction, Relation, Switch};

use super::{Run, Step, boxes, broken, unsupported};
use crate::state::{Id, Object, Value, narrowed};

impl Run<'_> {
    /// Runs a jump.
    pub(super) fn jump(&mut self, code: &Code, instruction: &Instruction) -> Step {
        let target = match instruction {
            Instruction::Goto(target) => Some(*target),
            Instruction::IfZero(relation, target) => {
                let value = self.pop()?;
                self.relates(*relation, &value, &Value::Int(0))?.then_some(*target)
            }
            Instruction::IfInt(relation, target) => {
                let (right, left) = (self.pop()?, self.pop()?);
                self.relates(*relation, &left, &right)?.then_some(*target)
            }
            Instruction::IfSame(same, target) => {
                let (right, left) = (self.pop()?, self.pop()?);
                (self.is_same(&left, &right)? == *same).then_some(*target)
            }
            Instruction::IfNull(null, target) => {
                let value = self.pop()?;
                (matches!(value, Value::Null) == *null).then_some(*target)
            }
            Instruction::Switch(switch) => Some(self.switch(code, switch)?),
            Instruction::Jsr(target) => {
                let next = u32::try_from(self.frame().at + 1).unwrap_or(u32::MAX);
                self.push(Value::ReturnAddress(next));
                Some(*target)
            }
            Instruction::Ret(variable) => match self.frame().locals.get(usize::from(*variable)) {
                Some(Value::ReturnAddress(target)) => Some(*target),
                _ => return broken("a place to return to is expected"),
            },
            _ => return broken("no jump"),
        };
        match target {
            Some(target) => {
                let frame = self.frame_mut();
                frame.came_back = target as usize <= frame.at;
                frame.at = target as usize;
            }
            None => self.advance(),
        }
        Ok(())
    }

    /// Do two `int` relate so?
    fn relates(&mut self, relation: Relation, left: &Value, right: &Value) -> Step<bool> {
        if let (Value::Int(left), Value::Int(right)) = (left, right) {
            return Ok(relation.holds(*left, *right));
        }
        if let (Value::Truth(term), Value::Int(known @ (0 | 1))) = (left, right) {
            let is_one = if *known == 1 { term.clone() } else { !term };
            match relation {
                Relation::Equal => return self.decide(is_one),
                Relation::NotEqual => return self.decide(is_one).map(|same| !same),
                _ => {}
            }
        }
        if let (Value::Order(texts), Value::Int(0)) = (left, right) {
            let (left, right) = (texts.0.term(self.solver()), texts.1.term(self.solver()));
            return self.decide(ordered(self.solver(), relation, &left, &right));
        }
        if let (Value::Hash(left), Value::Hash(right)) = (left, right)
            && matches!(relation, Relation::Equal | Relation::NotEqual)
        {
            return self.hashes_agree(*left, *right).map(|agree| agree == (relation == Relation::Equal));
        }
        let is_open = |value: &Value| matches!(value, Value::Order(_) | Value::Hash(_));
        if is_open(left) || is_open(right) {
            let (left, right) = (self.settled(left.clone())?, self.settled(right.clone())?);
            return self.relates(relation, &left, &right);
        }
        if let (Value::Number(sign), Value::Int(0), Some(compared)) =
            (left, right, self.state.compared.clone())
            && sign.term.is_same(&compared.0)
        {
            // The sign of a comparison relates to zero as the numbers relate to each other.
            return self.relates(relation, &compared.1, &compared.2);
        }
        let (range, other) = (self.bounds(left)?, self.bounds(right)?);
        if let Some(known) = known_relation(relation, range, other) {
            return Ok(known);
        }
        let (left, right) = (self.number_term(left)?, self.number_term(right)?);
        let holds = self.decide(related(relation, &left, &right))?;
        let relation = if holds { relation } else { negated(relation) };
        let (range, other) = narrowed(relation, range, other);
        self.learn(&left, range);
        self.learn(&right, other);
        Ok(holds)
    }

    /// Are two references the same?
    fn is_same(&mut self, left: &Value, right: &Value) -> Step<bool> {
        match (left, right) {
            (Value::Null, Value::Null) => Ok(true),
            (Value::Null, Value::Object(_)) | (Value::Object(_), Value::Null) => Ok(false),
            (Value::Object(left), Value::Object(right)) if left == right => Ok(true),
            (Value::Object(left), Value::Object(right)) => {
                // The library looks at identity only to save itself a comparison.
                let is_shortcut = self.context.library.is_private(self.frame().class.name());
                let is_open = self.is_unknown_box(*left) || self.is_unknown_box(*right);
                match is_open && !is_shortcut && self.class_name(*left) == self.class_name(*right) {
                    true => boxes::is_one_box(self, *left, *right),
                    false => Ok(false),
                }
            }
            _ => broken("references are expected"),
        }
    }

    fn switch(&mut self, code: &Code, switch: &Switch) -> Step<u32> {
        let value = self.pop()?;
        if let Value::Hash(string) = value {
            return self.string_switch(code, switch, string);
        }
        let value = self.settled(value)?;
        if let Value::Int(known) = value {
            let found = switch.cases.binary_search_by_key(&known, |(case, _)| *case);
            return Ok(found.map_or(switch.default, |index| switch.cases[index].1));
        }
        let (low, high) = self.bounds(&value)?;
        for (case, target) in &switch.cases {
            if (low..=high).contains(&i64::from(*case))
                && self.relates(Relation::Equal, &value, &Value::Int(*case))?
            {
                return Ok(*target);
            }
        }
        Ok(switch.default)
    }

    /// A switch on the hash of an unknown string, as compilers write it for a switch on strings: each case
    /// compares the string with constants. A string with the same hash that equals none of them goes to the
    /// default.
    fn string_switch(&mut self, code: &Code, switch: &Switch, string: Id) -> Step<u32> {
        let Object::String(text) = self.state.heap.get(string) else {
            return broken("a string is expected");
        };
        let term = text.term(self.solver());
        for (_, target) in &switch.cases {
            let is_subject = |variable: u16| {
                let value = self.frame().locals.get(usize::from(variable));
                matches!(value, Some(Value::Object(compared)) if *compared == string)
            };
            let ends = (*target as usize, switch.default as usize);
            let Some(words) = compared_words(code, ends, is_subject) else {
                return unsupported("a switch on the hash of an unknown string");
            };
            for word in words {
                let codes = word.iter().map(|unit| u32::from(*unit)).collect();
                let word = self.solver().literal(tress::Value::CodePoints(codes));
                if self.decide(term.eq(word))? {
                    return Ok(*target);
                }
            }
        }
        Ok(switch.default)
    }
}

/// Two texts relate so in lexicographic order.
fn ordered(solver: &Solver, relation: Relation, left: &Term, right: &Term) -> Term {
    match relation {
        Relation::Equal => left.eq(right),
        Relation::NotEqual => left.ne(right),
        Relation::Less => solver.apply("str.<", [left, right]),
        Relation::LessOrEqual => solver.apply("str.<=", [left, right]),
        Relation::Greater => solver.apply("str.<", [right, left]),
        Relation::GreaterOrEqual => solver.apply("str.<=", [right, left]),
    }
}

/// The constants of a chain of comparisons of the subject that leads from the first index to the second.
/// Another string with the same hash goes through the whole chain.
fn compared_words(
    code: &Code,
    (mut at, default): (usize, usize),
    is_subject: impl Fn(u16) -> bool,
) -> Option<Vec<tress_classes::Text>> {
    let mut words = Vec::new();
    loop {
        let part = code.instructions.get(at..at + 4);
        let Some([Instruction::Load(_, subject), Instruction::Push(Constant::String(word)), call, jump]) =
            part
        else {
            break;
        };
        let (Instruction::Invoke(_, method), Instruction::IfZero(Relation::Equal, next)) = (call, jump)
        else {
            break;
        };
        let is_equals = &*method.class == "java/lang/String" && &*method.name == "equals";
        if !is_equals || !is_subject(*subject) || *next as usize <= at {
            break;
        }
        words.push(word.clone());
        at = *next as usize;
    }
    (!words.is_empty() && at == default).then_some(words)
}

/// The relation of all that do not relate so.
fn negated(relation: Relation) -> Relation {
    match relation {
        Relation::Equal => Relation::NotEqual,
        Relation::NotEqual => Relation::Equal,
        Relation::Less => Relation::GreaterOrEqual,
        Relation::GreaterOrEqual => Relation::Less,
        Relation::Greater => Relation::LessOrEqual,
        Relation::LessOrEqual => Relation::Greater,
    }
}

/// The relation as a formula.
pub(crate) fn related(relation: Relation, left: &Term, right: &Term) -> Term {
    match relation {
        Relation::Equal => left.eq(right),
        Relation::NotEqual => left.ne(right),
        Relation::Less => left.lt(right),
        Relation::GreaterOrEqual => left.ge(right),
        Relation::Greater => left.gt(right),
        Relation::LessOrEqual => left.le(right),
    }
}

/// What follows from the bounds alone.
fn known_relation(relation: Relation, left: (i64, i64), right: (i64, i64)) -> Option<bool> {
    let always_less = left.1 < right.0;
    let always_greater = left.0 > right.1;
    let never_less = left.0 >= right.1;
    let never_greater = left.1 <= right.0;
    match relation {
        Relation::Equal => (always_less || always_greater).then_some(false),
        Relation::NotEqual => (always_less || always_greater).then_some(true),
        Relation::Less => always_less.then_some(true).or(never_less.then_some(false)),
        Relation::GreaterOrEqual => never_less.then_some(true).or(always_less.then_some(false)),
        Relation::Greater => always_greater.then_some(true).or(never_greater.then_some(false)),
        Relation::LessOrEqual => never_greater.then_some(true).or(always_greater.then_some(false)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What follows from bounds holds for all pairs of numbers in them.
    #[test]
    fn bounds_tell_what_all_numbers_agree_on() {
        let relations = [
            Relation::Equal,
            Relation::NotEqual,
            Relation::Less,
            Relation::GreaterOrEqual,
            Relation::Greater,
            Relation::LessOrEqual,
        ];
        let ranges: Vec<(i64, i64)> = (0..5).flat_map(|low| (low..5).map(move |high| (low, high))).collect();
        for relation in relations {
            for left in &ranges {
                for right in &ranges {
                    let pairs = (left.0..=left.1).flat_map(|a| (right.0..=right.1).map(move |b| (a, b)));
                    let results: Vec<bool> = pairs.map(|(a, b)| relation.holds(a as i32, b as i32)).collect();
                    let Some(known) = known_relation(relation, *left, *right) else { continue };
                    assert!(results.iter().all(|result| *result == known), "{relation:?} {left:?} {right:?}");
                }
            }
        }
    }
}
