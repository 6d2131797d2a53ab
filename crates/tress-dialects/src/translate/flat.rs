//! Looks outside of repetitions, by intersection.
//!
//! Enters: a tree. Leaves: its language, or `None` if the tree needs the product automaton. The tree is
//! multiplied out into sequences of plain languages and looks, up to a limit. A look at one character is
//! absorbed by its neighbour: `\bfoo` needs only the first character of `foo`. Other looks at
//! what follows restrict the rest of the word, and looks at what precedes restrict the beginning:
//!
//! ```text
//!   A (?<=B) C (?=D) E  =  (A ∩ .*B) C (E ∩ D.*)
//! ```
//!
//! When a look ahead stands before a look behind, the restricted parts overlap. That has no such form, unless
//! one of them stands at the border and restricts the whole word.

use tress_automata::{CharSet, Regex, RegexStore, View};
use tress_base::{Budget, Stop};

use super::limits::{SEQUENCE_ITEMS, SEQUENCES};
use crate::ast::{Ast, Node, NodeId};

#[derive(Clone, Debug)]
enum Item {
    Plain(Regex),
    /// A look at one character: it must, or must not, be there and in the set.
    Peek {
        set: CharSet,
        ahead: bool,
        negative: bool,
    },
    /// The whole rest (or the whole beginning) must, or must not, be in the language.
    Look {
        language: Regex,
        ahead: bool,
        negative: bool,
    },
}

type Sequence = Vec<Item>;

/// What is beyond the end of a sequence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beyond {
    /// The end of the word.
    Nothing,
    /// Something that this sequence does not know.
    Unknown,
}

struct Flattener<'a> {
    store: &'a mut RegexStore,
    budget: &'a Budget,
    /// All words.
    anything: Regex,
}

/// The language of the tree, between two `surroundings`.
pub(super) fn language(
    ast: &Ast,
    root: NodeId,
    plain: &[Option<Regex>],
    anything: Regex,
    surroundings: Regex,
    store: &mut RegexStore,
    budget: &Budget,
) -> Result<Option<Regex>, Stop> {
    let mut flattener = Flattener { store, budget, anything };
    let mut known: Vec<Option<Vec<Sequence>>> = Vec::with_capacity(ast.len());
    for id in 0..ast.len() as NodeId {
        budget.poll()?;
        let sequences = match plain[id as usize] {
            Some(language) => Some(vec![vec![Item::Plain(language)]]),
            None => flattener.sequences(ast, id, &known)?,
        };
        known.push(sequences);
    }
    let Some(sequences) = known.swap_remove(root as usize) else { return Ok(None) };
    let around = |mut sequence: Sequence| {
        sequence.insert(0, Item::Plain(surroundings));
        sequence.push(Item::Plain(surroundings));
        sequence
    };
    let sequences = sequences.into_iter().map(around).collect();
    flattener.union_of(sequences, Beyond::Nothing, Beyond::Nothing)
}

fn are_few(sequences: &[Sequence], budget: &Budget) -> bool {
    let items = || sequences.iter().map(Vec::len).sum::<usize>();
    !SEQUENCES.is_exceeded(sequences.len(), budget) && !SEQUENCE_ITEMS.is_exceeded(items(), budget)
}

impl Flattener<'_> {
    /// The sequences of a node that is not plain. Returns `None` if they are too many.
    fn sequences(
        &mut self,
        ast: &Ast,
        id: NodeId,
        known: &[Option<Vec<Sequence>>],
    ) -> Result<Option<Vec<Sequence>>, Stop> {
        match ast.node(id) {
            Node::Concat(items) => {
                let mut all = vec![Vec::new()];
                for &item in items {
                    let Some(sequences) = &known[item as usize] else { return Ok(None) };
                    all = product(&all, sequences);
                    if !are_few(&all, self.budget) {
                        return Ok(None);
                    }
                }
                Ok(Some(all))
            }
            Node::Alternate(items) => {
                let mut all = Vec::new();
                for &item in items {
                    let Some(sequences) = &known[item as usize] else { return Ok(None) };
                    all.extend_from_slice(sequences);
                }
                Ok(are_few(&all, self.budget).then_some(all))
            }
            Node::Repeat { body, low, high, .. } => Ok(match (&known[*body as usize], high) {
                (Some(sequences), Some(high)) => powers(sequences, *low, *high, self.budget),
                _ => None,
            }),
            Node::Look { body, ahead, negative } => {
                let item = match ast.node(*body) {
                    Node::Set(set) => {
                        Some(Item::Peek { set: set.clone(), ahead: *ahead, negative: *negative })
                    }
                    _ => {
                        let Some(sequences) = &known[*body as usize] else { return Ok(None) };
                        let language = self.look(sequences.clone(), *ahead)?;
                        language.map(|language| Item::Look { language, ahead: *ahead, negative: *negative })
                    }
                };
                Ok(item.map(|item| vec![vec![item]]))
            }
            Node::Empty | Node::Set(_) | Node::Atomic(_) => Ok(None),
        }
    }

    /// All rests of words that a look ahead accepts, or all beginnings that a look behind does.
    fn look(&mut self, mut sequences: Vec<Sequence>, ahead: bool) -> Result<Option<Regex>, Stop> {
        for sequence in &mut sequences {
            let at = if ahead { sequence.len() } else { 0 };
            sequence.insert(at, Item::Plain(self.anything));
        }
        match ahead {
            true => self.union_of(sequences, Beyond::Unknown, Beyond::Nothing),
            false => self.union_of(sequences, Beyond::Nothing, Beyond::Unknown),
        }
    }

    fn union_of(
        &mut self,
        sequences: Vec<Sequence>,
        left: Beyond,
        right: Beyond,
    ) -> Result<Option<Regex>, Stop> {
        let mut open = sequences;
        let mut members = Vec::new();
        while let Some(mut sequence) = open.pop() {
            self.budget.poll()?;
            let peek = sequence.iter().position(|item| matches!(item, Item::Peek { .. }));
            let Some(at) = peek else {
                let Some(language) = self.combine(&sequence, left, right)? else { return Ok(None) };
                members.push(language);
                continue;
            };
            if let Item::Peek { set, ahead, negative } = sequence.remove(at) {
                let wanted = if negative { set.complement() } else { set };
                let beyond = if ahead { right } else { left };
                if !self.absorb(sequence, at, &wanted, ahead, (negative, beyond), &mut open)? {
                    return Ok(None);
                }
            }
            // Sequences are split here, so four times as many may be open.
            if SEQUENCES.is_exceeded(open.len().div_ceil(4), self.budget) {
                return Ok(None);
            }
        }
        members.sort_unstable();
        Ok(Some(self.store.union(&members)))
    }

    /// Lets the neighbours of a position absorb the demand for a character in `wanted`. False when the
    /// answer lies beyond the sequence.
    fn absorb(
        &mut self,
        mut sequence: Sequence,
        mut at: usize,
        wanted: &CharSet,
        ahead: bool,
        (edge_is_fine, beyond): (bool, Beyond),
        open: &mut Vec<Sequence>,
    ) -> Result<bool, Stop> {
        loop {
            let next = if ahead { Some(at) } else { at.checked_sub(1) };
            let Some((next, item)) = next.and_then(|next| Some((next, sequence.get(next)?))) else {
                if edge_is_fine && beyond == Beyond::Nothing {
                    open.push(sequence);
                }
                return Ok(beyond == Beyond::Nothing);
            };
            let &Item::Plain(language) = item else {
                at = if ahead { at + 1 } else { at - 1 };
                continue;
            };
            let restricted = if ahead {
                self.beginning_with(language, wanted)?
            } else {
                let reversed = self.store.reverse(language);
                let restricted = self.beginning_with(reversed, wanted)?;
                self.store.reverse(restricted)
            };
            if restricted != Regex::NONE {
                let mut way = sequence.clone();
                way[next] = Item::Plain(restricted);
                open.push(way);
            }
            if !self.store.is_nullable(language) {
                return Ok(true);
            }
            // The other way: this part is empty, and the next one decides.
            sequence.remove(next);
            at = next;
        }
    }

    /// The words of `language` that begin with a character of `wanted`.
    fn beginning_with(&mut self, language: Regex, wanted: &CharSet) -> Result<Regex, Stop> {
        let transitions = self.store.transitions(language, self.budget)?;
        let live = transitions.iter().filter(|transition| transition.target != Regex::NONE);
        let first = CharSet::from_ranges(live.map(|transition| (transition.low, transition.high)));
        if !first.intersects(wanted) {
            return Ok(Regex::NONE);
        }
        if first.is_subset(wanted) {
            return Ok(self.without_empty(language));
        }
        if let View::Chars(set) = self.store.view(language) {
            let set = set.intersection(wanted);
            return Ok(self.store.chars(set));
        }
        let start = self.store.chars(wanted.clone());
        let starting = self.store.concat_two(start, Regex::ALL);
        Ok(self.store.inter(&[language, starting]))
    }

    fn without_empty(&mut self, language: Regex) -> Regex {
        if !self.store.is_nullable(language) {
            return language;
        }
        match self.store.view(language) {
            View::Repeat { body, low: 0, high } if !self.store.is_nullable(body) => {
                self.store.repeat(body, 1, high)
            }
            _ => {
                let some = self.store.plus(Regex::ANY_CHAR);
                self.store.inter(&[language, some])
            }
        }
    }

    /// The language of plain parts and looks. Returns `None` if looks overlap.
    fn combine(&mut self, sequence: &[Item], left: Beyond, right: Beyond) -> Result<Option<Regex>, Stop> {
        let looks = |wanted: bool| {
            sequence.iter().enumerate().filter_map(move |(index, item)| match item {
                Item::Look { ahead, .. } if *ahead == wanted => Some(index),
                _ => None,
            })
        };
        if (looks(true).next().is_some() && right == Beyond::Unknown)
            || (looks(false).next().is_some() && left == Beyond::Unknown)
        {
            return Ok(None);
        }
        let is_plain = |item: &Item| {
            !matches!(item, Item::Plain(language) if *language == Regex::EPSILON)
                && matches!(item, Item::Plain(_))
        };
        let first = sequence.iter().position(is_plain).unwrap_or(sequence.len());
        let last = sequence.iter().rposition(is_plain).map_or(0, |last| last + 1);
        let middle = looks(true).find(|&index| index > first).unwrap_or(last);
        if looks(false).any(|index| index >= middle && index < last) {
            return Ok(None);
        }
        let mut whole = Vec::new();
        let mut beginning = Regex::EPSILON;
        let mut rest = Regex::EPSILON;
        for (index, item) in sequence.iter().enumerate() {
            match *item {
                Item::Look { language, ahead, negative }
                    if (ahead && index <= first) || (!ahead && index >= last) =>
                {
                    whole.push(if negative { self.store.complement(language) } else { language });
                }
                _ if index < middle => beginning = self.extend(beginning, item),
                _ => {}
            }
        }
        for item in sequence.iter().skip(middle.max(first)).rev() {
            match *item {
                Item::Plain(language) => rest = self.store.concat_two(language, rest),
                Item::Look { language, ahead: true, negative } => {
                    rest = if negative {
                        self.store.diff(rest, language)
                    } else {
                        self.store.inter(&[rest, language])
                    };
                }
                _ => {}
            }
        }
        whole.push(self.store.concat_two(beginning, rest));
        Ok(Some(self.store.inter(&whole)))
    }

    /// The beginning of a word, one item longer.
    fn extend(&mut self, beginning: Regex, item: &Item) -> Regex {
        match *item {
            Item::Plain(language) => self.store.concat_two(beginning, language),
            Item::Look { language, ahead: false, negative: false } => {
                self.store.inter(&[beginning, language])
            }
            Item::Look { language, ahead: false, negative: true } => self.store.diff(beginning, language),
            _ => beginning,
        }
    }
}

fn product(first: &[Sequence], second: &[Sequence]) -> Vec<Sequence> {
    let join = |a: &Sequence, b: &Sequence| a.iter().chain(b).cloned().collect();
    first.iter().flat_map(|a| second.iter().map(move |b| join(a, b))).collect()
}

/// Between `low` and `high` copies.
fn powers(sequences: &[Sequence], low: u64, high: u64, budget: &Budget) -> Option<Vec<Sequence>> {
    if SEQUENCES.is_exceeded(high as usize, budget) {
        return None;
    }
    let mut all = Vec::new();
    let mut power = vec![Vec::new()];
    for count in 0..=high {
        if count >= low {
            all.extend_from_slice(&power);
        }
        if !are_few(&all, budget) || !are_few(&power, budget) {
            return None;
        }
        if count < high {
            power = product(&power, sequences);
        }
    }
    Some(all)
}
