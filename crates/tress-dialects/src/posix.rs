//! Extended regular expressions of POSIX (IEEE 1003.1, section 9.4) in the POSIX locale.
//!
//! What the standard leaves undefined (an ordinary character escaped, a quantifier at the start, an empty
//! alternative) is refused, because tools differ.

use tress_automata::CharSet;

use crate::ast::{Ast, Greed, Node, NodeId};
use crate::classes::{self, Unicode};
use crate::fold::Fold;
use crate::reader::Reader;
use crate::{DialectError, Flags};

pub(crate) const FLAGS: &[(char, Flags)] = &[('i', Flags::IGNORE_CASE)];

/// The largest count in an interval (`RE_DUP_MAX` of glibc).
const MOST_COPIES: u64 = 32_767;

struct Parser {
    reader: Reader,
    ast: Ast,
    fold: bool,
    /// For each open group: where it began, its alternatives, and the items before it.
    groups: Vec<(usize, Vec<NodeId>, Vec<NodeId>)>,
    alternatives: Vec<NodeId>,
    items: Vec<NodeId>,
    repeatable: bool,
}

/// The syntax tree of a pattern.
pub(crate) fn parse(pattern: &str, flags: Flags) -> Result<(Ast, NodeId), DialectError> {
    let mut parser = Parser {
        reader: Reader::new(pattern.chars().map(u32::from).collect()),
        ast: Ast::default(),
        fold: flags.has(Flags::IGNORE_CASE),
        groups: Vec::new(),
        alternatives: Vec::new(),
        items: Vec::new(),
        repeatable: false,
    };
    while !parser.reader.is_done() {
        parser.item()?;
    }
    if let Some((position, ..)) = parser.groups.last() {
        return parser.reader.error(*position, "this group is not closed");
    }
    let end = parser.reader.position();
    let root = if pattern.is_empty() { parser.ast.add(Node::Empty, 0) } else { parser.finish(end)? };
    Ok((parser.ast, root))
}

impl Parser {
    fn item(&mut self) -> Result<(), DialectError> {
        let position = self.reader.position();
        match self.reader.peek_ascii() {
            b'*' | b'+' | b'?' | b'{' => return self.quantifier(position),
            b'\\' => {
                self.reader.take();
                let escaped = self.reader.peek_ascii();
                if !b"^.[]$()|*+?{}\\/".contains(&escaped) {
                    let message = "POSIX defines only escaped special characters, and no backreferences";
                    return self.reader.error(position, message);
                }
                self.reader.take();
                self.push_set(CharSet::single(escaped.into()), position);
            }
            _ => match self.reader.take().and_then(char::from_u32) {
                Some('|') => self.end_alternative(position)?,
                Some('(') => {
                    let outer =
                        (position, std::mem::take(&mut self.alternatives), std::mem::take(&mut self.items));
                    self.groups.push(outer);
                    self.repeatable = false;
                }
                Some(')') => self.close(position)?,
                Some('[') => {
                    let set = self.bracket(position)?;
                    self.push_set(set, position);
                }
                Some('.') => self.push_set(CharSet::full(), position),
                Some(c @ ('^' | '$')) => {
                    let edge = self.ast.edge(c == '$', position);
                    self.items.push(edge);
                    self.repeatable = false;
                }
                Some(c) if u32::from(c) > tress_automata::MAX_CHAR => {
                    return self.reader.error(position, "a character above U+2FFFF is outside the alphabet");
                }
                Some(c) => self.push_set(CharSet::single(c.into()), position),
                None => {}
            },
        }
        Ok(())
    }

    fn push_set(&mut self, set: CharSet, position: usize) {
        let set = if self.fold { Fold::Ascii.close(&set, &CharSet::empty(), Unicode::Latest) } else { set };
        self.items.push(self.ast.add(Node::Set(set), position));
        self.repeatable = true;
    }

    fn end_alternative(&mut self, position: usize) -> Result<(), DialectError> {
        if self.items.is_empty() {
            return self.reader.error(position, "POSIX leaves an empty alternative or group undefined");
        }
        let items = std::mem::take(&mut self.items);
        let node = self.ast.concat(items, position);
        self.alternatives.push(node);
        self.repeatable = false;
        Ok(())
    }

    fn finish(&mut self, position: usize) -> Result<NodeId, DialectError> {
        self.end_alternative(position)?;
        let alternatives = std::mem::take(&mut self.alternatives);
        Ok(self.ast.alternate(alternatives, position))
    }

    fn close(&mut self, position: usize) -> Result<(), DialectError> {
        if self.groups.is_empty() {
            return self.reader.error(position, "POSIX leaves a lone closing parenthesis undefined");
        }
        let body = self.finish(position)?;
        if let Some((_, alternatives, items)) = self.groups.pop() {
            (self.alternatives, self.items) = (alternatives, items);
        }
        self.items.push(body);
        self.repeatable = true;
        Ok(())
    }

    fn quantifier(&mut self, position: usize) -> Result<(), DialectError> {
        let (low, high) = match self.reader.take().and_then(char::from_u32) {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            _ => self.interval(position)?,
        };
        if !self.repeatable {
            return self.reader.error(position, "POSIX leaves a quantifier here undefined");
        }
        if let Some(body) = self.items.pop() {
            let greed = Greed::Greedy;
            self.items.push(self.ast.add(Node::Repeat { body, low, high, greed }, position));
        }
        // Several quantifiers in a row are undefined.
        self.repeatable = false;
        Ok(())
    }

    fn interval(&mut self, position: usize) -> Result<(u64, Option<u64>), DialectError> {
        let digits = |reader: &mut Reader| reader.take_while(8, |c| c.is_ascii_digit()).parse::<u64>().ok();
        let low = digits(&mut self.reader);
        let comma = self.reader.eat(",");
        let high = digits(&mut self.reader);
        let bounds = match (low, comma, high) {
            (Some(low), false, None) => Some((low, Some(low))),
            (Some(low), true, high) => Some((low, high)),
            _ => None,
        };
        let fits = |&(low, high): &(u64, Option<u64>)| {
            low <= high.unwrap_or(MOST_COPIES) && high.unwrap_or(0) <= MOST_COPIES
        };
        match bounds.filter(fits).filter(|_| self.reader.eat("}")) {
            Some(bounds) => Ok(bounds),
            None => self.reader.error(position, "POSIX leaves a brace that begins no interval undefined"),
        }
    }

    /// A bracket expression whose opening bracket has been read.
    fn bracket(&mut self, position: usize) -> Result<CharSet, DialectError> {
        let negated = self.reader.eat("^");
        let mut set = CharSet::empty();
        let mut first = true;
        loop {
            if self.reader.is_done() {
                return self.reader.error(position, "this bracket expression is not closed");
            }
            if !first && self.reader.eat("]") {
                break;
            }
            first = false;
            if self.reader.eat("[:") {
                let name = self.reader.take_while(16, |c| c.is_ascii_lowercase());
                let class = classes::posix(&name).filter(|_| name != "word" && name != "ascii");
                match class.filter(|_| self.reader.eat(":]")) {
                    Some(class) => set = set.union(&class),
                    None => return self.reader.error(position, "an unknown character class"),
                }
                continue;
            }
            let low = self.collating(position)?;
            let is_range = self.reader.sees("-") && self.reader.peek_second() != Some(u32::from(b']'));
            let high = if is_range && self.reader.eat("-") { self.collating(position)? } else { low };
            if low > high {
                return self.reader.error(position, "the ends of this range are in the wrong order");
            }
            set = set.union(&CharSet::range(low, high));
        }
        // Folding comes first, so that the complement leaves out both cases.
        let set = if self.fold { Fold::Ascii.close(&set, &CharSet::empty(), Unicode::Latest) } else { set };
        Ok(if negated { set.complement() } else { set })
    }

    /// A character, `[.x.]` or `[=x=]`.
    fn collating(&mut self, position: usize) -> Result<u32, DialectError> {
        for (open, close) in [("[.", ".]"), ("[=", "=]")] {
            if self.reader.eat(open) {
                let c = self.reader.take();
                return match c.filter(|_| self.reader.eat(close)) {
                    Some(c) => Ok(c),
                    None => self.reader.error(position, "collating elements of several characters"),
                };
            }
        }
        match self.reader.take() {
            Some(c) => Ok(c),
            None => self.reader.error(position, "this bracket expression is not closed"),
        }
    }
}
