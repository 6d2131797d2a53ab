//! Comparisons of two languages: `equal`, `diff`, `subset`, `disjoint`.
//!
//! Enters: two patterns. Leaves: the verdict, words that show it, and what makes it less than it seems: a pattern that matches nothing, and
//! another answer in a search.

use std::fmt::Write as _;

use tress_automata::{Regex, RegexStore, emptiness};
use tress_base::{Budget, Stop};
use tress_dialects::Mode;

use crate::json::{self, Object};
use crate::regex::modes::name;
use crate::regex::words::readable;
use crate::regex::{Answer, Asker, Failure};

/// Steps for the answer of the other mode.
const OTHER_STEPS: u64 = 5_000_000;

/// What was found out about two languages.
struct Compared {
    holds: bool,
    /// What a word shows, its key in objects, and the word, if there is one.
    found: Vec<(&'static str, &'static str, Option<Vec<u32>>)>,
}

impl Asker<'_> {
    /// Both languages of a comparison, over the characters that words of both can have and that were asked for.
    fn two(&mut self, mode: Option<Mode>) -> Result<[Regex; 2], Failure> {
        let (first, second) = (&self.request.first, &self.request.second);
        let [a, b] = self.two_patterns();
        let mut languages = [Regex::NONE; 2];
        for (place, (side, pattern)) in [(first, a), (second, b)].into_iter().enumerate() {
            self.reading = Some(["first", "second"][place]);
            languages[place] = match mode {
                None => self.language(side, pattern)?,
                Some(mode) => self.language_in(side, pattern, mode)?,
            };
        }
        self.reading = None;
        let alphabets = [first, second].map(|side| side.dialect.alphabet(side.flags));
        let mut letters = alphabets[0].intersection(&alphabets[1]);
        if let Some(wanted) = self.request.letters {
            letters = letters.intersection(&wanted.set());
        }
        if alphabets.iter().any(|alphabet| *alphabet != letters) {
            languages = languages.map(|language| self.store.restrict(language, &letters));
        }
        Ok(languages)
    }

    pub(crate) fn compare(&mut self) -> Answer {
        let languages = self.two(None)?;
        let command = self.request.command.as_str();
        let Compared { holds, found } = compared(&mut self.store, command, languages, &self.budget)?;
        let vacuous = if holds { self.vacuous(languages) } else { None };
        let mode = self.mode(&self.request.first);
        let mut text = match vacuous {
            Some(why) => format!("{}, because {why}\n", verdict(command, holds)),
            None => format!("{}\n", verdict(command, holds)),
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
        if let Some(other) = self.in_search(holds) {
            text += &search_text(command, &other);
            object = object.with("in_search", search_object(other));
        }
        self.tell(&text, &object)?;
        Ok(holds)
    }

    /// Why what holds says nothing about one of the patterns. The answer stands when there is no time to find that out.
    fn vacuous(&mut self, [a, b]: [Regex; 2]) -> Option<&'static str> {
        let (store, budget) = (&mut self.store, &self.budget);
        let is_empty =
            [emptiness::is_empty(store, a, budget).ok()?, emptiness::is_empty(store, b, budget).ok()?];
        match (self.request.command.as_str(), is_empty) {
            ("subset", [true, _]) | ("disjoint", [true, false]) => Some("the first pattern matches nothing"),
            ("disjoint", [false, true]) => Some("the second pattern matches nothing"),
            (_, [true, true]) => Some("both patterns match nothing"),
            _ => None,
        }
    }

    /// The answer of a search, where whole words are matched and that is another answer.
    fn in_search(&mut self, holds: bool) -> Option<Compared> {
        let (first, second) = (&self.request.first, &self.request.second);
        if self.request.search || (first.always_full && second.always_full) {
            return None;
        }
        let languages = self.two(Some(Mode::Search)).ok()?;
        let command = self.request.command.as_str();
        let (store, budget) = (&mut self.store, &self.budget);
        let other = budget.share(OTHER_STEPS, || compared(store, command, languages, budget)).ok()??;
        (other.holds != holds).then_some(other)
    }
}

fn compared(
    store: &mut RegexStore,
    command: &str,
    [a, b]: [Regex; 2],
    budget: &Budget,
) -> Result<Compared, Stop> {
    let mut found = Vec::new();
    if command == "disjoint" {
        let both = store.inter(&[a, b]);
        let word = emptiness::find_word(store, both, emptiness::Goal::Shortest, budget)?;
        found.push(("in both", "in_both", word));
    } else {
        let word = emptiness::find_difference(store, a, b, budget)?;
        found.push(("only in the first", "only_first", word));
        if command != "subset" {
            let word = emptiness::find_difference(store, b, a, budget)?;
            found.push(("only in the second", "only_second", word));
        }
    }
    Ok(Compared { holds: found.iter().all(|(_, _, word)| word.is_none()), found })
}

fn search_text(command: &str, other: &Compared) -> String {
    let mut text = format!("for whole words; with --search: {}", verdict(command, other.holds));
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

fn verdict(command: &str, holds: bool) -> &'static str {
    match (command, holds) {
        ("equal" | "diff", true) => "equal",
        ("equal" | "diff", false) => "not equal",
        ("subset", true) => "subset",
        ("subset", false) => "no subset",
        (_, true) => "disjoint",
        (_, false) => "not disjoint",
    }
}
