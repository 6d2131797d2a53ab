//! The ways in which two sides can begin, or end: Levi's lemma, with languages.
//!
//! Enters: a system without a solved equation. Leaves: systems that together have its solutions, each with
//! what the variables have become. A variable that begins a longer one splits the language of that one at a
//! state.

use tress_automata::monoid::{SetId, Sets};
use tress_base::{Budget, Stop};

use super::node::{Node, Token, Work};

/// A variable that becomes some parts, and the languages of variables from then on.
type Way = (u32, Vec<Token>, Vec<(u32, SetId)>);

/// Which ends of equations are looked at. Where variables occur more than twice, one of them may lead to an
/// end and the others not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    Both,
    Front,
    Back,
}

/// All ways to go on, by the equation and the end that leave the fewest.
pub(super) fn branches(node: &Node, ends: Ends, sets: &mut Sets, budget: &Budget) -> Result<Vec<Work>, Stop> {
    let mut best: Option<Vec<Way>> = None;
    for sides in &node.equations {
        for is_front in [true, false] {
            if ends == (if is_front { Ends::Back } else { Ends::Front }) {
                continue;
            }
            let end = |side: &Vec<Token>| if is_front { side.first().copied() } else { side.last().copied() };
            let (Some(a), Some(b)) = (end(&sides[0]), end(&sides[1])) else { continue };
            let ways = ways(node, [a, b], is_front, sets, budget)?;
            if best.as_ref().is_none_or(|best| ways.len() < best.len()) {
                best = Some(ways);
            }
        }
    }
    let apply = |(variable, parts, languages): Way| {
        let mut work = Work::new(node.clone());
        for (variable, set) in languages {
            work.node.sets[variable as usize] = set;
        }
        work.substitute(variable, &parts);
        work
    };
    Ok(best.unwrap_or_default().into_iter().map(apply).collect())
}

/// The ways in which two different tokens can begin, or end, the same word. By *Levi's lemma* one of the two
/// is a prefix (suffix) of the other.
fn ways(
    node: &Node,
    ends: [Token; 2],
    is_front: bool,
    sets: &mut Sets,
    budget: &Budget,
) -> Result<Vec<Way>, Stop> {
    let mut found: Vec<Way> = Vec::new();
    let joined = |first: Token, rest: u32| {
        let rest = Token::Variable(rest);
        if is_front { vec![first, rest] } else { vec![rest, first] }
    };
    match ends {
        [Token::Character(_), Token::Character(_)] => {}
        [Token::Character(character), Token::Variable(variable)]
        | [Token::Variable(variable), Token::Character(character)] => {
            let own = node.sets[variable as usize];
            if sets.has_empty(own) {
                found.push((variable, Vec::new(), vec![(variable, Sets::EMPTY_WORD)]));
            }
            let element = sets.monoid().step(0, character as usize);
            let characters = sets.element(element);
            let rest = if is_front {
                sets.behind(characters, own, budget)?
            } else {
                sets.before(characters, own, budget)?
            };
            if !sets.is_none(rest) {
                found.push((variable, joined(Token::Character(character), variable), vec![(variable, rest)]));
            }
        }
        [Token::Variable(a), Token::Variable(b)] => {
            let own = [a, b].map(|variable| node.sets[variable as usize]);
            if sets.has_empty(own[0]) {
                found.push((a, Vec::new(), vec![(a, Sets::EMPTY_WORD)]));
            }
            let some = sets.both(own[0], Sets::SOME, budget)?;
            if sets.has_empty(own[1]) && !sets.is_none(some) {
                found.push((b, Vec::new(), vec![(b, Sets::EMPTY_WORD), (a, some)]));
            }
            let same = sets.both(some, own[1], budget)?;
            if !sets.is_none(same) {
                found.push((a, vec![Token::Variable(b)], vec![(b, same)]));
            }
            for (part, whole) in [(a, b), (b, a)] {
                let [short, long] = [part, whole].map(|variable| node.sets[variable as usize]);
                for (begin, rest) in sets.cuts(short, long, is_front, budget)? {
                    let parts = joined(Token::Variable(part), whole);
                    found.push((whole, parts, vec![(part, begin), (whole, rest)]));
                }
            }
        }
    }
    Ok(found)
}
