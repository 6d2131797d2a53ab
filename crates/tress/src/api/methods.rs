//! Methods that build terms. The table of operators defines what each means.

use std::ops::{Bound, RangeBounds};

use tress_base::Int;

use tress_term::term::{Op, Sort};

use super::term::{Operand, Term, build, by_sort};

/// A comparison of numbers or of strings; each comes with whether the arguments are swapped.
fn ordered(first: &Term, other: Operand, numbers: (Op, bool), strings: (Op, bool)) -> Term {
    by_sort(first, Some(other), |sort| if sort == Sort::String { strings } else { numbers })
}

/// Terms of any sort, truth values and numbers.
impl Term {
    /// Equality. Integers and reals can be compared.
    #[must_use]
    pub fn eq(&self, other: impl Into<Operand>) -> Term {
        self.op(Op::Eq, [other.into()])
    }

    /// Disequality.
    #[must_use]
    pub fn ne(&self, other: impl Into<Operand>) -> Term {
        self.op(Op::Distinct, [other.into()])
    }

    /// `yes` if this Bool is true, `no` otherwise.
    #[must_use]
    pub fn ite(&self, yes: impl Into<Operand>, no: impl Into<Operand>) -> Term {
        self.op(Op::Ite, [yes.into(), no.into()])
    }

    /// Implication.
    #[must_use]
    pub fn implies(&self, other: impl Into<Operand>) -> Term {
        self.op(Op::Implies, [other.into()])
    }

    /// Less than: of numbers, or of strings in lexicographic order.
    #[must_use]
    pub fn lt(&self, other: impl Into<Operand>) -> Term {
        ordered(self, other.into(), (Op::Lt, false), (Op::StrLt, false))
    }

    /// At most.
    #[must_use]
    pub fn le(&self, other: impl Into<Operand>) -> Term {
        ordered(self, other.into(), (Op::Le, false), (Op::StrLe, false))
    }

    /// Greater than.
    #[must_use]
    pub fn gt(&self, other: impl Into<Operand>) -> Term {
        ordered(self, other.into(), (Op::Gt, false), (Op::StrLt, true))
    }

    /// At least.
    #[must_use]
    pub fn ge(&self, other: impl Into<Operand>) -> Term {
        ordered(self, other.into(), (Op::Ge, false), (Op::StrLe, true))
    }

    /// The quotient of integers whose remainder is not negative.
    #[must_use]
    pub fn div_euclid(&self, divisor: impl Into<Operand>) -> Term {
        self.op(Op::IntDiv, [divisor.into()])
    }

    /// That remainder.
    #[must_use]
    pub fn rem_euclid(&self, divisor: impl Into<Operand>) -> Term {
        self.op(Op::Mod, [divisor.into()])
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Term {
        self.op(Op::Abs, [])
    }

    /// The decimal digits of an integer; empty if it is negative.
    #[must_use]
    pub fn to_text(&self) -> Term {
        self.op(Op::StrFromInt, [])
    }

    /// The character with this code point; empty if there is none.
    #[must_use]
    pub fn to_char(&self) -> Term {
        self.op(Op::FromCode, [])
    }
}

/// Strings.
impl Term {
    /// The number of characters.
    #[must_use]
    pub fn len(&self) -> Term {
        self.op(Op::Length, [])
    }

    /// The character at a position, counted from zero; empty outside.
    #[must_use]
    pub fn at(&self, position: impl Into<Operand>) -> Term {
        self.op(Op::At, [position.into()])
    }

    /// At most `count` characters from a position on; empty outside.
    #[must_use]
    pub fn substr(&self, start: impl Into<Operand>, count: impl Into<Operand>) -> Term {
        self.op(Op::Substr, [start.into(), count.into()])
    }

    /// Does it begin with `prefix`?
    #[must_use]
    pub fn starts_with(&self, prefix: impl Into<Operand>) -> Term {
        build(&self.shared, [prefix.into(), self.into()], |store, args| store.app(Op::PrefixOf, args))
    }

    /// Does it end with `suffix`?
    #[must_use]
    pub fn ends_with(&self, suffix: impl Into<Operand>) -> Term {
        build(&self.shared, [suffix.into(), self.into()], |store, args| store.app(Op::SuffixOf, args))
    }

    /// Does `part` occur in it?
    #[must_use]
    pub fn contains(&self, part: impl Into<Operand>) -> Term {
        self.op(Op::Contains, [part.into()])
    }

    /// The position of the first occurrence of `part` from `start` on; -1 if there is none.
    #[must_use]
    pub fn index_of(&self, part: impl Into<Operand>, start: impl Into<Operand>) -> Term {
        self.op(Op::IndexOf, [part.into(), start.into()])
    }

    /// The position of the last occurrence of `part`; -1 if there is none.
    #[must_use]
    pub fn last_index_of(&self, part: impl Into<Operand>) -> Term {
        self.op(Op::LastIndexOf, [part.into()])
    }

    /// Replaces the first occurrence of `part` by `with`.
    #[must_use]
    pub fn replace_first(&self, part: impl Into<Operand>, with: impl Into<Operand>) -> Term {
        self.op(Op::Replace, [part.into(), with.into()])
    }

    /// Replaces every occurrence of `part` by `with`.
    #[must_use]
    pub fn replace_all(&self, part: impl Into<Operand>, with: impl Into<Operand>) -> Term {
        self.op(Op::ReplaceAll, [part.into(), with.into()])
    }

    /// Replaces every pattern by its partner, simultaneously: from left to right, at each position the
    /// longest pattern. Replacements are not searched again.
    ///
    /// ```
    /// use tress::{Answer, Solver, Sort};
    ///
    /// let mut s = Solver::new();
    /// let text = s.constant("text", Sort::String)?;
    /// let escaped = text.replace_table([("&", "&amp;"), ("<", "&lt;")]);
    /// s.assert(escaped.eq("a &lt; b"))?;
    /// assert_eq!(s.check(), Answer::Sat);
    /// assert_eq!(s.value(&text)?, "a < b");
    /// # Ok::<(), tress::Error>(())
    /// ```
    #[must_use]
    pub fn replace_table(
        &self,
        pairs: impl IntoIterator<Item = (impl Into<Operand>, impl Into<Operand>)>,
    ) -> Term {
        let pairs = pairs.into_iter().flat_map(|(part, with)| [part.into(), with.into()]);
        let operands = std::iter::once(self.into()).chain(pairs);
        build(&self.shared, operands, |store, args| store.app(Op::ReplaceTable, args))
    }

    /// Replaces the leftmost, then shortest, match of a regular expression by `with`.
    #[must_use]
    pub fn replace_first_match(&self, regex: impl Into<Operand>, with: impl Into<Operand>) -> Term {
        self.op(Op::ReplaceRe, [regex.into(), with.into()])
    }

    /// Replaces every leftmost, shortest, non-empty match of a regular expression by `with`.
    #[must_use]
    pub fn replace_all_matches(&self, regex: impl Into<Operand>, with: impl Into<Operand>) -> Term {
        self.op(Op::ReplaceReAll, [regex.into(), with.into()])
    }

    /// Is the whole string in the language of a regular expression?
    #[must_use]
    pub fn matches(&self, regex: impl Into<Operand>) -> Term {
        self.op(Op::InRe, [regex.into()])
    }

    /// The number that its decimal digits denote; -1 if it does not consist of digits.
    #[must_use]
    pub fn to_int(&self) -> Term {
        self.op(Op::StrToInt, [])
    }

    /// The code point of its only character; -1 if it does not have exactly one.
    #[must_use]
    pub fn to_code(&self) -> Term {
        self.op(Op::ToCode, [])
    }

    /// Its characters in reverse order.
    #[must_use]
    pub fn reverse(&self) -> Term {
        self.op(Op::Rev, [])
    }

    /// With `A` to `Z` replaced by `a` to `z`.
    #[must_use]
    pub fn to_lower(&self) -> Term {
        self.op(Op::ToLower, [])
    }

    /// With `a` to `z` replaced by `A` to `Z`.
    #[must_use]
    pub fn to_upper(&self) -> Term {
        self.op(Op::ToUpper, [])
    }
}

/// Regular expressions.
impl Term {
    /// The language that contains only this string.
    #[must_use]
    pub fn to_regex(&self) -> Term {
        self.op(Op::StrToRe, [])
    }

    /// The concatenations of any number of its words.
    #[must_use]
    pub fn star(&self) -> Term {
        self.op(Op::ReStar, [])
    }

    /// The concatenations of one or more of its words.
    #[must_use]
    pub fn plus(&self) -> Term {
        self.op(Op::RePlus, [])
    }

    /// Its words and the empty one.
    #[must_use]
    pub fn optional(&self) -> Term {
        self.op(Op::ReOpt, [])
    }

    /// The concatenations of this number of its words: `r.repeat(2..=5)`, `r.repeat(3..)`.
    #[must_use]
    pub fn repeat(&self, count: impl RangeBounds<u32>) -> Term {
        let low = match count.start_bound() {
            Bound::Included(low) => u64::from(*low),
            Bound::Excluded(low) => u64::from(*low) + 1,
            Bound::Unbounded => 0,
        };
        let bounds = match count.end_bound() {
            Bound::Included(high) => vec![low, u64::from(*high)],
            // No count is below zero: such a range is as empty as the one from 1 to 0.
            Bound::Excluded(0) => vec![1, 0],
            Bound::Excluded(high) => vec![low, u64::from(*high) - 1],
            Bound::Unbounded => vec![low],
        };
        let bounds: Vec<Int> = bounds.into_iter().map(Int::from).collect();
        build(&self.shared, [self.into()], |store, args| store.indexed(Op::ReLoop, &bounds, args))
    }
}
