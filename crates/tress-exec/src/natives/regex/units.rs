//! Patterns consist of characters, strings of units. Decides where both readings agree on a match and its
//! parts.

use tress::Shape;

const FIRST_HALF: u32 = 0xd800;
const BEHIND_HALVES: u32 = 0xe000;
const LAST_UNIT: u32 = 0xffff;
/// Characters of the solver go no further; the others are like it to a pattern.
const LAST_CHARACTER: u32 = tress_base::MAX_CHAR;

/// The units of a range of characters. A range that has only some surrogates loses them: the strings it is
/// used for have none.
pub(super) fn of_range((low, high): (u32, u32)) -> Option<(char, char)> {
    let low = if (FIRST_HALF..BEHIND_HALVES).contains(&low) { BEHIND_HALVES } else { low };
    let high = high.min(LAST_UNIT);
    let high = if (FIRST_HALF..BEHIND_HALVES).contains(&high) { FIRST_HALF - 1 } else { high };
    if low > high {
        return None;
    }
    char::from_u32(low).zip(char::from_u32(high))
}

/// What a part of a pattern takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Item {
    /// Characters of one unit that are no halves of pairs.
    Plain { may_be_missing: bool },
    /// As many as there are of a set that has all pairs and all halves.
    Full,
}

/// Do the parts of a match of a whole text never begin or end inside of a pair? So it is where pairs are
/// taken by runs only, and what follows a run takes none.
pub(super) fn keeps_pairs(shape: &Shape) -> bool {
    let mut items = Vec::new();
    if !collect(shape, &mut items) {
        return false;
    }
    let ends_inside = |position: usize| {
        let next =
            items[position + 1..].iter().find(|item| !matches!(item, Item::Plain { may_be_missing: true }));
        next == Some(&Item::Full)
    };
    !items.iter().enumerate().any(|(position, item)| *item == Item::Full && ends_inside(position))
}

/// The items of a shape in their order; false for a shape that is no sequence of them.
fn collect(shape: &Shape, items: &mut Vec<Item>) -> bool {
    match shape {
        Shape::Empty | Shape::Start | Shape::End => true,
        Shape::Group(_, body) => collect(body, items),
        Shape::Concat(parts) => parts.iter().all(|part| collect(part, items)),
        Shape::Repeat { body, low: 0 | 1, high: None, .. } if matches!(&**body, Shape::Set(set) if is_full(set)) =>
        {
            items.push(Item::Full);
            true
        }
        // It may match nothing, which is no harm: what comes behind it counts then.
        Shape::Alternate(_) | Shape::Repeat { .. } => {
            items.push(Item::Plain { may_be_missing: true });
            is_plain(shape)
        }
        Shape::Set(_) => {
            items.push(Item::Plain { may_be_missing: false });
            is_plain(shape)
        }
    }
}

fn is_plain(shape: &Shape) -> bool {
    match shape {
        Shape::Set(ranges) => ranges
            .iter()
            .all(|(low, high)| *high < FIRST_HALF || (*low >= BEHIND_HALVES && *high <= LAST_UNIT)),
        Shape::Group(_, body) | Shape::Repeat { body, .. } => is_plain(body),
        Shape::Concat(parts) | Shape::Alternate(parts) => parts.iter().all(is_plain),
        Shape::Empty | Shape::Start | Shape::End => true,
    }
}

fn is_full(ranges: &[(u32, u32)]) -> bool {
    let has = |from: u32, to: u32| ranges.iter().any(|(low, high)| *low <= from && to <= *high);
    has(FIRST_HALF, BEHIND_HALVES - 1) && has(LAST_UNIT + 1, LAST_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress::{Flags, Pattern};

    #[test]
    fn runs_that_meet_do_not_keep_pairs() {
        let keeps = |pattern: &str| {
            let read = Pattern::read(pattern, Flags::NONE, &tress_base::Budget::unlimited());
            keeps_pairs(&read.unwrap().shape().unwrap())
        };
        for pattern in ["(.*):(.*)", "[^=]+=.*", "a(.*)", "(.*)", "x*y", "(.*) ?,(.*)"] {
            assert!(keeps(pattern), "{pattern}");
        }
        for pattern in ["(.*)(.+)", ".", "a.b", "(.*) ?(.*)", "(.|a)*", ".{2,}", "(.*,)*", "[^a]?"] {
            assert!(!keeps(pattern), "{pattern}");
        }
    }

    #[test]
    fn ranges_of_characters_have_units() {
        assert_eq!(of_range((0x41, 0x5a)), Some(('A', 'Z')));
        assert_eq!(of_range((0x3b, 0x2_ffff)), Some((';', '\u{ffff}')));
        assert_eq!(of_range((0x41, 0xd900)), Some(('A', '\u{d7ff}')));
        assert_eq!(of_range((0xd900, 0xdfff)), None);
        assert_eq!(of_range((0x1_f600, 0x1_f64f)), None);
    }
}
