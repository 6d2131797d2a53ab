//! Does a word match, and where inside a word does an expression match?
//!
//! Enters: an expression and a word. Leaves: yes or no, or positions. All answers take time linear
//! in the word once the states met are known: the states are derivatives, kept in the store.
//! When an expression has too many deterministic states, the run goes on with sets of
//! partial derivatives (`slots.rs`), which are at most as many as the expression is large.
//! Positions are found by reading the word backwards first (`positions.rs`).

mod counts;
mod positions;
mod slots;

use tress_base::{Budget, Stop};

use crate::regex::{Regex, RegexStore, Run as Counted, UNBOUNDED, View};
use crate::runs::Runs;
pub use positions::{Span, find_all_leftmost_shortest_nonempty, find_leftmost_shortest, first_match_start};
use slots::Slots;

/// Counters below this are read step by step.
const WORTH_SKIPPING: u64 = 16;
/// A deterministic run may add this much weight to the store before it changes to sets of partial
/// derivatives: a state that is met once costs more than the set.
const FREE_WEIGHT: usize = 20_000;
/// The same for runs whose states are remembered.
const PATIENT_WEIGHT: usize = 1_000_000;
/// Weight that a run may add after a counter was read at once.
const WEIGHT_AFTER_COUNTER: usize = 1000;

/// The state of reading a word from left to right. It stays small however many deterministic
/// states the expression has.
#[derive(Clone, Debug)]
pub struct Run {
    state: State,
    limit: usize,
}

/// What is left of a word as runs: with the number of characters of the first one that have been read.
struct Rest<'a> {
    runs: &'a [(u32, u64)],
    used: u64,
}

#[derive(Clone, Debug)]
enum State {
    /// What is left of the language.
    One(Regex),
    /// What is left is a union.
    Many(Box<Slots>),
}

impl Run {
    /// Before the first character.
    #[must_use]
    pub fn new(store: &RegexStore, r: Regex) -> Self {
        Self { state: State::One(r), limit: store.weight() + FREE_WEIGHT }
    }

    /// [`Run::new`] for someone who remembers what is left: many deterministic states are met before
    /// the run changes to sets.
    #[must_use]
    pub fn patient(store: &RegexStore, r: Regex) -> Self {
        Self { state: State::One(r), limit: store.weight() + PATIENT_WEIGHT }
    }

    /// What is left of the language, when that is one expression.
    #[must_use]
    pub fn state(&self) -> Option<Regex> {
        match self.state {
            State::One(r) => Some(r),
            State::Many(_) => None,
        }
    }

    /// Reads a character.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn step(&mut self, store: &mut RegexStore, c: u32, budget: &Budget) -> Result<(), Stop> {
        budget.poll()?;
        match &mut self.state {
            State::One(r) => {
                *r = store.derivative(*r, c, budget)?;
                if store.weight() > self.limit {
                    let mut slots = Slots::default();
                    slots.begin(store, *r);
                    self.state = State::Many(Box::new(slots));
                }
                Ok(())
            }
            State::Many(slots) => slots.step(store, c, budget),
        }
    }

    /// What is left, when that is one expression that may begin with a counter.
    fn front(&self, store: &mut RegexStore) -> Option<Regex> {
        match &self.state {
            State::One(r) => Some(*r),
            State::Many(slots) => slots.single(store),
        }
    }

    /// After a counter was read at once, this is what is left.
    fn go_on_with(&mut self, store: &RegexStore, left: Regex) {
        self.state = State::One(left);
        self.limit = self.limit.max(store.weight() + WEIGHT_AFTER_COUNTER);
    }

    /// Did the last character change nothing? Before it, `before` was left, when that was one expression.
    fn is_unchanged(&self, before: Option<Regex>) -> bool {
        match &self.state {
            State::One(r) => before == Some(*r),
            State::Many(slots) => before.is_none() && slots.are_unchanged(),
        }
    }

    /// Reads what a counter at the front takes round by round, and says how many characters that
    /// were. A round counts when nothing else could have been read: it ends where the body ends
    /// for good, and it begins where the counter must go on or nothing behind it can. A body with
    /// many deterministic states is not read like this.
    fn skip(&mut self, store: &mut RegexStore, word: &[u32], budget: &Budget) -> Result<usize, Stop> {
        let Some(r) = self.front(store) else { return Ok(0) };
        let Counted { tail, body, low, high } = store.as_run(r);
        if low < WORTH_SKIPPING && (high < WORTH_SKIPPING || high == UNBOUNDED) {
            return Ok(0);
        }
        let (mut rounds, mut taken, mut state) = (0, 0, body);
        for (at, c) in word.iter().enumerate() {
            budget.poll()?;
            let begins = at == taken;
            if store.weight() > self.limit
                || (begins && (rounds == high || (rounds >= low && starts_with(store, tail, *c, budget)?)))
            {
                break;
            }
            state = store.derivative(state, *c, budget)?;
            if state == Regex::EPSILON {
                (rounds, taken, state) = (rounds + 1, at + 1, body);
            } else if state == Regex::NONE || store.is_nullable(state) {
                break;
            }
        }
        if taken > 0 {
            let left = (high != UNBOUNDED).then(|| high - rounds);
            let rest = store.repeat(body, low.saturating_sub(rounds), left);
            let left = store.concat_two(rest, tail);
            self.go_on_with(store, left);
        }
        Ok(taken)
    }

    /// Reads what a counter of single characters at the front cannot do without.
    fn take_required(
        &mut self,
        store: &mut RegexStore,
        rest: &mut Rest<'_>,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let Some(r) = self.front(store) else { return Ok(()) };
        let Counted { tail, body, low, high } = store.as_run(r);
        let View::Chars(set) = store.view(body) else { return Ok(()) };
        let mut taken = 0;
        while let Some(((character, count), others)) = rest.runs.split_first()
            && taken < low
            && set.contains(*character)
        {
            budget.poll()?;
            let more = (count - rest.used).min(low - taken);
            taken += more;
            rest.used += more;
            if rest.used == *count {
                *rest = Rest { runs: others, used: 0 };
            }
        }
        if taken > 0 {
            let left = (high != UNBOUNDED).then(|| high - taken);
            let counter = store.repeat(body, low - taken, left);
            let left = store.concat_two(counter, tail);
            self.go_on_with(store, left);
        }
        Ok(())
    }

    /// Reads a character this many times.
    fn step_often(
        &mut self,
        store: &mut RegexStore,
        c: u32,
        mut count: u64,
        budget: &Budget,
    ) -> Result<(), Stop> {
        while count > 0 {
            budget.poll()?;
            let taken = self.take_often(store, c, count, budget)?;
            count -= taken;
            if taken == 0 {
                let before = self.state();
                self.step(store, c, budget)?;
                count -= 1;
                if self.is_unchanged(before) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Reads a character as often as a counter of single characters at the front takes it and
    /// nothing else could have been read, and returns how often that was.
    fn take_often(
        &mut self,
        store: &mut RegexStore,
        c: u32,
        count: u64,
        budget: &Budget,
    ) -> Result<u64, Stop> {
        let Some(r) = self.front(store) else { return Ok(0) };
        let Counted { tail, body, low, high } = store.as_run(r);
        if !matches!(store.view(body), View::Chars(set) if set.contains(c)) {
            return Ok(0);
        }
        let free = !starts_with(store, tail, c, budget)?;
        let taken = count.min(if free { high } else { low });
        if taken > 0 {
            let left = (high != UNBOUNDED).then(|| high - taken);
            let rest = store.repeat(body, low.saturating_sub(taken), left);
            let left = store.concat_two(rest, tail);
            self.go_on_with(store, left);
        }
        Ok(taken)
    }

    /// Is the word that was read in the language?
    #[must_use]
    pub fn accepts(&self, store: &RegexStore) -> bool {
        match &self.state {
            State::One(r) => store.is_nullable(*r),
            State::Many(slots) => slots.accept(store),
        }
    }

    /// Has every continuation the same answer as the word so far?
    #[must_use]
    pub fn is_settled(&self) -> bool {
        match &self.state {
            State::One(r) => *r == Regex::NONE || *r == Regex::ALL,
            State::Many(slots) => slots.are_none() || slots.are_all(),
        }
    }

    /// Is no continuation in the language?
    #[must_use]
    pub fn is_dead(&self) -> bool {
        match &self.state {
            State::One(r) => *r == Regex::NONE,
            State::Many(slots) => slots.are_none(),
        }
    }
}

/// Can a word of `r` begin with `c`?
fn starts_with(store: &mut RegexStore, r: Regex, c: u32, budget: &Budget) -> Result<bool, Stop> {
    Ok(store.derivative(r, c, budget)? != Regex::NONE)
}

/// Is `word` in the language of `r`?
///
/// Members of intersections and complements are read one after the other: their product may have
/// many more states.
///
/// # Errors
/// When the budget ends.
pub fn matches(store: &mut RegexStore, r: Regex, word: &[u32], budget: &Budget) -> Result<bool, Stop> {
    all_parts(store, r, |store, part| read(store, part, word, budget))
}

/// [`matches()`] for a word as runs: a run is read at once where a counter takes it, and where
/// reading more of it changes nothing.
///
/// # Errors
/// When the budget ends.
pub fn matches_runs(store: &mut RegexStore, r: Regex, word: &Runs, budget: &Budget) -> Result<bool, Stop> {
    all_parts(store, r, |store, part| read_runs(store, part, word, budget))
}

/// Does `read` say of all members of intersections and complements what the whole asks of them?
fn all_parts(
    store: &mut RegexStore,
    r: Regex,
    mut read: impl FnMut(&mut RegexStore, Regex) -> Result<bool, Stop>,
) -> Result<bool, Stop> {
    let mut parts = vec![(r, true)];
    while let Some((part, wanted)) = parts.pop() {
        match store.view(part) {
            View::Complement(inner) => parts.push((inner, !wanted)),
            View::Inter(members) if wanted => parts.extend(members.iter().map(|member| (*member, true))),
            View::Union(members) if !wanted => parts.extend(members.iter().map(|member| (*member, false))),
            _ => {
                if read(store, part)? != wanted {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// Can a word of `r` be so long?
fn has_length(store: &RegexStore, r: Regex, length: u64) -> bool {
    length >= store.min_length(r) && store.max_length(r).is_none_or(|max| length <= max)
}

/// [`matches_runs`] by reading the word once.
fn read_runs(store: &mut RegexStore, r: Regex, word: &Runs, budget: &Budget) -> Result<bool, Stop> {
    if !has_length(store, r, word.len()) {
        return Ok(false);
    }
    let mut run = Run::new(store, r);
    let mut rest = Rest { runs: word.runs(), used: 0 };
    while !rest.runs.is_empty() && !run.is_settled() {
        run.take_required(store, &mut rest, budget)?;
        if let Some(((character, count), others)) = rest.runs.split_first() {
            run.step_often(store, *character, count - rest.used, budget)?;
            rest = Rest { runs: others, used: 0 };
        }
    }
    Ok(run.accepts(store))
}

/// [`matches`] by reading the word once.
fn read(store: &mut RegexStore, r: Regex, word: &[u32], budget: &Budget) -> Result<bool, Stop> {
    if !has_length(store, r, word.len() as u64) {
        return Ok(false);
    }
    let mut run = Run::new(store, r);
    let mut at = 0;
    while at < word.len() && !run.is_settled() {
        at += run.skip(store, &word[at..], budget)?;
        if let Some(c) = word.get(at) {
            run.step(store, *c, budget)?;
            at += 1;
        }
    }
    Ok(run.accepts(store))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{Ast, spell};
    use tress_base::Random;

    /// Reading counters round by round agrees with taking one derivative after the other.
    #[test]
    fn large_counters_agree_with_single_derivatives() {
        let mut random = Random::new(8);
        let budget = Budget::unlimited();
        let (mut yes, mut no) = (0, 0);
        for _ in 0..3000 {
            let mut store = RegexStore::new();
            let counted = |random: &mut Random, store: &mut RegexStore| {
                let size = random.below(4);
                let body = Ast::random(random, size).build(store);
                let (low, more) = (random.below(24) as u64, random.below(40) as u64);
                let high = random.chance(3, 4).then_some(low + more);
                store.repeat(body, low, high)
            };
            let size = random.below(4);
            let tail = Ast::random(&mut random, size).build(&mut store);
            let parts = [counted(&mut random, &mut store), tail, counted(&mut random, &mut store)];
            let r = store.concat(&parts);
            let mut word = Vec::new();
            for _ in 0..random.below(4) {
                let piece: Vec<usize> = (0..1 + random.below(3)).map(|_| random.below(3)).collect();
                (0..random.below(40)).for_each(|_| word.extend(spell(&piece)));
            }
            let mut state = r;
            for c in &word {
                state = store.derivative(state, *c, &budget).unwrap();
            }
            let expected = store.is_nullable(state);
            assert_eq!(matches(&mut store, r, &word, &budget), Ok(expected), "{word:?}");
            let mut slots = Slots::default();
            slots.begin(&mut store, r);
            word.iter().for_each(|c| slots.step(&mut store, *c, &budget).unwrap());
            assert_eq!(slots.accept(&store), expected, "{word:?}");
            let runs = Runs::from(&word[..]);
            assert_eq!(matches_runs(&mut store, r, &runs, &budget), Ok(expected), "{word:?}");
            if expected { yes += 1 } else { no += 1 }
        }
        assert!(yes > 100 && no > 100, "{yes} words inside, {no} outside");
    }
}
