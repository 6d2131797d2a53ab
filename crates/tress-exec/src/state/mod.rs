//! What a path is made of: values, objects, frames. All of it is shared until it is written to, so that a
//! branch costs a few counts.

mod difference;
mod frame;
mod heap;
mod random;
mod ranges;
mod repeats;
mod text;
mod unknown;
mod value;

pub(crate) use frame::{Cut, Frame, OnReturn, State, ThrowSite, Waiting};
pub(crate) use heap::{Closure, Hidden, Id, Mark, Object};
pub(crate) use random::{Dictionary, InputSource, RandomInputs};
pub(crate) use ranges::{Range, Ranges, narrowed};
pub(crate) use repeats::Memory;
pub(crate) use text::{LONGEST, Str};
pub(crate) use unknown::{Texts, Unknown, is_string, units_of};
pub(crate) use value::{Number, Value, Width};
