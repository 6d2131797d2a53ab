//! Which words of a language are looked at: characters, lengths, and an automaton for them.
//!
//! Numbers and uniform samples need an automaton. It is built as far as the wanted lengths need it; samples
//! do without if it is too large.

use tress_automata::window::{Bounds, Window, uses_others};
use tress_automata::words::Words;
use tress_automata::{Regex, emptiness};
use tress_base::Stop;

use super::arguments::Chosen;
use super::limits::{AUTOMATON_STEPS, SMALL_STATES, STATES, most};
use super::samples::{Characters, LONGEST};
use super::{Asker, Failure};

/// The language of a question, and whether characters were left out.
pub(super) struct Narrowed {
    pub(super) language: Regex,
    /// Are there words with other characters? `None` if it is not known.
    pub(super) has_others: Option<bool>,
}

impl Chosen {
    /// The one language of a command, restricted by `--not` and `--alphabet`. If no alphabet is given and no
    /// word is printable, all characters are taken.
    pub(super) fn narrow(&self, asker: &mut Asker<'_>) -> Result<Narrowed, Failure> {
        let side = &asker.request.side;
        let mut whole = asker.language(side, asker.pattern())?;
        if let Some(unwanted) = &self.unwanted {
            let unwanted = asker.language(side, unwanted)?;
            whole = asker.store.diff(whole, unwanted);
        }
        let whole = asker.store.restrict(whole, &side.dialect.alphabet(side.flags));
        let characters = self.characters.unwrap_or(Characters::Printable).set();
        let language = asker.store.restrict(whole, &characters);
        if language == whole {
            return Ok(Narrowed { language, has_others: Some(false) });
        }
        let (store, budget) = (&mut asker.store, &asker.budget);
        let is_empty = AUTOMATON_STEPS.share(budget, || emptiness::is_empty(store, language, budget))?;
        if self.characters.is_none() && is_empty == Some(true) && !emptiness::is_empty(store, whole, budget)?
        {
            asker.note("note", "no word has printable characters only, so all characters are taken".into());
            return Ok(Narrowed { language: whole, has_others: Some(false) });
        }
        let has_others = uses_others(store, whole, &characters, budget).ok().flatten();
        Ok(Narrowed { language, has_others })
    }

    /// Notes that only some characters were used, if that was not asked for.
    pub(super) fn note_others(&self, narrowed: &Narrowed, asker: &mut Asker<'_>) {
        if self.characters.is_none() && narrowed.has_others != Some(false) {
            let how = if narrowed.has_others.is_none() { "perhaps " } else { "" };
            asker.note(
                "note",
                format!("only words of printable characters; {how}there are others (--alphabet all)"),
            );
        }
    }
}

/// The words up to a length: from the whole automaton if it is small, else from what such words need of it.
pub(super) fn words_up_to(
    asker: &mut Asker<'_>,
    language: Regex,
    longest: usize,
) -> Result<Option<Words>, Stop> {
    let (store, budget) = (&mut asker.store, &asker.budget);
    let [small, states] = [most(&SMALL_STATES, budget), most(&STATES, budget)];
    let whole = AUTOMATON_STEPS.share(budget, || Words::from_regex(store, language, small, budget))?;
    if let Some(Some(whole)) = whole {
        return Ok(Some(whole));
    }
    let short =
        AUTOMATON_STEPS.share(budget, || Words::up_to(store, language, longest as u64, states, budget))?;
    if let Some(Some(short)) = short {
        return Ok(Some(short));
    }
    let whole = AUTOMATON_STEPS.share(budget, || Words::from_regex(store, language, states, budget))?;
    Ok(whole.flatten())
}

/// The lengths that were asked for, if words can have them.
pub(super) fn asked_lengths(lengths: Option<(usize, usize)>) -> Result<Option<(usize, usize)>, Failure> {
    match lengths {
        Some((_, high)) if high > LONGEST => Err(too_long()),
        lengths => Ok(lengths),
    }
}

/// The lengths that were asked for, or a window that begins at the shortest word; `None` if there is no word.
/// Then what is known about words that are longer.
pub(super) fn window(
    asker: &mut Asker<'_>,
    language: Regex,
    asked: Option<(usize, usize)>,
    width: u64,
) -> Result<Option<(usize, usize, Bounds)>, Failure> {
    let (store, budget) = (&mut asker.store, &asker.budget);
    if let Some((low, high)) = asked {
        let bounds = Bounds::beyond(store, language, high as u64, budget);
        return Ok(Some((low, high, bounds.unwrap_or(Bounds { longest: None, has_longer: None }))));
    }
    let Some(Window { low, high, longest, has_longer }) = Window::of_regex(store, language, width, budget)?
    else {
        return Ok(None);
    };
    let [low, high] = [low, high].map(|length| usize::try_from(length).unwrap_or(usize::MAX));
    if high > LONGEST { Err(too_long()) } else { Ok(Some((low, high, Bounds { longest, has_longer }))) }
}

fn too_long() -> Failure {
    format!("lengths go up to {LONGEST}").into()
}

/// Is it all? No if something was left out; unknown if that is not known.
pub(super) fn is_complete(has_more: Option<bool>, has_others: Option<bool>) -> Option<bool> {
    match (has_more, has_others) {
        (Some(true), _) | (_, Some(true)) => Some(false),
        (Some(false), Some(false)) => Some(true),
        _ => None,
    }
}
