//! Values for parameters: all small ones, and larger ones that have something to do with each other.

use tress_base::{Int, Random, Rational};
use tress_term::term::{Value, Word};

use super::sentence::Kind;

/// Characters that small words consist of: cases and digits, digits alone, ends of classes, ends of the
/// alphabet, case pairs outside of ASCII.
pub(super) const ALPHABETS: [[char; 3]; 5] =
    [['a', 'B', '0'], ['0', '1', '9'], ['A', 'a', 'Z'], ['\0', '"', LAST], ['\u{C9}', '\u{E9}', 'k']];
/// Characters next to digits and to letters of one case, and others at an end of something.
const EDGES: [char; 12] =
    ['/', ':', '@', '[', '`', '{', '\u{7F}', '\u{80}', '\u{D7FF}', '\u{E000}', '\u{10000}', LAST];
/// The last character of SMT-LIB.
const LAST: char = '\u{2FFFF}';

/// Languages to try. Other solvers are asked about the first ones only.
pub(super) const LANGUAGES: [&str; 16] = [
    "(re.* (str.to_re \"aB\"))",
    "(re.++ re.all (str.to_re \"0\"))",
    "(re.comp (re.range \"A\" \"a\"))",
    "(re.opt (str.to_re \"a\"))",
    "re.none",
    "re.all",
    "re.allchar",
    "(str.to_re \"\")",
    "(str.to_re \"a0\")",
    "(re.* (str.to_re \"a\"))",
    "(re.+ (re.range \"0\" \"9\"))",
    "(re.comp (str.to_re \"0\"))",
    "(re.union (str.to_re \"0\") (str.to_re \"aB\"))",
    "(re.comp (re.++ re.all (str.to_re \"a\") re.all))",
    "(re.inter (re.* re.allchar) (re.comp (re.* (str.to_re \"a\"))))",
    "((_ re.loop 1 2) (re.range \"1\" \"a\"))",
];

/// The longest small words.
const SHORT: usize = 3;
/// The longest words.
const LONG: usize = 12;
/// The smallest and the largest small number.
const NUMBERS: (i64, i64) = (-2, 5);
/// Numbers at which something changes: digits, codes of characters, the end of the alphabet.
const TELLING: [i64; 16] =
    [9, 10, 11, 47, 48, 57, 58, 65, 97, 99, 100, 101, 196_606, 196_607, 196_608, 1_000_000];

/// All words over the alphabet up to a length, the shorter ones first.
pub(super) fn words(alphabet: &[char], longest: usize) -> Vec<Word> {
    let (mut words, mut start) = (vec![Vec::new()], 0);
    for _ in 0..longest {
        let end = words.len();
        for place in start..end {
            for character in alphabet {
                let mut longer: Vec<u32> = words[place].clone();
                longer.push(u32::from(*character));
                words.push(longer);
            }
        }
        start = end;
    }
    words.into_iter().map(Word::from).collect()
}

/// The small values of a parameter.
pub(super) fn small(kind: Kind, alphabet: &[char], languages: &[Value]) -> Vec<Value> {
    let ints = |from: i64| (from..=NUMBERS.1).map(|number| Value::Int(Int::from(number))).collect();
    match kind {
        Kind::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Kind::Int => ints(NUMBERS.0),
        Kind::Numeral => ints(0),
        Kind::Real => {
            [1, 2, 3].into_iter().flat_map(|low| (-6..=6).filter_map(move |n| real(n, low))).collect()
        }
        Kind::Text => words(alphabet, SHORT).into_iter().map(Value::Str).collect(),
        Kind::Char => alphabet.iter().map(|character| word(&[*character])).collect(),
        Kind::Language => languages.to_vec(),
    }
}

fn real(numerator: i64, denominator: i64) -> Option<Value> {
    Rational::new(Int::from(numerator), Int::from(denominator)).map(Value::Real)
}

fn word(characters: &[char]) -> Value {
    Value::Str(characters.iter().map(|character| u32::from(*character)).collect())
}

/// Random values of the parameters, many of them made from the others so that conditions hold now and then.
pub(super) fn larger(random: &mut Random, kinds: &[Kind], languages: &[Value]) -> Vec<Value> {
    let mut maker = Maker { alphabet: *random.pick(&ALPHABETS), words: Vec::new(), numbers: Vec::new() };
    if random.chance(1, 3) {
        maker.alphabet[2] = *random.pick(&EDGES);
    }
    // Which one is made from which is random, too.
    let mut order: Vec<usize> = (0..kinds.len()).collect();
    for end in (1..order.len()).rev() {
        order.swap(end, random.below(end + 1));
    }
    let mut values = vec![Value::Bool(false); kinds.len()];
    for place in order {
        values[place] = match kinds[place] {
            Kind::Bool => Value::Bool(random.chance(1, 2)),
            Kind::Int => Value::Int(maker.number(random)),
            Kind::Numeral => Value::Int(maker.number(random).abs()),
            Kind::Real => {
                let (high, low) = (maker.number(random), Int::from(random.between(1, 1000)));
                Value::Real(Rational::new(high, low).unwrap_or_default())
            }
            Kind::Text => Value::Str(maker.word(random)),
            Kind::Char => Value::Str(maker.character(random)),
            Kind::Language => random.pick(languages).clone(),
        };
    }
    values
}

/// What was made so far.
struct Maker {
    alphabet: [char; 3],
    words: Vec<Word>,
    numbers: Vec<Int>,
}

impl Maker {
    fn word(&mut self, random: &mut Random) -> Word {
        let made = if self.words.is_empty() || random.chance(1, 4) {
            self.any(random)
        } else {
            self.related(random)
        };
        let made = made.part(0, LONG);
        self.words.push(made.clone());
        made
    }

    fn any(&self, random: &mut Random) -> Word {
        let most = if random.chance(1, 2) { SHORT } else { LONG };
        let length = if random.chance(1, 10) { 0 } else { 1 + random.below(most) };
        (0..length).map(|_| u32::from(*random.pick(&self.alphabet))).collect()
    }

    /// A part, a power, or the rest of words that were made.
    fn related(&self, random: &mut Random) -> Word {
        let first = random.pick(&self.words);
        let second = random.pick(&self.words);
        let whole = match random.below(4) {
            0 => first.clone(),
            1 => Word::join(&vec![first; random.below(4)]).unwrap_or_default(),
            _ => Word::join(&[first, second]).unwrap_or_default(),
        };
        let known = random.pick(&self.words);
        let rest = whole.len().saturating_sub(known.len());
        match random.below(6) {
            0 | 1 if whole.begins_with(known) => whole.part(known.len(), rest),
            0 | 1 if whole.ends_with_word(known) => whole.part(0, rest),
            0 => whole,
            1 => whole.part(0, random.below(whole.len() + 1)),
            2 => whole.part(random.below(whole.len() + 1), LONG),
            3 => whole.part(random.below(whole.len() + 1), random.below(4)),
            4 => {
                let character = u32::from(*random.pick(&self.alphabet));
                (0..known.len()).map(|_| character).collect()
            }
            _ => {
                let mut changed = whole.to_vec();
                if !changed.is_empty() {
                    let place = random.below(changed.len());
                    changed[place] = u32::from(*random.pick(&self.alphabet));
                }
                changed.into()
            }
        }
    }

    fn character(&mut self, random: &mut Random) -> Word {
        let longest = self.words.iter().max_by_key(|word| word.len());
        let known = longest.filter(|word| !word.is_empty() && random.chance(2, 3));
        let made = match known {
            Some(word) => word.part(random.below(word.len()), 1),
            None => [u32::from(*random.pick(&self.alphabet))].into(),
        };
        self.words.push(made.clone());
        made
    }

    fn number(&mut self, random: &mut Random) -> Int {
        let made = match random.below(8) {
            0 if !self.words.is_empty() => self.numeral(random),
            0..=3 if !self.words.is_empty() => {
                let length = random.pick(&self.words).len() as i64;
                Int::from(length + random.between(-1, 1))
            }
            4 if !self.numbers.is_empty() => {
                let known = random.pick(&self.numbers).clone();
                let other = random.pick(&self.numbers).clone();
                match random.below(3) {
                    0 => known + Int::from(random.between(-1, 1)),
                    1 => known + other,
                    _ => known * Int::from(random.between(-2, 2)),
                }
            }
            5 => Int::from(*random.pick(&TELLING)),
            6 => {
                let digits: Vec<u8> =
                    (0..1 + random.below(20)).map(|_| b'0' + random.below(10) as u8).collect();
                let huge = Int::from_digits(&digits).unwrap_or_default();
                if random.chance(1, 2) { -huge } else { huge }
            }
            _ => Int::from(random.between(NUMBERS.0, NUMBERS.1)),
        };
        self.numbers.push(made.clone());
        made
    }

    /// The number that one of the words is the numeral of, if it is one.
    fn numeral(&self, random: &mut Random) -> Int {
        let digits: Option<Vec<u8>> =
            random.pick(&self.words).iter().map(|character| u8::try_from(*character).ok()).collect();
        digits.and_then(|digits| Int::from_digits(&digits)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_values_are_all_there() {
        let count = |kind| small(kind, &ALPHABETS[0], &[]).len();
        assert_eq!([Kind::Text, Kind::Char, Kind::Int, Kind::Numeral].map(count), [1 + 3 + 9 + 27, 3, 8, 6]);
        assert_eq!(words(&['a'], 4).iter().map(|word| word.len()).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn larger_values_are_of_their_kinds_and_related() {
        let kinds = [Kind::Text, Kind::Char, Kind::Numeral, Kind::Text, Kind::Int];
        let mut random = Random::new(1);
        let (mut prefixes, mut lengths) = (0, 0);
        for _ in 0..1000 {
            let values = larger(&mut random, &kinds, &[]);
            let [Value::Str(x), Value::Str(c), Value::Int(n), Value::Str(y), Value::Int(i)] = &values[..]
            else {
                panic!("seed 1: values of other kinds: {values:?}");
            };
            assert!(c.len() == 1 && !n.is_negative() && x.len() <= LONG);
            prefixes += usize::from(y.len() > 1 && x.len() > y.len() && x.begins_with(y));
            lengths += usize::from(x.len() > 1 && i.to_usize() == Some(x.len()));
        }
        assert!(prefixes > 20 && lengths > 20, "seed 1: {prefixes} prefixes, {lengths} lengths");
    }
}
