//! What a session reports about itself: `get-info` and `get-option`.

use std::fmt::Write;

use tress_base::Stop;

use tress_rewrite::problem::{Reason, undecided_strings};
use tress_solver::options::Options;

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
                Some(Reason::Stopped(stop)) => format!("(:reason-unknown {})", self.stopped_text(*stop)),
                Some(reason) => format!("(:reason-unknown {reason})"),
                None => "(:reason-unknown \"\")".to_owned(),
            },
            ":all-statistics" => self.statistics_text(),
            _ => "unsupported".to_owned(),
        }
    }

    /// Why a check stopped, with the operators that may be the cause.
    fn stopped_text(&self, stop: Stop) -> String {
        let gaps = undecided_strings(&self.solver.terms, self.solver.assertions());
        match gaps[..] {
            [] => stop.to_string(),
            _ => format!("({stop}{})", gaps.iter().map(|gap| format!(" ({gap})")).collect::<String>()),
        }
    }

    /// All counters as one S-expression, then who decided the last check and the caps that were hit in it.
    #[must_use]
    pub fn statistics_text(&self) -> String {
        let mut text = "(:all-statistics (".to_owned();
        for (index, (name, count)) in self.solver.stats.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(text, "{space}:{name} {count}");
        }
        let space = if self.solver.stats.iter().next().is_none() { "" } else { " " };
        let trail = self.solver.trail();
        let caps: Vec<String> = trail.caps.iter().map(|(cap, count)| format!("({cap} {count})")).collect();
        let by = trail.decided_by.names().join(" ");
        let _ = write!(text, "{space}:decided-by ({by}) :capped ({})))", caps.join(" "));
        text
    }

    /// The reply to `get-option`.
    pub(super) fn option_text(&self, name: &str) -> String {
        match Options::row(name) {
            Some(row) => self.options().text(row.option),
            None if is_always_on(name) => "true".to_owned(),
            None => "unsupported".to_owned(),
        }
    }
}

/// Options that are always on and cost nothing.
pub(super) fn is_always_on(name: &str) -> bool {
    name.starts_with("produce-")
}

/// Is it a logic whose theories are all here? `QF_` for none of the quantifiers, `A` or `AX` for arrays, `UF`
/// for functions, `BV` for bit-vectors, `DT` for datatypes, `S` for strings, then what may be said about
/// numbers.
pub(super) fn is_known_logic(name: &str) -> bool {
    const NUMBERS: [&str; 8] = ["IDL", "RDL", "LIA", "LRA", "LIRA", "NIA", "NRA", "NIRA"];
    let theories = name.strip_prefix("QF_").unwrap_or(name);
    let prefixes = ["AX", "A", "UF", "BV", "DT", "S"];
    let rest = prefixes.iter().fold(theories, |rest, name| rest.strip_prefix(name).unwrap_or(rest));
    theories == "ALL" || (!theories.is_empty() && rest.is_empty()) || NUMBERS.contains(&rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logics_with_other_theories_are_not_known() {
        for name in
            ["ALL", "QF_ALL", "QF_S", "QF_SLIA", "QF_SNIA", "UF", "QF_UFSLIA", "NRA", "LIA", "QF_UFLIRA"]
                .into_iter()
                .chain(["QF_BV", "QF_AX", "QF_ABV", "QF_DT", "QF_AUFBV"])
        {
            assert!(is_known_logic(name), "{name}");
        }
        for name in
            ["QF_BV", "QF_AX", "QF_ABV", "QF_AUFLIA", "QF_AUFBV", "UFDTLIA", "QF_UFDT", "QF_AUFBVDTSLIA"]
        {
            assert!(is_known_logic(name), "{name}");
        }
        for name in ["", "QF_", "QF_FP", "QF_ABVFP", "HO_ALL", "QF_SOMETHING", "QF_SLIAX", "lia"] {
            assert!(!is_known_logic(name), "{name}");
        }
    }
}
