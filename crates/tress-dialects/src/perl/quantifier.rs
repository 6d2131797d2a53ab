//! Quantifiers: `*`, `+`, `?`, braces, and the signs after them that make them lazy or possessive.

use super::parser::{Last, Parser};
use super::rules::{Brace, Lines};
use crate::ast::{Greed, Node, NodeId};
use crate::{DialectError, Flags};

/// Counts of copies.
type Bounds = (u64, Option<u64>);

impl Parser {
    /// `*`, `+` or `?`.
    pub(crate) fn quantifier(&mut self) -> Result<(), DialectError> {
        let position = self.reader.position();
        let bounds = match self.reader.take().and_then(char::from_u32) {
            Some('*') => (0, None),
            Some('+') => (1, None),
            _ => (0, Some(1)),
        };
        self.repeat(bounds, position)
    }

    /// `{`: a quantifier, or what the dialect makes of a brace that begins none.
    pub(crate) fn brace(&mut self) -> Result<(), DialectError> {
        let position = self.reader.position();
        if let Some(bounds) = self.read_bounds(position)? {
            return self.repeat(bounds, position);
        }
        self.reader.return_to(position);
        if self.rules.brace == Brace::Error {
            return self.reader.error(position, "a brace that begins no quantifier must be escaped");
        }
        if self.rules.lines == Lines::Ecma && self.flags.has(Flags::UNICODE) {
            return self.reader.error(position, "a lone brace must be escaped under the flag u");
        }
        self.reader.take();
        self.push_literal(u32::from(b'{'), position)
    }

    /// `{2}`, `{2,}`, `{2,3}` and, where the dialect has it, `{,3}`.
    fn read_bounds(&mut self, position: usize) -> Result<Option<Bounds>, DialectError> {
        self.reader.take();
        let low = self.reader.take_while(usize::MAX, |c| c.is_ascii_digit());
        let comma = self.reader.eat(",");
        let high = self.reader.take_while(usize::MAX, |c| c.is_ascii_digit());
        let missing_low = low.is_empty() && !(self.rules.brace_without_low && comma);
        if missing_low || (!comma && !high.is_empty()) || !self.reader.eat("}") {
            return Ok(None);
        }
        let low = if low.is_empty() { 0 } else { self.count(&low, position)? };
        let high = match (comma, high.is_empty()) {
            (false, _) => Some(low),
            (true, true) => None,
            (true, false) => Some(self.count(&high, position)?),
        };
        if high.is_some_and(|high| high < low) {
            return self.reader.error(position, "the bounds of this quantifier are in the wrong order");
        }
        Ok(Some((low, high)))
    }

    fn count(&self, digits: &str, position: usize) -> Result<u64, DialectError> {
        match digits.parse::<u64>() {
            Ok(count) if count <= self.rules.most_copies => Ok(count),
            _ => {
                let message = format!("a quantifier has bounds up to {}", self.rules.most_copies);
                self.reader.error(position, message)
            }
        }
    }

    /// Repeats the last item.
    fn repeat(&mut self, bounds: Bounds, position: usize) -> Result<(), DialectError> {
        let (low, high) = bounds;
        let greed = if self.reader.eat("?") { Greed::Lazy } else { Greed::Greedy };
        let possessive = greed == Greed::Greedy && self.rules.atomic && self.reader.eat("+");
        match self.last {
            Last::Atom => {}
            Last::Look if self.may_repeat_look() => {}
            Last::Nothing => return self.reader.error(position, "a quantifier with nothing to repeat"),
            Last::Quantified => return self.reader.error(position, "a quantifier after a quantifier"),
            Last::Anchor => return self.reader.error(position, "a quantifier after an anchor"),
            Last::Look => return self.reader.error(position, "a quantifier after a lookaround"),
        }
        let Some(body) = self.sequence.items.pop() else {
            return self.reader.error(position, "a quantifier with nothing to repeat");
        };
        if low >= 2 && self.rules.lines == Lines::Java && self.may_be_empty_under_condition(body) {
            return self.reader.error(position, "Java ends this repetition early when its body is empty");
        }
        let start = self.ast.position(body);
        let mut node = self.ast.add(Node::Repeat { body, low, high, greed }, start);
        if possessive {
            node = self.ast.add(Node::Atomic(node), start);
        }
        self.push(node, Last::Quantified);
        Ok(())
    }

    /// Can the node be empty, depending on a look inside of it?
    fn may_be_empty_under_condition(&mut self, body: NodeId) -> bool {
        if self.width(body).0 > 0 {
            return false;
        }
        let mut open = vec![body];
        while let Some(id) = open.pop() {
            if matches!(self.ast.node(id), Node::Look { .. }) {
                return true;
            }
            open.extend_from_slice(self.ast.children(id));
        }
        false
    }

    /// ECMAScript lets only lookaheads be repeated, and only without `u`.
    fn may_repeat_look(&self) -> bool {
        if self.rules.lines != Lines::Ecma {
            return true;
        }
        let look = self.sequence.items.last().map(|&item| self.ast.node(item));
        !self.flags.has(Flags::UNICODE) && matches!(look, Some(Node::Look { ahead: true, .. }))
    }
}
