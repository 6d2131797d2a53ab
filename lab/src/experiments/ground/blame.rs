//! Why solvers differ: the smallest part of a term on which they do.
//!
//! Enters: terms on which somebody differs. Leaves: for each the first part, from the leaves
//! upwards, on which somebody differs, with its arguments replaced by their values where the
//! difference survives that.

use std::io;

use tress_term::eval::Evaluator;
use tress_term::term::{Op, Sort, Term, TermStore, Value, post_order};

use crate::peers::Peer;

use super::fixed_value;
use super::judge::{Judgement, judge};
use super::values::values_of;

/// A small term on which somebody differs.
#[derive(Clone, Debug)]
pub(super) struct Blamed {
    pub(super) term: Term,
    pub(super) judgement: Judgement,
    /// tress's value, which is the standard's.
    pub(super) value: Value,
    /// The values of the others, in the order of the peers.
    pub(super) others: Vec<(&'static str, Option<Value>)>,
}

impl Blamed {
    /// The operator at the top.
    pub(super) fn op(&self, store: &TermStore) -> Option<Op> {
        store.op(self.term)
    }
}

/// Finds the reason for each of the terms.
pub(super) fn blame(store: &mut TermStore, peers: &[Peer], terms: &[Term]) -> io::Result<Vec<Blamed>> {
    let mut parts: Vec<Vec<Term>> = Vec::new();
    for term in terms {
        let all = post_order(store, &[*term]);
        let askable = |part: &Term| store.sort(*part) != Sort::RegLan && !store.args(*part).is_empty();
        parts.push(all.into_iter().filter(askable).collect());
    }
    let answers = examine(store, peers, &parts.concat())?;
    let mut answers = answers.into_iter();
    let mut blamed: Vec<Blamed> = Vec::new();
    for part in &parts {
        let of_term: Vec<Option<Blamed>> = answers.by_ref().take(part.len()).collect();
        blamed.extend(of_term.into_iter().flatten().find(|part| part.judgement.is_disagreement()));
    }
    let flat: Vec<Term> = blamed.iter().map(|part| flattened(store, part.term)).collect();
    for (part, flat) in blamed.iter_mut().zip(examine(store, peers, &flat)?) {
        if let Some(flat) = flat.filter(|flat| flat.judgement.is_disagreement()) {
            *part = flat;
        }
    }
    blamed.sort_by_key(|part| (part.op(store), part.term));
    blamed.dedup_by_key(|part| part.term);
    Ok(blamed)
}

/// Asks everybody about each term; `None` where tress has no value.
fn examine(store: &mut TermStore, peers: &[Peer], terms: &[Term]) -> io::Result<Vec<Option<Blamed>>> {
    let mut answers = Vec::new();
    for peer in peers {
        answers.push(values_of(peer, store, terms, |_| {})?);
    }
    let mut evaluator = Evaluator::new();
    let mut examined = Vec::with_capacity(terms.len());
    for (place, term) in terms.iter().enumerate() {
        let value = fixed_value(store, &mut evaluator, *term).ok();
        examined.push(value.map(|value| {
            let others: Vec<(&'static str, Option<Value>)> =
                answers.iter().map(|peer| (peer.name, peer.values[place].clone())).collect();
            let judgement = judge(&value, others.iter().map(|(_, value)| value.as_ref()));
            Blamed { term: *term, judgement, value, others }
        }));
    }
    Ok(examined)
}

/// The same operator over the values of its arguments; regular expressions stay.
fn flattened(store: &mut TermStore, term: Term) -> Term {
    let mut evaluator = Evaluator::new();
    let mut args = store.args(term).to_vec();
    for arg in &mut args {
        if store.sort(*arg) != Sort::RegLan
            && let Ok(value) = fixed_value(store, &mut evaluator, *arg)
        {
            *arg = store.value(value);
        }
    }
    store.with_args(term, &args).unwrap_or(term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_become_their_values() {
        let mut store = TermStore::new();
        let (a, b) = (store.value(Value::text("a")), store.value(Value::text("b")));
        let both = store.app(Op::Concat, &[a, b]).expect("words");
        let all = store.app(Op::ReAll, &[]).expect("a language");
        let inside = store.app(Op::InRe, &[both, all]).expect("a word and a language");
        let flat = flattened(&mut store, inside);
        assert_eq!(store.as_value(store.args(flat)[0]), Some(&Value::text("ab")));
        assert_eq!(store.args(flat)[1], all);
    }
}
