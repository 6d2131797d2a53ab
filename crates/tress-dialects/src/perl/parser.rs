//! The parser of the Perl family: sequences, alternatives, literals and anchors.
//!
//! Enters: characters and rules. Leaves: a syntax tree in which the flags have been applied. Open
//! groups stand on a stack of their own, so that deep nesting costs no call depth.

use tress_automata::{CharSet, MAX_CHAR};

use super::java;
use super::rules::{Escape, Lines, Rules};
use crate::ast::{Ast, Node, NodeId};
use crate::classes::Unicode;
use crate::fold::Fold;
use crate::reader::Reader;
use crate::{DialectError, Flags, classes};

/// What the parser has just read, for the quantifier that may follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Last {
    /// The start of a sequence.
    Nothing,
    Atom,
    /// A group that looks around.
    Look,
    Anchor,
    Quantified,
}

/// What a closing parenthesis makes of the group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GroupKind {
    Plain,
    /// A group with a number.
    Capture(u32),
    Atomic,
    Look {
        ahead: bool,
        negative: bool,
    },
}

/// What was going on when a group was opened.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) kind: GroupKind,
    pub(crate) position: usize,
    flags: Flags,
    sequence: Sequence,
}

/// The alternatives read so far and the items of the last one.
#[derive(Debug, Default)]
pub(crate) struct Sequence {
    pub(crate) alternatives: Vec<NodeId>,
    pub(crate) items: Vec<NodeId>,
    start: usize,
}

/// The state of reading one pattern.
#[derive(Debug)]
pub(crate) struct Parser {
    pub(crate) reader: Reader,
    pub(crate) ast: Ast,
    pub(crate) rules: &'static Rules,
    pub(crate) flags: Flags,
    pub(crate) frames: Vec<Frame>,
    pub(crate) sequence: Sequence,
    pub(crate) last: Last,
    /// Where the backslash of the last escape sequence stood.
    pub(crate) escape_start: usize,
    /// The words of the whole pattern, for rules that depend on what comes later.
    pub(crate) pattern: Vec<u32>,
    /// For each node the least and the largest length of its words, as far as computed.
    pub(crate) widths: Vec<(u64, Option<u64>)>,
    alphabet: CharSet,
}

impl Parser {
    pub(crate) fn new(chars: Vec<u32>, rules: &'static Rules, flags: Flags, alphabet: CharSet) -> Self {
        Self {
            pattern: chars.clone(),
            reader: Reader::new(chars),
            ast: Ast::default(),
            rules,
            flags,
            frames: Vec::new(),
            sequence: Sequence::default(),
            last: Last::Nothing,
            escape_start: 0,
            widths: Vec::new(),
            alphabet,
        }
    }

    /// Reads the whole pattern.
    pub(crate) fn parse(mut self) -> Result<(Ast, NodeId), DialectError> {
        while !self.reader.is_done() {
            if self.rules.lines == Lines::Java {
                java::check_folding(&self)?;
            }
            if !self.skip_comment()? {
                self.item()?;
            }
        }
        if let Some(frame) = self.frames.last() {
            return self.reader.error(frame.position, "this group is not closed");
        }
        let root = self.finish_sequence();
        Ok((self.ast, root))
    }

    /// The version of Unicode that the engine has.
    pub(crate) fn unicode(&self) -> Unicode {
        let of_release = || java::unicode(self.flags).filter(|_| self.rules.lines == Lines::Java);
        of_release().unwrap_or(self.rules.unicode)
    }

    /// White space and comments under the flag `x`.
    fn skip_comment(&mut self) -> Result<bool, DialectError> {
        if !self.flags.has(Flags::EXTENDED) {
            return Ok(false);
        }
        // PCRE ignores every character of Unicode's property Pattern_White_Space.
        let wide = matches!(self.reader.peek(), Some(0x85 | 0x200E | 0x200F | 0x2028 | 0x2029));
        match self.reader.peek_ascii() {
            9..=13 | 32 => {
                self.reader.take();
                Ok(true)
            }
            0 if wide && self.rules.lines == Lines::NewlineInside => {
                self.reader.take();
                Ok(true)
            }
            b'#' => {
                while let Some(c) = self.reader.take() {
                    if c == 10 {
                        break;
                    }
                    if self.rules.lines == Lines::Java && classes::vertical_space().contains(c) {
                        let position = self.reader.position() - 1;
                        return self.reader.error(position, "a comment with a line end other than \\n");
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Reads one item of a sequence.
    fn item(&mut self) -> Result<(), DialectError> {
        let position = self.reader.position();
        match self.reader.peek_ascii() {
            b'|' => {
                self.reader.take();
                self.end_alternative();
                Ok(())
            }
            b'(' => self.open_group(),
            b')' => self.close_group(),
            b'[' => {
                self.reader.take();
                let set = self.class(position)?;
                self.push_set(set, position);
                Ok(())
            }
            b'*' | b'+' | b'?' => self.quantifier(),
            b'{' => self.brace(),
            b'.' => {
                self.reader.take();
                let excluded =
                    if self.flags.has(Flags::DOT_ALL) { CharSet::empty() } else { self.line_ends() };
                self.push_set(excluded.complement(), position);
                Ok(())
            }
            b'^' | b'$' => {
                let dollar = self.reader.take() == Some(u32::from(b'$'));
                let anchor = if dollar { self.dollar(position) } else { self.caret(position) };
                self.push(anchor, Last::Anchor);
                Ok(())
            }
            b'\\' => self.escape_item(position),
            b']' | b'}' if self.rules.lines == Lines::Ecma && self.flags.has(Flags::UNICODE) => {
                self.reader.error(position, "a lone bracket must be escaped under the flag u")
            }
            _ => match self.reader.take() {
                Some(c) => self.push_literal(c, position),
                None => Ok(()),
            },
        }
    }

    /// What follows a backslash outside of sets.
    fn escape_item(&mut self, position: usize) -> Result<(), DialectError> {
        self.reader.take();
        match (self.rules.escape)(self, false)? {
            Escape::Char(c) => self.push_literal(c, position)?,
            Escape::Set(set) => {
                let set = self.fold_class(set);
                self.push_set(set, position);
            }
            Escape::Atom(node) => self.push(node, Last::Atom),
            Escape::Anchor(node) => self.push(node, Last::Anchor),
            Escape::Nothing => {}
            Escape::Quote => {
                while !self.reader.is_done() && !self.reader.eat("\\E") {
                    let position = self.reader.position();
                    if let Some(c) = self.reader.take() {
                        self.push_literal(c, position)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Appends a node to the sequence.
    pub(crate) fn push(&mut self, node: NodeId, last: Last) {
        self.sequence.items.push(node);
        self.last = last;
    }

    pub(crate) fn push_set(&mut self, set: CharSet, position: usize) {
        let set = set.intersection(&self.alphabet);
        let node = self.ast.add(Node::Set(set), position);
        self.push(node, Last::Atom);
    }

    /// Appends one character, in either case if the flag says so.
    pub(crate) fn push_literal(&mut self, c: u32, position: usize) -> Result<(), DialectError> {
        if c > MAX_CHAR {
            return self.reader.error(position, "a character above U+2FFFF is outside the alphabet");
        }
        self.check_case(c, position)?;
        let mut set = CharSet::single(c);
        if self.flags.has(Flags::IGNORE_CASE) {
            set = (self.rules.fold)(self.flags).close(&set, &CharSet::empty(), self.rules.unicode);
        }
        self.push_set(set, position);
        Ok(())
    }

    /// Python compares cased characters above U+FFFF in sets wrongly, and turns alternatives into sets.
    pub(crate) fn check_case(&self, c: u32, position: usize) -> Result<(), DialectError> {
        let fold = (self.rules.fold)(self.flags);
        if c <= 0xFFFF || fold != Fold::Python || !self.flags.has(Flags::IGNORE_CASE) {
            return Ok(());
        }
        if fold.close(&CharSet::single(c), &CharSet::empty(), self.rules.unicode).len() == 1 {
            return Ok(());
        }
        self.reader.error(position, "Python treats cased characters above U+FFFF wrongly under the flag i")
    }

    /// Opens a group at `position`.
    pub(crate) fn enter(&mut self, kind: GroupKind, position: usize, inner_flags: Flags) {
        let start = self.reader.position();
        let outer = std::mem::replace(&mut self.sequence, Sequence { start, ..Sequence::default() });
        self.frames.push(Frame { kind, position, flags: self.flags, sequence: outer });
        self.flags = inner_flags;
        self.last = Last::Nothing;
    }

    /// Closes the innermost group; gives its frame and its body.
    pub(crate) fn leave(&mut self) -> Option<(Frame, NodeId)> {
        let mut frame = self.frames.pop()?;
        let body = self.finish_sequence();
        self.sequence = std::mem::take(&mut frame.sequence);
        self.flags = frame.flags;
        Some((frame, body))
    }

    fn end_alternative(&mut self) {
        let items = std::mem::take(&mut self.sequence.items);
        let node = self.ast.concat(items, self.sequence.start);
        self.sequence.alternatives.push(node);
        self.last = Last::Nothing;
    }

    fn finish_sequence(&mut self) -> NodeId {
        self.end_alternative();
        let alternatives = std::mem::take(&mut self.sequence.alternatives);
        self.ast.alternate(alternatives, self.sequence.start)
    }

    /// The characters that end a line.
    pub(crate) fn line_ends(&self) -> CharSet {
        match self.rules.lines {
            Lines::Java if !self.flags.has(Flags::UNIX_LINES) => classes::of("\n\r\u{85}\u{2028}\u{2029}"),
            Lines::Ecma => classes::of("\n\r\u{2028}\u{2029}"),
            _ => CharSet::single(10),
        }
    }

    /// Does the pair `\r\n` end a line as one?
    fn pairs_line_ends(&self) -> bool {
        self.rules.lines == Lines::Java && !self.flags.has(Flags::UNIX_LINES)
    }

    /// `^`.
    fn caret(&mut self, position: usize) -> NodeId {
        let mut start = self.ast.edge(false, position);
        if !self.flags.has(Flags::MULTI_LINE) {
            return start;
        }
        if self.rules.lines == Lines::Java {
            // Not at the end, even when the word is empty.
            let more = self.ast.look_at(CharSet::full(), true, false, position);
            start = self.ast.concat(vec![start, more], position);
        }
        let behind = self.ast.look_at(self.line_ends(), false, false, position);
        let mut line = vec![behind];
        if matches!(self.rules.lines, Lines::NewlineInside | Lines::Java) {
            line.push(self.ast.look_at(CharSet::full(), true, false, position));
        }
        if self.pairs_line_ends() {
            line.push(self.not_inside_pair(position));
        }
        let line = self.ast.concat(line, position);
        self.ast.alternate(vec![start, line], position)
    }

    /// Not between `\r` and `\n`.
    fn not_inside_pair(&mut self, position: usize) -> NodeId {
        let no_return = self.ast.look_at(CharSet::single(13), false, true, position);
        let no_newline = self.ast.look_at(CharSet::single(10), true, true, position);
        self.ast.alternate(vec![no_return, no_newline], position)
    }

    /// `$`.
    fn dollar(&mut self, position: usize) -> NodeId {
        if self.flags.has(Flags::MULTI_LINE) {
            let end = self.ast.edge(true, position);
            let mut line = vec![self.ast.look_at(self.line_ends(), true, false, position)];
            if self.pairs_line_ends() {
                line.push(self.not_inside_pair(position));
            }
            let line = self.ast.concat(line, position);
            return self.ast.alternate(vec![end, line], position);
        }
        if self.rules.dollar_before_final_line_end && !self.flags.has(Flags::DOLLAR_END_ONLY) {
            return self.end_or_final_line_end(position);
        }
        self.ast.edge(true, position)
    }

    /// The end of the word, or the position before a line end that ends it.
    pub(crate) fn end_or_final_line_end(&mut self, position: usize) -> NodeId {
        let end = self.ast.edge(true, position);
        let last = self.ast.add(Node::Set(self.line_ends()), position);
        let mut last = self.ast.concat(vec![last, end], position);
        if self.pairs_line_ends() {
            let pair = [13, 10].map(|c| self.ast.add(Node::Set(CharSet::single(c)), position));
            let pair = self.ast.concat(vec![pair[0], pair[1], end], position);
            last = self.ast.alternate(vec![last, pair], position);
        }
        let mut before =
            vec![self.ast.add(Node::Look { body: last, ahead: true, negative: false }, position)];
        if self.pairs_line_ends() {
            before.push(self.not_inside_pair(position));
        }
        let before = self.ast.concat(before, position);
        self.ast.alternate(vec![end, before], position)
    }
}
