//! Local variables and moves on the stack.

use tress_classes::{Arithmetic, StackMove};

use super::{Run, Step, broken};
use crate::state::{Value, Width};

impl Run<'_> {
    pub(super) fn load_variable(&mut self, variable: u16) -> Step {
        match self.frame().locals.get(usize::from(variable)).cloned() {
            Some(value) => {
                self.push(value);
                Ok(())
            }
            None => broken("there is no such variable"),
        }
    }

    pub(super) fn store_variable(&mut self, variable: u16) -> Step {
        let value = self.pop()?;
        self.set_variable(variable, value)
    }

    fn set_variable(&mut self, variable: u16, value: Value) -> Step {
        match self.frame_mut().locals.get_mut(usize::from(variable)) {
            Some(slot) => {
                *slot = value;
                Ok(())
            }
            None => broken("there is no such variable"),
        }
    }

    pub(super) fn increment(&mut self, variable: u16, by: i16) -> Step {
        let Some(value) = self.frame().locals.get(usize::from(variable)).cloned() else {
            return broken("there is no such variable");
        };
        let sum = self.whole(Width::Int, Arithmetic::Add, &value, &Value::Int(by.into()))?;
        self.set_variable(variable, sum)
    }

    /// Takes one wide value or two others; the one that was on top comes last.
    fn pop_words(&mut self) -> Step<Vec<Value>> {
        let top = self.pop()?;
        if top.is_wide() {
            return Ok(vec![top]);
        }
        Ok(vec![self.pop()?, top])
    }

    pub(super) fn move_values(&mut self, stack_move: StackMove) -> Step {
        let (top, below) = match stack_move {
            StackMove::Pop => return self.pop().map(|_| ()),
            StackMove::Pop2 => return self.pop_words().map(|_| ()),
            StackMove::Swap => {
                let (top, below) = (self.pop()?, self.pop()?);
                self.push(top);
                self.push(below);
                return Ok(());
            }
            StackMove::Dup => (vec![self.pop()?], Vec::new()),
            StackMove::DupX1 => (vec![self.pop()?], vec![self.pop()?]),
            StackMove::DupX2 => (vec![self.pop()?], self.pop_words()?),
            StackMove::Dup2 => (self.pop_words()?, Vec::new()),
            StackMove::Dup2X1 => (self.pop_words()?, vec![self.pop()?]),
            StackMove::Dup2X2 => (self.pop_words()?, self.pop_words()?),
        };
        self.frame_mut().stack.extend(top.iter().cloned().chain(below).chain(top.iter().cloned()));
        Ok(())
    }
}
