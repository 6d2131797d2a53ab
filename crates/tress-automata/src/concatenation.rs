//! Memberships of concatenations: words for variables such that `x·"a"·y·x` is in one language,
//! `y·z` in another, and so on.
//!
//! Enters: a language for each variable, and memberships whose left sides are sequences of
//! variables and words. Leaves: a word for each variable, or the proof, by exhaustion, that there
//! are none. Variables may occur many times; there are no equations.
//!
//! Derivatives are deterministic, so reading a word from one expression leads to exactly one
//! other. A membership is read from left to right; at each variable but the last, the search
//! chooses where reading it leads. What a variable must do is then a set of views, each
//! "lead from this expression to that one", and the last variable of a membership must be in the
//! language that is left. Only choices that some word of the variable's views makes true are
//! tried, in the order of their shortest words (the monadic search of z3 5).

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tress_base::{Budget, Stop};

use crate::charset::CharSet;
use crate::emptiness::{Goal, find_word};
use crate::lengths::{LengthSet, LengthTerm};
use crate::limits::{CONCATENATION_LENGTHS, CONCATENATION_WALK};
use crate::machine::joint_targets;
use crate::regex::{Regex, RegexStore};

/// A part of a left side.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// The variable with this number.
    Variable(usize),
    /// A fixed word.
    Word(Vec<u32>),
}

/// Memberships of concatenations.
#[derive(Clone, Default, Debug)]
pub struct System {
    /// The language of each variable.
    pub languages: Vec<Regex>,
    /// Left sides, each with the language it must be in.
    pub memberships: Vec<(Vec<Part>, Regex)>,
}

/// Reading the variable's word leads from one expression to the other.
#[derive(Clone, Copy, Debug)]
struct View {
    from: Regex,
    to: Regex,
}

/// What a variable's expressions have become after some characters: first its language, then
/// one expression for each view.
type Tuple = SmallVec<[Regex; 4]>;

/// Words for the variables of a system, or `None` if there are none.
///
/// # Errors
/// When the budget ends.
pub fn solve(
    store: &mut RegexStore,
    system: &System,
    budget: &Budget,
) -> Result<Option<Vec<Vec<u32>>>, Stop> {
    Search::new(store, system, budget).run()
}

/// The lengths that the words of a system can have together: a list of cases, each with a set of
/// lengths for every variable, such that a solution with these lengths exists exactly when some
/// case holds all of them. Returns `None` if there are more than `cap` cases, or a case is too large.
///
/// # Errors
/// When the budget ends.
pub fn solution_lengths(
    store: &mut RegexStore,
    system: &System,
    cap: usize,
    budget: &Budget,
) -> Result<Option<Vec<Vec<LengthSet>>>, Stop> {
    Search::new(store, system, budget).lengths(cap)
}

/// Where a membership is being read.
#[derive(Clone, Copy, Debug)]
struct Position {
    membership: usize,
    part: usize,
    state: Regex,
}

/// A variable whose reading can lead to several expressions.
struct Choice {
    at: Position,
    variable: usize,
    walk: Walk,
    /// How long the trail was before.
    mark: usize,
}

/// What to undo.
enum Undo {
    View(usize),
    Language(usize, Regex),
}

struct Search<'a> {
    store: &'a mut RegexStore,
    system: &'a System,
    budget: &'a Budget,
    languages: Vec<Regex>,
    views: Vec<Vec<View>>,
    trail: Vec<Undo>,
    choices: Vec<Choice>,
}

impl<'a> Search<'a> {
    fn new(store: &'a mut RegexStore, system: &'a System, budget: &'a Budget) -> Self {
        let languages = system.languages.clone();
        let views = vec![Vec::new(); languages.len()];
        Self { store, system, budget, languages, views, trail: Vec::new(), choices: Vec::new() }
    }

    fn run(mut self) -> Result<Option<Vec<Vec<u32>>>, Stop> {
        for variable in 0..self.languages.len() {
            if self.word(variable)?.is_none() {
                return Ok(None);
            }
        }
        let mut at = self.start(0);
        loop {
            self.budget.poll()?;
            match self.advance(at)? {
                Advance::Finished => return self.words(),
                Advance::To(next) => at = next,
                Advance::Failed => match self.backtrack()? {
                    Some(next) => at = next,
                    None => return Ok(None),
                },
            }
        }
    }

    /// Visits every way to make all choices.
    fn lengths(mut self, cap: usize) -> Result<Option<Vec<Vec<LengthSet>>>, Stop> {
        let mut cases: Vec<Vec<LengthSet>> = Vec::new();
        let mut next = Some(self.start(0));
        while let Some(at) = next {
            self.budget.poll()?;
            next = match self.advance(at)? {
                Advance::To(next) => Some(next),
                Advance::Failed => self.backtrack()?,
                Advance::Finished => {
                    let Some(case) = self.case()? else { return Ok(None) };
                    let same = |known: &Vec<LengthSet>| {
                        known.iter().zip(&case).all(|(one, other)| one.terms() == other.terms())
                    };
                    if !cases.iter().any(same) {
                        cases.push(case);
                    }
                    if cases.len() > cap {
                        return Ok(None);
                    }
                    self.backtrack()?
                }
            };
        }
        Ok(Some(cases))
    }

    /// The lengths of each variable's words under the present choices.
    fn case(&mut self) -> Result<Option<Vec<LengthSet>>, Stop> {
        let mut sets = Vec::with_capacity(self.languages.len());
        for variable in 0..self.languages.len() {
            let mut walk = Walk::new(self.languages[variable], &self.views[variable], None);
            match walk.lengths(self.store, self.budget)? {
                Some(set) => sets.push(set),
                None => return Ok(None),
            }
        }
        Ok(Some(sets))
    }

    fn start(&self, membership: usize) -> Position {
        let state = self.system.memberships.get(membership).map_or(Regex::NONE, |(_, regex)| *regex);
        Position { membership, part: 0, state }
    }

    /// Reads one part.
    fn advance(&mut self, at: Position) -> Result<Advance, Stop> {
        let Some((parts, _)) = self.system.memberships.get(at.membership) else {
            return Ok(Advance::Finished);
        };
        let last = at.part + 1 >= parts.len();
        match parts.get(at.part) {
            None if self.store.is_nullable(at.state) => Ok(Advance::To(self.start(at.membership + 1))),
            None => Ok(Advance::Failed),
            Some(Part::Word(word)) => {
                let mut state = at.state;
                for c in word {
                    state = self.store.derivative(state, *c, self.budget)?;
                }
                let next = Position { part: at.part + 1, state, ..at };
                Ok(if state == Regex::NONE { Advance::Failed } else { Advance::To(next) })
            }
            Some(Part::Variable(variable)) if last => self.finish_membership(at, *variable),
            Some(Part::Variable(variable)) => {
                let walk = Walk::new(self.languages[*variable], &self.views[*variable], Some(at.state));
                self.choices.push(Choice { at, variable: *variable, walk, mark: self.trail.len() });
                Ok(self.next_choice()?.map_or(Advance::Failed, Advance::To))
            }
        }
    }

    /// The last variable must be in the language that is left.
    fn finish_membership(&mut self, at: Position, variable: usize) -> Result<Advance, Stop> {
        let old = self.languages[variable];
        self.trail.push(Undo::Language(variable, old));
        self.languages[variable] = self.store.inter(&[old, at.state]);
        let next = self.start(at.membership + 1);
        Ok(if self.word(variable)?.is_some() { Advance::To(next) } else { Advance::Failed })
    }

    /// Follows the newest choice to where it leads next.
    fn next_choice(&mut self) -> Result<Option<Position>, Stop> {
        let Some(choice) = self.choices.last_mut() else { return Ok(None) };
        let Some(to) = choice.walk.next_end(self.store, self.budget)? else { return Ok(None) };
        let Choice { at, variable, .. } = *choice;
        self.views[variable].push(View { from: at.state, to });
        self.trail.push(Undo::View(variable));
        Ok(Some(Position { part: at.part + 1, state: to, ..at }))
    }

    /// Takes back the newest choice that can be made differently.
    fn backtrack(&mut self) -> Result<Option<Position>, Stop> {
        while let Some(choice) = self.choices.last() {
            self.budget.poll()?;
            let mark = choice.mark;
            while self.trail.len() > mark {
                match self.trail.pop() {
                    Some(Undo::View(variable)) => {
                        self.views[variable].pop();
                    }
                    Some(Undo::Language(variable, old)) => self.languages[variable] = old,
                    None => {}
                }
            }
            if let Some(next) = self.next_choice()? {
                return Ok(Some(next));
            }
            self.choices.pop();
        }
        Ok(None)
    }

    /// A shortest word that does what a variable must do.
    fn word(&mut self, variable: usize) -> Result<Option<Vec<u32>>, Stop> {
        if self.views[variable].is_empty() {
            return find_word(self.store, self.languages[variable], Goal::Shortest, self.budget);
        }
        let mut walk = Walk::new(self.languages[variable], &self.views[variable], None);
        Ok(walk.next_end(self.store, self.budget)?.map(|_| walk.word()))
    }

    fn words(&mut self) -> Result<Option<Vec<Vec<u32>>>, Stop> {
        (0..self.languages.len()).map(|variable| self.word(variable)).collect()
    }
}

enum Advance {
    To(Position),
    Failed,
    Finished,
}

/// A walk over what reading longer and longer words makes of a variable's expressions.
///
/// Invariant: `seen` holds every tuple that was ever put into `steps`; a step's parent stands
/// before it.
struct Walk {
    targets: SmallVec<[Regex; 4]>,
    /// Is the last expression of a tuple free to lead anywhere?
    open: bool,
    steps: Vec<(Tuple, usize, u32)>,
    queue: VecDeque<usize>,
    seen: FxHashMap<Tuple, usize>,
    ends: FxHashSet<Regex>,
    found: usize,
}

impl Walk {
    /// From the start of a variable's expressions; `open` is one more, whose ends are asked for.
    fn new(language: Regex, views: &[View], open: Option<Regex>) -> Self {
        let mut first: Tuple = SmallVec::new();
        first.push(language);
        first.extend(views.iter().map(|view| view.from));
        first.extend(open);
        let targets = views.iter().map(|view| view.to).collect();
        let mut seen = FxHashMap::default();
        seen.insert(first.clone(), 0);
        Self {
            targets,
            open: open.is_some(),
            steps: vec![(first, usize::MAX, 0)],
            queue: VecDeque::from([0]),
            seen,
            ends: FxHashSet::default(),
            found: 0,
        }
    }

    /// The next expression that the open one can lead to while all views are kept; without an
    /// open one, any expression when there is a word at all.
    fn next_end(&mut self, store: &mut RegexStore, budget: &Budget) -> Result<Option<Regex>, Stop> {
        while let Some(step) = self.queue.pop_front() {
            budget.poll()?;
            self.spread(step, store, budget)?;
            if !self.is_end(step, store) {
                continue;
            }
            let tuple = &self.steps[step].0;
            let end = if self.open { tuple[tuple.len() - 1] } else { tuple[0] };
            if self.ends.insert(end) {
                self.found = step;
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Queues what one more character makes of a step, and names the steps it leads to.
    fn spread(&mut self, step: usize, store: &mut RegexStore, budget: &Budget) -> Result<Vec<usize>, Stop> {
        let mut tuple = self.steps[step].0.clone();
        for state in &tuple {
            store.transitions(*state, budget)?;
        }
        // Nothing is excluded.
        tuple.push(Regex::NONE);
        let moves = joint_targets(store, &tuple, budget)?;
        let mut leads_to = Vec::with_capacity(moves.len());
        for (mut next, ranges) in moves {
            next.pop();
            let Some(c) = CharSet::from_ranges(ranges).representative() else { continue };
            let fresh = self.steps.len();
            let number = *self.seen.entry(next.clone()).or_insert(fresh);
            if number == fresh {
                self.steps.push((next, step, c));
                self.queue.push_back(fresh);
            }
            leads_to.push(number);
        }
        Ok(leads_to)
    }

    /// Does a word end here?
    fn is_end(&self, step: usize, store: &RegexStore) -> bool {
        let tuple = &self.steps[step].0;
        let kept = tuple[1..].iter().zip(&self.targets).all(|(state, target)| state == target);
        kept && store.is_nullable(tuple[0])
    }

    /// The lengths of all words. Returns `None` if the walk or its period is too long.
    fn lengths(&mut self, store: &mut RegexStore, budget: &Budget) -> Result<Option<LengthSet>, Stop> {
        let mut edges: Vec<Vec<usize>> = Vec::new();
        while let Some(step) = self.queue.pop_front() {
            budget.poll()?;
            debug_assert_eq!(step, edges.len(), "steps are visited in order");
            edges.push(self.spread(step, store, budget)?);
            if CONCATENATION_WALK.is_exceeded(edges.len(), budget) {
                return Ok(None);
            }
        }
        let ends: Vec<bool> = (0..edges.len()).map(|step| self.is_end(step, store)).collect();
        unary_lengths(&edges, &ends, budget)
    }

    /// The word that led to the last end.
    fn word(&self) -> Vec<u32> {
        let mut word = Vec::new();
        let mut step = self.found;
        while self.steps[step].1 != usize::MAX {
            word.push(self.steps[step].2);
            step = self.steps[step].1;
        }
        word.reverse();
        word
    }
}

/// The lengths of walks from the first step to an end: sets of steps by length, until one
/// repeats. Returns `None` if that takes too long.
fn unary_lengths(edges: &[Vec<usize>], ends: &[bool], budget: &Budget) -> Result<Option<LengthSet>, Stop> {
    let mut known: FxHashMap<Vec<usize>, u64> = FxHashMap::default();
    let mut accepted: Vec<u64> = Vec::new();
    let mut current: Vec<usize> = vec![0];
    for length in 0..CONCATENATION_LENGTHS.most(budget) {
        budget.poll_many(1 + current.len() as u64)?;
        if current.is_empty() {
            return Ok(Some(progressions(&accepted, length, 0)));
        }
        if let Some(first) = known.get(&current) {
            return Ok(Some(progressions(&accepted, *first, length - first)));
        }
        if current.iter().any(|step| ends[*step]) {
            accepted.push(length);
        }
        let mut next: Vec<usize> = current.iter().flat_map(|step| edges[*step].iter().copied()).collect();
        next.sort_unstable();
        next.dedup();
        known.insert(std::mem::replace(&mut current, next), length);
    }
    budget.hit(CONCATENATION_LENGTHS.name());
    Ok(None)
}

/// The accepted lengths; those from `first` on repeat with this period, if there is one.
fn progressions(accepted: &[u64], first: u64, period: u64) -> LengthSet {
    let term = |length: u64| {
        let repeats = period > 0 && length >= first;
        LengthTerm {
            low: length,
            high: length,
            period: if repeats { period } else { 0 },
            repeats: if repeats { None } else { Some(0) },
        }
    };
    LengthSet::from_terms(accepted.iter().map(|length| term(*length)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::matches;
    use crate::naive::{Ast, spell, words};
    use tress_base::Random;

    fn left_side(parts: &[Part], values: &[Vec<u32>]) -> Vec<u32> {
        let spelled = parts.iter().map(|part| match part {
            Part::Variable(variable) => values[*variable].clone(),
            Part::Word(word) => word.clone(),
        });
        spelled.collect::<Vec<_>>().concat()
    }

    fn holds(store: &mut RegexStore, system: &System, values: &[Vec<u32>]) -> bool {
        let budget = Budget::unlimited();
        let own = system.languages.iter().zip(values);
        let own: Vec<(Regex, Vec<u32>)> = own.map(|(regex, word)| (*regex, word.clone())).collect();
        let sides = system.memberships.iter().map(|(parts, regex)| (*regex, left_side(parts, values)));
        let all: Vec<(Regex, Vec<u32>)> = own.into_iter().chain(sides).collect();
        all.into_iter().all(|(regex, word)| matches(store, regex, &word, &budget) == Ok(true))
    }

    fn random_system(random: &mut Random, store: &mut RegexStore) -> System {
        let variables = 1 + random.below(2);
        let regex = |random: &mut Random, store: &mut RegexStore| {
            let size = random.below(5);
            Ast::random(random, size).build(store)
        };
        let languages =
            (0..variables).map(|_| if random.chance(1, 2) { store.all() } else { regex(random, store) });
        let languages: Vec<Regex> = languages.collect();
        let mut memberships = Vec::new();
        for _ in 0..1 + random.below(3) {
            let parts = (0..1 + random.below(3)).map(|_| match random.below(4) {
                0 => Part::Word(spell(&[random.below(3)])),
                _ => Part::Variable(random.below(variables)),
            });
            let parts = parts.collect();
            memberships.push((parts, regex(random, store)));
        }
        System { languages, memberships }
    }

    #[test]
    fn random_systems_agree_with_trying_short_words() {
        let mut random = Random::new(21);
        let short: Vec<Vec<u32>> = words(3).iter().map(|word| spell(word)).collect();
        let (mut yes, mut no) = (0, 0);
        for round in 0..600 {
            let mut store = RegexStore::new();
            let system = random_system(&mut random, &mut store);
            let found = solve(&mut store, &system, &Budget::unlimited()).expect("no limit");
            if let Some(values) = found {
                assert!(holds(&mut store, &system, &values), "round {round}: {system:?} {values:?}");
                yes += 1;
                continue;
            }
            no += 1;
            let second: &[Vec<u32>] = if system.languages.len() == 2 { &short } else { &short[..1] };
            for x in &short {
                for y in second {
                    let values = [x.clone(), y.clone()];
                    let values = &values[..system.languages.len()];
                    assert!(!holds(&mut store, &system, values), "round {round}: {system:?} {values:?}");
                }
            }
        }
        assert!(yes > 100 && no > 100, "{yes} with words, {no} without");
    }

    #[test]
    fn lengths_of_random_systems_agree_with_trying_short_words() {
        let mut random = Random::new(22);
        let short: Vec<Vec<u32>> = words(3).iter().map(|word| spell(word)).collect();
        for round in 0..300 {
            let mut store = RegexStore::new();
            let system = random_system(&mut random, &mut store);
            let budget = Budget::unlimited();
            let Some(cases) = solution_lengths(&mut store, &system, 1000, &budget).expect("no limit") else {
                continue;
            };
            let allowed = |values: &[Vec<u32>]| {
                let fits = |(word, set): (&Vec<u32>, &LengthSet)| set.contains(word.len() as u64);
                cases.iter().any(|case| values.iter().zip(case).all(fits))
            };
            let second: &[Vec<u32>] = if system.languages.len() == 2 { &short } else { &short[..1] };
            let mut met = FxHashSet::default();
            for x in &short {
                for y in second {
                    let values = [x.clone(), y.clone()];
                    let values = &values[..system.languages.len()];
                    if holds(&mut store, &system, values) {
                        assert!(allowed(values), "round {round}: {system:?} {values:?}");
                        met.insert(values.iter().map(Vec::len).collect::<Vec<_>>());
                    }
                }
            }
            // Every short combination of lengths that is allowed is met by words over all characters.
            for x in 0..=3 {
                for y in 0..=(if system.languages.len() == 2 { 3 } else { 0 }) {
                    let values = [vec![0; x], vec![0; y]];
                    let values = &values[..system.languages.len()];
                    let lengths: Vec<usize> = values.iter().map(Vec::len).collect();
                    assert_eq!(
                        allowed(values),
                        met.contains(&lengths),
                        "round {round}: {system:?} {lengths:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_variable_that_occurs_twice_has_one_word() {
        let mut store = RegexStore::new();
        let [a, b] = ['a', 'b'].map(|c| store.word(&[u32::from(c)]));
        let (a_star, b_star) = (store.star(a), store.star(b));
        let both = store.concat(&[a_star, b_star]);
        let any_ab = store.union(&[a, b]);
        let two = store.repeat(any_ab, 2, None);
        let twice = vec![Part::Variable(0), Part::Word(vec![u32::from('b')]), Part::Variable(0)];
        let system = System { languages: vec![two], memberships: vec![(twice.clone(), both)] };
        let words = solve(&mut store, &system, &Budget::unlimited()).expect("no limit");
        assert_eq!(words, Some(vec![vec![u32::from('b'); 2]]));
        let some_a = store.concat(&[a, b_star]);
        let system = System { languages: vec![some_a], memberships: vec![(twice, both)] };
        assert_eq!(solve(&mut store, &system, &Budget::unlimited()), Ok(None));
    }
}
