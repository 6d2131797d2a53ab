//! Whole solutions: what is tried, in which order, when the rational solution is not whole.
//!
//! 1. Nonbasic integers are moved to whole values.
//! 2. Patching: one nonbasic variable moves by a whole amount that makes a basic one whole.
//! 3. The gcd test on rows with fractional basic variables.
//! 4. Equations are solved over the integers ([`eliminate`]): a conflict, or bounds tightened to
//!    residues. Tried less often while it finds nothing.
//! 5. The unit cube test ([`cube`]), also less often while it fails.
//! 6. Cuts ([`cut`]), near the root of the search only.
//! 7. Branching on a variable, by the client or here ([`branch`]).
//!
//! Everything learned is a bound with premises, so that conflicts name asserted bounds only.

mod branch;
mod cube;
mod cut;
mod eliminate;
mod equations;
mod patch;

pub(crate) use cut::Pinned;

use tress_base::{Budget, Int, Stop};

use crate::bounds::{BoundId, Reason, Side};
use crate::linear::Var;
use crate::simplex::Feasible;
use crate::solver::{Outcome, Solver};
use crate::value::Value;

/// What [`Solver::check_integer`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IntegerOutcome {
    /// The current assignment is a solution.
    Sat,
    /// These reasons cannot hold together; none occurs twice.
    Conflict(Vec<Reason>),
    /// Undecided: the client may split into `var <= floor` and `var >= floor + 1`.
    Branch {
        /// An integer variable whose rational value is not whole, or whose range is worth halving.
        /// It may represent a sum; see [`Solver::meaning`].
        var: Var,
        /// Both sides exclude something: each is a tighter bound than the current one.
        floor: Int,
    },
}

/// The same, in terms of bounds.
pub(crate) enum Step {
    Sat,
    No(Vec<BoundId>),
    Branch(u32, Int),
}

/// When a costly method is tried again: it waits longer each time it fails.
#[derive(Default, Debug)]
struct Pace {
    wait: u32,
    period: u32,
}

impl Pace {
    fn is_due(&mut self) -> bool {
        let due = self.wait == 0;
        self.wait = self.wait.saturating_sub(1);
        due
    }

    fn note(&mut self, success: Success, longest: u32) {
        self.period = match success {
            Success::Full => 0,
            Success::Some => self.period,
            Success::None => (self.period * 2 + 1).min(longest),
        };
        self.wait = self.period;
    }
}

/// What a costly method brought.
enum Success {
    Full,
    Some,
    None,
}

/// How hard the costly methods are tried, learned from their success.
#[derive(Default, Debug)]
pub(crate) struct Effort {
    repair: Pace,
    patching: Pace,
    elimination: Pace,
    cube: Pace,
    /// Branches on variables without bounds since the last decision.
    unbounded_branches: u32,
    /// How often there were too many of them.
    wanderings: u32,
    /// Slack variables that represent parameters of the solutions of equations.
    parameters: Vec<u32>,
    /// Slack variables that cuts, parameters and queries made; dropped when they are loose.
    temporary: Vec<u32>,
    /// Variables of dropped rows, free for the next ones.
    spare: Vec<u32>,
}

impl Effort {
    /// Is it time for a local repair?
    pub(crate) fn repair_is_due(&mut self) -> bool {
        self.repair.is_due()
    }

    /// Notes whether a local repair succeeded.
    pub(crate) fn note_repair(&mut self, success: bool) {
        self.repair.note(if success { Success::Full } else { Success::None }, LONGEST_WAIT);
    }
}

/// How often equations are solved at one node: residues may tighten bounds forever.
const ELIMINATION_ROUNDS: u32 = 3;
/// Branches on variables without bounds before ranges are halved; fewer each time.
const UNBOUNDED_BRANCHES: u32 = 12;
/// Rounds of cuts at one node of the search.
const CUT_ROUNDS: u32 = 3;
/// The longest wait between two attempts of a costly method, in nodes of the search.
const LONGEST_WAIT: u32 = 32;
const LONGEST_PATCHING_WAIT: u32 = 1;

impl Solver {
    /// Looks for whole values of all integer variables without branching.
    ///
    /// # Errors
    /// The reason to stop; the solver stays usable.
    pub fn check_integer(&mut self, budget: &Budget) -> Result<IntegerOutcome, Stop> {
        if let Outcome::Conflict(reasons) = self.outcome() {
            return Ok(IntegerOutcome::Conflict(reasons));
        }
        let step = self.integer_step(budget, true)?;
        if !matches!(step, Step::Branch(..)) {
            self.effort.unbounded_branches = 0;
        }
        Ok(match step {
            Step::Sat => IntegerOutcome::Sat,
            Step::Branch(var, floor) => {
                // The client will have atoms on it.
                self.keep_definition(var);
                IntegerOutcome::Branch { var: Var(var), floor }
            }
            Step::No(premises) => {
                let reasons = self.explain(&premises);
                self.set_conflict(reasons.clone());
                IntegerOutcome::Conflict(reasons)
            }
        })
    }

    /// One node of the search. `near_root` allows new rows.
    pub(crate) fn integer_step(&mut self, budget: &Budget, near_root: bool) -> Result<Step, Stop> {
        let mut cut_rounds = if near_root && self.methods.cuts { CUT_ROUNDS } else { 0 };
        let mut elimination_rounds = if self.methods.elimination { ELIMINATION_ROUNDS } else { 0 };
        let mut cube_tried = false;
        loop {
            budget.poll()?;
            if let Feasible::No(premises) = self.relax(budget)? {
                return Ok(Step::No(premises));
            }
            if self.settle_nonbasics() {
                // Only values moved: the bounds are still satisfiable.
                self.simplex.check(budget)?;
            }
            if !self.has_fractions() {
                return Ok(Step::Sat);
            }
            if self.methods.patching && self.effort.patching.is_due() {
                self.patch_fractions(budget)?;
                let success = if self.has_fractions() { Success::None } else { Success::Full };
                self.effort.patching.note(success, LONGEST_PATCHING_WAIT);
            }
            if !self.has_fractions() {
                return Ok(Step::Sat);
            }
            if let Some(premises) = self.gcd_test() {
                return Ok(Step::No(premises));
            }
            if elimination_rounds > 0 && self.effort.elimination.is_due() {
                elimination_rounds -= 1;
                let result = self.eliminate_equations(near_root, budget)?;
                let success = match &result {
                    Err(_) => Success::Full,
                    Ok(true) => Success::Some,
                    Ok(false) => Success::None,
                };
                self.effort.elimination.note(success, LONGEST_WAIT);
                match result {
                    Ok(false) => {}
                    Ok(true) => continue,
                    Err(premises) => return Ok(Step::No(premises)),
                }
            }
            let lost = self.is_wandering() && self.range_to_halve().is_none() && !cube_tried;
            if self.methods.cube && (self.effort.cube.is_due() || lost) {
                cube_tried = true;
                let found = self.cube_test(budget)?;
                self.effort.cube.note(if found { Success::Full } else { Success::None }, LONGEST_WAIT);
                if found {
                    return Ok(Step::Sat);
                }
                // The centre may be left behind as the assignment: start over with it.
                continue;
            }
            if cut_rounds > 0 {
                cut_rounds -= 1;
                match self.add_cuts(budget)? {
                    Ok(0) => {}
                    Ok(_) => continue,
                    Err(premises) => return Ok(Step::No(premises)),
                }
            }
            return Ok(match self.branching_point() {
                Some((var, floor)) => Step::Branch(var, floor),
                None => Step::Sat,
            });
        }
    }

    /// Moves nonbasic integers to whole values; says whether any moved. Rational values of
    /// nonbasic integers are left over when an older assignment came back.
    fn settle_nonbasics(&mut self) -> bool {
        let mut moved = false;
        for var in 0..self.simplex.var_count() {
            if self.is_fraction(var) && !self.simplex.tableau.is_basic(var) {
                let floor = Value::from(self.simplex.value(var).floor());
                self.simplex.move_to(var, &floor);
                moved = true;
            }
        }
        moved
    }

    /// Is `var` an integer with a value that is not whole?
    #[inline]
    fn is_fraction(&self, var: u32) -> bool {
        self.simplex.is_int[var as usize] && !self.simplex.value(var).is_integer()
    }

    /// Is any integer not whole?
    pub(crate) fn has_fractions(&self) -> bool {
        (0..self.simplex.var_count()).any(|var| self.is_fraction(var))
    }

    /// Where to branch: a parameter of the solved equations or a variable of the client; all other
    /// variables are whole when those are. Branching on variables without bounds may go on forever
    /// while a bounded one, though whole, decides the matter: after some such branches, ranges are
    /// halved first.
    fn branching_point(&mut self) -> Option<(u32, Int)> {
        let mut parameters = self.effort.parameters.iter().copied();
        let var = match parameters.find(|&var| self.is_fraction(var)) {
            Some(var) => var,
            None => (0..self.simplex.var_count())
                .filter(|&var| self.is_fraction(var) && self.definitions.row(var).is_none())
                .min_by_key(|&var| (self.range_class(var), var))?,
        };
        if self.range_class(var) == usize::MAX {
            self.effort.unbounded_branches += 1;
            self.effort.wanderings += u32::from(self.effort.unbounded_branches == UNBOUNDED_BRANCHES);
            if self.is_wandering()
                && let Some(halved) = self.range_to_halve()
            {
                return Some(halved);
            }
        }
        Some((var, self.simplex.value(var).floor()))
    }

    /// Were there too many branches on variables without bounds?
    fn is_wandering(&self) -> bool {
        self.effort.unbounded_branches > UNBOUNDED_BRANCHES >> self.effort.wanderings.min(31)
    }

    /// The smallest range of an integer or of a sum of integers that is not fixed, and its middle.
    /// With all such ranges fixed, what is left is unbounded in every direction.
    fn range_to_halve(&self) -> Option<(u32, Int)> {
        let bounds = &self.simplex.bounds;
        let candidates = (0..self.simplex.var_count())
            .filter(|&var| self.simplex.is_int[var as usize] && !bounds.is_fixed(var));
        let is_sum = |var: u32| self.definitions.row(var).is_some();
        let var = candidates.min_by_key(|&var| (self.range_class(var), is_sum(var), var))?;
        let (lower, upper) = (bounds.value(var, Side::Lower)?, bounds.value(var, Side::Upper)?);
        let mut sum = lower.clone();
        sum.add(upper);
        Some((var, sum.floor().div_floor(&Int::from(2))))
    }

    /// Small ranges first: they are split up soon.
    fn range_class(&self, var: u32) -> usize {
        let bounds = &self.simplex.bounds;
        match (bounds.value(var, Side::Lower), bounds.value(var, Side::Upper)) {
            (Some(lower), Some(upper)) => upper.minus(lower).floor().bit_len(),
            _ => usize::MAX,
        }
    }

    /// A row whose fixed variables leave a remainder that the others cannot make up.
    fn gcd_test(&self) -> Option<Vec<BoundId>> {
        let tableau = &self.simplex.tableau;
        (0..tableau.row_count()).find_map(|row| {
            let entries = tableau.row(row);
            if !entries.first().is_some_and(|basic| self.is_fraction(basic.var)) {
                return None;
            }
            let mut gcd = Int::ZERO;
            let mut fixed = Int::ZERO;
            for entry in entries {
                if !self.simplex.is_int[entry.var as usize] {
                    return None;
                }
                match self.simplex.bounds.value(entry.var, Side::Lower) {
                    Some(value) if self.simplex.bounds.is_fixed(entry.var) => {
                        fixed += &(value.main.numerator() * &entry.coefficient);
                    }
                    _ => gcd = gcd.gcd(&entry.coefficient),
                }
                if gcd.is_one() {
                    return None;
                }
            }
            if gcd.divides(&fixed) {
                return None;
            }
            let premises = entries.iter().filter_map(|entry| self.fixing_bounds(entry.var));
            Some(premises.flatten().collect())
        })
    }
}
