//! Questions of `tress regex` about the words of one language: what kind it is, which they are, how many, random ones,
//! a picture.
//!
//! Numbers and uniform samples need an automaton. It is built as far as the wanted lengths need it; samples
//! do without when it is too large.

use std::fmt::Write as _;

use tress_automata::lazy::LazyWords;
use tress_automata::lengths::{LengthSet, exact_lengths};
use tress_automata::nfa::Nfa;
use tress_automata::words::Words;
use tress_automata::{Regex, emptiness};
use tress_base::{Int, Random, Stop};

use crate::json::{self, Object};
use crate::regex::{Answer, Asker, Failure};
use crate::regex_arguments::Picture;
use crate::regex_words::readable;
use crate::samples::{Draw, LONGEST};

/// States of an automaton that is drawn or counted with.
const STATE_CAP: usize = 20_000;
/// States of an automaton that is tried before the lengths of words are made use of.
const SMALL_CAP: usize = 2_000;
/// Steps for an automaton without which there is another way.
const AUTOMATON_STEPS: u64 = 1_000_000;
/// So many lengths are tried one by one for a sample.
const LENGTHS_TRIED: usize = 64;

impl Asker<'_> {
    /// The one language of a command, cut down by `--not` and `--alphabet`.
    fn one(&mut self) -> Result<Regex, Failure> {
        let side = &self.request.first;
        let mut language = self.language(side, self.pattern())?;
        if let Some(unwanted) = &self.request.unwanted {
            let unwanted = self.language(side, unwanted)?;
            language = self.store.diff(language, unwanted);
        }
        let letters = self.request.letters.set();
        Ok(self.store.restrict(language, &letters.intersection(&side.dialect.alphabet(side.flags))))
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

    fn lengths(&self, default: (usize, usize)) -> Result<(usize, usize), Failure> {
        let (low, high) = self.request.lengths.unwrap_or(default);
        if high > LONGEST {
            return Err(format!("lengths go up to {LONGEST}").into());
        }
        Ok((low, high))
    }

    pub(crate) fn count(&mut self) -> Answer {
        let (low, high) = self.lengths((0, 8))?;
        let language = self.one()?;
        let words = self.words(language, high)?;
        let words = words.ok_or_else(|| format!("the automaton has more than {STATE_CAP} states"))?;
        let counts = words.counts(high, &self.budget)?;
        let mut text = String::new();
        let mut list = Vec::new();
        let mut total = Int::ZERO;
        for (length, count) in counts.iter().enumerate().skip(low) {
            total += count;
            let _ = writeln!(text, "{length} {count}");
            list.push(Object::new().with("length", length).with("words", count).to_string());
        }
        if low < high {
            let _ = writeln!(text, "total {total}");
        }
        self.tell(&text, &Object::new().with("counts", json::list(list)).with("total", total))?;
        Ok(true)
    }

    pub(crate) fn enumerate(&mut self) -> Answer {
        let language = self.one()?;
        let mut words = LazyWords::new(language);
        let mut told = 0;
        while self.request.wanted.is_none_or(|wanted| told < wanted) {
            self.begin_time();
            let Some(word) = words.next_word(&mut self.store, &self.budget)? else { break };
            self.tell(&format!("{}\n", readable(&word)), &Object::new().with("word", json::word(&word)))?;
            told += 1;
        }
        Ok(told > 0 || self.request.wanted == Some(0))
    }

    /// Words of the wanted lengths: a length is drawn among those that have words, then a word of it.
    pub(crate) fn sample(&mut self) -> Answer {
        let (low, high) = self.lengths((0, 16))?;
        let language = self.one()?;
        let wanted = self.request.wanted.unwrap_or(0);
        let draw = Draw { lengths: (low, high), wanted, seed: self.request.seed };
        let uniform = self.words(language, high)?.filter(|words| draw.is_possible(words));
        let is_uniform = uniform.is_some();
        let samples = match uniform {
            Some(words) => draw.words(words, &self.budget)?,
            None => self.lazy_samples(language, low, high)?,
        };
        if samples.is_empty() && self.request.wanted != Some(0) {
            let object = Object::new().with("words", "[]");
            self.tell(&format!("no word with a length from {low} to {high}\n"), &object)?;
            return Ok(false);
        }
        if !is_uniform {
            self.note("note", "the automaton is large, so not all words are equally likely".into());
        }
        let text: String = samples.iter().map(|word| format!("{}\n", readable(word))).collect();
        let list = json::list(samples.iter().map(|word| json::word(word)));
        self.tell(&text, &Object::new().with("words", list).with("uniform", is_uniform))?;
        Ok(true)
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
                std::fs::write(path, picture).map_err(|problem| format!("{path}: {problem}"))?;
                self.tell("", &object.with_text("out", path))?;
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
