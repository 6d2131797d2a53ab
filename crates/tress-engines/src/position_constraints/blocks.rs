//! Where two concatenations can differ at all.
//!
//! Sides are cut where the parts before are the same on both, in whatever order: those have one length, so
//! the sides agree when all blocks between cuts agree. In a block whose words are all powers of one word, the
//! sides agree as far as both reach.

use std::collections::BTreeMap;

use super::super::reading::Part;
use super::automaton::{Automaton, Characters};

/// Of what word all words are powers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Root {
    /// There is the empty word only.
    Any,
    /// This one, which is no power itself.
    Word(Vec<u32>),
    /// There is none.
    None,
}

impl Root {
    /// The root of a word.
    pub(super) fn of_word(word: &[u32]) -> Self {
        let repeats = |period: &usize| {
            word.len().is_multiple_of(*period) && word.iter().zip(&word[*period..]).all(|(a, b)| a == b)
        };
        match (1..=word.len()).find(repeats) {
            Some(period) => Root::Word(word[..period].to_vec()),
            None => Root::Any,
        }
    }

    /// The root of a language, by its automaton: the root of one of its words, when all others fit.
    pub(super) fn of_automaton(automaton: &Automaton, characters: &Characters) -> Self {
        let Some(word) = shortest_cycle_word(automaton, characters) else { return Root::None };
        let Root::Word(root) = Root::of_word(&word) else { return Root::Any };
        // At which position of the root each state is entered; there must be one for each.
        let mut positions: Vec<Option<usize>> = vec![None; automaton.states()];
        positions[0] = Some(0);
        let mut open = vec![0_u32];
        while let Some(state) = open.pop() {
            let Some(position) = positions[state as usize] else { continue };
            if automaton.is_accepting(state) && position != 0 {
                return Root::None;
            }
            for edge in automaton.edges.iter().filter(|edge| edge.from == state) {
                if !characters.is_single(edge.class) || characters.pick(edge.class, 0) != root[position] {
                    return Root::None;
                }
                let next = (position + 1) % root.len();
                match positions[edge.to as usize] {
                    None => {
                        positions[edge.to as usize] = Some(next);
                        open.push(edge.to);
                    }
                    Some(known) if known != next => return Root::None,
                    Some(_) => {}
                }
            }
        }
        Root::Word(root)
    }

    /// The common root of both.
    fn meet(self, other: &Root) -> Self {
        match (self, other) {
            (Root::Any, other) => other.clone(),
            (own, Root::Any) => own,
            (Root::Word(a), Root::Word(b)) if a == *b => Root::Word(a),
            _ => Root::None,
        }
    }
}

/// A shortest nonempty word, or the empty word if there is no other. `None` if some character has others next
/// to it in its class, so that there is no root.
fn shortest_cycle_word(automaton: &Automaton, characters: &Characters) -> Option<Vec<u32>> {
    if automaton.edges.iter().any(|edge| !characters.is_single(edge.class)) {
        return None;
    }
    let mut layer: Vec<(u32, Vec<u32>)> = vec![(0, Vec::new())];
    let mut seen = vec![false; automaton.states()];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for (state, word) in layer {
            for edge in automaton.edges.iter().filter(|edge| edge.from == state) {
                let longer = [word.as_slice(), &[characters.pick(edge.class, 0)]].concat();
                if automaton.is_accepting(edge.to) {
                    return Some(longer);
                }
                if !std::mem::replace(&mut seen[edge.to as usize], true) {
                    next.push((edge.to, longer));
                }
            }
        }
        layer = next;
    }
    Some(Vec::new())
}

/// Two rows of parts that begin at one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block<'a> {
    pub(super) sides: [&'a [Part]; 2],
}

/// The blocks in which sides that begin together can differ, and the parts whose roots imply that for others.
pub(super) fn blocks<'a>(sides: [&'a [Part]; 2], roots: &[Root]) -> (Vec<Block<'a>>, Vec<&'a Part>) {
    let (mut open, mut used) = (Vec::new(), Vec::new());
    for block in cut(sides) {
        if block.sides[0] == block.sides[1] {
            continue;
        }
        let parts = || block.sides.into_iter().flatten();
        if common_root(parts(), roots) == Root::None {
            open.push(block);
        } else {
            used.extend(parts());
        }
    }
    (open, used)
}

/// The common root of all parts.
pub(super) fn common_root<'a>(parts: impl IntoIterator<Item = &'a Part>, roots: &[Root]) -> Root {
    let root = |part: &Part| match part {
        Part::Variable(variable) => roots[*variable].clone(),
        Part::Word(word) => Root::of_word(word),
    };
    parts.into_iter().fold(Root::Any, |common, part| common.meet(&root(part)))
}

/// Cuts sides where the parts before are the same on both.
fn cut<'a>([a, b]: [&'a [Part]; 2]) -> Vec<Block<'a>> {
    let mut blocks = Vec::new();
    let mut surplus: BTreeMap<&Part, i64> = BTreeMap::new();
    let mut begin = 0;
    for at in 0..a.len().min(b.len()) {
        for (part, by) in [(&a[at], 1), (&b[at], -1)] {
            let count = surplus.entry(part).or_default();
            *count += by;
            if *count == 0 {
                surplus.remove(part);
            }
        }
        if surplus.is_empty() {
            blocks.push(Block { sides: [&a[begin..=at], &b[begin..=at]] });
            begin = at + 1;
        }
    }
    blocks.push(Block { sides: [&a[begin..], &b[begin..]] });
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    #[test]
    fn words_have_roots() {
        assert_eq!(Root::of_word(&word("abab")), Root::Word(word("ab")));
        assert_eq!(Root::of_word(&word("aba")), Root::Word(word("aba")));
        assert_eq!(Root::of_word(&word("aaa")), Root::Word(word("a")));
        assert_eq!(Root::of_word(&[]), Root::Any);
    }

    #[test]
    fn sides_are_cut_where_lengths_agree() {
        let [x, y, z] = [0, 1, 2].map(Part::Variable);
        let sides = [vec![x.clone(), y.clone(), z.clone(), x.clone()], vec![y.clone(), x.clone(), z.clone()]];
        let found = cut([&sides[0], &sides[1]]);
        let lengths: Vec<[usize; 2]> = found.iter().map(|block| block.sides.map(<[Part]>::len)).collect();
        assert_eq!(lengths, [[2, 2], [1, 1], [1, 0]]);
    }

    #[test]
    fn blocks_of_powers_do_not_differ() {
        let [x, y] = [0, 1].map(Part::Variable);
        let sides = [vec![x.clone(), y.clone()], vec![y, x]];
        let same = [Root::Word(word("ab")), Root::Word(word("ab"))];
        let (open, used) = blocks([&sides[0], &sides[1]], &same);
        assert!(open.is_empty() && used.len() == 4);
        let other = [Root::Word(word("ab")), Root::Word(word("ba"))];
        assert_eq!(blocks([&sides[0], &sides[1]], &other).0.len(), 1);
    }
}
