//! `alarm`: is a false certificate ever accepted? `certificate-mutants`: how many changes of a right one are?
//!
//! Enters: unsatisfiable problems, of a corpus and drawn ones. Their cores are made minimal; without one of
//! its assertions such a core has a model, which tress finds and evaluates. The certificate of the core, as
//! it is, renumbered, with the lost assertion as a hypothesis, without it, and then changed at random, goes
//! to the checker with the problem that has a model. Leaves: a table by class of change. Whatever is accepted
//! is kept, the smallest first, and fails the experiment.

use std::collections::HashSet;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use tress_base::Random;
use tress_testing::expression::Expression;
use tress_testing::generate::{
    Arithmetic, Knobs, Logic, Planted, Strings, membership_problem, random_system,
};

use super::super::grid::Answer;
use super::attempt::{Limits, Outcome, attempt, solved};
use super::change::{CLASSES, HARMLESS, Pool, Role, SEARCH, Step, change, spread, steps, text};
use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;

/// The row of the alarm. Its count is that of mutants.
pub(in crate::experiments) const EXPERIMENT: Experiment = Experiment {
    name: "alarm",
    about: "changed certificates for problems that have a model, of --corpus and drawn: none is accepted",
    count: 1_000_000,
    run: sound,
};

/// The row of the other experiment.
pub(in crate::experiments) const MUTANTS: Experiment = Experiment {
    name: "certificate-mutants",
    about: "changed certificates of unsatisfiable problems: at least 95 of 100 are refused; the others by class",
    count: 100_000,
    run: strict,
};

/// What a check may take: small problems only, so that there are many.
const LIMITS: Limits = Limits { time: Duration::from_secs(2), steps: Some(60_000) };
/// What certifying a file may take.
const FILE_LIMITS: Limits = Limits { time: Duration::from_secs(3), steps: Some(2_000_000) };
/// Larger problems and certificates are left out.
const MOST_BYTES: usize = 12_000;
/// Larger cores are not made minimal.
const MOST_ASSERTIONS: usize = 12;
/// Mutants of each problem.
const EACH: usize = 450;

/// A script without its checks.
#[derive(Clone, Debug)]
pub(super) struct Script {
    declarations: String,
    pub(super) assertions: Vec<String>,
}

impl Script {
    /// Reads declarations and assertions. Returns `None` if there is more.
    pub(super) fn read(text: &str) -> Option<Script> {
        let mut script = Script { declarations: String::new(), assertions: Vec::new() };
        for command in Expression::parse_all(text)? {
            match command.parts().first().map_or("", Expression::atom) {
                "assert" => script.assertions.push(command.parts().get(1)?.to_string()),
                "set-option" if command.parts().get(1).is_some_and(|key| key.atom() == ":engine") => {
                    script.declarations += &command.to_string();
                    script.declarations.push('\n');
                }
                "check-sat" | "get-model" | "exit" | "get-info" | "set-info" | "set-option" | "get-value" => {
                }
                "declare-const" | "declare-fun" | "define-fun" | "define-const" | "set-logic"
                | "declare-sort" | "define-sort" => {
                    script.declarations += &command.to_string();
                    script.declarations.push('\n');
                }
                _ => return None,
            }
        }
        Some(script)
    }

    /// The text with these assertions in their order.
    pub(super) fn text(&self, assertions: &[String]) -> String {
        let mut text = self.declarations.clone();
        for assertion in assertions {
            text += &format!("(assert {assertion})\n");
        }
        text + "(check-sat)\n"
    }

    /// The same with a core of which no assertion can be left out, as far as the solver finds. `None` if
    /// there is none.
    fn minimal(mut self) -> io::Result<Option<Script>> {
        let (mut session, answer) = solved(self.text(&self.assertions).as_bytes(), LIMITS)?;
        if answer != "unsat" {
            return Ok(None);
        }
        let Ok(core) = session.solver.unsat_core() else { return Ok(None) };
        let core: Vec<String> =
            core.iter().filter_map(|number| self.assertions.get(*number).cloned()).collect();
        self.assertions = core;
        if self.assertions.is_empty() || self.assertions.len() > MOST_ASSERTIONS {
            return Ok(None);
        }
        let mut place = 0;
        while place < self.assertions.len() {
            let less = self.without(place);
            if solved(self.text(&less).as_bytes(), LIMITS)?.1 == "unsat" {
                self.assertions = less;
            } else {
                place += 1;
            }
        }
        Ok(Some(self))
    }

    fn without(&self, place: usize) -> Vec<String> {
        let mut less = self.assertions.clone();
        less.remove(place);
        less
    }
}

/// A problem with a model and certificates that must not be accepted.
struct Case {
    /// What has a model: with `true` in the place of an assertion, or without it.
    problems: [String; 2],
    /// The certificate as it is, renumbered, with a hypothesis, and without the assertion, each with the
    /// problem it is for.
    forged: Vec<(usize, Vec<Step>)>,
}

impl Case {
    /// The case without this assertion, if tress finds a model.
    fn new(script: &Script, certificate: &[Step], dropped: usize) -> io::Result<Option<Case>> {
        let less = script.without(dropped);
        let mut weak = script.assertions.clone();
        weak[dropped] = "true".to_owned();
        let problems = [script.text(&weak), script.text(&less)];
        let (mut session, answer) = solved(problems[1].as_bytes(), LIMITS)?;
        if answer != "sat" {
            return Ok(None);
        }
        // The answer rests on an evaluated model; this evaluates it once more.
        let assertions = session.solver.assertions().to_vec();
        for assertion in assertions {
            let value = session.solver.value(assertion);
            if !matches!(value, Ok(Ok(tress_term::term::Value::Bool(true)))) {
                return Ok(None);
            }
        }
        let forged = vec![
            (0, certificate.to_vec()),
            (1, renumbered(certificate, dropped)),
            (0, assumed(certificate, dropped)),
            (0, lost(certificate, dropped)),
        ];
        Ok(Some(Case { problems, forged }))
    }
}

fn renumbered(certificate: &[Step], dropped: usize) -> Vec<Step> {
    let mut steps = certificate.to_vec();
    for (role, token) in steps.iter_mut().flat_map(|step| &mut step.0) {
        if let (Role::Assertion, Ok(number)) = (*role, token.parse::<usize>())
            && number > dropped
        {
            *token = (number - 1).to_string();
        }
    }
    steps
}

/// The certificate under the hypothesis that the assertion holds. All steps are right, and nothing is
/// refuted.
fn assumed(certificate: &[Step], dropped: usize) -> Vec<Step> {
    let (mut steps, mut opened) = (Vec::new(), None);
    for step in certificate {
        if step.is_input(dropped) {
            let token =
                |role: Role| step.0.iter().find(|(own, _)| *own == role).map_or("", |(_, token)| token);
            let (number, literal) = (token(Role::NewClause), token(Role::Literal));
            steps.push(match &opened {
                None => Step::read(&format!("(open {number} {literal})")),
                Some(first) => Step::read(&format!("(c {number} ({literal}) (rup {first}))")),
            });
            opened.get_or_insert(number.to_owned());
        } else {
            steps.push(step.clone());
        }
    }
    let last = steps.last().and_then(|step| step.0.get(2)).map(|(_, token)| token.clone());
    if let (Some(opened), Some(last)) = (opened, last) {
        steps.push(Step::read(&format!("(close {opened} {last})")));
    }
    steps
}

/// The certificate without the assertion and without hints to it.
fn lost(certificate: &[Step], dropped: usize) -> Vec<Step> {
    let mut gone = HashSet::new();
    let mut steps = Vec::new();
    for step in certificate {
        if step.is_input(dropped) {
            gone.extend(
                step.0.iter().filter(|(role, _)| *role == Role::NewClause).map(|(_, token)| token.clone()),
            );
        } else {
            let mut step = step.clone();
            step.0.retain(|(role, token)| *role != Role::Clause || !gone.contains(token));
            steps.push(step);
        }
    }
    steps
}

/// Problems, those of the corpus first, then drawn ones without end.
pub(super) struct Source {
    files: Vec<String>,
    random: Random,
    place: usize,
    /// Problems on which tress broke a promise of its own.
    broken: Vec<String>,
}

impl Source {
    pub(super) fn new(lab: &Lab<'_>) -> io::Result<Source> {
        let mut files = Vec::new();
        if lab.setting.corpus.is_some() {
            for (_, _, bytes) in super::known_files(lab, Answer::Unsat)? {
                files.extend(String::from_utf8(bytes).ok().filter(|text| text.len() <= MOST_BYTES));
            }
        }
        Ok(Source { files, random: Random::new(lab.setting.seed), place: 0, broken: Vec::new() })
    }

    /// The next problem with a certificate, and whether it is of the corpus.
    pub(super) fn next(&mut self) -> io::Result<(Script, Vec<Step>, bool)> {
        loop {
            let place = self.place;
            self.place += 1;
            let is_file = place < self.files.len();
            let problem = match self.files.get(place) {
                Some(text) => text.clone(),
                None => draw(&mut self.random),
            };
            let limits = if is_file { FILE_LIMITS } else { LIMITS };
            match catch_unwind(AssertUnwindSafe(|| certified(&problem, limits))) {
                Ok(Ok(Some((script, certificate)))) => return Ok((script, certificate, is_file)),
                Ok(Ok(None)) => {}
                Ok(Err(error)) => return Err(error),
                Err(_) => self.broken.push(problem),
            }
        }
    }
}

/// A minimal core with its certificate, if there is a small one.
fn certified(problem: &str, limits: Limits) -> io::Result<Option<(Script, Vec<Step>)>> {
    let Some(script) = Script::read(problem) else { return Ok(None) };
    let Some(script) = script.minimal()? else { return Ok(None) };
    let whole = script.text(&script.assertions);
    let Outcome::Certified(text) = attempt(whole.as_bytes(), limits)?.outcome else { return Ok(None) };
    if text.len() > MOST_BYTES {
        return Ok(None);
    }
    let mut certificate = steps(&text);
    spread(&mut certificate);
    Ok(Some((script, certificate)))
}

/// A problem that may be unsatisfiable.
pub(super) fn draw(random: &mut Random) -> String {
    match random.below(8) {
        0 => Planted::new(&Knobs::standard(), random, 3).text(),
        1 => Strings::conversions(random).0.text(),
        2 => Strings::products(random).0.text(),
        3 => membership_problem(random),
        4 => random_system(random).text(),
        5 => {
            let logic = *random.pick(&Logic::ALL);
            Arithmetic::new(logic, random).text()
        }
        _ => Strings::new(random).text(),
    }
}

/// What became of the mutants of a class.
#[derive(Clone, Copy, Default)]
struct Tally {
    mutants: usize,
    /// All steps were accepted, and the empty clause was missing.
    whole: usize,
    accepted: usize,
}

/// Counts by class; the first place is for what was not changed.
struct Counts(Vec<Tally>);

impl Counts {
    fn new() -> Self {
        Self(vec![Tally::default(); CLASSES.len() + 1])
    }

    /// Asks the checker; was it accepted?
    fn judge(&mut self, class: Option<usize>, problem: &str, certificate: &str) -> bool {
        let checked = tress_check::check(problem.as_bytes(), certificate.as_bytes());
        let tally = &mut self.0[class.map_or(0, |class| class + 1)];
        tally.mutants += 1;
        match &checked {
            Ok(()) => tally.accepted += 1,
            Err(refusal) => tally.whole += usize::from(refusal.why.contains("not derived")),
        }
        checked.is_ok()
    }

    fn sum(&self) -> Tally {
        self.0.iter().fold(Tally::default(), |sum, tally| Tally {
            mutants: sum.mutants + tally.mutants,
            whole: sum.whole + tally.whole,
            accepted: sum.accepted + tally.accepted,
        })
    }

    fn table(&self, has_reasons: bool) -> Table {
        let titles =
            ["change", "mutants", "refused", "whole but no refutation", "accepted", "why that can be right"];
        let mut table = Table::new(if has_reasons { &titles } else { &titles[..5] });
        let names = ["none"].into_iter().chain(CLASSES);
        for (name, tally) in names.zip(&self.0).chain([("all", &self.sum())]) {
            let counts = [tally.mutants, tally.mutants - tally.accepted, tally.whole, tally.accepted];
            let mut row = vec![name.to_owned()];
            row.extend(counts.map(|count| count.to_string()));
            let reason = HARMLESS.iter().find(|(class, _)| *class == name).map_or("", |(_, why)| why);
            row.push(if tally.accepted > 0 { reason.to_owned() } else { String::new() });
            table.row(row);
        }
        table
    }
}

fn sound(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let (mut source, pool) = (Source::new(lab)?, Pool::new());
    let mut random = Random::new(lab.setting.seed ^ 0xA1A2);
    let (mut counts, mut problems, mut cases, mut files) = (Counts::new(), 0, 0, 0);
    let mut bad: Vec<(String, String)> = Vec::new();
    while counts.sum().mutants < lab.count {
        let (script, certificate, is_file) = source.next()?;
        let mut found = Vec::new();
        for dropped in 0..script.assertions.len() {
            match catch_unwind(AssertUnwindSafe(|| Case::new(&script, &certificate, dropped))) {
                Ok(case) => found.extend(case?),
                Err(_) => source.broken.push(script.text(&script.without(dropped))),
            }
        }
        if found.is_empty() {
            continue;
        }
        problems += 1;
        files += usize::from(is_file);
        cases += found.len();
        for case in &found {
            for (problem, forged) in &case.forged {
                let forged = text(forged);
                if counts.judge(None, &case.problems[*problem], &forged) {
                    bad.push((case.problems[*problem].clone(), forged));
                }
            }
        }
        for _ in 0..EACH {
            let case = random.pick(&found);
            // Most mutants are of the form in which every step is right.
            let form = *random.pick(&[0, 1, 2, 2, 2, 2, 3, 3]);
            let (problem, forged) = &case.forged[form];
            let (mut changed, mut class) = (forged.clone(), None);
            for _ in 0..1 + random.below(3) {
                if !changed.is_empty() {
                    class = change(&mut changed, &pool, &mut random).or(class);
                }
            }
            let Some(class) = class else { continue };
            let changed = text(&changed);
            if counts.judge(Some(class), &case.problems[*problem], &changed) {
                bad.push((case.problems[*problem].clone(), changed));
            }
        }
        lab.progress(counts.sum().mutants, lab.count);
    }
    lab.print(&format!(
        "{problems} problems ({files} of the corpus), {cases} with a model without one assertion, {} drawn",
        source.place
    ))?;
    for (place, problem) in source.broken.iter().enumerate() {
        lab.save(&format!("broken-{place:02}.smt2"), problem)?;
    }
    lab.print(&counts.table(false).text())?;
    bad.sort_by_key(|(problem, certificate)| problem.len() + certificate.len());
    for (place, (problem, certificate)) in bad.iter().take(20).enumerate() {
        lab.save(&format!("alarm-{place:02}.smt2"), problem)?;
        lab.save(&format!("alarm-{place:02}.cert"), certificate)?;
    }
    Ok(Verdict::wrong_if(!bad.is_empty() || !source.broken.is_empty()))
}

fn strict(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let (mut source, pool) = (Source::new(lab)?, Pool::new());
    let mut random = Random::new(lab.setting.seed ^ 0xB1B2);
    let (mut counts, mut problems) = (Counts::new(), 0);
    while counts.sum().mutants < lab.count {
        let (script, certificate, _) = source.next()?;
        let problem = script.text(&script.assertions);
        let own = text(&certificate);
        if !counts.judge(None, &problem, &own) {
            lab.print(&format!("a certificate is refused when it is written again:\n{problem}\n{own}"))?;
            return Ok(Verdict::Wrong);
        }
        problems += 1;
        for _ in 0..EACH / 4 {
            let mut changed = certificate.clone();
            let class = change(&mut changed, &pool, &mut random);
            if let Some(class) = class.filter(|_| changed != certificate) {
                counts.judge(Some(class), &problem, &text(&changed));
            }
        }
        lab.progress(counts.sum().mutants, lab.count);
    }
    lab.print(&counts.table(true).text())?;
    let sum = counts.sum();
    let (mutants, accepted) = (sum.mutants - problems, sum.accepted - problems);
    let search = CLASSES.iter().zip(&counts.0[1..]).filter(|(class, _)| SEARCH.contains(class));
    let (other, right) = search.fold((mutants, accepted), |(mutants, accepted), (_, tally)| {
        (mutants - tally.mutants, accepted - tally.accepted)
    });
    let [all, share] = [(mutants, accepted), (other, right)]
        .map(|(all, accepted)| 100.0 * (all - accepted) as f64 / all.max(1) as f64);
    lab.print(&format!(
        "{problems} problems, {mutants} mutants, {all:.1} % refused; {share:.1} % where more than the search for a step changed"
    ))?;
    Ok(Verdict::wrong_if(share < 95.0))
}
