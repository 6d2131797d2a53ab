//! Certificates in sessions: the script that they are about, and the replies that show them.
//!
//! Invariant: unless the script is partial, its commands and then the last check are what the session knows
//! of the problem. Levels that were closed are cut off, so it grows with what is asserted, not with time.

use tress_smtlib::Command;
use tress_solver::options::Opt;
use tress_solver::{Answer, Certificate, Misuse};

use super::{Refused, Session};

/// What a command means for the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It belongs to the problem.
    Problem,
    /// It asks whether there is a solution.
    Check,
    /// It changes nothing, or what it changes is kept in another way.
    None,
}

impl Role {
    /// The role of a command.
    pub(super) fn of(command: &Command) -> Self {
        match command {
            Command::Assert(..)
            | Command::BlockModel(_)
            | Command::BlockValues(_)
            | Command::Declare(..)
            | Command::DeclareDatatypes(_)
            | Command::DeclareSort(..)
            | Command::Define(..)
            | Command::DefineGroup(_)
            | Command::DefineSort(..)
            | Command::SetOption(..) => Role::Problem,
            Command::CheckSat | Command::CheckSatAssuming(_) => Role::Check,
            _ => Role::None,
        }
    }
}

/// The commands of a session that a checker of certificates has to read.
#[derive(Debug, Default)]
pub(super) struct Script {
    text: Vec<u8>,
    /// Its length without the last check.
    commands: usize,
    /// Was something left out that belongs to the problem?
    is_partial: bool,
}

impl Script {
    fn add(&mut self, text: &[u8], role: Role) {
        if self.is_partial {
            return;
        }
        self.text.truncate(self.commands);
        self.text.extend_from_slice(text);
        self.text.push(b'\n');
        if role == Role::Problem {
            self.commands = self.text.len();
        }
    }

    fn cut(&mut self, length: usize) {
        self.commands = self.commands.min(length);
        self.text.truncate(self.commands);
    }
}

impl Session {
    /// Keeps a command, if certificates were asked for.
    pub(super) fn keep(&mut self, role: Role, text: &[u8]) {
        if self.options().flag(Opt::ProduceProofs) || self.options().flag(Opt::Certified) {
            if self.script.commands == 0 {
                let options = self.options_text();
                self.script.add(options.as_bytes(), Role::Problem);
            }
            self.script.add(text, role);
        } else if role == Role::Problem && !text.starts_with(b"(set-option") {
            self.script = Script { is_partial: true, ..Script::default() };
        }
    }

    /// The options that change what a problem means, as far as they were set.
    fn options_text(&self) -> String {
        let all = [Opt::GlobalDeclarations, Opt::Alphabet, Opt::LenientEscapes];
        let fresh = tress_solver::options::Options::default();
        let rows = tress_solver::options::Options::rows().iter().filter(|row| all.contains(&row.option));
        let set = rows.filter(|row| fresh.text(row.option) != self.options().text(row.option));
        let texts = set.map(|row| format!("(set-option :{} {})", row.name, self.options().text(row.option)));
        texts.collect::<Vec<String>>().join("\n")
    }

    /// A level is opened; the length of the script without it.
    pub(super) fn keep_push(&mut self) -> usize {
        let length = self.script.commands;
        self.keep(Role::Problem, b"(push 1)");
        length
    }

    /// Levels are closed: the script is cut to this length, if nothing in it outlives them.
    pub(super) fn keep_pop(&mut self, levels: usize, length: Option<usize>) {
        match length {
            Some(length) => self.script.cut(length),
            None => self.keep(Role::Problem, format!("(pop {levels})").as_bytes()),
        }
    }

    /// All assertions are taken back; declarations, too, unless they are kept.
    pub(super) fn keep_reset_assertions(&mut self, keeps_declarations: bool) {
        match keeps_declarations {
            true => self.keep(Role::Problem, b"(reset-assertions)"),
            false => self.script = Script::default(),
        }
    }

    /// A certificate that the last check is right.
    fn certificate(&mut self) -> Result<Certificate, Misuse> {
        if self.script.is_partial {
            return match self.answer {
                Some(Answer::Unsat) => Ok(Certificate::without("commands in front of the option")),
                _ => Err(Misuse::NoCertificate),
            };
        }
        let problem = std::mem::take(&mut self.script.text);
        let certificate = self.solver.certificate(&problem);
        self.script.text = problem;
        certificate
    }

    /// The answer to a check, which is taken back if it must be certified and is not.
    pub(super) fn certified(&mut self, answer: Answer) -> Answer {
        if answer != Answer::Unsat || !self.options().flag(Opt::Certified) {
            return answer;
        }
        self.answer = Some(Answer::Unsat);
        match self.certificate() {
            Ok(certificate) => self.solver.require(&certificate),
            Err(_) => answer,
        }
    }

    /// The steps of a certificate in a pair of parentheses. It names no problem: clients have the script as
    /// they sent it.
    pub(super) fn proof_text(&mut self) -> Result<String, Refused> {
        if !self.options().flag(Opt::ProduceProofs) {
            return Err(Refused(
                "certificates need (set-option :produce-proofs true) before the problem".into(),
            ));
        }
        let certificate = self.certificate()?;
        match &certificate {
            Certificate::Text(text) => {
                let steps = text.split_once('\n').map_or("", |(_, steps)| steps);
                Ok(format!("(\n(tress-certificate 1 -)\n{steps})"))
            }
            Certificate::Missing(_) => {
                let missing = certificate.missing_text().unwrap_or_default();
                Err(Refused(format!("no certificate: {missing}")))
            }
        }
    }
}
