//! The meaning of terms without symbols.
//!
//! Enters: terms, or operators with known arguments. Leaves: values and regular expressions, or that nothing
//! is known: division by zero is some function, so it has no value here, nor has anything that contains it.

use crate::budget::{Budget, Checked, refuse, too_large};
use crate::hash::FastMap;
use crate::number::{Int, Rat};
use crate::op::Op;
use crate::regex::{ALL, ANY, EMPTY, NONE, Regex, Regexes};
use crate::sort::Sort;
use crate::term::{Head, Term, Terms, Value};
use crate::words;

/// What is known of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// It has this value, a term.
    Value(Term),
    /// It is this language.
    Regex(Regex),
    Nothing,
}

/// Remembers what was evaluated.
#[derive(Debug)]
pub(crate) struct Evaluator {
    known: FastMap<Term, Known>,
    pub(crate) regexes: Regexes,
}

/// Values that are kept from one step to the next.
const KEPT: usize = 1_000_000;

impl Evaluator {
    pub(crate) fn new() -> Self {
        Self { known: FastMap::default(), regexes: Regexes::new() }
    }

    /// Forgets if much was remembered; between two steps.
    pub(crate) fn relax(&mut self) {
        if self.regexes.is_large() || self.known.len() > KEPT {
            *self = Self::new();
        }
    }

    /// What is known of a term: `Nothing` if a symbol occurs in it.
    pub(crate) fn known(&mut self, terms: &mut Terms, root: Term, budget: &mut Budget) -> Checked<Known> {
        if !terms.is_ground(root) {
            return Ok(Known::Nothing);
        }
        if let Some(known) = self.known.get(&root) {
            return Ok(*known);
        }
        let below = terms.below(&[root], budget, |term| self.known.contains_key(&term))?;
        for term in below {
            let args: Vec<Known> = terms
                .args(term)
                .iter()
                .map(|arg| self.known.get(arg).copied().unwrap_or(Known::Nothing))
                .collect();
            let known = self.apply(terms, term, &args, budget)?;
            self.known.insert(term, known);
        }
        Ok(self.known.get(&root).copied().unwrap_or(Known::Nothing))
    }

    /// The value of a term, as a term.
    pub(crate) fn value(
        &mut self,
        terms: &mut Terms,
        root: Term,
        budget: &mut Budget,
    ) -> Checked<Option<Term>> {
        let known = self.known(terms, root, budget)?;
        Ok(if let Known::Value(value) = known { Some(value) } else { None })
    }

    /// The truth value of a term.
    pub(crate) fn truth(
        &mut self,
        terms: &mut Terms,
        root: Term,
        budget: &mut Budget,
    ) -> Checked<Option<bool>> {
        Ok(self.value(terms, root, budget)?.and_then(|value| terms.truth(value)))
    }

    /// The language of a term.
    pub(crate) fn regex(&mut self, terms: &mut Terms, root: Term, budget: &mut Budget) -> Checked<Regex> {
        match self.known(terms, root, budget)? {
            Known::Regex(regex) => Ok(regex),
            _ => refuse("a regular expression that is not ground"),
        }
    }

    /// What is known of an application when this is known of its arguments.
    pub(crate) fn apply(
        &mut self,
        terms: &mut Terms,
        term: Term,
        args: &[Known],
        budget: &mut Budget,
    ) -> Checked<Known> {
        budget.spend(args.len())?;
        let op = match terms.head(term) {
            Head::Value(_) => return Ok(Known::Value(term)),
            Head::Symbol(_) => return Ok(Known::Nothing),
            Head::Op(op, _) => op,
        };
        if args.contains(&Known::Nothing) {
            return Ok(Known::Nothing);
        }
        if terms.sort(term) == Sort::RegLan {
            return self.language(terms, term, op, args, budget);
        }
        let (mut values, mut ids, mut regex) = (Vec::new(), Vec::new(), None);
        for arg in args {
            match arg {
                Known::Value(id) => {
                    ids.push(*id);
                    values.extend(terms.value(*id).cloned());
                }
                Known::Regex(language) => regex = Some(*language),
                Known::Nothing => {}
            }
        }
        let value = match op {
            Op::Ite => match (ids.as_slice(), values.first()) {
                ([_, yes, no], Some(Value::Bool(condition))) => {
                    return Ok(Known::Value(if *condition { *yes } else { *no }));
                }
                _ => None,
            },
            // A comparison of languages has no value here.
            Op::Eq | Op::Distinct if ids.len() < args.len() => None,
            Op::Eq => Some(Value::Bool(ids.windows(2).all(|pair| pair[0] == pair[1]))),
            Op::Distinct => {
                let count = ids.len();
                ids.sort_unstable();
                ids.dedup();
                Some(Value::Bool(ids.len() == count))
            }
            _ => match values.first() {
                Some(Value::Bool(_)) => logic(op, &values),
                Some(Value::Int(_) | Value::Real(_)) => numeric(op, terms.indices(term), &values, budget)?,
                Some(Value::Text(_)) => match regex {
                    Some(regex) => self.matching(op, regex, &values, budget)?,
                    None => textual(op, &values, budget)?,
                },
                None => None,
            },
        };
        Ok(match value {
            Some(value) => Known::Value(terms.make(value)?),
            None => Known::Nothing,
        })
    }

    /// The language of an application to known arguments.
    fn language(
        &mut self,
        terms: &Terms,
        term: Term,
        op: Op,
        args: &[Known],
        budget: &mut Budget,
    ) -> Checked<Known> {
        let (mut parts, mut texts) = (Vec::new(), Vec::new());
        for arg in args {
            match arg {
                Known::Regex(part) => parts.push(*part),
                Known::Value(value) => texts.extend(terms.text(*value).cloned()),
                Known::Nothing => {}
            }
        }
        let bound = |index: usize| -> Checked<Option<u64>> {
            match terms.indices(term).get(index).map(Int::to_usize) {
                Some(Some(bound)) if bound <= u32::MAX as usize => Ok(Some(bound as u64)),
                Some(_) => too_large(),
                None => Ok(None),
            }
        };
        let regexes = &mut self.regexes;
        let first = parts.first().copied().unwrap_or(NONE);
        let regex = match op {
            Op::StrToRe => regexes.word(texts.first().map_or(&[][..], |word| word))?,
            Op::ReNone => NONE,
            Op::ReAll => ALL,
            Op::ReAllChar => ANY,
            Op::ReConcat => {
                let mut result = EMPTY;
                for part in parts.iter().rev() {
                    result = regexes.concat(*part, result)?;
                }
                result
            }
            Op::ReUnion => regexes.union(&parts)?,
            Op::ReInter => regexes.inter(&parts)?,
            Op::ReStar => regexes.star(first)?,
            Op::RePlus => {
                let star = regexes.star(first)?;
                regexes.concat(first, star)?
            }
            Op::ReOpt => regexes.union(&[EMPTY, first])?,
            Op::ReComp => regexes.not(first)?,
            Op::ReDiff => {
                let mut kept = vec![first];
                for part in parts.iter().skip(1) {
                    kept.push(regexes.not(*part)?);
                }
                regexes.inter(&kept)?
            }
            Op::ReRange => match texts.as_slice() {
                [low, high] if low.len() == 1 && high.len() == 1 && low[0] <= high[0] => {
                    regexes.set(vec![(low[0], high[0])])?
                }
                _ => NONE,
            },
            Op::RePower => {
                let count = bound(0)?.unwrap_or(0);
                regexes.repeat(first, count, Some(count))?
            }
            Op::ReLoop => regexes.repeat(first, bound(0)?.unwrap_or(0), bound(1)?)?,
            // A choice between languages is not understood.
            _ => return Ok(Known::Nothing),
        };
        budget.spend(std::mem::take(&mut self.regexes.work))?;
        Ok(Known::Regex(regex))
    }

    /// Operators on a string and a language.
    fn matching(
        &mut self,
        op: Op,
        regex: Regex,
        values: &[Value],
        budget: &mut Budget,
    ) -> Checked<Option<Value>> {
        Ok(match (op, values) {
            (Op::InRe, [Value::Text(word)]) => Some(Value::Bool(self.regexes.has(regex, word, budget)?)),
            (Op::ReplaceRe, [Value::Text(word), Value::Text(new)]) => {
                let found = self.first_match(regex, word, 0, true, budget)?;
                let spans: Vec<_> = found.into_iter().collect();
                Some(Value::Text(words::replace_spans(word, &spans, new, budget)?.into()))
            }
            (Op::ReplaceReAll, [Value::Text(word), Value::Text(new)]) => {
                let (mut spans, mut from) = (Vec::new(), 0);
                while let Some((start, end)) = self.first_match(regex, word, from, false, budget)? {
                    spans.push((start, end));
                    from = end;
                }
                Some(Value::Text(words::replace_spans(word, &spans, new, budget)?.into()))
            }
            (Op::IndexOfRe, [Value::Text(word), Value::Int(from)]) => {
                let from = from.to_usize().filter(|from| *from <= word.len());
                let found = match from {
                    Some(from) => self.first_match(regex, word, from, true, budget)?,
                    None => None,
                };
                Some(Value::Int(words::position(found.map(|(start, _)| start))))
            }
            _ => None,
        })
    }

    /// The leftmost, then shortest, match from a position on.
    fn first_match(
        &mut self,
        regex: Regex,
        word: &[u32],
        from: usize,
        with_empty: bool,
        budget: &mut Budget,
    ) -> Checked<Option<(usize, usize)>> {
        for start in from..=word.len() {
            if with_empty && self.regexes.is_nullable(regex) {
                return Ok(Some((start, start)));
            }
            let mut state = regex;
            for (offset, c) in word.iter().enumerate().skip(start) {
                state = self.regexes.derivative(state, *c, budget)?;
                if self.regexes.is_nullable(state) {
                    return Ok(Some((start, offset + 1)));
                }
                if state == NONE {
                    break;
                }
            }
        }
        Ok(None)
    }
}

fn logic(op: Op, values: &[Value]) -> Option<Value> {
    let truths: Vec<bool> = values.iter().map(|value| *value == Value::Bool(true)).collect();
    let (last, before) = truths.split_last()?;
    Some(Value::Bool(match op {
        Op::Not => !last,
        Op::And => truths.iter().all(|truth| *truth),
        Op::Or => truths.iter().any(|truth| *truth),
        Op::Xor => truths.iter().filter(|truth| **truth).count() % 2 == 1,
        Op::Implies => *last || !before.iter().all(|truth| *truth),
        _ => return None,
    }))
}

/// A number as a fraction.
pub(crate) fn fraction(value: &Value) -> Option<Rat> {
    match value {
        Value::Int(number) => Some(Rat::from(number.clone())),
        Value::Real(number) => Some(number.clone()),
        _ => None,
    }
}

/// Operators whose first argument is a number.
fn numeric(op: Op, indices: &[Int], values: &[Value], budget: &mut Budget) -> Checked<Option<Value>> {
    budget.spend(values.len() * 16)?;
    let special = match (op, values) {
        (Op::Abs, [Value::Int(number)]) => Some(Value::Int(number.abs())),
        (Op::Mod, [Value::Int(a), Value::Int(b)]) => {
            return Ok(a.div_mod(b).map(|(_, rest)| Value::Int(rest)));
        }
        (Op::Divisible, [Value::Int(number)]) => {
            let rest = indices.first().and_then(|index| number.div_mod(index));
            rest.map(|(_, rest)| Value::Bool(rest.is_zero()))
        }
        (Op::ToReal, [Value::Int(number)]) => Some(Value::Real(Rat::from(number.clone()))),
        (Op::ToInt, [Value::Real(number)]) => Some(Value::Int(number.floor())),
        (Op::IsInt, [Value::Real(number)]) => Some(Value::Bool(number.is_whole())),
        (Op::StrFromInt, [Value::Int(number)]) => Some(Value::Text(words::from_int(number, budget)?.into())),
        (Op::FromCode, [Value::Int(code)]) => Some(Value::Text(words::from_code(code).into())),
        _ => None,
    };
    if special.is_some() {
        return Ok(special);
    }
    let numbers: Option<Vec<Rat>> = values.iter().map(fraction).collect();
    let Some(numbers) = numbers else { return Ok(None) };
    if op.is_comparison() {
        return compared(op, &numbers).map(Some);
    }
    let Some((first, rest)) = numbers.split_first() else { return Ok(None) };
    let mut result = if op == Op::Sub && rest.is_empty() { first.negated() } else { first.clone() };
    for number in rest {
        result = match op {
            Op::Add => result.plus(number)?,
            Op::Sub => result.plus(&number.negated())?,
            Op::Mul => result.times(number)?,
            Op::Over => match result.over(number)? {
                Some(quotient) => quotient,
                None => return Ok(None),
            },
            Op::Div => match result.num().div_mod(number.num()) {
                Some((quotient, _)) => Rat::from(quotient),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
    }
    let is_known = matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Over | Op::Div);
    Ok(is_known.then(|| match values.first() {
        Some(Value::Int(_)) => Value::Int(result.num().clone()),
        _ => Value::Real(result),
    }))
}

/// A chain of comparisons.
fn compared(op: Op, numbers: &[Rat]) -> Checked<Value> {
    for pair in numbers.windows(2) {
        let order = pair[0].compare(&pair[1])?;
        let holds = match op {
            Op::Le => order.is_le(),
            Op::Lt => order.is_lt(),
            Op::Ge => order.is_ge(),
            _ => order.is_gt(),
        };
        if !holds {
            return Ok(Value::Bool(false));
        }
    }
    Ok(Value::Bool(true))
}

/// Operators whose first argument is a string, without languages.
fn textual(op: Op, values: &[Value], budget: &mut Budget) -> Checked<Option<Value>> {
    let texts: Option<Vec<&[u32]>> = values
        .iter()
        .map(|value| match value {
            Value::Text(word) => Some(&**word),
            _ => None,
        })
        .collect();
    if let Some(texts) = texts {
        return of_texts(op, &texts, budget);
    }
    Ok(match (op, values) {
        (Op::At, [Value::Text(word), Value::Int(at)]) => {
            Some(Value::Text(words::substr(word, at, &Int::from(1)).into()))
        }
        (Op::Substr, [Value::Text(word), Value::Int(start), Value::Int(count)]) => {
            Some(Value::Text(words::substr(word, start, count).into()))
        }
        (Op::IndexOf, [Value::Text(word), Value::Text(pattern), Value::Int(from)]) => {
            let found = match from.to_usize() {
                Some(from) => words::find(word, pattern, from, budget)?,
                None => None,
            };
            Some(Value::Int(words::position(found)))
        }
        (Op::Update, [Value::Text(word), Value::Int(start), Value::Text(new)]) => {
            Some(Value::Text(words::update(word, start, new).into()))
        }
        _ => None,
    })
}

/// Operators whose arguments are all strings.
fn of_texts(op: Op, texts: &[&[u32]], budget: &mut Budget) -> Checked<Option<Value>> {
    let text = |word: Vec<u32>| Some(Value::Text(word.into()));
    let truth = |holds: bool| Some(Value::Bool(holds));
    Ok(match (op, texts) {
        (Op::Concat, _) => text(words::join(texts, budget)?),
        (Op::StrLt, _) => truth(texts.windows(2).all(|pair| pair[0] < pair[1])),
        (Op::StrLe, _) => truth(texts.windows(2).all(|pair| pair[0] <= pair[1])),
        (Op::Length, [word]) => Some(Value::Int(Int::from(word.len()))),
        (Op::PrefixOf, [part, word]) => truth(word.starts_with(part)),
        (Op::SuffixOf, [part, word]) => truth(word.ends_with(part)),
        (Op::Contains, [word, part]) => truth(words::find(word, part, 0, budget)?.is_some()),
        (Op::Replace, [word, pattern, new]) => {
            let found = words::find(word, pattern, 0, budget)?;
            let spans: Vec<_> = found.into_iter().map(|start| (start, start + pattern.len())).collect();
            text(words::replace_spans(word, &spans, new, budget)?)
        }
        (Op::ReplaceAll, [word, pattern, new]) => {
            let spans = words::occurrences(word, pattern, budget)?;
            text(words::replace_spans(word, &spans, new, budget)?)
        }
        (Op::IsDigit, [word]) => truth(word.len() == 1 && words::is_digit(word[0])),
        (Op::ToCode, [word]) => Some(Value::Int(match word {
            [only] => Int::from(*only as usize),
            _ => Int::from(-1),
        })),
        (Op::StrToInt, [word]) => Some(Value::Int(words::to_int(word)?)),
        (Op::Rev, [word]) => text(word.iter().rev().copied().collect()),
        (Op::ToLower, [word]) => text(word.iter().map(|c| words::lower(*c)).collect()),
        (Op::ToUpper, [word]) => text(word.iter().map(|c| words::upper(*c)).collect()),
        (Op::LastIndexOf, [word, pattern]) => {
            Some(Value::Int(words::position(words::find_last(word, pattern, budget)?)))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests;
