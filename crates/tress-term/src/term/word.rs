//! Words: the values of strings.
//!
//! Enters: characters one by one, or runs of equal ones. Leaves: a value that is cheap to share. A
//! word that only has to be long stays a list of runs, so that a hundred million equal characters
//! cost as much as one.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use tress_automata::Runs;
use tress_base::{Budget, Stop};

/// Shorter words are kept as characters.
const LONG: u64 = 1 << 14;
/// Words with fewer characters for each run are kept as characters.
const CHARS_PER_RUN: u64 = 8;
/// This many characters at each end of a long word decide where a table keeps it.
const HASHED_END: usize = 1 << 10;

/// A string value: code points, cheap to share.
///
/// It can be read as a list of its characters. One that is kept as runs is written out when that is first
/// done: [`Word::spelled`] asks before whether there is room for it.
#[derive(Clone)]
pub struct Word(Form);

#[derive(Clone)]
enum Form {
    Characters(Arc<[u32]>),
    Runs(Arc<Long>),
}

struct Long {
    runs: Runs,
    spelled: OnceLock<Box<[u32]>>,
}

impl Word {
    /// The most characters a word may have. Longer ones would fill the memory of ordinary machines
    /// when they are printed, and no real problem is known to need them.
    pub const MAX_LENGTH: usize = 1 << 28;

    /// The word of these runs. Returns `None` if it is longer than [`Word::MAX_LENGTH`].
    #[must_use]
    pub fn from_runs(runs: Runs) -> Option<Self> {
        let length = runs.len();
        if length > Self::MAX_LENGTH as u64 {
            return None;
        }
        if length < LONG || length / CHARS_PER_RUN < runs.runs().len() as u64 {
            return runs.spell(&Budget::unlimited()).ok().map(Word::from);
        }
        Some(Self(Form::Runs(Arc::new(Long { runs, spelled: OnceLock::new() }))))
    }

    /// The words one after the other. Returns `None` if that is longer than [`Word::MAX_LENGTH`].
    #[must_use]
    pub fn join(parts: &[&Word]) -> Option<Self> {
        let length = parts.iter().try_fold(0_usize, |sum, part| sum.checked_add(part.len()))?;
        if length > Self::MAX_LENGTH {
            return None;
        }
        if parts.iter().all(|part| part.runs().is_none()) {
            let mut word = Vec::with_capacity(length);
            parts.iter().for_each(|part| word.extend_from_slice(part));
            return Some(word.into());
        }
        let mut runs = Runs::new();
        parts
            .iter()
            .flat_map(|part| part.pieces())
            .for_each(|(character, count)| runs.push(character, count));
        Self::from_runs(runs)
    }

    /// How many characters it has.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Form::Characters(characters) => characters.len(),
            Form::Runs(long) => long.runs.len() as usize,
        }
    }

    /// Is it the empty word?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its runs, when it is kept in that form.
    #[must_use]
    pub fn runs(&self) -> Option<&Runs> {
        match &self.0 {
            Form::Characters(_) => None,
            Form::Runs(long) => Some(&long.runs),
        }
    }

    /// Its characters, when there is room for them.
    ///
    /// # Errors
    /// When the budget ends or the characters need more memory than there may be.
    pub fn spelled(&self, budget: &Budget) -> Result<&[u32], Stop> {
        if let Form::Runs(long) = &self.0
            && long.spelled.get().is_none()
        {
            let characters = long.runs.spell(budget)?.into_boxed_slice();
            // Whoever was faster has written the same.
            let _ = long.spelled.set(characters);
        }
        Ok(self)
    }

    /// `count` characters from a place on, fewer where the word ends.
    #[must_use]
    pub fn part(&self, start: usize, count: usize) -> Word {
        let start = start.min(self.len());
        let end = self.len().min(start.saturating_add(count));
        match &self.0 {
            _ if end - start == self.len() => self.clone(),
            Form::Characters(characters) => characters[start..end].into(),
            Form::Runs(long) => {
                Self::from_runs(long.runs.part(start as u64, count as u64)).unwrap_or_default()
            }
        }
    }

    /// Does it begin with this one?
    #[must_use]
    pub fn begins_with(&self, other: &Word) -> bool {
        self.len() >= other.len() && self.part(0, other.len()) == *other
    }

    /// Does it end with this one?
    #[must_use]
    pub fn ends_with_word(&self, other: &Word) -> bool {
        self.len() >= other.len() && self.part(self.len() - other.len(), other.len()) == *other
    }

    /// A character and how often it stands there, from left to right.
    pub fn pieces(&self) -> impl Iterator<Item = (u32, u64)> {
        let (characters, runs): (&[u32], &[(u32, u64)]) = match &self.0 {
            Form::Characters(characters) => (characters, &[]),
            Form::Runs(long) => (&[], long.runs.runs()),
        };
        characters.iter().map(|character| (*character, 1)).chain(runs.iter().copied())
    }
}

impl Default for Word {
    fn default() -> Self {
        Self(Form::Characters(Arc::from([])))
    }
}

impl Deref for Word {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        match &self.0 {
            Form::Characters(characters) => characters,
            Form::Runs(long) => long.spelled.get_or_init(|| {
                // No word is longer than what is written out.
                long.runs.spell(&Budget::unlimited()).unwrap_or_default().into_boxed_slice()
            }),
        }
    }
}

impl From<Vec<u32>> for Word {
    fn from(characters: Vec<u32>) -> Self {
        Self(Form::Characters(characters.into()))
    }
}

impl From<&[u32]> for Word {
    fn from(characters: &[u32]) -> Self {
        Self(Form::Characters(characters.into()))
    }
}

impl<const N: usize> From<[u32; N]> for Word {
    fn from(characters: [u32; N]) -> Self {
        Self(Form::Characters(Arc::new(characters)))
    }
}

impl FromIterator<u32> for Word {
    fn from_iter<I: IntoIterator<Item = u32>>(characters: I) -> Self {
        Self(Form::Characters(characters.into_iter().collect()))
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Form::Characters(one), Form::Characters(other)) => one == other,
            (Form::Runs(one), Form::Runs(other)) => one.runs == other.runs,
            _ => self.len() == other.len() && self.cmp(other) == Ordering::Equal,
        }
    }
}

impl Eq for Word {}

impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Word {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Form::Characters(one), Form::Characters(other)) = (&self.0, &other.0) {
            return one.cmp(other);
        }
        let (mut ones, mut others) = (self.pieces(), other.pieces());
        let (mut one, mut another) = (ones.next(), others.next());
        loop {
            let (Some((a, many)), Some((b, more))) = (one, another) else {
                return one.is_some().cmp(&another.is_some());
            };
            if a != b {
                return a.cmp(&b);
            }
            let both = many.min(more);
            one = if many == both { ones.next() } else { Some((a, many - both)) };
            another = if more == both { others.next() } else { Some((b, more - both)) };
        }
    }
}

impl Hash for Word {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let length = self.len();
        state.write_usize(length);
        if (length as u64) < LONG {
            self[..].hash(state);
            return;
        }
        for end in [self.part(0, HASHED_END), self.part(length - HASHED_END, HASHED_END)] {
            end[..].hash(state);
        }
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Characters(characters) => characters.fmt(f),
            Form::Runs(long) => long.runs.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::hash_map::DefaultHasher;

    use super::*;

    fn hash(word: &Word) -> u64 {
        let mut hasher = DefaultHasher::new();
        word.hash(&mut hasher);
        hasher.finish()
    }

    fn long(pieces: &[(u32, u64)]) -> Word {
        let mut runs = Runs::new();
        pieces.iter().for_each(|(character, count)| runs.push(*character, *count));
        Word::from_runs(runs).unwrap()
    }

    /// A word is the same in both forms: equal, in the same order, at the same place of a table.
    #[test]
    fn both_forms_are_one_word() {
        let kept = [
            long(&[(97, 20_000)]),
            long(&[(97, 20_001)]),
            long(&[(97, 20_000), (98, 1)]),
            long(&[(97, 10_000), (98, 10_000)]),
            long(&[(98, 20_000)]),
        ];
        let plain: Vec<Word> =
            kept.iter().map(|word| Word::from(word.spelled(&Budget::unlimited()).unwrap())).collect();
        for (i, one) in kept.iter().enumerate() {
            assert!(one.runs().is_some() && plain[i].runs().is_none());
            assert_eq!(hash(one), hash(&plain[i]));
            for (j, other) in kept.iter().enumerate() {
                let expected = plain[i][..].cmp(&plain[j][..]);
                assert_eq!(
                    [one.cmp(other), one.cmp(&plain[j]), plain[i].cmp(other)],
                    [expected; 3],
                    "{i} {j}"
                );
                assert_eq!([one == other, *one == plain[j], plain[i] == *other], [i == j; 3], "{i} {j}");
                assert_eq!(one.begins_with(other), plain[i].starts_with(&plain[j]), "{i} {j}");
                assert_eq!(one.ends_with_word(other), plain[i].ends_with(&plain[j]), "{i} {j}");
            }
        }
    }

    #[test]
    fn parts_and_joints_agree_with_lists() {
        let word = long(&[(97, 10_000), (98, 3), (99, 10_000)]);
        let list = word.to_vec();
        for (start, count) in [(0, 5), (9_999, 2), (9_999, 6), (3, 20_003), (20_000, 100), (30_000, 1)] {
            let end = list.len().min(start + count);
            assert_eq!(word.part(start, count).to_vec(), list[start.min(end)..end]);
        }
        let short = Word::from([99, 100]);
        let joined = Word::join(&[&word, &short]).unwrap();
        assert!(joined.runs().is_some());
        assert_eq!(joined.to_vec(), [&list[..], &[99, 100]].concat());
    }

    #[test]
    fn a_long_word_takes_no_room() {
        let word = long(&[(97, Word::MAX_LENGTH as u64)]);
        assert_eq!(word.len(), Word::MAX_LENGTH);
        assert_eq!(word.part(1, 3), Word::from([97, 97, 97]));
        let small = Budget::unlimited().with_memory(Some(1 << 20));
        assert_eq!(word.spelled(&small), Err(Stop::Memory));
        assert_eq!(Word::join(&[&word, &Word::from([97])]), None);
    }
}
