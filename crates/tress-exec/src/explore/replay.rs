//! The input of a path is run again, with known values.

use std::cell::RefCell;
use std::sync::Arc;

use tress::{Answer, Model, Solver, Term};

use super::{ExecError, Explorer, Pending, advance, show};
use crate::machine::{Covered, Event};
use crate::report::{Outcome, Replay};
use crate::state::{InputSource, State};

/// The answer to a question about known values, which has one.
pub(super) fn settled(solver: &mut Solver, condition: &Term) -> Result<Option<bool>, ExecError> {
    let branch = solver.branch();
    let yes = solver.check_branch(&branch.extend(condition)?)?;
    let no = solver.check_branch(&branch.extend(!condition)?)?;
    Ok(match (yes, no) {
        (Answer::Sat, Answer::Unsat) => Some(true),
        (Answer::Unsat, Answer::Sat) => Some(false),
        _ => None,
    })
}

impl Explorer<'_> {
    /// Does the input of the model take the same instructions to the same end? With the lines that ran.
    pub(super) fn replay(
        &mut self,
        path: &Pending,
        outcome: &Outcome,
        model: &Model,
    ) -> Result<(Replay, Vec<u32>), ExecError> {
        let covered = RefCell::default();
        let replay = self.run_again(path, outcome, model, &covered)?;
        let covers = self.covered.borrow_mut().merge(&covered.into_inner());
        Ok((replay, covers))
    }

    fn run_again(
        &mut self,
        path: &Pending,
        outcome: &Outcome,
        model: &Model,
        covered: &RefCell<Covered>,
    ) -> Result<Replay, ExecError> {
        let mut state = State::default();
        let mut arguments = Vec::new();
        for (input, shape) in self.inputs.iter().zip(&path.shapes) {
            arguments.push(input.known(&mut state, model, *shape)?);
        }
        let found = path.state.requested.iter().map(|unknown| model.value(&unknown.term));
        state.given = Some(InputSource::Model(Arc::new(found.collect::<Result<_, _>>()?)));
        self.target.begin(&mut state, arguments)?;
        loop {
            match advance(self.program, &self.solver, &self.budget, self.options, &mut state, Some(covered)) {
                Event::Fork(condition) => {
                    self.work.questions += 2;
                    match settled(&mut self.solver, &condition)? {
                        Some(answer) => state.script.push(answer),
                        None => {
                            return Ok(Replay::Different(
                                "a question about known values stays open".to_owned(),
                            ));
                        }
                    }
                }
                Event::Assume(condition, _) => {
                    return Ok(Replay::Different(format!("known values are asked for by {condition}")));
                }
                Event::End(end) => {
                    let again = show::outcome(&state, &end, self.target.result(), Some(model), &self.budget)?;
                    return Ok(match again == *outcome {
                        false => Replay::Different(format!("run again, it {again}")),
                        // Where it goes round does not matter.
                        true if *outcome == Outcome::Hangs => Replay::Same,
                        true if path.state.is_summarised => Replay::Same,
                        true if state.trace != path.state.trace => {
                            Replay::Different("run again, it takes another path".to_owned())
                        }
                        true => Replay::Same,
                    });
                }
            }
        }
    }
}
