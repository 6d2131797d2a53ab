//! A small reader for patterns, enough for the tests: literals, escapes, classes, groups, `|`, `∩`, `~` and
//! counters, over an 8-bit alphabet as in Hooimeijer's experiments.

use tress_automata::{CharSet, Regex, RegexStore};

/// The expression of `pattern`; panics on what it does not know.
pub(crate) fn parse(store: &mut RegexStore, pattern: &str) -> Regex {
    let chars: Vec<char> = pattern.chars().collect();
    let mut reader = Reader { store, chars, at: 0 };
    let result = reader.union();
    assert_eq!(reader.at, reader.chars.len(), "rest of {pattern}");
    result
}

struct Reader<'a> {
    store: &'a mut RegexStore,
    chars: Vec<char>,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn take(&mut self) -> char {
        self.at += 1;
        self.chars[self.at - 1]
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    fn union(&mut self) -> Regex {
        let mut members = vec![self.inter()];
        while self.eat('|') {
            members.push(self.inter());
        }
        self.store.union(&members)
    }

    fn inter(&mut self) -> Regex {
        let mut members = vec![self.concat()];
        while self.eat('∩') {
            members.push(self.concat());
        }
        self.store.inter(&members)
    }

    fn concat(&mut self) -> Regex {
        let mut parts = Vec::new();
        while self.peek().is_some_and(|c| !matches!(c, '|' | '∩' | ')')) {
            parts.push(self.repeated());
        }
        self.store.concat(&parts)
    }

    fn repeated(&mut self) -> Regex {
        if self.eat('~') {
            let inner = self.repeated();
            return self.store.complement(inner);
        }
        let mut r = self.atom();
        while let Some(c) = self.peek() {
            let (low, high) = match c {
                '*' => (0, None),
                '+' => (1, None),
                '?' => (0, Some(1)),
                '{' => {
                    self.at += 1;
                    let low = self.number().unwrap_or(0);
                    let high = if self.eat(',') { self.number() } else { Some(low) };
                    (low, high)
                }
                _ => break,
            };
            self.at += 1;
            self.eat('?'); // the mark of a lazy quantifier does not change the language
            r = self.store.repeat(r, low, high);
        }
        r
    }

    fn number(&mut self) -> Option<u64> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        self.chars[start..self.at].iter().collect::<String>().parse().ok()
    }

    fn atom(&mut self) -> Regex {
        match self.take() {
            '(' => {
                let inner = self.union();
                assert!(self.eat(')'));
                inner
            }
            '[' => {
                let set = self.class();
                self.store.chars(set)
            }
            '.' => self.store.any_char(),
            '\\' => {
                let set = escape(self.take());
                self.store.chars(set)
            }
            c => self.store.chars(CharSet::single(u32::from(c))),
        }
    }

    fn class(&mut self) -> CharSet {
        let negated = self.eat('^');
        let mut set = CharSet::empty();
        while !self.eat(']') {
            let low = match self.take() {
                '\\' => escape(self.take()),
                c => CharSet::single(u32::from(c)),
            };
            let range = self.peek() == Some('-') && self.chars.get(self.at + 1) != Some(&']');
            match low.single_member() {
                Some(low) if range => {
                    self.at += 1;
                    let high = u32::from(self.take());
                    set = set.union(&CharSet::range(low, high));
                }
                _ => set = set.union(&low),
            }
        }
        if negated { set.complement() } else { set }
    }
}

fn escape(c: char) -> CharSet {
    let latin_letters = [(0xAA, 0xAA), (0xB5, 0xB5), (0xBA, 0xBA), (0xC0, 0xD6), (0xD8, 0xF6), (0xF8, 0xFF)];
    match c {
        'd' => CharSet::range(0x30, 0x39),
        'w' => CharSet::from_ranges(
            [(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)].into_iter().chain(latin_letters),
        ),
        's' => CharSet::from_ranges([(9, 13), (32, 32), (0x85, 0x85), (0xA0, 0xA0)]),
        _ => CharSet::single(u32::from(c)),
    }
}
