//! The rules of the string calculus, under the names of the paper: Liang, Reynolds, Tinelli,
//! Barrett, Deters, "A DPLL(T) theory solver for a theory of strings and regular expressions"
//! (2014), figures 2 to 6. Each is a function of that name in this room; how often each applied
//! is counted.

use std::cell::Cell;

/// A rule of the calculus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    AProp,
    SProp,
    Len,
    LenSplit,
    AConflict,
    RStar,
    SCycle,
    Reset,
    SSplit,
    LSplit,
    SConflict,
    FForm1,
    FForm2,
    NForm1,
    NForm2,
    FUnify,
    FSplit,
    FLoop,
    DBase,
    DAdd,
    DSplit,
    Card,
}

/// All rules with the names of their counters, in the order of the paper.
const RULES: [(Rule, &str); 22] = [
    (Rule::AProp, "rule-a-prop"),
    (Rule::SProp, "rule-s-prop"),
    (Rule::Len, "rule-len"),
    (Rule::LenSplit, "rule-len-split"),
    (Rule::AConflict, "rule-a-conflict"),
    (Rule::RStar, "rule-r-star"),
    (Rule::SCycle, "rule-s-cycle"),
    (Rule::Reset, "rule-reset"),
    (Rule::SSplit, "rule-s-split"),
    (Rule::LSplit, "rule-l-split"),
    (Rule::SConflict, "rule-s-conflict"),
    (Rule::FForm1, "rule-f-form1"),
    (Rule::FForm2, "rule-f-form2"),
    (Rule::NForm1, "rule-n-form1"),
    (Rule::NForm2, "rule-n-form2"),
    (Rule::FUnify, "rule-f-unify"),
    (Rule::FSplit, "rule-f-split"),
    (Rule::FLoop, "rule-f-loop"),
    (Rule::DBase, "rule-d-base"),
    (Rule::DAdd, "rule-d-add"),
    (Rule::DSplit, "rule-d-split"),
    (Rule::Card, "rule-card"),
];

/// How often each rule applied.
#[derive(Clone, Debug, Default)]
pub(super) struct Applied([Cell<u64>; RULES.len()]);

impl Applied {
    pub(super) fn add(&self, rule: Rule) {
        let count = &self.0[rule as usize];
        count.set(count.get() + 1);
    }

    /// The counters that are not zero, which begin again at zero.
    pub(super) fn take(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let counts = RULES.iter().map(|(rule, name)| (*name, self.0[*rule as usize].take()));
        counts.filter(|(_, count)| *count > 0)
    }
}
