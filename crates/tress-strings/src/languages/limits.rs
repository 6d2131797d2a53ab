//! How far words for languages are looked for.

use tress_term::term::Word;

tress_base::caps! {
    /// Steps for one question of a conflict that is made smaller.
    pub(super) CORE_STEPS = 100_000, "languages.core-steps";
    /// Steps for all questions about one conflict.
    pub(super) CONFLICT_STEPS = 2_000_000, "languages.conflict-steps";
    /// Questions on each side of a gap of lengths. What is not known then is allowed.
    pub(super) GAP_QUESTIONS = 16, "languages.gap-questions";
    /// Steps for one of them.
    pub(super) GAP_STEPS = 50_000, "languages.gap-steps";
    /// Steps for one intersection before strings are taken apart. What takes longer waits for the words.
    pub(super) EARLY_STEPS = 20_000, "languages.early-steps";
    /// Progressions of lengths that are written into one clause.
    pub(super) PROGRESSIONS = 6, "languages.progressions";
    /// Characters of all words of a language that is listed.
    pub(super) LISTED_CHARACTERS = 1 << 14, "languages.listed-characters";
    /// States of an automaton whose words are counted.
    pub(super) COUNTED_STATES = 1 << 12, "languages.counted-states";
    /// Steps for making such an automaton, or for listing few words.
    pub(super) COUNT_STEPS = 50_000, "languages.count-steps";
    /// Characters of a word whose complement is made into a language.
    pub(super) EXCLUDED_CHARACTERS = 1 << 12, "languages.excluded-characters";
    /// Steps for finding all lengths of the parts of concatenations.
    pub(super) LENGTH_STEPS = 500_000, "languages.length-steps";
    /// Characters of a word that is chosen as a value.
    pub(super) WORD_CHARACTERS = Word::MAX_LENGTH as u64, "languages.word-characters";
    /// Combinations of lengths that are written into one clause.
    pub(super) LENGTH_CASES = 64, "languages.length-cases";
    /// States of the transducer of a pattern or of a chain of functions.
    pub(super) MACHINE_STATES = 2_000, "languages.machine-states";
    /// Steps for making the transducer of a pattern.
    pub(super) MACHINE_STEPS = 200_000, "languages.machine-steps";
    /// Steps for one relation of lengths.
    pub(super) RELATION_STEPS = 500_000, "languages.relation-steps";
}
