//! What a conjunction says of words: languages of single variables, equations and negated predicates between
//! concatenations, and sums of lengths and numbers.
//!
//! Enters: literals. Leaves: a [`Reading`]. What is not readable is left out; then only a conflict is an answer.

use rustc_hash::FxHashMap;
use tress_automata::Regex;
use tress_automata::nfa::Nfa;
use tress_base::{Int, Stop};

use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, Sum, SymbolId, Term};

use super::conjunction::{Conjunction, Constraint, Literal};
use super::formulas::{apart, at_most, below, equal, sum, unknown};

/// A part of a concatenation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    /// The value of the variable with this number.
    Variable(usize),
    /// These characters, at least one.
    Word(Vec<u32>),
}

/// A predicate that must not hold of two concatenations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// They are not equal.
    Differ,
    /// The first is no prefix of the second.
    NotPrefix,
    /// The first is no suffix of the second.
    NotSuffix,
    /// The first does not occur in the second.
    NotWithin,
}

/// A negated predicate, and the literals it comes from.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) kind: Kind,
    pub(super) needle: Vec<Part>,
    pub(super) hay: Vec<Part>,
    pub(super) origins: Vec<u32>,
}

/// Two concatenations that are equal, and the literal that says so.
#[derive(Clone, Debug)]
pub(super) struct Equation {
    pub(super) sides: [Vec<Part>; 2],
    pub(super) origin: u32,
}

/// A variable and the languages it is in.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// None for a piece of another variable, and for a concatenation that has a name.
    pub(super) symbol: Option<SymbolId>,
    pub(super) languages: Vec<Regex>,
    /// The literals that say so.
    pub(super) origins: Vec<u32>,
    /// What spells it, when it was taken to pieces; then it occurs nowhere else.
    pub(super) pieces: Option<Vec<Part>>,
}

impl Variable {
    /// The minimal automaton of all its languages; none when it is too large.
    pub(super) fn automaton(&self, env: &mut Env<'_>, most_states: usize) -> Result<Option<Nfa>, Stop> {
        let language = match self.languages.as_slice() {
            [] => Regex::ALL,
            languages => env.regexes().inter(languages),
        };
        let (regexes, budget) = (env.evaluator.regexes_mut(), env.budget);
        match Nfa::from_regex(regexes, language, most_states, budget)? {
            Some(nfa) => nfa.minimize(most_states, budget),
            None => Ok(None),
        }
    }

    pub(super) fn new(symbol: Option<SymbolId>) -> Self {
        Self { symbol, languages: Vec::new(), origins: Vec::new(), pieces: None }
    }
}

/// How a sum compares with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compared {
    AtMost,
    Below,
    Equal,
    Unequal,
}

/// A sum of lengths and numbers.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    /// Lengths of concatenations.
    pub(super) lengths: Vec<(Vec<Part>, Int)>,
    /// Terms of sort Int that are not looked into.
    pub(super) numbers: Vec<(Term, Int)>,
    pub(super) constant: Int,
    pub(super) compared: Compared,
    pub(super) origins: Vec<u32>,
}

impl Linear {
    /// The comparison as a formula, with these lengths of variables. A new number stands for what is not looked into.
    pub(super) fn formula(
        &self,
        env: &mut Env<'_>,
        lengths: &[Term],
        opaque: &mut FxHashMap<Term, Term>,
    ) -> Term {
        let mut parts = vec![env.store.int(self.constant.clone())];
        for (side, factor) in &self.lengths {
            let (length, factor) = (length_of(env, side, lengths), env.store.int(factor.clone()));
            parts.push(env.app(Op::Mul, &[factor, length]));
        }
        for (number, factor) in &self.numbers {
            let number = match env.store.as_constant(*number) {
                Some(_) => *number,
                None => *opaque.entry(*number).or_insert_with(|| unknown(env, "number", Sort::Int)),
            };
            let factor = env.store.int(factor.clone());
            parts.push(env.app(Op::Mul, &[factor, number]));
        }
        let (total, zero) = (sum(env, &parts), env.store.int(0));
        match self.compared {
            Compared::AtMost => at_most(env, total, zero),
            Compared::Below => below(env, total, zero),
            Compared::Equal => equal(env, total, zero),
            Compared::Unequal => apart(env, total, zero),
        }
    }
}

/// The length of parts, one after the other, with these lengths of variables.
pub(super) fn length_of(env: &mut Env<'_>, parts: &[Part], lengths: &[Term]) -> Term {
    let part_length = |part: &Part| match part {
        Part::Variable(variable) => lengths[*variable],
        Part::Word(word) => env.store.int(word.len()),
    };
    let parts: Vec<Term> = parts.iter().map(part_length).collect();
    sum(env, &parts)
}

/// A conjunction, sorted.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) variables: Vec<Variable>,
    numbers: FxHashMap<SymbolId, usize>,
    pub(super) equations: Vec<Equation>,
    pub(super) claims: Vec<Claim>,
    pub(super) sums: Vec<Linear>,
    pub(super) truths: Vec<(SymbolId, bool)>,
    /// Was something left out?
    pub(super) is_partial: bool,
}

/// Reads a conjunction.
pub(super) fn read(env: &mut Env<'_>, conjunction: &Conjunction) -> Result<Reading, Stop> {
    let mut reading = Reading::default();
    for literal in &conjunction.literals {
        env.budget.poll()?;
        let is_read = reading.literal(env, literal)?;
        reading.is_partial |= !is_read;
    }
    Ok(reading)
}

impl Reading {
    /// The symbols that are numbers.
    pub(super) fn symbols<'r>(&'r self, env: &'r Env<'_>) -> impl Iterator<Item = SymbolId> + 'r {
        let numbers = self.sums.iter().flat_map(|sum| &sum.numbers);
        numbers.filter_map(|(term, _)| env.store.as_constant(*term))
    }

    /// Reads a literal; false when it is not readable.
    fn literal(&mut self, env: &mut Env<'_>, literal: &Literal) -> Result<bool, Stop> {
        let origin = literal.origin;
        match &literal.constraint {
            Constraint::Equation(a, b) => self.claim(env, Kind::Differ, [*a, *b], true, origin),
            Constraint::Disequality(a, b) => self.claim(env, Kind::Differ, [*a, *b], false, origin),
            Constraint::Member(string, language) => self.member(env, *string, *language, true, origin),
            Constraint::NotMember(string, language) => self.member(env, *string, *language, false, origin),
            Constraint::AtMostZero(sum, strict) => {
                let compared = if *strict { Compared::Below } else { Compared::AtMost };
                self.sum(env, sum, compared, origin)
            }
            Constraint::Zero(sum) => self.sum(env, sum, Compared::Equal, origin),
            Constraint::NotZero(sum) => self.sum(env, sum, Compared::Unequal, origin),
            Constraint::Predicate(term, holds) => self.predicate(env, *term, *holds, origin),
        }
    }

    /// The parts of a string term; none when it holds a function.
    pub(super) fn parts(&mut self, env: &Env<'_>, term: Term) -> Result<Option<Vec<Part>>, Stop> {
        let mut parts: Vec<Part> = Vec::new();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            env.budget.poll()?;
            if let Some(word) = env.word_of(term) {
                match (word.spelled(env.budget)?, parts.last_mut()) {
                    ([], _) => {}
                    (more, Some(Part::Word(word))) => word.extend_from_slice(more),
                    (more, _) => parts.push(Part::Word(more.to_vec())),
                }
            } else if let Some(symbol) = env.store.as_constant(term) {
                parts.push(Part::Variable(self.variable(symbol)));
            } else if env.store.op(term) == Some(Op::Concat) {
                stack.extend(env.store.args(term).iter().rev());
            } else {
                return Ok(None);
            }
        }
        Ok(Some(parts))
    }

    fn variable(&mut self, symbol: SymbolId) -> usize {
        *self.numbers.entry(symbol).or_insert_with(|| {
            self.variables.push(Variable::new(Some(symbol)));
            self.variables.len() - 1
        })
    }

    /// A variable is in a language.
    fn restrict(&mut self, variable: usize, language: Regex, origin: u32) {
        self.variables[variable].languages.push(language);
        self.variables[variable].origins.push(origin);
    }

    fn member(
        &mut self,
        env: &mut Env<'_>,
        string: Term,
        language: Term,
        holds: bool,
        origin: u32,
    ) -> Result<bool, Stop> {
        let Some(parts) = self.parts(env, string)? else { return Ok(false) };
        let Some(language) = env.language_of(language)? else { return Ok(false) };
        let language = if holds { language } else { env.regexes().complement(language) };
        let variable = match parts[..] {
            [Part::Variable(variable)] => variable,
            _ => self.named(parts, origin),
        };
        self.restrict(variable, language, origin);
        Ok(true)
    }

    /// A new variable that is equal to a concatenation.
    fn named(&mut self, parts: Vec<Part>, origin: u32) -> usize {
        let variable = self.fresh();
        self.equations.push(Equation { sides: [vec![Part::Variable(variable)], parts], origin });
        variable
    }

    fn fresh(&mut self) -> usize {
        self.variables.push(Variable::new(None));
        self.variables.len() - 1
    }

    fn predicate(&mut self, env: &mut Env<'_>, term: Term, holds: bool, origin: u32) -> Result<bool, Stop> {
        if let Some(symbol) = env.store.as_constant(term) {
            self.truths.push((symbol, holds));
            return Ok(true);
        }
        let (kind, sides) = match (env.store.op(term), env.store.args(term)) {
            (Some(Op::PrefixOf), [needle, hay]) => (Kind::NotPrefix, [*needle, *hay]),
            (Some(Op::SuffixOf), [needle, hay]) => (Kind::NotSuffix, [*needle, *hay]),
            (Some(Op::Contains), [hay, needle]) => (Kind::NotWithin, [*needle, *hay]),
            _ => return Ok(false),
        };
        self.claim(env, kind, sides, holds, origin)
    }

    /// A predicate that holds or not. One about a single variable and a word is a membership; others that hold are
    /// equations.
    fn claim(
        &mut self,
        env: &mut Env<'_>,
        kind: Kind,
        sides: [Term; 2],
        holds: bool,
        origin: u32,
    ) -> Result<bool, Stop> {
        if env.store.sort(sides[0]) != Sort::String {
            return Ok(false);
        }
        let [Some(needle), Some(hay)] = [self.parts(env, sides[0])?, self.parts(env, sides[1])?] else {
            return Ok(false);
        };
        let (word, variable) = match (kind, needle.as_slice(), hay.as_slice()) {
            (Kind::Differ, [Part::Variable(variable)], word) => (as_word(word), Some(*variable)),
            (_, word, [Part::Variable(variable)]) => (as_word(word), Some(*variable)),
            _ => (None, None),
        };
        if let (Some(word), Some(variable)) = (word, variable) {
            let language = env.evaluator.regexes_mut().long_word(word, env.budget)?;
            let around = match kind {
                Kind::Differ => [Regex::EPSILON, Regex::EPSILON],
                Kind::NotPrefix => [Regex::EPSILON, Regex::ALL],
                Kind::NotSuffix => [Regex::ALL, Regex::EPSILON],
                Kind::NotWithin => [Regex::ALL, Regex::ALL],
            };
            let inside = env.regexes().concat(&[around[0], language, around[1]]);
            let language = if holds { inside } else { env.regexes().complement(inside) };
            self.restrict(variable, language, origin);
        } else if holds {
            let (before, behind) = match kind {
                Kind::Differ => (false, false),
                Kind::NotPrefix => (false, true),
                Kind::NotSuffix => (true, false),
                Kind::NotWithin => (true, true),
            };
            let mut around = needle;
            if before {
                around.insert(0, Part::Variable(self.fresh()));
            }
            if behind {
                around.push(Part::Variable(self.fresh()));
            }
            if around != hay {
                self.equations.push(Equation { sides: [around, hay], origin });
            }
        } else {
            self.claims.push(Claim { kind, needle, hay, origins: vec![origin] });
        }
        Ok(true)
    }

    /// A sum that compares with zero.
    fn sum(&mut self, env: &Env<'_>, sum: &Sum, compared: Compared, origin: u32) -> Result<bool, Stop> {
        let (mut lengths, mut numbers) = (Vec::new(), Vec::new());
        let mut is_whole = true;
        for (term, factor) in &sum.parts {
            if env.store.sort(*term) != Sort::Int || !factor.is_integer() {
                return Ok(false);
            }
            let factor = factor.numerator().clone();
            let parts = match env.store.op(*term) {
                Some(Op::Length) => self.parts(env, env.store.args(*term)[0])?,
                _ => None,
            };
            match parts {
                Some(parts) => lengths.push((parts, factor)),
                None => {
                    is_whole &= env.store.as_constant(*term).is_some();
                    numbers.push((*term, factor));
                }
            }
        }
        if !sum.constant.is_integer() {
            return Ok(false);
        }
        let constant = sum.constant.numerator().clone();
        self.sums.push(Linear { lengths, numbers, constant, compared, origins: vec![origin] });
        Ok(is_whole)
    }
}

/// Parts that are one word.
fn as_word(parts: &[Part]) -> Option<&[u32]> {
    match parts {
        [] => Some(&[]),
        [Part::Word(word)] => Some(word),
        _ => None,
    }
}
