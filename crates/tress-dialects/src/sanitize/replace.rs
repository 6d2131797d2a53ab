//! Replacing matches, as machines.
//!
//! Enters: a pattern, a replacement text and a dialect. Leaves: a transducer, where the replacement writes
//! groups in the order in which they are in the match, each once. Else pre-images only: a group that is
//! written late or twice is read once for each of its occurrences, from a guessed state of the automaton
//! behind.

use rustc_hash::FxHashMap;
use tress_automata::nfa::{Nfa, NfaBuilder};
use tress_automata::transducer::{Matches, Piece, Transducer, TransducerBuilder};
use tress_automata::{CharRange, CharSet, RegexStore};
use tress_base::{Budget, Stop};

use super::marks::{Behind, Event, Marks, marks};
use super::template::{self, Groups, Part};
use super::{Trouble, limits};
use crate::ast::{Ast, Node, NodeId};
use crate::extent::may_swap_greed;
use crate::redos::program::{self, Manner, Program};
use crate::{Dialect, DialectError, Extent, Flags, Mode, extent, parse, perl, rust};

/// A pattern that was read, with its program.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) ast: Ast,
    pub(super) program: Program,
    pub(super) parts: Vec<Part>,
    pub(super) behind: Behind,
}

/// Matches and what replaces them.
#[derive(Debug)]
pub(super) struct Replacement {
    marks: Marks,
    parts: Vec<Part>,
}

/// Does the engine of a dialect take the first match that it tries?
pub(super) fn tries_in_order(dialect: Dialect) -> bool {
    !matches!(dialect, Dialect::Smtlib | Dialect::Glob | Dialect::Posix)
}

/// Reads a pattern and a replacement text.
///
/// # Errors
/// What is wrong with either, and what is not exact.
pub(super) fn compile(
    dialect: Dialect,
    flags: Flags,
    pattern: &str,
    new: &str,
    budget: &Budget,
) -> Result<Compiled, Trouble> {
    let wrong = |error: DialectError| Trouble::Pattern(pattern.to_owned(), error);
    let (ast, root) = match dialect {
        Dialect::Rust => rust::parse(pattern, flags).map_err(wrong)?,
        _ => perl::parse(dialect, pattern, flags).map_err(wrong)?,
    };
    let refuse = |what: &str| Trouble::NotExact(format!("matches of {pattern}: {what}"));
    if may_swap_greed(dialect, pattern, flags) {
        return Err(refuse("the flag U is not supported"));
    }
    let parts = template::read(dialect, flags, new, Groups { count: ast.group_count, names: &ast.names })?;
    for part in &parts {
        if let Part::Group(number) = part
            && let Some(what) = inexact_group(&ast, root, *number)
        {
            return Err(refuse(&format!("group {number} {what}")));
        }
    }
    let manner = Manner { most_copies: u64::MAX, empty_fails: dialect == Dialect::Ecma, groups: true };
    let Some(program) = program::compile(&ast, root, manner, budget)? else {
        return Err(refuse("too many repetitions"));
    };
    let behind = match dialect {
        Dialect::Rust | Dialect::Re2 => Behind::Skip,
        Dialect::Python | Dialect::Pcre => Behind::Again,
        _ => Behind::Advance,
    };
    Ok(Compiled { ast, program, parts, behind })
}

/// Why what a group has matched is not known exactly.
fn inexact_group(ast: &Ast, root: NodeId, number: u32) -> Option<&'static str> {
    if number == 0 {
        return None;
    }
    let mut parents: Vec<Option<NodeId>> = vec![None; ast.len()];
    for id in 0..ast.len() as NodeId {
        for child in ast.children(id) {
            parents[*child as usize] = Some(id);
        }
    }
    let (mut at, _) = *ast.groups.iter().find(|(_, known)| *known == number)?;
    while at != root {
        at = parents[at as usize]?;
        match ast.node(at) {
            Node::Repeat { low: 0 | 1, high: Some(0 | 1), .. } => {}
            Node::Repeat { .. } => return Some("stands in a repetition, which is not supported"),
            Node::Look { .. } => return Some("stands in a look around, which is not supported"),
            Node::Atomic(_) => return Some("stands in an atomic group, which is not supported"),
            _ => {}
        }
    }
    None
}

impl Compiled {
    /// Can a match be empty, whatever stands around it?
    pub(super) fn may_be_empty(&self) -> bool {
        let mut seen = vec![false; self.program.instructions.len()];
        let mut stack = vec![self.program.start];
        while let Some(at) = stack.pop() {
            if std::mem::replace(&mut seen[at as usize], true) {
                continue;
            }
            match &self.program.instructions[at as usize] {
                program::Instruction::Accept => return true,
                program::Instruction::Read { .. } => {}
                program::Instruction::Split(ways) => stack.extend(ways),
                program::Instruction::End { again, leave, .. } => {
                    stack.push(*again);
                    stack.extend(leave);
                }
                program::Instruction::Begin { next, .. }
                | program::Instruction::Group { next, .. }
                | program::Instruction::Look { next, .. }
                | program::Instruction::Atomic { next, .. } => stack.push(*next),
            }
        }
        false
    }

    /// The matches of words over an alphabet, and what replaces them.
    ///
    /// # Errors
    /// What is not exact.
    pub(super) fn replacement(&self, alphabet: &CharSet, budget: &Budget) -> Result<Replacement, Trouble> {
        let groups: Vec<u32> = self
            .parts
            .iter()
            .filter_map(|part| if let Part::Group(number) = part { Some(*number) } else { None })
            .collect();
        let marks =
            marks(&self.ast, &self.program, self.behind, &groups, alphabet, limits::states(budget), budget)?;
        let marks = marks.ok_or_else(|| Trouble::too_large("a pattern", budget))?;
        Ok(Replacement { marks, parts: self.parts.clone() })
    }
}

/// The machine for dialects whose engines take the shortest or the longest match, with a fixed replacement.
///
/// # Errors
/// What is wrong with the pattern or the text, and what is not exact.
pub(super) fn by_length(
    dialect: Dialect,
    flags: Flags,
    (pattern, new): (&str, &str),
    store: &mut RegexStore,
    budget: &Budget,
) -> Result<Transducer, Trouble> {
    let wrong = |error: DialectError| Trouble::Pattern(pattern.to_owned(), error);
    let parts = template::read(dialect, flags, new, Groups { count: 0, names: &[] })?;
    let new: Vec<u32> = parts
        .into_iter()
        .flat_map(|part| if let Part::Text(word) = part { word } else { Vec::new() })
        .collect();
    let language = parse(dialect, pattern, flags, Mode::Full, store, budget).map_err(wrong)?;
    let extent = extent(dialect, pattern, flags).map_err(wrong)?;
    let refuse = |what: &str| Err(Trouble::NotExact(format!("matches of {pattern}: {what}")));
    if store.is_nullable(language) {
        return refuse("it matches the empty word");
    }
    if extent == Extent::Surroundings {
        return refuse("what stands around a match has a say");
    }
    let matches = Matches { all: true, longest: dialect == Dialect::Posix };
    Transducer::replace_pattern(store, language, &new, matches, limits::states(budget), budget)?
        .ok_or_else(|| Trouble::too_large("a pattern", budget))
}

/// Where the transducer is in the replacement: the part that is written next, and whether it is a group that
/// is being read.
type Progress = (usize, bool);

impl Replacement {
    /// The transducer. Returns `None` if groups are not written in their order, or twice.
    pub(super) fn transducer(&self, budget: &Budget) -> Result<Option<Transducer>, Stop> {
        let groups: Vec<u32> = self
            .parts
            .iter()
            .filter_map(|part| if let Part::Group(number) = part { Some(*number) } else { None })
            .collect();
        // Outside of repetitions, groups are met in the order of their numbers.
        if groups.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Ok(None);
        }
        let mut builder = TransducerBuilder::new();
        let mut numbers: FxHashMap<(u32, Progress), u32> = FxHashMap::default();
        let mut open: Vec<(u32, Progress)> = vec![(0, (0, false))];
        numbers.insert(open[0], builder.state());
        let mut at = 0;
        while let Some(&(state, progress)) = open.get(at) {
            let number = at as u32;
            at += 1;
            for (class, events, target) in &self.marks.edges[state as usize] {
                budget.poll()?;
                let Some((output, progress)) = self.written(events, progress) else { return Ok(None) };
                let key = (*target, progress);
                let target = *numbers.entry(key).or_insert_with(|| {
                    open.push(key);
                    builder.state()
                });
                for range in self.marks.classes[*class as usize].ranges() {
                    builder.step(number, *range, &output, target);
                }
            }
            // What looks ahead guess can lead to one end in several ways, which have the same events.
            if let Some(events) = self.marks.ends[state as usize].first() {
                let Some((output, _)) = self.written(events, progress) else { return Ok(None) };
                let word: Vec<u32> = output.iter().map(|piece| piece.on(0)).collect();
                builder.accept(number, &word);
            }
        }
        Ok(Some(builder.build(0).trim()))
    }

    /// What is written for events, and how far the replacement is then. Returns `None` if a group comes out
    /// of order.
    fn written(&self, events: &[Event], (mut part, mut reading): Progress) -> Option<(Vec<Piece>, Progress)> {
        let mut output = Vec::new();
        for event in events {
            match event {
                Event::Copy => output.push(Piece::Read(0)),
                Event::Read if reading => output.push(Piece::Read(0)),
                Event::Read => {}
                Event::Open(group) => {
                    if *group == 0 {
                        part = 0;
                    } else if !self.parts.contains(&Part::Group(*group)) {
                        continue;
                    }
                    let wanted = Part::Group(*group);
                    let rest = self.parts.get(part..)?;
                    let found = rest.iter().position(|other| *other == wanted);
                    if reading || (*group != 0 && found.is_none()) {
                        return None;
                    }
                    // Groups before it that took no part are nothing.
                    let until = found.map_or_else(|| self.texts_end(part), |found| part + found);
                    self.write_texts(part, until, &mut output);
                    (part, reading) = (until, found.is_some());
                    if *group == 0 && found.is_some_and(|found| rest[..found].iter().any(is_group)) {
                        return None;
                    }
                }
                Event::Close(group) => {
                    if reading && self.parts.get(part) == Some(&Part::Group(*group)) {
                        reading = false;
                        let until = self.texts_end(part + 1);
                        self.write_texts(part + 1, until, &mut output);
                        part = until;
                    }
                    if *group == 0 {
                        self.write_texts(part, self.parts.len(), &mut output);
                        (part, reading) = (0, false);
                    }
                }
            }
        }
        Some((output, (part, reading)))
    }

    /// The first group from a part on, or the end.
    fn texts_end(&self, part: usize) -> usize {
        let rest = self.parts.get(part..).unwrap_or_default();
        rest.iter().position(is_group).map_or(self.parts.len(), |found| part + found)
    }

    fn write_texts(&self, from: usize, until: usize, output: &mut Vec<Piece>) {
        for part in &self.parts[from..until] {
            if let Part::Text(word) = part {
                output.extend(word.iter().map(|c| Piece::Char(*c)));
            }
        }
    }

    /// The words whose replacement is in a language.
    ///
    /// # Errors
    /// When there are too many states, or the budget ends.
    pub(super) fn preimage(&self, language: &Nfa, budget: &Budget) -> Result<Nfa, Trouble> {
        let language = language.determinize(limits::states(budget), budget)?;
        let language = language.ok_or_else(|| Trouble::too_large("a language", budget))?.trim();
        let [initial] = *language.initial() else { return Ok(Nfa::none()) };
        let mut late = Late {
            texts: self.texts(),
            groups: self
                .parts
                .iter()
                .filter_map(|part| if let Part::Group(number) = part { Some(*number) } else { None })
                .collect(),
            language: &language,
            budget,
        };
        late.run(&self.marks, initial)
    }

    /// The texts before, between and behind the groups.
    fn texts(&self) -> Vec<Vec<u32>> {
        let mut texts = vec![Vec::new()];
        for part in &self.parts {
            match (part, texts.last_mut()) {
                (Part::Text(word), Some(last)) => last.extend(word),
                _ => texts.push(Vec::new()),
            }
        }
        texts
    }
}

fn is_group(part: &Part) -> bool {
    matches!(part, Part::Group(_))
}

/// Groups that are written late or several times.
struct Late<'a> {
    texts: Vec<Vec<u32>>,
    /// The groups of the replacement, in its order.
    groups: Vec<u32>,
    language: &'a Nfa,
    budget: &'a Budget,
}

/// Where the language is: in one state outside of matches; in a match for each group of the replacement in
/// the state where it was guessed to begin, and in the one that was reached.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Reached {
    Outside(u32),
    Inside { starts: Vec<u32>, now: Vec<u32>, open: Vec<bool> },
}

impl Late<'_> {
    fn run(&mut self, marks: &Marks, initial: u32) -> Result<Nfa, Trouble> {
        let mut builder = NfaBuilder::new();
        let mut numbers: FxHashMap<(u32, Reached), u32> = FxHashMap::default();
        let first = (0, Reached::Outside(initial));
        numbers.insert(first.clone(), builder.add_state());
        builder.set_initial(0);
        let mut open = vec![first];
        let mut at = 0;
        while let Some((state, reached)) = open.get(at).cloned() {
            let number = at as u32;
            at += 1;
            if open.len() > 20 * limits::states(self.budget) {
                return Err(Trouble::too_large("a replacement", self.budget));
            }
            for (class, events, target) in &marks.edges[state as usize] {
                for (set, reached) in self.over(&reached, events, &marks.classes[*class as usize])? {
                    let key = (*target, reached);
                    let target = match numbers.get(&key) {
                        Some(known) => *known,
                        None => {
                            let fresh = builder.add_state();
                            numbers.insert(key.clone(), fresh);
                            open.push(key);
                            fresh
                        }
                    };
                    set.iter().for_each(|range| builder.add_edge(number, *range, target));
                }
            }
            let Some(events) = marks.ends[state as usize].first() else { continue };
            for reached in self.at_boundary(&reached, events)? {
                if let Reached::Outside(state) = reached
                    && self.language.is_accepting(state)
                {
                    builder.set_accepting(number);
                }
            }
        }
        Ok(builder.build().trim())
    }

    /// All ways over events and one character of a class.
    fn over(
        &self,
        reached: &Reached,
        events: &[Event],
        class: &CharSet,
    ) -> Result<Vec<(Vec<CharRange>, Reached)>, Stop> {
        let mut ways = Vec::new();
        for reached in self.at_boundary(reached, events)? {
            self.budget.poll()?;
            let mut ranges: Vec<(CharRange, Reached)> =
                class.ranges().iter().map(|range| (*range, reached.clone())).collect();
            let indices: Vec<usize> = match &reached {
                Reached::Outside(_) => vec![0],
                Reached::Inside { open, .. } => (0..open.len()).filter(|index| open[*index]).collect(),
            };
            for index in indices {
                let mut cut = Vec::new();
                for (range, reached) in &ranges {
                    self.cut(*range, reached, index, &mut cut);
                }
                ranges = cut;
            }
            ways.extend(ranges.into_iter().map(|(range, reached)| (vec![range], reached)));
        }
        Ok(ways)
    }

    /// Lets one of the states read a character of a range.
    fn cut(
        &self,
        (low, high): CharRange,
        reached: &Reached,
        index: usize,
        cut: &mut Vec<(CharRange, Reached)>,
    ) {
        let state = match reached {
            Reached::Outside(state) => *state,
            Reached::Inside { now, .. } => now[index],
        };
        for edge in self.language.edges(state).iter().filter(|edge| edge.low <= high && low <= edge.high) {
            let mut next = reached.clone();
            match &mut next {
                Reached::Outside(state) => *state = edge.target,
                Reached::Inside { now, .. } => now[index] = edge.target,
            }
            cut.push(((low.max(edge.low), high.min(edge.high)), next));
        }
    }

    /// All ways over events that read nothing.
    fn at_boundary(&self, reached: &Reached, events: &[Event]) -> Result<Vec<Reached>, Stop> {
        let mut ways = vec![reached.clone()];
        for event in events {
            let mut next = Vec::new();
            for way in ways {
                self.budget.poll()?;
                self.on(way, *event, &mut next)?;
            }
            ways = next;
        }
        Ok(ways)
    }

    fn on(&self, way: Reached, event: Event, next: &mut Vec<Reached>) -> Result<(), Stop> {
        match (event, way) {
            (Event::Open(0), Reached::Outside(state)) => self.begin(state, next)?,
            (Event::Close(0), Reached::Inside { starts, now, .. }) => {
                let ends = now.iter().zip(&self.texts[1..]).map(|(state, text)| self.read(*state, text));
                let ends: Option<Vec<u32>> = ends.collect();
                if let Some((last, others)) = ends.as_deref().and_then(<[u32]>::split_last)
                    && others == &starts[1..]
                {
                    next.push(Reached::Outside(*last));
                }
            }
            (Event::Open(group), Reached::Inside { starts, now, mut open }) => {
                self.mark(group, true, &mut open);
                next.push(Reached::Inside { starts, now, open });
            }
            (Event::Close(group), Reached::Inside { starts, now, mut open }) => {
                self.mark(group, false, &mut open);
                next.push(Reached::Inside { starts, now, open });
            }
            (_, way) => next.push(way),
        }
        Ok(())
    }

    fn mark(&self, group: u32, is_open: bool, open: &mut [bool]) {
        for (known, open) in self.groups.iter().zip(open) {
            if *known == group {
                *open = is_open;
            }
        }
    }

    /// A match begins: all groups but the first begin in any state.
    fn begin(&self, state: u32, next: &mut Vec<Reached>) -> Result<(), Stop> {
        let Some(first) = self.read(state, &self.texts[0]) else { return Ok(()) };
        let mut starts: Vec<Vec<u32>> = vec![vec![first]];
        for _ in 1..self.groups.len() {
            let all = 0..self.language.states();
            starts = starts
                .iter()
                .flat_map(|known| all.clone().map(|state| known.iter().copied().chain([state]).collect()))
                .collect();
            self.budget.poll_many(starts.len() as u64)?;
        }
        let open: Vec<bool> = self.groups.iter().map(|group| *group == 0).collect();
        next.extend(starts.into_iter().map(|starts| Reached::Inside {
            now: starts.clone(),
            starts,
            open: open.clone(),
        }));
        Ok(())
    }

    /// The state behind a word; the automaton is deterministic.
    fn read(&self, state: u32, word: &[u32]) -> Option<u32> {
        word.iter().try_fold(state, |state, c| {
            self.language
                .edges(state)
                .iter()
                .find(|edge| edge.low <= *c && *c <= edge.high)
                .map(|edge| edge.target)
        })
    }
}
