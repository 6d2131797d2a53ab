//! A problem that was read, whatever it was written in.

use tress_dialects::Dialect;
use tress_languages::maximal::{Part, System, Variable};

/// A name whose language is shown, and what it is made of.
pub(super) struct Shown {
    pub(super) name: String,
    pub(super) parts: Vec<Part>,
}

/// A system of constraints, and what is to be shown of its solutions.
pub(super) struct Posed {
    pub(super) system: System,
    pub(super) shown: Vec<Shown>,
    /// The dialect in which its writer expects expressions.
    pub(super) dialect: Dialect,
    /// What to know besides the answer.
    pub(super) notes: Vec<String>,
}

impl Posed {
    /// Only these names must have words, instead of all; and only they are shown.
    pub(super) fn want(&mut self, names: &[String]) -> Result<(), String> {
        let mut variables: Vec<Variable> = Vec::new();
        for name in names {
            let Some(shown) = self.shown.iter().find(|shown| shown.name == *name) else {
                return Err(format!("there is no variable {name}"));
            };
            variables.extend(shown.parts.iter().filter_map(|part| match part {
                Part::Variable(variable) => Some(*variable),
                Part::Constant(_) => None,
            }));
        }
        self.system.want(&variables);
        self.shown.retain(|shown| names.contains(&shown.name));
        Ok(())
    }
}
