//! How many words a language has, where these are few.
//!
//! Enters: an expression. Leaves: its words, or whether it has as many as asked for. Bounds come
//! from the structure, words from a deterministic automaton; both within a share of work.

use rustc_hash::FxHashMap;
use tress_automata::emptiness::{Goal, find_word};
use tress_automata::words::{Characters, Words};
use tress_automata::{Regex, RegexStore, View};
use tress_base::{Budget, Stop};

use tress_term::term::Word;

use super::limits::{COUNT_STEPS, COUNTED_STATES, LISTED_CHARACTERS};

/// Does the language have at least `count` words? They are counted with an automaton if that is small, else
/// they are taken out one by one.
pub(super) fn has_words(
    regexes: &mut RegexStore,
    language: Regex,
    count: usize,
    budget: &Budget,
) -> Result<bool, Stop> {
    let words = COUNT_STEPS
        .share(budget, || Words::from_regex(regexes, language, COUNTED_STATES.size(budget), budget))?;
    if let Some(words) = words.and_then(|words| COUNTED_STATES.note_missing(words, budget)) {
        let mut walk = words.enumerate(Characters::All);
        for _ in 0..count {
            if walk.next_word(budget)?.is_none() {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    let mut rest = language;
    for _ in 0..count {
        let Some(word) = find_word(regexes, rest, Goal::Shortest, budget)? else { return Ok(false) };
        let word = regexes.word(&word);
        rest = regexes.diff(rest, word);
    }
    Ok(true)
}

/// All words of a language, unless it may have too many, or too long ones.
pub(super) fn list_few(
    regexes: &mut RegexStore,
    language: Regex,
    budget: &Budget,
) -> Result<Option<Vec<Word>>, Stop> {
    let words = COUNT_STEPS.share(budget, || list(regexes, language, budget))?;
    Ok(words.flatten())
}

/// The same with all the work that it takes.
fn list(regexes: &mut RegexStore, language: Regex, budget: &Budget) -> Result<Option<Vec<Word>>, Stop> {
    let Some(longest) = regexes.max_length(language) else { return Ok(None) };
    let letters = most_words(regexes, language, budget)?.saturating_mul(longest.max(1));
    if LISTED_CHARACTERS.is_exceeded(usize::try_from(letters).unwrap_or(usize::MAX), budget) {
        return Ok(None);
    }
    let words = Words::from_regex(regexes, language, COUNTED_STATES.size(budget), budget)?;
    let Some(words) = COUNTED_STATES.note_missing(words, budget) else { return Ok(None) };
    let mut walk = words.enumerate(Characters::All);
    let mut found = Vec::new();
    while let Some(word) = walk.next_word(budget)? {
        found.push(word.into());
    }
    Ok(Some(found))
}

/// An upper bound on the number of words of the language, by its structure. The largest number is no bound.
fn most_words(regexes: &RegexStore, language: Regex, budget: &Budget) -> Result<u64, Stop> {
    let mut known: FxHashMap<Regex, u64> = FxHashMap::default();
    let mut stack = vec![language];
    while let Some(regex) = stack.last().copied() {
        budget.poll()?;
        let open = stack.len();
        let mut bound = |part: Regex| {
            let bound = known.get(&part).copied();
            if bound.is_none() {
                stack.push(part);
            }
            bound.unwrap_or(u64::MAX)
        };
        let most = match regexes.view(regex) {
            View::None => 0,
            View::Epsilon => 1,
            View::Chars(set) => u64::from(set.len()),
            // Whatever has no longest word has no bound.
            _ if regexes.max_length(regex).is_none() => u64::MAX,
            View::Concat(first, rest) => bound(first).saturating_mul(bound(rest)),
            View::Repeat { body, low, high } => most_repeated(bound(body), low, high),
            View::Union(members) => members.iter().fold(0, |sum: u64, part| sum.saturating_add(bound(*part))),
            View::Inter(members) => members.iter().map(|part| bound(*part)).fold(u64::MAX, u64::min),
            View::Complement(_) | View::Followed => u64::MAX,
        };
        if stack.len() == open {
            stack.pop();
            known.insert(regex, most);
        }
    }
    Ok(known[&language])
}

/// An upper bound on the number of words that consist of `low` to `high` copies, each one of `words` words.
fn most_repeated(words: u64, low: u64, high: Option<u64>) -> u64 {
    let Some(high) = high else { return u64::MAX };
    let copies = (high - low).saturating_add(1);
    match words {
        0 => u64::from(low == 0),
        1 => copies,
        _ => {
            // The sum of the powers is too large to tell as soon as one of them is.
            let power =
                |times: u64| u32::try_from(times).map_or(u64::MAX, |times| words.saturating_pow(times));
            let powers = (low..=high).take(u64::BITS as usize + 1).map(power);
            powers.fold(0, u64::saturating_add)
        }
    }
}

#[cfg(test)]
mod tests {
    use tress_automata::naive::{Ast, Dfa};
    use tress_base::{Int, Random};

    use super::*;

    #[test]
    fn few_words_are_listed_and_bounds_are_no_smaller() {
        let mut random = Random::new(44);
        let budget = Budget::unlimited();
        for _ in 0..2000 {
            let size = random.below(9);
            let ast = Ast::random(&mut random, size);
            let mut regexes = RegexStore::new();
            let language = ast.build(&mut regexes);
            let Some(longest) = regexes.max_length(language).filter(|longest| *longest <= 12) else {
                continue;
            };
            let mut count = Int::ZERO;
            for words in Dfa::new(&ast).counts(longest as usize) {
                count += &words;
            }
            let most = most_words(&regexes, language, &budget).unwrap();
            assert!(most == u64::MAX || Int::from(most) >= count, "{ast:?}");
            if let Some(words) = list_few(&mut regexes, language, &budget).unwrap() {
                assert_eq!(Int::from(words.len()), count, "{ast:?}");
                assert!(has_words(&mut regexes, language, words.len(), &budget).unwrap(), "{ast:?}");
                assert!(!has_words(&mut regexes, language, words.len() + 1, &budget).unwrap(), "{ast:?}");
            }
        }
    }

    #[test]
    fn copies_of_words_are_bounded() {
        let cases = [
            (0, 0, Some(3), 1),
            (0, 1, Some(3), 0),
            (1, 2, Some(5), 4),
            (2, 0, Some(3), 15),
            (3, 2, Some(2), 9),
            (2, 0, Some(100), u64::MAX),
            (2, 70, Some(70), u64::MAX),
            (2, 0, None, u64::MAX),
        ];
        for (words, low, high, most) in cases {
            assert_eq!(most_repeated(words, low, high), most, "{words}{{{low},{high:?}}}");
        }
    }
}
