//! From loops in the graph of ways to words that are shown to be slow.
//!
//! Enters: a pattern. Leaves: a report. Candidates come from the graph; each gets rests that make the word fail, found in
//! the complement of what the language still allows behind it, and is tried for a small number of rounds and
//! for larger ones.

use tress_automata::ambiguity::{Graph, Growth, doubling_loops};
use tress_automata::{CharSet, Regex, RegexStore, emptiness};
use tress_base::{Budget, Stop};

use super::paths::{self, Paths};
use super::program::{self, Manner, Program};
use super::{Attack, LEAST_DOUBLINGS, MOST_COPIES, Report, Verdict, refused_look, share, steps, tree};
use crate::ast::{Ast, Node, NodeId};
use crate::{Dialect, DialectError, Flags, Mode, translate};

/// Steps for the language, for each question to it, for a graph's loops, and for trying one word.
const LANGUAGE_STEPS: u64 = 1_500_000;
const SUFFIX_STEPS: u64 = 60_000;
const GRAPH_STEPS: u64 = 6_000_000;
const WORD_STEPS: u64 = 3_000_000;
/// Rests of words that are tried for one candidate.
const MOST_SUFFIXES: usize = 14;
/// Chains of loops that are tried.
const MOST_CHAINS: usize = 40;
/// Sets of characters that loops are asked to do without.
const MOST_EXCLUSIONS: usize = 24;
/// Rounds after which the language is asked what may follow.
const ROUNDS_BEFORE: usize = 6;
/// Characters of the shorter of two words that tell a power, and of any word at most.
const LEAST_LENGTH: usize = 160;
const MOST_LENGTH: usize = 6_000;
/// The least power that counts: two minus what small terms of a quadratic can hide.
const LEAST_POWER: f64 = 1.6;

/// A pattern with all that is asked of it.
pub(super) struct Subject<'a> {
    ast: Ast,
    program: Program,
    /// The tree without atomic groups where that is exact, for the graph.
    resolved: (Ast, NodeId),
    /// Atomic groups could not be resolved and are taken for plain ones.
    plain_atomic: bool,
    store: RegexStore,
    /// Words that match.
    language: Option<Regex>,
    alphabet: CharSet,
    mode: Mode,
    empty_fails: bool,
    budget: &'a Budget,
}

/// Words of a candidate, with the states whose loops they go around.
struct Candidate {
    parts: Vec<(Vec<u32>, Vec<u32>)>,
    states: Vec<u32>,
}

impl<'a> Subject<'a> {
    /// Reads the pattern; the inner error says why it is beyond the analysis.
    pub(super) fn new(
        dialect: Dialect,
        pattern: &str,
        flags: Flags,
        mode: Mode,
        budget: &'a Budget,
    ) -> Result<Result<Self, String>, DialectError> {
        let (ast, root) = tree(dialect, pattern, flags, mode)?;
        if let Some(why) = refused_look(&ast) {
            return Ok(Err(why));
        }
        let empty_fails = dialect == Dialect::Ecma;
        let manner = Manner { most_copies: u64::MAX, empty_fails };
        let mut program = program::compile(&ast, root, manner, budget)?;
        if program.is_none() {
            program = program::compile(&ast, root, Manner { most_copies: 64, ..manner }, budget)?;
        }
        let Some(program) = program else { return Ok(Err("the pattern is too large".into())) };
        let alphabet = dialect.alphabet(flags);
        let mut store = RegexStore::new();
        let mut resolved = tree(dialect, pattern, flags, mode)?;
        let (root, refused) = translate::resolve_some(&mut resolved.0, resolved.1, &mut store, budget)?;
        resolved.1 = root;
        let language = budget.within(LANGUAGE_STEPS, || {
            let (ast, root) = tree(dialect, pattern, flags, mode)?;
            translate::language(ast, root, mode, &alphabet, &mut store, budget)
        });
        budget.look()?;
        Ok(Ok(Subject {
            ast,
            program,
            resolved,
            plain_atomic: refused.is_some(),
            store,
            language: language.ok(),
            alphabet,
            mode,
            empty_fails,
            budget,
        }))
    }

    /// The verdict.
    pub(super) fn analyse(&mut self) -> Result<Report, Stop> {
        let mut doubts: Vec<String> = Vec::new();
        if self.plain_atomic {
            doubts.push("an atomic group cannot be told apart from a plain one".into());
        }
        let Some(lifted) = self.paths(LEAST_DOUBLINGS - 1)? else {
            return Ok(Report::plain(Verdict::Unknown("the pattern is too large".into())));
        };
        let mut unproved = false;
        if let Some(report) = self.doubling(&lifted.0, &lifted.1, &mut unproved)? {
            return Ok(report);
        }
        let mut written = None;
        for most_copies in [MOST_COPIES, 256, 64] {
            if lifted.1.iter().any(|&bound| bound <= most_copies) {
                written = written.or(self.paths(most_copies)?);
            }
        }
        let (paths, bounds) = written.as_ref().unwrap_or(&lifted);
        if written.is_some()
            && let Some(report) = self.doubling(paths, bounds, &mut unproved)?
        {
            return Ok(report);
        }
        if let Some(report) = self.growing(paths, bounds, &mut unproved, &mut doubts)? {
            return Ok(report);
        }
        if paths.rough || lifted.0.rough {
            doubts.push("its looks have too many contexts".into());
        }
        if unproved && !doubts.is_empty() {
            return Ok(Report::plain(Verdict::Unknown(doubts.join("; "))));
        }
        let why = if unproved {
            "every word with many ways matches in one of the first"
        } else {
            "no loop gives a word many ways"
        };
        Ok(Report::plain(Verdict::Safe(why.into())))
    }

    /// The graph in which bounds above `most_copies` are lifted, with those bounds.
    fn paths(&self, most_copies: u64) -> Result<Option<(Paths, Vec<u64>)>, Stop> {
        let manner = Manner { most_copies, empty_fails: self.empty_fails };
        let (ast, root) = &self.resolved;
        let Some(program) = program::compile(ast, *root, manner, self.budget)? else { return Ok(None) };
        let search = self.mode == Mode::Search;
        let paths = paths::build(ast, *root, &program, &self.alphabet, search, self.budget)?;
        Ok(paths.map(|paths| (paths, program.lifted)))
    }

    /// Loops that double the ways.
    fn doubling(
        &mut self,
        paths: &Paths,
        bounds: &[u64],
        unproved: &mut bool,
    ) -> Result<Option<Report>, Stop> {
        let most_rounds = bounds.iter().copied().min().unwrap_or(64).min(64) as usize;
        let mut exclusions = Exclusions::new();
        while let Some(excluded) = exclusions.next() {
            let part = paths.graph.without(&excluded);
            let loops = share(self.budget, GRAPH_STEPS, || doubling_loops(&paths.graph, &part, self.budget))?;
            let Some(loops) = loops else {
                *unproved = true;
                return Ok(None);
            };
            for found in loops {
                let parts = vec![(found.prefix, found.pump)];
                let candidate = Candidate { parts, states: vec![found.state] };
                for suffix in self.suffixes(&candidate.parts, paths)? {
                    let attack = Attack { parts: candidate.parts.clone(), suffix };
                    let Some(figures) = self.grows_exponentially(&attack, most_rounds)? else { continue };
                    let (attack, figures) = neater(attack, figures, |attack| {
                        match self.grows_exponentially(attack, most_rounds)? {
                            Some(figures) if self.is_steady(attack, &figures)? => Ok(Some(figures)),
                            _ => Ok(None),
                        }
                    })?;
                    return Ok(Some(self.report(paths, &candidate, attack, Verdict::Exponential, figures)));
                }
                *unproved = true;
                exclusions.add(&excluded, &candidate.parts, &paths.letters);
            }
        }
        Ok(None)
    }

    /// Pairs of loops between which the ways grow.
    fn growing(
        &mut self,
        paths: &Paths,
        bounds: &[u64],
        unproved: &mut bool,
        doubts: &mut Vec<String>,
    ) -> Result<Option<Report>, Stop> {
        let mut exclusions = Exclusions::new();
        while let Some(excluded) = exclusions.next() {
            let part = paths.graph.without(&excluded);
            let growth = share(self.budget, GRAPH_STEPS, || Growth::new(&part, self.budget))?;
            if growth.as_ref().is_none_or(|growth| growth.incomplete) {
                *unproved = true;
                doubts.push("its loops are too large to be compared".into());
            }
            let Some(growth) = growth else { return Ok(None) };
            let mut best: Option<(u32, Report)> = None;
            for chain in growth.chains(&paths.graph, MOST_CHAINS, self.budget)? {
                let known = best.as_ref().map_or(1, |(degree, _)| *degree);
                if known > chain.len() as u32 {
                    break;
                }
                let Some(candidate) = candidate(&growth, &paths.graph, &chain, self.budget)? else {
                    continue;
                };
                match self.power(paths, bounds, &candidate, known, chain.len() as u32 + 1)? {
                    Some(found) => best = Some(found),
                    None => exclusions.add(&excluded, &candidate.parts, &paths.letters),
                }
                *unproved = true;
            }
            if let Some((_, report)) = best {
                return Ok(Some(report));
            }
        }
        Ok(None)
    }

    /// The largest degree above `known` with which the words of a candidate grow; it is at most `most`.
    fn power(
        &mut self,
        paths: &Paths,
        bounds: &[u64],
        candidate: &Candidate,
        known: u32,
        most: u32,
    ) -> Result<Option<(u32, Report)>, Stop> {
        let mut best: Option<(u32, Attack, Figures)> = None;
        for suffix in self.suffixes(&candidate.parts, paths)? {
            let attack = Attack { parts: candidate.parts.clone(), suffix };
            let Some((degree, figures)) = self.grows_as_power(&attack, bounds)? else { continue };
            let degree = degree.clamp(2, most);
            if degree > best.as_ref().map_or(known, |best| best.0) {
                best = Some((degree, attack, figures));
            }
            if degree == most {
                break;
            }
        }
        let Some((degree, attack, figures)) = best else { return Ok(None) };
        let (attack, figures) =
            neater(attack, figures, |attack| match self.grows_as_power(attack, bounds)? {
                Some((power, figures)) if power >= degree && self.is_steady(attack, &figures)? => {
                    Ok(Some(figures))
                }
                _ => Ok(None),
            })?;
        let verdict = Verdict::Polynomial(degree);
        Ok(Some((degree, self.report(paths, candidate, attack, verdict, figures))))
    }

    /// Rests with which the words of a candidate may fail, those that are sure to first.
    fn suffixes(&mut self, parts: &[(Vec<u32>, Vec<u32>)], paths: &Paths) -> Result<Vec<Vec<u32>>, Stop> {
        let letters: Vec<u32> = paths.letters.iter().filter_map(CharSet::representative).collect();
        let mut suffixes = Vec::new();
        if let Some(language) = self.language {
            let left = self.budget.within(SUFFIX_STEPS, || self.left(language, parts));
            self.budget.look()?;
            if let Ok(left) = left {
                suffixes = self.words_outside(left, &letters)?;
            }
        }
        // Where the order of ways decides, a word that matches can be slow too.
        suffixes.push(Vec::new());
        suffixes.extend(letters.iter().map(|&letter| vec![letter]));
        let mut distinct: Vec<Vec<u32>> = Vec::new();
        for suffix in suffixes {
            if !distinct.contains(&suffix) && distinct.len() < MOST_SUFFIXES {
                distinct.push(suffix);
            }
        }
        Ok(distinct)
    }

    /// What may follow the words of a candidate, for several numbers of rounds together.
    fn left(&mut self, language: Regex, parts: &[(Vec<u32>, Vec<u32>)]) -> Result<Regex, Stop> {
        let mut all = Vec::new();
        for rounds in ROUNDS_BEFORE..ROUNDS_BEFORE + 4 {
            let attack = Attack { parts: parts.to_vec(), suffix: Vec::new() };
            let mut left = language;
            for letter in attack.word(rounds) {
                left = self.store.derivative(left, letter, self.budget)?;
            }
            if !all.contains(&left) {
                all.push(left);
            }
        }
        Ok(self.store.union(&all))
    }

    /// Short words that are not in a language: a shortest one, and one for each first letter.
    fn words_outside(&mut self, language: Regex, letters: &[u32]) -> Result<Vec<Vec<u32>>, Stop> {
        let mut words = Vec::new();
        let firsts = std::iter::once(None).chain(letters.iter().copied().map(Some));
        for first in firsts.take(MOST_SUFFIXES) {
            let budget = self.budget;
            let store = &mut self.store;
            let alphabet = self.alphabet.clone();
            let word = share(budget, SUFFIX_STEPS, || {
                let rest = match first {
                    None => language,
                    Some(letter) => store.derivative(language, letter, budget)?,
                };
                let any = store.chars(alphabet);
                let any = store.star(any);
                let outside = store.diff(any, rest);
                emptiness::find_word(store, outside, emptiness::Goal::Shortest, budget)
            })?;
            if let Some(Some(word)) = word {
                words.push(first.into_iter().chain(word).collect());
            }
        }
        Ok(words)
    }

    /// The steps for so many rounds; nothing when that takes too long to tell.
    fn count(&self, attack: &Attack, rounds: usize) -> Result<Option<f64>, Stop> {
        let word = attack.word(rounds);
        let search = self.mode == Mode::Search;
        let counted = share(self.budget, WORD_STEPS, || {
            steps::count(&self.ast, &self.program, &word, search, self.budget)
        })?;
        Ok(counted.map(|(steps, _)| steps))
    }

    /// Do steps multiply with every round? Then the figures that show it. A bounded loop may go through several of
    /// its rounds in one of the word's.
    fn grows_exponentially(&self, attack: &Attack, most_rounds: usize) -> Result<Option<Figures>, Stop> {
        let length: usize = attack.parts.iter().map(|part| part.1.len()).sum::<usize>().max(1);
        let longest = MOST_LENGTH / 3 / length;
        let mut rounds =
            [most_rounds / 4, most_rounds / 4 / length].map(|round| round.min(longest).max(3)).to_vec();
        rounds.dedup();
        for round in rounds {
            let mut figures = Vec::new();
            for times in 1..=3 {
                let Some(steps) = self.count(attack, round * times)? else { return Ok(None) };
                figures.push((round * times, steps));
            }
            let first = (figures[1].1 / figures[0].1).log2();
            let second = (figures[2].1 / figures[1].1).log2();
            let least = 0.5 * round as f64;
            if second > 0.8 * first && first > least && second > least {
                return Ok(Some(figures));
            }
        }
        Ok(None)
    }

    /// Do steps grow as a power of the length that is larger than one? Then the power and the figures.
    fn grows_as_power(&self, attack: &Attack, bounds: &[u64]) -> Result<Option<(u32, Figures)>, Stop> {
        let length: usize = attack.parts.iter().map(|part| part.1.len()).sum();
        let bound = bounds.iter().copied().filter(|&bound| bound <= MOST_COPIES).max().unwrap_or(0);
        let least = LEAST_LENGTH.max(2 * bound as usize).min(MOST_LENGTH / 2);
        let rounds = least.div_ceil(length.max(1)).max(8);
        let (Some(small), Some(large)) = (self.count(attack, rounds)?, self.count(attack, 2 * rounds)?)
        else {
            return Ok(None);
        };
        let power = (large / small).log2();
        let figures = vec![(rounds, small), (2 * rounds, large)];
        Ok((power >= LEAST_POWER).then_some((power.round() as u32, figures)))
    }

    /// Does one round more, or two, take at least as many steps? Else the word matches for some numbers of rounds.
    fn is_steady(&self, attack: &Attack, figures: &[(usize, f64)]) -> Result<bool, Stop> {
        let Some(&(rounds, steps)) = figures.first() else { return Ok(false) };
        for more in 1..=2 {
            if self.count(attack, rounds + more)?.is_none_or(|found| found < steps) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn report(
        &self,
        paths: &Paths,
        candidate: &Candidate,
        attack: Attack,
        verdict: Verdict,
        steps: Figures,
    ) -> Report {
        let outermost = verdict == Verdict::Exponential;
        let nodes = candidate.states.iter().map(|&state| paths.nodes[state as usize]);
        let by_search = nodes.clone().any(|node| node.is_none());
        let mut positions: Vec<usize> = nodes.flatten().map(|node| self.place(node, outermost)).collect();
        positions.sort_unstable();
        positions.dedup();
        Report { verdict, attack: Some(attack), positions, by_search, steps }
    }

    /// Where the loop around a node begins: the outermost or the innermost one.
    fn place(&self, node: NodeId, outermost: bool) -> usize {
        let ast = &self.resolved.0;
        let mut inside = vec![false; ast.len()];
        inside[node as usize] = true;
        let mut place = ast.position(node);
        for id in node + 1..ast.len() as NodeId {
            if ast.children(id).iter().any(|&child| inside[child as usize]) {
                inside[id as usize] = true;
                if let Node::Repeat { high, .. } = ast.node(id)
                    && high.is_none_or(|high| high >= LEAST_DOUBLINGS)
                {
                    place = ast.position(id);
                    if !outermost {
                        break;
                    }
                }
            }
        }
        place
    }
}

/// Characters that loops are asked to do without, because words with them match.
struct Exclusions {
    seen: Vec<CharSet>,
    next: usize,
}

impl Exclusions {
    fn new() -> Self {
        Self { seen: vec![CharSet::empty()], next: 0 }
    }

    fn next(&mut self) -> Option<CharSet> {
        let next = self.seen.get(self.next).cloned();
        self.next += 1;
        next
    }

    /// What was repeated here led to nothing: next time without one of its characters.
    fn add(&mut self, excluded: &CharSet, parts: &[(Vec<u32>, Vec<u32>)], letters: &[CharSet]) {
        for &c in parts.iter().flat_map(|part| &part.1) {
            let cell = letters.iter().find(|cell| cell.contains(c)).cloned().unwrap_or_default();
            let more = excluded.union(&cell);
            if self.seen.len() < MOST_EXCLUSIONS && !self.seen.contains(&more) {
                self.seen.push(more);
            }
        }
    }
}

fn candidate(
    growth: &Growth,
    graph: &Graph,
    chain: &[usize],
    budget: &Budget,
) -> Result<Option<Candidate>, Stop> {
    let Some(parts) = growth.words(graph, chain, budget)? else { return Ok(None) };
    let pairs = chain.iter().map(|&index| &growth.pairs[index]);
    let states = pairs.flat_map(|pair| [pair.from, pair.to]).collect();
    Ok(Some(Candidate { parts, states }))
}

/// Rounds and steps.
type Figures = Vec<(usize, f64)>;

/// An attack that is easier to read, as long as it still grows: neighbours that repeat the same word become one, what is
/// repeated and what stands before it become shorter.
fn neater(
    mut attack: Attack,
    mut figures: Figures,
    grows: impl Fn(&Attack) -> Result<Option<Figures>, Stop>,
) -> Result<(Attack, Figures), Stop> {
    let mut merged = attack.clone();
    merged.parts.iter_mut().for_each(|part| part.1.truncate(root_length(&part.1)));
    merged.parts.dedup_by(|next, before| next.1 == before.1 && next.0.iter().all(|c| before.1.contains(c)));
    let mut tries = vec![merged];
    tries.extend((0..attack.parts.len()).map(|part| {
        let mut shorter = attack.clone();
        shorter.parts[part].1.truncate(root_length(&attack.parts[part].1));
        shorter
    }));
    for shorter in tries {
        if let Some(found) = grows(&shorter)? {
            (attack, figures) = (shorter, found);
            break;
        }
    }
    for part in 0..attack.parts.len() {
        let mut shorter = attack.clone();
        shorter.parts[part].0.clear();
        if !attack.parts[part].0.is_empty()
            && let Some(found) = grows(&shorter)?
        {
            (attack, figures) = (shorter, found);
        }
    }
    Ok((attack, figures))
}

/// The length of the shortest word of which this one is a power.
fn root_length(word: &[u32]) -> usize {
    let is_root = |&length: &usize| {
        word.len().is_multiple_of(length) && word.iter().zip(&word[length..]).all(|(a, b)| a == b)
    };
    (1..word.len()).find(is_root).unwrap_or(word.len())
}
