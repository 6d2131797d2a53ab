//! The arguments of `tress regex`.

use std::time::Duration;

use tress_dialects::{DIALECTS, Dialect, Flags};

/// The help page.
pub(crate) const HELP: &str = "\
tress regex answers questions about regular expressions, exactly.

  tress regex check RE WORD...   does each word match?
  tress regex equal A B          do both match the same words? If not, a shortest counterexample each way
  tress regex diff A B           the same
  tress regex subset A B         does B match every word that A matches?
  tress regex disjoint A B       is there no word that both match?
  tress regex sample RE          random words, each word of a length as likely as any other
  tress regex count RE           how many words of each length
  tress regex show RE            the smallest automaton, as SVG
  tress regex translate RE       the same language in another dialect

  --dialect NAME     rust (default), re2, pcre, java, python, ecma, posix, glob, smtlib
  --dialect2 NAME    the dialect of B, when it is another one
  --flags LETTERS    such as i, m, s, x, u, with or without commas; the meaning is the dialect's own
  --flags2 LETTERS   the flags of B, when they are others
  --search           words that contain a match, instead of words that match as a whole
  --timeout SECONDS  give up after this time
  -n N               sample: how many words (default 10)
  --len N, --len LO..HI   sample (default 0..16), count (default 0..8): lengths of words
  --seed S           sample: the same seed gives the same words
  --alphabet NAME    sample, count: printable (default), ascii, all
  --not RE           sample, count: without the words of this one
  --out FILE         show: where to write
  --from NAME        translate: the same as --dialect
  --to NAME          translate: smtlib (default), rust, or another dialect

Exit codes: 0 it holds, 1 it does not, 2 an error, a limit, or a construct that has no exact translation.

Examples:
  tress regex equal '(a|b)*' '(a*b*)*'
  tress regex subset '[a-f]+' '[0-9a-f]+'
  tress regex diff --dialect python '\\d+' '[0-9]+'
  tress regex check --dialect java '(?=.*\\d)[a-z\\d]{4,}' abc1 abcd
  tress regex sample --dialect pcre '[A-Z]{2}\\d{4}' -n 5 --seed 1
  tress regex count '[01]{1,8}' --len 4
  tress regex translate --from ecma '^\\d{3}$' --to smtlib

Every dialect's grammar is in docs/regex.md.
";

/// Which characters samples and counts use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Letters {
    Printable,
    Ascii,
    All,
}

/// How one pattern is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub(crate) dialect: Dialect,
    pub(crate) flags: Flags,
    /// Terms and file names are never searched for.
    pub(crate) always_full: bool,
}

/// The command line, understood.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) command: String,
    pub(crate) operands: Vec<String>,
    pub(crate) first: Side,
    pub(crate) second: Side,
    pub(crate) search: bool,
    pub(crate) timeout: Option<Duration>,
    pub(crate) samples: usize,
    pub(crate) lengths: Option<(usize, usize)>,
    pub(crate) seed: u64,
    pub(crate) letters: Letters,
    pub(crate) unwanted: Option<String>,
    pub(crate) out: Option<String>,
    pub(crate) target: Option<Dialect>,
}

fn dialect(name: &str) -> Result<Dialect, String> {
    let known: Vec<&str> = DIALECTS.iter().map(|(_, names)| names[0]).collect();
    Dialect::from_name(name).ok_or_else(|| format!("no dialect {name}; known are {}", known.join(", ")))
}

fn number<T: std::str::FromStr>(name: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{name} takes a number, not {value}"))
}

/// `N` or `LO..HI`.
fn lengths(value: &str) -> Result<(usize, usize), String> {
    let (low, high) = match value.split_once("..") {
        Some((low, high)) => (number("--len", low)?, number("--len", high.trim_start_matches('='))?),
        None => (number("--len", value)?, number("--len", value)?),
    };
    if low > high { Err("--len takes LO..HI with LO up to HI".into()) } else { Ok((low, high)) }
}

/// Options as they were written, before dialects are known.
#[derive(Default)]
struct Raw {
    dialect: Option<String>,
    dialect2: Option<String>,
    flags: Option<String>,
    flags2: Option<String>,
}

impl Request {
    /// Reads the arguments after `regex`.
    pub(crate) fn read(arguments: Vec<String>) -> Result<Self, String> {
        let plain = Side { dialect: Dialect::Rust, flags: Flags::NONE, always_full: false };
        let mut request = Self {
            command: String::new(),
            operands: Vec::new(),
            first: plain,
            second: plain,
            search: false,
            timeout: None,
            samples: 10,
            lengths: None,
            seed: 0,
            letters: Letters::Printable,
            unwanted: None,
            out: None,
            target: None,
        };
        let mut raw = Raw::default();
        let mut given = arguments.into_iter();
        let mut only_operands = false;
        while let Some(argument) = given.next() {
            let is_option = argument.starts_with('-') && argument.len() > 1 && !only_operands;
            match (is_option, argument.as_str()) {
                (true, "--") => only_operands = true,
                (true, "-h" | "--help") => request.command = "help".into(),
                (true, "--search") => request.search = true,
                (true, name) => {
                    let (name, value) = match name.split_once('=') {
                        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                        None => (name.to_owned(), given.next()),
                    };
                    let value = value.ok_or_else(|| format!("{name} needs a value"))?;
                    request.option(&name, value, &mut raw)?;
                }
                (false, _) if request.command.is_empty() => request.command = argument,
                (false, _) => request.operands.push(argument),
            }
        }
        if request.command.is_empty() {
            request.command = "help".into();
        }
        request.sides(&raw)?;
        Ok(request)
    }

    fn option(&mut self, name: &str, value: String, raw: &mut Raw) -> Result<(), String> {
        match name {
            "--dialect" | "--from" => raw.dialect = Some(value),
            "--dialect2" => raw.dialect2 = Some(value),
            "--flags" => raw.flags = Some(value),
            "--flags2" => raw.flags2 = Some(value),
            "--to" => self.target = Some(dialect(&value)?),
            "--timeout" => {
                let time = value.parse::<f64>().ok().and_then(|time| Duration::try_from_secs_f64(time).ok());
                self.timeout = Some(time.ok_or_else(|| format!("--timeout takes seconds, not {value}"))?);
            }
            "-n" => self.samples = number(name, &value)?,
            "--len" => self.lengths = Some(lengths(&value)?),
            "--seed" => self.seed = number(name, &value)?,
            "--alphabet" => {
                self.letters = match value.as_str() {
                    "printable" => Letters::Printable,
                    "ascii" => Letters::Ascii,
                    "all" => Letters::All,
                    _ => return Err(format!("--alphabet is printable, ascii or all, not {value}")),
                }
            }
            "--not" => self.unwanted = Some(value),
            "--out" => self.out = Some(value),
            _ => return Err(format!("unknown option {name}; try tress regex --help")),
        }
        Ok(())
    }

    fn sides(&mut self, raw: &Raw) -> Result<(), String> {
        let side = |name: &Option<String>, letters: &Option<String>| {
            let dialect = name.as_deref().map_or(Ok(Dialect::Rust), dialect)?;
            let flags = dialect.read_flags(letters.as_deref().unwrap_or(""))?;
            let always_full = matches!(dialect, Dialect::Smtlib | Dialect::Glob);
            Ok::<Side, String>(Side { dialect, flags, always_full })
        };
        self.first = side(&raw.dialect, &raw.flags)?;
        let dialect2 = raw.dialect2.clone().or_else(|| raw.dialect.clone());
        // Flags belong to a dialect: those of A are not carried over to another one.
        let inherited = if raw.dialect2.is_none() { raw.flags.clone() } else { None };
        self.second = side(&dialect2, &raw.flags2.clone().or(inherited))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Request, String> {
        Request::read(line.split_whitespace().map(str::to_owned).collect())
    }

    #[test]
    fn options_anywhere() {
        let request = read("sample a+ -n 3 --len 2..4 --dialect python --flags i,m --seed 5").unwrap();
        assert_eq!((request.samples, request.lengths, request.seed), (3, Some((2, 4)), 5));
        assert_eq!(request.operands, ["a+"]);
        assert!(request.first.flags.has(Flags::IGNORE_CASE) && request.first.dialect == Dialect::Python);
        assert_eq!(request.second.dialect, Dialect::Python);
    }

    #[test]
    fn a_pattern_may_begin_with_a_dash() {
        assert_eq!(read("check -- -a -b").unwrap().operands, ["-a", "-b"]);
    }

    #[test]
    fn bad_arguments_are_refused() {
        for line in [
            "equal a b --dialect perl6",
            "count a --len 4..2",
            "count a --len",
            "sample a --flags q",
            "check --what x",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
