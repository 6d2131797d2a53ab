//! More strings that must all differ than there are words for them: Card.
//!
//! Enters: a class that cannot get a word, since strings that it must differ from have them all.
//! Leaves: a clause against all of them at once, when they must also differ from each other.

use std::collections::BTreeMap;

use tress_automata::Regex;
use tress_automata::emptiness::{Goal, find_word};
use tress_base::{Budget, Stop};
use tress_sat::{Lit, Search};

use super::egraph::Node;
use super::rules::Rule;
use super::theories::Theories;
use super::words::{Class, Demand, exclude};

/// Most strings of one kind that are looked at together.
const MOST_STRINGS: usize = 40;

/// Disequalities between classes: the literal and its two nodes, by the pair of labels.
type Apart = BTreeMap<(Node, Node), (Lit, Node, Node)>;

impl Theories {
    /// Card: a bucket of strings that all differ needs as many words of their length. In the paper
    /// only the alphabet limits them, so that `len > log (|B| - 1)`; here their languages do as
    /// well. True when the clause was added.
    pub(super) fn card(
        &mut self,
        label: Node,
        classes: &BTreeMap<Node, Class>,
        search: &mut Search<'_>,
    ) -> Result<bool, Stop> {
        let apart = self.apart(search);
        let bucket = self.bucket(label, classes, &apart);
        let mut allowed = Vec::new();
        let mut demands = Vec::new();
        for member in &bucket {
            let Some(class) = classes.get(member) else { return Ok(false) };
            let (language, own) = self.allowed(class);
            allowed.push(language);
            demands.extend(own);
        }
        let words = self.evaluator.regexes_mut().union(&allowed);
        if self.has_words(words, bucket.len(), search.budget())? {
            return Ok(false);
        }
        self.applied.add(Rule::Card);
        self.exclude_bucket(&bucket, &demands, classes, &apart, search);
        Ok(true)
    }

    /// The pairs of classes that must differ.
    fn apart(&self, search: &Search<'_>) -> Apart {
        let mut apart = Apart::new();
        for (literal, a, b) in self.unequal_strings(search) {
            let [one, other] = [a, b].map(|node| self.graph.label(node));
            apart.entry((one.min(other), one.max(other))).or_insert((literal, a, b));
        }
        apart
    }

    /// Classes that must differ from each other, around one of them.
    fn bucket(&self, label: Node, classes: &BTreeMap<Node, Class>, apart: &Apart) -> Vec<Node> {
        let mut bucket = vec![label];
        for other in classes.keys() {
            let differs = |member: &Node| apart.contains_key(&((*member).min(*other), (*member).max(*other)));
            let open = self.constant_word(*other).is_none() && !self.forms.contains_key(other);
            if open && bucket.len() < MOST_STRINGS && bucket.iter().all(differs) {
                bucket.push(*other);
            }
        }
        bucket
    }

    /// Does the language have so many words?
    fn has_words(&mut self, language: Regex, count: usize, budget: &Budget) -> Result<bool, Stop> {
        let mut rest = language;
        for _ in 0..count {
            let Some(word) = find_word(self.evaluator.regexes_mut(), rest, Goal::Shortest, budget)? else {
                return Ok(false);
            };
            let other = self.all_but(&word);
            rest = self.evaluator.regexes_mut().inter(&[rest, other]);
        }
        Ok(true)
    }

    /// Adds the clause: two of the strings are equal, or one has another language or length.
    fn exclude_bucket(
        &mut self,
        bucket: &[Node],
        demands: &[Demand],
        classes: &BTreeMap<Node, Class>,
        apart: &Apart,
        search: &mut Search<'_>,
    ) {
        let mut premises = Vec::new();
        let mut pairs = Vec::new();
        for (place, one) in bucket.iter().enumerate() {
            if let Some(class) = classes.get(one) {
                premises.extend(self.premises(class, *one));
            }
            for other in &bucket[place + 1..] {
                let known = apart.get(&((*one).min(*other), (*one).max(*other))).copied();
                let (literal, a, b) = known.expect("members of a bucket differ");
                premises.push(literal);
                pairs.extend([a, b].map(|node| (node, self.graph.label(node))));
            }
        }
        let mut conclusions = Vec::new();
        for demand in demands {
            pairs.push((demand.node, self.graph.label(demand.node)));
            conclusions.push(self.not_demanded(demand, search));
        }
        premises.extend(self.literals_behind(pairs));
        exclude(premises, &conclusions, search);
    }
}
