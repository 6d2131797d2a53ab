//! Relations of words of which some commute, and cycles of conjugates.
//!
//! Enters: a system with pairs that commute. Leaves: one with the same solutions and fewer or shorter
//! equations. The theorems are listed in [`commute`](super::commute).

use tress_automata::monoid::Sets;
use tress_base::{Budget, Stop};

use super::commute::Look;
use super::node::{Node, Side, Token, Work};
use super::simplify::PlainStep;

/// Rules that need pairs or cycles, in their order.
pub(super) const RELATION_STEPS: [PlainStep; 2] = [cancel, turn];

/// Removes what both sides begin or end with after words that commute were exchanged. The free monoid is
/// cancellative, so solutions stay the same.
fn cancel(work: &mut Work, budget: &Budget) -> Result<Look, Stop> {
    if work.node.pairs.is_empty() {
        return Ok(Look::Same);
    }
    let mut look = Look::Same;
    for differs in [false, true] {
        let list = if differs { &mut work.node.differ } else { &mut work.node.equations };
        let mut all = std::mem::take(list);
        for sides in &mut all {
            budget.poll_many((sides[0].len() + sides[1].len()) as u64)?;
            while cancel_one(&work.node, sides) {
                look = Look::Changed;
            }
        }
        *(if differs { &mut work.node.differ } else { &mut work.node.equations }) = all;
    }
    Ok(look)
}

/// Removes one part from both sides, if it can be moved to the same end of both.
fn cancel_one(node: &Node, sides: &mut [Side; 2]) -> bool {
    let fronts = sides.each_ref().map(|side| movable(node, side.iter().enumerate()));
    let backs = sides.each_ref().map(|side| movable(node, side.iter().enumerate().rev()));
    for [one, two] in [fronts, backs] {
        let same = |(at, token): &(usize, Token)| {
            two.iter().find(|(_, other)| other == token).map(|(index, _)| (*at, *index))
        };
        if let Some((at, index)) = one.iter().find_map(same) {
            sides[0].remove(at);
            sides[1].remove(index);
            return true;
        }
    }
    false
}

/// The parts that can come first because they commute with all before them.
fn movable<'s>(node: &Node, tokens: impl Iterator<Item = (usize, &'s Token)>) -> Vec<(usize, Token)> {
    // What is before, each once.
    let mut before: Vec<Token> = Vec::new();
    let mut found = Vec::new();
    for (index, token) in tokens {
        let passes = |other: &Token| match (other, token) {
            (Token::Variable(a), Token::Variable(b)) => node.commute(*a, *b),
            _ => other == token,
        };
        if before.iter().all(passes) {
            found.push((index, *token));
        }
        if !before.contains(token) {
            before.push(*token);
        }
    }
    found
}

/// `x·w = w·y` and `y·w = w·x`, or a longer cycle of `n` conjugates: then `x·w^n = w^n·x`. By *centralizer*
/// `x` commutes with `w`, so `w·x = x·w = w·y`, and by cancellation `x = y`.
fn turn(work: &mut Work, budget: &Budget) -> Result<Look, Stop> {
    let edges: Vec<(Side, u32, u32)> = work.node.equations.iter().filter_map(conjugates).collect();
    let mut look = Look::Same;
    for (word, from, to) in &edges {
        budget.poll_many(edges.len() as u64)?;
        if from != to && reaches(&edges, word, *to, *from) {
            let equal = [vec![Token::Variable(*from)], vec![Token::Variable(*to)]];
            work.node.equations.push(equal);
            look = Look::Changed;
        }
    }
    Ok(look)
}

/// The word and the variables of an equation `x·w = w·y`, which makes the variables conjugate
/// (*conjugation*).
fn conjugates(sides: &[Side; 2]) -> Option<(Side, u32, u32)> {
    let turned = |one: &Side, two: &Side| match (one.split_first(), two.split_last()) {
        (Some((Token::Variable(from), word)), Some((Token::Variable(to), same)))
            if word == same && !word.is_empty() =>
        {
            Some((word.to_vec(), *from, *to))
        }
        _ => None,
    };
    turned(&sides[0], &sides[1]).or_else(|| turned(&sides[1], &sides[0]))
}

/// Is there a way from one variable to another by this word?
fn reaches(edges: &[(Side, u32, u32)], word: &Side, from: u32, to: u32) -> bool {
    let mut seen = vec![from];
    let mut at = 0;
    while at < seen.len() {
        if seen[at] == to {
            return true;
        }
        let here = seen[at];
        for (_, _, next) in edges.iter().filter(|edge| edge.0 == *word && edge.1 == here) {
            if !seen.contains(next) {
                seen.push(*next);
            }
        }
        at += 1;
    }
    false
}

/// Is there a variable that the equation makes commute with all others, which commute with each other? By
/// *commutation* the others are powers of one word, and if the equation is a nontrivial relation of this word
/// and the variable, both are powers of one word (*defect*).
pub(super) fn with_outsider(node: &Node, sets: &Sets, sides: &[Side; 2], variables: &[u32]) -> bool {
    variables.iter().any(|outsider| {
        let rest: Vec<u32> = variables.iter().copied().filter(|one| one != outsider).collect();
        let all_pairs = |(index, a): (usize, &u32)| rest[..index].iter().all(|b| node.commute(*a, *b));
        rest.len() > 1 && rest.iter().enumerate().all(all_pairs) && is_relation(sets, node, sides, *outsider)
    })
}

/// Is the equation a nontrivial relation of the outsider and the root of the others, whatever the exponents
/// are? It is if the sides have different numbers of outsiders, or if between two of them one side certainly
/// has more of the root.
fn is_relation(sets: &Sets, node: &Node, sides: &[Side; 2], outsider: u32) -> bool {
    let blocks = |side: &Side| -> Vec<Side> {
        side.split(|token| *token == Token::Variable(outsider)).map(<[Token]>::to_vec).collect()
    };
    let [one, two] = [blocks(&sides[0]), blocks(&sides[1])];
    if one.len() != two.len() {
        return true;
    }
    let is_some = |token: &Token| match token {
        Token::Character(_) => true,
        Token::Variable(variable) => !sets.has_empty(node.sets[*variable as usize]),
    };
    one.into_iter().zip(two).any(|(mut one, mut two)| {
        one.retain(|token| match two.iter().position(|other| other == token) {
            Some(index) => {
                two.remove(index);
                false
            }
            None => true,
        });
        one.is_empty() && two.iter().any(is_some) || two.is_empty() && one.iter().any(is_some)
    })
}
