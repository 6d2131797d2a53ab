//! The search: one variable after the other, and back to the choice that a failure rests on.

use smallvec::SmallVec;
use tress_base::{Budget, Stop};

use crate::regex::{Regex, RegexStore};

use super::conflict::{Conflict, Nogoods};
use super::graph::{FollowGraph, Position};
use super::states::{Reach, StateId, States};
use super::trace::{Event, Status};
use super::walk::Walk;
use super::{Answer, Counts, Order, System};

/// The level of what holds from the start.
const ROOT: usize = usize::MAX;

/// The state before a part, and the level of the search that chose it.
#[derive(Clone, Copy)]
struct Border {
    state: StateId,
    level: usize,
}

/// Borders with the states that an alternative gives them.
type Settings = SmallVec<[(Position, StateId); 4]>;

/// What is chosen at a level.
enum Choice {
    /// The state before a position, among those that can be reached from an earlier border.
    Guess { border: Position, from: Position, reach: Reach },
    /// How a vertex is read at all its positions.
    Advance { walk: Walk, free: Vec<Position>, step: Option<u32> },
}

/// One choice that can be made differently.
struct Level {
    vertex: usize,
    choice: Choice,
    /// What the present alternative says of borders.
    set: SmallVec<[Position; 4]>,
    /// Why the alternatives so far have failed.
    conflict: Conflict,
}

/// A lazy search through a system of memberships.
///
/// Invariant: `borders[m][p]` is the state before part `p` of membership `m`, where it is known: always for
/// the first part, and else when a level in `levels` has it in its `set`.
pub struct Search<'a> {
    system: &'a System,
    graph: FollowGraph,
    order: Order,
    observer: Option<&'a mut dyn FnMut(Event)>,
    counts: Counts,
    states: States,
    borders: Vec<Vec<Option<Border>>>,
    is_read: Vec<bool>,
    levels: Vec<Level>,
    nogoods: Nogoods,
}

impl<'a> Search<'a> {
    /// A search that has not begun.
    #[must_use]
    pub fn new(system: &'a System) -> Self {
        let graph = FollowGraph::new(system);
        let mut states = States::default();
        let mut borders = Vec::with_capacity(system.memberships().len());
        for membership in system.memberships() {
            let mut row = vec![None; membership.parts.len()];
            if let Some(first) = row.first_mut() {
                *first = Some(Border { state: states.start(membership), level: ROOT });
            }
            borders.push(row);
        }
        let is_read = (0..graph.vertices()).map(|vertex| graph.positions(vertex).is_empty()).collect();
        Self {
            system,
            graph,
            order: Order::default(),
            observer: None,
            counts: Counts::default(),
            states,
            borders,
            is_read,
            levels: Vec::new(),
            nogoods: Nogoods::default(),
        }
    }

    /// Tries words in this order.
    #[must_use]
    pub fn with_order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// Reports every step.
    #[must_use]
    pub fn with_observer(mut self, observer: &'a mut dyn FnMut(Event)) -> Self {
        self.observer = Some(observer);
        self
    }

    /// What has been done so far, also when the budget ended the search.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let open = self.levels.iter().map(|level| match &level.choice {
            Choice::Guess { .. } => 0,
            Choice::Advance { walk, .. } => walk.made(),
        });
        Counts { states: self.counts.states + open.sum::<u64>(), ..self.counts }
    }

    /// What is known of a position now.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn status(
        &mut self,
        position: Position,
        store: &mut RegexStore,
        budget: &Budget,
    ) -> Result<Status, Stop> {
        let Some(start) = self.state_at(position) else { return Ok(Status::Unknown) };
        let vertex = self.graph.path(position.membership)[position.part];
        let levels = self.levels.iter().filter(|level| level.vertex == vertex);
        let word = levels.filter_map(Level::word).next_back();
        let named = |states: &States, id: StateId| (states.get(id).must, states.get(id).must_not);
        let Some(word) = word else { return Ok(Status::StartsAt(named(&self.states, start))) };
        let end = self.end_of(position).and_then(|border| self.state_at(border));
        let path = self.states.run(store, (start, end), &word, budget)?.unwrap_or_default();
        Ok(Status::Path(path.into_iter().map(|id| named(&self.states, id)).collect()))
    }

    /// Searches until there is an answer.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn run(&mut self, store: &mut RegexStore, budget: &Budget) -> Result<Answer, Stop> {
        for (at, membership) in self.system.memberships().iter().enumerate() {
            if membership.parts.is_empty() && store.is_nullable(membership.language) != membership.holds {
                return Ok(Answer::Unsat(vec![at]));
            }
        }
        while let Some(vertex) = self.pick() {
            budget.poll()?;
            self.tell(|| Event::Picked(vertex));
            self.descend(vertex, store);
            if !self.next_alternative(store, budget)?
                && let Some(core) = self.go_back(store, budget)?
            {
                return Ok(Answer::Unsat(core.into_iter().collect()));
            }
        }
        self.tell(|| Event::Done);
        Ok(Answer::Words(self.words()))
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if let Some(observer) = &mut self.observer {
            observer(event());
        }
    }

    fn state_at(&self, border: Position) -> Option<StateId> {
        self.borders[border.membership][border.part].map(|border| border.state)
    }

    /// The border behind a position; none when the membership ends there.
    fn end_of(&self, position: Position) -> Option<Position> {
        let next = Position { part: position.part + 1, ..position };
        (next.part < self.borders[position.membership].len()).then_some(next)
    }

    /// The vertex that is read next: one that needs the fewest guesses, then one whose reading leaves
    /// the fewest borders open, words before variables. None when all have been read.
    fn pick(&self) -> Option<usize> {
        let open = (0..self.graph.vertices()).filter(|vertex| !self.is_read[*vertex]);
        open.min_by_key(|vertex| {
            let positions = self.graph.positions(*vertex);
            let unknown = positions.iter().filter(|position| self.state_at(**position).is_none()).count();
            let is_free = |end: Position| self.state_at(end).is_none();
            let free =
                positions.iter().filter(|position| self.end_of(**position).is_some_and(is_free)).count();
            (unknown, free, self.graph.word(*vertex).is_none(), *vertex)
        })
    }

    /// Adds the level on which a choice about this vertex is made.
    fn descend(&mut self, vertex: usize, store: &mut RegexStore) {
        let positions = self.graph.positions(vertex);
        let unknown = positions.iter().copied().find(|position| self.state_at(*position).is_none());
        let choice = match unknown {
            Some(border) => self.guess(border),
            None => self.walk(vertex, store),
        };
        let (set, conflict) = (SmallVec::new(), Conflict::default());
        self.levels.push(Level { vertex, choice, set, conflict });
    }

    /// A guess for a border, from the nearest one before it that is known.
    fn guess(&self, border: Position) -> Choice {
        let before = (0..border.part).rev().map(|part| Position { part, ..border });
        let known = |from: Position| self.state_at(from).map(|state| (from, state));
        let (from, state) = before.into_iter().find_map(known).expect("the first border is always known");
        Choice::Guess { border, from, reach: Reach::new(state) }
    }

    /// A walk through all positions of a vertex.
    fn walk(&mut self, vertex: usize, store: &mut RegexStore) -> Choice {
        let (mut accepting, mut open, mut free) = (Vec::new(), Vec::new(), Vec::new());
        for position in self.graph.positions(vertex) {
            let state = self.state_at(*position).expect("all positions of the vertex have their states");
            let Some(end) = self.end_of(*position) else {
                accepting.push(state);
                continue;
            };
            let target = self.state_at(end);
            open.push((state, target));
            if target.is_none() {
                free.push(end);
            }
        }
        match self.graph.word(vertex) {
            Some(word) => {
                let word = store.word(word);
                accepting.push(self.states.of_language(word));
            }
            None if accepting.is_empty() => accepting.push(self.states.of_language(Regex::ALL)),
            None => {}
        }
        let accepting = self.states.all_of(store, &accepting);
        Choice::Advance { walk: Walk::new(accepting, &open, self.order), free, step: None }
    }

    /// Takes the next alternative of the newest level that is not known to fail. False when there is none.
    fn next_alternative(&mut self, store: &mut RegexStore, budget: &Budget) -> Result<bool, Stop> {
        let Some(mut level) = self.levels.pop() else { return Ok(false) };
        let number = self.levels.len();
        let found = loop {
            budget.poll()?;
            self.undo(&mut level);
            let Some(borders) = self.alternative(&mut level, store, budget)? else { break false };
            for (border, state) in &borders {
                self.borders[border.membership][border.part] = Some(Border { state: *state, level: number });
                level.set.push(*border);
            }
            let known = self.nogoods.find(&borders, |border| {
                self.borders[border.membership][border.part].map(|border| border.state)
            });
            match known {
                Some(conflict) => level.conflict.add(conflict, &level.set),
                None => break true,
            }
        };
        let (vertex, is_walk) = (level.vertex, matches!(level.choice, Choice::Advance { .. }));
        self.is_read[vertex] = found && is_walk;
        self.levels.push(level);
        if self.observer.is_some() {
            self.report(found, store, budget)?;
        }
        Ok(found)
    }

    /// The next alternative of a level: borders with their states.
    fn alternative(
        &mut self,
        level: &mut Level,
        store: &mut RegexStore,
        budget: &Budget,
    ) -> Result<Option<Settings>, Stop> {
        match &mut level.choice {
            Choice::Guess { border, reach, .. } => {
                let Some(state) = reach.next(&mut self.states, store, budget)? else { return Ok(None) };
                self.counts.guesses += 1;
                Ok(Some(SmallVec::from_slice(&[(*border, state)])))
            }
            Choice::Advance { walk, free, step } => {
                let Some(end) = walk.next_end(&mut self.states, store, budget)? else { return Ok(None) };
                *step = Some(end);
                Ok(Some(free.iter().copied().zip(walk.free_ends(end)).collect()))
            }
        }
    }

    /// Reports what became of the newest level.
    fn report(&mut self, found: bool, store: &mut RegexStore, budget: &Budget) -> Result<(), Stop> {
        let Some(level) = self.levels.last() else { return Ok(()) };
        let vertex = level.vertex;
        let event = match (&level.choice, level.word()) {
            _ if !found => Event::Failed(vertex),
            (Choice::Guess { border, .. }, _) => {
                let border = *border;
                let state = self.states.get(self.state_at(border).expect("a guess was made"));
                Event::Guessed(border, (state.must, state.must_not))
            }
            (_, word) => {
                let mut positions = Vec::new();
                for position in self.graph.positions(vertex).to_vec() {
                    positions.push((position, self.status(position, store, budget)?));
                }
                Event::Advanced(vertex, word.unwrap_or_default(), positions)
            }
        };
        self.tell(|| event);
        Ok(())
    }

    /// Forgets what the present alternative says.
    fn undo(&mut self, level: &mut Level) {
        for border in level.set.drain(..) {
            self.borders[border.membership][border.part] = None;
        }
    }

    /// The newest level has no alternative left: goes back to one on which that rests and takes its next
    /// alternative. Gives the memberships that were used when nothing rests on a choice.
    fn go_back(
        &mut self,
        store: &mut RegexStore,
        budget: &Budget,
    ) -> Result<Option<std::collections::BTreeSet<usize>>, Stop> {
        loop {
            budget.poll()?;
            let Some(conflict) = self.pop_failed() else { return Ok(Some(Default::default())) };
            let chosen =
                |border: &Position| self.borders[border.membership][border.part].map(|known| known.level);
            let Some(target) = conflict.borders.iter().filter_map(chosen).max() else {
                return Ok(Some(conflict.memberships));
            };
            let borders = &self.borders;
            self.nogoods
                .learn(&conflict, |border| borders[border.membership][border.part].map(|known| known.state));
            while self.levels.len() > target + 1 {
                self.pop_level();
            }
            if let Some(level) = self.levels.last_mut() {
                level.conflict.add(&conflict, &level.set);
            }
            if self.next_alternative(store, budget)? {
                return Ok(None);
            }
        }
    }

    /// Takes a level off, and counts what it has made.
    fn pop_level(&mut self) -> Option<Level> {
        let mut level = self.levels.pop()?;
        self.undo(&mut level);
        self.is_read[level.vertex] = false;
        self.counts.backtracks += 1;
        if let Choice::Advance { walk, .. } = &level.choice {
            self.counts.states += walk.made();
        }
        Some(level)
    }

    /// Takes the newest level off and says why it failed: the alternatives it had rest on the borders that
    /// were known, and each of them has failed.
    fn pop_failed(&mut self) -> Option<Conflict> {
        let mut level = self.pop_level()?;
        let used: Vec<Position> = match &level.choice {
            Choice::Guess { from, .. } => vec![*from],
            Choice::Advance { free, .. } => {
                let positions = self.graph.positions(level.vertex).iter();
                let ends = positions.clone().filter_map(|position| self.end_of(*position));
                positions.copied().chain(ends).filter(|border| !free.contains(border)).collect()
            }
        };
        level.conflict.memberships.extend(used.iter().map(|border| border.membership));
        if let Choice::Advance { .. } = &level.choice {
            let positions = self.graph.positions(level.vertex);
            level.conflict.memberships.extend(positions.iter().map(|position| position.membership));
        }
        let is_chosen = |border: &Position| {
            self.borders[border.membership][border.part].is_some_and(|known| known.level != ROOT)
        };
        level.conflict.borders.extend(used.into_iter().filter(is_chosen));
        Some(level.conflict)
    }

    /// The words that the levels have chosen; what occurs nowhere is empty.
    fn words(&self) -> Vec<Vec<u32>> {
        let mut words = vec![Vec::new(); self.graph.variables()];
        for level in &self.levels {
            if let (Some(word), Some(slot)) = (level.word(), words.get_mut(level.vertex)) {
                *slot = word;
            }
        }
        words
    }
}

impl Level {
    /// The word that the present alternative reads.
    fn word(&self) -> Option<Vec<u32>> {
        match &self.choice {
            Choice::Advance { walk, step: Some(step), .. } => Some(walk.word(*step)),
            _ => None,
        }
    }
}
