//! A class that meets itself behind other parts: F-Loop.
//!
//! `x s = w x r` for a literal `w` means that `x` repeats `w`: for some cut `w = y z` it is in
//! `w* y`, and then `s = z y r`. Both together are all that the equation says, so once one case
//! holds the two lists need no further comparison. Read from the right, `s x = r x w` means for
//! some `w = z y` that `x` is in `y w*` and `s = r y z`. When other strings stand before the class,
//! the cut gets names, and the language has variables (`stars`).

use tress_sat::{Lit, Search};

use crate::term::{Op, Sort, Term, TermStore, Word};

use super::align::{End, Loop, LoopState, agree};
use super::egraph::Node;
use super::forms::Item;
use super::rules::Rule;
use super::theories::Theories;

/// Most cases of one loop that are written into a clause.
const MOST_CASES: usize = 64;

/// The literal that a class meets itself behind, when that is all and not too long.
fn literal_turn(found: &Loop) -> Option<&Word> {
    match found.turn.as_slice() {
        [Item::Word(word)] if word.len() <= MOST_CASES => Some(word),
        _ => None,
    }
}

impl Theories {
    /// Has the search decided for one of the cases?
    pub(super) fn loop_state(&mut self, found: &Loop, end: End, search: &Search<'_>) -> LoopState {
        if self.repeats(found, end, search) {
            return LoopState::Decided;
        }
        let Some(word) = literal_turn(found) else {
            // What ends within one turn is cut off by the other rules.
            let [class, turn] = [self.class_length_now(found.class), self.length_now(&found.turn)];
            if class <= turn {
                return LoopState::Left;
            }
            let case = self.named_case(found, end);
            return if self.all_hold(&case, search) { LoopState::Decided } else { LoopState::Open };
        };
        let decided = possible_cases(word, found, end).iter().any(|cut| {
            let case = self.loop_case(word, found, *cut, end);
            self.all_hold(&case, search)
        });
        if decided { LoopState::Decided } else { LoopState::Open }
    }

    /// Has the search decided for all of these?
    fn all_hold(&self, formulas: &[Term], search: &Search<'_>) -> bool {
        let holds = |literal: &Lit| search.value(*literal) == Some(true);
        let mut formulas = formulas.iter();
        formulas.all(|formula| *formula == TermStore::TRUE || self.literals.get(*formula).is_some_and(holds))
    }

    /// Does the class repeat the turn, so that the two can change places, and is everything else the
    /// same?
    fn repeats(&mut self, found: &Loop, end: End, search: &Search<'_>) -> bool {
        let rest = match end {
            End::Left => joined(&found.turn, &found.long),
            End::Right => joined(&found.long, &found.turn),
        };
        rest == found.short && self.is_repeated(found.class, &found.turn, search)
    }

    /// F-Loop: `F s = (w, x, u)`, `F t = (w, v, x, v')`, `s = t` and `x` not in `v` give
    /// `x = z2 z`, `v = z2 z1`, `u = z1 z2 v'` and `z in star (z1 z2)`, unless `v` is empty. For a
    /// literal `v` the cuts are written out.
    pub(super) fn f_loop(
        &mut self,
        found: &Loop,
        premises: &[(Node, Node)],
        end: End,
        search: &mut Search<'_>,
    ) {
        self.applied.add(Rule::FLoop);
        match literal_turn(found) {
            Some(word) => self.list_cases(word, found, premises, end, search),
            None => self.name_cut(found, premises, end, search),
        }
    }

    /// Adds the clause that lists the cases of a literal turn.
    fn list_cases(
        &mut self,
        word: &Word,
        found: &Loop,
        premises: &[(Node, Node)],
        end: End,
        search: &mut Search<'_>,
    ) {
        let mut cases: Vec<Lit> = Vec::new();
        for cut in possible_cases(word, found, end) {
            let case = self.loop_case(word, found, cut, end);
            let formula = self.app(Op::And, &[case[0], case[1], TermStore::TRUE]);
            self.roots.push(formula);
            cases.push(self.literal(formula, search));
        }
        self.conclude(premises, &cases, search);
    }

    /// Adds the clauses that name the parts of a turn.
    fn name_cut(&mut self, found: &Loop, premises: &[(Node, Node)], end: End, search: &mut Search<'_>) {
        let formulas = self.named_case(found, end);
        self.roots.push(formulas[0]);
        let empty = self.empty_part(&found.turn, search);
        for formula in formulas {
            let conclusion = self.literal(formula, search);
            search.set_decidable(conclusion.var(), true);
            self.conclude(premises, &[empty.as_slice(), &[conclusion]].concat(), search);
        }
    }

    /// What F-Loop says with names: the whole turns repeat, the class is its turns and the begin of
    /// another, the turn is that begin and a rest, and what follows the class is the rest of its
    /// last turn and what follows it later.
    fn named_case(&mut self, found: &Loop, end: End) -> [Term; 4] {
        let (class, turn) = (self.term_at(found.class), self.term_for(&found.turn));
        let [last, rest, times] = self.cut_of(class, turn, end);
        let (short, long) = (self.term_for(&found.short), self.term_for(&found.long));
        let [whole, split, again, after] =
            [vec![last, times], vec![last, rest], vec![rest, last], vec![rest, last, long]].map(
                |mut parts| {
                    if end == End::Right {
                        parts.reverse();
                    }
                    self.app(Op::Concat, &parts)
                },
            );
        let language = self.app(Op::StrToRe, &[again]);
        let language = self.app(Op::ReStar, &[language]);
        let member = self.app(Op::InRe, &[times, language]);
        let [class, turn, short] = [(class, whole), (turn, split), (short, after)]
            .map(|(one, other)| self.app(Op::Eq, &[one, other]));
        [member, class, turn, short]
    }

    /// The literal that the first part of a turn is empty; nothing when the turn holds a word.
    fn empty_part(&mut self, turn: &[Item], search: &mut Search<'_>) -> Vec<Lit> {
        match turn.first() {
            Some(Item::Class(first)) if turn.iter().all(|item| matches!(item, Item::Class(_))) => {
                let (first, empty) = (self.term_at(*first), self.store.word([]));
                vec![self.equation(first, empty, search)]
            }
            _ => Vec::new(),
        }
    }

    /// Names for the cut of a turn where a string that repeats it ends, and for its whole turns.
    fn cut_of(&mut self, class: Term, turn: Term, end: End) -> [Term; 3] {
        let key = (class, turn, end == End::Left);
        if let Some(known) = self.cuts.get(&key) {
            return *known;
        }
        let names = ["last", "rest", "turns"].map(|name| {
            let symbol = self.store.declare(name, &[], Sort::String);
            self.store.constant(symbol)
        });
        self.cuts.insert(key, names);
        names
    }

    /// The class is in `w* y`, and what follows it alone is `z y` and what follows it later.
    fn loop_case(&mut self, word: &Word, found: &Loop, cut: usize, end: End) -> [Term; 2] {
        let (turned, part) = turn(word, cut, end);
        let [whole, part] = [&**word, &part].map(|word| {
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

/// One list after the other; neighbouring literals become one.
pub(super) fn joined(one: &[Item], other: &[Item]) -> Vec<Item> {
    match (one.split_last(), other.split_first()) {
        (Some((Item::Word(last), front)), Some((Item::Word(first), rest))) => {
            let word = [&**last, &**first].concat().into();
            [front, &[Item::Word(word)], rest].concat()
        }
        _ => [one, other].concat(),
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
fn possible_cases(word: &Word, found: &Loop, end: End) -> Vec<usize> {
    let next = match end {
        End::Left => found.short.first(),
        End::Right => found.short.last(),
    };
    let fits = |cut: &usize| match next {
        None => false,
        Some(Item::Class(_)) => true,
        Some(Item::Word(next)) => agree(next, &turn(word, *cut, end).0, end),
    };
    (0..word.len()).filter(fits).collect()
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
    fn neighbouring_literals_become_one() {
        let (a, b, x) = (Item::Word(word("a")), Item::Word(word("b")), Item::Class(Node(3)));
        assert_eq!(
            joined(&[x.clone(), a.clone()], std::slice::from_ref(&b)),
            [x.clone(), Item::Word(word("ab"))]
        );
        assert_eq!(joined(std::slice::from_ref(&a), &[x.clone(), b.clone()]), [a.clone(), x, b]);
        assert_eq!(joined(&[], std::slice::from_ref(&a)), [a]);
    }

    #[test]
    fn a_literal_behind_the_class_leaves_only_cuts_that_fit() {
        let cases = |next: Item| {
            let turn = vec![Item::Word(word("ab"))];
            let found = Loop { class: Node(9), turn, short: vec![next], long: Vec::new() };
            possible_cases(&word("ab"), &found, End::Left)
        };
        assert_eq!(cases(Item::Word(word("ba"))), [1]);
        assert_eq!(cases(Item::Class(Node(3))), [0, 1]);
        assert!(cases(Item::Word(word("c"))).is_empty());
    }
}
