//! Questions about regular expressions: what `tress regex` answers, for programs.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyString;
use tress_automata::lazy::LazyWords;
use tress_automata::nfa::Nfa;
use tress_automata::window::{Bounds, Window, uses_others};
use tress_automata::words::Words;
use tress_automata::{CharSet, Regex, RegexStore, emptiness, matches};
use tress_base::{Budget, Cancel, Random, Stop};
use tress_dialects::redos::{Report, Verdict, analyse};
use tress_dialects::{DialectError, Flags, print};

use crate::errors;
use crate::interrupts::interruptible;
use crate::node::PatternText;
use crate::patterns::dialect;
use crate::values::{code_points, python_int, python_text};

/// States of automata that are shown or counted with.
const STATE_CAP: usize = 20_000;
/// The longest words that are counted or sampled.
const LONGEST: usize = 100_000;
/// Lengths after the shortest word that are counted, and that samples have, when nothing is said.
const COUNTED: u64 = 8;
const SAMPLED: u64 = 16;
/// Numbers of words kept for uniform samples.
const MOST_COUNTS: usize = 4_000_000;

/// Why there is no answer.
pub(crate) enum Failure {
    Pattern(String, DialectError),
    Stop(Stop),
    /// It is not known, for this reason.
    Unknown(String),
    /// It cannot be done exactly.
    NotExact(String),
    Other(String),
}

/// Was the work stopped from outside?
pub(crate) fn is_cut<T, E: AsStop>(done: &Result<T, E>) -> bool {
    done.as_ref().err().and_then(AsStop::stop) == Some(Stop::Canceled)
}

/// A failure that may be the end of a budget.
pub(crate) trait AsStop {
    fn stop(&self) -> Option<Stop>;
}

impl AsStop for Stop {
    fn stop(&self) -> Option<Stop> {
        Some(*self)
    }
}

impl AsStop for Failure {
    fn stop(&self) -> Option<Stop> {
        match self {
            Failure::Stop(stop) => Some(*stop),
            Failure::Pattern(_, error) => error.stop,
            Failure::Unknown(_) | Failure::NotExact(_) | Failure::Other(_) => None,
        }
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Stop(stop)
    }
}

impl Failure {
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Failure::Pattern(_, DialectError { stop: Some(stop), .. }) | Failure::Stop(stop) => {
                errors::unknown(py, &stop.to_string())
            }
            Failure::Pattern(text, error) => errors::pattern(py, &error.message, &text, error.position),
            Failure::Unknown(reason) => errors::unknown(py, &reason),
            Failure::NotExact(reason) => errors::not_exact(py, &reason),
            Failure::Other(message) => errors::value(py, &message),
        }
    }
}

/// A pattern with the dialect, the flags and the way in which it is meant.
#[pyclass(frozen, name = "Pattern", module = "tress._tress")]
pub(crate) struct PyPattern {
    text: PatternText,
    flags: Flags,
    timeout: Option<Duration>,
}

impl PyPattern {
    /// Work on the language, under the time limit and without the interpreter.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut RegexStore, Regex, &Budget) -> Result<T, Failure> + Send + Sync,
    ) -> PyResult<T> {
        let cancel = Cancel::new();
        let done = interruptible(py, &cancel, is_cut, |used| {
            let budget = limited(self.timeout, used, &cancel);
            let mut store = RegexStore::new();
            let language = self.language(&mut store, &budget)?;
            work(&mut store, language, &budget)
        })?;
        done.map_err(|failure| failure.raise(py))
    }

    fn language(&self, store: &mut RegexStore, budget: &Budget) -> Result<Regex, Failure> {
        let PatternText { dialect, text, .. } = &self.text;
        let language = tress_dialects::parse(*dialect, text, self.flags, self.text.mode(), store, budget)
            .map_err(|error| Failure::Pattern(text.clone(), error))?;
        Ok(store.restrict(language, &dialect.alphabet(self.flags)))
    }

    fn characters(py: Python<'_>, alphabet: &str) -> PyResult<CharSet> {
        match alphabet {
            "printable" => Ok(CharSet::range(0x20, 0x7E)),
            "ascii" => Ok(CharSet::range(0, 0x7F)),
            "all" => Ok(CharSet::full()),
            _ => Err(errors::value(py, "alphabet is printable, ascii or all")),
        }
    }
}

/// What is left of the time, for work that `cancel` stops.
pub(crate) fn limited(timeout: Option<Duration>, used: Duration, cancel: &Cancel) -> Budget {
    Budget::unlimited().with_time(timeout.map(|time| time.saturating_sub(used))).with_cancel(cancel)
}

/// A time limit in seconds; nothing, and 0, are none.
pub(crate) fn seconds(py: Python<'_>, timeout: Option<f64>) -> PyResult<Option<Duration>> {
    let read = |time: f64| {
        Duration::try_from_secs_f64(time).map_err(|_| errors::value(py, "timeout is a number of seconds"))
    };
    timeout.filter(|time| *time != 0.0).map(read).transpose()
}

fn check_length(py: Python<'_>, length: usize) -> PyResult<()> {
    if length <= LONGEST { Ok(()) } else { Err(errors::value(py, &format!("lengths go up to {LONGEST}"))) }
}

/// The language over the characters that were asked for; over printable ones when none were, or over all when
/// no word is printable. Are there words of others?
fn chosen(
    store: &mut RegexStore,
    language: Regex,
    characters: Option<&CharSet>,
    budget: &Budget,
) -> Result<(Regex, Option<bool>), Stop> {
    let printable = CharSet::range(0x20, 0x7E);
    let wanted = characters.unwrap_or(&printable);
    let some = store.restrict(language, wanted);
    if some == language {
        return Ok((some, Some(false)));
    }
    if characters.is_none() && emptiness::is_empty(store, some, budget)? {
        return Ok((language, Some(false)));
    }
    Ok((some, uses_others(store, language, wanted, budget)?))
}

/// All lengths of a finite language, or those of the window; and whether there are longer words.
fn all_or_window(window: Window) -> (usize, usize, Option<bool>) {
    let length = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
    match window.longest.map(length) {
        Some(longest) if longest <= LONGEST => (length(window.low), longest, Some(false)),
        _ => (length(window.low), length(window.high), window.has_longer),
    }
}

/// Is it all?
fn complete(has_more: Option<bool>, has_others: Option<bool>) -> Option<bool> {
    match (has_more, has_others) {
        (Some(true), _) | (_, Some(true)) => Some(false),
        (Some(false), Some(false)) => Some(true),
        _ => None,
    }
}

/// The words up to a length as an automaton.
fn words(store: &mut RegexStore, language: Regex, longest: usize, budget: &Budget) -> Result<Words, Failure> {
    if let Some(short) = Words::up_to(store, language, longest as u64, STATE_CAP, budget)? {
        return Ok(short);
    }
    let whole = Words::from_regex(store, language, STATE_CAP, budget)?;
    whole.ok_or_else(|| Failure::Other(format!("the automaton has more than {STATE_CAP} states")))
}

#[pymethods]
impl PyPattern {
    #[new]
    #[pyo3(signature = (pattern, dialect = "python", flags = "", search = false, timeout = 10.0))]
    fn new(
        py: Python<'_>,
        pattern: String,
        dialect: &str,
        flags: &str,
        search: bool,
        timeout: Option<f64>,
    ) -> PyResult<Self> {
        let dialect = self::dialect(py, dialect)?;
        let read = dialect.read_flags(flags).map_err(|message| errors::value(py, &message))?;
        let timeout = seconds(py, timeout)?;
        let made = Self {
            text: PatternText { dialect, text: pattern, flags: flags.to_owned(), search },
            flags: read,
            timeout,
        };
        // A pattern that is wrong is refused at once.
        made.ask(py, |_, _, _| Ok(()))?;
        Ok(made)
    }

    /// The pattern as it was written.
    #[getter]
    fn pattern(&self) -> &str {
        &self.text.text
    }

    /// The name of the dialect.
    #[getter]
    fn dialect(&self) -> &'static str {
        self.text.dialect.name()
    }

    /// The characters of its flags.
    #[getter]
    fn flags(&self) -> &str {
        &self.text.flags
    }

    /// Does it match anywhere in a word?
    #[getter]
    fn search(&self) -> bool {
        self.text.search
    }

    fn __repr__(&self) -> String {
        format!("Pattern({:?}, dialect={:?})", self.text.text, self.text.dialect.name())
    }

    /// Does the pattern match the word?
    fn accepts(&self, py: Python<'_>, word: &Bound<'_, PyString>) -> PyResult<bool> {
        let codes = match word.to_cow() {
            Ok(text) => self.text.dialect.word(self.flags, &text),
            Err(_) => code_points(word)?,
        };
        self.ask(py, |store, language, budget| Ok(matches(store, language, &codes, budget)?))
    }

    /// A shortest word of this language that is not one of the other; ``None`` when there is none.
    fn without<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyPattern>,
    ) -> PyResult<Option<Bound<'py, PyString>>> {
        let other = other.get();
        let word = self.ask(py, |store, first, budget| {
            let second = other.language(store, budget)?;
            let shared = self
                .text
                .dialect
                .alphabet(self.flags)
                .intersection(&other.text.dialect.alphabet(other.flags));
            let [first, second] = [first, second].map(|language| store.restrict(language, &shared));
            Ok(emptiness::find_difference(store, first, second, budget)?)
        })?;
        word.map(|word| python_text(py, &word)).transpose()
    }

    /// A shortest word of both languages; ``None`` when there is none.
    fn common<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyPattern>,
    ) -> PyResult<Option<Bound<'py, PyString>>> {
        let other = other.get();
        let word = self.ask(py, |store, first, budget| {
            let second = other.language(store, budget)?;
            let both = store.inter(&[first, second]);
            Ok(emptiness::find_word(store, both, emptiness::Goal::Shortest, budget)?)
        })?;
        word.map(|word| python_text(py, &word)).transpose()
    }

    /// How many words each length has, from ``low`` to ``high``; of a finite language all, else from the
    /// shortest word on, when neither is given. The first length, the counts, and whether that is all:
    /// ``None`` when it is not known.
    #[pyo3(signature = (low = None, high = None, alphabet = None))]
    fn counts<'py>(
        &self,
        py: Python<'py>,
        low: Option<usize>,
        high: Option<usize>,
        alphabet: Option<&str>,
    ) -> PyResult<(usize, Vec<Bound<'py, PyAny>>, Option<bool>)> {
        check_length(py, high.unwrap_or(0))?;
        let characters = alphabet.map(|alphabet| Self::characters(py, alphabet)).transpose()?;
        let (low, counts, complete) = self.ask(py, |store, language, budget| {
            let (language, has_others) = chosen(store, language, characters.as_ref(), budget)?;
            let (low, high, has_more) = match (low, high) {
                (None, None) => match Window::of_regex(store, language, COUNTED, budget)? {
                    None => return Ok((0, Vec::new(), has_others.map(|others| !others))),
                    Some(window) => all_or_window(window),
                },
                (low, high) => {
                    let (low, high) = (low.unwrap_or(0), high.unwrap_or(LONGEST));
                    let bounds = Bounds::beyond(store, language, high as u64, budget)?;
                    let shortest = emptiness::find_word(store, language, emptiness::Goal::Shortest, budget)?;
                    let has_shorter = shortest.is_some_and(|word| word.len() < low);
                    (low, high, if has_shorter { Some(true) } else { bounds.has_longer })
                }
            };
            if high > LONGEST {
                return Err(Failure::Other(format!("lengths go up to {LONGEST}")));
            }
            let counts = words(store, language, high, budget)?.counts(high, budget)?;
            Ok((low, counts, complete(has_more, has_others)))
        })?;
        let counts = counts.iter().skip(low).map(|count| python_int(py, count)).collect::<PyResult<_>>()?;
        Ok((low, counts, complete))
    }

    /// The same language in another dialect.
    fn translated(&self, py: Python<'_>, to: &str) -> PyResult<String> {
        let target = dialect(py, to)?;
        self.ask(py, |store, language, budget| {
            print(store, language, target, budget).map_err(|error| match error.stop {
                Some(stop) => Failure::Stop(stop),
                None => Failure::Other(error.message),
            })
        })
    }

    /// The smallest automaton as a picture: ``svg``, or ``dot`` for Graphviz.
    #[pyo3(signature = (format = "svg"))]
    fn picture(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let is_svg = match format {
            "svg" => true,
            "dot" => false,
            _ => return Err(errors::value(py, "format is svg or dot")),
        };
        self.ask(py, |store, language, budget| {
            let nfa = Nfa::from_regex(store, language, STATE_CAP, budget)?;
            let nfa =
                nfa.ok_or_else(|| Failure::Other(format!("the automaton has more than {STATE_CAP} states")))?;
            let nfa = nfa.minimize(STATE_CAP, budget)?.unwrap_or(nfa);
            Ok(if is_svg { nfa.to_svg() } else { nfa.to_graphviz() })
        })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.picture(py, "svg")
    }

    /// How slow a backtracking engine can get: the verdict, why, the degree, the parts of slow words, what
    /// stands at their end, the positions of loops, and whether the search from every position is needed.
    fn slowness<'py>(&self, py: Python<'py>) -> PyResult<Slowness<'py>> {
        let cancel = Cancel::new();
        let is_unfinished = |done: &Result<Report, DialectError>| {
            let canceled = Stop::Canceled.to_string();
            done.as_ref().is_ok_and(|report| report.verdict == Verdict::Unknown(canceled))
        };
        let PatternText { dialect, text, .. } = &self.text;
        let report = interruptible(py, &cancel, is_unfinished, |used| {
            let budget = limited(self.timeout, used, &cancel);
            analyse(*dialect, text, self.flags, self.text.mode(), &budget)
        })?
        .map_err(|error| Failure::Pattern(text.clone(), error).raise(py))?;
        let (why, degree) = match &report.verdict {
            Verdict::Safe(why) | Verdict::Unknown(why) => (why.clone(), None),
            Verdict::Polynomial(degree) => (String::new(), Some(*degree)),
            Verdict::Exponential => (String::new(), None),
        };
        let (mut parts, mut suffix) = (Vec::new(), None);
        if let Some(attack) = &report.attack {
            for (fixed, pump) in &attack.parts {
                parts.push((python_text(py, fixed)?, python_text(py, pump)?));
            }
            suffix = Some(python_text(py, &attack.suffix)?);
        }
        Ok((report.verdict.name(), why, degree, parts, suffix, report.positions, report.by_search))
    }
}

/// What is reported of slow words.
type Slowness<'py> = (
    &'static str,
    String,
    Option<u32>,
    Vec<(Bound<'py, PyString>, Bound<'py, PyString>)>,
    Option<Bound<'py, PyString>>,
    Vec<usize>,
    bool,
);

/// Words of a pattern, shorter ones first. Once its time was not enough for a word, there are no more.
#[pyclass(frozen, name = "Enumeration", module = "tress._tress")]
pub(crate) struct Enumeration {
    state: Mutex<Walk>,
    timeout: Option<Duration>,
    has_others: Option<bool>,
}

/// A walk through words; a stop leaves it somewhere in between, where it cannot go on.
struct Walk {
    store: RegexStore,
    words: LazyWords,
    stopped: Option<Stop>,
}

impl Walk {
    fn next(&mut self, budget: &Budget) -> Result<Option<Vec<u32>>, Stop> {
        if let Some(stop) = self.stopped {
            return Err(stop);
        }
        let word = self.words.next_word(&mut self.store, budget);
        self.stopped = word.as_ref().err().copied();
        word
    }
}

#[pymethods]
impl Enumeration {
    #[new]
    #[pyo3(signature = (pattern, alphabet = None))]
    fn new(py: Python<'_>, pattern: &Bound<'_, PyPattern>, alphabet: Option<&str>) -> PyResult<Self> {
        let characters = alphabet.map(|alphabet| PyPattern::characters(py, alphabet)).transpose()?;
        let pattern = pattern.get();
        let budget = Budget::unlimited().with_time(pattern.timeout);
        let mut store = RegexStore::new();
        let language = pattern.language(&mut store, &budget).map_err(|failure| failure.raise(py))?;
        let (language, has_others) = chosen(&mut store, language, characters.as_ref(), &budget)
            .map_err(|stop| Failure::Stop(stop).raise(py))?;
        let words = LazyWords::new(language);
        let state = Mutex::new(Walk { store, words, stopped: None });
        Ok(Self { state, timeout: pattern.timeout, has_others })
    }

    /// Are there words of other characters? ``None`` when it is not known.
    #[getter]
    fn has_others(&self) -> Option<bool> {
        self.has_others
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let cancel = Cancel::new();
        // A walk that was stopped is not begun again.
        let word = interruptible(
            py,
            &cancel,
            |_| false,
            |used| {
                let budget = limited(self.timeout, used, &cancel);
                self.state.lock().unwrap_or_else(PoisonError::into_inner).next(&budget)
            },
        )?;
        let word = word.map_err(|stop| Failure::Stop(stop).raise(py))?;
        word.map(|word| python_text(py, &word)).transpose()
    }
}

/// Random words of a pattern: each word of a length is as likely as any other where ``uniform`` is true.
#[pyclass(frozen, name = "Sampler", module = "tress._tress")]
pub(crate) struct Sampler {
    state: Mutex<Source>,
    /// The lengths that have words.
    lengths: Vec<usize>,
    /// Are there longer words?
    has_longer: Option<bool>,
    timeout: Option<Duration>,
}

enum Source {
    Counted(Box<Words>),
    Lazy(Box<(RegexStore, LazyWords)>),
}

impl Source {
    fn sample(
        &mut self,
        length: usize,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, Stop> {
        match self {
            Source::Counted(words) => words.sample(length, random, budget),
            Source::Lazy(parts) => {
                let (store, words) = &mut **parts;
                words.sample(store, length as u64, random, budget)
            }
        }
    }
}

#[pymethods]
impl Sampler {
    #[new]
    #[pyo3(signature = (pattern, low = None, high = None, alphabet = None))]
    fn new(
        py: Python<'_>,
        pattern: &Bound<'_, PyPattern>,
        low: Option<usize>,
        high: Option<usize>,
        alphabet: Option<&str>,
    ) -> PyResult<Self> {
        check_length(py, high.unwrap_or(0))?;
        let characters = alphabet.map(|alphabet| PyPattern::characters(py, alphabet)).transpose()?;
        let pattern = pattern.get();
        let cancel = Cancel::new();
        let made = interruptible(py, &cancel, is_cut, |used| {
            let budget = limited(pattern.timeout, used, &cancel);
            let mut store = RegexStore::new();
            let language = pattern.language(&mut store, &budget)?;
            let (language, _) = chosen(&mut store, language, characters.as_ref(), &budget)?;
            let window = match (low, high) {
                (Some(low), Some(high)) => {
                    let bounds = Bounds::beyond(&mut store, language, high as u64, &budget)?;
                    Some((low, high, bounds.has_longer))
                }
                _ => Window::of_regex(&mut store, language, SAMPLED, &budget)?.map(|window| {
                    let length = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
                    let low = low.unwrap_or(length(window.low));
                    (low, high.unwrap_or(length(window.high).max(low)), window.has_longer)
                }),
            };
            match window {
                Some((_, high, _)) if high > LONGEST => {
                    Err(Failure::Other(format!("lengths go up to {LONGEST}")))
                }
                Some((low, high, has_longer)) => {
                    let (state, lengths) = source(store, language, low, high, &budget)?;
                    Ok((state, lengths, has_longer))
                }
                None => {
                    Ok((Source::Lazy(Box::new((store, LazyWords::new(language)))), Vec::new(), Some(false)))
                }
            }
        })?;
        let (state, lengths, has_longer) = made.map_err(|failure| failure.raise(py))?;
        Ok(Self { state: Mutex::new(state), lengths, has_longer, timeout: pattern.timeout })
    }

    /// Are there words that are longer than those that are drawn? ``None`` when it is not known.
    #[getter]
    fn has_longer(&self) -> Option<bool> {
        self.has_longer
    }

    /// Is each word of a length as likely as any other?
    #[getter]
    fn uniform(&self) -> bool {
        matches!(*self.state.lock().unwrap_or_else(PoisonError::into_inner), Source::Counted(_))
    }

    /// The lengths that have words.
    #[getter]
    fn lengths(&self) -> Vec<usize> {
        self.lengths.clone()
    }

    /// Random words: a length is drawn, then a word of it. The same seed gives the same words.
    #[pyo3(signature = (count, seed = 0, length = None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        seed: u64,
        length: Option<usize>,
    ) -> PyResult<Vec<Bound<'py, PyString>>> {
        let lengths: Vec<usize> = match length {
            Some(length) => self.lengths.iter().copied().filter(|known| *known == length).collect(),
            None => self.lengths.clone(),
        };
        let cancel = Cancel::new();
        let found = interruptible(py, &cancel, is_cut, |used| -> Result<Vec<Vec<u32>>, Stop> {
            let budget = limited(self.timeout, used, &cancel);
            let mut source = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let mut random = Random::new(seed);
            let mut found = Vec::new();
            for _ in 0..count {
                if lengths.is_empty() {
                    break;
                }
                let length = *random.pick(&lengths);
                found.extend(source.sample(length, &mut random, &budget)?);
            }
            Ok(found)
        })?;
        let found = found.map_err(|stop| Failure::Stop(stop).raise(py))?;
        found.iter().map(|word| python_text(py, word)).collect()
    }
}

/// Where samples come from, and the lengths that have words.
fn source(
    mut store: RegexStore,
    language: Regex,
    low: usize,
    high: usize,
    budget: &Budget,
) -> Result<(Source, Vec<usize>), Failure> {
    let counted = Words::up_to(&mut store, language, high as u64, STATE_CAP, budget)?;
    if let Some(words) = counted.filter(|words| words.states().saturating_mul(high + 1) <= MOST_COUNTS) {
        let counts = words.counts(high, budget)?;
        let lengths = (low..=high).filter(|length| !counts[*length].is_zero()).collect();
        return Ok((Source::Counted(Box::new(words)), lengths));
    }
    let mut words = LazyWords::new(language);
    let mut lengths = Vec::new();
    for length in low..=high {
        if words.has_length(&mut store, length as u64, budget)? {
            lengths.push(length);
        }
    }
    Ok((Source::Lazy(Box::new((store, words))), lengths))
}

/// A pattern as a term of regular expressions.
#[pyfunction]
#[pyo3(signature = (pattern, dialect = "python", flags = "", search = false))]
pub(crate) fn regex(
    py: Python<'_>,
    pattern: String,
    dialect: &str,
    flags: &str,
    search: bool,
) -> PyResult<crate::terms::Term> {
    crate::patterns::pattern(py, pattern, dialect, flags, search).map(crate::terms::Term)
}
