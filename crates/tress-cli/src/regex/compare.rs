//! Comparisons of two languages: `equal`, `diff`, `subset`, `disjoint`.
//!
//! Enters: two patterns. Leaves: the verdict, words that show it, and what makes it less than it seems: a
//! pattern that matches nothing, and another answer in a search.

use std::fmt::Write as _;

use tress_automata::{Regex, RegexStore, emptiness};
use tress_base::{Budget, Stop};
use tress_dialects::Mode;

use super::arguments::{Compare, Relation};
use super::limits::OTHER_STEPS;
use super::modes::name;
use super::words::readable;
use super::{Answer, Asker, Failure};
use crate::json::{self, Object};

/// What was found out about two languages.
struct Compared {
    holds: bool,
    /// What a word shows, its key in objects, and the word, if there is one.
    found: Vec<(&'static str, &'static str, Option<Vec<u32>>)>,
}

impl Compare {
    pub(super) fn answer(&self, asker: &mut Asker<'_>) -> Answer {
        let languages = self.languages(asker, None)?;
        let Compared { holds, found } = compared(&mut asker.store, self.relation, languages, &asker.budget)?;
        let vacuous = if holds { self.vacuous(asker, languages) } else { None };
        let mode = asker.mode(&asker.request.side);
        let mut text = match vacuous {
            Some(why) => format!("{}, because {why}\n", verdict(self.relation, holds)),
            None => format!("{}\n", verdict(self.relation, holds)),
        };
        let mut object = Object::new().with("holds", holds).with_text("mode", name(mode));
        for (label, key, word) in found {
            if let Some(word) = &word {
                let _ = writeln!(text, "{label}: {}", readable(word));
            }
            object = object.with_maybe(key, word.map(|word| json::word(&word)));
        }
        if let Some(why) = vacuous {
            object = object.with_text("vacuous", why);
        }
        if let Some(other) = self.in_search(asker, holds) {
            text += &search_text(self.relation, &other);
            object = object.with("in_search", search_object(other));
        }
        asker.report(&text, &object)?;
        Ok(holds)
    }

    /// Both languages, over the characters that words of both can have and that were asked for.
    fn languages(&self, asker: &mut Asker<'_>, mode: Option<Mode>) -> Result<[Regex; 2], Failure> {
        let sides = [&asker.request.side, &self.second];
        let patterns = asker.two_patterns();
        let mut languages = [Regex::NONE; 2];
        for (index, (side, pattern)) in sides.into_iter().zip(patterns).enumerate() {
            asker.reading = Some(["first", "second"][index]);
            languages[index] = match mode {
                None => asker.language(side, pattern)?,
                Some(mode) => asker.language_in(side, pattern, mode)?,
            };
        }
        asker.reading = None;
        let alphabets = sides.map(|side| side.dialect.alphabet(side.flags));
        let mut characters = alphabets[0].intersection(&alphabets[1]);
        if let Some(wanted) = self.characters {
            characters = characters.intersection(&wanted.set());
        }
        if alphabets.iter().any(|alphabet| *alphabet != characters) {
            languages = languages.map(|language| asker.store.restrict(language, &characters));
        }
        Ok(languages)
    }

    /// Why a comparison that holds has no content for one of the patterns. The answer stands if there is no
    /// time to find that out.
    fn vacuous(&self, asker: &mut Asker<'_>, [a, b]: [Regex; 2]) -> Option<&'static str> {
        let (store, budget) = (&mut asker.store, &asker.budget);
        let is_empty =
            [emptiness::is_empty(store, a, budget).ok()?, emptiness::is_empty(store, b, budget).ok()?];
        match (self.relation, is_empty) {
            (Relation::Subset, [true, _]) | (Relation::Disjoint, [true, false]) => {
                Some("the first pattern matches nothing")
            }
            (Relation::Disjoint, [false, true]) => Some("the second pattern matches nothing"),
            (_, [true, true]) => Some("both patterns match nothing"),
            _ => None,
        }
    }

    /// The answer for a search, if whole words are matched and a search has another answer.
    fn in_search(&self, asker: &mut Asker<'_>, holds: bool) -> Option<Compared> {
        if asker.request.search || (asker.request.side.always_full && self.second.always_full) {
            return None;
        }
        let languages = self.languages(asker, Some(Mode::Search)).ok()?;
        let (store, budget) = (&mut asker.store, &asker.budget);
        let other =
            OTHER_STEPS.share(budget, || compared(store, self.relation, languages, budget)).ok()??;
        (other.holds != holds).then_some(other)
    }
}

fn compared(
    store: &mut RegexStore,
    relation: Relation,
    [a, b]: [Regex; 2],
    budget: &Budget,
) -> Result<Compared, Stop> {
    let mut found = Vec::new();
    if relation == Relation::Disjoint {
        let both = store.inter(&[a, b]);
        let word = emptiness::find_word(store, both, emptiness::Goal::Shortest, budget)?;
        found.push(("in both", "in_both", word));
    } else {
        let word = emptiness::find_difference(store, a, b, budget)?;
        found.push(("only in the first", "only_first", word));
        if relation != Relation::Subset {
            let word = emptiness::find_difference(store, b, a, budget)?;
            found.push(("only in the second", "only_second", word));
        }
    }
    Ok(Compared { holds: found.iter().all(|(_, _, word)| word.is_none()), found })
}

fn search_text(relation: Relation, other: &Compared) -> String {
    let mut text = format!("for whole words; with --search: {}", verdict(relation, other.holds));
    for (label, _, word) in &other.found {
        if let Some(word) = word {
            let _ = write!(text, ", {label}: {}", readable(word));
        }
    }
    text + "\n"
}

fn search_object(other: Compared) -> Object {
    let object = Object::new().with("holds", other.holds);
    other
        .found
        .into_iter()
        .fold(object, |object, (_, key, word)| object.with_maybe(key, word.map(|word| json::word(&word))))
}

fn verdict(relation: Relation, holds: bool) -> &'static str {
    match (relation, holds) {
        (Relation::Equal | Relation::Diff, true) => "equal",
        (Relation::Equal | Relation::Diff, false) => "not equal",
        (Relation::Subset, true) => "subset",
        (Relation::Subset, false) => "no subset",
        (Relation::Disjoint, true) => "disjoint",
        (Relation::Disjoint, false) => "not disjoint",
    }
}
