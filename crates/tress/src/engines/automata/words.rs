//! Words for a system, from the leaves of its graph.

use tress_automata::monoid::Sets;
use tress_base::{Budget, Stop};

use super::commute::{classes, common_root};
use super::graph::Graph;
use super::node::{Node, Row, Side, Token};

/// Leaves from which words are made.
const MOST_LEAVES: usize = 16;
/// Letters of a word that is tried.
const MOST_LETTERS: usize = 10_000;

/// The largest exponent of a root, and how many choices of exponents are tried.
const MOST_EXPONENT: usize = 8;
const MOST_CHOICES: usize = 2000;

/// Words as classes of letters, one for each variable.
type Words = Vec<Vec<u32>>;

/// Words of a solution that satisfy `fits`, as letters.
pub(super) fn words(
    graph: &Graph,
    sets: &Sets,
    fits: impl Fn(&Words) -> bool,
    budget: &Budget,
) -> Result<Option<Words>, Stop> {
    let mut parents = vec![None; graph.nodes.len()];
    for (number, edge) in graph.edges.iter().enumerate() {
        if edge.to != 0 && parents[edge.to].is_none() {
            parents[edge.to] = Some(number);
        }
    }
    for &leaf in graph.leaves.iter().take(MOST_LEAVES) {
        let Some(mut values) = leaf_words(&graph.nodes[leaf], sets, budget)? else { continue };
        let mut at = leaf;
        while let Some(number) = parents[at] {
            budget.poll()?;
            let edge = &graph.edges[number];
            values = edge.images.iter().map(|side| spelled(side, &values)).collect();
            at = edge.from;
            if values.iter().any(|word| word.len() > MOST_LETTERS) {
                break;
            }
        }
        if at != 0 {
            continue;
        }
        let classes: Words = graph.images.iter().map(|side| spelled(side, &values)).collect();
        let letter = |class: &u32| sets.monoid().classes()[*class as usize].representative().unwrap_or(0);
        let letters: Words = classes.iter().map(|word| word.iter().map(letter).collect()).collect();
        if fits(&letters) {
            return Ok(Some(letters));
        }
    }
    Ok(None)
}

fn spelled(side: &Side, values: &Words) -> Vec<u32> {
    let mut word = Vec::new();
    for token in side {
        match token {
            Token::Letter(letter) => word.push(*letter),
            Token::Variable(variable) => word.extend_from_slice(&values[*variable as usize]),
        }
    }
    word
}

/// Words for a system without equations, as classes: shortest ones, and powers of one word where they commute.
fn leaf_words(node: &Node, sets: &Sets, budget: &Budget) -> Result<Option<Words>, Stop> {
    let classes_of = |word: Vec<usize>| word.into_iter().map(|class| class as u32).collect::<Vec<u32>>();
    let mut values: Words = Vec::new();
    for set in &node.sets {
        let Some(word) = sets.shortest(*set) else { return Ok(None) };
        values.push(classes_of(word));
    }
    for class in classes(node, sets) {
        let members: Vec<_> = class.iter().map(|variable| node.sets[*variable as usize]).collect();
        let Some(root) = common_root(&members, sets, budget)? else { return Ok(None) };
        let word = classes_of(sets.monoid().word(root));
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
    for place in 0..MOST_EXPONENT {
        powers.push(sets.monoid().product(powers[place], root));
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
    for _ in 0..MOST_CHOICES {
        budget.poll()?;
        let mut lengths = vec![0; node.sets.len()];
        for ((variable, choice), place) in variables.iter().zip(&choices).zip(&at) {
            lengths[*variable as usize] = choice[*place] as i64;
        }
        let is_inside = |row: &&Row| {
            let outside =
                |(variable, factor): (usize, &i64)| *factor != 0 && !variables.contains(&(variable as u32));
            row.constant == 0 && !row.factors.iter().enumerate().any(outside)
        };
        if node.rows.iter().filter(is_inside).all(|row| row.holds(&lengths)) {
            return Ok(Some(at.iter().zip(&choices).map(|(place, choice)| choice[*place]).collect()));
        }
        let Some(next) = (0..at.len()).find(|place| at[*place] + 1 < choices[*place].len()) else { break };
        at[next] += 1;
        at[..next].fill(0);
    }
    Ok(None)
}
