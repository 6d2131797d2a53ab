//! The rules of the string calculus, under the names of the paper: Liang, Reynolds, Tinelli,
//! Barrett, Deters, "A DPLL(T) theory solver for a theory of strings and regular expressions"
//! (2014), figures 2 to 6. Each is a function of that name in this room or, for the two that
//! need no strings, in the kernel; how often each applied is counted.

use tress_kernel::Rule;

pub(super) const S_PROP: Rule = Rule("rule-s-prop");
pub(super) const LEN: Rule = Rule("rule-len");
pub(super) const LEN_SPLIT: Rule = Rule("rule-len-split");
pub(super) const R_STAR: Rule = Rule("rule-r-star");
pub(super) const S_CYCLE: Rule = Rule("rule-s-cycle");
pub(super) const RESET: Rule = Rule("rule-reset");
pub(super) const S_SPLIT: Rule = Rule("rule-s-split");
pub(super) const L_SPLIT: Rule = Rule("rule-l-split");
pub(super) const F_FORM1: Rule = Rule("rule-f-form1");
pub(super) const F_FORM2: Rule = Rule("rule-f-form2");
pub(super) const N_FORM1: Rule = Rule("rule-n-form1");
pub(super) const N_FORM2: Rule = Rule("rule-n-form2");
pub(super) const F_UNIFY: Rule = Rule("rule-f-unify");
pub(super) const F_SPLIT: Rule = Rule("rule-f-split");
pub(super) const F_LOOP: Rule = Rule("rule-f-loop");
pub(super) const D_BASE: Rule = Rule("rule-d-base");
pub(super) const D_ADD: Rule = Rule("rule-d-add");
pub(super) const D_SPLIT: Rule = Rule("rule-d-split");
pub(super) const CARD: Rule = Rule("rule-card");
