//! The rules `ax` and `w`: instances of the sentences in `schemas.smt2`.
//!
//! Side condition of `ax`: the arguments have the sorts and kinds of the parameters; and the clause, with its
//! ground terms evaluated and its equations oriented, contains each literal of the chosen clause of the
//! instance, treated the same way. For an existential schema the last arguments are symbols that one step `w`
//! made for the arguments before them.

use std::collections::{HashMap, HashSet};

use crate::budget::{Checked, refuse, require};
use crate::clause::{Context, Literal};
use crate::hash::FastMap;
use crate::lexer::Lexer;
use crate::names::{Meaning, Names};
use crate::op::Op;
use crate::reader::Reader;
use crate::sort::Sort;
use crate::term::{Head, Term, Terms, Value};

/// The sentences that the checker believes.
const TEXT: &str = include_str!("../schemas.smt2");

/// What an argument must be besides its sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Any,
    /// A string value.
    Word,
    /// A string value of length one.
    Char,
    /// A value of sort Int that is not negative.
    Numeral,
    /// A ground language.
    Regex,
}

/// A sentence over symbols of its own.
///
/// Invariant: for all values of the parameters that are of their kinds there are values of the witnesses, if
/// it has any, for which each clause is true.
#[derive(Debug)]
pub(crate) struct Schema {
    pub(crate) parameters: Vec<(Term, Kind)>,
    pub(crate) witnesses: Vec<Term>,
    pub(crate) clauses: Vec<Vec<Literal>>,
}

/// The schemas that were used, and the symbols that were promised.
#[derive(Debug)]
pub(crate) struct Schemas {
    /// Their texts.
    index: HashMap<String, &'static str>,
    read: HashMap<String, Schema>,
    /// The schema, its arguments and the new symbols.
    promised: HashSet<(String, Vec<Term>)>,
}

impl Schemas {
    pub(crate) fn new() -> Self {
        Self { index: HashMap::new(), read: HashMap::new(), promised: HashSet::new() }
    }

    /// Accepts an instance.
    pub(crate) fn check(
        &mut self,
        cx: &mut Context,
        clause: &[Literal],
        name: &str,
        index: u64,
        args: &[Term],
    ) -> Checked<()> {
        let promised = (name.to_owned(), args.to_vec());
        let is_promised = self.promised.contains(&promised);
        let schema = self.schema(cx, name)?;
        require(schema.witnesses.is_empty() || is_promised, "no step w made these symbols")?;
        let Some(wanted) = usize::try_from(index).ok().and_then(|index| schema.clauses.get(index)) else {
            return refuse("the schema has no such clause");
        };
        let wanted = wanted.clone();
        let mut images = fitted(cx, schema, args)?;
        let mut folded = FastMap::default();
        let mut given = HashSet::new();
        for literal in clause {
            let atom = fold(cx, literal.atom, &mut folded)?;
            given.insert(Literal::new(&cx.terms, atom, literal.positive));
        }
        for literal in wanted {
            let atom = cx.terms.replaced(literal.atom, &mut images, &mut cx.budget)?;
            let atom = fold(cx, atom, &mut folded)?;
            let literal = Literal::new(&cx.terms, atom, literal.positive);
            let is_there = given.contains(&literal) || literal.constant(&cx.terms) == Some(false);
            require(is_there, "a literal of the schema is missing")?;
        }
        Ok(())
    }

    /// New symbols that an existential schema promises for these arguments.
    pub(crate) fn witnesses(&mut self, cx: &mut Context, name: &str, args: &[Term]) -> Checked<Vec<Term>> {
        let schema = self.schema(cx, name)?;
        require(!schema.witnesses.is_empty(), "the schema promises no symbols")?;
        require(args.len() == schema.parameters.len(), "the number of arguments of the schema")?;
        let mut made = Vec::new();
        for witness in &schema.witnesses {
            let symbol = cx.terms.declare(&[], cx.terms.sort(*witness))?;
            made.push(cx.terms.call(symbol, &[])?);
        }
        let all: Vec<Term> = args.iter().chain(&made).copied().collect();
        fitted(cx, schema, &all)?;
        self.promised.insert((name.to_owned(), all));
        Ok(made)
    }

    fn schema(&mut self, cx: &mut Context, name: &str) -> Checked<&Schema> {
        if self.index.is_empty() {
            self.index = index(TEXT)?;
        }
        if !self.read.contains_key(name) {
            let Some(text) = self.index.get(name) else { return refuse("no such schema") };
            let schema = read(&mut cx.terms, text)?;
            self.read.insert(name.to_owned(), schema);
        }
        self.read.get(name).map_or_else(|| refuse("no such schema"), Ok)
    }
}

/// The parts of the file by the names of the schemas: each begins at the start of a line, and nothing else
/// does.
pub(crate) fn index(text: &'static str) -> Checked<HashMap<String, &'static str>> {
    let mut found = HashMap::new();
    for body in text.split("\n(").skip(1) {
        let Some(name) = body.split_whitespace().nth(1) else { return refuse("a schema without name") };
        require(found.insert(name.to_owned(), body).is_none(), "two schemas of one name")?;
    }
    Ok(found)
}

/// Reads `schema NAME ((x Sort) …) SENTENCE)` or `skolem NAME ((x Sort) …) ((y Sort) …) SENTENCE)`.
pub(crate) fn read(terms: &mut Terms, text: &str) -> Checked<Schema> {
    let mut names = Names::default();
    let mut reader = Reader::new(Lexer::new(text.as_bytes(), 1), terms, &mut names);
    let is_existential = reader.symbol()? == "skolem";
    reader.symbol()?;
    let parameters = parameters(&mut reader)?;
    let witnesses = if is_existential { self::parameters(&mut reader)? } else { Vec::new() };
    let sentence = reader.term_of(Sort::Bool)?;
    reader.close()?;
    let conjuncts = match terms.op(sentence) {
        Some(Op::And) => terms.args(sentence).to_vec(),
        _ => vec![sentence],
    };
    let clauses = conjuncts.into_iter().map(|conjunct| disjuncts(terms, conjunct)).collect();
    let witnesses = witnesses.into_iter().map(|(witness, _)| witness).collect();
    Ok(Schema { parameters, witnesses, clauses })
}

/// Reads `((x Sort) …)` and declares the names.
fn parameters(reader: &mut Reader<'_, '_>) -> Checked<Vec<(Term, Kind)>> {
    let mut found = Vec::new();
    reader.open()?;
    while !reader.at_close()? {
        reader.open()?;
        let name = reader.symbol()?;
        let sort = reader.symbol()?;
        let (kind, sort) = match sort.as_str() {
            "Word" => (Kind::Word, Sort::Text),
            "Char" => (Kind::Char, Sort::Text),
            "Numeral" => (Kind::Numeral, Sort::Int),
            "Regex" => (Kind::Regex, Sort::RegLan),
            other => (Kind::Any, Sort::named(other).map_or_else(|| refuse("a sort"), Ok)?),
        };
        reader.close()?;
        let symbol = reader.terms.declare(&[], sort)?;
        let term = reader.terms.call(symbol, &[])?;
        reader.names.bind(&name, Meaning::Term(term));
        found.push((term, kind));
    }
    Ok(found)
}

/// The literals of a formula that is a disjunction, written with `or`, `=>`, `not`, `and`.
fn disjuncts(terms: &Terms, formula: Term) -> Vec<Literal> {
    let (mut open, mut found) = (vec![Literal::new(terms, formula, true)], Vec::new());
    while let Some(literal) = open.pop() {
        let signed = |term: &Term, sign: bool| Literal::new(terms, *term, sign);
        match (terms.op(literal.atom), literal.positive, terms.args(literal.atom)) {
            (Some(Op::Or), true, args) => open.extend(args.iter().rev().map(|arg| signed(arg, true))),
            (Some(Op::And), false, args) => open.extend(args.iter().rev().map(|arg| signed(arg, false))),
            (Some(Op::Implies), true, [before @ .., last]) => {
                open.push(signed(last, true));
                open.extend(before.iter().rev().map(|arg| signed(arg, false)));
            }
            _ => found.push(literal),
        }
    }
    found
}

/// The arguments by the parameters and witnesses that they are for.
fn fitted(cx: &Context, schema: &Schema, args: &[Term]) -> Checked<FastMap<Term, Term>> {
    let wanted = schema.parameters.len() + schema.witnesses.len();
    require(args.len() == wanted, "the number of arguments of the schema")?;
    let kinds = schema.parameters.iter().copied();
    let all = kinds.chain(schema.witnesses.iter().map(|witness| (*witness, Kind::Any)));
    let mut images = FastMap::default();
    for ((parameter, kind), arg) in all.zip(args) {
        require(cx.terms.sort(parameter) == cx.terms.sort(*arg), "an argument of the wrong sort")?;
        require(is_of(cx, *arg, kind), "an argument of the wrong kind")?;
        images.insert(parameter, *arg);
    }
    Ok(images)
}

fn is_of(cx: &Context, term: Term, kind: Kind) -> bool {
    match (kind, cx.terms.value(term)) {
        (Kind::Any, _) => true,
        (Kind::Word, Some(Value::Text(_))) => true,
        (Kind::Char, Some(Value::Text(word))) => word.len() == 1,
        (Kind::Numeral, Some(Value::Int(number))) => !number.is_negative(),
        (Kind::Regex, _) => cx.terms.is_ground(term),
        _ => false,
    }
}

/// The term with its ground parts evaluated and its equations oriented. Languages stay as they are written.
fn fold(cx: &mut Context, root: Term, folded: &mut FastMap<Term, Term>) -> Checked<Term> {
    for term in cx.terms.below(&[root], &mut cx.budget, |term| folded.contains_key(&term))? {
        let mut args: Vec<Term> =
            cx.terms.args(term).iter().map(|arg| folded.get(arg).copied().unwrap_or(*arg)).collect();
        if cx.terms.op(term) == Some(Op::Eq) {
            args.sort_unstable();
        }
        let mut image = match cx.terms.head(term) {
            Head::Value(_) => term,
            _ => cx.terms.with_args(term, &args)?,
        };
        if cx.terms.is_ground(image) && cx.terms.sort(image) != Sort::RegLan {
            let value = cx.evaluator.value(&mut cx.terms, image, &mut cx.budget)?;
            image = value.unwrap_or(image);
        }
        folded.insert(term, image);
    }
    Ok(folded.get(&root).copied().unwrap_or(root))
}

#[cfg(test)]
mod tests;
