//! Certificates: refutations that an independent checker accepts.
//!
//! Enters: the text of a problem, its assertions as terms. Leaves: a certificate, or the names of the rules without
//! one. Nothing is kept while the solver works: the assertions are refuted again, rewritten only and by the calculus
//! alone, and this time what rewriting, rules and search conclude is written down. What the refutation does not need
//! is left out; what is left is justified clause by clause, each by steps that the checker accepts when they are
//! made.
//!
//! | module | holds |
//! |---|---|
//! | `emit`, `proof` | terms and clauses as text, the proof as it grows |
//! | `linear`, `classes`, `schemas` | multipliers for arithmetic, classes of equal terms, instances of schemas |
//! | `prove` | a clause by the steps of the checker |
//! | `twins` | reader and evaluator of both sides compared, for experiments |
//! | `skolems`, `search`, `rewritten` | Skolem symbols as terms, refutations by the kernel, rewriting |

mod classes;
mod connectives;
mod emit;
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

pub use twins::Twin;

use tress_base::Stop;
use tress_rewrite::env::Env;
use tress_rewrite::rewrite::Rewriter;
use tress_term::term::Term;

use proof::Proof;
use prove::Prover;
use schemas::Schemas;
use search::Method;

/// What came of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The text of a certificate that the checker accepts.
    Text(String),
    /// There is none: the rules whose conclusions could not be justified, and how often.
    Missing(BTreeMap<String, usize>),
}

/// A certificate for the unsatisfiability of assertions, which are those of the problem by number.
///
/// # Errors
/// When the budget is used up.
pub fn certify(env: &mut Env<'_>, problem: &[u8], assertions: &[(usize, Term)]) -> Result<Certificate, Stop> {
    let missing = |what: &str| Certificate::Missing(BTreeMap::from([(what.to_owned(), 1)]));
    let proof = match Proof::new(problem) {
        Ok(proof) => proof,
        Err(problem) => return Ok(missing(&format!("the problem: {problem}"))),
    };
    *env.rewriter = Rewriter::recording();
    let is_loud = std::env::var_os("TRESS_CERTIFICATE_MISSING").is_some();
    let mut prover =
        Prover { env, proof, schemas: Schemas::new(), missing: BTreeMap::new(), depth: 0, is_loud };
    let found = prover.certified(assertions)?;
    let Prover { env, proof, mut missing, .. } = prover;
    if let Some(last) = found {
        match proof.text(env.store, last) {
            Ok(text) if tress_check::check(problem, text.as_bytes()).is_ok() => return Ok(Certificate::Text(text)),
            Ok(_) => *missing.entry("the whole certificate is refused".to_owned()).or_default() += 1,
            Err(what) => *missing.entry(what.0.to_owned()).or_default() += 1,
        }
    }
    if let Some(what) = &proof.unwritable {
        *missing.entry(what.0.to_owned()).or_default() += 1;
    }
    if missing.is_empty() {
        missing.insert("no refutation by the calculus".to_owned(), 1);
    }
    Ok(Certificate::Missing(missing))
}

impl Prover<'_, '_> {
    /// The empty clause from the assertions.
    fn certified(&mut self, assertions: &[(usize, Term)]) -> Result<Option<usize>, Stop> {
        let mut facts = Vec::new();
        for (number, assertion) in assertions {
            let Some(input) = self.proof.has_assertion(self.env.store, *number, *assertion) else {
                self.missing("an assertion that the checker reads in another way");
                continue;
            };
            let Some((image, entry)) = self.rewritten(*assertion, input)? else { continue };
            if image == tress_term::term::TermStore::FALSE {
                return Ok(Some(entry));
            }
            if image != tress_term::term::TermStore::TRUE {
                facts.push((image, entry));
            }
        }
        if let Some(entry) = self.substituted(&mut facts)? {
            return Ok(Some(entry));
        }
        if facts.is_empty() {
            return Ok(None);
        }
        self.refute(&facts, &[], Method::Calculus)
    }
}
