//! What two edges on one string together imply for integers, by one rule each.
//!
//! P1 to P4 are printed in the thesis (P3 corrected: a search may fail); the others are in their spirit.
//! Every rule holds for total operations, so each keeps all solutions.

use std::collections::BTreeMap;

use tress_base::{Budget, Stop};
use tress_term::eval::LAST_BLANK;

use super::clause::{Linear, NumberId, at_most, from, up_to};
use super::graph::{Edge, Graph, StringId};
use super::kind::Kind;

/// How often each rule was used, by the name of its counter.
pub type Fired = BTreeMap<&'static str, u64>;

/// Characters of a constant that pair rules look at. It bounds the clauses of one rule, which has no budget.
const MOST_CHARACTERS: usize = 16;

/// What a pair of edges implies: sums of which one is at most zero. Empty if the rule does not apply.
type PairRule = fn(&mut Graph, &Edge, &Edge) -> Vec<Vec<Linear>>;

/// The rules with the names of their counters.
static PAIRS: [(&str, PairRule); 17] = [
    ("graph-P1", char_at_char_at),
    ("graph-P2", search_char_at),
    ("graph-P3", search_search_from),
    ("graph-P4", starts_with_char_at),
    ("graph-contains-search", contains_search),
    ("graph-not-contains-search", not_contains_search),
    ("graph-starts-with-search", starts_with_search),
    ("graph-not-starts-with-search", not_starts_with_search),
    ("graph-ends-with-search", ends_with_search),
    ("graph-not-ends-with-search", not_ends_with_search),
    ("graph-first-last", first_last),
    ("graph-letter-char-at", character_char_at),
    ("graph-ends-with-char-at", ends_with_char_at),
    ("graph-trim-blank", trim_blank),
    ("graph-trim-char-at", trim_char_at),
    ("graph-substring-char-at", substring_char_at),
    ("graph-concat-char-at", concat_char_at),
];

impl Graph {
    /// Applies every rule to every pair of the present edges, in both orders.
    pub(super) fn pair_up(&mut self, fired: &mut Fired, budget: &Budget) -> Result<(), Stop> {
        let edges = self.edges.clone();
        for (at, a) in edges.iter().enumerate() {
            for (other, b) in edges.iter().enumerate() {
                budget.poll()?;
                // A rule for two edges of one kind sees each pair once.
                if at == other || (a.kind == b.kind && other < at) {
                    continue;
                }
                let origins = [self.origins(a), self.origins(b)].concat();
                for (name, rule) in PAIRS {
                    let clauses = rule(self, a, b);
                    if !clauses.is_empty() {
                        *fired.entry(name).or_default() += 1;
                    }
                    clauses.into_iter().for_each(|clause| self.clause(clause, &origins));
                }
            }
        }
        Ok(())
    }

    fn known_word(&self, string: StringId) -> Option<&[u32]> {
        self.vertex(string).word.as_deref()
    }
}

/// What a search looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Needle {
    Word(Vec<u32>),
    String(StringId),
    Code(NumberId),
}

fn needle_of(graph: &Graph, string: StringId) -> Needle {
    graph.known_word(string).map_or(Needle::String(string), |word| Needle::Word(word.to_vec()))
}

/// The parts of a search.
struct Search {
    needle: Needle,
    result: NumberId,
    is_first: bool,
    is_limited: bool,
}

fn search(graph: &Graph, edge: &Edge) -> Option<Search> {
    let is_first = edge.kind.label() == "indexOf";
    if !is_first && edge.kind.label() != "lastIndexOf" {
        return None;
    }
    let needle = match edge.strings.get(1) {
        Some(string) => needle_of(graph, *string),
        None => match graph.value(edge.numbers[0]).and_then(tress_base::Int::to_u32) {
            Some(code) => Needle::Word(vec![code]),
            None => Needle::Code(edge.numbers[0]),
        },
    };
    let is_limited = edge.numbers.len() - usize::from(edge.strings.len() == 1) > 1;
    Some(Search { needle, result: *edge.numbers.last()?, is_first, is_limited })
}

/// A predicate and a search for its second string in its first.
fn predicate_search(graph: &Graph, kind: Kind, a: &Edge, b: &Edge) -> Option<Search> {
    let found = search(graph, b)?;
    let same =
        a.kind == kind && a.strings[0] == b.strings[0] && needle_of(graph, a.strings[1]) == found.needle;
    same.then_some(found)
}

/// A string with a character read from it: its position and its code.
fn read_from(a: StringId, b: &Edge) -> Option<(NumberId, NumberId)> {
    (b.kind == Kind::CharAt && b.strings[0] == a).then(|| (b.numbers[0], b.numbers[1]))
}

/// `x = y`, unless one of the others holds.
fn equal_or(x: NumberId, y: NumberId, others: &[Linear]) -> Vec<Vec<Linear>> {
    [at_most(x, 0, y), at_most(y, 0, x)].map(|side| [others, &[side]].concat()).to_vec()
}

/// `x` is this number, unless one of the others holds.
fn is_or(x: NumberId, value: u32, others: &[Linear]) -> Vec<Vec<Linear>> {
    let value = i64::from(value);
    [up_to(x, value), from(x, value)].map(|side| [others, &[side]].concat()).to_vec()
}

fn char_at_char_at(_: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    if a.kind != Kind::CharAt {
        return Vec::new();
    }
    let Some((position, code)) = read_from(a.strings[0], b) else { return Vec::new() };
    let apart = [at_most(a.numbers[0], 1, position), at_most(position, 1, a.numbers[0])];
    equal_or(a.numbers[1], code, &apart)
}

fn search_char_at(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    let (Some(found), Some((position, code))) = (search(graph, a), read_from(a.strings[0], b)) else {
        return Vec::new();
    };
    let result = found.result;
    let mut apart = vec![up_to(result, -1), at_most(result, 1, position), at_most(position, 1, result)];
    match found.needle {
        Needle::Word(word) => word.first().map_or_else(Vec::new, |first| is_or(code, *first, &apart)),
        Needle::Code(own) => equal_or(code, own, &apart),
        Needle::String(needle) => {
            let own = first_code(graph, needle);
            apart.push(up_to(graph.length(needle), 0));
            equal_or(code, own, &apart)
        }
    }
}

/// The code of the first character of a string: that of an edge which is there, or of a new one.
fn first_code(graph: &mut Graph, string: StringId) -> NumberId {
    let zero = graph.constant(0);
    let reads = |edge: &&Edge| read_from(string, edge).is_some_and(|(position, _)| position == zero);
    if let Some(edge) = graph.edges.iter().find(reads) {
        return edge.numbers[1];
    }
    let code = graph.number("first");
    graph.edge(Kind::CharAt, &[string], &[zero, code], &[]);
    code
}

fn search_search_from(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    let (Some(one), Some(two)) = (search(graph, a), search(graph, b)) else { return Vec::new() };
    let fits = one.is_first && two.is_first && !one.is_limited && two.is_limited;
    if !fits || a.strings[0] != b.strings[0] || one.needle != two.needle {
        return Vec::new();
    }
    let missing = up_to(two.result, -1);
    vec![vec![missing.clone(), at_most(one.result, 0, two.result)], vec![missing, from(one.result, 0)]]
}

fn starts_with_char_at(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    let Some((position, code)) = read_from(a.strings[0], b).filter(|_| a.kind == Kind::StartsWith) else {
        return Vec::new();
    };
    let Some(word) = graph.known_word(a.strings[1]) else { return Vec::new() };
    let characters = word.iter().take(MOST_CHARACTERS).zip(0..);
    characters
        .flat_map(|(character, at)| {
            is_or(code, *character, &[up_to(position, at - 1), from(position, at + 1)])
        })
        .collect()
}

fn contains_search(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    let found = predicate_search(graph, Kind::Contains, a, b).filter(|found| !found.is_limited);
    found.map_or_else(Vec::new, |found| vec![vec![from(found.result, 0)]])
}

fn not_contains_search(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    let found = predicate_search(graph, Kind::NotContains, a, b);
    found.map_or_else(Vec::new, |found| vec![vec![up_to(found.result, -1)]])
}

fn starts_with_search(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    let found = predicate_search(graph, Kind::StartsWith, a, b);
    let found = found.filter(|found| found.is_first && !found.is_limited);
    found.map_or_else(Vec::new, |found| is_or(found.result, 0, &[]))
}

fn not_starts_with_search(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    let found = predicate_search(graph, Kind::NotStartsWith, a, b);
    found.map_or_else(Vec::new, |found| vec![vec![up_to(found.result, -1), from(found.result, 1)]])
}

/// The position at which the second string of a predicate begins if it ends the first: `result` is there.
fn at_end(graph: &Graph, a: &Edge, result: NumberId) -> [Linear; 2] {
    let (whole, part) = (graph.length(a.strings[0]), graph.length(a.strings[1]));
    [
        Linear::of(&[(result, 1), (part, 1), (whole, -1)], 0),
        Linear::of(&[(result, -1), (part, -1), (whole, 1)], 0),
    ]
}

fn ends_with_search(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    let found = predicate_search(graph, Kind::EndsWith, a, b);
    let found = found.filter(|found| !found.is_first && !found.is_limited);
    found.map_or_else(Vec::new, |found| at_end(graph, a, found.result).map(|side| vec![side]).to_vec())
}

fn not_ends_with_search(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    let Some(found) = predicate_search(graph, Kind::NotEndsWith, a, b) else { return Vec::new() };
    let [before, behind] = at_end(graph, a, found.result).map(|side| side.negated());
    vec![vec![up_to(found.result, -1), before, behind]]
}

fn first_last(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    let (Some(one), Some(two)) = (search(graph, a), search(graph, b)) else { return Vec::new() };
    let fits = one.is_first && !two.is_first && !one.is_limited && !two.is_limited;
    if !fits || a.strings[0] != b.strings[0] || one.needle != two.needle {
        return Vec::new();
    }
    vec![vec![at_most(one.result, 0, two.result)], vec![up_to(two.result, -1), from(one.result, 0)]]
}

fn character_char_at(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    let (Some(found), Some((position, code))) = (search(graph, a), read_from(a.strings[0], b)) else {
        return Vec::new();
    };
    let mut others = match found.needle {
        Needle::Word(word) if word.len() == 1 => {
            let character = i64::from(word[0]);
            vec![up_to(code, character - 1), from(code, character + 1)]
        }
        Needle::Code(own) => vec![up_to(code, -1), at_most(code, 1, own), at_most(own, 1, code)],
        _ => return Vec::new(),
    };
    if found.is_limited {
        return Vec::new();
    }
    let (early, late) = if found.is_first { (found.result, position) } else { (position, found.result) };
    let mut clauses = vec![[others.as_slice(), &[at_most(early, 0, late)]].concat()];
    others.push(from(found.result, 0));
    clauses.push(others);
    clauses
}

fn ends_with_char_at(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    let Some((position, code)) = read_from(a.strings[0], b).filter(|_| a.kind == Kind::EndsWith) else {
        return Vec::new();
    };
    let whole = graph.length(a.strings[0]);
    let Some(word) = graph.known_word(a.strings[1]) else { return Vec::new() };
    let characters = word.iter().rev().take(MOST_CHARACTERS).zip(1..);
    // The character so far from the end.
    characters
        .flat_map(|(character, back)| {
            let apart =
                [at_most(position, back + 1, whole), Linear::of(&[(whole, 1), (position, -1)], 1 - back)];
            is_or(code, *character, &apart)
        })
        .collect()
}

fn trim_blank(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    if a.kind != Kind::Trim || a.strings[0] != b.strings[0] {
        return Vec::new();
    }
    let word = b.strings.get(1).and_then(|string| graph.known_word(*string));
    let end = match b.kind {
        Kind::StartsWith => word.and_then(<[u32]>::first),
        Kind::EndsWith => word.and_then(<[u32]>::last),
        _ => None,
    };
    match end {
        Some(character) if *character <= LAST_BLANK => {
            vec![vec![at_most(graph.length(a.strings[1]), 1, graph.length(a.strings[0]))]]
        }
        _ => Vec::new(),
    }
}

fn trim_char_at(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    if a.kind != Kind::Trim {
        return Vec::new();
    }
    let Some((position, code)) = read_from(a.strings[1], b) else { return Vec::new() };
    if graph.value(position).is_none_or(|position| !position.is_zero()) {
        return Vec::new();
    }
    vec![vec![up_to(code, -1), from(code, i64::from(LAST_BLANK) + 1)]]
}

/// A new edge: the code at a position of a string that lies so far before a position of another.
fn shifted(graph: &mut Graph, string: StringId, position: NumberId, by: NumberId) -> NumberId {
    let (own, code) = (graph.number("place"), graph.number("code"));
    graph.equation(&Linear::of(&[(own, 1), (by, 1), (position, -1)], 0), &[]);
    graph.edge(Kind::CharAt, &[string], &[own, code], &[]);
    code
}

fn substring_char_at(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    if a.kind != Kind::Substring || a.strings[0] == a.strings[1] {
        return Vec::new();
    }
    let Some((position, code)) = read_from(a.strings[0], b) else { return Vec::new() };
    let start = a.numbers[0];
    let own = shifted(graph, a.strings[1], position, start);
    equal_or(own, code, &[at_most(position, 1, start), up_to(start, -1)])
}

fn concat_char_at(graph: &mut Graph, a: &Edge, b: &Edge) -> Vec<Vec<Linear>> {
    if a.kind != Kind::Concat {
        return Vec::new();
    }
    let Some((position, code)) = read_from(a.strings[2], b) else { return Vec::new() };
    let first = graph.length(a.strings[0]);
    let own = graph.number("code");
    graph.edge(Kind::CharAt, &[a.strings[0]], &[position, own], &[]);
    let mut clauses = equal_or(own, code, &[at_most(first, 0, position)]);
    let own = shifted(graph, a.strings[1], position, first);
    clauses.extend(equal_or(own, code, &[at_most(position, 1, first)]));
    clauses
}
