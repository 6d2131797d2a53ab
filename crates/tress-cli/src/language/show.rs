//! What is told of a language: an expression, how many words there are of which length, some of them, its automaton.

use std::fmt::Write as _;

use tress_automata::nfa::{Nfa, NfaBuilder};
use tress_automata::words::Words;
use tress_automata::{CharSet, Regex, RegexStore};
use tress_base::{Budget, Int, Stop};
use tress_dialects::{Dialect, print};

use super::arguments::{Form, Telling};
use crate::json::{self, Object};
use crate::regex_words::readable;
use crate::samples::Letters;

/// Steps for the smallest automaton and for an expression, without which there is something to tell too.
const EXPRESSION_STEPS: u64 = 20_000_000;

/// A language, described.
pub(super) struct Portrait {
    /// The expression, or why there is none.
    expression: Result<String, String>,
    states: u32,
    /// How many words there are of each length that was asked for.
    counts: Vec<(usize, Int)>,
    shortest: Option<Vec<u32>>,
    samples: Vec<Vec<u32>>,
    /// The automaton in the forms that were asked for.
    drawn: Vec<(Form, String)>,
}

impl Portrait {
    /// Describes a language; `expression` finds one for it, unless that takes too long.
    pub(super) fn new(
        language: &Nfa,
        expression: impl FnOnce(&mut RegexStore) -> Result<Regex, Stop>,
        telling: &Telling,
        dialect: Dialect,
        store: &mut RegexStore,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let smallest = budget.share(EXPRESSION_STEPS, || language.minimize(usize::MAX, budget))?;
        let nfa = smallest.flatten().unwrap_or_else(|| language.trim());
        let low = telling.draw.lengths.0;
        let short = nfa.intersect(&all_over(&telling.letters.set()), usize::MAX, budget)?.unwrap_or_default();
        let shortest = short.shortest_word().or_else(|| nfa.shortest_word());
        let (mut counts, mut samples) = (Vec::new(), Vec::new());
        if let Some(words) = Words::from_nfa(&short, usize::MAX, budget)? {
            let all = words.counts(telling.draw.lengths.1, budget)?;
            counts = all.into_iter().enumerate().skip(low).collect();
            if telling.draw.is_possible(&words) {
                samples = telling.draw.words(words, budget)?;
            }
        }
        let drawn = telling.forms.iter().map(|form| (*form, drawing(&nfa, *form))).collect();
        let expression = match budget.share(EXPRESSION_STEPS, || expression(store))? {
            Some(expression) => written(expression, dialect, store, budget)?,
            None => Err("an expression would be too long".to_owned()),
        };
        Ok(Self { expression, states: nfa.states(), counts, shortest, samples, drawn })
    }

    /// The pictures and texts of the automaton.
    pub(super) fn drawn(&self) -> &[(Form, String)] {
        &self.drawn
    }

    /// A few lines for people.
    pub(super) fn text(&self, name: &str, telling: &Telling) -> String {
        let mut text = match &self.expression {
            Ok(expression) => format!("{name} = {expression}\n"),
            Err(why) => format!("{name} has {} states; {why}\n", self.states),
        };
        if self.shortest.is_none() {
            return text + "  no words\n";
        }
        if let (Some((low, _)), Some((high, _))) = (self.counts.first(), self.counts.last()) {
            let counts: Vec<String> = self.counts.iter().map(|(_, count)| count.to_string()).collect();
            let _ =
                writeln!(text, "  {} of length {low}..{high}: {}", kind(telling.letters), counts.join(" "));
        }
        let mut words: Vec<String> =
            self.shortest.iter().chain(&self.samples).map(|word| readable(word)).collect();
        let mut seen = std::collections::BTreeSet::new();
        words.retain(|word| seen.insert(word.clone()));
        let _ = writeln!(text, "  such as {}", words.join(", "));
        text
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
            .with_maybe("shortest", self.shortest.as_ref().map(word))
            .with("samples", json::list(self.samples.iter().map(word)));
        let drawn = self.drawn.iter().filter(|_| !in_files);
        drawn.fold(object, |object, (form, text)| object.with_text(form.names().1, text))
    }
}

/// What words of these letters are called.
fn kind(letters: Letters) -> &'static str {
    match letters {
        Letters::Printable => "printable words",
        Letters::Ascii => "ASCII words",
        Letters::All => "words",
    }
}

/// The words over some characters.
fn all_over(letters: &CharSet) -> Nfa {
    let mut builder = NfaBuilder::new();
    builder.set_initial(0);
    builder.set_accepting(0);
    letters.ranges().iter().for_each(|range| builder.add_edge(0, *range, 0));
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
