//! A maximal solution that holds given words.
//!
//! Enters: one word for each variable. Leaves: languages that hold them. Languages of one word each satisfy
//! the constraints when the words do, and are enlarged as far as possible; nothing is searched for.

use std::sync::Arc;

use tress_base::{Budget, Stop};

use super::close::close;
use super::graph::{Graph, Group};
use super::language::Language;
use super::links::{Constants, Languages, Linked};
use super::system::{Part, System};
use tress_automata::nfa::Nfa;
use tress_automata::{Regex, RegexStore};

impl System {
    /// The languages of a maximal solution that holds these words, one for each variable and in their order;
    /// `None` if the words do not satisfy the constraints. The same words always give the same solution.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn around(&self, words: &[Vec<u32>], budget: &Budget) -> Result<Option<Vec<Language>>, Stop> {
        let mut constants = Constants::new(self);
        if !constants.agree(budget)? {
            return Ok(None);
        }
        let mut languages = vec![Language::default(); words.len()];
        for group in Graph::new(self).groups {
            let linked = Linked::new(self, &group, &mut constants, budget)?;
            let Some(single) = singletons(&linked, &group, words, budget)? else { return Ok(None) };
            let closed = close(&linked, single, budget)?;
            for (variable, language) in group.variables.iter().zip(closed) {
                languages[variable.index()] = Language::new(language);
            }
        }
        Ok(Some(languages))
    }

    /// The words of a concatenation whose variables have these languages, in their order.
    #[must_use]
    pub fn concatenation(&self, parts: &[Part], languages: &[Language]) -> Nfa {
        let mut automata = parts.iter().map(|part| match part {
            Part::Variable(variable) => languages[variable.index()].automaton(),
            Part::Constant(constant) => self.automaton(*constant),
        });
        let first = automata.next().cloned().unwrap_or_else(|| Nfa::word(&[]));
        automata.fold(first, |whole, next| whole.concat(next))
    }

    /// An expression for these words, made of one for each part.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn concatenation_expression(
        &self,
        parts: &[Part],
        languages: &[Language],
        store: &mut RegexStore,
        budget: &Budget,
    ) -> Result<Regex, Stop> {
        let mut expressions = Vec::with_capacity(parts.len());
        for part in parts {
            expressions.push(match part {
                Part::Variable(variable) => languages[variable.index()].expression(store, budget)?,
                Part::Constant(constant) => self.automaton(*constant).expression(store, budget)?,
            });
        }
        Ok(store.concat(&expressions))
    }
}

/// The words of a group, each as a language, when they fit.
fn singletons(
    linked: &Linked,
    group: &Group,
    words: &[Vec<u32>],
    budget: &Budget,
) -> Result<Option<Languages>, Stop> {
    let words = || group.variables.iter().map(|variable| &words[variable.index()]);
    let single: Languages = words().map(|word| Arc::new(Nfa::word(word))).collect();
    let mut fit = words().zip(&linked.bounds).all(|(word, bound)| bound.accepts(word));
    for link in &linked.links {
        fit = fit && link.holds(&single, budget)?;
    }
    Ok(fit.then_some(single))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_automata::nfa::find_distinction;

    fn word(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    /// `v1 ⊆ x(yy)+`, `v2 ⊆ (yy)*z`, `v1∘v2 ⊆ {xyyz, xyyyyz}`: example 2.3 of Hooimeijer (2012).
    fn example() -> System {
        let mut store = RegexStore::new();
        let budget = Budget::unlimited();
        let [x, yy, z] = ["x", "yy", "z"].map(|text| store.word(&word(text)));
        let some = store.plus(yy);
        let any = store.star(yy);
        let (first, second) = (store.concat(&[x, some]), store.concat(&[any, z]));
        let both = [word("xyyz"), word("xyyyyz")].map(|word| store.word(&word));
        let both = store.union(&both);
        let mut system = System::new();
        let (v1, v2) = (system.variable("v1"), system.variable("v2"));
        for (parts, language) in
            [(vec![v1.into()], first), (vec![v2.into()], second), (vec![v1.into(), v2.into()], both)]
        {
            let bound = system.expression(&mut store, language, &budget).unwrap();
            system.subset(&parts, bound);
        }
        system
    }

    fn around(words: [&str; 2]) -> Option<[[bool; 2]; 2]> {
        let found = example().around(&words.map(word), &Budget::unlimited()).unwrap()?;
        let holds = |index: usize, words: [&str; 2]| words.map(|text| found[index].contains(&word(text)));
        Some([holds(0, ["xyy", "xyyyy"]), holds(1, ["z", "yyz"])])
    }

    #[test]
    fn words_lead_to_a_maximal_solution_that_holds_them() {
        assert_eq!(around(["xyy", "yyz"]), Some([[true, false], [true, true]]));
        assert_eq!(around(["xyyyy", "z"]), Some([[true, true], [true, false]]));
    }

    #[test]
    fn concatenations_of_what_was_found() {
        let system = example();
        let found = system.around(&["xyy", "z"].map(word), &Budget::unlimited()).unwrap().unwrap();
        let parts: Vec<Part> = system.variables().map(Part::from).collect();
        let both = system.concatenation(&parts, &found);
        assert!(both.accepts(&word("xyyz")) && !both.accepts(&word("xyy")));
        assert!(system.concatenation(&[], &found).accepts(&[]));
        let (mut store, budget) = (RegexStore::new(), Budget::unlimited());
        let written = system.concatenation_expression(&parts, &found, &mut store, &budget).unwrap();
        let written = Nfa::from_regex(&mut store, written, usize::MAX, &budget).unwrap().unwrap();
        assert_eq!(find_distinction(&both, &written, &budget), Ok(None));
    }

    #[test]
    fn words_that_do_not_fit_lead_to_nothing() {
        assert_eq!(around(["xyyyy", "yyz"]), None);
        assert_eq!(around(["x", "z"]), None);
    }
}
