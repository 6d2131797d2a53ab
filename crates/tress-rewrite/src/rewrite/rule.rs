//! What a rule is, and the list of all rules.
//!
//! Enters: the tables at the end of each family's file. Leaves: one list, in which a rule's index
//! is its number, and for each operator the rules that look at it.

use std::sync::LazyLock;

use super::context::Context;
use tress_term::term::{Head, Op, Term};

/// The part of the language a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Connectives and choice.
    Boolean,
    /// Equality of any sort.
    Equality,
    /// Sums, products and comparisons.
    Numbers,
    /// Concatenation, length and parts of words.
    Words,
    /// Occurrences: containment, prefixes, suffixes, positions, replacement.
    Occurrences,
    /// Codes, digits, upper and lower case.
    Conversions,
    /// Lexicographic order.
    Order,
    /// Regular expressions and memberships.
    Regexes,
    /// Bit-vectors.
    Bits,
    /// Quantified formulas.
    Quantifiers,
}

/// A rule: a function that may find an equal, simpler term.
///
/// The function looks only at the top of the term and a little below. It returns `None` when it
/// does not apply; whatever it returns has the same value under every model, and need not be
/// simple: the driver rewrites it again.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The name under which applications are counted.
    pub name: &'static str,
    /// The part of the language it is about.
    pub family: Family,
    /// The operators at whose terms it looks; empty if it looks at quantifiers.
    pub(super) ops: &'static [Op],
    /// Is it tried before the arguments are rewritten as well? True for what flattens nests: from
    /// the outside in, that takes linear time.
    pub(super) early: bool,
    pub(super) apply: fn(&mut Context<'_>, Term) -> Option<Term>,
    /// A term that it changes; a test checks that.
    pub changes: &'static str,
    /// A term of one of its operators that it leaves alone.
    pub keeps: &'static str,
}

impl Rule {
    /// A rule that is tried on terms with rewritten arguments.
    pub(super) const fn new(
        name: &'static str,
        family: Family,
        ops: &'static [Op],
        apply: fn(&mut Context<'_>, Term) -> Option<Term>,
        [changes, keeps]: [&'static str; 2],
    ) -> Self {
        Self { name, family, ops, early: false, apply, changes, keeps }
    }

    /// The same rule, tried before the arguments are rewritten as well.
    pub(super) const fn early(mut self) -> Self {
        self.early = true;
        self
    }
}

/// The tables of all families. Within an operator, earlier rules are tried first.
static TABLES: &[&[Rule]] = &[
    super::boolean::RULES,
    super::choice::RULES,
    super::equality::RULES,
    super::integer::RULES,
    super::concat::RULES,
    super::substr::RULES,
    super::contains::RULES,
    super::affix::RULES,
    super::indexof::RULES,
    super::replace::RULES,
    super::table::RULES,
    super::replace_literal::RULES,
    super::convert::RULES,
    super::numerals::RULES,
    super::digitwise::RULES,
    super::reversal::RULES,
    super::letterwise::RULES,
    super::order::RULES,
    super::copies::RULES,
    super::regex::RULES,
    super::unions::RULES,
    super::membership::RULES,
    super::consume::RULES,
    super::words_equal::RULES,
    super::bits::RULES,
    super::vectors::RULES,
    super::vector_sums::RULES,
    super::quantified::RULES,
    super::choice::LIFTING,
];

/// Every rule, in the order of its number.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    TABLES.iter().flat_map(|table| table.iter())
}

/// Numbers of rules for each operator, one list behind the other.
#[derive(Default)]
struct ByOp {
    numbers: Vec<u16>,
    /// Where the list of each operator ends.
    ends: Vec<u16>,
}

impl ByOp {
    fn of_rules<'rule>(rules: impl Iterator<Item = (u16, &'rule Rule)> + Clone) -> Self {
        // Counts, then the positions where lists begin, which grow to where they end.
        let mut ends = vec![0; Op::all().count() + 1];
        let pairs = rules.flat_map(|(number, rule)| rule.ops.iter().map(move |op| (*op as usize, number)));
        pairs.clone().for_each(|(op, _)| ends[op + 1] += 1);
        for op in 1..ends.len() {
            ends[op] += ends[op - 1];
        }
        let mut numbers = vec![0; pairs.clone().count()];
        for (op, number) in pairs {
            numbers[usize::from(ends[op])] = number;
            ends[op] += 1;
        }
        Self { numbers, ends }
    }

    fn list(&self, op: Op) -> &[u16] {
        let start = (op as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.numbers[usize::from(start)..usize::from(self.ends[op as usize])]
    }
}

/// For each operator, the rules that look at it.
pub(super) struct Index {
    all: Vec<&'static Rule>,
    late: ByOp,
    early: ByOp,
    /// Those that look at quantifiers; early ones only, and all.
    quantified: [Vec<u16>; 2],
}

impl Default for &'static Index {
    fn default() -> Self {
        static INDEX: LazyLock<Index> = LazyLock::new(Index::new);
        &INDEX
    }
}

impl Index {
    fn new() -> Self {
        let all: Vec<&Rule> = rules().collect();
        let numbered = || (0..).zip(all.iter().copied());
        let early = || numbered().filter(|(_, rule)| rule.early);
        let numbers = |(number, rule): (u16, &Rule)| rule.ops.is_empty().then_some(number);
        let quantified = [early().filter_map(numbers).collect(), numbered().filter_map(numbers).collect()];
        Self { late: ByOp::of_rules(numbered()), early: ByOp::of_rules(early()), quantified, all }
    }

    /// How many rules there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The rule with a number.
    pub(super) fn rule(&self, number: u16) -> &'static Rule {
        self.all[number as usize]
    }

    /// The rules that look at terms with this head; `early` ones only, or all.
    pub(super) fn of(&self, head: Head, early: bool) -> &[u16] {
        match head {
            Head::Op(op, _) if early => self.early.list(op),
            Head::Op(op, _) => self.late.list(op),
            Head::Quantifier(..) => &self.quantified[usize::from(!early)],
            Head::Value(_) | Head::Symbol(_) => &[],
        }
    }
}
