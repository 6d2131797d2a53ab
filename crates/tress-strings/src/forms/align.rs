//! Two lists of one class, compared from either end.
//!
//! Enters: two flat forms of one class. Leaves: no step if they are the same list, else the best one towards
//! making them so. The rules are those of CVC4's calculus: conflict when two words differ, F-Unify and
//! F-Split (`splits`) when two heads meet, F-Loop (`loops`) when a class meets itself behind other parts. The
//! arithmetic's present lengths decide which of them to try; each clause holds whatever the lengths are.

use tress_base::{Budget, Stop};

use crate::ends::{End, after, agree, front};
use crate::stars::Stars;
use tress_kernel::{Context, Node, Progress};

use super::limits::GAP;
use super::reader::Reader;
use super::shared_lengths::s_prop;
use super::splits::apply;
use super::step::{Aligned, Branch, Branches, Comparison, Inference, LoopState};
use super::{Form, Item, NormalForms};

/// Once in this many checks without a candidate, all open steps are taken.
const TURNS_FOR_ALL: u32 = 8;

/// The lengths of a class before `next` that lets the two match `word`, around the length `now`:
/// the next smaller and larger one that fit, or `None` when `now` fits itself.
fn gap(
    word: &[u32],
    next: &[u32],
    now: usize,
    (end, budget): (End, &Budget),
) -> Option<(Option<usize>, usize)> {
    let fits = |length: usize| length >= word.len() || agree(after(word, length, end), next, end);
    if fits(now) {
        return None;
    }
    // Lengths that were not tried may fit.
    let widest = GAP.size(budget);
    let lowest = now.saturating_sub(widest);
    let below = (lowest..now).rev().find(|length| fits(*length)).or(lowest.checked_sub(1));
    let highest = word.len().min(now.saturating_add(widest));
    let above = (now + 1..highest).find(|length| fits(*length)).unwrap_or(highest);
    if below == lowest.checked_sub(1) && below.is_some() || above == highest && highest < word.len() {
        budget.hit(GAP.name());
    }
    Some((below, above))
}

impl NormalForms {
    /// Compares two lists of one class, given with the member each comes from, and takes a step
    /// that leaves no choice.
    pub(super) fn align(
        &self,
        left: (&Form, Node),
        right: (&Form, Node),
        stars: &Stars,
        cx: &mut Context<'_>,
    ) -> Aligned {
        let mut best: Option<(Comparison, End)> = None;
        for end in [End::Left, End::Right] {
            let step = self.compare(left.0, right.0, end, stars, cx);
            if step.0 == Inference::Same {
                return Aligned::Same;
            }
            if best.as_ref().is_none_or(|(known, _)| step.0.rank() < known.0.rank()) {
                best = Some((step, end));
            }
        }
        let Some(((inference, mut premises), end)) = best else { return Aligned::Same };
        premises.push((left.1, right.1));
        if inference.is_forced() {
            apply(cx, inference, &premises, end);
            return Aligned::Inferred;
        }
        let all = left.0.premises().chain(right.0.premises()).chain([(left.1, right.1)]).collect();
        let (left, right) = (left.0.items.clone(), right.0.items.clone());
        Aligned::Branch(Branch { inference, premises, end, left, right, all })
    }

    /// Takes the best of the steps that leave a choice, if there are any besides those that are decided with
    /// the memberships. They all follow the present lengths, so they are taken together. Now and then, as
    /// `turn` decides, all are taken: the best may recur forever, while another would show that the
    /// assignment is wrong.
    pub(crate) fn take_branches(&mut self, turn: u32, cx: &mut Context<'_>) -> Result<Progress, Stop> {
        if self.branches.open.is_empty() {
            return Ok(Progress::Fine);
        }
        // Constants first: they leave finitely many choices.
        let Branches { mut constant, mut open } = std::mem::take(&mut self.branches);
        let all = turn.is_multiple_of(TURNS_FOR_ALL);
        if all {
            open.append(&mut constant);
        }
        let candidates = if constant.is_empty() { open } else { constant };
        let heads = candidates.iter().map(|branch| match &branch.inference {
            Inference::Classes(one, other) => Some((*one, *other)),
            _ => None,
        });
        let heads: Vec<_> = heads.collect();
        let known = s_prop(cx, &heads)?;
        // Where the arithmetic knows which head is longer there is no choice.
        let rank = |place: usize, branch: &Branch| if known[place] { 0 } else { branch.inference.rank() };
        let ranks: Vec<u32> =
            candidates.iter().enumerate().map(|(place, branch)| rank(place, branch)).collect();
        let best = ranks.iter().min().copied();
        for (branch, rank) in candidates.into_iter().zip(ranks) {
            if all || Some(rank) == best {
                apply(cx, branch.inference, &branch.premises, branch.end);
            }
        }
        Ok(Progress::Changed)
    }

    /// Reads two lists from one end up to the first difference.
    fn compare(
        &self,
        left: &Form,
        right: &Form,
        end: End,
        stars: &Stars,
        cx: &mut Context<'_>,
    ) -> Comparison {
        let (mut one, mut other) = (Reader::new(left, end), Reader::new(right, end));
        let all = || left.premises().chain(right.premises()).collect::<Vec<_>>();
        loop {
            match (one.head(0), other.head(0)) {
                (None, None) => return (Inference::Same, Vec::new()),
                (None, Some(_)) => return (Inference::Empty(other.after(0)), all()),
                (Some(_), None) => return (Inference::Empty(one.after(0)), all()),
                (Some(a), Some(b)) if a == b => {
                    one.skip();
                    other.skip();
                }
                (Some(Item::Word(a)), Some(Item::Word(b))) => {
                    if !agree(a, b, end) {
                        let premises = [one.premises(left, 0), other.premises(right, 0)].concat();
                        return (Inference::Clash, premises);
                    }
                    let common = a.len().min(b.len());
                    one.shorten(common);
                    other.shorten(common);
                }
                (Some(Item::Class(_)), Some(_)) if one.items.len() == 1 => {
                    return (remainder(&one, &other), all());
                }
                (Some(_), Some(Item::Class(_))) if other.items.len() == 1 => {
                    return (remainder(&other, &one), all());
                }
                _ => break,
            }
        }
        for found in [one.loop_with(&other), other.loop_with(&one)].into_iter().flatten() {
            match self.loop_state(&found, end, stars, cx) {
                LoopState::Open => return (Inference::Loop(found), all()),
                LoopState::Decided => return (Inference::Same, Vec::new()),
                LoopState::Unneeded => {}
            }
        }
        heads_meet(cx, (&one, left), (&other, right))
    }
}

/// What follows when two different heads meet, one of which is a class.
fn heads_meet(cx: &mut Context<'_>, one: (&Reader, &Form), other: (&Reader, &Form)) -> Comparison {
    match (one.0.head(0), other.0.head(0)) {
        (Some(Item::Class(a)), Some(Item::Class(b))) => {
            let premises = [one.0.premises(one.1, 0), other.0.premises(other.1, 0)].concat();
            (Inference::Classes(*a, *b), premises)
        }
        (Some(Item::Class(_)), _) => class_meets_word(cx, one, other),
        _ => class_meets_word(cx, other, one),
    }
}

/// A list is down to one class: it equals what is left of the other. If that contains the class too,
/// everything else in it is empty.
fn remainder(last: &Reader, other: &Reader) -> Inference {
    let Some(Item::Class(class)) = last.head(0) else { return Inference::Same };
    let mut items = other.after(0);
    match items.iter().position(|item| *item == Item::Class(*class)) {
        Some(place) => {
            items.remove(place);
            Inference::Empty(items)
        }
        None => Inference::Remainder(*class, items),
    }
}

/// What follows when a class meets a word.
fn class_meets_word(
    cx: &mut Context<'_>,
    (one, one_form): (&Reader, &Form),
    (other, other_form): (&Reader, &Form),
) -> Comparison {
    let end = one.end;
    let (Some(Item::Class(class)), Some(Item::Word(word))) = (one.head(0), other.head(0)) else {
        return (Inference::Same, Vec::new());
    };
    if let Some(Item::Word(next)) = one.head(1) {
        let now = cx.class_length_now(*class).to_usize().unwrap_or(usize::MAX);
        let premises = || [one.premises(one_form, 1), other.premises(other_form, 0)].concat();
        if let Some((_, above)) = gap(word, next, 0, (end, cx.env.budget)) {
            return (Inference::Begins(*class, front(word, above, end).into()), premises());
        }
        if let Some((Some(below), above)) = gap(word, next, now, (end, cx.env.budget)) {
            return (Inference::Gap(*class, below, above), premises());
        }
    }
    let premises = [one.premises(one_form, 0), other.premises(other_form, 0)].concat();
    (Inference::Word(*class, word.clone()), premises)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    #[test]
    fn a_gap_lies_between_lengths_that_fit() {
        let budget = Budget::unlimited();
        let (whole, next) = (word("abcab"), word("ab"));
        assert_eq!(gap(&whole, &next, 0, (End::Left, &budget)), None);
        assert_eq!(gap(&whole, &next, 1, (End::Left, &budget)), Some((Some(0), 3)));
        assert_eq!(gap(&whole, &next, 4, (End::Left, &budget)), Some((Some(3), 5)));
        assert_eq!(gap(&whole, &word("bc"), 0, (End::Left, &budget)), Some((None, 1)));
        assert_eq!(gap(&whole, &word("ca"), 0, (End::Right, &budget)), Some((None, 1)));
    }

    #[test]
    fn a_gap_claims_only_what_was_tried() {
        let budget = Budget::unlimited();
        let widest = GAP.size(&budget);
        let whole = vec![u32::from('a'); 3 * widest];
        let (below, above) =
            gap(&whole, &word("b"), widest + 5, (End::Left, &budget)).expect("no length fits");
        assert_eq!((below, above), (Some(4), 2 * widest + 5));
        assert_eq!(budget.caps(), [(GAP.name(), 1)]);
    }
}
