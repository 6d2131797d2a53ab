//! Certificates: refutations that an independent checker accepts.
//!
//! Enters: the text of a problem, its assertions as terms. Leaves: a certificate, or the names of the rules
//! without one. Nothing is kept while the solver works: the assertions are refuted again, rewritten only and
//! by the calculus alone, and this time what rewriting, rules and search conclude is written down. What the
//! refutation does not need is left out; what is left is justified clause by clause, each by steps that the
//! checker accepts when they are made.
//!
//! | module | holds |
//! |---|---|
//! | `limits` | how far each method goes |
//! | `emit`, `proof` | terms and clauses as text, the proof as it grows |
//! | `linear`, `classes`, `schemas` | multipliers for arithmetic, classes of equal terms, instances of schemas |
//! | `prove`, `tactics` | a clause by the steps of the checker |
//! | `skolems`, `connectives` | Skolem symbols as terms, definitions of connectives |
//! | `search`, `rewritten` | refutations by the kernel, rewriting and substitution |
//! | `derivations` | facts that follow from the assertions, shown when they are needed |
//! | `twins` | reader and evaluator of both sides compared, for experiments |

mod classes;
mod connectives;
mod derivations;
mod emit;
mod limits;
mod linear;
mod proof;
mod prove;
mod rewritten;
mod schemas;
mod search;
mod skolems;
mod tactics;
mod twins;

use std::collections::BTreeMap;

pub use limits::CAPS;
pub use twins::Twin;

use rustc_hash::FxHashSet;
use tress_base::Stop;
use tress_rewrite::env::Env;
use tress_rewrite::rewrite::Rewriter;
use tress_term::term::Term;

use derivations::Derivations;
use proof::Proof;
use prove::Prover;
use rewritten::Applications;
use schemas::Schemas;

/// What came of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The text of a certificate that the checker accepts.
    Text(String),
    /// There is none: the rules whose conclusions could not be justified, and how often.
    Missing(BTreeMap<String, usize>),
}

/// What the checker says at its own limits.
const TOO_LARGE: &str = "too large";

/// What is missing when the checker refuses a whole certificate each step of which it has accepted: an
/// internal error.
pub const REFUSED: &str = "the whole certificate is refused";

impl Certificate {
    /// There is none, for this reason alone.
    #[must_use]
    pub fn without(reason: &str) -> Self {
        Self::Missing(BTreeMap::from([(reason.to_owned(), 1)]))
    }

    /// The rule that is missing most often.
    #[must_use]
    pub fn missing_rule(&self) -> Option<&str> {
        self.by_frequency().first().map(|(rule, _)| *rule)
    }

    /// The missing rules on one line, each with how often it is missing, the most frequent one first.
    #[must_use]
    pub fn missing_text(&self) -> Option<String> {
        let rules = self.by_frequency();
        let texts: Vec<String> = rules.iter().map(|(rule, count)| format!("{rule} ({count})")).collect();
        (!texts.is_empty()).then(|| texts.join(", "))
    }

    fn by_frequency(&self) -> Vec<(&str, usize)> {
        let Self::Missing(rules) = self else { return Vec::new() };
        let mut rules: Vec<(&str, usize)> =
            rules.iter().map(|(rule, count)| (rule.as_str(), *count)).collect();
        rules.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        rules
    }
}

/// A certificate for the unsatisfiability of assertions, which are those of the problem by number.
///
/// # Errors
/// When the budget is used up.
pub fn certify(env: &mut Env<'_>, problem: &[u8], assertions: &[(usize, Term)]) -> Result<Certificate, Stop> {
    let proof = match Proof::new(problem) {
        Ok(proof) => proof,
        Err(problem) => return Ok(Certificate::without(&format!("the {problem}"))),
    };
    *env.rewriter = Rewriter::recording();
    let mut prover = Prover {
        env,
        proof,
        schemas: Schemas::default(),
        applications: Applications::default(),
        derivations: Derivations::default(),
        open: FxHashSet::default(),
        missing: BTreeMap::new(),
        depth: 0,
    };
    let found = prover.certified(assertions)?;
    let Prover { env, proof, mut missing, .. } = prover;
    if let Some(last) = found {
        let why = match proof.text(env.store, last) {
            Ok(text) => match tress_check::check(problem, text.as_bytes()) {
                Ok(()) => return Ok(Certificate::Text(text)),
                // Alone, a step may cost more than after others that the refutation does not need.
                Err(refusal) if refusal.why == TOO_LARGE => "a step beyond the limits of the checker",
                Err(_) => REFUSED,
            },
            Err(what) => what.0,
        };
        *missing.entry(why.to_owned()).or_default() += 1;
    }
    if let Some(what) = &proof.unwritable {
        *missing.entry(what.0.to_owned()).or_default() += 1;
    }
    if missing.is_empty() {
        missing.insert("no refutation by the calculus".to_owned(), 1);
    }
    Ok(Certificate::Missing(missing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_rules_are_named_the_most_frequent_first() {
        let rules = [("one", 2), ("two", 5), ("three", 2)].map(|(rule, count)| (rule.to_owned(), count));
        let missing = Certificate::Missing(BTreeMap::from(rules));
        assert_eq!(missing.missing_text().as_deref(), Some("two (5), one (2), three (2)"));
        assert_eq!(missing.missing_rule(), Some("two"));
        let there = Certificate::Text(String::new());
        assert_eq!((there.missing_text(), there.missing_rule()), (None, None));
    }
}
