//! Reading objectives: `minimize`, `maximize`, `assert-soft`.

use tress_base::{Int, Rational};
use tress_lia::Goal;

use super::commands::{Command, Reader};
use super::error::Error;
use super::lexer::Kind;
use tress_term::print::symbol_text;
use tress_term::term::Sort;

impl Reader<'_, '_> {
    /// Reads a number to be minimised or maximised, with a name if it has one.
    pub(super) fn objective(&mut self, goal: Goal) -> Result<Command, Error> {
        let start = self.peek()?.offset();
        let term = self.term()?;
        let mut source = self.source(start, term);
        let sort = self.store.sort(term);
        if !matches!(sort, Sort::Int | Sort::Real) {
            let sort = self.store.sort_text(sort);
            let hint = match &*sort {
                "String" => format!("; its length is: (str.len {})", source.text),
                _ => String::new(),
            };
            return Err(Error::new(start, format!("an objective is a number, not of sort {sort}{hint}")));
        }
        while !self.at_close()? {
            let offset = self.peek()?.offset();
            match self.keyword()?.as_str() {
                ":id" => source.text = symbol_text(&self.symbol("the name of the objective")?.1),
                other => return Err(Error::new(offset, format!("unknown attribute {other}, expected :id"))),
            }
        }
        Ok(Command::Optimise(source, goal))
    }

    /// Reads a formula with `:weight` and `:id`, in any order.
    pub(super) fn assert_soft(&mut self) -> Result<Command, Error> {
        let formula = self.term_of(Sort::Bool)?;
        let (mut weight, mut group) = (Rational::ONE, String::new());
        while !self.at_close()? {
            let offset = self.peek()?.offset();
            match self.keyword()?.as_str() {
                ":weight" | ":dweight" => weight = self.weight()?,
                ":id" => group = self.symbol("the name of a group")?.1,
                other => {
                    let message = format!("unknown attribute {other}, expected :weight or :id");
                    return Err(Error::new(offset, message));
                }
            }
        }
        Ok(Command::AssertSoft(formula, weight, group))
    }

    /// Reads a numeral or decimal; negative as `(- 1)`, or as `-1`, which other solvers write.
    fn weight(&mut self) -> Result<Rational, Error> {
        let token = self.next()?;
        let bad = || Error::new(token.offset(), "expected a weight: a number, such as 2 or 0.5");
        let read = |text: &str| match text.contains('.') {
            true => Rational::from_decimal(text).ok_or_else(bad),
            false => Int::from_digits(text.as_bytes()).map(Rational::from).ok_or_else(bad),
        };
        match token.kind {
            Kind::Numeral | Kind::Decimal => read(self.text(token)),
            Kind::Symbol => {
                let digits = self.text(token).strip_prefix('-').ok_or_else(bad)?;
                Ok(-read(digits)?)
            }
            Kind::Open => {
                let (_, sign) = self.symbol("a minus sign")?;
                let number = self.next()?;
                if sign != "-" || !matches!(number.kind, Kind::Numeral | Kind::Decimal) {
                    return Err(bad());
                }
                let weight = read(self.text(number))?;
                self.close("the end of the weight")?;
                Ok(-weight)
            }
            _ => Err(bad()),
        }
    }
}
