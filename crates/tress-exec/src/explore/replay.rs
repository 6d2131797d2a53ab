//! The input of a path is run again, with known values.

use tress::{Answer, Model};

use super::{ExecError, Explorer, Pending, advance, show};
use crate::machine::Event;
use crate::report::{Outcome, Replay};
use crate::state::State;

impl Explorer<'_> {
    /// Does the input of the model take the same instructions to the same end?
    pub(super) fn replay(
        &mut self,
        path: &Pending,
        outcome: &Outcome,
        model: &Model,
    ) -> Result<Replay, ExecError> {
        let mut state = State::default();
        let mut arguments = Vec::new();
        for input in self.inputs {
            arguments.push(input.known(&mut state, model)?);
        }
        self.target.begin(&mut state, arguments)?;
        loop {
            match advance(self.program, &self.solver, &self.budget, self.options, &mut state) {
                Event::Fork(condition) => {
                    // Nothing is unknown, so the question has one answer.
                    let branch = self.solver.branch();
                    let yes = self.check(&branch.extend(&condition)?)?;
                    let no = self.check(&branch.extend(!&condition)?)?;
                    match (yes, no) {
                        (Answer::Sat, Answer::Unsat) => state.script.push(true),
                        (Answer::Unsat, Answer::Sat) => state.script.push(false),
                        _ => {
                            return Ok(Replay::Different(
                                "a question about known values stays open".to_owned(),
                            ));
                        }
                    }
                }
                Event::End(end) => {
                    let again = show::outcome(&state, &end, self.target.result(), Some(model))?;
                    return Ok(match again == *outcome {
                        false => Replay::Different(format!("run again, it {again}")),
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
