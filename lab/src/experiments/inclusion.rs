//! Do languages satisfy a constraint? By inclusion of whole languages, which shares no code with the search
//! for solutions.

use tress_automata::nfa::{Nfa, find_common_word, find_difference};
use tress_base::{Budget, Stop};
use tress_languages::maximal::{Constraint, Part, System, Variable};

/// Is every word of the concatenation in its bound, or none of them when the constraint is negated?
pub(super) fn holds<'a>(
    system: &System,
    constraint: &Constraint,
    language: impl Fn(Variable) -> &'a Nfa,
    budget: &Budget,
) -> Result<bool, Stop> {
    let whole = constraint.parts.iter().fold(Nfa::word(&[]), |whole, part| match part {
        Part::Variable(variable) => whole.concat(language(*variable)),
        Part::Constant(constant) => whole.concat(system.automaton(*constant)),
    });
    let bound = system.automaton(constraint.bound);
    let witness = if constraint.negated {
        find_common_word(&whole, bound, budget)?
    } else {
        find_difference(&whole, bound, budget)?
    };
    Ok(witness.is_none())
}
