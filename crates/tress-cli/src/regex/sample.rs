//! `tress regex sample` and `tress regex enumerate`: words of a language, random ones or one after the other.

use tress_automata::Regex;
use tress_automata::lazy::LazyWords;
use tress_base::{Random, Stop};

use super::arguments::{Enumerate, Sample};
use super::limits::{AUTOMATON_STEPS, LENGTHS, most};
use super::samples::Sampling;
use super::window::{Narrowed, asked_lengths, is_complete, window, words_up_to};
use super::words::readable;
use super::{Answer, Asker};
use crate::json::{self, Object};

/// Lengths after the shortest word that samples have if none are given.
const SAMPLED: u64 = 16;

impl Enumerate {
    pub(super) fn answer(&self, asker: &mut Asker<'_>) -> Answer {
        let narrowed = self.chosen.narrow(asker)?;
        let mut words = LazyWords::new(narrowed.language);
        let mut shown = 0;
        let mut has_more = Some(false);
        while self.wanted.is_none_or(|wanted| shown < wanted) {
            asker.begin_time();
            let Some(word) = words.next_word(&mut asker.store, &asker.budget)? else { break };
            asker
                .report(&format!("{}\n", readable(&word)), &Object::new().with("word", json::word(&word)))?;
            shown += 1;
        }
        if self.wanted == Some(shown) {
            let (store, budget) = (&mut asker.store, &asker.budget);
            has_more =
                AUTOMATON_STEPS.share(budget, || words.next_word(store, budget))?.map(|word| word.is_some());
        }
        match has_more {
            Some(true) => asker.note("note", "there are more words (-n N, --all)".into()),
            None => asker.note("note", "there are perhaps more words (-n N, --all)".into()),
            Some(false) => self.chosen.note_others(&narrowed, asker),
        }
        let complete = is_complete(has_more, narrowed.has_others);
        asker.report("", &Object::new().with("words", shown).with_maybe("complete", complete))?;
        Ok(shown > 0 || self.wanted == Some(0))
    }
}

impl Sample {
    /// Words of the wanted lengths: a random length among those that have words, then a word of it.
    pub(super) fn answer(&self, asker: &mut Asker<'_>) -> Answer {
        let asked = asked_lengths(self.lengths)?;
        let Narrowed { language, has_others } = self.chosen.narrow(asker)?;
        let Some((low, high, bounds)) = window(asker, language, asked, SAMPLED)? else {
            return no_sample(asker, "no word".to_owned(), has_others);
        };
        let sampling = Sampling { lengths: (low, high), wanted: self.wanted, seed: self.seed };
        let uniform =
            words_up_to(asker, language, high)?.filter(|words| sampling.is_possible(words, &asker.budget));
        let is_uniform = uniform.is_some();
        let samples = match uniform {
            Some(words) => sampling.words(words, &asker.budget)?,
            None => self.lazy_samples(asker, language, low, high)?,
        };
        if samples.is_empty() && self.wanted != 0 {
            return no_sample(asker, format!("no word with a length from {low} to {high}"), has_others);
        }
        if !is_uniform {
            asker.note("note", "the automaton is large, so not all words are equally likely".into());
        }
        if asked.is_none() && bounds.has_longer != Some(false) {
            let how = if bounds.has_longer.is_none() { "perhaps " } else { "" };
            asker.note("note", format!("lengths from {low} to {high}; {how}there are longer words (--len)"));
        }
        let text: String = samples.iter().map(|word| format!("{}\n", readable(word))).collect();
        let list = json::list(samples.iter().map(|word| json::word(word)));
        let lengths = Object::new().with("min", low).with("max", high);
        let object = Object::new().with("words", list).with("uniform", is_uniform).with("lengths", lengths);
        asker.report(&text, &object.with_maybe("longer", bounds.has_longer))?;
        Ok(true)
    }

    /// Samples without an automaton, in which not all words are equally likely.
    fn lazy_samples(
        &self,
        asker: &mut Asker<'_>,
        language: Regex,
        low: usize,
        high: usize,
    ) -> Result<Vec<Vec<u32>>, Stop> {
        let mut words = LazyWords::new(language);
        let mut random = Random::new(self.seed);
        let mut lengths: Vec<usize> = (low..=high).collect();
        let mut live = Vec::new();
        let tried = most(&LENGTHS, &asker.budget);
        while live.len() < tried && !lengths.is_empty() {
            let length = lengths.swap_remove(random.below(lengths.len())) as u64;
            if words.has_length(&mut asker.store, length, &asker.budget)? {
                live.push(length);
            }
        }
        live.sort_unstable();
        let mut samples = Vec::new();
        for _ in 0..self.wanted {
            if live.is_empty() {
                break;
            }
            let length = *random.pick(&live);
            samples.extend(words.sample(&mut asker.store, length, &mut random, &asker.budget)?);
        }
        Ok(samples)
    }
}

/// No word can be sampled.
fn no_sample(asker: &mut Asker<'_>, mut text: String, has_others: Option<bool>) -> Answer {
    match has_others {
        Some(true) => text += "; there are words of other characters (--alphabet all)",
        None => text += "; perhaps there are words of other characters (--alphabet all)",
        Some(false) => {}
    }
    asker.report(&format!("{text}\n"), &Object::new().with("words", "[]").with_text("reason", &text))?;
    Ok(false)
}
