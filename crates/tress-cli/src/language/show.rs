//! What is shown of a language: an expression, how many words there are of which length, some of them, its
//! automaton.

use std::fmt::Write as _;

use tress_automata::nfa::{Nfa, NfaBuilder};
use tress_automata::window::Window;
use tress_automata::words::Words;
use tress_automata::{CharSet, Regex, RegexStore};
use tress_base::{Budget, Int, Stop};
use tress_dialects::{Dialect, print};

use super::arguments::{Details, Form};
use super::limits::STEPS;
use crate::json::{self, Object};
use crate::regex::samples::{Characters, LONGEST, Sampling};
use crate::regex::words::readable;

/// Lengths after the shortest word that are counted and sampled if none are given.
const WIDTH: u64 = 8;
/// Characters of an expression that people still read.
const READABLE: usize = 200;

/// A language, described.
pub(super) struct Portrait {
    /// The expression, or why there is none.
    expression: Result<String, String>,
    states: u32,
    /// The characters of the words that are counted and sampled, and whether there are words of others.
    characters: Characters,
    has_others: bool,
    /// How many words there are of each length that was asked for, or from the shortest one on.
    counts: Vec<(usize, Int)>,
    /// Are there words of other lengths?
    has_more: bool,
    /// Were the lengths asked for?
    was_asked: bool,
    /// All words, when they are finitely many.
    total: Option<Int>,
    shortest: Option<Vec<u32>>,
    samples: Vec<Vec<u32>>,
    /// The automaton in the forms that were asked for.
    pictures: Vec<(Form, String)>,
}

impl Portrait {
    /// Describes a language; `expression` finds one for it, unless that takes too long.
    pub(super) fn new(
        language: &Nfa,
        expression: impl FnOnce(&mut RegexStore) -> Result<Regex, Stop>,
        details: &Details,
        dialect: Dialect,
        store: &mut RegexStore,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let smallest = STEPS.share(budget, || language.minimize(usize::MAX, budget))?;
        let nfa = smallest.flatten().unwrap_or_else(|| language.trim());
        let pictures = details.forms.iter().map(|form| (*form, drawing(&nfa, *form))).collect();
        let expression = match STEPS.share(budget, || expression(store))? {
            Some(expression) => written(expression, dialect, store, budget)?,
            None => Err("an expression would be too long".to_owned()),
        };
        let mut portrait = Self {
            expression,
            states: nfa.states(),
            characters: details.characters.unwrap_or(Characters::Printable),
            has_others: false,
            counts: Vec::new(),
            has_more: false,
            was_asked: details.lengths.is_some(),
            total: None,
            shortest: None,
            samples: Vec::new(),
            pictures,
        };
        portrait.look_at_words(&nfa, details, budget)?;
        Ok(portrait)
    }

    /// Counts and samples words.
    fn look_at_words(&mut self, nfa: &Nfa, details: &Details, budget: &Budget) -> Result<(), Stop> {
        let over = |characters: Characters| nfa.intersect(&all_over(&characters.set()), usize::MAX, budget);
        let mut some = over(self.characters)?.unwrap_or_default().trim();
        self.has_others = leaves(nfa, &self.characters.set());
        if some.is_empty() && details.characters.is_none() {
            (self.characters, self.has_others, some) = (Characters::All, false, nfa.clone());
        }
        self.shortest = some.shortest_word().or_else(|| nfa.shortest_word());
        let window = Window::of_nfa(&some, WIDTH);
        let (low, high) = match (details.lengths, window) {
            (Some(lengths), _) => lengths,
            (None, Some(window)) => {
                let length = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
                (length(window.low), length(window.high))
            }
            (None, None) => return Ok(()),
        };
        if high > LONGEST {
            self.has_more = true;
            return Ok(());
        }
        self.has_more = window.is_some_and(|window| {
            window.low < low as u64 || window.longest.is_none_or(|longest| longest > high as u64)
        });
        let Some(words) = Words::from_nfa(&some, usize::MAX, budget)? else { return Ok(()) };
        self.counts = words.counts(high, budget)?.into_iter().enumerate().skip(low).collect();
        let longest = window.and_then(|window| usize::try_from(window.longest?).ok());
        if let Some(longest) = longest.filter(|longest| *longest <= LONGEST) {
            let all = STEPS.share(budget, || words.counts(longest, budget))?;
            self.total = all.map(|all| all.iter().fold(Int::ZERO, |total, count| &total + count));
        }
        let sampling = Sampling { lengths: (low, high), wanted: details.samples, seed: details.seed };
        if sampling.is_possible(&words, budget) {
            self.samples = sampling.words(words, budget)?;
        }
        Ok(())
    }

    /// The pictures and texts of the automaton.
    pub(super) fn pictures(&self) -> &[(Form, String)] {
        &self.pictures
    }

    /// A few lines for people: words first, then how many there are, then an expression, unless nobody could
    /// read it.
    pub(super) fn text(&self, name: &str, details: &Details) -> String {
        let short = self.expression.as_ref().ok().filter(|text| text.chars().count() <= READABLE);
        let mut text = match short {
            Some(expression) => format!("{name} = {expression}\n"),
            None => format!("{name}\n"),
        };
        if self.shortest.is_none() {
            text += "  no words\n";
        } else {
            let mut words: Vec<String> =
                self.shortest.iter().chain(&self.samples).map(|word| readable(word)).collect();
            let mut seen = std::collections::BTreeSet::new();
            words.retain(|word| seen.insert(word.clone()));
            let _ = writeln!(text, "  such as {}", words.join(", "));
            text += &self.counts_text();
        }
        if short.is_none() {
            let why = match &self.expression {
                Ok(long) => format!("the expression has {} characters", long.chars().count()),
                Err(why) => why.clone(),
            };
            let how = match details.out {
                Some(_) => "--json shows it",
                None => "--automaton text --out DIR writes the automaton, --json shows the expression",
            };
            let _ = writeln!(text, "  automaton of {} states; {why} ({how})", self.states);
        }
        text
    }

    /// How many words there are, and what is left out.
    fn counts_text(&self) -> String {
        let (Some((low, _)), Some((high, _))) = (self.counts.first(), self.counts.last()) else {
            return String::new();
        };
        let counts: Vec<String> = self.counts.iter().map(|(_, count)| count.to_string()).collect();
        let mut text = format!("  {} of length {low}..{high}: {}", kind(self.characters), counts.join(" "));
        match &self.total {
            Some(total) if self.has_more || counts.len() > 1 => {
                let _ = write!(text, "; {total} in all");
            }
            None if self.has_more && !self.was_asked => text += "; and longer ones",
            _ => {}
        }
        if self.has_others {
            text += "; not counting words of other characters";
        }
        text + "\n"
    }

    /// The same as an object.
    pub(super) fn object(&self, name: &str, dialect: Dialect, in_files: bool) -> Object {
        let word = |word: &Vec<u32>| json::word(word);
        let counts = self
            .counts
            .iter()
            .map(|(length, count)| Object::new().with("length", length).with("words", count).to_string());
        let object = Object::new()
            .with_text("name", name)
            .with_text("dialect", dialect.name())
            .with_maybe("expression", self.expression.as_ref().ok().map(|text| json::escape(text)))
            .with("states", self.states)
            .with("counts", json::list(counts))
            .with_maybe("total", self.total.as_ref())
            .with("complete", !self.has_more && !self.has_others)
            .with_maybe("shortest", self.shortest.as_ref().map(word))
            .with("samples", json::list(self.samples.iter().map(word)));
        let pictures = self.pictures.iter().filter(|_| !in_files);
        pictures.fold(object, |object, (form, text)| object.with_text(form.names().1, text))
    }
}

/// Does a trimmed automaton read characters outside of these?
fn leaves(nfa: &Nfa, characters: &CharSet) -> bool {
    let others = characters.complement();
    (0..nfa.states()).any(|state| {
        nfa.edges(state)
            .iter()
            .any(|edge| !others.intersection(&CharSet::range(edge.low, edge.high)).is_empty())
    })
}

/// What words of these characters are called.
fn kind(characters: Characters) -> &'static str {
    match characters {
        Characters::Printable => "printable words",
        Characters::Ascii => "ASCII words",
        Characters::All => "words",
    }
}

/// The words over some characters.
fn all_over(characters: &CharSet) -> Nfa {
    let mut builder = NfaBuilder::new();
    builder.set_initial(0);
    builder.set_accepting(0);
    characters.ranges().iter().for_each(|range| builder.add_edge(0, *range, 0));
    builder.build()
}

fn drawing(nfa: &Nfa, form: Form) -> String {
    match form {
        Form::Text => nfa.to_string(),
        Form::Dot => nfa.to_graphviz(),
        Form::Svg => nfa.to_svg(),
    }
}

/// An expression as text, if the dialect can say it.
fn written(
    expression: Regex,
    dialect: Dialect,
    store: &mut RegexStore,
    budget: &Budget,
) -> Result<Result<String, String>, Stop> {
    match print(store, expression, dialect, budget) {
        Ok(text) => Ok(Ok(text)),
        Err(error) => error.stop.map_or(Ok(Err(error.message)), Err),
    }
}
