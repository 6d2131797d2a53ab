//! What a conjunction states, as memberships of concatenations.
//!
//! Enters: literals. Leaves: a system, with the origins of each membership, and whether it states everything.
//! Equations that define a symbol are put in first; what was put in counts among the origins of all that it
//! touches.

use rustc_hash::FxHashMap;
use tress_automata::follow::{Part, System};
use tress_automata::{Regex, RegexStore, View};
use tress_base::{Budget, Stop};

use tress_engines::reading::{self, Reading, Relation, as_word};
use tress_engines::{Conjunction, Constraint, Literal};
use tress_rewrite::env::Env;
use tress_term::eval::EvalError;
use tress_term::model::Model;
use tress_term::term::{Op, Sort, SymbolId, Term, Value, post_order};

use super::claims::{Claim, of_lengths};
use super::limits::SOLVED_CHARACTERS;
use super::sides::{Equation, compare, joined};

/// Why there is no system.
pub(super) enum Refused {
    /// The budget is used up.
    Stop(Stop),
    /// Literals with these origins exclude each other.
    Conflict(Vec<u32>),
}

impl From<Stop> for Refused {
    fn from(stop: Stop) -> Self {
        Refused::Stop(stop)
    }
}

/// A conjunction as memberships.
pub(super) struct Memberships {
    pub(super) system: System,
    /// For each membership the origins of what it was made of.
    pub(super) origins: Vec<Vec<u32>>,
    /// The symbol of each variable; some have none.
    pub(super) symbols: Vec<Option<SymbolId>>,
    /// For variables that equations have solved: what they are.
    pub(super) solved: Vec<Option<Vec<Part>>>,
    /// Values of symbols that are no strings.
    pub(super) others: Model,
    /// Was everything read? Otherwise only a conflict is one.
    pub(super) is_whole: bool,
}

/// Reads a conjunction.
pub(super) fn read(env: &mut Env<'_>, conjunction: &Conjunction) -> Result<Memberships, Refused> {
    let mut reading = reading::read(env, conjunction)?;
    let mut reader = Reader { is_whole: true, ..Reader::default() };
    reader.leftovers(env, conjunction, &mut reading)?;
    reader.solved.resize(reading.variables.len(), None);
    reader.languages(env, &reading)?;
    reader.equations(env, &reading)?;
    reader.claims(env, &reading)?;
    for sum in &reading.sums {
        env.budget.poll()?;
        match of_lengths(env, sum) {
            Some(claim) => reader.claims.push((claim, sum.origins.clone())),
            None => reader.is_whole = false,
        }
    }
    reader.finish(env, &reading)
}

/// What was read so far.
///
/// Invariant: what `solved` holds mentions no solved variable; the list with it holds the origins.
#[derive(Default)]
struct Reader {
    solved: Vec<Option<(Vec<Part>, Vec<u32>)>>,
    /// Symbols that denote languages, and the origins of that.
    languages: Model,
    named: FxHashMap<SymbolId, Vec<u32>>,
    claims: Vec<(Claim, Vec<u32>)>,
    is_whole: bool,
}

impl Reader {
    /// Reads what is left over: symbols that denote languages, and memberships in these languages.
    fn leftovers(
        &mut self,
        env: &mut Env<'_>,
        conjunction: &Conjunction,
        reading: &mut Reading,
    ) -> Result<(), Refused> {
        let all = reading.leftovers.iter().map(|index| &conjunction.literals[*index]);
        let mut open: Vec<&Literal> = all.collect();
        loop {
            let before = open.len();
            let mut left = Vec::new();
            for literal in open {
                env.budget.poll()?;
                if !self.language(env, literal)? && !self.member(env, literal, reading)? {
                    left.push(literal);
                }
            }
            self.is_whole = left.is_empty();
            if left.is_empty() || left.len() == before {
                return Ok(());
            }
            open = left;
        }
    }

    /// A symbol that denotes a language. Returns false if it is not known which one.
    fn language(&mut self, env: &mut Env<'_>, literal: &Literal) -> Result<bool, Refused> {
        let Constraint::Equation(a, b) = literal.constraint else { return Ok(false) };
        if env.store.sort(a) != Sort::RegLan {
            return Ok(false);
        }
        for (side, other) in [(a, b), (b, a)] {
            let Some(symbol) = env.store.as_constant(side) else { continue };
            if self.named.contains_key(&symbol) {
                continue;
            }
            if let Some((regex, mut origins)) = self.regex(env, other)? {
                self.languages.set(symbol, Value::Regex(regex));
                origins.push(literal.origin);
                self.named.insert(symbol, origins);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A membership in a language that has a name. Returns false if it is not readable.
    fn member(
        &mut self,
        env: &mut Env<'_>,
        literal: &Literal,
        reading: &mut Reading,
    ) -> Result<bool, Refused> {
        let (string, language, holds) = match literal.constraint {
            Constraint::Member(string, language) => (string, language, true),
            Constraint::NotMember(string, language) => (string, language, false),
            _ => return Ok(false),
        };
        let Some(parts) = reading.parts(env, string)? else { return Ok(false) };
        let Some((language, mut origins)) = self.regex(env, language)? else { return Ok(false) };
        origins.push(literal.origin);
        self.claims.push((Claim { parts, language, holds }, origins));
        Ok(true)
    }

    /// The languages of single variables. One word solves the variable.
    fn languages(&mut self, env: &mut Env<'_>, reading: &Reading) -> Result<(), Refused> {
        for (number, variable) in reading.variables.iter().enumerate() {
            for (language, origin) in variable.languages.iter().zip(&variable.origins) {
                env.budget.poll()?;
                if let Some(word) = only_word(env.evaluator.regexes(), *language, env.budget)?
                    && self.solved[number].is_none()
                {
                    self.solve(env, number, (word_parts(word), vec![*origin]))?;
                    continue;
                }
                // The search determinises what must not be a state at a time.
                let (language, holds) = match env.regexes().view(*language) {
                    View::Complement(inner) => (inner, false),
                    _ => (*language, true),
                };
                let claim = Claim { parts: vec![Part::Variable(number)], language, holds };
                self.claims.push((claim, vec![*origin]));
            }
        }
        Ok(())
    }

    /// The parts with solved variables put in, and the origins of what was used.
    fn put_in(&self, env: &Env<'_>, parts: Vec<Part>) -> Result<(Vec<Part>, Vec<u32>), Stop> {
        let (mut result, mut used) = (Vec::new(), Vec::new());
        for part in parts {
            let solution = match part {
                Part::Variable(variable) => self.solved[variable].as_ref(),
                Part::Word(_) => None,
            };
            match solution {
                Some((solution, origins)) => {
                    env.budget.poll_many(solution.len() as u64 + 1)?;
                    result.extend(solution.iter().cloned());
                    used.extend(origins);
                }
                None => result.push(part),
            }
        }
        used.sort_unstable();
        used.dedup();
        Ok((joined(result), used))
    }

    /// Two concatenations compared with all that is solved put in; origins include the given ones.
    fn compare(
        &mut self,
        env: &Env<'_>,
        [a, b]: [&Vec<Part>; 2],
        own: &[u32],
    ) -> Result<(Equation, Vec<u32>), Stop> {
        let ((a, mut origins), (b, others)) = (self.put_in(env, a.clone())?, self.put_in(env, b.clone())?);
        origins.extend(others);
        origins.extend(own);
        Ok((compare(a, b), origins))
    }

    /// Reads all equations; what another one solves may make one readable.
    fn equations(&mut self, env: &mut Env<'_>, reading: &Reading) -> Result<(), Refused> {
        let mut open: Vec<&reading::Equation> = reading.equations.iter().collect();
        loop {
            let before = open.len();
            let mut left = Vec::new();
            for equation in open {
                env.budget.poll()?;
                if !self.equation(env, equation)? {
                    left.push(equation);
                }
            }
            if left.is_empty() {
                return Ok(());
            }
            if left.len() == before {
                self.is_whole = false;
                return Ok(());
            }
            open = left;
        }
    }

    /// Reads an equation. Returns false if it is not readable now.
    fn equation(&mut self, env: &mut Env<'_>, equation: &reading::Equation) -> Result<bool, Refused> {
        let [a, b] = &equation.sides;
        let (compared, origins) = self.compare(env, [a, b], &[equation.origin])?;
        match compared {
            Equation::Always => {}
            Equation::Never => return Err(Refused::Conflict(origins)),
            Equation::Spells(parts, word) => {
                let language = env.evaluator.regexes_mut().long_word(&word, env.budget)?;
                self.claims.push((Claim { parts, language, holds: true }, origins));
            }
            Equation::Solved(variable, parts) => self.solve(env, variable, (parts, origins))?,
            Equation::Other => return Ok(false),
        }
        Ok(true)
    }

    /// The language of a term, with the origins of the names in it; `None` if it is not known.
    fn regex(&self, env: &mut Env<'_>, term: Term) -> Result<Option<(Regex, Vec<u32>)>, Refused> {
        let mut origins = Vec::new();
        for part in post_order(env.store, &[term]) {
            env.budget.poll()?;
            if env.store.op(part).is_some_and(Op::is_partial) {
                return Ok(None);
            }
            match env.store.as_constant(part).map(|symbol| self.named.get(&symbol)) {
                Some(Some(known)) => origins.extend(known),
                Some(None) => return Ok(None),
                None => {}
            }
        }
        match env.eval(term, &self.languages) {
            Ok(Value::Regex(regex)) => Ok(Some((regex, origins))),
            Err(EvalError::Stop(stop)) => Err(Refused::Stop(stop)),
            _ => Ok(None),
        }
    }

    /// Notes what a variable is, also in what was solved before.
    fn solve(
        &mut self,
        env: &Env<'_>,
        variable: usize,
        solution: (Vec<Part>, Vec<u32>),
    ) -> Result<(), Refused> {
        self.solved[variable] = Some(solution);
        for other in (0..self.solved.len()).filter(|other| *other != variable).collect::<Vec<_>>() {
            env.budget.poll()?;
            let Some((parts, origins)) = &self.solved[other] else { continue };
            if parts.contains(&Part::Variable(variable)) {
                let (parts, origins) = (parts.clone(), origins.clone());
                let (parts, used) = self.put_in(env, parts)?;
                self.solved[other] = Some((parts, [origins, used].concat()));
            }
        }
        Ok(())
    }

    /// Reads relations that must not hold. One of them must be with a known string.
    fn claims(&mut self, env: &mut Env<'_>, reading: &Reading) -> Result<(), Refused> {
        for claim in &reading.claims {
            env.budget.poll()?;
            let is_read = match claim.relation {
                Relation::Equal => self.disequality(env, claim)?,
                _ => self.absence(env, claim)?,
            };
            self.is_whole &= is_read;
        }
        Ok(())
    }

    /// Two strings differ. Returns false if neither is known.
    fn disequality(&mut self, env: &mut Env<'_>, claim: &reading::Claim) -> Result<bool, Refused> {
        let (compared, origins) = self.compare(env, [&claim.needle, &claim.hay], &claim.origins)?;
        let (parts, word) = match compared {
            Equation::Always => return Err(Refused::Conflict(origins)),
            Equation::Never => return Ok(true),
            Equation::Spells(parts, word) => (parts, word),
            Equation::Solved(variable, parts) => match as_word(&parts) {
                Some(word) => (vec![Part::Variable(variable)], word.to_vec()),
                None => return Ok(false),
            },
            Equation::Other => return Ok(false),
        };
        let language = env.evaluator.regexes_mut().long_word(&word, env.budget)?;
        self.claims.push((Claim { parts, language, holds: false }, origins));
        Ok(true)
    }

    /// A string is no prefix, no suffix or no part of another. Returns false if it is not known.
    fn absence(&mut self, env: &mut Env<'_>, claim: &reading::Claim) -> Result<bool, Refused> {
        let (needle, mut origins) = self.put_in(env, claim.needle.clone())?;
        let Some(word) = as_word(&needle) else { return Ok(false) };
        let language = claim.relation.language(env.evaluator.regexes_mut(), word, true, env.budget)?;
        origins.extend(&claim.origins);
        self.claims.push((Claim { parts: claim.hay.clone(), language, holds: false }, origins));
        Ok(true)
    }

    /// The system, with all that is solved put in.
    fn finish(mut self, env: &Env<'_>, reading: &Reading) -> Result<Memberships, Refused> {
        let mut system = System::new(reading.variables.len());
        let mut all_origins = Vec::new();
        for (claim, mut origins) in std::mem::take(&mut self.claims) {
            let (parts, used) = self.put_in(env, claim.parts)?;
            origins.extend(used);
            origins.sort_unstable();
            origins.dedup();
            system.add(parts, claim.language, claim.holds);
            all_origins.push(origins);
        }
        let solved = self.solved.into_iter().map(|solved| solved.map(|(parts, _)| parts)).collect();
        let symbols = reading.variables.iter().map(|variable| variable.symbol).collect();
        let mut others = self.languages;
        for (symbol, truth) in &reading.truths {
            others.set(*symbol, Value::Bool(*truth));
        }
        Ok(Memberships { system, origins: all_origins, symbols, solved, others, is_whole: self.is_whole })
    }
}

/// The word of a language that is written as one.
fn only_word(regexes: &RegexStore, language: Regex, budget: &Budget) -> Result<Option<Vec<u32>>, Stop> {
    let length = regexes.min_length(language);
    let is_one = regexes.max_length(language) == Some(length);
    if !is_one || SOLVED_CHARACTERS.is_exceeded(usize::try_from(length).unwrap_or(usize::MAX), budget) {
        return Ok(None);
    }
    let (mut word, mut stack) = (Vec::new(), vec![language]);
    while let Some(language) = stack.pop() {
        budget.poll()?;
        match regexes.view(language) {
            View::Epsilon => {}
            View::Concat(first, rest) => stack.extend([rest, first]),
            View::Repeat { body, low, high } if high == Some(low) => {
                budget.poll_many(low)?;
                stack.extend((0..low).map(|_| body));
            }
            View::Chars(set) => match set.single_member() {
                Some(character) => word.push(character),
                None => return Ok(None),
            },
            _ => return Ok(None),
        }
    }
    Ok(Some(word))
}

fn word_parts(word: Vec<u32>) -> Vec<Part> {
    if word.is_empty() { Vec::new() } else { vec![Part::Word(word)] }
}
