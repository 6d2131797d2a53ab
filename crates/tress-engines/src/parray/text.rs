//! What the engine sees of a problem: quantified constraints on arrays, for solvers that know quantifiers.

use tress_base::Stop;

use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Problem};
use tress_term::term::{Term, TermStore};

use super::formula::{Body, Forall, Formula};
use super::translate::translate;

/// The constraints on arrays that a problem becomes, with their quantifiers. They hold in every solution of
/// the problem; numerals are defined up to their first digits only, and automata with very many states are
/// left out.
///
/// # Errors
/// When the budget ends.
pub fn arrays_of(env: &mut Env<'_>, facts: &[Term]) -> Result<Problem, Stop> {
    let facts = facts.iter().map(|term| Fact { term: *term, origin: 0 }).collect();
    let problem = Problem::new(env.store, facts);
    let (translation, images) = translate(env, &problem, Vec::new())?;
    let mut formula = translation.formula;
    let mut terms: Vec<Term> = images;
    terms.append(&mut formula.facts);
    for forall in std::mem::take(&mut formula.foralls) {
        formula.env.budget.poll()?;
        terms.push(quantified(&mut formula, forall));
    }
    terms.extend(formula.character_ranges());
    terms.retain(|term| *term != TermStore::TRUE);
    let facts = terms.into_iter().map(|term| Fact { term, origin: 0 }).collect();
    Ok(Problem::new(formula.env.store, facts))
}

/// A quantified constraint as a term.
fn quantified(formula: &mut Formula<'_, '_>, forall: Forall) -> Term {
    let conclusion = match forall.body {
        Body::Plain(body) => body,
        Body::Some { bound, high, body } => {
            let (position, zero) = (formula.env.store.constant(bound), formula.int(0));
            let inside = formula.inside(position, zero, high);
            let both = formula.and(&[inside, body]);
            formula.env.store.quantifier(false, &[bound], both).expect("a formula")
        }
    };
    let position = formula.env.store.constant(forall.bound);
    let inside = formula.inside(position, forall.low, forall.high);
    let whole = formula.implies(&[inside], conclusion);
    let every = formula.env.store.quantifier(true, &[forall.bound], whole).expect("a formula");
    formula.implies(&forall.premises, every)
}
