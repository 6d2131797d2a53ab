//! Options of other solvers and of the standard that are no options of ours.
//!
//! Enters: a name and a value. Leaves: whether it changes what a problem means or what is printed, and so
//! must be refused, or only steers a search that is not ours. Options that are obeyed are rows of the table
//! in [`super::Options`]. `docs/options.md` is made from both.

/// What an option of another solver does to answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It steers that solver's search, or asks for what is done anyway.
    Harmless,
    /// With this value it would change answers or replies; the text says how.
    Refused(&'static str),
}

/// An option that is refused unless it has one of these values.
struct Guarded {
    name: &'static str,
    accepted: &'static [&'static str],
    why: &'static str,
}

const fn guarded(name: &'static str, accepted: &'static [&'static str], why: &'static str) -> Guarded {
    Guarded { name, accepted, why }
}

const OFF: &[&str] = &["false"];
const ON: &[&str] = &["true"];
const ZERO: &[&str] = &["0"];
const SMT_LIB: &[&str] = &["smt", "smt2", "smtlib", "smtlib2", "smt2.6", "smt2.7", "smtlib2.6", "smtlib2.7"];

/// Options that would change what a problem means, what is printed, or how long a check may take.
const GUARDED: &[Guarded] = &[
    guarded("regular-output-channel", &["stdout"], "replies are written to the standard output"),
    guarded("diagnostic-output-channel", &["stdout", "stderr"], "there is no such channel"),
    guarded("out", &["stdout"], "replies are written to the standard output"),
    guarded("err", &["stderr"], "messages are written to the standard error"),
    guarded("in", &[], "the input is named on the command line"),
    guarded("lang", SMT_LIB, "only SMT-LIB is read"),
    guarded("input-language", SMT_LIB, "only SMT-LIB is read"),
    guarded("output-lang", SMT_LIB, "only SMT-LIB is written"),
    guarded("output-language", SMT_LIB, "only SMT-LIB is written"),
    guarded("tlimit", ZERO, "in a session each check has its limit: timeout"),
    guarded("global-negate", OFF, "it negates the problem"),
    guarded("dt-cyclic", ON, "without it datatypes have cyclic values"),
    guarded("uf-ss-abort-card", &["-1", "(- 1)"], "it leaves out models with more elements"),
    guarded("parse-only", OFF, "checks are answered; tress parse only reads"),
    guarded("preprocess-only", OFF, "checks are answered; tress debug rewritten only preprocesses"),
    guarded("dump-models", OFF, "the flag --model prints models"),
    guarded("dump_models", OFF, "the flag --model prints models"),
    guarded("dump-unsat-cores", OFF, "get-unsat-core prints cores"),
    guarded("dump-unsat-cores-lemmas", OFF, "lemmas are not printed"),
    guarded("dump-proofs", OFF, "get-proof prints certificates"),
    guarded("dump-instantiations", OFF, "instances are not printed"),
    guarded("dump-instantiations-debug", OFF, "instances are not printed"),
    guarded("dump-difficulty", OFF, "difficulties are not printed"),
    guarded("smt.arith.ignore_int", OFF, "it takes integers for reals"),
    guarded("smt.array.extensional", ON, "without it arrays with the same elements may differ"),
    guarded("rewriter.hi_div0", ON, "without it bit-vectors divided by zero have any value"),
    guarded("hi_div0", ON, "without it bit-vectors divided by zero have any value"),
    guarded("memory_high_watermark", ZERO, "memory is limited in mebibytes: memory"),
    guarded("memory_max_alloc_count", ZERO, "allocations are not counted"),
];

/// Modules of z3. Their parameters steer its search, but for those above and those that are rows of ours.
const Z3_MODULES: &[&str] = &[
    "ackermannization",
    "algebraic",
    "combined_solver",
    "factor",
    "fp",
    "lp",
    "model",
    "model_evaluator",
    "nlsat",
    "nnf",
    "opt",
    "parallel",
    "parser",
    "pi",
    "polynomial",
    "pp",
    "proof",
    "rcf",
    "rewriter",
    "sat",
    "seq",
    "sls",
    "smt",
    "solver",
    "tactic",
    "tptp",
];

/// Harmless parameters of z3 without a module.
const Z3: &[&str] = &[
    "auto_config",
    "ctrl_c",
    "debug_ref_count",
    "dot_proof_file",
    "model",
    "model_validate",
    "proof",
    "smtlib2_compliant",
    "stats",
    "suppress_platform_verbose",
    "trace",
    "trace_file_name",
    "type_check",
    "unsat_core",
    "verbose",
    "warning",
    "well_sorted_check",
];

/// Options of the standard, and of OSTRICH, that ask for what is done anyway.
const STANDARD: &[&str] =
    &["expand-definitions", "inline-size-limit", "interactive-mode", "parse-transducers", "verbosity"];

/// Harmless options of cvc5, separated by white space.
const CVC5: &str = include_str!("cvc5.txt");

/// What an option with this value does, if any solver has it. Options of ours are not asked for.
#[must_use]
pub fn effect(name: &str, value: &str) -> Option<Effect> {
    if let Some(row) = GUARDED.iter().find(|row| row.name == name) {
        let bare = value.trim_matches('"');
        let is_accepted = row.accepted.contains(&bare);
        return Some(if is_accepted { Effect::Harmless } else { Effect::Refused(row.why) });
    }
    is_harmless(name).then_some(Effect::Harmless)
}

fn is_harmless(name: &str) -> bool {
    let is_z3 =
        name.split_once('.').is_some_and(|(module, rest)| Z3_MODULES.contains(&module) && !rest.is_empty());
    is_z3
        || name.starts_with("produce-")
        || Z3.contains(&name)
        || STANDARD.contains(&name)
        || CVC5.split_ascii_whitespace().any(|known| known == name)
}

/// The reference of all options: those that are obeyed, refused, and harmless.
#[must_use]
pub fn options_page() -> String {
    let mut page = String::from(
        "# Options\n\n\
         Options are set by `(set-option :NAME VALUE)`, by a flag `--NAME=VALUE`, or as in z3 by `NAME=VALUE` on the command\n\
         line. An option that another solver has is obeyed, refused when it would change the meaning of a problem or of a\n\
         reply, or accepted because it only steers that solver's search. A name that no one knows is answered with\n\
         `unsupported`. With `--strict` harmless ones are, too.\n\n\
         This page is printed by `cargo run -p tress-solver --example options_page > docs/options.md`; a test fails when it is stale.\n\n\
         ## Obeyed\n\n| option | other names | values | what it does |\n|---|---|---|---|\n",
    );
    for row in super::Options::rows() {
        let aliases: Vec<String> = row.aliases.iter().map(|alias| format!("`{alias}`")).collect();
        let line = format!("| `{}` | {} | {} | {} |\n", row.name, aliases.join(", "), row.kind, row.help);
        page.push_str(&line.replace("|  |", "| |"));
    }
    page.push_str("\n`alphabet` must be set before the first term. Its names are `ascii` (128 characters), `latin1` (256), `bmp` (65536) and `unicode`\n(196608). Under the name `encoding`, `ascii` has 256 characters, as in z3.\n");
    page.push_str("\n## Refused\n\n| option | accepted values | why others are refused |\n|---|---|---|\n");
    for row in GUARDED {
        let accepted: Vec<String> = row.accepted.iter().map(|value| format!("`{value}`")).collect();
        let line = format!("| `{}` | {} | {} |\n", row.name, accepted.join(", "), row.why);
        page.push_str(&line.replace("|  |", "| |"));
    }
    page.push_str("\n## Harmless\n\nOf the standard, OSTRICH and z3: all that begin with `produce-`, ");
    let plain: Vec<String> = STANDARD.iter().chain(Z3).map(|name| format!("`{name}`")).collect();
    page.push_str(&plain.join(", "));
    page.push_str(".\n\nOf z3's modules, with `.` and a parameter behind: ");
    let modules: Vec<String> = Z3_MODULES.iter().map(|name| format!("`{name}`")).collect();
    page.push_str(&modules.join(", "));
    page.push_str(".\n\nOf cvc5:\n\n```text\n");
    page.push_str(CVC5);
    page.push_str("```\n");
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    #[test]
    fn what_changes_the_meaning_is_refused() {
        for (name, value) in [
            ("global-negate", "true"),
            ("smt.arith.ignore_int", "true"),
            ("rewriter.hi_div0", "false"),
            ("smt.array.extensional", "false"),
            ("dt-cyclic", "false"),
            ("uf-ss-abort-card", "3"),
            ("regular-output-channel", "\"replies.txt\""),
            ("tlimit", "500"),
            ("input-language", "tptp"),
        ] {
            assert!(matches!(effect(name, value), Some(Effect::Refused(_))), "{name} {value}");
        }
    }

    #[test]
    fn what_steers_another_search_is_harmless() {
        for (name, value) in [
            ("global-negate", "false"),
            ("smt.mbqi", "false"),
            ("pp.max_depth", "4294967295"),
            ("strings-exp", "true"),
            ("fmf-bound", "true"),
            ("produce-interpolants", "true"),
            ("diagnostic-output-channel", "\"stdout\""),
            ("smtlib2_compliant", "true"),
            ("interactive-mode", "true"),
        ] {
            assert_eq!(effect(name, value), Some(Effect::Harmless), "{name} {value}");
        }
    }

    #[test]
    fn other_names_are_not_known() {
        for name in ["", "no-such", "smt.", "Smt.mbqi", "strings-expo", "parallel"] {
            assert_eq!(effect(name, "true"), None, "{name}");
        }
    }

    #[test]
    fn no_option_of_ours_stands_among_the_others() {
        for row in Options::rows() {
            for name in row.aliases.iter().chain([&row.name]) {
                assert!(GUARDED.iter().all(|guarded| guarded.name != *name), "{name}");
                assert!(!CVC5.split_ascii_whitespace().any(|other| other == *name), "{name}");
                assert!(!Z3.contains(name) && !STANDARD.contains(name), "{name}");
            }
        }
    }
}
