//! The values of Skolem symbols under a model: what their roles mean. For checks of everything.

use tress_base::{Budget, Int, Rational};
use tress_rewrite::env::Env;
use tress_term::eval::EvalError;
use tress_term::model::Model;
use tress_term::term::{Op, Sort, Term, Value};

use crate::limits::{SKOLEM_CHARACTERS, SKOLEM_CHOICES, SKOLEM_SEARCHED, SKOLEM_STEPS};

/// The value of a symbol, by its role and the terms it belongs to. `None` if the role leaves a choice, or the
/// terms have no values.
pub(super) fn value(role: &str, of: &[Term], model: &Model, env: &mut Env<'_>) -> Option<Value> {
    let mut parts = Parts { model, env };
    let word = |word: Vec<u32>| Some(Value::Str(word.into()));
    match (role, of) {
        ("copies" | "times" | "lattice-steps" | "lattice-rests" | "times-replaced" | "taken-out", _) => {
            parts.number_value(role, of).map(Value::Int)
        }
        ("common-front" | "goes-on" | "low-letter" | "high-letter" | "after-low" | "after-high", [less]) => {
            word(parts.order_part(role, *less)?)
        }
        ("before-match" | "match" | "after-match", [term]) => word(parts.match_part(role, *term)?),
        (role, [class, period]) if role.starts_with("cut-") => word(parts.cut_part(role, *class, *period)?),
        (_, [term]) => word(parts.part_of_application(role, *term)?),
        _ => word(parts.part_of_string(role, of)?),
    }
}

struct Parts<'a, 'e> {
    model: &'a Model,
    env: &'a mut Env<'e>,
}

/// The part of a string from one position to another, as far as there is one.
fn cut(word: &[u32], from: i64, to: i64) -> Vec<u32> {
    let end = |position: i64| usize::try_from(position.max(0)).unwrap_or(0).min(word.len());
    let (from, to) = (end(from), end(to));
    word.get(from..to.max(from)).unwrap_or_default().to_vec()
}

fn find(word: &[u32], part: &[u32]) -> Option<usize> {
    (0..=word.len().checked_sub(part.len())?).find(|start| word[*start..].starts_with(part))
}

fn length(word: &[u32]) -> i64 {
    word.len() as i64
}

impl Parts<'_, '_> {
    fn value(&mut self, term: Term) -> Option<Value> {
        let budget = self.env.budget;
        let value = SKOLEM_STEPS.share(budget, || match self.env.eval(term, self.model) {
            Ok(value) => Ok(Some(value)),
            Err(EvalError::Stop(stop)) => Err(stop),
            Err(_) => Ok(None),
        });
        value.ok().flatten().flatten()
    }

    fn word(&mut self, term: Term) -> Option<Vec<u32>> {
        match self.value(term)? {
            Value::Str(word) if !SKOLEM_CHARACTERS.is_exceeded(word.len(), self.env.budget) => {
                Some(word.to_vec())
            }
            _ => None,
        }
    }

    fn int(&mut self, term: Term) -> Option<Int> {
        match self.value(term)? {
            Value::Int(number) => Some(number),
            _ => None,
        }
    }

    /// A number as far as positions go.
    fn position(&mut self, term: Term) -> Option<i64> {
        let number = self.int(term)?;
        let far = i64::from(i32::MAX);
        Some(number.to_i64().unwrap_or(if number.is_negative() { -far } else { far }).clamp(-far, far))
    }

    fn args(&self, term: Term) -> Vec<Term> {
        self.env.store.args(term).to_vec()
    }

    /// Parts of strings, by the strings.
    fn part_of_string(&mut self, role: &str, of: &[Term]) -> Option<Vec<u32>> {
        let s = self.word(*of.first()?)?;
        let all = length(&s);
        Some(match (role, of) {
            ("after-part", [_, i, n]) => cut(&s, self.position(*i)?.saturating_add(self.position(*n)?), all),
            ("front-of", [_, i]) => cut(&s, 0, self.position(*i)?),
            ("after", [_, i]) => cut(&s, self.position(*i)?, all),
            ("before-last", [_, i]) => cut(&s, 0, all - self.position(*i)?),
            ("after-copy", [_, copy]) => cut(&s, length(&self.word(*copy)?), all),
            ("before-first" | "after-first", [_, t]) => {
                let t = self.word(*t)?;
                let start = find(&s, &t).unwrap_or(0) as i64;
                if role == "before-first" { cut(&s, 0, start) } else { cut(&s, start + length(&t), all) }
            }
            (_, [_, b]) if role.ends_with("prefix") || role.ends_with("suffix") => {
                let b = self.word(*b)?;
                let rest = length(&b) - all;
                match role {
                    "as-long-as-prefix" => cut(&b, 0, all),
                    "after-prefix" => cut(&b, all, length(&b)),
                    "as-long-as-suffix" => cut(&b, rest, length(&b)),
                    "before-suffix" => cut(&b, 0, rest),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// Parts of the arguments of a function, by its application.
    fn part_of_application(&mut self, role: &str, term: Term) -> Option<Vec<u32>> {
        let args = self.args(term);
        let s = self.word(*args.first()?)?;
        let all = length(&s);
        Some(match role {
            "before-part" | "skipped" => {
                cut(&s, 0, self.position(*args.get(if role == "skipped" { 2 } else { 1 })?)?)
            }
            "after-skipped" => cut(&s, self.position(args[2])?, all),
            "before-some" | "after-some" => {
                let t = self.word(args[1])?;
                let start = find(&s, &t).unwrap_or(0) as i64;
                if role == "before-some" { cut(&s, 0, start) } else { cut(&s, start + length(&t), all) }
            }
            "blanks-before" | "blanks-after" => {
                let is_blank = |letter: &&u32| **letter <= u32::from(' ');
                let before = s.iter().take_while(is_blank).count();
                let after = s[before..].iter().rev().take_while(is_blank).count();
                if role == "blanks-before" { s[..before].to_vec() } else { s[s.len() - after..].to_vec() }
            }
            "after-sign" => cut(&s, 1, all),
            "updated-away" | "after-update" | "updated-to" | "unused-update" => {
                let (i, t) = (self.position(args[1])?, self.word(args[2])?);
                match role {
                    "updated-away" => cut(&s, i, i + length(&t)),
                    "after-update" => cut(&s, i + length(&t), all),
                    "updated-to" => cut(&t, 0, all - i),
                    _ => cut(&t, all - i, length(&t)),
                }
            }
            "before-last-occurrence"
            | "after-last-occurrence"
            | "letter-of-last"
            | "after-letter-of-last" => {
                let (start, t) = (self.position(term)?, self.word(args[1])?);
                match role {
                    "before-last-occurrence" => cut(&s, 0, start),
                    "after-last-occurrence" => cut(&s, start + length(&t), all),
                    "letter-of-last" => cut(&s, start, start + 1),
                    _ => cut(&s, start + 1, all),
                }
            }
            "match-in-front" | "after-match-in-front" => {
                let end = self.matches(&s, args[1], 0)?.last().copied().unwrap_or(0);
                if role == "match-in-front" { s[..end].to_vec() } else { s[end..].to_vec() }
            }
            _ => return None,
        })
    }

    /// The parts of two strings of which one is before the other.
    fn order_part(&mut self, role: &str, less: Term) -> Option<Vec<u32>> {
        let args = self.args(less);
        let (x, y) = (self.word(args[0])?, self.word(args[1])?);
        let front = x.iter().zip(&y).take_while(|(a, b)| a == b).count() as i64;
        let (low, high) = (length(&x), length(&y));
        Some(match role {
            "common-front" => cut(&x, 0, front),
            "goes-on" => cut(&y, low, high),
            "low-letter" => cut(&x, front, front + 1),
            "high-letter" => cut(&y, front, front + 1),
            "after-low" => cut(&x, front + 1, low),
            _ => cut(&y, front + 1, high),
        })
    }

    /// The cut of a period where a string that repeats it ends.
    fn cut_part(&mut self, role: &str, class: Term, period: Term) -> Option<Vec<u32>> {
        let (x, w) = (self.word(class)?, self.word(period)?);
        let (all, full) = (length(&x), length(&w));
        let last = if full == 0 { 0 } else { all % full };
        Some(match role {
            "cut-last-left" => cut(&w, 0, last),
            "cut-rest-left" => cut(&w, last, full),
            "cut-turns-left" => cut(&x, last, all),
            "cut-last-right" => cut(&w, full - last, full),
            "cut-rest-right" => cut(&w, 0, full - last),
            "cut-turns-right" => cut(&x, 0, all - last),
            _ => return None,
        })
    }

    /// The ends of the matches that begin at a position.
    fn matches(&mut self, word: &[u32], language: Term, start: usize) -> Option<Vec<usize>> {
        if SKOLEM_SEARCHED.is_exceeded(word.len(), self.env.budget) {
            return None;
        }
        let mut ends = Vec::new();
        for end in start..=word.len() {
            let part = self.env.store.word(&word[start..end]);
            let member = self.env.app(Op::InRe, &[part, language]);
            match self.value(member)? {
                Value::Bool(true) => ends.push(end),
                Value::Bool(false) => {}
                _ => return None,
            }
        }
        Some(ends)
    }

    /// The first match that is not empty.
    fn first_match(&mut self, word: &[u32], language: Term, longest: bool) -> Option<Option<(usize, usize)>> {
        for start in 0..word.len() {
            let ends = self.matches(word, language, start)?;
            let mut ends = ends.into_iter().filter(|end| *end > start);
            if let Some(end) = if longest { ends.next_back() } else { ends.next() } {
                return Some(Some((start, end)));
            }
        }
        Some(None)
    }

    /// The parts of a string around the first match of a pattern.
    fn match_part(&mut self, role: &str, term: Term) -> Option<Vec<u32>> {
        let args = self.args(term);
        let op = self.env.store.op(term)?;
        let mut s = self.word(args[0])?;
        if op == Op::IndexOfRe {
            s = cut(&s, self.position(args[2])?, length(&s));
        }
        let longest = matches!(op, Op::ReplaceReLongest | Op::ReplaceReLongestAll);
        let (start, end) = self.first_match(&s, args[1], longest)?.unwrap_or((0, 0));
        Some(match role {
            "before-match" => s[..start].to_vec(),
            "match" => s[start..end].to_vec(),
            _ => s[end..].to_vec(),
        })
    }

    /// Numbers that rules have made.
    fn number_value(&mut self, role: &str, of: &[Term]) -> Option<Int> {
        match (role, of) {
            ("copies", [subject, word]) => {
                let (all, one) = (length(&self.word(*subject)?), length(&self.word(*word)?));
                Some(Int::from(all.checked_div(one).unwrap_or(0)))
            }
            ("times", [number, _, high, period]) => {
                let [number, high, period] = [self.int(*number)?, self.int(*high)?, self.int(*period)?];
                let beyond = -(Rational::from(high - number) / Rational::from(period)).floor();
                Some(if beyond.is_negative() { Int::ZERO } else { beyond })
            }
            (_, [subject]) => {
                let (times, taken) = self.replaced(*subject)?;
                Some(Int::from(if role == "times-replaced" { times } else { taken }))
            }
            (_, [input, output, numbers @ ..]) => {
                let input = self.position(*input)?;
                let output = self.position(*output)?;
                let numbers: Option<Vec<i64>> = numbers.iter().map(|number| self.position(*number)).collect();
                let (steps, rests) = lattice(input, output, &numbers?, self.env.budget)?;
                Some(Int::from(if role == "lattice-steps" { steps } else { rests }))
            }
            _ => None,
        }
    }

    /// How often a function replaces something, and how many characters it takes out.
    fn replaced(&mut self, subject: Term) -> Option<(i64, i64)> {
        let args = self.args(subject);
        let op = self.env.store.op(subject)?;
        let mut rest = self.word(args[0])?;
        let once = matches!(op, Op::Replace | Op::ReplaceRe);
        let (mut times, mut taken) = (0, 0);
        loop {
            let found = if self.env.store.sort(args[1]) == Sort::String {
                let old = self.word(args[1])?;
                find(&rest, &old).map(|start| (start, start + old.len()))
            } else {
                self.first_match(&rest, args[1], false)?
            };
            let Some((start, end)) = found.filter(|(start, end)| start < end) else { break };
            times += 1;
            taken += (end - start) as i64;
            rest.drain(..end);
            if once {
                break;
            }
        }
        Some((times, taken))
    }
}

/// How a pair of lengths is reached on a lattice: `base + steps * step + rests * (0, rest)`.
fn lattice(input: i64, output: i64, numbers: &[i64], budget: &Budget) -> Option<(i64, i64)> {
    let [base_in, base_out, step_in, step_out, rest] = *numbers else { return None };
    let (input, output) = (input - base_in, output - base_out);
    let on = |steps: i64| {
        let left = output - step_out * steps;
        let rests = if rest == 0 { 0 } else { left / rest };
        (step_in * steps == input && rest * rests == left).then_some((steps, rests))
    };
    if step_in != 0 {
        return on(input / step_in);
    }
    let most = i64::try_from(SKOLEM_CHOICES.most(budget)).unwrap_or(i64::MAX);
    SKOLEM_CHOICES.note_missing((0..most).flat_map(|steps| [steps, -steps]).find_map(on), budget)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_outside_of_a_string_are_empty() {
        assert_eq!(cut(&[1, 2, 3], 1, 2), [2]);
        assert_eq!(cut(&[1, 2, 3], -1, 9), [1, 2, 3]);
        assert!(cut(&[1, 2, 3], 2, 1).is_empty());
        assert_eq!(find(&[1, 2, 1, 3], &[1, 3]), Some(2));
        assert_eq!(find(&[1], &[1, 3]), None);
    }

    #[test]
    fn a_lattice_is_solved() {
        let budget = Budget::unlimited();
        assert_eq!(lattice(7, 12, &[1, 2, 3, 4, 2], &budget), Some((2, 1)));
        assert_eq!(lattice(1, 9, &[1, 2, 0, 4, 3], &budget), Some((1, 1)));
        assert_eq!(lattice(2, 9, &[1, 2, 0, 4, 3], &budget), None);
    }
}
