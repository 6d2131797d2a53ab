//! Words that come before each other, or lie within each other, in a circle are equal.
//!
//! `(str.<= x y)` and `(str.<= y x)` imply `(= x y)`, and so do `(str.prefixof x y)` and
//! `(str.contains x y)`. The same holds along longer circles. A circle with `(str.< x y)` has no solution.

use rustc_hash::FxHashMap;
use tress_base::Stop;

use tress_rewrite::problem::Fact;
use tress_term::term::{Op, Term, TermStore};

use super::Passes;

/// The first word is at most the second, or lies within it.
struct Edge {
    from: usize,
    to: usize,
    /// Must the words differ?
    strict: bool,
    fact: usize,
}

/// Words and what facts say of pairs of them.
#[derive(Default)]
struct Graph {
    strings: Vec<Term>,
    numbers: FxHashMap<Term, usize>,
    edges: Vec<Edge>,
}

impl Graph {
    fn number(&mut self, string: Term) -> usize {
        *self.numbers.entry(string).or_insert_with(|| {
            self.strings.push(string);
            self.strings.len() - 1
        })
    }

    fn add(&mut self, [from, to]: [Term; 2], strict: bool, fact: usize) {
        let [from, to] = [self.number(from), self.number(to)];
        self.edges.push(Edge { from, to, strict, fact });
    }

    /// For each word the number of its circle; words that are in none have one of their own.
    fn circles(&self, poll: impl Fn() -> Result<(), Stop>) -> Result<Vec<usize>, Stop> {
        let mut following: Vec<Vec<usize>> = vec![Vec::new(); self.strings.len()];
        self.edges.iter().for_each(|edge| following[edge.from].push(edge.to));
        let mut search = Search::new(self.strings.len());
        for string in 0..self.strings.len() {
            search.from(string, &following, &poll)?;
        }
        Ok(search.circle)
    }
}

/// Tarjan's search for strongly connected parts.
struct Search {
    /// When each word was met, from one on; zero before.
    met: Vec<usize>,
    lowest: Vec<usize>,
    open: Vec<usize>,
    is_open: Vec<bool>,
    circle: Vec<usize>,
    count: usize,
}

impl Search {
    fn new(strings: usize) -> Self {
        Self {
            met: vec![0; strings],
            lowest: vec![0; strings],
            open: Vec::new(),
            is_open: vec![false; strings],
            circle: (0..strings).collect(),
            count: 0,
        }
    }

    fn enter(&mut self, string: usize) {
        self.count += 1;
        (self.met[string], self.lowest[string]) = (self.count, self.count);
        self.open.push(string);
        self.is_open[string] = true;
    }

    fn from(
        &mut self,
        first: usize,
        following: &[Vec<usize>],
        poll: &impl Fn() -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if self.met[first] > 0 {
            return Ok(());
        }
        self.enter(first);
        let mut path = vec![(first, 0)];
        while let Some((string, next)) = path.last_mut() {
            poll()?;
            let string = *string;
            if let Some(other) = following[string].get(*next).copied() {
                *next += 1;
                if self.met[other] == 0 {
                    self.enter(other);
                    path.push((other, 0));
                } else if self.is_open[other] {
                    self.lowest[string] = self.lowest[string].min(self.met[other]);
                }
                continue;
            }
            path.pop();
            if let Some((before, _)) = path.last() {
                self.lowest[*before] = self.lowest[*before].min(self.lowest[string]);
            }
            if self.lowest[string] == self.met[string] {
                while let Some(member) = self.open.pop() {
                    self.is_open[member] = false;
                    self.circle[member] = string;
                    if member == string {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Passes<'_> {
    /// Makes equations of circles. True when there was one.
    pub(super) fn order_cycles(&mut self) -> Result<bool, Stop> {
        let [mut before, mut within] = [Graph::default(), Graph::default()];
        for (index, fact) in self.facts.iter().enumerate() {
            self.env.budget.poll()?;
            let store = &*self.env.store;
            let negated = store.op(fact.term) == Some(Op::Not);
            let atom = if negated { store.args(fact.term)[0] } else { fact.term };
            match (store.op(atom), store.args(atom), negated) {
                (Some(Op::StrLe), &[a, b], false) => before.add([a, b], false, index),
                (Some(Op::StrLe), &[a, b], true) => before.add([b, a], true, index),
                (Some(Op::PrefixOf), &[a, b], false) => {
                    before.add([a, b], false, index);
                    within.add([a, b], false, index);
                }
                (Some(Op::SuffixOf), &[a, b], false) => within.add([a, b], false, index),
                (Some(Op::Contains), &[a, b], false) => within.add([b, a], false, index),
                _ => {}
            }
        }
        Ok(self.close_circles(&before)? | self.close_circles(&within)?)
    }

    /// The words of each circle are equal, or the circle has no solution.
    fn close_circles(&mut self, graph: &Graph) -> Result<bool, Stop> {
        if graph.edges.len() < 2 {
            return Ok(false);
        }
        let circle = graph.circles(|| self.env.budget.poll())?;
        let mut found: FxHashMap<usize, (u32, bool)> = FxHashMap::default();
        let inner = |edge: &&Edge| circle[edge.from] == circle[edge.to] && edge.from != edge.to;
        for edge in graph.edges.iter().filter(inner) {
            let origin = self.facts[edge.fact].origin;
            let known = found.get(&circle[edge.from]).copied();
            let (joined, strict) = known.unwrap_or((origin, false));
            let joined = self.origins.join(joined, origin);
            found.insert(circle[edge.from], (joined, strict || edge.strict));
        }
        if found.is_empty() {
            return Ok(false);
        }
        for (string, number) in graph.strings.iter().zip(&circle) {
            let Some((origin, strict)) = found.get(number).copied() else { continue };
            let first = graph.strings[*number];
            let term = match strict {
                true => TermStore::FALSE,
                false if first == *string => continue,
                false => self.env.equal(first, *string),
            };
            self.facts.push(Fact { term, origin });
        }
        // The equations say what these did.
        for edge in graph.edges.iter().filter(inner).filter(|edge| !edge.strict) {
            self.facts[edge.fact].term = TermStore::TRUE;
        }
        self.count("order-cycles", found.len() as u64);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;

    const PASS: fn(&mut Passes<'_>) -> Result<bool, Stop> = |passes| passes.order_cycles();

    #[test]
    fn words_in_a_circle_are_equal() {
        check(PASS, &["(str.<= x y)", "(str.<= y x)"], &["(= x y)"]);
        check(PASS, &["(str.prefixof x y)", "(str.contains x y)"], &["(= x y)"]);
        check(PASS, &["(str.<= x y)", "(str.prefixof y z)", "(str.<= z x)"], &["(= x z)", "(= x y)"]);
    }

    #[test]
    fn a_strict_circle_has_no_solution() {
        check(PASS, &["(str.<= x y)", "(str.< y z)", "(str.<= z x)"], &["false"]);
    }

    #[test]
    fn what_is_in_no_circle_stays() {
        for facts in [["(str.<= x y)", "(str.<= x z)"], ["(str.suffixof x y)", "(str.<= y x)"]] {
            check(PASS, &facts, &facts);
        }
    }
}
