//! One arithmetic progression of ranges, and the algebra of two of them.
//!
//! Every function that gives several terms takes a cap and says when it cannot keep it.

/// The numbers `low + k * period ..= high + k * period` for `0 <= k <= repeats`; for all k when
/// `repeats` is missing.
///
/// Invariant: `low <= high`, and `period` is 0 exactly when `repeats` is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LengthTerm {
    /// The first number.
    pub low: u64,
    /// The last number of the first range.
    pub high: u64,
    /// The distance between two ranges.
    pub period: u64,
    /// How often the range is repeated after its first occurrence; missing means without end.
    pub repeats: Option<u64>,
}

pub(super) fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl LengthTerm {
    fn range(low: u64, high: u64) -> Self {
        Self { low, high, period: 0, repeats: Some(0) }
    }

    fn ray(low: u64) -> Self {
        Self { low, high: low, period: 1, repeats: None }
    }

    fn width(&self) -> u64 {
        self.high - self.low
    }

    /// The largest number, when there is one.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        Some(self.high.saturating_add(self.repeats?.saturating_mul(self.period)))
    }

    /// Is `n` one of the numbers?
    #[must_use]
    pub fn contains(&self, n: u64) -> bool {
        self.next_from(n) == Some(n)
    }

    /// The smallest of the numbers that is at least `from`.
    #[must_use]
    pub fn next_from(&self, from: u64) -> Option<u64> {
        if from <= self.low {
            return Some(self.low);
        }
        let step = if self.period == 0 { 0 } else { from.saturating_sub(self.high).div_ceil(self.period) };
        if self.repeats.is_some_and(|repeats| step > repeats) {
            return None;
        }
        let shift = step.checked_mul(self.period)?;
        if from > self.high.checked_add(shift)? {
            return None;
        }
        Some(from.max(self.low.checked_add(shift)?))
    }

    /// The same numbers in the simplest shape: touching ranges become one.
    fn simplified(self) -> Self {
        if self.repeats == Some(0) || self.period == 0 {
            return Self { period: 0, repeats: Some(0), ..self };
        }
        if self.width().saturating_add(1) < self.period {
            return self;
        }
        match self.last() {
            Some(last) => Self::range(self.low, last),
            None => Self::ray(self.low),
        }
    }

    /// The range number `k`. Returns `None` if there is none.
    fn nth(&self, k: u64) -> Option<(u64, u64)> {
        if self.repeats.is_some_and(|repeats| k > repeats) {
            return None;
        }
        let shift = k.checked_mul(self.period)?;
        Some((self.low.checked_add(shift)?, self.high.checked_add(shift)?))
    }

    /// Sums of any number of these numbers; requires a single range or an endless progression.
    pub(super) fn star(&self, cap: usize) -> Option<Vec<LengthTerm>> {
        let base = star_of_range(self.low, self.high, cap)?;
        if self.period == 0 {
            return Some(base);
        }
        // A sum of k > 0 numbers is a sum of k numbers of the first range plus a sum of periods.
        let first = LengthTerm::range(self.low, self.high);
        let periods = LengthTerm { low: 0, high: 0, period: self.period, repeats: None };
        let mut shifted = Vec::new();
        sum(&first, &periods, cap, &mut shifted).then_some(())?;
        let mut terms = vec![LengthTerm::range(0, 0)];
        for a in &shifted {
            for b in &base {
                sum(a, b, cap, &mut terms).then_some(())?;
            }
        }
        Some(terms)
    }

    /// Sums of between `low` and `high` numbers of one range.
    pub(super) fn repeat(&self, low: u64, high: u64, cap: usize) -> Option<Vec<LengthTerm>> {
        if self.period != 0 {
            return None;
        }
        let width = self.width();
        if width == 0 {
            let first = self.low.checked_mul(low)?;
            self.low.checked_mul(high)?;
            let term = LengthTerm { low: first, high: first, period: self.low, repeats: Some(high - low) };
            return Some(vec![term.simplified()]);
        }
        let mut terms = Vec::new();
        let mut count = low;
        loop {
            let range = (self.low.checked_mul(count)?, self.high.checked_mul(count)?);
            let next = self.low.checked_mul(count.checked_add(1)?)?;
            if next <= range.1.saturating_add(1) || count == high {
                // From here on the ranges touch.
                terms.push(LengthTerm::range(range.0, self.high.checked_mul(high)?));
                return Some(terms);
            }
            terms.push(LengthTerm::range(range.0, range.1));
            count += 1;
            if terms.len() > cap {
                return None;
            }
        }
    }
}

/// The same numbers as single ranges and endless progressions.
pub(super) fn without_finite_progressions(terms: &[LengthTerm], cap: usize) -> Option<Vec<LengthTerm>> {
    let mut result = Vec::new();
    for term in terms {
        match term.repeats {
            Some(repeats) if repeats > 0 => {
                if repeats as usize > cap - result.len().min(cap) {
                    return None;
                }
                for k in 0..=repeats {
                    let (low, high) = term.nth(k)?;
                    result.push(LengthTerm::range(low, high));
                }
            }
            _ => result.push(*term),
        }
    }
    Some(result)
}

/// Sums of any number of numbers from `low` to `high`.
fn star_of_range(low: u64, high: u64, cap: usize) -> Option<Vec<LengthTerm>> {
    if high == 0 {
        return Some(vec![LengthTerm::range(0, 0)]);
    }
    if low == high {
        return Some(vec![LengthTerm { low: 0, high: 0, period: low, repeats: None }]);
    }
    let mut terms = vec![LengthTerm::range(0, 0)];
    // From `count` copies on, the ranges touch and never end.
    let mut count = 1_u64;
    while low.checked_mul(count + 1)? > high.checked_mul(count)?.saturating_add(1) {
        terms.push(LengthTerm::range(low * count, high * count));
        count += 1;
        if terms.len() > cap {
            return None;
        }
    }
    terms.push(LengthTerm::ray(low.checked_mul(count)?));
    Some(terms)
}

/// Appends the sums of a number of `a` and one of `b`. False when that takes too many terms.
pub(super) fn sum(a: &LengthTerm, b: &LengthTerm, cap: usize, out: &mut Vec<LengthTerm>) -> bool {
    let (Some(low), Some(high)) = (a.low.checked_add(b.low), a.high.checked_add(b.high)) else {
        return false;
    };
    let joined = LengthTerm { low, high, period: 0, repeats: Some(0) };
    let (a, b) = if a.repeats == Some(0) { (b, a) } else { (a, b) };
    if b.repeats == Some(0) || a.period == b.period {
        let repeats = a.repeats.zip(b.repeats).and_then(|(x, y)| x.checked_add(y));
        out.push(LengthTerm { period: a.period, repeats, ..joined }.simplified());
        return true;
    }
    if let Some(term) = absorbed_sum(joined, a, b).or_else(|| absorbed_sum(joined, b, a)) {
        out.push(term.simplified());
        return true;
    }
    // Copies of one progression, shifted by the periods of the other. Against an endless progression the
    // shifts repeat after a while.
    let shifts = |moving: &LengthTerm, fixed: &LengthTerm| {
        let distinct = fixed.period / gcd(fixed.period, moving.period) - 1;
        match (moving.repeats, fixed.repeats) {
            (repeats, None) => Some(repeats.map_or(distinct, |repeats| repeats.min(distinct))),
            (repeats, Some(_)) => repeats,
        }
    };
    let (moving, fixed, count) = match (shifts(a, b), shifts(b, a)) {
        (Some(x), Some(y)) if y < x => (b, a, y),
        (Some(x), _) => (a, b, x),
        (None, Some(y)) => (b, a, y),
        (None, None) => return false,
    };
    if count as usize >= cap.saturating_sub(out.len()) {
        return false;
    }
    for k in 0..=count {
        let Some(shift) = k.checked_mul(moving.period) else { return false };
        let (Some(low), Some(high)) = (low.checked_add(shift), high.checked_add(shift)) else { return false };
        out.push(LengthTerm { low, high, period: fixed.period, repeats: fixed.repeats }.simplified());
    }
    true
}

/// The sum when the periods of `b` only lead to numbers that the endless `a` reaches anyway.
fn absorbed_sum(joined: LengthTerm, a: &LengthTerm, b: &LengthTerm) -> Option<LengthTerm> {
    let absorbs = a.repeats.is_none() && b.period.is_multiple_of(a.period);
    absorbs.then_some(LengthTerm { period: a.period, repeats: None, ..joined })
}

/// Appends the numbers that are in both. False when that takes too many terms.
pub(super) fn intersect(a: &LengthTerm, b: &LengthTerm, cap: usize, out: &mut Vec<LengthTerm>) -> bool {
    let (a, b) = (&a.simplified(), &b.simplified());
    if let Some((low, high)) = as_interval(a) {
        clip(b, low, high, out);
        return true;
    }
    if let Some((low, high)) = as_interval(b) {
        clip(a, low, high, out);
        return true;
    }
    // Residue by residue, by the Chinese remainder theorem.
    let pairs = (a.width() + 1).checked_mul(b.width() + 1);
    if pairs.is_none_or(|pairs| pairs as usize > cap.saturating_sub(out.len())) {
        return false;
    }
    for x in a.low..=a.high {
        for y in b.low..=b.high {
            let single = |n: u64, term: &LengthTerm| LengthTerm { low: n, high: n, ..*term };
            match meet_of_singles(&single(x, a), &single(y, b)) {
                Some(Some(term)) => out.push(term),
                Some(None) => {}
                None => return false,
            }
        }
    }
    true
}

/// The bounds of a term without gaps.
fn as_interval(term: &LengthTerm) -> Option<(u64, u64)> {
    match (term.period, term.repeats) {
        (0, _) => Some((term.low, term.high)),
        (1, None) => Some((term.low, u64::MAX)),
        _ => None,
    }
}

/// The numbers of `term` between `low` and `high`.
fn clip(term: &LengthTerm, low: u64, high: u64, out: &mut Vec<LengthTerm>) {
    if term.period == 0 {
        let (low, high) = (low.max(term.low), high.min(term.high));
        if low <= high {
            out.push(LengthTerm::range(low, high));
        }
        return;
    }
    // The first and the last range may be cut; those between are whole.
    let first = low.saturating_sub(term.high).div_ceil(term.period);
    if high < term.low {
        return;
    }
    let mut last = (high - term.low) / term.period;
    if let Some(repeats) = term.repeats {
        last = last.min(repeats);
    }
    let endless = term.repeats.is_none() && high == u64::MAX;
    let mut push_cut = |k: u64| {
        if let Some((from, to)) = term.nth(k)
            && from.max(low) <= to.min(high)
        {
            out.push(LengthTerm::range(from.max(low), to.min(high)));
        }
    };
    if first > last {
        return;
    }
    push_cut(first);
    if last > first && !endless {
        push_cut(last);
    }
    let some_whole = endless || last >= first.saturating_add(2);
    if some_whole && let Some((from, to)) = term.nth(first.saturating_add(1)) {
        let repeats = if endless { None } else { Some(last - first - 2) };
        out.push(LengthTerm { low: from, high: to, period: term.period, repeats }.simplified());
    }
}

/// The common numbers of two progressions of single numbers: again a progression, or none. The
/// outer `None` means that the numbers are too large.
fn meet_of_singles(a: &LengthTerm, b: &LengthTerm) -> Option<Option<LengthTerm>> {
    let common = gcd(a.period, b.period);
    if !a.low.abs_diff(b.low).is_multiple_of(common) {
        return Some(None);
    }
    let (a, b) = if a.period >= b.period { (a, b) } else { (b, a) };
    let tries = b.period / common;
    if tries > 1 << 20 {
        return None;
    }
    let start = a.next_from(b.low);
    let Some(start) = start else { return Some(None) };
    let first = (0..tries).find_map(|k| {
        let n = k.checked_mul(a.period)?.checked_add(start)?;
        (n - b.low).is_multiple_of(b.period).then_some(n)
    });
    let period = (a.period / common).checked_mul(b.period)?;
    let last = match (a.last(), b.last()) {
        (Some(x), Some(y)) => Some(x.min(y)),
        (x, y) => x.or(y),
    };
    let first = first?;
    if last.is_some_and(|last| first > last) {
        return Some(None);
    }
    let repeats = last.map(|last| (last - first) / period);
    Some(Some(LengthTerm { low: first, high: first, period, repeats }.simplified()))
}

/// Fewer terms for the same numbers: touching ranges are merged, evenly spaced ones become a
/// progression, progressions inside another are dropped. Sorted.
pub(super) fn normalize(terms: Vec<LengthTerm>) -> Vec<LengthTerm> {
    let (mut ranges, mut rest): (Vec<_>, Vec<_>) =
        terms.into_iter().map(LengthTerm::simplified).partition(|term| term.period == 0);
    if let Some(low) = rest.iter().filter(|term| as_interval(term).is_some()).map(|term| term.low).min() {
        normalize_below_ray(low, &mut ranges, &mut rest);
    }
    rest.sort_unstable_by_key(|term| (term.period, term.low, term.high));
    drop_contained(&mut rest);
    let ranges = merge_ranges(ranges);
    rest.extend(group_even(&ranges));
    rest.sort_unstable();
    rest
}

/// Everything from the ray on is covered; what starts below it is kept, and the ray itself grows
/// downwards over ranges that touch it.
fn normalize_below_ray(low: u64, ranges: &mut Vec<LengthTerm>, rest: &mut Vec<LengthTerm>) {
    rest.retain(|term| as_interval(term).is_none() && term.low < low);
    ranges.retain(|term| term.low < low);
    let mut start = low;
    ranges.sort_unstable_by_key(|term| std::cmp::Reverse(term.high));
    for range in ranges.iter() {
        if range.high.saturating_add(1) >= start {
            start = start.min(range.low);
        }
    }
    ranges.retain(|term| term.low < start);
    rest.push(LengthTerm::ray(start));
}

/// Drops progressions whose numbers all lie in an earlier one with the same period.
fn drop_contained(terms: &mut Vec<LengthTerm>) {
    let mut kept: Vec<LengthTerm> = Vec::with_capacity(terms.len());
    let mut by_residue: rustc_hash::FxHashMap<(u64, u64), LengthTerm> = rustc_hash::FxHashMap::default();
    for &term in terms.iter() {
        let key = (term.period, term.low % term.period);
        let covered = by_residue.get(&key).is_some_and(|old| {
            old.width() >= term.width()
                && match (old.last(), term.last()) {
                    (None, _) => true,
                    (Some(_), None) => false,
                    (Some(x), Some(y)) => x >= y,
                }
        });
        if !covered {
            by_residue.insert(key, term);
            kept.push(term);
        }
    }
    *terms = kept;
}

fn merge_ranges(mut ranges: Vec<LengthTerm>) -> Vec<LengthTerm> {
    ranges.sort_unstable();
    let mut merged: Vec<LengthTerm> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.low <= last.high.saturating_add(1) => last.high = last.high.max(range.high),
            _ => merged.push(range),
        }
    }
    merged
}

/// Runs of at least three ranges of one width and one distance become one term.
fn group_even(ranges: &[LengthTerm]) -> Vec<LengthTerm> {
    let mut groups = Vec::new();
    let mut at = 0;
    while at < ranges.len() {
        let first = ranges[at];
        let distance = ranges.get(at + 1).map_or(0, |next| next.low - first.low);
        let fits =
            |pair: &[LengthTerm]| pair[1].low - pair[0].low == distance && pair[1].width() == first.width();
        let length = 1 + ranges[at..].windows(2).take_while(|pair| fits(pair)).count();
        if length >= 3 {
            groups.push(LengthTerm { period: distance, repeats: Some(length as u64 - 1), ..first });
            at += length;
        } else {
            groups.push(first);
            at += 1;
        }
    }
    groups
}
