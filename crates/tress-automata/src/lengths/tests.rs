//! The algebra of length sets against sets of numbers below a bound.

use super::{LengthSet, LengthTerm, walk_lengths};
use tress_base::{Budget, Random};

const BOUND: u64 = 120;

fn random_term(random: &mut Random) -> LengthTerm {
    let low = random.below(12) as u64;
    let high = low + random.below(3) as u64;
    match random.below(3) {
        0 => LengthTerm { low, high, period: 0, repeats: Some(0) },
        1 => LengthTerm { low, high, period: 1 + random.below(9) as u64, repeats: None },
        _ => LengthTerm {
            low,
            high,
            period: 1 + random.below(9) as u64,
            repeats: Some(1 + random.below(4) as u64),
        },
    }
}

fn random_set(random: &mut Random) -> LengthSet {
    let count = random.below(3) + usize::from(random.chance(2, 3));
    LengthSet::from_terms((0..count).map(|_| random_term(random)).collect())
}

fn members(set: &LengthSet) -> Vec<u64> {
    (0..BOUND).filter(|&n| set.contains(n)).collect()
}

fn check(set: &LengthSet, expected: &dyn Fn(u64) -> bool, what: &str) {
    for n in 0..BOUND {
        if set.is_exact() {
            assert_eq!(set.contains(n), expected(n), "{what}: {n} in {set:?}");
        } else {
            assert!(set.contains(n) || !expected(n), "{what}: {n} missing in {set:?}");
        }
    }
}

#[test]
fn the_algebra_agrees_with_sets_of_numbers() {
    let mut random = Random::new(21);
    let mut exact = 0;
    for _ in 0..4000 {
        let (a, b) = (random_set(&mut random), random_set(&mut random));
        let (x, y) = (members(&a), members(&b));
        check(&a.union(&b), &|n| x.contains(&n) || y.contains(&n), "union");
        let both = a.intersection(&b);
        check(&both, &|n| x.contains(&n) && y.contains(&n), &format!("{a:?} and {b:?}"));
        let sum = a.sum(&b);
        exact += usize::from(sum.is_exact() && both.is_exact());
        check(&sum, &|n| x.iter().any(|&i| i <= n && y.contains(&(n - i))), "sum");
        check(&a.hull(), &|n| x.contains(&n), "hull");
        for from in 0..40 {
            assert_eq!(a.next_from(from), (from..BOUND).find(|n| a.contains(*n)), "{a:?} from {from}");
        }
        assert_eq!(a.min(), x.first().copied());
        assert!(a.max().is_none_or(|max| max < BOUND && x.last() == Some(&max)) || a.is_empty());
    }
    assert!(exact > 3900, "{exact} of 4000 exact");
}

#[test]
fn repetition_agrees_with_repeated_sums() {
    let mut random = Random::new(22);
    let mut exact = 0;
    for _ in 0..600 {
        let a = random_set(&mut random);
        let x = members(&a);
        let (low, extra) = (random.below(4), random.below(4));
        let endless = random.chance(1, 3);
        let high = if endless { BOUND as usize } else { low + extra };
        let mut reach = vec![false; BOUND as usize];
        let mut layer = vec![false; BOUND as usize];
        layer[0] = true;
        for count in 0..=high {
            if count >= low {
                reach.iter_mut().zip(&layer).for_each(|(reach, &now)| *reach |= now);
            }
            let mut next = vec![false; BOUND as usize];
            for (n, _) in layer.iter().enumerate().filter(|(_, now)| **now) {
                x.iter()
                    .map(|&i| n + i as usize)
                    .filter(|&m| m < BOUND as usize)
                    .for_each(|m| next[m] = true);
            }
            layer = next;
        }
        let result = a.repeat(low as u64, (!endless).then_some(high as u64));
        exact += usize::from(result.is_exact());
        check(&result, &|n| reach[n as usize], "repeat");
    }
    assert!(exact > 400, "{exact} of 600 exact");
}

#[test]
fn large_counters_stay_small() {
    let million = LengthSet::range(1, Some(100)).repeat(1, Some(100)).repeat(1, Some(100));
    assert_eq!(million.terms().len(), 1);
    assert_eq!((million.min(), million.max()), (Some(1), Some(1_000_000)));
    let odd = LengthSet::single(2).star().sum(&LengthSet::single(1));
    assert!(odd.is_exact() && odd.intersection(&LengthSet::single(2).star()).is_empty());
    let step = LengthSet::single(1000).star().intersection(&LengthSet::single(1001).star());
    assert_eq!(step.next_from(1), Some(1_001_000));
    let mixed = LengthSet::single(2).union(&LengthSet::single(5)).repeat(5000, Some(5000));
    assert!(mixed.contains(10_003) && !mixed.contains(10_004));
}

#[test]
fn walks_through_a_graph_have_lengths() {
    let budget = Budget::unlimited();
    // A way of one step, a circle of three, and a node behind it.
    let graph: [Vec<u32>; 5] = [vec![1], vec![2], vec![3], vec![1, 4], vec![]];
    let set = walk_lengths(&graph, 0, |node| node == 4, &budget).expect("no limit");
    assert!(set.is_exact());
    for length in 0..40 {
        assert_eq!(set.contains(length), length >= 4 && length % 3 == 1, "{length}");
    }
    assert!(walk_lengths(&graph, 4, |node| node == 0, &budget).expect("no limit").is_empty());
}
