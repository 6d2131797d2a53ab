//! Which engines are asked, in which order, for how long: two tables.

use tress_base::Budget;
use tress_engines::{
    BOUNDED, CALCULUS, Engine, KERNEL, LOCAL_SEARCH, NIELSEN, PARRAY, POSITION_CONSTRAINTS, STR_INT,
};
use tress_term::term::TermStore;

use super::affix_split::{AFFIX_SPLIT, AFFIX_SPLIT_ALONE};
use super::limits::{ARRAY_TERMS, BOUNDED_TERMS};
use super::profile::Profile;

/// A row of the strategy.
pub(super) struct Stage {
    /// Who is asked.
    pub(super) engine: &'static dyn Engine,
    /// Steps of work, or [`ALL`].
    pub(super) share: u64,
    /// About which problems.
    pub(super) when: fn(&StageInput<'_>) -> bool,
    /// Why here, and for so long.
    pub(super) why: &'static str,
}

/// What a stage looks at before its engine is asked.
pub(super) struct StageInput<'a> {
    pub(super) profile: &'a Profile<'a>,
    pub(super) store: &'a TermStore,
    pub(super) budget: &'a Budget,
}

/// The share of a stage behind which there is no other.
pub(super) const ALL: u64 = u64::MAX;

/// The stages in their order. The kernel needs no help where there are no strings, unless there are products
/// of unknowns: bounded circuits find values for those.
pub(super) static STAGES: [Stage; 14] = [
    Stage {
        engine: KERNEL,
        share: 300_000,
        when: is_native_with_products,
        why: "most products are refuted by signs, bounds and divisors at once",
    },
    Stage {
        engine: BOUNDED,
        share: 3_000_000,
        when: is_native_with_products,
        why: "values of products are found as bits sooner than by instances",
    },
    Stage {
        engine: KERNEL,
        share: ALL,
        when: |input| input.profile.is_native,
        why: "nobody else knows more about problems without strings",
    },
    Stage {
        engine: CALCULUS,
        share: 50_000,
        when: always,
        why: "a short search decides the many small problems",
    },
    Stage {
        engine: STR_INT,
        share: 2_000_000,
        when: always,
        why: "numerals with lengths have a method of their own, which soon reports when it does not apply",
    },
    Stage {
        engine: POSITION_CONSTRAINTS,
        share: 3_000_000,
        when: |input| input.profile.has_negations(input.store),
        why: "strings that must differ, without equations, are decided by the positions where they do",
    },
    Stage {
        engine: NIELSEN,
        share: 400_000,
        when: |input| input.profile.is_entangled(input.store),
        why: "equations in which symbols occur twice are decided by their structure or not at all soon",
    },
    Stage {
        engine: &AFFIX_SPLIT,
        share: 20_000_000,
        when: always,
        why: "strings that are read near their ends only: up to 48 cases that end as numbers",
    },
    Stage {
        engine: BOUNDED,
        share: 2_000_000,
        when: reads_or_replaces_in_short_strings,
        why: "positions and digits of short strings are bits",
    },
    Stage { engine: PARRAY, share: 500_000, when: is_small, why: "refutes numerals beside equations" },
    Stage {
        engine: LOCAL_SEARCH,
        share: 600_000,
        when: always,
        why: "values from the problem's own constants fit more often than not",
    },
    Stage {
        engine: CALCULUS,
        share: 1_000_000,
        when: always,
        why: "a longer search, before values are guessed at length",
    },
    Stage {
        engine: BOUNDED,
        share: 12_000_000,
        when: reads_or_replaces_all_by_unknowns,
        why: "longer strings as bits",
    },
    Stage {
        engine: LOCAL_SEARCH,
        share: 10_000_000,
        when: always,
        why: "a long local search, before the calculus begins again and again",
    },
];

/// The stages for the cases of a split that was asked for by name.
pub(super) static SPLIT_STAGES: [Stage; 3] = [
    Stage {
        engine: &AFFIX_SPLIT_ALONE,
        share: ALL - 1,
        when: has_strings,
        why: "other strings are split inside of a case",
    },
    Stage {
        engine: KERNEL,
        share: ALL,
        when: |input| input.profile.is_native,
        why: "most cases are left without strings",
    },
    Stage {
        engine: CALCULUS,
        share: 1_000_000,
        when: always,
        why: "what is left of memberships and lengths",
    },
];

/// The stages of the strategy, a line each: the engine, its share of steps, and why.
#[must_use]
pub fn stages_text() -> String {
    let lines = STAGES.iter().map(|Stage { engine, share, why, .. }| {
        let share = if *share == ALL { "all".to_owned() } else { share.to_string() };
        format!("{:<22}{share:>10}  {why}\n", engine.name())
    });
    lines.collect()
}

fn always(_: &StageInput<'_>) -> bool {
    true
}

fn has_strings(input: &StageInput<'_>) -> bool {
    !input.profile.is_native
}

fn is_native_with_products(input: &StageInput<'_>) -> bool {
    input.profile.is_native && input.profile.has_products && is_moderate(input)
}

fn is_moderate(input: &StageInput<'_>) -> bool {
    !BOUNDED_TERMS.is_exceeded(input.profile.terms, input.budget)
}

fn is_small(input: &StageInput<'_>) -> bool {
    !ARRAY_TERMS.is_exceeded(input.profile.terms, input.budget)
}

fn reads(input: &StageInput<'_>) -> bool {
    input.profile.reads_positions || input.profile.has_products
}

fn reads_or_replaces_in_short_strings(input: &StageInput<'_>) -> bool {
    (reads(input) || input.profile.replaces && input.profile.is_short(input.store)) && is_moderate(input)
}

fn reads_or_replaces_all_by_unknowns(input: &StageInput<'_>) -> bool {
    (reads(input) || input.profile.replaces_all_by_unknowns) && is_moderate(input)
}
