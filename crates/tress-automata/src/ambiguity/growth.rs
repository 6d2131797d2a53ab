//! IDA: loops between which the ways are as many as the rounds, and chains of such pairs.
//!
//! For two components triples of states are walked through: one way stays in the first, one stays in the
//! second, and one goes from the first to the second. A pair `p`, `q` has its word when `(p, q, q)` is
//! reached from `(p, p, q)`; with an edge back from each such end to its start, all pairs of two components
//! are one question about strongly connected components.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Cap, Stop};

use super::limits::TRIPLES;
use super::words::Search;
use super::{Graph, Pumped, Step, components};
use crate::charset::CharSet;

/// Two loops and a word that both read, by which the first also leads to the second.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// A state of the first loop.
    pub from: u32,
    /// A state of the second loop.
    pub to: u32,
    /// The word.
    pub pump: Vec<u32>,
    components: (u32, u32),
}

/// All pairs of loops of a graph.
#[derive(Clone, Debug)]
pub struct Growth {
    components: Vec<u32>,
    /// The pairs: one for every two components between which there is one.
    pub pairs: Vec<Pair>,
    /// Were there two components with too many triples to look at?
    pub incomplete: bool,
}

type Triple = (u32, u32, u32);

impl Growth {
    /// Looks at all pairs of components.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn new(graph: &Graph, budget: &Budget) -> Result<Growth, Stop> {
        let components = graph.components(budget)?;
        let looping = graph.looping(&components);
        let rooms = Rooms::new(graph, &components, &looping, budget)?;
        let mut growth = Growth { components: components.clone(), pairs: Vec::new(), incomplete: false };
        for from in (0..looping.len()).rev().filter(|&from| looping[from]) {
            for to in (0..from).rev().filter(|&to| looping[to]) {
                budget.poll()?;
                if !rooms.reaches(from, to) || !rooms.characters[from].intersects(&rooms.characters[to]) {
                    continue;
                }
                match rooms.pair(from, to)? {
                    Answer::Found(pair) => growth.pairs.push(pair),
                    Answer::None => {}
                    Answer::TooMany => growth.incomplete = true,
                }
            }
        }
        Ok(growth)
    }

    /// Chains of pairs, as indices into `pairs`, the longest first: each pair begins where the one before can
    /// lead. At most `most`, but always a longest one and every single pair.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn chains(&self, graph: &Graph, most: &Cap, budget: &Budget) -> Result<Vec<Vec<usize>>, Stop> {
        // Components have smaller numbers than those from which they are reached.
        let mut order: Vec<usize> = (0..self.pairs.len()).collect();
        order.sort_by_key(|&index| self.pairs[index].components);
        // For each pair those that can follow, and how long the longest chain from it is.
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); self.pairs.len()];
        let mut longest = vec![1; self.pairs.len()];
        for (rank, &index) in order.iter().enumerate() {
            for &later in &order[..rank] {
                budget.poll()?;
                let way = graph.path(&[self.pairs[index].to], self.pairs[later].from, |_| true, budget)?;
                if way.is_some() {
                    after[index].push(later);
                    longest[index] = longest[index].max(longest[later] + 1);
                }
            }
        }
        let by_length = |list: &mut Vec<usize>| list.sort_by_key(|&index| (longest[index], index));
        after.iter_mut().for_each(by_length);
        by_length(&mut order);
        // Depth first, always along the longest.
        let mut chains: Vec<Vec<usize>> = Vec::new();
        let mut open: Vec<Vec<usize>> = order.iter().map(|&index| vec![index]).collect();
        while let Some(chain) = open.pop() {
            budget.poll()?;
            if most.is_exceeded(chains.len() + 1, budget) {
                break;
            }
            if let Some(&last) = chain.last() {
                let longer = |&next: &usize| chain.iter().copied().chain([next]).collect();
                open.extend(after[last].iter().map(longer).collect::<Vec<Vec<usize>>>());
            }
            chains.push(chain);
        }
        chains.extend((0..self.pairs.len()).map(|index| vec![index]));
        chains.sort_by_key(|chain| std::cmp::Reverse(chain.len()));
        chains.dedup();
        Ok(chains)
    }

    /// Words for a chain: for every pair what leads to its first loop from what was before, and its pump.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn words(
        &self,
        graph: &Graph,
        chain: &[usize],
        budget: &Budget,
    ) -> Result<Option<Vec<Pumped>>, Stop> {
        let mut words = Vec::new();
        let mut before = graph.starts.clone();
        for &index in chain {
            let pair = &self.pairs[index];
            let Some(way) = graph.path(&before, pair.from, |_| true, budget)? else { return Ok(None) };
            words.push((way, pair.pump.clone()));
            before = vec![pair.to];
        }
        Ok(Some(words))
    }

    /// The component of a state.
    #[must_use]
    pub fn component(&self, state: u32) -> u32 {
        self.components[state as usize]
    }
}

enum Answer {
    None,
    Found(Pair),
    TooMany,
}

/// The components with what can be asked of them.
struct Rooms<'a> {
    graph: &'a Graph,
    budget: &'a Budget,
    components: &'a [u32],
    /// The characters on the loops of each component.
    characters: Vec<CharSet>,
    /// For each component those that it reaches, itself included.
    reached: Vec<fixedbitset::FixedBitSet>,
}

impl<'a> Rooms<'a> {
    fn new(
        graph: &'a Graph,
        components: &'a [u32],
        looping: &[bool],
        budget: &'a Budget,
    ) -> Result<Self, Stop> {
        let count = looping.len();
        let mut characters = vec![CharSet::empty(); count];
        let mut reached = vec![fixedbitset::FixedBitSet::with_capacity(count); count];
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (state, &component) in components.iter().enumerate() {
            members[component as usize].push(state);
        }
        for component in 0..count {
            reached[component].insert(component);
            for step in members[component].iter().flat_map(|&state| &graph.steps[state]) {
                budget.poll()?;
                let target = components[step.target as usize] as usize;
                if target == component {
                    characters[component] = characters[component].union(&step.set);
                } else {
                    let (smaller, larger) = reached.split_at_mut(component);
                    larger[0].union_with(&smaller[target]);
                }
            }
        }
        Ok(Self { graph, budget, components, characters, reached })
    }

    fn reaches(&self, from: usize, to: usize) -> bool {
        self.reached[from].contains(to)
    }

    fn home(&self, state: u32) -> usize {
        self.components[state as usize] as usize
    }

    /// The steps that stay in a component.
    fn within(&self, state: u32, component: usize) -> impl Iterator<Item = &Step> {
        self.graph.steps[state as usize].iter().filter(move |step| self.home(step.target) == component)
    }

    /// A pair of these two components.
    fn pair(&self, from: usize, to: usize) -> Result<Answer, Stop> {
        let states = |component: usize| {
            (0..self.components.len() as u32).filter(move |&state| self.home(state) == component)
        };
        let mut search: Search<Triple> = Search::new();
        let mut numbers: FxHashMap<Triple, u32> = FxHashMap::default();
        let mut nodes: Vec<Triple> = Vec::new();
        let mut edges: Vec<Vec<u32>> = Vec::new();
        for p in states(from) {
            for q in states(to) {
                self.budget.poll()?;
                search.reach((p, p, q), None);
            }
        }
        let number = |numbers: &mut FxHashMap<Triple, u32>, nodes: &mut Vec<Triple>, triple: Triple| {
            *numbers.entry(triple).or_insert_with(|| {
                nodes.push(triple);
                nodes.len() as u32 - 1
            })
        };
        while let Some(triple) = search.next() {
            if TRIPLES.is_exceeded(search.len(), self.budget) {
                return Ok(Answer::TooMany);
            }
            let here = number(&mut numbers, &mut nodes, triple) as usize;
            let mut targets = Vec::new();
            self.follow(triple, from, to, &mut |next, character| {
                search.reach(next, Some((triple, character)));
                targets.push(number(&mut numbers, &mut nodes, next));
            })?;
            if triple.1 == triple.2 {
                targets.push(number(&mut numbers, &mut nodes, (triple.0, triple.0, triple.2)));
            }
            edges.resize(edges.len().max(here + 1), Vec::new());
            edges[here] = targets;
        }
        edges.resize(nodes.len(), Vec::new());
        let next = |node: u32, index: usize| edges[node as usize].get(index).copied();
        let homes = components(nodes.len(), next, self.budget)?;
        for (index, &(p, middle, q)) in nodes.iter().enumerate() {
            if middle == q
                && let Some(&start) = numbers.get(&(p, p, q))
                && homes[start as usize] == homes[index]
                && let Some(pump) = self.pump(p, q, from, to)?
            {
                let components = (from as u32, to as u32);
                return Ok(Answer::Found(Pair { from: p, to: q, pump, components }));
            }
        }
        Ok(Answer::None)
    }

    /// Follows all three ways by one character.
    fn follow(
        &self,
        (first, middle, last): Triple,
        from: usize,
        to: usize,
        reach: &mut impl FnMut(Triple, u32),
    ) -> Result<(), Stop> {
        for a in self.within(first, from) {
            for c in self.within(last, to) {
                self.budget.poll()?;
                let both = a.set.intersection(&c.set);
                if both.is_empty() {
                    continue;
                }
                for b in &self.graph.steps[middle as usize] {
                    self.budget.poll()?;
                    if self.reaches(self.home(b.target), to)
                        && let Some(character) = both.intersection(&b.set).representative()
                    {
                        reach((a.target, b.target, c.target), character);
                    }
                }
            }
        }
        Ok(())
    }

    /// A shortest word for `p` and `q`.
    fn pump(&self, p: u32, q: u32, from: usize, to: usize) -> Result<Option<Vec<u32>>, Stop> {
        let mut search: Search<Triple> = Search::new();
        search.reach((p, p, q), None);
        while let Some(triple) = search.next() {
            if triple == (p, q, q) {
                return Ok(Some(search.word(triple).1));
            }
            self.follow(triple, from, to, &mut |next, character| {
                search.reach(next, Some((triple, character)))
            })?;
        }
        Ok(None)
    }
}
