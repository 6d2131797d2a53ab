//! A reader of JSON that trusts nothing: what the program prints must be understood by it.

/// A value; numbers stay text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Json {
    /// `null`, `true`, `false` or a number.
    Plain(String),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// Members in order.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The whole text as one value.
    pub(crate) fn read(text: &str) -> Json {
        let chars: Vec<char> = text.trim_end_matches('\n').chars().collect();
        let (value, at) = value(&chars, 0);
        assert_eq!(at, chars.len(), "more than one value: {text}");
        value
    }

    /// The member of an object.
    pub(crate) fn get(&self, key: &str) -> &Json {
        let Json::Object(members) = self else { panic!("no object: {self:?}") };
        let found: Vec<&Json> =
            members.iter().filter(|(name, _)| name == key).map(|(_, value)| value).collect();
        assert_eq!(found.len(), 1, "{key} in {self:?}");
        found[0]
    }

    /// Has the object this member?
    pub(crate) fn has(&self, key: &str) -> bool {
        matches!(self, Json::Object(members) if members.iter().any(|(name, _)| name == key))
    }

    /// The text of a string or of a plain value.
    pub(crate) fn text(&self) -> &str {
        match self {
            Json::Plain(text) | Json::Text(text) => text,
            _ => panic!("no text: {self:?}"),
        }
    }

    /// The items of a list.
    pub(crate) fn items(&self) -> &[Json] {
        let Json::List(items) = self else { panic!("no list: {self:?}") };
        items
    }
}

fn value(chars: &[char], at: usize) -> (Json, usize) {
    match chars[at] {
        '"' => {
            let (text, at) = string(chars, at);
            (Json::Text(text), at)
        }
        '[' => {
            let (items, at) = sequence(chars, at, ']', value);
            (Json::List(items), at)
        }
        '{' => {
            let (members, at) = sequence(chars, at, '}', |chars, at| {
                let (key, at) = string(chars, at);
                assert_eq!(chars[at], ':');
                let (value, at) = value(chars, at + 1);
                ((key, value), at)
            });
            (Json::Object(members), at)
        }
        _ => {
            let length =
                chars[at..].iter().take_while(|c| c.is_ascii_alphanumeric() || "+-.".contains(**c)).count();
            let text: String = chars[at..at + length].iter().collect();
            let is_word = ["null", "true", "false"].contains(&text.as_str());
            assert!(is_word || text.parse::<f64>().is_ok(), "no value: {text:?}");
            (Json::Plain(text), at + length)
        }
    }
}

fn sequence<T>(
    chars: &[char],
    mut at: usize,
    end: char,
    read: impl Fn(&[char], usize) -> (T, usize),
) -> (Vec<T>, usize) {
    let mut items = Vec::new();
    at += 1;
    while chars[at] != end {
        if !items.is_empty() {
            assert_eq!(chars[at], ',');
            at += 1;
        }
        let (item, next) = read(chars, at);
        items.push(item);
        at = next;
    }
    (items, at + 1)
}

fn string(chars: &[char], at: usize) -> (String, usize) {
    assert_eq!(chars[at], '"');
    let mut units: Vec<u16> = Vec::new();
    let mut at = at + 1;
    while chars[at] != '"' {
        assert!(!chars[at].is_control(), "a control character in a string");
        if chars[at] != '\\' {
            units.extend(chars[at].encode_utf16(&mut [0; 2]).iter());
            at += 1;
            continue;
        }
        at += 2;
        units.push(match chars[at - 1] {
            'n' => 10,
            'r' => 13,
            't' => 9,
            'u' => {
                at += 4;
                let digits: String = chars[at - 4..at].iter().collect();
                u16::from_str_radix(&digits, 16).expect("four digits")
            }
            c if "\"\\/".contains(c) => c as u16,
            c => panic!("no escape: {c}"),
        });
    }
    (String::from_utf16_lossy(&units), at + 1)
}
