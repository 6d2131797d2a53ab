//! What an experiment gets and what it gives back.
//!
//! Enters: the words of the command line. Leaves: a [`Lab`], which an [`Experiment`] uses to
//! print its tables, to write its files and to show how far it is.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use tress_base::Clock;

use crate::plot::Plot;
use crate::table::Table;

/// How an experiment ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything was as it must be.
    Fine,
    /// Something was wrong; the table says what. The program fails.
    Wrong,
}

impl Verdict {
    /// `Wrong` exactly when `wrong` holds.
    #[must_use]
    pub fn wrong_if(wrong: bool) -> Self {
        if wrong { Verdict::Wrong } else { Verdict::Fine }
    }
}

/// A row of the list of experiments.
#[derive(Clone, Copy)]
pub struct Experiment {
    /// The name on the command line.
    pub name: &'static str,
    /// One sentence on what it shows.
    pub about: &'static str,
    /// How many cases it takes when `--count` does not say.
    pub count: usize,
    /// The experiment itself.
    pub run: fn(&mut Lab<'_>) -> io::Result<Verdict>,
}

/// What the command line chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// How many cases; `None` for the experiment's own number.
    pub count: Option<usize>,
    /// Where the random choices begin.
    pub seed: u64,
    /// Where plots and lists are written.
    pub out: PathBuf,
    /// Where the other solvers are installed.
    pub peers: PathBuf,
    /// The program `tress`, for experiments that start it.
    pub tress: PathBuf,
    /// A folder of families of problems, for experiments that read some.
    pub corpus: Option<PathBuf>,
    /// The folder of a JDK, for experiments that read or run Java.
    pub jdk: Option<PathBuf>,
    /// What one check of tress may take; `None` for the experiment's own limit.
    pub timeout: Option<Duration>,
    /// The engine that answers; `None` for those that the experiment compares.
    pub engine: Option<String>,
    /// The engines that are compared; empty for all of them.
    pub engines: Vec<String>,
    /// Files with results of other solvers.
    pub saved: Vec<PathBuf>,
    /// A file with results of tress.
    pub results: Option<PathBuf>,
    /// A file with known answers and what other solvers did.
    pub reference: Option<PathBuf>,
    /// How many processes run at the same time, for experiments that start many.
    pub jobs: usize,
    /// Files to work on, for experiments that do not make their own problems.
    pub files: Vec<PathBuf>,
}

impl Default for Setting {
    fn default() -> Self {
        let home = std::env::home_dir().unwrap_or_default();
        Self {
            count: None,
            seed: 1,
            out: PathBuf::from("lab-out"),
            peers: home.join(".cache/tress-peers"),
            tress: PathBuf::from("target/release/tress"),
            corpus: None,
            jdk: None,
            timeout: None,
            engine: None,
            engines: Vec::new(),
            saved: Vec::new(),
            results: None,
            reference: None,
            jobs: 1,
            files: Vec::new(),
        }
    }
}

impl Setting {
    /// Reads the options and files that follow an experiment's name.
    ///
    /// # Errors
    /// What was not understood.
    pub fn read(words: impl IntoIterator<Item = String>) -> Result<Setting, String> {
        let mut setting = Setting::default();
        let mut words = words.into_iter();
        while let Some(option) = words.next() {
            if !option.starts_with("--") {
                setting.files.push(option.into());
                continue;
            }
            let Some(value) = words.next() else { return Err(format!("{option} needs a value")) };
            let number = || value.parse().map_err(|_| format!("{option} needs a number, not {value}"));
            match option.as_str() {
                "--count" => setting.count = Some(number()? as usize),
                "--seed" => setting.seed = number()?,
                "--out" => setting.out = value.into(),
                "--peers" => setting.peers = value.into(),
                "--tress" => setting.tress = value.into(),
                "--corpus" | "--folder" => setting.corpus = Some(value.into()),
                "--jdk" => setting.jdk = Some(value.into()),
                "--timeout-ms" => setting.timeout = Some(Duration::from_millis(number()?)),
                "--timeout" => setting.timeout = Some(seconds(&value)?),
                "--jobs" => setting.jobs = (number()? as usize).max(1),
                "--engine" => setting.engine = Some(value),
                "--engines" => setting.engines.extend(value.split(',').map(str::to_owned)),
                "--results" => setting.results = Some(value.into()),
                "--reference" => setting.reference = Some(value.into()),
                "--saved" => setting.saved.extend(value.split(',').map(PathBuf::from)),
                _ => return Err(format!("unknown option {option}")),
            }
        }
        Ok(setting)
    }
}

/// Seconds, with their unit or without.
fn seconds(value: &str) -> Result<Duration, String> {
    let number = value.strip_suffix('s').unwrap_or(value).parse();
    let time = number.ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.ok_or_else(|| format!("--timeout needs seconds, as in 10s, not {value}"))
}

/// The surroundings of a running experiment.
pub struct Lab<'output> {
    /// What the command line chose.
    pub setting: Setting,
    /// How many cases to take.
    pub count: usize,
    output: &'output mut dyn Write,
    clock: Clock,
    shown: Option<Duration>,
}

impl<'output> Lab<'output> {
    /// A lab for one experiment, whose tables go to `output`.
    pub fn new(experiment: &Experiment, setting: Setting, output: &'output mut dyn Write) -> Self {
        let count = setting.count.unwrap_or(experiment.count);
        Self { setting, count, output, clock: Clock::start(), shown: None }
    }

    /// Adds text to what the experiment prints.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn print(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.write_all(b"\n")
    }

    /// Writes a file into the folder for results and says so.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&mut self, file: &str, text: &str) -> io::Result<()> {
        let path = self.setting.out.join(file);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        if file.ends_with(".md") {
            fs::write(&path, stamped(text, &today()))?;
        } else {
            fs::write(&path, text)?;
        }
        self.print(&format!("written: {}", path.display()))
    }

    /// Prints a table and writes the page `results/NAME.md` with it, its picture, and the command that makes
    /// them.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save_page(
        &mut self,
        (name, head): (&str, &str),
        command: &str,
        table: &Table,
        plot: Option<&Plot>,
    ) -> io::Result<()> {
        self.print(&table.text())?;
        let picture = plot.map_or(String::new(), |_| format!("![{head}]({name}.svg)\n\n"));
        let page = format!("# {head}\n\nMade by `{command}`.\n\n{picture}{}\n", table.markdown().trim_end());
        self.save(&format!("results/{name}.md"), &page)?;
        plot.map_or(Ok(()), |plot| self.save(&format!("results/{name}.svg"), &plot.svg()))
    }

    /// The program `tress`, as a word of a command.
    ///
    /// # Errors
    /// When it is not there.
    pub fn tress(&self) -> io::Result<String> {
        let path = &self.setting.tress;
        if path.exists() {
            return Ok(path.to_string_lossy().into_owned());
        }
        let help = "build it with cargo build --release -p tress-cli, or say where it is with --tress";
        Err(io::Error::other(format!("{} is not there; {help}", path.display())))
    }

    /// Time since the experiment began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Shows how far the experiment is, on standard error: a few times a second to people, and by a line
    /// now and then where it goes into a file.
    pub fn progress(&mut self, done: usize, whole: usize) {
        let now = self.elapsed();
        let is_watched = io::stderr().is_terminal();
        let pause = if is_watched { Duration::from_millis(200) } else { Duration::from_secs(30) };
        let is_recent = now.saturating_sub(self.shown.unwrap_or_default()) < pause;
        if is_recent && (done < whole || !is_watched) {
            return;
        }
        self.shown = Some(now);
        let (start, end) = match (is_watched, done < whole) {
            (true, true) => ("\r", ""),
            (true, false) => ("\r", "\r\x1b[K"),
            (false, _) => ("", "\n"),
        };
        // Nobody misses a progress line that cannot be written.
        let _ = write!(io::stderr(), "{start}{done} of {whole}, {:.0} s{end}", now.as_secs_f64());
    }
}

/// A page that says below its head when it was measured, and with which version.
fn stamped(page: &str, date: &str) -> String {
    let (head, rest) = page.split_once('\n').unwrap_or((page, ""));
    format!("{head}\n\n*Measured on {date} with tress {}.*\n{rest}", env!("CARGO_PKG_VERSION"))
}

/// The day, in universal time.
fn today() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    date_of(since.as_secs() / 86_400)
}

/// The date of a day that is counted from the first of January 1970.
fn date_of(days: u64) -> String {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut rest) = (1970, days);
    while rest >= 365 + u64::from(is_leap(year)) {
        rest -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if rest < length {
            break;
        }
        rest -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", rest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_say_when_they_were_measured() {
        assert_eq!(date_of(0), "1970-01-01");
        assert_eq!(date_of(11_016), "2000-02-29");
        assert_eq!(date_of(20_776), "2026-11-19");
        let page = stamped("# Head\n\nText\n", "2026-11-19");
        assert!(page.starts_with("# Head\n\n*Measured on 2026-11-19 with tress "));
        assert!(page.ends_with(".*\n\nText\n"));
    }

    fn read(text: &str) -> Result<Setting, String> {
        Setting::read(text.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_read() {
        let setting =
            read("--count 12 --seed 7 --out here --peers there --tress t --corpus c").expect("right");
        assert_eq!((setting.count, setting.seed), (Some(12), 7));
        assert_eq!(setting.out, PathBuf::from("here"));
        assert_eq!(setting.peers, PathBuf::from("there"));
        assert_eq!((setting.tress, setting.corpus), (PathBuf::from("t"), Some(PathBuf::from("c"))));
        let setting = read("a.smt2 --timeout-ms 40 --engine guess b.smt2").expect("right");
        assert_eq!(setting.timeout, Some(Duration::from_millis(40)));
        assert_eq!(setting.engine.as_deref(), Some("guess"));
        assert_eq!(setting.files, [PathBuf::from("a.smt2"), PathBuf::from("b.smt2")]);
        let setting = read("--engines auto,guess --saved a.csv --saved b.csv,c.csv").expect("right");
        assert_eq!(setting.engines, ["auto", "guess"]);
        assert_eq!(setting.saved, ["a.csv", "b.csv", "c.csv"].map(PathBuf::from));
        assert_eq!(read("--jdk j").expect("right").jdk, Some(PathBuf::from("j")));
        let setting = read("--results r.csv --reference s.csv").expect("right");
        assert_eq!(
            [setting.results, setting.reference],
            ["r.csv", "s.csv"].map(|name| Some(PathBuf::from(name)))
        );
        let setting = read("--folder f --timeout 10s --jobs 2").expect("right");
        assert_eq!((setting.corpus, setting.jobs), (Some(PathBuf::from("f")), 2));
        assert_eq!(setting.timeout, Some(Duration::from_secs(10)));
        assert_eq!(read(""), Ok(Setting::default()));
    }

    #[test]
    fn wrong_options_are_named() {
        assert_eq!(read("--cuont 3"), Err("unknown option --cuont".into()));
        assert_eq!(read("--count"), Err("--count needs a value".into()));
        assert!(read("--timeout soon").is_err_and(|problem| problem.contains("soon")));
        assert_eq!(read("--seed x"), Err("--seed needs a number, not x".into()));
    }
}
