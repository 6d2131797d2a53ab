//! Flags of z3 and cvc5, turned into ours.
//!
//! Their clients should be able to run tress in their place. Enters: the command line as it was
//! given. Leaves: one that the argument parser knows. z3's spellings (`-T:5`, `name=value`) fit no
//! parser; flags that ask for what tress does anyway, or that only tune another solver, stand in
//! the lists below and are left out. Everything else goes on as it is, and the parser says what it
//! does not know.

use clap::Command;
use tress::internals::options::{Opt, Options};

use crate::arguments::seconds;

/// Flags that ask for what tress does anyway.
const DONE_ANYWAY: &[&str] = &[
    "-smt2",
    "-nw",
    "-m",
    "-q",
    "-i",
    "--quiet",
    "--incremental",
    "--interactive",
    "--produce-models",
    "--produce-assignments",
    "--produce-assertions",
    "--produce-unsat-assumptions",
    "--strings-exp",
    "--check-models",
    "--z3",
    "--cvc5",
];

/// Flags that are ours under another name.
const SAME: &[(&str, &str)] = &[
    ("-in", "--no-interactive"),
    ("-model", "--model"),
    ("--dump-models", "--model"),
    ("-st", "--stats"),
    ("-version", "--version"),
    ("-?", "--help"),
    ("-help", "--help"),
];

/// Flags of cvc5 that say how it should work, and mean nothing to tress. Each may be negated by
/// `no-` and may have a value after `=`.
const TUNING: &[&str] = &[
    "arith-rewrite-equalities",
    "arrays-exp",
    "bags-exp",
    "block-models",
    "bv-print-consts-as-indexed-symbols",
    "cegqi",
    "check-proofs",
    "check-synth-sol",
    "check-unsat-cores",
    "condense-function-values",
    "conjecture-gen",
    "debug-check-models",
    "early-exit",
    "enum-inst",
    "enum-inst-interleave",
    "ext-rew-prep",
    "finite-model-find",
    "fmf-bound",
    "fmf-fun",
    "fp-exp",
    "full-saturate-quant",
    "global-negate",
    "ho-elim",
    "inst-no-entail",
    "ite-simp",
    "learned-rewrite",
    "macros-quant",
    "mbqi",
    "minimal-unsat-cores",
    "miniscope-quant",
    "multi-trigger-cache",
    "nl-cov",
    "nl-ext",
    "nl-ext-tplanes",
    "nl-rlv",
    "pre-skolem-quant",
    "produce-abducts",
    "produce-difficulty",
    "produce-interpolants",
    "produce-learned-literals",
    "produce-proofs",
    "quant-ind",
    "re-elim",
    "relational-triggers",
    "repeat-simp",
    "sets-exp",
    "sort-inference",
    "static-learning",
    "strict-parsing",
    "strings-check-entail-len",
    "strings-code-elim",
    "strings-deq-ext",
    "strings-eager-eval",
    "strings-eager-len-re",
    "strings-eager-reg",
    "strings-eager-solver",
    "strings-ff",
    "strings-fmf",
    "strings-infer-as-lemmas",
    "strings-infer-sym",
    "strings-lazy-pp",
    "strings-len-norm",
    "strings-mbr",
    "strings-min-prefix-explain",
    "strings-regexp-inclusion",
    "strings-rexplain-lemmas",
    "strings-unified-vspt",
    "sygus-inst",
    "unconstrained-simp",
];

/// The same for flags that always have a value, after `=` or as the next argument.
const TUNING_WITH_VALUE: &[&str] = &[
    "bitblast",
    "bv-sat-solver",
    "bv-solver",
    "dag-thresh",
    "decision",
    "expr-depth",
    "force-logic",
    "model-cores",
    "output-lang",
    "output-language",
    "proof-format-mode",
    "proof-granularity",
    "simplification",
    "strings-alpha-card",
    "strings-model-max-len",
    "strings-process-loop-mode",
    "strings-regexp-inter-mode",
    "trigger-sel",
    "unsat-cores-mode",
    "user-pat",
];

/// Modules of z3 whose parameters (`smt.arith.solver=6`) mean nothing to tress.
const MODULES: &[&str] = &[
    "ackermannization",
    "algebraic",
    "combined_solver",
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
];

/// Parameters of z3 without a module that mean nothing to tress.
const PARAMETERS: &[&str] = &[
    "auto_config",
    "ctrl_c",
    "debug_ref_count",
    "dot_proof_file",
    "encoding",
    "memory_high_watermark",
    "memory_high_watermark_mb",
    "memory_max_alloc_count",
    "model",
    "model_validate",
    "proof",
    "smtlib2_compliant",
    "trace",
    "trace_file_name",
    "type_check",
    "unsat_core",
    "warning",
    "well_sorted_check",
];

/// Turns flags of other solvers into those of `ours`, or leaves them out.
///
/// # Errors
/// What could not be understood, as one line.
pub(crate) fn translate(given: Vec<String>, ours: &Command) -> Result<Vec<String>, String> {
    let mut work = Translation { ours, strict: is_strict(&given), made: Vec::new() };
    let mut given = given.into_iter();
    while let Some(argument) = given.next() {
        if argument == "--" {
            work.made.push(argument);
            work.made.extend(given);
            break;
        }
        work.argument(argument, &mut given)?;
    }
    Ok(work.made)
}

/// Is `--strict` among the flags, wherever it stands? The last one counts.
fn is_strict(given: &[String]) -> bool {
    let flags = given.iter().take_while(|argument| *argument != "--");
    let said = flags.filter_map(|argument| match argument.trim_start_matches('-') {
        "strict" if argument.starts_with("--") => Some(true),
        "strict=true" => Some(true),
        "strict=false" => Some(false),
        _ => None,
    });
    said.last().unwrap_or(false)
}

struct Translation<'a> {
    ours: &'a Command,
    strict: bool,
    made: Vec<String>,
}

impl Translation<'_> {
    fn argument(&mut self, argument: String, rest: &mut impl Iterator<Item = String>) -> Result<(), String> {
        if DONE_ANYWAY.contains(&argument.as_str()) {
            return Ok(());
        }
        if let Some((_, same)) = SAME.iter().find(|(name, _)| *name == argument) {
            self.made.push((*same).to_owned());
            return Ok(());
        }
        if argument.starts_with("--") {
            return self.long(argument, rest);
        }
        match argument.strip_prefix('-') {
            None => self.word(argument),
            Some("") => {
                self.made.push(argument);
                Ok(())
            }
            Some(short) => self.short(&argument, short, rest),
        }
    }

    /// `--name`, `--name=value`, `--name value`.
    fn long(&mut self, argument: String, rest: &mut impl Iterator<Item = String>) -> Result<(), String> {
        let (name, value) = match argument[2..].split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (&argument[2..], None),
        };
        if name == "lang" {
            let value = value.or_else(|| rest.next()).ok_or("--lang needs a value")?;
            return language(&value);
        }
        if name == "verbosity" {
            let value = value.or_else(|| rest.next()).ok_or("--verbosity needs a value")?;
            return self.verbosity("--verbosity", &value);
        }
        if TUNING.contains(&name.strip_prefix("no-").unwrap_or(name)) {
            return self.nothing(&argument);
        }
        if TUNING_WITH_VALUE.contains(&name) {
            if value.is_none() {
                rest.next().ok_or_else(|| format!("--{name} needs a value"))?;
            }
            return self.nothing(&argument);
        }
        // The value of a flag of ours may look like anything.
        let next = if value.is_none() && self.takes_value(name) { rest.next() } else { None };
        self.made.push(argument);
        self.made.extend(next);
        Ok(())
    }

    /// `-x`, `-x:value`, `-x value`.
    fn short(
        &mut self,
        argument: &str,
        short: &str,
        rest: &mut impl Iterator<Item = String>,
    ) -> Result<(), String> {
        let made = match short.split_once(':') {
            Some(("T", value)) => {
                let limit = seconds(value).ok_or_else(|| format!("-T takes seconds, not {value}"))?;
                format!("--tlimit={}", limit.as_millis())
            }
            Some(("t", value)) => format!("--tlimit-per={value}"),
            Some(("memory", value)) => format!("--memory={value}"),
            Some(("rs", value)) => format!("--seed={value}"),
            Some(("file", path)) => path.to_owned(),
            Some(("v", value)) => return self.verbosity("-v", value),
            Some(_) => return Err(format!("unknown flag {argument}; try --help")),
            None if short == "L" => return language(&rest.next().ok_or("-L needs a value")?),
            None if short == "s" => {
                self.made.push(argument.to_owned());
                self.made.extend(rest.next());
                return Ok(());
            }
            None if matches!(short, "h" | "V") || short.bytes().all(|byte| byte == b'v') => {
                argument.to_owned()
            }
            None => return Err(format!("unknown flag {argument}; try --help")),
        };
        self.made.push(made);
        Ok(())
    }

    /// A file, a subcommand, or z3's `name=value`.
    fn word(&mut self, argument: String) -> Result<(), String> {
        let parameter = argument.split_once('=').filter(|_| {
            !argument.contains('/') && !argument.ends_with(".smt2") && !argument.ends_with(".smt")
        });
        let Some((name, value)) = parameter else {
            self.made.push(argument);
            return Ok(());
        };
        match (name, value) {
            ("dump_models", "true") => self.made.push("--model".into()),
            ("stats", "true") => self.made.push("--stats".into()),
            ("dump_models" | "stats", "false") => {}
            ("verbose", value) => return self.verbosity("verbose", value),
            _ if Options::row(name).is_some_and(|row| row.option == Opt::Timeout) => {
                self.made.push(format!("--tlimit-per={value}"));
            }
            _ if Options::row(name).is_some() => self.made.push(format!("--{argument}")),
            _ if PARAMETERS.contains(&name) => return self.nothing(&argument),
            _ if name.split_once('.').is_some_and(|(module, _)| MODULES.contains(&module)) => {
                return self.nothing(&argument);
            }
            _ => self.made.push(format!("--{argument}")),
        }
        Ok(())
    }

    /// A flag that has no meaning here.
    fn nothing(&self, argument: &str) -> Result<(), String> {
        match self.strict {
            true => Err(format!("{argument} means nothing to tress, and --strict was given")),
            false => Ok(()),
        }
    }

    fn verbosity(&mut self, name: &str, value: &str) -> Result<(), String> {
        let level: usize = value.parse().map_err(|_| format!("{name} takes a number, not {value}"))?;
        self.made.extend(std::iter::repeat_n("-v".to_owned(), level.min(2)));
        Ok(())
    }

    /// Is the next argument the value of this flag of ours?
    fn takes_value(&self, name: &str) -> bool {
        self.ours.get_arguments().any(|arg| {
            let aliases = arg.get_all_aliases().unwrap_or_default();
            let is_meant = arg.get_long() == Some(name) || aliases.contains(&name);
            is_meant && arg.get_action().takes_values() && !arg.is_require_equals_set()
        })
    }
}

/// The language of the input must be SMT-LIB, of any version.
fn language(value: &str) -> Result<(), String> {
    match value.starts_with("smt") {
        true => Ok(()),
        false => Err(format!("only SMT-LIB is read, not {value}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::command;

    fn translated(line: &str) -> Result<String, String> {
        let given = line.split_whitespace().map(str::to_owned).collect();
        translate(given, &command()).map(|made| made.join(" "))
    }

    #[test]
    fn spellings_of_other_solvers_become_ours() {
        for (line, ours) in [
            ("-T:1.5 -t:20 -memory:100 -rs:3", "--tlimit=1500 --tlimit-per=20 --memory=100 --seed=3"),
            ("-smt2 -in -v:0", "--no-interactive"),
            ("-v:2 --verbosity=1 verbose=5", "-v -v -v -v -v"),
            ("-st -model --dump-models", "--stats --model --model"),
            ("timeout=500 rlimit=7 stats=true", "--tlimit-per=500 --rlimit=7 --stats"),
            ("smt.arith.solver=6 auto_config=false a.smt2", "a.smt2"),
            ("--lang smt2 -L smt2.6 --nl-ext=none --no-cegqi --decision internal", ""),
            ("--log-inferences a=b x=y.smt2", "--log-inferences a=b x=y.smt2"),
            ("-- -T:5", "-- -T:5"),
            ("-file:a.smt2 -", "a.smt2 -"),
        ] {
            assert_eq!(translated(line).as_deref(), Ok(ours), "{line}");
        }
    }

    #[test]
    fn what_cannot_be_understood_is_refused() {
        for line in ["-T:x", "-v:x", "-dimacs", "-x:1", "--lang tptp", "--lang", "--decision"] {
            assert!(translated(line).is_err(), "{line}");
        }
    }

    #[test]
    fn strict_refuses_what_means_nothing_in_any_order() {
        for line in ["--strict --fp-exp", "--fp-exp --strict", "smt.mbqi=false strict=true"] {
            assert!(translated(line).is_err(), "{line}");
        }
        for line in ["--strict --fp-exp --strict=false", "--fp-exp -- --strict", "--strict --incremental -in"]
        {
            assert!(translated(line).is_ok(), "{line}");
        }
    }

    #[test]
    fn no_list_holds_a_flag_of_ours() {
        let command = command();
        for name in TUNING.iter().chain(TUNING_WITH_VALUE) {
            let clash = |arg: &clap::Arg| arg.get_long() == Some(name);
            assert!(!command.get_arguments().any(clash), "{name}");
        }
    }
}
