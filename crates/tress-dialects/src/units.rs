//! Patterns on texts of UTF-16 units.
//!
//! An engine reads characters: two units that are a pair are one. Texts of other languages are units. Enters:
//! a pattern. Leaves: where it says the same of both.

use tress_automata::CharSet;

use crate::ast::{Ast, Greed, Node, NodeId};
use crate::{Dialect, perl};

/// What is the same of a text whether its units or its characters are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Units {
    /// Everything: the pattern takes no character that has two units or that is half of a pair.
    Matches,
    /// Which units are in some match, for a pattern that is a set of characters, one of them or as many as
    /// there are. The set has all characters of two units and all halves.
    Taken {
        /// A run of them is one match.
        as_run: bool,
    },
    /// Whether the pattern matches a whole text.
    Whole,
    /// Nothing that is known.
    Nothing,
}

impl Dialect {
    /// What a pattern with these flags says the same of units as of characters: nothing, where it has no
    /// meaning or the dialect is none of those that grew out of Perl's.
    #[must_use]
    pub fn units(self, pattern: &str, flags: &str) -> Units {
        if matches!(self, Dialect::Smtlib | Dialect::Glob | Dialect::Rust | Dialect::Posix) {
            return Units::Nothing;
        }
        let Ok(flags) = self.read_flags(flags) else { return Units::Nothing };
        match perl::parse(self, pattern, flags) {
            Ok((ast, root)) => of_tree(&ast, root),
            Err(_) => Units::Nothing,
        }
    }
}

/// Halves of pairs, and what pairs represent.
fn two_units() -> CharSet {
    CharSet::full().difference(&CharSet::range(0, 0xd7ff)).difference(&CharSet::range(0xe000, 0xffff))
}

/// How the sets of a pattern lie to pairs.
struct Sets {
    beyond: CharSet,
}

impl Sets {
    fn is_narrow(&self, set: &CharSet) -> bool {
        !set.intersects(&self.beyond)
    }

    fn is_wide(&self, set: &CharSet) -> bool {
        self.beyond.is_subset(set)
    }

    /// A set that has all pairs and halves, or a choice of sets of which one has.
    fn is_wide_node(&self, ast: &Ast, id: NodeId) -> bool {
        match ast.node(id) {
            Node::Set(set) => self.is_wide(set),
            Node::Alternate(items) => {
                let fits = |item: &NodeId| matches!(ast.node(*item), Node::Set(set) if self.is_narrow(set) || self.is_wide(set));
                items.iter().all(fits) && items.iter().any(|item| self.is_wide_node(ast, *item))
            }
            _ => false,
        }
    }

    /// The nodes that match nothing in the middle of a pair: their first character has one unit, or they ask
    /// for an edge of the text. Nodes with sets that have pairs are none of them.
    fn failing_inside(&self, ast: &Ast) -> Vec<bool> {
        let mut failing: Vec<bool> = Vec::with_capacity(ast.len());
        for id in 0..ast.len() as NodeId {
            let fails = |child: &NodeId| failing[*child as usize];
            let found = match ast.node(id) {
                Node::Empty => false,
                Node::Set(set) => self.is_narrow(set),
                Node::Concat(items) => items.iter().any(fails),
                Node::Alternate(items) => items.iter().all(fails),
                Node::Repeat { body, low, .. } => *low > 0 && fails(body),
                Node::Look { body, negative: true, .. } => {
                    matches!(ast.node(*body), Node::Set(set) if set.is_full())
                }
                Node::Look { body, negative: false, .. } | Node::Atomic(body) => fails(body),
            };
            failing.push(found);
        }
        failing
    }

    /// Has a node sets without pairs only? Those of edges do not count.
    fn has_no_pairs(&self, ast: &Ast, root: NodeId) -> bool {
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            match ast.node(id) {
                Node::Set(set) if !self.is_narrow(set) => return false,
                Node::Look { body, .. } if matches!(ast.node(*body), Node::Set(set) if set.is_full()) => {}
                _ => open.extend(ast.children(id)),
            }
        }
        true
    }
}

fn of_tree(ast: &Ast, root: NodeId) -> Units {
    let sets = Sets { beyond: two_units() };
    if sets.has_no_pairs(ast, root) {
        return Units::Matches;
    }
    match ast.node(root) {
        Node::Set(set) if sets.is_wide(set) => return Units::Taken { as_run: false },
        Node::Repeat { body, low: 1, high: None, greed: Greed::Greedy } if sets.is_wide_node(ast, *body) => {
            return Units::Taken { as_run: true };
        }
        _ => {}
    }
    match is_same_whole(&sets, ast, root) {
        true => Units::Whole,
        false => Units::Nothing,
    }
}

/// Each set with pairs is repeated without a limit. A border between two repetitions that cuts a pair can be
/// moved to its end, since the first one takes all units of pairs; when the second one must not become empty,
/// to its beginning. So one repetition, once, may ask for one character.
fn is_same_whole(sets: &Sets, ast: &Ast, root: NodeId) -> bool {
    let failing = sets.failing_inside(ast);
    let mut at_least_one = 0;
    let mut open = vec![(root, false)];
    while let Some((id, is_repeated)) = open.pop() {
        match ast.node(id) {
            Node::Set(set) if sets.is_narrow(set) => {}
            Node::Set(_) | Node::Atomic(_) => return false,
            Node::Look { .. } => {
                if !sets.has_no_pairs(ast, id) || !failing[id as usize] {
                    return false;
                }
            }
            Node::Repeat { body, low, high, .. } if sets.is_wide_node(ast, *body) => {
                if high.is_some() || *low > 1 || (*low == 1 && is_repeated) {
                    return false;
                }
                at_least_one += *low;
            }
            Node::Repeat { body, .. } => open.push((*body, true)),
            Node::Empty | Node::Concat(_) | Node::Alternate(_) => {
                open.extend(ast.children(id).iter().map(|child| (*child, is_repeated)));
            }
        }
    }
    at_least_one <= 1
}

#[cfg(test)]
mod tests {
    use tress_automata::{RegexStore, matching::matches};
    use tress_base::Budget;

    use super::*;
    use crate::{Flags, Mode};

    fn java(pattern: &str) -> Units {
        Dialect::Java.units(pattern, "")
    }

    #[test]
    fn patterns_without_pairs_say_the_same() {
        for pattern in ["[0-9]{4}-[0-3][0-9]", "(a|b)*c?", "^\\w+$", "\\bx\\b", "", "(?i)k"] {
            assert_eq!(java(pattern), Units::Matches, "{pattern}");
        }
        // A mark over a base character is inside of a word, and there are marks of two units.
        assert_eq!(Dialect::Java.units("\\bx\\b", "17"), Units::Nothing);
        assert_eq!(Dialect::Java.units("\\bx\\b", "a17"), Units::Matches);
    }

    #[test]
    fn sets_with_pairs_take_the_same_units() {
        assert_eq!(java("[^a-z]"), Units::Taken { as_run: false });
        assert_eq!(java("."), Units::Taken { as_run: false });
        assert_eq!(java("\\W+"), Units::Taken { as_run: true });
    }

    #[test]
    fn repetitions_without_limit_match_the_same_texts() {
        for pattern in
            [".*[0-9].*", "[A-Z].*", ".*.*", "([^,]*,)*", "^.*", ".+@[a-z]+", ".+?", "(.|\\n)*", ".*a.+"]
        {
            assert_eq!(java(pattern), Units::Whole, "{pattern}");
        }
        for pattern in ["a.", ".{3}", ".?a", ".+.+", "(.+a)*", "[\\ud800-\\udbff]*", "(?>.*)a", ".*(?!x).*"] {
            assert_eq!(java(pattern), Units::Nothing, "{pattern}");
        }
    }

    /// All short texts over few units, among them pairs and halves: the pattern is asked about their units
    /// and about their characters.
    #[test]
    fn words_are_judged_alike() {
        let alphabet = [u32::from('a'), u32::from(','), 0xd83d, 0xde00];
        for pattern in [".*a.*", "[^,]+,.*", ".*,.+", "([^,]*,)*", "a[^a]*", "^.*a$", "[a,]*"] {
            let mut store = RegexStore::new();
            let budget = Budget::unlimited();
            let read = crate::parse(Dialect::Java, pattern, Flags::NONE, Mode::Full, &mut store, &budget);
            let regex = read.expect("a pattern");
            let mut is_in = |word: &[u32]| matches(&mut store, regex, word, &budget).expect("no limit");
            let mut words = vec![Vec::new()];
            for length in 0..5 {
                let longer = words.iter().filter(|word: &&Vec<u32>| word.len() == length);
                let longer: Vec<Vec<u32>> = longer
                    .flat_map(|word| {
                        alphabet.iter().map(move |character| [&word[..], &[*character]].concat())
                    })
                    .collect();
                words.extend(longer);
            }
            for word in words {
                assert_eq!(is_in(&word), is_in(&characters(&word)), "{pattern} on {word:x?}");
            }
        }
    }

    fn characters(units: &[u32]) -> Vec<u32> {
        let units: Vec<u16> = units.iter().map(|unit| *unit as u16).collect();
        let decoded = char::decode_utf16(units);
        decoded
            .map(|found| found.map_or_else(|half| u32::from(half.unpaired_surrogate()), u32::from))
            .collect()
    }
}
