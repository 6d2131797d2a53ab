//! File name patterns as `fnmatch` reads them: `*`, `?`, `[...]` and backslashes.
//!
//! With the flag `p` (`FNM_PATHNAME`) none of them matches `/`. There `**` means different things to
//! different tools, so it is refused. A period is an ordinary character.

use tress_automata::{CharSet, MAX_CHAR, Regex, RegexStore};

use crate::classes::{self, Unicode};
use crate::fold::Fold;
use crate::reader::Reader;
use crate::{DialectError, Flags};

pub(crate) const FLAGS: &[(char, Flags)] = &[('i', Flags::IGNORE_CASE), ('p', Flags::PATHNAME)];

/// The language of a pattern.
pub(crate) fn parse(pattern: &str, flags: Flags, store: &mut RegexStore) -> Result<Regex, DialectError> {
    let mut reader = Reader::new(pattern.chars().map(u32::from).collect());
    let slash = CharSet::single(u32::from(b'/'));
    let allowed = if flags.has(Flags::PATHNAME) { slash.complement() } else { CharSet::full() };
    let any = store.chars(allowed.clone());
    let mut parts = Vec::new();
    while !reader.is_done() {
        let position = reader.position();
        match reader.take().and_then(char::from_u32) {
            Some('*') => {
                if flags.has(Flags::PATHNAME) && reader.sees("*") {
                    return reader
                        .error(position, "** with the flag p means different things to different tools");
                }
                parts.push(store.star(any));
            }
            Some('?') => parts.push(any),
            Some('[') => {
                let set = bracket(&mut reader, position, flags)?.intersection(&allowed);
                parts.push(store.chars(set));
            }
            Some(c) => {
                if c == '\\' && flags.has(Flags::PATHNAME) && reader.sees("/") {
                    return reader.error(position, "an escaped slash with the flag p is wrong in glibc");
                }
                let c = match c {
                    '\\' => reader.take(),
                    _ => Some(c.into()),
                };
                match c {
                    Some(c) if c <= MAX_CHAR => {
                        let set = fold(CharSet::single(c), flags);
                        parts.push(store.chars(set));
                    }
                    Some(_) => {
                        return reader.error(position, "a character above U+2FFFF is outside the alphabet");
                    }
                    None => return reader.error(position, "a backslash at the end"),
                }
            }
            None => {}
        }
    }
    Ok(store.concat(&parts))
}

fn fold(set: CharSet, flags: Flags) -> CharSet {
    if flags.has(Flags::IGNORE_CASE) {
        return Fold::Ascii.close(&set, &CharSet::empty(), Unicode::Latest);
    }
    set
}

/// A set whose opening bracket has been read. An unclosed one, which `fnmatch` takes literally, is
/// refused, because it is nearly always a mistake.
fn bracket(reader: &mut Reader, position: usize, flags: Flags) -> Result<CharSet, DialectError> {
    let negated = reader.eat("!") || reader.eat("^");
    let mut set = CharSet::empty();
    let mut first = true;
    loop {
        if reader.is_done() {
            return reader.error(position, "this set is not closed");
        }
        if !first && reader.eat("]") {
            break;
        }
        first = false;
        if reader.sees("[.") || reader.sees("[=") {
            return reader.error(position, "collating elements are not supported");
        }
        if reader.eat("[:") {
            let name = reader.take_while(16, |c| c.is_ascii_lowercase());
            match classes::posix(&name).filter(|_| reader.eat(":]") && name != "word" && name != "ascii") {
                Some(class) => set = set.union(&class),
                None => return reader.error(position, "an unknown character class"),
            }
            continue;
        }
        let low = member(reader, position)?;
        let is_range = reader.sees("-") && reader.peek_second() != Some(u32::from(b']'));
        let high = if is_range && reader.eat("-") { member(reader, position)? } else { low };
        if low > high {
            return reader.error(position, "the ends of this range are in the wrong order");
        }
        set = set.union(&CharSet::range(low, high));
    }
    let set = fold(set, flags);
    Ok(if negated { set.complement() } else { set })
}

fn member(reader: &mut Reader, position: usize) -> Result<u32, DialectError> {
    // A backslash makes the next character ordinary.
    reader.eat("\\");
    let c = reader.take();
    match c {
        Some(47) => reader.error(position, "a slash in a set means different things to different tools"),
        Some(c) => Ok(c),
        None => reader.error(position, "this set is not closed"),
    }
}
