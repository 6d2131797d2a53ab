//! The text format: lines that name constants and variables, and say which concatenation lies in which
//! constant.
//!
//! Enters: text. Leaves: a [`Posed`] problem, or the first error with its line and column.
//! `docs/languages.md` shows the format.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tress_automata::RegexStore;
use tress_automata::nfa::Nfa;
use tress_base::{Budget, Stop};
use tress_dialects::{Dialect, Mode, parse};
use tress_languages::maximal::{Constant, Part, Variable};
use tress_smtlib::Position;

use super::lexer::{Excerpt, Kind, Problem, Token, tokens};
use super::posed::{Posed, Shown};

/// Why a file is no problem.
#[derive(Debug)]
pub(super) enum Unread {
    Problem(Problem),
    Stopped(Stop),
}

impl From<Problem> for Unread {
    fn from(problem: Problem) -> Self {
        Unread::Problem(problem)
    }
}

impl From<Stop> for Unread {
    fn from(stop: Stop) -> Self {
        Unread::Stopped(stop)
    }
}

/// Words that are no names.
const RESERVED: [&str; 8] = ["let", "variable", "wanted", "not", "dialect", "automaton", "search", "full"];

/// What a name denotes.
#[derive(Clone, Copy)]
enum Meaning {
    Variable(Variable),
    Constant(Constant),
}

/// The file, as far as it was read.
struct Statements<'a> {
    tokens: std::iter::Peekable<std::vec::IntoIter<Token>>,
    /// Where the last token stood.
    position: Position,
    names: BTreeMap<String, Meaning>,
    wanted: Option<Vec<Variable>>,
    posed: Posed,
    store: RegexStore,
    /// Where files are looked for.
    folder: PathBuf,
    budget: &'a Budget,
}

/// Reads a file in the text format. Expressions are of `dialect`, unless the file says otherwise.
pub(super) fn read(text: &str, folder: &Path, dialect: Dialect, budget: &Budget) -> Result<Posed, Unread> {
    let posed = Posed {
        system: tress_languages::maximal::System::new(),
        shown: Vec::new(),
        dialect,
        notes: Vec::new(),
    };
    let mut statements = Statements {
        tokens: tokens(text)?.into_iter().peekable(),
        position: Position { line: 1, column: 1 },
        names: BTreeMap::new(),
        wanted: None,
        posed,
        store: RegexStore::new(),
        folder: folder.to_owned(),
        budget,
    };
    while statements.tokens.peek().is_some() {
        budget.poll()?;
        statements.statement()?;
        match statements.next() {
            None | Some(Kind::LineEnd) => {}
            Some(_) => return Err(statements.wrong("expected the end of the line")),
        }
    }
    if let Some(wanted) = &statements.wanted {
        statements.posed.system.want(wanted);
    }
    Ok(statements.posed)
}

impl Statements<'_> {
    fn next(&mut self) -> Option<Kind> {
        let token = self.tokens.next()?;
        self.position = token.position;
        Some(token.kind)
    }

    fn next_if(&mut self, wanted: impl Fn(&Kind) -> bool) -> Option<Kind> {
        let token = self.tokens.next_if(|token| wanted(&token.kind))?;
        self.position = token.position;
        Some(token.kind)
    }

    /// The next token is this keyword, and is taken.
    fn keyword(&mut self, word: &str) -> bool {
        self.next_if(|kind| matches!(kind, Kind::Name(name) if name == word)).is_some()
    }

    fn wrong(&self, message: impl Into<String>) -> Unread {
        Problem::new(self.position, message).into()
    }

    fn statement(&mut self) -> Result<(), Unread> {
        if self.keyword("let") {
            let name = self.new_name()?;
            if self.next() != Some(Kind::Equals) {
                return Err(self.wrong("expected = and a constant"));
            }
            let constant = self.constant()?;
            self.names.insert(name, Meaning::Constant(constant));
            Ok(())
        } else if self.keyword("variable") {
            self.variables()
        } else if self.keyword("wanted") {
            self.wanted()
        } else if self.keyword("dialect") {
            self.posed.dialect = self.dialect()?;
            Ok(())
        } else {
            self.constraint()
        }
    }

    /// A name that means nothing yet.
    fn new_name(&mut self) -> Result<String, Unread> {
        match self.next() {
            Some(Kind::Name(name)) if RESERVED.contains(&name.as_str()) => {
                Err(self.wrong(format!("{name} is no name")))
            }
            Some(Kind::Name(name)) if self.names.contains_key(&name) => {
                Err(self.wrong(format!("{name} means something already")))
            }
            Some(Kind::Name(name)) => Ok(name),
            _ => Err(self.wrong("expected a name")),
        }
    }

    fn variables(&mut self) -> Result<(), Unread> {
        loop {
            let name = self.new_name()?;
            let variable = self.posed.system.variable(name.as_str());
            self.posed.shown.push(Shown { name: name.clone(), parts: vec![variable.into()] });
            self.names.insert(name, Meaning::Variable(variable));
            if !self.tokens.peek().is_some_and(|token| matches!(token.kind, Kind::Name(_))) {
                return Ok(());
            }
        }
    }

    fn wanted(&mut self) -> Result<(), Unread> {
        while let Some(Kind::Name(name)) = self.next_if(|kind| matches!(kind, Kind::Name(_))) {
            match self.meaning(&name)? {
                Meaning::Variable(variable) => self.wanted.get_or_insert_default().push(variable),
                Meaning::Constant(_) => return Err(self.wrong(format!("{name} is no variable"))),
            }
        }
        Ok(())
    }

    fn meaning(&self, name: &str) -> Result<Meaning, Unread> {
        let known = self.names.get(name).copied();
        known.ok_or_else(|| {
            self.wrong(format!("{name} means nothing; write variable {name}, or let {name} = …"))
        })
    }

    fn dialect(&mut self) -> Result<Dialect, Unread> {
        let name = match self.next() {
            Some(Kind::Name(name)) => name,
            _ => return Err(self.wrong("expected the name of a dialect")),
        };
        crate::regex::arguments::dialect(&name).map_err(|message| self.wrong(message))
    }

    /// `not a . "b" <= c`
    fn constraint(&mut self) -> Result<(), Unread> {
        let negated = self.keyword("not");
        let mut parts: Vec<Part> = Vec::new();
        loop {
            parts.push(match self.next() {
                Some(Kind::Text(word)) => self.posed.system.word(&word).into(),
                Some(Kind::Name(name)) => match self.meaning(&name)? {
                    Meaning::Variable(variable) => variable.into(),
                    Meaning::Constant(constant) => constant.into(),
                },
                _ => return Err(self.wrong("expected a name or a text in quotes")),
            });
            match self.next() {
                Some(Kind::Dot) => {}
                Some(Kind::Subset) => break,
                _ => return Err(self.wrong("expected . or <=")),
            }
        }
        let bound = self.constant()?;
        let system = &mut self.posed.system;
        if negated {
            system.disjoint(&parts, bound)
        } else {
            system.subset(&parts, bound)
        }
        Ok(())
    }

    fn constant(&mut self) -> Result<Constant, Unread> {
        match self.next() {
            Some(Kind::Text(word)) => Ok(self.posed.system.word(&word)),
            Some(Kind::Pattern(excerpt, flags)) => self.pattern(&excerpt, &flags),
            Some(Kind::Term(excerpt)) => self.expression(Dialect::Smtlib, &excerpt, "", Mode::Full),
            Some(Kind::Name(name)) if name == "automaton" => self.automaton(),
            Some(Kind::Name(name)) => match self.meaning(&name)? {
                Meaning::Constant(constant) => Ok(constant),
                Meaning::Variable(_) => {
                    Err(self.wrong(format!("{name} is a variable; on the right stands a constant")))
                }
            },
            _ => Err(self.wrong("expected a constant: /expression/, \"text\", (term), automaton or a name")),
        }
    }

    /// An expression with what is said of it behind.
    fn pattern(&mut self, excerpt: &Excerpt, flags: &str) -> Result<Constant, Unread> {
        let (mut dialect, mut mode) = (self.posed.dialect, Mode::Full);
        loop {
            if self.keyword("dialect") {
                dialect = self.dialect()?;
            } else if self.keyword("search") {
                mode = Mode::Search;
            } else if self.keyword("full") {
                mode = Mode::Full;
            } else {
                return self.expression(dialect, excerpt, flags, mode);
            }
        }
    }

    fn expression(
        &mut self,
        dialect: Dialect,
        excerpt: &Excerpt,
        flags: &str,
        mode: Mode,
    ) -> Result<Constant, Unread> {
        let flags = dialect.read_flags(flags).map_err(|message| self.wrong(message))?;
        let (store, system) = (&mut self.store, &mut self.posed.system);
        match parse(dialect, &excerpt.text, flags, mode, store, self.budget) {
            Ok(language) => Ok(system.expression(store, language, self.budget)?),
            Err(error) => match error.stop {
                Some(stop) => Err(stop.into()),
                None => Err(Problem::new(excerpt.position(error.position), error.message).into()),
            },
        }
    }

    /// `automaton { … }` or `automaton "FILE"`.
    fn automaton(&mut self) -> Result<Constant, Unread> {
        let start = self.position;
        match self.next() {
            Some(Kind::Block(block)) => {
                let automaton: Nfa =
                    block.text.parse().map_err(|error: tress_automata::nfa::TextError| {
                        let line = self.position.line + error.line - 1;
                        Problem::new(Position { line, column: 1 }, format!("expected {}", error.expected))
                    })?;
                Ok(self.posed.system.constant(automaton))
            }
            Some(Kind::Text(name)) => {
                let name: String = name.into_iter().filter_map(char::from_u32).collect();
                let text = std::fs::read_to_string(self.folder.join(&name))
                    .map_err(|problem| self.wrong(format!("{name}: {problem}")))?;
                let automaton: Nfa = text.parse().map_err(|error| self.wrong(format!("{name}: {error}")))?;
                Ok(self.posed.system.constant(automaton))
            }
            _ => Err(Problem::new(start, "expected { … } or the name of a file behind automaton").into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn posed(text: &str) -> Result<Posed, Unread> {
        read(text, Path::new("."), Dialect::Rust, &Budget::unlimited())
    }

    fn word(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    /// Is the word in the first solution's language of the first variable?
    fn check(text: &str, wanted: &[&str], unwanted: &[&str]) {
        let posed = posed(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let solution = posed.system.first(&Budget::unlimited()).unwrap().expect("there is a solution");
        let language = posed.system.concatenation(&posed.shown[0].parts, solution.languages());
        assert!(wanted.iter().all(|text| language.accepts(&word(text))), "{text}");
        assert!(!unwanted.iter().any(|text| language.accepts(&word(text))), "{text}");
    }

    #[test]
    fn every_kind_of_constant() {
        check("variable x\nx <= /a+/", &["a", "aa"], &["", "b"]);
        check("variable x\nx <= /A/i dialect python search", &["a", "cab"], &["b"]);
        check("dialect glob\nvariable x\nx <= /*.c/", &["a.c"], &["a.h"]);
        check("variable x\nx <= (re.+ (str.to_re \"ab\"))", &["ab", "abab"], &["a"]);
        check("variable x\nx <= \"a\\n\"", &["a\n"], &["a"]);
        check(
            "variable x\nx <= automaton { nfa 2\ninitial 0\naccepting 1\n0 61-63 1\n}",
            &["a", "c"],
            &["", "d", "aa"],
        );
        check("let c = /a|b/\nvariable x\nx <= c\nnot x <= \"b\"", &["a"], &["b"]);
    }

    #[test]
    fn concatenations_and_what_is_wanted() {
        check("variable x\n\"a\" . x . \"b\" <= /a+b+/", &["", "a", "ab", "b"], &["ba"]);
        let text = "variable x y\nx <= /a/\ny <= (re.diff (str.to_re \"a\") (str.to_re \"a\"))";
        assert!(posed(text).unwrap().system.first(&Budget::unlimited()).unwrap().is_none());
        check(&format!("{text}\nwanted x"), &["a"], &["b"]);
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, position, message) in [
            ("x <= /a/", (1, 1), "x means nothing"),
            ("variable x\nx <= /a(/", (2, 8), ""),
            ("variable x\nx <= /a/q", (2, 6), "no flag"),
            ("variable x\nx <= /a/ dialect perl6", (2, 18), "known are"),
            ("variable x x", (1, 12), "already"),
            ("variable let", (1, 10), "no name"),
            ("variable x\nx <= x", (2, 6), "variable"),
            ("variable x\nx . <= /a/", (2, 5), "expected a name"),
            ("variable x\nx /a/", (2, 3), "expected . or <="),
            ("variable x\nx <= /a/ /b/", (2, 10), "end of the line"),
            ("let c /a/", (1, 7), "expected ="),
            ("variable x\nx <=\n (re.foo)", (2, 5), "expected a constant"),
            ("variable x\nx <= (re.++ re.all\n  (re.foo))", (3, 3), ""),
            ("variable x\nx <= automaton { nfa 1\ninitial 7 }", (3, 1), "below the number"),
            ("variable x\nx <= automaton \"no such file\"", (2, 16), "no such file"),
            ("let c = /a/\nwanted c", (2, 8), "no variable"),
        ] {
            let Err(Unread::Problem(problem)) = posed(text) else { panic!("{text}") };
            let position = Some(Position { line: position.0, column: position.1 });
            assert_eq!(problem.position, position, "{text}: {}", problem.message);
            assert!(problem.message.contains(message), "{text}: {}", problem.message);
        }
    }
}
