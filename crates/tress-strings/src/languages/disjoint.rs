//! Memberships of one class that no word satisfies together.
//!
//! Enters: the memberships that hold, class by class, and the concatenations of a class with what
//! is known of their parts. Leaves: a clause where these have no common word. This comes before
//! strings are taken apart: an equation may be split again and again, although the languages of one
//! of its strings exclude each other.

use std::collections::{BTreeMap, BTreeSet};

use tress_automata::Regex;
use tress_automata::emptiness::is_empty;
use tress_base::Stop;

use crate::forms::NormalForms;
use crate::memberships::Memberships;
use tress_kernel::{Context, Node, Progress};

use super::Languages;
use super::classes::{Language, known_words};
use super::limits::EARLY_STEPS;
use super::pull::{Application, pull};
use super::words::exclude_languages;

/// What is said of the language of each class.
type LanguagesOf = BTreeMap<Node, Vec<Language>>;

impl Languages {
    /// Looks for classes whose languages have no word in common.
    pub(crate) fn check_disjoint(
        &mut self,
        memberships: &Memberships,
        forms: &NormalForms,
        cx: &mut Context<'_>,
    ) -> Result<Progress, Stop> {
        if memberships.len() < 2 && self.pulls.is_empty() {
            return Ok(Progress::Fine);
        }
        let mut progress = Progress::Fine;
        let applications = self.pulls.present(cx)?;
        let mut classes = languages_of_classes(cx, memberships);
        let mut shapes = shapes(cx, forms.concatenations(), &classes)?;
        let pulled = pulled(cx, &applications, &mut classes)?;
        for (representative, mut languages) in classes {
            cx.env.budget.poll()?;
            languages.extend(shapes.remove(&representative).into_iter().flatten());
            let parts: Vec<Regex> = languages.iter().map(|language| language.regex).collect();
            if parts.len() < 2 && !pulled.contains(&representative) {
                continue;
            }
            let common = cx.env.regexes().inter(&parts);
            if self.has_no_word(common, cx)? {
                exclude_languages(cx, &languages)?;
                progress = Progress::Changed;
            }
        }
        Ok(progress)
    }

    /// Is the language known to be empty, within a share of work? What was found is remembered.
    fn has_no_word(&mut self, language: Regex, cx: &mut Context<'_>) -> Result<bool, Stop> {
        if let Some(known) = self.wordless.get(&language) {
            return Ok(*known);
        }
        let budget = cx.env.budget;
        let regexes = cx.env.regexes();
        let empty = EARLY_STEPS.share(budget, || is_empty(regexes, language, budget))?;
        let empty = empty.unwrap_or(false);
        self.wordless.insert(language, empty);
        Ok(empty)
    }
}

/// Adds what is said of arguments because it is said of values. Gives the classes of these arguments.
fn pulled(
    cx: &mut Context<'_>,
    applications: &[Application],
    classes: &mut LanguagesOf,
) -> Result<BTreeSet<Node>, Stop> {
    if applications.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut said = known_words(cx, applications);
    for (class, languages) in &*classes {
        said.entry(*class).or_default().extend_from_slice(languages);
    }
    let pulled = pull(cx, applications, &mut said)?;
    let inputs = pulled.iter().map(|(input, _)| *input).collect();
    for (input, language) in pulled {
        classes.entry(input).or_default().push(language);
    }
    Ok(inputs)
}

/// The memberships that matter, class by class.
fn languages_of_classes(cx: &mut Context<'_>, memberships: &Memberships) -> LanguagesOf {
    let mut classes = LanguagesOf::new();
    for active in memberships.active(cx) {
        classes.entry(cx.representative(active.node)).or_default().push(active.into());
    }
    classes
}

/// What the concatenations of each class with memberships look like, by the words and the
/// memberships of their parts.
fn shapes(cx: &mut Context<'_>, concatenations: &[Node], classes: &LanguagesOf) -> Result<LanguagesOf, Stop> {
    let mut shapes = LanguagesOf::new();
    for node in concatenations {
        cx.env.budget.poll()?;
        let representative = cx.representative(*node);
        if classes.contains_key(&representative) {
            let shape = shape(cx, *node, classes);
            shapes.entry(representative).or_default().extend(shape);
        }
    }
    Ok(shapes)
}

/// The language of a concatenation, by its parts. Returns `None` if these may be any words.
fn shape(cx: &mut Context<'_>, whole: Node, classes: &LanguagesOf) -> Option<Language> {
    let (mut literals, mut because, mut regexes) = (Vec::new(), Vec::new(), Vec::new());
    let mut known = false;
    for part in cx.kernel.classes.graph.application(whole).1.to_vec() {
        let representative = cx.representative(part);
        let constant = cx.kernel.classes.graph.constant(representative);
        if let Some((constant, word)) = constant.zip(cx.constant_word(representative)) {
            because.push((part, constant));
            known |= !word.is_empty();
            let budget = cx.env.budget;
            regexes.push(cx.env.regexes().long_word(&word, budget).ok()?);
        } else if let Some(languages) = classes.get(&representative) {
            known = true;
            let parts: Vec<Regex> = languages.iter().map(|language| language.regex).collect();
            regexes.push(cx.env.regexes().inter(&parts));
            literals.extend(languages.iter().flat_map(|language| language.literals.iter().copied()));
            because.extend(languages.iter().map(|language| (part, language.node)));
        } else {
            regexes.push(Regex::ALL);
        }
    }
    let regex = cx.env.regexes().concat(&regexes);
    known.then_some(Language { literals, node: whole, regex, because })
}
