//! Is a path where it was before? Then it goes on as it did, for ever.
//!
//! Objects may have other numbers than they had: what counts is what can be reached, and which references are
//! the same.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tress::{Solver, Term};
use tress_classes::Name;

use super::frame::{Frame, State};
use super::heap::{Heap, Hidden, Id, Object};
use super::text::Str;
use super::value::{Value, Width};

/// A path as it was.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    frames: Vec<Arc<Frame>>,
    heap: Heap,
    statics: Arc<FxHashMap<(Name, Name), Value>>,
    initialised: usize,
}

impl Memory {
    pub(crate) fn of(state: &State) -> Memory {
        Memory {
            frames: state.frames.clone(),
            heap: state.heap.clone(),
            statics: state.statics.clone(),
            initialised: state.initialised.len(),
        }
    }

    /// What must hold for the path to be where it was; `None` where it is not, whatever the unknowns are.
    pub(crate) fn same_if(&self, now: &State, solver: &Solver) -> Option<Vec<Term>> {
        // A class that was initialised without an effect makes no difference.
        let has_no_effect = Arc::ptr_eq(&self.statics, &now.statics);
        let is_initialised = self.initialised == now.initialised.len() || has_no_effect;
        if self.frames.len() != now.frames.len() || !is_initialised {
            return None;
        }
        let mut pairing = Pairing {
            was: &self.heap,
            now: &now.heap,
            solver,
            forward: FxHashMap::default(),
            backward: FxHashMap::default(),
            open: Vec::new(),
            conditions: Vec::new(),
        };
        // The innermost call changes first.
        let frames = self.frames.iter().zip(&now.frames).rev();
        let are_same = frames.into_iter().all(|(was, now)| pairing.frames(was, now))
            && pairing.statics(&self.statics, &now.statics)
            && pairing.objects();
        are_same.then_some(pairing.conditions)
    }
}

/// Pairs objects of the earlier state with objects of the current one.
struct Pairing<'run> {
    was: &'run Heap,
    now: &'run Heap,
    solver: &'run Solver,
    forward: FxHashMap<Id, Id>,
    backward: FxHashMap<Id, Id>,
    /// Pairs whose contents have yet to be compared.
    open: Vec<(Id, Id)>,
    conditions: Vec<Term>,
}

impl Pairing<'_> {
    fn frames(&mut self, was: &Frame, now: &Frame) -> bool {
        Arc::ptr_eq(&was.method, &now.method)
            && was.at == now.at
            && self.lists(&was.locals, &now.locals)
            && self.lists(&was.stack, &now.stack)
    }

    fn lists(&mut self, was: &[Value], now: &[Value]) -> bool {
        was.len() == now.len() && was.iter().zip(now).all(|(was, now)| self.values(was, now))
    }

    fn statics(
        &mut self,
        was: &FxHashMap<(Name, Name), Value>,
        now: &FxHashMap<(Name, Name), Value>,
    ) -> bool {
        let mut names: Vec<&(Name, Name)> = was.keys().collect();
        names.sort_unstable();
        was.len() == now.len()
            && names.into_iter().all(|name| now.get(name).is_some_and(|value| self.values(&was[name], value)))
    }

    fn values(&mut self, was: &Value, now: &Value) -> bool {
        match (was, now) {
            (Value::Null, Value::Null) => true,
            (Value::Object(was), Value::Object(now)) | (Value::Hash(was), Value::Hash(now)) => {
                self.references(*was, *now)
            }
            (Value::Int(was), Value::Int(now)) => was == now,
            (Value::Long(was), Value::Long(now)) => was == now,
            (Value::Float(was), Value::Float(now)) => was.to_bits() == now.to_bits(),
            (Value::Double(was), Value::Double(now)) => was.to_bits() == now.to_bits(),
            (Value::ReturnAddress(was), Value::ReturnAddress(now)) => was == now,
            (Value::Truth(was), Value::Truth(now)) => self.terms(was, now),
            (Value::Order(was), Value::Order(now)) => {
                self.texts(&was.0, &now.0) && self.texts(&was.1, &now.1)
            }
            (Value::Number(was), Value::Number(now)) => {
                was.width == now.width
                    && was.low <= now.high
                    && now.low <= was.high
                    && self.terms(&was.term, &now.term)
            }
            (Value::Number(number), Value::Int(known)) | (Value::Int(known), Value::Number(number)) => {
                let may_be =
                    number.width == Width::Int && (number.low..=number.high).contains(&i64::from(*known));
                self.conditions.push(number.term.eq(*known));
                may_be
            }
            _ => false,
        }
    }

    fn terms(&mut self, was: &Term, now: &Term) -> bool {
        if !was.is_same(now) {
            self.conditions.push(was.eq(now));
        }
        true
    }

    fn texts(&mut self, was: &Str, now: &Str) -> bool {
        match (was, now) {
            (Str::Known(was), Str::Known(now)) => was == now,
            _ => self.terms(&was.term(self.solver), &now.term(self.solver)),
        }
    }

    /// Each object has one partner. Those that are one for all equal values are their own.
    fn references(&mut self, was: Id, now: Id) -> bool {
        if was != now && (self.was.is_one_of_its_kind(was) || self.now.is_one_of_its_kind(now)) {
            return false;
        }
        match (self.forward.get(&was), self.backward.get(&now)) {
            (None, None) => {
                self.forward.insert(was, now);
                self.backward.insert(now, was);
                self.open.push((was, now));
                true
            }
            (Some(partner), _) => *partner == now,
            _ => false,
        }
    }

    fn objects(&mut self) -> bool {
        while let Some((was, now)) = self.open.pop() {
            if !self.contents(was, now) {
                return false;
            }
        }
        true
    }

    fn contents(&mut self, was: Id, now: Id) -> bool {
        match (self.was.get(was), self.now.get(now)) {
            (Object::String(was), Object::String(now)) => self.texts(was, now),
            (Object::Class(was), Object::Class(now)) => was == now,
            (Object::Closure(was), Object::Closure(now)) => {
                Arc::ptr_eq(was, now) && self.lists(&was.captured, &now.captured)
            }
            (
                Object::Array { type_: was_type, elements: was },
                Object::Array { type_: now_type, elements: now },
            ) => was_type == now_type && self.lists(was, now),
            (
                Object::Instance { class: was_class, fields: was, hidden: was_hidden },
                Object::Instance { class: now_class, fields: now, hidden: now_hidden },
            ) => {
                Arc::ptr_eq(was_class, now_class)
                    && self.lists(was, now)
                    && self.hidden_parts(was_hidden, now_hidden)
            }
            _ => false,
        }
    }

    fn hidden_parts(&mut self, was: &Hidden, now: &Hidden) -> bool {
        match (was, now) {
            (Hidden::Nothing, Hidden::Nothing) => true,
            (Hidden::Builder(was), Hidden::Builder(now)) => self.texts(was, now),
            (Hidden::Box(was), Hidden::Box(now)) => self.values(was, now),
            (
                Hidden::Throwable { message: was, cause: was_cause },
                Hidden::Throwable { message: now, cause: now_cause },
            ) => {
                let are_messages_same = match (was, now) {
                    (None, None) => true,
                    (Some(was), Some(now)) => self.values(was, now),
                    _ => false,
                };
                are_messages_same && self.values(was_cause, now_cause)
            }
            (Hidden::Enum { name: was, ordinal: one }, Hidden::Enum { name: now, ordinal: other }) => {
                one == other && self.values(was, now)
            }
            // What is not known to be the same is another.
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path without frames whose statics hold these objects.
    fn state(objects: Vec<Object>, named: &[usize]) -> State {
        let mut state = State::default();
        let ids: Vec<Id> = objects.into_iter().map(|object| state.heap.add(object)).collect();
        let statics = named.iter().enumerate();
        let statics = statics
            .map(|(index, object)| (("C".into(), format!("f{index}").into()), Value::Object(ids[*object])));
        state.statics = Arc::new(statics.collect());
        state
    }

    fn text(text: &str) -> Object {
        Object::String(Str::known(text))
    }

    #[test]
    fn other_numbers_are_no_difference() {
        let solver = Solver::new();
        let one = state(vec![text("garbage"), text("a"), text("b")], &[1, 2]);
        let other = state(vec![text("b"), text("a")], &[1, 0]);
        assert!(Memory::of(&one).same_if(&other, &solver).is_some_and(|conditions| conditions.is_empty()));
        let third = state(vec![text("b"), text("c")], &[1, 0]);
        assert!(Memory::of(&one).same_if(&third, &solver).is_none(), "another text");
    }

    #[test]
    fn two_references_to_one_object_are_not_two_objects() {
        let solver = Solver::new();
        let shared = state(vec![text("a"), text("a")], &[0, 0]);
        let distinct = state(vec![text("a"), text("a")], &[0, 1]);
        assert!(Memory::of(&shared).same_if(&distinct, &solver).is_none());
        assert!(Memory::of(&distinct).same_if(&shared, &solver).is_none());
    }

    #[test]
    fn unknown_texts_are_a_condition() {
        let solver = Solver::new();
        let term = solver.constant("x", tress::Sort::String).expect("a name");
        let unknown = || Object::String(Str::Unknown { term: term.clone(), longest: 9, is_ascii: true });
        let (one, other) = (state(vec![unknown()], &[0]), state(vec![text("a")], &[0]));
        let conditions = Memory::of(&one).same_if(&other, &solver).expect("they may be the same");
        assert_eq!(conditions.len(), 1);
        assert!(Memory::of(&one).same_if(&one.clone(), &solver).is_some_and(|all| all.is_empty()));
    }
}
