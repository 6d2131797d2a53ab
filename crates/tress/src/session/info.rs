//! What a session tells about itself: `get-info` and `get-option`.

use std::fmt::Write;

use crate::options::Options;
use crate::problem::Reason;

use super::Session;

impl Session {
    /// The reply to `get-info`.
    pub(super) fn info_text(&self, flag: &str) -> String {
        match flag {
            ":name" => "(:name \"tress\")".to_owned(),
            ":version" => format!("(:version \"{}\")", env!("CARGO_PKG_VERSION")),
            ":authors" => "(:authors \"the tress developers\")".to_owned(),
            ":error-behavior" => "(:error-behavior continued-execution)".to_owned(),
            ":assertion-stack-levels" => format!("(:assertion-stack-levels {})", self.solver.level()),
            ":rlimit" => format!("(:rlimit {})", self.solver.stats.get("steps")),
            ":reason-unknown" => match self.solver.reason_unknown() {
                Some(Reason::Refused(text)) => format!("(:reason-unknown \"{text}\")"),
                Some(reason) => format!("(:reason-unknown {reason})"),
                None => "(:reason-unknown \"\")".to_owned(),
            },
            ":all-statistics" => self.statistics_text(),
            _ => "unsupported".to_owned(),
        }
    }

    /// All counters as one S-expression.
    #[must_use]
    pub fn statistics_text(&self) -> String {
        let mut text = "(:all-statistics (".to_owned();
        for (place, (name, count)) in self.solver.stats.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(text, "{space}:{name} {count}");
        }
        text.push_str("))");
        text
    }

    /// The reply to `get-option`.
    pub(super) fn option_text(&self, name: &str) -> String {
        match Options::row(name) {
            Some(row) => self.options().text(row.option),
            // These are always on and cost nothing.
            None if name.starts_with("produce-") && name != "produce-proofs" => "true".to_owned(),
            None => "unsupported".to_owned(),
        }
    }
}
