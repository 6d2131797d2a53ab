//! Equal strings have each character equally often.
//!
//! Enters: pairs of lists of one class that cannot be aligned without a choice. Leaves: clauses that compare
//! how often characters occur on both sides. The arithmetic then refutes what no choice could satisfy, such
//! as `x c x = "d" c "e"`, or the sum of several equations.

use std::collections::{BTreeMap, BTreeSet};

use tress_base::{Budget, Stop};

use tress_kernel::{Context, Node, Progress, Rule};
use tress_term::term::{Op, Term, Word};

use super::splits::conclude;
use super::step::{Branch, Branches};
use super::{Item, NormalForms, term_for};

/// A character occurs equally often in two lists of one class.
const EQUAL_COUNTS: Rule = Rule::new(
    "letters-equal-counts",
    "Parikh 1966",
    "equal strings have each character equally often, and counts add up along concatenations",
);
/// A character occurs at most as often as its string is long.
const COUNT_FITS: Rule = Rule::new(
    "letters-count-fits",
    "Parikh 1966",
    "a string has no character more often than it has characters",
);

/// The share of the budget for the characters of one pair of lists, each time it is met. A character costs a
/// step, and one for each class that it is counted in.
const PAIR_STEPS: u64 = 64;

/// What one list of a pair has more often than the other.
#[derive(Default)]
struct Surplus {
    letters: BTreeMap<u32, i64>,
    /// Classes that both have equally often are left out.
    classes: BTreeMap<Node, i64>,
}

impl Surplus {
    /// What the left list has more often than the right one.
    fn of(left: &[Item], right: &[Item], budget: &Budget) -> Result<Self, Stop> {
        let mut surplus = Self::default();
        for (items, sign) in [(left, 1), (right, -1)] {
            for item in items {
                match item {
                    Item::Class(class) => *surplus.classes.entry(*class).or_default() += sign,
                    Item::Word(word) => {
                        budget.poll_many(word.len() as u64)?;
                        for letter in &**word {
                            *surplus.letters.entry(*letter).or_default() += sign;
                        }
                    }
                }
            }
        }
        surplus.classes.retain(|_, times| *times != 0);
        Ok(surplus)
    }

    /// How much more often the left list has this character in its words.
    fn known(&self, letter: u32) -> i64 {
        self.letters.get(&letter).copied().unwrap_or(0)
    }

    /// The characters, those first that the words do not have equally often.
    fn ordered(&self, letters: &BTreeSet<u32>) -> Vec<u32> {
        let (mut first, rest): (Vec<u32>, Vec<u32>) =
            letters.iter().partition(|letter| self.known(**letter) != 0);
        first.extend(rest);
        first
    }
}

/// All characters of the words in lists that leave a choice.
fn letters_of(branches: &Branches, cx: &Context<'_>) -> Result<BTreeSet<u32>, Stop> {
    let mut letters = BTreeSet::new();
    for branch in branches.iter() {
        for word in branch.left.iter().chain(&branch.right).filter_map(as_word) {
            cx.env.budget.poll_many(word.len() as u64)?;
            letters.extend(word.iter().copied());
        }
    }
    Ok(letters)
}

fn as_word(item: &Item) -> Option<&Word> {
    match item {
        Item::Word(word) => Some(word),
        Item::Class(_) => None,
    }
}

impl NormalForms {
    /// States for each new pair of lists that leave a choice that characters occur equally often.
    pub(crate) fn count_letters(&mut self, cx: &mut Context<'_>) -> Result<Progress, Stop> {
        if self.branches.open.is_empty() {
            return Ok(Progress::Fine);
        }
        let branches = std::mem::take(&mut self.branches);
        let changed = self.count_in_new(&branches, cx);
        self.branches = branches;
        Ok(if changed? { Progress::Changed } else { Progress::Fine })
    }

    /// Counts characters of all pairs, where the last time has left some. True if a pair is new and something
    /// was stated about it: the others wait for no one.
    fn count_in_new(&mut self, branches: &Branches, cx: &mut Context<'_>) -> Result<bool, Stop> {
        let mut letters = None;
        let mut changed = false;
        for branch in branches.iter() {
            let pair = (term_for(cx, &branch.left), term_for(cx, &branch.right));
            let (is_new, from) = match self.counted.get(&pair) {
                None => (true, 0),
                Some(Some(from)) => (false, *from),
                Some(None) => continue,
            };
            let letters = match &letters {
                Some(known) => known,
                None => letters.insert(letters_of(branches, cx)?),
            };
            let (left, is_told) = self.count_pair(branch, letters, from, cx)?;
            self.counted.insert(pair, left);
            changed |= is_new && is_told;
        }
        Ok(changed)
    }

    /// Counts characters in one pair of lists, as many as a share of the budget allows. Reports where to
    /// continue if some are left, and whether something was stated that was not known.
    fn count_pair(
        &mut self,
        branch: &Branch,
        letters: &BTreeSet<u32>,
        from: usize,
        cx: &mut Context<'_>,
    ) -> Result<(Option<usize>, bool), Stop> {
        let budget = cx.env.budget;
        let surplus = Surplus::of(&branch.left, &branch.right, budget)?;
        let steps = 1 + surplus.classes.len() as u64;
        let (mut at, mut is_told) = (from, false);
        let ordered = surplus.ordered(letters);
        budget.share(PAIR_STEPS, || {
            for letter in &ordered[from..] {
                is_told |= self.count_letter(branch, &surplus, *letter, cx);
                at += 1;
                budget.poll_many(steps)?;
            }
            Ok(())
        })?;
        // Characters that the words have equally often only help where others do.
        let is_left = ordered.get(at).is_some_and(|letter| surplus.known(*letter) != 0);
        Ok((is_left.then_some(at), is_told))
    }

    /// States that one character occurs equally often in both lists. False if that is known.
    fn count_letter(
        &mut self,
        branch: &Branch,
        surplus: &Surplus,
        letter: u32,
        cx: &mut Context<'_>,
    ) -> bool {
        let mut parts = vec![cx.env.store.int(surplus.known(letter)), cx.env.store.int(0)];
        for (class, times) in &surplus.classes {
            let count = self.count_of(*class, letter, cx);
            let times = cx.env.store.int(*times);
            parts.push(cx.env.app(Op::Mul, &[times, count]));
        }
        let sum = cx.env.app(Op::Add, &parts);
        let zero = cx.env.store.int(0);
        let equal = cx.env.equal(sum, zero);
        let is_new = !cx.kernel.atoms.literals.has(equal);
        let equal = cx.literal(equal);
        if cx.sat.value(equal) == Some(true) {
            return false;
        }
        let is_told = conclude(cx, EQUAL_COUNTS, &branch.all, &[equal]);
        if is_new {
            // It follows, or nobody asks.
            cx.sat.set_decidable(equal.var(), false);
        }
        is_told
    }

    /// How often a character occurs in a class, which is at most its length.
    fn count_of(&mut self, class: Node, letter: u32, cx: &mut Context<'_>) -> Term {
        let (term, letter) = (cx.kernel.classes.term_at(class), cx.env.store.word([letter]));
        let count = cx.env.app(Op::Count, &[term, letter]);
        if self.counts.add(count) {
            let length = cx.env.length(term);
            let fits = cx.env.app(Op::Le, &[count, length]);
            cx.axiom(COUNT_FITS, &[fits]);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Item {
        Item::Word(text.chars().map(u32::from).collect::<Vec<_>>().into())
    }

    #[test]
    fn letters_that_tell_lists_apart_come_first() {
        let [x, y] = [Node(3), Node(4)].map(Item::Class);
        let left = [word("abc"), x.clone(), y.clone()];
        let right = [x, word("ca"), word("d")];
        let surplus = Surplus::of(&left, &right, &Budget::unlimited()).expect("no limit");
        let [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map(u32::from);
        assert_eq!([a, b, c, d, e].map(|letter| surplus.known(letter)), [0, 1, 0, -1, 0]);
        assert_eq!(surplus.ordered(&BTreeSet::from([a, b, c, d, e])), [b, d, a, c, e]);
        assert_eq!(surplus.classes, BTreeMap::from([(Node(4), 1)]));
    }

    #[test]
    fn lists_of_the_same_parts_have_no_surplus() {
        let x = Item::Class(Node(3));
        let surplus =
            Surplus::of(&[word("ab"), x.clone()], &[x, word("ba")], &Budget::unlimited()).expect("no limit");
        assert!(surplus.classes.is_empty());
        assert!(surplus.letters.values().all(|times| *times == 0));
    }
}
