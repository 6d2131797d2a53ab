//! The arithmetic that every solution fulfils: lengths and numbers as integers.
//!
//! A number with no leading zeros is at least a power of ten, and powers of ten lie above each of
//! their chords; so a few chords bound a length that is compared with its number. What a model of the
//! arithmetic gets wrong about one length is added when it happens.

use tress_base::{Int, Stop};

use tress_kernel::{NoTheory, decide};
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Outcome, Problem};
use tress_term::term::{Op, Sort, SymbolId, Term, Value};

use super::cases::Numerals;
use super::read::{Bound, Number};

/// Chords that are added at once, by the number of digits where they begin.
const CHORDS: [u32; 5] = [1, 2, 3, 5, 8];

/// Larger powers of ten are not added.
const MOST_POWER: usize = 40;

/// Facts over one integer for each length and each number.
pub(super) struct Relaxed {
    lengths: Vec<(SymbolId, Term)>,
    numbers: Vec<(SymbolId, Term)>,
    facts: Vec<Fact>,
}

/// Values for lengths and numbers.
pub(super) struct Sizes {
    pub(super) lengths: Vec<Int>,
    pub(super) numbers: Vec<Int>,
}

impl Relaxed {
    /// What is known without looking at single lengths.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn new(env: &mut Env<'_>, numerals: &Numerals) -> Result<Self, Stop> {
        let mut integers = |count: usize| -> Vec<(SymbolId, Term)> {
            let symbol = |_| env.store.declare("numeral", &[], Sort::Int);
            let symbols: Vec<SymbolId> = (0..count).map(symbol).collect();
            symbols.into_iter().map(|symbol| (symbol, env.store.constant(symbol))).collect()
        };
        let (lengths, numbers) = (integers(numerals.tracks.len()), integers(numerals.numbers.len()));
        let mut relaxed = Self { lengths, numbers, facts: Vec::new() };
        for bound in &numerals.bounds {
            relaxed.tell_bound(env, bound);
        }
        for bound in &numerals.apart {
            relaxed.tell_apart(env, bound);
        }
        for at in 0..numerals.tracks.len() {
            relaxed.tell_lengths(env, numerals, at)?;
        }
        for at in 0..numerals.numbers.len() {
            let zero = env.store.int(0);
            let positive = env.app(Op::Ge, &[relaxed.numbers[at].1, zero]);
            relaxed.tell(positive);
            for digits in CHORDS {
                relaxed.tell_chord(env, numerals, at, digits);
            }
        }
        Ok(relaxed)
    }

    /// Adds a formula.
    fn tell(&mut self, term: Term) {
        self.facts.push(Fact { term, origin: 0 });
    }

    fn tell_bound(&mut self, env: &mut Env<'_>, bound: &Bound) {
        let (sum, zero) = (self.sum(env, bound), env.store.int(0));
        let formula = env.app(Op::Le, &[sum, zero]);
        self.tell(formula);
    }

    /// A sum is not zero.
    fn tell_apart(&mut self, env: &mut Env<'_>, bound: &Bound) {
        let (sum, zero) = (self.sum(env, bound), env.store.int(0));
        let (less, more) = (env.app(Op::Lt, &[sum, zero]), env.app(Op::Gt, &[sum, zero]));
        let formula = env.app(Op::Or, &[less, more]);
        self.tell(formula);
    }

    fn sum(&self, env: &mut Env<'_>, bound: &Bound) -> Term {
        let all = self.lengths.iter().zip(&bound.lengths).chain(self.numbers.iter().zip(&bound.numbers));
        let mut parts = vec![env.store.int(bound.constant.clone())];
        for ((_, term), factor) in all {
            let factor = env.store.int(factor.clone());
            parts.push(env.app(Op::Mul, &[factor, *term]));
        }
        parts.push(env.store.int(0));
        env.app(Op::Add, &parts)
    }

    /// Which lengths a language has.
    fn tell_lengths(&mut self, env: &mut Env<'_>, numerals: &Numerals, at: usize) -> Result<(), Stop> {
        let length = self.lengths[at].1;
        let zero = env.store.int(0);
        let least = env.app(Op::Ge, &[length, zero]);
        self.tell(least);
        let Some(known) = numerals.tracks[at].automaton.lengths(env.budget)? else { return Ok(()) };
        let mut cases = vec![tress_term::term::TermStore::FALSE; 2];
        for listed in known.listed {
            let listed = env.store.int(listed);
            cases.push(env.equal(length, listed));
        }
        if !known.residues.is_empty() {
            let times = env.store.declare("numeral", &[], Sort::Int);
            let times = env.store.constant(times);
            let positive = env.app(Op::Ge, &[times, zero]);
            self.tell(positive);
            let period = env.store.int(known.period);
            let times = env.app(Op::Mul, &[period, times]);
            for residue in known.residues {
                let first = env.store.int(known.from + residue);
                let sum = env.app(Op::Add, &[first, times]);
                cases.push(env.equal(length, sum));
            }
        }
        let formula = env.app(Op::Or, &cases);
        self.tell(formula);
        Ok(())
    }

    /// A number is at least the chord of 10^(digits - 1) that begins at this number of digits.
    pub(super) fn tell_chord(&mut self, env: &mut Env<'_>, numerals: &Numerals, at: usize, digits: u32) {
        let number = &numerals.numbers[at];
        let Some(zeros) = leading_zeros(numerals, number) else { return };
        // The chord is 10^(d-1) · (1 + 9 · (length - zeros - d)).
        let power = Int::from(10).pow(digits - 1);
        let around = Int::from(number.before.len() + number.after.len());
        let shift = around - Int::from(zeros) - Int::from(digits);
        let mut bound = Bound {
            lengths: vec![Int::ZERO; numerals.tracks.len()],
            numbers: vec![Int::ZERO; numerals.numbers.len()],
            constant: power.clone() * (Int::from(1) + Int::from(9) * shift),
        };
        bound.lengths[number.track] = Int::from(9) * power;
        bound.numbers[at] = Int::from(-1);
        self.tell_bound(env, &bound);
    }

    /// A number lies between these when its symbol has this length.
    pub(super) fn tell_range(&mut self, env: &mut Env<'_>, at: usize, when: (usize, &Int), range: [Int; 2]) {
        let [low, high] = range.map(|end| env.store.int(end));
        let length = env.store.int(when.1.clone());
        let same = env.equal(self.lengths[when.0].1, length);
        let other = env.store.not(same);
        let low = env.app(Op::Ge, &[self.numbers[at].1, low]);
        let high = env.app(Op::Le, &[self.numbers[at].1, high]);
        for side in [low, high] {
            let formula = env.app(Op::Or, &[other, side]);
            self.tell(formula);
        }
    }

    /// A numeral that is longer than another by some digits is larger by as many powers of ten. Adds nothing
    /// if the present numbers agree. With `k` zeros in front at most it is at least 10^(length - 1 - k),
    /// times its first digit where there are none; and the other with `g` added is at most 10^length.
    pub(super) fn tell_longer(
        &mut self,
        env: &mut Env<'_>,
        numerals: &Numerals,
        (long, short, by): (usize, usize, usize),
        sizes: &Sizes,
    ) {
        let Some(zeros) = leading_zeros(numerals, &numerals.numbers[long]) else { return };
        let Some(power) = by.checked_sub(zeros + 1) else { return };
        let first = if zeros == 0 { first_digit(numerals, &numerals.numbers[long]) } else { 1 };
        let gap = Int::from(u32::from(10 - last_digit(numerals, &numerals.numbers[short])));
        let power = Int::from(10).pow(u32::try_from(power.min(MOST_POWER)).expect("a small power"));
        let factor = &power * &Int::from(u32::from(first));
        if sizes.numbers[long] >= &factor * &(&sizes.numbers[short] + &gap) {
            return;
        }
        let around = |at: usize| numerals.numbers[at].before.len() + numerals.numbers[at].after.len();
        let [extra, base] = [around(long), around(short) + by].map(|count| env.store.int(count));
        let track = |at: usize| self.lengths[numerals.numbers[at].track].1;
        let length = env.app(Op::Add, &[track(long), extra]);
        let least = env.app(Op::Add, &[track(short), base]);
        let is_shorter = env.app(Op::Lt, &[length, least]);
        let (factor, gap) = (env.store.int(factor), env.store.int(gap));
        let next = env.app(Op::Add, &[self.numbers[short].1, gap]);
        let product = env.app(Op::Mul, &[factor, next]);
        let is_larger = env.app(Op::Ge, &[self.numbers[long].1, product]);
        let formula = env.app(Op::Or, &[is_shorter, is_larger]);
        self.tell(formula);
    }

    /// The tracks do not have these lengths together.
    pub(super) fn exclude(&mut self, env: &mut Env<'_>, lengths: &[Int]) {
        let mut cases = vec![tress_term::term::TermStore::FALSE; 2];
        for (track, length) in self.lengths.iter().zip(lengths) {
            let length = env.store.int(length.clone());
            let same = env.equal(track.1, length);
            cases.push(env.store.not(same));
        }
        let formula = env.app(Op::Or, &cases);
        self.tell(formula);
    }

    /// All lengths together are at most this.
    pub(super) fn limit(&mut self, env: &mut Env<'_>, most: usize) {
        let bound = Bound {
            lengths: vec![Int::from(1); self.lengths.len()],
            numbers: vec![Int::ZERO; self.numbers.len()],
            constant: -Int::from(most),
        };
        self.tell_bound(env, &bound);
    }

    /// A solution of the arithmetic. The outer none is no answer, the inner none a proof that there
    /// is no solution.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn solve(&mut self, env: &mut Env<'_>) -> Result<Option<Option<Sizes>>, Stop> {
        let mut facts = Vec::new();
        for fact in &self.facts {
            facts.push(Fact { term: env.rewrite(fact.term)?, origin: 0 });
        }
        let problem = Problem::new(env.store, facts);
        Ok(match decide(env, NoTheory, &problem, |_| false)? {
            Outcome::Conflict(_) => Some(None),
            Outcome::Model(model) => {
                let value = |(symbol, _): &(SymbolId, Term)| match model.get(*symbol) {
                    Some(Value::Int(n)) => n.clone(),
                    _ => Int::ZERO,
                };
                Some(Some(Sizes {
                    lengths: self.lengths.iter().map(value).collect(),
                    numbers: self.numbers.iter().map(value).collect(),
                }))
            }
            _ => None,
        })
    }
}

/// With how many zeros a numeral can begin, at most.
pub(super) fn leading_zeros(numerals: &Numerals, number: &Number) -> Option<usize> {
    match number.before.iter().position(|digit| *digit != 0) {
        Some(zeros) => Some(zeros),
        None => {
            let zeros = numerals.tracks[number.track].automaton.leading_zeros()?;
            Some(zeros + number.before.len() + number.after.len())
        }
    }
}

/// The least digit that a numeral without leading zeros begins with.
fn first_digit(numerals: &Numerals, number: &Number) -> u8 {
    match number.before.first() {
        Some(digit) => *digit,
        None => numerals.tracks[number.track].automaton.least_first().unwrap_or(1),
    }
}

/// The greatest digit that a numeral ends with.
fn last_digit(numerals: &Numerals, number: &Number) -> u8 {
    match number.after.last() {
        Some(digit) => *digit,
        None => numerals.tracks[number.track].automaton.greatest_last(),
    }
}
