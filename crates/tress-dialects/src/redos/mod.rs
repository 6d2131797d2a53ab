//! Is there a word for which a backtracking matcher takes far too long?
//!
//! Enters: a pattern of a dialect. Leaves: a [`Report`]. Most engines try one way through a pattern after the
//! other and forget what they learnt from those that failed. When a word can be read in many ways and matches
//! in none, all of them are tried.
//!
//! The way: the tree becomes the program of such a matcher (`program.rs`), the program a graph of its ways
//! through words (`paths.rs`), and `tress_automata::ambiguity` finds loops in it that give a word many ways
//! (`attack.rs`). A rest of the word that lets all of them fail comes from the language; when words with many
//! ways match, loops are looked for among the words that need not (`failing.rs`). What was found counts only
//! when the number of steps for such words, worked out exactly (`steps.rs`), does grow (`measure.rs`). So a
//! verdict other than `safe` comes with words that show it.
//!
//! After Weideman, van der Merwe, Berglund and Watson 2016, *Analyzing matching time behavior of backtracking
//! regular expression matchers by using ambiguity of NFA*, and Wüstholz, Olivo, Heule and Dillig 2017,
//! *Static detection of DoS vulnerabilities in programs that use regular expressions*; the tests of ambiguity
//! are those of Allauzen, Mohri and Rastogi.
//!
//! Without any loop the steps from one position are bounded by the pattern (`loopless.rs`), which is safe
//! whatever its size. Words for bounded loops must stay slow beyond the bound (`lasting.rs`).
//!
//! Bounds up to [`MOST_COPIES`] are bounds; larger ones are taken for none. A loop that doubles the ways
//! counts as exponential from [`LEAST_DOUBLINGS`] rounds on, even when it is bounded.

mod attack;
mod failing;
mod lasting;
pub(crate) mod limits;
mod loopless;
mod measure;
mod optional;
mod paths;
pub(crate) mod program;
mod steps;
#[cfg(test)]
mod tests;

use std::fmt;

use tress_automata::CharSet;
use tress_automata::ambiguity::Pumped;
use tress_base::Budget;

use crate::ast::{Ast, Node, NodeId};
use crate::{Dialect, DialectError, Flags, Mode, glob, perl, posix, rust, smtlib};
use attack::Subject;

/// Repetitions with a larger upper bound are taken for unbounded.
pub const MOST_COPIES: u64 = 1_000;
/// A bounded loop of at least this many rounds that doubles the ways in each is exponential.
pub const LEAST_DOUBLINGS: u64 = 20;

/// How the time of a matcher grows with the length of the word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// At most linearly, for the reason given.
    Safe(String),
    /// As a power of the length.
    Polynomial(u32),
    /// Exponentially.
    Exponential,
    /// Not known, for the reason given.
    Unknown(String),
}

impl Verdict {
    /// Is there a word that takes far too long?
    #[must_use]
    pub fn is_vulnerable(&self) -> bool {
        matches!(self, Verdict::Polynomial(_) | Verdict::Exponential)
    }

    /// The one word for it: `safe`, `polynomial`, `exponential` or `unknown`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Safe(_) => "safe",
            Verdict::Polynomial(_) => "polynomial",
            Verdict::Exponential => "exponential",
            Verdict::Unknown(_) => "unknown",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Safe(why) => write!(f, "safe ({why})"),
            Verdict::Polynomial(degree) => write!(f, "polynomial (degree {degree})"),
            Verdict::Exponential => f.write_str("exponential"),
            Verdict::Unknown(why) => write!(f, "unknown ({why})"),
        }
    }
}

/// A family of words that get slower and slower.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// Words that stand once, each with a word behind it that is repeated.
    pub parts: Vec<Pumped>,
    /// What stands at the end.
    pub suffix: Vec<u32>,
}

impl Attack {
    /// The word in which everything that is repeated occurs `rounds` times.
    #[must_use]
    pub fn word(&self, rounds: usize) -> Vec<u32> {
        let mut word = Vec::new();
        for (fixed, pump) in &self.parts {
            word.extend(fixed);
            (0..rounds).for_each(|_| word.extend(pump));
        }
        word.extend(&self.suffix);
        word
    }
}

/// For which numbers of rounds the words of an attack fail and are slow, as far as steps were counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounds {
    /// For all that were tried, those far beyond the bounds of loops included.
    Any,
    /// For up to this many; with more the word matches, or is fast.
    UpTo(usize),
}

/// What was found out about a pattern.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// How the time grows.
    pub verdict: Verdict,
    /// Words that show it.
    pub attack: Option<Attack>,
    /// Where in the pattern the loops are that give a word many ways, in characters from 0. Empty when the
    /// search from every position is one of them and there is no other.
    pub positions: Vec<usize>,
    /// Does it need that the engine searches from every position?
    pub by_search: bool,
    /// Numbers of rounds, with the steps that a matcher takes for the word of that many.
    pub steps: Vec<(usize, f64)>,
    /// For which numbers of rounds the attack holds.
    pub rounds: Rounds,
}

impl Report {
    fn plain(verdict: Verdict) -> Self {
        Self {
            verdict,
            attack: None,
            positions: Vec::new(),
            by_search: false,
            steps: Vec::new(),
            rounds: Rounds::Any,
        }
    }
}

/// Does the engine of this dialect try one way after the other?
#[must_use]
pub fn backtracks(dialect: Dialect) -> bool {
    matches!(dialect, Dialect::Pcre | Dialect::Java | Dialect::Python | Dialect::Ecma)
}

/// Looks for words that take far too long.
///
/// # Errors
/// Names the construct that is wrong or refused. The end of the budget is no error but [`Verdict::Unknown`].
pub fn analyse(
    dialect: Dialect,
    pattern: &str,
    flags: Flags,
    mode: Mode,
    budget: &Budget,
) -> Result<Report, DialectError> {
    if !backtracks(dialect) {
        check_syntax(dialect, pattern, flags)?;
        return Ok(Report::plain(Verdict::Safe("this engine does not backtrack".into())));
    }
    let (ast, root) = tree(dialect, pattern, flags, mode)?;
    if let Some(why) = loopless::reason(&ast, root) {
        return Ok(Report::plain(Verdict::Safe(why)));
    }
    let answer = Subject::new(dialect, pattern, flags, mode, budget).and_then(|subject| match subject {
        Ok(mut subject) => Ok(subject.analyse()?),
        Err(why) => Ok(Report::plain(Verdict::Unknown(why))),
    });
    match answer {
        Err(DialectError { stop: Some(stop), .. }) => Ok(Report::plain(Verdict::Unknown(stop.to_string()))),
        other => other,
    }
}

/// The steps that a backtracking matcher takes for a word, and whether it matches. Returns `None` if the
/// pattern has too many copies to be written out.
///
/// # Errors
/// As [`analyse`]; the end of the budget is an error here.
pub fn count_steps(
    dialect: Dialect,
    pattern: &str,
    flags: Flags,
    mode: Mode,
    word: &[u32],
    budget: &Budget,
) -> Result<Option<(f64, bool)>, DialectError> {
    let (ast, root) = tree(dialect, pattern, flags, mode)?;
    let manner =
        program::Manner { most_copies: u64::MAX, empty_fails: dialect == Dialect::Ecma, groups: false };
    let Some(program) = program::compile(&ast, root, manner, budget)? else { return Ok(None) };
    Ok(Some(steps::count(&ast, &program, word, mode == Mode::Search, budget)?))
}

/// The tree of a pattern; for a match of the whole word, the end of the word is part of it.
fn tree(dialect: Dialect, pattern: &str, flags: Flags, mode: Mode) -> Result<(Ast, NodeId), DialectError> {
    let (mut ast, root) = perl::parse(dialect, pattern, flags)?;
    if dialect == Dialect::Python {
        merge_characters(&mut ast, pattern);
    }
    if mode == Mode::Search {
        return Ok((ast, root));
    }
    let position = ast.position(root);
    let end = ast.edge(true, position);
    let whole = ast.concat(vec![root, end], position);
    Ok((ast, whole))
}

/// Python makes one set of alternatives that are single characters or sets, unless all are the same, or one
/// is negated or a dot.
fn merge_characters(ast: &mut Ast, pattern: &str) {
    let text: Vec<char> = pattern.chars().collect();
    let is_plain = |position: usize| match text.get(position) {
        Some('[') => text.get(position + 1) != Some(&'^'),
        other => other != Some(&'.'),
    };
    for id in 0..ast.len() as NodeId {
        let Node::Alternate(items) = ast.node(id) else { continue };
        let sets: Option<Vec<&CharSet>> = items
            .iter()
            .map(|&item| match ast.node(item) {
                Node::Set(set) if is_plain(ast.position(item)) => Some(set),
                _ => None,
            })
            .collect();
        if let Some(sets) = sets
            && sets.windows(2).any(|pair| pair[0] != pair[1])
        {
            let all = sets.iter().fold(CharSet::empty(), |all, set| all.union(set));
            ast.replace(id, Node::Set(all));
        }
    }
}

fn check_syntax(dialect: Dialect, pattern: &str, flags: Flags) -> Result<(), DialectError> {
    let mut store = tress_automata::RegexStore::new();
    match dialect {
        Dialect::Smtlib => smtlib::parse(pattern, &mut store).map(drop),
        Dialect::Glob => glob::parse(pattern, flags, &mut store).map(drop),
        Dialect::Rust => rust::parse(pattern, flags).map(drop),
        Dialect::Posix => posix::parse(pattern, flags).map(drop),
        _ => perl::parse(dialect, pattern, flags).map(drop),
    }
}

/// Why the looks of this tree are beyond the analysis, if they are: a look behind must be of bounded length,
/// with looks at single characters only and without atomic groups inside.
fn refused_look(ast: &Ast) -> Option<String> {
    let behind = (0..ast.len() as NodeId).filter_map(|id| match ast.node(id) {
        Node::Look { body, ahead: false, .. } => Some(*body),
        _ => None,
    });
    let mut open: Vec<NodeId> = behind.collect();
    while let Some(id) = open.pop() {
        let what = match ast.node(id) {
            Node::Look { body, .. } if matches!(ast.node(*body), Node::Set(_)) => continue,
            Node::Repeat { high: None, .. } => "a lookbehind of unbounded length",
            Node::Look { .. } => "a look inside of a lookbehind",
            Node::Atomic(_) => "an atomic group inside of a lookbehind",
            _ => {
                open.extend(ast.children(id));
                continue;
            }
        };
        return Some(format!("{what}, at {}", ast.position(id)));
    }
    None
}
