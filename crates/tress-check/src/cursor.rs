//! Reading the parts of one step.
//!
//! Enters: the text of a step and the numbers given so far. Leaves: numbers, literals, terms, values.

use crate::budget::{Checked, refuse};
use crate::clause::Literal;
use crate::hash::FastMap;
use crate::lexer::{Lexer, Token};
use crate::number::{Int, Rat};
use crate::reader::{negative, positive};
use crate::term::{Term, Terms, Value};

/// Terms by the numbers of a certificate.
pub(crate) type Numbers = FastMap<u64, Term>;

/// Reads a step.
pub(crate) struct Cursor<'text> {
    lexer: Lexer<'text>,
    numbers: &'text Numbers,
}

impl<'text> Cursor<'text> {
    pub(crate) fn new(lexer: Lexer<'text>, numbers: &'text Numbers) -> Self {
        Self { lexer, numbers }
    }

    pub(crate) fn next(&mut self) -> Checked<Token<'text>> {
        self.lexer.next()
    }

    /// The token that follows, without reading it.
    pub(crate) fn peek(&self) -> Checked<Token<'text>> {
        self.lexer.clone().next()
    }

    pub(crate) fn open(&mut self) -> Checked<()> {
        if self.next()? == Token::Open { Ok(()) } else { refuse("expected (") }
    }

    pub(crate) fn close(&mut self) -> Checked<()> {
        if self.next()? == Token::Close { Ok(()) } else { refuse("expected )") }
    }

    /// A name that is not in bars.
    pub(crate) fn symbol(&mut self) -> Checked<&'text str> {
        match self.next()? {
            Token::Symbol(name) => Ok(name),
            _ => refuse("expected a name"),
        }
    }

    /// A name, perhaps in bars.
    pub(crate) fn name(&mut self) -> Checked<&'text str> {
        match self.next()? {
            Token::Symbol(name) | Token::Quoted(name) => Ok(name),
            _ => refuse("expected a name"),
        }
    }

    /// A number without sign.
    pub(crate) fn number(&mut self) -> Checked<u64> {
        match self.next()? {
            Token::Number(digits) => digits.parse().or_else(|_| refuse("expected a number")),
            _ => refuse("expected a number"),
        }
    }

    /// Everything up to a closing parenthesis.
    pub(crate) fn each<T>(&mut self, mut read: impl FnMut(&mut Self) -> Checked<T>) -> Checked<Vec<T>> {
        let mut found = Vec::new();
        while self.peek()? != Token::Close {
            found.push(read(self)?);
        }
        Ok(found)
    }

    fn numbered(&self, number: u64) -> Checked<Term> {
        self.numbers.get(&number).copied().map_or_else(|| Err(format!("no term has the number {number}")), Ok)
    }

    /// A term by its number.
    pub(crate) fn term(&mut self) -> Checked<Term> {
        let number = self.number()?;
        self.numbered(number)
    }

    /// Terms up to a closing parenthesis, which is left.
    pub(crate) fn terms(&mut self) -> Checked<Vec<Term>> {
        self.each(Self::term)
    }

    /// A literal: the number of a term of sort Bool, negative for its negation.
    pub(crate) fn literal(&mut self, terms: &Terms) -> Checked<Literal> {
        let (digits, positive) = match self.next()? {
            Token::Number(digits) => (digits, true),
            Token::Symbol(name) => match name.strip_prefix('-') {
                Some(digits) => (digits, false),
                None => return refuse("expected a literal"),
            },
            _ => return refuse("expected a literal"),
        };
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse().ok().filter(|_| is_number);
        let Some(number) = number else { return refuse("expected a literal") };
        let term = self.numbered(number)?;
        if terms.sort(term) != crate::sort::Sort::Bool {
            return refuse("a literal that is no formula");
        }
        Ok(Literal::new(terms, term, positive))
    }

    /// A number: `5`, `-5`, `(- 5)`, `1/2`, `2.5`.
    fn numeral(&mut self) -> Checked<Value> {
        let mut token = self.next()?;
        let is_negated = token == Token::Open;
        if is_negated {
            if self.next()? != Token::Symbol("-") {
                return refuse("expected a value");
            }
            token = self.next()?;
        }
        let value = match token {
            Token::Number(digits) => positive(digits)?,
            Token::Symbol(text) => match (negative(text)?, Rat::from_text(text)?) {
                (Some(value), _) => value,
                (None, Some(value)) => Value::Real(value),
                (None, None) => return refuse("expected a value"),
            },
            _ => return refuse("expected a value"),
        };
        if !is_negated {
            return Ok(value);
        }
        self.close()?;
        Ok(match value {
            Value::Int(number) => Value::Int(number.negated()),
            Value::Real(number) => Value::Real(number.negated()),
            other => other,
        })
    }

    /// A fraction.
    pub(crate) fn rational(&mut self) -> Checked<Rat> {
        match self.numeral()? {
            Value::Int(number) => Ok(Rat::from(number)),
            Value::Real(number) => Ok(number),
            _ => refuse("expected a number"),
        }
    }

    /// A value: a string, a number, `true`, `false`.
    pub(crate) fn value(&mut self) -> Checked<Value> {
        match self.peek()? {
            Token::Text(text) => {
                self.next()?;
                Ok(Value::Text(crate::lexer::unescape(text)?.into()))
            }
            Token::Symbol(name @ ("true" | "false")) => {
                self.next()?;
                Ok(Value::Bool(name == "true"))
            }
            _ => self.numeral(),
        }
    }

    /// An operator or a declared function: `NAME` or `(_ NAME INDEX*)`.
    pub(crate) fn operator(&mut self) -> Checked<(&'text str, Vec<Int>)> {
        if self.peek()? != Token::Open {
            return Ok((self.name()?, Vec::new()));
        }
        self.open()?;
        if self.next()? != Token::Symbol("_") {
            return refuse("expected _");
        }
        let (name, mut indices) = (self.name()?, Vec::new());
        loop {
            match self.next()? {
                Token::Close => return Ok((name, indices)),
                Token::Number(digits) => match Int::from_digits(digits)? {
                    Some(index) => indices.push(index),
                    None => return refuse("an index that is no numeral"),
                },
                _ => return refuse("an index that is no numeral"),
            }
        }
    }
}
