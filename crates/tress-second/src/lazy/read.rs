//! What a conjunction says, as memberships of concatenations.
//!
//! Enters: literals. Leaves: a system, with the origins of each membership, and whether it says everything. Equations that give a symbol what
//! other parts spell are put in first; what was put in counts among the origins of all that it touches.

use rustc_hash::FxHashMap;
use tress_automata::Regex;
use tress_automata::follow::{Part, System};
use tress_base::Stop;

use tress_rewrite::env::Env;
use tress_term::eval::EvalError;
use tress_term::model::Model;
use tress_term::term::{Op, Sort, SymbolId, Term, Value, post_order};

use super::claims::{Claim, of_lengths, of_predicate};
use super::sides::{Equation, compare, joined};
use tress_engines::{Conjunction, Constraint, Literal};

/// Why there is no system.
pub(super) enum Refused {
    /// The budget is used up.
    Stop(Stop),
    /// Something is said that is no membership.
    NotOurs,
    /// Literals with these origins exclude each other.
    Conflict(Vec<u32>),
}

impl From<Stop> for Refused {
    fn from(stop: Stop) -> Self {
        Refused::Stop(stop)
    }
}

/// A conjunction as memberships.
pub(super) struct Reading {
    pub(super) system: System,
    /// For each membership the origins of what it was made of.
    pub(super) origins: Vec<Vec<u32>>,
    /// The symbol of each variable.
    pub(super) symbols: Vec<SymbolId>,
    /// For variables that equations have solved: what they are.
    pub(super) solved: Vec<Option<Vec<Part>>>,
    /// Values of symbols that are no strings.
    pub(super) others: Model,
    /// Was everything read? Otherwise only a conflict is one.
    pub(super) is_whole: bool,
}

/// Reads a conjunction.
pub(super) fn read(env: &mut Env<'_>, conjunction: &Conjunction) -> Result<Reading, Refused> {
    let mut reader = Reader { is_whole: true, ..Reader::default() };
    reader.equations(env, conjunction)?;
    for literal in &conjunction.literals {
        env.budget.poll()?;
        match reader.literal(env, literal) {
            Err(Refused::NotOurs) => reader.is_whole = false,
            other => other?,
        }
    }
    reader.finish(env)
}

/// What was read so far.
///
/// Invariant: what `solved` holds speaks of no solved variable; the list beside it holds the origins.
#[derive(Default)]
struct Reader {
    symbols: Vec<SymbolId>,
    numbers: FxHashMap<SymbolId, usize>,
    solved: Vec<Option<(Vec<Part>, Vec<u32>)>>,
    /// Symbols that stand for languages, and the origins of that.
    languages: Model,
    named: FxHashMap<SymbolId, Vec<u32>>,
    claims: Vec<(Claim, Vec<u32>)>,
    truths: Vec<(SymbolId, bool)>,
    is_whole: bool,
}

impl Reader {
    /// The parts of a string term.
    fn parts(&mut self, env: &Env<'_>, term: Term) -> Result<Vec<Part>, Refused> {
        let mut parts = Vec::new();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            env.budget.poll()?;
            if let Some(word) = env.word_of(term) {
                parts.push(Part::Word(word.spelled(env.budget)?.to_vec()));
            } else if let Some(symbol) = env.store.as_constant(term) {
                parts.push(Part::Variable(self.variable(symbol)));
            } else if env.store.op(term) == Some(Op::Concat) {
                stack.extend(env.store.args(term).iter().rev());
            } else {
                return Err(Refused::NotOurs);
            }
        }
        Ok(joined(parts))
    }

    fn variable(&mut self, symbol: SymbolId) -> usize {
        *self.numbers.entry(symbol).or_insert_with(|| {
            self.symbols.push(symbol);
            self.solved.push(None);
            self.symbols.len() - 1
        })
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

    /// Two terms compared with all that is solved put in; origins include the literal's own.
    fn compare(
        &mut self,
        env: &Env<'_>,
        sides: [Term; 2],
        origin: u32,
    ) -> Result<(Equation, Vec<u32>), Refused> {
        let [a, b] = sides.map(|side| self.parts(env, side));
        let ((a, mut origins), (b, others)) = (self.put_in(env, a?)?, self.put_in(env, b?)?);
        origins.extend(others);
        origins.push(origin);
        Ok((compare(a, b), origins))
    }

    /// Reads all equations; what another one solves may make one readable.
    fn equations(&mut self, env: &mut Env<'_>, conjunction: &Conjunction) -> Result<(), Refused> {
        let as_equation = |literal: &Literal| match literal.constraint {
            Constraint::Equation(a, b) => Some(([a, b], literal.origin)),
            _ => None,
        };
        let mut open: Vec<([Term; 2], u32)> = conjunction.literals.iter().filter_map(as_equation).collect();
        loop {
            let before = open.len();
            let mut left = Vec::new();
            for (sides, origin) in open {
                env.budget.poll()?;
                match self.equation(env, sides, origin) {
                    Ok(true) => {}
                    Ok(false) | Err(Refused::NotOurs) => left.push((sides, origin)),
                    Err(other) => return Err(other),
                }
            }
            match left.len() {
                0 => return Ok(()),
                same if same == before => {
                    self.is_whole = false;
                    return Ok(());
                }
                _ => open = left,
            }
        }
    }

    /// Reads an equation. False when it is not readable now.
    fn equation(&mut self, env: &mut Env<'_>, sides: [Term; 2], origin: u32) -> Result<bool, Refused> {
        match env.store.sort(sides[0]) {
            Sort::String => {}
            Sort::RegLan => return self.language(env, sides, origin),
            _ => return Ok(false),
        }
        let (equation, origins) = self.compare(env, sides, origin)?;
        match equation {
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

    /// A symbol that stands for a language. False when it is not known which one.
    fn language(&mut self, env: &mut Env<'_>, sides: [Term; 2], origin: u32) -> Result<bool, Refused> {
        for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            let Some(symbol) = env.store.as_constant(side) else { continue };
            if self.named.contains_key(&symbol) {
                continue;
            }
            if let Some((regex, mut origins)) = self.regex(env, other)? {
                self.languages.set(symbol, Value::Regex(regex));
                origins.push(origin);
                self.named.insert(symbol, origins);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The language of a term, with the origins of the names in it; none when it is not known.
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
        for at in 0..self.solved.len() {
            let Some((parts, origins)) = self.solved[at].clone() else { continue };
            if at != variable && parts.contains(&Part::Variable(variable)) {
                let (parts, used) = self.put_in(env, parts)?;
                self.solved[at] = Some((parts, [origins, used].concat()));
            }
        }
        Ok(())
    }

    /// Reads a literal that is no equation.
    fn literal(&mut self, env: &mut Env<'_>, literal: &Literal) -> Result<(), Refused> {
        let origin = literal.origin;
        match &literal.constraint {
            Constraint::Equation(..) => Ok(()),
            Constraint::Disequality(a, b) => self.disequality(env, [*a, *b], origin),
            Constraint::Member(string, language) => self.member(env, [*string, *language], true, origin),
            Constraint::NotMember(string, language) => self.member(env, [*string, *language], false, origin),
            Constraint::AtMostZero(..) | Constraint::Zero(_) | Constraint::NotZero(_) => {
                let (terms, language, holds) =
                    of_lengths(env, &literal.constraint).ok_or(Refused::NotOurs)?;
                self.claim(env, &terms, language, holds, vec![origin])
            }
            Constraint::Predicate(term, holds) => match env.store.as_constant(*term) {
                Some(symbol) => {
                    self.truths.push((symbol, *holds));
                    Ok(())
                }
                None => {
                    let (string, language) = of_predicate(env, *term)?.ok_or(Refused::NotOurs)?;
                    self.claim(env, &[string], language, *holds, vec![origin])
                }
            },
        }
    }

    fn disequality(&mut self, env: &mut Env<'_>, sides: [Term; 2], origin: u32) -> Result<(), Refused> {
        if env.store.sort(sides[0]) != Sort::String {
            return Err(Refused::NotOurs);
        }
        let (equation, origins) = self.compare(env, sides, origin)?;
        let (parts, language) = match equation {
            Equation::Always => return Err(Refused::Conflict(origins)),
            Equation::Never => return Ok(()),
            Equation::Spells(parts, word) => {
                (parts, env.evaluator.regexes_mut().long_word(&word, env.budget)?)
            }
            Equation::Solved(variable, parts) => match parts.as_slice() {
                [] => (vec![Part::Variable(variable)], Regex::EPSILON),
                [Part::Word(word)] => {
                    let language = env.evaluator.regexes_mut().long_word(word, env.budget)?;
                    (vec![Part::Variable(variable)], language)
                }
                _ => return Err(Refused::NotOurs),
            },
            Equation::Other => return Err(Refused::NotOurs),
        };
        self.claims.push((Claim { parts, language, holds: false }, origins));
        Ok(())
    }

    fn member(
        &mut self,
        env: &mut Env<'_>,
        [string, language]: [Term; 2],
        holds: bool,
        origin: u32,
    ) -> Result<(), Refused> {
        let (regex, mut origins) = self.regex(env, language)?.ok_or(Refused::NotOurs)?;
        origins.push(origin);
        self.claim(env, &[string], regex, holds, origins)
    }

    /// The terms, one after the other, are in a language, or are not.
    fn claim(
        &mut self,
        env: &Env<'_>,
        terms: &[Term],
        language: Regex,
        holds: bool,
        origins: Vec<u32>,
    ) -> Result<(), Refused> {
        let mut parts = Vec::new();
        for term in terms {
            parts.extend(self.parts(env, *term)?);
        }
        self.claims.push((Claim { parts, language, holds }, origins));
        Ok(())
    }

    /// The system, with all that is solved put in.
    fn finish(mut self, env: &Env<'_>) -> Result<Reading, Refused> {
        let mut system = System::new(self.symbols.len());
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
        let (mut others, symbols) = (self.languages, self.symbols);
        for (symbol, truth) in self.truths {
            others.set(symbol, Value::Bool(truth));
        }
        Ok(Reading { system, origins: all_origins, symbols, solved, others, is_whole: self.is_whole })
    }
}
