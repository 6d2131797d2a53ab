//! Small formulas over strings, with a meaning of their own.
//!
//! The meaning here knows the alphabet and nothing of the solver: it is what answers are compared with.

use tress_base::Random;

/// A string.
pub(super) type Text = Vec<u32>;

/// A term of sort String.
#[derive(Clone, Debug)]
pub(super) enum Str {
    Var(usize),
    Constant(Text),
    Concat(Box<[Str; 2]>),
    At(Box<Str>, Box<Num>),
    FromCode(Box<Num>),
    Replace(Box<[Str; 3]>),
}

/// A term of sort Int.
#[derive(Clone, Debug)]
pub(super) enum Num {
    Var,
    Constant(i64),
    Length(Box<Str>),
    Code(Box<Str>),
    Sum(Box<[Num; 2]>),
}

/// A regular expression.
#[derive(Clone, Debug)]
pub(super) enum Re {
    Constant(Text),
    Range(u32, u32),
    AllChar,
    All,
    Not(Box<Re>),
    Star(Box<Re>),
    Both(Box<[Re; 2]>),
    Either(Box<[Re; 2]>),
    Then(Box<[Re; 2]>),
}

/// A formula.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    Same(Str, Str),
    Distinct(Vec<Str>),
    Less(Str, Str),
    AtMost(Str, Str),
    Member(Str, Re),
    Prefix(Str, Str),
    Contains(Str, Str),
    NumLess(Num, Num),
    NumSame(Num, Num),
    SameLanguage(Re, Re),
    Not(Box<Formula>),
    And(Box<[Formula; 2]>),
    Or(Box<[Formula; 2]>),
}

/// Values of the variables, and the alphabet.
pub(super) struct Values<'a> {
    pub(super) words: &'a [&'a Text],
    pub(super) number: i64,
    pub(super) characters: u32,
}

impl Str {
    fn value(&self, values: &Values<'_>) -> Text {
        match self {
            Str::Var(place) => values.words[*place].clone(),
            Str::Constant(text) => text.clone(),
            Str::Concat(parts) => parts.iter().flat_map(|part| part.value(values)).collect(),
            Str::At(text, place) => {
                let (text, place) = (text.value(values), place.value(values));
                let found = usize::try_from(place).ok().and_then(|place| text.get(place));
                found.map(|character| vec![*character]).unwrap_or_default()
            }
            Str::FromCode(code) => match u32::try_from(code.value(values)) {
                Ok(code) if code < values.characters => vec![code],
                _ => Vec::new(),
            },
            Str::Replace(parts) => {
                let [text, old, new] = [0, 1, 2].map(|place| parts[place].value(values));
                match position(&text, &old) {
                    Some(start) => [&text[..start], &new, &text[start + old.len()..]].concat(),
                    None => text,
                }
            }
        }
    }

    fn text(&self) -> String {
        match self {
            Str::Var(place) => format!("x{place}"),
            Str::Constant(text) => constant(text),
            Str::Concat(parts) => format!("(str.++ {} {})", parts[0].text(), parts[1].text()),
            Str::At(text, place) => format!("(str.at {} {})", text.text(), place.text()),
            Str::FromCode(code) => format!("(str.from_code {})", code.text()),
            Str::Replace(parts) => {
                format!("(str.replace {} {} {})", parts[0].text(), parts[1].text(), parts[2].text())
            }
        }
    }
}

impl Num {
    fn value(&self, values: &Values<'_>) -> i64 {
        match self {
            Num::Var => values.number,
            Num::Constant(number) => *number,
            Num::Length(text) => i64::try_from(text.value(values).len()).expect("short"),
            Num::Code(text) => match text.value(values)[..] {
                [character] => i64::from(character),
                _ => -1,
            },
            Num::Sum(parts) => parts[0].value(values) + parts[1].value(values),
        }
    }

    fn text(&self) -> String {
        match self {
            Num::Var => "n".to_owned(),
            Num::Constant(number) if *number < 0 => format!("(- {})", -number),
            Num::Constant(number) => number.to_string(),
            Num::Length(text) => format!("(str.len {})", text.text()),
            Num::Code(text) => format!("(str.to_code {})", text.text()),
            Num::Sum(parts) => format!("(+ {} {})", parts[0].text(), parts[1].text()),
        }
    }
}

impl Re {
    /// Is the word in the language? All words that are asked about are over the alphabet.
    pub(super) fn has(&self, word: &[u32]) -> bool {
        match self {
            Re::Constant(text) => word == &text[..],
            Re::Range(low, high) => matches!(word, [one] if (low..=high).contains(&one)),
            Re::AllChar => word.len() == 1,
            Re::All => true,
            Re::Not(inner) => !inner.has(word),
            Re::Star(inner) => {
                word.is_empty()
                    || (1..=word.len()).any(|place| inner.has(&word[..place]) && self.has(&word[place..]))
            }
            Re::Both(parts) => parts.iter().all(|part| part.has(word)),
            Re::Either(parts) => parts.iter().any(|part| part.has(word)),
            Re::Then(parts) => {
                (0..=word.len()).any(|place| parts[0].has(&word[..place]) && parts[1].has(&word[place..]))
            }
        }
    }

    fn text(&self) -> String {
        match self {
            Re::Constant(text) => format!("(str.to_re {})", constant(text)),
            Re::Range(low, high) => format!("(re.range {} {})", constant(&[*low]), constant(&[*high])),
            Re::AllChar => "re.allchar".to_owned(),
            Re::All => "re.all".to_owned(),
            Re::Not(inner) => format!("(re.comp {})", inner.text()),
            Re::Star(inner) => format!("(re.* {})", inner.text()),
            Re::Both(parts) => format!("(re.inter {} {})", parts[0].text(), parts[1].text()),
            Re::Either(parts) => format!("(re.union {} {})", parts[0].text(), parts[1].text()),
            Re::Then(parts) => format!("(re.++ {} {})", parts[0].text(), parts[1].text()),
        }
    }
}

impl Formula {
    /// Does it hold? Languages are compared by `language_words`, which must distinguish any two of them.
    pub(super) fn holds(&self, values: &Values<'_>, language_words: &[Text]) -> bool {
        let inner = |formula: &Formula| formula.holds(values, language_words);
        match self {
            Formula::Same(one, other) => one.value(values) == other.value(values),
            Formula::Distinct(all) => {
                let all: Vec<Text> = all.iter().map(|one| one.value(values)).collect();
                (0..all.len()).all(|place| !all[..place].contains(&all[place]))
            }
            Formula::Less(one, other) => one.value(values) < other.value(values),
            Formula::AtMost(one, other) => one.value(values) <= other.value(values),
            Formula::Member(text, language) => language.has(&text.value(values)),
            Formula::Prefix(one, other) => other.value(values).starts_with(&one.value(values)),
            Formula::Contains(one, other) => position(&one.value(values), &other.value(values)).is_some(),
            Formula::NumLess(one, other) => one.value(values) < other.value(values),
            Formula::NumSame(one, other) => one.value(values) == other.value(values),
            Formula::SameLanguage(one, other) => {
                language_words.iter().all(|word| one.has(word) == other.has(word))
            }
            Formula::Not(one) => !inner(one),
            Formula::And(parts) => parts.iter().all(inner),
            Formula::Or(parts) => parts.iter().any(inner),
        }
    }

    /// The formula as SMT-LIB.
    pub(super) fn text(&self) -> String {
        match self {
            Formula::Same(one, other) => format!("(= {} {})", one.text(), other.text()),
            Formula::Distinct(all) => {
                let all: Vec<String> = all.iter().map(Str::text).collect();
                format!("(distinct {})", all.join(" "))
            }
            Formula::Less(one, other) => format!("(str.< {} {})", one.text(), other.text()),
            Formula::AtMost(one, other) => format!("(str.<= {} {})", one.text(), other.text()),
            Formula::Member(text, language) => format!("(str.in_re {} {})", text.text(), language.text()),
            Formula::Prefix(one, other) => format!("(str.prefixof {} {})", one.text(), other.text()),
            Formula::Contains(one, other) => format!("(str.contains {} {})", one.text(), other.text()),
            Formula::NumLess(one, other) => format!("(< {} {})", one.text(), other.text()),
            Formula::NumSame(one, other) => format!("(= {} {})", one.text(), other.text()),
            Formula::SameLanguage(one, other) => format!("(= {} {})", one.text(), other.text()),
            Formula::Not(one) => format!("(not {})", one.text()),
            Formula::And(parts) => format!("(and {} {})", parts[0].text(), parts[1].text()),
            Formula::Or(parts) => format!("(or {} {})", parts[0].text(), parts[1].text()),
        }
    }
}

fn position(text: &[u32], part: &[u32]) -> Option<usize> {
    (0..=text.len()).find(|start| text[*start..].starts_with(part))
}

fn constant(text: &[u32]) -> String {
    let escapes: Vec<String> = text.iter().map(|character| format!("\\u{{{character:x}}}")).collect();
    format!("\"{}\"", escapes.concat())
}

/// Generates formulas about a number of strings over an alphabet.
pub(super) struct Draw<'a> {
    pub(super) random: &'a mut Random,
    pub(super) variables: usize,
    pub(super) characters: u32,
}

impl Draw<'_> {
    /// A character, often one at an end of the alphabet.
    fn character(&mut self) -> u32 {
        let last = self.characters - 1;
        match self.random.below(4) {
            0 => 0,
            1 => last,
            2 => last.saturating_sub(1),
            _ => u32::try_from(self.random.below(self.characters as usize)).expect("below the size"),
        }
    }

    fn string_constant(&mut self) -> Text {
        (0..self.random.below(3)).map(|_| self.character()).collect()
    }

    fn string(&mut self, depth: usize) -> Str {
        if depth == 0 || self.random.chance(1, 2) {
            return match self.random.below(4) {
                0 => Str::Constant(self.string_constant()),
                _ => Str::Var(self.random.below(self.variables)),
            };
        }
        match self.random.below(4) {
            0 => Str::Concat(Box::new([self.string(depth - 1), self.string(depth - 1)])),
            1 => Str::At(Box::new(self.string(depth - 1)), Box::new(self.number(depth - 1))),
            2 => Str::FromCode(Box::new(self.number(depth - 1))),
            _ => {
                let parts = [self.string(depth - 1), self.string(depth - 1), self.string(depth - 1)];
                Str::Replace(Box::new(parts))
            }
        }
    }

    fn number(&mut self, depth: usize) -> Num {
        if depth == 0 || self.random.chance(1, 3) {
            let near = self.random.between(-2, 2);
            return match self.random.below(3) {
                0 => Num::Constant(near),
                1 => Num::Constant(i64::from(self.characters) + near),
                _ => Num::Var,
            };
        }
        match self.random.below(3) {
            0 => Num::Length(Box::new(self.string(depth - 1))),
            1 => Num::Code(Box::new(self.string(depth - 1))),
            _ => Num::Sum(Box::new([self.number(depth - 1), self.number(depth - 1)])),
        }
    }

    fn language(&mut self, depth: usize) -> Re {
        if depth == 0 || self.random.chance(1, 4) {
            return match self.random.below(4) {
                0 => Re::Constant(self.string_constant()),
                1 => Re::AllChar,
                2 => Re::All,
                _ => {
                    let (one, other) = (self.character(), self.character());
                    Re::Range(one.min(other), one.max(other))
                }
            };
        }
        let pair = |draw: &mut Self| Box::new([draw.language(depth - 1), draw.language(depth - 1)]);
        match self.random.below(6) {
            0 | 1 => Re::Not(Box::new(self.language(depth - 1))),
            2 => Re::Star(Box::new(self.language(depth - 1))),
            3 => Re::Both(pair(self)),
            4 => Re::Either(pair(self)),
            _ => Re::Then(pair(self)),
        }
    }

    /// A formula without connectives, or with few.
    pub(super) fn formula(&mut self, depth: usize) -> Formula {
        if depth > 0 && self.random.chance(1, 3) {
            return match self.random.below(3) {
                0 => Formula::Not(Box::new(self.formula(depth - 1))),
                1 => Formula::And(Box::new([self.formula(depth - 1), self.formula(depth - 1)])),
                _ => Formula::Or(Box::new([self.formula(depth - 1), self.formula(depth - 1)])),
            };
        }
        match self.random.below(10) {
            0 => Formula::Same(self.string(2), self.string(2)),
            1 => Formula::Less(self.string(1), self.string(1)),
            2 => Formula::AtMost(self.string(1), self.string(1)),
            3 => Formula::Prefix(self.string(1), self.string(1)),
            4 => Formula::Contains(self.string(1), self.string(1)),
            5 => Formula::NumLess(self.number(2), self.number(2)),
            6 => Formula::NumSame(self.number(2), self.number(2)),
            7 if self.characters == 2 => Formula::SameLanguage(self.language(1), self.language(1)),
            _ => Formula::Member(self.string(1), self.language(3)),
        }
    }
}
