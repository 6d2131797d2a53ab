//! Tables of replacements: those that have a name, and those that stand in files.
//!
//! Enters: a name, or the lines of a file. Leaves: pairs of a pattern and its replacement. All pairs
//! of a table are replaced at once, from left to right and at each position the longest pattern, as
//! `str.replace_table` does.

use std::fmt::Write as _;

use tress_dialects::sanitize::{Row, TABLES, Table};

use crate::json::{self, Object};
use crate::regex::inputs::lines;
use crate::regex::{Answer, Asker};

/// The rows of a file: a pattern, a tab and its replacement on each line.
pub(crate) fn read_table(path: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (index, line) in lines(path)?.enumerate() {
        let line = line?;
        let at_line = |problem: &str| format!("{path}:{}: {problem}", index + 1);
        let Some((pattern, new)) = line.split_once('\t') else {
            return Err(at_line("a line is a pattern, a tab and a replacement"));
        };
        let [pattern, new] = [pattern, new].map(read_escapes);
        rows.push((pattern.map_err(|problem| at_line(&problem))?, new.map_err(|problem| at_line(&problem))?));
    }
    Ok(rows)
}

/// Text in which a backslash begins `\\`, `\t`, `\n`, `\r` or `\u{…}`.
fn read_escapes(text: &str) -> Result<String, String> {
    let mut read = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        read.push_str(before);
        let mut characters = after.chars();
        let character = characters.next();
        rest = characters.as_str();
        match character {
            Some('\\') => read.push('\\'),
            Some('t') => read.push('\t'),
            Some('n') => read.push('\n'),
            Some('r') => read.push('\r'),
            Some('u') => {
                let code = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
                let found = code.and_then(|(digits, after)| {
                    Some((char::from_u32(u32::from_str_radix(digits, 16).ok()?)?, after))
                });
                let (c, after) = found.ok_or("\\u{…} holds the hexadecimal digits of a character")?;
                read.push(c);
                rest = after;
            }
            _ => return Err("a backslash begins \\\\, \\t, \\n, \\r or \\u{…}".to_owned()),
        }
    }
    read.push_str(rest);
    Ok(read)
}

/// The way back.
fn with_escapes(text: &str) -> String {
    let mut written = String::new();
    for c in text.chars() {
        match c {
            '\\' => written.push_str("\\\\"),
            '\t' => written.push_str("\\t"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            _ if c.is_control() => {
                let _ = write!(written, "\\u{{{:x}}}", u32::from(c));
            }
            _ => written.push(c),
        }
    }
    written
}

/// All tables, or the rows of those that are named.
pub(super) fn answer(asker: &mut Asker<'_>) -> Answer {
    if asker.request.operands.is_empty() {
        for table in TABLES {
            let object = Object::new().with_text("name", table.name).with_text("about", table.about);
            asker.report(&format!("{:<15} {}\n", table.name, table.about), &object)?;
        }
    }
    for name in &asker.request.operands {
        let table =
            Table::named(name).ok_or_else(|| format!("no table {name}; tress regex tables lists them"))?;
        let rows = table.rows();
        let line = |(pattern, new): &Row| format!("{}\t{}\n", with_escapes(pattern), with_escapes(new));
        let pair = |(pattern, new): &Row| json::list([json::escape(pattern), json::escape(new)]);
        let object = Object::new().with_text("name", table.name).with_text("about", table.about);
        let object = object.with("rows", json::list(rows.iter().map(pair)));
        asker.report(&rows.iter().map(line).collect::<String>(), &object)?;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_written_and_read_again() {
        for table in TABLES {
            let rows = table.rows();
            assert!(!rows.is_empty() && rows.iter().all(|row| !row.0.is_empty()), "{}", table.name);
            for (at, (pattern, new)) in rows.iter().enumerate() {
                assert!(rows[..at].iter().all(|row| row.0 != *pattern), "{} {pattern:?} twice", table.name);
                for text in [pattern, new] {
                    let line = with_escapes(text);
                    assert!(!line.contains(['\t', '\n']));
                    assert_eq!(read_escapes(&line).as_ref(), Ok(text));
                }
            }
        }
    }

    #[test]
    fn rows_are_worked_out() {
        let row = |name: &str, pattern: &str| {
            let rows = Table::named(name).expect("a table").rows();
            rows.into_iter().find(|row| row.0 == pattern).map(|row| row.1)
        };
        assert_eq!(row("url", " ").as_deref(), Some("%20"));
        assert_eq!(row("url", "é").as_deref(), Some("%C3%A9"));
        assert_eq!(row("url", "~"), None);
        assert_eq!(row("json", "\n").as_deref(), Some("\\n"));
        assert_eq!(row("json", "\u{1}").as_deref(), Some("\\u0001"));
        assert_eq!(row("shell", "'").as_deref(), Some("'\\''"));
        assert!(Table::named("htmll").is_none());
    }

    #[test]
    fn wrong_escapes_are_refused() {
        for text in ["\\", "\\'", "\\u12", "\\u{d800}", "\\u{}"] {
            assert!(read_escapes(text).is_err(), "{text}");
        }
    }
}
