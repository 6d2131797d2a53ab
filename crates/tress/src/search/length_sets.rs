//! Lengths of languages, told to the arithmetic.
//!
//! Enters: memberships, and the lengths that the arithmetic gave to their subjects. Leaves:
//! clauses that say which lengths the words of a language have, where the present ones are not
//! among them.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use tress_automata::Regex;
use tress_automata::lengths::{LengthSet, LengthTerm, exact_lengths, of_regex};
use tress_base::{Budget, Int, Stop};
use tress_sat::{Lit, Search, Var};

use crate::term::{Op, Sort, Term, TermStore};

use super::egraph::Node;
use super::finish::Step;
use super::theories::Theories;
use super::words::{Class, Membership, exclude};

/// Most progressions of lengths that are written into one clause.
const MOST_PROGRESSIONS: usize = 6;

impl Theories {
    /// Compares the length of every subject with the lengths that its language has by its
    /// structure. This is cheap and comes before strings are taken apart.
    pub(super) fn check_lengths(&mut self, search: &mut Search<'_>) -> Result<Step, Stop> {
        if self.memberships.is_empty() || self.lengths.is_empty() {
            return Ok(Step::Fine);
        }
        let mut step = Step::Fine;
        let relevant = self.relevant(|literal| search.value(literal));
        let mut lengths: BTreeMap<Node, (Term, Node)> = BTreeMap::new();
        for (subject, length) in &self.lengths {
            if let Some(node) = self.nodes.get(*subject).copied() {
                lengths.insert(self.graph.label(node), (*length, node));
            }
        }
        for place in 0..self.memberships.len() {
            search.budget().poll()?;
            let membership = self.memberships[place];
            let Some((literal, node)) = self.active(&membership, &relevant, search) else { continue };
            let Some((length, measured)) = lengths.get(&self.graph.label(node)).copied() else { continue };
            let Some(now) = natural(&self.number_of(length)) else { continue };
            let regex = self.language(&membership, literal.is_positive());
            let Some(set) = self.lengths_without(now, regex, search.budget())? else { continue };
            let formula = self.lengths_or_gap(length, &set, now);
            self.roots.push(formula);
            let conclusion = self.literal(formula, search);
            let mut premises = vec![literal];
            self.graph.explain(node, measured, &mut premises);
            exclude(premises, &[conclusion], search);
            step = Step::Changed;
        }
        Ok(step)
    }

    /// The literal of a membership that matters under the present assignment, and the node of its
    /// subject.
    pub(super) fn active(
        &self,
        membership: &Membership,
        relevant: &FxHashSet<Var>,
        search: &Search<'_>,
    ) -> Option<(Lit, Node)> {
        let var = membership.var;
        let holds = search.value(var.positive())?;
        let node = self.nodes.get(membership.subject).copied()?;
        let matters = relevant.contains(&var) || self.atoms[var.index()].always_relevant;
        matters.then(|| (var.literal(holds), node))
    }

    /// What a membership says when it holds, or when it does not.
    pub(super) fn language(&mut self, membership: &Membership, holds: bool) -> Regex {
        if holds { membership.regex } else { self.evaluator.regexes_mut().complement(membership.regex) }
    }

    /// The lengths of a language by its structure, unless `now` is among them.
    fn lengths_without(
        &mut self,
        now: u64,
        regex: Regex,
        budget: &Budget,
    ) -> Result<Option<LengthSet>, Stop> {
        if !self.length_sets.contains_key(&regex) {
            let set = of_regex(self.evaluator.regexes_mut(), regex, budget)?;
            self.length_sets.insert(regex, set);
        }
        let set = &self.length_sets[&regex];
        Ok((!set.contains(now)).then(|| set.clone()))
    }

    /// `length` is in the set, which `now` is not: all of it when that is short.
    fn lengths_or_gap(&mut self, length: Term, set: &LengthSet, now: u64) -> Term {
        if set.terms().len() <= MOST_PROGRESSIONS {
            self.length_formula(length, set)
        } else {
            self.gap_formula(length, set, now)
        }
    }

    /// Excludes a length that no word of the language has, with all others of its kind.
    pub(super) fn exclude_length(
        &mut self,
        class: &Class,
        language: Regex,
        (length, node): (Term, Node),
        number: &Int,
        search: &mut Search<'_>,
    ) -> Result<(), Stop> {
        let mut premises = self.premises(class, node);
        premises.sort_unstable();
        premises.dedup();
        let set = exact_lengths(self.evaluator.regexes_mut(), language, search.budget())?;
        let formula = match natural(number) {
            Some(wanted) if !set.contains(wanted) => self.lengths_or_gap(length, &set, wanted),
            _ => {
                let number = self.store.int(number.clone());
                let equal = self.app(Op::Eq, &[length, number]);
                self.store.not(equal)
            }
        };
        self.roots.push(formula);
        let literal = self.literal(formula, search);
        exclude(premises, &[literal], search);
        Ok(())
    }

    /// `length` is in the set.
    pub(super) fn length_formula(&mut self, length: Term, set: &LengthSet) -> Term {
        let mut choices = Vec::new();
        for term in set.terms() {
            let (mut low, mut high) = (self.store.int(term.low), self.store.int(term.high));
            let mut parts = Vec::new();
            if term.period > 0 {
                let times = self.store.declare("times", &[], Sort::Int);
                let times = self.store.constant(times);
                let (zero, period) = (self.store.int(0), self.store.int(term.period));
                let shift = self.app(Op::Mul, &[period, times]);
                low = self.app(Op::Add, &[low, shift]);
                high = self.app(Op::Add, &[high, shift]);
                parts.push(self.app(Op::Ge, &[times, zero]));
                if let Some(repeats) = term.repeats {
                    let most = self.store.int(repeats);
                    parts.push(self.app(Op::Le, &[times, most]));
                }
            }
            parts.push(self.app(Op::Le, &[low, length]));
            parts.push(self.app(Op::Le, &[length, high]));
            choices.push(self.app(Op::And, &parts));
        }
        if choices.is_empty() {
            return TermStore::FALSE;
        }
        self.app(Op::Or, &choices)
    }

    /// `length` is below or above the gap in the set around `number`.
    fn gap_formula(&mut self, length: Term, set: &LengthSet, number: u64) -> Term {
        let below = set.terms().iter().filter_map(|term| last_before(term, number)).max();
        let above = set.next_from(number);
        let mut choices = Vec::new();
        if let Some(below) = below {
            let below = self.store.int(below);
            choices.push(self.app(Op::Le, &[length, below]));
        }
        if let Some(above) = above {
            let above = self.store.int(above);
            choices.push(self.app(Op::Ge, &[length, above]));
        }
        if choices.is_empty() {
            return TermStore::FALSE;
        }
        self.app(Op::Or, &choices)
    }
}

/// The largest number of a progression that is below `number`.
fn last_before(term: &LengthTerm, number: u64) -> Option<u64> {
    if term.low >= number {
        return None;
    }
    let distance = number - 1 - term.low;
    let rounds = distance.checked_div(term.period).unwrap_or(0);
    let rounds = term.repeats.map_or(rounds, |repeats| rounds.min(repeats));
    Some((number - 1).min(term.high + rounds * term.period))
}

/// A number as a length.
pub(super) fn natural(number: &Int) -> Option<u64> {
    number.to_i64().and_then(|number| u64::try_from(number).ok())
}
