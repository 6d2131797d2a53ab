//! What is chosen before a method begins: which arguments are null, the lengths of arrays, and samples of
//! types.

use super::Options;
use super::inputs::Input;
use super::open::Decisions;
use crate::report::Decision;

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Null,
    /// Some value of its type that is no array.
    Plain,
    /// An array with this number of elements.
    Elements(usize),
    /// One of a few values, by its number.
    Sample(usize),
}

impl Shape {
    /// How many elements there are.
    pub(super) fn count(self) -> usize {
        if let Shape::Elements(count) = self { count } else { 0 }
    }

    /// Which sample it is; the first one if none was chosen.
    pub(super) fn sample(self) -> usize {
        if let Shape::Sample(number) = self { number } else { 0 }
    }
}

/// All ways to choose.
pub(super) fn choices(inputs: &[Input], options: &Options) -> Vec<Vec<Shape>> {
    let mut choices = vec![Vec::new()];
    for input in inputs {
        let ways = ways(input, options);
        let longer = |choice: &Vec<Shape>| {
            let choice = choice.clone();
            ways.clone()
                .into_iter()
                .map(move |shape| choice.iter().copied().chain([shape]).collect::<Vec<Shape>>())
        };
        choices = choices.iter().flat_map(longer).collect();
    }
    choices
}

/// The ways in which one argument can be, the last one of which is followed first.
fn ways(input: &Input, options: &Options) -> Vec<Shape> {
    let null = input.may_be_null(options).then_some(Shape::Null);
    let values = match input.samples().len() {
        _ if !input.can_be_made() => Vec::new(),
        0 if input.is_array() => (0..=options.most_elements()).rev().map(Shape::Elements).collect(),
        0 => vec![Shape::Plain],
        count => (0..count).rev().map(Shape::Sample).collect(),
    };
    null.into_iter().chain(values).collect()
}

/// The choices as questions that were answered.
pub(super) fn decisions(inputs: &[Input], shapes: &[Shape], options: &Options) -> Decisions {
    let mut decisions = Decisions::default();
    let mut decide = |condition: String, taken: bool| {
        let method = condition.clone();
        decisions =
            decisions.with(Decision { method, offset: 0, line: None, taken, is_forced: false, condition });
    };
    for (input, shape) in inputs.iter().zip(shapes) {
        if input.may_be_null(options) {
            decide(format!("{} is null", input.name), *shape == Shape::Null);
        }
        if let Shape::Sample(number) = shape {
            for (tried, sample) in input.samples().iter().enumerate().take(number + 1) {
                decide(format!("{} is {}", input.name, sample.java()), tried == *number);
            }
        }
        if let Shape::Elements(count) = shape {
            for tried in 0..options.most_elements().min(count + 1) {
                decide(format!("{} has {tried} elements", input.name), tried == *count);
            }
        }
    }
    decisions
}
