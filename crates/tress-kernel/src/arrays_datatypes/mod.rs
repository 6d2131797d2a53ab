//! Arrays and datatypes.
//!
//! Enters: their terms, and complete assignments. Leaves: clauses that hold for all arrays and all values of
//! datatypes, and values for the classes of the graph. What is cheap is stated when a term enters (`written`,
//! `built`), the rest where the classes of a complete assignment violate it (`reads`, `constructors`,
//! `cycles`). Congruence does the work in between: a selector on a constructor term equals its field, so
//! equal constructor terms have equal fields. Everything here works with any theory: indices, elements and
//! fields are nodes like others.

mod built;
mod by_value;
mod constructors;
mod cycles;
mod layout;
mod limits;
mod reads;
mod values;
mod written;

use rustc_hash::FxHashMap;
use tress_base::Stop;
use tress_sat::Lit;

use tress_term::term::{DataValue, Op, Sort, SymbolId, Term, TermSet, TermStore, Theory, Value};

use super::context::Context;
use super::inferences::Rule;
use super::sat::Lifetime;
use super::theory::Progress;

pub(super) use by_value::tell_arguments_apart;
pub(super) use constructors::check_constructors;
pub(super) use cycles::check_cycles;
pub(crate) use limits::CAPS;
#[cfg(feature = "check-everything")]
pub(crate) use reads::DIFFERENCE;
pub(super) use reads::check_reads;
pub(super) use values::choose_arrays_datatypes;

/// What a search knows of arrays and datatypes.
#[derive(Default)]
pub(crate) struct ArraysDatatypes {
    /// Clauses of more than one literal that were said: searches that are asked again must decide them again.
    clauses: Vec<Box<[Lit]>>,
    /// Terms of which it was said how their constructors made them.
    apart: TermSet,
    /// The function that gives the element almost everywhere, by sort of arrays.
    pub(super) elsewhere: FxHashMap<Sort, SymbolId>,
}

/// Says what always holds of a term of an array or a datatype.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn define_array_or_datatype(cx: &mut Context<'_>, term: Term) -> Result<(), Stop> {
    let store = &*cx.env.store;
    match (store.op(term).map(|op| op.info().theory), store.as_value(term)) {
        (Some(Theory::Arrays), _) => written::define_array(cx, term),
        (Some(Theory::Datatypes), _) => built::define_data(cx, term)?,
        (_, Some(Value::Array(array))) => written::unpack(cx, term, &array.clone()),
        (_, Some(Value::Data(data))) if is_small(data) => drop(built::unpack(cx, term, &data.clone())),
        _ => {}
    }
    Ok(())
}

/// Is a literal small enough to be taken apart at once?
fn is_small(data: &DataValue) -> bool {
    data.fields().iter().map(Value::weight).sum::<u64>() <= 64
}

/// Is the meaning of the operator given by congruence and the clauses of this room?
pub(super) fn is_array_or_datatype_op(op: Op) -> bool {
    matches!(op.info().theory, Theory::Arrays | Theory::Datatypes)
}

/// Is it an array or a value of a datatype?
fn has_parts(store: &TermStore, term: Term) -> bool {
    matches!(store.sort(term), Sort::Array(_) | Sort::Datatype(_))
}

impl Context<'_> {
    /// The literal of an equation of which the graph hears, whatever the sort.
    fn tie(&mut self, a: Term, b: Term) -> Lit {
        if a == b {
            return self.truth();
        }
        let [left, right] = [a, b].map(|side| self.node(side));
        let equal = self.env.equal(a, b);
        let literal = self.literal(equal);
        let truth = self.truth();
        if self.env.store.sort(a).is_numeric() && literal.var() != truth.var() {
            self.link_sides(literal.var(), left, right);
            self.kernel.atoms.get_mut(literal.var()).always_relevant = true;
        }
        if self.sat.value(literal) == Some(true) && !self.kernel.classes.graph.are_equal(left, right) {
            self.kernel.classes.graph.merge(left, right, literal);
        }
        literal
    }

    /// The literal of a Bool term that has a node.
    fn predicate(&mut self, term: Term) -> Lit {
        self.node(term);
        self.literal(term)
    }

    /// Adds a clause that holds in every model. True when the search hears something new.
    fn state(&mut self, rule: Rule, clause: &[Lit]) -> bool {
        let news = self.kernel.inferences.news();
        if self.infer(rule, Vec::new(), clause, Lifetime::Permanent) && clause.len() > 1 {
            self.kernel.arrays_datatypes.clauses.push(clause.into());
        }
        // A clause of the search may be new without being of use: what counts is that it is not satisfied.
        self.kernel.inferences.news() > news
    }
}

/// Asks for clauses of this room in which the search has left everything open.
pub(crate) fn check_open(cx: &mut Context<'_>) -> Result<Progress, Stop> {
    let mut progress = Progress::Fine;
    for place in 0..cx.kernel.arrays_datatypes.clauses.len() {
        cx.env.budget.poll()?;
        let clause = cx.kernel.arrays_datatypes.clauses[place].clone();
        if clause.iter().any(|literal| cx.sat.value(*literal) == Some(true)) {
            continue;
        }
        for literal in &clause {
            if cx.sat.value(*literal).is_none() {
                cx.suggest(*literal);
                progress = Progress::Changed;
            }
        }
    }
    Ok(progress)
}
