//! Congruence closure with explanations, undone level by level.
//!
//! Enters: nodes (a function number over argument nodes), equalities with the literal they come
//! from, levels. Leaves: classes of equal nodes, nodes that became equal to a constant, numbers
//! that became equal, and for any two equal nodes the literals that make them so. It knows
//! nothing of terms.
//!
//! The method is that of Nieuwenhuis and Oliveras (2007): classes are relabelled smaller into
//! larger, congruent nodes meet in a table of signatures, and a forest of merged pairs gives
//! explanations. A signature with an old label is never looked up while the label is old, so
//! entries stay in the table when classes merge and are right again after backtracking.

#[cfg(any(test, feature = "check-everything"))]
mod invariants;

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tress_sat::Lit;

/// A node, as an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node(pub u32);

impl Node {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why two nodes are equal.
#[derive(Clone, Copy, Debug)]
enum Why {
    /// A literal says so.
    Literal(Lit),
    /// They apply one function to equal arguments; the flag says that the sides of two equations
    /// correspond crosswise.
    Congruence(Node, Node, bool),
    /// The first is an equation whose two sides are equal; the second is the constant true.
    EqualSides(Node),
    /// It follows from other equalities: a place in [`Forest::grounds`].
    Grounds(u32),
}

/// Equalities from which another one follows.
type Grounds = SmallVec<[(Node, Node); 2]>;

/// A function number and the labels of the arguments.
type Signature = SmallVec<[u32; 4]>;

/// What to undo.
enum Undo {
    Merge { gone: Node, kept: Node, uses: usize, edge: (Node, Node) },
    Constant(Node),
    Number(Node),
    Entry(Signature),
    Use(Node),
    Made(Node),
    Ground,
}

/// The function number of equations; their arguments may be swapped.
pub const EQUATION: u32 = 0;

/// Two constants that are different and became equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clash(pub(crate) Node, pub(crate) Node);

/// The graph.
///
/// Invariants: `label[n]` is the representative of `n`'s class; `next` links each class into a
/// ring; `uses[r]` holds every node that has an argument in the class of representative `r`;
/// after [`EGraph::close`] no two nodes of different classes have the same signature.
pub struct EGraph {
    functions: Vec<u32>,
    arguments: Vec<SmallVec<[Node; 3]>>,
    classes: Classes,
    forest: Forest,
    table: FxHashMap<Signature, Node>,
    queue: VecDeque<(Node, Node, Why)>,
    trail: Vec<Undo>,
    levels: Vec<usize>,
    yes: Node,
    /// What has happened since it was last taken.
    pub news: News,
}

/// The classes, by node; all but the first two by representative.
#[derive(Default)]
struct Classes {
    label: Vec<Node>,
    next: Vec<Node>,
    size: Vec<u32>,
    uses: Vec<Vec<Node>>,
    constant: Vec<Option<Node>>,
    number: Vec<Option<Node>>,
}

/// The merged pairs, as a forest, and what they rest on.
#[derive(Default)]
struct Forest {
    edge: Vec<Option<(Node, Why)>>,
    grounds: Vec<Grounds>,
    stamp: u32,
    stamps: Vec<u32>,
}

/// What the graph has learned and nobody has heard of.
#[derive(Default)]
pub struct News {
    /// Nodes that became equal to a constant.
    pub(crate) settled: Vec<Node>,
    /// Numbers that became equal.
    pub(crate) equal_numbers: Vec<(Node, Node)>,
    /// Labels that are gone, and those that took their place.
    pub joined: Vec<(Node, Node)>,
    /// Labels of classes that became equal to a constant, and how many uses they had.
    pub now_constant: Vec<(Node, usize)>,
}

impl News {
    fn clear(&mut self) {
        self.settled.clear();
        self.equal_numbers.clear();
        self.joined.clear();
        self.now_constant.clear();
    }
}

impl EGraph {
    /// A graph that holds the constants true and false.
    pub(crate) fn new() -> Self {
        let mut graph = Self {
            functions: Vec::new(),
            arguments: Vec::new(),
            classes: Classes::default(),
            forest: Forest::default(),
            table: FxHashMap::default(),
            queue: VecDeque::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            yes: Node(0),
            news: News::default(),
        };
        graph.yes = graph.add_constant();
        graph.add_constant();
        graph
    }

    /// The constant true.
    pub(crate) fn yes(&self) -> Node {
        self.yes
    }

    /// The constant false.
    pub fn no(&self) -> Node {
        Node(self.yes.0 + 1)
    }

    /// A node without arguments that equals nothing by itself.
    pub(crate) fn add_leaf(&mut self) -> Node {
        self.make(u32::MAX, SmallVec::new())
    }

    /// A leaf that differs from every other constant.
    pub(crate) fn add_constant(&mut self) -> Node {
        let node = self.add_leaf();
        self.classes.constant[node.index()] = Some(node);
        node
    }

    /// A function applied to nodes. Its congruences are found by the next [`EGraph::close`].
    pub(crate) fn add_application(&mut self, function: u32, arguments: &[Node]) -> Node {
        let node = self.make(function, arguments.into());
        self.register(node);
        node
    }

    fn make(&mut self, function: u32, arguments: SmallVec<[Node; 3]>) -> Node {
        let node = Node(u32::try_from(self.classes.label.len()).expect("fewer than 2^32 nodes"));
        self.functions.push(function);
        self.arguments.push(arguments);
        self.classes.label.push(node);
        self.classes.next.push(node);
        self.classes.size.push(1);
        self.classes.uses.push(Vec::new());
        self.classes.constant.push(None);
        self.classes.number.push(None);
        self.forest.edge.push(None);
        self.forest.stamps.push(0);
        node
    }

    /// Marks a node that was just made as a number, so that equalities with other numbers are
    /// told.
    pub(crate) fn mark_number(&mut self, node: Node) {
        debug_assert!(
            self.representative(node) == node && self.classes.size[node.index()] == 1,
            "the node is new"
        );
        self.classes.number[node.index()] = Some(node);
    }

    /// Enters a node into the table and the lists of uses, at the current level.
    fn register(&mut self, node: Node) {
        for place in 0..self.arguments[node.index()].len() {
            let label = self.representative(self.arguments[node.index()][place]);
            let uses = &mut self.classes.uses[label.index()];
            // One use is enough, however many arguments are in the class.
            if uses.last() != Some(&node) {
                uses.push(node);
                self.trail.push(Undo::Use(label));
            }
        }
        self.trail.push(Undo::Made(node));
        self.look_up(node);
    }

    /// The representative of a node's class.
    pub fn representative(&self, node: Node) -> Node {
        self.classes.label[node.index()]
    }

    /// Are the nodes known to be equal?
    pub fn are_equal(&self, a: Node, b: Node) -> bool {
        self.representative(a) == self.representative(b)
    }

    /// The constant that a node equals, if any.
    pub fn constant(&self, node: Node) -> Option<Node> {
        self.classes.constant[self.representative(node).index()]
    }

    /// The function of a node and its arguments.
    pub fn application(&self, node: Node) -> (u32, &[Node]) {
        (self.functions[node.index()], &self.arguments[node.index()])
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.classes.label.len()
    }

    /// Says that two nodes are equal because of a literal; takes effect at the next close.
    pub(crate) fn merge(&mut self, a: Node, b: Node, literal: Lit) {
        self.queue.push_back((a, b, Why::Literal(literal)));
    }

    /// Says that two nodes are equal because other equalities hold; takes effect at the next close.
    pub fn merge_because(&mut self, a: Node, b: Node, grounds: &[(Node, Node)]) {
        let place = u32::try_from(self.forest.grounds.len()).expect("fewer than 2^32 grounds");
        self.forest.grounds.push(grounds.into());
        self.trail.push(Undo::Ground);
        self.queue.push_back((a, b, Why::Grounds(place)));
    }

    /// A node that has an argument in the class that has, or had, this label.
    pub fn use_at(&self, label: Node, place: usize) -> Node {
        self.classes.uses[label.index()][place]
    }

    /// Is there something to close?
    pub fn is_open(&self) -> bool {
        !self.queue.is_empty()
    }

    fn signature(&self, node: Node) -> Signature {
        let function = self.functions[node.index()];
        let mut signature: Signature = SmallVec::new();
        signature.push(function);
        signature
            .extend(self.arguments[node.index()].iter().map(|argument| self.representative(*argument).0));
        if function == EQUATION && signature[1] > signature[2] {
            signature.swap(1, 2);
        }
        signature
    }

    /// Finds what a node is congruent to, or becomes what others find.
    fn look_up(&mut self, node: Node) {
        let signature = self.signature(node);
        if self.functions[node.index()] == EQUATION && signature[1] == signature[2] {
            self.queue.push_back((node, self.yes, Why::EqualSides(node)));
        }
        match self.table.get(&signature) {
            Some(other) if *other == node => {}
            Some(other) => {
                let crossed = self.is_crossed(node, *other);
                self.queue.push_back((node, *other, Why::Congruence(node, *other, crossed)));
            }
            None => {
                self.table.insert(signature.clone(), node);
                self.trail.push(Undo::Entry(signature));
            }
        }
    }

    /// Do the sides of two equations with one signature correspond crosswise?
    fn is_crossed(&self, node: Node, other: Node) -> bool {
        let (left, right) = (&self.arguments[node.index()], &self.arguments[other.index()]);
        self.functions[node.index()] == EQUATION
            && !left.iter().zip(right).all(|(a, b)| self.are_equal(*a, *b))
    }

    /// Draws all conclusions from the equalities said so far.
    ///
    /// # Errors
    /// Two different constants that would be equal. Nothing more is concluded then.
    pub(crate) fn close(&mut self) -> Result<(), Clash> {
        while let Some((a, b, why)) = self.queue.pop_front() {
            if self.are_equal(a, b) {
                continue;
            }
            let clash = self.constant(a).zip(self.constant(b));
            self.join(a, b, why);
            if let Some((one, other)) = clash {
                self.queue.clear();
                return Err(Clash(one, other));
            }
        }
        Ok(())
    }

    /// Merges the classes of two nodes that are not equal yet.
    fn join(&mut self, a: Node, b: Node, why: Why) {
        let (gone, kept) = (self.representative(a), self.representative(b));
        let (from, to, gone, kept) = if self.classes.size[gone.index()] <= self.classes.size[kept.index()] {
            (a, b, gone, kept)
        } else {
            (b, a, kept, gone)
        };
        self.make_root(from);
        self.forest.edge[from.index()] = Some((to, why));
        self.note_settled(gone, kept);
        self.news.joined.push((gone, kept));
        let uses = self.classes.uses[kept.index()].len();
        self.trail.push(Undo::Merge { gone, kept, uses, edge: (from, to) });
        self.relabel(gone, kept);
        self.classes.next.swap(gone.index(), kept.index());
        self.classes.size[kept.index()] += self.classes.size[gone.index()];
        self.join_facts(gone, kept);
        for place in 0..self.classes.uses[gone.index()].len() {
            let user = self.classes.uses[gone.index()][place];
            self.classes.uses[kept.index()].push(user);
            self.look_up(user);
        }
    }

    /// Remembers members of the class without a constant when the other has one.
    fn note_settled(&mut self, gone: Node, kept: Node) {
        let start = match (self.classes.constant[gone.index()], self.classes.constant[kept.index()]) {
            (None, Some(_)) => gone,
            (Some(_), None) => kept,
            _ => return,
        };
        self.news.now_constant.push((start, self.classes.uses[start.index()].len()));
        let mut node = start;
        loop {
            self.news.settled.push(node);
            node = self.classes.next[node.index()];
            if node == start {
                break;
            }
        }
    }

    fn join_facts(&mut self, gone: Node, kept: Node) {
        let numbers = [gone, kept].map(|label| self.number_of(label));
        if let (Some(constant), None) =
            (self.classes.constant[gone.index()], self.classes.constant[kept.index()])
        {
            self.classes.constant[kept.index()] = Some(constant);
            self.trail.push(Undo::Constant(kept));
        }
        match numbers {
            [Some(one), Some(other)] => self.news.equal_numbers.push((one, other)),
            [Some(one), None] => {
                self.classes.number[kept.index()] = Some(one);
                self.trail.push(Undo::Number(kept));
            }
            _ => {}
        }
    }

    /// A number of the class with this label, if possible a constant: what equals that is known best.
    fn number_of(&self, label: Node) -> Option<Node> {
        self.classes.number[label.index()]
            .map(|number| self.classes.constant[label.index()].unwrap_or(number))
    }

    fn relabel(&mut self, class: Node, label: Node) {
        let mut node = class;
        loop {
            self.classes.label[node.index()] = label;
            node = self.classes.next[node.index()];
            if node == class {
                break;
            }
        }
    }

    /// Turns the edges on the way from a node to the root of its tree around.
    fn make_root(&mut self, node: Node) {
        let mut node = node;
        let mut edge = self.forest.edge[node.index()].take();
        while let Some((parent, why)) = edge {
            edge = self.forest.edge[parent.index()].replace((node, why));
            node = parent;
        }
    }

    /// Opens a level.
    pub(crate) fn push(&mut self) {
        debug_assert!(self.queue.is_empty(), "levels begin when everything is concluded");
        self.levels.push(self.trail.len());
    }

    /// Closes levels until `level` are open. Nodes made in between stay, and take part at the
    /// level that is left.
    pub(crate) fn backtrack(&mut self, level: usize) {
        self.queue.clear();
        self.news.clear();
        if self.levels.len() <= level {
            return;
        }
        let mark = self.levels[level];
        self.levels.truncate(level);
        let mut made = Vec::new();
        while self.trail.len() > mark {
            match self.trail.pop().expect("longer than the mark") {
                Undo::Merge { gone, kept, uses, edge } => self.split(gone, kept, uses, edge),
                Undo::Constant(label) => self.classes.constant[label.index()] = None,
                Undo::Number(label) => self.classes.number[label.index()] = None,
                Undo::Entry(signature) => {
                    self.table.remove(&signature);
                }
                Undo::Use(label) => {
                    self.classes.uses[label.index()].pop();
                }
                Undo::Made(node) => made.push(node),
                Undo::Ground => drop(self.forest.grounds.pop()),
            }
        }
        for node in made.into_iter().rev() {
            self.register(node);
        }
    }

    fn split(&mut self, gone: Node, kept: Node, uses: usize, (from, to): (Node, Node)) {
        self.classes.uses[kept.index()].truncate(uses);
        self.classes.size[kept.index()] -= self.classes.size[gone.index()];
        self.classes.next.swap(gone.index(), kept.index());
        self.relabel(gone, gone);
        // The edge may have been turned around since.
        let forward = self.forest.edge[from.index()].is_some_and(|(parent, _)| parent == to);
        let end = if forward { from } else { to };
        self.forest.edge[end.index()] = None;
    }

    /// Adds the literals that make two equal nodes equal.
    pub fn explain(&mut self, a: Node, b: Node, literals: &mut Vec<Lit>) {
        debug_assert!(self.are_equal(a, b), "only equal nodes have an explanation");
        self.forest.stamp += 1;
        let done = self.forest.stamp;
        let mut pairs = vec![(a, b)];
        while let Some((a, b)) = pairs.pop() {
            let meeting = self.meeting_point(a, b);
            for start in [a, b] {
                let mut node = start;
                while node != meeting {
                    let (parent, why) = self.forest.edge[node.index()].expect("the meeting point is above");
                    if self.forest.stamps[node.index()] != done {
                        self.forest.stamps[node.index()] = done;
                        self.explain_edge(why, literals, &mut pairs);
                    }
                    node = parent;
                }
            }
        }
    }

    fn explain_edge(&self, why: Why, literals: &mut Vec<Lit>, pairs: &mut Vec<(Node, Node)>) {
        match why {
            Why::Literal(literal) => literals.push(literal),
            Why::EqualSides(equation) => {
                let sides = &self.arguments[equation.index()];
                if !tress_base::is_planted("explain-sides") {
                    pairs.push((sides[0], sides[1]));
                }
            }
            Why::Grounds(place) => {
                let lost = usize::from(tress_base::is_planted("explain-grounds"));
                pairs.extend(self.forest.grounds[place as usize].iter().copied().skip(lost));
            }
            Why::Congruence(p, q, crossed) => {
                let (left, right) = (&self.arguments[p.index()], &self.arguments[q.index()]);
                if crossed {
                    pairs.extend([(left[0], right[1]), (left[1], right[0])]);
                } else {
                    let lost = usize::from(tress_base::is_planted("explain-congruence"));
                    pairs.extend(left.iter().copied().zip(right.iter().copied()).skip(lost));
                }
            }
        }
    }

    /// The lowest common ancestor in the forest of merged pairs.
    fn meeting_point(&self, a: Node, b: Node) -> Node {
        let depth = |start: Node| {
            let (mut node, mut count) = (start, 0_usize);
            while let Some((parent, _)) = self.forest.edge[node.index()] {
                node = parent;
                count += 1;
            }
            count
        };
        let (mut a, mut b) = (a, b);
        let (mut high, mut low) = (depth(a), depth(b));
        while a != b {
            let step = |node: Node| self.forest.edge[node.index()].map_or(node, |(parent, _)| parent);
            if high >= low {
                a = step(a);
                high = high.saturating_sub(1);
            } else {
                b = step(b);
                low = low.saturating_sub(1);
            }
        }
        a
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_base::Random;
    use tress_sat::Var;

    fn literal(number: usize) -> Lit {
        Var::new(u32::try_from(number).expect("small")).positive()
    }

    /// A graph of random applications and equations over a few leaves, and two constants.
    fn random_graph(random: &mut Random) -> (EGraph, Vec<Node>) {
        let mut graph = EGraph::new();
        let mut nodes = vec![graph.yes(), graph.no()];
        nodes.extend((0..5).map(|_| graph.add_leaf()));
        for _ in 0..12 {
            let function = u32::try_from(random.below(4)).expect("small");
            let count = if function == EQUATION { 2 } else { 1 + random.below(2) };
            let arguments: Vec<Node> = (0..count).map(|_| *random.pick(&nodes)).collect();
            nodes.push(graph.add_application(if count == 2 { function } else { function + 10 }, &arguments));
        }
        (graph, nodes)
    }

    /// The slow twin: which nodes are equal when these pairs are, by repeated passes over all
    /// pairs. The flag says that the two constants met.
    fn naive(graph: &EGraph, pairs: &[(Node, Node)]) -> (Vec<usize>, bool) {
        let mut class: Vec<usize> = (0..graph.len()).collect();
        let unite = |class: &mut Vec<usize>, a: usize, b: usize| {
            let (from, to) = (class[a], class[b]);
            class.iter_mut().filter(|c| **c == from).for_each(|c| *c = to);
            from != to
        };
        for (a, b) in pairs {
            unite(&mut class, a.index(), b.index());
        }
        let mut changed = true;
        while changed {
            changed = false;
            for p in 0..graph.len() {
                let (f, a) = (graph.functions[p], &graph.arguments[p]);
                if f == EQUATION && class[a[0].index()] == class[a[1].index()] {
                    changed |= unite(&mut class, p, graph.yes().index());
                }
                for q in 0..p {
                    let (g, b) = (graph.functions[q], &graph.arguments[q]);
                    let same = |x: Node, y: Node| class[x.index()] == class[y.index()];
                    let straight = a.iter().zip(b).all(|(x, y)| same(*x, *y));
                    let crossed = f == EQUATION && f == g && same(a[0], b[1]) && same(a[1], b[0]);
                    if f == g && !a.is_empty() && a.len() == b.len() && (straight || crossed) {
                        changed |= unite(&mut class, p, q);
                    }
                }
            }
        }
        let clash = class[graph.yes().index()] == class[graph.no().index()];
        (class, clash)
    }

    fn check(graph: &mut EGraph, pairs: &[(Node, Node)], clashed: bool) {
        let (class, clash) = naive(graph, pairs);
        assert_eq!(clashed, clash);
        if clash {
            return;
        }
        assert_eq!(graph.check_invariants(), Ok(()));
        for a in 0..graph.len() {
            for b in 0..a {
                let (x, y) = (Node(a as u32), Node(b as u32));
                assert_eq!(graph.are_equal(x, y), class[a] == class[b], "{a} {b}");
                if graph.are_equal(x, y) {
                    let mut literals = Vec::new();
                    graph.explain(x, y, &mut literals);
                    let used: Vec<(Node, Node)> = literals.iter().map(|l| pairs[l.var().index()]).collect();
                    let (class, _) = naive(graph, &used);
                    assert_eq!(class[a], class[b], "the explanation of {a} = {b} suffices");
                }
            }
        }
    }

    #[test]
    fn random_merges_and_backtracks_agree_with_the_slow_twin() {
        let mut random = Random::new(11);
        for _ in 0..150 {
            let (mut graph, mut nodes) = random_graph(&mut random);
            let mut pairs: Vec<(Node, Node)> = Vec::new();
            let mut levels: Vec<usize> = Vec::new();
            let mut clashed = graph.close().is_err();
            for _ in 0..12 {
                match random.below(5) {
                    0 if !clashed => {
                        graph.push();
                        levels.push(pairs.len());
                    }
                    1 if !levels.is_empty() => {
                        let level = random.below(levels.len());
                        pairs.truncate(levels[level]);
                        levels.truncate(level);
                        graph.backtrack(level);
                        clashed = graph.close().is_err();
                    }
                    2 if !clashed => {
                        let arguments = [*random.pick(&nodes), *random.pick(&nodes)];
                        nodes.push(graph.add_application(random.below(3) as u32, &arguments));
                        clashed = graph.close().is_err();
                    }
                    _ if !clashed => {
                        let (a, b) = (*random.pick(&nodes), *random.pick(&nodes));
                        graph.merge(a, b, literal(pairs.len()));
                        pairs.push((a, b));
                        clashed = graph.close().is_err();
                    }
                    _ => {}
                }
                check(&mut graph, &pairs, clashed);
            }
        }
    }

    #[test]
    fn a_clash_is_explained() {
        let mut graph = EGraph::new();
        let [x, y] = [(); 2].map(|()| graph.add_leaf());
        let equation = graph.add_application(EQUATION, &[x, y]);
        graph.merge(equation, graph.no(), literal(0));
        assert!(graph.close().is_ok());
        graph.push();
        graph.merge(x, y, literal(1));
        let Err(Clash(a, b)) = graph.close() else { panic!("x = y contradicts x /= y") };
        let mut literals = Vec::new();
        graph.explain(a, b, &mut literals);
        literals.sort_unstable();
        assert_eq!(literals, [literal(0), literal(1)]);
        graph.backtrack(0);
        assert!(graph.close().is_ok());
        assert!(!graph.are_equal(x, y));
    }

    #[test]
    fn a_merge_rests_on_its_grounds() {
        let mut graph = EGraph::new();
        let [x, y, p, q] = [(); 4].map(|()| graph.add_leaf());
        graph.merge(x, y, literal(0));
        assert!(graph.close().is_ok());
        graph.push();
        graph.merge_because(p, q, &[(y, x)]);
        assert!(graph.close().is_ok());
        let mut literals = Vec::new();
        graph.explain(p, q, &mut literals);
        assert_eq!(literals, [literal(0)]);
        graph.backtrack(0);
        assert!(!graph.are_equal(p, q) && graph.forest.grounds.is_empty());
    }

    #[test]
    fn equal_numbers_and_settled_nodes_are_told() {
        let mut graph = EGraph::new();
        let [x, y, p] = [(); 3].map(|()| graph.add_leaf());
        graph.mark_number(x);
        graph.mark_number(y);
        graph.merge(x, y, literal(0));
        graph.merge(p, graph.yes(), literal(1));
        assert!(graph.close().is_ok());
        assert_eq!(graph.news.equal_numbers, [(x, y)]);
        assert_eq!(graph.news.settled, [p]);
    }
}
