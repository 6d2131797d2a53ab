//! What a formula says of a concatenation.
//!
//! Enters: a conjunct. Leaves: a membership, or an equation between two concatenations. Combinations of
//! statements about one concatenation are combinations of languages.

use rustc_hash::FxHashMap;
use tress_automata::Regex;
use tress_base::{Budget, Rational};

use super::definitions::Equation;
use super::pieces::{Piece, as_word};
use super::{Member, Trouble, Why};
use tress_term::eval::Evaluator;
use tress_term::term::{Op, Sort, Term, TermStore, Value, is_ground, post_order_where, sum_of};

/// What a conjunct says.
pub(super) enum Statement {
    Member(Member),
    Equation(Equation),
}

/// A truth value, or a membership.
#[derive(Clone, PartialEq, Eq)]
enum Says {
    Truth(bool),
    In(Vec<Piece>, Regex),
}

/// Reads formulas of one store.
pub(super) struct Reader<'a> {
    pub(super) store: &'a TermStore,
    pub(super) evaluator: &'a mut Evaluator,
    pub(super) budget: &'a Budget,
}

/// The conjuncts of a formula, each with its truth.
#[must_use]
pub fn conjuncts(store: &TermStore, formula: Term) -> Vec<(Term, bool)> {
    let mut found = Vec::new();
    let mut open = vec![(formula, true)];
    while let Some((term, holds)) = open.pop() {
        let args = store.args(term);
        match (store.op(term), holds) {
            (Some(Op::Not), _) => open.push((args[0], !holds)),
            (Some(Op::And), true) | (Some(Op::Or), false) => {
                open.extend(args.iter().rev().map(|arg| (*arg, holds)));
            }
            (Some(Op::Implies), false) => {
                let last = args.len() - 1;
                open.extend(args.iter().enumerate().rev().map(|(index, arg)| (*arg, index < last)));
            }
            _ => found.push((term, holds)),
        }
    }
    found
}

/// Is it made of formulas by a connective that is allowed here?
fn is_connective(store: &TermStore, term: Term) -> bool {
    match store.op(term) {
        Some(Op::Not | Op::And | Op::Or | Op::Implies | Op::Xor) => true,
        Some(Op::Ite) => store.sort(term) == Sort::Bool,
        Some(Op::Eq | Op::Distinct) => {
            store.args(term).len() == 2 && store.sort(store.args(term)[0]) == Sort::Bool
        }
        _ => false,
    }
}

impl Reader<'_> {
    /// What a conjunct says, when it holds or when it does not.
    pub(super) fn statement(&mut self, term: Term, holds: bool) -> Result<Statement, Trouble> {
        if holds
            && self.store.op(term) == Some(Op::Eq)
            && let [a, b] = *self.store.args(term)
            && self.store.sort(a) == Sort::String
        {
            return Ok(Statement::Equation((self.pieces(a)?, self.pieces(b)?)));
        }
        Ok(Statement::Member(match self.says(term)? {
            Says::Truth(truth) => {
                Member { pieces: Vec::new(), language: Regex::EPSILON, holds: truth == holds }
            }
            Says::In(pieces, language) => Member { pieces, language, holds },
        }))
    }

    /// What a formula says that may be a combination.
    fn says(&mut self, root: Term) -> Result<Says, Trouble> {
        let store = self.store;
        if !is_connective(store, root) {
            return self.atom(root);
        }
        let mut known: FxHashMap<Term, Says> = FxHashMap::default();
        for term in post_order_where(store, &[root], |term| is_connective(store, term)) {
            for arg in store.args(term) {
                if !known.contains_key(arg) {
                    let says = self.atom(*arg)?;
                    known.insert(*arg, says);
                }
            }
            let says = self.combine(term, &known)?;
            known.insert(term, says);
        }
        known.remove(&root).ok_or_else(|| Trouble::new(root, Why::Other))
    }

    /// The combination of what the arguments say.
    fn combine(&mut self, term: Term, known: &FxHashMap<Term, Says>) -> Result<Says, Trouble> {
        let args: Vec<&Says> = self.store.args(term).iter().filter_map(|arg| known.get(arg)).collect();
        let about = args.iter().find_map(|says| match says {
            Says::In(pieces, _) => Some(pieces.clone()),
            Says::Truth(_) => None,
        });
        let mut languages = Vec::with_capacity(args.len());
        for says in args {
            languages.push(match says {
                Says::Truth(true) => Regex::ALL,
                Says::Truth(false) => Regex::NONE,
                Says::In(pieces, language) if Some(pieces) == about.as_ref() => *language,
                Says::In(..) => return Err(Trouble::new(term, Why::Mixed)),
            });
        }
        let language = self.combined(self.store.op(term), &languages);
        // Without a concatenation all arguments are truth values, and so is the whole.
        Ok(match about {
            Some(pieces) => Says::In(pieces, language),
            None => Says::Truth(language == Regex::ALL),
        })
    }

    /// The words for which the connective holds.
    fn combined(&mut self, op: Option<Op>, languages: &[Regex]) -> Regex {
        let store = self.evaluator.regexes_mut();
        match (op, languages) {
            (Some(Op::Not), [a]) => store.complement(*a),
            (Some(Op::And), all) => store.inter(all),
            (Some(Op::Or), all) => store.union(all),
            (Some(Op::Implies), [before @ .., last]) => {
                let mut members: Vec<Regex> = before.iter().map(|r| store.complement(*r)).collect();
                members.push(*last);
                store.union(&members)
            }
            (Some(Op::Ite), [condition, then, other]) => {
                let then = store.inter(&[*condition, *then]);
                let other = store.diff(*other, *condition);
                store.union(&[then, other])
            }
            (Some(op), all) => {
                let mut differ = Regex::NONE;
                for r in all {
                    let (only, other) = (store.diff(differ, *r), store.diff(*r, differ));
                    differ = store.union(&[only, other]);
                }
                if op == Op::Eq { store.complement(differ) } else { differ }
            }
            (None, _) => Regex::NONE,
        }
    }

    /// What a formula says that is no combination.
    fn atom(&mut self, term: Term) -> Result<Says, Trouble> {
        let store = self.store;
        if is_ground(store, term) {
            return match self.value(term, Why::Other)? {
                Value::Bool(truth) => Ok(Says::Truth(truth)),
                _ => Err(Trouble::new(term, Why::Other)),
            };
        }
        match (store.op(term), store.args(term)) {
            (Some(Op::InRe), &[subject, language]) => {
                let pieces = self.pieces(subject)?;
                match self.value(language, Why::NoConstant)? {
                    Value::Regex(language) => Ok(Says::In(pieces, language)),
                    _ => Err(Trouble::new(term, Why::NoConstant)),
                }
            }
            (Some(Op::Eq | Op::Distinct), &[a, b]) if store.sort(a) == Sort::String => {
                let (a, b) = (self.pieces(a)?, self.pieces(b)?);
                let (pieces, word) = match (as_word(&a), as_word(&b)) {
                    (Some(word), _) => (b.clone(), word),
                    (_, Some(word)) => (a.clone(), word),
                    _ => return Err(Trouble::new(term, Why::NoDefinition)),
                };
                let regexes = self.evaluator.regexes_mut();
                let mut language = regexes.long_word(word, self.budget)?;
                if store.op(term) == Some(Op::Distinct) {
                    language = regexes.complement(language);
                }
                Ok(Says::In(pieces, language))
            }
            (Some(Op::PrefixOf), &[word, subject]) => self.around(term, subject, word, false, true),
            (Some(Op::SuffixOf), &[word, subject]) => self.around(term, subject, word, true, false),
            (Some(Op::Contains), &[subject, word]) => self.around(term, subject, word, true, true),
            (Some(Op::Eq | Op::Distinct | Op::Le | Op::Lt | Op::Ge | Op::Gt), &[a, b])
                if store.sort(a).is_numeric() =>
            {
                self.length(term, a, b)
            }
            _ => Err(Trouble::new(term, Why::Other)),
        }
    }

    /// A constant word stands in a concatenation, with anything before or behind it.
    fn around(
        &mut self,
        term: Term,
        subject: Term,
        word: Term,
        before: bool,
        behind: bool,
    ) -> Result<Says, Trouble> {
        let pieces = self.pieces(subject)?;
        let word = self.pieces(word)?;
        let word = as_word(&word).ok_or_else(|| Trouble::new(term, Why::NoConstant))?;
        let regexes = self.evaluator.regexes_mut();
        let word = regexes.long_word(word, self.budget)?;
        let anything = |wanted: bool| if wanted { Regex::ALL } else { Regex::EPSILON };
        let language = regexes.concat(&[anything(before), word, anything(behind)]);
        Ok(Says::In(pieces, language))
    }

    /// Lengths, all added or all subtracted, compare with a number: their strings behind each other have such
    /// a length.
    fn length(&mut self, term: Term, a: Term, b: Term) -> Result<Says, Trouble> {
        let store = self.store;
        let sum = sum_of(store, &[(a, Rational::ONE), (b, -Rational::ONE)]);
        let Some((_, factor)) = sum.parts.first().cloned() else {
            return Err(Trouble::new(term, Why::Other));
        };
        let mut pieces = Vec::new();
        for (part, coefficient) in &sum.parts {
            let (Some(Op::Length), &[string]) = (store.op(*part), store.args(*part)) else {
                return Err(Trouble::new(term, Why::Other));
            };
            if *coefficient != factor {
                return Err(Trouble::new(term, Why::Other));
            }
            for piece in self.pieces(string)? {
                super::pieces::push(&mut pieces, piece);
            }
        }
        // The comparison is `length ? limit`, the other way round when the factor is negative.
        let Some(limit) = (-&sum.constant).checked_div(&factor) else {
            return Err(Trouble::new(term, Why::Other));
        };
        let turned = factor.is_negative();
        let language = self.lengths(term, store.op(term), turned, &limit)?;
        Ok(Says::In(pieces, language))
    }

    /// The words whose length compares with a number.
    fn lengths(
        &mut self,
        term: Term,
        op: Option<Op>,
        turned: bool,
        limit: &Rational,
    ) -> Result<Regex, Trouble> {
        let (below, above) = (limit.floor(), limit.ceil());
        // The least length and the length after the greatest.
        let one = tress_base::Int::ONE;
        let (least, end) = match (op, turned) {
            (Some(Op::Eq | Op::Distinct), _) => (above, Some(&below + &one)),
            (Some(Op::Le), false) | (Some(Op::Ge), true) => (tress_base::Int::ZERO, Some(&below + &one)),
            (Some(Op::Lt), false) | (Some(Op::Gt), true) => (tress_base::Int::ZERO, Some(above)),
            (Some(Op::Ge), false) | (Some(Op::Le), true) => (above, None),
            _ => (&below + &one, None),
        };
        let number = |value: &tress_base::Int| {
            let value = if value.is_negative() { Some(0) } else { value.to_usize() };
            value.map(|value| value as u64).ok_or_else(|| Trouble::new(term, Why::TooLarge))
        };
        let least = number(&least)?;
        let regexes = self.evaluator.regexes_mut();
        let any = regexes.any_char();
        let language = match end.as_ref().map(number).transpose()? {
            Some(end) if end <= least => Regex::NONE,
            Some(end) => regexes.repeat(any, least, Some(end - 1)),
            None => regexes.repeat(any, least, None),
        };
        Ok(if op == Some(Op::Distinct) { regexes.complement(language) } else { language })
    }
}
