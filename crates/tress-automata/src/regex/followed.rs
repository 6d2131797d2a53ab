//! Languages that are known by following them: pre-images of functions, and automata.
//!
//! Enters: a function of words or an automaton. Leaves: an expression like any other; its derivatives
//! are made when a question needs them, so nothing is multiplied out ahead of time.
//!
//! The pre-image of a language under a machine in a state: what the machine writes for the first character is
//! taken off the language, and the rest is a pre-image again. The pre-image under the replacement of matches:
//! either the word begins with a shortest match, and the language continues behind what replaces it; or no
//! match begins here, and the character is copied.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};
use tress_base::{Budget, Stop};

use super::{Node, Regex, RegexStore, Transition, View, target_of};
use crate::charset::MAX_CHAR;
use crate::explicit::{Edge, Nfa, Piece, Transducer};

/// A function of words in a [`RegexStore`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FunctionId(u32);

/// An automaton in a [`RegexStore`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct AutomatonId(u32);

/// A function of words, defined on all of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Function {
    /// What a machine writes. It is functional, and reads every word; where it is not deterministic, some of
    /// its states do not.
    Machine {
        machine: Arc<Transducer>,
        /// Does every state read every word, in one way?
        certain: bool,
    },
    /// Matches that are replaced, leftmost and shortest and not empty.
    Matches {
        /// Words that match and have no shorter match in front.
        shortest: Regex,
        /// Words that begin with a match.
        begins: Regex,
        /// What replaces a match.
        new: Arc<[u32]>,
        /// Every match, or only the first.
        all: bool,
    },
}

/// The words that a function takes into a language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Preimage {
    pub(super) function: FunctionId,
    /// Where a machine begins.
    pub(super) state: u32,
    pub(super) language: Regex,
}

/// An expression whose derivative is asked for first.
pub(crate) struct Needs(pub(crate) Regex);

/// Characters of a range, and what the language is after what was written for them.
type Written = SmallVec<[(u32, u32, Regex); 4]>;

impl RegexStore {
    /// A function that a machine computes: it must have one value for every word. Of a deterministic machine
    /// that is checked.
    ///
    /// # Panics
    /// When the machine is deterministic and does not read every word.
    pub fn machine(&mut self, machine: Transducer) -> FunctionId {
        let certain = machine.is_deterministic();
        assert!(!certain || machine.is_total(), "a function has a value for every word");
        let machine = Arc::new(machine);
        FunctionId(self.functions.intern(Function::Machine { machine, certain }))
    }

    /// The function that replaces matches of `pattern` by `new`: every one, or the first; leftmost,
    /// then shortest, never empty.
    pub fn replace_matches(&mut self, pattern: Regex, new: &[u32], all: bool) -> FunctionId {
        let some = self.repeat(Regex::ANY_CHAR, 1, None);
        let pattern = self.inter(&[pattern, some]);
        let begins = self.concat_two(pattern, Regex::ALL);
        let longer = self.concat_two(pattern, some);
        let shortest = self.diff(pattern, longer);
        FunctionId(self.functions.intern(Function::Matches { shortest, begins, new: new.into(), all }))
    }

    /// What a function does.
    pub(crate) fn function(&self, function: FunctionId) -> &Function {
        &self.functions.values[function.0 as usize]
    }

    /// The words that `function` takes into `language`, or what must be derived before.
    pub(crate) fn whole_preimage(&mut self, function: FunctionId, language: Regex) -> Result<Regex, Needs> {
        let state = match self.function(function) {
            Function::Machine { machine, .. } => machine.initial(),
            Function::Matches { .. } => 0,
        };
        // In its first state every machine reads every word.
        let (language, negated) = match self.view(language) {
            View::Complement(inner) => (inner, true),
            _ => (language, false),
        };
        let found = self.try_preimage(Preimage { function, state, language })?;
        Ok(if negated { self.complement(found) } else { found })
    }

    /// The language of an automaton.
    pub fn automaton(&mut self, automaton: &Nfa) -> Regex {
        let id = AutomatonId(self.automata.len() as u32);
        self.automata.push(Arc::new(automaton.clone()));
        let states: Vec<Regex> =
            automaton.initial().iter().map(|state| self.add(Node::State(id, *state))).collect();
        self.union(&states)
    }

    /// Must the language be followed to be known? Then it cannot be turned around.
    #[must_use]
    pub fn is_followed(&self, r: Regex) -> bool {
        self.info(r).followed
    }

    /// Is the empty word accepted? Everything that is asked must be known.
    pub(super) fn followed_nullable(&self, node: Node) -> bool {
        match node {
            Node::State(id, state) => self.automata[id.0 as usize].is_accepting(state),
            Node::Preimage(id) => {
                let preimage = self.preimages.values[id as usize];
                let rest = self.value_of_nothing(preimage);
                rest.is_ok_and(|rest| self.is_nullable(rest))
            }
            _ => false,
        }
    }

    /// What is left of the language after the value of the empty word.
    fn value_of_nothing(&self, Preimage { function, state, language }: Preimage) -> Result<Regex, Needs> {
        match self.function(function) {
            Function::Machine { machine, .. } => match machine.last(state) {
                Some(last) => self.after(language, last),
                None => Ok(Regex::NONE),
            },
            Function::Matches { .. } => Ok(language),
        }
    }

    /// What may follow `word` in the language.
    fn after(&self, language: Regex, word: &[u32]) -> Result<Regex, Needs> {
        let mut rest = language;
        for c in word {
            if rest == Regex::NONE || rest == Regex::ALL {
                break;
            }
            rest = target_of(self.derivatives.get(rest).ok_or(Needs(rest))?, *c);
        }
        Ok(rest)
    }

    /// Does every state have a value for every word?
    fn is_certain(&self, function: FunctionId) -> bool {
        match self.function(function) {
            Function::Machine { certain, .. } => *certain,
            Function::Matches { .. } => true,
        }
    }

    /// The expression for a pre-image. That of a union is a union, and so on where each word has one value.
    fn try_preimage(&mut self, preimage: Preimage) -> Result<Regex, Needs> {
        if let Function::Machine { machine, .. } = self.function(preimage.function)
            && is_copying(machine, preimage.state)
        {
            return Ok(preimage.language);
        }
        let (members, is_union) = match self.view(preimage.language) {
            View::Union(members) => (members.to_vec(), true),
            View::Inter(members) if self.is_certain(preimage.function) => (members.to_vec(), false),
            _ => return self.plain_preimage(preimage),
        };
        let mut made = Vec::with_capacity(members.len());
        for language in members {
            made.push(self.plain_preimage(Preimage { language, ..preimage })?);
        }
        Ok(if is_union { self.union(&made) } else { self.inter(&made) })
    }

    fn plain_preimage(&mut self, preimage: Preimage) -> Result<Regex, Needs> {
        let (language, negated) = match self.view(preimage.language) {
            View::Complement(inner) if self.is_certain(preimage.function) => (inner, true),
            _ => (preimage.language, false),
        };
        let all = language == Regex::ALL && self.is_certain(preimage.function);
        let made = if language == Regex::NONE || all {
            language
        } else {
            let preimage = Preimage { language, ..preimage };
            self.value_of_nothing(preimage)?;
            let id = self.preimages.intern(preimage);
            self.add(Node::Preimage(id))
        };
        Ok(if negated { self.complement(made) } else { made })
    }

    /// The transitions of a language that is followed, which may overlap, or what must be derived before.
    pub(crate) fn follow(
        &mut self,
        r: Regex,
        budget: &Budget,
    ) -> Result<Result<Vec<Transition>, Needs>, Stop> {
        Ok(match self.nodes[r.index()] {
            Node::State(id, state) => {
                let automaton = Arc::clone(&self.automata[id.0 as usize]);
                let step = |edge: &Edge| {
                    let target = self.add(Node::State(id, edge.target));
                    Transition { low: edge.low, high: edge.high, target }
                };
                Ok(automaton.edges(state).iter().map(step).collect())
            }
            Node::Preimage(id) => {
                let preimage = self.preimages.values[id as usize];
                match self.function(preimage.function).clone() {
                    Function::Machine { machine, .. } => self.follow_machine(&machine, preimage, budget)?,
                    Function::Matches { shortest, begins, new, all } => {
                        self.follow_matches((shortest, begins), (&new, all), preimage)
                    }
                }
            }
            _ => Ok(Vec::new()),
        })
    }

    fn follow_machine(
        &mut self,
        machine: &Transducer,
        preimage: Preimage,
        budget: &Budget,
    ) -> Result<Result<Vec<Transition>, Needs>, Stop> {
        let mut found = Vec::new();
        for step in machine.steps(preimage.state) {
            budget.poll_many(1 + step.output.len() as u64)?;
            let written = match self.after_pieces((step.low, step.high), preimage.language, &step.output) {
                Ok(written) => written,
                Err(needs) => return Ok(Err(needs)),
            };
            for (low, high, language) in written {
                match self.try_preimage(Preimage { state: step.target, language, ..preimage }) {
                    Ok(target) => found.push(Transition { low, high, target }),
                    Err(needs) => return Ok(Err(needs)),
                }
            }
        }
        Ok(Ok(found))
    }

    /// What the language is after what is written for each character of a range.
    fn after_pieces(
        &self,
        (low, high): (u32, u32),
        language: Regex,
        pieces: &[Piece],
    ) -> Result<Written, Needs> {
        let mut written: Written = smallvec![(low, high, language)];
        for piece in pieces {
            let mut next = Written::new();
            for (low, high, rest) in written {
                if rest == Regex::ALL {
                    next.push((low, high, rest));
                    continue;
                }
                let list = self.derivatives.get(rest).ok_or(Needs(rest))?;
                match *piece {
                    Piece::Char(c) => next.push((low, high, target_of(list, c))),
                    Piece::Read(shift) => {
                        let (first, last) = (piece.on(low), piece.on(high));
                        let start = list.partition_point(|transition| transition.high < first);
                        let inside = list[start..].iter().take_while(|transition| transition.low <= last);
                        next.extend(inside.map(|transition| {
                            let ends = [transition.low.max(first), transition.high.min(last)];
                            let [low, high] = ends.map(|c| c.wrapping_add_signed(-shift));
                            (low, high, transition.target)
                        }));
                    }
                }
            }
            next.retain(|(_, _, rest)| *rest != Regex::NONE);
            written = next;
        }
        Ok(written)
    }

    fn follow_matches(
        &mut self,
        (shortest, begins): (Regex, Regex),
        (new, all): (&[u32], bool),
        preimage: Preimage,
    ) -> Result<Vec<Transition>, Needs> {
        let known = |store: &Self, r: Regex| store.derivatives.get(r).map(<[_]>::to_vec).ok_or(Needs(r));
        let (matches, starts) = (known(self, shortest)?, known(self, begins)?);
        let copied = known(self, preimage.language)?;
        let rest = self.after(preimage.language, new)?;
        let rest = if all { self.try_preimage(Preimage { language: rest, ..preimage })? } else { rest };
        let mut found = Vec::new();
        for Transition { low, high, target } in matches {
            let target = self.concat_two(target, rest);
            found.push(Transition { low, high, target });
        }
        for Transition { low, high, target } in copied {
            let behind = self.try_preimage(Preimage { language: target, ..preimage })?;
            let mut next = low;
            while next <= high {
                let at = starts.partition_point(|start| start.high < next);
                let (begun, end) = match starts.get(at) {
                    Some(start) if start.low <= next => (start.target, start.high.min(high)),
                    Some(start) => (Regex::NONE, high.min(start.low - 1)),
                    None => (Regex::NONE, high),
                };
                let none_begins = self.complement(begun);
                let target = self.inter(&[none_begins, behind]);
                found.push(Transition { low: next, high: end, target });
                next = end + 1;
            }
        }
        found.retain(|transition| transition.target != Regex::NONE);
        Ok(found)
    }
}

/// Does the machine only copy from here on?
fn is_copying(machine: &Transducer, state: u32) -> bool {
    machine.last(state) == Some(&[])
        && matches!(machine.steps(state), [step] if (step.low, step.high) == (0, MAX_CHAR)
            && step.target == state && *step.output == [Piece::Read(0)])
}
