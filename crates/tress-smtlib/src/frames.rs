//! The open frames of a term that is being read.

use std::sync::Arc;

use tress_base::{Budget, Int};

use tress_term::term::{
    Op, Sort, SortError, Substitution, Symbol, SymbolId, Term, TermStore, Theory, Value, language_term,
};

use super::characters::{CharacterOp, Characters};
use super::datatypes::{ConstructorName, DataCallee};
use super::error::Error;
use super::limits::{self, PATTERN_PARTS, PATTERN_STEPS};
use super::matches::Matching;
use super::names::{Function, NameId};

/// What an application applies.
pub(super) enum Callee {
    /// An operator with its indices.
    Op(Op, Vec<Int>),
    /// A declared function.
    Symbol(SymbolId),
    /// A defined function with its name.
    Function(Arc<Function>, String),
    /// A name that denotes a whole term and takes no arguments.
    Term(Term),
    /// An operator on characters.
    Character(CharacterOp, Characters),
    /// A constructor, with its sort if that is written.
    Constructor(Arc<ConstructorName>, Option<Sort>),
    /// A selector, a tester or an update.
    Data(DataCallee),
    /// A pattern in a dialect, such as `(re.from_java "[a-z]+" "i")`.
    Pattern(String),
}

/// A part of a term whose end has not been read yet. Complete terms are kept on a stack of values; `first` is
/// the index of the first value of a frame.
pub(super) enum Frame {
    /// `(callee argument …`
    Apply { callee: Callee, first: usize, offset: usize },
    /// `(let ((name value) …`: the last name waits for its value.
    Bindings { names: Vec<NameId>, first: usize, mark: usize },
    /// `(let (…) body`
    Body { mark: usize },
    /// `(! term`
    Annotated,
    /// `(match term`
    Matched { offset: usize },
    /// `(match term (… (pattern body`
    Case { matching: Matching, constructor: Option<u32>, mark: usize },
    /// `(forall (…) body`
    Quantified { forall: bool, bound: Vec<SymbolId>, guards: Vec<Term>, mark: usize, offset: usize },
}

impl Callee {
    /// The application to `args`.
    pub(super) fn apply(
        &self,
        store: &mut TermStore,
        characters: Option<Characters>,
        args: &[Term],
        offset: usize,
        budget: Option<&Budget>,
    ) -> Result<Term, Error> {
        let built = match self {
            Callee::Op(op @ (Op::Eq | Op::Distinct | Op::Ite), _)
                if holds_character(store, characters, args) =>
            {
                let characters = characters.expect("a character has its sort");
                characters.apply_op(store, *op, args)
            }
            Callee::Op(op, _) if op.info().theory == Theory::Sequences => {
                sequence(store, characters, *op, args)
            }
            Callee::Op(Op::IndexOf, _) if args.len() == 2 => from_start(store, Op::IndexOf, args),
            Callee::Op(Op::ReLoop, indices) if indices.is_empty() => return legacy_loop(store, args, offset),
            Callee::Op(Op::Sub, _) if args.len() == 1 => match negated(store, args[0]) {
                Some(literal) => Ok(literal),
                None => store.app(Op::Sub, args),
            },
            Callee::Op(op, indices) => store.indexed(*op, indices, args),
            Callee::Symbol(symbol) => store.apply(*symbol, args),
            Callee::Function(function, name) => {
                return function.applied(store, characters, args, name, offset, budget);
            }
            Callee::Data(callee) => callee.apply(store, args),
            Callee::Constructor(..) => return Err(Error::new(offset, "a constructor cannot stand here")),
            Callee::Character(op, characters) => characters.apply(store, *op, args),
            Callee::Pattern(function) => return pattern(store, function, args, offset, budget),
            Callee::Term(term) if args.is_empty() => Ok(*term),
            Callee::Term(_) => return Err(Error::new(offset, "this name is not a function")),
        };
        built.map_err(|problem| Error::new(offset, problem.0))
    }
}

/// `(str.indexof s t)` searches from the start.
fn from_start(store: &mut TermStore, op: Op, args: &[Term]) -> Result<Term, SortError> {
    let zero = store.int(Int::ZERO);
    store.app(op, &[args[0], args[1], zero])
}

/// An operator on sequences, which may be strings.
fn sequence(
    store: &mut TermStore,
    characters: Option<Characters>,
    op: Op,
    args: &[Term],
) -> Result<Term, SortError> {
    let first = args.first().map(|arg| store.sort(*arg));
    let is_character = characters.is_some_and(|characters| Some(characters.sort) == first);
    let op = match (op, characters) {
        (Op::SeqUnit, Some(characters)) if is_character => {
            return characters.apply(store, CharacterOp::Unit, args);
        }
        (Op::SeqNth, Some(characters)) if first == Some(Sort::String) => {
            return characters.apply(store, CharacterOp::Nth, args);
        }
        _ if first == Some(Sort::String) => op.on_strings().unwrap_or(op),
        _ => op,
    };
    match op {
        Op::IndexOf | Op::SeqIndexOf if args.len() == 2 => from_start(store, op, args),
        _ => store.app(op, args),
    }
}

/// Is one of the arguments a character?
fn holds_character(store: &TermStore, characters: Option<Characters>, args: &[Term]) -> bool {
    characters.is_some_and(|characters| args.iter().any(|arg| store.sort(*arg) == characters.sort))
}

/// `(- 5)` is how SMT-LIB writes a negative literal.
fn negated(store: &mut TermStore, term: Term) -> Option<Term> {
    let value = match store.as_value(term)? {
        Value::Int(n) => Value::Int(-n),
        Value::Real(n) => Value::Real(-n),
        _ => return None,
    };
    Some(store.value(value))
}

/// `(re.loop r 1 3)` and `(re.loop r 1)`, the way older files write it.
fn legacy_loop(store: &mut TermStore, args: &[Term], offset: usize) -> Result<Term, Error> {
    let numeral = |term: &Term| match store.as_value(*term) {
        Some(Value::Int(n)) if !n.is_negative() => Some(n.clone()),
        _ => None,
    };
    let indices: Option<Vec<Int>> = args.iter().skip(1).map(numeral).collect();
    match indices {
        Some(indices) if (1..=2).contains(&indices.len()) => {
            store.indexed(Op::ReLoop, &indices, &args[..1]).map_err(|problem| Error::new(offset, problem.0))
        }
        _ => Err(Error::new(offset, "re.loop is written ((_ re.loop 1 3) r)")),
    }
}

/// The regular expression of a pattern in another dialect, as a term of SMT-LIB. A second argument contains
/// flags.
fn pattern(
    store: &mut TermStore,
    function: &str,
    args: &[Term],
    offset: usize,
    budget: Option<&Budget>,
) -> Result<Term, Error> {
    let refused = |message: &str| Error::new(offset, format!("{function}{message}"));
    if !(1..=2).contains(&args.len()) {
        return Err(refused(&format!(" takes a pattern and perhaps flags, not {} arguments", args.len())));
    }
    let mut texts = [String::new(), String::new()];
    for (text, arg) in texts.iter_mut().zip(args) {
        let Some(Value::Str(word)) = store.as_value(*arg) else {
            return Err(refused(" takes a string literal"));
        };
        let read: Option<String> = word.iter().map(|code| char::from_u32(*code)).collect();
        *text = read.ok_or_else(|| refused(": the pattern holds characters that no text has"))?;
    }
    let [text, flags] = texts;
    let mut regexes = tress_automata::RegexStore::new();
    let own = Budget::unlimited();
    let budget = budget.unwrap_or(&own);
    let regex = budget
        .within(PATTERN_STEPS.most(budget), || {
            tress_dialects::parse_smtlib_function(function, &text, &flags, &mut regexes, budget)
        })
        .map_err(|problem| refused(&format!(": {problem}")));
    // If a limit ended the work, that is reported.
    budget.look()?;
    let regex = regex?;
    let term = language_term(store, &regexes, regex, limits::most(&PATTERN_PARTS, Some(budget)));
    term.ok_or_else(|| {
        budget.hit(PATTERN_PARTS.name());
        refused(": the language is too large to be written")
    })
}

impl Function {
    /// The body with arguments substituted for the parameters.
    pub fn applied(
        &self,
        store: &mut TermStore,
        characters: Option<Characters>,
        args: &[Term],
        name: &str,
        offset: usize,
        budget: Option<&Budget>,
    ) -> Result<Term, Error> {
        if args.len() != self.parameters.len() {
            let message = format!("{name} takes {} arguments, not {}", self.parameters.len(), args.len());
            return Err(Error::new(offset, message));
        }
        let mut substitution = Substitution::new();
        for (index, (parameter, arg)) in self.parameters.iter().zip(args).enumerate() {
            let wanted = self.sorts[index];
            let fitted = fit(store, *arg, wanted).ok_or_else(|| {
                let (given, wanted) = (store.sort_text(store.sort(*arg)), store.sort_text(wanted));
                let message = format!("argument {} of {name} has sort {given}, expected {wanted}", index + 1);
                Error::new(offset, message)
            })?;
            let word = characters.map_or(fitted, |characters| characters.word(store, fitted));
            substitution.put(*parameter, word);
        }
        // An argument may itself be an application of this function; then no symbol may be bound twice.
        for symbol in &self.bound {
            let Symbol { name, result, .. } = store.symbol(*symbol).clone();
            let fresh = store.declare(&name, &[], result);
            substitution.put(*symbol, store.constant(fresh));
        }
        Ok(substitution.apply_within(store, self.body, budget)?)
    }
}

/// The term as one of sort `wanted`: itself, or an Int as a Real.
pub(super) fn fit(store: &mut TermStore, term: Term, wanted: Sort) -> Option<Term> {
    match (store.sort(term), wanted) {
        (given, wanted) if given == wanted => Some(term),
        (Sort::Int, Sort::Real) => Some(store.as_real(term)),
        _ => None,
    }
}
