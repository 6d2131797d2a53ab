//! Tables of replacements: those that have a name, and those that stand in files.
//!
//! Enters: a name, or the lines of a file. Leaves: pairs of a pattern and what stands in its place. All pairs
//! of a table are replaced at once, from left to right and at each place the longest pattern, as
//! `str.replace_table` does.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use crate::json::{self, Object};
use crate::regex::{Answer, Asker};
use crate::regex_inputs::lines;

/// A pattern and its replacement.
pub(crate) type Row = (String, String);

/// A table with a name.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    about: &'static str,
    rows: &'static [(&'static str, &'static str)],
    /// Characters whose rows are worked out by [`Table::written`].
    others: RangeInclusive<char>,
    /// The last character that the table is right for.
    pub(crate) last: Option<char>,
}

const fn table(
    name: &'static str,
    about: &'static str,
    rows: &'static [(&'static str, &'static str)],
) -> Table {
    // A range from one character to the one before it has none.
    Table { name, about, rows, others: '\u{1}'..='\0', last: None }
}

/// Characters that stand for themselves in a URL.
const UNRESERVED: &str = "-._~";

static TABLES: &[Table] = &[
    table("html", "text between the tags of HTML", &[("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")]),
    table(
        "html-attribute",
        "values of HTML attributes in either kind of quotes",
        &[("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")],
    ),
    table(
        "xml",
        "text and attributes of XML",
        &[("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&apos;")],
    ),
    Table {
        name: "url",
        about: "parts of URLs: all but letters, digits and - . _ ~ as the bytes of UTF-8; characters up to U+00FF",
        rows: &[],
        others: '\0'..='\u{ff}',
        last: Some('\u{ff}'),
    },
    Table {
        name: "json",
        about: "strings of JSON",
        rows: &[
            ("\"", "\\\""),
            ("\\", "\\\\"),
            ("\n", "\\n"),
            ("\r", "\\r"),
            ("\t", "\\t"),
            ("\u{8}", "\\b"),
            ("\u{c}", "\\f"),
        ],
        others: '\0'..='\u{1f}',
        last: None,
    },
    table("sql", "literals of standard SQL: quotes are doubled", &[("'", "''")]),
    table(
        "sql-backslash",
        "literals of SQL as MySQL escapes them",
        &[
            ("\\", "\\\\"),
            ("'", "\\'"),
            ("\"", "\\\""),
            ("\0", "\\0"),
            ("\n", "\\n"),
            ("\r", "\\r"),
            ("\u{1a}", "\\Z"),
        ],
    ),
    table("shell", "words of a POSIX shell, between single quotes", &[("'", "'\\''")]),
    table("csv", "fields of CSV, between double quotes", &[("\"", "\"\"")]),
    table(
        "regex",
        "text in a pattern",
        &[
            ("\\", "\\\\"),
            (".", "\\."),
            ("+", "\\+"),
            ("*", "\\*"),
            ("?", "\\?"),
            ("(", "\\("),
            (")", "\\)"),
            ("|", "\\|"),
            ("[", "\\["),
            ("]", "\\]"),
            ("{", "\\{"),
            ("}", "\\}"),
            ("^", "\\^"),
            ("$", "\\$"),
            ("-", "\\-"),
            ("#", "\\#"),
        ],
    ),
];

impl Table {
    /// The table of this name.
    pub(crate) fn named(name: &str) -> Option<&'static Table> {
        TABLES.iter().find(|table| table.name == name)
    }

    /// The names of all tables.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        TABLES.iter().map(|table| table.name)
    }

    /// The rows, those that are written down before those that are worked out.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> =
            self.rows.iter().map(|(pattern, new)| ((*pattern).to_owned(), (*new).to_owned())).collect();
        for c in self.others.clone() {
            let pattern = c.to_string();
            if let Some(new) = self.written(c)
                && rows.iter().all(|row| row.0 != pattern)
            {
                rows.push((pattern, new));
            }
        }
        rows
    }

    /// What stands for a character of `others`; nothing when it stands for itself.
    fn written(&self, c: char) -> Option<String> {
        if self.name == "json" {
            return Some(format!("\\u{:04x}", u32::from(c)));
        }
        if c.is_ascii_alphanumeric() || UNRESERVED.contains(c) {
            return None;
        }
        let mut bytes = [0; 4];
        Some(c.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02X}")).collect())
    }
}

/// The rows of a file: a pattern, a tab and its replacement on each line.
pub(crate) fn read_table(path: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (index, line) in lines(path)?.enumerate() {
        let line = line?;
        let place = |problem: &str| format!("{path}:{}: {problem}", index + 1);
        let Some((pattern, new)) = line.split_once('\t') else {
            return Err(place("a line is a pattern, a tab and a replacement"));
        };
        let [pattern, new] = [pattern, new].map(read_escapes);
        rows.push((pattern.map_err(|problem| place(&problem))?, new.map_err(|problem| place(&problem))?));
    }
    Ok(rows)
}

/// Text in which a backslash begins `\\`, `\t`, `\n`, `\r` or `\u{…}`.
fn read_escapes(text: &str) -> Result<String, String> {
    let mut read = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        read.push_str(before);
        let mut letters = after.chars();
        let letter = letters.next();
        rest = letters.as_str();
        match letter {
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

impl Asker<'_> {
    /// All tables, or the rows of those that are named.
    pub(crate) fn tables(&mut self) -> Answer {
        if self.request.operands.is_empty() {
            for table in TABLES {
                let object = Object::new().with_text("name", table.name).with_text("about", table.about);
                self.tell(&format!("{:<15} {}\n", table.name, table.about), &object)?;
            }
        }
        for name in &self.request.operands {
            let table = Table::named(name)
                .ok_or_else(|| format!("no table {name}; tress regex tables lists them"))?;
            let rows = table.rows();
            let line = |(pattern, new): &Row| format!("{}\t{}\n", with_escapes(pattern), with_escapes(new));
            let pair = |(pattern, new): &Row| json::list([json::escape(pattern), json::escape(new)]);
            let object = Object::new().with_text("name", table.name).with_text("about", table.about);
            let object = object.with("rows", json::list(rows.iter().map(pair)));
            self.tell(&rows.iter().map(line).collect::<String>(), &object)?;
        }
        Ok(true)
    }
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
