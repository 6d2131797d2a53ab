//! A class that meets itself behind other parts: F-Loop.
//!
//! `x s = w x r` for a word `w` means that `x` repeats `w`: for some cut `w = y z` it is in
//! `w* y`, and then `s = z y r`. Both together are all that the equation says, so once one case
//! holds the two lists need no further comparison. Read from the right, `s x = r x w` means for
//! some `w = z y` that `x` is in `y w*` and `s = r y z`. When other strings stand before the class,
//! the cut gets names, and the language has variables (`stars`).

use tress_sat::Lit;

use crate::ends::{End, agree};
use crate::rules::F_LOOP;
use crate::stars::Stars;
use tress_kernel::{Context, Node};
use tress_term::term::{Op, Term, TermStore, Word};

use super::disequalities::length_now;
use super::reader::Loop;
use super::splits::conclude;
use super::step::LoopState;
use super::{Item, NormalForms, term_for};

/// The longest period whose cases are written into one clause. The cuts of longer ones get Skolem symbols, so
/// nothing is left out.
const LISTED_CASES: usize = 64;

/// The word that a class meets itself behind, when that is all and not too long.
fn word_turn(found: &Loop) -> Option<&Word> {
    match found.turn.as_slice() {
        [Item::Word(word)] if word.len() <= LISTED_CASES => Some(word),
        _ => None,
    }
}

impl NormalForms {
    /// Has the search decided for one of the cases?
    pub(super) fn loop_state(
        &self,
        found: &Loop,
        end: End,
        stars: &Stars,
        cx: &mut Context<'_>,
    ) -> LoopState {
        if self.repeats(found, end, stars, cx) {
            return LoopState::Decided;
        }
        let Some(word) = word_turn(found) else {
            // What ends within one turn is cut off by the other rules.
            let [class, turn] = [cx.class_length_now(found.class), length_now(cx, &found.turn)];
            if class <= turn {
                return LoopState::Unneeded;
            }
            let case = named_case(cx, found, end);
            return if all_hold(cx, &case) { LoopState::Decided } else { LoopState::Open };
        };
        let decided = possible_cases(word, found, end).iter().any(|cut| {
            let case = loop_case(cx, word, found, *cut, end);
            all_hold(cx, &case)
        });
        if decided { LoopState::Decided } else { LoopState::Open }
    }

    /// Does the class repeat the turn, so that the two can change places, and is everything else the
    /// same?
    fn repeats(&self, found: &Loop, end: End, stars: &Stars, cx: &mut Context<'_>) -> bool {
        let rest = match end {
            End::Left => joined(&found.turn, &found.long),
            End::Right => joined(&found.long, &found.turn),
        };
        rest == found.short && self.is_repeated(found.class, &found.turn, stars, cx)
    }

    /// Is the class known to repeat these parts?
    fn is_repeated(&self, class: Node, parts: &[Item], stars: &Stars, cx: &mut Context<'_>) -> bool {
        stars.iter().any(|star| {
            let [subject, word] = [star.subject, star.word].map(|term| cx.kernel.classes.class_of(term));
            subject == Some(class)
                && cx.holds(star.atom)
                && word.is_some_and(|word| self.has_form(word, parts, cx))
        })
    }
}

/// Has the search decided for all of these?
fn all_hold(cx: &Context<'_>, formulas: &[Term]) -> bool {
    formulas.iter().all(|formula| *formula == TermStore::TRUE || cx.holds(*formula))
}

/// F-Loop: `F s = (w, x, u)`, `F t = (w, v, x, v')`, `s = t` and `x` not in `v` give
/// `x = z2 z`, `v = z2 z1`, `u = z1 z2 v'` and `z in star (z1 z2)`, unless `v` is empty. For a
/// word `v` the cuts are written out.
pub(super) fn f_loop(cx: &mut Context<'_>, found: &Loop, premises: &[(Node, Node)], end: End) {
    match word_turn(found) {
        Some(word) => list_cases(cx, word, found, premises, end),
        None => name_cut(cx, found, premises, end),
    }
}

/// Adds the clause that lists the cases of a turn that is a word.
fn list_cases(cx: &mut Context<'_>, word: &Word, found: &Loop, premises: &[(Node, Node)], end: End) {
    let mut cases: Vec<Lit> = Vec::new();
    for cut in possible_cases(word, found, end) {
        let case = loop_case(cx, word, found, cut, end);
        let formula = cx.env.app(Op::And, &case);
        cases.push(cx.literal(formula));
    }
    conclude(cx, F_LOOP, premises, &cases);
}

/// Adds the clauses that name the parts of a turn.
fn name_cut(cx: &mut Context<'_>, found: &Loop, premises: &[(Node, Node)], end: End) {
    let formulas = named_case(cx, found, end);
    // The membership is new, and nothing else rests on it.
    cx.kernel.relevance.add_root(formulas[0]);
    let empty = empty_part(cx, &found.turn);
    for formula in formulas {
        let conclusion = cx.literal(formula);
        conclude(cx, F_LOOP, premises, &[empty.as_slice(), &[conclusion]].concat());
    }
}

/// What F-Loop says with names: the whole turns repeat, the class is its turns and the begin of
/// another, the turn is that begin and a rest, and what follows the class is the rest of its
/// last turn and what follows it later.
fn named_case(cx: &mut Context<'_>, found: &Loop, end: End) -> [Term; 4] {
    let (class, turn) = (cx.kernel.classes.term_at(found.class), term_for(cx, &found.turn));
    let [last, rest, times] = cut_of(cx, class, turn, end);
    let (short, long) = (term_for(cx, &found.short), term_for(cx, &found.long));
    let [whole, split, again, after] =
        [vec![last, times], vec![last, rest], vec![rest, last], vec![rest, last, long]].map(|mut parts| {
            if end == End::Right {
                parts.reverse();
            }
            cx.env.app(Op::Concat, &parts)
        });
    let language = cx.env.app(Op::StrToRe, &[again]);
    let language = cx.env.app(Op::ReStar, &[language]);
    let member = cx.env.app(Op::InRe, &[times, language]);
    let [class, turn, short] =
        [(class, whole), (turn, split), (short, after)].map(|(one, other)| cx.env.equal(one, other));
    [member, class, turn, short]
}

/// The literal that the first part of a period is empty; no literal if the period contains a word.
fn empty_part(cx: &mut Context<'_>, turn: &[Item]) -> Vec<Lit> {
    match turn.first() {
        Some(Item::Class(first)) if turn.iter().all(|item| matches!(item, Item::Class(_))) => {
            let (first, empty) = (cx.kernel.classes.term_at(*first), cx.env.store.word([]));
            vec![cx.equation(first, empty)]
        }
        _ => Vec::new(),
    }
}

/// Names for the cut of a turn where a string that repeats it ends, and for its whole turns.
fn cut_of(cx: &mut Context<'_>, class: Term, turn: Term, end: End) -> [Term; 3] {
    let roles = match end {
        End::Left => ["cut-last-left", "cut-rest-left", "cut-turns-left"],
        End::Right => ["cut-last-right", "cut-rest-right", "cut-turns-right"],
    };
    roles.map(|role| cx.skolem(role, &[class, turn]))
}

/// The class is in `w* y`, and what follows it alone is `z y` and what follows it later.
fn loop_case(cx: &mut Context<'_>, word: &Word, found: &Loop, cut: usize, end: End) -> [Term; 2] {
    let (turned, part) = turn(word, cut, end);
    let [whole, part] = [&**word, &part].map(|word| cx.env.word_language(word));
    let repeated = cx.env.app(Op::ReStar, &[whole]);
    let order = if end == End::Left { [repeated, part] } else { [part, repeated] };
    let language = cx.env.app(Op::ReConcat, &order);
    let class = cx.kernel.classes.term_at(found.class);
    let member = cx.env.app(Op::InRe, &[class, language]);
    let mut items = vec![Item::Word(turned)];
    match end {
        End::Left => items.extend(found.long.iter().cloned()),
        End::Right => items.splice(0..0, found.long.iter().cloned()).for_each(drop),
    }
    let (short, long) = (term_for(cx, &found.short), term_for(cx, &items));
    let equal = cx.env.equal(short, long);
    [member, equal]
}

/// One list after the other; neighbouring words become one.
fn joined(one: &[Item], other: &[Item]) -> Vec<Item> {
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

/// The cuts for which what follows can be equal, as far as its first words show.
///
/// If nothing follows the class alone, the equation is `x = w x r`. The word `w` is not empty, so the right
/// side is longer than `x`: no cut is possible, and the clause without cases is a conflict.
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
    fn neighbouring_words_become_one() {
        let (a, b, x) = (Item::Word(word("a")), Item::Word(word("b")), Item::Class(Node(3)));
        assert_eq!(
            joined(&[x.clone(), a.clone()], std::slice::from_ref(&b)),
            [x.clone(), Item::Word(word("ab"))]
        );
        assert_eq!(joined(std::slice::from_ref(&a), &[x.clone(), b.clone()]), [a.clone(), x, b]);
        assert_eq!(joined(&[], std::slice::from_ref(&a)), [a]);
    }

    #[test]
    fn a_word_behind_the_class_leaves_only_cuts_that_fit() {
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
