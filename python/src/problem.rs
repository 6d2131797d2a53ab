//! One solver with what this package knows of it: which nodes have become its terms, and what was added at
//! which level.

use std::sync::Arc;
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};
use tress::{Answer, Error, Value};
use tress_term::term::Op;

use crate::node::{Kind, Node, Origin, Signature, key};
use crate::sorts::{Declaration, Sort};
use crate::text::{Symbols, definition_text, symbol_text, term_text};

/// Nodes whose terms are remembered before older ones are forgotten. Many more make checks slower: memory
/// that lives on lies between what comes and goes.
const REMEMBERED: usize = 1 << 12;

/// Nodes with the terms that they have become. What was not asked for while many others came is forgotten.
///
/// Invariant: a node lives as long as its number is a key.
#[derive(Default)]
struct Entered {
    young: FxHashMap<usize, (Arc<Node>, tress::Term)>,
    old: FxHashMap<usize, (Arc<Node>, tress::Term)>,
}

impl Entered {
    /// Forgets what is old when there is much that is young. What is found or added from now on stays until
    /// the next call at least.
    fn forget(&mut self) {
        if self.young.len() > REMEMBERED {
            self.old = std::mem::take(&mut self.young);
        }
    }

    fn find(&mut self, node: &Arc<Node>) -> Option<&tress::Term> {
        if let Some(entry) = self.old.remove(&key(node)) {
            self.young.insert(key(node), entry);
        }
        self.young.get(&key(node)).map(|(_, term)| term)
    }

    /// The term of a node that was found or added since something was forgotten.
    fn known(&self, node: &Arc<Node>) -> tress::Term {
        self.young[&key(node)].1.clone()
    }

    fn add(&mut self, node: &Arc<Node>, term: tress::Term) {
        self.young.insert(key(node), (node.clone(), term));
    }
}

/// Something that was added.
#[derive(Clone)]
pub(crate) enum Entry {
    /// A formula, with the name that cores have for it and its number in the solver.
    Formula { node: Arc<Node>, name: Option<Arc<str>>, number: Option<u32> },
    /// SMT-LIB text, with the names that it gives to formulas and those that it declares.
    Text { source: Arc<str>, named: Vec<(Arc<str>, u32)>, declared: Vec<Arc<str>> },
    /// Something that should be small or large.
    Objective { node: Arc<Node>, minimize: bool },
    /// A formula that should hold.
    Soft { node: Arc<Node>, weight: tress::Rational, group: Arc<str> },
}

/// What the last check said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LastAnswer {
    Sat,
    Unsat,
    Unknown(String),
}

/// A member of an unsatisfiable core.
pub(crate) enum Culprit {
    Node(Arc<Node>),
    Named(Arc<str>),
    Text(String),
}

/// Limits of checks; nothing is no limit.
#[derive(Clone, Default)]
pub(crate) struct Limits {
    pub(crate) timeout: Option<Duration>,
    pub(crate) memory: Option<u64>,
    pub(crate) steps: Option<u64>,
    /// Other options by their names.
    pub(crate) options: Vec<(String, String)>,
}

pub(crate) struct Problem {
    pub(crate) solver: tress::Solver,
    entered: Entered,
    functions: FxHashMap<Arc<Signature>, tress::Function>,
    /// Commands that have declared sorts.
    sorts: FxHashSet<Arc<str>>,
    /// Functions that are defined.
    defined: FxHashSet<Arc<Signature>>,
    /// The sorts of unknowns, by their names.
    constants: FxHashMap<Arc<str>, Sort>,
    /// Invariant: the first level is always there.
    pub(crate) levels: Vec<Vec<Entry>>,
    pub(crate) verdict: Option<LastAnswer>,
    pub(crate) limits: Limits,
    assumptions: Vec<(Arc<Node>, Option<u32>)>,
}

pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Problem {
    pub(crate) fn new() -> Self {
        Self {
            solver: tress::Solver::new(),
            entered: Entered::default(),
            functions: FxHashMap::default(),
            sorts: FxHashSet::default(),
            defined: FxHashSet::default(),
            constants: FxHashMap::default(),
            levels: vec![Vec::new()],
            verdict: None,
            limits: Limits::default(),
            assumptions: Vec::new(),
        }
    }

    /// The solver's term for a node.
    pub(crate) fn enter(&mut self, root: &Arc<Node>) -> Result<tress::Term> {
        self.entered.forget();
        let mut waiting = vec![(root, false)];
        while let Some((node, is_ready)) = waiting.pop() {
            if self.entered.find(node).is_some() {
                continue;
            }
            let is_leaf = node.needs_text || node.arguments.is_empty();
            if !is_ready && !is_leaf {
                waiting.push((node, true));
                waiting.extend(node.arguments.iter().rev().map(|argument| (argument, false)));
                continue;
            }
            let term = if node.needs_text { self.by_text(node)? } else { self.made(node)? };
            // What does not fit together says so here, with the node that is wrong.
            term.sort()?;
            self.entered.add(node, term);
        }
        Ok(self.entered.known(root))
    }

    /// The term of a node whose arguments are entered.
    fn made(&mut self, node: &Arc<Node>) -> Result<tress::Term> {
        let arguments = |problem: &Self| -> Vec<tress::Term> {
            node.arguments.iter().map(|argument| problem.entered.known(argument)).collect()
        };
        Ok(match &node.kind {
            Kind::Constant(name) => self.constant(name, &node.sort)?,
            Kind::Value(value) => self.solver.literal(value.clone()),
            Kind::Operator(Op::ReLoop, indices) => {
                let term = &arguments(self)[0];
                match indices[..] {
                    [low, high] => term.repeat(low..=high),
                    _ => term.repeat(indices[0]..),
                }
            }
            Kind::Operator(op, _) => self.solver.apply(op.name(), arguments(self)),
            Kind::Call(signature) => {
                let function = self.function(signature)?;
                function.apply(arguments(self))
            }
            Kind::Pattern(pattern) => {
                self.solver.regex_with(pattern.dialect, &pattern.text, &pattern.flags, pattern.mode())?
            }
            Kind::ConstArray | Kind::Quantifier { .. } | Kind::Text(_) => self.by_text(node)?,
        })
    }

    /// The term of a node that only text can express.
    fn by_text(&mut self, node: &Arc<Node>) -> Result<tress::Term> {
        let mut symbols = Symbols::default();
        symbols.add(node).map_err(Error::Sort)?;
        for sort in &symbols.sorts {
            self.declare_sort(sort);
        }
        for constant in symbols.constants {
            if let Kind::Constant(name) = &constant.kind {
                self.constant(name, &constant.sort)?;
            }
        }
        let (recursive, plain): (Vec<_>, Vec<_>) = symbols
            .functions
            .into_iter()
            .partition(|signature| matches!(signature.origin, Origin::Recursive(_)));
        for signature in plain {
            self.function(signature)?;
        }
        self.define(&recursive)?;
        self.solver.parse_term(&term_text(node).map_err(Error::Sort)?)
    }

    fn declare_sort(&mut self, declaration: &Declaration) {
        if self.sorts.insert(declaration.text.clone()) {
            // When text has declared it, this is refused, and nothing is missing.
            let _ = self.solver.parse(&declaration.text);
        }
    }

    /// Defines functions that may call themselves, those first that others call.
    fn define(&mut self, signatures: &[&Arc<Signature>]) -> Result<()> {
        for signature in signatures.iter().rev() {
            if self.defined.contains(*signature) {
                continue;
            }
            let text = definition_text(signature).map_err(Error::Sort)?;
            let text =
                text.ok_or_else(|| Error::Sort(format!("{} has no definition yet", signature.name)))?;
            self.solver.parse(&text)?;
            self.defined.insert((*signature).clone());
        }
        Ok(())
    }

    /// Was the function of this signature used in the problem?
    pub(crate) fn knows(&self, signature: &Arc<Signature>) -> bool {
        !matches!(signature.origin, Origin::Declared) || self.functions.contains_key(signature)
    }

    /// The sort of an unknown that came from Python.
    pub(crate) fn sort_of(&self, name: &str) -> Option<Sort> {
        self.constants.get(name).cloned()
    }

    fn constant(&mut self, name: &Arc<str>, sort: &Sort) -> Result<tress::Term> {
        let term = self.declared_constant(name, sort)?;
        if !self.constants.contains_key(name) {
            self.constants.insert(name.clone(), sort.clone());
        }
        Ok(term)
    }

    fn declared_constant(&mut self, name: &Arc<str>, sort: &Sort) -> Result<tress::Term> {
        if let Some(plain) = self.plain_sort(sort)? {
            return self.solver.constant(name, plain);
        }
        let mut declared = Vec::new();
        sort.declared(&mut declared);
        declared.iter().for_each(|name| self.declare_sort(name));
        let symbol = symbol_text(name);
        match self.solver.parse_term(&symbol) {
            Ok(known) => Ok(known),
            Err(_) => {
                self.solver.parse(&format!("(declare-const {symbol} {sort})"))?;
                self.solver.parse_term(&symbol)
            }
        }
    }

    fn function(&mut self, signature: &Arc<Signature>) -> Result<tress::Function> {
        if let Some(function) = self.functions.get(signature) {
            return Ok(function.clone());
        }
        let mut arguments = Vec::with_capacity(signature.arguments.len());
        for sort in &signature.arguments {
            arguments.push(self.plain_sort(sort)?.ok_or_else(|| undeclared(sort))?);
        }
        let result = self.plain_sort(&signature.result)?.ok_or_else(|| undeclared(&signature.result))?;
        let function = self.solver.function(&signature.name, &arguments, result)?;
        self.functions.insert(signature.clone(), function.clone());
        Ok(function)
    }

    /// The solver's sort, when it can be had without its name: sorts that are declared have only that.
    fn plain_sort(&self, sort: &Sort) -> Result<Option<tress::Sort>> {
        Ok(Some(match sort {
            Sort::Bool => tress::Sort::Bool,
            Sort::Int => tress::Sort::Int,
            Sort::Real => tress::Sort::Real,
            Sort::String => tress::Sort::String,
            Sort::RegLan => tress::Sort::RegLan,
            Sort::BitVec(width) => tress::Sort::BitVec(*width),
            Sort::Array(parts) => match (self.plain_sort(&parts.0)?, self.plain_sort(&parts.1)?) {
                (Some(index), Some(element)) => self.solver.array_sort(index, element)?,
                _ => return Ok(None),
            },
            Sort::Seq(element) => match self.plain_sort(element)? {
                Some(element) => self.solver.seq_sort(element)?,
                None => return Ok(None),
            },
            Sort::Declared(_) | Sort::Data(_) => return Ok(None),
        }))
    }

    /// Adds formulas, all or none.
    pub(crate) fn add_all(&mut self, nodes: &[Arc<Node>]) -> Result<()> {
        if let [_, _, ..] = nodes {
            for node in nodes {
                self.enter(node)?;
            }
        }
        nodes.iter().try_for_each(|node| self.add(node, None))
    }

    pub(crate) fn add(&mut self, node: &Arc<Node>, name: Option<Arc<str>>) -> Result<()> {
        let term = self.enter(node)?;
        let number = term.number();
        self.solver.assert(term)?;
        self.record(Entry::Formula { node: node.clone(), name, number });
        Ok(())
    }

    /// Something was added: what the last check said holds no longer.
    fn record(&mut self, entry: Entry) {
        self.verdict = None;
        if let Some(level) = self.levels.last_mut() {
            level.push(entry);
        }
    }

    pub(crate) fn add_text(&mut self, source: &str, names: &[Arc<str>], declared: &[Arc<str>]) -> Result<()> {
        self.solver.parse(source)?;
        let number = |name: &Arc<str>| {
            let number = self.solver.parse_term(&symbol_text(name)).ok()?.number()?;
            Some((name.clone(), number))
        };
        let named = names.iter().filter_map(number).collect();
        self.record(Entry::Text { source: source.into(), named, declared: declared.to_vec() });
        Ok(())
    }

    /// How many objectives there are; soft formulas of one group are one.
    fn objective_count(&self) -> usize {
        let mut groups: Vec<&str> = Vec::new();
        let mut count = 0;
        for entry in self.levels.iter().flatten() {
            match entry {
                Entry::Objective { .. } => count += 1,
                Entry::Soft { group, .. } if !groups.contains(&&**group) => groups.push(group),
                _ => {}
            }
        }
        count + groups.len()
    }

    /// The index of a group of soft formulas among the objectives.
    fn group_index(&self, wanted: &str) -> Option<usize> {
        let mut groups: Vec<&str> = Vec::new();
        let mut count = 0;
        for entry in self.levels.iter().flatten() {
            match entry {
                Entry::Objective { .. } => count += 1,
                Entry::Soft { group, .. } if **group == *wanted => return Some(count + groups.len()),
                Entry::Soft { group, .. } if !groups.contains(&&**group) => groups.push(group),
                _ => {}
            }
        }
        None
    }

    /// Adds an objective; returns its index among all of them.
    pub(crate) fn add_objective(&mut self, node: &Arc<Node>, minimize: bool) -> Result<usize> {
        let index = self.objective_count();
        let term = self.enter(node)?;
        if minimize {
            self.solver.minimize(term)?
        } else {
            self.solver.maximize(term)?
        }
        self.record(Entry::Objective { node: node.clone(), minimize });
        Ok(index)
    }

    /// Adds a formula that should hold; returns the index of its group among the objectives.
    pub(crate) fn add_soft(
        &mut self,
        node: &Arc<Node>,
        weight: tress::Rational,
        group: &str,
    ) -> Result<usize> {
        let index = self.group_index(group).unwrap_or_else(|| self.objective_count());
        let term = self.enter(node)?;
        self.solver.assert_soft(term, weight.clone(), group)?;
        self.record(Entry::Soft { node: node.clone(), weight, group: group.into() });
        Ok(index)
    }

    pub(crate) fn push(&mut self) {
        self.solver.push();
        self.levels.push(Vec::new());
        self.verdict = None;
    }

    pub(crate) fn pop(&mut self) -> Result<()> {
        self.solver.pop()?;
        self.levels.pop();
        self.verdict = None;
        Ok(())
    }

    pub(crate) fn reset(&mut self) {
        self.solver.reset();
        self.levels = vec![Vec::new()];
        self.verdict = None;
    }

    /// Checks the formulas together with assumptions. A check that begins again has used some of its time.
    pub(crate) fn check(&mut self, assumptions: &[Arc<Node>], used: Duration) -> Result<LastAnswer> {
        let mut terms = Vec::with_capacity(assumptions.len());
        self.assumptions.clear();
        for node in assumptions {
            let term = self.enter(node)?;
            self.assumptions.push((node.clone(), term.number()));
            terms.push(term);
        }
        let is_again = !used.is_zero();
        if is_again {
            self.solver.set_timeout(self.limits.timeout.map(|time| time.saturating_sub(used)));
        }
        let answer =
            if terms.is_empty() { self.solver.check() } else { self.solver.check_assuming(terms)? };
        if is_again {
            self.solver.set_timeout(self.limits.timeout);
        }
        let verdict = match answer {
            Answer::Sat => LastAnswer::Sat,
            Answer::Unsat => LastAnswer::Unsat,
            Answer::Unknown(reason) => LastAnswer::Unknown(reason.to_string()),
        };
        self.verdict = Some(verdict.clone());
        Ok(verdict)
    }

    /// Formulas that cannot hold together: those that were added, then those that were assumed.
    pub(crate) fn core(&mut self) -> Result<Vec<Culprit>> {
        let core = self.solver.unsat_core()?;
        let assumed = self.solver.unsat_assumptions()?;
        let mut culprits: Vec<Culprit> = core.iter().map(|term| self.added(term)).collect();
        for term in assumed {
            let known = self.assumptions.iter().find(|(_, number)| *number == term.number());
            culprits.push(
                known
                    .map_or_else(|| Culprit::Text(term.to_string()), |(node, _)| Culprit::Node(node.clone())),
            );
        }
        Ok(culprits)
    }

    fn added(&self, term: &tress::Term) -> Culprit {
        let wanted = term.number();
        for entry in self.levels.iter().flatten() {
            match entry {
                Entry::Formula { node, name, number } if *number == wanted => {
                    return name.clone().map_or_else(|| Culprit::Node(node.clone()), Culprit::Named);
                }
                Entry::Text { named, .. } => {
                    if let Some((name, _)) = named.iter().find(|(_, number)| Some(*number) == wanted) {
                        return Culprit::Named(name.clone());
                    }
                }
                _ => {}
            }
        }
        Culprit::Text(term.to_string())
    }

    /// Adds what another solver has, level by level.
    pub(crate) fn replay(&mut self, levels: &[Vec<Entry>], limits: Limits) -> Result<()> {
        self.set_limits(limits)?;
        for (index, level) in levels.iter().enumerate() {
            if index > 0 {
                self.push();
            }
            for entry in level {
                self.add_entry(entry)?;
            }
        }
        Ok(())
    }

    fn add_entry(&mut self, entry: &Entry) -> Result<()> {
        match entry {
            Entry::Formula { node, name, .. } => self.add(node, name.clone()),
            Entry::Text { source, named, declared } => {
                let names: Vec<Arc<str>> = named.iter().map(|(name, _)| name.clone()).collect();
                self.add_text(source, &names, declared)
            }
            Entry::Objective { node, minimize } => self.add_objective(node, *minimize).map(drop),
            Entry::Soft { node, weight, group } => self.add_soft(node, weight.clone(), group).map(drop),
        }
    }

    pub(crate) fn set_limits(&mut self, limits: Limits) -> Result<()> {
        self.solver.set_timeout(limits.timeout);
        self.solver.set_memory_limit(limits.memory);
        self.solver.set_step_limit(limits.steps);
        for (name, value) in &limits.options {
            self.solver.set_option(name, value)?;
        }
        self.limits = limits;
        Ok(())
    }

    /// From now on a model must give one of these terms another value. The formula is added like any other,
    /// so copies, pickles and scripts have it.
    pub(crate) fn block(&mut self, values: &[(Arc<Node>, Value)]) -> Result<()> {
        let mut differences = Vec::with_capacity(values.len());
        for (node, value) in values {
            let kind = match value {
                Value::Element(_) => {
                    return Err(Error::Sort(
                        "elements of declared sorts have no name in other models".to_owned(),
                    ));
                }
                Value::Language(text) | Value::Compound(text) => Kind::Text(text.as_str().into()),
                plain => Kind::Value(plain.clone()),
            };
            let value = Node::new(kind, Vec::new(), node.sort.clone());
            let pair = vec![node.clone(), value];
            differences.push(Node::new(Kind::Operator(Op::Distinct, Vec::new()), pair, Sort::Bool));
        }
        let differs = match differences.len() {
            0 => Node::value(Value::Bool(false), Sort::Bool),
            1 => differences.remove(0),
            _ => Node::new(Kind::Operator(Op::Or, Vec::new()), differences, Sort::Bool),
        };
        self.add(&differs, None)
    }

    /// The node of an unknown of the problem. One that only text declares has no sort here, which its text
    /// does not need.
    pub(crate) fn unknown(&self, name: &str) -> Arc<Node> {
        match self.sort_of(name) {
            Some(sort) => Node::new(Kind::Constant(name.into()), Vec::new(), sort),
            None => Node::new(Kind::Text(symbol_text(name).into()), Vec::new(), Sort::Bool),
        }
    }
}

fn undeclared(sort: &Sort) -> Error {
    Error::Sort(format!(
        "functions over the declared sort {sort} are written as SMT-LIB text, with Solver.from_string"
    ))
}
