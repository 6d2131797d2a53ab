//! The rules of the string calculus, under the names of the paper: Liang, Reynolds, Tinelli,
//! Barrett, Deters, "A DPLL(T) theory solver for a theory of strings and regular expressions"
//! (2014), figures 2 to 6. Each is a function of that name in this room or, for the two that
//! need no strings, in the kernel; how often each applied is counted.

use tress_kernel::Rule;

pub(super) const S_PROP: Rule = Rule::new(
    "rule-s-prop",
    "Liang et al. 2014",
    "what the arithmetic implies of two lengths is known to the search",
);
pub(super) const LEN: Rule = Rule::new(
    "rule-len",
    "Liang et al. 2014",
    "the length of a concatenation is the sum of the lengths of its parts",
);
pub(super) const LEN_SPLIT: Rule =
    Rule::new("rule-len-split", "Liang et al. 2014", "a string is empty exactly when its length is zero");
pub(super) const R_STAR: Rule =
    Rule::new("rule-r-star", "Liang et al. 2014", "a repetition is empty or begins with a copy");
pub(super) const S_CYCLE: Rule = Rule::new(
    "rule-s-cycle",
    "Liang et al. 2014",
    "a string that has itself as a part has only empty strings besides",
);
pub(super) const RESET: Rule =
    Rule::new("rule-reset", "Liang et al. 2014", "forms depend on the classes, which have changed");
pub(super) const S_SPLIT: Rule =
    Rule::new("rule-s-split", "Liang et al. 2014", "two strings are equal or not");
pub(super) const L_SPLIT: Rule =
    Rule::new("rule-l-split", "Liang et al. 2014", "two lengths are equal or not");
pub(super) const F_FORM1: Rule =
    Rule::new("rule-f-form1", "Liang et al. 2014", "concatenation is associative");
pub(super) const F_FORM2: Rule =
    Rule::new("rule-f-form2", "Liang et al. 2014", "a constant is its own flat form");
pub(super) const N_FORM1: Rule =
    Rule::new("rule-n-form1", "Liang et al. 2014", "equal flat forms of a class are its normal form");
pub(super) const N_FORM2: Rule =
    Rule::new("rule-n-form2", "Liang et al. 2014", "a class without concatenations is its own normal form");
pub(super) const F_UNIFY: Rule =
    Rule::new("rule-f-unify", "Liang et al. 2014", "fronts of one string with equal lengths are equal");
pub(super) const F_SPLIT: Rule = Rule::new(
    "rule-f-split",
    "Liang et al. 2014",
    "of two fronts of one string the shorter is a front of the longer",
);
pub(super) const F_LOOP: Rule = Rule::new(
    "rule-f-loop",
    "Liang et al. 2014",
    "x s = w x r has exactly the solutions x = w^n y, s = z y r with w = y z, for w not empty",
);
pub(super) const D_BASE: Rule =
    Rule::new("rule-d-base", "Liang et al. 2014", "strings of different lengths differ");
pub(super) const D_ADD: Rule =
    Rule::new("rule-d-add", "Liang et al. 2014", "equal parts of both sides do not make strings differ");
pub(super) const D_SPLIT: Rule = Rule::new(
    "rule-d-split",
    "Liang et al. 2014",
    "a string that is longer than n is its first n characters and a rest",
);
pub(super) const CARD: Rule = Rule::new(
    "rule-card",
    "Liang et al. 2014",
    "n strings that all differ need n words, and their languages have fewer of their lengths",
);
