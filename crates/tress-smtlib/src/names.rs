//! The meanings of names, scope by scope.

use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap};

use tress_term::term::{Op, Sort, Source, SymbolId, Term, TermStore, Theory};

use super::characters::Characters;
use super::datatypes::ConstructorName;
use super::sorts::SortMeaning;

/// Room for the names of the operators, and some of a small problem.
const FIRST_NAMES: usize = 512;

/// The meaning of a name in a scope.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// An operator of the table.
    Op(Op),
    /// A declared constant or function.
    Symbol(SymbolId),
    /// A defined constant, a name given with `:named`, or a variable of a `let` or quantifier.
    Term(Term),
    /// A defined function.
    Function(Arc<Function>),
    /// A constructor of a datatype.
    Constructor(Arc<ConstructorName>),
    /// A selector: the sort of its argument determines the datatype.
    Selector,
    /// The tester of the constructor with this name, as older files write it.
    Tester(Arc<str>),
}

/// A function that `define-fun` introduced; applications are replaced by its body.
#[derive(Debug)]
pub struct Function {
    /// The formal parameters; they occur in the body and nowhere else.
    pub(super) parameters: Vec<SymbolId>,
    /// The sorts of the arguments, as they were written.
    pub(super) sorts: Vec<Sort>,
    /// The body over the parameters.
    pub(super) body: Term,
    /// The symbols that quantifiers in the body bind; each application has its own.
    pub(super) bound: Vec<SymbolId>,
}

/// A name, as an index into the table of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NameId(u32);

enum Undo {
    Term(NameId, Option<Meaning>),
    Sort(Box<str>, Option<SortMeaning>),
}

/// All names of a session.
///
/// Invariant: undoing the trail back to a mark restores every meaning that names had when the mark was taken,
/// except for global declarations, which are not on the trail.
pub struct Names {
    ids: FxHashMap<Arc<str>, NameId>,
    texts: Vec<Arc<str>>,
    meanings: Vec<Option<Meaning>>,
    sorts: FxHashMap<Box<str>, SortMeaning>,
    trail: Vec<Undo>,
    scopes: Vec<usize>,
    /// The sort of characters, if the session has one.
    pub characters: Option<Characters>,
    /// Do declarations outlive their scope (`:global-declarations`)?
    pub global: bool,
}

impl Default for Names {
    fn default() -> Self {
        Self::new()
    }
}

impl Names {
    /// A table with the names of the operators only.
    #[must_use]
    pub fn new() -> Self {
        let mut names = Self {
            ids: FxHashMap::with_capacity_and_hasher(FIRST_NAMES, FxBuildHasher),
            texts: Vec::with_capacity(FIRST_NAMES),
            meanings: Vec::with_capacity(FIRST_NAMES),
            sorts: FxHashMap::default(),
            trail: Vec::new(),
            scopes: Vec::new(),
            characters: None,
            global: false,
        };
        for op in Op::all().filter(|op| !op.has_own_form()) {
            let info = op.info();
            for text in info.aliases.iter().chain([&info.name]) {
                let name = names.id(text);
                names.meanings[name.0 as usize] = Some(Meaning::Op(op));
            }
        }
        for (text, term) in [("true", TermStore::TRUE), ("false", TermStore::FALSE)] {
            let name = names.id(text);
            names.meanings[name.0 as usize] = Some(Meaning::Term(term));
        }
        names
    }

    /// The number of a name, new or known.
    pub(super) fn id(&mut self, text: &str) -> NameId {
        if let Some(known) = self.ids.get(text) {
            return *known;
        }
        let new = NameId(u32::try_from(self.texts.len()).expect("fewer than 2^32 names"));
        let text: Arc<str> = text.into();
        self.ids.insert(Arc::clone(&text), new);
        self.texts.push(text);
        self.meanings.push(None);
        new
    }

    /// The meaning of `text`.
    #[must_use]
    pub fn meaning(&self, text: &str) -> Option<&Meaning> {
        self.ids.get(text).and_then(|name| self.meanings[name.0 as usize].as_ref())
    }

    /// The meaning of `text` as a sort.
    pub(super) fn sort_meaning(&self, text: &str) -> Option<&SortMeaning> {
        self.sorts.get(text)
    }

    /// Does `text` denote a sort?
    pub(super) fn is_sort(&self, text: &str) -> bool {
        Sort::from_builtin_name(text).is_some() || self.sorts.contains_key(text)
    }

    /// The sort's entry, to add an instance to it.
    pub(super) fn sort_meaning_mut(&mut self, text: &str) -> Option<&mut SortMeaning> {
        self.sorts.get_mut(text)
    }

    /// The names that have a meaning, for suggestions.
    pub(super) fn known(&self) -> impl Iterator<Item = &str> {
        let pairs = self.texts.iter().zip(&self.meanings);
        pairs.filter(|(_, meaning)| meaning.is_some()).map(|(text, _)| &**text)
    }

    /// Gives `name` a meaning until the trail is undone.
    pub(super) fn bind(&mut self, name: NameId, meaning: Meaning) {
        let old = self.meanings[name.0 as usize].replace(meaning);
        self.trail.push(Undo::Term(name, old));
    }

    /// Why `text` may not be declared. Operators beyond the standard and older spellings may be shadowed, so
    /// that problems can define such functions themselves.
    #[must_use]
    pub fn reason_against(&self, text: &str) -> Option<String> {
        match self.meaning(text)? {
            Meaning::Op(op) if op.info().source != Source::Standard || op.name() != text => None,
            // Most problems do not use these, and may declare the names.
            Meaning::Op(op) if op.info().theory > Theory::Regexes => None,
            Meaning::Tester(_) => None,
            Meaning::Op(_) => Some(format!("{text} is an operator of the language")),
            Meaning::Term(TermStore::TRUE | TermStore::FALSE) if matches!(text, "true" | "false") => {
                Some(format!("{text} is an operator of the language"))
            }
            _ => Some(format!("{text} is already declared")),
        }
    }

    /// Declares `text` in the current scope, or in all scopes if declarations are global.
    pub fn declare(&mut self, text: &str, meaning: Meaning) {
        let name = self.id(text);
        if self.global {
            self.meanings[name.0 as usize] = Some(meaning);
        } else {
            self.bind(name, meaning);
        }
    }

    /// Declares a sort in the current scope, or in all scopes if declarations are global.
    pub(super) fn declare_sort(&mut self, text: &str, meaning: SortMeaning) {
        let old = self.sorts.insert(text.into(), meaning);
        if !self.global {
            self.trail.push(Undo::Sort(text.into(), old));
        }
    }

    /// Gives a sort a meaning until the trail is undone.
    pub(super) fn bind_sort(&mut self, text: &str, meaning: SortMeaning) {
        let old = self.sorts.insert(text.into(), meaning);
        self.trail.push(Undo::Sort(text.into(), old));
    }

    /// The length of the trail, for [`Names::undo_to`].
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Restores the meanings that names had at `mark`.
    pub(super) fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Undo::Term(name, old)) => self.meanings[name.0 as usize] = old,
                Some(Undo::Sort(text, Some(old))) => {
                    self.sorts.insert(text, old);
                }
                Some(Undo::Sort(text, None)) => {
                    self.sorts.remove(&text);
                }
                None => {}
            }
        }
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.scopes.push(self.trail.len());
    }

    /// Closes the innermost scope, if any is open.
    pub fn pop(&mut self) {
        if let Some(mark) = self.scopes.pop() {
            self.undo_to(mark);
        }
    }
}
