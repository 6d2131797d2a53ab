//! Random string graphs, after section 4.2 of the thesis: 5 or 10 constraints of 13 kinds on at most 6
//! symbols.

use tress_base::Random;
use tress_second::graphs::{Graph, Kind, NumberId, StringId};

/// The kinds that are generated.
const KINDS: [Kind; 13] = [
    Kind::CharAt,
    Kind::Concat,
    Kind::Contains,
    Kind::EndsWith,
    Kind::Equal,
    Kind::IndexOf,
    Kind::NotContains,
    Kind::NotEndsWith,
    Kind::NotEqual,
    Kind::NotStartsWith,
    Kind::StartsWith,
    Kind::Substring,
    Kind::Trim,
];

/// Symbols of each sort: together as many as the thesis allows.
const STRINGS: usize = 4;
const NUMBERS: usize = 2;

/// A graph that grows.
struct Draw<'a> {
    random: &'a mut Random,
    graph: Graph,
    strings: Vec<StringId>,
    numbers: Vec<NumberId>,
    results: Vec<StringId>,
}

/// A graph, and how many constraints were generated for it.
pub(super) fn draw(random: &mut Random) -> (Graph, usize) {
    let count = if random.chance(1, 2) { 5 } else { 10 };
    let mut graph = Graph::new();
    let strings = (0..STRINGS).map(|at| graph.string(format!("s{at}"))).collect();
    let numbers = (0..NUMBERS).map(|at| graph.number(format!("x{at}"))).collect();
    let mut draw = Draw { random, graph, strings, numbers, results: Vec::new() };
    for origin in 0..count {
        draw.edge(origin);
    }
    (draw.graph, count as usize)
}

impl Draw<'_> {
    fn edge(&mut self, origin: u32) {
        let kind = *self.random.pick(&KINDS);
        let (strings, numbers) = kind.shape();
        let mut own: Vec<StringId> = Vec::new();
        for at in 0..strings {
            own.push(if kind.makes_string() && at + 1 == strings {
                let result = self.graph.string(format!("r{origin}"));
                self.results.push(result);
                result
            } else {
                self.string()
            });
        }
        let numbers: Vec<NumberId> =
            (0..numbers).map(|at| self.number(kind == Kind::CharAt && at == 1)).collect();
        self.graph.edge(kind, &own, &numbers, &[origin]);
    }

    /// A symbol, a result, or a constant of printable characters.
    fn string(&mut self) -> StringId {
        match self.random.below(10) {
            0..5 => *self.random.pick(&self.strings),
            5..7 if !self.results.is_empty() => *self.random.pick(&self.results),
            _ => {
                let length = 1 + self.random.below(4);
                let word: Vec<u32> = (0..length).map(|_| 32 + self.random.below(95) as u32).collect();
                self.graph.word(&word)
            }
        }
    }

    /// A symbol or a constant: a code, or a position.
    fn number(&mut self, is_code: bool) -> NumberId {
        if self.random.chance(1, 2) {
            return *self.random.pick(&self.numbers);
        }
        let value = if is_code { 32 + self.random.below(95) } else { self.random.below(10) };
        self.graph.constant(value)
    }
}
