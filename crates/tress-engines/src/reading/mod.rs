//! A conjunction over concatenations: languages of single variables, equations and negated relations between
//! concatenations, and sums of lengths and numbers.
//!
//! Enters: literals. Leaves: a [`Reading`]. Literals that are not readable are left out, and the reading
//! names them; an engine may also refuse parts that it cannot use. Unless everything was used, only a
//! conflict is an answer. An engine that keeps terms asks for the [`Statement`] of each literal instead.

mod linear;
mod statement;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;
use tress_automata::Regex;
pub use tress_automata::follow::Part;
use tress_automata::nfa::Nfa;
use tress_base::{Cap, Stop};

use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, Sum, SymbolId, Term};

use crate::conjunction::{Conjunction, Literal};
pub use linear::{Linear, length_of};
pub use statement::{Compared, Relation, Statement};

/// A relation that must not hold between two concatenations, and the literals it comes from.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What must not hold.
    pub relation: Relation,
    /// The first string.
    pub needle: Vec<Part>,
    /// The second string.
    pub hay: Vec<Part>,
    /// The literals.
    pub origins: Vec<u32>,
}

/// Two concatenations that are equal, and the literal it comes from.
#[derive(Clone, Debug)]
pub struct Equation {
    /// The concatenations.
    pub sides: [Vec<Part>; 2],
    /// The literal.
    pub origin: u32,
}

/// A variable and the languages it is in.
#[derive(Clone, Debug)]
pub struct Variable {
    /// `None` for a piece of another variable, for a concatenation that has a name, and for what is around a
    /// string.
    pub symbol: Option<SymbolId>,
    /// The languages.
    pub languages: Vec<Regex>,
    /// The literal of each language.
    pub origins: Vec<u32>,
    /// What it is the concatenation of, if it was split; then it occurs nowhere else.
    pub pieces: Option<Vec<Part>>,
}

impl Variable {
    /// A variable in any language.
    #[must_use]
    pub fn new(symbol: Option<SymbolId>) -> Self {
        Self { symbol, languages: Vec::new(), origins: Vec::new(), pieces: None }
    }

    /// The intersection of all its languages.
    pub fn language(&self, env: &mut Env<'_>) -> Regex {
        env.regexes().inter(&self.languages)
    }

    /// The minimal automaton of all its languages. `None` if it has more states than the cap allows.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn automaton(&self, env: &mut Env<'_>, states: &Cap) -> Result<Option<Nfa>, Stop> {
        let language = match self.languages.as_slice() {
            [] => Regex::ALL,
            languages => env.regexes().inter(languages),
        };
        let (regexes, budget) = (env.evaluator.regexes_mut(), env.budget);
        let most = states.most(budget) as usize;
        let small = match Nfa::from_regex(regexes, language, most, budget)? {
            Some(nfa) => nfa.minimize(most, budget)?,
            None => None,
        };
        if small.is_none() {
            budget.hit(states.name());
        }
        Ok(small)
    }
}

/// A conjunction, sorted.
#[derive(Default)]
pub struct Reading {
    /// The variables; parts of concatenations number them.
    pub variables: Vec<Variable>,
    numbers: FxHashMap<SymbolId, usize>,
    /// Equations; none is between a single variable and a word.
    pub equations: Vec<Equation>,
    /// Negated relations; none is about a single variable and a word.
    pub claims: Vec<Claim>,
    /// Comparisons of sums.
    pub sums: Vec<Linear>,
    /// Values of symbols of sort Bool.
    pub truths: Vec<(SymbolId, bool)>,
    /// The indices of literals that were left out.
    pub leftovers: Vec<usize>,
    /// Is there a leftover, or a sum of numbers that were not looked into?
    pub is_partial: bool,
}

/// Reads a conjunction.
///
/// # Errors
/// When the budget is used up.
pub fn read(env: &mut Env<'_>, conjunction: &Conjunction) -> Result<Reading, Stop> {
    let mut reading = Reading::default();
    reading.add(env, conjunction)?;
    Ok(reading)
}

impl Reading {
    /// Reads a conjunction, besides what was read before.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn add(&mut self, env: &mut Env<'_>, conjunction: &Conjunction) -> Result<(), Stop> {
        for (index, literal) in conjunction.literals.iter().enumerate() {
            env.budget.poll()?;
            if !self.literal(env, literal)? {
                self.leftovers.push(index);
                self.is_partial = true;
            }
        }
        Ok(())
    }

    /// The symbols that are numbers.
    pub fn symbols<'r>(&'r self, env: &'r Env<'_>) -> impl Iterator<Item = SymbolId> + 'r {
        let numbers = self.sums.iter().flat_map(|sum| &sum.numbers);
        numbers.filter_map(|(term, _)| env.store.as_constant(*term))
    }

    /// Reads a literal. Returns false if it is not readable.
    fn literal(&mut self, env: &mut Env<'_>, literal: &Literal) -> Result<bool, Stop> {
        let origin = literal.origin;
        match Statement::of(env, &literal.constraint) {
            Statement::Related(relation, sides, holds) => self.related(env, relation, sides, holds, origin),
            Statement::Member(string, language, holds) => {
                let Some(parts) = self.parts(env, string)? else { return Ok(false) };
                let Some(language) = env.language_of(language)? else { return Ok(false) };
                let language = if holds { language } else { env.regexes().complement(language) };
                self.member(parts, language, origin);
                Ok(true)
            }
            Statement::Sum(sum, compared) => self.sum(env, sum, compared, origin),
            Statement::Truth(symbol, holds) => {
                self.truths.push((symbol, holds));
                Ok(true)
            }
            Statement::Other => Ok(false),
        }
    }

    /// The parts of a string term. `None` if there is a function in it.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn parts(&mut self, env: &Env<'_>, term: Term) -> Result<Option<Vec<Part>>, Stop> {
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

    /// The variable of a symbol.
    pub fn variable(&mut self, symbol: SymbolId) -> usize {
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

    /// A concatenation is in a language. One that is no single variable gets a name.
    fn member(&mut self, parts: Vec<Part>, language: Regex, origin: u32) {
        let variable = match parts[..] {
            [Part::Variable(variable)] => variable,
            _ => {
                let variable = self.fresh();
                self.equations.push(Equation { sides: [vec![Part::Variable(variable)], parts], origin });
                variable
            }
        };
        self.restrict(variable, language, origin);
    }

    fn fresh(&mut self) -> usize {
        self.variables.push(Variable::new(None));
        self.variables.len() - 1
    }

    /// A relation that holds or not. One about a single variable and a word is a membership; others that hold
    /// are equations.
    fn related(
        &mut self,
        env: &mut Env<'_>,
        relation: Relation,
        sides: [Term; 2],
        holds: bool,
        origin: u32,
    ) -> Result<bool, Stop> {
        let [Some(needle), Some(hay)] = [self.parts(env, sides[0])?, self.parts(env, sides[1])?] else {
            return Ok(false);
        };
        let (word, variable) = match (relation, needle.as_slice(), hay.as_slice()) {
            (Relation::Equal, [Part::Variable(variable)], word) => (as_word(word), Some(*variable)),
            (_, word, [Part::Variable(variable)]) => (as_word(word), Some(*variable)),
            _ => (None, None),
        };
        if let (Some(word), Some(variable)) = (word, variable) {
            let language = relation.language(env.evaluator.regexes_mut(), word, holds, env.budget)?;
            self.restrict(variable, language, origin);
        } else if holds {
            let [before, behind] = relation.open_ends();
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
            self.claims.push(Claim { relation, needle, hay, origins: vec![origin] });
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
        self.is_partial |= !is_whole;
        Ok(true)
    }
}

/// The word of parts without variables.
#[must_use]
pub fn as_word(parts: &[Part]) -> Option<&[u32]> {
    match parts {
        [] => Some(&[]),
        [Part::Word(word)] => Some(word),
        _ => None,
    }
}
