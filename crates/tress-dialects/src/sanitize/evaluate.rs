//! What functions make of known words, without automata.
//!
//! Matches are found by the backtracking matcher, texts are replaced one by one, and decoders go from left to
//! right.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use tress_automata::{RegexStore, matches};
use tress_base::Budget;

use super::functions::{Named, named};
use super::limits::{WORD_LENGTH, WORD_ROUNDS};
use super::marks::Behind;
use super::replace::{Compiled, compile, tries_in_order};
use super::template::Part;
use super::{Function, Trouble, casing, functions, html, json, url};
use crate::matching::walk;
use crate::{Dialect, Flags, Mode, parse};

/// All that the functions can make of a word: none when one throws or is not asked about the word, several
/// words where the engine is not known well enough.
///
/// # Errors
/// What is wrong with a function, and the end of the budget.
pub(super) fn outputs(
    functions: &[Function],
    dialect: Dialect,
    flags: Flags,
    word: &[u32],
    budget: &Budget,
) -> Result<Vec<Vec<u32>>, Trouble> {
    Evaluator { dialect, flags, budget, patterns: RefCell::default() }.all(functions, word)
}

struct Evaluator<'a> {
    dialect: Dialect,
    flags: Flags,
    budget: &'a Budget,
    /// Patterns with their replacements that were read before.
    patterns: RefCell<FxHashMap<(String, String), Rc<Compiled>>>,
}

impl Evaluator<'_> {
    fn all(&self, functions: &[Function], word: &[u32]) -> Result<Vec<Vec<u32>>, Trouble> {
        let mut words = vec![word.to_vec()];
        for function in functions {
            let mut next = Vec::new();
            for word in words {
                self.budget.poll_many(1 + word.len() as u64)?;
                next.extend(self.apply(function, &word)?);
            }
            next.sort_unstable();
            next.dedup();
            words = next;
        }
        Ok(words)
    }

    fn compiled(&self, pattern: &str, new: &str) -> Result<Rc<Compiled>, Trouble> {
        let key = (pattern.to_owned(), new.to_owned());
        if let Some(known) = self.patterns.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let compiled = Rc::new(compile(self.dialect, self.flags, pattern, new, self.budget)?);
        self.patterns.borrow_mut().insert(key, Rc::clone(&compiled));
        Ok(compiled)
    }

    fn word(&self, text: &str) -> Vec<u32> {
        self.dialect.word(self.flags, text)
    }

    fn apply(&self, function: &Function, word: &[u32]) -> Result<Vec<Vec<u32>>, Trouble> {
        Ok(match function {
            Function::Named(name) => self.named(name, word)?,
            Function::Replace(old, _) if old.is_empty() && !functions::inserts(self.dialect) => {
                vec![word.to_vec()]
            }
            Function::Replace(old, _) if old.is_empty() && self.may_be_split(word) => Vec::new(),
            Function::Replace(old, new) => vec![replace(word, &[(self.word(old), self.word(new))], true)],
            Function::ReplaceFirst(old, new) => {
                vec![replace(word, &[(self.word(old), self.word(new))], false)]
            }
            Function::Table(rows) => {
                let rows: Vec<_> = rows
                    .iter()
                    .filter(|(old, _)| !old.is_empty())
                    .map(|(old, new)| (self.word(old), self.word(new)))
                    .collect();
                vec![replace(word, &rows, true)]
            }
            Function::ReplaceMatches(pattern, new) => {
                let is_left_out = tries_in_order(self.dialect)
                    && self.may_be_split(word)
                    && self.compiled(pattern, new)?.may_be_empty();
                if is_left_out { Vec::new() } else { vec![self.replace_matches(pattern, new, word)?] }
            }
            Function::UntilStable(inner) => self.until_stable(inner, word)?,
        })
    }

    /// Has the word a character with a position between its halves, at which Java finds empty matches?
    fn may_be_split(&self, word: &[u32]) -> bool {
        self.dialect == Dialect::Java && word.iter().any(|c| *c > 0xFFFF)
    }

    fn until_stable(&self, inner: &[Function], word: &[u32]) -> Result<Vec<Vec<u32>>, Trouble> {
        let mut word = word.to_vec();
        for _ in 0..WORD_ROUNDS.most(self.budget) {
            let mut next = self.all(inner, &word)?;
            match next.pop() {
                Some(only) if next.is_empty() => {
                    if only == word {
                        return Ok(vec![word]);
                    }
                    word = only;
                }
                Some(other) => return Ok([next, vec![other]].concat()),
                None => return Ok(Vec::new()),
            }
            if WORD_LENGTH.is_exceeded(word.len(), self.budget) {
                return Ok(Vec::new());
            }
        }
        self.budget.hit(WORD_ROUNDS.name());
        Ok(Vec::new())
    }

    fn named(&self, name: &str, word: &[u32]) -> Result<Vec<Vec<u32>>, Trouble> {
        let units = self.dialect.reads_utf16(self.flags);
        Ok(match named(name, self.dialect, self.flags)? {
            Named::Case(casing, case) if units => {
                let codes = casing::from_units(word);
                casing.words(case, &codes).iter().map(|word| casing::to_units(word)).collect()
            }
            Named::Case(casing, case) => casing.words(case, word),
            Named::Trim(space) => {
                let set = casing::white_space(space);
                let is_inside = |c: &u32| !set.contains(*c);
                let first = word.iter().position(is_inside).unwrap_or(word.len());
                let last = word.iter().rposition(is_inside).map_or(first, |last| last + 1);
                vec![word[first..last].to_vec()]
            }
            Named::Reverse => vec![word.iter().rev().copied().collect()],
            Named::Url(kind) => url::decode(kind, word).into_iter().collect(),
            Named::Html => vec![html::decode(word)],
            Named::Json => json::decode(word, units).into_iter().collect(),
            Named::Table(table) => {
                if table.last.is_some_and(|last| word.iter().any(|c| *c > u32::from(last))) {
                    return Ok(Vec::new());
                }
                let rows: Vec<_> =
                    table.rows().iter().map(|(old, new)| (self.word(old), self.word(new))).collect();
                vec![replace(word, &rows, true)]
            }
        })
    }

    fn replace_matches(&self, pattern: &str, new: &str, word: &[u32]) -> Result<Vec<u32>, Trouble> {
        if !tries_in_order(self.dialect) {
            return self.replace_by_length(pattern, new, word);
        }
        let compiled = self.compiled(pattern, new)?;
        let mut output = Vec::new();
        let mut at = 0;
        // Where the last match ended, and whether it was empty.
        let mut last: Option<(usize, bool)> = None;
        while at <= word.len() {
            self.budget.poll()?;
            let found = walk::run(&compiled.ast, &compiled.program, word, at, false, self.budget)?;
            let end = found.as_ref().and_then(|found| found.groups[0]).map(|(_, end)| end);
            let behind = last.filter(|(end, _)| *end == at);
            let is_empty = end == Some(at);
            let skipped = match (compiled.behind, behind) {
                (Behind::Advance, Some((_, true))) => true,
                (Behind::Skip, Some(_)) => is_empty,
                _ => false,
            };
            let again = compiled.behind == Behind::Again && behind.is_some_and(|(_, empty)| empty);
            let found = match found {
                Some(_) if again => {
                    walk::run_nonempty(&compiled.ast, &compiled.program, word, at, self.budget)?
                }
                found => found.filter(|_| !skipped),
            };
            let Some(found) = found else {
                output.extend(word.get(at));
                at += 1;
                continue;
            };
            let end = found.groups[0].map_or(at, |(_, end)| end);
            for part in &compiled.parts {
                match part {
                    Part::Text(text) => output.extend(text),
                    Part::Group(number) => {
                        if let Some(Some((from, to))) = found.groups.get(*number as usize) {
                            output.extend(&word[*from..*to]);
                        }
                    }
                }
            }
            last = Some((end, end == at));
            at = end;
        }
        Ok(output)
    }

    /// The shortest matches, or the longest, by trying all of them.
    fn replace_by_length(&self, pattern: &str, new: &str, word: &[u32]) -> Result<Vec<u32>, Trouble> {
        let mut store = RegexStore::new();
        let language = parse(self.dialect, pattern, self.flags, Mode::Full, &mut store, self.budget)
            .map_err(|error| Trouble::Pattern(pattern.to_owned(), error))?;
        let groups = super::template::Groups { count: 0, names: &[] };
        let parts = super::template::read(self.dialect, self.flags, new, groups)?;
        let mut output = Vec::new();
        let mut at = 0;
        while at < word.len() {
            let mut ends = Vec::new();
            for end in at + 1..=word.len() {
                if matches(&mut store, language, &word[at..end], self.budget)? {
                    ends.push(end);
                }
            }
            let end = if self.dialect == Dialect::Posix { ends.last() } else { ends.first() };
            match end {
                Some(end) => {
                    for part in &parts {
                        if let Part::Text(text) = part {
                            output.extend(text);
                        }
                    }
                    at = *end;
                }
                None => {
                    output.push(word[at]);
                    at += 1;
                }
            }
        }
        Ok(output)
    }
}

/// Replaces texts from left to right, the longest first; an empty one stands before every character and at
/// the end.
fn replace(word: &[u32], rows: &[(Vec<u32>, Vec<u32>)], all: bool) -> Vec<u32> {
    if let [(old, new)] = rows
        && old.is_empty()
    {
        return functions::insert(word, new, all);
    }
    let mut output = Vec::new();
    let mut at = 0;
    let mut open = true;
    while at < word.len() {
        let fitting = rows.iter().filter(|(old, _)| open && !old.is_empty() && word[at..].starts_with(old));
        // Of equal rows the first one counts.
        match fitting.rev().max_by_key(|(old, _)| old.len()) {
            Some((old, new)) => {
                output.extend(new);
                at += old.len();
                open = all;
            }
            None => {
                output.push(word[at]);
                at += 1;
            }
        }
    }
    output
}
