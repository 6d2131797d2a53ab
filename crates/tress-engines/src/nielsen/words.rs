//! Words for a system, from the leaves of its graph.

use tress_automata::monoid::Sets;
use tress_base::{Budget, Stop};

use super::commute::{classes, common_root};
use super::graph::Graph;
use super::limits::{CHARACTERS, EXPONENT, EXPONENT_CHOICES, LEAVES};
use super::node::{Node, Row, Side, Token};

/// Words as characters, one for each variable.
type Words = Vec<Vec<u32>>;

/// How the words of a leaf are chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taste {
    /// As short as can be.
    Short,
    /// Not empty where they need not be, and each of characters of its own: so that as few as can be are
    /// equal or commute.
    Different,
}

/// Words of a solution that satisfy `fits`, as characters.
pub(super) fn words(
    graph: &Graph,
    sets: &mut Sets,
    fits: impl Fn(&Words) -> bool,
    budget: &Budget,
) -> Result<Option<Words>, Stop> {
    let mut parents = vec![None; graph.nodes.len()];
    for (number, edge) in graph.edges.iter().enumerate() {
        if edge.to != 0 && parents[edge.to].is_none() {
            parents[edge.to] = Some(number);
        }
    }
    for taste in [Taste::Short, Taste::Different] {
        for (number, &leaf) in graph.leaves.iter().enumerate() {
            if LEAVES.is_exceeded(number + 1, budget) {
                break;
            }
            let Some(values) = leaf_words(&graph.nodes[leaf], sets, taste, budget)? else { continue };
            if let Some(words) = carried(graph, sets, &parents, (leaf, values), budget)?
                && fits(&words)
            {
                return Ok(Some(words));
            }
        }
    }
    Ok(None)
}

/// The words of the system that was given, from those of a leaf.
fn carried(
    graph: &Graph,
    sets: &Sets,
    parents: &[Option<usize>],
    (leaf, mut values): (usize, Words),
    budget: &Budget,
) -> Result<Option<Words>, Stop> {
    let mut at = leaf;
    while let Some(number) = parents[at] {
        budget.poll()?;
        let edge = &graph.edges[number];
        values = edge.images.iter().map(|side| spelled(side, &values, sets)).collect();
        at = edge.from;
        if values.iter().any(|word| CHARACTERS.is_exceeded(word.len(), budget)) {
            break;
        }
    }
    Ok((at == 0).then(|| graph.images.iter().map(|side| spelled(side, &values, sets)).collect()))
}

fn spelled(side: &Side, values: &Words, sets: &Sets) -> Vec<u32> {
    let mut word = Vec::new();
    for token in side {
        match token {
            Token::Character(class) => word.push(character(sets, *class as usize, 0)),
            Token::Variable(variable) => word.extend_from_slice(&values[*variable as usize]),
        }
    }
    word
}

/// A character of a class: its representative, or another one by its number, while there are enough.
fn character(sets: &Sets, class: usize, number: u32) -> u32 {
    let class = &sets.monoid().classes()[class];
    let representative = class.representative().unwrap_or(0);
    let other = representative.saturating_add(number);
    if class.contains(other) {
        other
    } else {
        class.nth(number % class.len().max(1)).unwrap_or(representative)
    }
}

/// Words for a system without equations: by taste, and powers of one word where they commute (*commutation*).
fn leaf_words(node: &Node, sets: &mut Sets, taste: Taste, budget: &Budget) -> Result<Option<Words>, Stop> {
    let characters = |sets: &Sets, word: Vec<usize>, number: u32| -> Vec<u32> {
        let number = if taste == Taste::Different { number } else { 0 };
        word.into_iter().map(|class| character(sets, class, number)).collect()
    };
    let mut values: Words = Vec::new();
    for (number, set) in (0..).zip(&node.sets) {
        let some = sets.both(*set, Sets::SOME, budget)?;
        let set = if taste == Taste::Different && !sets.is_none(some) { some } else { *set };
        let Some(word) = sets.shortest(set) else { return Ok(None) };
        values.push(characters(sets, word, number));
    }
    for class in classes(node, sets) {
        let members: Vec<_> = class.iter().map(|variable| node.sets[*variable as usize]).collect();
        let Some(root) = common_root(&members, sets, budget)? else { return Ok(None) };
        let word = characters(sets, sets.monoid().word(root), class[0]);
        let all = (0..node.sets.len() as u32).filter(|variable| node.commute(*variable, class[0]));
        let all: Vec<u32> = all.collect();
        let Some(times) = exponents(node, sets, root, &all, budget)? else { return Ok(None) };
        for (variable, times) in all.into_iter().zip(times) {
            values[variable as usize] = word.repeat(times);
        }
    }
    Ok(Some(values))
}

/// Small exponents of a root for variables that commute, of which the rows between them hold.
fn exponents(
    node: &Node,
    sets: &Sets,
    root: u32,
    variables: &[u32],
    budget: &Budget,
) -> Result<Option<Vec<usize>>, Stop> {
    let mut powers = vec![0];
    for exponent in 0..EXPONENT.most(budget) as usize {
        powers.push(sets.monoid().product(powers[exponent], root));
    }
    let fits = |variable: &u32| {
        let own = sets.get(node.sets[*variable as usize]);
        (0..powers.len()).filter(|times| own.contains(powers[*times] as usize)).collect::<Vec<usize>>()
    };
    let choices: Vec<Vec<usize>> = variables.iter().map(fits).collect();
    if choices.iter().any(Vec::is_empty) {
        return Ok(None);
    }
    let mut at = vec![0; choices.len()];
    for tried in 1.. {
        if EXPONENT_CHOICES.is_exceeded(tried, budget) {
            break;
        }
        budget.poll()?;
        let mut lengths = vec![0; node.sets.len()];
        for ((variable, choice), index) in variables.iter().zip(&choices).zip(&at) {
            lengths[*variable as usize] = choice[*index] as i64;
        }
        let is_inside = |row: &&Row| {
            let outside =
                |(variable, factor): (usize, &i64)| *factor != 0 && !variables.contains(&(variable as u32));
            row.constant == 0 && !row.factors.iter().enumerate().any(outside)
        };
        if node.rows.iter().filter(is_inside).all(|row| row.holds(&lengths)) {
            return Ok(Some(at.iter().zip(&choices).map(|(index, choice)| choice[*index]).collect()));
        }
        let Some(next) = (0..at.len()).find(|index| at[*index] + 1 < choices[*index].len()) else { break };
        at[next] += 1;
        at[..next].fill(0);
    }
    Ok(None)
}
