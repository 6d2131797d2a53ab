//! Groups: captures, flags, lookaround, atomic groups, comments.

use super::parser::{GroupKind, Last, Parser};
use super::rules::{Inline, Lookbehind};
use crate::ast::{Node, NodeId};
use crate::{DialectError, Flags};

impl Parser {
    /// `(` and what follows it.
    pub(crate) fn open_group(&mut self) -> Result<(), DialectError> {
        let position = self.reader.position();
        self.reader.take();
        for &(prefix, name) in self.rules.refused_groups {
            if self.reader.sees(prefix) {
                return self.reader.error(position, format!("{name} cannot be translated"));
            }
        }
        if !self.reader.eat("?") {
            let kind = self.next_group();
            self.enter(kind, position, self.flags);
            return Ok(());
        }
        if self.reader.eat(":") {
            self.enter(GroupKind::Plain, position, self.flags);
            return Ok(());
        }
        if self.rules.comments && self.reader.eat("#") {
            return match self.reader.take_until(b')') {
                Some(_) => Ok(()),
                None => self.reader.error(position, "this comment is not closed"),
            };
        }
        if self.rules.atomic && self.reader.eat(">") {
            self.enter(GroupKind::Atomic, position, self.flags);
            return Ok(());
        }
        if let Some(kind) = self.look_kind() {
            if self.rules.lookbehind == Lookbehind::None {
                return self.reader.error(position, "this dialect has no lookaround");
            }
            self.enter(kind, position, self.flags);
            return Ok(());
        }
        for prefix in self.rules.group_names {
            if self.reader.eat(prefix) {
                return self.named_group(position, prefix);
            }
        }
        self.inline_flags(position)
    }

    fn look_kind(&mut self) -> Option<GroupKind> {
        const LOOKS: [(&str, bool, bool); 4] =
            [("=", true, false), ("!", true, true), ("<=", false, false), ("<!", false, true)];
        let found = LOOKS.iter().find(|(sign, ..)| self.reader.sees(sign));
        found.map(|&(sign, ahead, negative)| {
            self.reader.eat(sign);
            GroupKind::Look { ahead, negative }
        })
    }

    fn named_group(&mut self, position: usize, prefix: &str) -> Result<(), DialectError> {
        let end = if prefix.ends_with('\'') { b'\'' } else { b'>' };
        let name = self.reader.take_until(end).unwrap_or_default();
        let first = name.bytes().next().unwrap_or(b'0');
        let fits = name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
        if !fits || first.is_ascii_digit() {
            return self.reader.error(position, "a group name is made of ASCII letters, digits and _");
        }
        if self.ast.names.iter().any(|(other, _)| *other == name) {
            return self.reader.error(position, format!("the group name {name} is used twice"));
        }
        let kind = self.next_group();
        self.ast.names.push((name, self.ast.group_count));
        self.enter(kind, position, self.flags);
        Ok(())
    }

    /// The kind of the group that opens here: groups are counted from 1.
    fn next_group(&mut self) -> GroupKind {
        self.ast.group_count += 1;
        GroupKind::Capture(self.ast.group_count)
    }

    /// `(?i)`, `(?i-s)`, `(?i:…)`, and in PCRE `(?^i)`.
    fn inline_flags(&mut self, position: usize) -> Result<(), DialectError> {
        let mut flags = self.flags;
        let (mut on, mut any) = (true, false);
        loop {
            let c = self.reader.peek_ascii();
            let known = self.rules.flags.iter().find(|&&(letter, _)| letter == char::from(c));
            match (c, known) {
                (b')' | b':', _) if any => break,
                (b':', _) if !on => break,
                (b'-', _) if on => on = false,
                (_, Some(&(letter, flag)))
                    if self.rules.inline != Inline::Never && !self.rules.never_inline.contains(letter) =>
                {
                    any = true;
                    flags = if on { flags.with(flag) } else { flags.without(flag) };
                    if flag == Flags::ASCII && !on {
                        return self.reader.error(position, "the flag a cannot be switched off");
                    }
                }
                _ => return self.reader.error(position, "an unknown kind of group"),
            }
            self.reader.take();
        }
        if self.reader.eat(":") {
            self.enter(GroupKind::Plain, position, flags);
            return Ok(());
        }
        self.reader.take();
        let at_start =
            self.frames.is_empty() && self.sequence.alternatives.is_empty() && self.sequence.items.is_empty();
        if self.rules.inline == Inline::Start && !(at_start && on) {
            return self.reader.error(position, "global flags stand only at the start of the pattern");
        }
        self.flags = flags;
        self.last = Last::Nothing;
        Ok(())
    }

    /// `)`.
    pub(crate) fn close_group(&mut self) -> Result<(), DialectError> {
        let position = self.reader.position();
        self.reader.take();
        let several = !self.sequence.alternatives.is_empty();
        let Some((frame, body)) = self.leave() else {
            return self.reader.error(position, "this parenthesis closes nothing");
        };
        match frame.kind {
            GroupKind::Plain => {
                self.ast.wrapped.push(body);
                self.push(body, Last::Atom);
            }
            GroupKind::Capture(number) => {
                self.ast.groups.push((body, number));
                self.push(body, Last::Atom);
            }
            GroupKind::Atomic => {
                let node = self.ast.add(Node::Atomic(body), frame.position);
                self.push(node, Last::Atom);
            }
            GroupKind::Look { ahead, negative } => {
                if !ahead {
                    self.check_lookbehind(body, several, frame.position)?;
                }
                let node = self.ast.add(Node::Look { body, ahead, negative }, frame.position);
                self.push(node, Last::Look);
            }
        }
        Ok(())
    }

    /// Does the engine allow words of these lengths in a look at what precedes?
    fn check_lookbehind(&mut self, body: NodeId, several: bool, position: usize) -> Result<(), DialectError> {
        let (low, high) = self.width(body);
        let alternatives = match self.ast.node(body) {
            Node::Alternate(items) if several => items.clone(),
            _ => vec![body],
        };
        let fixed = |parser: &mut Self, node| {
            let (low, high) = parser.width(node);
            high == Some(low)
        };
        let allowed = match self.rules.lookbehind {
            Lookbehind::Any | Lookbehind::None => true,
            Lookbehind::Fixed => high == Some(low),
            Lookbehind::Bounded => high.is_some() && !self.repeats_choice(body),
            Lookbehind::FixedAlternatives => alternatives.into_iter().all(|node| fixed(self, node)),
        };
        if allowed {
            return Ok(());
        }
        self.reader.error(position, "a lookbehind of variable length is not allowed in this dialect")
    }

    /// Is something repeated that is not a single character and can match in several ways? Java
    /// finds no largest length for some of those.
    fn repeats_choice(&self, body: NodeId) -> bool {
        let mut open = vec![(body, false)];
        while let Some((id, repeated)) = open.pop() {
            let (choice, repeats) = match self.ast.node(id) {
                Node::Alternate(_) => (true, false),
                Node::Repeat { body, low, high, .. } => {
                    (*high != Some(*low), !matches!(self.ast.node(*body), Node::Set(_)))
                }
                _ => (false, false),
            };
            if choice && repeated {
                return true;
            }
            open.extend(self.ast.children(id).iter().map(|&child| (child, repeated || repeats)));
        }
        false
    }

    /// The least and largest length of the words of a node.
    pub(crate) fn width(&mut self, node: NodeId) -> (u64, Option<u64>) {
        for id in self.widths.len()..self.ast.len() {
            let of = |child: &NodeId| self.widths[*child as usize];
            let add = |a: Option<u64>, b: Option<u64>| Some(a?.saturating_add(b?));
            let width = match self.ast.node(id as NodeId) {
                Node::Empty | Node::Look { .. } => (0, Some(0)),
                Node::Set(_) => (1, Some(1)),
                Node::Atomic(body) => of(body),
                Node::Concat(items) => {
                    items.iter().map(of).fold((0, Some(0)), |all: (u64, Option<u64>), one| {
                        (all.0.saturating_add(one.0), add(all.1, one.1))
                    })
                }
                Node::Alternate(items) => {
                    let low = items.iter().map(|item| of(item).0).min().unwrap_or(0);
                    let high =
                        items.iter().map(|item| of(item).1).try_fold(0, |most, high| Some(high?.max(most)));
                    (low, high)
                }
                Node::Repeat { body, low, high, .. } => {
                    let (least, most) = of(body);
                    let most = match (most, high) {
                        // PCRE looks at the body even when there are no copies.
                        (most, _)
                            if self.rules.lookbehind == Lookbehind::FixedAlternatives
                                && most != Some(least) =>
                        {
                            None
                        }
                        // PCRE looks only at the counts.
                        (Some(0), Some(high)) if high == low => Some(0),
                        (Some(0), _) if self.rules.lookbehind == Lookbehind::FixedAlternatives => None,
                        (Some(0), _) => Some(0),
                        (Some(most), Some(high)) => Some(most.saturating_mul(*high)),
                        _ => None,
                    };
                    (least.saturating_mul(*low), most)
                }
            };
            self.widths.push(width);
        }
        self.widths[node as usize]
    }
}
