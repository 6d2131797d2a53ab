//! What generated terms look like.

use tress_term::term::{Op, Source, Theory};

/// The choices that are not random.
#[derive(Clone, Debug)]
pub struct Knobs {
    /// How deep terms nest at most; a small number, since terms grow with its power.
    pub depth: usize,
    /// The usual characters. Few of them make searches and matches succeed often.
    pub letters: Vec<u32>,
    /// Characters that are used now and then.
    pub odd_letters: Vec<u32>,
    /// How long literal words are at most.
    pub word_length: usize,
    /// Are numbers of forty digits used now and then?
    pub huge_numbers: bool,
    /// How large the indices of `re.^` and `re.loop` are at most.
    pub repetitions: i64,
    /// The operators to choose from.
    pub operators: Vec<Op>,
}

impl Default for Knobs {
    fn default() -> Self {
        Self {
            depth: 3,
            letters: "aab01".chars().map(u32::from).collect(),
            odd_letters: vec![0, 0x0A, 0x22, 0x5C, 0x7F, 0xE9, 0xFFFF, 0x2_FFFF, 0x41, 0x2D, 0x20],
            word_length: 5,
            huge_numbers: true,
            repetitions: 4,
            operators: Op::all().filter(|op| op.info().theory <= Theory::Regexes).collect(),
        }
    }
}

impl Knobs {
    /// Only operators of the SMT-LIB standard, which every solver should know.
    #[must_use]
    pub fn standard() -> Self {
        let standard = |op: &Op| op.info().source == Source::Standard;
        let mut knobs = Self::default();
        knobs.operators.retain(standard);
        knobs
    }

    /// Terms for which an exhaustive search over short words and small numbers makes sense.
    #[must_use]
    pub fn small() -> Self {
        Self {
            depth: 2,
            letters: "ab".chars().map(u32::from).collect(),
            odd_letters: Vec::new(),
            word_length: 3,
            huge_numbers: false,
            repetitions: 3,
            ..Self::default()
        }
    }
}
