//! Equal strings have equally many of each letter.
//!
//! Enters: pairs of lists of one class that cannot be aligned without a choice. Leaves: clauses
//! that compare how often letters occur on both sides. The arithmetic then refutes what no
//! choice could mend, such as `x c x = "d" c "e"`, or the sum of several equations.

use std::collections::{BTreeMap, BTreeSet};

use tress_sat::Search;

use crate::term::{Op, Term};

use super::align::{Branch, Branches};
use super::egraph::Node;
use super::forms::Item;
use super::theories::Theories;

/// Most letters that are counted in one round.
const MOST_LETTERS: usize = 16;

impl Theories {
    /// Says for each new pair of lists that letters occur equally often. True when there was one.
    pub(super) fn count_letters(&mut self, branches: &Branches, search: &mut Search<'_>) -> bool {
        let all = || branches.open.iter().chain(&branches.literal);
        let letters: BTreeSet<u32> = all()
            .flat_map(|branch| branch.left.iter().chain(&branch.right))
            .filter_map(|item| match item {
                Item::Word(word) => Some(word.iter().copied()),
                Item::Class(_) => None,
            })
            .flatten()
            .take(1 << 12)
            .collect();
        let mut changed = false;
        for branch in all() {
            let pair = (self.term_for(&branch.left), self.term_for(&branch.right));
            if !self.counted.insert(pair) {
                continue;
            }
            for letter in letters.iter().take(MOST_LETTERS) {
                self.count_letter(branch, *letter, search);
                changed = true;
            }
        }
        changed
    }

    /// Says that one letter occurs equally often in both lists.
    fn count_letter(&mut self, branch: &Branch, letter: u32, search: &mut Search<'_>) {
        let mut classes: BTreeMap<Node, i64> = BTreeMap::new();
        let mut known = 0i64;
        for (items, sign) in [(&branch.left, 1), (&branch.right, -1)] {
            for item in items {
                match item {
                    Item::Class(class) => *classes.entry(*class).or_default() += sign,
                    Item::Word(word) => {
                        let count = word.iter().filter(|other| **other == letter).count();
                        known += sign * i64::try_from(count).expect("words fit into memory");
                    }
                }
            }
        }
        let mut parts = vec![self.store.int(known), self.store.int(0)];
        for (class, times) in classes.into_iter().filter(|(_, times)| *times != 0) {
            let count = self.count_of(class, letter);
            let times = self.store.int(times);
            parts.push(self.app(Op::Mul, &[times, count]));
        }
        let sum = self.app(Op::Add, &parts);
        let zero = self.store.int(0);
        let equal = self.app(Op::Eq, &[sum, zero]);
        let fresh = !self.literals.has(equal);
        let equal = self.literal(equal, search);
        if fresh {
            // It follows, or nobody asks.
            search.set_decidable(equal.var(), false);
        }
        self.conclude(&branch.all, &[equal], search);
    }

    /// How often a letter occurs in a class, which is at most its length.
    fn count_of(&mut self, class: Node, letter: u32) -> Term {
        let (term, letter) = (self.term_at(class), self.store.word([letter]));
        let count = self.app(Op::Count, &[term, letter]);
        if self.reduced.add(count) {
            let length = self.app(Op::Length, &[term]);
            let fits = self.app(Op::Le, &[count, length]);
            self.axioms.push(vec![fits]);
        }
        count
    }
}
