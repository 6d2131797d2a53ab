//! Sets of vectors of lengths: a point and all that is reached from it by whole multiples of some vectors.
//!
//! Enters: lengths of solutions. Leaves: the smallest set of this form that holds them (after Granger's linear
//! congruences). Such sets grow only finitely often, so that lengths along the loops of a graph can be followed to
//! the end. None stands for numbers that are too large.

/// A point and vectors; the vectors are in echelon form, so that equal sets have equal vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Coset {
    pub(super) point: Vec<i64>,
    pub(super) basis: Vec<Vec<i64>>,
}

impl Coset {
    /// One vector for each of these numbers: point and step.
    pub(super) fn of_steps(steps: &[(i64, i64)]) -> Coset {
        let point = steps.iter().map(|step| step.0).collect();
        let unit = |(place, step): (usize, &(i64, i64))| {
            let mut vector = vec![0; steps.len()];
            vector[place] = step.1;
            vector
        };
        let basis = steps.iter().enumerate().filter(|(_, step)| step.1 != 0).map(unit).collect();
        Coset { point, basis }
    }

    /// The smallest such set that holds both.
    pub(super) fn join(&self, other: &Coset) -> Option<Coset> {
        let mut vectors = self.basis.clone();
        vectors.extend(other.basis.iter().cloned());
        vectors.push(combine(&other.point, -1, &self.point)?);
        Some(Coset { point: self.point.clone(), basis: echelon(vectors)? })
    }

    /// Does it hold the vector?
    pub(super) fn holds(&self, vector: &[i64]) -> Option<bool> {
        let mut rest = combine(vector, -1, &self.point)?;
        for own in &self.basis {
            let place = own.iter().position(|entry| *entry != 0)?;
            rest = combine(&rest, -(rest[place].div_euclid(own[place])), own)?;
        }
        Some(rest.iter().all(|entry| *entry == 0))
    }

    /// Does it hold the other set?
    pub(super) fn includes(&self, other: &Coset) -> Option<bool> {
        let mut all = self.holds(&other.point)?;
        for vector in &other.basis {
            all &= self.holds(&combine(&self.point, 1, vector)?)?;
        }
        Some(all)
    }

    /// The image under a map: each new number is a sum of old ones with factors, and a constant.
    pub(super) fn image(&self, map: &[(Vec<i64>, i64)]) -> Option<Coset> {
        let apply = |vector: &[i64], with_constant: bool| -> Option<Vec<i64>> {
            let entry = |(factors, constant): &(Vec<i64>, i64)| {
                let start = if with_constant { *constant } else { 0 };
                dot(factors, vector)?.checked_add(start)
            };
            map.iter().map(entry).collect()
        };
        let basis: Option<Vec<Vec<i64>>> = self.basis.iter().map(|vector| apply(vector, false)).collect();
        Some(Coset { point: apply(&self.point, true)?, basis: echelon(basis?)? })
    }

    /// The vectors for which a sum with factors and a constant is zero; the inner none says that there are none.
    pub(super) fn meet(&self, factors: &[i64], constant: i64) -> Option<Option<Coset>> {
        // Euclid's algorithm on the vectors, by what they add to the sum; one of them keeps the divisor.
        let mut vectors = self.basis.clone();
        let mut kept: Option<Vec<i64>> = None;
        let mut free = Vec::new();
        while let Some(mut vector) = vectors.pop() {
            if let Some(mut own) = kept.take() {
                let (mut a, mut b) = (dot(factors, &own)?, dot(factors, &vector)?);
                while b != 0 {
                    let quotient = a.div_euclid(b);
                    let rest = combine(&own, -quotient, &vector)?;
                    (own, vector) = (vector, rest);
                    (a, b) = (b, a - quotient * b);
                }
                kept = Some(own);
                free.push(vector);
            } else if dot(factors, &vector)? == 0 {
                free.push(vector);
            } else {
                kept = Some(vector);
            }
        }
        let missing = dot(factors, &self.point)?.checked_add(constant)?;
        let step = kept.as_ref().map_or(Some(0), |own| dot(factors, own))?;
        if missing == 0 {
            return Some(Some(Coset { point: self.point.clone(), basis: echelon(free)? }));
        }
        if step == 0 || missing % step != 0 {
            return Some(None);
        }
        let point = combine(&self.point, -(missing / step), kept.as_ref()?)?;
        Some(Some(Coset { point, basis: echelon(free)? }))
    }
}

fn dot(a: &[i64], b: &[i64]) -> Option<i64> {
    a.iter().zip(b).try_fold(0_i64, |sum, (x, y)| sum.checked_add(x.checked_mul(*y)?))
}

/// The first vector, and so many times the second.
fn combine(a: &[i64], times: i64, b: &[i64]) -> Option<Vec<i64>> {
    a.iter().zip(b).map(|(x, y)| x.checked_add(times.checked_mul(*y)?)).collect()
}

/// Vectors with the same multiples, each beginning further right than the one before, and none zero. What stands
/// above the first number of a vector is smaller than it, and not negative.
fn echelon(mut vectors: Vec<Vec<i64>>) -> Option<Vec<Vec<i64>>> {
    let width = vectors.first().map_or(0, Vec::len);
    let mut done: Vec<Vec<i64>> = Vec::new();
    for place in 0..width {
        let (mut with, without): (Vec<_>, Vec<_>) =
            vectors.into_iter().partition(|vector| vector[place] != 0);
        vectors = without;
        while with.len() > 1 {
            with.sort_by_key(|vector| vector[place].unsigned_abs());
            let first = with[0].clone();
            for vector in &mut with[1..] {
                *vector = combine(vector, -(vector[place] / first[place]), &first)?;
            }
            let (still, zero): (Vec<_>, Vec<_>) = with.into_iter().partition(|vector| vector[place] != 0);
            with = still;
            vectors.extend(zero);
        }
        let Some(mut own) = with.pop() else { continue };
        if own[place] < 0 {
            own = own.iter().map(|entry| entry.checked_neg()).collect::<Option<_>>()?;
        }
        for vector in &mut done {
            *vector = combine(vector, -(vector[place].div_euclid(own[place])), &own)?;
        }
        done.push(own);
    }
    Some(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_hold_both_and_no_more() {
        let a = Coset { point: vec![2, 0], basis: vec![] };
        let b = Coset { point: vec![5, 0], basis: vec![] };
        let both = a.join(&b).expect("small");
        for (vector, expected) in [([2, 0], true), ([8, 0], true), ([4, 0], false), ([2, 1], false)] {
            assert_eq!(both.holds(&vector), Some(expected), "{vector:?}");
        }
        assert_eq!(both.includes(&a), Some(true));
        assert_eq!(a.includes(&both), Some(false));
    }

    #[test]
    fn images_follow_maps() {
        // The first becomes the sum of both, and one.
        let set = Coset::of_steps(&[(0, 2), (1, 0)]);
        let image = set.image(&[(vec![1, 1], 1), (vec![0, 1], 0)]).expect("small");
        assert_eq!((image.holds(&[4, 1]), image.holds(&[3, 1])), (Some(true), Some(false)));
    }

    #[test]
    fn a_meet_holds_what_satisfies_the_sum() {
        // Twice the first is three times the second.
        let all = Coset::of_steps(&[(0, 1), (0, 1)]);
        let met = all.meet(&[2, -3], 0).expect("small").expect("some");
        assert_eq!((met.holds(&[3, 2]), met.holds(&[2, 1])), (Some(true), Some(false)));
        assert_eq!(met.basis.len(), 1);
        let shifted = all.meet(&[2, -3], -1).expect("small").expect("some");
        assert_eq!((shifted.holds(&[2, 1]), shifted.holds(&[5, 3])), (Some(true), Some(true)));
        let even = Coset::of_steps(&[(0, 2), (0, 2)]);
        assert_eq!(even.meet(&[1, 1], 1), Some(None));
    }

    #[test]
    fn a_meet_agrees_with_all_small_vectors() {
        for (a, b, c) in (-3..=3).flat_map(|a| (-3..=3).flat_map(move |b| (-3..=3).map(move |c| (a, b, c)))) {
            let set =
                Coset { point: vec![1, 0], basis: echelon(vec![vec![2, 1], vec![0, 3]]).expect("small") };
            let met = set.meet(&[a, b], c).expect("small");
            for (x, y) in (-8..=8).flat_map(|x| (-8..=8).map(move |y| (x, y))) {
                let expected = set.holds(&[x, y]) == Some(true) && a * x + b * y + c == 0;
                let found = met.as_ref().is_some_and(|met| met.holds(&[x, y]) == Some(true));
                assert_eq!(found, expected, "{a} {b} {c}: {x} {y}");
            }
        }
    }
}
