//! Reading commands.

use std::sync::Arc;

use tress_base::{Budget, MAX_CHAR, Rational, Stop};
use tress_lia::Goal;

use tress_term::term::{Sort, SymbolId, Term, TermStore};

use super::characters::Characters;
use super::datatypes::Datatypes;
use super::error::Error;
use super::frames::Frame;
use super::known::{Purpose, refusal};
use super::lexer::{Kind, Lexer, Token};
use super::literal::{Escapes, read_escapes};
use super::names::{Function, Meaning, Names};
use super::quantified::bound_symbols;
use super::sorts::{SortMeaning, Step};

/// A term together with the text it was written as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The term.
    pub term: Term,
    /// Its text, exactly as sent.
    pub text: String,
}

/// What `get-info` asks for: a keyword, with its colon.
pub type InfoFlag = String;

/// A command of SMT-LIB whose terms are built and sort-checked.
#[derive(Clone, Debug)]
pub enum Command {
    /// `assert`, with the names that `:named` gave to the term or to parts of it.
    Assert(Term, Vec<(String, Term)>),
    /// `assert-soft`: a formula, its weight and its group
    AssertSoft(Term, Rational, String),
    /// `block-model`: excludes the last model
    BlockModel(Blocked),
    /// `block-model-values`: requires another value than in the last model for one of these terms
    BlockValues(Vec<Source>),
    /// `check-sat`, `check-sat-using`
    CheckSat,
    /// `check-sat-assuming`
    CheckSatAssuming(Vec<Source>),
    /// `declare-const`, `declare-fun`
    Declare(String, Vec<Sort>, Sort),
    /// `declare-datatype`, `declare-datatypes`
    DeclareDatatypes(Datatypes),
    /// `declare-sort`
    DeclareSort(String, usize),
    /// `define-const`, `define-fun` and similar
    Define(String, Meaning),
    /// `define-funs-rec`, and `define-fun-rec` of a function that calls itself
    DefineGroup(Vec<(String, Meaning)>),
    /// `define-sort`, with its definition
    DefineSort(String, DefinedSort),
    /// `echo`
    Echo(String),
    /// `eval`: the value under the last model
    Eval(Term),
    /// `exit`
    Exit,
    /// `get-assertions`
    GetAssertions,
    /// `get-assignment`
    GetAssignment,
    /// `get-info`
    GetInfo(InfoFlag),
    /// `get-language`: all values of a string term, in a solution that contains the last model
    GetLanguage(Term),
    /// `get-model`
    GetModel,
    /// `get-objectives`
    GetObjectives,
    /// `get-option`
    GetOption(String),
    /// `get-proof`
    GetProof,
    /// `get-unsat-assumptions`
    GetUnsatAssumptions,
    /// `get-unsat-core`
    GetUnsatCore,
    /// `get-value`
    GetValue(Vec<Source>),
    /// `minimize`, `maximize`: a number, and its name
    Optimise(Source, Goal),
    /// `pop`
    Pop(usize),
    /// `push`
    Push(usize),
    /// `reset`
    Reset,
    /// `reset-assertions`
    ResetAssertions,
    /// `set-info`
    SetInfo(String, String),
    /// `set-logic`
    SetLogic(String),
    /// `set-option`: a keyword without its colon, and the text of the value
    SetOption(String, String),
    /// `simplify`
    Simplify(Term),
}

/// What later models must change after `block-model`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// The value of some declared constant.
    Values,
    /// The truth value of some atom that the assertions depend on.
    Literals,
}

/// A sort that `define-sort` introduced.
#[derive(Clone, Debug)]
pub struct DefinedSort {
    arity: usize,
    steps: Vec<Step>,
}

/// Bytes of a token that count as one step of work.
const BYTES_PER_STEP: usize = 16;

/// Reads one command.
pub struct Reader<'text, 'session> {
    pub(super) lexer: Lexer<'text>,
    peeked: Option<Token>,
    pub(super) store: &'session mut TermStore,
    pub(super) names: &'session mut Names,
    pub(super) escapes: Escapes,
    /// The last character of the alphabet.
    pub(super) last: u32,
    pub(super) frames: Vec<Frame>,
    pub(super) values: Vec<Term>,
    pub(super) named: Vec<(String, Term)>,
    purpose: Purpose,
    pub(super) budget: Option<&'session Budget>,
    /// Is it a command that may be long? Others are read even after the limits are used up.
    is_limited: bool,
}

impl<'text, 'session> Reader<'text, 'session> {
    /// A reader for the text of one command.
    pub fn new(
        text: &'text [u8],
        store: &'session mut TermStore,
        names: &'session mut Names,
        escapes: Escapes,
    ) -> Self {
        Self {
            lexer: Lexer::new(text),
            peeked: None,
            store,
            names,
            escapes,
            last: MAX_CHAR,
            frames: Vec::new(),
            values: Vec::new(),
            named: Vec::new(),
            purpose: Purpose::default(),
            budget: None,
            is_limited: false,
        }
    }

    /// The same over an alphabet that ends with this character.
    #[must_use]
    pub fn with_last(self, last: u32) -> Self {
        Self { last, ..self }
    }

    /// The same reader, under limits.
    #[must_use]
    pub fn under(self, budget: &'session Budget) -> Self {
        Self { budget: Some(budget), ..self }
    }

    /// Reads the command. Afterwards all names have their previous meanings: new ones are introduced by the
    /// caller that executes the command.
    ///
    /// # Errors
    /// What is wrong, its position, and what the problem lacks without the command.
    pub fn command(mut self) -> Result<Command, Error> {
        let mark = self.names.mark();
        let command = self.command_and_end();
        self.names.undo_to(mark);
        command.map_err(|error| match error.stop {
            Some(_) => Error { lost: self.purpose.lost_at_most(), offset: self.lexer.offset(), ..error },
            None => Error { lost: self.purpose.lost(self.names), ..error },
        })
    }

    fn command_and_end(&mut self) -> Result<Command, Error> {
        self.open("a command")?;
        let (offset, name) = self.symbol("the name of a command")?;
        self.purpose.command.clone_from(&name);
        self.is_limited = self.purpose.is_long();
        if let Some(budget) = self.limits() {
            budget.look()?;
        }
        let command = self.body(&name, offset)?;
        self.close("the end of the command")?;
        match self.next()? {
            Token { kind: Kind::End, .. } => Ok(command),
            token => Err(Error::new(token.offset(), "expected nothing after the command")),
        }
    }

    fn body(&mut self, name: &str, offset: usize) -> Result<Command, Error> {
        Ok(match name {
            "assert" => {
                let term = self.term_of(Sort::Bool)?;
                Command::Assert(term, std::mem::take(&mut self.named))
            }
            "assert-soft" => self.assert_soft()?,
            "minimize" => self.objective(Goal::Minimum)?,
            "maximize" => self.objective(Goal::Maximum)?,
            "check-sat" => Command::CheckSat,
            // The tactic has no effect.
            "check-sat-using" => {
                self.skip_expression()?;
                self.rest()?;
                Command::CheckSat
            }
            "block-model" => Command::BlockModel(self.blocked()?),
            "block-model-values" => Command::BlockValues(self.sources()?),
            "check-sat-assuming" => Command::CheckSatAssuming(self.assumptions()?),
            "declare-const" => {
                let name = self.new_name()?;
                Command::Declare(name, Vec::new(), self.sort()?)
            }
            "declare-datatype" => Command::DeclareDatatypes(self.datatype()?),
            "declare-datatypes" => Command::DeclareDatatypes(self.datatypes()?),
            "declare-fun" => self.declare_function()?,
            "declare-sort" => {
                let name = self.new_sort_name()?;
                let arity = if self.at_close()? { 0 } else { self.numeral()? };
                Command::DeclareSort(name, arity)
            }
            "define-const" => {
                let name = self.new_name()?;
                let sort = self.sort()?;
                Command::Define(name, Meaning::Term(self.term_of(sort)?))
            }
            "define-fun" => self.define_function()?,
            "define-fun-rec" => self.define_recursive()?,
            "define-funs-rec" => self.define_group()?,
            "define-sort" => self.define_sort()?,
            "echo" => {
                let token = self.next()?;
                if token.kind != Kind::String {
                    return Err(Error::new(token.offset(), "expected a string"));
                }
                Command::Echo(self.text(token).to_owned())
            }
            "get-info" => Command::GetInfo(self.keyword()?),
            "get-option" => Command::GetOption(self.keyword()?[1..].to_owned()),
            "get-language" => Command::GetLanguage(self.term_of(Sort::String)?),
            "get-value" => Command::GetValue(self.sources()?),
            "pop" => Command::Pop(self.levels()?),
            "push" => Command::Push(self.levels()?),
            "set-info" => {
                let keyword = self.keyword()?;
                Command::SetInfo(keyword, self.rest()?)
            }
            "set-logic" => Command::SetLogic(self.symbol("the name of a logic")?.1),
            "set-option" => {
                let keyword = self.keyword()?;
                Command::SetOption(keyword[1..].to_owned(), self.rest()?)
            }
            "eval" | "simplify" => {
                let term = self.term()?;
                self.rest()?;
                if name == "eval" { Command::Eval(term) } else { Command::Simplify(term) }
            }
            _ => return self.plain_command(name, offset),
        })
    }

    /// Commands without arguments.
    fn plain_command(&mut self, name: &str, offset: usize) -> Result<Command, Error> {
        Ok(match name {
            "exit" => Command::Exit,
            "get-assertions" => Command::GetAssertions,
            "get-assignment" => Command::GetAssignment,
            "get-model" => {
                self.rest()?;
                Command::GetModel
            }
            "get-objectives" => Command::GetObjectives,
            "get-proof" => Command::GetProof,
            "get-unsat-assumptions" => Command::GetUnsatAssumptions,
            "get-unsat-core" => Command::GetUnsatCore,
            "reset" => Command::Reset,
            "reset-assertions" => Command::ResetAssertions,
            _ => return Err(Error::new(offset, refusal(name))),
        })
    }

    fn declare_function(&mut self) -> Result<Command, Error> {
        let name = self.new_name()?;
        self.open("the sorts of the arguments")?;
        let mut arguments = Vec::new();
        while !self.at_close()? {
            arguments.push(self.sort()?);
        }
        self.close("the end of the argument sorts")?;
        let result = self.sort()?;
        let reglan = |sort: &Sort| *sort == Sort::RegLan;
        if arguments.iter().any(reglan) || (reglan(&result) && !arguments.is_empty()) {
            let offset = self.lexer.offset();
            return Err(Error::new(offset, "functions over RegLan are not supported"));
        }
        if let Some(Characters { sort, .. }) = self.names.characters
            && !arguments.is_empty()
            && (arguments.contains(&sort) || result == sort)
        {
            return Err(Error::new(self.lexer.offset(), "functions over Unicode are not supported"));
        }
        Ok(Command::Declare(name, arguments, result))
    }

    /// Declares a symbol for a variable or parameter and binds its name to it until the trail is undone.
    pub(super) fn bind_variable(&mut self, name: &str, sort: Sort) -> SymbolId {
        let character = self.names.characters.filter(|characters| characters.sort == sort);
        let symbol = self.store.declare(name, &[], if character.is_some() { Sort::String } else { sort });
        let word = self.store.constant(symbol);
        let term = character.map_or(word, |characters| characters.character(self.store, word));
        let id = self.names.id(name);
        self.names.bind(id, Meaning::Term(term));
        symbol
    }

    fn define_function(&mut self) -> Result<Command, Error> {
        let name = self.new_name()?;
        self.open("the parameters")?;
        let (mut parameters, mut sorts) = (Vec::new(), Vec::new());
        while !self.at_close()? {
            self.open("a parameter")?;
            let (_, parameter) = self.symbol("the name of a parameter")?;
            let sort = self.sort()?;
            self.close("the end of a parameter")?;
            parameters.push(self.bind_variable(&parameter, sort));
            sorts.push(sort);
        }
        self.close("the end of the parameters")?;
        let sort = self.sort()?;
        let body = self.term_of(sort)?;
        Ok(Command::Define(name, self.plain_meaning(parameters, sorts, body)?))
    }

    /// The meaning of a name that is defined by a body without recursion.
    pub(super) fn plain_meaning(
        &self,
        parameters: Vec<SymbolId>,
        sorts: Vec<Sort>,
        body: Term,
    ) -> Result<Meaning, Stop> {
        if parameters.is_empty() {
            return Ok(Meaning::Term(body));
        }
        let bound = bound_symbols(self.store, body, self.budget)?;
        Ok(Meaning::Function(Arc::new(Function { parameters, sorts, body, bound })))
    }

    fn define_sort(&mut self) -> Result<Command, Error> {
        let name = self.new_sort_name()?;
        self.open("the parameters")?;
        let mut parameters = Vec::new();
        while !self.at_close()? {
            parameters.push(self.symbol("the name of a parameter")?.1);
        }
        self.close("the end of the parameters")?;
        let steps = self.sort_steps(&parameters)?;
        Ok(Command::DefineSort(name, DefinedSort { arity: parameters.len(), steps }))
    }

    fn blocked(&mut self) -> Result<Blocked, Error> {
        if self.at_close()? {
            return Ok(Blocked::Values);
        }
        let offset = self.peek()?.offset();
        match self.keyword()?.as_str() {
            ":values" => Ok(Blocked::Values),
            ":literals" => Ok(Blocked::Literals),
            _ => Err(Error::new(offset, "expected :values or :literals")),
        }
    }

    fn assumptions(&mut self) -> Result<Vec<Source>, Error> {
        self.open("the assumptions")?;
        let mut found = Vec::new();
        while !self.at_close()? {
            let start = self.peek()?.offset();
            let term = self.term_of(Sort::Bool)?;
            found.push(self.source(start, term));
        }
        self.close("the end of the assumptions")?;
        Ok(found)
    }

    fn sources(&mut self) -> Result<Vec<Source>, Error> {
        self.open("the terms")?;
        let mut found = Vec::new();
        while !self.at_close()? {
            let start = self.peek()?.offset();
            let term = self.term()?;
            found.push(self.source(start, term));
        }
        let end = self.peek()?.offset();
        self.close("the end of the terms")?;
        if found.is_empty() {
            return Err(Error::new(end, "expected at least one term"));
        }
        Ok(found)
    }

    /// The term with its text, which ends with the last token.
    pub(super) fn source(&self, start: usize, term: Term) -> Source {
        debug_assert!(self.peeked.is_none(), "nothing has been read beyond the term");
        let text = String::from_utf8_lossy(self.lexer.slice(start, self.lexer.offset()));
        Source { term, text: text.into_owned() }
    }

    /// Reads a name that may be declared.
    pub(super) fn new_name(&mut self) -> Result<String, Error> {
        let (offset, name) = self.symbol("a name")?;
        self.purpose.introduces = Some(name.clone());
        match self.names.reason_against(&name) {
            Some(reason) => Err(Error::new(offset, reason)),
            None => Ok(name),
        }
    }

    pub(super) fn new_sort_name(&mut self) -> Result<String, Error> {
        let (offset, name) = self.symbol("the name of a sort")?;
        self.purpose.introduces = Some(name.clone());
        if self.names.is_sort(&name) {
            return Err(Error::new(offset, format!("the sort {name} is already declared")));
        }
        Ok(name)
    }

    /// Skips the rest of the command and returns its text.
    fn rest(&mut self) -> Result<String, Error> {
        let start = self.peek()?.offset();
        let mut end = start;
        while !self.at_close()? {
            self.skip_expression()?;
            end = self.lexer.offset();
        }
        Ok(String::from_utf8_lossy(self.lexer.slice(start, end)).trim().to_owned())
    }
}

/// Tokens, one by one.
impl<'text> Reader<'text, '_> {
    pub(super) fn next(&mut self) -> Result<Token, Error> {
        match self.peeked.take() {
            Some(token) => Ok(token),
            None => self.fetch(),
        }
    }

    /// The next token of the text, unless the budget is used up.
    fn fetch(&mut self) -> Result<Token, Error> {
        let token = self.lexer.next()?;
        self.poll(1 + (token.end - token.start) / BYTES_PER_STEP)?;
        Ok(token)
    }

    /// Checks that this number of bytes can be allocated.
    pub(super) fn room_for(&self, bytes: u64) -> Result<(), Stop> {
        self.budget.map_or(Ok(()), |budget| budget.room_for(bytes))
    }

    /// Counts steps of work.
    pub(super) fn poll(&self, steps: usize) -> Result<(), Stop> {
        self.limits().map_or(Ok(()), |budget| budget.poll_many(steps as u64))
    }

    /// The limits that reading this command has to keep.
    pub(super) fn limits(&self) -> Option<&Budget> {
        self.budget.filter(|_| self.is_limited)
    }

    pub(super) fn peek(&mut self) -> Result<Token, Error> {
        if self.peeked.is_none() {
            self.peeked = Some(self.fetch()?);
        }
        self.peeked.ok_or_else(|| Error::new(self.lexer.offset(), "expected more"))
    }

    /// The current position, for [`Reader::rewind`].
    pub(super) fn checkpoint(&self) -> (Lexer<'text>, Option<Token>) {
        (self.lexer.clone(), self.peeked)
    }

    /// Continues from an earlier position.
    pub(super) fn rewind(&mut self, (lexer, peeked): (Lexer<'text>, Option<Token>)) {
        (self.lexer, self.peeked) = (lexer, peeked);
    }

    pub(super) fn at_close(&mut self) -> Result<bool, Error> {
        Ok(matches!(self.peek()?.kind, Kind::Close | Kind::End))
    }

    /// The text of a token.
    pub(super) fn text(&self, token: Token) -> &'_ str {
        self.lexer.text(token)
    }

    pub(super) fn open(&mut self, what: &str) -> Result<(), Error> {
        let token = self.next()?;
        if token.kind == Kind::Open {
            return Ok(());
        }
        Err(Error::new(token.offset(), format!("expected ( and {what}")))
    }

    pub(super) fn close(&mut self, what: &str) -> Result<(), Error> {
        let token = self.next()?;
        if token.kind == Kind::Close {
            return Ok(());
        }
        Err(Error::new(token.offset(), format!("expected ), {what}")))
    }

    pub(super) fn symbol_token(&mut self, what: &str) -> Result<Token, Error> {
        let token = self.next()?;
        if matches!(token.kind, Kind::Symbol | Kind::Quoted) {
            return Ok(token);
        }
        Err(Error::new(token.offset(), format!("expected {what}")))
    }

    pub(super) fn symbol(&mut self, what: &str) -> Result<(usize, String), Error> {
        let token = self.symbol_token(what)?;
        Ok((token.offset(), self.text(token).to_owned()))
    }

    /// A keyword with its colon. Some clients omit the colon.
    pub(super) fn keyword(&mut self) -> Result<String, Error> {
        let token = self.next()?;
        match token.kind {
            Kind::Keyword => Ok(self.text(token).to_owned()),
            Kind::Symbol => Ok(format!(":{}", self.text(token))),
            _ => Err(Error::new(token.offset(), "expected a keyword")),
        }
    }

    pub(super) fn numeral(&mut self) -> Result<usize, Error> {
        let token = self.next()?;
        let value = (token.kind == Kind::Numeral).then(|| self.text(token).parse().ok()).flatten();
        value.ok_or_else(|| Error::new(token.offset(), "expected a number"))
    }

    /// The argument of push and pop; 1 if it is missing.
    fn levels(&mut self) -> Result<usize, Error> {
        if self.at_close()? {
            return Ok(1);
        }
        let offset = self.peek()?.offset();
        let levels = self.numeral()?;
        if levels > 1_000_000 {
            return Err(Error::new(offset, "at most 1000000 levels at once"));
        }
        Ok(levels)
    }

    /// Skips one expression of any form.
    pub(super) fn skip_expression(&mut self) -> Result<(), Error> {
        let mut depth = 0_usize;
        loop {
            let token = self.next()?;
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => {
                    return Err(Error::new(token.offset(), "expected an expression"));
                }
                Kind::Close => depth -= 1,
                Kind::End => return Err(Error::new(token.offset(), "expected an expression")),
                Kind::String => {
                    read_escapes(self.text(token), self.escapes, MAX_CHAR, token.start)?;
                }
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

impl Names {
    /// Introduces a declared sort.
    pub fn add_sort(&mut self, name: &str, arity: usize) {
        self.declare_sort(name, SortMeaning::Declared { arity, instances: Vec::new() });
    }

    /// Introduces a defined sort.
    pub fn define_sort(&mut self, name: &str, sort: DefinedSort) {
        self.declare_sort(name, SortMeaning::Defined { arity: sort.arity, steps: sort.steps });
    }
}
