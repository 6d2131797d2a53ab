//! The table of operators: names, other spellings, sorts.
//!
//! Enters: a name. Leaves: an operator and the sort rule of its arguments.

use crate::sort::Sort;
use Shape::{Arithmetic, Chain, Comparison, Conditional, Fixed, Many, Same};
use Sort::{Bool, Int, Real, RegLan, Text};

/// How many arguments of which sorts, and what comes out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// Exactly these.
    Fixed(&'static [Sort], Sort),
    /// One or more of one sort; the result has it, too.
    Many(Sort),
    /// Two or more of one sort; the result is Bool.
    Chain(Sort),
    /// Two or more of whichever sort; the result is Bool.
    Same,
    /// A condition and two branches of one sort.
    Conditional,
    /// One or more numbers of one sort, which is that of the result.
    Arithmetic,
    /// Two or more numbers of one sort; the result is Bool.
    Comparison,
}

/// A row of the table.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) op: Op,
    pub(crate) name: &'static str,
    pub(crate) others: &'static [&'static str],
    pub(crate) shape: Shape,
    /// The least and the largest number of indices.
    pub(crate) indices: (usize, usize),
    /// May a problem not declare the name?
    pub(crate) reserved: bool,
}

macro_rules! operators {
    ($($op:ident $name:literal $others:tt $shape:expr, $indices:expr, $reserved:expr;)*) => {
        /// An operator.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) enum Op { $($op,)* }

        static TABLE: &[Row] = &[
            $(Row {
                op: Op::$op, name: $name, others: &$others, shape: $shape, indices: $indices, reserved: $reserved,
            },)*
        ];
    };
}

const NO: (usize, usize) = (0, 0);

operators! {
    Not "not" [] Fixed(&[Bool], Bool), NO, true;
    And "and" [] Many(Bool), NO, true;
    Or "or" [] Many(Bool), NO, true;
    Xor "xor" [] Many(Bool), NO, true;
    Implies "=>" ["implies"] Many(Bool), NO, true;
    Eq "=" ["iff"] Same, NO, true;
    Distinct "distinct" [] Same, NO, true;
    Ite "ite" ["if_then_else"] Conditional, NO, true;
    Add "+" [] Arithmetic, NO, true;
    Sub "-" [] Arithmetic, NO, true;
    Mul "*" [] Arithmetic, NO, true;
    Div "div" [] Many(Int), NO, true;
    Mod "mod" [] Fixed(&[Int, Int], Int), NO, true;
    Abs "abs" [] Fixed(&[Int], Int), NO, true;
    Over "/" [] Many(Real), NO, true;
    Le "<=" [] Comparison, NO, true;
    Lt "<" [] Comparison, NO, true;
    Ge ">=" [] Comparison, NO, true;
    Gt ">" [] Comparison, NO, true;
    Divisible "divisible" [] Fixed(&[Int], Bool), (1, 1), true;
    ToReal "to_real" [] Fixed(&[Int], Real), NO, true;
    ToInt "to_int" [] Fixed(&[Real], Int), NO, true;
    IsInt "is_int" [] Fixed(&[Real], Bool), NO, true;
    Concat "str.++" ["str.concat", "seq.++"] Many(Text), NO, true;
    Length "str.len" ["seq.len"] Fixed(&[Text], Int), NO, true;
    StrLt "str.<" [] Chain(Text), NO, true;
    StrLe "str.<=" [] Chain(Text), NO, true;
    At "str.at" ["seq.at"] Fixed(&[Text, Int], Text), NO, true;
    Substr "str.substr" ["seq.extract"] Fixed(&[Text, Int, Int], Text), NO, true;
    PrefixOf "str.prefixof" ["seq.prefixof"] Fixed(&[Text, Text], Bool), NO, true;
    SuffixOf "str.suffixof" ["seq.suffixof"] Fixed(&[Text, Text], Bool), NO, true;
    Contains "str.contains" ["seq.contains"] Fixed(&[Text, Text], Bool), NO, true;
    IndexOf "str.indexof" ["seq.indexof"] Fixed(&[Text, Text, Int], Int), NO, true;
    Replace "str.replace" ["seq.replace"] Fixed(&[Text, Text, Text], Text), NO, true;
    ReplaceAll "str.replace_all" ["str.replaceall", "seq.replace_all"] Fixed(&[Text, Text, Text], Text), NO, true;
    ReplaceRe "str.replace_re" ["seq.replace_re"] Fixed(&[Text, RegLan, Text], Text), NO, true;
    ReplaceReAll "str.replace_re_all" ["seq.replace_re_all"] Fixed(&[Text, RegLan, Text], Text), NO, true;
    IsDigit "str.is_digit" [] Fixed(&[Text], Bool), NO, true;
    ToCode "str.to_code" [] Fixed(&[Text], Int), NO, true;
    FromCode "str.from_code" [] Fixed(&[Int], Text), NO, true;
    StrToInt "str.to_int" ["str.to.int", "str.to-int"] Fixed(&[Text], Int), NO, true;
    StrFromInt "str.from_int" ["int.to.str", "str.from.int", "str.from-int", "int.to_str"] Fixed(&[Int], Text), NO, true;
    Rev "str.rev" ["str.reverse", "seq.rev"] Fixed(&[Text], Text), NO, false;
    ToLower "str.to_lower" ["str.tolower", "str.toLower"] Fixed(&[Text], Text), NO, false;
    ToUpper "str.to_upper" ["str.toupper", "str.toUpper"] Fixed(&[Text], Text), NO, false;
    Update "str.update" ["seq.update"] Fixed(&[Text, Int, Text], Text), NO, false;
    IndexOfRe "str.indexof_re" [] Fixed(&[Text, RegLan, Int], Int), NO, false;
    LastIndexOf "str.last_indexof" ["str.lastindexof", "seq.last_indexof"] Fixed(&[Text, Text], Int), NO, false;
    StrToRe "str.to_re" ["str.to.re", "str.to-re", "seq.to.re", "seq.to_re"] Fixed(&[Text], RegLan), NO, true;
    InRe "str.in_re" ["str.in.re", "str.in-re", "seq.in.re", "seq.in_re"] Fixed(&[Text, RegLan], Bool), NO, true;
    ReNone "re.none" ["re.nostr", "re.empty"] Fixed(&[], RegLan), NO, true;
    ReAll "re.all" ["re.full"] Fixed(&[], RegLan), NO, true;
    ReAllChar "re.allchar" [] Fixed(&[], RegLan), NO, true;
    ReConcat "re.++" [] Many(RegLan), NO, true;
    ReUnion "re.union" [] Many(RegLan), NO, true;
    ReInter "re.inter" [] Many(RegLan), NO, true;
    ReStar "re.*" [] Fixed(&[RegLan], RegLan), NO, true;
    RePlus "re.+" [] Fixed(&[RegLan], RegLan), NO, true;
    ReOpt "re.opt" [] Fixed(&[RegLan], RegLan), NO, true;
    ReComp "re.comp" ["re.complement"] Fixed(&[RegLan], RegLan), NO, true;
    ReDiff "re.diff" [] Many(RegLan), NO, true;
    ReRange "re.range" [] Fixed(&[Text, Text], RegLan), NO, true;
    RePower "re.^" [] Fixed(&[RegLan], RegLan), (1, 1), true;
    ReLoop "re.loop" [] Fixed(&[RegLan], RegLan), (1, 2), true;
}

impl Op {
    /// The operator's row.
    pub(crate) fn row(self) -> &'static Row {
        // Rows are in the order of the operators, which a test checks.
        &TABLE[self as usize]
    }

    /// The row of a name.
    pub(crate) fn named(name: &str) -> Option<&'static Row> {
        TABLE.iter().find(|row| row.name == name || row.others.contains(&name))
    }

    /// Does the order of its arguments not matter?
    pub(crate) fn is_commutative(self) -> bool {
        use Op::{Add, And, Distinct, Eq, Mul, Or, ReInter, ReUnion, Xor};
        matches!(self, And | Or | Xor | Eq | Distinct | Add | Mul | ReUnion | ReInter)
    }

    /// Is it a comparison of numbers?
    pub(crate) fn is_comparison(self) -> bool {
        matches!(self, Op::Le | Op::Lt | Op::Ge | Op::Gt)
    }
}

#[cfg(test)]
mod tests;
