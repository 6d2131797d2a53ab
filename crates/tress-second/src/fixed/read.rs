//! A conjunction of literals as a string graph.
//!
//! Every string becomes a vertex, functions of strings become auxiliary vertices with an edge; what is stated
//! of numbers becomes clauses. A literal that mentions anything else is left out, and the graph is then less
//! than the whole: only a contradiction counts.

use rustc_hash::FxHashMap;
use tress_automata::MAX_CHAR;
use tress_base::{Int, Rational, Stop};

use crate::graphs::{Graph, Kind, Linear, NumberId, StringId, from, up_to};
use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, Sum, SymbolId, Term, Value, sum_of};

use tress_engines::reading::{Compared, Relation, Statement};
use tress_engines::{Conjunction, Literal};

/// A graph, and what its vertices are in the problem.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) graph: Graph,
    pub(super) strings: Vec<(SymbolId, StringId)>,
    pub(super) numbers: Vec<(SymbolId, NumberId)>,
    pub(super) truths: Vec<(SymbolId, bool)>,
    /// Does the graph state all that the literals state?
    pub(super) is_whole: bool,
    /// Vertices of terms that were read.
    known_strings: FxHashMap<Term, StringId>,
    known_numbers: FxHashMap<Term, NumberId>,
}

/// Why a literal is not read.
enum Refused {
    NotOurs,
    Stop(Stop),
}

impl From<Stop> for Refused {
    fn from(stop: Stop) -> Self {
        Refused::Stop(stop)
    }
}

/// Reads all literals that can be read.
///
/// # Errors
/// When the budget ends.
pub(super) fn read(env: &mut Env<'_>, conjunction: &Conjunction) -> Result<Reading, Stop> {
    let mut reading = Reading { is_whole: true, ..Reading::default() };
    for literal in &conjunction.literals {
        match reading.literal(env, literal) {
            Ok(()) => {}
            Err(Refused::NotOurs) => reading.is_whole = false,
            Err(Refused::Stop(stop)) => return Err(stop),
        }
    }
    Ok(reading)
}

impl Reading {
    fn literal(&mut self, env: &mut Env<'_>, literal: &Literal) -> Result<(), Refused> {
        env.budget.poll()?;
        let origins = [literal.origin];
        match Statement::of(env, &literal.constraint) {
            Statement::Related(relation, sides, holds) => {
                // A graph names the whole first.
                let [part, whole] = sides;
                let (kind, sides) = match relation {
                    Relation::Equal => (Kind::Equal, sides),
                    Relation::Prefix => (Kind::StartsWith, [whole, part]),
                    Relation::Suffix => (Kind::EndsWith, [whole, part]),
                    Relation::Within => (Kind::Contains, [whole, part]),
                };
                let kind = if holds { Some(kind) } else { kind.opposite() };
                let kind = kind.ok_or(Refused::NotOurs)?;
                let [a, b] = [self.string(env, sides[0])?, self.string(env, sides[1])?];
                self.graph.edge(kind, &[a, b], &[], &origins);
            }
            Statement::Member(string, language, holds) => {
                let language = env.language_of(language)?.ok_or(Refused::NotOurs)?;
                let language = if holds { language } else { env.regexes().complement(language) };
                let string = self.string(env, string)?;
                self.graph.member(string, language, &origins);
            }
            Statement::Sum(sum, compared) => {
                let sum = self.linear(env, sum)?;
                self.compare(sum, compared, &origins);
            }
            Statement::Truth(symbol, holds) => self.truths.push((symbol, holds)),
            Statement::Other => return Err(Refused::NotOurs),
        }
        Ok(())
    }

    /// A sum compares with zero.
    fn compare(&mut self, mut sum: Linear, compared: Compared, origins: &[u32]) {
        match compared {
            Compared::AtMost => self.graph.clause(vec![sum], origins),
            Compared::Below => {
                sum.constant = sum.constant + Int::ONE;
                self.graph.clause(vec![sum], origins);
            }
            Compared::Equal => match sum.parts.as_slice() {
                [(number, factor)] if factor.abs().is_one() => {
                    let value = if factor.is_one() { Int::ZERO - sum.constant } else { sum.constant };
                    self.graph.fix(*number, value, origins);
                }
                _ => self.graph.equation(&sum, origins),
            },
            Compared::Unequal => {
                let below = sum.negated();
                sum.constant = sum.constant + Int::ONE;
                self.graph.clause(vec![sum, below], origins);
            }
        }
    }

    /// The vertex of a string. Strings nest, so parts are read before what they are parts of.
    fn string(&mut self, env: &mut Env<'_>, root: Term) -> Result<StringId, Refused> {
        self.read_parts(env, root)?;
        self.known_strings.get(&root).copied().ok_or(Refused::NotOurs)
    }

    fn read_parts(&mut self, env: &mut Env<'_>, root: Term) -> Result<(), Refused> {
        for term in tress_term::term::post_order(env.store, &[root]) {
            env.budget.poll()?;
            match env.store.sort(term) {
                Sort::String if !self.known_strings.contains_key(&term) => {
                    let vertex = self.read_string(env, term)?;
                    self.known_strings.insert(term, vertex);
                }
                Sort::Int if !self.known_numbers.contains_key(&term) => {
                    if let Some(vertex) = self.read_number(env, term)? {
                        self.known_numbers.insert(term, vertex);
                    }
                }
                Sort::String | Sort::Int => {}
                _ => return Err(Refused::NotOurs),
            }
        }
        Ok(())
    }

    /// Makes a vertex of a string whose parts have theirs.
    fn read_string(&mut self, env: &mut Env<'_>, term: Term) -> Result<StringId, Refused> {
        if let Some(word) = env.word_of(term) {
            let word = word.spelled(env.budget)?.to_vec();
            return Ok(self.graph.word(&word));
        }
        if let Some(symbol) = env.store.as_constant(term) {
            let vertex = self.graph.string(env.store.symbol(symbol).name.clone());
            self.strings.push((symbol, vertex));
            return Ok(vertex);
        }
        let args = env.store.args(term).to_vec();
        let made = |own: &mut Self| own.graph.string(format!("t{}", own.graph.strings.len()));
        let vertex = match (env.store.op(term), args.as_slice()) {
            (Some(Op::Concat), _) => {
                let mut whole = self.known_strings[&args[0]];
                for arg in &args[1..] {
                    // An edge is compared with all others.
                    env.budget.poll_many(1 + self.graph.edges.len() as u64 / 8)?;
                    let (part, next) = (self.known_strings[arg], made(self));
                    self.graph.edge(Kind::Concat, &[whole, part, next], &[], &[]);
                    whole = next;
                }
                whole
            }
            (Some(Op::At), [whole, position]) => {
                let one = env.store.int(1);
                let end = [(*position, Rational::ONE), (one, Rational::ONE)];
                self.substring(env, *whole, *position, Some(&end))?
            }
            (Some(Op::Substr), [whole, start, count]) => {
                let end = [(*start, Rational::ONE), (*count, Rational::ONE)];
                self.substring(env, *whole, *start, Some(&end))?
            }
            (Some(Op::Trim), [whole]) => {
                let (whole, part) = (self.known_strings[whole], made(self));
                self.graph.edge(Kind::Trim, &[whole, part], &[], &[]);
                part
            }
            (Some(Op::FromCode), [code]) => {
                let (vertex, code) = (made(self), self.number(env, *code)?);
                self.character_of_code(vertex, code);
                vertex
            }
            _ => return Err(Refused::NotOurs),
        };
        Ok(vertex)
    }

    fn substring(
        &mut self,
        env: &mut Env<'_>,
        whole: Term,
        start: Term,
        end: Option<&[(Term, Rational)]>,
    ) -> Result<StringId, Refused> {
        let part = self.graph.string(format!("t{}", self.graph.strings.len()));
        let strings = [self.known_strings[&whole], part];
        let start = self.number(env, start)?;
        let sum = sum_of(env.store, end.unwrap_or_default());
        let length = env.length(whole);
        // Up to the end of the string is the other kind of edge.
        if sum.constant.is_zero() && sum.parts == [(length, Rational::ONE)] {
            self.graph.edge(Kind::Substring, &strings, &[start], &[]);
        } else {
            let end = self.vertex_of(env, &sum)?;
            self.graph.edge(Kind::SubstringTo, &strings, &[start, end], &[]);
        }
        Ok(part)
    }

    /// A string of one character with a code that is one, else empty.
    fn character_of_code(&mut self, vertex: StringId, code: NumberId) {
        let (length, position, own) =
            (self.graph.length(vertex), self.graph.constant(0), self.graph.number("code"));
        let most = i64::from(MAX_CHAR);
        self.graph.edge(Kind::CharAt, &[vertex], &[position, own], &[]);
        let (empty, full) = (up_to(length, 0), from(length, 1));
        let (less, more) = (up_to(code, -1), from(code, most + 1));
        for clause in [
            vec![up_to(length, 1)],
            vec![empty.clone(), from(code, 0)],
            vec![empty.clone(), up_to(code, most)],
            vec![full, less, more],
            vec![empty.clone(), Linear::of(&[(own, 1), (code, -1)], 0)],
            vec![empty, Linear::of(&[(own, -1), (code, 1)], 0)],
        ] {
            self.graph.clause(clause, &[]);
        }
    }

    /// The vertex of a number.
    fn number(&mut self, env: &mut Env<'_>, term: Term) -> Result<NumberId, Refused> {
        let sum = sum_of(env.store, &[(term, Rational::ONE)]);
        self.vertex_of(env, &sum)
    }

    fn vertex_of(&mut self, env: &mut Env<'_>, sum: &Sum) -> Result<NumberId, Refused> {
        let linear = self.linear(env, sum)?;
        match linear.parts.as_slice() {
            [] => return Ok(self.graph.constant(linear.constant)),
            [(number, factor)] if factor.is_one() && linear.constant.is_zero() => return Ok(*number),
            _ => {}
        }
        let vertex = self.graph.number(format!("k{}", self.graph.numbers.len()));
        let mut equation = linear;
        equation.add(vertex, &Int::MINUS_ONE);
        self.graph.equation(&equation, &[]);
        Ok(vertex)
    }

    /// A sum of whole numbers over vertices: times the least number that makes all factors whole.
    fn linear(&mut self, env: &mut Env<'_>, sum: &Sum) -> Result<Linear, Refused> {
        let mut scale = sum.constant.denominator().clone();
        sum.parts.iter().for_each(|(_, factor)| scale = scale.lcm(factor.denominator()));
        let whole = |factor: &Rational| (factor * &Rational::from(scale.clone())).numerator().clone();
        let mut linear = Linear::constant(whole(&sum.constant));
        for (term, factor) in &sum.parts {
            if env.store.sort(*term) != Sort::Int {
                return Err(Refused::NotOurs);
            }
            self.read_parts(env, *term)?;
            let vertex = self.known_numbers.get(term).copied().ok_or(Refused::NotOurs)?;
            linear.add(vertex, &whole(factor));
        }
        Ok(linear)
    }

    /// Makes a vertex of an opaque number whose parts have theirs; none for sums, which are read as such.
    fn read_number(&mut self, env: &mut Env<'_>, term: Term) -> Result<Option<NumberId>, Refused> {
        if let Some(Value::Int(value)) = env.store.as_value(term).cloned() {
            return Ok(Some(self.graph.constant(value)));
        }
        if let Some(symbol) = env.store.as_constant(term) {
            let vertex = self.graph.number(env.store.symbol(symbol).name.clone());
            self.numbers.push((symbol, vertex));
            return Ok(Some(vertex));
        }
        let args = env.store.args(term).to_vec();
        Ok(Some(match (env.store.op(term), args.as_slice()) {
            (Some(Op::Length), [string]) => self.graph.length(self.known_strings[string]),
            (Some(Op::IndexOf), [whole, needle, start]) => {
                let start = self.number(env, *start)?;
                self.search(true, [*whole, *needle], Some(start))
            }
            (Some(Op::LastIndexOf), [whole, needle]) => self.last_search(env, [*whole, *needle])?,
            (Some(Op::ToCode), [string]) => self.code_of(env, *string)?,
            (Some(Op::Add | Op::Sub | Op::Mul), _) => return Ok(None),
            _ => return Err(Refused::NotOurs),
        }))
    }

    /// A search with its result.
    fn search(&mut self, is_first: bool, [whole, needle]: [Term; 2], limit: Option<NumberId>) -> NumberId {
        let [whole, needle] = [whole, needle].map(|string| self.known_strings[&string]);
        let result = self.graph.number(format!("i{}", self.graph.numbers.len()));
        // From the first position on is everywhere.
        let limit =
            limit.filter(|limit| !is_first || self.graph.value(*limit).is_none_or(|from| !from.is_zero()));
        let character = self.graph.vertex(needle).word.as_deref().and_then(|word| match word {
            [character] => Some(*character),
            _ => None,
        });
        let code = character.map(|character| self.graph.constant(character));
        let kind = match (is_first, code.is_some(), limit.is_some()) {
            (true, false, false) => Kind::IndexOf,
            (true, false, true) => Kind::IndexOfFrom,
            (true, true, false) => Kind::IndexOfChar,
            (true, true, true) => Kind::IndexOfCharFrom,
            (false, false, false) => Kind::LastIndexOf,
            (false, false, true) => Kind::LastIndexOfFrom,
            (false, true, false) => Kind::LastIndexOfChar,
            (false, true, true) => Kind::LastIndexOfCharFrom,
        };
        let numbers: Vec<NumberId> = code.into_iter().chain(limit).chain([result]).collect();
        let strings = if code.is_some() { vec![whole] } else { vec![whole, needle] };
        self.graph.edge(kind, &strings, &numbers, &[]);
        result
    }

    /// A last occurrence in a beginning that reaches one needle beyond a position is one up to that position.
    fn last_search(&mut self, env: &mut Env<'_>, [whole, needle]: [Term; 2]) -> Result<NumberId, Refused> {
        if let (Some(Op::Substr), [inner, start, count]) = (env.store.op(whole), env.store.args(whole)) {
            let (inner, count) = (*inner, *count);
            let is_start = matches!(env.store.as_value(*start), Some(Value::Int(zero)) if zero.is_zero());
            let length = env.length_of(needle);
            let limit = sum_of(env.store, &[(count, Rational::ONE), (length, -Rational::ONE)]);
            if is_start {
                let limit = self.vertex_of(env, &limit)?;
                return Ok(self.search(false, [inner, needle], Some(limit)));
            }
        }
        Ok(self.search(false, [whole, needle], None))
    }

    /// The code of a string: of the character at a position, or of a string with one character.
    fn code_of(&mut self, env: &mut Env<'_>, string: Term) -> Result<NumberId, Refused> {
        let code = self.graph.number(format!("c{}", self.graph.numbers.len()));
        if let (Some(Op::At), [whole, position]) = (env.store.op(string), env.store.args(string)) {
            let (whole, position) = (self.known_strings[whole], *position);
            let position = self.number(env, position)?;
            self.graph.edge(Kind::CharAt, &[whole], &[position, code], &[]);
            return Ok(code);
        }
        let (string, zero, own) =
            (self.known_strings[&string], self.graph.constant(0), self.graph.number("code"));
        self.graph.edge(Kind::CharAt, &[string], &[zero, own], &[]);
        let length = self.graph.length(string);
        let (missing, one) = (up_to(code, -1), up_to(length, 1));
        let other = [up_to(length, 0), from(length, 2)];
        for clause in [
            vec![from(code, -1)],
            vec![missing.clone(), one],
            vec![missing, from(length, 1)],
            [other.as_slice(), &[Linear::of(&[(code, 1), (own, -1)], 0)]].concat(),
            [other.as_slice(), &[Linear::of(&[(code, -1), (own, 1)], 0)]].concat(),
        ] {
            self.graph.clause(clause, &[]);
        }
        Ok(code)
    }
}
