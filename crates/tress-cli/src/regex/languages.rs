//! Questions of `tress regex` about the words of one language: what kind it is, which they are, how many, random ones,
//! a picture.
//!
//! Numbers and uniform samples need an automaton. It is built as far as the wanted lengths need it; samples
//! do without when it is too large.

use std::fmt::Write as _;

use tress_automata::lazy::LazyWords;
use tress_automata::lengths::{LengthSet, exact_lengths};
use tress_automata::nfa::Nfa;
use tress_automata::window::{Bounds, Window, uses_others};
use tress_automata::words::Words;
use tress_automata::{Regex, emptiness};
use tress_base::{Int, Random, Stop};

use crate::json::{self, Object};
use crate::paths::shown;
use crate::regex::arguments::Picture;
use crate::regex::samples::{Draw, LONGEST, Letters};
use crate::regex::words::readable;
use crate::regex::{Answer, Asker, Failure};

/// States of an automaton that is drawn or counted with.
const STATE_CAP: usize = 20_000;
/// States of an automaton that is tried before the lengths of words are made use of.
const SMALL_CAP: usize = 2_000;
/// Steps for an automaton without which there is another way.
const AUTOMATON_STEPS: u64 = 1_000_000;
/// Steps for counting all words of a finite language.
const COUNT_STEPS: u64 = 50_000_000;
/// So many lengths are tried one by one for a sample.
const LENGTHS_TRIED: usize = 64;

/// Lengths after the shortest word that are counted, and that samples have, when nothing is said.
const COUNTED: u64 = 8;
const SAMPLED: u64 = 16;
/// Lengths of a finite language that all have a row.
const MOST_ROWS: usize = 64;

/// The language of a question, and whether characters were left out.
struct Chosen {
    language: Regex,
    /// Are there words with other characters? Nothing when it is not known.
    has_others: Option<bool>,
}

impl Asker<'_> {
    /// The one language of a command, cut down by `--not` and `--alphabet`. Where no alphabet is asked for and no word is
    /// printable, all characters are taken.
    fn one(&mut self) -> Result<Chosen, Failure> {
        let side = &self.request.first;
        let mut whole = self.language(side, self.pattern())?;
        if let Some(unwanted) = &self.request.unwanted {
            let unwanted = self.language(side, unwanted)?;
            whole = self.store.diff(whole, unwanted);
        }
        let whole = self.store.restrict(whole, &side.dialect.alphabet(side.flags));
        let letters = self.request.letters.unwrap_or(Letters::Printable).set();
        let language = self.store.restrict(whole, &letters);
        if language == whole {
            return Ok(Chosen { language, has_others: Some(false) });
        }
        let (store, budget) = (&mut self.store, &self.budget);
        let is_empty = budget.share(AUTOMATON_STEPS, || emptiness::is_empty(store, language, budget))?;
        if self.request.letters.is_none()
            && is_empty == Some(true)
            && !emptiness::is_empty(store, whole, budget)?
        {
            self.note("note", "no word has printable characters only, so all characters are taken".into());
            return Ok(Chosen { language: whole, has_others: Some(false) });
        }
        let has_others = uses_others(store, whole, &letters, budget).ok().flatten();
        Ok(Chosen { language, has_others })
    }

    /// Tells that only some characters were used, where that was not asked for.
    fn note_others(&mut self, chosen: &Chosen) {
        if self.request.letters.is_none() && chosen.has_others != Some(false) {
            let how = if chosen.has_others.is_none() { "perhaps " } else { "" };
            self.note(
                "note",
                format!("only words of printable characters; {how}there are others (--alphabet all)"),
            );
        }
    }

    /// The words up to a length: from the whole automaton when it is small, else from what such words need of it.
    fn words(&mut self, language: Regex, longest: usize) -> Result<Option<Words>, Stop> {
        let (store, budget) = (&mut self.store, &self.budget);
        let whole =
            budget.share(AUTOMATON_STEPS, || Words::from_regex(store, language, SMALL_CAP, budget))?;
        if let Some(Some(whole)) = whole {
            return Ok(Some(whole));
        }
        let short = budget
            .share(AUTOMATON_STEPS, || Words::up_to(store, language, longest as u64, STATE_CAP, budget))?;
        if let Some(Some(short)) = short {
            return Ok(Some(short));
        }
        let whole =
            budget.share(AUTOMATON_STEPS, || Words::from_regex(store, language, STATE_CAP, budget))?;
        Ok(whole.flatten())
    }

    /// The lengths that were asked for.
    fn lengths(&self) -> Result<Option<(usize, usize)>, Failure> {
        match self.request.lengths {
            Some((_, high)) if high > LONGEST => Err(too_long()),
            lengths => Ok(lengths),
        }
    }

    /// The lengths that were asked for, or a window that begins at the shortest word; none when there is no word. Then what is
    /// known about words that are longer.
    fn window(&mut self, language: Regex, width: u64) -> Result<Option<(usize, usize, Bounds)>, Failure> {
        let (store, budget) = (&mut self.store, &self.budget);
        if let Some((low, high)) = self.request.lengths {
            let bounds = Bounds::beyond(store, language, high as u64, budget);
            return Ok(Some((low, high, bounds.unwrap_or(Bounds { longest: None, has_longer: None }))));
        }
        let Some(Window { low, high, longest, has_longer }) =
            Window::of_regex(store, language, width, budget)?
        else {
            return Ok(None);
        };
        let [low, high] = [low, high].map(|length| usize::try_from(length).unwrap_or(usize::MAX));
        if high > LONGEST { Err(too_long()) } else { Ok(Some((low, high, Bounds { longest, has_longer }))) }
    }

    /// Are there words that are shorter than this?
    fn has_shorter(&mut self, language: Regex, low: usize) -> Result<bool, Stop> {
        let shortest =
            emptiness::find_word(&mut self.store, language, emptiness::Goal::Shortest, &self.budget)?;
        Ok(shortest.is_some_and(|word| word.len() < low))
    }

    pub(crate) fn count(&mut self) -> Answer {
        let asked = self.lengths()?;
        let chosen = self.one()?;
        let Some((low, mut high, bounds)) = self.window(chosen.language, COUNTED)? else {
            self.note_others(&chosen);
            let object = Object::new().with("counts", "[]").with("total", 0);
            self.tell("total 0\n", &object.with_maybe("complete", chosen.has_others.map(|others| !others)))?;
            return Ok(true);
        };
        // All words of a finite language are counted.
        let mut has_longer = bounds.has_longer;
        let mut shown = high;
        let mut counts = None;
        let longest = bounds.longest.and_then(|longest| usize::try_from(longest).ok());
        if let Some(longest) =
            longest.filter(|&longest| asked.is_none() && high < longest && longest <= LONGEST)
            && let Some(words) = self.words(chosen.language, longest)?
        {
            let budget = &self.budget;
            counts = budget.share(COUNT_STEPS, || words.counts(longest, budget))?;
            if counts.is_some() {
                (high, has_longer) = (longest, Some(false));
                shown = if longest - low < MOST_ROWS { longest } else { shown };
            }
        }
        let counts = match counts {
            Some(counts) => counts,
            None => {
                let words = self.words(chosen.language, high)?;
                let words = words.ok_or_else(|| format!("the automaton has more than {STATE_CAP} states"))?;
                words.counts(high, &self.budget)?
            }
        };
        let has_shorter = asked.is_some() && self.has_shorter(chosen.language, low)?;
        let table = Table {
            low,
            shown,
            asked: asked.is_some(),
            has_longer,
            has_shorter,
            has_others: chosen.has_others,
        };
        self.note_others(&chosen);
        self.tell(&table.text(&counts), &table.object(&counts))?;
        Ok(true)
    }

    pub(crate) fn enumerate(&mut self) -> Answer {
        let chosen = self.one()?;
        let mut words = LazyWords::new(chosen.language);
        let mut told = 0;
        let mut has_more = Some(false);
        while self.request.wanted.is_none_or(|wanted| told < wanted) {
            self.begin_time();
            let Some(word) = words.next_word(&mut self.store, &self.budget)? else { break };
            self.tell(&format!("{}\n", readable(&word)), &Object::new().with("word", json::word(&word)))?;
            told += 1;
        }
        if self.request.wanted == Some(told) {
            let (store, budget) = (&mut self.store, &self.budget);
            has_more =
                budget.share(AUTOMATON_STEPS, || words.next_word(store, budget))?.map(|word| word.is_some());
        }
        match has_more {
            Some(true) => self.note("note", "there are more words (-n N, --all)".into()),
            None => self.note("note", "there are perhaps more words (-n N, --all)".into()),
            Some(false) => self.note_others(&chosen),
        }
        let complete = both(has_more, chosen.has_others);
        self.tell("", &Object::new().with("words", told).with_maybe("complete", complete))?;
        Ok(told > 0 || self.request.wanted == Some(0))
    }

    /// Words of the wanted lengths: a length is drawn among those that have words, then a word of it.
    pub(crate) fn sample(&mut self) -> Answer {
        let asked = self.lengths()?;
        let Chosen { language, has_others } = self.one()?;
        let Some((low, high, bounds)) = self.window(language, SAMPLED)? else {
            return self.no_sample("no word".to_owned(), has_others);
        };
        let wanted = self.request.wanted.unwrap_or(0);
        let draw = Draw { lengths: (low, high), wanted, seed: self.request.seed };
        let uniform = self.words(language, high)?.filter(|words| draw.is_possible(words));
        let is_uniform = uniform.is_some();
        let samples = match uniform {
            Some(words) => draw.words(words, &self.budget)?,
            None => self.lazy_samples(language, low, high)?,
        };
        if samples.is_empty() && self.request.wanted != Some(0) {
            return self.no_sample(format!("no word with a length from {low} to {high}"), has_others);
        }
        if !is_uniform {
            self.note("note", "the automaton is large, so not all words are equally likely".into());
        }
        if asked.is_none() && bounds.has_longer != Some(false) {
            let how = if bounds.has_longer.is_none() { "perhaps " } else { "" };
            self.note("note", format!("lengths from {low} to {high}; {how}there are longer words (--len)"));
        }
        let text: String = samples.iter().map(|word| format!("{}\n", readable(word))).collect();
        let list = json::list(samples.iter().map(|word| json::word(word)));
        let lengths = Object::new().with("min", low).with("max", high);
        let object = Object::new().with("words", list).with("uniform", is_uniform).with("lengths", lengths);
        self.tell(&text, &object.with_maybe("longer", bounds.has_longer))?;
        Ok(true)
    }

    /// There is nothing to draw.
    fn no_sample(&mut self, mut text: String, has_others: Option<bool>) -> Answer {
        match has_others {
            Some(true) => text += "; there are words of other characters (--alphabet all)",
            None => text += "; perhaps there are words of other characters (--alphabet all)",
            Some(false) => {}
        }
        self.tell(&format!("{text}\n"), &Object::new().with("words", "[]").with_text("reason", &text))?;
        Ok(false)
    }

    fn lazy_samples(&mut self, language: Regex, low: usize, high: usize) -> Result<Vec<Vec<u32>>, Stop> {
        let mut words = LazyWords::new(language);
        let mut random = Random::new(self.request.seed);
        let mut lengths: Vec<usize> = (low..=high).collect();
        let mut live = Vec::new();
        while live.len() < LENGTHS_TRIED && !lengths.is_empty() {
            let length = lengths.swap_remove(random.below(lengths.len())) as u64;
            if words.has_length(&mut self.store, length, &self.budget)? {
                live.push(length);
            }
        }
        live.sort_unstable();
        let mut samples = Vec::new();
        for _ in 0..self.request.wanted.unwrap_or(0) {
            if live.is_empty() {
                break;
            }
            let length = *random.pick(&live);
            samples.extend(words.sample(&mut self.store, length, &mut random, &self.budget)?);
        }
        Ok(samples)
    }

    pub(crate) fn show(&mut self) -> Answer {
        let language = self.language(&self.request.first, self.pattern())?;
        let nfa = Nfa::from_regex(&mut self.store, language, STATE_CAP, &self.budget)?;
        let nfa = nfa.ok_or_else(|| format!("the automaton has more than {STATE_CAP} states"))?;
        // The smallest deterministic automaton reads best, when it is not much larger.
        let nfa = nfa.minimize(STATE_CAP, &self.budget)?.unwrap_or(nfa);
        let (format, picture) = match self.request.picture {
            Picture::Svg => ("svg", nfa.to_svg()),
            Picture::Dot => ("dot", nfa.to_graphviz()),
        };
        let object = Object::new().with_text("format", format).with("states", nfa.states());
        match &self.request.out {
            None => self.tell(&picture, &object.with_text("picture", &picture))?,
            Some(path) => {
                std::fs::write(path, picture).map_err(|problem| format!("{}: {problem}", shown(path)))?;
                self.tell("", &object.with_text("out", &shown(path)))?;
            }
        }
        Ok(true)
    }

    /// What kind of language it is.
    pub(crate) fn info(&mut self) -> Answer {
        let side = &self.request.first;
        let alphabet = side.dialect.alphabet(side.flags);
        let language = self.language(side, self.pattern())?;
        let language = self.store.restrict(language, &alphabet);
        let kinds = self.store.kinds_of_chars(language);
        let outline = self.store.restrict(language, &kinds);
        let letters = self.store.chars(alphabet);
        let everything = self.store.star(letters);
        let (store, budget) = (&mut self.store, &self.budget);
        let universal = emptiness::is_included(store, everything, language, budget)?;
        let shortest = emptiness::find_word(store, language, emptiness::Goal::Shortest, budget)?;
        let lengths = match shortest {
            Some(_) => exact_lengths(store, outline, budget)?,
            None => LengthSet::empty(),
        };
        let finite = if lengths.max().is_some() { Some(true) } else { lengths.is_exact().then_some(false) };
        let (words, longest) = self.extremes(language, &lengths, finite)?;
        let states = self.states(outline)?;
        let kind = Kind { universal, finite, words, shortest, longest, lengths, states };
        self.tell(&kind.text(), &kind.object())?;
        Ok(true)
    }

    /// The number of words and a longest one, of a language known to be finite.
    fn extremes(
        &mut self,
        language: Regex,
        lengths: &LengthSet,
        finite: Option<bool>,
    ) -> Result<(Option<Int>, Option<Vec<u32>>), Stop> {
        if lengths.is_empty() {
            return Ok((Some(Int::ZERO), None));
        }
        let Some(max) = lengths.max().filter(|_| finite == Some(true)) else { return Ok((None, None)) };
        let longest = match lengths.is_exact() {
            true => {
                let last = LengthSet::single(max);
                emptiness::find_word_of_length(&mut self.store, language, &last, &self.budget)?
            }
            false => None,
        };
        let Some(max) = usize::try_from(max).ok().filter(|&max| max <= LONGEST) else {
            return Ok((None, longest));
        };
        let Some(words) = self.words(language, max)? else { return Ok((None, longest)) };
        let counts = words.counts(max, &self.budget)?;
        let total = counts.iter().fold(Int::ZERO, |total, count| &total + count);
        Ok((Some(total), longest))
    }

    /// States of the smallest deterministic automaton, when it can be built.
    fn states(&mut self, language: Regex) -> Result<Option<u32>, Stop> {
        let (store, budget) = (&mut self.store, &self.budget);
        let built = budget.share(AUTOMATON_STEPS, || {
            let Some(nfa) = Nfa::from_regex(store, language, STATE_CAP, budget)? else { return Ok(None) };
            nfa.minimize(STATE_CAP, budget)
        })?;
        Ok(built.flatten().map(|nfa| nfa.states()))
    }
}

fn too_long() -> Failure {
    format!("lengths go up to {LONGEST}").into()
}

/// Is it all? Not when something was left out; unknown when that is not known.
fn both(has_more: Option<bool>, has_others: Option<bool>) -> Option<bool> {
    match (has_more, has_others) {
        (Some(true), _) | (_, Some(true)) => Some(false),
        (Some(false), Some(false)) => Some(true),
        _ => None,
    }
}

/// What `count` tells: the rows from `low` to `shown`, and the total of all that were counted.
struct Table {
    low: usize,
    shown: usize,
    /// Were these lengths asked for?
    asked: bool,
    has_longer: Option<bool>,
    has_shorter: bool,
    has_others: Option<bool>,
}

impl Table {
    fn total(&self, counts: &[Int]) -> Int {
        counts.iter().skip(self.low).fold(Int::ZERO, |total, count| &total + count)
    }

    fn text(&self, counts: &[Int]) -> String {
        let (low, shown, high) = (self.low, self.shown, counts.len() - 1);
        let mut text = String::new();
        for (length, count) in counts.iter().enumerate().take(shown + 1).skip(low) {
            let _ = writeln!(text, "{length} {count}");
        }
        if shown < high {
            let _ = writeln!(text, "and {} more lengths, up to {high}", high - shown);
        }
        let total = self.total(counts);
        match (self.asked, self.has_longer) {
            (true, _) | (false, Some(false)) if low < high => {
                let _ = writeln!(text, "total {total}");
            }
            (false, Some(true)) => {
                let _ = writeln!(text, "total {total} up to length {high}; there are longer words (--len)");
            }
            (false, None) => {
                let _ = writeln!(
                    text,
                    "total {total} up to length {high}; perhaps there are longer words (--len)"
                );
            }
            _ => {}
        }
        text
    }

    fn object(&self, counts: &[Int]) -> Object {
        let row = |(length, count): (usize, &Int)| {
            Object::new().with("length", length).with("words", count).to_string()
        };
        let list = counts.iter().enumerate().take(self.shown + 1).skip(self.low).map(row);
        let has_more = if self.has_shorter { Some(true) } else { self.has_longer };
        Object::new()
            .with("counts", json::list(list))
            .with("total", self.total(counts))
            .with("longest", counts.len() - 1)
            .with_maybe("complete", both(has_more, self.has_others))
    }
}

/// What `info` tells. What is missing is not known, or is not there.
struct Kind {
    universal: bool,
    finite: Option<bool>,
    words: Option<Int>,
    shortest: Option<Vec<u32>>,
    longest: Option<Vec<u32>>,
    lengths: LengthSet,
    states: Option<u32>,
}

impl Kind {
    fn text(&self) -> String {
        let yes = |truth: bool| if truth { "yes" } else { "no" };
        let mut text = String::new();
        let mut line = |label: &str, value: &str| {
            let _ = writeln!(text, "{label:<10} {value}");
        };
        line("empty", yes(self.shortest.is_none()));
        line("universal", yes(self.universal));
        line("finite", self.finite.map_or("unknown", yes));
        if let Some(words) = &self.words {
            line("words", &words.to_string());
        }
        for (label, word) in [("shortest", &self.shortest), ("longest", &self.longest)] {
            if let Some(word) = word {
                line(label, &readable(word));
            }
        }
        if let Some(lengths) = self.lengths_text() {
            line("lengths", &lengths);
        }
        let states = self.states.map(|states| states.to_string());
        line("states", &states.unwrap_or_else(|| format!("more than {STATE_CAP}, or too much work")));
        text
    }

    /// `2..5`, `3.. every 2`.
    fn lengths_text(&self) -> Option<String> {
        let (min, max, period) = self.bounds()?;
        let mut text = match max {
            Some(max) if max == min => return Some(min.to_string()),
            Some(max) => format!("{min}..{max}"),
            None => format!("{min}.."),
        };
        if period > 1 {
            let _ = write!(text, " every {period}");
        }
        Some(text)
    }

    /// The least and the greatest length, and the greatest common divisor of their differences.
    fn bounds(&self) -> Option<(u64, Option<u64>, u64)> {
        let hull = self.lengths.hull();
        let term = hull.terms().first()?;
        Some((term.low, self.lengths.max(), term.period))
    }

    fn object(&self) -> Object {
        let word = |word: &Option<Vec<u32>>| word.as_ref().map(|word| json::word(word));
        let lengths = self.bounds().map(|(min, max, period)| {
            Object::new().with("min", min).with_maybe("max", max).with("period", period)
        });
        Object::new()
            .with("empty", self.shortest.is_none())
            .with("universal", self.universal)
            .with_maybe("finite", self.finite)
            .with_maybe("words", self.words.as_ref())
            .with_maybe("shortest", word(&self.shortest))
            .with_maybe("longest", word(&self.longest))
            .with_maybe("lengths", lengths)
            .with_maybe("states", self.states)
    }
}
