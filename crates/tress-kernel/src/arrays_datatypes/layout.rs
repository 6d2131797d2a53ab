//! The arrays of a complete assignment: who is read where, who was written from whom.

use std::collections::{BTreeMap, BTreeSet};

use tress_base::Stop;

use tress_term::term::{Op, Size, Sort, Term, TermStore};

use super::super::context::Context;
use super::super::egraph::{EQUATION, Node};

/// A store: its node, the array it was written from, index and element.
pub(super) struct Written {
    pub(super) whole: Node,
    pub(super) from: Node,
    pub(super) index: Node,
    pub(super) element: Node,
}

/// What the graph says of arrays. Classes are named by their representatives.
#[derive(Default)]
pub(super) struct Layout {
    /// By class of the array and of the index, a term that reads there.
    pub(super) reads: BTreeMap<Node, BTreeMap<Node, Node>>,
    pub(super) stores: Vec<Written>,
    /// Constant arrays with their elements.
    pub constants: Vec<(Node, Node)>,
    /// Arrays that differ.
    pub(super) unequal: Vec<(Node, Node)>,
    /// A node of every class of arrays.
    pub(super) classes: BTreeMap<Node, Node>,
    /// By class, the index of the only store in it, where the value follows from that: nothing need be read
    /// above it because of what is read below.
    pub(super) followed: BTreeMap<Node, usize>,
}

impl Layout {
    /// Looks at all nodes.
    pub(crate) fn of(cx: &Context<'_>) -> Result<Self, Stop> {
        let mut layout = Layout::default();
        let (classes, store) = (&cx.kernel.classes, &*cx.env.store);
        for (node, term) in classes.terms_from(0) {
            cx.env.budget.poll()?;
            if matches!(store.sort(term), Sort::Array(_)) {
                layout.classes.entry(classes.graph.representative(node)).or_insert(node);
            }
            match (store.op(term), classes.graph.application(node)) {
                (Some(Op::Select), (_, [array, index])) => {
                    let [array, index] = [array, index].map(|arg| classes.graph.representative(*arg));
                    layout.reads.entry(array).or_default().entry(index).or_insert(node);
                }
                (Some(Op::Store), (_, [from, index, element])) => {
                    layout.stores.push(Written {
                        whole: node,
                        from: *from,
                        index: *index,
                        element: *element,
                    });
                }
                (Some(Op::ConstArray), (_, [element])) => layout.constants.push((node, *element)),
                (Some(Op::Eq), (EQUATION, [a, b]))
                    if classes.graph.are_equal(node, classes.graph.no())
                        && classes
                            .term_of(*a)
                            .is_some_and(|side| matches!(store.sort(side), Sort::Array(_))) =>
                {
                    layout.unequal.push((*a, *b));
                }
                _ => {}
            }
        }
        layout.follow(cx);
        Ok(layout)
    }

    /// Finds the classes whose value is that of another with one element changed.
    fn follow(&mut self, cx: &Context<'_>) {
        let class = |node: &Node| cx.representative(*node);
        let mut stores: BTreeMap<Node, Vec<usize>> = BTreeMap::new();
        for (place, store) in self.stores.iter().enumerate() {
            if class(&store.whole) != class(&store.from) {
                stores.entry(class(&store.whole)).or_default().push(place);
            }
        }
        let constants: BTreeSet<Node> = self.constants.iter().map(|(constant, _)| class(constant)).collect();
        let only = |of: Node| match stores.get(&of).map(Vec::as_slice) {
            Some([place]) if !constants.contains(&of) => Some(*place),
            _ => None,
        };
        let is_tied = |of: &Node| stores.contains_key(of) && only(*of).is_none();
        let mut tied: BTreeSet<Node> = stores.keys().copied().filter(is_tied).collect();
        tied.extend(circles(&stores, |of| only(of).map(|place| class(&self.stores[place].from))));
        // Below a class that several things define, all that is read must be read there as well.
        let mut open: Vec<Node> = tied.iter().copied().collect();
        while let Some(next) = open.pop() {
            for place in stores.get(&next).into_iter().flatten() {
                let from = class(&self.stores[*place].from);
                if tied.insert(from) {
                    open.push(from);
                }
            }
        }
        self.followed = stores
            .keys()
            .filter(|of| !tied.contains(of))
            .filter_map(|of| only(*of).map(|place| (*of, place)))
            .collect();
    }

    /// For every class of arrays, the least class that is connected to it by stores.
    pub(crate) fn components(&self, cx: &Context<'_>) -> BTreeMap<Node, Node> {
        let mut parents: BTreeMap<Node, Node> = self.classes.keys().map(|class| (*class, *class)).collect();
        for Written { whole, from, .. } in &self.stores {
            let [a, b] = [whole, from].map(|node| root(&parents, cx.representative(*node)));
            parents.insert(a.max(b), a.min(b));
        }
        self.classes.keys().map(|class| (*class, root(&parents, *class))).collect()
    }

    /// A term that reads a class at an index.
    pub(crate) fn read(&self, class: Node, index: Node) -> Option<Node> {
        self.reads.get(&class)?.get(&index).copied()
    }
}

/// The classes from which steps lead back to them.
fn circles(stores: &BTreeMap<Node, Vec<usize>>, next: impl Fn(Node) -> Option<Node>) -> Vec<Node> {
    let mut seen: BTreeMap<Node, Node> = BTreeMap::new();
    let mut found = Vec::new();
    for start in stores.keys() {
        let mut at = *start;
        while !seen.contains_key(&at) {
            seen.insert(at, *start);
            match next(at) {
                Some(further) => at = further,
                None => break,
            }
        }
        // One class of each circle is enough: the others lie below it.
        if seen.get(&at) == Some(start) && next(at).is_some() {
            found.push(at);
        }
    }
    found
}

fn root(parents: &BTreeMap<Node, Node>, class: Node) -> Node {
    let mut class = class;
    while let Some(parent) = parents.get(&class)
        && *parent != class
    {
        class = *parent;
    }
    class
}

/// How many indices an array has.
pub(super) fn index_size(store: &TermStore, array: Term) -> Size {
    store.array_parts(store.sort(array)).map_or(Size::Infinite, |(index, _)| store.size_of(index))
}

/// Are there more indices than any problem can write to?
pub(super) fn is_wide(store: &TermStore, array: Term) -> bool {
    index_size(store, array).at_least(1 << 31)
}
