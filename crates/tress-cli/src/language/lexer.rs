//! The words of a file of constraints on languages, each with its position.
//!
//! Enters: text. Leaves: tokens. Expressions stand between slashes, terms of SMT-LIB in parentheses, blocks
//! in braces; these three are cut out whole, and their characters know where they stood.

use tress_smtlib::Position;

/// What was wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    pub(crate) position: Option<Position>,
    pub(crate) message: String,
}

impl Problem {
    pub(crate) fn new(position: Position, message: impl Into<String>) -> Self {
        Self { position: Some(position), message: message.into() }
    }
}

/// A piece of the file that is read by somebody else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Excerpt {
    pub(crate) text: String,
    /// Where each of its characters stands, and where it ends.
    positions: Vec<Position>,
}

impl Excerpt {
    /// The position of the character with this number, or the end.
    pub(crate) fn position(&self, character: usize) -> Position {
        self.positions[character.min(self.positions.len() - 1)]
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
    pub(crate) position: Position,
}

/// Reads characters and counts lines and columns.
struct Lexer {
    text: Vec<char>,
    at: usize,
    position: Position,
    tokens: Vec<Token>,
}

/// The tokens of a text; the last one is the end of a line.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, Problem> {
    let position = Position { line: 1, column: 1 };
    let mut lexer = Lexer { text: text.chars().collect(), at: 0, position, tokens: Vec::new() };
    while let Some(c) = lexer.peek() {
        let position = lexer.position;
        let kind = match c {
            '\n' => {
                lexer.take();
                lexer.end_line(position);
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
            c => lexer.token(c, position)?,
        };
        lexer.tokens.push(Token { kind, position });
    }
    let position = lexer.position;
    lexer.end_line(position);
    Ok(lexer.tokens)
}

impl Lexer {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        self.position = if c == '\n' {
            Position { line: self.position.line + 1, column: 1 }
        } else {
            Position { column: self.position.column + 1, ..self.position }
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

    fn end_line(&mut self, position: Position) {
        if self.tokens.last().is_some_and(|last| last.kind != Kind::LineEnd) {
            self.tokens.push(Token { kind: Kind::LineEnd, position });
        }
    }

    fn token(&mut self, first: char, position: Position) -> Result<Kind, Problem> {
        match first {
            '"' => self.text(position).map(Kind::Text),
            '/' => self.pattern(position),
            '(' => self.enclosed(position, '(', ')', true).map(Kind::Term),
            '{' => self.enclosed(position, '{', '}', false).map(Kind::Block),
            '.' | '=' | '<' => {
                self.take();
                match (first, self.peek()) {
                    ('.', _) => Ok(Kind::Dot),
                    ('=', _) => Ok(Kind::Equals),
                    (_, Some('=')) => {
                        self.take();
                        Ok(Kind::Subset)
                    }
                    _ => Err(Problem::new(position, "expected <=")),
                }
            }
            c if c == '_' || c.is_alphabetic() => {
                Ok(Kind::Name(self.take_while(|c| c == '_' || c == '-' || c.is_alphanumeric())))
            }
            c => Err(Problem::new(position, format!("{c:?} has no meaning here"))),
        }
    }

    /// A word in double quotes, with the escapes that words are printed with.
    fn text(&mut self, start: Position) -> Result<Vec<u32>, Problem> {
        self.take();
        let mut word = Vec::new();
        loop {
            let position = self.position;
            match self.take() {
                Some('"') => return Ok(word),
                Some('\\') => word.push(self.escape(position)?),
                Some('\n') | None => return Err(Problem::new(start, "this text has no end in its line")),
                Some(c) => word.push(u32::from(c)),
            }
        }
    }

    fn escape(&mut self, position: Position) -> Result<u32, Problem> {
        let wrong = || Problem::new(position, "expected \\\", \\\\, \\n, \\r, \\t or \\u{HEX}");
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
    fn pattern(&mut self, start: Position) -> Result<Kind, Problem> {
        self.take();
        let mut excerpt = Excerpt { text: String::new(), positions: Vec::new() };
        loop {
            let position = self.position;
            match self.take() {
                Some('/') => {
                    excerpt.positions.push(position);
                    return Ok(Kind::Pattern(excerpt, self.take_while(char::is_alphanumeric)));
                }
                Some('\\') => {
                    // Anything else that is escaped is the dialect's business.
                    if self.peek() != Some('/') {
                        excerpt.text.push('\\');
                        excerpt.positions.push(position);
                    }
                    if let Some(c) = self.peek().filter(|c| *c != '\n') {
                        excerpt.positions.push(self.position);
                        excerpt.text.push(c);
                        self.take();
                    }
                }
                Some('\n') | None => {
                    return Err(Problem::new(start, "this expression has no end in its line"));
                }
                Some(c) => {
                    excerpt.text.push(c);
                    excerpt.positions.push(position);
                }
            }
        }
    }

    /// Everything up to the bracket that closes this one. A term keeps its brackets and may hold texts.
    fn enclosed(
        &mut self,
        start: Position,
        open: char,
        close: char,
        is_term: bool,
    ) -> Result<Excerpt, Problem> {
        let mut excerpt = Excerpt { text: String::new(), positions: Vec::new() };
        let (mut depth, mut quoted) = (0_usize, false);
        loop {
            let position = self.position;
            let Some(c) = self.take() else {
                return Err(Problem::new(start, format!("{open} is never closed")));
            };
            quoted ^= is_term && c == '"';
            depth += usize::from(c == open && !quoted);
            depth -= usize::from(c == close && !quoted);
            if is_term || (depth > 0 && !excerpt.positions.is_empty()) {
                excerpt.text.push(c);
            } else if excerpt.positions.is_empty() {
                // What stands behind the opening brace begins in its line.
                excerpt.positions.push(position);
                continue;
            }
            excerpt.positions.push(position);
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
        assert_eq!(excerpt.position(1), Position { line: 1, column: 6 });
        assert_eq!(excerpt.position(2), Position { line: 1, column: 7 });
        assert_eq!(excerpt.position(99), Position { line: 1, column: 11 });
    }

    #[test]
    fn terms_and_blocks_are_cut_out_whole() {
        let [Kind::Term(term), Kind::LineEnd] = &kinds("(re.++ re.all\n (str.to_re \"a)\"\"\"))")[..] else {
            panic!()
        };
        assert_eq!(term.text, "(re.++ re.all\n (str.to_re \"a)\"\"\"))");
        assert_eq!(term.position(15), Position { line: 2, column: 2 });
        let [Kind::Block(block), Kind::LineEnd] = &kinds("{ nfa 1\ninitial 0\n}")[..] else { panic!() };
        assert_eq!(block.text, " nfa 1\ninitial 0\n");
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, position, word) in [
            ("x\n  \"a", (2, 3), "no end"),
            ("/a", (1, 1), "no end"),
            (" (a", (1, 2), "closed"),
            ("\"\\q\"", (1, 2), "expected"),
            ("\"\\u{30000}\"", (1, 2), "expected"),
            ("x < y", (1, 3), "<="),
            ("x ; y", (1, 3), "no meaning"),
        ] {
            let problem = tokens(text).unwrap_err();
            assert_eq!(problem.position, Some(Position { line: position.0, column: position.1 }), "{text}");
            assert!(problem.message.contains(word), "{text}: {}", problem.message);
        }
    }
}
