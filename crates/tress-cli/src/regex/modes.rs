//! Whole words or a search: which of the two is meant, and where that makes a difference.
//!
//! Enters: questions that match whole words. Leaves: what is said when a pattern is anchored at one side
//! only, and when the answer would be another one in a search.

use tress_automata::{Regex, emptiness};
use tress_base::Stop;
use tress_dialects::{Mode, parse};

use super::arguments::Side;
use super::limits::EXTRA_STEPS;
use super::{Asker, Failure, explain};

/// What patterns with anchors have.
const ANCHORS: [&str; 8] = ["^", "$", "\\A", "\\z", "\\Z", "\\G", "\\`", "\\'"];

/// How words are matched, for people and objects.
pub(crate) fn name(mode: Mode) -> &'static str {
    match mode {
        Mode::Full => "whole",
        Mode::Search => "search",
    }
}

impl Asker<'_> {
    /// How a pattern is matched.
    pub(crate) fn mode(&self, side: &Side) -> Mode {
        if self.request.search && !side.always_full { Mode::Search } else { Mode::Full }
    }

    /// The language of a pattern that is matched in this way.
    pub(crate) fn language_in(&mut self, side: &Side, pattern: &str, mode: Mode) -> Result<Regex, Failure> {
        let mode = if side.always_full { Mode::Full } else { mode };
        parse(side.dialect, pattern, side.flags, mode, &mut self.store, &self.budget)
            .map_err(|error| explain(pattern, &error))
    }

    /// Notes that a pattern for whole words is anchored at one side only: whoever writes that means a search.
    pub(crate) fn note_anchors(&mut self, side: &Side, pattern: &str) {
        if self.mode(side) == Mode::Search
            || side.always_full
            || !ANCHORS.iter().any(|anchor| pattern.contains(anchor))
        {
            return;
        }
        let Ok(language) = self.language_in(side, pattern, Mode::Search) else { return };
        let which = match self.anchored(side, language) {
            Ok(Some((true, false))) => "start",
            Ok(Some((false, true))) => "end",
            _ => return,
        };
        let note = format!(
            "{pattern} is anchored at its {which} only, and is matched with whole words; --search looks for it in words"
        );
        self.note("note", note);
    }

    /// Does a search depend on where words start, and on where they end? Returns `None` if there
    /// is no word, or it takes too long.
    fn anchored(&mut self, side: &Side, language: Regex) -> Result<Option<(bool, bool)>, Stop> {
        let alphabet = side.dialect.alphabet(side.flags);
        let (store, budget) = (&mut self.store, &self.budget);
        let found = EXTRA_STEPS.share(budget, || {
            if emptiness::is_empty(store, language, budget)? {
                return Ok(None);
            }
            let any = store.chars(alphabet);
            let any = store.star(any);
            let [later, longer] = [store.concat(&[any, language]), store.concat(&[language, any])];
            let start = !emptiness::is_included(store, later, language, budget)?;
            let end = !emptiness::is_included(store, longer, language, budget)?;
            Ok(Some((start, end)))
        })?;
        Ok(found.flatten())
    }
}
