//! The values of a function for single characters, and what they make of whole strings.

use tress_base::{Int, Stop};

use super::calls::folded;
use super::limits::{CHARACTER_STEPS, OWN_CHARACTERS};
use super::views::View;
use tress_rewrite::env::Env;
use tress_term::term::{Definition, Op, Sort, SymbolId, Term, Value};

/// Characters below this are looked at one by one.
const FIRST_CHARACTERS: u32 = 256;
/// Characters that represent all others.
const SAMPLES: [u32; 4] = [0x3000, 0x100, 0x2603, 0x1_F600];

/// The value of characters that have none of their own.
#[derive(Clone, Debug, PartialEq)]
enum Usual {
    /// The character itself.
    Itself,
    /// Always the same.
    Value(Value),
}

/// The values of characters. That they are right is for others to show.
#[derive(Debug)]
pub(super) struct CharacterValues {
    /// The value when there is no character.
    pub(super) none: Value,
    usual: Usual,
    /// Characters with a value of their own, in order.
    pub(super) different: Vec<(u32, Value)>,
}

impl CharacterValues {
    /// Reads the values off. Returns `None` if there is no such pattern.
    pub(super) fn read(
        env: &mut Env<'_>,
        function: SymbolId,
        _definition: &Definition,
        view: &View,
    ) -> Result<Option<Self>, Stop> {
        let value = |env: &mut Env<'_>, string: &[u32]| {
            let args = view.sample(env, string);
            folded(env, function, &args, &CHARACTER_STEPS)
        };
        let Some(none) = value(env, &[])? else { return Ok(None) };
        let unit = match view.result {
            Sort::String => Some(Value::text("")),
            Sort::Bool => Some(Value::Bool(view.connective == Op::And)),
            _ => None,
        };
        if unit.is_some_and(|unit| unit != none) {
            return Ok(None);
        }
        let of_character = |given: Value| match (&given, &none) {
            (Value::Int(given), Value::Int(none)) => Value::Int(given - none),
            _ => given,
        };
        let mut usual: Option<Usual> = None;
        for code in SAMPLES {
            let Some(given) = value(env, &[code])?.map(of_character) else { return Ok(None) };
            let own = if given == string(code) { Usual::Itself } else { Usual::Value(given) };
            if usual.get_or_insert_with(|| own.clone()) != &own {
                return Ok(None);
            }
        }
        let Some(usual) = usual else { return Ok(None) };
        let mut different = Vec::new();
        for code in 0..FIRST_CHARACTERS {
            let Some(given) = value(env, &[code])?.map(of_character) else { return Ok(None) };
            let is_usual = match &usual {
                Usual::Itself => given == string(code),
                Usual::Value(usual) => given == *usual,
            };
            if !is_usual {
                different.push((code, given));
            }
            if OWN_CHARACTERS.is_exceeded(different.len(), env.budget) {
                return Ok(None);
            }
        }
        Ok(Some(Self { none, usual, different }))
    }

    /// The value of characters that have none of their own.
    pub(super) fn usual_term(&self, env: &mut Env<'_>, character: Term) -> Term {
        match &self.usual {
            Usual::Itself => character,
            Usual::Value(value) => env.store.value(value.clone()),
        }
    }

    /// That a character is none of those with a value of their own, written with strings and with codes.
    pub(super) fn others(&self, env: &mut Env<'_>, character: Term) -> Vec<Term> {
        let mut facts = Vec::new();
        let code = env.app(Op::ToCode, &[character]);
        for (first, last) in self.ranges(|_| true) {
            let (first_code, last_code) = (env.store.int(first), env.store.int(last));
            let below = env.app(Op::Lt, &[code, first_code]);
            let above = env.app(Op::Gt, &[code, last_code]);
            facts.push(env.app(Op::Or, &[below, above]));
        }
        for (code, _) in &self.different {
            let known = env.store.word([*code]);
            let equal = env.equal(character, known);
            facts.push(env.store.not(equal));
        }
        facts
    }

    /// Characters with a value of their own that passes a test, as ranges.
    fn ranges(&self, test: impl Fn(&Value) -> bool) -> Vec<(u32, u32)> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for (code, _) in self.different.iter().filter(|(_, value)| test(value)) {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == *code => *last = *code,
                _ => ranges.push((*code, *code)),
            }
        }
        ranges
    }

    /// What the function computes.
    pub(super) fn closed(&self, env: &mut Env<'_>, view: &View, is_first: bool) -> Option<Term> {
        let string = view.left_word(env);
        let value = match view.result {
            Sort::String => {
                let string = if view.is_forward() == is_first { string } else { env.app(Op::Rev, &[string]) };
                self.closed_word(env, string)?
            }
            Sort::Bool => self.closed_truth(env, string, view.connective)?,
            _ => self.closed_sum(env, string)?,
        };
        Some(view.with_accumulator(env, None, value))
    }

    /// The string with each character replaced by its value.
    fn closed_word(&self, env: &mut Env<'_>, string: Term) -> Option<Term> {
        if let Usual::Value(usual) = &self.usual {
            if self.different.iter().any(|(code, value)| *value != self::string(*code)) {
                return None;
            }
            let others = self.language(env, |_| true, true);
            let usual = env.store.value(usual.clone());
            return Some(env.app(Op::ReplaceReAll, &[string, others, usual]));
        }
        let is_case = |first: u8, shift: i64| {
            self.different.len() == 26
                && self.different.iter().zip(u32::from(first)..).all(|((code, value), expected)| {
                    *code == expected && *value == self::string((i64::from(expected) + shift) as u32)
                })
        };
        Some(match self.different.as_slice() {
            [] => string,
            _ if is_case(b'A', 32) => env.app(Op::ToLower, &[string]),
            _ if is_case(b'a', -32) => env.app(Op::ToUpper, &[string]),
            [(code, value)] => {
                let args = [string, env.store.word([*code]), env.store.value(value.clone())];
                env.app(Op::ReplaceAll, &args)
            }
            many => {
                let mut args = vec![string];
                for (code, value) in many {
                    args.push(env.store.word([*code]));
                    args.push(env.store.value(value.clone()));
                }
                env.app(Op::ReplaceTable, &args)
            }
        })
    }

    /// The sum of the values of all characters.
    fn closed_sum(&self, env: &mut Env<'_>, string: Term) -> Option<Term> {
        let Usual::Value(Value::Int(usual)) = &self.usual else { return None };
        let length = env.length(string);
        let (none, factor) = (env.store.value(self.none.clone()), env.store.int(usual.clone()));
        let mut parts = vec![none, env.app(Op::Mul, &[factor, length])];
        let mut values: Vec<Int> = Vec::new();
        for (_, value) in &self.different {
            let Value::Int(value) = value else { return None };
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
        for value in values {
            let same = |other: &Value| *other == Value::Int(value.clone());
            let ranges = self.ranges(same);
            let count = match ranges.as_slice() {
                [(first, last)] if first == last => {
                    let character = env.store.word([*first]);
                    env.app(Op::Count, &[string, character])
                }
                _ => {
                    let others = self.language(env, same, true);
                    let empty = env.store.word([]);
                    let left = env.app(Op::ReplaceReAll, &[string, others, empty]);
                    env.length(left)
                }
            };
            let factor = env.store.int(&value - usual);
            parts.push(env.app(Op::Mul, &[factor, count]));
        }
        Some(env.app(Op::Add, &parts))
    }

    /// That all characters have the value true, or that one of them has it.
    fn closed_truth(&self, env: &mut Env<'_>, string: Term, connective: Op) -> Option<Term> {
        let Usual::Value(Value::Bool(usual)) = &self.usual else { return None };
        let characters = self.language(env, |_| true, *usual);
        let language = if connective == Op::And {
            env.app(Op::ReStar, &[characters])
        } else {
            let all = env.app(Op::ReAll, &[]);
            env.app(Op::ReConcat, &[all, characters, all])
        };
        Some(env.app(Op::InRe, &[string, language]))
    }

    /// The characters with a value of their own that passes a test, or all other characters.
    fn language(&self, env: &mut Env<'_>, test: impl Fn(&Value) -> bool, is_other: bool) -> Term {
        let mut parts = Vec::new();
        for (first, last) in self.ranges(test) {
            let ends = [env.store.word([first]), env.store.word([last])];
            parts.push(env.app(Op::ReRange, &ends));
        }
        let own = match parts.as_slice() {
            [] => env.app(Op::ReNone, &[]),
            [only] => *only,
            parts => env.app(Op::ReUnion, parts),
        };
        if !is_other {
            return own;
        }
        let any = env.app(Op::ReAllChar, &[]);
        env.app(Op::ReDiff, &[any, own])
    }
}

fn string(code: u32) -> Value {
    Value::Str([code].into())
}
