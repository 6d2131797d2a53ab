//! Inputs of runs with known values: from a model of the solver, or random.

use std::sync::Arc;

use tress_base::Random;
use tress_classes::Type;

use super::frame::State;
use super::heap::Object;
use super::text::Str;
use super::unknown::{Texts, is_string, range};
use super::value::Value;

/// Numbers at which programs often change their ways.
const EDGES: [i64; 18] = [
    -1,
    0,
    1,
    9,
    10,
    31,
    32,
    63,
    99,
    100,
    127,
    128,
    255,
    65_535,
    i32::MAX as i64,
    i32::MIN as i64,
    i64::MAX,
    i64::MIN,
];
/// Characters that programs look for, and unusual ones: in case, as digits, as white space, of two units.
const RARE: [&str; 57] = [
    "'",
    "\"",
    "<",
    ">",
    "&",
    "%",
    "\\",
    "/",
    ".",
    ",",
    ";",
    ":",
    "=",
    "@",
    "-",
    "+",
    "*",
    "#",
    "?",
    "!",
    "_",
    " ",
    "\t",
    "\n",
    "\r",
    "\0",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "$",
    "|",
    "^",
    "~",
    "a",
    "b",
    "A",
    "x",
    "0",
    "1",
    "9",
    "\u{130}",
    "\u{131}",
    "\u{212a}",
    "\u{17f}",
    "\u{df}",
    "\u{e9}",
    "\u{660}",
    "\u{ffff}",
    "\u{2028}",
    "\u{85}",
    "\u{a0}",
    "\u{3000}",
    "\u{10000}",
    "\u{1d7d8}",
];
/// Texts are mostly shorter than this.
const SHORT: usize = 5;
/// The length of all others, at most.
const LONG: usize = 20;
/// Decimal numbers of doubles and floats.
const POINTS: [f64; 10] = [0.0, 1.0, -1.0, 0.5, 2.5, 10.0, 100.0, -0.1, 1e10, f64::NAN];

/// Where the inputs of a run with known values come from.
#[derive(Clone, Debug)]
pub(crate) enum InputSource {
    /// The solver has found these, in order.
    Model(Arc<Vec<tress::Value>>),
    /// They are generated from a seed.
    Random(Arc<RandomInputs>),
}

/// What the code of a program mentions: inputs that are like it reach more of it.
#[derive(Debug, Default)]
pub(crate) struct Dictionary {
    pub(crate) texts: Vec<Vec<u16>>,
    pub(crate) numbers: Vec<i64>,
}

/// Random values: a seed always gives the same ones.
#[derive(Debug)]
pub(crate) struct RandomInputs {
    pub(crate) seed: u64,
    pub(crate) dictionary: Arc<Dictionary>,
    pub(crate) texts: Texts,
}

impl RandomInputs {
    /// The input of this number; `None` for types that have none. Seed 0 makes everything zero and empty.
    pub(crate) fn value(&self, state: &mut State, number: usize, type_: &Type) -> Option<Value> {
        let mixed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number as u64 + 1);
        let mut random = Random::new(mixed);
        let is_zero = self.seed == 0;
        Some(match type_ {
            Type::Boolean => Value::truth(!is_zero && random.below(2) == 1),
            Type::Float => Value::Float(if is_zero { 0.0 } else { *random.pick(&POINTS) as f32 }),
            Type::Double => Value::Double(if is_zero { 0.0 } else { *random.pick(&POINTS) }),
            _ if is_string(type_) => {
                let units = if is_zero { Vec::new() } else { self.text(&mut random) };
                Value::Object(state.heap.add(Object::String(Str::Known(units.into()))))
            }
            _ => {
                let (low, high) = range(type_)?;
                let found = if is_zero { 0 } else { self.number(&mut random, low, high) };
                match type_ {
                    Type::Long => Value::Long(found),
                    _ => Value::Int(i32::try_from(found).ok()?),
                }
            }
        })
    }

    fn number(&self, random: &mut Random, low: i64, high: i64) -> i64 {
        let found = match random.below(5) {
            0 => *random.pick(&EDGES),
            1 => random.next_u64() as i64 >> random.below(64),
            2 if !self.dictionary.numbers.is_empty() => {
                let near = *random.pick(&self.dictionary.numbers);
                near.saturating_add(random.below(3) as i64 - 1)
            }
            3 => random.below(75) as i64 - 5,
            _ => random.below(10) as i64,
        };
        match (low..=high).contains(&found) {
            true => found,
            false => low.saturating_add(found.rem_euclid(high.saturating_sub(low).max(1))),
        }
    }

    fn text(&self, random: &mut Random) -> Vec<u16> {
        let units = match self.dictionary.texts.is_empty() || random.below(10) >= 4 {
            true => self.random_text(random),
            false => self.mutated(random),
        };
        let (low, high) = self.texts.range;
        let is_allowed = |unit: &u16| (low..=high).contains(&u32::from(*unit));
        let longest = usize::try_from(self.texts.longest).unwrap_or(usize::MAX);
        units.into_iter().filter(is_allowed).take(longest).collect()
    }

    fn random_text(&self, random: &mut Random) -> Vec<u16> {
        let length = if random.below(5) > 0 { random.below(SHORT) } else { random.below(LONG) };
        let kind = random.below(6);
        let mut units = Vec::new();
        while units.len() < length {
            match kind {
                0 => units.push(u16::from(b'0') + random.below(10) as u16),
                1 => units.push(u16::from(b'a') + random.below(4) as u16),
                2 if !units.is_empty() => units.push(*random.pick(&units.clone())),
                _ => units.extend(character(random)),
            }
        }
        units
    }

    /// A text of the program, or one that is nearly so.
    fn mutated(&self, random: &mut Random) -> Vec<u16> {
        let mut word = random.pick(&self.dictionary.texts).clone();
        let position = random.below(word.len() + 1);
        match random.below(8) {
            0 => word.extend(self.random_text(random)),
            1 => word = [self.random_text(random), word].concat(),
            2 => word.extend(random.pick(&self.dictionary.texts).iter()),
            3 => word = String::from_utf16_lossy(&word).to_uppercase().encode_utf16().collect(),
            4 => word.truncate(position),
            5 => drop(word.splice(position..position, character(random))),
            6 if position < word.len() => drop(word.splice(position..=position, character(random))),
            _ => {}
        }
        word
    }
}

/// A character of one unit, or of two.
fn character(random: &mut Random) -> Vec<u16> {
    match random.below(8) {
        0 => vec![random.below(0x1_0000) as u16],
        1..4 => vec![0x20 + random.below(0x5f) as u16],
        _ => random.pick(&RARE).encode_utf16().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_inputs(seed: u64, texts: Texts) -> RandomInputs {
        let dictionary = Dictionary { texts: vec!["magic".encode_utf16().collect()], numbers: vec![4_711] };
        RandomInputs { seed, dictionary: dictionary.into(), texts }
    }

    const ALL: Texts = Texts { longest: 1_000, range: (0, 0xffff) };

    #[test]
    fn one_seed_has_one_value() {
        let (mut one, mut other) = (State::default(), State::default());
        for seed in 0..100 {
            let found = random_inputs(seed, ALL).value(&mut one, 3, &Type::Long);
            assert_eq!(
                format!("{found:?}"),
                format!("{:?}", random_inputs(seed, ALL).value(&mut other, 3, &Type::Long))
            );
        }
    }

    #[test]
    fn values_are_of_their_type() {
        let mut state = State::default();
        for seed in 0..2_000 {
            for (type_, low, high) in
                [(Type::Byte, -128, 127), (Type::Char, 0, 0xffff), (Type::Short, -32_768, 32_767)]
            {
                let found = random_inputs(seed, ALL).value(&mut state, 0, &type_);
                assert!(
                    matches!(found, Some(Value::Int(value)) if (low..=high).contains(&value)),
                    "{type_} {found:?}"
                );
            }
        }
    }

    #[test]
    fn texts_keep_their_bounds_and_words_are_tried() {
        let small = Texts { longest: 3, range: (0x20, 0x7e) };
        let mut has_magic = false;
        for seed in 1..1_000 {
            let text = random_inputs(seed, small).text(&mut Random::new(seed));
            assert!(text.len() <= 3 && text.iter().all(|unit| (0x20..=0x7e).contains(unit)), "{text:?}");
            has_magic |=
                String::from_utf16_lossy(&random_inputs(seed, ALL).text(&mut Random::new(seed))) == "magic";
        }
        assert!(has_magic);
    }
}
