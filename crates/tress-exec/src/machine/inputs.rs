//! Inputs that a program asks for while it runs.

use std::sync::Arc;

use tress_classes::Type;

use super::{Run, Step, unsupported};
use crate::state::{InputSource, Unknown, Value};

impl Run<'_> {
    /// The next input. When a path is run again with known values, it is the one that was found.
    pub(crate) fn next_input(&mut self, type_: &Type) -> Step<Value> {
        let number = self.state.requested.len() + self.state.chosen.len();
        let kind = match type_ {
            Type::Object(_) => "string".to_owned(),
            other => format!("{other:?}").to_lowercase(),
        };
        let name = format!("{kind}{}", number + 1);
        if let Some(InputSource::Random(random_inputs)) = self.state.given.clone() {
            let found = random_inputs.value(self.state, number, type_);
            let Some(value) = found else { return unsupported(format!("a {kind} by chance")) };
            Arc::make_mut(&mut self.state.chosen).push((name, type_.clone(), value.clone()));
            return Ok(value);
        }
        let made = Unknown::new(self.solver(), name, type_, self.context.texts);
        let Some((unknown, holds)) = made.or_else(|problem| unsupported(problem.to_string()))? else {
            return unsupported(format!("an unknown {kind}"));
        };
        if let Some(InputSource::Model(given)) = self.state.given.clone() {
            let found = given.get(number).and_then(|found| unknown.known(self.state, found));
            Arc::make_mut(&mut self.state.requested).push(unknown);
            return found.map_or_else(|| unsupported("more inputs than there are"), Ok);
        }
        if let Some(holds) = holds {
            self.assume(holds)?;
        }
        let value = unknown.make(self.state);
        Arc::make_mut(&mut self.state.requested).push(unknown);
        Ok(value)
    }
}
