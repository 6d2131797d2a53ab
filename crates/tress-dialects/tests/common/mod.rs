//! Random patterns within the grammar of a dialect, and words inside, near and outside of a language.

#![allow(dead_code, unreachable_pub, reason = "each user takes a part of this")]

use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Random};
use tress_dialects::{Dialect, Flags};

/// Characters that patterns and words are made of: plain ones, and those on which engines differ.
const POOL: &[char] = &[
    'a',
    'b',
    'c',
    'k',
    's',
    'i',
    'A',
    'B',
    'K',
    'S',
    '0',
    '7',
    '_',
    '-',
    '.',
    ' ',
    '\n',
    '\r',
    '\t',
    '/',
    '\u{b}',
    '\u{1c}',
    '\u{85}',
    '\u{a0}',
    '\u{2028}',
    'é',
    'É',
    'ß',
    'ſ',
    '\u{212a}',
    'ı',
    'µ',
    'μ',
    'σ',
    'ς',
    '٣',
    '\u{180e}',
    '\u{feff}',
    '\u{1f600}',
    '\u{10400}',
    '\u{10428}',
];
const PLAIN: usize = 16;

/// What a random pattern may contain.
pub struct Grammar {
    pub dialect: Dialect,
    flags: &'static str,
    /// Pieces with spaces between them.
    escapes: &'static str,
    classes: &'static str,
    anchors: &'static str,
    looks: bool,
    atomic: bool,
}

/// The grammar of a dialect.
pub fn grammar(dialect: Dialect) -> Grammar {
    const PERL: &str = r"\d \D \w \W \s \S";
    let base = Grammar {
        dialect,
        flags: "",
        escapes: PERL,
        classes: r"\d \w \s \W a-c A-K 0-9 \] \-",
        anchors: r"^ $ \b \B",
        looks: false,
        atomic: false,
    };
    match dialect {
        Dialect::Rust => Grammar {
            flags: "imsx",
            escapes: r"\d \D \w \W \s \S \pL \x41 \x{e9} \p{Greek} (?i:k) (?-u:\w)",
            classes: r"\d \w \s a-c [:alpha:] [:^digit:] b&&a-c \x{e9}",
            anchors: r"^ $ \b \B \A \z (?m:^) (?m:$) \b{start} (?-u:\b)",
            ..base
        },
        Dialect::Re2 => Grammar { flags: "ims", classes: r"\d \w [:alpha:] a-c", ..base },
        Dialect::Pcre => Grammar {
            flags: "imsxuD",
            escapes: r"\d \D \w \W \s \S \h \H \v \V \R \N \pL \p{Lm} \P{N} \x41 \x{e9} \Q.*\E { \x (?i) (?-i) (?s:.)",
            classes: r"\d \w \s \W a-c A-K [:alpha:] [:^digit:] [:upper:] [:space:] \h \x{e9} \b \]",
            anchors: r"^ $ \b \B \A \z \Z (?m:^) (?m:$)",
            looks: true,
            atomic: true,
            ..base
        },
        Dialect::Java => Grammar {
            flags: "imsxuUd",
            escapes: r"\d \D \w \W \s \S \h \H \v \V \R \pL \p{Alpha} \p{IsGreek} \P{N} \x41 \u00e9 \Q.*\E \0101 \x{e9} (?i) (?-i) (?s:.) } ]",
            classes: r"\d \w \s \W a-c A-K [ab] [^k] &&[a-k] &&[^b] &&a-k \u00e9 \h \] -",
            anchors: r"^ $ \b \B \A \z \Z (?m:^) (?m:$)",
            looks: true,
            atomic: true,
            ..base
        },
        Dialect::Python => Grammar {
            flags: "imsxa",
            escapes: r"\d \D \w \W \s \S \x41 \u00e9 \U000000e9 \101 \0 { {, } ] (?i:k) (?s:.) (?#x)",
            classes: r"\d \w \s \W a-c A-K \u00e9 \b \] [ -",
            anchors: r"^ $ \b \B \A \Z (?m:^) (?m:$)",
            looks: true,
            atomic: true,
            ..base
        },
        Dialect::Ecma => Grammar {
            flags: "imsu",
            escapes: r"\d \D \w \W \s \S \x41 \u00e9 \cA \0 [] [^] \u{1f600} \p{L} \P{Lu} \101 { ] \p{Script=Greek} \ud83d\ude00",
            classes: r"\d \w \s \W \S a-c A-K \u00e9 \b \] [ \- \w-a \u{10400}",
            looks: true,
            ..base
        },
        Dialect::Posix => Grammar {
            flags: "i",
            escapes: r"\. \* [[.a.]] \\",
            classes: r"[:alpha:] [:digit:] [:upper:] [:space:] [:punct:] a-c A-K \ [=b=]",
            anchors: r"^ $",
            ..base
        },
        Dialect::Glob => Grammar { flags: "ip", classes: r"[:alpha:] [:digit:] a-c \] A-K", ..base },
        Dialect::Smtlib => base,
    }
}

/// One of the pieces.
fn pick(random: &mut Random, pieces: &'static str) -> &'static str {
    let count = pieces.split(' ').count();
    pieces.split(' ').nth(random.below(count)).unwrap_or_default()
}

impl Grammar {
    fn pool(&self) -> &'static [char] {
        // The POSIX locale knows only ASCII.
        let ascii = matches!(self.dialect, Dialect::Posix | Dialect::Glob);
        if ascii { &POOL[..20] } else { POOL }
    }

    pub fn char(&self, random: &mut Random) -> char {
        let pool = self.pool();
        let part = if random.chance(3, 4) { &pool[..PLAIN] } else { pool };
        *random.pick(part)
    }

    /// Some of the flags of the dialect.
    pub fn flags(&self, random: &mut Random) -> String {
        self.flags.chars().filter(|_| random.chance(1, 5)).collect()
    }

    /// A random pattern.
    pub fn pattern(&self, random: &mut Random) -> String {
        if self.dialect == Dialect::Glob {
            return (0..1 + random.below(6)).map(|_| self.glob_piece(random)).collect();
        }
        let size = 1 + random.below(7);
        if self.dialect == Dialect::Posix {
            // The C library of GNU loses anchors inside of repeated groups.
            let (start, end) = (*random.pick(&["", "", "^"]), *random.pick(&["", "", "$"]));
            let choice =
                if random.chance(1, 4) { format!("|{}", self.piece(random, 2)) } else { String::new() };
            return format!("{start}{}{end}{choice}", self.piece(random, size));
        }
        self.piece(random, size)
    }

    fn glob_piece(&self, random: &mut Random) -> String {
        match random.below(6) {
            0 => "*".into(),
            1 => "?".into(),
            2 => self.class(random, "[!").replace('/', "a"),
            3 => format!("\\{}", self.char(random)),
            _ => match self.char(random) {
                c @ ('*' | '?' | '[' | '\\') => format!("\\{c}"),
                c => c.into(),
            },
        }
    }

    fn piece(&self, random: &mut Random, size: usize) -> String {
        if size <= 1 {
            return self.atom(random);
        }
        let left = 1 + random.below(size - 1);
        match random.below(12) {
            0..=4 => self.piece(random, left) + &self.piece(random, size - left),
            5 | 6 => format!("(?:{}|{})", self.piece(random, left), self.piece(random, size - left))
                .replace("(?:", self.open()),
            7 => format!("({})", self.piece(random, size - 1)),
            8 if self.looks => self.look(random, size - 1),
            9 if self.atomic => format!("(?>{})", self.piece(random, size - 1)),
            _ => {
                let body = format!("{}{})", self.open(), self.piece(random, size - 1));
                body + &self.quantifier(random)
            }
        }
    }

    fn open(&self) -> &'static str {
        if self.dialect == Dialect::Posix { "(" } else { "(?:" }
    }

    fn look(&self, random: &mut Random, size: usize) -> String {
        let kind = *random.pick(&["?=", "?!", "?<=", "?<!"]);
        let fixed = kind.contains('<') && self.dialect != Dialect::Ecma && random.chance(5, 6);
        let body = if fixed {
            (0..1 + random.below(2)).map(|_| self.simple_atom(random)).collect()
        } else {
            self.piece(random, size)
        };
        format!("({kind}{body})")
    }

    fn quantifier(&self, random: &mut Random) -> String {
        let mut text = random.pick(&["*", "+", "?", "{2}", "{1,2}", "{0,1}", "{2,}", "{0}"]).to_string();
        if self.dialect == Dialect::Python && random.chance(1, 8) {
            text = "{,2}".into();
        }
        if self.dialect != Dialect::Posix && random.chance(1, 6) {
            text.push('?');
        } else if self.atomic && random.chance(1, 6) {
            text.push('+');
        }
        text
    }

    fn atom(&self, random: &mut Random) -> String {
        match random.below(10) {
            0 | 1 if self.dialect != Dialect::Posix => pick(random, self.anchors).to_owned(),
            2 => pick(random, self.escapes).to_owned(),
            3 => self.simple_atom(random) + &self.quantifier(random),
            _ => self.simple_atom(random),
        }
    }

    /// A piece that matches exactly one character, whatever flags are set.
    fn simple_atom(&self, random: &mut Random) -> String {
        match random.below(8) {
            0 => ".".into(),
            1 => self.class(random, "["),
            2 => self.class(random, "[^"),
            _ => {
                let c = self.char(random);
                let special = c.is_ascii_punctuation() && !(c == '-' || c == '_' || c == '/');
                if special { format!("\\{c}") } else { c.into() }
            }
        }
    }

    fn class(&self, random: &mut Random, open: &str) -> String {
        let mut text = open.to_owned();
        let first = loop {
            let c = self.char(random);
            if c.is_alphanumeric() {
                break c;
            }
        };
        text.push(first);
        for _ in 0..random.below(4) {
            if random.chance(1, 2) {
                text.push_str(pick(random, self.classes));
            } else {
                let c = self.char(random);
                text.extend((c != '-' && c != '.' && c != '/').then_some(c));
            }
        }
        text.push(']');
        text
    }

    /// Words from the language, near it, and from anywhere.
    pub fn words(
        &self,
        random: &mut Random,
        store: &mut RegexStore,
        language: Regex,
        flags: Flags,
        count: usize,
    ) -> Vec<Vec<u32>> {
        let budget = Budget::unlimited().with_steps(Some(200_000));
        let mut words = Vec::new();
        for index in 0..count {
            let mut word = match index % 3 {
                2 => (0..random.below(6)).map(|_| self.char(random).into()).collect(),
                _ => self.walk(random, store, language, &budget),
            };
            if index % 3 == 1 {
                self.mutate(random, &mut word);
            }
            if self.dialect.reads_utf16(flags) {
                word.retain(|&c| c <= 0xFFFF);
            }
            words.push(word);
        }
        words
    }

    /// A random way through the derivatives that ends in acceptance if it gets there.
    fn walk(
        &self,
        random: &mut Random,
        store: &mut RegexStore,
        language: Regex,
        budget: &Budget,
    ) -> Vec<u32> {
        let mut word = Vec::new();
        let mut at = language;
        while word.len() < 12 && !(store.is_nullable(at) && random.chance(1, 3)) {
            let Ok(transitions) = store.transitions(at, budget) else { break };
            let live: Vec<_> =
                transitions.iter().filter(|step| step.target != Regex::NONE).copied().collect();
            if live.is_empty() {
                break;
            }
            let step = *random.pick(&live);
            let fitting: Vec<u32> = self
                .pool()
                .iter()
                .map(|&c| u32::from(c))
                .filter(|&c| step.low <= c && c <= step.high)
                .collect();
            let c = if fitting.is_empty() { step.low } else { *random.pick(&fitting) };
            let ascii = matches!(self.dialect, Dialect::Posix | Dialect::Glob);
            if char::from_u32(c).is_none() || (ascii && !(1..128).contains(&c)) {
                break;
            }
            word.push(c);
            at = step.target;
        }
        word
    }

    fn mutate(&self, random: &mut Random, word: &mut Vec<u32>) {
        let at = random.below(word.len() + 1);
        match random.below(4) {
            0 if at < word.len() => drop(word.remove(at)),
            1 if at < word.len() => word[at] = self.char(random).into(),
            2 => word.push(10),
            _ => word.insert(at, self.char(random).into()),
        }
    }
}
