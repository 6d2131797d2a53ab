//! `--jobs`: several engines and seeds on one problem, in processes of their own; the first that decides
//! everything wins.
//!
//! Enters: files and options. Leaves: the replies of the winner, or of the usual run when nobody decides
//! more. The usual run is always one of the members and is never interrupted, so nothing is lost but
//! processors. The others have turns: who does not decide in its time makes room for those that wait, and
//! begins again later with more. Every member is this program, with all its checks. Limits hold for all
//! together: each has its share of the memory, and none begins after the time is over.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tress_base::{Cancel, Clock};
use tress_solver::options::{Opt, Options};
use tress_solver::registry;

use crate::arguments::{Arguments, StatsForm};
use crate::ending::{CONTRADICTED, fail};
use crate::paths::shown;
use crate::process::child::{self, Ending, Job, Outcome};
use crate::process::interrupts::{Interrupts, end_by};

/// How long a member runs, the first time, before others that wait have their turn; each time it is more.
const TURN: Duration = Duration::from_millis(500);
const LONGER: u32 = 4;
/// How much of the replies can be kept.
const KEPT: usize = 256 << 20;
/// How much later than its limit a member is killed.
const GRACE: Duration = Duration::from_secs(2);

/// One way to run a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Member {
    engine: Option<&'static str>,
    seed: u64,
}

/// The usual run first, then others. An engine that was asked for stays, and only seeds differ.
fn members(options: &Options, jobs: usize) -> Vec<Member> {
    let seed = options.number(Opt::RandomSeed);
    let mut members = vec![Member { engine: None, seed }];
    if options.word(Opt::Engine) == "auto" {
        members.extend(registry::portfolio().into_iter().map(|engine| Member { engine: Some(engine), seed }));
    }
    let more = jobs.saturating_sub(members.len()).max(2) as u64;
    members.extend((1..=more).map(|step| Member { engine: None, seed: seed.wrapping_add(step) }));
    members
}

/// What is known of the race so far.
struct Race {
    /// Members that wait for their turn, with its length. The usual run has no end of its turn.
    waiting: VecDeque<(usize, Option<Duration>)>,
    /// The member that decided everything, and what it said.
    winner: Option<(usize, Outcome)>,
    /// What the usual run said.
    usual: Option<Outcome>,
    /// Why a member could not be run.
    trouble: Option<io::Error>,
}

/// Runs each file as a race of this many members at once.
pub(crate) fn run(files: &[PathBuf], arguments: &Arguments, jobs: usize) -> io::Result<ExitCode> {
    let interrupts = Interrupts::new();
    let cancel = Cancel::new();
    interrupts.watch(cancel.clone());
    interrupts.listen()?;
    let program = crate::process::own::program()?;
    let mut worst = 0;
    for path in files {
        let file = shown(path);
        let course = Course { file: path, arguments, jobs, program: &program, cancel: &cancel };
        let decided = course.race()?;
        if let Some(signal) = interrupts.came() {
            io::stdout().write_all(b"unknown\n")?;
            end_by(signal);
        }
        let Some((name, outcome)) = decided else {
            return Ok(fail(&format!("{file}: no member came to an end")));
        };
        if arguments.verbosity > 0 {
            // When it cannot be written, nobody wants to know.
            let _ = writeln!(io::stderr(), "tress: {file}: answered by {name}");
        }
        io::stderr().write_all(&outcome.errors.bytes)?;
        io::stdout().write_all(&outcome.output.bytes)?;
        io::stdout().flush()?;
        match outcome.ending {
            _ if outcome.output.is_cut => {
                return Ok(fail(&format!("{file}: the replies are too long for --jobs")));
            }
            Ending::Itself(Some(2)) => return Ok(ExitCode::from(2)),
            Ending::Itself(Some(code)) => worst = worst.max(u8::try_from(code).unwrap_or(CONTRADICTED)),
            ending => return Ok(fail(&format!("{file}: the usual run was killed ({ending:?})"))),
        }
    }
    Ok(ExitCode::from(worst))
}

/// One file and what its race needs.
struct Course<'a> {
    file: &'a Path,
    arguments: &'a Arguments,
    jobs: usize,
    program: &'a Path,
    cancel: &'a Cancel,
}

impl Course<'_> {
    /// Lets members run until one has decided everything, or none is left. The one to believe, with its name.
    fn race(&self) -> io::Result<Option<(String, Outcome)>> {
        let members = members(&self.arguments.options, self.jobs);
        let over = Cancel::new();
        let waiting = (0..members.len()).map(|index| (index, (index > 0).then_some(TURN))).collect();
        let race = Mutex::new(Race { waiting, winner: None, usual: None, trouble: None });
        thread::scope(|scope| {
            for _ in 0..self.jobs.min(members.len()) {
                scope.spawn(|| self.run_members(&members, &over, &race));
            }
        });
        let Race { winner, usual, trouble, .. } = race.into_inner().unwrap_or_else(PoisonError::into_inner);
        let name = |index: usize| match &members[index] {
            Member { engine: Some(engine), .. } => (*engine).to_owned(),
            Member { engine: None, seed } => {
                format!("{} with seed {seed}", self.arguments.options.word(Opt::Engine))
            }
        };
        match (winner, usual, trouble) {
            (Some((index, outcome)), _, _) => Ok(Some((name(index), outcome))),
            (None, Some(outcome), _) => Ok(Some((name(0), outcome))),
            (None, None, Some(trouble)) => Err(trouble),
            (None, None, None) => Ok(None),
        }
    }

    /// Takes one member after the other, as long as nobody has won.
    fn run_members(&self, members: &[Member], over: &Cancel, race: &Mutex<Race>) {
        let lock = || -> MutexGuard<'_, Race> { race.lock().unwrap_or_else(PoisonError::into_inner) };
        let clock = Clock::start();
        let is_over = || over.is_canceled() || self.cancel.is_canceled();
        while !is_over() {
            let Some((index, turn)) = lock().waiting.pop_front() else { return };
            let begin = clock.elapsed();
            let Some(job) = self.job(&members[index], begin) else { return };
            let is_late = || turn.is_some_and(|turn| clock.elapsed() > begin + turn);
            let done = child::run(&job, || is_over() || is_late() && !lock().waiting.is_empty());
            let mut race = lock();
            match done {
                Err(trouble) => race.trouble = Some(trouble),
                Ok(outcome) if outcome.ending == Ending::Unwanted => {
                    race.waiting.push_back((index, turn.map(|turn| turn * LONGER)));
                }
                Ok(outcome) => {
                    let verdict = MemberEnd::of(&outcome, index == 0);
                    if index == 0 {
                        race.usual = Some(outcome.clone());
                    }
                    if verdict == MemberEnd::Decided && race.winner.is_none() {
                        race.winner = Some((index, outcome));
                    }
                    if verdict != MemberEnd::Open {
                        over.cancel();
                    }
                }
            }
        }
    }

    /// The process of a member that begins now; none when no time is left for it.
    fn job(&self, member: &Member, elapsed: Duration) -> Option<Job> {
        let Arguments { options, model, stats, hard_limit, verbosity, .. } = self.arguments;
        let usual = Options::default();
        let mut words: Vec<String> = Vec::new();
        for row in Options::rows() {
            let value = options.text(row.option);
            let value = match row.option {
                Opt::Timeout => match options.limit(Opt::Timeout) {
                    None => continue,
                    Some(limit) => {
                        let elapsed = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
                        words.push(format!(
                            "--tlimit-per={}",
                            limit.checked_sub(elapsed).filter(|left| *left > 0)?
                        ));
                        continue;
                    }
                },
                Opt::Memory => match options.limit(Opt::Memory) {
                    None => continue,
                    Some(limit) => share(limit, self.jobs).to_string(),
                },
                Opt::Engine => member.engine.unwrap_or(options.word(Opt::Engine)).to_owned(),
                Opt::RandomSeed => {
                    words.push(format!("--seed={}", member.seed));
                    continue;
                }
                option if value == usual.text(option) => continue,
                _ => value,
            };
            words.push(format!("--{}={value}", row.name));
        }
        words.extend(model.then(|| "--model".to_owned()));
        words.extend(stats.map(|form| {
            let form = if form == StatsForm::Json { "json" } else { "text" };
            format!("--stats={form}")
        }));
        words.extend((0..*verbosity).map(|_| "-v".to_owned()));
        let hard_limit = match hard_limit.map(|limit| limit.checked_sub(elapsed)) {
            None => None,
            Some(left) => Some(left.filter(|left| left.as_millis() > 0)?),
        };
        words.extend(hard_limit.map(|left| format!("--tlimit={}", left.as_millis())));
        let memory =
            options.limit(Opt::Memory).map(|limit| share(limit, self.jobs).saturating_mul(1 << 20) / 10 * 11);
        Some(Job {
            program: self.program.into(),
            arguments: words.into_iter().map(OsString::from).chain(["--".into(), self.file.into()]).collect(),
            input: Vec::new(),
            time: hard_limit.map(|left| left + GRACE),
            memory,
            kept: KEPT,
        })
    }
}

/// The part of a limit that one of several members has.
fn share(limit: u64, jobs: usize) -> u64 {
    (limit / jobs as u64).max(1)
}

/// What a member's end means for the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MemberEnd {
    /// It has won.
    Decided,
    /// Others may still decide.
    Open,
    /// Nobody can: the time is over.
    Over,
}

impl MemberEnd {
    fn of(outcome: &Outcome, is_usual: bool) -> Self {
        let text = String::from_utf8_lossy(&outcome.output.bytes);
        let answers = || text.lines().filter(|line| ["sat", "unsat", "unknown", "timeout"].contains(line));
        let is_decided = answers().all(|answer| answer == "sat" || answer == "unsat");
        match outcome.ending {
            // What the usual run says to mistakes, or to a file without checks, is what there is to say.
            Ending::Itself(Some(_)) if is_usual && is_decided => MemberEnd::Decided,
            Ending::Itself(Some(0)) if is_decided && answers().next().is_some() => MemberEnd::Decided,
            Ending::Itself(Some(3)) => MemberEnd::Decided,
            Ending::Time if is_usual => MemberEnd::Over,
            Ending::Itself(_) if is_usual && answers().any(|answer| answer == "timeout") => MemberEnd::Over,
            _ => MemberEnd::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::child::Stream;

    fn options(pairs: &[(&str, &str)]) -> Options {
        let mut options = Options::default();
        for (name, value) in pairs {
            options.set(name, value).expect("an option");
        }
        options
    }

    #[test]
    fn the_usual_run_is_the_first_member() {
        let all = members(&options(&[]), 3);
        assert_eq!(all[0], Member { engine: None, seed: 0 });
        assert_eq!(all[1], Member { engine: Some("parray"), seed: 0 });
        assert!(members(&options(&[]), 40).len() >= 40);
        let asked = members(&options(&[("engine", "lazy"), ("random-seed", "7")]), 3);
        assert!(asked.iter().all(|member| member.engine.is_none()));
        assert_eq!(asked.iter().map(|member| member.seed).collect::<Vec<u64>>(), [7, 8, 9]);
    }

    #[test]
    fn members_get_their_options_and_share_the_limits() {
        let mut arguments = Arguments::read(
            ["--timeout=5", "--tlimit=4000", "--memory=100", "--model", "a"].map(OsString::from).into_iter(),
        )
        .expect("flags");
        arguments.options.set("print-success", "true").expect("an option");
        let cancel = Cancel::new();
        let course = Course {
            file: Path::new("-a"),
            arguments: &arguments,
            jobs: 4,
            program: Path::new("tress"),
            cancel: &cancel,
        };
        let member = Member { engine: Some("flat"), seed: 3 };
        let words = |elapsed| {
            let job = course.job(&member, Duration::from_secs(elapsed))?;
            let words = job.arguments.iter().map(|word| word.to_string_lossy().into_owned());
            Some((words.collect::<Vec<String>>().join(" "), job.memory))
        };
        let (text, memory) = words(2).expect("there is time left");
        for part in [
            "--print-success=true",
            "--tlimit-per=3000",
            "--tlimit=2000",
            "--memory=25",
            "--engine=flat",
            "--seed=3",
            "--model",
            " -- -a",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert_eq!(memory, Some((25 << 20) / 10 * 11));
        assert_eq!(words(5), None, "no time is left");
        assert_eq!(words(4), None, "no time is left for anything");
    }

    /// Stands in for the program: the usual run and one engine take long, others give up at once, one
    /// decides.
    #[cfg(unix)]
    #[test]
    fn who_takes_long_makes_room_for_others() {
        use std::os::unix::fs::PermissionsExt;
        let program = std::env::temp_dir().join(format!("tress-turns-{}", std::process::id()));
        let script = "#!/bin/sh\ncase \"$*\" in\n*engine=auto*|*engine=parray*) sleep 60;;\n\
            *engine=flat*) echo sat;;\n*) echo unknown;;\nesac\n";
        std::fs::write(&program, script).expect("a file can be written");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).expect("it is ours");
        let arguments = Arguments::read(["a".into()].into_iter()).expect("flags");
        let cancel = Cancel::new();
        let course = Course {
            file: Path::new("a"),
            arguments: &arguments,
            jobs: 2,
            program: &program,
            cancel: &cancel,
        };
        let clock = Clock::start();
        let (name, outcome) = course.race().expect("it runs").expect("somebody answers");
        assert_eq!((name.as_str(), outcome.output.text().as_str()), ("flat", "sat\n"));
        assert!(
            clock.elapsed() >= TURN && clock.elapsed() < Duration::from_secs(30),
            "{:?}",
            clock.elapsed()
        );
        std::fs::remove_file(&program).expect("it was there");
    }

    #[test]
    fn only_whole_decisions_win() {
        let verdict = |text: &str, status, is_usual| {
            let outcome = Outcome {
                ending: Ending::Itself(Some(status)),
                output: Stream { bytes: text.as_bytes().to_vec(), is_cut: false },
                errors: Stream::default(),
                cpu: Duration::ZERO,
                wall: Duration::ZERO,
                memory: 0,
            };
            MemberEnd::of(&outcome, is_usual)
        };
        for (text, status, is_usual, expected) in [
            ("sat\nunsat\n", 0, false, MemberEnd::Decided),
            ("sat\nunknown\n", 0, false, MemberEnd::Open),
            ("sat\nunknown\n", 0, true, MemberEnd::Open),
            ("(error \"1:1: x\")\nunsat\n", 1, false, MemberEnd::Open),
            ("(error \"1:1: x\")\nunsat\n", 1, true, MemberEnd::Decided),
            ("", 0, false, MemberEnd::Open),
            ("", 0, true, MemberEnd::Decided),
            ("timeout\n", 0, true, MemberEnd::Over),
            ("timeout\n", 0, false, MemberEnd::Open),
            ("unknown\n", 3, false, MemberEnd::Decided),
        ] {
            assert_eq!(verdict(text, status, is_usual), expected, "{text} {status} {is_usual}");
        }
    }
}
