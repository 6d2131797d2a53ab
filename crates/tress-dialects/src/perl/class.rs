//! Sets in brackets: members, ranges, classes, negation, and Java's sets in sets with `&&`.

use tress_automata::{CharSet, MAX_CHAR};

use super::parser::Parser;
use super::rules::{Escape, Lines};
use crate::classes::{self, Unicode};
use crate::{DialectError, Flags};

/// What has been read of one set. Case folding treats single members, ranges and classes
/// differently, so they are kept apart.
#[derive(Debug, Default)]
struct Members {
    singles: Vec<u32>,
    ranges: Vec<(u32, u32)>,
    /// Classes, which most dialects do not fold.
    fixed: CharSet,
    any: bool,
    /// One of the classes reaches to the end of the alphabet.
    wide: bool,
}

impl Members {
    fn add_class(&mut self, set: &CharSet) {
        self.fixed = self.fixed.union(set);
        self.wide |= set.contains(MAX_CHAR);
        self.any = true;
    }
}

/// A set whose closing bracket has not been seen.
#[derive(Debug)]
struct Level {
    position: usize,
    negated: bool,
    members: Members,
    /// The intersection of the operands before the last `&&`.
    operands: Option<CharSet>,
    /// The last operand consists of sets in brackets only.
    only_nested: bool,
}

/// One end of a range.
enum Member {
    Char(u32),
    Class(CharSet),
    Nothing,
}

impl Parser {
    /// A set whose opening bracket, at `position`, has been read.
    pub(crate) fn class(&mut self, position: usize) -> Result<CharSet, DialectError> {
        let mut levels = vec![self.open_level(position)];
        let mut quoted = false;
        while let Some(level) = levels.last_mut() {
            let here = self.reader.position();
            if quoted {
                quoted = !self.reader.eat("\\E");
                if quoted {
                    match self.reader.take() {
                        Some(c) => self.add_char(&mut level.members, c),
                        None => return self.reader.error(level.position, "this set is not closed"),
                    }
                }
                continue;
            }
            match self.reader.peek_ascii() {
                0 if self.reader.is_done() => {
                    return self.reader.error(level.position, "this set is not closed");
                }
                b']' if level.members.any
                    || level.operands.is_some()
                    || !self.rules.first_bracket_is_member =>
                {
                    self.reader.take();
                    let set = self.close_level(levels.pop(), here)?;
                    match levels.last_mut() {
                        None => return Ok(set),
                        Some(outer) => {
                            outer.members.fixed = outer.members.fixed.union(&set);
                            outer.only_nested |= !outer.members.any;
                            outer.members.any = true;
                        }
                    }
                }
                b'[' if self.rules.nested_sets => {
                    self.reader.take();
                    levels.push(self.open_level(here));
                }
                b'&' if self.rules.nested_sets && self.reader.sees("&&") => self.operand(level, here)?,
                b'[' if self.rules.posix_classes && self.posix_class(&mut level.members)? => {}
                _ => {
                    if level.only_nested && level.operands.is_some() {
                        return self.reader.error(here, "members after a set in brackets after &&");
                    }
                    level.only_nested = false;
                    quoted = self.member(&mut level.members)?;
                }
            }
        }
        self.reader.error(position, "this set is not closed")
    }

    fn open_level(&mut self, position: usize) -> Level {
        let negated = self.reader.eat("^");
        Level { position, negated, members: Members::default(), operands: None, only_nested: false }
    }

    /// `&&` in Java.
    fn operand(&mut self, level: &mut Level, here: usize) -> Result<(), DialectError> {
        self.reader.eat("&&");
        if !level.members.any || matches!(self.reader.peek_ascii(), b'&' | b'^' | b']') {
            return self.reader.error(here, "&& needs a set on both sides, and no & or ^ after it");
        }
        let members = std::mem::take(&mut level.members);
        let set = self.finish(&members);
        level.operands = Some(level.operands.take().map_or(set.clone(), |all| all.intersection(&set)));
        level.only_nested = false;
        Ok(())
    }

    fn close_level(&mut self, level: Option<Level>, here: usize) -> Result<CharSet, DialectError> {
        let Some(level) = level else { return self.reader.error(here, "this bracket closes nothing") };
        let mut set = self.finish(&level.members);
        if let Some(operands) = level.operands {
            set = set.intersection(&operands);
        }
        Ok(if level.negated { set.complement() } else { set })
    }

    /// The set of the members, folded if case does not matter.
    fn finish(&self, members: &Members) -> CharSet {
        let singles = CharSet::from_chars(members.singles.iter().copied());
        let ranges = CharSet::from_ranges(members.ranges.iter().copied());
        if !self.flags.has(Flags::IGNORE_CASE) {
            return singles.union(&ranges).union(&members.fixed);
        }
        let fixed = self.fold_class(members.fixed.clone());
        (self.rules.fold)(self.flags).close(&singles, &ranges, self.unicode()).union(&fixed)
    }

    /// A class, folded where the dialect folds classes.
    pub(crate) fn fold_class(&self, set: CharSet) -> CharSet {
        if self.flags.has(Flags::IGNORE_CASE) && self.rules.folds_classes {
            return (self.rules.fold)(self.flags).close(&CharSet::empty(), &set, self.unicode());
        }
        set
    }

    fn add_char(&self, members: &mut Members, c: u32) {
        members.singles.push(c);
        members.any = true;
    }

    /// A member or a range. True when a quotation `\Q` begins instead.
    fn member(&mut self, members: &mut Members) -> Result<bool, DialectError> {
        let position = self.reader.position();
        let low = match self.range_end()? {
            None => return Ok(true),
            Some(Member::Nothing) => return Ok(false),
            Some(low) => low,
        };
        members.any = true;
        let after_dash = self.reader.peek_second();
        let nested = self.rules.nested_sets && after_dash == Some(u32::from(b'['));
        let is_range = self.reader.sees("-") && after_dash.is_some_and(|c| c != u32::from(b']')) && !nested;
        if !is_range {
            match low {
                Member::Char(c) => {
                    self.check_case(c, position)?;
                    members.singles.push(c);
                }
                Member::Class(set) => members.add_class(&set),
                Member::Nothing => {}
            }
            return Ok(false);
        }
        self.reader.take();
        let Some(high) = self.range_end()? else {
            return self.reader.error(position, "a range that ends in a quotation");
        };
        match (low, high) {
            (Member::Char(low), Member::Char(high)) if low <= high => members.ranges.push((low, high)),
            (Member::Char(_), Member::Char(_)) => {
                return self.reader.error(position, "the ends of this range are in the wrong order");
            }
            (low, high) if self.rules.lines == Lines::Ecma && !self.flags.has(Flags::UNICODE) => {
                members.singles.push(u32::from(b'-'));
                for end in [low, high] {
                    match end {
                        Member::Char(c) => members.singles.push(c),
                        Member::Class(set) => members.add_class(&set),
                        Member::Nothing => {}
                    }
                }
            }
            _ => return self.reader.error(position, "a range between characters and classes"),
        }
        Ok(false)
    }

    /// A character or a class. Returns `None` if a quotation begins.
    fn range_end(&mut self) -> Result<Option<Member>, DialectError> {
        let position = self.reader.position();
        let Some(c) = self.reader.take() else {
            return self.reader.error(position, "this set is not closed");
        };
        let comment = matches!(c, 9..=13 | 32 | 35);
        if comment && self.rules.nested_sets && self.flags.has(Flags::EXTENDED) {
            return self.reader.error(position, "white space or # in a set under the flag x");
        }
        if c != u32::from(b'\\') {
            return Ok(Some(Member::Char(c)));
        }
        match (self.rules.escape)(self, true)? {
            Escape::Char(c) => Ok(Some(Member::Char(c))),
            Escape::Set(set) => Ok(Some(Member::Class(set))),
            Escape::Nothing => Ok(Some(Member::Nothing)),
            Escape::Quote => Ok(None),
            Escape::Atom(_) | Escape::Anchor(_) => {
                self.reader.error(position, "this escape sequence means nothing in a set")
            }
        }
    }

    /// `[:alpha:]`; false when the bracket is an ordinary member.
    fn posix_class(&mut self, members: &mut Members) -> Result<bool, DialectError> {
        let position = self.reader.position();
        if self.reader.sees("[.") || self.reader.sees("[=") {
            return self
                .reader
                .error(position, "collating elements and equivalence classes are not supported");
        }
        if !self.reader.eat("[:") {
            return Ok(false);
        }
        let negated = self.reader.eat("^");
        let name = self.reader.take_while(16, |c| c.is_ascii_lowercase());
        if !self.reader.eat(":]") {
            self.reader.return_to(position);
            return Ok(false);
        }
        let folded = self.flags.has(Flags::IGNORE_CASE);
        let to_alpha = folded && !self.rules.folds_posix && matches!(name.as_str(), "upper" | "lower");
        if to_alpha && self.flags.has(Flags::UNICODE) {
            return self
                .reader
                .error(position, "[:upper:] and [:lower:] under the flags i and u are not supported");
        }
        let name = if to_alpha { "alpha" } else { name.as_str() };
        let set = if self.flags.has(Flags::UNICODE) {
            unicode_posix(self.unicode(), name)
        } else {
            classes::posix(name)
        };
        let Some(set) = set else {
            return self.reader.error(position, format!("the class [:{name}:] is not supported here"));
        };
        let set = if folded && self.rules.folds_posix {
            (self.rules.fold)(self.flags).close(&CharSet::empty(), &set, self.unicode())
        } else {
            set
        };
        if self.rules.lines == Lines::NewlineInside && members.wide && !negated {
            // PCRE2 10.42 forgets characters above U+FF then.
            return self
                .reader
                .error(position, "a POSIX class after a negated class is wrong in PCRE2 10.42");
        }
        members.add_class(&if negated { set.complement() } else { set });
        Ok(true)
    }
}

/// POSIX classes of PCRE under `UCP`. Those with rules of their own are left out.
fn unicode_posix(unicode: Unicode, name: &str) -> Option<CharSet> {
    Some(match name {
        "alnum" => unicode.union(&["L", "N"]),
        "alpha" => unicode.union(&["L"]),
        "blank" => classes::horizontal_space(),
        "digit" => unicode.union(&["Nd"]),
        "lower" => unicode.union(&["Ll"]),
        "upper" => unicode.union(&["Lu"]),
        "space" => {
            unicode.union(&["Z"]).union(&classes::horizontal_space()).union(&classes::vertical_space())
        }
        "word" => unicode.union(&["L", "N"]).union(&CharSet::single(0x5F)),
        "cntrl" => unicode.union(&["Cc"]),
        "ascii" | "xdigit" => classes::posix(name)?,
        _ => return None,
    })
}
