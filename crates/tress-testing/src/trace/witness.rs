//! A printed model, read back and asked what is true under it.
//!
//! Enters: declarations and the text of a model. Leaves: truth values of formulas. Declared
//! constants and functions are replaced by the definitions that were printed, so that nothing of
//! the model is taken from the solver that made it.

use tress_base::{Budget, Stop};
use tress_session::Session;
use tress_smtlib::Position;
use tress_solver::options::Options;
use tress_term::eval::{EvalError, Evaluator};
use tress_term::model::Model;
use tress_term::term::{ElementId, Sort, Value};

use crate::expression::Expression;

/// How many elements of a declared sort are known by name.
const ELEMENTS: u32 = 12;
/// Steps for evaluating one formula.
const STEPS: u64 = 5_000_000;

/// A session in which all symbols are defined.
pub(super) struct Witness {
    session: Session,
    elements: Model,
    evaluator: Evaluator,
}

impl Witness {
    /// Reads a model back.
    ///
    /// # Errors
    /// What is missing or cannot be read.
    pub(super) fn new<'a>(
        declarations: impl Iterator<Item = &'a Expression>,
        model: &str,
    ) -> Result<Self, String> {
        let definitions = Expression::parse(model).ok_or("the model is one expression")?;
        let mut witness = Self {
            session: Session::new(Options::default()),
            elements: Model::new(),
            evaluator: Evaluator::new(),
        };
        for declaration in declarations {
            let name = declaration.parts().get(1).map_or("", Expression::atom);
            match declaration.parts()[0].atom() {
                "declare-const" | "declare-fun" => {
                    let is_it = |part: &&Expression| part.parts().get(1).is_some_and(|it| it.atom() == name);
                    let definition = definitions.parts().iter().find(is_it);
                    let definition = definition.ok_or_else(|| format!("the model does not define {name}"))?;
                    witness.execute(&definition.to_string())?;
                }
                "declare-sort" => {
                    witness.execute(&declaration.to_string())?;
                    witness.name_elements(name)?;
                }
                _ => witness.execute(&declaration.to_string())?,
            }
        }
        Ok(witness)
    }

    fn execute(&mut self, command: &str) -> Result<(), String> {
        let reply = self.session.execute(command.as_bytes(), Position::START);
        if reply.is_error { Err(format!("{command}: {}", reply.text.trim_end())) } else { Ok(()) }
    }

    /// Values of declared sorts are printed by names that nobody declared.
    fn name_elements(&mut self, sort: &str) -> Result<(), String> {
        for number in 0..ELEMENTS {
            self.execute(&format!("(declare-const @{sort}_{number} {sort})"))?;
            let solver = &self.session.solver;
            if let Some(symbol) = solver.declared().last()
                && let Sort::Declared(id) = solver.terms.symbol(*symbol).result
            {
                self.elements.set(*symbol, Value::Element(id, ElementId(number)));
            }
        }
        Ok(())
    }

    /// Is the formula true? `None` when it cannot be told within the steps.
    ///
    /// # Errors
    /// Why it has no truth value.
    pub(super) fn holds(&mut self, formula: &str) -> Result<Option<bool>, String> {
        self.execute(&format!("(assert {formula})"))?;
        let solver = &self.session.solver;
        let Some(term) = solver.assertions().last() else { return Ok(None) };
        let budget = Budget::unlimited().with_steps(Some(STEPS));
        match self.evaluator.eval(&solver.terms, *term, &self.elements, &budget) {
            Ok(value) => Ok(Some(value == Value::Bool(true))),
            Err(EvalError::Stop(Stop::Steps) | EvalError::TooLong) => Ok(None),
            Err(problem) => Err(format!("{formula} has no value: {problem}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_judged_under_the_printed_values() {
        let text = "(declare-sort S 0)(declare-const a S)(declare-const b S)(declare-fun f (Int) Int)
                    (define-fun g ((k Int)) Int (f (f k)))";
        let declarations = Expression::parse_all(text).expect("balanced");
        let model = "((define-fun b () S (as @S_2 S)) (define-fun a () S (as @S_0 S))
                      (define-fun f ((x!0 Int)) Int (ite (= x!0 1) 2 7)))";
        let mut witness = Witness::new(declarations.iter(), model).expect("readable");
        assert_eq!(witness.holds("(= a b)"), Ok(Some(false)));
        assert_eq!(witness.holds("(= (g 1) 7)"), Ok(Some(true)));
        assert!(witness.holds("(= (g 1) \"\")").is_err());
        assert!(Witness::new(declarations.iter(), "()").is_err());
    }
}
