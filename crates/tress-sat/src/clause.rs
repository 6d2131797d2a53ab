//! Clause storage: one vector of words for all clauses, and its collection.
//!
//! A clause is a header of three words (length, flags, the index where the last search for a literal
//! to watch ended) followed by its literals. Clauses are named by the offset of their header. Deleting
//! only marks; a [`Collection`] moves the living together and gives the new name of each.

use crate::literal::Lit;

/// Words before the literals of a clause.
const HEADER: usize = 3;

/// The index of the first literal that is never watched at the start.
pub(crate) const FIRST_UNWATCHED: usize = 2;

const KIND_MASK: u32 = 0b11;
const DELETED: u32 = 1 << 2;
const USED_SHIFT: u32 = 3;
const USED_MASK: u32 = 0b11 << USED_SHIFT;
const GLUE_SHIFT: u32 = 5;
const GLUE_LIMIT: u32 = (1 << (32 - GLUE_SHIFT)) - 1;

/// The name of a clause: the offset of its header in the arena.
///
/// Invariant: below 2^31, since watch lists use the highest bit for themselves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ClauseRef(pub(crate) u32);

/// Why a clause exists, which decides who may remove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// From the caller or a permanent lemma of the theory: part of the problem.
    Problem = 0,
    /// Follows from the others: may be forgotten.
    Learned = 1,
    /// The reason of one theory implication. Never watched, and taken back after the analysis that
    /// asked for it: that analysis undoes the implication too.
    Explanation = 2,
}

/// All clauses, one after another.
///
/// Invariant: `wasted` counts the words of deleted clauses and of literals cut off by
/// [`Arena::shrink`].
#[derive(Debug, Default)]
pub(crate) struct Arena {
    words: Vec<u32>,
    wasted: usize,
}

impl Arena {
    /// Stores a clause.
    pub(crate) fn insert(&mut self, literals: &[Lit], kind: Kind, glue: u32) -> ClauseRef {
        debug_assert!(self.words.len() < 1 << 31, "the search stops before the arena is full");
        let name = ClauseRef(self.words.len() as u32);
        self.words.push(literals.len() as u32);
        self.words.push(kind as u32 | glue.min(GLUE_LIMIT) << GLUE_SHIFT);
        self.words.push(FIRST_UNWATCHED as u32);
        self.words.extend(literals.iter().map(|literal| literal.code()));
        name
    }

    /// Words in use, dead ones included.
    pub(crate) fn size(&self) -> usize {
        self.words.len()
    }

    /// Is a large part of the arena dead?
    pub(crate) fn wants_collection(&self) -> bool {
        self.wasted * 4 > self.words.len()
    }

    #[inline]
    pub(crate) fn len(&self, clause: ClauseRef) -> usize {
        self.words[clause.0 as usize] as usize
    }

    /// The codes of the clause's literals.
    #[inline]
    pub(crate) fn codes(&self, clause: ClauseRef) -> &[u32] {
        let start = clause.0 as usize + HEADER;
        &self.words[start..start + self.len(clause)]
    }

    /// The codes of the clause's literals, to be reordered.
    #[inline]
    pub(crate) fn codes_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        self.saved_and_codes_mut(clause).1
    }

    /// The index where the last search for a literal ended, and the codes of the literals.
    #[inline]
    pub(crate) fn saved_and_codes_mut(&mut self, clause: ClauseRef) -> (&mut u32, &mut [u32]) {
        let start = clause.0 as usize;
        let end = start + HEADER + self.words[start] as usize;
        match &mut self.words[start..end] {
            [_, _, index, codes @ ..] => (index, codes),
            _ => unreachable!("a clause has a header"),
        }
    }

    /// The literals of the clause.
    #[inline]
    pub(crate) fn literals(&self, clause: ClauseRef) -> impl ExactSizeIterator<Item = Lit> + '_ {
        self.codes(clause).iter().map(|&code| Lit::from_code(code))
    }

    /// The literal at this index.
    #[inline]
    pub(crate) fn literal(&self, clause: ClauseRef, index: usize) -> Lit {
        Lit::from_code(self.words[clause.0 as usize + HEADER + index])
    }

    fn flags(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 1]
    }

    fn flags_mut(&mut self, clause: ClauseRef) -> &mut u32 {
        &mut self.words[clause.0 as usize + 1]
    }

    /// May the clause be forgotten?
    #[inline]
    pub(crate) fn is_learned(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & KIND_MASK == Kind::Learned as u32
    }

    /// The number of decision levels in the clause when it was last measured.
    #[inline]
    pub(crate) fn glue(&self, clause: ClauseRef) -> u32 {
        self.flags(clause) >> GLUE_SHIFT
    }

    pub(crate) fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        let flags = self.flags_mut(clause);
        *flags = *flags & ((1 << GLUE_SHIFT) - 1) | glue.min(GLUE_LIMIT) << GLUE_SHIFT;
    }

    /// How many rounds of forgetting the clause survives without being used again.
    pub(crate) fn used(&self, clause: ClauseRef) -> u32 {
        (self.flags(clause) & USED_MASK) >> USED_SHIFT
    }

    #[inline]
    pub(crate) fn set_used(&mut self, clause: ClauseRef, rounds: u32) {
        let flags = self.flags_mut(clause);
        *flags = *flags & !USED_MASK | rounds << USED_SHIFT;
    }

    #[inline]
    pub(crate) fn is_deleted(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & DELETED != 0
    }

    /// Marks the clause as dead. Its words stay readable until the next collection.
    pub(crate) fn delete(&mut self, clause: ClauseRef) {
        debug_assert!(!self.is_deleted(clause), "a clause dies once");
        self.wasted += HEADER + self.len(clause);
        *self.flags_mut(clause) |= DELETED;
    }

    /// Cuts the clause down to its first `len` literals.
    pub(crate) fn shrink(&mut self, clause: ClauseRef, len: usize) {
        let old = self.len(clause);
        debug_assert!(len <= old, "shrinking never adds literals");
        self.wasted += old - len;
        self.words[clause.0 as usize] = len as u32;
        self.words[clause.0 as usize + 2] = FIRST_UNWATCHED as u32;
    }

    /// Takes back all clauses stored since the arena had this size.
    pub(crate) fn truncate(&mut self, size: usize) {
        self.words.truncate(size);
    }

    /// Starts a collection: the living clauses are to be moved one by one into the arena
    /// returned, in the order in which they should lie in memory.
    pub(crate) fn collect(&mut self) -> Collection<'_> {
        let room = self.words.len().saturating_sub(self.wasted);
        Collection { old: self, new: Arena { words: Vec::with_capacity(room), wasted: 0 } }
    }
}

/// A collection under way.
///
/// Invariant: a moved clause is marked dead in the old arena and its first word there is its new name.
pub(crate) struct Collection<'a> {
    old: &'a mut Arena,
    new: Arena,
}

impl Collection<'_> {
    /// Moves a living clause, or returns where it has been moved before.
    pub(crate) fn relocate(&mut self, clause: ClauseRef) -> ClauseRef {
        let start = clause.0 as usize;
        if self.old.is_deleted(clause) {
            return ClauseRef(self.old.words[start]);
        }
        let end = start + HEADER + self.old.len(clause);
        let name = ClauseRef(self.new.words.len() as u32);
        self.new.words.extend_from_slice(&self.old.words[start..end]);
        self.old.words[start + 1] |= DELETED;
        self.old.words[start] = name.0;
        name
    }

    /// Ends the collection: what was not moved is gone.
    pub(crate) fn finish(self) {
        *self.old = self.new;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::literal::Var;

    fn clause(numbers: &[u32]) -> Vec<Lit> {
        numbers.iter().map(|&number| Var::new(number).positive()).collect()
    }

    #[test]
    fn headers_keep_their_fields_apart() {
        let mut arena = Arena::default();
        let name = arena.insert(&clause(&[1, 2, 3]), Kind::Learned, 5);
        arena.set_used(name, 2);
        arena.set_glue(name, 9);
        assert_eq!((arena.glue(name), arena.used(name)), (9, 2));
        assert!(arena.is_learned(name) && !arena.is_deleted(name));
        arena.set_used(name, 0);
        assert_eq!((arena.glue(name), arena.used(name)), (9, 0));
        arena.set_glue(name, u32::MAX);
        assert!(arena.is_learned(name));
    }

    #[test]
    fn a_collection_keeps_the_living_and_forwards_their_names() {
        let mut arena = Arena::default();
        let first = arena.insert(&clause(&[1, 2, 3]), Kind::Problem, 0);
        let second = arena.insert(&clause(&[4, 5, 6, 7]), Kind::Learned, 3);
        let third = arena.insert(&clause(&[8, 9]), Kind::Problem, 0);
        arena.delete(first);
        arena.shrink(second, 3);
        assert!(arena.wants_collection());
        let mut collection = arena.collect();
        let third_moved = collection.relocate(third);
        let second_moved = collection.relocate(second);
        assert_eq!(collection.relocate(third), third_moved);
        collection.finish();
        assert_eq!(arena.literals(second_moved).collect::<Vec<_>>(), clause(&[4, 5, 6]));
        assert_eq!(arena.literals(third_moved).collect::<Vec<_>>(), clause(&[8, 9]));
        assert_eq!(arena.glue(second_moved), 3);
        assert_eq!(arena.size(), 2 * HEADER + 5);
    }
}
