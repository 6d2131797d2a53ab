//! `tress regex`: questions about regular expressions in the dialects that people write.
//!
//! Enters: the arguments after `regex`. Leaves: text on standard output and an exit code: 0 when what
//! was asked holds, 1 when it does not, 2 for an error or a limit. The commands are thin: parsing is done by
//! `tress-dialects`, deciding by `tress-automata`.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::ExitCode;

use tress_automata::nfa::Nfa;
use tress_automata::words::Words;
use tress_automata::{CharSet, Regex, RegexStore, emptiness, matches};
use tress_base::{Budget, Int, Random};
use tress_dialects::{Dialect, DialectError, Mode, parse, print};

use crate::regex_arguments::{Asked, Letters, Request, Side, read};
use crate::regex_words::readable;

/// States of an automaton that is drawn, counted or sampled.
const STATE_CAP: usize = 20_000;
/// Words tried for one sample under `--len` before giving up is proved by counting instead.
const LONGEST: usize = 100_000;

/// An answer: the text, and whether what was asked holds.
type Answer = Result<(String, bool), String>;

/// Runs the command in `arguments`.
pub(crate) fn run(arguments: Vec<String>) -> ExitCode {
    let (text, code) = match read(arguments).and_then(|asked| answer(&asked)) {
        Ok((text, true)) => (text, ExitCode::SUCCESS),
        Ok((text, false)) => (text, ExitCode::FAILURE),
        Err(message) => {
            // When even that cannot be written, the exit code still says it.
            let _ = writeln!(io::stderr(), "tress regex: {message}");
            return ExitCode::from(2);
        }
    };
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => code,
        // The reader of our output is gone.
        Err(problem) if problem.kind() == io::ErrorKind::BrokenPipe => code,
        Err(_) => ExitCode::from(2),
    }
}

fn answer(asked: &Asked) -> Answer {
    let request = match asked {
        Asked::Question(request) => request,
        Asked::Help(page) => return Ok((page.clone(), true)),
    };
    let mut asker =
        Asker { request, store: RegexStore::new(), budget: Budget::unlimited().with_time(request.timeout) };
    match request.command.as_str() {
        "check" => asker.check(),
        "equal" | "subset" | "disjoint" | "diff" => asker.compare(),
        "sample" => asker.sample(),
        "count" => asker.count(),
        "show" => asker.show(),
        "translate" => asker.translate(),
        other => Err(format!("no command {other}; try tress regex --help")),
    }
}

struct Asker<'a> {
    request: &'a Request,
    store: RegexStore,
    budget: Budget,
}

impl Asker<'_> {
    /// The language of a pattern of the request.
    fn language(&mut self, side: &Side, pattern: &str) -> Result<Regex, String> {
        let mode = if self.request.search { Mode::Search } else { Mode::Full };
        let mode = if side.always_full { Mode::Full } else { mode };
        parse(side.dialect, pattern, side.flags, mode, &mut self.store, &self.budget)
            .map_err(|error| explain(pattern, &error))
    }

    fn text(&self, word: &[u32]) -> String {
        readable(word)
    }

    fn check(&mut self) -> Answer {
        let [pattern, words @ ..] = &self.request.operands[..] else {
            return Err("check needs a pattern and at least one word".into());
        };
        if words.is_empty() {
            return Err("check needs at least one word".into());
        }
        let side = &self.request.first;
        let language = self.language(side, pattern)?;
        let mut text = String::new();
        let mut all = true;
        for word in words {
            let codes = side.dialect.word(side.flags, word);
            let found = matches(&mut self.store, language, &codes, &self.budget).map_err(stopped)?;
            all &= found;
            let verdict = if found { "match" } else { "no match" };
            let _ = writeln!(text, "{verdict} {}", self.text(&codes));
        }
        Ok((text, all))
    }

    /// Both languages of a comparison, over the characters that words of both can have.
    fn two(&mut self) -> Result<[Regex; 2], String> {
        let [a, b] = &self.request.operands[..] else {
            return Err(format!("{} needs two patterns", self.request.command));
        };
        let (first, second) = (&self.request.first, &self.request.second);
        let mut languages = [self.language(first, a)?, self.language(second, b)?];
        let alphabets = [first, second].map(|side| side.dialect.alphabet(side.flags));
        if alphabets[0] != alphabets[1] {
            let letters = self.store.chars(alphabets[0].intersection(&alphabets[1]));
            let words = self.store.star(letters);
            languages = languages.map(|language| self.store.inter(&[language, words]));
        }
        Ok(languages)
    }

    fn compare(&mut self) -> Answer {
        let [a, b] = self.two()?;
        let mut text = String::new();
        let mut holds = true;
        let mut tell = |label: &str, word: Option<Vec<u32>>, text: &mut String| {
            if let Some(word) = word {
                holds = false;
                let _ = writeln!(text, "{label}: {}", readable(&word));
            }
        };
        let store = &mut self.store;
        if self.request.command == "disjoint" {
            let both = store.inter(&[a, b]);
            let word = emptiness::find_word(store, both, emptiness::Goal::Shortest, &self.budget);
            tell("in both", word.map_err(stopped)?, &mut text);
        } else {
            let only_first = emptiness::find_difference(store, a, b, &self.budget).map_err(stopped)?;
            tell("only in the first", only_first, &mut text);
            if self.request.command != "subset" {
                let only_second = emptiness::find_difference(store, b, a, &self.budget).map_err(stopped)?;
                tell("only in the second", only_second, &mut text);
            }
        }
        let verdict = match (self.request.command.as_str(), holds) {
            ("equal" | "diff", true) => "equal",
            ("equal" | "diff", false) => "not equal",
            ("subset", true) => "subset",
            ("subset", false) => "no subset",
            (_, true) => "disjoint",
            (_, false) => "not disjoint",
        };
        Ok((format!("{verdict}\n{text}"), holds))
    }

    /// The one language of a command, cut down by `--not` and `--alphabet`.
    fn one(&mut self) -> Result<Regex, String> {
        let [pattern] = &self.request.operands[..] else {
            return Err(format!("{} needs one pattern", self.request.command));
        };
        let side = &self.request.first;
        let mut members = vec![self.language(side, pattern)?];
        if let Some(unwanted) = &self.request.unwanted {
            let unwanted = self.language(side, unwanted)?;
            members.push(self.store.complement(unwanted));
        }
        let letters = match self.request.letters {
            Letters::All => CharSet::full(),
            Letters::Ascii => CharSet::range(0, 0x7F),
            Letters::Printable => CharSet::range(0x20, 0x7E),
        };
        let letters = self.store.chars(letters.intersection(&side.dialect.alphabet(side.flags)));
        members.push(self.store.star(letters));
        Ok(self.store.inter(&members))
    }

    fn words(&mut self) -> Result<Words, String> {
        let language = self.one()?;
        let words = Words::from_regex(&mut self.store, language, STATE_CAP, &self.budget).map_err(stopped)?;
        words.ok_or_else(|| format!("the automaton has more than {STATE_CAP} states"))
    }

    fn lengths(&self, default: (usize, usize)) -> Result<(usize, usize), String> {
        let (low, high) = self.request.lengths.unwrap_or(default);
        if high > LONGEST {
            return Err(format!("lengths go up to {LONGEST}"));
        }
        Ok((low, high))
    }

    fn count(&mut self) -> Answer {
        let (low, high) = self.lengths((0, 8))?;
        let words = self.words()?;
        let counts = words.counts(high, &self.budget).map_err(stopped)?;
        let mut text = String::new();
        let mut total = Int::ZERO;
        for (length, count) in counts.iter().enumerate().skip(low) {
            total += count;
            let _ = writeln!(text, "{length} {count}");
        }
        if low < high {
            let _ = writeln!(text, "total {total}");
        }
        Ok((text, true))
    }

    /// Words of the wanted lengths: a length is drawn among those that have words, then a word of it.
    fn sample(&mut self) -> Answer {
        let (low, high) = self.lengths((0, 16))?;
        let mut words = self.words()?;
        let counts = words.counts(high, &self.budget).map_err(stopped)?;
        let lengths: Vec<usize> = (low..=high).filter(|&length| !counts[length].is_zero()).collect();
        if lengths.is_empty() {
            return Ok((format!("no word with a length from {low} to {high}\n"), false));
        }
        let mut random = Random::new(self.request.seed);
        let mut text = String::new();
        for _ in 0..self.request.samples {
            let length = *random.pick(&lengths);
            if let Some(word) = words.sample(length, &mut random, &self.budget).map_err(stopped)? {
                let _ = writeln!(text, "{}", self.text(&word));
            }
        }
        Ok((text, true))
    }

    fn show(&mut self) -> Answer {
        let [pattern] = &self.request.operands[..] else {
            return Err("show needs one pattern".into());
        };
        let language = self.language(&self.request.first, pattern)?;
        let nfa = Nfa::from_regex(&mut self.store, language, STATE_CAP, &self.budget).map_err(stopped)?;
        let nfa = nfa.ok_or_else(|| format!("the automaton has more than {STATE_CAP} states"))?;
        // The smallest deterministic automaton reads best, when it is not much larger.
        let small = nfa.minimize(STATE_CAP, &self.budget).map_err(stopped)?;
        let svg = small.unwrap_or(nfa).to_svg();
        match &self.request.out {
            None => Ok((svg, true)),
            Some(path) => match std::fs::write(path, svg) {
                Ok(()) => Ok((String::new(), true)),
                Err(problem) => Err(format!("{path}: {problem}")),
            },
        }
    }

    fn translate(&mut self) -> Answer {
        let [pattern] = &self.request.operands[..] else {
            return Err("translate needs one pattern".into());
        };
        let language = self.language(&self.request.first, pattern)?;
        let target = self.request.target.unwrap_or(Dialect::Smtlib);
        let text = print(&mut self.store, language, target, &self.budget).map_err(|error| error.message)?;
        Ok((format!("{text}\n"), true))
    }
}

fn stopped(stop: tress_base::Stop) -> String {
    format!("unknown ({stop})")
}

/// The message with the pattern and a mark under the place.
fn explain(pattern: &str, error: &DialectError) -> String {
    if error.stop.is_some() || pattern.chars().any(char::is_control) {
        return error.to_string();
    }
    format!("{error}\n  {pattern}\n  {}^", " ".repeat(error.position))
}
