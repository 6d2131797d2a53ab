//! The words of a file of constraints on languages, each with its position.
//!
//! Enters: text. Leaves: tokens. Expressions stand between slashes, terms of SMT-LIB in parentheses, blocks in braces; these
//! three are cut out whole, and their characters know where they stood.

use tress_smtlib::Position as Place;

/// What was wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    pub(crate) place: Option<Place>,
    pub(crate) message: String,
}

impl Problem {
    pub(crate) fn new(place: Place, message: impl Into<String>) -> Self {
        Self { place: Some(place), message: message.into() }
    }
}

/// A piece of the file that is read by somebody else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Excerpt {
    pub(crate) text: String,
    /// Where each of its characters stands, and where it ends.
    places: Vec<Place>,
}

impl Excerpt {
    /// The position of the character with this number, or the end.
    pub(crate) fn place(&self, character: usize) -> Place {
        self.places[character.min(self.places.len() - 1)]
    }
}

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Name(String),
    /// A word in double quotes.
    Text(Vec<u32>),
    /// An expression between slashes, and the flags behind.
    Pattern(Excerpt, String),
    /// A term in parentheses.
    Term(Excerpt),
    /// What stands in braces.
    Block(Excerpt),
    Equals,
    Subset,
    Dot,
    /// The end of a line with tokens.
    LineEnd,
}

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) place: Place,
}

/// Reads characters and counts lines and columns.
struct Lexer {
    text: Vec<char>,
    at: usize,
    place: Place,
    tokens: Vec<Token>,
}

/// The tokens of a text; the last one is the end of a line.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, Problem> {
    let place = Place { line: 1, column: 1 };
    let mut lexer = Lexer { text: text.chars().collect(), at: 0, place, tokens: Vec::new() };
    while let Some(c) = lexer.peek() {
        let place = lexer.place;
        let kind = match c {
            '\n' => {
                lexer.take();
                lexer.end_line(place);
                continue;
            }
            '#' => {
                lexer.take_while(|c| c != '\n');
                continue;
            }
            c if c.is_whitespace() => {
                lexer.take();
                continue;
            }
            c => lexer.token(c, place)?,
        };
        lexer.tokens.push(Token { kind, place });
    }
    let place = lexer.place;
    lexer.end_line(place);
    Ok(lexer.tokens)
}

impl Lexer {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        self.place = if c == '\n' {
            Place { line: self.place.line + 1, column: 1 }
        } else {
            Place { column: self.place.column + 1, ..self.place }
        };
        Some(c)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(c) = self.peek().filter(|c| wanted(*c)) {
            taken.push(c);
            self.take();
        }
        taken
    }

    fn end_line(&mut self, place: Place) {
        if self.tokens.last().is_some_and(|last| last.kind != Kind::LineEnd) {
            self.tokens.push(Token { kind: Kind::LineEnd, place });
        }
    }

    fn token(&mut self, first: char, place: Place) -> Result<Kind, Problem> {
        match first {
            '"' => self.text(place).map(Kind::Text),
            '/' => self.pattern(place),
            '(' => self.enclosed(place, '(', ')', true).map(Kind::Term),
            '{' => self.enclosed(place, '{', '}', false).map(Kind::Block),
            '.' | '=' | '<' => {
                self.take();
                match (first, self.peek()) {
                    ('.', _) => Ok(Kind::Dot),
                    ('=', _) => Ok(Kind::Equals),
                    (_, Some('=')) => {
                        self.take();
                        Ok(Kind::Subset)
                    }
                    _ => Err(Problem::new(place, "expected <=")),
                }
            }
            c if c == '_' || c.is_alphabetic() => {
                Ok(Kind::Name(self.take_while(|c| c == '_' || c == '-' || c.is_alphanumeric())))
            }
            c => Err(Problem::new(place, format!("{c:?} has no meaning here"))),
        }
    }

    /// A word in double quotes, with the escapes that words are printed with.
    fn text(&mut self, start: Place) -> Result<Vec<u32>, Problem> {
        self.take();
        let mut word = Vec::new();
        loop {
            let place = self.place;
            match self.take() {
                Some('"') => return Ok(word),
                Some('\\') => word.push(self.escape(place)?),
                Some('\n') | None => return Err(Problem::new(start, "this text has no end in its line")),
                Some(c) => word.push(u32::from(c)),
            }
        }
    }

    fn escape(&mut self, place: Place) -> Result<u32, Problem> {
        let wrong = || Problem::new(place, "expected \\\", \\\\, \\n, \\r, \\t or \\u{HEX}");
        match self.take() {
            Some(c @ ('"' | '\\')) => Ok(u32::from(c)),
            Some('n') => Ok(10),
            Some('r') => Ok(13),
            Some('t') => Ok(9),
            Some('u') if self.take() == Some('{') => {
                let digits = self.take_while(|c| c.is_ascii_hexdigit());
                let code =
                    u32::from_str_radix(&digits, 16).ok().filter(|code| *code <= tress_automata::MAX_CHAR);
                if self.take() == Some('}') { code.ok_or_else(wrong) } else { Err(wrong()) }
            }
            _ => Err(wrong()),
        }
    }

    /// `/…/flags`; a slash inside is written `\/`.
    fn pattern(&mut self, start: Place) -> Result<Kind, Problem> {
        self.take();
        let mut excerpt = Excerpt { text: String::new(), places: Vec::new() };
        loop {
            let place = self.place;
            match self.take() {
                Some('/') => {
                    excerpt.places.push(place);
                    return Ok(Kind::Pattern(excerpt, self.take_while(char::is_alphanumeric)));
                }
                Some('\\') => {
                    // Anything else that is escaped is the dialect's business.
                    if self.peek() != Some('/') {
                        excerpt.text.push('\\');
                        excerpt.places.push(place);
                    }
                    if let Some(c) = self.peek().filter(|c| *c != '\n') {
                        excerpt.places.push(self.place);
                        excerpt.text.push(c);
                        self.take();
                    }
                }
                Some('\n') | None => {
                    return Err(Problem::new(start, "this expression has no end in its line"));
                }
                Some(c) => {
                    excerpt.text.push(c);
                    excerpt.places.push(place);
                }
            }
        }
    }

    /// Everything up to the bracket that closes this one. A term keeps its brackets and may hold texts.
    fn enclosed(&mut self, start: Place, open: char, close: char, is_term: bool) -> Result<Excerpt, Problem> {
        let mut excerpt = Excerpt { text: String::new(), places: Vec::new() };
        let (mut depth, mut quoted) = (0_usize, false);
        loop {
            let place = self.place;
            let Some(c) = self.take() else {
                return Err(Problem::new(start, format!("{open} is never closed")));
            };
            quoted ^= is_term && c == '"';
            depth += usize::from(c == open && !quoted);
            depth -= usize::from(c == close && !quoted);
            if is_term || (depth > 0 && !excerpt.places.is_empty()) {
                excerpt.text.push(c);
            } else if excerpt.places.is_empty() {
                // What stands behind the opening brace begins in its line.
                excerpt.places.push(place);
                continue;
            }
            excerpt.places.push(place);
            if depth == 0 {
                return Ok(excerpt);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        tokens(text)
            .unwrap_or_else(|problem| panic!("{problem:?}"))
            .into_iter()
            .map(|token| token.kind)
            .collect()
    }

    fn codes(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    #[test]
    fn words_names_and_signs() {
        let found = kinds("# a line\n\n\"a\\\"\\u{1f600}\" . x-1 <= y # more\n");
        let expected = [
            Kind::Text(vec![97, 34, 0x1F600]),
            Kind::Dot,
            Kind::Name("x-1".into()),
            Kind::Subset,
            Kind::Name("y".into()),
            Kind::LineEnd,
        ];
        assert_eq!(found, expected);
        assert_eq!(kinds("\"\\n\\r\\t\\\\\""), [Kind::Text(codes("\n\r\t\\")), Kind::LineEnd]);
        assert_eq!(kinds(""), []);
    }

    #[test]
    fn patterns_know_the_places_of_their_characters() {
        let [Kind::Pattern(excerpt, flags), Kind::LineEnd] = &kinds("  /a\\/\\d\\\\/im")[..] else {
            panic!()
        };
        assert_eq!((excerpt.text.as_str(), flags.as_str()), ("a/\\d\\\\", "im"));
        assert_eq!(excerpt.place(1), Place { line: 1, column: 6 });
        assert_eq!(excerpt.place(2), Place { line: 1, column: 7 });
        assert_eq!(excerpt.place(99), Place { line: 1, column: 11 });
    }

    #[test]
    fn terms_and_blocks_are_cut_out_whole() {
        let [Kind::Term(term), Kind::LineEnd] = &kinds("(re.++ re.all\n (str.to_re \"a)\"\"\"))")[..] else {
            panic!()
        };
        assert_eq!(term.text, "(re.++ re.all\n (str.to_re \"a)\"\"\"))");
        assert_eq!(term.place(15), Place { line: 2, column: 2 });
        let [Kind::Block(block), Kind::LineEnd] = &kinds("{ nfa 1\ninitial 0\n}")[..] else { panic!() };
        assert_eq!(block.text, " nfa 1\ninitial 0\n");
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, place, word) in [
            ("x\n  \"a", (2, 3), "no end"),
            ("/a", (1, 1), "no end"),
            (" (a", (1, 2), "closed"),
            ("\"\\q\"", (1, 2), "expected"),
            ("\"\\u{30000}\"", (1, 2), "expected"),
            ("x < y", (1, 3), "<="),
            ("x ; y", (1, 3), "no meaning"),
        ] {
            let problem = tokens(text).unwrap_err();
            assert_eq!(problem.place, Some(Place { line: place.0, column: place.1 }), "{text}");
            assert!(problem.message.contains(word), "{text}: {}", problem.message);
        }
    }
}
