//! Relations that follow from relations, and those that others make superfluous.
//!
//! The order is closed under transitivity; what begins, ends or contains is closed under
//! containment. A cycle of the order with a strict step, or something that must occur and must not, is a
//! conflict, reported with the facts it rests on.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::Stop;

use tress_rewrite::env::Env;

use super::limits::STRINGS;
use super::relation::{Edge, Graph, Node, Relation};

/// What was found.
pub(super) enum Inferred {
    Conflict(Vec<u32>),
    Fine,
}

/// The facts behind two relations.
pub(super) fn joined(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all
}

/// Closes a graph; its edges grow by what is inferred and lose what is consumed.
pub(super) fn close(env: &mut Env<'_>, graph: &mut Graph) -> Result<Inferred, Stop> {
    if STRINGS.is_exceeded(graph.strings.len(), env.budget) {
        return Ok(Inferred::Fine);
    }
    let direct: Vec<Edge> = graph.edges.iter().flat_map(implied).collect();
    env.stats.add("parray-inferred", direct.len() as u64);
    let all: Vec<Edge> = graph.edges.iter().cloned().chain(direct.iter().cloned()).collect();
    if let Some(origins) = order(env, graph.strings.len(), &all)? {
        return Ok(Inferred::Conflict(origins));
    }
    if let Some(origins) = containment(env, graph.strings.len(), &all)? {
        return Ok(Inferred::Conflict(origins));
    }
    consume(env, graph);
    Ok(Inferred::Fine)
}

/// What one relation implies besides itself.
fn implied(edge: &Edge) -> Vec<Edge> {
    let relations = match &edge.relation {
        Relation::Begins(s, t) => vec![Relation::AtLeast(*s, *t, false), Relation::Contains(*s, *t)],
        Relation::Ends(s, t) => vec![Relation::Contains(*s, *t)],
        Relation::Equal(s, t) => {
            let both = |a, b| [Relation::AtLeast(a, b, false), Relation::Contains(a, b)];
            [both(*s, *t), both(*t, *s)].concat()
        }
        Relation::Concat(s, parts) => {
            let front = parts.first().map(|first| Relation::AtLeast(*s, *first, false));
            front.into_iter().chain(parts.iter().map(|part| Relation::Contains(*s, *part))).collect()
        }
        Relation::Substring(part, s, ..) | Relation::Trimmed(part, s) => vec![Relation::Contains(*s, *part)],
        _ => Vec::new(),
    };
    relations.into_iter().map(|relation| Edge { relation, origins: edge.origins.clone() }).collect()
}

type Table<T> = FxHashMap<(Node, Node), (T, Vec<u32>)>;

/// Is a string greater than itself? Then by which facts?
fn order(env: &mut Env<'_>, strings: usize, edges: &[Edge]) -> Result<Option<Vec<u32>>, Stop> {
    let mut table: Table<bool> = FxHashMap::default();
    for edge in edges {
        if let Relation::AtLeast(a, b, strict) = edge.relation {
            let known = table.get(&(a, b)).is_some_and(|(known, _)| *known || !strict);
            if !known {
                table.insert((a, b), (strict, edge.origins.clone()));
            }
        }
    }
    let inferred = transitive(env, strings, &mut table, |a, b| a || b, |old, new| new && !old)?;
    env.stats.add("parray-inferred", inferred);
    let cycle = (0..strings).find_map(|node| table.get(&(node, node)).filter(|(strict, _)| *strict));
    Ok(cycle.map(|(_, origins)| origins.clone()))
}

/// Must something occur that must not?
fn containment(env: &mut Env<'_>, strings: usize, edges: &[Edge]) -> Result<Option<Vec<u32>>, Stop> {
    let mut table: Table<()> = FxHashMap::default();
    for edge in edges {
        if let Relation::Contains(a, b) = edge.relation {
            table.entry((a, b)).or_insert_with(|| ((), edge.origins.clone()));
        }
    }
    let inferred = transitive(env, strings, &mut table, |(), ()| (), |(), ()| false)?;
    env.stats.add("parray-inferred", inferred);
    let mut conflicts = edges.iter().filter_map(|edge| match edge.relation {
        Relation::NotContains(a, b) if a == b => Some(edge.origins.clone()),
        Relation::NotContains(a, b) => table.get(&(a, b)).map(|(_, origins)| joined(origins, &edge.origins)),
        _ => None,
    });
    Ok(conflicts.next())
}

/// Closes a table under transitivity; returns how many relations are new.
fn transitive<T: Copy>(
    env: &mut Env<'_>,
    strings: usize,
    table: &mut Table<T>,
    join: impl Fn(T, T) -> T,
    better: impl Fn(T, T) -> bool,
) -> Result<u64, Stop> {
    let mut new = 0;
    for middle in 0..strings {
        env.budget.poll_many(1 + strings as u64)?;
        let into: Vec<Node> = (0..strings).filter(|a| table.contains_key(&(*a, middle))).collect();
        let out: Vec<Node> = (0..strings).filter(|b| table.contains_key(&(middle, *b))).collect();
        for a in &into {
            for b in &out {
                let ((first, one), (second, other)) = (&table[&(*a, middle)], &table[&(middle, *b)]);
                let found = (join(*first, *second), joined(one, other));
                let known = table.get(&(*a, *b)).map(|(known, _)| *known);
                if known.is_none_or(|known| better(known, found.0)) {
                    table.insert((*a, *b), found);
                    new += 1;
                }
            }
        }
    }
    Ok(new)
}

/// Removes what another relation implies: what begins or ends with a word contains it.
fn consume(env: &mut Env<'_>, graph: &mut Graph) {
    let stronger: FxHashSet<(Node, Node)> = graph
        .edges
        .iter()
        .filter_map(|edge| match edge.relation {
            Relation::Begins(a, b) | Relation::Ends(a, b) => Some((a, b)),
            _ => None,
        })
        .collect();
    let before = graph.edges.len();
    let mut seen: FxHashSet<Relation> = FxHashSet::default();
    graph.edges.retain(|edge| match &edge.relation {
        Relation::Contains(a, b) if stronger.contains(&(*a, *b)) => false,
        relation => seen.insert(relation.clone()),
    });
    env.stats.add("parray-consumed", (before - graph.edges.len()) as u64);
}
