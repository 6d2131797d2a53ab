//! Patterns as a syntax tree.
//!
//! Enters: text in the part of .NET's language that the ten expressions need, with `[…-[…]]` for what a class
//! leaves out. Leaves: nodes in an arena, children before their parents. As in .NET, a choice between
//! single characters is one class. Groups leave no trace, and marks of laziness do not change the language.

use std::iter::Peekable;
use std::str::Chars;

use tress_automata::{CharSet, Regex, RegexStore};

use super::alphabet::Classes;

/// One node; children are places in the arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Set(CharSet),
    Concat(Vec<usize>),
    Alternate(Vec<usize>),
    Repeat { body: usize, low: u32, high: Option<u32> },
}

/// A pattern.
///
/// Invariant: children have smaller places than their parents, and the root is the last node.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) nodes: Vec<Node>,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// What was not understood.
    pub(super) fn read(text: &str, classes: &Classes) -> Result<Pattern, String> {
        let mut reader = Reader { rest: text.chars().peekable(), classes, nodes: Vec::new() };
        let root = reader.pattern().map_err(|problem| format!("{text}: {problem}"))?;
        debug_assert_eq!(root + 1, reader.nodes.len(), "the root is read last");
        Ok(Pattern { nodes: reader.nodes })
    }

    /// The same language for `tress-automata`, with words over `all` only.
    pub(super) fn regex(&self, store: &mut RegexStore, all: &CharSet) -> Regex {
        let mut done: Vec<Regex> = Vec::new();
        for node in &self.nodes {
            let pick = |items: &[usize]| items.iter().map(|&item| done[item]).collect::<Vec<_>>();
            let regex = match node {
                Node::Set(set) => store.chars(set.intersection(all)),
                Node::Concat(items) => store.concat(&pick(items)),
                Node::Alternate(items) => store.union(&pick(items)),
                Node::Repeat { body, low, high } => {
                    store.repeat(done[*body], u64::from(*low), high.map(u64::from))
                }
            };
            done.push(regex);
        }
        done.last().copied().unwrap_or(store.epsilon())
    }
}

/// A group that is not closed yet: the alternatives before, and the parts of the present one.
#[derive(Default)]
struct Group {
    alternatives: Vec<usize>,
    parts: Vec<usize>,
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    classes: &'a Classes,
    nodes: Vec<Node>,
}

impl Reader<'_> {
    fn pattern(&mut self) -> Result<usize, String> {
        let mut open = vec![Group::default()];
        while let Some(c) = self.rest.next() {
            if c == '(' {
                open.push(Group::default());
                continue;
            }
            let group = open.last_mut().ok_or("a group is closed that was not opened")?;
            let atom = match c {
                '|' => {
                    let parts = std::mem::take(&mut group.parts);
                    group.alternatives.push(self.concat(parts));
                    continue;
                }
                ')' => {
                    let group = open.pop().ok_or("a group is closed that was not opened")?;
                    self.close(group)
                }
                '[' => {
                    let set = self.class()?;
                    self.add(Node::Set(set))
                }
                '\\' => {
                    let set = self.escape()?;
                    self.add(Node::Set(set))
                }
                c => self.add(Node::Set(CharSet::single(u32::from(c)))),
            };
            let repeated = self.repeated(atom)?;
            open.last_mut().ok_or("a group is closed that was not opened")?.parts.push(repeated);
        }
        match open.pop() {
            Some(group) if open.is_empty() => Ok(self.close(group)),
            _ => Err("a group is not closed".into()),
        }
    }

    fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn concat(&mut self, parts: Vec<usize>) -> usize {
        if let [only] = parts[..] { only } else { self.add(Node::Concat(parts)) }
    }

    /// The node of a whole group.
    fn close(&mut self, group: Group) -> usize {
        let last = self.concat(group.parts);
        if group.alternatives.is_empty() {
            return last;
        }
        let mut items = group.alternatives;
        items.push(last);
        let set = |item: &usize| match &self.nodes[*item] {
            Node::Set(set) => Some(set.clone()),
            _ => None,
        };
        match items.iter().map(set).collect::<Option<Vec<CharSet>>>() {
            Some(sets) => {
                let union = sets.iter().fold(CharSet::empty(), |all, set| all.union(set));
                self.add(Node::Set(union))
            }
            None => self.add(Node::Alternate(items)),
        }
    }

    /// The atom with the repetitions behind it.
    fn repeated(&mut self, mut atom: usize) -> Result<usize, String> {
        while let Some(&c) = self.rest.peek() {
            let (low, high) = match c {
                '*' => (0, None),
                '+' => (1, None),
                '?' => (0, Some(1)),
                '{' => {
                    self.rest.next();
                    let low = self.number()?;
                    let comma = self.rest.next_if_eq(&',').is_some();
                    let bounded = !comma || self.rest.peek() != Some(&'}');
                    let high = if comma && bounded { self.number()? } else { low };
                    (low, bounded.then_some(high))
                }
                _ => break,
            };
            self.rest.next();
            if c == '+' || c == '*' || c == '{' {
                // Laziness does not change the language.
                self.rest.next_if_eq(&'?');
            }
            if (low, high) != (1, Some(1)) {
                atom = self.add(Node::Repeat { body: atom, low, high });
            }
        }
        Ok(atom)
    }

    fn number(&mut self) -> Result<u32, String> {
        let mut digits = String::new();
        while let Some(c) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(c);
        }
        digits.parse().map_err(|_| "a number is missing in a repetition".to_owned())
    }

    /// The characters of `[…]` behind its bracket.
    fn class(&mut self) -> Result<CharSet, String> {
        let mut outer: Vec<(bool, CharSet)> = Vec::new();
        let mut negated = self.rest.next_if_eq(&'^').is_some();
        let mut set = CharSet::empty();
        loop {
            let c = self.rest.next().ok_or("a class is not closed")?;
            if c == ']' {
                let whole = if negated { set.complement() } else { set };
                let Some((was_negated, before)) = outer.pop() else { return Ok(whole) };
                let before = if was_negated { before.complement() } else { before };
                (negated, set) = (false, before.difference(&whole));
                continue;
            }
            if c == '-' && self.rest.next_if_eq(&'[').is_some() {
                outer.push((negated, std::mem::take(&mut set)));
                negated = self.rest.next_if_eq(&'^').is_some();
                continue;
            }
            let first = if c == '\\' { self.escape()? } else { CharSet::single(u32::from(c)) };
            set = set.union(&self.range_from(first)?);
        }
    }

    /// A range that begins with `first`, or `first` itself.
    fn range_from(&mut self, first: CharSet) -> Result<CharSet, String> {
        let mut ahead = self.rest.clone();
        let dash = ahead.next() == Some('-') && !matches!(ahead.next(), Some(']' | '['));
        let Some(low) = first.single_member().filter(|_| dash) else { return Ok(first) };
        self.rest.next();
        let last = match self.rest.next().ok_or("a class is not closed")? {
            '\\' => self.escape()?,
            c => CharSet::single(u32::from(c)),
        };
        let high = last.single_member().ok_or("a range ends in a class")?;
        Ok(CharSet::range(low, high))
    }

    /// What stands behind a backslash.
    fn escape(&mut self) -> Result<CharSet, String> {
        Ok(match self.rest.next().ok_or("the pattern ends in a backslash")? {
            'w' => self.classes.word.clone(),
            'W' => self.classes.word.complement(),
            'd' => self.classes.digit.clone(),
            'D' => self.classes.digit.complement(),
            's' => self.classes.space.clone(),
            'S' => self.classes.space.complement(),
            c if c.is_ascii_alphanumeric() => return Err(format!("\\{c} has no meaning here")),
            c => CharSet::single(u32::from(c)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_named() {
        let classes = Classes::new();
        let check = |text: &str, problem: &str| {
            let found = Pattern::read(text, &classes).expect_err("it cannot be read");
            assert_eq!(found, format!("{text}: {problem}"));
        };
        check("a)", "a group is closed that was not opened");
        check("(a", "a group is not closed");
        check("[a", "a class is not closed");
        check("[a-", "a class is not closed");
        check(r"[a-\w]", "a range ends in a class");
        check("a\\", "the pattern ends in a backslash");
        check(r"\x", "\\x has no meaning here");
        check("a{,2}", "a number is missing in a repetition");
    }

    #[test]
    fn repetitions_and_choices_are_read() {
        let classes = Classes::new();
        let last = |text: &str| Pattern::read(text, &classes).expect("a pattern").nodes.pop();
        let repeat = |low, high| Some(Node::Repeat { body: 0, low, high });
        assert_eq!(last("a*"), repeat(0, None));
        assert_eq!(last("a+?"), repeat(1, None));
        assert_eq!(last("(a){2,}"), repeat(2, None));
        assert_eq!(last("a{2,5}?"), repeat(2, Some(5)));
        assert_eq!(last("a{1}"), Some(Node::Set(CharSet::single(0x61))));
        assert_eq!(last("(a|[c-d]|b)"), Some(Node::Set(CharSet::range(0x61, 0x64))));
        assert_eq!(last("a|bc"), Some(Node::Alternate(vec![0, 3])));
        assert_eq!(last("[a-c-]"), Some(Node::Set(CharSet::from_ranges([(0x2D, 0x2D), (0x61, 0x63)]))));
    }
}
