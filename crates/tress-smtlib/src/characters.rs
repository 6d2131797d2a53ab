//! The sort of single characters, which z3 calls Unicode, and the operators on it.
//!
//! The solver has strings only: a character is a string of length one. So that the reader distinguishes the
//! two sorts, it wraps the string of a character into a marker function, which is removed where the character
//! is used.
//!
//! Invariant: a term of sort Unicode is the marker applied to a string of length one, and the marker occurs
//! nowhere else.

use tress_base::Int;

use tress_term::term::{Op, Sort, SortError, SymbolId, Term, TermStore};

/// The sort of characters and the marker function of a session.
#[derive(Clone, Copy, Debug)]
pub struct Characters {
    /// The sort.
    pub sort: Sort,
    mark: SymbolId,
    /// A function whose values, with an A appended, begin with the character of `seq.nth` outside of a
    /// string.
    outside: SymbolId,
}

/// The name of the function that determines `seq.nth` outside of a string.
pub const OUTSIDE: &str = "seq.nth_u";

/// An operator on characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CharacterOp {
    /// `char.<=`
    AtMost,
    /// `char.to_int`
    ToInt,
    /// `char.is_digit`
    IsDigit,
    /// `seq.unit`
    Unit,
    /// `seq.nth`
    Nth,
}

impl CharacterOp {
    /// The operator of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "char.<=" => CharacterOp::AtMost,
            "char.to_int" => CharacterOp::ToInt,
            "char.is_digit" => CharacterOp::IsDigit,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            CharacterOp::AtMost => "char.<=",
            CharacterOp::ToInt => "char.to_int",
            CharacterOp::IsDigit => "char.is_digit",
            CharacterOp::Unit => "seq.unit",
            CharacterOp::Nth => "seq.nth",
        }
    }
}

/// Operators of z3 and cvc5 that are not supported, and the reason.
pub(super) fn missing_sort(name: &str) -> Option<&'static str> {
    Some(match name {
        "char.from_bv" | "char.to_bv" | "str.from_ubv" | "str.from_sbv" => "conversions of bit-vectors are",
        "seq.map" | "seq.mapi" | "seq.foldl" | "seq.foldli" => "functions as arguments are",
        _ => return None,
    })
}

impl Characters {
    /// The sort for terms of `store`, where `outside` is declared with [`Characters::OUTSIDE_SORTS`].
    #[must_use]
    pub fn new(store: &mut TermStore, outside: SymbolId) -> Self {
        let sort = store.declare_sort("Unicode");
        let mark = store.declare("character", &[Sort::String], sort);
        Self { sort, mark, outside }
    }

    /// The sorts of the arguments of the function [`OUTSIDE`], whose values are strings.
    pub const OUTSIDE_SORTS: [Sort; 2] = [Sort::String, Sort::Int];

    /// Is it the function that determines `seq.nth` outside of a string?
    #[must_use]
    pub fn is_outside(&self, symbol: SymbolId) -> bool {
        symbol == self.outside
    }

    /// The string of a term of sort Unicode; any other term unchanged.
    #[must_use]
    pub fn word(&self, store: &TermStore, term: Term) -> Term {
        if store.sort(term) == self.sort { store.args(term)[0] } else { term }
    }

    /// A string of length one as a character.
    pub fn character(&self, store: &mut TermStore, word: Term) -> Term {
        store.apply(self.mark, &[word]).expect("the mark takes words")
    }

    /// The formula that a string has length one.
    pub fn is_one(&self, store: &mut TermStore, word: Term) -> Term {
        let length = store.app(Op::Length, &[word]).expect("words have lengths");
        let one = store.int(Int::ONE);
        store.app(Op::Eq, &[length, one]).expect("lengths are numbers")
    }

    /// An operator whose arguments may be characters: only equality, `distinct` and `ite`.
    pub(super) fn apply_op(&self, store: &mut TermStore, op: Op, args: &[Term]) -> Result<Term, SortError> {
        // Sorts are checked as written.
        let checked = store.app(op, args)?;
        let words: Vec<Term> = args.iter().map(|arg| self.word(store, *arg)).collect();
        let built = store.app(op, &words)?;
        Ok(if store.sort(checked) == self.sort { self.character(store, built) } else { built })
    }

    /// An operator on characters.
    pub(super) fn apply(
        &self,
        store: &mut TermStore,
        op: CharacterOp,
        args: &[Term],
    ) -> Result<Term, SortError> {
        let wanted: &[Sort] = match op {
            CharacterOp::AtMost => &[self.sort, self.sort],
            CharacterOp::ToInt | CharacterOp::IsDigit | CharacterOp::Unit => &[self.sort],
            CharacterOp::Nth => &Self::OUTSIDE_SORTS,
        };
        self.fits(store, op.name(), args, wanted)?;
        let words: Vec<Term> = args.iter().map(|arg| self.word(store, *arg)).collect();
        match op {
            CharacterOp::AtMost => store.app(Op::StrLe, &words),
            CharacterOp::ToInt => store.app(Op::ToCode, &words),
            CharacterOp::IsDigit => store.app(Op::IsDigit, &words),
            CharacterOp::Unit => Ok(words[0]),
            CharacterOp::Nth => self.nth(store, &words),
        }
    }

    fn fits(&self, store: &TermStore, name: &str, args: &[Term], wanted: &[Sort]) -> Result<(), SortError> {
        if args.len() != wanted.len() {
            return Err(SortError(format!("{name} takes {} arguments, not {}", wanted.len(), args.len())));
        }
        let wrong = args.iter().zip(wanted).position(|(arg, sort)| store.sort(*arg) != *sort);
        wrong.map_or(Ok(()), |index| {
            let (given, sort) = (store.sort_text(store.sort(args[index])), store.sort_text(wanted[index]));
            Err(SortError(format!("argument {} of {name} has sort {given}, expected {sort}", index + 1)))
        })
    }

    /// The character at a position; outside of the string it is any function of the arguments.
    fn nth(&self, store: &mut TermStore, args: &[Term]) -> Result<Term, SortError> {
        let (zero, length) = (store.int(Int::ZERO), store.app(Op::Length, &args[..1])?);
        let from_start = store.app(Op::Le, &[zero, args[1]])?;
        let before_end = store.app(Op::Lt, &[args[1], length])?;
        let inside = store.app(Op::And, &[from_start, before_end])?;
        let there = store.app(Op::At, args)?;
        // Every character is the first of some of these strings.
        let (any, spare) = (store.apply(self.outside, args)?, store.word([u32::from('A')]));
        let padded = store.app(Op::Concat, &[any, spare])?;
        let elsewhere = store.app(Op::At, &[padded, zero])?;
        let word = store.app(Op::Ite, &[inside, there, elsewhere])?;
        Ok(self.character(store, word))
    }
}
