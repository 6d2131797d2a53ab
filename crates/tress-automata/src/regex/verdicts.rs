//! What searches have found out about differences of languages.

use rustc_hash::FxHashMap;

use super::Regex;

/// Differences `must \ must_not` that are known to be empty, and some that are known not to be. Grows with
/// every search, so that later ones stop where earlier ones have been.
#[derive(Debug, Default)]
pub(crate) struct Verdicts(FxHashMap<(Regex, Regex), bool>);

impl Verdicts {
    /// Has the difference a word, as far as that is known?
    pub(crate) fn get(&self, must: Regex, must_not: Regex) -> Option<bool> {
        self.0.get(&(must, must_not)).copied()
    }

    pub(crate) fn insert(&mut self, must: Regex, must_not: Regex, has_word: bool) {
        self.0.insert((must, must_not), has_word);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    #[cfg(test)]
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
