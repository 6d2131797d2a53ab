//! One operator on values: the dispatch over the operator table.
//!
//! Enters: an operator of the table, its indices, and values. Leaves: the value of the application. Each arm
//! names the function that holds the meaning; those are in the files next to this one.

use smallvec::SmallVec;
use tress_automata::Regex;
use tress_base::{Budget, Int, Rational};

use super::error::EvalError;
use super::numbers::{int, real};
use super::regexes::Languages;
use super::{arrays, bits, datatypes, digits, logic, numbers, search, sequences, table, words};
use crate::model::Model;
use crate::term::{Op, TermStore, Theory, Value, Word};

/// What strict operators need besides their arguments.
pub(super) struct Surroundings<'a> {
    /// What is known of sorts.
    pub(super) terms: &'a TermStore,
    pub(super) languages: Languages<'a>,
    /// Where division by zero and its kin are looked up.
    pub(super) model: Option<&'a Model>,
}

fn word(value: &Value) -> Result<&Word, EvalError> {
    match value {
        Value::Str(word) => Ok(word),
        _ => Err(EvalError::Mismatch),
    }
}

/// The characters of a word, when there is room for them.
fn letters<'a>(value: &'a Value, budget: &Budget) -> Result<&'a [u32], EvalError> {
    Ok(word(value)?.spelled(budget)?)
}

fn regex(value: &Value) -> Result<Regex, EvalError> {
    match value {
        Value::Regex(regex) => Ok(*regex),
        _ => Err(EvalError::Mismatch),
    }
}

impl Surroundings<'_> {
    fn budget(&self) -> &Budget {
        self.languages.budget
    }

    /// A strict operator on the values of all its arguments.
    pub(super) fn strict(&mut self, op: Op, indices: &[Int], args: &[&Value]) -> Result<Value, EvalError> {
        match op.info().theory {
            Theory::Core => self.core(op, args),
            Theory::Numbers => self.number(op, indices, args),
            Theory::Strings => self.string(op, args),
            Theory::Regexes => self.regex(op, indices, args),
            Theory::Arrays => arrays::apply(self.terms, op, indices, args, self.budget()),
            Theory::Datatypes => datatypes::apply(self.terms, op, indices, args, self.model, self.budget()),
            Theory::Bits => bits::apply(op, indices, args, self.budget()),
            Theory::Sequences => sequences::apply(self.terms, op, args, self.model, self.budget()),
        }
    }

    fn core(&mut self, op: Op, args: &[&Value]) -> Result<Value, EvalError> {
        Ok(Value::Bool(match (op, args) {
            (Op::Not, [arg]) => !logic::truth(arg)?,
            (Op::Xor, _) => logic::exclusive_or(args)?,
            (Op::Eq, _) => logic::all_equal(args, &mut self.languages)?,
            (Op::Distinct, _) => logic::all_distinct(args, &mut self.languages)?,
            _ if logic::is_lenient(op) => return logic::lenient(op, args.iter().map(|arg| Ok(*arg))),
            _ => return Err(EvalError::Mismatch),
        }))
    }

    fn number(&mut self, op: Op, indices: &[Int], args: &[&Value]) -> Result<Value, EvalError> {
        Ok(match (op, args) {
            (Op::Add | Op::Sub | Op::Mul, _) => numbers::arithmetic(op, args, self.budget())?,
            (Op::IntDiv | Op::Mod | Op::RealDiv, _) => numbers::divide(op, args, self.model, self.budget())?,
            (Op::Le | Op::Lt | Op::Ge | Op::Gt, _) => Value::Bool(numbers::comparison(op, args)?),
            (Op::Abs, [n]) => Value::Int(int(n)?.abs()),
            (Op::Divisible, [n]) => match indices {
                [divisor] => Value::Bool(divisor.divides(int(n)?)),
                _ => return Err(EvalError::Mismatch),
            },
            (Op::ToReal, [n]) => Value::Real(Rational::from(int(n)?.clone())),
            (Op::ToInt, [n]) => Value::Int(real(n)?.floor()),
            (Op::IsInt, [n]) => Value::Bool(real(n)?.is_integer()),
            _ => return Err(EvalError::Mismatch),
        })
    }

    fn string(&mut self, op: Op, args: &[&Value]) -> Result<Value, EvalError> {
        Ok(match (op, args) {
            (Op::Concat, _) => {
                let parts = args.iter().map(|arg| word(arg)).collect::<Result<Vec<_>, _>>()?;
                Value::Str(words::concat(&parts, self.budget())?)
            }
            (Op::StrLt | Op::StrLe, _) => {
                let list = args.iter().map(|arg| word(arg)).collect::<Result<Vec<_>, _>>()?;
                let strict = op == Op::StrLt;
                Value::Bool(list.windows(2).all(|pair| pair[0] < pair[1] || (!strict && pair[0] == pair[1])))
            }
            (Op::Substr, [s, start, count]) => Value::Str(words::substr(word(s)?, int(start)?, int(count)?)),
            (Op::At, [s, position]) => Value::Str(words::at(word(s)?, int(position)?)),
            (Op::FromCode, [n]) => Value::Str(digits::from_code(int(n)?)),
            (Op::StrFromInt, [n]) => Value::Str(digits::from_int(int(n)?, self.budget())?),
            (Op::FromIntSigned, [n]) => Value::Str(digits::from_int_signed(int(n)?, self.budget())?),
            (Op::Repeat, [s, count]) => Value::Str(words::repeat(word(s)?, int(count)?, self.budget())?),
            (Op::Update, [s, start, new]) => {
                Value::Str(words::update(word(s)?, int(start)?, word(new)?, self.budget())?)
            }
            (Op::Length, [s]) => Value::Int(Int::from(word(s)?.len())),
            (Op::PrefixOf, [s, t]) => Value::Bool(word(t)?.begins_with(word(s)?)),
            (Op::SuffixOf, [s, t]) => Value::Bool(word(t)?.ends_with_word(word(s)?)),
            (Op::Compare, [s, t]) => Value::Int(Int::from(word(s)?.cmp(word(t)?) as i32)),
            (
                Op::ReplaceRe | Op::ReplaceReAll | Op::ReplaceReLongest | Op::ReplaceReLongestAll,
                [s, r, new],
            ) => Value::Str(self.languages.replace(op, word(s)?, regex(r)?, word(new)?)?),
            (Op::IndexOfRe, [s, r, from]) => {
                Value::Int(self.languages.index_of(word(s)?, regex(r)?, int(from)?)?)
            }
            (Op::ReplaceTable, [s, pairs @ ..]) => {
                let letters = pairs.iter().map(|value| letters(value, self.budget()));
                Value::Str(table::replace(word(s)?, &letters.collect::<Result<Vec<_>, _>>()?, self.budget())?)
            }
            (_, [s]) => self.one_word(op, word(s)?)?,
            (_, [s, t]) => self.two_words(op, letters(s, self.budget())?, letters(t, self.budget())?)?,
            (_, [s, t, rest]) => self.two_words_and(op, word(s)?, letters(t, self.budget())?, rest)?,
            _ => return Err(EvalError::Mismatch),
        })
    }

    fn one_word(&self, op: Op, s: &Word) -> Result<Value, EvalError> {
        let budget = self.budget();
        s.spelled(budget)?;
        budget.poll_many(s.len() as u64 / words::CHARS_PER_STEP)?;
        Ok(match op {
            Op::IsDigit => Value::Bool(digits::is_digit(s)),
            Op::ToCode => Value::Int(digits::to_code(s)),
            Op::StrToInt => Value::Int(digits::to_int(s, budget)?),
            Op::ToIntSigned => Value::Int(digits::to_int_signed(s, budget)?),
            Op::StrToReal => Value::Real(digits::to_real(s, budget)?),
            Op::Rev => Value::Str(words::reverse(s)),
            Op::ToLower => Value::Str(words::map(s, words::lower)),
            Op::ToUpper => Value::Str(words::map(s, words::upper)),
            Op::Trim => Value::Str(words::trim(s)),
            _ => return Err(EvalError::Mismatch),
        })
    }

    fn two_words(&self, op: Op, s: &[u32], t: &[u32]) -> Result<Value, EvalError> {
        let budget = self.budget();
        Ok(match op {
            Op::Contains => Value::Bool(search::first(s, t, 0, budget)?.is_some()),
            Op::LastIndexOf => Value::Int(words::position(search::last(s, t, budget)?)),
            Op::Count => Value::Int(Int::from(search::apart(s, t, budget)?.len())),
            _ => return Err(EvalError::Mismatch),
        })
    }

    fn two_words_and(&self, op: Op, s: &Word, t: &[u32], rest: &Value) -> Result<Value, EvalError> {
        let budget = self.budget();
        s.spelled(budget)?;
        Ok(match op {
            Op::IndexOf => Value::Int(words::index_of(s, t, int(rest)?, budget)?),
            Op::Replace => Value::Str(words::replace(s, t, letters(rest, budget)?, budget)?),
            Op::ReplaceAll => Value::Str(words::replace_all(s, t, letters(rest, budget)?, budget)?),
            _ => return Err(EvalError::Mismatch),
        })
    }

    fn regex(&mut self, op: Op, indices: &[Int], args: &[&Value]) -> Result<Value, EvalError> {
        Ok(match (op, args) {
            (Op::InRe, [s, r]) => Value::Bool(self.languages.contains(regex(r)?, word(s)?)?),
            (Op::StrToRe, [s]) => Value::Regex(self.languages.word(word(s)?)?),
            (Op::ReRange, [low, high]) => Value::Regex(self.languages.range(word(low)?, word(high)?)),
            _ => {
                let args = args.iter().map(|arg| regex(arg)).collect::<Result<SmallVec<[_; 8]>, _>>()?;
                Value::Regex(self.languages.build(op, indices, &args)?)
            }
        })
    }
}
