//! Generated problems, by class: every example program takes its clauses from here.

use tress_base::Random;

/// Clauses in DIMACS numbering: variables from 1, negation by sign.
#[derive(Default)]
pub(crate) struct Cnf {
    pub(crate) vars: i32,
    pub(crate) clauses: Vec<Vec<i32>>,
}

impl Cnf {
    fn var(&mut self) -> i32 {
        self.vars += 1;
        self.vars
    }

    fn vars(&mut self, count: usize) -> Vec<i32> {
        (0..count).map(|_| self.var()).collect()
    }

    fn add(&mut self, clause: &[i32]) {
        self.clauses.push(clause.to_vec());
    }

    fn and(&mut self, a: i32, b: i32) -> i32 {
        let c = self.var();
        self.add(&[-c, a]);
        self.add(&[-c, b]);
        self.add(&[c, -a, -b]);
        c
    }

    fn or(&mut self, a: i32, b: i32) -> i32 {
        -self.and(-a, -b)
    }

    fn xor(&mut self, a: i32, b: i32) -> i32 {
        let c = self.var();
        self.add(&[-c, a, b]);
        self.add(&[-c, -a, -b]);
        self.add(&[c, -a, b]);
        self.add(&[c, a, -b]);
        c
    }

    fn choose(&mut self, condition: i32, yes: i32, no: i32) -> i32 {
        let c = self.var();
        self.add(&[-condition, -yes, c]);
        self.add(&[-condition, yes, -c]);
        self.add(&[condition, -no, c]);
        self.add(&[condition, no, -c]);
        c
    }

    /// Sum and carry of three bits.
    fn full_adder(&mut self, a: i32, b: i32, c: i32) -> (i32, i32) {
        let half = self.xor(a, b);
        let sum = self.xor(half, c);
        let both = self.and(a, b);
        let through = self.and(half, c);
        (sum, self.or(both, through))
    }

    fn ripple(&mut self, a: &[i32], b: &[i32], carry: i32) -> (Vec<i32>, i32) {
        let mut carry = carry;
        let mut sums = Vec::new();
        for (&a, &b) in a.iter().zip(b) {
            let (sum, next) = self.full_adder(a, b, carry);
            sums.push(sum);
            carry = next;
        }
        (sums, carry)
    }

    fn constant(&mut self, value: bool) -> i32 {
        let var = self.var();
        self.add(&[if value { var } else { -var }]);
        var
    }

    /// Some pair of bits differs.
    fn differ(&mut self, a: &[i32], b: &[i32]) {
        let differences: Vec<i32> = a.iter().zip(b).map(|(&a, &b)| self.xor(a, b)).collect();
        self.add(&differences);
    }
}

/// The names of the classes, each with the sizes that the comparison runs.
pub(crate) const CLASSES: &[(&str, &[usize])] = &[
    ("random3", &[150, 180, 200, 220]),
    ("random3-sat", &[200, 250, 300]),
    ("random5", &[40, 45, 50]),
    ("pigeonhole", &[7, 8, 9]),
    ("parity", &[30, 34, 38]),
    ("colouring", &[150, 200, 250, 300]),
    ("counter", &[12, 20, 30]),
    ("adder", &[16, 32, 64]),
    ("multiplier", &[5, 6]),
    ("factoring", &[14, 16, 18, 20]),
];

/// A problem of this class, size and seed.
pub(crate) fn generate(class: &str, size: usize, seed: u64) -> Option<Cnf> {
    let random = &mut Random::new(seed);
    Some(match class {
        "random3" => random_clauses(size, 3, 4.26, random),
        "random3-sat" => random_clauses(size, 3, 4.0, random),
        "random5" => random_clauses(size, 5, 21.1, random),
        "pigeonhole" => pigeonhole(size),
        "parity" => parity(size, random),
        "colouring" => colouring(size, random),
        "counter" => counter(size, random),
        "adder" => adder(size),
        "multiplier" => multiplier(size),
        "factoring" => factoring(size, random),
        _ => return None,
    })
}

fn random_clauses(vars: usize, width: usize, ratio: f64, random: &mut Random) -> Cnf {
    let mut cnf = Cnf { vars: vars as i32, clauses: Vec::new() };
    for _ in 0..(vars as f64 * ratio) as usize {
        let mut clause: Vec<i32> = Vec::new();
        while clause.len() < width {
            let var = 1 + random.below(vars) as i32;
            if !clause.iter().any(|literal| literal.abs() == var) {
                clause.push(if random.chance(1, 2) { var } else { -var });
            }
        }
        cnf.clauses.push(clause);
    }
    cnf
}

/// `holes + 1` pigeons in `holes` holes.
fn pigeonhole(holes: usize) -> Cnf {
    let mut cnf = Cnf::default();
    let pigeons: Vec<Vec<i32>> = (0..=holes).map(|_| cnf.vars(holes)).collect();
    for pigeon in &pigeons {
        cnf.add(pigeon);
    }
    for (at, first) in pigeons.iter().enumerate() {
        for second in &pigeons[at + 1..] {
            for (a, b) in first.iter().zip(second) {
                cnf.add(&[-a, -b]);
            }
        }
    }
    cnf
}

/// Random parity equations of three variables, about as many as variables, with a planted
/// solution that one flipped equation may destroy.
fn parity(vars: usize, random: &mut Random) -> Cnf {
    let mut cnf = Cnf::default();
    let x = cnf.vars(vars);
    let planted: Vec<bool> = (0..vars).map(|_| random.chance(1, 2)).collect();
    let broken = random.chance(2, 3);
    for equation in 0..vars + 4 {
        let mut picked: Vec<usize> = Vec::new();
        while picked.len() < 4 {
            let var = random.below(vars);
            if !picked.contains(&var) {
                picked.push(var);
            }
        }
        let mut total = picked.iter().fold(false, |sum, &var| sum ^ planted[var]);
        total ^= broken && equation == 0;
        let first = cnf.xor(x[picked[0]], x[picked[1]]);
        let second = cnf.xor(x[picked[2]], x[picked[3]]);
        let whole = cnf.xor(first, second);
        cnf.add(&[if total { whole } else { -whole }]);
    }
    cnf
}

/// Three colours on a random graph near the threshold.
fn colouring(nodes: usize, random: &mut Random) -> Cnf {
    let mut cnf = Cnf::default();
    let colours: Vec<Vec<i32>> = (0..nodes).map(|_| cnf.vars(3)).collect();
    for node in &colours {
        cnf.add(node);
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            cnf.add(&[-node[a], -node[b]]);
        }
    }
    for _ in 0..(nodes as f64 * 2.3) as usize {
        let (a, b) = (random.below(nodes), random.below(nodes));
        if a != b {
            for colour in 0..3 {
                cnf.add(&[-colours[a][colour], -colours[b][colour]]);
            }
        }
    }
    cnf
}

/// Two counters unrolled: one steps by a free choice of 1 or 3, the other always by 2. Do they
/// ever meet at an impossible distance?
fn counter(steps: usize, random: &mut Random) -> Cnf {
    let width = 7;
    let mut cnf = Cnf::default();
    let zero = cnf.constant(false);
    let mut left = vec![zero; width];
    let mut right = vec![zero; width];
    let mut sums = Vec::new();
    for _ in 0..steps {
        let choice = cnf.var();
        let mut step = vec![zero; width];
        (step[0], step[1]) = (-zero, choice);
        left = cnf.ripple(&left, &step, zero).0;
        let mut two = vec![zero; width];
        two[1] = -zero;
        right = cnf.ripple(&right, &two, zero).0;
        sums.push(choice);
    }
    let target =
        if random.chance(1, 2) { right.clone() } else { cnf.ripple(&right, &vec![-zero; width], zero).0 };
    for (&a, &b) in left.iter().zip(&target) {
        cnf.add(&[-a, b]);
        cnf.add(&[a, -b]);
    }
    for window in sums.windows(4) {
        cnf.add(window);
        cnf.add(&window.iter().map(|choice| -choice).collect::<Vec<_>>());
    }
    cnf
}

/// A ripple-carry adder against a carry-select adder.
fn adder(width: usize) -> Cnf {
    let mut cnf = Cnf::default();
    let (a, b) = (cnf.vars(width), cnf.vars(width));
    let zero = cnf.constant(false);
    let (plain, _) = cnf.ripple(&a, &b, zero);
    let mut carry = zero;
    let mut selected = Vec::new();
    for (a, b) in a.chunks(4).zip(b.chunks(4)) {
        let (low, low_carry) = cnf.ripple(a, b, zero);
        let (high, high_carry) = cnf.ripple(a, b, -zero);
        for (low, high) in low.into_iter().zip(high) {
            selected.push(cnf.choose(carry, high, low));
        }
        carry = cnf.choose(carry, high_carry, low_carry);
    }
    cnf.differ(&plain, &selected);
    cnf
}

fn product(cnf: &mut Cnf, a: &[i32], b: &[i32], zero: i32) -> Vec<i32> {
    let mut total = vec![zero; a.len() + b.len()];
    for (shift, &digit) in b.iter().enumerate() {
        let mut row = vec![zero; a.len() + b.len()];
        for (place, &bit) in a.iter().enumerate() {
            row[place + shift] = cnf.and(bit, digit);
        }
        total = cnf.ripple(&total, &row, zero).0;
    }
    total
}

/// `a * b` against `b * a`.
fn multiplier(width: usize) -> Cnf {
    let mut cnf = Cnf::default();
    let (a, b) = (cnf.vars(width), cnf.vars(width));
    let zero = cnf.constant(false);
    let left = product(&mut cnf, &a, &b, zero);
    let right = product(&mut cnf, &b, &a, zero);
    cnf.differ(&left, &right);
    cnf
}

/// Two factors above one of a random odd number with this many bits.
fn factoring(bits: usize, random: &mut Random) -> Cnf {
    let mut cnf = Cnf::default();
    let number = 1 << (bits - 1) | random.below(1 << (bits - 1)) | 1;
    let (a, b) = (cnf.vars(bits / 2 + 1), cnf.vars(bits - 1));
    let zero = cnf.constant(false);
    let result = product(&mut cnf, &a, &b, zero);
    for (place, &bit) in result.iter().enumerate() {
        cnf.add(&[if number >> place & 1 == 1 { bit } else { -bit }]);
    }
    cnf.add(&a[1..]);
    cnf.add(&b[1..]);
    cnf
}
