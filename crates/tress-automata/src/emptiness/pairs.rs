//! Two loops next to each other, part by part.
//!
//! Enters: an intersection in which two members repeat something often, one of them perhaps complemented.
//! Leaves: that there is no word, a word, or `None` if this method cannot decide it. A member is cut at its
//! loop: `x a{n} y`. It is within `x' b{n} y'` when `x`, `a` and `y` are within `x'`, `b` and `y'`, and words
//! of `x ∩ x'`, `a ∩ b` and `y ∩ y'` make common words. Where one loop has more rounds, the others are moved
//! before or behind it. None of this looks at the rounds one by one.

use tress_base::{Budget, Stop};

use super::crossing::{WORTH_CROSSING, largest_bound};
use super::limits::{PAIR_DEPTH, PAIR_PART_STEPS, PAIR_STEPS};
use super::{Found, Goal, Hunt, find_runs, is_empty, is_included};
use crate::machine::conjuncts;
use crate::matching::matches_runs;
use crate::regex::{Regex, RegexStore, UNBOUNDED, View};

/// What the comparison of two loops shows.
pub(super) enum Outcome {
    /// There is no word.
    Empty,
    /// There is one.
    Word(Found),
}

/// A large loop and what stands around it.
#[derive(Clone, Copy)]
struct Cut {
    before: Regex,
    body: Regex,
    low: u64,
    high: u64,
    after: Regex,
}

impl Cut {
    /// Cuts `r` at its largest loop, when that has a bound of at least `least`.
    fn of(store: &mut RegexStore, r: Regex, least: u64) -> Option<Self> {
        let factors = if matches!(store.view(r), View::Concat(..)) { store.parts(r) } else { vec![r] };
        let bound = |factor: &Regex| match store.view(*factor) {
            View::Repeat { low, high, .. } => high.unwrap_or(low),
            _ => 0,
        };
        let at = (0..factors.len()).max_by_key(|at| bound(&factors[*at]))?;
        let View::Repeat { body, low, high } = store.view(factors[at]) else { return None };
        if high.unwrap_or(low) < least {
            return None;
        }
        let [before, after] = [&factors[..at], &factors[at + 1..]].map(|side| store.concat(side));
        Some(Self { before, body, low, high: high.unwrap_or(UNBOUNDED), after })
    }

    /// The same words with exactly `rounds` in the loop: all others come before it, or behind it.
    fn with_rounds(self, store: &mut RegexStore, rounds: u64) -> [Self; 2] {
        let high = (self.high != UNBOUNDED).then(|| self.high - rounds);
        let others = store.repeat(self.body, self.low - rounds, high);
        let before = store.concat(&[self.before, others]);
        let after = store.concat(&[others, self.after]);
        let (low, high) = (rounds, rounds);
        [Self { before, low, high, ..self }, Self { after, low, high, ..self }]
    }

    /// The ways to cut so that the rounds are among those of `other`.
    fn within(self, store: &mut RegexStore, other: Self) -> Vec<Self> {
        if other.low <= self.low && self.high <= other.high {
            vec![self]
        } else if other.low <= self.low {
            self.with_rounds(store, other.low).to_vec()
        } else {
            Vec::new()
        }
    }

    /// Common words of both, in few forms.
    fn common(self, store: &mut RegexStore, other: Self) -> Vec<Regex> {
        let pairs: Vec<(Self, Self)> = if self.low > other.high {
            self.with_rounds(store, other.high).map(|cut| (cut, other)).to_vec()
        } else if other.low > self.high {
            other.with_rounds(store, self.high).map(|cut| (self, cut)).to_vec()
        } else {
            vec![(self, other)]
        };
        let mut found = Vec::new();
        for (one, two) in pairs {
            let (low, high) = (one.low.max(two.low), one.high.min(two.high));
            let [before, body, after] =
                [(one.before, two.before), (one.body, two.body), (one.after, two.after)]
                    .map(|(one, two)| store.inter(&[one, two]));
            let rounds = store.repeat(body, low, (high != UNBOUNDED).then_some(high));
            found.push(store.concat(&[before, rounds, after]));
        }
        found
    }
}

/// Compares pairs of members.
pub(super) fn find(
    store: &mut RegexStore,
    r: Regex,
    hunt: Hunt,
    budget: &Budget,
) -> Result<Option<Outcome>, Stop> {
    Pairs { least: WORTH_CROSSING, budget }.find(store, r, hunt)
}

/// Compares members.
struct Pairs<'a> {
    /// Loops with smaller bounds are no loops.
    least: u64,
    budget: &'a Budget,
}

impl Pairs<'_> {
    fn find(&self, store: &mut RegexStore, r: Regex, hunt: Hunt) -> Result<Option<Outcome>, Stop> {
        let members = conjuncts(store, r);
        if members.iter().filter(|member| self.loops(store, **member)).count() < 2 {
            return Ok(None);
        }
        for &member in &members {
            let View::Complement(outer) = store.view(member) else { continue };
            for &inner in members.iter().filter(|inner| **inner != member) {
                if PAIR_STEPS.share(self.budget, || self.is_within(store, inner, outer, 0))? == Some(true) {
                    return Ok(Some(Outcome::Empty));
                }
            }
        }
        Ok(self.common_word(store, r, hunt)?.map(Outcome::Word))
    }

    fn loops(&self, store: &RegexStore, r: Regex) -> bool {
        largest_bound(store, r) >= self.least
    }

    /// Is `inner` seen to be within `outer`? Both have large loops. False means unknown.
    fn is_within(
        &self,
        store: &mut RegexStore,
        inner: Regex,
        outer: Regex,
        depth: usize,
    ) -> Result<bool, Stop> {
        let (mut parts, mut wholes) = (Vec::new(), Vec::new());
        store.push_alternatives(inner, &mut parts);
        store.push_alternatives(outer, &mut wholes);
        for &part in &parts {
            let mut found = false;
            for &whole in &wholes {
                found = found || self.is_cut_within(store, part, whole, depth)?;
            }
            if !found {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// [`Pairs::is_within`] for alternatives: cut at their loops, all parts are within those of the other.
    fn is_cut_within(
        &self,
        store: &mut RegexStore,
        inner: Regex,
        outer: Regex,
        depth: usize,
    ) -> Result<bool, Stop> {
        self.budget.poll()?;
        let cuts = [inner, outer].map(|r| Cut::of(store, r, self.least));
        let [Some(one), Some(two)] = cuts else { return Ok(false) };
        for cut in one.within(store, two) {
            let pairs = [(cut.before, two.before), (cut.after, two.after), (cut.body, two.body)];
            let mut found = true;
            for (part, whole) in pairs {
                found = found && self.is_part_within(store, part, whole, depth + 1)?;
            }
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_part_within(
        &self,
        store: &mut RegexStore,
        inner: Regex,
        outer: Regex,
        depth: usize,
    ) -> Result<bool, Stop> {
        if inner == outer || outer == Regex::ALL {
            return Ok(true);
        }
        if self.loops(store, inner) && self.loops(store, outer) {
            return Ok(!PAIR_DEPTH.is_exceeded(depth + 1, self.budget)
                && self.is_within(store, inner, outer, depth)?);
        }
        let known = PAIR_PART_STEPS.share(self.budget, || is_included(store, inner, outer, self.budget))?;
        Ok(known == Some(true))
    }

    /// A word of the members of `r`, two of which loop side by side.
    fn common_word(&self, store: &mut RegexStore, r: Regex, hunt: Hunt) -> Result<Option<Found>, Stop> {
        let members = conjuncts(store, r);
        let mut cuts = Vec::new();
        for (at, member) in members.iter().enumerate() {
            cuts.extend(Cut::of(store, *member, self.least).map(|cut| (at, cut)));
        }
        let [(first, one), (second, two), ..] = cuts[..] else { return Ok(None) };
        let others = members.iter().enumerate().filter(|(at, _)| *at != first && *at != second);
        let others: Vec<Regex> = others.map(|(_, member)| *member).collect();
        for common in one.common(store, two) {
            let both = store.inter(&[&others[..], &[common]].concat());
            if both == Regex::NONE {
                continue;
            }
            let found = PAIR_STEPS.share(self.budget, || word_of(store, r, both, hunt, self.budget))?;
            if let Some(Some(found)) = found {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// A word of `part`, whose words are all in `r`. No word is taken for a shortest one that may be none.
fn word_of(
    store: &mut RegexStore,
    r: Regex,
    part: Regex,
    hunt: Hunt,
    budget: &Budget,
) -> Result<Option<Found>, Stop> {
    if hunt == Hunt::Existence {
        return Ok((!is_empty(store, part, budget)?).then_some(Found::Somewhere));
    }
    let goal = if hunt == Hunt::Any { Goal::Any } else { Goal::Shortest };
    let Some(word) = find_runs(store, part, goal, budget)? else { return Ok(None) };
    let short = hunt == Hunt::Any || word.len() == store.min_length(r);
    Ok((short && matches_runs(store, r, &word, budget)?).then_some(Found::Word(word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{Ast, Dfa, symbols_of};
    use tress_base::Random;

    /// A beginning, a loop and an end.
    fn looping([before, body, after]: [Ast; 3], rounds: u64, more: u64) -> Box<Ast> {
        let rounds = Ast::Repeat(Box::new(body), rounds, Some(rounds + more));
        Box::new(Ast::Concat(Box::new(before), Box::new(Ast::Concat(Box::new(rounds), Box::new(after)))))
    }

    /// Parts, and others of which many are larger.
    fn two_of_parts(random: &mut Random) -> [[Ast; 3]; 2] {
        let parts = [2, 3, 2].map(|size| {
            let size = random.below(size);
            Ast::random(random, size)
        });
        let others = parts.clone().map(|part| {
            let size = random.below(2);
            let other = Ast::random(random, size);
            if random.chance(2, 3) { Ast::Union(Box::new(part), Box::new(other)) } else { part }
        });
        [parts, others]
    }

    /// What is found for two loops is what the textbook says.
    #[test]
    fn pairs_agree_with_the_textbook() {
        let mut random = Random::new(31);
        let budget = Budget::unlimited();
        let pairs = Pairs { least: 3, budget: &budget };
        let (mut empty, mut words) = (0, 0);
        for round in 0..400 {
            let [parts, others] = two_of_parts(&mut random);
            let mut counts = || (3 + random.below(3) as u64, random.below(2) as u64);
            let [one, other] = [(parts, counts()), (others, counts())]
                .map(|(parts, (rounds, more))| looping(parts, rounds, more));
            let ast = if round % 2 == 0 { Ast::Inter(one, other) } else { Ast::Diff(one, other) };
            let mut store = RegexStore::new();
            let r = ast.build(&mut store);
            if conjuncts(&store, r).len() < 2 {
                continue;
            }
            let dfa = Dfa::new(&ast);
            for hunt in [Hunt::Any, Hunt::Existence, Hunt::Shortest] {
                let outcome = pairs.find(&mut store, r, hunt).unwrap();
                let Some(outcome) = outcome else { continue };
                let Outcome::Word(found) = outcome else {
                    assert!(dfa.is_empty(), "round {round}: {ast:?}");
                    empty += 1;
                    continue;
                };
                assert!(!dfa.is_empty(), "round {round}: {ast:?}");
                words += 1;
                let Found::Word(word) = found else { continue };
                let word = word.spell(&budget).unwrap();
                assert!(dfa.accepts(&symbols_of(&word)), "round {round}: {ast:?}");
                let length = Some(word.len());
                assert!(hunt != Hunt::Shortest || length == dfa.shortest(), "round {round}: {ast:?}");
            }
        }
        assert!(empty > 50 && words > 50, "{empty} empty, {words} words");
    }

    /// Rounds that one loop has more go before or behind the other.
    #[test]
    fn rounds_are_moved() {
        let budget = Budget::unlimited();
        let pairs = Pairs { least: WORTH_CROSSING, budget: &budget };
        let mut store = RegexStore::new();
        let [a, b] = [97, 98].map(|character| store.word(&[character]));
        let both = store.union(&[a, b]);
        let ab = store.concat(&[a, b]);
        let loops = store.repeat(ab, 100, Some(101));
        let many = store.repeat(both, 150, Some(150));
        for (rounds, expected) in [(70, true), (100, true), (101, false), (120, false)] {
            let fewer = store.repeat(ab, rounds, Some(rounds));
            let behind = store.concat(&[Regex::ALL, fewer]);
            let before = store.concat(&[fewer, Regex::ALL]);
            for outer in [behind, before] {
                assert_eq!(pairs.is_within(&mut store, loops, outer, 0), Ok(expected), "{rounds} rounds");
            }
        }
        // The words of the loop have 200 characters or 202.
        assert_eq!(pairs.is_within(&mut store, loops, many, 0), Ok(false));
    }
}
