//! How calls end: with a value, or with an exception.

use std::sync::Arc;

use tress_classes::Kind;

use super::{End, Event, Run, Signal, Step};
use crate::program::is_of_library;
use crate::state::{Id, OnReturn, ThrowSite, Value, Waiting};

impl Run<'_> {
    /// Notes where an exception was thrown first: the innermost line of the program itself.
    pub(super) fn note_throw(&mut self, thrown: Id) {
        if self.state.thrown_at.as_ref().is_some_and(|site| site.thrown == thrown) {
            return;
        }
        let own = self.state.frames.iter().rev().find(|frame| !is_of_library(frame.class.name()));
        self.state.thrown_at = own.map(|frame| {
            let line = frame.code().line(frame.at);
            Arc::new(ThrowSite { thrown, class: frame.class.clone(), method: frame.method.clone(), line })
        });
    }

    /// Looks for who catches an exception, from the innermost call outwards.
    pub(super) fn unwind(&mut self, thrown: Id) -> Option<Event> {
        let (mut thrown, mut class) = (thrown, self.class_name(thrown));
        while let Some(frame) = self.state.frames.last() {
            for handler in &frame.code().handlers {
                let inside = (handler.start as usize..handler.end as usize).contains(&frame.at);
                let fits = || match &handler.class {
                    None => Ok(true),
                    Some(wanted) => self.context.program.is_a(&class, wanted),
                };
                match inside.then(fits).unwrap_or(Ok(false)) {
                    Ok(false) => {}
                    Ok(true) => {
                        let target = handler.target as usize;
                        let frame = self.frame_mut();
                        frame.stack.clear();
                        // The instruction that waited for a call is given up.
                        frame.waiting = Waiting::default();
                        frame.stack.push(Value::Object(thrown));
                        frame.at = target;
                        return None;
                    }
                    Err(problem) => return Some(Event::End(End::Unsupported(problem))),
                }
            }
            let is_initialiser = matches!(frame.on_return, OnReturn::Initialised);
            self.state.frames.pop();
            // Errors leave a static initialiser as they are; other exceptions are wrapped.
            match self.context.program.is_a(&class, "java/lang/Error") {
                Ok(false) if is_initialiser => {
                    match self.throw::<()>("ExceptionInInitializerError") {
                        Err(Signal::Throw(error)) => thrown = error,
                        Err(other) => return Some(Self::failed(other)),
                        Ok(()) => {}
                    }
                    class = self.class_name(thrown);
                }
                Ok(_) => {}
                Err(problem) => return Some(Event::End(End::Unsupported(problem))),
            }
        }
        Some(Event::End(End::Threw(thrown)))
    }

    /// Leaves a call, with or without a value.
    pub(super) fn leave(&mut self, kind: Option<Kind>) -> Step<Option<End>> {
        let result = match kind {
            Some(_) => Some(self.pop()?),
            None => None,
        };
        let frame = self.state.frames.pop().expect("a running path has a frame");
        if self.state.frames.is_empty() {
            return Ok(Some(End::Returned(result)));
        }
        match &frame.on_return {
            OnReturn::Push => {
                self.frame_mut().stack.extend(result);
                self.advance();
            }
            OnReturn::Initialised | OnReturn::Begun => {}
            OnReturn::Instead(value) => {
                self.push(value.clone());
                self.advance();
            }
            OnReturn::Convert(from, wanted) => {
                let converted = self.converted(result, from.as_ref(), wanted.as_ref())?;
                self.frame_mut().stack.extend(converted);
                self.advance();
            }
            OnReturn::Text(object) => {
                let text = result.unwrap_or(Value::Null);
                self.frame_mut().waiting.texts.push((*object, text));
            }
        }
        Ok(None)
    }
}
