//! Ways are counted one by one on the words that are shown, for graphs by hand and random ones.

use tress_base::Random;

use super::*;

/// A graph from lines `from character to`; state 0 is the start.
fn graph(edges: &[(u32, char, u32)]) -> Graph {
    let count = edges.iter().flat_map(|edge| [edge.0, edge.2]).max().map_or(1, |most| most as usize + 1);
    let mut graph = Graph { starts: vec![0], steps: vec![Vec::new(); count] };
    for &(from, character, target) in edges {
        let set = CharSet::single(u32::from(character));
        graph.steps[from as usize].push(Step { set, target, several: false });
    }
    graph
}

/// In how many ways the word can be read.
fn ways(graph: &Graph, word: &[u32]) -> f64 {
    let mut counts = vec![0.0; graph.steps.len()];
    graph.starts.iter().for_each(|&start| counts[start as usize] += 1.0);
    for &character in word {
        let mut next = vec![0.0; counts.len()];
        for (state, steps) in graph.steps.iter().enumerate() {
            for step in steps.iter().filter(|step| step.set.contains(character)) {
                next[step.target as usize] += counts[state] * if step.several { 2.0 } else { 1.0 };
            }
        }
        counts = next;
    }
    counts.iter().sum()
}

fn doubles(graph: &Graph) -> bool {
    let loops = doubling_loops(graph, graph, &Budget::unlimited()).expect("no limit");
    for found in &loops {
        let mut word = found.prefix.clone();
        (0..20).for_each(|_| word.extend(&found.pump));
        assert!(ways(graph, &word) >= f64::from(1 << 20), "{found:?}");
    }
    !loops.is_empty()
}

static TEN: tress_base::Cap = tress_base::Cap::new("test.chains", 10, "Chains.");

/// The length of the longest chain, whose words are read in as many ways as they should.
fn degree(graph: &Graph) -> usize {
    let budget = Budget::unlimited();
    let growth = Growth::new(graph, &budget).expect("no limit");
    let chains = growth.chains(graph, &TEN, &budget).expect("no limit");
    let chain = chains.first().cloned().unwrap_or_default();
    let words = growth.words(graph, &chain, &budget).expect("no limit").expect("a chain has words");
    let count = |rounds: usize| {
        let mut word = Vec::new();
        for (fixed, pump) in &words {
            word.extend(fixed);
            (0..rounds).for_each(|_| word.extend(pump));
        }
        ways(graph, &word)
    };
    let slope = (count(400) / count(200)).log2();
    assert!(slope > chain.len() as f64 - 0.2, "{chain:?} grows with {slope}");
    chain.len()
}

#[test]
fn ways_double() {
    assert!(doubles(&graph(&[(0, 'a', 1), (0, 'a', 2), (1, 'a', 0), (2, 'a', 0)])));
    assert!(doubles(&graph(&[(0, 'x', 1), (1, 'a', 1), (1, 'a', 2), (2, 'b', 1), (1, 'b', 1)])));
    let mut twice = graph(&[(0, 'a', 0)]);
    assert!(!doubles(&twice));
    twice.steps[0][0].several = true;
    assert!(doubles(&twice));
}

#[test]
fn ways_do_not_double() {
    assert!(!doubles(&graph(&[(0, 'a', 1), (0, 'b', 2), (1, 'a', 0), (2, 'a', 0)])));
    assert!(!doubles(&graph(&[(0, 'a', 0), (0, 'a', 1), (1, 'a', 1)])));
}

/// Loops may be asked for that leave characters out; the way to them may use all.
#[test]
fn loops_without_some_characters() {
    let edges = [(0, 'x', 1), (1, 'x', 1), (1, 'x', 2), (2, 'x', 1), (1, 'a', 2), (2, 'a', 1), (1, 'a', 1)];
    let whole = graph(&edges);
    let part = whole.without(&CharSet::single(u32::from('x')));
    let found = doubling_loops(&whole, &part, &Budget::unlimited()).expect("no limit");
    assert!(!found.is_empty());
    assert!(found.iter().all(|found| found.prefix.contains(&120) && !found.pump.contains(&120)), "{found:?}");
    let none = whole.without(&CharSet::range(97, 122));
    assert!(doubling_loops(&whole, &none, &Budget::unlimited()).expect("no limit").is_empty());
}

#[test]
fn chains_have_degrees() {
    assert_eq!(degree(&graph(&[(0, 'a', 0)])), 0);
    assert_eq!(degree(&graph(&[(0, 'a', 0), (0, 'a', 1), (1, 'a', 1)])), 1);
    assert_eq!(degree(&graph(&[(0, 'a', 0), (0, 'b', 1), (1, 'a', 1)])), 0);
    assert_eq!(degree(&graph(&[(0, 'a', 0), (0, 'a', 1), (1, 'a', 1), (1, 'a', 2), (2, 'a', 2)])), 2);
    let two = [(0, 'a', 0), (0, 'a', 1), (1, 'a', 1), (1, 'b', 2), (2, 'c', 2), (2, 'c', 3), (3, 'c', 3)];
    assert_eq!(degree(&graph(&two)), 2);
}

/// The edges of states that can be reached.
fn reachable(edges: Vec<(u32, char, u32)>) -> Vec<(u32, char, u32)> {
    let mut reached = vec![0];
    let mut at = 0;
    while at < reached.len() {
        let next: Vec<u32> = edges.iter().filter(|edge| edge.0 == reached[at]).map(|edge| edge.2).collect();
        reached.extend(
            next.into_iter()
                .filter(|state| !reached.contains(state))
                .collect::<std::collections::BTreeSet<_>>(),
        );
        at += 1;
    }
    edges.into_iter().filter(|edge| reached.contains(&edge.0)).collect()
}

/// What is found is compared with the most ways that any short word has.
#[test]
fn random_graphs_grow_as_told() {
    let mut random = Random::new(41);
    let (mut doubling, mut growing) = (0, 0);
    for _ in 0..400 {
        let states = 1 + random.below(4) as u32;
        let edges: Vec<(u32, char, u32)> = (0..1 + random.below(7))
            .map(|_| {
                let character = if random.chance(1, 2) { 'a' } else { 'b' };
                let (from, to) = (random.below(states as usize) as u32, random.below(states as usize) as u32);
                // Mostly forwards, so that not everything is one loop.
                if random.chance(3, 4) {
                    (from.min(to), character, from.max(to))
                } else {
                    (from, character, to)
                }
            })
            .collect();
        let graph = graph(&reachable(edges.clone()));
        if doubles(&graph) {
            doubling += 1;
            continue;
        }
        let degree = degree(&graph);
        growing += usize::from(degree > 0);
        // Without doubling the ways of the best word of length n are at most c·nᵈ.
        let most = |length: u32| {
            (0..1u32 << length)
                .map(|bits| {
                    let word: Vec<u32> = (0..length).map(|i| 97 + (bits >> i & 1)).collect();
                    ways(&graph, &word)
                })
                .fold(0.0, f64::max)
        };
        let (small, large) = (most(5), most(10));
        assert!(large <= (small + 4.0) * 2.2f64.powi(degree as i32), "{edges:?}: {small} {large} {degree}");
    }
    assert!(doubling > 40 && growing > 10, "{doubling} {growing}");
}
