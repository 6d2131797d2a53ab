//! Characters beyond ASCII: what is known of them exactly, and what by its bounds only.

use tress::{Sort, Term};

use crate::machine::{Run, Step, unsupported};
use crate::state::{Str, Value, Width};

/// The characters for which `Character.isWhitespace` holds.
pub(super) const WHITE: [(char, char); 8] = [
    ('\t', '\r'),
    ('\u{1c}', ' '),
    ('\u{1680}', '\u{1680}'),
    ('\u{2000}', '\u{2006}'),
    ('\u{2008}', '\u{200a}'),
    ('\u{2028}', '\u{2029}'),
    ('\u{205f}', '\u{205f}'),
    ('\u{3000}', '\u{3000}'),
];

/// The zeros of the scripts of Unicode 13 whose digits are units; nine more digits follow each.
pub(super) const ZEROS: [u16; 37] = [
    0x0030, 0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
    0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50,
    0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];

/// Characters beyond ASCII that `equalsIgnoreCase` identifies with ASCII letters.
const LOOK_ALIKES: [(u8, char); 4] =
    [(b'i', '\u{130}'), (b'i', '\u{131}'), (b'k', '\u{212a}'), (b's', '\u{17f}')];

pub(super) fn is_white(unit: u16) -> bool {
    char::from_u32(unit.into())
        .is_some_and(|unit| WHITE.iter().any(|(low, high)| (*low..=*high).contains(&unit)))
}

/// One unit that is white space.
pub(super) fn white(run: &Run<'_>) -> Term {
    let solver = run.solver();
    let first = solver.char_range(WHITE[0].0, WHITE[0].1);
    WHITE[1..].iter().fold(first, |white, (low, high)| white | solver.char_range(*low, *high))
}

/// All units.
pub(super) fn any_unit(run: &Run<'_>) -> Term {
    run.solver().char_range('\0', '\u{ffff}')
}

/// The value of a digit of any script.
pub(super) fn digit(unit: u16) -> Option<u16> {
    ZEROS.iter().map(|zero| unit.wrapping_sub(*zero)).find(|digit| *digit < 10)
}

/// Digits of all scripts, with a sign or without.
fn digits_of_all_scripts(run: &Run<'_>) -> Term {
    let solver = run.solver();
    let code = |code: u16| char::from_u32(code.into()).unwrap_or('0');
    let ten = |zero: &u16| solver.char_range(code(*zero), code(zero + 9));
    let digits = ZEROS[1..].iter().fold(ten(&ZEROS[0]), |digits, zero| digits | ten(zero));
    let sign = solver.literal("-").to_regex() | solver.literal("+").to_regex();
    sign.optional() + digits.plus()
}

/// The number of a string that is no number in ASCII. Digits of other scripts have a value, of which only
/// bounds are known.
pub(super) fn number_of_other_script(run: &mut Run<'_>, text: &Str, width: Width) -> Step<Value> {
    let term = text.term(run.solver());
    let ascii = run.solver().char_range('\0', '\u{7f}').star();
    let is_other = term.matches(digits_of_all_scripts(run)) & !term.matches(ascii);
    if text.is_ascii() || !run.decide(is_other)? {
        return run.throw("NumberFormatException");
    }
    let fits = run.fresh(Sort::Bool)?;
    run.note_loose();
    if !run.decide(fits)? {
        return run.throw("NumberFormatException");
    }
    // The sign is plain, and few digits make no great number.
    let (number, negative) = (run.fresh(Sort::Int)?, term.starts_with("-"));
    let bounds = [width.low(), width.high()].map(|bound| tress::Int::from(bound as i64));
    let [least, greatest] = bounds;
    let mut conditions =
        vec![number.ge(least), number.le(greatest), negative.ite(number.le(0), number.ge(0))];
    for digits in 1..10 {
        let above = tress::Int::from(10).pow(digits);
        let is_small = number.lt(above.clone()) & number.gt(-above);
        conditions.push(term.len().le(digits).implies(is_small));
    }
    let condition = run.solver().all(conditions);
    run.assume(condition)?;
    Ok(Value::number(number, width.low(), width.high(), width))
}

/// A number of which only the bounds are known.
pub(super) fn some_number(run: &mut Run<'_>, low: i128, high: i128, width: Width) -> Step<Value> {
    run.note_loose();
    let number = run.fresh(Sort::Int)?;
    let bounds = [low, high].map(|bound| tress::Int::from(bound as i64));
    let [least, greatest] = bounds;
    run.assume(number.ge(least) & number.le(greatest))?;
    Ok(Value::number(number, low, high, width))
}

/// An unconstrained truth value.
pub(super) fn some_truth(run: &mut Run<'_>) -> Step<Value> {
    run.note_loose();
    Ok(Value::Truth(run.fresh(Sort::Bool)?))
}

/// The text on the paths on which it has characters of ASCII only.
pub(super) fn ascii_part(run: &mut Run<'_>, text: &Str) -> Step<Option<Str>> {
    let Str::Unknown { term, longest, is_ascii } = text else { return Ok(None) };
    let ascii = run.solver().char_range('\0', '\u{7f}').star();
    match *is_ascii || run.decide(term.matches(ascii))? {
        true => Ok(Some(Str::Unknown { term: term.clone(), longest: *longest, is_ascii: true })),
        false => Ok(None),
    }
}

/// What is known of the upper or lower case of a string that is not all ASCII: a character becomes one to
/// three, and no ASCII letter of the other case is left. In lower case only one character becomes two, the
/// second of which is a combining dot.
fn some_cased_text(run: &mut Run<'_>, text: &Str, upper: bool) -> Step<Str> {
    let longest = text.longest().saturating_mul(3).min(i32::MAX.into());
    run.note_loose();
    let (term, cased) = (text.term(run.solver()), run.fresh(Sort::String)?);
    let solver = run.solver();
    let (first, last) = if upper { ('a', 'z') } else { ('A', 'Z') };
    let gone = solver.char_range(first, last);
    let left = solver.apply("re.diff", [any_unit(run), gone]).star();
    let grows = match upper {
        true => cased.len().le(term.len() * 3),
        false => cased.len().eq(term.len()) | (cased.contains("\u{307}") & cased.len().le(term.len() * 2)),
    };
    let condition = cased.matches(left) & cased.len().ge(term.len()) & grows & cased.len().le(longest);
    run.assume(condition)?;
    Ok(Str::Unknown { term: cased, longest, is_ascii: false })
}

/// An unknown text in upper or lower case.
pub(super) fn in_case(run: &mut Run<'_>, text: &Str, upper: bool) -> Step<Str> {
    let Some(ascii) = ascii_part(run, text)? else {
        return some_cased_text(run, text, upper);
    };
    let term = ascii.term(run.solver());
    let term = if upper { term.to_upper() } else { term.to_lower() };
    Ok(Str::Unknown { term, longest: text.longest(), is_ascii: true })
}

/// A text as comparisons that ignore case have it: each unit in upper case, and that in lower case.
pub(super) fn folded(run: &mut Run<'_>, text: &Str) -> Step<Str> {
    match text {
        Str::Known(units) if !units.iter().all(|unit| has_old_case(*unit)) => {
            unsupported("comparing such characters in any case")
        }
        Str::Known(units) => Ok(Str::Known(units.iter().map(|unit| folded_unit(*unit)).collect())),
        Str::Unknown { .. } => in_case(run, text, false),
    }
}

/// Units whose case is not the same in all versions of Java, or not that of Rust, and halves of pairs.
const NEWER_CASES: [(u16, u16); 10] = [
    (0x19b, 0x19b),
    (0x250, 0x2af),
    (0x10a0, 0x10ff),
    (0x13a0, 0x13ff),
    (0x1c80, 0x1cbf),
    (0x1d00, 0x1dbf),
    (0x1f80, 0x1fff),
    (0x2c00, 0x2d2f),
    (0xa640, 0xabff),
    (0xd800, 0xdfff),
];

/// Is the case of a unit old, so that all have the same?
pub(super) fn has_old_case(unit: u16) -> bool {
    !NEWER_CASES.iter().any(|(low, high)| (*low..=*high).contains(&unit))
}

fn folded_unit(unit: u16) -> u16 {
    let one = |mut cased: Box<dyn Iterator<Item = char>>| cased.next().filter(|_| cased.next().is_none());
    let Some(character) = char::from_u32(unit.into()) else { return unit };
    // This one alone has a longer text in lower case, but another unit.
    if character == '\u{130}' {
        return u16::from(b'i');
    }
    let upper = one(Box::new(character.to_uppercase())).unwrap_or(character);
    let lower = one(Box::new(upper.to_lowercase())).unwrap_or(upper);
    u16::try_from(u32::from(lower)).unwrap_or(unit)
}

/// The strings that `equalsIgnoreCase` identifies with an ASCII string.
pub(super) fn equal_in_any_case(run: &Run<'_>, text: &Term, word: &[u16]) -> Term {
    let solver = run.solver();
    let one = |character: char| solver.char_range(character, character);
    let mut regex = solver.literal("").to_regex();
    for unit in word {
        let character = *unit as u8;
        let (lower, upper) = (character.to_ascii_lowercase(), character.to_ascii_uppercase());
        let mut units = one(lower.into());
        if upper != lower {
            units = units | one(upper.into());
        }
        for (_, other) in LOOK_ALIKES.iter().filter(|(like, _)| *like == lower) {
            units = units | one(*other);
        }
        regex = regex + units;
    }
    text.matches(regex)
}

/// An unknown string reversed. Surrogate pairs keep their order; of strings with pairs only the length is
/// known.
pub(super) fn reversed(run: &mut Run<'_>, text: &Str) -> Step<Str> {
    let Str::Unknown { term, longest, is_ascii } = text else { return unsupported("reversing half a pair") };
    if *is_ascii || run.decide(has_no_halves(run, term))? {
        return Ok(Str::Unknown { term: term.reverse(), longest: *longest, is_ascii: *is_ascii });
    }
    let same_length = run.fresh(Sort::String)?;
    run.note_loose();
    let units = any_unit(run).star();
    run.assume(same_length.matches(units) & same_length.len().eq(term.len()))?;
    Ok(Str::Unknown { term: same_length, longest: *longest, is_ascii: false })
}

/// Has the text no units of pairs?
pub(super) fn has_no_halves(run: &Run<'_>, term: &Term) -> Term {
    let solver = run.solver();
    term.matches((solver.char_range('\0', '\u{d7ff}') | solver.char_range('\u{e000}', '\u{ffff}')).star())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_all_scripts_have_values() {
        assert_eq!(digit(u16::from(b'7')), Some(7));
        assert_eq!(digit(0x663), Some(3));
        assert_eq!(digit(0xff19), Some(9));
        assert_eq!(digit(0xff1a), None);
        assert_eq!(digit(0x2460), None, "a digit in a circle is none");
        assert_eq!(
            (0..=u16::MAX).filter(|unit| digit(*unit).is_some()).count(),
            370,
            "as many as a JDK 17 counts"
        );
    }

    #[test]
    fn white_space_is_that_of_the_library() {
        assert_eq!((0..=u16::MAX).filter(|unit| is_white(*unit)).count(), 25);
        assert!(is_white(0x3000) && is_white(0x1c) && !is_white(0xa0) && !is_white(0x2007) && !is_white(1));
    }

    #[test]
    fn units_are_folded_one_by_one() {
        let folded = |text: &str| text.encode_utf16().map(folded_unit).collect::<Vec<u16>>();
        assert_eq!(folded("AbZ"), folded("aBz"));
        assert_eq!(folded("\u{130}\u{131}"), folded("iI"));
        assert_eq!(folded("\u{17f}"), folded("S"));
        assert_eq!(folded("\u{df}"), [0xdf]);
        assert_ne!(folded("\u{e9}"), folded("e"));
    }
}
