//! `tress regex show`: the smallest automaton, as a picture.

use tress_automata::nfa::Nfa;

use super::arguments::{Picture, Show};
use super::limits::{STATES, most};
use super::{Answer, Asker};
use crate::json::Object;
use crate::paths::shown;

impl Show {
    pub(super) fn answer(&self, asker: &mut Asker<'_>) -> Answer {
        let language = asker.language(&asker.request.side, asker.pattern())?;
        let states = most(&STATES, &asker.budget);
        let nfa = Nfa::from_regex(&mut asker.store, language, states, &asker.budget)?;
        let nfa = nfa.ok_or_else(|| format!("the automaton has more than {states} states"))?;
        // The smallest deterministic automaton reads best, if it is not much larger.
        let nfa = nfa.minimize(states, &asker.budget)?.unwrap_or(nfa);
        let (format, picture) = match self.picture {
            Picture::Svg => ("svg", nfa.to_svg()),
            Picture::Dot => ("dot", nfa.to_graphviz()),
        };
        let object = Object::new().with_text("format", format).with("states", nfa.states());
        match &self.out {
            None => asker.report(&picture, &object.with_text("picture", &picture))?,
            Some(path) => {
                std::fs::write(path, picture).map_err(|problem| format!("{}: {problem}", shown(path)))?;
                asker.report("", &object.with_text("out", &shown(path)))?;
            }
        }
        Ok(true)
    }
}
