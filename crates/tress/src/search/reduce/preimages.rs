//! Which words a function takes to a given word.
//!
//! Case, reversal and replacing between literals take a regular language to each word; that
//! language is known exactly, so `f(s) = w` and `s in preimage(w)` mean the same.

use crate::term::{Op, Term, Value, Word};

use super::super::theories::Theories;

/// The longest word whose preimage is written down.
const LONGEST: usize = 64;

impl Theories {
    /// Says which arguments lead to the word that was chosen for a function. False when nothing
    /// new can be said.
    pub(in super::super) fn tell_preimage(&mut self, term: Term, word: &Word) -> bool {
        if word.len() > LONGEST {
            return false;
        }
        let args = self.store.args(term).to_vec();
        let literal = |place: usize| match self.store.as_value(args[place]) {
            Some(Value::Str(word)) => Some(word.clone()),
            _ => None,
        };
        let language = match self.store.op(term) {
            Some(Op::ToLower) => self.case_preimage(word, 'A'),
            Some(Op::ToUpper) => self.case_preimage(word, 'a'),
            Some(Op::Rev) => {
                let back: Vec<u32> = word.iter().rev().copied().collect();
                self.literal_language(&back)
            }
            Some(Op::ReplaceAll) => match (literal(1), literal(2)) {
                (Some(old), Some(new)) if !old.is_empty() => self.replace_preimage(word, &old, &new),
                _ => return false,
            },
            _ => return false,
        };
        let member = self.app(Op::InRe, &[args[0], language]);
        let word = self.store.value(Value::Str(word.clone()));
        let equal = self.app(Op::Eq, &[term, word]);
        let said = self.app(Op::Eq, &[equal, member]);
        if !self.reduced.add(said) {
            return false;
        }
        self.roots.push(member);
        self.equivalent(equal, member);
        true
    }

    fn literal_language(&mut self, word: &[u32]) -> Term {
        let word = self.store.word(word.to_vec());
        self.app(Op::StrToRe, &[word])
    }

    /// Words that become this one when the alphabet that begins at `from` is changed to the other
    /// case. None do when the word holds a letter of that alphabet.
    fn case_preimage(&mut self, word: &[u32], from: char) -> Term {
        let from = u32::from(from);
        let to = from ^ 0x20;
        let mut parts = vec![self.literal_language(&[])];
        for letter in word {
            if (from..from + 26).contains(letter) {
                return self.app(Op::ReNone, &[]);
            }
            let own = self.literal_language(&[*letter]);
            parts.push(if (to..to + 26).contains(letter) {
                let other = self.literal_language(&[letter ^ 0x20]);
                self.app(Op::ReUnion, &[own, other])
            } else {
                own
            });
        }
        self.app(Op::ReConcat, &parts)
    }

    /// Words in which replacing all `old`, which is not empty, by `new` gives this word: pieces
    /// without `old`, each but the last followed by it.
    fn replace_preimage(&mut self, word: &[u32], old: &[u32], new: &[u32]) -> Term {
        // The language that leads to the rest of the word from each place on.
        let mut rests: Vec<Term> = vec![self.app(Op::ReNone, &[]); word.len() + 1];
        for start in (0..=word.len()).rev() {
            let mut ways = vec![self.app(Op::ReNone, &[])];
            if !holds(&word[start..], old) {
                ways.push(self.literal_language(&word[start..]));
            }
            for end in start..=word.len() {
                if !word[end..].starts_with(new) || (end == start && new.is_empty()) {
                    continue;
                }
                let piece = [&word[start..end], old].concat();
                // The first occurrence must be the one at the end.
                if !holds(&piece[..piece.len() - 1], old) {
                    let piece = self.literal_language(&piece);
                    ways.push(self.app(Op::ReConcat, &[piece, rests[end + new.len()]]));
                }
            }
            let mut whole = self.app(Op::ReUnion, &ways);
            if new.is_empty() {
                // Any number of occurrences can have stood here.
                let gone = self.literal_language(old);
                let gone = self.app(Op::ReStar, &[gone]);
                whole = self.app(Op::ReConcat, &[gone, whole]);
            }
            rests[start] = whole;
        }
        rests[0]
    }
}

fn holds(word: &[u32], part: &[u32]) -> bool {
    word.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use crate::eval::Evaluator;
    use crate::model::Model;
    use crate::term::{Op, Sort, Value, Word};
    use tress_base::{Budget, Random};

    use super::super::super::theories::Theories;

    /// All words over the letters up to this length.
    fn words(letters: &[u32], length: usize) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..length {
            let to = all.len();
            for place in from..to {
                for letter in letters {
                    let mut longer: Vec<u32> = all[place].clone();
                    longer.push(*letter);
                    all.push(longer);
                }
            }
            from = to;
        }
        all
    }

    /// What is said of a function's value holds for every short word.
    fn check(op: Op, others: &[&[u32]], letters: &[u32], word: &[u32]) {
        let mut theories = Theories::new();
        let store = &mut theories.store;
        let symbol = store.declare("x", &[], Sort::String);
        let mut args = vec![store.constant(symbol)];
        args.extend(others.iter().map(|other| store.word(other.to_vec())));
        let term = store.app(op, &args).expect("a function of strings");
        assert!(theories.tell_preimage(term, &Word::from(word.to_vec())));
        let said = std::mem::take(&mut theories.axioms);
        assert!(!theories.tell_preimage(term, &Word::from(word.to_vec())), "once is enough");
        for value in words(letters, 4) {
            let mut model = Model::new();
            model.set(symbol, Value::Str(value.clone().into()));
            for clause in &said {
                let holds = clause.iter().any(|literal| {
                    Evaluator::new().eval(&theories.store, *literal, &model, &Budget::unlimited())
                        == Ok(Value::Bool(true))
                });
                assert!(holds, "{op:?} {others:?} to {word:?} from {value:?}");
            }
        }
    }

    #[test]
    fn preimages_are_exact() {
        let mut random = Random::new(17);
        let small: Vec<u32> = "ab".chars().map(u32::from).collect();
        let cased: Vec<u32> = "aA[z".chars().map(u32::from).collect();
        for _ in 0..60 {
            let mut word = |letters: &[u32], least: usize, most: usize| -> Vec<u32> {
                let length = least + random.below(most - least + 1);
                (0..length).map(|_| *random.pick(letters)).collect()
            };
            let (old, new, result) = (word(&small, 1, 3), word(&small, 0, 2), word(&small, 0, 5));
            check(Op::ReplaceAll, &[&old, &new], &small, &result);
            let result = word(&cased, 0, 4);
            check(Op::ToLower, &[], &cased, &result);
            check(Op::ToUpper, &[], &cased, &result);
            check(Op::Rev, &[], &small, &result);
        }
    }
}
