//! The dialects that descend from Perl: RE2, PCRE, Java, Python, ECMAScript.
//!
//! One parser (`parser.rs`, `group.rs`, `quantifier.rs`, `class.rs`) reads all of them; `rules.rs` says in
//! which ways they differ, and each dialect has a file with its rules and its escape sequences.
//!
//! For ECMAScript the crate `oxc_regular_expression` was measured: 89 crates and 57 CPU seconds of clean
//! build. The grammar is small compared with that.

mod class;
mod ecma;
mod escape;
mod group;
mod java;
mod parser;
mod pcre;
mod python;
mod quantifier;
mod re2;
mod rules;

use crate::ast::{Ast, NodeId};
use crate::{Dialect, DialectError, Flags};
use parser::Parser;
pub(crate) use rules::Rules;

/// The rules of a dialect of this family.
pub(crate) fn rules(dialect: Dialect) -> Option<&'static Rules> {
    match dialect {
        Dialect::Re2 => Some(&re2::RULES),
        Dialect::Pcre => Some(&pcre::RULES),
        Dialect::Java => Some(&java::RULES),
        Dialect::Python => Some(&python::RULES),
        Dialect::Ecma => Some(&ecma::RULES),
        _ => None,
    }
}

/// The syntax tree of a pattern.
pub(crate) fn parse(dialect: Dialect, pattern: &str, flags: Flags) -> Result<(Ast, NodeId), DialectError> {
    let Some(rules) = rules(dialect) else {
        return Err(DialectError::new(0, "this dialect has a parser of its own"));
    };
    let chars = dialect.word(flags, pattern);
    Parser::new(chars, rules, flags, dialect.alphabet(flags)).parse()
}
