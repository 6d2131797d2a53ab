//! Characters and words as numbers, and back; sets of characters.

use std::rc::Rc;

use tress_base::Int;
use tress_sat::Lit;

use tress_kernel::circuits::{Gates, Logic, Number};

use super::text::{Cell, Characters, Text};

const ZERO: u32 = '0' as u32;
const FIRST_PRINTED: u32 = ' ' as u32;
const LAST_PRINTED: u32 = '~' as u32;
/// The difference between a lower-case and an upper-case character is this bit.
const CASE_BIT: usize = 5;

impl Characters {
    /// Does the cell hold a character between the two?
    pub(super) fn between(&self, gates: &mut Gates<'_>, cell: &Cell, low: u32, high: u32) -> Lit {
        if low > self.last() {
            return Gates::FALSE;
        }
        let high = high.min(self.last());
        if low == 0 && high == self.last() {
            return !gates.and_all(cell);
        }
        let code = Number::unsigned(cell);
        let above = gates.at_most(&Number::constant(low), &code);
        let below = gates.at_most(&code, &Number::constant(high));
        gates.and(above, below)
    }

    /// Can all characters of the word be printed?
    pub(super) fn is_printable(&self, gates: &mut Gates<'_>, text: &Text) -> Lit {
        let mut all = Vec::with_capacity(text.cells.len());
        for cell in text.cells.iter() {
            let (plain, blank) =
                (self.between(gates, cell, FIRST_PRINTED, LAST_PRINTED), gates.and_all(cell));
            all.push(gates.or(plain, blank));
        }
        gates.and_all(&all)
    }

    fn digit(&self, gates: &mut Gates<'_>, cell: &Cell) -> Lit {
        self.between(gates, cell, ZERO, ZERO + 9)
    }

    /// Is the word one digit?
    pub(super) fn is_digit(&self, gates: &mut Gates<'_>, text: &Text) -> Lit {
        let digit = self.digit(gates, &self.at(text, 0));
        let one = self.ends_at(gates, text, 1);
        gates.and(digit, one)
    }

    /// The number of a numeral, or -1.
    pub(super) fn to_number(&self, gates: &mut Gates<'_>, text: &Text) -> Number {
        let mut value = Number::constant(0);
        let mut good = vec![self.inside(gates, text, 0)];
        for (position, cell) in text.cells.iter().enumerate() {
            let inside = self.inside(gates, text, position);
            let digit = self.digit(gates, cell);
            good.push(gates.or(digit, !inside));
            // Only for digits; any other character makes the value -1.
            let four = Number::unsigned(&cell[..4]);
            let low: Vec<Lit> = (0..4).map(|bit| gates.and(four.bit(bit), digit)).collect();
            let digit_value = Number::unsigned(&low).within(Int::ZERO, Int::from(9));
            let ten = gates.scale(&value, &Int::from(10));
            let next = gates.add(&ten, &digit_value);
            value = gates.choose(inside, &next, &value);
        }
        let good = gates.and_all(&good);
        gates.choose(good, &value, &Number::constant(-1))
    }

    /// The shortest digits of a number; nothing for negative ones.
    pub(super) fn digits_of(&self, gates: &mut Gates<'_>, number: &Number) -> Text {
        let zero = Number::constant(0);
        let negative = gates.less(number, &zero);
        let most = if number.high.is_negative() { 0 } else { number.high.decimal_len() };
        let text = self.input(gates, 0, most);
        let value = self.to_number(gates, &text);
        let same = gates.equal(&value, number);
        gates.require(&[negative, same]);
        let empty = self.ends_at(gates, &text, 0);
        gates.require(&[!negative, empty]);
        // Digits only, or the value would be -1; no zero in front of others.
        let zero_first = self.between(gates, &self.at(&text, 0), ZERO, ZERO);
        let alone = self.ends_at(gates, &text, 1);
        gates.require(&[!zero_first, alone]);
        text
    }

    /// The code point of a word of one character, or -1.
    pub(super) fn to_code(&self, gates: &mut Gates<'_>, text: &Text) -> Number {
        let one = self.ends_at(gates, text, 1);
        let code = Number::unsigned(&self.at(text, 0));
        gates.choose(one, &code, &Number::constant(-1))
    }

    /// The word of the character with this code. Code points that have too many bits are excluded.
    pub(super) fn character_of(&self, gates: &mut Gates<'_>, code: &Number) -> Text {
        let last = Number::constant(self.last());
        let limit = Number::constant(tress_automata::MAX_CHAR);
        let (below, above) = (gates.less(code, &Number::constant(0)), gates.less(&limit, code));
        let fits = gates.at_most(code, &last);
        gates.require(&[fits, above]);
        let none = gates.or(below, above);
        let cell: Cell = (0..self.bits).map(|bit| gates.or(code.bit(bit), none)).collect();
        Text { cells: Rc::from([cell]), length: Number::of(!none) }
    }

    /// Upper-case characters become lower-case ones, or the other way around.
    pub(super) fn change_case(&self, gates: &mut Gates<'_>, text: &Text, upper: bool) -> Text {
        let first = if upper { 'a' } else { 'A' } as u32;
        let cells = text
            .cells
            .iter()
            .map(|cell| {
                let character = self.between(gates, cell, first, first + 25);
                let turned = gates.xor(cell[CASE_BIT], character);
                cell.iter()
                    .enumerate()
                    .map(|(bit, lit)| if bit == CASE_BIT { turned } else { *lit })
                    .collect()
            })
            .collect();
        Text { cells, length: text.length.clone() }
    }
}
