//! A walk through the paths of a program, depth first, as a symbolic executor goes.
//!
//! Enters: answers, one by one. Leaves: questions. At every point the condition and its negation
//! are tried on a new level; a path is followed where it is possible, and its level is popped when
//! everything behind it was seen. When all paths of a program were seen, the next program begins.

use super::program::{DEPTH, Program};

/// A point on the present path.
struct Point {
    /// Was the last branch taken?
    taken: bool,
    /// How many of its two branches were tried.
    tried: usize,
}

/// Where the walk is.
///
/// Invariant: the solver has as many levels as `path` has points behind the first, and `pops` more.
pub(super) struct Walk {
    program: Program,
    seed: u64,
    path: Vec<Point>,
    pops: usize,
}

impl Walk {
    /// A walk at its beginning.
    pub(super) fn new(seed: u64) -> Self {
        let path = vec![Point { taken: false, tried: 0 }];
        Self { program: Program::new(seed), seed, path, pops: 0 }
    }

    /// The next question, given the answer to the one before.
    pub(super) fn next(&mut self, answer: Option<&str>) -> String {
        self.follow(answer);
        self.leave_finished();
        let depth = self.path.len() - 1;
        let point = &mut self.path[depth];
        let condition = self.program.condition(depth, point.taken);
        point.tried += 1;
        let formula = if point.tried == 1 { condition.to_owned() } else { format!("(not {condition})") };
        let pop = match std::mem::take(&mut self.pops) {
            0 => String::new(),
            levels => format!("(pop {levels})\n"),
        };
        format!("{pop}(push 1)\n(assert {formula})\n(check-sat)\n")
    }

    /// Steps onto the branch that was asked about, or back from it.
    fn follow(&mut self, answer: Option<&str>) {
        let Some(answer) = answer else { return };
        if answer == "sat" && self.path.len() < DEPTH {
            let taken = self.path.last().is_some_and(|point| point.tried == 1);
            self.path.push(Point { taken, tried: 0 });
        } else {
            self.pops += 1;
        }
    }

    /// Goes back from points whose branches were both tried.
    fn leave_finished(&mut self) {
        while self.path.last().is_some_and(|point| point.tried == 2) {
            self.path.pop();
            self.pops += usize::from(!self.path.is_empty());
        }
        if self.path.is_empty() {
            self.seed = self.seed.wrapping_add(1);
            self.program = Program::new(self.seed);
            self.path.push(Point { taken: false, tried: 0 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The questions of a walk whose answers come from `answer`, given the number of levels.
    fn questions(count: usize, answer: impl Fn(usize) -> &'static str) -> Vec<(String, usize)> {
        let (mut walk, mut last, mut levels) = (Walk::new(1), None, 0);
        let mut all = Vec::new();
        for _ in 0..count {
            let text = walk.next(last);
            if let Some(rest) = text.strip_prefix("(pop ") {
                let popped: usize = rest.split(')').next().and_then(|n| n.parse().ok()).expect("a number");
                assert!(popped <= levels, "{text}");
                levels -= popped;
            }
            levels += 1;
            last = Some(answer(levels));
            all.push((text, levels));
        }
        all
    }

    #[test]
    fn every_point_is_tried_both_ways() {
        // Two branches below each of two branches, then the next program.
        let all = questions(7, |levels| if levels < 2 { "sat" } else { "unsat" });
        let levels: Vec<usize> = all.iter().map(|(_, levels)| *levels).collect();
        assert_eq!(levels, [1, 2, 2, 1, 2, 2, 1]);
        let [taken, other] = [0, 3].map(|place| all[place].0.clone());
        assert!(
            taken.starts_with("(push 1)\n(assert (")
                && other.starts_with("(pop 2)\n(push 1)\n(assert (not (")
        );
        assert!(all[6].0.starts_with("(pop 2)\n(push 1)\n"));
        let condition = |text: &str| text.split("(assert ").nth(1).map(str::to_owned);
        assert_ne!(condition(&all[6].0), condition(&taken));
    }

    #[test]
    fn no_path_is_longer_than_the_program() {
        let all = questions(2000, |_| "sat");
        assert_eq!(all.iter().map(|(_, levels)| *levels).max(), Some(DEPTH));
    }
}
