//! Tables of replacements that have a name.
//!
//! Enters: a name. Leaves: pairs of a text and its replacement. All pairs of a table are replaced at once,
//! from left to right and at each position the longest text.

use std::ops::RangeInclusive;

/// A pattern and its replacement.
pub type Row = (String, String);

/// A table with a name.
#[derive(Debug)]
pub struct Table {
    /// What it is called.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    rows: &'static [(&'static str, &'static str)],
    /// Characters whose rows are worked out by [`Table::written`].
    others: RangeInclusive<char>,
    /// The last character that the table is right for.
    pub last: Option<char>,
}

const fn table(
    name: &'static str,
    about: &'static str,
    rows: &'static [(&'static str, &'static str)],
) -> Table {
    // A range from one character to the one before it has none.
    Table { name, about, rows, others: '\u{1}'..='\0', last: None }
}

/// Characters that denote themselves in a URL.
const UNRESERVED: &str = "-._~";

/// All tables.
pub static TABLES: &[Table] = &[
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
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Table> {
        TABLES.iter().find(|table| table.name == name)
    }

    /// The names of all tables.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLES.iter().map(|table| table.name)
    }

    /// The rows, those that are written down before those that are worked out.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
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

    /// What encodes a character of `others`; `None` if it denotes itself.
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
