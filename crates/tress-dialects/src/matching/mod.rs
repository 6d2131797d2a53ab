//! Matches in known words, with their groups, as Java's engine finds them.
//!
//! Enters: a pattern, and words. Leaves: the match that the engine takes from a position. It is the first one
//! in the order in which ways through the pattern are tried: greedy repetitions long first, lazy ones short
//! first, alternatives from the left. What is done here is what the engine does, with a stack of its own
//! instead of calls.

mod kept;
mod shape;
pub(crate) mod walk;

use tress_base::{Budget, Stop};

use crate::ast::{Ast, Node, NodeId};
use crate::redos::program::{self, Manner, Program};
use crate::{Dialect, DialectError, Extent, Flags, extent, perl};

pub use shape::Shape;

/// Where something begins and ends.
pub type Span = (usize, usize);

/// A match: the positions of all groups that took part. The first one is the match itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// The groups by number.
    pub groups: Vec<Option<Span>>,
}

/// A pattern of Java that finds matches.
#[derive(Debug)]
pub struct Pattern {
    text: Vec<u32>,
    ast: Ast,
    root: NodeId,
    program: Program,
    extent: Extent,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// Names the construct that is wrong or not supported; a pattern whose repetitions are too many is not.
    pub fn read(pattern: &str, flags: Flags, budget: &Budget) -> Result<Pattern, DialectError> {
        let (ast, root) = perl::parse(Dialect::Java, pattern, flags)?;
        let is_odd = ["{0,1}", "\\R"].iter().any(|part| pattern.contains(part));
        if let Some(node) = kept::kept_group(&ast, is_odd) {
            let message = "Java does not take back what a group inside of this has matched";
            return Err(DialectError::new(ast.position(node), message));
        }
        let manner = Manner { most_copies: u64::MAX, empty_fails: false, groups: true };
        let Some(program) = program::compile(&ast, root, manner, budget)? else {
            return Err(DialectError::new(0, "too many repetitions"));
        };
        let extent = extent(Dialect::Java, pattern, flags)?;
        Ok(Pattern { text: Dialect::Java.word(flags, pattern), ast, root, program, extent })
    }

    /// How many groups there are, without the match itself.
    #[must_use]
    pub fn group_count(&self) -> usize {
        self.ast.group_count as usize
    }

    /// The number of the group with a name.
    #[must_use]
    pub fn group_number(&self, name: &str) -> Option<usize> {
        self.ast.names.iter().find(|(known, _)| known == name).map(|(_, number)| *number as usize)
    }

    /// Is the match that is taken the longest one from its position?
    #[must_use]
    pub fn takes_longest(&self) -> bool {
        // All matches of one position are as long as the shortest when the width is fixed.
        self.extent == Extent::Longest || (self.extent == Extent::Shortest && self.has_fixed_width())
    }

    fn has_fixed_width(&self) -> bool {
        let is_fixed = |id| match self.ast.node(id) {
            Node::Repeat { low, high, .. } => *high == Some(*low),
            _ => true,
        };
        (0..self.ast.len() as NodeId).all(is_fixed)
    }

    /// The match that begins at a position; of the whole rest of the word when `whole`.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn match_at(
        &self,
        word: &[u32],
        position: usize,
        whole: bool,
        budget: &Budget,
    ) -> Result<Option<Match>, Stop> {
        walk::run(&self.ast, &self.program, word, position, whole, budget)
    }

    /// The first match that begins at a position or behind it.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn find(&self, word: &[u32], from: usize, budget: &Budget) -> Result<Option<Match>, Stop> {
        for position in from..=word.len() {
            if let Some(found) = self.match_at(word, position, false, budget)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// What the pattern is made of, where it looks at nothing but the match itself.
    #[must_use]
    pub fn shape(&self) -> Option<Shape> {
        shape::shape(&self.ast, self.root, &self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    /// The groups of the first match, as text.
    fn found(pattern: &str, text: &str) -> Option<Vec<Option<String>>> {
        let budget = Budget::unlimited();
        let pattern = Pattern::read(pattern, Flags::NONE, &budget).expect("a pattern");
        let found = pattern.find(&word(text), 0, &budget).expect("no limit")?;
        let chars: Vec<char> = text.chars().collect();
        Some(
            found
                .groups
                .iter()
                .map(|span| span.map(|(start, end)| chars[start..end].iter().collect()))
                .collect(),
        )
    }

    fn check(pattern: &str, text: &str, expected: &[&str]) {
        let found = found(pattern, text).expect("a match");
        let shown: Vec<&str> = found.iter().map(|group| group.as_deref().unwrap_or("null")).collect();
        assert_eq!(shown, expected, "{pattern} in {text}");
    }

    #[test]
    fn ways_are_tried_in_order() {
        check("a|ab", "ab", &["a"]);
        check("(a+)(a*)", "xaaa", &["aaa", "aaa", ""]);
        check("(a+?)(a*)", "aaa", &["aaa", "a", "aa"]);
        check("(\\w+)@(\\w+)", "to joe@home now", &["joe@home", "joe", "home"]);
        check("<(.+?)>", "a<b>c>", &["<b>", "b"]);
        check("(?>a+)b|a+", "aaac", &["aaa"]);
        assert_eq!(found("(?>a+)a", "aaa"), None);
    }

    #[test]
    fn groups_keep_what_the_last_round_took() {
        check("(a|(b))*", "ba", &["ba", "a", "b"]);
        check("(x*)*xy", "xxy", &["xxy", ""]);
        check("(?:(a)|b)*", "ab", &["ab", "a"]);
        check("(a)?b", "b", &["b", "null"]);
        check("(a{2}){2}", "aaaaa", &["aaaa", "aa"]);
        check("((a)(b))", "ab", &["ab", "ab", "a", "b"]);
    }

    #[test]
    fn looks_see_what_stands_around() {
        check("(?<=a)b(?=c)", "bbabc", &["b"]);
        check("(?!a)\\w", "ab", &["b"]);
        check("\\bx\\b", "xx x", &["x"]);
        check("b$", "b\n", &["b"]);
        check("^", "", &[""]);
        assert_eq!(found("^b", "ab"), None);
    }

    #[test]
    fn the_whole_word_can_be_asked_for() {
        let budget = Budget::unlimited();
        let pattern = Pattern::read("a|ab", Flags::NONE, &budget).expect("a pattern");
        let found = pattern.match_at(&word("ab"), 0, true, &budget).expect("no limit");
        assert_eq!(found, Some(Match { groups: vec![Some((0, 2))] }));
        assert!(Pattern::read("(a", Flags::NONE, &budget).is_err());
    }

    #[test]
    fn groups_that_java_does_not_take_back_are_refused() {
        let read = |pattern| Pattern::read(pattern, Flags::NONE, &Budget::unlimited());
        for pattern in [
            "(a)*+b",
            "(?>(a)|b)",
            "(?=(a))a",
            "a(?!b(c))",
            "((?!-))*a",
            "(?:(a))+",
            "((a)b){2}",
            "(?:(a)\\b)*",
            "(?:(?>a)(b))*",
        ] {
            assert!(read(pattern).is_err(), "{pattern}");
        }
        for pattern in ["(a*+)(?=b)", "(a)*b", "((a)b)?", "((a)|b)*", "(a*)*b"] {
            assert!(read(pattern).is_ok(), "{pattern}");
        }
    }

    #[test]
    fn groups_have_numbers_and_names() {
        let pattern =
            Pattern::read("(a)(?:b)(?<last>c)", Flags::NONE, &Budget::unlimited()).expect("a pattern");
        assert_eq!(pattern.group_count(), 2);
        assert_eq!(pattern.group_number("last"), Some(2));
        assert_eq!(pattern.group_number("first"), None);
    }

    #[test]
    fn the_longest_match_is_known_where_one_repetition_decides() {
        let longest = |pattern| {
            Pattern::read(pattern, Flags::NONE, &Budget::unlimited()).expect("a pattern").takes_longest()
        };
        assert!(longest("[ab]+c") && longest("ab|cd"));
        assert!(!longest("a|ab") && !longest("a+?") && !longest("^a"));
    }

    #[test]
    fn shapes_have_no_looks() {
        let shape =
            |pattern| Pattern::read(pattern, Flags::NONE, &Budget::unlimited()).expect("a pattern").shape();
        assert_eq!(
            shape("(a)?"),
            Some(Shape::Repeat {
                body: Box::new(Shape::Group(1, Box::new(Shape::Set(vec![(97, 97)])))),
                low: 0,
                high: Some(1),
                greedy: true,
            })
        );
        assert!(
            matches!(shape("^a$"), Some(Shape::Concat(items)) if items[0] == Shape::Start && items[2] == Shape::End)
        );
        assert_eq!(shape("a(?=b)"), None);
        assert_eq!(shape("a*+"), None);
    }
}
