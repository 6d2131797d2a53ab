//! The one table of operators.
//!
//! A row gives an operator its name, the other spellings that are read, its shape (arity and
//! sorts), the numerals it is indexed with, where it comes from and one sentence of meaning. The
//! reader, the printer, the sort checker, the evaluator's dispatch and the reference page all
//! work from these rows. Exact meanings, edge cases first, are the rows of `testdata/eval`;
//! a test fails when an operator has none there.

use super::sort::Sort;
use Attribute::{Associative, Commutative, None as Plain};
use Shape::{Arithmetic, Chain, Comparison, Conditional, Fixed, Many, Minus, Own, Pairs, Same};
use Sort::{Bool, Int, Real, RegLan, String as Str};
use Source::{Cvc5, Ostrich, Standard, Tress, Z3};

/// How many arguments an operator takes, of which sorts, and what comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Exactly these sorts, and the sort of the result.
    Fixed(&'static [Sort], Sort),
    /// One or more arguments of one sort; the result has it too.
    Many(Sort),
    /// One argument and then pairs, all of one sort; the result has it too.
    Pairs(Sort),
    /// Two or more arguments of this sort, each related to the next.
    Chain(Sort),
    /// Two or more arguments of one sort, whichever it is; the result is Bool.
    Same,
    /// A condition, then two branches of one sort.
    Conditional,
    /// One or more numbers, all Int or all Real; the result is of the same sort.
    Arithmetic,
    /// Like `Arithmetic`, where a single argument is negated.
    Minus,
    /// Two or more numbers, all Int or all Real, each related to the next.
    Comparison,
    /// Sorts that depend on each other or on indices, as a text for people; `shapes.rs` checks them.
    Own(&'static str),
}

/// How many numerals follow the name in `(_ name …)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indices {
    /// The operator is not indexed.
    No,
    /// Exactly this many.
    Exactly(usize),
    /// Between these two counts.
    Between(usize, usize),
    /// Exactly this many numbers of our own: the index of a sort, then of a constructor, then of a field. The
    /// reader and the printer have another way to write them.
    Own(usize),
}

impl Indices {
    /// May the operator be indexed with `count` numerals?
    #[must_use]
    pub fn allow(self, count: usize) -> bool {
        match self {
            Indices::No => count == 0,
            Indices::Exactly(wanted) | Indices::Own(wanted) => count == wanted,
            Indices::Between(low, high) => (low..=high).contains(&count),
        }
    }
}

/// What may be done with the arguments without changing the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// Nothing is promised.
    None,
    /// Nested applications may be written as one.
    Associative,
    /// Associative, and the order of arguments does not matter.
    Commutative,
}

/// The part of the language an operator belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Theory {
    /// Truth values, equality and choice.
    Core,
    /// Whole and real numbers.
    Numbers,
    /// Words.
    Strings,
    /// Regular expressions.
    Regexes,
    /// Functions as values.
    Arrays,
    /// Constructors, selectors, testers.
    Datatypes,
    /// Numbers of fixed width.
    Bits,
    /// Sequences of anything but characters.
    Sequences,
}

/// Who defined an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The SMT-LIB standard.
    Standard,
    /// An extension of cvc5.
    Cvc5,
    /// An extension of z3.
    Z3,
    /// An extension of OSTRICH.
    Ostrich,
    /// An extension of tress.
    Tress,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// The operator.
    pub op: Op,
    /// The name it is printed with.
    pub name: &'static str,
    /// Other spellings that are read.
    pub aliases: &'static [&'static str],
    /// Arity and sorts.
    pub shape: Shape,
    /// The numerals it is indexed with.
    pub indices: Indices,
    /// What may be done with its arguments.
    pub attribute: Attribute,
    /// The part of the language it belongs to.
    pub theory: Theory,
    /// Who defined it.
    pub source: Source,
    /// One sentence of meaning.
    pub meaning: &'static str,
}

macro_rules! operators {
    ($($theory:ident { $($op:ident $name:literal $aliases:tt $shape:expr, $indices:expr, $attribute:expr, $source:expr, $meaning:literal;)* })*) => {
        /// An operator of the input language. Its row in the table says what it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Op {
            $($(#[doc = concat!("`", $name, "`: ", $meaning)] $op,)*)*
        }

        static TABLE: &[OpInfo] = &[
            $($(OpInfo {
                op: Op::$op,
                name: $name,
                aliases: &$aliases,
                shape: $shape,
                indices: $indices,
                attribute: $attribute,
                theory: Theory::$theory,
                source: $source,
                meaning: $meaning,
            },)*)*
        ];
    };
}

const NO: Indices = Indices::No;
const ONE: Indices = Indices::Exactly(1);
const TWO: Indices = Indices::Exactly(2);

const ONE_WIDE: &str = "(_ BitVec n) → (_ BitVec n)";
const TWO_WIDE: &str = "(_ BitVec n) (_ BitVec n) → (_ BitVec n)";
const MANY_WIDE: &str = "(_ BitVec n) … → (_ BitVec n)";
const WIDE_TEST: &str = "(_ BitVec n) (_ BitVec n) → Bool";
const SEQ_TEST: &str = "(Seq A) (Seq A) → Bool";

operators! {
Core {
    Not "not" [] Fixed(&[Bool], Bool), NO, Plain, Standard, "negation";
    And "and" [] Many(Bool), NO, Commutative, Standard, "all arguments are true";
    Or "or" [] Many(Bool), NO, Commutative, Standard, "some argument is true";
    Xor "xor" [] Many(Bool), NO, Commutative, Standard, "an odd number of arguments is true";
    Implies "=>" ["implies"] Many(Bool), NO, Plain, Standard, "the last argument is true, or one before it is false; groups to the right";
    Eq "=" ["iff"] Same, NO, Plain, Standard, "all arguments are equal";
    Distinct "distinct" [] Same, NO, Plain, Standard, "no two arguments are equal";
    Ite "ite" ["if_then_else"] Conditional, NO, Plain, Standard, "the second argument if the first is true, else the third";
}
Numbers {
    Add "+" [] Arithmetic, NO, Commutative, Standard, "sum";
    Sub "-" [] Minus, NO, Plain, Standard, "difference, grouping to the left; with one argument, negation";
    Mul "*" [] Arithmetic, NO, Commutative, Standard, "product";
    IntDiv "div" [] Many(Int), NO, Plain, Standard, "Euclidean quotient, grouping to the left; by zero it is any function of the dividend";
    Mod "mod" [] Fixed(&[Int, Int], Int), NO, Plain, Standard, "Euclidean remainder, never negative; by zero it is any function of the dividend";
    Abs "abs" [] Fixed(&[Int], Int), NO, Plain, Standard, "distance from zero";
    RealDiv "/" [] Many(Real), NO, Plain, Standard, "quotient, grouping to the left; by zero it is any function of the dividend";
    Le "<=" [] Comparison, NO, Plain, Standard, "at most";
    Lt "<" [] Comparison, NO, Plain, Standard, "less than";
    Ge ">=" [] Comparison, NO, Plain, Standard, "at least";
    Gt ">" [] Comparison, NO, Plain, Standard, "greater than";
    Divisible "divisible" [] Fixed(&[Int], Bool), ONE, Plain, Standard, "the index divides the argument";
    ToReal "to_real" [] Fixed(&[Int], Real), NO, Plain, Standard, "the same number as a Real";
    ToInt "to_int" [] Fixed(&[Real], Int), NO, Plain, Standard, "the largest whole number not above the argument";
    IsInt "is_int" [] Fixed(&[Real], Bool), NO, Plain, Standard, "the argument is a whole number";
}
Strings {
    Concat "str.++" ["str.concat"] Many(Str), NO, Associative, Standard, "the arguments one after the other";
    Length "str.len" [] Fixed(&[Str], Int), NO, Plain, Standard, "number of characters";
    StrLt "str.<" [] Chain(Str), NO, Plain, Standard, "lexicographically less, by code points";
    StrLe "str.<=" [] Chain(Str), NO, Plain, Standard, "lexicographically at most, by code points";
    At "str.at" [] Fixed(&[Str, Int], Str), NO, Plain, Standard, "the character at a position, or the empty word outside";
    Substr "str.substr" [] Fixed(&[Str, Int, Int], Str), NO, Plain, Standard, "from a position, at most that many characters; empty when the position is outside or the count is not positive";
    PrefixOf "str.prefixof" [] Fixed(&[Str, Str], Bool), NO, Plain, Standard, "the first argument is a prefix of the second";
    SuffixOf "str.suffixof" [] Fixed(&[Str, Str], Bool), NO, Plain, Standard, "the first argument is a suffix of the second";
    Contains "str.contains" [] Fixed(&[Str, Str], Bool), NO, Plain, Standard, "the second argument occurs in the first";
    IndexOf "str.indexof" [] Fixed(&[Str, Str, Int], Int), NO, Plain, Standard, "first position, from the third argument on, where the second occurs in the first; -1 when there is none or the start is outside";
    Replace "str.replace" [] Fixed(&[Str, Str, Str], Str), NO, Plain, Standard, "the first occurrence of the second argument becomes the third; an empty second argument puts the third in front";
    ReplaceAll "str.replace_all" ["str.replaceall"] Fixed(&[Str, Str, Str], Str), NO, Plain, Standard, "every occurrence, left to right, becomes the third argument; an empty second argument changes nothing";
    ReplaceRe "str.replace_re" ["seq.replace_re"] Fixed(&[Str, RegLan, Str], Str), NO, Plain, Standard, "the leftmost, then shortest, match becomes the third argument; an empty match puts it in front";
    ReplaceReAll "str.replace_re_all" ["seq.replace_re_all"] Fixed(&[Str, RegLan, Str], Str), NO, Plain, Standard, "every leftmost, shortest, non-empty match, left to right, becomes the third argument";
    IsDigit "str.is_digit" [] Fixed(&[Str], Bool), NO, Plain, Standard, "the word is one of the characters 0 to 9";
    ToCode "str.to_code" [] Fixed(&[Str], Int), NO, Plain, Standard, "the code point of a word of one character, else -1";
    FromCode "str.from_code" [] Fixed(&[Int], Str), NO, Plain, Standard, "the character with that code point; empty outside 0 to 196607";
    StrToInt "str.to_int" ["str.to.int", "str.to-int"] Fixed(&[Str], Int), NO, Plain, Standard, "the number that decimal digits denote, else -1; the empty word gives -1";
    StrFromInt "str.from_int" ["int.to.str", "str.from.int", "str.from-int", "int.to_str"] Fixed(&[Int], Str), NO, Plain, Standard, "the shortest decimal digits of a number; empty for negative ones";
    Rev "str.rev" ["str.reverse"] Fixed(&[Str], Str), NO, Plain, Cvc5, "the characters in reverse order";
    ToLower "str.to_lower" ["str.tolower", "str.toLower"] Fixed(&[Str], Str), NO, Plain, Cvc5, "A to Z become a to z, all else stays";
    ToUpper "str.to_upper" ["str.toupper", "str.toUpper"] Fixed(&[Str], Str), NO, Plain, Cvc5, "a to z become A to Z, all else stays";
    Update "str.update" [] Fixed(&[Str, Int, Str], Str), NO, Plain, Cvc5, "from a position on, overwritten by the third argument as far as the word reaches; unchanged when the position is outside";
    IndexOfRe "str.indexof_re" [] Fixed(&[Str, RegLan, Int], Int), NO, Plain, Cvc5, "first position, from the third argument on, where a match starts, empty matches included; -1 when there is none or the start is outside";
    LastIndexOf "str.last_indexof" ["str.lastindexof"] Fixed(&[Str, Str], Int), NO, Plain, Z3, "last position where the second argument occurs in the first, or -1; the empty word occurs last at the length";
    Trim "str.trim" [] Fixed(&[Str], Str), NO, Plain, Tress, "without the characters up to code point 32 at both ends";
    Count "str.count" [] Fixed(&[Str, Str], Int), NO, Plain, Tress, "how many occurrences str.replace_all would replace";
    ReplaceReLongest "str.replace_re_longest" [] Fixed(&[Str, RegLan, Str], Str), NO, Plain, Ostrich, "the leftmost, then longest, match becomes the third argument";
    ReplaceReLongestAll "str.replace_re_longest_all" [] Fixed(&[Str, RegLan, Str], Str), NO, Plain, Ostrich, "every leftmost, longest, non-empty match, left to right, becomes the third argument";
    ReplaceTable "str.replace_table" [] Pairs(Str), NO, Plain, Tress, "behind the first argument stand pairs of a pattern and its replacement; all are replaced at once, from left to right and at each position the longest pattern, the first of equal ones; what was put in is not looked at again, and an empty pattern changes nothing";
    Repeat "str.repeat" [] Fixed(&[Str, Int], Str), NO, Plain, Tress, "the word that many times; empty for a count below one";
    ToIntSigned "str.to_int_signed" [] Fixed(&[Str], Int), NO, Plain, Tress, "like str.to_int with an optional minus sign in front of the digits; 0 for a word that is no number";
    FromIntSigned "str.from_int_signed" [] Fixed(&[Int], Str), NO, Plain, Tress, "the shortest decimal digits, with a minus sign in front of negative numbers";
    StrToReal "str.to_real" [] Fixed(&[Str], Real), NO, Plain, Tress, "the number that decimal digits denote, with a point and more digits behind them or without; -1 for any other word";
    Compare "str.compare" [] Fixed(&[Str, Str], Int), NO, Plain, Tress, "-1, 0 or 1: the first word is lexicographically less, equal or greater";
}
Regexes {
    StrToRe "str.to_re" ["str.to.re", "str.to-re", "seq.to.re", "seq.to_re"] Fixed(&[Str], RegLan), NO, Plain, Standard, "exactly that word";
    InRe "str.in_re" ["str.in.re", "str.in-re", "seq.in.re", "seq.in_re"] Fixed(&[Str, RegLan], Bool), NO, Plain, Standard, "the word is in the language";
    ReNone "re.none" ["re.nostr", "re.empty"] Fixed(&[], RegLan), NO, Plain, Standard, "no word";
    ReAll "re.all" ["re.full"] Fixed(&[], RegLan), NO, Plain, Standard, "every word";
    ReAllChar "re.allchar" [] Fixed(&[], RegLan), NO, Plain, Standard, "every word of one character";
    ReConcat "re.++" [] Many(RegLan), NO, Associative, Standard, "a word of each argument, one after the other";
    ReUnion "re.union" [] Many(RegLan), NO, Commutative, Standard, "the words of any argument";
    ReInter "re.inter" [] Many(RegLan), NO, Commutative, Standard, "the words of all arguments";
    ReStar "re.*" [] Fixed(&[RegLan], RegLan), NO, Plain, Standard, "any number of words of the argument, one after the other";
    RePlus "re.+" [] Fixed(&[RegLan], RegLan), NO, Plain, Standard, "one or more words of the argument, one after the other";
    ReOpt "re.opt" [] Fixed(&[RegLan], RegLan), NO, Plain, Standard, "the argument and the empty word";
    ReComp "re.comp" ["re.complement"] Fixed(&[RegLan], RegLan), NO, Plain, Standard, "every word that is not in the argument";
    ReDiff "re.diff" [] Many(RegLan), NO, Plain, Standard, "the words of the first argument that are in none of the others";
    ReRange "re.range" [] Fixed(&[Str, Str], RegLan), NO, Plain, Standard, "the characters between two characters; empty unless both arguments have length one";
    RePower "re.^" [] Fixed(&[RegLan], RegLan), ONE, Plain, Standard, "as many words of the argument as the index says";
    ReLoop "re.loop" [] Fixed(&[RegLan], RegLan), Indices::Between(1, 2), Plain, Standard, "from the first index to the second (without one: any number) words of the argument; empty when the first is larger";
}
Arrays {
    Select "select" [] Own("(Array A B) A → B"), NO, Plain, Standard, "the element at an index";
    Store "store" [] Own("(Array A B) A B → (Array A B)"), NO, Plain, Standard, "the array with another element at an index";
    ConstArray "const" [] Own("B → (Array A B)"), Indices::Own(1), Plain, Z3, "the array with one element at all indices, written ((as const (Array A B)) b)";
}
Datatypes {
    Construct "constructor" [] Own("A … → D"), Indices::Own(2), Plain, Standard, "a constructor, written with its name, applied to its fields";
    Field "selector" [] Own("D → A"), Indices::Own(3), Plain, Standard, "a selector, written with its name: the field of a value that its constructor made; of any other value, any function of it";
    Is "is" [] Own("D → Bool"), Indices::Own(2), Plain, Standard, "the constructor made the value; written (_ is C), or is-C as in z3";
    UpdateField "update" [] Own("D A → D"), Indices::Own(3), Plain, Cvc5, "the value with another field, unchanged when another constructor made it; written (_ update s), or (_ update-field s) as in z3";
}
Bits {
    BvNot "bvnot" [] Own(ONE_WIDE), NO, Plain, Standard, "every bit turned over";
    BvNeg "bvneg" [] Own(ONE_WIDE), NO, Plain, Standard, "two's complement negation";
    BvAnd "bvand" [] Own(MANY_WIDE), NO, Commutative, Standard, "bits that are one in all arguments";
    BvOr "bvor" [] Own(MANY_WIDE), NO, Commutative, Standard, "bits that are one in some argument";
    BvXor "bvxor" [] Own(MANY_WIDE), NO, Commutative, Standard, "bits that are one in an odd number of arguments";
    BvNand "bvnand" [] Own(TWO_WIDE), NO, Plain, Standard, "bvnot of bvand";
    BvNor "bvnor" [] Own(TWO_WIDE), NO, Plain, Standard, "bvnot of bvor";
    BvXnor "bvxnor" [] Own(TWO_WIDE), NO, Plain, Standard, "bvnot of bvxor";
    BvAdd "bvadd" [] Own(MANY_WIDE), NO, Commutative, Standard, "sum modulo two to the width";
    BvSub "bvsub" [] Own(TWO_WIDE), NO, Plain, Standard, "difference modulo two to the width";
    BvMul "bvmul" [] Own(MANY_WIDE), NO, Commutative, Standard, "product modulo two to the width";
    BvUdiv "bvudiv" [] Own(TWO_WIDE), NO, Plain, Standard, "quotient of numbers without sign; by zero, all bits are one";
    BvUrem "bvurem" [] Own(TWO_WIDE), NO, Plain, Standard, "remainder of numbers without sign; by zero, the dividend";
    BvSdiv "bvsdiv" [] Own(TWO_WIDE), NO, Plain, Standard, "quotient of numbers with sign, cut towards zero; by zero, 1 for negative dividends and else -1";
    BvSrem "bvsrem" [] Own(TWO_WIDE), NO, Plain, Standard, "remainder with the sign of the dividend; by zero, the dividend";
    BvSmod "bvsmod" [] Own(TWO_WIDE), NO, Plain, Standard, "remainder with the sign of the divisor; by zero, the dividend";
    BvShl "bvshl" [] Own(TWO_WIDE), NO, Plain, Standard, "shifted left by the second argument; zeros come in";
    BvLshr "bvlshr" [] Own(TWO_WIDE), NO, Plain, Standard, "shifted right by the second argument; zeros come in";
    BvAshr "bvashr" [] Own(TWO_WIDE), NO, Plain, Standard, "shifted right by the second argument; copies of the first bit come in";
    BvConcat "concat" [] Own("(_ BitVec m) (_ BitVec n) … → (_ BitVec m+n+…)"), NO, Associative, Standard, "the bits of the arguments one after the other";
    BvExtract "extract" [] Own("(_ BitVec n) → (_ BitVec i-j+1)"), TWO, Plain, Standard, "the bits from position i down to position j, where the last bit has position 0";
    BvZeroExtend "zero_extend" [] Own("(_ BitVec n) → (_ BitVec n+i)"), ONE, Plain, Standard, "i zeros in front";
    BvSignExtend "sign_extend" [] Own("(_ BitVec n) → (_ BitVec n+i)"), ONE, Plain, Standard, "i copies of the first bit in front";
    BvRotateLeft "rotate_left" [] Own(ONE_WIDE), ONE, Plain, Standard, "i times the first bit goes to the end";
    BvRotateRight "rotate_right" [] Own(ONE_WIDE), ONE, Plain, Standard, "i times the last bit goes to the front";
    BvRepeat "repeat" [] Own("(_ BitVec n) → (_ BitVec n*i)"), ONE, Plain, Standard, "the bits i times one after the other";
    BvUlt "bvult" [] Own(WIDE_TEST), NO, Plain, Standard, "less than, without sign";
    BvUle "bvule" [] Own(WIDE_TEST), NO, Plain, Standard, "at most, without sign";
    BvUgt "bvugt" [] Own(WIDE_TEST), NO, Plain, Standard, "greater than, without sign";
    BvUge "bvuge" [] Own(WIDE_TEST), NO, Plain, Standard, "at least, without sign";
    BvSlt "bvslt" [] Own(WIDE_TEST), NO, Plain, Standard, "less than, with sign";
    BvSle "bvsle" [] Own(WIDE_TEST), NO, Plain, Standard, "at most, with sign";
    BvSgt "bvsgt" [] Own(WIDE_TEST), NO, Plain, Standard, "greater than, with sign";
    BvSge "bvsge" [] Own(WIDE_TEST), NO, Plain, Standard, "at least, with sign";
    BvComp "bvcomp" [] Own("(_ BitVec n) (_ BitVec n) → (_ BitVec 1)"), NO, Plain, Standard, "1 when the arguments are equal, else 0";
    BvNego "bvnego" [] Own("(_ BitVec n) → Bool"), NO, Plain, Standard, "bvneg overflows: the argument is the least number with sign";
    BvUaddo "bvuaddo" [] Own(WIDE_TEST), NO, Plain, Standard, "bvadd overflows, without sign";
    BvSaddo "bvsaddo" [] Own(WIDE_TEST), NO, Plain, Standard, "bvadd overflows, with sign";
    BvUmulo "bvumulo" [] Own(WIDE_TEST), NO, Plain, Standard, "bvmul overflows, without sign";
    BvSmulo "bvsmulo" [] Own(WIDE_TEST), NO, Plain, Standard, "bvmul overflows, with sign";
    BvUsubo "bvusubo" [] Own(WIDE_TEST), NO, Plain, Standard, "bvsub overflows, without sign";
    BvSsubo "bvssubo" [] Own(WIDE_TEST), NO, Plain, Standard, "bvsub overflows, with sign";
    BvSdivo "bvsdivo" [] Own(WIDE_TEST), NO, Plain, Standard, "bvsdiv overflows: the least number by -1";
    IntToBv "int_to_bv" ["int2bv", "nat2bv"] Own("Int → (_ BitVec i)"), ONE, Plain, Standard, "the number modulo two to the index, as a bit-vector of that width";
    UbvToInt "ubv_to_int" ["bv2nat", "bv2int"] Own("(_ BitVec n) → Int"), NO, Plain, Standard, "the number without sign";
    SbvToInt "sbv_to_int" [] Own("(_ BitVec n) → Int"), NO, Plain, Standard, "the number with sign, in two's complement";
}
Sequences {
    SeqUnit "seq.unit" [] Own("A → (Seq A)"), NO, Plain, Z3, "the sequence of one element";
    SeqConcat "seq.++" [] Own("(Seq A) … → (Seq A)"), NO, Associative, Z3, "the arguments one after the other";
    SeqLength "seq.len" [] Own("(Seq A) → Int"), NO, Plain, Z3, "number of elements";
    SeqNth "seq.nth" [] Own("(Seq A) Int → A"), NO, Plain, Z3, "the element at a position; outside, any function of the arguments";
    SeqAt "seq.at" [] Own("(Seq A) Int → (Seq A)"), NO, Plain, Z3, "the sequence of the element at a position, or the empty one outside";
    SeqExtract "seq.extract" [] Own("(Seq A) Int Int → (Seq A)"), NO, Plain, Z3, "from a position, at most that many elements; empty when the position is outside or the count is not positive";
    SeqContains "seq.contains" [] Own(SEQ_TEST), NO, Plain, Z3, "the second argument occurs in the first";
    SeqPrefixOf "seq.prefixof" [] Own(SEQ_TEST), NO, Plain, Z3, "the first argument is a prefix of the second";
    SeqSuffixOf "seq.suffixof" [] Own(SEQ_TEST), NO, Plain, Z3, "the first argument is a suffix of the second";
    SeqIndexOf "seq.indexof" [] Own("(Seq A) (Seq A) Int → Int"), NO, Plain, Z3, "first position, from the third argument on, where the second occurs in the first; -1 when there is none or the start is outside";
    SeqLastIndexOf "seq.last_indexof" [] Own("(Seq A) (Seq A) → Int"), NO, Plain, Z3, "last position where the second argument occurs in the first, or -1; the empty sequence occurs last at the length";
    SeqReplace "seq.replace" [] Own("(Seq A) (Seq A) (Seq A) → (Seq A)"), NO, Plain, Z3, "the first occurrence of the second argument becomes the third; an empty second argument puts the third in front";
    SeqReplaceAll "seq.replace_all" [] Own("(Seq A) (Seq A) (Seq A) → (Seq A)"), NO, Plain, Z3, "every occurrence, left to right, becomes the third argument; an empty second argument changes nothing";
    SeqRev "seq.rev" [] Own("(Seq A) → (Seq A)"), NO, Plain, Cvc5, "the elements in reverse order";
    SeqUpdate "seq.update" [] Own("(Seq A) Int (Seq A) → (Seq A)"), NO, Plain, Cvc5, "from a position on, overwritten by the third argument as far as the sequence reaches; unchanged when the position is outside";
}
}

impl Op {
    /// Every operator, in table order.
    pub fn all() -> impl Iterator<Item = Op> {
        TABLE.iter().map(|row| row.op)
    }

    /// The operator's row.
    #[must_use]
    pub fn info(self) -> &'static OpInfo {
        &TABLE[self as usize]
    }

    /// The name it is printed with.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The operator with this name or alias.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Op> {
        TABLE.iter().find(|row| row.name == name || row.aliases.contains(&name)).map(|row| row.op)
    }

    /// Is it written in a way of its own, not under the name of its row?
    #[must_use]
    pub fn has_own_form(self) -> bool {
        matches!(self.info().indices, Indices::Own(_))
    }

    /// Does a model tell what it gives for some arguments: for division by zero, a field of another
    /// constructor, an element outside of a sequence?
    #[must_use]
    pub fn is_partial(self) -> bool {
        matches!(self, Op::IntDiv | Op::Mod | Op::RealDiv | Op::Field | Op::SeqNth)
    }

    /// The operator on strings that an operator on sequences is, since strings are sequences too.
    #[must_use]
    pub fn on_strings(self) -> Option<Op> {
        Some(match self {
            Op::SeqConcat => Op::Concat,
            Op::SeqLength => Op::Length,
            Op::SeqAt => Op::At,
            Op::SeqExtract => Op::Substr,
            Op::SeqContains => Op::Contains,
            Op::SeqPrefixOf => Op::PrefixOf,
            Op::SeqSuffixOf => Op::SuffixOf,
            Op::SeqIndexOf => Op::IndexOf,
            Op::SeqLastIndexOf => Op::LastIndexOf,
            Op::SeqReplace => Op::Replace,
            Op::SeqReplaceAll => Op::ReplaceAll,
            Op::SeqRev => Op::Rev,
            Op::SeqUpdate => Op::Update,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_at_their_operators_place() {
        for (place, row) in TABLE.iter().enumerate() {
            assert_eq!(row.op as usize, place, "{}", row.name);
            assert_eq!(Op::from_name(row.name), Some(row.op));
        }
    }

    #[test]
    fn no_name_means_two_operators() {
        let mut names: Vec<&str> =
            TABLE.iter().flat_map(|row| row.aliases.iter().copied().chain([row.name])).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn unknown_names_have_no_operator() {
        assert_eq!(Op::from_name("str.revv"), None);
        assert_eq!(Op::from_name(""), None);
    }
}
