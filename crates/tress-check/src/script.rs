//! Reading problems: the script up to its last check, as the assertions that are active there.
//!
//! Enters: the bytes of an SMT-LIB script. Leaves: the active assertions in their order, then the assumptions
//! of the check, and the names that are visible there. A command that is not understood is refused, never
//! skipped.

use crate::budget::{Checked, refuse, require};
use crate::lexer::{Lexer, Token};
use crate::names::{Function, Meaning, Names, SortMeaning};
use crate::number::Int;
use crate::reader::Reader;
use crate::sort::Sort;
use crate::term::{Term, Terms};

use std::rc::Rc;

/// What a certificate refutes.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) terms: Terms,
    pub(crate) names: Names,
    pub(crate) assertions: Vec<Term>,
}

/// Commands that have no part in what is asserted.
const SILENT: &str = "set-logic set-info get-assertions get-assignment get-info get-language get-model get-objectives get-option \
    get-proof get-unsat-assumptions get-unsat-core get-value echo eval simplify check-sat check-sat-using assert-soft minimize maximize";

/// The most scopes that may be open.
const SCOPES: usize = 100_000;

/// Reads a problem.
pub(crate) fn read(text: &[u8]) -> Checked<Problem> {
    let count = commands(text)?;
    let mut problem = Problem { terms: Terms::new(), names: Names::default(), assertions: Vec::new() };
    let mut scopes = Vec::new();
    let mut lexer = Lexer::new(text, 1);
    for index in 0..count {
        let mut reader = Reader::new(lexer, &mut problem.terms, &mut problem.names);
        let is_last = index + 1 == count;
        let done = reader.command(&mut problem.assertions, &mut scopes, is_last);
        lexer = reader.lexer;
        done.map_err(|why| format!("problem, line {}: {why}", lexer.line))?;
    }
    Ok(problem)
}

/// How many commands there are up to the last check, or all if nothing is checked.
fn commands(text: &[u8]) -> Checked<usize> {
    let mut lexer = Lexer::new(text, 1);
    let (mut count, mut last) = (0, None);
    let mut scan = || -> Checked<()> {
        loop {
            match lexer.next()? {
                Token::End => return Ok(()),
                Token::Open => count += 1,
                _ => return refuse("expected a command"),
            }
            match lexer.next()? {
                Token::Symbol("exit") => {
                    count -= 1;
                    return Ok(());
                }
                Token::Symbol("check-sat" | "check-sat-assuming" | "check-sat-using") => last = Some(count),
                Token::Symbol(_) => {}
                _ => return refuse("expected the name of a command"),
            }
            lexer.skip_rest(1)?;
        }
    };
    let scanned = scan();
    scanned.map_err(|why| format!("problem, line {}: {why}", lexer.line))?;
    Ok(last.unwrap_or(count))
}

impl Reader<'_, '_> {
    /// Reads and executes a command.
    fn command(
        &mut self,
        assertions: &mut Vec<Term>,
        scopes: &mut Vec<(usize, usize)>,
        is_last: bool,
    ) -> Checked<()> {
        self.open()?;
        let name = self.symbol()?;
        match name.as_str() {
            "assert" => {
                let term = self.term_of(Sort::Bool)?;
                assertions.push(term);
                for (name, term) in std::mem::take(&mut self.named) {
                    require(self.names.is_free(&name), "a name that is taken")?;
                    self.names.declare(&name, Meaning::Term(term));
                }
            }
            "check-sat-assuming" if is_last => {
                self.open()?;
                while !self.at_close()? {
                    let term = self.term_of(Sort::Bool)?;
                    assertions.push(term);
                }
            }
            "check-sat-assuming" => return self.lexer.skip_rest(1),
            "push" => {
                let levels = self.levels()?;
                require(scopes.len() + levels <= SCOPES, "too many scopes")?;
                for _ in 0..levels {
                    scopes.push((assertions.len(), self.names.mark()));
                }
            }
            "pop" => {
                for _ in 0..self.levels()? {
                    let Some((count, mark)) = scopes.pop() else { return refuse("a pop without its push") };
                    assertions.truncate(count);
                    self.names.undo_to(mark);
                }
            }
            "reset-assertions" => {
                assertions.clear();
                scopes.clear();
                self.names.undo_to(0);
            }
            "reset" => {
                assertions.clear();
                scopes.clear();
                *self.names = Names::default();
            }
            "set-option" => return self.option(),
            _ if SILENT.split(' ').any(|silent| silent == name) => return self.lexer.skip_rest(1),
            _ => self.declaration(&name)?,
        }
        self.close()
    }

    /// The number behind `push` or `pop`.
    fn levels(&mut self) -> Checked<usize> {
        let ahead = self.lexer.clone();
        let Token::Number(digits) = self.lexer.next()? else {
            self.lexer = ahead;
            return Ok(1);
        };
        let levels = Int::from_digits(digits)?.and_then(|levels| levels.to_usize());
        levels.filter(|levels| *levels <= SCOPES).map_or_else(|| refuse("a number of scopes"), Ok)
    }

    /// Options that change what a script means are known; others are skipped.
    fn option(&mut self) -> Checked<()> {
        let Token::Keyword(name) = self.lexer.next()? else { return refuse("expected an option") };
        let ahead = self.lexer.clone();
        let value = self.lexer.next()?;
        let value = match value {
            Token::Symbol(value) | Token::Quoted(value) | Token::Text(value) => value,
            _ => "",
        };
        match name {
            ":global-declarations" | ":global-decls" => self.names.is_global = value == "true",
            ":alphabet" | ":strings-alpha-card" | ":encoding" => {
                require(value == "unicode", "an alphabet that is not the standard's")?;
            }
            ":lenient-escapes" => require(value == "false", "escapes that are not the standard's")?,
            _ => {}
        }
        self.lexer = ahead;
        self.lexer.skip_rest(1)
    }

    /// A name that may be declared.
    fn new_name(&mut self) -> Checked<String> {
        let name = self.symbol()?;
        require(self.names.is_free(&name), "a name that is taken")?;
        Ok(name)
    }

    fn new_sort_name(&mut self) -> Checked<String> {
        let name = self.symbol()?;
        require(self.names.sort(&name).is_none() && Sort::named(&name).is_none(), "a sort that is taken")?;
        Ok(name)
    }

    fn declaration(&mut self, command: &str) -> Checked<()> {
        match command {
            "declare-const" | "declare-fun" => {
                let name = self.new_name()?;
                let mut args = Vec::new();
                if command == "declare-fun" {
                    self.open()?;
                    while !self.at_close()? {
                        args.push(self.sort()?);
                    }
                }
                let result = self.sort()?;
                let symbol = self.terms.declare(&args, result)?;
                self.names.declare(&name, Meaning::Symbol(symbol));
            }
            "declare-sort" => {
                let name = self.new_sort_name()?;
                let ahead = self.lexer.clone();
                let arity = match self.lexer.next()? {
                    Token::Number(digits) => Int::from_digits(digits)?.and_then(|arity| arity.to_usize()),
                    _ => {
                        self.lexer = ahead;
                        Some(0)
                    }
                };
                let Some(arity) = arity else { return refuse("the arity of a sort") };
                let id = self.names.new_sort();
                self.names.declare_sort(&name, SortMeaning::Declared(id, arity));
            }
            "define-sort" => {
                let name = self.new_sort_name()?;
                self.open()?;
                self.close()?;
                let sort = self.sort()?;
                self.names.declare_sort(&name, SortMeaning::Defined(sort));
            }
            "define-const" => {
                let name = self.new_name()?;
                let sort = self.sort()?;
                let term = self.term_of(sort)?;
                self.names.declare(&name, Meaning::Term(term));
            }
            // A recursive one mentions its own name, which is unknown in its body.
            "define-fun" | "define-fun-rec" => self.define_function()?,
            _ => return Err(format!("the command {command} is not understood")),
        }
        Ok(())
    }

    fn define_function(&mut self) -> Checked<()> {
        let name = self.new_name()?;
        self.open()?;
        let mark = self.names.mark();
        let (mut parameters, mut sorts) = (Vec::new(), Vec::new());
        while !self.at_close()? {
            self.open()?;
            let parameter = self.symbol()?;
            let sort = self.sort()?;
            self.close()?;
            let symbol = self.terms.declare(&[], sort)?;
            let term = self.terms.call(symbol, &[])?;
            self.names.bind(&parameter, Meaning::Term(term));
            parameters.push(term);
            sorts.push(sort);
        }
        let sort = self.sort()?;
        let body = self.term_of(sort)?;
        self.names.undo_to(mark);
        require(self.named.is_empty(), "a named term in a definition")?;
        let meaning = match parameters.as_slice() {
            [] => Meaning::Term(body),
            _ => Meaning::Function(Rc::new(Function { parameters, sorts, body })),
        };
        self.names.declare(&name, meaning);
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests;
