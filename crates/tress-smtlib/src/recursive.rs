//! Reading recursive functions: `define-fun-rec` and `define-funs-rec`.
//!
//! Leaves: symbols of the store with their equations. Functions that call none of the group are plain
//! definitions: their applications are replaced by their bodies.

use tress_base::Stop;

use tress_term::term::{Head, Sort, SymbolId, Term, post_order_within};

use super::commands::{Command, Reader};
use super::error::Error;
use super::names::Meaning;

/// The name, the parameters and the sort of a function.
struct Signature {
    name: String,
    names: Vec<String>,
    parameters: Vec<SymbolId>,
    sorts: Vec<Sort>,
    result: Sort,
    symbol: SymbolId,
}

impl Reader<'_, '_> {
    /// Reads the rest of `(define-fun-rec name (parameter …) sort body`.
    pub(super) fn define_recursive(&mut self) -> Result<Command, Error> {
        let signature = self.signature()?;
        self.bind_group(std::slice::from_ref(&signature));
        let body = self.recursive_body(&signature)?;
        Ok(self.defined(vec![signature], &[body])?)
    }

    /// Reads the rest of `(define-funs-rec ((name (parameter …) sort) …) (body …)`.
    pub(super) fn define_group(&mut self) -> Result<Command, Error> {
        self.open("the functions")?;
        let mut group: Vec<Signature> = Vec::new();
        while !self.at_close()? {
            self.open("a function")?;
            let offset = self.peek()?.offset();
            let signature = self.signature()?;
            if group.iter().any(|other| other.name == signature.name) {
                return Err(Error::new(offset, format!("{} is defined twice", signature.name)));
            }
            self.close("the end of a function")?;
            group.push(signature);
        }
        let offset = self.peek()?.offset();
        self.close("the end of the functions")?;
        if group.is_empty() {
            return Err(Error::new(offset, "expected at least one function"));
        }
        self.open("the bodies")?;
        self.bind_group(&group);
        let mut bodies = Vec::with_capacity(group.len());
        for signature in &group {
            if self.at_close()? {
                let offset = self.peek()?.offset();
                return Err(Error::new(offset, format!("expected the body of {}", signature.name)));
            }
            bodies.push(self.recursive_body(signature)?);
        }
        self.close("the end of the bodies")?;
        Ok(self.defined(group, &bodies)?)
    }

    /// Reads a name, the parameters and the sort of the value.
    fn signature(&mut self) -> Result<Signature, Error> {
        let name = self.new_name()?;
        self.open("the parameters")?;
        let (mut names, mut parameters, mut sorts) = (Vec::new(), Vec::new(), Vec::new());
        while !self.at_close()? {
            self.open("a parameter")?;
            let (_, parameter) = self.symbol("the name of a parameter")?;
            let sort = self.recursive_sort()?;
            self.close("the end of a parameter")?;
            parameters.push(self.store.declare(&parameter, &[], sort));
            names.push(parameter);
            sorts.push(sort);
        }
        self.close("the end of the parameters")?;
        let result = self.recursive_sort()?;
        let symbol = self.store.declare(&name, &sorts, result);
        Ok(Signature { name, names, parameters, sorts, result, symbol })
    }

    /// Reads a sort that recursive functions may have.
    fn recursive_sort(&mut self) -> Result<Sort, Error> {
        let offset = self.peek()?.offset();
        let sort = self.sort()?;
        let is_character = self.names.characters.is_some_and(|characters| characters.sort == sort);
        if sort == Sort::RegLan || is_character {
            let text = self.store.sort_text(sort);
            return Err(Error::new(offset, format!("recursive functions over {text} are not supported")));
        }
        Ok(sort)
    }

    /// Binds the names of a group to its symbols until the command is read.
    fn bind_group(&mut self, group: &[Signature]) {
        for signature in group {
            let id = self.names.id(&signature.name);
            self.names.bind(id, Meaning::Symbol(signature.symbol));
        }
    }

    /// Reads a body with the names of the parameters bound.
    fn recursive_body(&mut self, signature: &Signature) -> Result<Term, Error> {
        let mark = self.names.mark();
        for (name, parameter) in signature.names.iter().zip(&signature.parameters) {
            let id = self.names.id(name);
            let term = self.store.constant(*parameter);
            self.names.bind(id, Meaning::Term(term));
        }
        let body = self.term_of(signature.result)?;
        self.names.undo_to(mark);
        Ok(body)
    }

    /// The command that defines the names of a group.
    fn defined(&mut self, group: Vec<Signature>, bodies: &[Term]) -> Result<Command, Stop> {
        let is_member = |term: Term| match self.store.head(term) {
            Head::Symbol(symbol) => group.iter().any(|signature| signature.symbol == symbol),
            _ => false,
        };
        let is_plain = !post_order_within(self.store, bodies, self.budget)?.into_iter().any(is_member);
        let mut meanings = Vec::with_capacity(group.len());
        for (signature, body) in group.into_iter().zip(bodies) {
            let Signature { name, parameters, sorts, symbol, .. } = signature;
            let meaning = if is_plain {
                self.plain_meaning(parameters, sorts, *body)?
            } else {
                self.store.define(symbol, &parameters, *body);
                Meaning::Symbol(symbol)
            };
            meanings.push((name, meaning));
        }
        Ok(Command::DefineGroup(meanings))
    }
}
