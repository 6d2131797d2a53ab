//! The steps that bring two lists of one class closer to each other, and how lists and loops compare.

use tress_kernel::Node;
use tress_term::term::Word;

use crate::ends::End;

use super::Item;
use super::reader::Loop;

/// A step that brings two lists closer, the best kinds first.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Inference {
    /// The lists are the same.
    Same,
    /// Two words differ.
    Clash,
    /// One list is used up: these items are empty.
    Empty(Vec<Item>),
    /// One list is down to this class, which equals the rest of the other.
    Remainder(Node, Vec<Item>),
    /// A class begins with this word, because what follows it fits nowhere earlier.
    Begins(Node, Word),
    /// A class meets itself behind other parts.
    Loop(Loop),
    /// A class meets a word, and its length must not lie strictly between these.
    Gap(Node, usize, usize),
    /// Two classes meet.
    Classes(Node, Node),
    /// A class meets a word.
    Word(Node, Word),
}

impl Inference {
    /// The order in which steps are taken: those that leave least to choose first.
    pub(super) fn rank(&self) -> u32 {
        match self {
            Inference::Same => 0,
            Inference::Clash => 1,
            Inference::Empty(_) => 2,
            Inference::Remainder(..) => 3,
            Inference::Begins(..) => 4,
            Inference::Loop(_) => 5,
            Inference::Gap(..) => 6,
            Inference::Word(..) => 7,
            Inference::Classes(..) => 8,
        }
    }

    /// Is the clause of the step a conflict, or are its conclusions equations of present terms? Then there is
    /// nothing to choose, and it is added at once. All other steps compare lengths or make Skolem symbols,
    /// and wait until no forced step is left: the classes may be others by then. `Begins` leaves no choice
    /// either, but it makes a symbol for the rest of the class.
    pub(super) fn is_forced(&self) -> bool {
        match self {
            Inference::Same | Inference::Clash | Inference::Empty(_) | Inference::Remainder(..) => true,
            Inference::Begins(..)
            | Inference::Loop(_)
            | Inference::Gap(..)
            | Inference::Word(..)
            | Inference::Classes(..) => false,
        }
    }
}

/// A step, and the equalities that it rests on.
pub(super) type Comparison = (Inference, Vec<(Node, Node)>);

/// How two lists of one class compare.
pub(super) enum Aligned {
    /// They are the same list.
    Same,
    /// A clause was added.
    Inferred,
    /// They differ, and there is a choice what to do.
    Branch(Branch),
}

/// A difference that leaves a choice, and the step that would be taken.
pub(super) struct Branch {
    pub(super) inference: Inference,
    pub(super) premises: Vec<(Node, Node)>,
    pub(super) end: End,
    pub(super) left: Vec<Item>,
    pub(super) right: Vec<Item>,
    /// All equalities behind both lists.
    pub(super) all: Vec<(Node, Node)>,
}

/// All differences of one check that leave a choice.
#[derive(Default)]
pub(super) struct Branches {
    /// In classes with a constant: finitely many ways are left.
    pub(super) constant: Vec<Branch>,
    pub(super) open: Vec<Branch>,
}

impl Branches {
    /// All of them, those without a constant first.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Branch> {
        self.open.iter().chain(&self.constant)
    }
}

/// What is known of a loop.
pub(super) enum LoopState {
    /// The search does not know its cases.
    Open,
    /// One of its cases holds.
    Decided,
    /// Other rules decide it.
    Unneeded,
}
