//! Random chains of functions.

use tress_base::Random;
use tress_dialects::Dialect;
use tress_dialects::sanitize::Function;

/// A chain, what must not come out, and pieces of words that matter to it.
pub(super) struct Drawn {
    pub(super) flags: &'static str,
    pub(super) functions: Vec<Function>,
    pub(super) forbidden: String,
    pub(super) pieces: Vec<String>,
}

/// Pieces of words, by what they are for.
const LETTERS: &[&str] = &["a", "b", "A", "<", ".", "/", "-"];
const CASES: &[&str] = &["ß", "İ", "Σ", "ſ", "K", "ŉ", "σ", "ς", "ﬁ", "\u{345}", "𐐀"];
const SPACES: &[&str] = &[" ", "\t", "\u{a0}", "\u{85}", "\u{1f}", "\u{2003}", "\u{feff}", "\0"];
const URLS: &[&str] = &[
    "%61",
    "%2e",
    "%C3%9F",
    "%c3",
    "%25",
    "%",
    "%E2%82%AC",
    "+",
    "%ED%A0%80",
    "%zz",
    "%F0%9F%98%80",
    "6",
    "1",
];
const HTML: &[&str] =
    &["&lt;", "&lt", "&#60;", "&#x3c", "&amp;", "&notit;", "&", "#60;", "&#128;", "lt;", "&nbsp;", "amp;"];
const JSON: &[&str] = &["\\n", "\\u0061", "\\\\", "\\", "u0061", "\\ud83d", "\\ude00", "\"", "\\/"];

/// Draws a chain for a dialect.
pub(super) fn draw(dialect: Dialect, random: &mut Random) -> Drawn {
    let mut pieces: Vec<String> = Vec::new();
    let count = 1 + random.below(3);
    let mut functions: Vec<Function> = (0..count).map(|_| function(dialect, random, &mut pieces)).collect();
    if random.chance(1, 5) {
        let from = random.below(functions.len());
        let inner = functions.split_off(from);
        functions.push(Function::UntilStable(inner));
        if random.chance(1, 3) {
            functions.push(function(dialect, random, &mut pieces));
        }
    }
    while pieces.len() < 4 {
        pieces.push((*random.pick(LETTERS)).to_owned());
    }
    pieces.sort();
    pieces.dedup();
    while pieces.len() > 6 {
        let at = random.below(pieces.len());
        pieces.remove(at);
    }
    let forbidden = match random.below(6) {
        0 => pattern(dialect, random, 2),
        1 => "a+b|<".to_owned(),
        2 => "^[ab]".to_owned(),
        3 => (*random.pick(&["S", "s", "ss", "σ$", "ς", "[A-Z]", "k", "i"])).to_owned(),
        4 => "[^ab]$".to_owned(),
        _ => (*random.pick(&["a", "ab", "aa", "<", "\\.\\.", "%", "&", "\\s$", "/"])).to_owned(),
    };
    let flags = if random.chance(1, 8) && dialect != Dialect::Java { "i" } else { "" };
    Drawn { flags, functions, forbidden, pieces }
}

fn function(dialect: Dialect, random: &mut Random, pieces: &mut Vec<String>) -> Function {
    let mut some = |from: &[&str], random: &mut Random| {
        for _ in 0..3 {
            pieces.push((*random.pick(from)).to_owned());
        }
    };
    let named = |name: &str| Function::Named(name.to_owned());
    match random.below(10) {
        0 => {
            some(CASES, random);
            named(if random.chance(1, 2) { "lower" } else { "upper" })
        }
        1 => {
            some(SPACES, random);
            let strips = matches!(dialect, Dialect::Java | Dialect::Python) && random.chance(1, 2);
            named(if strips { "strip" } else { "trim" })
        }
        2 => {
            some(URLS, random);
            named("urldecode")
        }
        3 if dialect == Dialect::Python => {
            some(HTML, random);
            named("htmldecode")
        }
        3 | 4 if dialect != Dialect::Java => {
            some(JSON, random);
            named("unescape-json")
        }
        5 if random.chance(1, 3) => named("rev"),
        5 | 6 => {
            some(LETTERS, random);
            let texts = ["a", "ab", "..", "<", "/", "aa", "b", "", "A", "ß", "./"];
            let (old, new) = ((*random.pick(&texts)).to_owned(), (*random.pick(&texts)).to_owned());
            if random.chance(1, 4) { Function::ReplaceFirst(old, new) } else { Function::Replace(old, new) }
        }
        _ => {
            some(LETTERS, random);
            Function::ReplaceMatches(pattern(dialect, random, 3), replacement(dialect, random))
        }
    }
}

/// A random pattern.
fn pattern(dialect: Dialect, random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.chance(1, 4) {
        let atoms = ["a", "b", "[ab]", "[^a]", ".", "<", "", "^", "$", "\\b", "\\s", "\\w", "A", "\\."];
        let atom = *random.pick(&atoms);
        // Word boundaries are those of Java 19 and later.
        return (if dialect == Dialect::Java && atom == "\\b" { "b" } else { atom }).to_owned();
    }
    let (a, b) = (pattern(dialect, random, depth - 1), pattern(dialect, random, depth - 1));
    match random.below(9) {
        0 => format!("({a})"),
        1 => format!("(?:{a}|{b})"),
        2 => format!("({a}|{b})"),
        3 | 4 => format!("{a}{b}"),
        5 => format!("(?:{a}){}", random.pick(&["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}"])),
        6 => format!("({a}){b}"),
        7 => format!("(?={a}){b}"),
        _ => format!("({a})?{b}"),
    }
}

fn replacement(dialect: Dialect, random: &mut Random) -> String {
    let texts: &[&str] = match dialect {
        Dialect::Ecma => {
            &["", "x", "$1", "[$1]", "$&", "$&$&", "$$1", "$2$1", "$1$1", "a$1", "$01", "$<n>", "\\1"]
        }
        Dialect::Python => {
            &["", "x", r"\1", r"[\1]", r"\g<0>", r"\g<0>\g<0>", r"\\1", r"\2\1", r"\1\1", r"a\1", r"\n", "$1"]
        }
        _ => &["", "x", "$1", "[$1]", "$0", "$0$0", "\\$1", "$2$1", "$1$1", "a$1", "\\\\", "$1$0"],
    };
    (*random.pick(texts)).to_owned()
}
