//! Two functions of one string.
//!
//! Enters: the classes, the functions that machines describe, and the memberships that matter. Leaves:
//! a conflict where two chains of functions of one string can never have the same value although they
//! are in one class; an equality where two chains have the same value for every string; a word to try
//! where chains agree. A chain may go through equalities: these are premises.

mod limits;
mod links;
#[cfg(test)]
mod tests;
mod verdicts;

use std::collections::{BTreeMap, BTreeSet};

use tress_automata::Regex;
use tress_automata::transducer::Agreement;
use tress_base::{Budget, Stop};
use tress_sat::Lit;

use crate::forms::unequal_strings;
use crate::memberships::{Active, Memberships};
use tress_kernel::{Context, Lifetime, Node, Progress, Rule};
use tress_term::term::{Op, Sort, Term};

use limits::{ENDS, PAIRS, TRIES};
use links::{Functions, Graph, Path};
use verdicts::Verdicts;

pub(crate) use limits::CAPS;

/// Two functions of one string never have the same value.
const NEVER_EQUAL: Rule = Rule::new(
    "chains-never-equal",
    "own",
    "the product of two functional transducers has no run on which both outputs agree",
);
/// Two functions of one string have the same value.
const ALWAYS_EQUAL: Rule = Rule::new(
    "chains-always-equal",
    "Blattner, Head 1977",
    "no run of the product of the two functional transducers, on the language of the input, has outputs that differ",
);
/// Two functions of one string have the same value for this word.
const AGREEING_WORD: Rule =
    Rule::new("chains-agreeing-word", "own", "both functions were evaluated for the word");

/// The chains of functions of one search.
#[derive(Default)]
pub(crate) struct Chains {
    functions: Functions,
    verdicts: Verdicts,
    used: Used,
    /// Equations of strings with words that were tried, by the string.
    tried: BTreeMap<Term, Vec<(Term, Vec<u32>)>>,
    tries: usize,
}

/// What is asserted of the words of a class: a literal, the member of the class that it mentions, and the
/// language of that member.
#[derive(Clone, Copy)]
struct Said {
    literal: Lit,
    node: Node,
    regex: Regex,
}

impl Chains {
    /// Notes a term that entered.
    pub(crate) fn enter(&mut self, term: Term, cx: &Context<'_>) {
        self.functions.enter(term, cx);
    }

    /// Compares chains of functions that begin at one class.
    pub(crate) fn check(
        &mut self,
        memberships: &Memberships,
        cx: &mut Context<'_>,
    ) -> Result<Progress, Stop> {
        if self.functions.is_empty() {
            return Ok(Progress::Fine);
        }
        let links = self.functions.links(cx)?;
        let graph = Graph::new(links, cx);
        let (mut active, mut words) = (None, Vec::new());
        for root in graph.roots() {
            cx.env.budget.poll()?;
            if cx.constant_word(root).is_some() {
                continue;
            }
            let paths = graph.paths(root, cx);
            let mut changed = false;
            for pair in meeting(&graph, &paths, cx.env.budget) {
                let active = active.get_or_insert_with(|| memberships.active(cx));
                match self.check_meeting(root, pair, &graph, active, cx)? {
                    Agreement::Never => changed = true,
                    Agreement::Word(word) => words.push((root, word)),
                    Agreement::Open => {}
                }
            }
            if !changed && !graph.is_value(root) {
                changed = self.check_apart(root, &paths, &graph, cx)?;
            }
            if changed {
                return Ok(Progress::Changed);
            }
        }
        let tries = words.into_iter().any(|(root, word)| self.try_word(root, word, cx));
        Ok(if tries { Progress::Changed } else { Progress::Fine })
    }

    /// Two paths from one class end in one class: says so when they cannot, or finds a word.
    fn check_meeting(
        &mut self,
        root: Node,
        paths: [&Path; 2],
        graph: &Graph,
        active: &[Active],
        cx: &mut Context<'_>,
    ) -> Result<Agreement, Stop> {
        // What is said of the class comes into play when it is needed.
        let (mut said, mut agreement) = (Vec::new(), self.agreement(paths, graph, Regex::ALL, cx)?);
        if agreement != Agreement::Never {
            said = self.said_of(root, active, cx);
            let parts: Vec<Regex> = said.iter().map(|said| said.regex).collect();
            let language = cx.env.regexes().inter(&parts);
            agreement = self.agreement(paths, graph, language, cx)?;
        }
        if agreement == Agreement::Never {
            let mut premises = premises_of(cx, root, paths, graph);
            let ends = paths.map(|path| graph.end(root, path));
            cx.kernel.classes.graph.explain(ends[0], ends[1], &mut premises);
            for Said { literal, node, .. } in said {
                premises.push(literal);
                cx.kernel.classes.graph.explain(node, root, &mut premises);
            }
            cx.infer(NEVER_EQUAL, premises, &[], Lifetime::Permanent);
        }
        Ok(agreement)
    }

    fn agreement(
        &mut self,
        paths: [&Path; 2],
        graph: &Graph,
        language: Regex,
        cx: &mut Context<'_>,
    ) -> Result<Agreement, Stop> {
        let chains = paths.map(|path| graph.chain(path));
        let budget = cx.env.budget;
        let tools = (cx.env.regexes(), budget);
        self.verdicts.agree([&chains[0], &chains[1]], language, &self.functions.machines, tools)
    }

    /// The memberships of a class, and the words that it must not have because they were tried.
    fn said_of(&self, root: Node, active: &[Active], cx: &mut Context<'_>) -> Vec<Said> {
        let mut said = Vec::new();
        for Active { literal, node, regex } in active {
            if cx.representative(*node) == root {
                said.push(Said { literal: *literal, node: *node, regex: *regex });
            }
        }
        for (term, words) in &self.tried {
            let Some(node) = cx.kernel.classes.node_of(*term) else { continue };
            if cx.representative(node) != root {
                continue;
            }
            for (equal, word) in words {
                let literal = cx.literal(*equal);
                if cx.sat.value(literal) == Some(false) {
                    let regexes = cx.env.regexes();
                    let word = regexes.word(word);
                    said.push(Said { literal: !literal, node, regex: regexes.complement(word) });
                }
            }
        }
        said
    }

    /// Asks the search to try a word for a class. False when enough were tried.
    fn try_word(&mut self, root: Node, word: Vec<u32>, cx: &mut Context<'_>) -> bool {
        if TRIES.is_exceeded(self.tries + 1, cx.env.budget) {
            return false;
        }
        self.tries += 1;
        let term = cx.kernel.classes.term_at(root);
        let value = cx.env.store.word(word.clone());
        let equal = cx.env.equal(term, value);
        let tried = self.tried.entry(term).or_default();
        if tried.iter().all(|(known, _)| *known != equal) {
            tried.push((equal, word));
        }
        let literal = cx.equation(term, value);
        cx.split(AGREEING_WORD, literal)
    }

    /// Compares paths that end in different classes: those that always have the same value are equal.
    fn check_apart(
        &mut self,
        root: Node,
        paths: &[(Node, Path)],
        graph: &Graph,
        cx: &mut Context<'_>,
    ) -> Result<bool, Stop> {
        if paths.len() < 3 {
            return Ok(false);
        }
        let used = self.used.classes(cx);
        let matters = |class: Node| used.contains(&class) || !graph.is_input(class);
        let unequal = unequal_strings(cx).into_iter().flat_map(|(_, one, other)| [one, other]);
        let unequal: BTreeSet<Node> = unequal.map(|node| cx.representative(node)).collect();
        let mut ends: Vec<&(Node, Path)> = Vec::new();
        for path in paths {
            let matters = matters(path.0) || unequal.contains(&path.0);
            if matters && ends.iter().all(|end| end.0 != path.0) && cx.constant_word(path.0).is_none() {
                ends.push(path);
            }
        }
        // What only differs from something may do so by a choice of the search.
        ends.sort_by_key(|(class, path)| (!matters(*class), std::cmp::Reverse(path.len())));
        if ENDS.is_exceeded(ends.len(), cx.env.budget) {
            ends.truncate(ENDS.size(cx.env.budget));
        }
        let before = |place: usize| ends[..place].iter();
        let pairs = ends.iter().enumerate();
        let pairs = pairs.flat_map(|(place, one)| before(place).map(move |other| (other, one)));
        let mut changed = false;
        for ((_, one), (_, other)) in pairs {
            let chains = [one, other].map(|path| graph.chain(path));
            let budget = cx.env.budget;
            let tools = (cx.env.regexes(), budget);
            let (machines, samples) = (&self.functions.machines, &self.functions.samples);
            if self.verdicts.are_equal([&chains[0], &chains[1]], machines, samples, tools)? {
                let premises = premises_of(cx, root, [one, other], graph);
                let ends = [one, other].map(|path| cx.kernel.classes.term_at(graph.end(root, path)));
                let literal = cx.equation(ends[0], ends[1]);
                changed |= cx.infer(ALWAYS_EQUAL, premises, &[literal], Lifetime::Permanent);
            }
        }
        Ok(changed)
    }
}

/// Pairs of paths that end in one class and share neither their first nor their last link.
fn meeting<'a>(graph: &Graph, paths: &'a [(Node, Path)], budget: &Budget) -> Vec<[&'a Path; 2]> {
    let mut pairs = Vec::new();
    for (place, (class, one)) in paths.iter().enumerate() {
        for (_, other) in paths[..place].iter().filter(|path| path.0 == *class) {
            let apart = one.first() != other.first() && one.last() != other.last();
            if apart && graph.chain(one) != graph.chain(other) {
                if PAIRS.is_exceeded(pairs.len() + 1, budget) {
                    return pairs;
                }
                pairs.push([other, one]);
            }
        }
    }
    pairs
}

/// Why the paths are functions of the class.
fn premises_of(cx: &mut Context<'_>, root: Node, paths: [&Path; 2], graph: &Graph) -> Vec<Lit> {
    let mut premises = Vec::new();
    for path in paths {
        let mut at = root;
        for link in path.iter().map(|place| &graph.links[*place]) {
            let classes = &mut cx.kernel.classes.graph;
            classes.explain(at, link.input, &mut premises);
            for (argument, constant) in &link.because {
                classes.explain(*argument, *constant, &mut premises);
            }
            at = link.whole;
        }
    }
    premises
}

/// Strings that are declared constants, or that occur in terms other than links, equations and lengths.
#[derive(Default)]
struct Used {
    terms: Vec<Term>,
    /// How many nodes were looked at.
    looked: usize,
}

impl Used {
    /// The classes of these strings.
    fn classes(&mut self, cx: &Context<'_>) -> BTreeSet<Node> {
        let store = &*cx.env.store;
        for (_, term) in cx.kernel.classes.terms_from(self.looked) {
            let named = store.as_constant(term).map(|_| &term);
            let silent = matches!(store.op(term), Some(Op::Length | Op::Eq)) || links::may_link(store, term);
            let parts = if silent { &[] } else { store.args(term) };
            let strings = parts.iter().chain(named).filter(|part| store.sort(**part) == Sort::String);
            self.terms.extend(strings.copied());
        }
        self.looked = cx.kernel.classes.term_count();
        self.terms.sort_unstable();
        self.terms.dedup();
        self.terms.iter().filter_map(|term| cx.kernel.classes.class_of(*term)).collect()
    }
}
