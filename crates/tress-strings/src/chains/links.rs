//! Which classes are functions of which others, under the present assignment.
//!
//! Enters: the applications of functions that a machine describes, and the classes. Leaves: links from
//! the class of an argument to the class of its value, and the paths of links from one class.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use tress_automata::transducer::Transducer;
use tress_base::{Budget, Stop};

use crate::machines::machine;
use tress_kernel::{Context, Node};
use tress_term::term::{Op, Sort, Term, TermStore, Word};

use super::limits::{PATHS, SAMPLES};

/// What a function does, apart from its first argument.
type Meaning = (Op, Vec<Word>);

/// A function applied to a class.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// The application.
    pub(super) whole: Node,
    /// Its first argument.
    pub(super) input: Node,
    /// Why the other arguments are constants.
    pub(super) because: Vec<(Node, Node)>,
    /// The number of its machine.
    pub(super) machine: u32,
}

/// Functions one after the other: indices in a list of links.
pub(super) type Path = Vec<usize>;

/// The functions of one search, and their machines.
#[derive(Default)]
pub(super) struct Functions {
    applications: Vec<Term>,
    numbers: FxHashMap<Meaning, Option<u32>>,
    pub(super) machines: Vec<Transducer>,
    /// Words on which functions are likely to differ.
    pub(super) samples: Vec<Vec<u32>>,
}

impl Functions {
    /// Notes a term that entered, when it may be a function of its first argument.
    pub(super) fn enter(&mut self, term: Term, cx: &Context<'_>) {
        if may_link(cx.env.store, term) {
            self.applications.push(term);
        }
    }

    /// Are there no functions?
    pub(super) fn is_empty(&self) -> bool {
        self.applications.is_empty()
    }

    /// The links under the present assignment.
    pub(super) fn links(&mut self, cx: &mut Context<'_>) -> Result<Vec<Link>, Stop> {
        let mut links = Vec::new();
        for place in 0..self.applications.len() {
            cx.env.budget.poll()?;
            links.extend(self.link(self.applications[place], cx));
        }
        Ok(links)
    }

    fn link(&mut self, term: Term, cx: &Context<'_>) -> Option<Link> {
        let store = &*cx.env.store;
        let (op, args) = (store.op(term)?, store.args(term));
        let classes = &cx.kernel.classes;
        let (whole, input) = (classes.node_of(term)?, classes.node_of(args[0])?);
        let (mut words, mut because) = (Vec::new(), Vec::new());
        for arg in &args[1..] {
            if let Some(word) = cx.env.word_of(*arg) {
                words.push(word);
                continue;
            }
            let node = classes.node_of(*arg)?;
            because.push((node, classes.graph.constant(node)?));
            words.push(cx.constant_word(node)?);
        }
        let machine = self.number((op, words), cx.env.budget)?;
        Some(Link { whole, input, because, machine })
    }

    /// The number of a machine.
    fn number(&mut self, meaning: Meaning, budget: &Budget) -> Option<u32> {
        if let Some(known) = self.numbers.get(&meaning) {
            return *known;
        }
        for word in &meaning.1 {
            if !SAMPLES.is_exceeded(self.samples.len() + 1, budget) {
                self.samples.push(word.to_vec());
            }
        }
        let number = machine(meaning.0, &meaning.1, budget).map(|machine| {
            self.machines.push(machine);
            self.machines.len() as u32 - 1
        });
        self.numbers.insert(meaning, number);
        number
    }
}

/// May the term be a function of its first argument, when the others are constants?
pub(super) fn may_link(store: &TermStore, term: Term) -> bool {
    let args = store.args(term);
    let plain = !matches!(store.op(term), None | Some(Op::Concat | Op::Ite));
    plain && !args.is_empty() && args.iter().chain([&term]).all(|part| store.sort(*part) == Sort::String)
}

/// The links that leave each class.
pub(super) struct Graph {
    pub(super) links: Vec<Link>,
    leaving: BTreeMap<Node, Vec<usize>>,
    /// Classes that are values of functions.
    values: BTreeSet<Node>,
}

impl Graph {
    pub(super) fn new(links: Vec<Link>, cx: &Context<'_>) -> Self {
        let (mut leaving, mut values) = (BTreeMap::<Node, Vec<usize>>::new(), BTreeSet::new());
        for (place, link) in links.iter().enumerate() {
            leaving.entry(cx.representative(link.input)).or_default().push(place);
            values.insert(cx.representative(link.whole));
        }
        Self { links, leaving, values }
    }

    /// Classes with links that leave them, those first that are no values of functions.
    pub(super) fn roots(&self) -> Vec<Node> {
        let (values, inputs): (Vec<Node>, Vec<Node>) =
            self.leaving.keys().copied().partition(|class| self.values.contains(class));
        [inputs, values].concat()
    }

    /// Is the class the argument of a function?
    pub(super) fn is_input(&self, class: Node) -> bool {
        self.leaving.contains_key(&class)
    }

    /// Is the class the value of a function?
    pub(super) fn is_value(&self, class: Node) -> bool {
        self.values.contains(&class)
    }

    /// The machines of a path.
    pub(super) fn chain(&self, path: &Path) -> Vec<u32> {
        path.iter().map(|link| self.links[*link].machine).collect()
    }

    /// The value at the end of a path.
    pub(super) fn end(&self, root: Node, path: &Path) -> Node {
        path.last().map_or(root, |link| self.links[*link].whole)
    }

    /// All paths from a class, each with the class where it ends, shortest first; the first is empty. A
    /// path ends where it comes back to the class, and no link occurs twice.
    pub(super) fn paths(&self, root: Node, cx: &Context<'_>) -> Vec<(Node, Path)> {
        let mut paths = vec![(root, Path::new())];
        let mut at = 0;
        while let Some((class, path)) = paths.get(at).cloned() {
            at += 1;
            if class == root && !path.is_empty() {
                continue;
            }
            for link in self.leaving.get(&class).map_or(&[][..], Vec::as_slice) {
                if !path.contains(link) && !PATHS.is_exceeded(paths.len() + 1, cx.env.budget) {
                    let whole = cx.representative(self.links[*link].whole);
                    paths.push((whole, [path.as_slice(), &[*link]].concat()));
                }
            }
        }
        paths
    }
}
