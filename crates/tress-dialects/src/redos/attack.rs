//! From loops in the graph of ways to words that are shown to be slow.
//!
//! Enters: a pattern. Leaves: a report. Candidates come from the graph; each gets rests that make the word
//! fail, found in the complement of what the language still allows behind it, and is tried for a small number
//! of rounds and for larger ones.

use tress_automata::ambiguity::{Graph, Growth, Pumped, doubling_loops};
use tress_automata::{CharSet, Regex, RegexStore};
use tress_base::{Budget, Stop};

use super::limits::{CHAINS, EXCLUSIONS, GRAPH_STEPS, LANGUAGE_STEPS};
use super::measure::{Figures, neater};
use super::paths::{self, Paths};
use super::program::{self, Manner, Program};
use super::{Attack, LEAST_DOUBLINGS, MOST_COPIES, Report, Rounds, Verdict, refused_look, tree};
use crate::ast::{Ast, Node, NodeId};
use crate::{Dialect, DialectError, Flags, Mode, translate};

/// A pattern with all that is asked of it.
pub(super) struct Subject<'a> {
    pub(super) ast: Ast,
    pub(super) program: Program,
    /// The tree without atomic groups where that is exact, for the graph.
    resolved: (Ast, NodeId),
    /// Atomic groups could not be resolved and are taken for plain ones.
    plain_atomic: bool,
    pub(super) store: RegexStore,
    /// Words that match.
    pub(super) language: Option<Regex>,
    pub(super) alphabet: CharSet,
    /// One of each kind of characters that the pattern distinguishes.
    pub(super) characters: Vec<u32>,
    pub(super) mode: Mode,
    empty_fails: bool,
    pub(super) budget: &'a Budget,
}

/// What is looked for.
#[derive(Clone, Copy)]
enum Hunt {
    Doubling,
    Growing,
}

/// Words of a candidate, with the states whose loops they go around.
struct Candidate {
    parts: Vec<Pumped>,
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
        let manner = Manner { most_copies: u64::MAX, empty_fails, groups: false };
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
        let language = budget.within(LANGUAGE_STEPS.most(budget), || {
            let (ast, root) = tree(dialect, pattern, flags, mode)?;
            translate::language(ast, root, mode, &alphabet, &mut store, budget)
        });
        budget.look()?;
        if matches!(&language, Err(DialectError { stop: Some(Stop::Steps), .. })) {
            budget.hit(LANGUAGE_STEPS.name());
        }
        Ok(Ok(Subject {
            ast,
            program,
            resolved,
            plain_atomic: refused.is_some(),
            store,
            language: language.ok(),
            alphabet,
            characters: Vec::new(),
            mode,
            empty_fails,
            budget,
        }))
    }

    /// The verdict.
    pub(super) fn analyse(&mut self) -> Result<Report, Stop> {
        let Some(lifted) = self.paths(LEAST_DOUBLINGS - 1)? else {
            return Ok(Report::plain(Verdict::Unknown("the pattern is too large".into())));
        };
        let mut doubts = Doubts::default();
        if self.plain_atomic {
            doubts.push("an atomic group cannot be told apart from a plain one");
        }
        if let Some(report) = self.on_failing_words(&lifted, Hunt::Doubling, &mut doubts)? {
            return Ok(report);
        }
        let mut written = None;
        for most_copies in [MOST_COPIES, 256, 64] {
            if written.is_none() && lifted.1.iter().any(|&bound| bound <= most_copies) {
                written = self.paths(most_copies)?;
            }
        }
        if let Some(written) = &written
            && let Some(report) = self.on_failing_words(written, Hunt::Doubling, &mut doubts)?
        {
            return Ok(report);
        }
        let paths = written.as_ref().unwrap_or(&lifted);
        if let Some(report) = self.on_failing_words(paths, Hunt::Growing, &mut doubts)? {
            return Ok(report);
        }
        if paths.0.rough || lifted.0.rough {
            doubts.push("its looks have too many contexts");
        }
        let characters: Vec<u32> = paths.0.symbols.iter().filter_map(CharSet::representative).collect();
        if let Some(report) = self.many_optional(&characters)? {
            return Ok(report);
        }
        Ok(Report::plain(doubts.verdict()))
    }

    /// Looks for attacks among all words; when there are candidates of which none is slow, among those words
    /// that can be continued so that they do not match.
    fn on_failing_words(
        &mut self,
        (paths, bounds): &(Paths, Vec<u64>),
        hunt: Hunt,
        doubts: &mut Doubts,
    ) -> Result<Option<Report>, Stop> {
        let before = std::mem::take(&mut doubts.unproved);
        let mut found = self.find(hunt, paths, bounds, doubts)?;
        if found.is_none() && doubts.unproved {
            doubts.met = true;
            if let Some(failing) = self.failing(paths)? {
                doubts.unproved = false;
                found = self.find(hunt, &failing, bounds, doubts)?;
            } else {
                doubts.push("the words that do not match are too many to look through");
            }
            if doubts.unproved {
                doubts.push("a loop that gives a word many ways is not slow on the words that were tried");
            }
        }
        doubts.unproved |= before;
        Ok(found)
    }

    fn find(
        &mut self,
        hunt: Hunt,
        paths: &Paths,
        bounds: &[u64],
        doubts: &mut Doubts,
    ) -> Result<Option<Report>, Stop> {
        match hunt {
            Hunt::Doubling => self.doubling(paths, bounds, doubts),
            Hunt::Growing => self.growing(paths, bounds, doubts),
        }
    }

    /// The graph in which bounds above `most_copies` are lifted, with those bounds.
    fn paths(&self, most_copies: u64) -> Result<Option<(Paths, Vec<u64>)>, Stop> {
        let manner = Manner { most_copies, empty_fails: self.empty_fails, groups: false };
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
        doubts: &mut Doubts,
    ) -> Result<Option<Report>, Stop> {
        let most_rounds = bounds.iter().copied().min().unwrap_or(64).min(64) as usize;
        let mut exclusions = Exclusions::new();
        while let Some(excluded) = exclusions.next() {
            let part = paths.graph.without(&excluded);
            let loops =
                GRAPH_STEPS.share(self.budget, || doubling_loops(&paths.graph, &part, self.budget))?;
            let Some(loops) = loops else {
                doubts.unproved = true;
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
                    self.characters = paths.symbols.iter().filter_map(CharSet::representative).collect();
                    let (attack, figures, rounds) = self.lasting(attack, figures)?;
                    let report = self.report(paths, &candidate, attack, Verdict::Exponential, figures);
                    return Ok(Some(Report { rounds, ..report }));
                }
                doubts.unproved = true;
                exclusions.add(&excluded, &candidate.parts, &paths.symbols, self.budget);
            }
        }
        Ok(None)
    }

    /// Pairs of loops between which the ways grow.
    fn growing(
        &mut self,
        paths: &Paths,
        bounds: &[u64],
        doubts: &mut Doubts,
    ) -> Result<Option<Report>, Stop> {
        let mut exclusions = Exclusions::new();
        while let Some(excluded) = exclusions.next() {
            let part = paths.graph.without(&excluded);
            let growth = GRAPH_STEPS.share(self.budget, || Growth::new(&part, self.budget))?;
            if growth.as_ref().is_none_or(|growth| growth.incomplete) {
                doubts.unproved = true;
                doubts.push("its loops are too large to be compared");
            }
            let Some(growth) = growth else { return Ok(None) };
            let mut best: Option<(u32, Report)> = None;
            for chain in growth.chains(&paths.graph, &CHAINS, self.budget)? {
                let known = best.as_ref().map_or(1, |(degree, _)| *degree);
                if known > chain.len() as u32 {
                    break;
                }
                let Some(candidate) = candidate(&growth, &paths.graph, &chain, self.budget)? else {
                    continue;
                };
                match self.power(paths, bounds, &candidate, known, chain.len() as u32 + 1)? {
                    Some(found) => best = Some(found),
                    None => exclusions.add(&excluded, &candidate.parts, &paths.symbols, self.budget),
                }
                doubts.unproved = true;
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
        let mut positions: Vec<usize> =
            nodes.flatten().map(|node| self.position_of(node, outermost)).collect();
        positions.sort_unstable();
        positions.dedup();
        Report { verdict, attack: Some(attack), positions, by_search, steps, rounds: Rounds::Any }
    }

    /// Where the loop around a node begins: the outermost or the innermost one.
    fn position_of(&self, node: NodeId, outermost: bool) -> usize {
        let ast = &self.resolved.0;
        let mut inside = vec![false; ast.len()];
        inside[node as usize] = true;
        let mut position = ast.position(node);
        for id in node + 1..ast.len() as NodeId {
            if ast.children(id).iter().any(|&child| inside[child as usize]) {
                inside[id as usize] = true;
                if let Node::Repeat { high, .. } = ast.node(id)
                    && high.is_none_or(|high| high >= LEAST_DOUBLINGS)
                {
                    position = ast.position(id);
                    if !outermost {
                        break;
                    }
                }
            }
        }
        position
    }
}

/// Why a pattern may not be safe though nothing was found.
#[derive(Default)]
struct Doubts {
    reasons: Vec<&'static str>,
    /// There is a candidate of which it is not known that it cannot be slow.
    unproved: bool,
    /// There was a candidate.
    met: bool,
}

impl Doubts {
    fn push(&mut self, reason: &'static str) {
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    fn verdict(&self) -> Verdict {
        if self.unproved && !self.reasons.is_empty() {
            return Verdict::Unknown(self.reasons.join("; "));
        }
        let why = if self.met {
            "every word with many ways matches in one of the first"
        } else {
            "no loop gives a word many ways"
        };
        Verdict::Safe(why.into())
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
    fn add(&mut self, excluded: &CharSet, parts: &[Pumped], characters: &[CharSet], budget: &Budget) {
        for &c in parts.iter().flat_map(|part| &part.1) {
            let cell = characters.iter().find(|cell| cell.contains(c)).cloned().unwrap_or_default();
            let more = excluded.union(&cell);
            if !self.seen.contains(&more) && !EXCLUSIONS.is_exceeded(self.seen.len() + 1, budget) {
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
