//! What two chains of machines say together, remembered.
//!
//! Enters: two lists of machines, and a language. Leaves: whether there is a word for which both write
//! the same, or whether they do so for every word. Chains are composed once.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tress_automata::transducer::{Agreement, Joint, Transducer};
use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Stop};

use super::limits::{ALL_STEPS, CHAIN_STEPS, QUESTION_STEPS, STATES};

/// Lags that are explored before an invariant is tried, and after.
const LAGS: [usize; 2] = [500, 20_000];

/// The numbers of machines, one after the other.
type Chain = Vec<u32>;

/// What is known of chains.
#[derive(Default)]
pub(super) struct Verdicts {
    composed: FxHashMap<Chain, Option<Arc<Transducer>>>,
    agreements: FxHashMap<(Chain, Chain, Regex), Agreement>,
    /// Chains that were compared: do they write the same for every word?
    equal: FxHashMap<(Chain, Chain), bool>,
    /// Steps of work so far.
    spent: u64,
}

impl Verdicts {
    /// A chain as one machine, unless it is too large.
    fn compose(
        &mut self,
        chain: &[u32],
        machines: &[Transducer],
        budget: &Budget,
    ) -> Result<Option<Arc<Transducer>>, Stop> {
        if let Some(known) = self.composed.get(chain) {
            return Ok(known.clone());
        }
        let parts: Vec<&Transducer> = chain.iter().map(|number| &machines[*number as usize]).collect();
        let whole = CHAIN_STEPS.share(budget, || Transducer::chain(&parts, STATES.size(budget), budget))?;
        let whole = whole.and_then(|whole| STATES.note_missing(whole, budget)).map(Arc::new);
        self.composed.insert(chain.to_vec(), whole.clone());
        Ok(whole)
    }

    /// Two chains on one word of a language, unless that is too large.
    fn joint(
        &mut self,
        chains: [&Chain; 2],
        language: Regex,
        machines: &[Transducer],
        regexes: &mut RegexStore,
        budget: &Budget,
    ) -> Result<Option<Joint>, Stop> {
        let Some(first) = self.compose(chains[0], machines, budget)? else { return Ok(None) };
        let Some(second) = self.compose(chains[1], machines, budget)? else { return Ok(None) };
        let joint =
            QUESTION_STEPS.share(budget, || Joint::new([&first, &second], regexes, language, budget))?;
        Ok(joint.flatten())
    }

    /// Is there a word of a language for which two chains write the same?
    pub(super) fn agree(
        &mut self,
        chains: [&Chain; 2],
        language: Regex,
        machines: &[Transducer],
        (regexes, budget): (&mut RegexStore, &Budget),
    ) -> Result<Agreement, Stop> {
        let key = (chains[0].clone(), chains[1].clone(), language);
        if let Some(known) = self.agreements.get(&key) {
            return Ok(known.clone());
        }
        if ALL_STEPS.is_exceeded(self.spent as usize, budget) {
            return Ok(Agreement::Open);
        }
        let before = budget.used();
        let agreement = match self.joint(chains, language, machines, regexes, budget)? {
            Some(joint) => search(&joint, budget)?,
            None => Agreement::Open,
        };
        self.spent += budget.used() - before;
        self.agreements.insert(key, agreement.clone());
        Ok(agreement)
    }

    /// Do two chains write the same for every word? False when that is not known.
    pub(super) fn are_equal(
        &mut self,
        chains: [&Chain; 2],
        machines: &[Transducer],
        samples: &[Vec<u32>],
        (regexes, budget): (&mut RegexStore, &Budget),
    ) -> Result<bool, Stop> {
        let key = (chains[0].clone(), chains[1].clone());
        if let Some(known) = self.equal.get(&key) {
            return Ok(*known);
        }
        if ALL_STEPS.is_exceeded(self.spent as usize, budget) {
            return Ok(false);
        }
        let before = budget.used();
        let mut equal = false;
        if !differ_on(chains, machines, samples, budget)?
            && let Some(joint) = self.joint(chains, Regex::ALL, machines, regexes, budget)?
        {
            equal = QUESTION_STEPS.share(budget, || joint.differ(budget))? == Some(None);
        }
        self.spent += budget.used() - before;
        self.equal.insert(key, equal);
        Ok(equal)
    }
}

/// Do two chains write different things for one of these words, or for all of them in a row?
fn differ_on(
    chains: [&Chain; 2],
    machines: &[Transducer],
    samples: &[Vec<u32>],
    budget: &Budget,
) -> Result<bool, Stop> {
    let all = samples.concat();
    for sample in [&all].into_iter().chain(samples) {
        let mut values = [sample.clone(), sample.clone()];
        for (chain, value) in chains.into_iter().zip(&mut values) {
            for number in chain {
                budget.poll_many(value.len() as u64)?;
                let outputs = machines[*number as usize].apply(value, budget)?;
                let [output] = outputs.as_slice() else { return Ok(false) };
                value.clone_from(output);
            }
        }
        if values[0] != values[1] {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A short search from both ends, then invariants, then a longer search.
fn search(joint: &Joint, budget: &Budget) -> Result<Agreement, Stop> {
    let agree = |joint: &Joint, lags: usize| {
        let found = QUESTION_STEPS.share(budget, || joint.agree(lags, budget))?;
        Ok(found.unwrap_or(Agreement::Open))
    };
    let first = agree(joint, LAGS[0])?;
    if first != Agreement::Open {
        return Ok(first);
    }
    let reversed = joint.reversed();
    match agree(&reversed, LAGS[0])? {
        Agreement::Open => {}
        Agreement::Never => return Ok(Agreement::Never),
        Agreement::Word(mut word) => {
            word.reverse();
            return Ok(Agreement::Word(word));
        }
    }
    for joint in [joint, &reversed] {
        if QUESTION_STEPS.share(budget, || joint.invariant(budget))?.flatten().is_some() {
            return Ok(Agreement::Never);
        }
    }
    agree(joint, LAGS[1])
}
