//! Problems as SMT-LIB text: to be shown, and to be pickled.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashSet;

use crate::node::{Kind, Node, Origin};
use crate::problem::{Entry, Limits, Problem, Result};
use crate::sorts::Sort;
use crate::text::{Symbols, definition_text, string_text, symbol_text, term_text};

/// What was added, as it is pickled: what it is, its text, its name or group, its weight.
pub(crate) type Item = (String, String, String, String);
/// Limits, as they are pickled: milliseconds, bytes, steps, options.
pub(crate) type Bounds = (Option<u64>, Option<u64>, Option<u64>, Vec<(String, String)>);
/// A problem: limits, declarations, and what was added, level by level.
pub(crate) type State = (Bounds, String, Vec<Vec<Item>>);

impl Problem {
    /// Declarations of everything that no text declares.
    fn declarations(&self) -> std::result::Result<String, String> {
        let mut symbols = Symbols::default();
        let mut known: FxHashSet<Arc<str>> = FxHashSet::default();
        for entry in self.levels.iter().flatten() {
            match entry {
                Entry::Formula { node, .. } | Entry::Objective { node, .. } | Entry::Soft { node, .. } => {
                    symbols.add(node)?
                }
                Entry::Text { declared, .. } => known.extend(declared.iter().cloned()),
            }
        }
        let mut text = String::new();
        // Several datatypes can be declared by one command.
        let mut written: FxHashSet<Arc<str>> = FxHashSet::default();
        for sort in &symbols.sorts {
            if known.insert(sort.name.clone()) && written.insert(sort.text.clone()) {
                let _ = writeln!(text, "{}", sort.text);
            }
        }
        for node in symbols.constants {
            if let Kind::Constant(name) = &node.kind
                && known.insert(name.clone())
            {
                let _ = writeln!(text, "(declare-const {} {})", symbol_text(name), node.sort);
            }
        }
        let (recursive, plain): (Vec<_>, Vec<_>) = symbols
            .functions
            .into_iter()
            .partition(|signature| matches!(signature.origin, Origin::Recursive(_)));
        for signature in plain {
            if known.insert(signature.name.clone()) {
                let sorts: Vec<String> = signature.arguments.iter().map(Sort::to_string).collect();
                let name = symbol_text(&signature.name);
                let _ = writeln!(text, "(declare-fun {name} ({}) {})", sorts.join(" "), signature.result);
            }
        }
        for signature in recursive.into_iter().rev() {
            if known.insert(signature.name.clone()) {
                let definition = definition_text(signature)?;
                let missing = || format!("{} has no definition yet", signature.name);
                let _ = writeln!(text, "{}", definition.ok_or_else(missing)?);
            }
        }
        Ok(text)
    }

    /// The whole problem as a script.
    pub(crate) fn script(&self) -> std::result::Result<String, String> {
        let mut text = self.declarations()?;
        for (index, level) in self.levels.iter().enumerate() {
            if index > 0 {
                text.push_str("(push 1)\n");
            }
            for entry in level {
                text.push_str(&entry_text(entry)?);
                text.push('\n');
            }
        }
        Ok(text)
    }

    /// What is pickled.
    pub(crate) fn state(&self) -> std::result::Result<State, String> {
        let Limits { timeout, memory, steps, options } = self.limits.clone();
        let millis = timeout.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        let mut levels = Vec::with_capacity(self.levels.len());
        for level in &self.levels {
            let items: std::result::Result<Vec<Item>, String> = level.iter().map(item).collect();
            levels.push(items?);
        }
        Ok(((millis, memory, steps, options), self.declarations()?, levels))
    }

    /// The way back, into a solver that is new.
    pub(crate) fn restore(&mut self, state: &State) -> Result<()> {
        let ((millis, memory, steps, options), declarations, levels) = state;
        let timeout = millis.map(Duration::from_millis);
        self.set_limits(Limits { timeout, memory: *memory, steps: *steps, options: options.clone() })?;
        self.restore_text(declarations)?;
        for (index, level) in levels.iter().enumerate() {
            if index > 0 {
                self.push();
            }
            for item in level {
                self.restore_item(item)?;
            }
        }
        Ok(())
    }

    fn restore_text(&mut self, text: &str) -> Result<()> {
        let syntax = |(message, line, column)| tress::Error::Syntax { line, column, message };
        let script = crate::scripts::read(text).map_err(syntax)?;
        self.add_text(&script.text, &script.named, &script.declared)
    }

    fn restore_item(&mut self, (kind, text, name, weight): &Item) -> Result<()> {
        let node = || Node::new(Kind::Text(text.as_str().into()), Vec::new(), Sort::Bool);
        match kind.as_str() {
            "text" => self.restore_text(text),
            "minimize" => self.add_objective(&node(), true).map(drop),
            "maximize" => self.add_objective(&node(), false).map(drop),
            "soft" => {
                let weight = tress::Rational::from_decimal(weight);
                self.add_soft(&node(), weight.unwrap_or_else(|| tress::Int::from(1).into()), name).map(drop)
            }
            _ if name.is_empty() => self.add(&node(), None),
            _ => self.add(&node(), Some(name.as_str().into())),
        }
    }
}

fn item(entry: &Entry) -> std::result::Result<Item, String> {
    let made = |kind: &str, text: String, name: &str, weight: String| {
        (kind.to_owned(), text, name.to_owned(), weight)
    };
    Ok(match entry {
        Entry::Formula { node, name, .. } => {
            made("assert", term_text(node)?, name.as_deref().unwrap_or(""), String::new())
        }
        Entry::Text { source, .. } => made("text", source.to_string(), "", String::new()),
        Entry::Objective { node, minimize: true } => made("minimize", term_text(node)?, "", String::new()),
        Entry::Objective { node, minimize: false } => made("maximize", term_text(node)?, "", String::new()),
        Entry::Soft { node, weight, group } => made("soft", term_text(node)?, group, weight.to_string()),
    })
}

fn entry_text(entry: &Entry) -> std::result::Result<String, String> {
    let (kind, text, name, weight) = item(entry)?;
    Ok(match kind.as_str() {
        "text" => text.trim_end().to_owned(),
        "soft" if name.is_empty() => format!("(assert-soft {text} :weight {weight})"),
        "soft" => format!("(assert-soft {text} :weight {weight} :id {})", symbol_text(&name)),
        "assert" if name.is_empty() => format!("(assert {text})"),
        "assert" => format!("(assert (! {text} :named {}))", symbol_text(&name)),
        _ => format!("({kind} {text})"),
    })
}

/// A text as a literal of SMT-LIB.
#[pyo3::pyfunction]
pub(crate) fn quoted(text: &str) -> String {
    string_text(text)
}
