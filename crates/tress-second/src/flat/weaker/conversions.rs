//! What always holds of conversions between strings and numbers, without their meaning.
//!
//! In a weaker problem `str.to_int` and `str.from_int` are functions that nothing is known of. The
//! facts here hold if they are what they represent: which words are numerals, how many digits a
//! number of some size has, and that both undo each other on numerals without leading zeros.

use tress_base::{Budget, Int, Stop};

use super::super::formula::Formula;
use super::super::limits::DIGITS;
use tress_term::model::Model;
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, Value};

/// Digits whose bounds are added whatever the problem mentions.
const FEW_DIGITS: [usize; 3] = [1, 2, 3];

/// The functions that represent the conversions, and the sizes that matter.
pub(super) struct Conversions {
    pub(super) to_int: SymbolId,
    pub(super) from_int: SymbolId,
    /// Numbers of digits whose bounds are added.
    sizes: Vec<usize>,
    /// Numbers with which something is compared.
    numbers: Vec<Int>,
    /// Quotients: a new symbol, and what it represents.
    pub(super) quotients: Vec<(Term, Term)>,
}

impl Conversions {
    /// Looks at the constants of a problem.
    pub(super) fn new(store: &mut TermStore, terms: &[Term], budget: &Budget) -> Self {
        let (mut sizes, mut numbers) = (FEW_DIGITS.to_vec(), Vec::new());
        let number = |term: &Term| match store.as_value(*term) {
            Some(Value::Int(number)) => Some(number),
            _ => None,
        };
        for term in terms {
            if let Some(number) = number(term) {
                let (digits, small) = (number.abs().decimal_len(), number.to_usize().unwrap_or(0));
                sizes.extend([digits.saturating_sub(1), digits, small.saturating_sub(1), small]);
            }
            if store.op(*term) == Some(Op::Eq) {
                let compared = store.args(*term).iter().filter_map(number);
                let fits = |number: &&Int| {
                    !number.is_negative() && !DIGITS.is_exceeded(number.decimal_len(), budget)
                };
                numbers.extend(compared.filter(fits).cloned());
            }
        }
        let to_int = store.declare("to-int", &[Sort::String], Sort::Int);
        let from_int = store.declare("from-int", &[Sort::Int], Sort::String);
        sizes.retain(|size| *size > 0 && !DIGITS.is_exceeded(*size, budget));
        sizes.sort_unstable();
        sizes.dedup();
        numbers.sort_unstable();
        numbers.dedup();
        Self { to_int, from_int, sizes, numbers, quotients: Vec::new() }
    }

    /// The number of a string.
    pub(super) fn number(&self, formula: &mut Formula<'_, '_>, string: Term) -> Term {
        formula.env.store.apply(self.to_int, &[string]).expect("a string is given")
    }

    /// The numeral of a number.
    pub(super) fn numeral(&self, formula: &mut Formula<'_, '_>, number: Term) -> Term {
        formula.env.store.apply(self.from_int, &[number]).expect("a number is given")
    }

    /// Adds what holds of the number of a string.
    pub(super) fn tell_number(&mut self, formula: &mut Formula<'_, '_>, string: Term) {
        let number = self.number(formula, string);
        let [zero, least] = [0, -1].map(|bound| formula.int(bound));
        let (some, range) = (formula.at_most(zero, number), formula.at_most(least, number));
        formula.add(0, range);
        let digits = digits(formula);
        let member = formula.env.app(Op::InRe, &[string, digits]);
        let exactly = formula.env.equal(member, some);
        formula.add(0, exactly);
        let length = formula.env.length_of(string);
        for &size in &self.sizes {
            let (short, small) = (at_most(formula, length, size), below(formula, number, size));
            formula.when(0, &[short], small);
        }
        for value in self.numbers.clone() {
            let language = padded(formula, &value);
            let value = formula.env.store.int(value);
            let member = formula.env.app(Op::InRe, &[string, language]);
            let exact = formula.env.equal(number, value);
            formula.when(0, &[exact], member);
        }
        self.tell_back(formula, string, number);
        self.tell_last_digits(formula, string, number);
    }

    /// A numeral without leading zeros is the numeral of its number.
    fn tell_back(&self, formula: &mut Formula<'_, '_>, string: Term, number: Term) {
        let language = canonical(formula);
        let member = formula.env.app(Op::InRe, &[string, language]);
        let numeral = self.numeral(formula, number);
        let same = formula.env.equal(numeral, string);
        formula.when(0, &[member], same);
    }

    /// Constant digits at the end of a string are those of its number.
    fn tell_last_digits(&mut self, formula: &mut Formula<'_, '_>, string: Term, number: Term) {
        let Some(&last) = formula.env.store.args(string).last() else { return };
        if formula.env.store.op(string) != Some(Op::Concat) {
            return;
        }
        let Some(word) = formula.env.word_of(last) else { return };
        if DIGITS.is_exceeded(word.len(), formula.env.budget) {
            return;
        }
        let digits: Vec<u8> = word.iter().filter_map(|character| u8::try_from(*character).ok()).collect();
        let Some(value) = Int::from_digits(&digits).filter(|_| digits.len() == word.len()) else { return };
        let power = power_of_ten(formula, digits.len());
        let (symbol, zero) = (formula.number("quotient"), formula.int(0));
        let quotient = formula.env.app(Op::IntDiv, &[number, power]);
        self.quotients.push((symbol, quotient));
        let (shifted, value) = (formula.env.app(Op::Mul, &[power, symbol]), formula.env.store.int(value));
        let sum = formula.sum(&[shifted, value]);
        let (exact, some) = (formula.env.equal(number, sum), formula.at_most(zero, number));
        formula.when(0, &[some], exact);
    }

    /// Adds what holds of the numeral of a number.
    pub(super) fn tell_numeral(&self, formula: &mut Formula<'_, '_>, number: Term) {
        let (numeral, zero) = (self.numeral(formula, number), formula.int(0));
        let (some, length) = (formula.at_most(zero, number), formula.env.length(numeral));
        let (none, empty) = (formula.not(some), formula.equal(length, zero));
        formula.when(0, &[none], empty);
        let language = canonical(formula);
        let member = formula.env.app(Op::InRe, &[numeral, language]);
        formula.when(0, &[some], member);
        let back = self.number(formula, numeral);
        let same = formula.equal(back, number);
        formula.when(0, &[some], same);
        for digits in FEW_DIGITS {
            let chord = chord(formula, number, length, digits);
            formula.when(0, &[some], chord);
        }
        for &size in &self.sizes {
            let (short, small) = (at_most(formula, length, size), below(formula, number, size));
            let exactly = formula.env.equal(short, small);
            formula.add(0, exactly);
        }
    }

    /// Adds the number of a literal.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn tell_literal(&self, formula: &mut Formula<'_, '_>, literal: Term) -> Result<(), Stop> {
        formula.env.budget.poll()?;
        let value = formula.env.app(Op::StrToInt, &[literal]);
        let length = formula.env.word_of(literal).map(|word| word.len());
        let short = length.is_some_and(|length| !DIGITS.is_exceeded(length, formula.env.budget));
        if short && let Ok(Value::Int(value)) = formula.env.eval(value, &Model::nothing()) {
            let (number, value) = (self.number(formula, literal), formula.env.store.int(value));
            let exact = formula.env.equal(number, value);
            formula.add(0, exact);
        }
        Ok(())
    }
}

/// Is a length at most this?
fn at_most(formula: &mut Formula<'_, '_>, length: Term, size: usize) -> Term {
    let size = formula.env.store.int(size);
    formula.at_most(length, size)
}

/// Does a number have at most this number of digits?
fn below(formula: &mut Formula<'_, '_>, number: Term, digits: usize) -> Term {
    let power = power_of_ten(formula, digits);
    formula.env.app(Op::Lt, &[number, power])
}

/// A number has at least the power of ten of its length, which lies above each of its chords; here
/// above the one that begins at this number of digits. Zero is one less than its power.
fn chord(formula: &mut Formula<'_, '_>, number: Term, length: Term, digits: usize) -> Term {
    let power = power_of_ten(formula, digits - 1);
    let [one, nine] = [1, 9].map(|value| formula.int(value));
    let from = formula.env.store.int(digits);
    let more = formula.env.app(Op::Sub, &[length, from]);
    let rise = formula.env.app(Op::Mul, &[nine, more]);
    let rise = formula.sum(&[one, rise]);
    let (least, above) = (formula.env.app(Op::Mul, &[power, rise]), formula.sum(&[number, one]));
    formula.at_most(least, above)
}

fn power_of_ten(formula: &mut Formula<'_, '_>, digits: usize) -> Term {
    let power = Int::from(10).pow(u32::try_from(digits).expect("few digits"));
    formula.env.store.int(power)
}

/// `[0-9]+`.
fn digits(formula: &mut Formula<'_, '_>) -> Term {
    let digit = formula.env.range('0', '9');
    formula.env.app(Op::RePlus, &[digit])
}

/// `0 | [1-9][0-9]*`.
fn canonical(formula: &mut Formula<'_, '_>) -> Term {
    let (digit, first) = (formula.env.range('0', '9'), formula.env.range('1', '9'));
    let digits = formula.env.app(Op::ReStar, &[digit]);
    let zero = formula.env.word_language(&[u32::from('0')]);
    let others = formula.env.app(Op::ReConcat, &[first, digits]);
    formula.env.app(Op::ReUnion, &[zero, others])
}

/// The words whose number this is.
fn padded(formula: &mut Formula<'_, '_>, number: &Int) -> Term {
    let characters: Vec<u32> = number.to_string().chars().map(u32::from).collect();
    let zero = formula.env.word_language(&[u32::from('0')]);
    let (zeros, word) = (formula.env.app(Op::ReStar, &[zero]), formula.env.word_language(&characters));
    formula.env.app(Op::ReConcat, &[zeros, word])
}
