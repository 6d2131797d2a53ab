//! A class that meets itself behind a literal: F-Loop.
//!
//! `x s = w x r` for a literal `w` means that `x` repeats `w`: for some cut `w = y z` it is in
//! `w* y`, and then `s = z y r`. Both together are all that the equation says, so once one case
//! holds the two lists need no further comparison. Read from the right, `s x = r x w` means for
//! some `w = z y` that `x` is in `y w*` and `s = r y z`.

use tress_sat::{Lit, Search};

use crate::term::{Op, Term, TermStore, Word};

use super::align::{End, Loop, LoopState, agree};
use super::egraph::Node;
use super::forms::Item;
use super::theories::Theories;

/// Most cases of one loop that are written into a clause.
const MOST_CASES: usize = 64;

impl Theories {
    /// Has the search decided for one of the cases?
    pub(super) fn loop_state(&mut self, found: &Loop, end: End, search: &Search<'_>) -> LoopState {
        let cases = possible_cases(found, end);
        if cases.len() > MOST_CASES {
            return LoopState::TooWide;
        }
        let decided = cases.iter().any(|cut| {
            let case = self.loop_case(found, *cut, end);
            case.into_iter().all(|formula| {
                formula == TermStore::TRUE
                    || self.literals.get(formula).is_some_and(|literal| search.value(*literal) == Some(true))
            })
        });
        if decided { LoopState::Decided } else { LoopState::Open }
    }

    /// Adds the clause that lists the cases.
    pub(super) fn f_loop(
        &mut self,
        found: &Loop,
        premises: &[(Node, Node)],
        end: End,
        search: &mut Search<'_>,
    ) {
        let mut cases: Vec<Lit> = Vec::new();
        for cut in possible_cases(found, end) {
            let case = self.loop_case(found, cut, end);
            let formula = self.app(Op::And, &[case[0], case[1], TermStore::TRUE]);
            self.roots.push(formula);
            cases.push(self.literal(formula, search));
        }
        self.conclude(premises, &cases, search);
    }

    /// The class is in `w* y`, and what follows it alone is `z y` and what follows it later.
    fn loop_case(&mut self, found: &Loop, cut: usize, end: End) -> [Term; 2] {
        let (turned, part) = turn(&found.word, cut, end);
        let [whole, part] = [&*found.word, &part].map(|word| {
            let word = self.store.word(word);
            self.app(Op::StrToRe, &[word])
        });
        let repeated = self.app(Op::ReStar, &[whole]);
        let order = if end == End::Left { [repeated, part] } else { [part, repeated] };
        let language = self.app(Op::ReConcat, &order);
        let class = self.term_at(found.class);
        let member = self.app(Op::InRe, &[class, language]);
        let mut items = vec![Item::Word(turned)];
        match end {
            End::Left => items.extend(found.long.iter().cloned()),
            End::Right => items.splice(0..0, found.long.iter().cloned()).for_each(drop),
        }
        let (short, long) = (self.term_for(&found.short), self.term_for(&items));
        let equal = self.app(Op::Eq, &[short, long]);
        [member, equal]
    }
}

/// For `w = y z` read from an end: the word with its two parts exchanged, and the part that is
/// read first.
fn turn(word: &[u32], cut: usize, end: End) -> (Word, Word) {
    match end {
        End::Left => ([&word[cut..], &word[..cut]].concat().into(), word[..cut].into()),
        End::Right => {
            let cut = word.len() - cut;
            ([&word[cut..], &word[..cut]].concat().into(), word[cut..].into())
        }
    }
}

/// The cuts for which what follows can be equal, as far as its first literals tell.
fn possible_cases(found: &Loop, end: End) -> Vec<usize> {
    let next = match end {
        End::Left => found.short.first(),
        End::Right => found.short.last(),
    };
    let fits = |cut: &usize| match next {
        None => false,
        Some(Item::Class(_)) => true,
        Some(Item::Word(next)) => agree(next, &turn(&found.word, *cut, end).0, end),
    };
    (0..found.word.len()).filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Word {
        text.chars().map(u32::from).collect::<Vec<_>>().into()
    }

    #[test]
    fn a_cut_turns_the_word() {
        assert_eq!(turn(&word("abc"), 1, End::Left), (word("bca"), word("a")));
        assert_eq!(turn(&word("abc"), 1, End::Right), (word("cab"), word("c")));
        assert_eq!(turn(&word("abc"), 0, End::Left), (word("abc"), word("")));
    }

    #[test]
    fn a_literal_behind_the_class_leaves_only_cuts_that_fit() {
        let loop_with = |short: Vec<Item>| Loop { class: Node(9), word: word("ab"), short, long: Vec::new() };
        assert_eq!(possible_cases(&loop_with(vec![Item::Word(word("ba"))]), End::Left), [1]);
        assert_eq!(possible_cases(&loop_with(vec![Item::Class(Node(3))]), End::Left), [0, 1]);
        assert!(possible_cases(&loop_with(vec![Item::Word(word("c"))]), End::Left).is_empty());
    }
}
