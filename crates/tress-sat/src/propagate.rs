//! Unit propagation with two watched literals per clause (Moskewicz et al. 2001).
//!
//! Every watch carries a blocker, another literal of the clause: when that is true the clause need
//! not be read (Sörensson and Eén). In clauses of two literals the blocker is the whole rest, so
//! that they are propagated from the watch lists alone. In longer ones the search for another literal
//! goes on where the last one ended, which saves quadratic work in long clauses (Gent 2013).

use crate::clause::{ClauseRef, FIRST_UNWATCHED};
use crate::core::Core;
use crate::literal::Lit;
use crate::trail::{Reason, Value};

const BINARY: u32 = 1 << 31;

/// An entry in the watch list of a literal.
///
/// Invariant: the highest bit of `clause` says that the clause has two literals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    blocker: Lit,
    clause: u32,
}

impl Watch {
    pub(crate) fn new(clause: ClauseRef, blocker: Lit, binary: bool) -> Self {
        Self { blocker, clause: clause.0 | if binary { BINARY } else { 0 } }
    }

    #[inline]
    pub(crate) fn clause(self) -> ClauseRef {
        ClauseRef(self.clause & !BINARY)
    }

    #[inline]
    pub(crate) fn is_binary(self) -> bool {
        self.clause & BINARY != 0
    }

    #[inline]
    pub(crate) fn blocker(self) -> Lit {
        self.blocker
    }

    /// The same watch after its clause has moved.
    pub(crate) fn moved_to(self, clause: ClauseRef) -> Self {
        Self::new(clause, self.blocker, self.is_binary())
    }
}

impl Core {
    /// Propagates all true literals. Returns a false clause when there is one.
    pub(crate) fn propagate(&mut self) -> Option<ClauseRef> {
        while let Some(literal) = self.trail.next_to_propagate() {
            self.statistics.propagations += 1;
            let conflict = self.visit(!literal);
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Visits the clauses that watch a literal which has become false.
    fn visit(&mut self, falsified: Lit) -> Option<ClauseRef> {
        let mut list = std::mem::take(&mut self.watches[falsified.index()]);
        let (mut next, mut kept) = (0, 0);
        let mut conflict = None;
        while let Some(&watch) = list.get(next) {
            next += 1;
            list[kept] = watch;
            kept += 1;
            let value = self.trail.value(watch.blocker);
            if value == Value::True {
                continue;
            }
            if watch.is_binary() {
                if value == Value::False {
                    conflict = Some(watch.clause());
                    break;
                }
                self.trail.assign(watch.blocker, Reason::Binary(falsified));
                continue;
            }
            match self.visit_long(watch, falsified) {
                Visit::Keep(blocker) => list[kept - 1].blocker = blocker,
                Visit::Moved => kept -= 1,
                Visit::Conflict => {
                    conflict = Some(watch.clause());
                    break;
                }
            }
        }
        if next > kept {
            list.copy_within(next.., kept);
            list.truncate(list.len() - (next - kept));
        }
        self.watches[falsified.index()] = list;
        conflict
    }

    /// Looks for another literal to watch in a clause of three or more.
    #[inline]
    fn visit_long(&mut self, watch: Watch, falsified: Lit) -> Visit {
        let clause = watch.clause();
        let Self { clauses, trail, watches, .. } = self;
        let (saved, codes) = clauses.saved_and_codes_mut(clause);
        let other = Lit::from_code(codes[0] ^ codes[1] ^ falsified.code());
        let value = trail.value(other);
        if value == Value::True {
            return Visit::Keep(other);
        }
        let is_free = |&code: &u32| trail.value_of_code(code) != Value::False;
        let from = *saved as usize;
        let replacement = match codes[from..].iter().position(is_free) {
            Some(offset) => Some(from + offset),
            None => {
                codes[FIRST_UNWATCHED..from].iter().position(is_free).map(|offset| offset + FIRST_UNWATCHED)
            }
        };
        if let Some(index) = replacement {
            *saved = index as u32;
            let code = codes[index];
            codes[index] = falsified.code();
            codes[0] = other.code();
            codes[1] = code;
            watches[code as usize].push(Watch::new(clause, other, false));
            return Visit::Moved;
        }
        if value == Value::False {
            return Visit::Conflict;
        }
        codes[0] = other.code();
        codes[1] = falsified.code();
        trail.assign(other, Reason::Clause(clause));
        Visit::Keep(other)
    }
}

/// What became of a visited clause.
enum Visit {
    /// It stays in the list, with this blocker.
    Keep(Lit),
    /// Another literal is watched now.
    Moved,
    /// All its literals are false.
    Conflict,
}
