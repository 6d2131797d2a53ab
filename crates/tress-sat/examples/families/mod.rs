//! Generated problems, by class: every example program takes its clauses from here.

use tress_base::Random;

/// Clauses in DIMACS numbering: variables from 1, negation by sign.
#[derive(Default)]
pub(crate) struct Cnf {
    pub(crate) vars: i32,
    pub(crate) clauses: Vec<Vec<i32>>,
}

impl Cnf {
    /// Renames the variables and reorders the clauses.
    fn shuffle(&mut self, random: &mut Random) {
        let names = shuffled((1..=self.vars).collect(), random);
        for literal in self.clauses.iter_mut().flatten() {
            *literal = names[literal.unsigned_abs() as usize - 1] * literal.signum();
        }
        self.clauses = shuffled(std::mem::take(&mut self.clauses), random);
    }

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
    ("pigeonhole", &[6, 7, 8]),
    ("parity", &[20, 24, 28]),
    ("colouring", &[200, 250, 300, 350]),
    ("counter", &[12, 16, 20]),
    ("adder", &[32, 64, 128]),
    ("multiplier", &[5, 6]),
    ("factoring", &[18, 20, 22]),
];

/// A problem of this class, size and seed. Variables and clauses come in the natural order for
/// seed 0, in a random one otherwise.
pub(crate) fn generate(class: &str, size: usize, seed: u64) -> Option<Cnf> {
    let random = &mut Random::new(seed);
    let mut cnf = match class {
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
    };
    if seed > 0 {
        cnf.shuffle(random);
    }
    Some(cnf)
}

fn shuffled<T>(mut items: Vec<T>, random: &mut Random) -> Vec<T> {
    for place in (1..items.len()).rev() {
        items.swap(place, random.below(place + 1));
    }
    items
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

/// The parity of the same bits, computed twice as a chain, in two orders: can it differ?
fn parity(vars: usize, random: &mut Random) -> Cnf {
    let mut cnf = Cnf::default();
    let x = cnf.vars(vars);
    let other = shuffled(x.clone(), random);
    let chain = |cnf: &mut Cnf, bits: &[i32]| bits[1..].iter().fold(bits[0], |sum, &bit| cnf.xor(sum, bit));
    let (first, second) = (chain(&mut cnf, &x), chain(&mut cnf, &other));
    cnf.differ(&[first], &[second]);
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
            for (first, second) in colours[a].iter().zip(&colours[b]) {
                cnf.add(&[-first, -second]);
            }
        }
    }
    cnf
}

/// A machine unrolled: in every step an accumulator adds 3, adds 5 or doubles, never thrice the same
/// in a row. Does it reach the number that a random run reaches, or its neighbour?
fn counter(steps: usize, random: &mut Random) -> Cnf {
    let width = 12;
    let mut cnf = Cnf::default();
    let zero = cnf.constant(false);
    let bits =
        |number: usize| (0..width).map(|place| if number >> place & 1 == 1 { -zero } else { zero }).collect();
    let (three, five): (Vec<i32>, Vec<i32>) = (bits(3), bits(5));
    let mut state: Vec<i32> = bits(1);
    let mut number = 1;
    let mut choices: Vec<[i32; 2]> = Vec::new();
    for _ in 0..steps {
        let (double, more) = (cnf.var(), cnf.var());
        let addend: Vec<i32> = (0..width)
            .map(|place| {
                let constant = cnf.choose(more, five[place], three[place]);
                cnf.choose(double, state[place], constant)
            })
            .collect();
        state = cnf.ripple(&state, &addend, zero).0;
        number += [3, 5, number][random.below(3)];
        choices.push([double, more]);
    }
    for window in choices.windows(3) {
        cnf.add(&[-window[0][0], -window[1][0], -window[2][0]]);
    }
    let target: Vec<i32> = bits(number + random.below(2));
    for (&a, &b) in state.iter().zip(&target) {
        cnf.add(&[-a, b]);
        cnf.add(&[a, -b]);
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
