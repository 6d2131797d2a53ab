//! Memberships of one class that no word satisfies together.
//!
//! Enters: the memberships that hold, class by class, and the concatenations of a class with what
//! is known of their parts. Leaves: a clause where these have no common word. This comes before strings are taken apart: an equation may be split again and
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
        let classes = self.classes_of_memberships(search);
        let mut shapes = self.shapes(&classes, search.budget())?;
        for (label, mut class) in classes {
            search.budget().poll()?;
            class.languages.extend(shapes.remove(&label).into_iter().flatten());
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
        let mut classes: BTreeMap<Node, Class> = BTreeMap::new();
        for (_, language) in self.active_languages(search) {
            classes.entry(self.graph.label(language.node)).or_default().languages.push(language);
        }
        classes
    }

    /// What the concatenations of each class with memberships look like, by the words and the
    /// memberships of their parts.
    fn shapes(
        &mut self,
        classes: &BTreeMap<Node, Class>,
        budget: &Budget,
    ) -> Result<BTreeMap<Node, Vec<Language>>, Stop> {
        let mut shapes: BTreeMap<Node, Vec<Language>> = BTreeMap::new();
        for place in 0..self.concatenation_nodes.len() {
            budget.poll()?;
            let node = self.concatenation_nodes[place];
            let label = self.graph.label(node);
            if classes.contains_key(&label) {
                let shape = self.shape(node, classes);
                shapes.entry(label).or_default().extend(shape);
            }
        }
        Ok(shapes)
    }

    /// The language of a concatenation, by its parts; nothing when these may be any words.
    fn shape(&mut self, whole: Node, classes: &BTreeMap<Node, Class>) -> Option<Language> {
        let (mut literals, mut because, mut regexes) = (Vec::new(), Vec::new(), Vec::new());
        let mut known = false;
        for part in self.graph.application(whole).1.to_vec() {
            let label = self.graph.label(part);
            if let (Some(word), Some(constant)) = (self.constant_word(label), self.graph.constant(label)) {
                because.push((part, constant));
                known |= !word.is_empty();
                regexes.push(self.evaluator.regexes_mut().word(&word));
            } else if let Some(class) = classes.get(&label) {
                known = true;
                let languages: Vec<Regex> = class.languages.iter().map(|language| language.regex).collect();
                regexes.push(self.evaluator.regexes_mut().inter(&languages));
                literals
                    .extend(class.languages.iter().flat_map(|language| language.literals.iter().copied()));
                because.extend(class.languages.iter().map(|language| (part, language.node)));
            } else {
                regexes.push(self.evaluator.regexes_mut().all());
            }
        }
        let regex = self.evaluator.regexes_mut().concat(&regexes);
        known.then_some(Language { literals, node: whole, regex, because })
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
