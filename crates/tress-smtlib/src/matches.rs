//! Reading `match`: cases by constructor become `ite` by testers, and variables of patterns denote fields.

use tress_term::term::{Op, Term};

use super::commands::Reader;
use super::error::Error;
use super::frames::Frame;
use super::lexer::Kind;
use super::names::Meaning;

/// A `match` whose cases are being read.
pub(super) struct Matching {
    subject: Term,
    offset: usize,
    /// The constructors, `None` for any, with the bodies of the cases.
    cases: Vec<(Option<u32>, Term)>,
}

impl Reader<'_, '_> {
    /// Continues once the matched term has been read.
    pub(super) fn begin_cases(&mut self, subject: Term, offset: usize) -> Result<Option<Term>, Error> {
        let sort = self.store.sort(subject);
        if self.store.datatype(sort).is_none() {
            let message =
                format!("match needs a value of a datatype, this has sort {}", self.store.sort_text(sort));
            return Err(Error::new(offset, message));
        }
        self.open("the cases of the match")?;
        self.next_case(Matching { subject, offset, cases: Vec::new() })
    }

    /// Adds the body of a case.
    pub(super) fn end_case(
        &mut self,
        mut matching: Matching,
        constructor: Option<u32>,
        mark: usize,
        body: Term,
    ) -> Result<Option<Term>, Error> {
        self.close("the end of the case")?;
        self.names.undo_to(mark);
        matching.cases.push((constructor, body));
        self.next_case(matching)
    }

    /// Reads the pattern of the next case, or the end of the match.
    fn next_case(&mut self, matching: Matching) -> Result<Option<Term>, Error> {
        if self.at_close()? {
            self.close("the end of the cases")?;
            self.close("the end of the match")?;
            return self.chosen(matching).map(Some);
        }
        self.open("a case")?;
        let mark = self.names.mark();
        let constructor = self.pattern(matching.subject)?;
        self.frames.push(Frame::Case { matching, constructor, mark });
        Ok(None)
    }

    /// Reads a pattern and binds its variables. Returns the constructor that it requires.
    fn pattern(&mut self, subject: Term) -> Result<Option<u32>, Error> {
        let is_compound = self.peek()?.kind == Kind::Open;
        if is_compound {
            self.next()?;
        }
        let (offset, name) = self.symbol("a constructor or a variable")?;
        let sort = self.store.sort(subject);
        let datatype = self.store.datatype(sort).expect("checked before");
        let number = datatype.constructor(&name);
        let mut variables = Vec::new();
        while is_compound && !self.at_close()? {
            variables.push(self.symbol("a variable")?.1);
        }
        if is_compound {
            self.close("the end of the pattern")?;
        }
        let Some(number) = number else {
            if is_compound {
                let message = format!("{name} is no constructor of {}", self.store.sort_text(sort));
                return Err(Error::new(offset, message));
            }
            self.bind_pattern(&name, subject);
            return Ok(None);
        };
        let datatype = self.store.datatype(sort).expect("checked before");
        let wanted = datatype.constructors[number as usize].fields.len();
        if wanted != variables.len() {
            let message = format!("{name} has {wanted} fields, not {}", variables.len());
            return Err(Error::new(offset, message));
        }
        for (variable, field) in variables.iter().zip(0..) {
            let built = self.store.field(sort, number, field, subject);
            let term = built.map_err(|problem| Error::new(offset, problem.0))?;
            self.bind_pattern(variable, term);
        }
        Ok(Some(number))
    }

    fn bind_pattern(&mut self, variable: &str, term: Term) {
        if variable != "_" {
            let id = self.names.id(variable);
            self.names.bind(id, Meaning::Term(term));
        }
    }

    /// The `ite` over the cases; the last one that can be reached needs no test.
    fn chosen(&mut self, Matching { subject, offset, cases }: Matching) -> Result<Term, Error> {
        let sort = self.store.sort(subject);
        let datatype = self.store.datatype(sort).expect("checked before");
        let mut open: Vec<bool> = vec![true; datatype.constructors.len()];
        let mut reached = Vec::new();
        for (constructor, body) in cases {
            match constructor {
                Some(number) if open[number as usize] => open[number as usize] = false,
                None if open.contains(&true) => open.fill(false),
                _ => continue,
            }
            reached.push((constructor, body));
        }
        if let Some(missing) = open.iter().position(|open| *open) {
            let name = &datatype.constructors[missing].name;
            return Err(Error::new(offset, format!("the match has no case for {name}")));
        }
        let Some((_, mut whole)) = reached.pop() else {
            return Err(Error::new(offset, "a match needs cases"));
        };
        for (constructor, body) in reached.into_iter().rev() {
            let Some(number) = constructor else { continue };
            let built = self
                .store
                .is_made_by(sort, number, subject)
                .and_then(|test| self.store.app(Op::Ite, &[test, body, whole]));
            whole = built.map_err(|problem| Error::new(offset, problem.0))?;
        }
        Ok(whole)
    }
}
