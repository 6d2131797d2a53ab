//! Terms and clauses as steps of a certificate.
//!
//! Enters: terms of a store, clauses with their reasons. Leaves: text. Each term is written once, before the first
//! clause that needs it, and keeps its number.

use std::fmt::Write;

use tress_base::Rational;
use tress_term::print::{Style, int_text, string_text, symbol_text};
use tress_term::term::{Head, Term, TermMap, TermStore, Value, post_order_where};

use crate::linear::Tree;

/// A formula, and whether the literal is the formula or its negation.
pub(crate) type Literal = (Term, bool);

/// Why a clause holds, as far as the checker must be told.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reason {
    /// It is the assertion of this number.
    Input(usize),
    /// It defines a connective.
    Bool(Term),
    /// Unit propagation over these clauses, which are numbers in the list of the proof.
    Rup(Vec<usize>),
    /// Congruence and evaluation, over these terms as well.
    Euf(Vec<Term>),
    /// Linear arithmetic.
    Lia(Tree),
    /// A schema, one of its clauses, and its arguments.
    Schema(String, usize, Vec<Term>),
    /// A rule that needs no help: `eval`, `norm`, `strip`, `shift`.
    Plain(&'static str),
    /// No word has these properties: forward through at most this many states.
    Language(usize),
}

/// What cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unwritable(pub(crate) &'static str);

/// Writes steps.
#[derive(Default)]
pub(crate) struct Emitter {
    numbers: TermMap<u64>,
    next_term: u64,
    next_clause: u64,
    text: String,
}

impl Emitter {
    /// Takes what was written since the last call.
    pub(crate) fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// The number of a term, which is written if it is new.
    pub(crate) fn term(&mut self, store: &TermStore, root: Term) -> Result<u64, Unwritable> {
        if self.numbers.get(root).is_none() {
            let numbers = &self.numbers;
            for term in post_order_where(store, &[root], |term| !numbers.has(term)) {
                if !self.numbers.has(term) {
                    self.write_term(store, term)?;
                }
            }
        }
        Ok(*self.numbers.get(root).expect("the root comes last"))
    }

    fn write_term(&mut self, store: &TermStore, term: Term) -> Result<(), Unwritable> {
        let number = self.next_term + 1;
        let mut step = String::new();
        let args: Vec<u64> = store
            .args(term)
            .iter()
            .map(|arg| *self.numbers.get(*arg).expect("arguments come first"))
            .collect();
        match store.head(term) {
            Head::Value(_) => {
                let value = store.as_value(term).expect("a value");
                let _ = write!(step, "(v {number} {}", value_text(value)?);
            }
            Head::Symbol(symbol) => {
                let name = symbol_text(&store.symbol(symbol).name);
                let head = if args.is_empty() { "s" } else { "t" };
                let _ = write!(step, "({head} {number} {name}");
            }
            Head::Op(op, list) if !op.has_own_form() => {
                let indices = store.indices(list);
                if indices.is_empty() {
                    let _ = write!(step, "(t {number} {}", op.name());
                } else {
                    let indices: Vec<String> = indices.iter().map(int_text).collect();
                    let _ = write!(step, "(t {number} (_ {} {})", op.name(), indices.join(" "));
                }
            }
            Head::Op(..) => return Err(Unwritable("datatypes and arrays")),
            Head::Quantifier(..) => return Err(Unwritable("quantifiers")),
        }
        for arg in args {
            let _ = write!(step, " {arg}");
        }
        step.push_str(")\n");
        self.text.push_str(&step);
        self.next_term = number;
        self.numbers.set(term, number);
        Ok(())
    }

    /// Names the assertion of this number as the checker reads it, and returns the number of its term.
    pub(crate) fn assertion(&mut self, number: usize) -> u64 {
        self.next_term += 1;
        let _ = writeln!(self.text, "(a {} {number})", self.next_term);
        self.next_term
    }

    /// Writes a clause; returns its number. `names` are the numbers of the clauses of the proof.
    pub(crate) fn clause(
        &mut self,
        store: &TermStore,
        literals: &[Literal],
        reason: &Reason,
        names: &dyn Fn(usize) -> u64,
    ) -> Result<u64, Unwritable> {
        let mut text = String::new();
        for (index, (term, positive)) in literals.iter().enumerate() {
            let number = self.term(store, *term)?;
            let _ = write!(
                text,
                "{}{}{number}",
                if index > 0 { " " } else { "" },
                if *positive { "" } else { "-" }
            );
        }
        let reason = self.reason(store, reason, names)?;
        Ok(self.raw_clause(&text, &reason))
    }

    /// Writes a clause whose literals and reason are text.
    pub(crate) fn raw_clause(&mut self, literals: &str, reason: &str) -> u64 {
        self.next_clause += 1;
        let _ = writeln!(self.text, "(c {} ({literals}) ({reason}))", self.next_clause);
        self.next_clause
    }

    fn reason(
        &mut self,
        store: &TermStore,
        reason: &Reason,
        names: &dyn Fn(usize) -> u64,
    ) -> Result<String, Unwritable> {
        let mut list = |head: String, terms: &[Term]| -> Result<String, Unwritable> {
            let mut text = head;
            for term in terms {
                let _ = write!(text, " {}", self.term(store, *term)?);
            }
            Ok(text)
        };
        Ok(match reason {
            Reason::Input(number) => format!("input {number}"),
            Reason::Bool(term) => list("bool".to_owned(), &[*term])?,
            Reason::Rup(clauses) => {
                clauses.iter().fold("rup".to_owned(), |text, clause| format!("{text} {}", names(*clause)))
            }
            Reason::Euf(terms) => list("euf".to_owned(), terms)?,
            Reason::Schema(name, index, args) => list(format!("ax {name} {index}"), args)?,
            Reason::Plain(name) => (*name).to_owned(),
            Reason::Language(states) => format!("lang (fwd {states})"),
            Reason::Lia(tree) => {
                let mut text = "lia ".to_owned();
                self.tree(store, tree, &mut text)?;
                text
            }
        })
    }

    fn tree(&mut self, store: &TermStore, tree: &Tree, text: &mut String) -> Result<(), Unwritable> {
        match tree {
            Tree::Farkas(factors) | Tree::Gcd(factors) => {
                text.push_str(if matches!(tree, Tree::Farkas(_)) { "(F" } else { "(G" });
                for (index, factor) in factors {
                    let _ = write!(text, " ({index} {})", rational_text(factor));
                }
            }
            Tree::Split { parts, bound, below, above } => {
                text.push_str("(S (");
                for (term, factor) in parts {
                    let number = self.term(store, *term)?;
                    let _ = write!(text, "({number} {})", rational_text(factor));
                }
                let _ = write!(text, ") {} ", rational_text(&Rational::from(bound.clone())));
                self.tree(store, below, text)?;
                text.push(' ');
                self.tree(store, above, text)?;
            }
        }
        text.push(')');
        Ok(())
    }
}

fn rational_text(number: &Rational) -> String {
    let sign = if number.is_negative() { "-" } else { "" };
    let number = number.abs();
    if number.is_integer() {
        format!("{sign}{}", int_text(number.numerator()))
    } else {
        format!("{sign}{}/{}", int_text(number.numerator()), int_text(number.denominator()))
    }
}

fn value_text(value: &Value) -> Result<String, Unwritable> {
    Ok(match value {
        Value::Bool(value) => value.to_string(),
        Value::Int(number) => rational_text(&Rational::from(number.clone())),
        Value::Real(number) if number.is_integer() => format!("{}.0", rational_text(number)),
        Value::Real(number) => rational_text(number),
        Value::Str(word) => string_text(word, Style::Standard),
        Value::Regex(_) => return Err(Unwritable("languages without an expression")),
        _ => return Err(Unwritable("values of other sorts")),
    })
}
