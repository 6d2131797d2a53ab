//! Functions of strings: what they mean, told when it is needed.
//!
//! Enters: terms whose operator is a function of strings, complete assignments, and candidates
//! that the evaluator refused. Leaves: axioms and clauses about these functions.
//!
//! | file | what it does |
//! |---|---|
//! | `reduce` | functions in terms of concatenation and length |
//! | `variable_languages` | memberships in languages that hold variables |
//! | `order` | cycles of the order of strings |
//! | `context_simplify` | functions rewritten with what is known of their arguments |
//! | `refine` | candidates that fail: why they were none |

mod context_simplify;
mod limits;
mod order;
mod reduce;
mod refine;
mod variable_languages;

use tress_base::Stop;
use tress_kernel::Context;
use tress_term::term::{Op, Term, TermSet};

pub(crate) use limits::CAPS;

/// The functions of strings of one search.
#[derive(Default)]
pub(crate) struct Functions {
    /// Functions whose axioms have been written.
    reduced: TermSet,
    /// All functions whose meaning depends on what their strings are made of.
    all: Vec<Term>,
    /// Comparisons of two strings.
    order_atoms: Vec<Term>,
}

impl Functions {
    /// Notes a term that entered. The axioms of functions that are better known from the start are
    /// written; the others wait until a candidate fails because of them.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(crate) fn enter(&mut self, term: Term, cx: &mut Context<'_>) -> Result<(), Stop> {
        let op = cx.env.store.op(term);
        if is_function(op) {
            self.all.push(term);
        }
        if matches!(op, Some(Op::StrLt | Op::StrLe)) {
            self.order_atoms.push(term);
        }
        if !reduce::is_waiting(cx.env.store, term) && self.reduced.add(term) {
            reduce::reduce(cx, &mut self.reduced, term)?;
        }
        Ok(())
    }
}

/// Is the operator a function whose meaning depends on what its strings are made of?
fn is_function(op: Option<Op>) -> bool {
    !matches!(
        op,
        None | Some(Op::Concat | Op::Length | Op::Eq | Op::InRe | Op::Ite | Op::Distinct | Op::Count)
    )
}
