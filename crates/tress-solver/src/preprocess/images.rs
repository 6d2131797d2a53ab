//! Terms with parts replaced, and the origins of what was put in.

use tress_term::term::{Op, Sort, Term, TermMap, TermStore, Value, map_args, post_order_where};

use super::Origins;

/// What became of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Image {
    pub(super) term: Term,
    /// The origins of all that was put in; `None` when nothing was.
    pub(super) from: Option<u32>,
}

/// A replacement of terms by others, applied to many terms at the price of their shared size.
///
/// Replacement goes from the outside in: below a term that is replaced nothing is looked at.
#[derive(Default)]
pub(super) struct Images {
    done: TermMap<Image>,
    widths: TermMap<u32>,
}

impl Images {
    /// From now on, `new` replaces `term`. Must be called before a term that holds it is
    /// asked for.
    pub(super) fn put(&mut self, term: Term, new: Term, origin: u32) {
        self.done.set(term, Image { term: new, from: Some(origin) });
    }

    /// The same where no other fact is needed for it.
    pub(super) fn put_freely(&mut self, term: Term, new: Term) {
        self.done.set(term, Image { term: new, from: None });
    }

    /// The image of a term.
    pub(super) fn apply(&mut self, store: &mut TermStore, origins: &mut Origins, root: Term) -> Image {
        for term in post_order_where(store, &[root], |term| !self.done.has(term)) {
            let image = self.rebuilt(store, origins, term);
            self.measure(store, image.term);
            self.done.set(term, image);
        }
        self.get(root)
    }

    /// The image of a term whose top stays, whatever was put in its place.
    pub(super) fn below(&mut self, store: &mut TermStore, origins: &mut Origins, root: Term) -> Image {
        for arg in store.args(root).to_vec() {
            self.apply(store, origins, arg);
        }
        self.rebuilt(store, origins, root)
    }

    fn get(&self, term: Term) -> Image {
        self.done.get(term).copied().unwrap_or(Image { term, from: None })
    }

    /// The term over the images of its arguments.
    fn rebuilt(&self, store: &mut TermStore, origins: &mut Origins, term: Term) -> Image {
        let mut from: Option<u32> = None;
        for arg in store.args(term) {
            let image = self.get(*arg);
            if let Some(origin) = image.from {
                from = Some(from.map_or(origin, |from| origins.join(from, origin)));
            }
        }
        let image = map_args(store, term, |arg| self.get(arg).term);
        Image { term: image, from: from.filter(|_| image != term) }
    }

    /// Roughly how many parts the flat form of an image has.
    pub(super) fn width(&self, term: Term) -> u32 {
        self.widths.get(term).copied().unwrap_or(1)
    }

    fn measure(&mut self, store: &TermStore, term: Term) {
        let width = match (store.op(term), store.as_value(term)) {
            (Some(op), _) if is_flattened(op) => {
                let part = |arg: &Term| {
                    if store.op(*arg) == Some(op) { self.width(*arg) } else { literal(store, *arg) }
                };
                store.args(term).iter().fold(0, |sum: u32, arg| sum.saturating_add(part(arg)))
            }
            _ => return,
        };
        self.widths.set(term, width);
    }
}

/// Long literals count as several parts.
fn literal(store: &TermStore, term: Term) -> u32 {
    match store.as_value(term) {
        Some(Value::Str(string)) if store.sort(term) == Sort::String => {
            1 + u32::try_from(string.len() / 64).unwrap_or(u32::MAX - 1)
        }
        _ => 1,
    }
}

/// Are nests of this operator written flat?
fn is_flattened(op: Op) -> bool {
    matches!(op, Op::And | Op::Or | Op::Concat | Op::Add | Op::Mul | Op::ReConcat | Op::ReUnion | Op::ReInter)
}
