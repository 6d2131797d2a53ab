//! Which part of a path has changed. A repeated instruction must see the state that its first attempt saw.

use std::sync::Arc;

use super::frame::{Frame, OnReturn, State, Waiting};
use super::value::{Number, Value};

impl State {
    /// The name of a part in which another state differs from this one; `None` if an instruction cannot
    /// distinguish them.
    pub(crate) fn difference(&self, other: &State) -> Option<&'static str> {
        let State {
            frames,
            heap,
            statics,
            initialised,
            script,
            requested,
            given: _,
            chosen,
            is_loose,
            ranges,
            cuts,
            compared,
            trace,
            steps,
            rounds,
            memory,
            is_summarised,
            elements,
            thrown_at,
        } = self;
        let are_same = [
            ("the frames", frames.len() == other.frames.len()),
            ("a frame", frames.iter().zip(&other.frames).all(|(one, other)| same_frame(one, other))),
            ("the heap", heap.is_same(&other.heap)),
            ("static fields", Arc::ptr_eq(statics, &other.statics)),
            ("the initialised classes", Arc::ptr_eq(initialised, &other.initialised)),
            ("the answers", *script == other.script),
            ("the inputs", Arc::ptr_eq(requested, &other.requested) && Arc::ptr_eq(chosen, &other.chosen)),
            ("the looseness", *is_loose == other.is_loose),
            ("the ranges", ranges.is_same(&other.ranges)),
            ("the cuts", Arc::ptr_eq(cuts, &other.cuts)),
            ("the comparison", same_part(compared.as_ref(), other.compared.as_ref())),
            ("the trace", (trace, steps, rounds) == (&other.trace, &other.steps, &other.rounds)),
            ("the memory", same_part(memory.as_ref(), other.memory.as_ref())),
            ("the summary", *is_summarised == other.is_summarised),
            ("the elements", *elements == other.elements),
            ("the exception", same_part(thrown_at.as_ref(), other.thrown_at.as_ref())),
        ];
        are_same.into_iter().find(|(_, is_same)| !is_same).map(|(part, _)| part)
    }
}

fn same_part<T>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        _ => false,
    }
}

fn same_frame(one: &Arc<Frame>, other: &Arc<Frame>) -> bool {
    if Arc::ptr_eq(one, other) {
        return true;
    }
    let Frame { class, method, at, came_back, is_settled, scans, stack, locals, on_return, waiting } = &**one;
    Arc::ptr_eq(class, &other.class)
        && Arc::ptr_eq(method, &other.method)
        && (at, came_back, is_settled) == (&other.at, &other.came_back, &other.is_settled)
        && Arc::ptr_eq(scans, &other.scans)
        && same_values(stack, &other.stack)
        && same_values(locals, &other.locals)
        && same_return(on_return, &other.on_return)
        && same_waiting(waiting, &other.waiting)
}

fn same_return(one: &OnReturn, other: &OnReturn) -> bool {
    match (one, other) {
        (OnReturn::Push, OnReturn::Push)
        | (OnReturn::Initialised, OnReturn::Initialised)
        | (OnReturn::Begun, OnReturn::Begun) => true,
        (OnReturn::Instead(one), OnReturn::Instead(other)) => same_value(one, other),
        (OnReturn::Convert(one, wanted), OnReturn::Convert(other, other_wanted)) => {
            one == other && wanted == other_wanted
        }
        (OnReturn::Text(one), OnReturn::Text(other)) => one == other,
        _ => false,
    }
}

fn same_waiting(one: &Waiting, other: &Waiting) -> bool {
    let Waiting { number, answers, texts } = one;
    let same_text = |one: &(_, Value), other: &(_, Value)| one.0 == other.0 && same_value(&one.1, &other.1);
    (number, answers) == (&other.number, &other.answers)
        && texts.len() == other.texts.len()
        && texts.iter().zip(&other.texts).all(|(one, other)| same_text(one, other))
}

fn same_values(one: &[Value], other: &[Value]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same_value(one, other))
}

/// Are these one value, known or of one term?
fn same_value(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Null, Value::Null) => true,
        (Value::Object(one), Value::Object(other)) | (Value::Hash(one), Value::Hash(other)) => one == other,
        (Value::Int(one), Value::Int(other)) => one == other,
        (Value::Long(one), Value::Long(other)) => one == other,
        (Value::Float(one), Value::Float(other)) => one.to_bits() == other.to_bits(),
        (Value::Double(one), Value::Double(other)) => one.to_bits() == other.to_bits(),
        (Value::Number(one), Value::Number(other)) => Arc::ptr_eq(one, other) || same_number(one, other),
        (Value::Truth(one), Value::Truth(other)) => one.is_same(other),
        (Value::Order(one), Value::Order(other)) => Arc::ptr_eq(one, other),
        (Value::ReturnAddress(one), Value::ReturnAddress(other)) => one == other,
        _ => false,
    }
}

fn same_number(one: &Number, other: &Number) -> bool {
    let Number { term, low, high, width, zeros, unit } = one;
    let same_unit = match (unit, &other.unit) {
        (None, None) => true,
        (Some(one), Some(other)) => one.is_same(other),
        _ => false,
    };
    term.is_same(&other.term)
        && (low, high, width, zeros) == (&other.low, &other.high, &other.width, &other.zeros)
        && same_unit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Object, Str};

    fn text(state: &mut State) -> Value {
        Value::Object(state.heap.add(Object::String(Str::known("a"))))
    }

    #[test]
    fn a_copy_is_the_same() {
        let mut state = State::default();
        text(&mut state);
        assert_eq!(state.difference(&state.clone()), None);
    }

    /// Each change is found, and only that part is named.
    #[test]
    fn every_change_is_found() {
        let solver = tress::Solver::new();
        let term = solver.constant("n", tress::Sort::Int).expect("a name");
        let mut state = State::default();
        let Value::Object(id) = text(&mut state) else { unreachable!("an object was made") };
        type Change<'test> = &'test dyn Fn(&mut State);
        let changes: [(&str, Change<'_>); 12] = [
            ("the heap", &|state| drop(text(state))),
            ("the heap", &|state| *state.heap.get_mut(id) = Object::String(Str::known("a"))),
            ("static fields", &|state| {
                Arc::make_mut(&mut state.statics).clear();
            }),
            ("the initialised classes", &|state| {
                Arc::make_mut(&mut state.initialised).insert("A".into());
            }),
            ("the answers", &|state| state.script.push(true)),
            ("the inputs", &|state| {
                Arc::make_mut(&mut state.chosen).clear();
            }),
            ("the looseness", &|state| state.is_loose = true),
            ("the ranges", &|state| state.ranges.learn(&term, (0, 9))),
            ("the comparison", &|state| {
                state.compared = Some(Arc::new((term.clone(), Value::Null, Value::Null)));
            }),
            ("the trace", &|state| state.note(1)),
            ("the summary", &|state| state.is_summarised = true),
            ("the elements", &|state| state.elements += 1),
        ];
        for (part, change) in changes {
            let mut changed = state.clone();
            change(&mut changed);
            assert_eq!(state.difference(&changed), Some(part));
            assert_eq!(changed.difference(&state), Some(part));
        }
    }

    #[test]
    fn values_of_one_term_and_range_are_one() {
        let solver = tress::Solver::new();
        let term = |name: &str| solver.constant(name, tress::Sort::Int).expect("a name");
        let number = |name: &str, high| Value::number(term(name), 0, high, super::super::Width::Int);
        assert!(same_values(&[number("n", 9), Value::Null], &[number("n", 9), Value::Null]));
        assert!(!same_value(&number("n", 9), &number("n", 8)), "another range");
        assert!(!same_value(&number("n", 9), &number("m", 9)), "another term");
        assert!(!same_value(&Value::Int(0), &Value::Long(0)));
        assert!(!same_values(&[Value::Null], &[]));
        let [one, other] = [0.0, -0.0].map(Value::Double);
        assert!(!same_value(&one, &other), "zeros of both signs differ");
    }
}
