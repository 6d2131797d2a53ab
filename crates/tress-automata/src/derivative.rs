//! Symbolic derivatives: what is left of a language after one character, for all characters.
//!
//! Enters: an expression. Leaves: its transitions, a sorted list of disjoint character ranges with
//! their targets; a character in no range leads to the empty language. Computed once per
//! expression and kept in the store.
//!
//! The classical operators are walked top-down with the rest of the word as a continuation
//! (Antimirov's partial derivatives), so that a target is a union of short terms and deep nestings
//! cost their size once. Intersection and complement are derived as a whole (Brzozowski). No
//! recursion: what is missing is put on a stack and derived first.

use rustc_hash::FxHashSet;
use tress_base::{Budget, Stop};

use crate::charset::{CharSet, MAX_CHAR};
use crate::regex::{FunctionId, Needs, Regex, RegexStore, Transition, View, target_of};

/// A derivative, or an expression that must be derived first.
enum Attempt {
    Done(Vec<Transition>),
    Needs(Regex),
}

impl RegexStore {
    /// The transitions of `r`: sorted, disjoint, targets never empty by construction, neighbours
    /// with the same target merged.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn transitions(&mut self, r: Regex, budget: &Budget) -> Result<&[Transition], Stop> {
        if self.derivatives.get(r).is_none() {
            self.derive(r, budget)?;
        }
        Ok(self.known_transitions(r))
    }

    /// The transitions of `r` when they have been computed before; empty otherwise.
    #[must_use]
    #[inline]
    pub(crate) fn known_transitions(&self, r: Regex) -> &[Transition] {
        self.derivatives.get(r).unwrap_or(&[])
    }

    /// What may follow the character `c` in words of `r`.
    ///
    /// # Errors
    /// When the budget ends.
    #[inline]
    pub fn derivative(&mut self, r: Regex, c: u32, budget: &Budget) -> Result<Regex, Stop> {
        Ok(target_of(self.transitions(r, budget)?, c))
    }

    /// The derivative of `r` as a partition of the alphabet: disjoint sets that together hold every
    /// character, each with its target, in the order of their smallest members.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn partition(&mut self, r: Regex, budget: &Budget) -> Result<Vec<(CharSet, Regex)>, Stop> {
        let transitions = self.transitions(r, budget)?;
        let mut groups: Vec<(Regex, Vec<(u32, u32)>)> = Vec::new();
        let mut group_of: rustc_hash::FxHashMap<Regex, usize> = rustc_hash::FxHashMap::default();
        for &Transition { low, high, target } in &fill_gaps(transitions, Regex::NONE) {
            let at = *group_of.entry(target).or_insert_with(|| {
                groups.push((target, Vec::new()));
                groups.len() - 1
            });
            groups[at].1.push((low, high));
        }
        Ok(groups.into_iter().map(|(target, ranges)| (CharSet::from_ranges(ranges), target)).collect())
    }

    /// The words that `function` takes into `language`.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn preimage(
        &mut self,
        function: FunctionId,
        language: Regex,
        budget: &Budget,
    ) -> Result<Regex, Stop> {
        loop {
            match self.whole_preimage(function, language) {
                Ok(found) => return Ok(found),
                Err(Needs(other)) => drop(self.transitions(other, budget)?),
            }
        }
    }

    fn derive(&mut self, r: Regex, budget: &Budget) -> Result<(), Stop> {
        let mut stack = vec![r];
        while let Some(&at) = stack.last() {
            budget.poll()?;
            if self.derivatives.get(at).is_some() {
                stack.pop();
                continue;
            }
            let attempt = match self.view(at) {
                View::Inter(_) => self.derive_inter(at, budget)?,
                View::Complement(inner) => self.derive_complement(inner),
                View::Followed => match self.follow(at, budget)? {
                    Ok(found) => Attempt::Done(self.combine(found, budget)?),
                    Err(Needs(other)) => Attempt::Needs(other),
                },
                _ => self.derive_classical(at, budget)?,
            };
            match attempt {
                Attempt::Done(list) => {
                    self.derivatives.insert(at, &list);
                    stack.pop();
                }
                Attempt::Needs(other) => stack.push(other),
            }
        }
        Ok(())
    }

    fn derive_complement(&mut self, inner: Regex) -> Attempt {
        let Some(list) = self.derivatives.get(inner) else { return Attempt::Needs(inner) };
        let mut result = TransitionList::default();
        for Transition { low, high, target } in fill_gaps(list, Regex::NONE) {
            if tress_base::is_planted("complement-gaps") && target == Regex::NONE {
                continue;
            }
            let target = self.complement(target);
            result.push(low, high, target);
        }
        Attempt::Done(result.0)
    }

    /// The product of the members' transitions, in one sweep over the alphabet.
    fn derive_inter(&mut self, r: Regex, budget: &Budget) -> Result<Attempt, Stop> {
        let View::Inter(members) = self.view(r) else { return Ok(Attempt::Done(Vec::new())) };
        if let Some(&missing) = members.iter().find(|&&member| self.derivatives.get(member).is_none()) {
            return Ok(Attempt::Needs(missing));
        }
        let members = members.to_vec();
        let mut positions = vec![0_usize; members.len()];
        let mut targets = Vec::with_capacity(members.len());
        let mut result = TransitionList::default();
        let mut low = 0;
        'sweep: while low <= MAX_CHAR {
            budget.poll_many(members.len() as u64)?;
            let mut high = MAX_CHAR;
            targets.clear();
            for (member, position) in members.iter().zip(&mut positions) {
                let list = self.known_transitions(*member);
                while list.get(*position).is_some_and(|transition| transition.high < low) {
                    *position += 1;
                }
                let Some(transition) = list.get(*position) else { break 'sweep };
                if transition.low > low {
                    low = transition.low;
                    continue 'sweep;
                }
                high = high.min(transition.high);
                targets.push(transition.target);
            }
            let target = self.inter(&targets);
            let end = high - u32::from(tress_base::is_planted("product-range") && high > low);
            result.push(low, end, target);
            low = high + 1;
        }
        Ok(Attempt::Done(result.0))
    }

    /// Collects all pairs of a character range and what follows it, then sorts them into disjoint
    /// ranges.
    fn derive_classical(&mut self, r: Regex, budget: &Budget) -> Result<Attempt, Stop> {
        let mut found: Vec<Transition> = Vec::new();
        let mut stack = vec![(r, Regex::EPSILON)];
        let mut seen: FxHashSet<(Regex, Regex)> = FxHashSet::default();
        while let Some((at, tail)) = stack.pop() {
            budget.poll()?;
            if stack.len() > 8 && !seen.insert((at, tail)) {
                continue;
            }
            match self.view(at) {
                View::None | View::Epsilon => {}
                View::Chars(set) => {
                    found.extend(set.ranges().iter().map(|&(low, high)| Transition {
                        low,
                        high,
                        target: tail,
                    }));
                }
                View::Concat(first, rest) => {
                    if self.is_nullable(first) && !tress_base::is_planted("derivative-concat") {
                        stack.push((rest, tail));
                    }
                    let tail = self.concat_two(rest, tail);
                    stack.push((first, tail));
                }
                View::Repeat { body, low, high } => {
                    let lost = u32::from(tress_base::is_planted("derivative-repeat"));
                    let rest = self.repeat(
                        body,
                        low.saturating_sub(1),
                        high.map(|high| (high - 1).saturating_sub(lost.into())),
                    );
                    let tail = self.concat_two(rest, tail);
                    stack.push((body, tail));
                }
                View::Union(members) => stack.extend(members.iter().map(|&member| (member, tail))),
                View::Inter(_) | View::Complement(_) | View::Followed => {
                    if self.derivatives.get(at).is_none() {
                        return Ok(Attempt::Needs(at));
                    }
                    self.push_whole(at, tail, &mut found);
                }
            }
        }
        Ok(Attempt::Done(self.combine(found, budget)?))
    }

    /// The known transitions of `at`, each followed by `tail`.
    fn push_whole(&mut self, at: Regex, tail: Regex, found: &mut Vec<Transition>) {
        let list = self.known_transitions(at).to_vec();
        let mut members = Vec::new();
        for Transition { low, high, target } in list {
            members.clear();
            self.push_alternatives(target, &mut members);
            for &member in &members {
                let target = self.concat_two(member, tail);
                found.push(Transition { low, high, target });
            }
        }
    }

    /// Disjoint ranges from overlapping ones; where several overlap, the target is their union.
    fn combine(&mut self, mut found: Vec<Transition>, budget: &Budget) -> Result<Vec<Transition>, Stop> {
        found.sort_unstable_by_key(|transition| transition.low);
        let mut result = TransitionList::default();
        let mut active: Vec<(u32, Regex)> = Vec::new();
        let mut next = 0;
        let mut low = 0;
        loop {
            active.retain(|&(high, _)| high >= low);
            if active.is_empty() {
                match found.get(next) {
                    Some(transition) => low = transition.low,
                    None => return Ok(result.0),
                }
            }
            while let Some(transition) = found.get(next).filter(|transition| transition.low <= low) {
                active.push((transition.high, transition.target));
                next += 1;
            }
            budget.poll_many(active.len() as u64)?;
            let mut high = found.get(next).map_or(MAX_CHAR, |transition| transition.low - 1);
            high = active.iter().fold(high, |high, &(end, _)| high.min(end));
            let target = match active[..] {
                [(_, only)] => only,
                _ => {
                    let mut members = Vec::with_capacity(active.len());
                    for &(_, target) in &active {
                        self.push_alternatives(target, &mut members);
                    }
                    self.union_of_flat(members)
                }
            };
            result.push(low, high, target);
            low = high + 1;
        }
    }
}

/// The same transitions with every gap leading to `missing`.
fn fill_gaps(list: &[Transition], missing: Regex) -> Vec<Transition> {
    let mut full = Vec::with_capacity(2 * list.len() + 1);
    let mut next = 0;
    for &transition in list {
        if next < transition.low {
            full.push(Transition { low: next, high: transition.low - 1, target: missing });
        }
        full.push(transition);
        next = transition.high + 1;
    }
    if next <= MAX_CHAR {
        full.push(Transition { low: next, high: MAX_CHAR, target: missing });
    }
    full
}

/// A list under construction that drops empty targets and merges neighbours.
#[derive(Default)]
struct TransitionList(Vec<Transition>);

impl TransitionList {
    fn push(&mut self, low: u32, high: u32, target: Regex) {
        if target == Regex::NONE {
            return;
        }
        match self.0.last_mut() {
            Some(last) if last.target == target && last.high + 1 == low => last.high = high,
            _ => self.0.push(Transition { low, high, target }),
        }
    }
}
