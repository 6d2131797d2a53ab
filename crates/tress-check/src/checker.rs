//! The checker: terms and clauses that are live, and the steps that make them.
//!
//! Enters: a problem, then steps. Leaves: that the empty clause was derived outside of all scopes, or a
//! refusal.

use std::rc::Rc;

use crate::budget::{Budget, Checked, refuse, require};
use crate::clause::{Context, Literal, is_empty};
use crate::cursor::{Cursor, Numbers};
use crate::hash::FastMap;
use crate::lexer::{Lexer, Token};
use crate::names::{Meaning, Names};
use crate::reader::{Callee, callee};
use crate::script;
use crate::steps;
use crate::steps::schema::Schemas;
use crate::term::{Head, Term};

/// A hypothesis that is open.
#[derive(Debug)]
struct Scope {
    number: u64,
    hypothesis: Literal,
    /// The clauses that were made since.
    made: Vec<u64>,
}

/// The state between steps.
///
/// Invariant: in each scope every clause is true in every model of the assertions and of the open hypotheses,
/// extended by symbols of `d` and `w`.
#[derive(Debug)]
pub struct Checker {
    cx: Context,
    names: Names,
    assertions: Vec<Term>,
    numbers: Numbers,
    newest_term: Option<u64>,
    clauses: FastMap<u64, Rc<[Literal]>>,
    newest_clause: Option<u64>,
    scopes: Vec<Scope>,
    /// What the symbols of `d` were made to denote.
    definitions: FastMap<Term, Term>,
    schemas: Schemas,
    is_refuted: bool,
}

impl Checker {
    /// No step is taken yet.
    ///
    /// # Errors
    /// Why the problem is not understood.
    pub fn new(problem: &[u8]) -> Result<Self, String> {
        let problem = script::read(problem)?;
        Ok(Self {
            cx: Context::new(problem.terms),
            names: problem.names,
            assertions: problem.assertions,
            numbers: FastMap::default(),
            newest_term: None,
            clauses: FastMap::default(),
            newest_clause: None,
            scopes: Vec::new(),
            definitions: FastMap::default(),
            schemas: Schemas::new(),
            is_refuted: false,
        })
    }

    /// Was the empty clause derived outside of all scopes?
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Takes one step, which begins on a line of the certificate. A step that is refused adds no clause; the
    /// terms and the number that it has used stay used.
    ///
    /// # Errors
    /// Why the step is refused.
    pub fn step(&mut self, text: &[u8], line: usize) -> Result<(), String> {
        self.cx.budget = Budget::new();
        self.cx.budget.spend(text.len())?;
        self.cx.evaluator.relax();
        // Terms are looked up in the numbers of earlier steps.
        let numbers = std::mem::take(&mut self.numbers);
        let mut cursor = Cursor::new(Lexer::new(text, line), &numbers);
        let made = self.taken(&mut cursor);
        self.numbers = numbers;
        for (number, term) in made? {
            self.numbers.insert(number, term);
        }
        Ok(())
    }

    /// Takes a step; returns the terms that it numbers.
    fn taken(&mut self, cursor: &mut Cursor<'_>) -> Checked<Vec<(u64, Term)>> {
        cursor.open()?;
        let head = cursor.symbol()?;
        let made = match head {
            "v" | "s" | "t" | "d" | "a" | "arg" => {
                let number = cursor.number()?;
                newer(&mut self.newest_term, number)?;
                vec![(number, self.term(head, cursor)?)]
            }
            "w" => self.witnesses(cursor)?,
            "c" => {
                self.clause(cursor)?;
                Vec::new()
            }
            "open" => {
                let number = cursor.number()?;
                newer(&mut self.newest_clause, number)?;
                let hypothesis = cursor.literal(&self.cx.terms)?;
                self.scopes.push(Scope { number, hypothesis, made: Vec::new() });
                self.store(number, [hypothesis].into());
                Vec::new()
            }
            "close" => {
                self.close(cursor)?;
                Vec::new()
            }
            "x" => {
                for number in cursor.each(Cursor::number)? {
                    require(self.clauses.remove(&number).is_some(), "no such clause")?;
                }
                Vec::new()
            }
            _ => return refuse("no such step"),
        };
        cursor.close()?;
        require(cursor.next()? == Token::End, "expected the end of the step")?;
        Ok(made)
    }

    /// The term of a step `v`, `s`, `t`, `d`, `a` or `arg`, behind its number.
    fn term(&mut self, head: &str, cursor: &mut Cursor<'_>) -> Checked<Term> {
        let terms = &mut self.cx.terms;
        match head {
            "v" => terms.make(cursor.value()?),
            "s" => match self.names.meaning(cursor.name()?) {
                Some(Meaning::Symbol(symbol)) => terms.call(*symbol, &[]),
                _ => refuse("no symbol of this name is declared"),
            },
            "t" => {
                let (name, indices) = cursor.operator()?;
                let args = cursor.terms()?;
                match callee(&self.names, name, indices)? {
                    Callee::Op(op, indices) => terms.indexed(op, &indices, &args),
                    Callee::Symbol(symbol) => terms.call(symbol, &args),
                    _ => refuse("a defined name is no operator"),
                }
            }
            "d" => {
                let name = cursor.name()?;
                require(self.names.is_free(name), "a name that is taken")?;
                let meaning = cursor.term()?;
                let symbol = terms.declare(&[], terms.sort(meaning))?;
                let term = terms.call(symbol, &[])?;
                self.names.declare(name, Meaning::Symbol(symbol));
                self.definitions.insert(term, meaning);
                Ok(term)
            }
            "a" => nth(&self.assertions, cursor.number()?),
            _ => {
                let of = cursor.term()?;
                nth(terms.args(of), cursor.number()?)
            }
        }
    }

    /// `(w (N*) SCHEMA N*)`: symbols that an existential schema promises.
    fn witnesses(&mut self, cursor: &mut Cursor<'_>) -> Checked<Vec<(u64, Term)>> {
        cursor.open()?;
        let numbers = cursor.each(Cursor::number)?;
        cursor.close()?;
        let name = cursor.symbol()?;
        let args = cursor.terms()?;
        for number in &numbers {
            newer(&mut self.newest_term, *number)?;
        }
        let symbols = self.schemas.witnesses(&mut self.cx, name, &args)?;
        require(symbols.len() == numbers.len(), "the number of symbols of the schema")?;
        Ok(numbers.into_iter().zip(symbols).collect())
    }

    fn store(&mut self, number: u64, clause: Rc<[Literal]>) {
        if self.scopes.is_empty() && is_empty(&self.cx.terms, &clause) {
            self.is_refuted = true;
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.made.push(number);
        }
        self.clauses.insert(number, clause);
    }

    /// `(close K K')`: K, the number of the innermost hypothesis, becomes the clause `¬LIT ∨ K'`.
    fn close(&mut self, cursor: &mut Cursor<'_>) -> Checked<()> {
        let (number, last) = (cursor.number()?, cursor.number()?);
        let Some(clause) = self.clauses.get(&last).cloned() else { return refuse("no such clause") };
        require(self.scopes.last().is_some_and(|scope| scope.number == number), "not the innermost scope")?;
        if let Some(scope) = self.scopes.pop() {
            for made in scope.made {
                self.clauses.remove(&made);
            }
            let negated = scope.hypothesis.negated();
            self.store(number, std::iter::once(negated).chain(clause.iter().copied()).collect());
        }
        Ok(())
    }

    /// `(c K (LIT*) RULE)`.
    fn clause(&mut self, cursor: &mut Cursor<'_>) -> Checked<()> {
        let number = cursor.number()?;
        newer(&mut self.newest_clause, number)?;
        cursor.open()?;
        let clause = cursor.each(|cursor| cursor.literal(&self.cx.terms))?;
        cursor.close()?;
        cursor.open()?;
        let rule = cursor.symbol()?;
        self.rule(rule, &clause, cursor)?;
        cursor.close()?;
        self.store(number, clause.into());
        Ok(())
    }

    /// Checks a clause by its rule.
    fn rule(&mut self, rule: &str, clause: &[Literal], cursor: &mut Cursor<'_>) -> Checked<()> {
        let cx = &mut self.cx;
        match rule {
            "input" => {
                let term = nth(&self.assertions, cursor.number()?)?;
                let wanted = Literal::new(&cx.terms, term, true);
                require(clause == [wanted], "the clause is not the assertion")
            }
            "def" => {
                let symbol = cursor.term()?;
                require(matches!(cx.terms.head(symbol), Head::Symbol(_)), "not a defined symbol")?;
                let Some(meaning) = self.definitions.get(&symbol) else {
                    return refuse("not a defined symbol");
                };
                let equal = match cx.unit(clause).and_then(|unit| cx.equation(unit)) {
                    Some((a, b, true)) => (a, b) == (symbol, *meaning) || (b, a) == (symbol, *meaning),
                    _ => false,
                };
                require(equal, "the clause is not the definition")
            }
            "bool" => steps::connective::check(cx, clause, cursor.term()?),
            "rup" => {
                let named = cursor.each(|cursor| match self.clauses.get(&cursor.number()?) {
                    Some(clause) => Ok(Rc::clone(clause)),
                    None => refuse("no such clause"),
                })?;
                steps::rup::check(cx, clause, &named)
            }
            "euf" => steps::euf::check(cx, clause, &cursor.terms()?),
            "lia" => steps::lia::check(cx, clause, cursor),
            "eval" => evaluated(cx, clause),
            "norm" => steps::norm::check(cx, clause),
            "strip" => steps::strip::check(cx, clause),
            "lang" => steps::lang::check(cx, clause, cursor),
            "shift" => steps::shift::check(cx, clause),
            "ax" => {
                let (name, index) = (cursor.symbol()?, cursor.number()?);
                let args = cursor.terms()?;
                self.schemas.check(cx, clause, name, index, &args)
            }
            _ => refuse("no such rule"),
        }
    }
}

/// The rule `eval`. Side condition: some literal is a term without symbols whose value makes it true.
fn evaluated(cx: &mut Context, clause: &[Literal]) -> Checked<()> {
    for literal in clause {
        if cx.evaluator.truth(&mut cx.terms, literal.atom, &mut cx.budget)? == Some(literal.positive) {
            return Ok(());
        }
    }
    refuse("no literal evaluates to true")
}

/// The assertion or argument of this number.
fn nth(list: &[Term], index: u64) -> Checked<Term> {
    let term = usize::try_from(index).ok().and_then(|index| list.get(index));
    term.copied().map_or_else(|| refuse("no such assertion or argument"), Ok)
}

/// Accepts a number that is larger than the newest one.
fn newer(newest: &mut Option<u64>, number: u64) -> Checked<()> {
    require(newest.is_none_or(|newest| number > newest), "numbers must grow")?;
    *newest = Some(number);
    Ok(())
}
