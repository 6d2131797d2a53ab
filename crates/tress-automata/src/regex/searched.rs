//! Which parts of an expression the structure around them does not decide.

use rustc_hash::FxHashSet;

use super::{Regex, RegexStore, View};

impl RegexStore {
    /// Is `r` an intersection, a complement, or known by following it? Then only a search decides whether it
    /// has a word.
    pub(crate) fn is_searched(&self, r: Regex) -> bool {
        matches!(self.view(r), View::Inter(_) | View::Complement(_) | View::Followed)
    }

    /// The outermost parts of `r` that are searched, each once.
    pub(crate) fn searched_parts(&self, r: Regex) -> Vec<Regex> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        let mut stack = vec![r];
        while let Some(at) = stack.pop() {
            if self.is_classical(at) || !seen.insert(at) {
                continue;
            }
            if self.is_searched(at) {
                found.push(at);
            } else {
                stack.extend(self.children(at));
            }
        }
        found
    }
}
