//! Replacing what a regular expression matches, as machines.
//!
//! Enters: an expression, a word that replaces matches, and which matches count. Leaves: a
//! machine that has one run for every input. It is functional, but not deterministic: where a match
//! begins depends on what comes later, so the machine guesses, and a wrong guess has no run.
//!
//! Two promises are kept in a state. While a match is read, what is left of the expression. And what
//! must *never* be completed: whoever copies a character says that no match begins there, and whoever
//! ends a match as the longest one says that it does not go on. Those promises bind for the rest of the
//! input, also through later matches.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::{Piece, Transducer, TransducerBuilder};
use crate::charset::{CharRange, MAX_CHAR};
use crate::regex::{Function, FunctionId, Regex, RegexStore, target_of};

/// Which matches of an expression are replaced. They are leftmost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Matches {
    /// All matches that are not empty, none overlapping the one before; or the first, which may be
    /// empty.
    pub all: bool,
    /// The longest match that begins at a position; or the shortest.
    pub longest: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Mode {
    /// Between matches.
    Searching,
    /// In a match; this is left of the expression.
    Matching(Regex),
    /// Behind the only match that is replaced.
    Done,
}

/// A state of the machine. No word of `never` but the empty one may come true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct State {
    mode: Mode,
    never: Regex,
}

/// What is written on the way to a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Written {
    Nothing,
    Copy,
    New,
}

struct Explorer<'a> {
    store: &'a mut RegexStore,
    pattern: Regex,
    matches: Matches,
    states: Vec<State>,
    numbers: FxHashMap<State, u32>,
    budget: &'a Budget,
}

impl RegexStore {
    /// The machine of a function. Returns `None` if it needs more than `cap` states.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn machine_of(
        &mut self,
        function: FunctionId,
        cap: usize,
        budget: &Budget,
    ) -> Result<Option<Arc<Transducer>>, Stop> {
        match self.function(function).clone() {
            Function::Machine { machine, .. } => Ok(Some(machine)),
            Function::Matches { shortest, new, all, .. } => {
                let matches = Matches { all, longest: false };
                let machine = Transducer::replace_pattern(self, shortest, &new, matches, cap, budget)?;
                Ok(machine.map(Arc::new))
            }
        }
    }
}

impl Transducer {
    /// Replaces matches of `pattern` by `new`: `str.replace_re_all` and `str.replace_re` for the
    /// shortest matches. Returns `None` if the machine needs more than `cap` states.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn replace_pattern(
        store: &mut RegexStore,
        pattern: Regex,
        new: &[u32],
        matches: Matches,
        cap: usize,
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        let is_nullable = store.is_nullable(pattern);
        if is_nullable && !matches.all && !matches.longest {
            return Ok(Some(Self::insert_before(new)));
        }
        let some_char = store.plus(Regex::ANY_CHAR);
        let nonempty = if is_nullable { store.inter(&[pattern, some_char]) } else { pattern };
        let mut explorer = Explorer {
            store,
            pattern: nonempty,
            matches,
            states: Vec::new(),
            numbers: FxHashMap::default(),
            budget,
        };
        let mut builder = TransducerBuilder::new();
        let initial = if is_nullable && !matches.all {
            explorer.begin_at_once(&mut builder, new)?
        } else {
            explorer.number(State { mode: Mode::Searching, never: Regex::NONE })
        };
        Ok(explorer.explore(&mut builder, new, cap)?.then(|| builder.build(initial).trim()))
    }
}

impl Explorer<'_> {
    fn number(&mut self, state: State) -> u32 {
        *self.numbers.entry(state).or_insert_with(|| {
            self.states.push(state);
            self.states.len() as u32 - 1
        })
    }

    /// Adds the steps of all states that are met; false when there are too many.
    fn explore(&mut self, builder: &mut TransducerBuilder, new: &[u32], cap: usize) -> Result<bool, Stop> {
        let mut at = 0;
        while at < self.states.len() {
            self.budget.poll()?;
            if self.states.len() > cap {
                return Ok(false);
            }
            let state = self.states[at];
            self.add_steps(builder, at as u32, state, (&[], new))?;
            at += 1;
        }
        Ok(true)
    }

    /// The state in which the only match begins, at the front of the input, and may be empty: it goes on
    /// as if in that match, or as if behind it.
    fn begin_at_once(&mut self, builder: &mut TransducerBuilder, new: &[u32]) -> Result<u32, Stop> {
        // Represents a state that nothing leads to.
        let initial = self.number(State { mode: Mode::Matching(self.pattern), never: Regex::ALL });
        let within = State { mode: Mode::Matching(self.pattern), never: Regex::NONE };
        let behind = State { mode: Mode::Done, never: self.pattern };
        self.add_steps(builder, initial, within, (&[], new))?;
        self.add_steps(builder, initial, behind, (new, new))?;
        builder.accept(initial, new);
        Ok(initial)
    }

    /// Gives the state numbered `from` the steps of `state`, which write `before` in front of everything.
    fn add_steps(
        &mut self,
        builder: &mut TransducerBuilder,
        from: u32,
        state: State,
        (before, new): (&[u32], &[u32]),
    ) -> Result<(), Stop> {
        while builder.states() <= from {
            builder.state();
        }
        if !matches!(state.mode, Mode::Matching(_)) {
            builder.accept(from, &[]);
        }
        let open = match state.mode {
            Mode::Searching => self.pattern,
            Mode::Matching(left) => left,
            Mode::Done => Regex::NONE,
        };
        for (range, open, never) in self.ranges(open, state.never)? {
            if self.store.is_nullable(never) {
                continue;
            }
            for (written, state) in self.successors(state.mode, open, never) {
                let mut output: Vec<Piece> = before.iter().map(|c| Piece::Char(*c)).collect();
                match written {
                    Written::Nothing => {}
                    Written::Copy => output.push(Piece::Read(0)),
                    Written::New => output.extend(new.iter().map(|c| Piece::Char(*c))),
                }
                let target = self.number(state);
                while builder.states() <= target {
                    builder.state();
                }
                builder.step(from, range, &output, target);
            }
        }
        Ok(())
    }

    /// Where a character leads: `open` is left of the match that it is in or begins, `never` of what
    /// must not be.
    fn successors(&mut self, mode: Mode, open: Regex, never: Regex) -> Vec<(Written, State)> {
        let mut list = Vec::new();
        match mode {
            Mode::Done => return vec![(Written::Copy, State { mode, never })],
            Mode::Searching if !self.store.is_nullable(open) => {
                let never = self.store.union(&[never, open]);
                list.push((Written::Copy, State { mode, never }));
            }
            _ => {}
        }
        let ends = self.store.is_nullable(open);
        if ends {
            let mode = if self.matches.all { Mode::Searching } else { Mode::Done };
            let goes_on = if self.matches.longest { open } else { Regex::NONE };
            let never = self.store.union(&[never, goes_on]);
            list.push((Written::New, State { mode, never }));
        }
        if open != Regex::NONE && (!ends || self.matches.longest) {
            list.push((Written::Nothing, State { mode: Mode::Matching(open), never }));
        }
        list
    }

    /// The alphabet in ranges, with what each leaves of the two expressions.
    fn ranges(&mut self, open: Regex, never: Regex) -> Result<Vec<(CharRange, Regex, Regex)>, Stop> {
        let mut starts = vec![0];
        for part in [open, never] {
            for transition in self.store.transitions(part, self.budget)? {
                starts.extend([transition.low, transition.high + 1]);
            }
        }
        starts.sort_unstable();
        starts.dedup();
        starts.retain(|start| *start <= MAX_CHAR);
        self.budget.poll_many(starts.len() as u64)?;
        let ends = starts[1..].iter().map(|next| next - 1).chain([MAX_CHAR]);
        let (open, never) = (self.store.known_transitions(open), self.store.known_transitions(never));
        let cut = starts.iter().zip(ends);
        Ok(cut.map(|(low, high)| ((*low, high), target_of(open, *low), target_of(never, *low))).collect())
    }
}

#[cfg(test)]
mod tests {
    use tress_base::Random;

    use super::*;
    use crate::charset::CharSet;
    use crate::matching::{find_all_leftmost_shortest_nonempty, find_leftmost_shortest, matches};
    use crate::naive::{Ast, spell, words};

    /// Both choices of length for the first match and for all.
    const CHOICES: [Matches; 4] = [
        Matches { all: false, longest: false },
        Matches { all: false, longest: true },
        Matches { all: true, longest: false },
        Matches { all: true, longest: true },
    ];

    /// The spans to be replaced, every start and every end tried.
    fn by_definition(store: &mut RegexStore, r: Regex, word: &[u32], choice: Matches) -> Vec<(usize, usize)> {
        let (mut spans, mut start) = (Vec::new(), 0);
        while start <= word.len() {
            let ends = start + usize::from(choice.all)..=word.len();
            let mut fitting = ends
                .filter(|end| matches(store, r, &word[start..*end], &Budget::unlimited()).unwrap())
                .collect::<Vec<usize>>()
                .into_iter();
            match if choice.longest { fitting.next_back() } else { fitting.next() } {
                Some(end) => {
                    spans.push((start, end));
                    if !choice.all {
                        break;
                    }
                    start = end;
                }
                None => start += 1,
            }
        }
        spans
    }

    fn replaced(word: &[u32], spans: &[(usize, usize)], new: &[u32]) -> Vec<u32> {
        let (mut output, mut at) = (Vec::new(), 0);
        for (start, end) in spans {
            output.extend_from_slice(&word[at..*start]);
            output.extend_from_slice(new);
            at = *end;
        }
        output.extend_from_slice(&word[at..]);
        output
    }

    #[test]
    fn machines_replace_what_is_matched() {
        let mut random = Random::new(61);
        let budget = Budget::unlimited();
        let mut built = 0;
        for round in 0..400 {
            let mut store = RegexStore::new();
            let size = random.below(6);
            let ast = Ast::random(&mut random, size);
            let r = ast.build(&mut store);
            let new = spell(&(0..random.below(3)).map(|_| random.below(3)).collect::<Vec<usize>>());
            for choice in CHOICES {
                let machine = Transducer::replace_pattern(&mut store, r, &new, choice, 300, &budget).unwrap();
                let Some(machine) = machine else { continue };
                built += 1;
                for characters in words(5) {
                    let word = spell(&characters);
                    let spans = by_definition(&mut store, r, &word, choice);
                    let what = format!("round {round}: {ast:?} by {new:?}, {choice:?}, on {word:?}");
                    if !choice.longest {
                        let found = if choice.all {
                            find_all_leftmost_shortest_nonempty(&mut store, r, &word, &budget)
                        } else {
                            let first = find_leftmost_shortest(&mut store, r, &word, 0, &budget);
                            first.map(|span| span.into_iter().collect())
                        };
                        assert_eq!(found, Ok(spans.clone()), "{what}");
                    }
                    let expected = replaced(&word, &spans, &new);
                    assert_eq!(machine.apply(&word, &budget), Ok(vec![expected]), "{what}");
                }
            }
        }
        assert!(built > 1500, "{built} machines");
    }

    /// An early start that ends late wins over a later start that ends early.
    #[test]
    fn the_leftmost_start_wins() {
        let budget = Budget::unlimited();
        let mut store = RegexStore::new();
        let [long, short] = ["abbbc", "b"].map(|text| text.chars().map(u32::from).collect::<Vec<u32>>());
        let parts = [store.word(&long), store.word(&short)];
        let r = store.union(&parts);
        let all = Matches { all: true, longest: false };
        let machine = Transducer::replace_pattern(&mut store, r, &[120], all, 100, &budget);
        let machine = machine.unwrap().unwrap();
        let apply = |text: &str| {
            let word: Vec<u32> = text.chars().map(u32::from).collect();
            let outputs = machine.apply(&word, &budget).unwrap();
            outputs
                .iter()
                .map(|word| word.iter().filter_map(|c| char::from_u32(*c)).collect::<String>())
                .collect()
        };
        let expected: [(&str, &str); 3] = [("abbbc", "x"), ("abbbb", "axxxx"), ("abbabbbcb", "axxxx")];
        for (input, output) in expected {
            let outputs: Vec<String> = apply(input);
            assert_eq!(outputs, [output], "{input}");
        }
    }

    #[test]
    fn small_patterns_need_few_states_and_caps_are_kept() {
        let budget = Budget::unlimited();
        let mut store = RegexStore::new();
        let digit = store.range(48, 57);
        let all = Matches { all: true, longest: false };
        let machine = Transducer::replace_pattern(&mut store, digit, &[], all, 10, &budget);
        let machine = machine.unwrap().unwrap();
        assert_eq!(machine.states(), 1);
        assert!(machine.is_deterministic() && machine.is_total());
        let [open, close] = ['<', '>'].map(|c| CharSet::single(u32::from(c)));
        let inside = store.chars(close.complement());
        let parts = [store.chars(open), store.star(inside), store.chars(close)];
        let tag = store.concat(&parts);
        let machine = Transducer::replace_pattern(&mut store, tag, &[], all, 10, &budget);
        // Before a tag, in one, and behind the last one.
        assert_eq!(machine.unwrap().unwrap().states(), 3);
        let any = store.any_char();
        let far = store.repeat(any, 40, Some(40));
        let far = store.concat(&[digit, far, digit]);
        assert_eq!(Transducer::replace_pattern(&mut store, far, &[], all, 10, &budget), Ok(None));
    }
}
