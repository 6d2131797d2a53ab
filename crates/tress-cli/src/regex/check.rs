//! `tress regex check`: does each word match?

use tress_automata::{Regex, emptiness, matches};

use super::arguments::Check;
use super::inputs::{Words, lines};
use super::limits::EXTRA_STEPS;
use super::words::readable;
use super::{Answer, Asker};
use crate::json::{self, Object};

impl Check {
    pub(super) fn answer(&self, asker: &mut Asker<'_>) -> Answer {
        let language = asker.language(&asker.request.side, asker.pattern())?;
        let mut all = true;
        match asker.words() {
            Words::List(words) => {
                for word in words.iter() {
                    all &= check_word(asker, language, word)?;
                }
            }
            Words::Lines(path) => {
                for word in lines(path)? {
                    all &= check_word(asker, language, &word?)?;
                }
            }
        }
        let (store, budget) = (&mut asker.store, &asker.budget);
        let is_empty = |store| emptiness::is_empty(store, language, budget);
        if !all && EXTRA_STEPS.share(budget, || is_empty(store)) == Ok(Some(true)) {
            asker.note("note", "the pattern matches no word at all".into());
        }
        Ok(all)
    }
}

fn check_word(asker: &mut Asker<'_>, language: Regex, word: &str) -> Answer {
    let side = &asker.request.side;
    let codes = side.dialect.word(side.flags, word);
    asker.begin_time();
    let found = matches(&mut asker.store, language, &codes, &asker.budget)?;
    let verdict = if found { "match" } else { "no match" };
    let object = Object::new().with("word", json::word(&codes)).with("match", found);
    asker.report(&format!("{verdict} {}\n", readable(&codes)), &object)?;
    Ok(found)
}
