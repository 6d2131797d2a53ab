//! What an engine is asked, and what it answers.

use std::fmt;

use tress_base::Stop;

use tress_term::model::Model;
use tress_term::term::{Head, Op, Sort, SymbolId, Term, TermSet, TermStore, Theory, post_order};

/// A formula that must hold, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// A term of sort Bool.
    pub term: Term,
    /// The client's number for it; conflicts are reported in these numbers.
    pub origin: u32,
}

/// A conjunction of facts.
///
/// Invariant: `symbols` are the declared constants and functions that occur in the facts, each
/// once, in the order of their declaration.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What must hold.
    pub facts: Vec<Fact>,
    /// The symbols to find values for.
    pub symbols: Vec<SymbolId>,
}

impl Problem {
    /// The problem that consists of these facts.
    #[must_use]
    pub fn new(store: &TermStore, facts: Vec<Fact>) -> Self {
        let roots: Vec<Term> = facts.iter().map(|fact| fact.term).collect();
        let mut symbols: Vec<SymbolId> = Vec::new();
        let mut bound: Vec<SymbolId> = Vec::new();
        for term in post_order(store, &roots) {
            match store.head(term) {
                Head::Symbol(symbol) => symbols.push(symbol),
                Head::Quantifier(_, list) => bound.extend_from_slice(store.bound(list)),
                _ => {}
            }
        }
        bound.sort_unstable();
        symbols.sort_unstable();
        symbols.dedup();
        symbols.retain(|symbol| bound.binary_search(symbol).is_err());
        Self { facts, symbols }
    }

    /// The terms of the facts, in their order.
    #[must_use]
    pub fn roots(&self) -> Vec<Term> {
        self.facts.iter().map(|fact| fact.term).collect()
    }

    /// A fact that is plainly false.
    #[must_use]
    pub fn refuted(&self) -> Option<&Fact> {
        self.facts.iter().find(|fact| fact.term == TermStore::FALSE)
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The work had to stop.
    Stopped(Stop),
    /// The engines that were asked cannot decide this problem.
    Incomplete,
    /// The same, and these are what they cannot decide. Never empty.
    Gaps(Vec<Gap>),
    /// A quantifier occurs, and no engine decides those.
    Quantifiers,
    /// The problem was not understood as a whole; what is missing, and where.
    Refused(String),
    /// Unsat, but without a certificate, which was required: the rule that has none.
    Uncertified(String),
    /// Two engines contradict each other: one of them is wrong.
    Contradiction {
        /// Who answered `sat`.
        sat: &'static str,
        /// Who answered `unsat`.
        unsat: &'static str,
    },
}

impl Reason {
    /// The reason when work ended with this. A cap is nobody's limit.
    #[must_use]
    pub fn of_stop(stop: Stop) -> Self {
        match stop {
            Stop::GaveUp(cap) => Reason::Gaps(vec![Gap::Cap(cap)]),
            stop => Reason::Stopped(stop),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Stopped(stop) => write!(f, "{stop}"),
            Reason::Incomplete => f.write_str("incomplete"),
            Reason::Gaps(gaps) => {
                f.write_str("(incomplete")?;
                gaps.iter().try_for_each(|gap| write!(f, " ({gap})"))?;
                f.write_str(")")
            }
            Reason::Quantifiers => f.write_str("(incomplete quantifiers)"),
            Reason::Refused(text) => f.write_str(text),
            Reason::Uncertified(rule) => {
                write!(f, "(incomplete (certificate \"{}\"))", rule.replace('"', "'"))
            }
            Reason::Contradiction { sat, unsat } => write!(f, "(contradiction (sat {sat}) (unsat {unsat}))"),
        }
    }
}

/// Something that no engine decides in all cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// Products and quotients of variables.
    Nonlinear,
    /// A function of strings whose value is defined step by step.
    Operator(Op),
    /// Regular languages that depend on variables.
    Languages,
    /// Word equations together with lengths.
    Strings,
    /// The one engine that was asked for.
    Engine(&'static str),
    /// Lengths or characters that an engine does not try.
    Bound,
    /// A cap of a method, by its name.
    Cap(&'static str),
    /// A search of an engine that was given up.
    Search,
    /// Recursive functions, whose calls were not unfolded far enough.
    Recursion,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Nonlinear => f.write_str("nonlinear arithmetic"),
            Gap::Operator(op) => write!(f, "operator {}", op.name()),
            Gap::Languages => f.write_str("languages with variables"),
            Gap::Strings => f.write_str("theory strings"),
            Gap::Engine(name) => write!(f, "engine {name}"),
            Gap::Bound => f.write_str("bound on lengths or letters"),
            Gap::Cap(name) => write!(f, "gave-up {name}"),
            Gap::Recursion => f.write_str("recursive functions"),
            Gap::Search => f.write_str("search given up"),
        }
    }
}

/// Functions of strings that a bounded number of axioms reduces to concatenation, length and order, or that a
/// machine of fixed size describes. All others are unfolded step by step or defined value by value: for these
/// no number of steps is known to be enough.
const REDUCED: [Op; 20] = [
    Op::Concat,
    Op::Length,
    Op::StrLt,
    Op::StrLe,
    Op::At,
    Op::Substr,
    Op::PrefixOf,
    Op::SuffixOf,
    Op::Contains,
    Op::IndexOf,
    Op::Replace,
    Op::IsDigit,
    Op::ToCode,
    Op::FromCode,
    Op::ToLower,
    Op::ToUpper,
    Op::Update,
    Op::LastIndexOf,
    Op::Trim,
    Op::Compare,
];

/// Operators for which no engine has a method that always ends with an answer.
fn is_undecided(op: Op) -> bool {
    match op.info().theory {
        Theory::Strings => !REDUCED.contains(&op),
        Theory::Sequences => true,
        Theory::Core
        | Theory::Numbers
        | Theory::Regexes
        | Theory::Bits
        | Theory::Arrays
        | Theory::Datatypes => false,
    }
}

/// The operators on strings in these formulas that no engine decides in all cases: what a search that ended
/// at a limit may have stumbled over.
pub fn undecided_strings(store: &TermStore, roots: &[Term]) -> Vec<Gap> {
    let is_named = |op: &Op| op.info().theory == Theory::Strings && is_undecided(*op);
    let ops = post_order(store, roots).into_iter().filter_map(|term| store.op(term)).filter(is_named);
    let mut gaps: Vec<Gap> = ops.map(Gap::Operator).collect();
    gaps.sort_unstable();
    gaps.dedup();
    gaps
}

/// The reason for having no answer to a problem: what in it no engine decides in all cases. The
/// theory of strings is named only if no operator in it is the reason alone.
pub fn incomplete(store: &TermStore, problem: &Problem) -> Reason {
    let roots = problem.roots();
    let terms = post_order(store, &roots);
    let mut gaps: Vec<Gap> = Vec::new();
    // Terms in which a symbol occurs; parts come before what they are parts of.
    let mut open = TermSet::new();
    for term in &terms {
        if matches!(store.head(*term), Head::Symbol(_)) || store.args(*term).iter().any(|arg| open.has(*arg))
        {
            open.add(*term);
            gaps.extend(gap(store, *term, &open));
        }
    }
    gaps.sort_unstable();
    gaps.dedup();
    if gaps.is_empty() && terms.iter().any(|term| store.sort(*term) == Sort::String) {
        gaps.push(Gap::Strings);
    }
    if gaps.is_empty() { Reason::Incomplete } else { Reason::Gaps(gaps) }
}

/// What makes this one term hard, given all terms below it in which symbols occur.
fn gap(store: &TermStore, term: Term, open: &TermSet) -> Option<Gap> {
    let (op, args) = (store.op(term)?, store.args(term));
    match op {
        Op::Mul if args.iter().filter(|arg| open.has(**arg)).count() > 1 => Some(Gap::Nonlinear),
        Op::IntDiv | Op::Mod | Op::RealDiv if args[1..].iter().any(|arg| open.has(*arg)) => {
            Some(Gap::Nonlinear)
        }
        Op::InRe if open.has(args[1]) => Some(Gap::Languages),
        op if is_undecided(op) => Some(Gap::Operator(op)),
        _ => None,
    }
}

/// What an engine found.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Values under which, the engine believes, all facts hold. The caller checks them.
    Model(Box<Model>),
    /// Origins of facts that cannot hold together. Only steps that keep every solution may lead
    /// here.
    Conflict(Vec<u32>),
    /// No answer, and why.
    GaveUp(Reason),
}
