//! `tress regex sanitize`: can something forbidden come out of a chain of functions?
//!
//! Enters: functions, what inputs are like, and what must not come out. Leaves: that every input is safe, or an
//! input with its output and the place where it matches. The question is a problem for the solver: its `unsat`
//! is the proof, and what it finds was evaluated. Shorter inputs are asked for as long as they are found.

use std::fmt::Write as _;

use tress::{Error, Solver, Sort, Term, Value};
use tress_automata::{Regex, emptiness, matches};
use tress_base::Stop;
use tress_dialects::{Extent, Mode, extent, parse};

use crate::json::{self, Object};
use crate::regex::{Answer, Asker, Failure, explain};
use crate::regex_arguments::Side;
use crate::regex_sanitizer::{FUNCTIONS, Sanitizer, Step, names};
use crate::regex_tables::{Row, Table, read_table};
use crate::regex_words::{readable, slashes};

/// Steps for finding a shorter input, or that there is none.
const SHORTER_STEPS: u64 = 3_000_000;
/// The longest output in which the match is looked for.
const LONGEST_SHOWN: usize = 400;

/// What must not come out.
#[derive(Clone, Copy)]
enum Forbidden<'a> {
    Pattern(&'a str),
    Text(&'a str),
}

/// An input that is not safe.
struct Found {
    input: Vec<u32>,
    output: Vec<u32>,
    /// It was shown that no input is shorter.
    shortest: bool,
}

/// The problem, as far as it is written.
struct Chain {
    solver: Solver,
    input: Term,
    /// What the functions so far make of it.
    output: Term,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Refused(error.to_string(), None)
    }
}

/// The characters of a string.
fn codes(value: &Value) -> Vec<u32> {
    match value {
        Value::String(text) => text.chars().map(u32::from).collect(),
        Value::CodePoints(codes) => codes.clone(),
        _ => Vec::new(),
    }
}

impl Asker<'_> {
    pub(crate) fn sanitize(&mut self) -> Answer {
        let forbidden = match self.is_literal() {
            true => Forbidden::Text(self.pattern()),
            false => Forbidden::Pattern(self.pattern()),
        };
        let sanitizer = &self.request.sanitizer;
        let mut chain = Chain::new()?;
        self.restrict_inputs(&mut chain, sanitizer)?;
        for step in &sanitizer.steps {
            self.apply(&mut chain, step)?;
        }
        let language = self.forbidden_language(forbidden)?;
        let bad = self.is_forbidden(&chain, forbidden)?;
        chain.solver.assert(bad)?;
        chain.solver.set_timeout(self.request.timeout);
        let steps = json::list(sanitizer.steps.iter().map(|step| json::escape(&step.name())));
        let object = Object::new().with("functions", steps);
        let Some(found) = chain.find()? else {
            let all = sanitizer.input.is_none() && sanitizer.max_length.is_none();
            let text = if all { "safe for every input\n" } else { "safe for every input that is allowed\n" };
            self.tell(text, &object.with("safe", true))?;
            return Ok(true);
        };
        self.begin_time();
        if !matches(&mut self.store, language, &found.output, &self.budget)? {
            return Err("the input that was found is no such input, which is a mistake of this program"
                .to_owned()
                .into());
        }
        let place = self.place(forbidden, &found.output)?;
        let (text, object) = found.told(place, object);
        self.tell(&text, &object)?;
        Ok(false)
    }

    fn side(&self) -> &Side {
        &self.request.first
    }

    /// A literal of the solver.
    fn literal(&self, text: &str) -> Value {
        let side = self.side();
        Value::CodePoints(side.dialect.word(side.flags, text))
    }

    /// A pattern as a term of the solver, and as a language of this tool.
    fn pattern_term(&mut self, chain: &Chain, pattern: &str, mode: Mode) -> Result<(Term, Regex), Failure> {
        let side = *self.side();
        let mode = if side.always_full { Mode::Full } else { mode };
        let language = parse(side.dialect, pattern, side.flags, mode, &mut self.store, &self.budget)
            .map_err(|error| explain(pattern, &error))?;
        let term = chain.solver.regex_with(side.dialect, pattern, &self.request.flag_letters, mode)?;
        Ok((term, language))
    }

    /// What inputs are like.
    fn restrict_inputs(&mut self, chain: &mut Chain, sanitizer: &Sanitizer) -> Result<(), Failure> {
        if let Some(pattern) = &sanitizer.input {
            let (language, _) = self.pattern_term(chain, pattern, Mode::Full)?;
            chain.solver.assert(chain.input.matches(language))?;
        }
        if let Some(longest) = sanitizer.max_length {
            chain.solver.assert(chain.input.len().le(longest))?;
        }
        let side = self.side();
        if side.dialect.reads_utf16(side.flags) {
            let units = chain.solver.char_range('\0', '\u{ffff}').star();
            chain.solver.assert(chain.input.matches(units))?;
        }
        Ok(())
    }

    /// One more function.
    fn apply(&mut self, chain: &mut Chain, step: &Step) -> Result<(), Failure> {
        chain.output = match step {
            Step::Named(name) => return self.apply_named(chain, name),
            Step::Replace(old, new) => chain.output.replace_all(self.literal(old), self.literal(new)),
            Step::ReplaceFirst(old, new) => chain.output.replace_first(self.literal(old), self.literal(new)),
            Step::Table(path) => self.replaced(chain, &read_table(path)?),
            Step::ReplaceMatches(pattern, new) => self.replace_matches(chain, pattern, new)?,
        };
        Ok(())
    }

    fn apply_named(&mut self, chain: &mut Chain, name: &str) -> Result<(), Failure> {
        if let Some((_, op)) = FUNCTIONS.iter().find(|(known, _)| *known == name) {
            chain.output = chain.solver.apply(op, [&chain.output]);
            return Ok(());
        }
        let Some(table) = Table::named(name) else {
            return Err(format!("no function {name}; known are {}", names()).into());
        };
        if let Some(last) = table.last {
            let letters = chain.solver.char_range('\0', last).star();
            chain.solver.assert(chain.output.matches(letters))?;
            let note = format!("{name} is asked about characters up to U+{:04X} only", u32::from(last));
            self.note("note", note);
        }
        chain.output = self.replaced(chain, &table.rows());
        Ok(())
    }

    /// The output so far, after the replacements of a table.
    fn replaced(&self, chain: &Chain, rows: &[Row]) -> Term {
        chain.output.replace_table(rows.iter().map(|(old, new)| (self.literal(old), self.literal(new))))
    }

    /// The output so far, with the matches replaced that the engine of the dialect would take.
    fn replace_matches(&mut self, chain: &Chain, pattern: &str, new: &str) -> Result<Term, Failure> {
        let (term, language) = self.pattern_term(chain, pattern, Mode::Full)?;
        let side = *self.side();
        let extent = extent(side.dialect, pattern, side.flags).map_err(|error| explain(pattern, &error))?;
        let refuse =
            |why: &str| Err(Failure::from(format!("matches of {pattern} cannot be replaced: {why}")));
        if self.store.is_nullable(language) {
            return refuse("it matches the empty word");
        }
        let new = self.literal(new);
        if extent == Extent::Surroundings {
            return refuse("what stands around a match has a say");
        }
        // When no match begins another one, all engines take the same.
        if extent == Extent::Shortest || !self.some_begins_another(language)? {
            return Ok(chain.output.replace_all_matches(term, new));
        }
        if extent == Extent::FirstTried {
            return refuse(
                "matches begin one another, and which one is taken is known for one repetition only",
            );
        }
        let operands = [chain.output.clone(), term, chain.solver.literal(new)];
        Ok(chain.solver.apply("str.replace_re_longest_all", operands))
    }

    /// Does a word of the language begin a longer one?
    fn some_begins_another(&mut self, language: Regex) -> Result<bool, Stop> {
        let store = &mut self.store;
        let (letter, all) = (store.any_char(), store.all());
        let longer = store.concat(&[language, letter, all]);
        let both = store.inter(&[language, longer]);
        Ok(emptiness::find_word(store, both, emptiness::Goal::Shortest, &self.budget)?.is_some())
    }

    fn is_forbidden(&mut self, chain: &Chain, forbidden: Forbidden<'_>) -> Result<Term, Failure> {
        Ok(match forbidden {
            Forbidden::Text(text) => chain.output.contains(self.literal(text)),
            Forbidden::Pattern(pattern) => {
                chain.output.matches(self.pattern_term(chain, pattern, Mode::Search)?.0)
            }
        })
    }

    /// The outputs that are forbidden.
    fn forbidden_language(&mut self, forbidden: Forbidden<'_>) -> Result<Regex, Failure> {
        let side = *self.side();
        match forbidden {
            Forbidden::Text(text) => {
                let (word, all) = (side.dialect.word(side.flags, text), self.store.all());
                let word = self.store.word(&word);
                Ok(self.store.concat(&[all, word, all]))
            }
            Forbidden::Pattern(pattern) => {
                if let Some(warning) = slashes(pattern).filter(|_| !side.always_full) {
                    self.note("warning", warning);
                }
                let mode = if side.always_full { Mode::Full } else { Mode::Search };
                parse(side.dialect, pattern, side.flags, mode, &mut self.store, &self.budget)
                    .map_err(|error| explain(pattern, &error))
            }
        }
    }

    /// The first match in the output and where it begins, when that can be told from the match alone.
    fn place(
        &mut self,
        forbidden: Forbidden<'_>,
        output: &[u32],
    ) -> Result<Option<(usize, Vec<u32>)>, Failure> {
        let side = *self.side();
        let language = match forbidden {
            Forbidden::Text(text) => self.store.word(&side.dialect.word(side.flags, text)),
            Forbidden::Pattern(pattern) => {
                let extent =
                    extent(side.dialect, pattern, side.flags).map_err(|error| explain(pattern, &error))?;
                if extent == Extent::Surroundings || side.always_full || output.len() > LONGEST_SHOWN {
                    return Ok(None);
                }
                parse(side.dialect, pattern, side.flags, Mode::Full, &mut self.store, &self.budget)
                    .map_err(|error| explain(pattern, &error))?
            }
        };
        for start in 0..=output.len() {
            for end in start..=output.len() {
                if matches(&mut self.store, language, &output[start..end], &self.budget)? {
                    return Ok(Some((start, output[start..end].to_vec())));
                }
            }
        }
        Ok(None)
    }
}

impl Chain {
    /// No function yet.
    fn new() -> Result<Self, Error> {
        let solver = Solver::new();
        let input = solver.constant("input", Sort::String)?;
        Ok(Self { output: input.clone(), input, solver })
    }

    /// An input that leads to what is asserted, as short as can be found; nothing when there is none.
    fn find(&mut self) -> Result<Option<Found>, Failure> {
        match self.solver.check() {
            tress::Answer::Sat => {}
            tress::Answer::Unsat => return Ok(None),
            tress::Answer::Unknown(reason) => return Err(format!("unknown ({reason})").into()),
        }
        let mut found = self.found()?;
        self.solver.set_step_limit(SHORTER_STEPS);
        while !found.input.is_empty() {
            self.solver.assert(self.input.len().lt(found.input.len() as u64))?;
            match self.solver.check() {
                tress::Answer::Sat => found = self.found()?,
                answer => {
                    found.shortest = answer == tress::Answer::Unsat;
                    return Ok(Some(found));
                }
            }
        }
        found.shortest = true;
        Ok(Some(found))
    }

    /// What the model of the last check says.
    fn found(&self) -> Result<Found, Error> {
        let model = self.solver.model()?;
        let [input, output] = [&self.input, &self.output].map(|term| model.value(term));
        Ok(Found { input: codes(&input?), output: codes(&output?), shortest: false })
    }
}

impl Found {
    /// The text and the object that tell of it.
    fn told(&self, place: Option<(usize, Vec<u32>)>, object: Object) -> (String, Object) {
        let mut text =
            format!("not safe\ninput: {}\noutput: {}\n", readable(&self.input), readable(&self.output));
        if let Some((at, word)) = &place {
            let _ = writeln!(text, "match: {} at {at}", readable(word));
        }
        let object = object
            .with("safe", false)
            .with("input", json::word(&self.input))
            .with("shortest", self.shortest)
            .with("output", json::word(&self.output))
            .with_maybe("match", place.as_ref().map(|(_, word)| json::word(word)))
            .with_maybe("at", place.map(|(at, _)| at));
        (text, object)
    }
}
