//! Memberships of one class that no word satisfies together.
//!
//! Enters: the memberships that hold, class by class. Leaves: a clause where their languages have
//! no common word. This comes before strings are taken apart: an equation may be split again and
//! again, although the languages of one of its strings exclude each other.

use std::collections::BTreeMap;

use tress_automata::Regex;
use tress_automata::emptiness::is_empty;
use tress_base::{Budget, Stop};
use tress_sat::Search;

use super::egraph::Node;
use super::finish::Step;
use super::theories::Theories;
use super::words::{Class, Language};

/// Steps of work for one intersection; what takes longer waits for the words.
const EARLY_STEPS: u64 = 20_000;

impl Theories {
    /// Looks for classes whose languages have no word in common.
    pub(super) fn check_disjoint(&mut self, search: &mut Search<'_>) -> Result<Step, Stop> {
        if self.memberships.len() < 2 {
            return Ok(Step::Fine);
        }
        let mut step = Step::Fine;
        for class in self.classes_of_memberships(search).into_values() {
            search.budget().poll()?;
            let parts: Vec<Regex> = class.languages.iter().map(|language| language.regex).collect();
            if parts.len() < 2 {
                continue;
            }
            let common = self.evaluator.regexes_mut().inter(&parts);
            if self.has_no_word(common, search.budget())? {
                self.exclude_languages(&class, search)?;
                step = Step::Changed;
            }
        }
        Ok(step)
    }

    fn classes_of_memberships(&mut self, search: &Search<'_>) -> BTreeMap<Node, Class> {
        let relevant = self.relevant(|literal| search.value(literal));
        let mut classes: BTreeMap<Node, Class> = BTreeMap::new();
        for place in 0..self.memberships.len() {
            let membership = self.memberships[place];
            let Some((literal, node)) = self.active(&membership, &relevant, search) else { continue };
            let regex = self.language(&membership, literal.is_positive());
            let language = Language { literal, node, regex, because: None };
            classes.entry(self.graph.label(node)).or_default().languages.push(language);
        }
        classes
    }

    /// Is the language known to be empty, within a share of work? What was found is remembered.
    fn has_no_word(&mut self, language: Regex, budget: &Budget) -> Result<bool, Stop> {
        if let Some(known) = self.wordless.get(&language) {
            return Ok(*known);
        }
        let regexes = self.evaluator.regexes_mut();
        let empty = match budget.within(EARLY_STEPS, || is_empty(regexes, language, budget)) {
            Ok(empty) => empty,
            Err(Stop::Steps) => {
                budget.look()?;
                false
            }
            Err(stop) => return Err(stop),
        };
        self.wordless.insert(language, empty);
        Ok(empty)
    }
}
