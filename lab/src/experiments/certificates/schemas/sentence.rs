//! Schemas as text.
//!
//! Enters: the file of the checker. Leaves: its schemas in their order, each with the heading that it is
//! under. What is not understood is an error: nothing may be left out without notice.

use std::io;

use tress_term::term::Sort;
use tress_testing::expression::Expression;

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Int,
    Real,
    Text,
    /// A string of length one.
    Char,
    /// A number that is not negative.
    Numeral,
    Language,
}

impl Kind {
    fn named(name: &str) -> Option<Kind> {
        Some(match name {
            "Bool" => Kind::Bool,
            "Int" => Kind::Int,
            "Real" => Kind::Real,
            "String" | "Word" => Kind::Text,
            "Char" => Kind::Char,
            "Numeral" => Kind::Numeral,
            "RegLan" | "Regex" => Kind::Language,
            _ => return None,
        })
    }

    pub(super) fn sort(self) -> Sort {
        match self {
            Kind::Bool => Sort::Bool,
            Kind::Int | Kind::Numeral => Sort::Int,
            Kind::Real => Sort::Real,
            Kind::Text | Kind::Char => Sort::String,
            Kind::Language => Sort::RegLan,
        }
    }
}

/// The name of a parameter and its values.
pub(super) type Parameter = (String, Kind);

/// A sentence: for all values of the parameters there are promised values so that all clauses are true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Schema {
    pub(super) heading: String,
    pub(super) name: String,
    pub(super) parameters: Vec<Parameter>,
    pub(super) promised: Vec<Parameter>,
    pub(super) clauses: Vec<Expression>,
}

impl Schema {
    /// Reads `(schema NAME (PARAMETER ...) SENTENCE)` or
    /// `(skolem NAME (PARAMETER ...) (PARAMETER ...) SENTENCE)`.
    fn read(heading: &str, expression: &Expression) -> Option<Schema> {
        let (name, parameters, promised, sentence) = match expression.parts() {
            [word, name, parameters, sentence] if word.atom() == "schema" => {
                (name, parameters, None, sentence)
            }
            [word, name, parameters, promised, sentence] if word.atom() == "skolem" => {
                (name, parameters, Some(promised), sentence)
            }
            _ => return None,
        };
        let clauses = match sentence.parts() {
            [op, clauses @ ..] if op.atom() == "and" => clauses.to_vec(),
            _ => vec![sentence.clone()],
        };
        Some(Schema {
            heading: heading.to_owned(),
            name: name.atom().to_owned(),
            parameters: self::parameters(parameters)?,
            promised: promised.map_or(Some(Vec::new()), self::parameters)?,
            clauses,
        })
    }
}

fn parameters(list: &Expression) -> Option<Vec<Parameter>> {
    let parameter = |pair: &Expression| match pair.parts() {
        [name, sort] => Some((name.atom().to_owned(), Kind::named(sort.atom())?)),
        _ => None,
    };
    list.parts().iter().map(parameter).collect()
}

/// The schemas of a text. Each begins at the start of a line, headings are comments after an empty line.
pub(super) fn schemas(text: &str) -> io::Result<Vec<Schema>> {
    let (mut found, mut heading, mut after_empty) = (Vec::new(), "", false);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(comment) = line.strip_prefix(';')
            && after_empty
        {
            heading = comment.trim();
        }
        if line.starts_with('(') {
            let rest = &text[start..];
            let own = &rest[..rest.find("\n(").map_or(rest.len(), |end| end + 1)];
            let schema = Expression::parse(own).and_then(|expression| Schema::read(heading, &expression));
            found.push(
                schema.ok_or_else(|| io::Error::other(format!("a schema that cannot be read: {own}")))?,
            );
        }
        after_empty = line.trim().is_empty();
        start += line.len();
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_have_headings_parameters_and_clauses() {
        let text = "; about\n\n; one\n(schema a ((x Word) (n Numeral)) (= x\n  \"(\"))\n\n; two\n\
                    (skolem b ((r Regex)) ((c Char)) (and p (not q)))\n";
        let found = schemas(text).expect("two schemas");
        assert_eq!(found.iter().map(|schema| schema.heading.as_str()).collect::<Vec<_>>(), ["one", "two"]);
        assert_eq!(found[0].parameters, [("x".into(), Kind::Text), ("n".into(), Kind::Numeral)]);
        assert_eq!(found[0].clauses.len(), 1);
        assert_eq!(found[1].promised, [("c".into(), Kind::Char)]);
        assert_eq!(found[1].clauses[1].to_string(), "(not q)");
    }

    #[test]
    fn what_is_no_schema_is_an_error() {
        for text in ["(schema a ((x Word)))", "(schema a ((x Colour)) true)", "(lemma a () true)", "(schema"]
        {
            assert!(schemas(text).is_err(), "{text}");
        }
    }

    #[test]
    fn all_schemas_of_the_checker_are_read() {
        let found = schemas(tress_check::SCHEMAS).expect("schemas");
        let begins = tress_check::SCHEMAS.lines().filter(|line| line.starts_with('(')).count();
        assert_eq!(found.len(), begins);
        assert!(found.iter().all(|schema| !schema.heading.is_empty() && !schema.clauses.is_empty()));
    }
}
