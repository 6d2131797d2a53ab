//! Strings become arrays; terms and facts about them become constraints, arguments first.
//!
//! Enters: a problem. Leaves: ground facts and quantified constraints. Each function of strings is
//! a new array or number with its conversion; each atom is a truth value, and what follows on each
//! side that matters (`polarity`).

use rustc_hash::FxHashMap;
use tress_base::Stop;

use tress_rewrite::env::Env;
use tress_rewrite::problem::Problem;
use tress_term::term::{Op, Sort, SymbolId, Term, TermMap, TermStore, Word, map_args, post_order};

use super::super::polarity::Polarity;
use super::formula::{Body, Formula, Holds};
use super::fractions::{self, Fraction};
use super::language::Run;
use super::limits::{CONSTANT_CHARACTERS, ONE_BY_ONE};
use super::{functions, language, numerals, relations};

/// Digits that a numeral may have at first, besides zeros in front.
const FIRST_DIGITS: usize = 10;

/// A string: its characters, and how many there are.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub(super) characters: SymbolId,
    pub(super) length: Term,
    /// The characters of a constant.
    pub(super) word: Option<Word>,
}

/// The number of a numeral, and up to how many digits that is defined.
#[derive(Clone, Debug)]
pub(super) struct Numeral {
    pub(super) array: Array,
    pub(super) value: Term,
    /// Is it a numeral at all?
    pub(super) spelled: Term,
    pub(super) zeros: Term,
    /// The values of the first digits, by their number.
    pub(super) prefixes: Vec<Term>,
}

/// A translation, which grows while the problem is decided.
pub(super) struct Translation<'e, 'a> {
    pub(super) formula: Formula<'e, 'a>,
    arrays: TermMap<Array>,
    /// The strings of the problem, in order.
    pub(super) strings: Vec<Term>,
    plain: FxHashMap<Term, Term>,
    pub(super) numerals: Vec<Numeral>,
    pub(super) fractions: Vec<Fraction>,
    pub(super) runs: Vec<Run>,
    polarity: Polarity,
    /// Arrays of constants whose characters are facts.
    spelled: Vec<SymbolId>,
    /// Memberships on a side that are encoded elsewhere.
    told: Vec<(Term, Term, bool)>,
}

/// The constraints of a problem, and what represents each of its facts.
pub(super) fn translate<'e, 'a>(
    env: &'e mut Env<'a>,
    problem: &Problem,
    told: Vec<(Term, Term, bool)>,
) -> Result<(Translation<'e, 'a>, Vec<Term>), Stop> {
    let roots = problem.roots();
    let polarity = Polarity::of(env.store, &roots);
    let mut translation = Translation {
        formula: Formula::new(env),
        arrays: TermMap::new(),
        strings: Vec::new(),
        plain: FxHashMap::default(),
        numerals: Vec::new(),
        fractions: Vec::new(),
        runs: Vec::new(),
        polarity,
        spelled: Vec::new(),
        told,
    };
    for term in post_order(translation.store(), &roots) {
        translation.formula.env.budget.poll()?;
        translation.enter(term)?;
    }
    for position in 0..translation.numerals.len() {
        numerals::tell(&mut translation, position, FIRST_DIGITS);
    }
    let images: Vec<Term> = roots.into_iter().map(|root| translation.image(root)).collect();
    for image in &images {
        translation.formula.note(*image);
    }
    Ok((translation, images))
}

impl Translation<'_, '_> {
    pub(super) fn store(&self) -> &TermStore {
        self.formula.env.store
    }

    pub(super) fn count(&mut self, name: &'static str) {
        self.formula.env.stats.add(name, 1);
    }

    fn enter(&mut self, term: Term) -> Result<(), Stop> {
        match self.store().sort(term) {
            Sort::RegLan => {}
            Sort::String => {
                let array = self.string(term)?;
                self.arrays.set(term, array);
                self.strings.push(term);
            }
            _ => {
                let image = self.other(term)?;
                self.plain.insert(term, image);
            }
        }
        Ok(())
    }

    /// What represents a number or a truth value.
    pub(super) fn image(&self, term: Term) -> Term {
        self.plain.get(&term).copied().unwrap_or(term)
    }

    /// The array of a string that was translated.
    pub(super) fn array(&self, term: Term) -> Array {
        self.arrays.get(term).cloned().expect("arguments come first")
    }

    /// The array of a string, if it has one.
    pub(super) fn known(&self, term: Term) -> Option<&Array> {
        self.arrays.get(term)
    }

    /// A new array of characters.
    pub(super) fn fresh(&mut self) -> Array {
        let characters = self.formula.array("letters", Holds::Characters);
        let length = self.formula.natural("length");
        Array { characters, length, word: None }
    }

    fn constant(&mut self, word: Word) -> Array {
        let characters = self.formula.array("word", Holds::Characters);
        let length = self.formula.env.store.int(word.len());
        Array { characters, length, word: Some(word) }
    }

    /// `s[i]`; the characters of a constant are facts as soon as they are asked at an unknown position.
    pub(super) fn character(&mut self, array: &Array, index: Term) -> Term {
        if let Some(word) = &array.word {
            let position = self.formula.constant(index).and_then(|position| usize::try_from(position).ok());
            if let Some(position) = position.filter(|position| *position < word.len()) {
                let code = word.part(position, 1).pieces().next().expect("it has one letter").0;
                return self.formula.int(i64::from(code));
            }
            self.spell(array.characters, &word.clone());
        }
        self.formula.access(array.characters, index)
    }

    fn spell(&mut self, characters: SymbolId, word: &Word) {
        if self.spelled.contains(&characters)
            || CONSTANT_CHARACTERS.is_exceeded(word.len(), self.formula.env.budget)
        {
            return;
        }
        self.spelled.push(characters);
        let mut position = 0;
        for (code, count) in word.pieces() {
            for _ in 0..count {
                let (index, code) = (self.formula.int(position), self.formula.int(i64::from(code)));
                let character = self.formula.access(characters, index);
                let fact = self.formula.equal(character, code);
                self.formula.add(fact);
                position += 1;
            }
        }
    }

    fn string(&mut self, term: Term) -> Result<Array, Stop> {
        if let Some(word) = self.formula.env.word_of(term) {
            return Ok(self.constant(word));
        }
        let args = self.store().args(term).to_vec();
        match (self.store().op(term), args.as_slice()) {
            (Some(Op::Ite), [condition, yes, no]) => {
                let (result, condition) = (self.fresh(), self.image(*condition));
                let denied = self.formula.not(condition);
                for (when, branch) in [(condition, *yes), (denied, *no)] {
                    let branch = self.array(branch);
                    self.same(&[when], &result, &branch)?;
                }
                Ok(result)
            }
            (Some(op), args) => functions::string(self, op, args),
            _ => Ok(self.fresh()),
        }
    }

    /// Asserts: two arrays are equal.
    pub(super) fn same(&mut self, when: &[Term], a: &Array, b: &Array) -> Result<(), Stop> {
        let lengths = self.formula.equal(a.length, b.length);
        self.formula.when(when, lengths);
        let zero = self.formula.int(0);
        let shorter = if a.word.is_some() { a } else { b };
        self.same_part(when, (a, zero), (b, zero), shorter.length)
    }

    /// Asserts: this number of characters are equal, from these positions on.
    pub(super) fn same_part(
        &mut self,
        when: &[Term],
        (a, from): (&Array, Term),
        (b, start): (&Array, Term),
        count: Term,
    ) -> Result<(), Stop> {
        if let Some(count) = self.listed(count) {
            for position in 0..count {
                self.formula.env.budget.poll()?;
                let (left, right) =
                    (self.formula.shifted(from, position), self.formula.shifted(start, position));
                let (left, right) = (self.character(a, left), self.character(b, right));
                let equal = self.formula.equal(left, right);
                self.formula.when(when, equal);
            }
            return Ok(());
        }
        let zero = self.formula.int(0);
        self.forall(when, [zero, count], |cx, position| {
            let (left, right) = (cx.formula.plus(from, position), cx.formula.plus(start, position));
            let (left, right) = (cx.character(a, left), cx.character(b, right));
            Body::Plain(cx.formula.equal(left, right))
        });
        Ok(())
    }

    /// A constant number of characters that are stated one by one.
    pub(super) fn listed(&self, count: Term) -> Option<i64> {
        let count = self.formula.constant(count)?;
        // Nothing is stated of a negative number of them.
        let amount = usize::try_from(count).unwrap_or(0);
        (!ONE_BY_ONE.is_exceeded(amount, self.formula.env.budget)).then_some(count)
    }

    /// A quantified constraint whose body may read constants.
    pub(super) fn forall(
        &mut self,
        when: &[Term],
        ends: [Term; 2],
        body: impl FnOnce(&mut Self, Term) -> Body,
    ) {
        let bound = self.formula.bound_symbol();
        let variable = self.formula.env.store.constant(bound);
        let body = body(self, variable);
        self.formula.add_forall(when, bound, ends, body);
        self.count("parray-quantified");
    }

    /// Numbers and truth values.
    fn other(&mut self, term: Term) -> Result<Term, Stop> {
        let args = self.store().args(term).to_vec();
        let about_strings =
            args.iter().any(|arg| matches!(self.store().sort(*arg), Sort::String | Sort::RegLan));
        if !about_strings {
            let plain = &self.plain;
            let image = |arg: Term| plain.get(&arg).copied().unwrap_or(arg);
            return Ok(map_args(self.formula.env.store, term, image));
        }
        match (self.store().op(term), args.as_slice()) {
            (Some(Op::Length), [s]) => Ok(self.array(*s).length),
            (Some(op @ (Op::Eq | Op::StrLt | Op::StrLe)), [_, _, _, ..]) => self.chained(op, &args),
            (Some(Op::Distinct), args) => self.distinct(args),
            (Some(Op::StrToReal), [s]) => {
                let array = self.array(*s);
                fractions::to_real(self, &array)
            }
            (Some(op), args) if self.store().sort(term) == Sort::Int => functions::number(self, op, args),
            _ if self.store().sort(term) == Sort::Bool => {
                let holds = self.formula.truth("atom");
                self.atom(term, holds)?;
                Ok(holds)
            }
            _ => Ok(term),
        }
    }

    fn atom(&mut self, term: Term, holds: Term) -> Result<(), Stop> {
        let denied = self.formula.not(holds);
        for (when, side) in [(holds, true), (denied, false)] {
            if self.polarity.matters(term, side) {
                self.say(term, when, side)?;
            }
        }
        Ok(())
    }

    fn say(&mut self, atom: Term, when: Term, holds: bool) -> Result<(), Stop> {
        let args = self.store().args(atom).to_vec();
        match (self.store().op(atom), args.as_slice()) {
            (Some(Op::InRe), [s, r]) if self.told.contains(&(*s, *r, holds)) => Ok(()),
            (Some(Op::InRe), [s, r]) => {
                let array = self.array(*s);
                language::member(self, &array, *r, when, holds)
            }
            (Some(op), args) => relations::say(self, op, args, when, holds),
            _ => Ok(()),
        }
    }

    /// Each argument is related to the next.
    fn chained(&mut self, op: Op, args: &[Term]) -> Result<Term, Stop> {
        let pairs: Vec<[Term; 2]> = args.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        let truths = self.pairs(op, &pairs)?;
        Ok(self.formula.and(&truths))
    }

    fn distinct(&mut self, args: &[Term]) -> Result<Term, Stop> {
        // A pair becomes several terms.
        self.formula.env.budget.room_for((args.len() * args.len() * 64) as u64)?;
        let pairs =
            args.iter().enumerate().flat_map(|(position, a)| args[..position].iter().map(|b| [*b, *a]));
        let equal = self.pairs(Op::Eq, &pairs.collect::<Vec<_>>())?;
        let either = self.formula.or(&equal);
        Ok(self.formula.not(either))
    }

    fn pairs(&mut self, op: Op, pairs: &[[Term; 2]]) -> Result<Vec<Term>, Stop> {
        let mut truths = Vec::with_capacity(pairs.len());
        for pair in pairs {
            self.formula.env.budget.poll_many(4)?;
            let holds = self.formula.truth("pair");
            let denied = self.formula.not(holds);
            relations::say(self, op, pair, holds, true)?;
            relations::say(self, op, pair, denied, false)?;
            truths.push(holds);
        }
        Ok(truths)
    }

    /// The value of a ground term.
    pub(super) fn ground(&mut self, term: Term) -> Result<Option<tress_term::term::Value>, Stop> {
        self.formula.env.value_of(term)
    }
}
