//! Reading terms: tokens in, terms of the store out, with a stack instead of recursion.

use std::sync::Arc;

use tress_base::{Int, PowersOfTen, Rational};

use tress_term::term::{Op, Sort, Term, TermStore, Value};

use super::characters::{CharacterOp, missing_sort};
use super::commands::Reader;
use super::datatypes::DataCallee;
use super::error::Error;
use super::frames::{Callee, Frame};
use super::lexer::{Kind, Token};
use super::literal::read_escapes;
use super::names::Meaning;
use super::nearest::{meant, quoted};
use super::quantified::{guarded, quantified};

/// What was read at the start of a term.
enum Begun {
    /// A whole term.
    Done(Term),
    /// A frame was opened; its parts follow.
    Opened,
}

impl Reader<'_, '_> {
    /// Reads one term.
    pub(super) fn term(&mut self) -> Result<Term, Error> {
        debug_assert!(self.frames.is_empty() && self.values.is_empty(), "terms do not interleave");
        loop {
            let mut done = match self.begin()? {
                Begun::Opened => continue,
                Begun::Done(term) => term,
            };
            loop {
                match self.frames.pop() {
                    None => return Ok(done),
                    Some(frame) => match self.feed(frame, done)? {
                        Some(term) => done = term,
                        None => break,
                    },
                }
            }
        }
    }

    /// Reads one term of the given sort.
    pub(super) fn term_of(&mut self, sort: Sort) -> Result<Term, Error> {
        let offset = self.peek()?.offset();
        let term = self.term()?;
        super::frames::fit(self.store, term, sort).ok_or_else(|| {
            let given = self.store.sort_text(self.store.sort(term));
            let wanted = self.store.sort_text(sort);
            Error::new(offset, format!("expected a term of sort {wanted}, this has sort {given}"))
        })
    }

    /// Reads the start of a term.
    fn begin(&mut self) -> Result<Begun, Error> {
        let token = self.next()?;
        match token.kind {
            Kind::Open => self.begin_compound(token.start),
            Kind::Close => Err(Error::new(token.offset(), "expected a term, found )")),
            Kind::Keyword => Err(Error::new(token.offset(), "expected a term, found a keyword")),
            Kind::End => Err(Error::new(token.offset(), "expected a term, found the end")),
            _ => self.atom(token).map(Begun::Done),
        }
    }

    fn begin_compound(&mut self, offset: usize) -> Result<Begun, Error> {
        let token = self.next()?;
        match token.kind {
            Kind::Symbol => match self.text(token) {
                "let" => return self.begin_let().map(|()| Begun::Opened),
                "!" => {
                    self.frames.push(Frame::Annotated);
                    return Ok(Begun::Opened);
                }
                "forall" => return self.begin_quantifier(true, offset),
                "exists" => return self.begin_quantifier(false, offset),
                "_" => return self.indexed_literal(offset).map(Begun::Done),
                "as" => return self.qualified(offset).map(Begun::Done),
                "match" => {
                    self.frames.push(Frame::Matched { offset });
                    return Ok(Begun::Opened);
                }
                word @ ("lambda" | "par") => {
                    return Err(Error::new(token.offset(), format!("{word} is not supported")));
                }
                _ => {}
            },
            Kind::Quoted => {}
            Kind::Open => {
                let callee = self.compound_callee()?;
                self.open_application(callee, offset)?;
                return Ok(Begun::Opened);
            }
            _ => return Err(Error::new(token.offset(), "expected an operator or a function name")),
        }
        let callee = self.callee(token)?;
        if self.peek()?.kind == Kind::Close {
            self.next()?;
            return self.apply(&callee, self.values.len(), offset).map(Begun::Done);
        }
        self.open_application(callee, offset)?;
        Ok(Begun::Opened)
    }

    /// The application to the values from `first` on.
    fn apply(&mut self, callee: &Callee, first: usize, offset: usize) -> Result<Term, Error> {
        if let Callee::Constructor(constructor, sort) = callee {
            let args = self.values[first..].to_vec();
            return self.construct(constructor, *sort, &args, offset);
        }
        callee.apply(self.store, self.names.characters, &self.values[first..], offset, self.budget)
    }

    fn open_application(&mut self, callee: Callee, offset: usize) -> Result<(), Error> {
        if self.peek()?.kind == Kind::Close {
            return Err(Error::new(offset, "expected arguments"));
        }
        self.frames.push(Frame::Apply { callee, first: self.values.len(), offset });
        Ok(())
    }

    /// Passes a complete term to the innermost open frame. Returns `Some` if that completes the frame.
    fn feed(&mut self, frame: Frame, done: Term) -> Result<Option<Term>, Error> {
        match frame {
            Frame::Apply { callee, first, offset } => {
                self.values.push(done);
                if self.peek()?.kind != Kind::Close {
                    self.frames.push(Frame::Apply { callee, first, offset });
                    return Ok(None);
                }
                self.next()?;
                self.room_for(self.store.growth())?;
                let term = self.apply(&callee, first, offset)?;
                self.values.truncate(first);
                Ok(Some(term))
            }
            Frame::Bindings { names, first, mark } => {
                self.values.push(done);
                self.close("the end of a binding")?;
                self.next_binding(names, first, mark)?;
                Ok(None)
            }
            Frame::Body { mark } => {
                self.close("the end of the let")?;
                self.names.undo_to(mark);
                Ok(Some(done))
            }
            Frame::Annotated => {
                self.attributes(done)?;
                Ok(Some(done))
            }
            Frame::Matched { offset } => self.begin_cases(done, offset),
            Frame::Case { matching, constructor, mark } => self.end_case(matching, constructor, mark, done),
            Frame::Quantified { forall, bound, guards, mark, offset } => {
                self.close("the end of the quantifier")?;
                self.names.undo_to(mark);
                let built = guarded(self.store, forall, guards, done)
                    .and_then(|body| quantified(self.store, forall, &bound, body));
                built.map(Some).map_err(|problem| Error::new(offset, problem.0))
            }
        }
    }

    fn begin_let(&mut self) -> Result<(), Error> {
        self.open("the bindings of the let")?;
        let (first, mark) = (self.values.len(), self.names.mark());
        self.next_binding(Vec::new(), first, mark)
    }

    /// Reads the next `(name` of a let, or the end of its bindings.
    fn next_binding(
        &mut self,
        mut names: Vec<super::names::NameId>,
        first: usize,
        mark: usize,
    ) -> Result<(), Error> {
        let token = self.next()?;
        match token.kind {
            Kind::Open => {
                let (_, name) = self.symbol("a variable")?;
                names.push(self.names.id(&name));
                self.frames.push(Frame::Bindings { names, first, mark });
            }
            Kind::Close if names.is_empty() => {
                return Err(Error::new(token.offset(), "a let needs at least one binding"));
            }
            Kind::Close => {
                for (name, value) in names.into_iter().zip(self.values.drain(first..)) {
                    self.names.bind(name, Meaning::Term(value));
                }
                self.frames.push(Frame::Body { mark });
            }
            _ => return Err(Error::new(token.offset(), "expected a binding (name term) or )")),
        }
        Ok(())
    }

    fn begin_quantifier(&mut self, forall: bool, offset: usize) -> Result<Begun, Error> {
        self.open("the variables of the quantifier")?;
        let mark = self.names.mark();
        let (mut bound, mut guards) = (Vec::new(), Vec::new());
        while self.peek()?.kind == Kind::Open {
            self.next()?;
            let (_, name) = self.symbol("a variable")?;
            let sort = self.sort()?;
            self.close("the end of a variable")?;
            let symbol = self.bind_variable(&name, sort);
            if let Some(characters) = self.names.characters.filter(|characters| characters.sort == sort) {
                let word = self.store.constant(symbol);
                guards.push(characters.is_one(self.store, word));
            }
            bound.push(symbol);
        }
        self.close("the end of the variables")?;
        if bound.is_empty() {
            return Err(Error::new(offset, "a quantifier needs at least one variable"));
        }
        self.frames.push(Frame::Quantified { forall, bound, guards, mark, offset });
        Ok(Begun::Opened)
    }

    /// Reads the attributes after an annotated term, up to the closing parenthesis.
    fn attributes(&mut self, term: Term) -> Result<(), Error> {
        let mut count = 0;
        loop {
            let token = self.next()?;
            match token.kind {
                Kind::Close if count > 0 => return Ok(()),
                Kind::Keyword if self.text(token) == ":named" => self.name_term(term)?,
                Kind::Keyword => {
                    if !matches!(self.peek()?.kind, Kind::Keyword | Kind::Close) {
                        self.skip_expression()?;
                    }
                }
                _ => return Err(Error::new(token.offset(), "expected an attribute such as :named")),
            }
            count += 1;
        }
    }

    fn name_term(&mut self, term: Term) -> Result<(), Error> {
        let (offset, name) = self.symbol("a name")?;
        let under_quantifier = |frame: &Frame| matches!(frame, Frame::Quantified { .. });
        if self.frames.iter().any(under_quantifier) {
            return Err(Error::new(offset, "a term inside of a quantifier cannot be named"));
        }
        if let Some(reason) = self.names.reason_against(&name) {
            return Err(Error::new(offset, reason));
        }
        let id = self.names.id(&name);
        self.names.bind(id, Meaning::Term(term));
        self.named.push((name, term));
        Ok(())
    }

    /// A name or literal that is a whole term.
    fn atom(&mut self, token: Token) -> Result<Term, Error> {
        let text = self.text(token);
        match token.kind {
            Kind::Numeral => {
                let value = match self.limits() {
                    Some(budget) if text.len() > 2 * PowersOfTen::PIECE => {
                        PowersOfTen::default().read(text.as_bytes(), budget)?
                    }
                    _ => Int::from_digits(text.as_bytes()),
                };
                Ok(self.store.int(value.unwrap_or_default()))
            }
            Kind::Decimal => {
                let value = Rational::from_decimal(text)
                    .ok_or_else(|| Error::new(token.offset(), "this decimal is too long"))?;
                Ok(self.store.real(value))
            }
            Kind::String => {
                // The characters are collected in a list and then copied.
                self.room_for(2 * (text.len() * size_of::<u32>()) as u64)?;
                let word = read_escapes(text, self.escapes, self.last, token.start)?;
                Ok(self.store.word(word))
            }
            Kind::Hexadecimal | Kind::Binary => {
                let literal =
                    bits(text, token.kind).map_err(|problem| Error::new(token.offset(), problem))?;
                Ok(self.store.value(literal))
            }
            Kind::Symbol if self.names.meaning(text).is_none() => match negative(text) {
                Some(value) => Ok(self.store.value(value)),
                None => Err(self.unknown(token)),
            },
            _ => {
                let callee = self.callee(token)?;
                self.apply(&callee, self.values.len(), token.offset())
            }
        }
    }

    /// The function or constant that a plain name denotes.
    fn callee(&mut self, token: Token) -> Result<Callee, Error> {
        let name = self.text(token);
        match self.names.meaning(name) {
            Some(Meaning::Op(op)) => Ok(Callee::Op(*op, Vec::new())),
            Some(Meaning::Symbol(symbol)) => Ok(Callee::Symbol(*symbol)),
            Some(Meaning::Function(function)) => Ok(Callee::Function(Arc::clone(function), name.to_owned())),
            Some(Meaning::Term(term)) => Ok(Callee::Term(*term)),
            Some(Meaning::Constructor(constructor)) => Ok(Callee::Constructor(Arc::clone(constructor), None)),
            Some(Meaning::Selector) => Ok(Callee::Data(DataCallee::Selector(name.into()))),
            Some(Meaning::Tester(constructor)) => {
                Ok(Callee::Data(DataCallee::Tester(Arc::clone(constructor))))
            }
            None if tress_dialects::Dialect::from_smtlib_function(name).is_some() => {
                Ok(Callee::Pattern(name.to_owned()))
            }
            None => match (CharacterOp::named(name), self.names.characters) {
                (Some(op), Some(characters)) => Ok(Callee::Character(op, characters)),
                _ => Err(self.unknown(token)),
            },
        }
    }

    fn unknown(&self, token: Token) -> Error {
        let name = self.text(token);
        if let Some(sort) = missing_sort(name) {
            return Error::new(token.offset(), format!("{name} is not supported: {sort} missing"));
        }
        if name == "seq.empty" {
            return Error::new(token.offset(), "seq.empty needs its sort: (as seq.empty (Seq Int))");
        }
        let shown: String = name.chars().take(60).collect();
        let message = match meant(name, || self.names.known()) {
            Some(near) => format!("unknown symbol {shown}, did you mean {near}?"),
            None if name.starts_with('\'') => {
                format!("unknown symbol {shown}; strings stand in double quotes: {}", quoted(name))
            }
            None => format!("unknown symbol {shown}"),
        };
        Error::new(token.offset(), message)
    }

    /// Reads `(_ name index …)` or `(as name sort)` in function position; its opening parenthesis has been
    /// read.
    fn compound_callee(&mut self) -> Result<Callee, Error> {
        let token = self.next()?;
        match self.text(token) {
            "_" if token.kind == Kind::Symbol => self.indexed_callee(),
            "as" if token.kind == Kind::Symbol => {
                let token = self.symbol_token("a function name")?;
                let is_const = self.text(token) == "const" && self.names.meaning("const").is_none();
                let callee = if is_const { None } else { Some(self.callee(token)?) };
                let sort = self.sort()?;
                self.close("the end of (as …)")?;
                Ok(match callee {
                    None if !matches!(sort, Sort::Array(_)) => {
                        let given = self.store.sort_text(sort);
                        return Err(Error::new(
                            token.offset(),
                            format!("const makes arrays, and {given} is none"),
                        ));
                    }
                    None => Callee::Op(
                        Op::ConstArray,
                        sort.id().map(|id| Int::from(id.place())).into_iter().collect(),
                    ),
                    Some(Callee::Constructor(constructor, _)) => Callee::Constructor(constructor, Some(sort)),
                    Some(callee) => callee,
                })
            }
            _ => Err(Error::new(token.offset(), "expected _ or as")),
        }
    }

    /// Reads the rest of `(_ name index …)`.
    fn indexed_callee(&mut self) -> Result<Callee, Error> {
        let token = self.symbol_token("an operator")?;
        if let Some(callee) = self.data_callee(token)? {
            return Ok(callee);
        }
        let callee = self.callee(token)?;
        let Callee::Op(op, _) = callee else {
            return Err(Error::new(token.offset(), format!("{} takes no indices", self.text(token))));
        };
        let mut indices = Vec::new();
        loop {
            let index = self.next()?;
            match index.kind {
                Kind::Numeral => {
                    indices.push(Int::from_digits(self.text(index).as_bytes()).unwrap_or_default());
                }
                Kind::Close => break,
                _ => return Err(Error::new(index.offset(), "expected a numeral as index, or )")),
            }
        }
        if indices.is_empty() || !op.info().indices.allow(indices.len()) {
            let message = format!("{} does not take {} indices", op.name(), indices.len());
            return Err(Error::new(token.offset(), message));
        }
        if op == Op::Divisible && indices[0].is_zero() {
            return Err(Error::new(token.offset(), "divisible needs a positive index"));
        }
        Ok(Callee::Op(op, indices))
    }

    /// Reads the rest of `(_ is C)`, `(_ update s)` or `(_ update-field s)`.
    fn data_callee(&mut self, token: Token) -> Result<Option<Callee>, Error> {
        let name = self.text(token).to_owned();
        if !matches!(name.as_str(), "is" | "update" | "update-field") || self.names.meaning(&name).is_some() {
            return Ok(None);
        }
        let (_, of) = self.symbol(if name == "is" { "a constructor" } else { "a selector" })?;
        self.close("the end of the operator")?;
        let of = of.as_str();
        let callee = if name == "is" { DataCallee::Tester(of.into()) } else { DataCallee::Update(of.into()) };
        Ok(Some(Callee::Data(callee)))
    }

    /// Reads the rest of `(_ bv10 32)`, if that follows.
    fn bit_vector_literal(&mut self) -> Result<Option<Term>, Error> {
        let token = self.peek()?;
        let text = self.text(token);
        let Some(digits) = text.strip_prefix("bv").filter(|_| token.kind == Kind::Symbol) else {
            return Ok(None);
        };
        let (Some(number), None) = (Int::from_digits(digits.as_bytes()), self.names.meaning(text)) else {
            return Ok(None);
        };
        self.next()?;
        let width = self.next()?;
        let bits =
            (width.kind == Kind::Numeral).then(|| Int::from_digits(self.text(width).as_bytes())).flatten();
        let bits = bits.ok_or_else(|| Error::new(width.offset(), "expected the number of bits"))?;
        let sort = TermStore::bit_vec_sort(&bits).map_err(|problem| Error::new(width.offset(), problem.0))?;
        self.close("the end of the bit-vector")?;
        let Sort::BitVec(width) = sort else { return Ok(None) };
        if number.bit_len() > width as usize {
            return Err(Error::new(token.offset(), format!("{number} does not fit into {width} bits")));
        }
        Ok(Some(self.store.value(Value::Bits(width, number))))
    }

    /// Reads the rest of `(_ char #x41)` or of an indexed operator without arguments.
    fn indexed_literal(&mut self, offset: usize) -> Result<Term, Error> {
        let name = self.peek()?;
        if let ("Char", Kind::Symbol, Some(characters)) = (self.text(name), name.kind, self.names.characters)
        {
            self.next()?;
            let word = self.character_literal(Kind::Numeral, 10)?;
            return Ok(characters.character(self.store, word));
        }
        if self.text(name) == "char" && name.kind == Kind::Symbol {
            self.next()?;
            return self.character_literal(Kind::Hexadecimal, 16);
        }
        if let Some(literal) = self.bit_vector_literal()? {
            return Ok(literal);
        }
        let callee = self.indexed_callee()?;
        self.apply(&callee, self.values.len(), offset)
    }

    /// Reads a code point and the end of the literal.
    fn character_literal(&mut self, kind: Kind, radix: u32) -> Result<Term, Error> {
        let token = self.next()?;
        let expected = || match radix {
            16 => format!("expected a code point from #x0 to #x{:X}", self.last),
            _ => format!("expected a code point from 0 to {}", self.last),
        };
        let code = (token.kind == kind)
            .then(|| u32::from_str_radix(self.text(token), radix).ok())
            .flatten()
            .filter(|code| *code <= self.last)
            .ok_or_else(|| Error::new(token.offset(), expected()))?;
        self.close("the end of the character")?;
        Ok(self.store.word([code]))
    }

    /// Reads the rest of `(as name sort)` as a whole term.
    fn qualified(&mut self, offset: usize) -> Result<Term, Error> {
        let token = self.symbol_token("a name")?;
        let name = self.text(token);
        let is_empty = name == "seq.empty" && self.names.meaning("seq.empty").is_none();
        if let Some(Meaning::Constructor(constructor)) = self.names.meaning(name) {
            let constructor = Arc::clone(constructor);
            let sort = self.sort()?;
            self.close("the end of (as …)")?;
            return self.construct(&constructor, Some(sort), &[], offset);
        }
        let term = if is_empty { self.store.word([]) } else { self.atom(token)? };
        let sort = self.sort()?;
        self.close("the end of (as …)")?;
        if is_empty && matches!(sort, Sort::Seq(_)) {
            return Ok(self.store.value(self.store.default_value(sort)));
        }
        if self.store.sort(term) != sort {
            let given = self.store.sort_text(self.store.sort(term));
            let message = format!("this term has sort {given}, not {}", self.store.sort_text(sort));
            return Err(Error::new(offset, message));
        }
        Ok(term)
    }
}

/// The bit-vector that binary or hexadecimal digits denote.
fn bits(digits: &str, kind: Kind) -> Result<Value, String> {
    let (radix, each) = if kind == Kind::Binary { (2, 1) } else { (16, 4) };
    match (TermStore::bit_vec_sort(&Int::from(digits.len() * each)), Int::from_radix(digits, radix)) {
        (Ok(Sort::BitVec(width)), Some(number)) => Ok(Value::Bits(width, number)),
        (Err(problem), _) => Err(problem.0),
        _ => Err("expected digits".to_owned()),
    }
}

/// The number that a name such as `-5` or `-0.5` denotes. The standard writes `(- 5)`, but z3 reads these and
/// its clients send them.
fn negative(name: &str) -> Option<Value> {
    let size = name.strip_prefix('-').filter(|size| size.starts_with(|c: char| c.is_ascii_digit()))?;
    match Int::from_digits(size.as_bytes()) {
        Some(value) => Some(Value::Int(-value)),
        None => Rational::from_decimal(size).map(|value| Value::Real(-value)),
    }
}
