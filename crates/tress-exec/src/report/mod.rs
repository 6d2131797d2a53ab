//! Paths as people read them.

mod dot;
mod groups;
mod html;
mod junit;
mod lcov;
mod svg;
mod tree;
mod work;

use std::fmt;

pub use groups::Group;
pub use work::{Question, Work};

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With a value; `None` for `void`.
    Returned(Option<String>),
    /// With an uncaught exception, by its class.
    Threw(String),
    /// With the end of the whole program, which it asked for.
    Exited,
    /// At a sink.
    Reached(String),
    /// Never: a loop comes back to what it began with.
    Hangs,
    /// At a feature that is not modelled.
    Unsupported(String),
    /// At a bound.
    Bound(String),
}

/// What became of a path's input when it was run again with known values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// It took the same path to the same end.
    Same,
    /// It did something else: the path is not shown as a test.
    Different(String),
    /// There is no input, because the solver has not found one.
    NoInput(String),
}

/// A way through the method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// How it ended.
    pub outcome: Outcome,
    /// Is that a failure?
    pub fails: bool,
    /// An input that takes it: names with values as Java writes them.
    pub inputs: Vec<(String, String)>,
    /// Was the input run again?
    pub replay: Replay,
    /// The branches that it takes.
    pub decisions: Vec<Decision>,
    /// What must hold for an input that takes it, as an SMT-LIB file. Only kept when it was asked for.
    pub script: Option<String>,
    /// Numbers of the lines of the program that its input ran.
    pub covers: Vec<u32>,
    /// What is known of the exception that left the method.
    pub thrown: Option<Thrown>,
    /// An expression of Java that equals a returned collection, array or box.
    pub expected: Option<String>,
}

/// An exception that left a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thrown {
    /// Its message for the input that is shown, if it is known.
    pub message: Option<String>,
    /// Is it the same for all inputs of the path?
    pub is_constant: bool,
    /// Where the program threw it: the file with the line, as far as the compiler noted them.
    pub location: Option<String>,
}

impl Path {
    /// Did it run to an end, and was its input confirmed?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.replay == Replay::Same && !matches!(self.outcome, Outcome::Unsupported(_) | Outcome::Bound(_))
    }

    /// Is nothing left to be asked? A path that does not fail needs no input.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        let has_end = !matches!(self.outcome, Outcome::Unsupported(_) | Outcome::Bound(_));
        self.is_complete() || (has_end && !self.fails && matches!(self.replay, Replay::NoInput(_)))
    }

    /// Is it a failure that was confirmed?
    #[must_use]
    pub fn is_failure(&self) -> bool {
        self.is_complete() && self.fails
    }
}

/// A branch that both ways were possible at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The class and the method.
    pub method: String,
    /// The byte of the code.
    pub offset: u32,
    /// The line of the source, if it is known.
    pub line: Option<u16>,
    /// Does the condition hold on the path?
    pub taken: bool,
    /// Is the other side impossible? Such questions are only kept when they were asked for.
    pub is_forced: bool,
    /// The condition, as an SMT-LIB term.
    pub condition: String,
}

/// What callers of the method must know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The class, with points.
    pub class: String,
    /// The method.
    pub method: String,
    /// The types of the parameters, as Java's source has them; those of the constructor come first.
    pub parameters: Vec<String>,
    /// How many of these the constructor of the object takes.
    pub made_with: usize,
    /// The exceptions that it declares.
    pub exceptions: Vec<String>,
    /// Is it called without an object?
    pub is_static: bool,
    /// May only its class call it?
    pub is_private: bool,
}

/// The lines of a class that the inputs ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The class, with points.
    pub class: String,
    /// The file of its source, without a folder.
    pub source: Option<String>,
    /// Lines with how often they ran.
    pub lines: Vec<(u16, u32)>,
}

/// The answer to the question whether the method can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// All paths within the bounds were explored; none fails.
    Holds,
    /// An input fails.
    Fails,
    /// Not all was explored.
    Unknown,
    /// No path could be followed to its end.
    Unsupported,
}

impl Conclusion {
    /// The exit status for programs.
    #[must_use]
    pub fn exit_status(self) -> u8 {
        match self {
            Conclusion::Holds => 0,
            Conclusion::Fails => 10,
            Conclusion::Unknown => 20,
            Conclusion::Unsupported => 3,
        }
    }
}

/// All that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The method as Java's source declares it.
    pub method: String,
    /// How it is called.
    pub signature: Signature,
    /// The paths, in the order in which they ended.
    pub paths: Vec<Path>,
    /// Why the exploration ended early, if it did.
    pub cut: Option<String>,
    /// Within which bounds inputs were looked for.
    pub bounds: String,
    /// Are there strings beyond these bounds that the method could have met?
    pub is_bounded: bool,
    /// What it took.
    pub work: Work,
    /// The questions to the solver, when they were asked for.
    pub questions: Vec<Question>,
    /// Which lines ran when inputs were confirmed.
    pub coverage: Vec<Coverage>,
    /// Is every path a line of its own in the summary?
    pub is_long: bool,
}

impl Report {
    /// The paths that ran to an end and whose input was confirmed.
    pub fn complete(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().filter(|path| path.is_complete())
    }

    /// The verdict on the method.
    #[must_use]
    pub fn verdict(&self) -> Conclusion {
        if self.paths.iter().any(Path::is_failure) {
            return Conclusion::Fails;
        }
        if self.paths.iter().all(Path::is_settled) && self.cut.is_none() {
            return Conclusion::Holds;
        }
        let unsupported = |path: &Path| matches!(path.outcome, Outcome::Unsupported(_));
        match !self.paths.is_empty() && self.paths.iter().all(unsupported) {
            true => Conclusion::Unsupported,
            false => Conclusion::Unknown,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Returned(None) => f.write_str("returns"),
            Outcome::Returned(Some(value)) => write!(f, "returns {value}"),
            Outcome::Threw(class) => write!(f, "throws {class}"),
            Outcome::Exited => f.write_str("exits"),
            Outcome::Reached(what) => write!(f, "reaches {what}"),
            Outcome::Hangs => f.write_str("does not terminate"),
            Outcome::Unsupported(what) => write!(f, "not followed: {what}"),
            Outcome::Bound(what) => write!(f, "cut at the bound on {what}"),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.method)?;
        self.write_groups(f)?;
        let threw = self.complete().filter(|path| matches!(path.outcome, Outcome::Threw(_))).count();
        let counted = |is_so: fn(&Outcome) -> bool, what: &str| match self
            .complete()
            .filter(|path| is_so(&path.outcome))
            .count()
        {
            0 => String::new(),
            count => format!(", {count} {what}"),
        };
        let reached = counted(|outcome| matches!(outcome, Outcome::Reached(_)), "at a sink");
        let hanging = counted(|outcome| matches!(outcome, Outcome::Hangs), "without an end");
        let complete = self.complete().count();
        writeln!(
            f,
            "{} paths, {complete} of them complete, {threw} with an exception{reached}{hanging}; {} questions",
            self.paths.len(),
            self.work.questions
        )?;
        if let Some(cut) = &self.cut {
            writeln!(f, "cut: {cut}")?;
        }
        let verdict = match self.verdict() {
            Conclusion::Holds => "no path fails; all were explored",
            Conclusion::Fails => "fails",
            Conclusion::Unknown => "unknown: not all paths were followed to their end",
            Conclusion::Unsupported => "unknown: no path could be followed to its end",
        };
        writeln!(f, "verdict: {verdict} ({})", self.bounds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(outcome: Outcome, replay: Replay) -> Path {
        let fails = matches!(outcome, Outcome::Threw(_) | Outcome::Hangs);
        let (inputs, decisions, covers) = (Vec::new(), Vec::new(), Vec::new());
        let (script, thrown, expected) = (None, None, None);
        Path { outcome, fails, inputs, replay, decisions, script, covers, thrown, expected }
    }

    fn verdict(paths: Vec<Path>, cut: Option<&str>) -> Conclusion {
        let (method, bounds) = (String::new(), String::new());
        let signature = Signature {
            class: String::new(),
            method: String::new(),
            parameters: Vec::new(),
            made_with: 0,
            exceptions: Vec::new(),
            is_static: true,
            is_private: false,
        };
        let (cut, coverage) = (cut.map(str::to_owned), Vec::new());
        let (work, questions) = (Work::default(), Vec::new());
        let (is_bounded, is_long) = (false, false);
        Report { method, signature, paths, cut, bounds, is_bounded, work, questions, coverage, is_long }
            .verdict()
    }

    #[test]
    fn only_what_was_confirmed_counts() {
        let fine = || path(Outcome::Returned(None), Replay::Same);
        let failing = |replay| path(Outcome::Threw("E".into()), replay);
        assert_eq!(verdict(vec![fine()], None), Conclusion::Holds);
        assert_eq!(verdict(vec![fine()], Some("time")), Conclusion::Unknown);
        assert_eq!(verdict(vec![fine(), failing(Replay::Same)], Some("time")), Conclusion::Fails);
        assert_eq!(verdict(vec![fine(), failing(Replay::Different("x".into()))], None), Conclusion::Unknown);
        let lost = || Replay::NoInput("x".into());
        assert_eq!(verdict(vec![fine(), path(Outcome::Returned(None), lost())], None), Conclusion::Holds);
        assert_eq!(verdict(vec![fine(), failing(lost())], None), Conclusion::Unknown);
        assert_eq!(
            verdict(vec![fine(), path(Outcome::Bound("x".into()), lost())], None),
            Conclusion::Unknown
        );
        let open = || path(Outcome::Unsupported("x".into()), Replay::Same);
        assert_eq!(verdict(vec![fine(), path(Outcome::Hangs, Replay::Same)], None), Conclusion::Fails);
        assert_eq!(verdict(vec![fine(), open()], None), Conclusion::Unknown);
        assert_eq!(verdict(vec![open()], None), Conclusion::Unsupported);
        assert_eq!(verdict(Vec::new(), None), Conclusion::Holds);
    }
}
