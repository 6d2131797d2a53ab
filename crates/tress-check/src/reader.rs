//! Reading terms and sorts of SMT-LIB, with a stack instead of recursion.
//!
//! Enters: tokens. Leaves: terms. A `let` and defined functions are expanded, annotations dropped, old
//! spellings replaced, `(- 5)` becomes a value. What is not understood is refused.

use std::rc::Rc;

use crate::budget::{Budget, Checked, refuse, require};
use crate::hash::FastMap;
use crate::lexer::{LAST, Lexer, Token, unescape};
use crate::names::{Function, Meaning, Names, SortMeaning};
use crate::number::{Int, Rat};
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Symbol, Term, Terms, Value};

/// What an application applies.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    Op(Op, Vec<Int>),
    Symbol(Symbol),
    Function(Rc<Function>),
    Term(Term),
}

/// A part of a term whose end was not read. `first` is the index of its first complete argument.
enum Frame {
    Apply { callee: Callee, first: usize },
    Binding { names: Vec<String>, first: usize, mark: usize },
    Body { mark: usize },
    Annotated,
}

/// Reads from tokens into a store.
pub(crate) struct Reader<'text, 'store> {
    pub(crate) lexer: Lexer<'text>,
    pub(crate) terms: &'store mut Terms,
    pub(crate) names: &'store mut Names,
    /// Names that annotations gave.
    pub(crate) named: Vec<(String, Term)>,
    pub(crate) budget: Budget,
    frames: Vec<Frame>,
    values: Vec<Term>,
}

/// The meaning of a name in function position: what was declared, else an operator.
pub(crate) fn callee(names: &Names, name: &str, indices: Vec<Int>) -> Checked<Callee> {
    match names.meaning(name) {
        Some(_) if !indices.is_empty() => refuse("indices of a declared name"),
        Some(Meaning::Symbol(symbol)) => Ok(Callee::Symbol(*symbol)),
        Some(Meaning::Term(term)) => Ok(Callee::Term(*term)),
        Some(Meaning::Function(function)) => Ok(Callee::Function(Rc::clone(function))),
        None => match Op::named(name) {
            Some(row) => Ok(Callee::Op(row.op, indices)),
            None => Err(format!("unknown symbol {}", name.chars().take(60).collect::<String>())),
        },
    }
}

/// The number that a name such as `-5` denotes.
pub(crate) fn negative(name: &str) -> Checked<Option<Value>> {
    let Some(size) = name.strip_prefix('-').filter(|size| size.starts_with(|c: char| c.is_ascii_digit()))
    else {
        return Ok(None);
    };
    Ok(match Int::from_digits(size)? {
        Some(value) => Some(Value::Int(value.negated())),
        None if size.contains('/') => None,
        None => Rat::from_text(size)?.map(|value| Value::Real(value.negated())),
    })
}

/// The number that digits denote, perhaps with a point.
pub(crate) fn positive(digits: &str) -> Checked<Value> {
    match Int::from_digits(digits)? {
        Some(value) => Ok(Value::Int(value)),
        None => match Rat::from_text(digits)? {
            Some(value) => Ok(Value::Real(value)),
            None => refuse("a number with a wrong form"),
        },
    }
}

/// The application of a defined function: its body with arguments in place of parameters.
fn expanded(terms: &mut Terms, function: &Function, args: &[Term], budget: &mut Budget) -> Checked<Term> {
    require(args.len() == function.parameters.len(), "the number of arguments of a defined function")?;
    let mut images = FastMap::default();
    for ((parameter, arg), sort) in function.parameters.iter().zip(args).zip(&function.sorts) {
        images.insert(*parameter, terms.fit(*arg, *sort)?);
    }
    terms.replaced(function.body, &mut images, budget)
}

/// `(re.loop r 1 3)`, as older files write it.
fn old_loop(terms: &mut Terms, args: &[Term]) -> Checked<Term> {
    let mut indices = Vec::new();
    for arg in args.iter().skip(1) {
        match terms.value(*arg) {
            Some(Value::Int(number)) => indices.push(number.clone()),
            _ => return refuse("the bounds of re.loop"),
        }
    }
    terms.indexed(Op::ReLoop, &indices, args.get(..1).unwrap_or_default())
}

impl Callee {
    /// The application as the reader makes it.
    pub(crate) fn apply(&self, terms: &mut Terms, args: &[Term], budget: &mut Budget) -> Checked<Term> {
        match self {
            Callee::Op(Op::IndexOf, _) if args.len() == 2 => {
                let zero = terms.make(Value::Int(Int::default()))?;
                terms.app(Op::IndexOf, &[args[0], args[1], zero])
            }
            Callee::Op(Op::ReLoop, indices) if indices.is_empty() => old_loop(terms, args),
            Callee::Op(Op::Sub, _) if args.len() == 1 => match terms.value(args[0]).cloned() {
                Some(Value::Int(number)) => terms.make(Value::Int(number.negated())),
                Some(Value::Real(number)) => terms.make(Value::Real(number.negated())),
                _ => terms.app(Op::Sub, args),
            },
            Callee::Op(op, indices) => terms.indexed(*op, indices, args),
            Callee::Symbol(symbol) => terms.call(*symbol, args),
            Callee::Function(function) => expanded(terms, function, args, budget),
            Callee::Term(term) => {
                require(args.is_empty(), "arguments of a name that is no function")?;
                Ok(*term)
            }
        }
    }
}

impl<'text, 'store> Reader<'text, 'store> {
    pub(crate) fn new(lexer: Lexer<'text>, terms: &'store mut Terms, names: &'store mut Names) -> Self {
        let (named, frames, values) = (Vec::new(), Vec::new(), Vec::new());
        Self { lexer, terms, names, named, budget: Budget::new(), frames, values }
    }
    /// Refuses if the next token is not an opening parenthesis.
    pub(crate) fn open(&mut self) -> Checked<()> {
        if self.lexer.next()? == Token::Open { Ok(()) } else { refuse("expected (") }
    }

    /// Refuses if the next token is not a closing parenthesis.
    pub(crate) fn close(&mut self) -> Checked<()> {
        if self.lexer.next()? == Token::Close { Ok(()) } else { refuse("expected )") }
    }

    /// A name.
    pub(crate) fn symbol(&mut self) -> Checked<String> {
        match self.lexer.next()? {
            Token::Symbol(name) if !name.starts_with(|c: char| c.is_ascii_digit()) => Ok(name.to_owned()),
            Token::Quoted(name) => Ok(name.to_owned()),
            _ => refuse("expected a name"),
        }
    }

    /// Is the next token a closing parenthesis? Then it is read.
    pub(crate) fn at_close(&mut self) -> Checked<bool> {
        let ahead = self.lexer.clone();
        if self.lexer.next()? == Token::Close {
            return Ok(true);
        }
        self.lexer = ahead;
        Ok(false)
    }

    /// A term.
    pub(crate) fn term(&mut self) -> Checked<Term> {
        loop {
            self.budget.spend(1)?;
            let Some(mut done) = self.begin()? else { continue };
            loop {
                let Some(frame) = self.frames.pop() else { return Ok(done) };
                match self.feed(frame, done)? {
                    Some(term) => done = term,
                    None => break,
                }
            }
        }
    }

    /// A term of this sort.
    pub(crate) fn term_of(&mut self, sort: Sort) -> Checked<Term> {
        let term = self.term()?;
        self.terms.fit(term, sort)
    }

    /// Reads the start of a term: the whole of it, or `None` if a frame was opened.
    fn begin(&mut self) -> Checked<Option<Term>> {
        match self.lexer.next()? {
            Token::Open => self.begin_compound(),
            Token::Number(digits) => {
                let value = positive(digits)?;
                self.terms.make(value).map(Some)
            }
            Token::Text(text) => {
                let word = unescape(text)?;
                self.terms.make_text(&word).map(Some)
            }
            Token::Symbol(name) => self.atom(name, true).map(Some),
            Token::Quoted(name) => self.atom(name, false).map(Some),
            _ => refuse("expected a term"),
        }
    }

    /// A name that is a whole term.
    fn atom(&mut self, name: &str, is_plain: bool) -> Checked<Term> {
        if self.names.meaning(name).is_none() {
            if name == "true" || name == "false" {
                return self.terms.make_bool(name == "true");
            }
            if is_plain && let Some(value) = negative(name)? {
                return self.terms.make(value);
            }
            require(
                !is_plain || !name.starts_with(|c: char| c.is_ascii_digit()),
                "a number with a wrong form",
            )?;
        }
        callee(self.names, name, Vec::new())?.apply(self.terms, &[], &mut self.budget)
    }

    fn begin_compound(&mut self) -> Checked<Option<Term>> {
        let first = self.values.len();
        let callee = match self.lexer.next()? {
            Token::Symbol("let") => {
                self.open()?;
                let mark = self.names.mark();
                return self.next_binding(Vec::new(), first, mark).map(|()| None);
            }
            Token::Symbol("!") => {
                self.frames.push(Frame::Annotated);
                return Ok(None);
            }
            Token::Symbol("_") => return self.indexed_literal().map(Some),
            Token::Symbol(name @ ("forall" | "exists" | "match" | "as" | "lambda" | "par")) => {
                return Err(format!("{name} is not understood"));
            }
            Token::Symbol(name) | Token::Quoted(name) => callee(self.names, name, Vec::new())?,
            Token::Open => {
                if self.lexer.next()? != Token::Symbol("_") {
                    return refuse("expected _");
                }
                self.indexed_callee()?
            }
            _ => return refuse("expected an operator"),
        };
        if self.at_close()? {
            return callee.apply(self.terms, &[], &mut self.budget).map(Some);
        }
        self.frames.push(Frame::Apply { callee, first });
        Ok(None)
    }

    /// The rest of `(_ name index …)`.
    fn indexed_callee(&mut self) -> Checked<Callee> {
        let (name, mut indices) = (self.symbol()?, Vec::new());
        loop {
            match self.lexer.next()? {
                Token::Close => break,
                Token::Number(digits) => match Int::from_digits(digits)? {
                    Some(index) => indices.push(index),
                    None => return refuse("an index that is no numeral"),
                },
                _ => return refuse("an index that is no numeral"),
            }
        }
        require(!indices.is_empty(), "expected an index")?;
        callee(self.names, &name, indices)
    }

    /// The rest of `(_ char #x41)`.
    fn indexed_literal(&mut self) -> Checked<Term> {
        if self.lexer.next()? != Token::Symbol("char") {
            return refuse("an indexed name that is not understood");
        }
        let Token::Hex(digits) = self.lexer.next()? else { return refuse("expected a code point") };
        let is_code = (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let code = u32::from_str_radix(digits, 16).ok().filter(|code| is_code && *code <= LAST);
        let Some(code) = code else { return refuse("expected a code point") };
        self.close()?;
        self.terms.make_text(&[code])
    }

    /// Reads the next `(name` of a `let`, or the end of its bindings.
    fn next_binding(&mut self, mut names: Vec<String>, first: usize, mark: usize) -> Checked<()> {
        match self.lexer.next()? {
            Token::Open => {
                let name = self.symbol()?;
                require(!names.contains(&name), "a variable that is bound twice")?;
                self.budget.spend(names.len())?;
                names.push(name);
                self.frames.push(Frame::Binding { names, first, mark });
            }
            Token::Close if !names.is_empty() => {
                for (name, value) in names.iter().zip(self.values.split_off(first)) {
                    self.names.bind(name, Meaning::Term(value));
                }
                self.frames.push(Frame::Body { mark });
            }
            _ => return refuse("expected a binding"),
        }
        Ok(())
    }

    /// Passes a complete term to the innermost open frame. Returns a term if that completes the frame.
    fn feed(&mut self, frame: Frame, done: Term) -> Checked<Option<Term>> {
        match frame {
            Frame::Apply { callee, first } => {
                self.values.push(done);
                if !self.at_close()? {
                    self.frames.push(Frame::Apply { callee, first });
                    return Ok(None);
                }
                let args = self.values.split_off(first);
                self.budget.spend(args.len())?;
                callee.apply(self.terms, &args, &mut self.budget).map(Some)
            }
            Frame::Binding { names, first, mark } => {
                self.values.push(done);
                self.close()?;
                self.next_binding(names, first, mark)?;
                Ok(None)
            }
            Frame::Body { mark } => {
                self.close()?;
                self.names.undo_to(mark);
                Ok(Some(done))
            }
            Frame::Annotated => {
                self.annotations(done)?;
                Ok(Some(done))
            }
        }
    }

    /// Reads attributes up to the closing parenthesis.
    fn annotations(&mut self, term: Term) -> Checked<()> {
        loop {
            match self.lexer.next()? {
                Token::Close => return Ok(()),
                Token::Keyword(":named") => {
                    let name = self.symbol()?;
                    self.named.push((name, term));
                }
                Token::Open => self.lexer.skip_rest(1)?,
                Token::End => return refuse("an open annotation"),
                _ => {}
            }
        }
    }

    /// A sort.
    pub(crate) fn sort(&mut self) -> Checked<Sort> {
        let mut open: Vec<(String, Vec<Sort>)> = Vec::new();
        loop {
            self.budget.spend(1)?;
            let mut done = match self.lexer.next()? {
                Token::Open => {
                    open.push((self.symbol()?, Vec::new()));
                    continue;
                }
                Token::Symbol(name) | Token::Quoted(name) => self.applied_sort(name, Vec::new())?,
                _ => return refuse("expected a sort"),
            };
            loop {
                let Some((_, arguments)) = open.last_mut() else { return Ok(done) };
                arguments.push(done);
                if !self.at_close()? {
                    break;
                }
                let Some((name, arguments)) = open.pop() else { break };
                done = self.applied_sort(&name, arguments)?;
            }
        }
    }

    fn applied_sort(&mut self, name: &str, arguments: Vec<Sort>) -> Checked<Sort> {
        match self.names.sort(name).cloned() {
            Some(SortMeaning::Declared(id, arity)) if arity == arguments.len() => {
                Ok(self.names.instance(id, arguments))
            }
            Some(SortMeaning::Defined(sort)) if arguments.is_empty() => Ok(sort),
            None if name == "RegEx" && arguments == [Sort::Text] => Ok(Sort::RegLan),
            None if arguments.is_empty() && Sort::named(name).is_some() => {
                Sort::named(name).map_or_else(|| refuse("a sort"), Ok)
            }
            _ => Err(format!("the sort {} is not understood", name.chars().take(60).collect::<String>())),
        }
    }
}
