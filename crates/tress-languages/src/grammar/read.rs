//! From text to a grammar. The notation stands in the head of the folder.

use std::fmt;

use rustc_hash::FxHashMap;

use super::tokens::{Position, Token, tokens};
use super::{Grammar, Item};
use tress_automata::CharSet;

/// Why a text is no grammar, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GrammarError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for GrammarError {}

impl Grammar {
    /// Reads a grammar.
    ///
    /// # Errors
    /// What is wrong and where.
    pub fn parse(text: &str) -> Result<Grammar, GrammarError> {
        let mut reader = Reader { tokens: tokens(text)?, ..Reader::default() };
        while reader.peek(0) != &Token::End {
            reader.rule()?;
        }
        reader.finish()
    }
}

/// Alternatives that are being read: those that are done, and the present one.
#[derive(Default)]
struct Group {
    done: Vec<Vec<Item>>,
    present: Vec<Item>,
    /// Where it began, for one in parentheses.
    opened: Option<Position>,
}

impl Group {
    fn alternatives(mut self) -> Vec<Vec<Item>> {
        self.done.push(self.present);
        self.done
    }
}

/// The state of reading. Nested groups are a stack, not calls.
#[derive(Default)]
struct Reader {
    tokens: Vec<(Token, Position)>,
    at: usize,
    names: FxHashMap<String, usize>,
    /// The rule that is being read.
    rule: String,
    productions: Vec<Vec<Vec<Item>>>,
    /// For each symbol the rule in which it stands.
    rules: Vec<String>,
    /// For symbols that have no rule yet: the name, and where it was first used.
    missing: Vec<Option<(String, Position)>>,
}

impl Reader {
    fn peek(&self, ahead: usize) -> &Token {
        self.tokens.get(self.at + ahead).map_or(&Token::End, |token| &token.0)
    }

    fn take(&mut self) -> (Token, Position) {
        let last = self.tokens.len() - 1;
        let token = self.tokens[self.at.min(last)].clone();
        self.at = (self.at + 1).min(last);
        token
    }

    /// A symbol with these productions.
    fn symbol(&mut self, productions: Vec<Vec<Item>>) -> usize {
        self.productions.push(productions);
        self.rules.push(self.rule.clone());
        self.missing.push(None);
        self.productions.len() - 1
    }

    fn named(&mut self, name: String, position: Position) -> usize {
        if let Some(known) = self.names.get(&name) {
            return *known;
        }
        let symbol = self.symbol(Vec::new());
        self.rules[symbol].clone_from(&name);
        self.missing[symbol] = Some((name.clone(), position));
        self.names.insert(name, symbol);
        symbol
    }

    fn rule(&mut self) -> Result<(), GrammarError> {
        let (token, position) = self.take();
        let Token::Name(name) = token else { return Err(position.error("a rule begins with a name")) };
        self.rule.clone_from(&name);
        let symbol = self.named(name, position);
        let (arrow, position) = self.take();
        if arrow != Token::Arrow {
            return Err(position.error("-> is expected behind the name of a rule"));
        }
        let mut groups = vec![Group::default()];
        while !self.ends_rule() {
            self.item(&mut groups)?;
        }
        let group = groups.pop().unwrap_or_default();
        if let Some(opened) = group.opened {
            return Err(opened.error("this parenthesis is not closed"));
        }
        self.productions[symbol].extend(group.alternatives());
        self.missing[symbol] = None;
        if self.peek(0) == &Token::Mark(';') {
            self.take();
        }
        Ok(())
    }

    fn ends_rule(&self) -> bool {
        match self.peek(0) {
            Token::End | Token::Mark(';') => true,
            Token::Name(_) => self.peek(1) == &Token::Arrow,
            _ => false,
        }
    }

    /// Reads one token of a rule's right side.
    fn item(&mut self, groups: &mut Vec<Group>) -> Result<(), GrammarError> {
        let (token, position) = self.take();
        let depth = groups.len();
        let Some(group) = groups.last_mut() else { return Err(position.error("nothing is open")) };
        match token {
            Token::Name(name) => group.present.push(Item::Symbol(self.named(name, position))),
            Token::Chars(set) => group.present.push(Item::Chars(set)),
            Token::Word(word) => {
                // A repetition behind it is about the whole word.
                let characters = word.into_iter().map(|c| Item::Chars(CharSet::single(c))).collect();
                group.present.push(Item::Symbol(self.symbol(vec![characters])));
            }
            Token::Mark('|') => group.done.push(std::mem::take(&mut group.present)),
            Token::Mark('(') => groups.push(Group { opened: Some(position), ..Group::default() }),
            Token::Mark(')') if depth > 1 => {
                let inner = groups.pop().unwrap_or_default().alternatives();
                let symbol = Item::Symbol(self.symbol(inner));
                if let Some(outer) = groups.last_mut() {
                    outer.present.push(symbol);
                }
            }
            Token::Mark(mark @ ('?' | '*' | '+')) => {
                let Some(body) = group.present.pop() else {
                    return Err(position.error(format!("{mark} needs something before it")));
                };
                group.present.push(Item::Symbol(self.repeated(body, mark)));
            }
            Token::Mark(mark) => return Err(position.error(format!("{mark} is not expected here"))),
            Token::Arrow | Token::End => return Err(position.error("a rule is not expected here")),
        }
        Ok(())
    }

    /// A symbol for `body` once or not at all, any number of times, or at least once.
    fn repeated(&mut self, body: Item, mark: char) -> usize {
        let symbol = self.symbol(Vec::new());
        let more = vec![body.clone(), Item::Symbol(symbol)];
        self.productions[symbol] = match mark {
            '?' => vec![Vec::new(), vec![body]],
            '*' => vec![Vec::new(), more],
            _ => vec![vec![body], more],
        };
        symbol
    }

    fn finish(self) -> Result<Grammar, GrammarError> {
        if let Some((name, position)) = self.missing.into_iter().flatten().next() {
            return Err(position.error(format!("no rule for {name}")));
        }
        match self.productions.is_empty() {
            true => Err(self.tokens[0].1.error("a grammar needs a rule")),
            false => Ok(Grammar { productions: self.productions, names: self.rules }),
        }
    }
}
