//! Instances of the schemas of the checker.
//!
//! Enters: terms. Leaves: clauses of schemas about them. A schema is suggested by the terms that its
//! operators are applied to: its triggers are those parts of its sentence in which all of its parameters
//! occur, and every match of them is an instance (E-matching; Detlefs, Nelson, Saxe 2005).

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::Stop;
use tress_rewrite::env::Env;
use tress_smtlib::{Command, Escapes, Meaning, Names, Reader};
use tress_term::term::{
    Head, Op, Sort, Substitution, SymbolId, Term, TermStore, Theory, Value, is_ground, post_order,
};

use crate::emit::Literal;
use crate::limits::INSTANCES;

/// A clause of a schema for certain arguments.
pub(crate) struct Instance {
    pub(crate) schema: String,
    pub(crate) index: usize,
    pub(crate) args: Vec<Term>,
    pub(crate) literals: Vec<Literal>,
}

/// What an argument must be besides its sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Any,
    Word,
    Char,
    Numeral,
    Regex,
}

/// A sentence over symbols of its own.
#[derive(Debug)]
struct Schema {
    name: String,
    parameters: Vec<(SymbolId, Kind)>,
    clauses: Vec<Vec<Literal>>,
    /// Lists of patterns, each of which mentions all parameters together.
    triggers: Vec<Vec<Term>>,
}

/// A schema as it is written.
#[derive(Debug)]
struct Entry {
    text: &'static str,
    /// The operators that it mentions.
    ops: Vec<Op>,
}

/// All schemas.
#[derive(Default)]
pub(crate) struct Schemas {
    /// By number, once terms suggest them; `None` for those that this reader does not understand.
    read: FxHashMap<usize, Option<Schema>>,
}

type Binding = Vec<(SymbolId, Term)>;

impl Schemas {
    /// The instances that terms suggest; in each round after the first, also those of earlier instances.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(crate) fn instances(
        &mut self,
        env: &mut Env<'_>,
        roots: &[Term],
        rounds: usize,
    ) -> Result<Vec<Instance>, Stop> {
        let mut found = Vec::new();
        let mut made: FxHashSet<(usize, Vec<Term>)> = FxHashSet::default();
        let mut roots = roots.to_vec();
        let most = INSTANCES.size(env.budget);
        for _ in 0..rounds {
            let terms = Terms::new(env.store, &roots);
            for (number, entry) in ENTRIES.iter().enumerate() {
                env.budget.look()?;
                if !entry.ops.iter().any(|op| terms.ops.contains(op)) {
                    continue;
                }
                let schema = self.read.entry(number).or_insert_with(|| read(env.store, entry.text));
                let Some(schema) = schema else { continue };
                for args in schema.matches(env.store, &terms, most) {
                    if INSTANCES.is_exceeded(found.len() + 1, env.budget) {
                        return Ok(found);
                    }
                    if made.insert((number, args.clone())) {
                        let instances = schema.instance(env.store, &args);
                        for instance in &instances {
                            roots.extend(instance.literals.iter().map(|(atom, _)| *atom));
                        }
                        found.extend(instances);
                    }
                }
            }
        }
        Ok(found)
    }
}

/// Terms by their heads.
struct Terms {
    by_head: FxHashMap<Head, Vec<Term>>,
    ops: FxHashSet<Op>,
}

impl Terms {
    fn new(store: &TermStore, roots: &[Term]) -> Self {
        let mut by_head: FxHashMap<Head, Vec<Term>> = FxHashMap::default();
        for term in post_order(store, roots) {
            if matches!(store.head(term), Head::Op(..)) {
                by_head.entry(store.head(term)).or_default().push(term);
            }
        }
        let ops = by_head.keys().filter_map(|head| match head {
            Head::Op(op, _) => Some(*op),
            _ => None,
        });
        Self { ops: ops.collect(), by_head }
    }
}

impl Schema {
    /// The arguments for which all patterns of a trigger match terms.
    fn matches(&self, store: &TermStore, terms: &Terms, most: usize) -> Vec<Vec<Term>> {
        let mut found = Vec::new();
        for trigger in &self.triggers {
            let mut bindings: Vec<Binding> = vec![Vec::new()];
            for pattern in trigger {
                let candidates = terms.by_head.get(&store.head(*pattern)).map_or(&[][..], Vec::as_slice);
                let mut next = Vec::new();
                for binding in &bindings {
                    for candidate in candidates {
                        let mut binding = binding.clone();
                        if self.fits(store, *pattern, *candidate, &mut binding) && next.len() < most {
                            next.push(binding);
                        }
                    }
                }
                bindings = next;
            }
            for binding in bindings {
                let value =
                    |symbol: SymbolId| binding.iter().find(|(own, _)| *own == symbol).map(|(_, term)| *term);
                let args: Option<Vec<Term>> =
                    self.parameters.iter().map(|(symbol, _)| value(*symbol)).collect();
                found.extend(args);
            }
        }
        found
    }

    /// Binds the parameters of a pattern so that it is the term.
    fn fits(&self, store: &TermStore, pattern: Term, term: Term, binding: &mut Binding) -> bool {
        let mut open = vec![(pattern, term)];
        while let Some((pattern, term)) = open.pop() {
            let parameter = store
                .as_constant(pattern)
                .and_then(|symbol| self.parameters.iter().find(|(own, _)| *own == symbol).copied());
            if let Some((symbol, kind)) = parameter {
                let known = binding.iter().find(|(own, _)| *own == symbol).map(|(_, term)| *term);
                let fits = match known {
                    Some(known) => known == term,
                    None => store.sort(pattern) == store.sort(term) && is_of(store, term, kind),
                };
                if !fits {
                    return false;
                }
                if known.is_none() {
                    binding.push((symbol, term));
                }
                continue;
            }
            let (inner, outer) = (store.args(pattern), store.args(term));
            if store.head(pattern) != store.head(term) || inner.len() != outer.len() {
                return false;
            }
            // An equation may stand the other way round: its application tells.
            let is_turned = store.op(pattern) == Some(Op::Eq)
                && store.op(inner[0]).is_some() != store.op(outer[0]).is_some();
            if is_turned {
                open.extend(inner.iter().copied().zip(outer.iter().rev().copied()));
            } else {
                open.extend(inner.iter().copied().zip(outer.iter().copied()));
            }
        }
        true
    }

    fn instance(&self, store: &mut TermStore, args: &[Term]) -> Vec<Instance> {
        let mut substitution = Substitution::new();
        for ((symbol, _), arg) in self.parameters.iter().zip(args) {
            substitution.put(*symbol, *arg);
        }
        let clauses = self.clauses.iter().enumerate();
        clauses
            .map(|(index, clause)| Instance {
                schema: self.name.clone(),
                index,
                args: args.to_vec(),
                literals: clause
                    .iter()
                    .map(|(atom, positive)| (substitution.apply(store, *atom), *positive))
                    .collect(),
            })
            .collect()
    }
}

fn is_of(store: &TermStore, term: Term, kind: Kind) -> bool {
    match (kind, store.as_value(term)) {
        (Kind::Any, _) | (Kind::Word, Some(Value::Str(_))) => true,
        (Kind::Char, Some(Value::Str(word))) => word.len() == 1,
        (Kind::Numeral, Some(Value::Int(number))) => !number.is_negative(),
        (Kind::Regex, _) => is_ground(store, term),
        _ => false,
    }
}

/// The texts of all schemas without witnesses.
static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(entries);

fn entries() -> Vec<Entry> {
    let mut found = Vec::new();
    let mut known: FxHashMap<&str, Option<Op>> = FxHashMap::default();
    let mut rest = tress_check::SCHEMAS;
    while let Some(start) = rest.find("\n(") {
        rest = &rest[start + 1..];
        let text = &rest[..rest.find("\n(").map_or(rest.len(), |end| end + 1)];
        if text.starts_with("(schema") {
            let words = text.split(|c: char| c == '(' || c == ')' || c.is_whitespace());
            let op = |word| *known.entry(word).or_insert_with(|| Op::from_name(word));
            let mut ops: Vec<Op> = words.filter_map(op).filter(|op| is_telling(*op)).collect();
            ops.sort_unstable();
            ops.dedup();
            found.push(Entry { text, ops });
        }
    }
    found
}

/// Does an operator suggest schemas? Nearly all mention lengths and concatenations, but those are patterns,
/// too.
fn is_telling(op: Op) -> bool {
    matches!(op.info().theory, Theory::Strings | Theory::Regexes)
        || matches!(op, Op::IntDiv | Op::Mod | Op::Abs | Op::Ite | Op::ToInt | Op::Mul)
}

/// Reads `(schema NAME ((x Sort) …) SENTENCE)`.
fn read(store: &mut TermStore, text: &str) -> Option<Schema> {
    let text: String =
        text.lines().map(|line| line.split(';').next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let text = text.trim().strip_prefix("(schema")?.strip_suffix(')')?.trim();
    let (name, rest) = text.split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    let end = closing(rest)?;
    let (list, sentence) = rest.split_at(end + 1);
    let (mut names, mut parameters) = (Names::new(), Vec::new());
    let words = list.replace(['(', ')'], " ");
    let words: Vec<&str> = words.split_whitespace().collect();
    for pair in words.chunks(2) {
        let [name, sort] = pair else { return None };
        let (kind, sort) = match *sort {
            "Word" => (Kind::Word, Sort::String),
            "Char" => (Kind::Char, Sort::String),
            "Numeral" => (Kind::Numeral, Sort::Int),
            "Regex" => (Kind::Regex, Sort::RegLan),
            other => (Kind::Any, Sort::from_builtin_name(other)?),
        };
        let symbol = store.declare(name, &[], sort);
        names.declare(name, Meaning::Symbol(symbol));
        parameters.push((symbol, kind));
    }
    let command = format!("(simplify {sentence})");
    let reader = Reader::new(command.as_bytes(), store, &mut names, Escapes::Standard);
    let Ok(Command::Simplify(sentence)) = reader.command() else { return None };
    let conjuncts = match store.op(sentence) {
        Some(Op::And) => store.args(sentence).to_vec(),
        _ => vec![sentence],
    };
    let clauses = conjuncts.into_iter().map(|conjunct| disjuncts(store, conjunct)).collect();
    let symbols: Vec<SymbolId> = parameters.iter().map(|(symbol, _)| *symbol).collect();
    let triggers = triggers(store, sentence, &symbols);
    Some(Schema { name: name.to_owned(), parameters, clauses, triggers })
}

/// Where the parenthesis closes that a text begins with.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(index);
                }
            }
            _ => {}
        }
    }
    None
}

/// The literals of a formula that is a disjunction, written with `or`, `=>`, `not`, `and`.
fn disjuncts(store: &TermStore, formula: Term) -> Vec<Literal> {
    let (mut open, mut found) = (vec![(formula, true)], Vec::new());
    while let Some((term, positive)) = open.pop() {
        let args = store.args(term);
        match (store.op(term), positive, args) {
            (Some(Op::Not), _, [inner]) => open.push((*inner, !positive)),
            (Some(Op::Or), true, _) => open.extend(args.iter().rev().map(|arg| (*arg, true))),
            (Some(Op::And), false, _) => open.extend(args.iter().rev().map(|arg| (*arg, false))),
            (Some(Op::Implies), true, [before @ .., last]) => {
                open.push((*last, true));
                open.extend(before.iter().rev().map(|arg| (*arg, false)));
            }
            _ => found.push((term, positive)),
        }
    }
    found
}

/// Parts of a sentence that mention all parameters, alone or together.
fn triggers(store: &TermStore, sentence: Term, parameters: &[SymbolId]) -> Vec<Vec<Term>> {
    let parts: Vec<(Term, Vec<SymbolId>)> = post_order(store, &[sentence])
        .into_iter()
        .filter(|term| is_pattern(store, *term))
        .map(|term| (term, mentioned(store, term, parameters)))
        .filter(|(_, symbols)| !symbols.is_empty())
        .collect();
    let all = parameters.len();
    let alone: Vec<Vec<Term>> =
        parts.iter().filter(|(_, symbols)| symbols.len() == all).map(|(term, _)| vec![*term]).collect();
    if !alone.is_empty() {
        return alone;
    }
    // The largest parts first, as long as they add parameters.
    let (mut chosen, mut covered) = (Vec::new(), Vec::new());
    for (term, symbols) in parts.iter().rev() {
        if symbols.iter().any(|symbol| !covered.contains(symbol)) {
            covered.extend(
                symbols.iter().filter(|symbol| !covered.contains(*symbol)).copied().collect::<Vec<_>>(),
            );
            chosen.push(*term);
        }
    }
    if covered.len() == all && !chosen.is_empty() { vec![chosen] } else { Vec::new() }
}

/// Is the term an application that the kernel does not take apart itself?
fn is_pattern(store: &TermStore, term: Term) -> bool {
    let Some(op) = store.op(term) else { return false };
    match op.info().theory {
        Theory::Strings => true,
        Theory::Regexes => op == Op::InRe,
        Theory::Numbers => matches!(op, Op::IntDiv | Op::Mod | Op::Abs),
        Theory::Core => op == Op::Ite || (op == Op::Eq && is_equation_of_values(store, term)),
        _ => false,
    }
}

/// Is it an equation with one side that is an application?
fn is_equation_of_values(store: &TermStore, term: Term) -> bool {
    let args = store.args(term);
    args.iter().any(|arg| store.op(*arg).is_some())
        && args.iter().any(|arg| store.as_constant(*arg).is_some())
}

fn mentioned(store: &TermStore, term: Term, parameters: &[SymbolId]) -> Vec<SymbolId> {
    let mut found: Vec<SymbolId> = post_order(store, &[term])
        .into_iter()
        .filter_map(|part| store.as_constant(part))
        .filter(|symbol| parameters.contains(symbol))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
