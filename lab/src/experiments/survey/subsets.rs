//! The best choice of a number of operations: the one that covers most projects.
//!
//! A best choice is a union of what some projects need. Unions are made project by project; where they get
//! too many, those that cover most for their size are kept, and the curve is a lower bound then.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Unions that are kept.
const MOST_UNIONS: usize = 20_000;

/// Projects that are covered by the best choice of 0, 1, 2 … operations besides those of the base.
pub(super) struct Curve {
    pub(super) covered: Vec<usize>,
    /// The operations of the best choice of each size, as far as it is better than smaller ones.
    chosen: Vec<Option<Vec<String>>>,
    /// Are these the best choices?
    pub(super) is_exact: bool,
}

/// The curve for what projects need. Concatenation is part of the base.
pub(super) fn best_subsets(needs: &[Vec<&str>], base: &[&str]) -> Curve {
    let is_extra = |name: &&str| !base.contains(name) && *name != super::count::CONCAT;
    let names: BTreeSet<&str> = needs.iter().flatten().copied().filter(is_extra).collect();
    let names: Vec<&str> = names.into_iter().take(128).collect();
    let bit = |name: &str| names.iter().position(|known| *known == name).map_or(0, |place| 1_u128 << place);
    let mut needed: Vec<u128> =
        needs.iter().map(|need| need.iter().fold(0, |all, name| all | bit(name))).collect();
    needed.sort_by_key(|need| (need.count_ones(), *need));
    let (unions, is_exact) = unions(&needed);
    let mut best: BTreeMap<u32, (usize, u128)> = BTreeMap::new();
    for union in unions {
        let found = (covered(&needed, union), union);
        let known = best.entry(union.count_ones()).or_insert(found);
        if found.0 > known.0 {
            *known = found;
        }
    }
    let mut curve = Curve { covered: Vec::new(), chosen: Vec::new(), is_exact };
    let mut most = 0;
    for size in 0..=names.len() as u32 {
        let better = best.get(&size).filter(|(count, _)| *count > most);
        most = better.map_or(most, |(count, _)| *count);
        curve.covered.push(most);
        curve.chosen.push(better.map(|(_, union)| {
            let is_in = |place: &usize| union & (1 << place) != 0;
            (0..names.len()).filter(is_in).map(|place| names[place].to_owned()).collect()
        }));
    }
    curve
}

fn covered(needed: &[u128], union: u128) -> usize {
    needed.iter().filter(|need| **need & !union == 0).count()
}

/// Unions of what projects need, and whether these are all.
fn unions(needed: &[u128]) -> (BTreeSet<u128>, bool) {
    let mut unions = BTreeSet::from([0_u128]);
    let mut is_exact = true;
    for need in needed {
        let joined: Vec<u128> = unions.iter().map(|union| union | need).collect();
        unions.extend(joined);
        if unions.len() > MOST_UNIONS {
            is_exact = false;
            let mut kept: Vec<u128> = unions.into_iter().collect();
            kept.sort_by_key(|union| {
                (covered(needed, *union) as i64 * -100) / i64::from(union.count_ones() + 1)
            });
            kept.truncate(MOST_UNIONS / 4);
            unions = kept.into_iter().collect();
        }
    }
    // All operations together are a choice, too.
    unions.insert(needed.iter().fold(0, |all, need| all | need));
    (unions, is_exact)
}

impl Curve {
    pub(super) fn text(&self) -> String {
        let mut text =
            String::from(if self.is_exact { "best choices:\n" } else { "best choices that were found:\n" });
        for (size, chosen) in self.chosen.iter().enumerate() {
            if let Some(chosen) = chosen {
                let _ = writeln!(
                    text,
                    "{size:>4} operations cover {:>4} projects: {}",
                    self.covered[size],
                    chosen.join(" ")
                );
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All choices, one by one.
    fn slow(needs: &[Vec<&str>], base: &[&str], size: usize, names: &[&str]) -> usize {
        (0..1_u32 << names.len())
            .filter(|choice| choice.count_ones() as usize <= size)
            .map(|choice| {
                let has = |name: &&str| {
                    base.contains(name)
                        || *name == "concat"
                        || names
                            .iter()
                            .position(|known| known == name)
                            .is_some_and(|place| choice & (1 << place) != 0)
                };
                needs.iter().filter(|need| need.iter().all(&has)).count()
            })
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn the_curve_is_that_of_all_choices() {
        let names = ["a", "b", "c", "d", "e", "f"];
        let mut random = tress_base::Random::new(5);
        for _ in 0..50 {
            let needs: Vec<Vec<&str>> = (0..8)
                .map(|_| {
                    names
                        .iter()
                        .copied()
                        .chain(["equals", "concat"])
                        .filter(|_| random.below(3) == 0)
                        .collect()
                })
                .collect();
            let curve = best_subsets(&needs, &["equals"]);
            assert!(curve.is_exact);
            for (size, covered) in curve.covered.iter().enumerate() {
                assert_eq!(*covered, slow(&needs, &["equals"], size, &names), "{needs:?} {size}");
            }
        }
    }
}
