//! Random problems, and two slow twins of the solver: brute force over a box of whole numbers,
//! and Fourier-Motzkin elimination over the rationals.
#![allow(dead_code, reason = "every test file uses a part of it")]

use tress_base::{Budget, Random, Rational};
use tress_lia::{Constraint, Kind, Linear, Methods, Outcome, Reason, Relation, Solver, Var};

/// `Σ coefficients · x + constant relation 0`.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) coefficients: Vec<i64>,
    pub(crate) constant: i64,
    pub(crate) relation: Relation,
}

/// Variables with a box each, and rows. Row `i` has the reason `i`.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) boxes: Vec<(i64, i64)>,
    pub(crate) rows: Vec<Row>,
}

pub(crate) const RELATIONS: [Relation; 5] =
    [Relation::Le, Relation::Lt, Relation::Ge, Relation::Gt, Relation::Eq];

pub(crate) fn holds(value: &Rational, relation: Relation) -> bool {
    match relation {
        Relation::Le => *value <= Rational::ZERO,
        Relation::Lt => *value < Rational::ZERO,
        Relation::Ge => *value >= Rational::ZERO,
        Relation::Gt => *value > Rational::ZERO,
        Relation::Eq => value.is_zero(),
    }
}

impl Row {
    pub(crate) fn linear(&self) -> Linear {
        let terms = self.coefficients.iter().enumerate();
        let terms = terms.map(|(var, c)| (Var(var as u32), Rational::from(*c))).collect();
        Linear::from_terms(terms, Rational::from(self.constant))
    }

    pub(crate) fn at(&self, point: &[i64]) -> i64 {
        self.constant + self.coefficients.iter().zip(point).map(|(c, x)| c * x).sum::<i64>()
    }

    pub(crate) fn holds_at(&self, point: &[i64]) -> bool {
        holds(&Rational::from(self.at(point)), self.relation)
    }
}

impl Problem {
    /// A box around zero, small enough for brute force, given as rows after `count` random ones.
    pub(crate) fn random(random: &mut Random, kinds: &[Kind], count: usize, largest: i64) -> Problem {
        let vars = kinds.len();
        let width = [0, 200, 50, 14, 6, 3, 2][vars];
        let boxes: Vec<(i64, i64)> = (0..vars)
            .map(|_| {
                let low = random.between(-4, 2);
                (low, low + random.between(width / 2, width))
            })
            .collect();
        let mut rows: Vec<Row> = (0..count).map(|_| Self::random_row(random, &boxes, largest)).collect();
        for (var, (low, high)) in boxes.iter().enumerate() {
            let unit = |sign: i64| (0..vars).map(|v| if v == var { sign } else { 0 }).collect();
            rows.push(Row { coefficients: unit(1), constant: -low, relation: Relation::Ge });
            rows.push(Row { coefficients: unit(-2), constant: 2 * high, relation: Relation::Ge });
        }
        Problem { kinds: kinds.to_vec(), boxes, rows }
    }

    fn random_row(random: &mut Random, boxes: &[(i64, i64)], largest: i64) -> Row {
        let largest = if random.chance(1, 2) { 3 } else { largest };
        let coefficients: Vec<i64> = boxes
            .iter()
            .map(|_| if random.chance(1, 3) { 0 } else { random.between(-largest, largest) })
            .collect();
        let relation = *random.pick(&RELATIONS);
        let mut row = Row { coefficients, constant: 0, relation };
        // Half of the rows pass near a point of the box, so that both answers occur.
        let point: Vec<i64> = boxes.iter().map(|(low, high)| random.between(*low, *high)).collect();
        let noise = if random.chance(1, 2) { 0 } else { random.between(-largest, largest) };
        row.constant = noise - row.at(&point);
        row
    }

    pub(crate) fn solver(&self) -> Solver {
        self.solver_with(Methods::default())
    }

    pub(crate) fn solver_with(&self, methods: Methods) -> Solver {
        let mut solver = Solver::with_methods(methods);
        for kind in &self.kinds {
            solver.new_var(*kind);
        }
        solver
    }

    /// Asserts the chosen rows and checks them.
    pub(crate) fn solve(&self, solver: &mut Solver, rows: impl Iterator<Item = usize>) -> Outcome {
        let rows: Vec<usize> = rows.collect();
        for index in &rows {
            let row = &self.rows[*index];
            solver.assert_linear(&row.linear(), row.relation, Reason(*index as u32));
        }
        solver.check(&steps()).unwrap_or_else(|stop| panic!("{stop}: {rows:?} of {self:?}"))
    }

    /// All points of the box, widened by `margin` on every side.
    pub(crate) fn points(&self, margin: i64) -> impl Iterator<Item = Vec<i64>> + '_ {
        let start: Vec<i64> = self.boxes.iter().map(|(low, _)| low - margin).collect();
        let mut next = Some(start);
        std::iter::from_fn(move || {
            let current = next.clone()?;
            let mut following = current.clone();
            let mut wrapped = true;
            for (x, (low, high)) in following.iter_mut().zip(&self.boxes) {
                *x += 1;
                if *x <= high + margin {
                    wrapped = false;
                    break;
                }
                *x = low - margin;
            }
            next = (!wrapped).then_some(following);
            Some(current)
        })
    }

    /// The points of the widened box at which all chosen rows hold.
    pub(crate) fn solutions<'a>(
        &'a self,
        rows: &'a [usize],
        margin: i64,
    ) -> impl Iterator<Item = Vec<i64>> + 'a {
        self.points(margin).filter(move |point| rows.iter().all(|row| self.rows[*row].holds_at(point)))
    }

    /// Do the rows hold for some numbers of the right kinds? Exact for any mixture: integers are
    /// tried out over the box, the others eliminated.
    pub(crate) fn has_solution(&self, rows: &[usize], margin: i64) -> bool {
        if self.kinds.iter().all(|kind| *kind == Kind::Int) {
            return self.solutions(rows, margin).next().is_some();
        }
        let ints_only = |point: &[i64]| {
            self.kinds
                .iter()
                .zip(point)
                .zip(&self.boxes)
                .all(|((kind, x), (low, _))| *kind == Kind::Int || *x == low - margin)
        };
        self.points(margin).filter(|point| ints_only(point)).any(|point| {
            let system = rows.iter().map(|index| {
                let row = &self.rows[*index];
                let mut coefficients = Vec::new();
                let mut constant = row.constant;
                for ((c, kind), x) in row.coefficients.iter().zip(&self.kinds).zip(&point) {
                    match kind {
                        Kind::Int => constant += c * x,
                        Kind::Real => coefficients.push(Rational::from(*c)),
                    }
                }
                (coefficients, Rational::from(constant), row.relation)
            });
            fourier_motzkin(system.collect())
        })
    }

    /// Checks that a conflict is a set of distinct rows that cannot hold together.
    pub(crate) fn check_conflict(&self, reasons: &[Reason]) {
        let rows: Vec<usize> = reasons.iter().map(|reason| reason.0 as usize).collect();
        assert!(rows.windows(2).all(|pair| pair[0] < pair[1]), "reasons rise: {rows:?}");
        assert!(!self.has_solution(&rows, 2), "the conflict {rows:?} has a solution: {self:?}");
        let again = self.solve(&mut self.solver(), rows.iter().copied());
        assert!(matches!(again, Outcome::Conflict(_)), "the conflict {rows:?} is not one: {self:?}");
    }

    /// Checks that the model of a solver satisfies the chosen rows, with whole integers.
    pub(crate) fn check_model(&self, solver: &Solver, rows: impl Iterator<Item = usize>) {
        let model = solver.model();
        for (var, kind) in self.kinds.iter().enumerate() {
            assert!(*kind == Kind::Real || model.value(Var(var as u32)).is_integer());
        }
        for index in rows {
            let row = &self.rows[index];
            assert!(holds(&model.evaluate(&row.linear()), row.relation), "row {index} fails: {self:?}");
        }
    }
}

/// One of the ways to solve a problem; the usual one half of the time.
pub(crate) fn random_methods(random: &mut Random) -> Methods {
    if random.chance(1, 2) {
        return Methods::default();
    }
    let [propagation, differences, repair, patching, elimination, cube, cuts] =
        [(); 7].map(|()| random.chance(1, 3));
    Methods { propagation, differences, repair, patching, elimination, cube, cuts }
}

/// More than any small problem needs.
pub(crate) fn steps() -> Budget {
    Budget::unlimited().with_steps(Some(2_000_000))
}

/// A bound that `constraint` gives, or `None` if it is trivial.
pub(crate) fn as_bound(constraint: Constraint) -> Option<tress_lia::Bound> {
    match constraint {
        Constraint::Bound(bound) => Some(bound),
        _ => None,
    }
}

/// Does the system have a rational solution? Eliminates one variable after the other.
pub(crate) fn fourier_motzkin(system: Vec<(Vec<Rational>, Rational, Relation)>) -> bool {
    // Everything becomes Σ a·x + c <= 0, or < 0 where the flag is set.
    let mut rows: Vec<(Vec<Rational>, Rational, bool)> = Vec::new();
    for (a, c, relation) in system {
        let negated = (a.iter().map(|n| -n).collect::<Vec<_>>(), -&c);
        match relation {
            Relation::Le => rows.push((a, c, false)),
            Relation::Lt => rows.push((a, c, true)),
            Relation::Ge => rows.push((negated.0, negated.1, false)),
            Relation::Gt => rows.push((negated.0, negated.1, true)),
            Relation::Eq => {
                rows.push((a, c, false));
                rows.push((negated.0, negated.1, false));
            }
        }
    }
    let vars = rows.first().map_or(0, |row| row.0.len());
    for var in 0..vars {
        let (mut next, mut above, mut below) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            match row.0[var].numerator().signum() {
                0 => next.push(row),
                1 => above.push(row),
                _ => below.push(row),
            }
        }
        for up in &above {
            for down in &below {
                let (p, q) = (-&down.0[var], &up.0[var]);
                let mix = |a: &Rational, b: &Rational| &(a * &p) + &(b * q);
                let a = up.0.iter().zip(&down.0).map(|(a, b)| mix(a, b)).collect();
                next.push((a, mix(&up.1, &down.1), up.2 || down.2));
            }
        }
        rows = next;
    }
    rows.iter().all(|(_, c, strict)| if *strict { c.is_negative() } else { !c.is_positive() })
}
