//! More strings that must all differ than there are words for them: Card.
//!
//! Enters: what is known of classes, some of which must differ. Leaves: a clause against a bucket of
//! them, all of which must differ from each other, when they have fewer words together than there
//! are strings. Strings with few words are looked at before any word is chosen, and where the
//! clause can be small it is; other strings when one of them is left without a word.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};
use tress_automata::Regex;
use tress_base::{Budget, Stop};
use tress_sat::Lit;

use crate::forms::{NormalForms, unequal_strings};
use crate::rules::CARD;
use tress_kernel::{Context, Lifetime, Node};
use tress_term::term::Word;

use super::Languages;
use super::classes::{StringClasses, allowed, demands_of, not_demanded, premises_of};
use super::counting::{has_words, list_few};

/// Disequalities between classes: the literal and its two nodes, by the pair of representatives.
type Apart = FxHashMap<(Node, Node), (Lit, Node, Node)>;

/// A class with so few words that those it must differ from could need them all.
struct Narrow {
    words: usize,
    representative: Node,
    language: Regex,
}

impl Languages {
    /// Looks for strings that have too few words together, before words are chosen. True when a
    /// clause was added.
    ///
    /// A bucket grows from the strings with the fewest words on, and ends with the first that is one
    /// too many: the clause against it is as small as this finds. Each string is looked at in one
    /// bucket only; what this misses, [`card`] sees.
    pub(super) fn check_buckets(
        &mut self,
        classes: &StringClasses,
        forms: &NormalForms,
        cx: &mut Context<'_>,
    ) -> Result<bool, Stop> {
        let mut open = self.narrow_classes(classes, forms, cx)?;
        if open.len() < 2 {
            return Ok(false);
        }
        let apart = apart(cx);
        let mut changed = false;
        while !open.is_empty() {
            let (bucket, too_many) = self.grow_bucket(&open, &apart, cx.env.budget)?;
            let members: FxHashSet<Node> = bucket.iter().copied().collect();
            open.retain(|narrow| !members.contains(&narrow.representative));
            if too_many {
                exclude_bucket(cx, &bucket, classes, &apart);
                changed = true;
            }
        }
        Ok(changed)
    }

    /// The classes that may be in a bucket with too few words, those with the fewest first. Each
    /// member of such a bucket must differ from as many strings as it has words, at least. A class
    /// without any words is another matter.
    fn narrow_classes(
        &mut self,
        classes: &StringClasses,
        forms: &NormalForms,
        cx: &mut Context<'_>,
    ) -> Result<Vec<Narrow>, Stop> {
        let mut narrow = Vec::new();
        for (representative, class) in classes {
            let mut others = class.unequal.clone();
            others.sort_unstable();
            others.dedup();
            cx.env.budget.poll_many(1 + others.len() as u64)?;
            if others.len() < 2 || !is_open(cx, forms, *representative) {
                continue;
            }
            let language = allowed(cx, class);
            let words = self.words_if_few(language, cx)?.map_or(usize::MAX, <[Word]>::len);
            if (1..=others.len()).contains(&words) {
                narrow.push(Narrow { words, representative: *representative, language });
            }
        }
        narrow.sort_unstable_by_key(|narrow| (narrow.words, narrow.representative));
        Ok(narrow)
    }

    /// Strings that must differ from each other, around the first of these classes, up to the one
    /// that is too many for the words they have together; says whether there is one.
    fn grow_bucket(
        &self,
        open: &[Narrow],
        apart: &Apart,
        budget: &Budget,
    ) -> Result<(Vec<Node>, bool), Stop> {
        let mut bucket: Vec<Node> = Vec::new();
        let mut words: FxHashSet<&Word> = FxHashSet::default();
        for narrow in open {
            budget.poll_many(1 + bucket.len() as u64)?;
            if !bucket.iter().all(|member| apart.contains_key(&pair(*member, narrow.representative))) {
                continue;
            }
            budget.poll_many(narrow.words as u64)?;
            bucket.push(narrow.representative);
            words.extend(self.few_words.get(&narrow.language).into_iter().flatten().flatten());
            if words.len() < bucket.len() {
                return Ok((bucket, true));
            }
        }
        Ok((bucket, false))
    }

    /// All words of a language, if it can be seen that they are few. What was found is remembered.
    fn words_if_few(&mut self, language: Regex, cx: &mut Context<'_>) -> Result<Option<&[Word]>, Stop> {
        let words = match self.few_words.entry(language) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let budget = cx.env.budget;
                place.insert(list_few(cx.env.regexes(), language, budget)?)
            }
        };
        Ok(words.as_deref())
    }
}

/// Card: a bucket of strings that all differ needs as many words of their length. In the paper
/// only the alphabet limits them, so that `len > log (|B| - 1)`; here their languages do as well.
/// Looks at the bucket around a class whose words are all taken. True when the clause was added.
pub(super) fn card(
    cx: &mut Context<'_>,
    representative: Node,
    classes: &StringClasses,
    forms: &NormalForms,
) -> Result<bool, Stop> {
    let apart = apart(cx);
    let bucket = bucket(cx, representative, classes, forms, &apart)?;
    let mut languages = Vec::new();
    for member in &bucket {
        let Some(class) = classes.get(member) else { return Ok(false) };
        languages.push(allowed(cx, class));
    }
    let words = cx.env.regexes().union(&languages);
    let budget = cx.env.budget;
    if has_words(cx.env.regexes(), words, bucket.len(), budget)? {
        return Ok(false);
    }
    exclude_bucket(cx, &bucket, classes, &apart);
    Ok(true)
}

/// Must the words of a class still be found?
fn is_open(cx: &Context<'_>, forms: &NormalForms, representative: Node) -> bool {
    cx.constant_word(representative).is_none() && !forms.contains(representative)
}

/// The pairs of classes that must differ.
fn apart(cx: &Context<'_>) -> Apart {
    let mut apart = Apart::default();
    for (literal, a, b) in unequal_strings(cx) {
        let classes = pair(cx.representative(a), cx.representative(b));
        apart.entry(classes).or_insert((literal, a, b));
    }
    apart
}

/// Two classes in their order.
fn pair(one: Node, other: Node) -> (Node, Node) {
    (one.min(other), one.max(other))
}

/// Classes that must differ from each other, around one of them.
fn bucket(
    cx: &Context<'_>,
    representative: Node,
    classes: &StringClasses,
    forms: &NormalForms,
    apart: &Apart,
) -> Result<Vec<Node>, Stop> {
    let mut bucket = vec![representative];
    for other in classes.keys() {
        cx.env.budget.poll_many(1 + bucket.len() as u64)?;
        let differs = |member: &Node| apart.contains_key(&pair(*member, *other));
        if bucket.iter().all(differs) && is_open(cx, forms, *other) {
            bucket.push(*other);
        }
    }
    Ok(bucket)
}

/// Adds the clause: two of the strings are equal, or one has another language or length.
fn exclude_bucket(cx: &mut Context<'_>, bucket: &[Node], classes: &StringClasses, apart: &Apart) {
    let mut premises = Vec::new();
    let mut pairs = Vec::new();
    let mut demands = Vec::new();
    for (place, one) in bucket.iter().enumerate() {
        if let Some(class) = classes.get(one) {
            premises.extend(premises_of(cx, &class.languages, *one));
            demands.extend(demands_of(cx, class));
        }
        for other in &bucket[place + 1..] {
            let (literal, a, b) = *apart.get(&pair(*one, *other)).expect("members of a bucket differ");
            premises.push(literal);
            pairs.extend([a, b].map(|node| (node, cx.representative(node))));
        }
    }
    let mut conclusions = Vec::new();
    for demand in &demands {
        pairs.push((demand.node, cx.representative(demand.node)));
        conclusions.push(not_demanded(cx, demand));
    }
    premises.extend(cx.literals_behind(pairs));
    cx.infer(CARD, premises, &conclusions, Lifetime::Permanent);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search;
    use tress_rewrite::env::SolveContext;
    use tress_rewrite::problem::{Fact, Outcome, Problem};
    use tress_term::term::{Op, Sort, Term};

    /// Work for one problem.
    const STEPS: u64 = 5_000_000;

    /// This many strings that must differ, each a letter or a digit: by its language alone, or with its
    /// length.
    fn decide_distinct(count: usize, with_lengths: bool) -> Outcome {
        let budget = Budget::unlimited().with_steps(Some(STEPS));
        let mut context = SolveContext::new();
        let mut env = context.env(&budget, 0);
        let ranges = [('0', '9'), ('A', 'Z'), ('a', 'z')].map(|(low, high)| env.range(low, high));
        let letters = env.app(Op::ReUnion, &ranges);
        let language = if with_lengths { env.app(Op::ReStar, &[letters]) } else { letters };
        let mut strings: Vec<Term> = Vec::new();
        for number in 0..count {
            let symbol = env.store.declare(&format!("x{number}"), &[], Sort::String);
            strings.push(env.store.constant(symbol));
        }
        let mut facts = vec![env.app(Op::Distinct, &strings)];
        for string in strings {
            facts.push(env.app(Op::InRe, &[string, language]));
            if with_lengths {
                let (length, one) = (env.length(string), env.store.int(1));
                facts.push(env.equal(length, one));
            }
        }
        let facts = facts.into_iter().map(|term| Fact { term, origin: 0 }).collect();
        let problem = Problem::new(env.store, facts);
        search(&mut env, &problem, |_| false).expect("the problem is small")
    }

    #[test]
    fn letters_and_digits_are_enough_for_as_many_strings() {
        for with_lengths in [false, true] {
            assert!(matches!(decide_distinct(62, with_lengths), Outcome::Model(_)));
            assert!(matches!(decide_distinct(63, with_lengths), Outcome::Conflict(_)));
        }
    }
}
