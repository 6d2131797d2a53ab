//! The engines: methods that decide a conjunction of facts.
//!
//! Enters: a [`Task`]. Leaves: an [`Outcome`](tress_rewrite::problem::Outcome). All engines come in through
//! one door, the trait [`Engine`], and are listed in one table, [`ENGINES`]: a new one is one folder and
//! one row. An engine may ask the kernel as a service. One that works on conjunctions of literals
//! implements [`Conjunctive`] and gets its Boolean structure, equality and arithmetic from the
//! shared driver.
//!
//! An engine must not know another engine, preprocessing, or the session.

mod arithmetic;
mod bounded;
mod calculus;
mod conjunction;
mod driver;
mod engine;
pub mod formulas;
mod kernel;
mod local_search;
mod nielsen;
mod parray;
mod polarity;
mod position_constraints;
pub mod reading;
mod str_int;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod toy;

use tress_base::Cap;

pub use conjunction::{Conjunction, Constraint, Literal, is_plain};
pub use driver::{Conjunctive, Driver};
pub use engine::{Claims, Engine, Task};
pub use parray::arrays_of;
pub use polarity::Polarity;

/// The search with the calculus of strings.
pub static CALCULUS: &dyn Engine = &calculus::Calculus;
/// Strings and numbers of bounded size, as circuits.
pub static BOUNDED: &dyn Engine = &bounded::Bounded;
/// The kernel alone.
pub static KERNEL: &dyn Engine = &kernel::Kernel;
/// Values from the problem's own constants.
pub static LOCAL_SEARCH: &dyn Engine = &local_search::LocalSearch;
/// Word equations, decided by their structure.
pub static NIELSEN: &dyn Engine = &nielsen::Nielsen;
/// Parameterized arrays and interval automata.
pub static PARRAY: &dyn Engine = &parray::WAYS[0].1;
/// Negated predicates, by the positions at which strings differ.
pub static POSITION_CONSTRAINTS: &dyn Engine = &position_constraints::PositionConstraints;
/// Conversions between strings and numbers, with lengths and memberships.
pub static STR_INT: &dyn Engine = &str_int::StrInt;

/// A variant of the engine of parameterized arrays, for experiments: `pure` arrays, `qelim` for arrays with
/// elimination, `automaton` for automata alone, `mixed` for arrays and automata without elimination, `both`
/// for all parts.
#[must_use]
pub fn parray_way(name: &str) -> &'static dyn Engine {
    parray::WAYS.iter().find(|way| way.0 == name).map_or(PARRAY, |way| &way.1)
}

/// The caps of the engines of this crate.
pub fn caps() -> impl Iterator<Item = &'static Cap> {
    let engines = [
        bounded::limits::CAPS,
        local_search::limits::CAPS,
        nielsen::limits::CAPS,
        parray::limits::CAPS,
        position_constraints::limits::CAPS,
        str_int::limits::CAPS,
    ];
    engines.into_iter().flatten().copied()
}

/// Every engine. The name `auto` denotes the strategy, which asks several of them.
pub static ENGINES: &[&dyn Engine] = &[
    LOCAL_SEARCH,
    CALCULUS,
    BOUNDED,
    KERNEL,
    STR_INT,
    PARRAY,
    POSITION_CONSTRAINTS,
    NIELSEN,
    #[cfg(test)]
    toy::TOY,
];

/// The engine with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|engine| engine.name() == name)
}
