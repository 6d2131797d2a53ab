//! Small conflicts: which of many demands are needed to contradict each other.

use tress_base::{Budget, Stop};

use super::limits::{CONFLICT_STEPS, CORE_STEPS};

/// Some of the indices `0..count` that still contradict each other, if all of them do. Large pieces are left
/// out first, so that a few among many are found soon; what cannot be answered with a share of the work stays
/// in.
///
/// # Errors
/// When the budget ends.
pub(super) fn needed(
    count: usize,
    budget: &Budget,
    mut contradict: impl FnMut(&[usize]) -> Result<bool, Stop>,
) -> Result<Vec<usize>, Stop> {
    let mut kept: Vec<usize> = (0..count).collect();
    let begin = budget.used();
    let mut size = count.div_ceil(2);
    while size > 0 {
        let mut start = 0;
        while start < kept.len() {
            if CONFLICT_STEPS.is_exceeded((budget.used() - begin) as usize, budget) {
                return Ok(kept);
            }
            let end = (start + size).min(kept.len());
            let without = [&kept[..start], &kept[end..]].concat();
            match CORE_STEPS.share(budget, || contradict(&without))? {
                Some(true) => kept = without,
                Some(false) | None => start = end,
            }
        }
        size /= 2;
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_needed_ones_stay() {
        for wanted in [vec![], vec![0], vec![7], vec![2, 3], vec![0, 5, 9]] {
            let contradict = |kept: &[usize]| Ok(wanted.iter().all(|place| kept.contains(place)));
            assert_eq!(needed(10, &Budget::unlimited(), contradict), Ok(wanted.clone()));
        }
    }

    #[test]
    fn a_question_that_takes_too_long_keeps_what_it_is_about() {
        let budget = Budget::unlimited();
        let contradict = |kept: &[usize]| {
            if !kept.contains(&1) {
                budget.poll_many(2 * CORE_STEPS.most(&budget))?;
            }
            Ok(true)
        };
        assert_eq!(needed(4, &budget, contradict), Ok(vec![1]));
    }
}
