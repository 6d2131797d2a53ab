//! How the arguments of a function hold the string that it goes through.
//!
//! A view names the parameters for the string, for an index into it and for an accumulator, and which
//! characters are left. It writes the arguments as parts: a character, the characters that are left behind
//! it, and those that do not matter any more. Every string with every index of the domain is one of the two
//! forms that [`View::base_args`] and [`View::step_args`] write.

use super::learned::joined;
use tress_rewrite::env::Env;
use tress_term::term::{Definition, Op, Sort, SymbolId, Term, TermStore};

/// Which characters are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// All, the first is next.
    Front,
    /// All, the last is next.
    Back,
    /// Those from the index on.
    From,
    /// As many from the start as the index says; the last of them is next.
    UpTo,
    /// Those up to the position that is the index, which is next.
    Through,
}

/// A parameter with what was found before: it stands before or behind the value of what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Accumulator {
    Before(usize),
    Behind(usize),
}

/// One way to read the arguments.
pub(super) struct View {
    left: Left,
    string: usize,
    index: usize,
    pub(super) accumulator: Option<Accumulator>,
    pub(super) result: Sort,
    /// Of two truth values: both, or one of them.
    pub(super) connective: Op,
    parameters: Box<[Term]>,
    /// The next character: to the rewriter, a string of one character.
    pub(super) character: Term,
    /// The same as a plain string.
    pub(super) any_character: Term,
    /// The characters behind it that are left.
    pub(super) others: Term,
    /// The characters that are not.
    passed: Term,
    /// The value of the characters that are left.
    pub(super) rest: Term,
}

/// All ways to read the arguments of a function.
pub(super) fn views(store: &mut TermStore, function: SymbolId, definition: &Definition) -> Vec<View> {
    let symbol = store.symbol(function);
    let (sorts, result) = (symbol.arguments.clone(), symbol.result);
    let mut found = Vec::new();
    if sorts.len() > 3 || !matches!(result, Sort::String | Sort::Int | Sort::Bool) {
        return found;
    }
    let parameters: Box<[Term]> = definition.parameters.iter().map(|one| store.constant(*one)).collect();
    let parts = [Sort::String, Sort::String, Sort::String, result];
    let parts = parts.map(|sort| {
        let symbol = store.declare("part", &[], sort);
        store.constant(symbol)
    });
    let character = store.declare_letter("letter");
    let character = store.constant(character);
    let connectives: &[Op] = if result == Sort::Bool { &[Op::And, Op::Or] } else { &[Op::And] };
    for (left, string, index, accumulator) in roles(&sorts, result) {
        for connective in connectives {
            found.push(View {
                left,
                string,
                index,
                accumulator,
                result,
                connective: *connective,
                parameters: parameters.clone(),
                character,
                any_character: parts[0],
                others: parts[1],
                passed: parts[2],
                rest: parts[3],
            });
        }
    }
    found
}

/// The parameters for the word, the index and the accumulator, such that none is left over.
fn roles(sorts: &[Sort], result: Sort) -> Vec<(Left, usize, usize, Option<Accumulator>)> {
    let mut found = Vec::new();
    for string in (0..sorts.len()).filter(|position| sorts[*position] == Sort::String) {
        for left in [Left::Front, Left::Back, Left::From, Left::UpTo, Left::Through] {
            let is_plain = matches!(left, Left::Front | Left::Back);
            let indices: Vec<usize> = match is_plain {
                true => vec![string],
                false => (0..sorts.len()).filter(|position| sorts[*position] == Sort::Int).collect(),
            };
            for index in indices {
                let others: Vec<usize> =
                    (0..sorts.len()).filter(|position| *position != string && *position != index).collect();
                match others.as_slice() {
                    [] => found.push((left, string, index, None)),
                    [only] if sorts[*only] == result && result != Sort::Bool => {
                        found.push((left, string, index, Some(Accumulator::Before(*only))));
                        if result == Sort::String {
                            found.push((left, string, index, Some(Accumulator::Behind(*only))));
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    found
}

impl View {
    /// Is the first of the characters that are left the next one?
    pub(super) fn is_forward(&self) -> bool {
        matches!(self.left, Left::Front | Left::From)
    }

    /// The parameters themselves.
    pub(super) fn own_args(&self, _env: &mut Env<'_>) -> Vec<Term> {
        self.parameters.to_vec()
    }

    fn args(&self, string: Term, index: Term) -> Vec<Term> {
        let mut args = self.parameters.to_vec();
        args[self.index] = index;
        args[self.string] = string;
        args
    }

    /// The arguments when no character is left.
    pub(super) fn base_args(&self, env: &mut Env<'_>) -> Vec<Term> {
        let zero = env.store.int(0);
        let empty = env.store.word([]);
        let (string, index) = match self.left {
            Left::Front | Left::Back => (empty, zero),
            Left::From => (self.passed, env.length(self.passed)),
            Left::UpTo => (self.passed, zero),
            Left::Through => (self.passed, env.store.int(-1)),
        };
        self.args(string, index)
    }

    /// The arguments for this character and others behind it.
    pub(super) fn step_args(&self, env: &mut Env<'_>, character: Term) -> Vec<Term> {
        let (others, passed) = (self.others, self.passed);
        let (parts, index) = match self.left {
            Left::Front => (vec![character, others], others),
            Left::Back => (vec![others, character], others),
            Left::From => (vec![passed, character, others], env.length(passed)),
            Left::UpTo => (vec![others, character, passed], self.shifted(env, others, 1)),
            Left::Through => (vec![others, character, passed], env.length(others)),
        };
        let string = env.app(Op::Concat, &parts);
        self.args(string, index)
    }

    /// The arguments for the others alone; any accumulator.
    pub(super) fn next_args(&self, env: &mut Env<'_>, character: Term) -> Vec<Option<Term>> {
        let string = self.step_args(env, character)[self.string];
        let args = match self.left {
            Left::Front | Left::Back => self.args(self.others, self.others),
            Left::From => {
                let index = self.shifted(env, self.passed, 1);
                self.args(string, index)
            }
            Left::UpTo => {
                let index = env.length(self.others);
                self.args(string, index)
            }
            Left::Through => {
                let index = self.shifted(env, self.others, -1);
                self.args(string, index)
            }
        };
        let accumulator = self.accumulator.map(Accumulator::parameter);
        args.into_iter()
            .enumerate()
            .map(|(position, arg)| (Some(position) != accumulator).then_some(arg))
            .collect()
    }

    fn shifted(&self, env: &mut Env<'_>, string: Term, by: i64) -> Term {
        let (length, by) = (env.length(string), env.store.int(by));
        env.app(Op::Add, &[length, by])
    }

    /// The value of what is left with what was found before: the parameter, if nothing else is given.
    pub(super) fn with_accumulator(&self, env: &mut Env<'_>, found: Option<Term>, value: Term) -> Term {
        let Some(accumulator) = self.accumulator else { return value };
        let found = found.unwrap_or(self.parameters[accumulator.parameter()]);
        let parts = match accumulator {
            Accumulator::Before(_) => [found, value],
            Accumulator::Behind(_) => [value, found],
        };
        joined(env, self.result, self.connective, parts)
    }

    /// The value of a character with that of the others.
    pub(super) fn combined(&self, env: &mut Env<'_>, is_first: bool, value: Term) -> Term {
        let parts = if is_first { [value, self.rest] } else { [self.rest, value] };
        joined(env, self.result, self.connective, parts)
    }

    /// The characters that are left, in terms of the parameters.
    pub(super) fn left_word(&self, env: &mut Env<'_>) -> Term {
        let (string, index) = (self.parameters[self.string], self.parameters[self.index]);
        let (zero, one) = (env.store.int(0), env.store.int(1));
        let args = match self.left {
            Left::Front | Left::Back => return string,
            Left::From => {
                let length = env.length(string);
                [string, index, env.app(Op::Sub, &[length, index])]
            }
            Left::UpTo => [string, zero, index],
            Left::Through => [string, zero, env.app(Op::Add, &[index, one])],
        };
        env.app(Op::Substr, &args)
    }

    /// The arguments that are looked at; `is_extended` when those outside of the string give the value of no
    /// characters.
    pub(super) fn domain(&self, env: &mut Env<'_>, is_extended: bool) -> Term {
        let (string, index) = (self.parameters[self.string], self.parameters[self.index]);
        if matches!(self.left, Left::Front | Left::Back) {
            return TermStore::TRUE;
        }
        let length = env.length(string);
        let least = env.store.int(if self.left == Left::Through { -1 } else { 0 });
        let from = env.app(Op::Le, &[least, index]);
        let to = env.app(if self.left == Left::Through { Op::Lt } else { Op::Le }, &[index, length]);
        match (self.left, is_extended) {
            (Left::From, true) => from,
            (_, true) => to,
            (_, false) => env.app(Op::And, &[from, to]),
        }
    }

    /// The arguments outside of the string for which no characters may be left.
    pub(super) fn outside(&self, env: &mut Env<'_>) -> Option<Term> {
        let (string, index) = (self.parameters[self.string], self.parameters[self.index]);
        let bound = match self.left {
            Left::Front | Left::Back => return None,
            Left::From => {
                let length = env.length(string);
                return Some(env.app(Op::Gt, &[index, length]));
            }
            Left::UpTo => 0,
            Left::Through => -1,
        };
        let bound = env.store.int(bound);
        Some(env.app(Op::Lt, &[index, bound]))
    }

    /// The arguments for a string of known characters, with nothing found before.
    pub(super) fn sample(&self, env: &mut Env<'_>, string: &[u32]) -> Vec<Term> {
        let length = string.len() as i64;
        let index = match self.left {
            Left::UpTo => length,
            Left::Through => length - 1,
            _ => 0,
        };
        let (string, index) = (env.store.word(string), env.store.int(index));
        let mut args = self.args(string, index);
        if let Some(accumulator) = self.accumulator {
            args[accumulator.parameter()] =
                if self.result == Sort::String { env.store.word([]) } else { env.store.int(0) };
        }
        args
    }
}
