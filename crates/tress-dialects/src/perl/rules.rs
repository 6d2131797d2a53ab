//! In what the dialects of the Perl family differ, as data.

use super::parser::Parser;
use crate::ast::NodeId;
use crate::classes::Unicode;
use crate::fold::Fold;
use crate::{DialectError, Flags};
use tress_automata::CharSet;

/// What ends a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lines {
    /// `\n`.
    Newline,
    /// `\n`, and `^` never matches at the very end (PCRE).
    NewlineInside,
    /// `\n`, `\r`, the pair of both, U+0085, U+2028, U+2029 (Java).
    Java,
    /// `\n`, `\r`, U+2028, U+2029 (ECMAScript).
    Ecma,
}

/// Where inline flags such as `(?i)` may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inline {
    Never,
    /// `(?i)` anywhere, `(?i:…)` too.
    Anywhere,
    /// `(?i)` only at the start, `(?i:…)` anywhere (Python).
    Start,
}

/// Which bodies a look at what precedes may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lookbehind {
    /// The dialect has no lookaround.
    None,
    /// Words of one length.
    Fixed,
    /// Words of one length in each alternative (PCRE).
    FixedAlternatives,
    /// Words of bounded length (Java).
    Bounded,
    Any,
}

/// What a brace means that begins no quantifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Brace {
    Literal,
    Error,
}

/// What an escape sequence denotes.
#[derive(Debug)]
pub(crate) enum Escape {
    Char(u32),
    Set(CharSet),
    /// A piece of pattern that consumes characters, such as `\R`.
    Atom(NodeId),
    /// A position, such as `\b`.
    Anchor(NodeId),
    /// `\Q`: literal text up to `\E`.
    Quote,
    /// `\E` without `\Q`.
    Nothing,
}

/// The dialect's way of reading what follows a backslash; the flag says whether inside a set.
pub(crate) type ReadEscape = fn(&mut Parser, bool) -> Result<Escape, DialectError>;

/// One dialect.
#[derive(Debug)]
pub(crate) struct Rules {
    /// The characters of flags.
    pub(crate) flags: &'static [(char, Flags)],
    /// Characters that are no flags inside of a pattern.
    pub(crate) never_inline: &'static str,
    /// Where flags may stand in the pattern.
    pub(crate) inline: Inline,
    /// What ends a line.
    pub(crate) lines: Lines,
    /// Does `$` also match before a line end that ends the word?
    pub(crate) dollar_before_final_line_end: bool,
    pub(crate) lookbehind: Lookbehind,
    /// Possessive quantifiers and atomic groups exist.
    pub(crate) atomic: bool,
    pub(crate) brace: Brace,
    /// `{,n}` is a quantifier.
    pub(crate) brace_without_low: bool,
    /// The largest count in a quantifier.
    pub(crate) most_copies: u64,
    /// What may stand before the name in a named group, after `(?`.
    pub(crate) group_names: &'static [&'static str],
    /// Groups, by what follows the parenthesis, that are refused, and their names.
    pub(crate) refused_groups: &'static [(&'static str, &'static str)],
    /// `(?#…)` is a comment.
    pub(crate) comments: bool,
    /// `]` is a member when it comes first in a set.
    pub(crate) first_bracket_is_member: bool,
    /// Named classes are folded when case does not matter (RE2), instead of becoming `alpha`.
    pub(crate) folds_posix: bool,
    /// `[:alpha:]` inside of sets.
    pub(crate) posix_classes: bool,
    /// Sets inside of sets, and `&&` (Java).
    pub(crate) nested_sets: bool,
    /// Classes such as `\W` take part in case folding (ECMAScript).
    pub(crate) folds_classes: bool,
    /// How case is folded under these flags.
    pub(crate) fold: fn(Flags) -> Fold,
    pub(crate) unicode: Unicode,
    pub(crate) escape: ReadEscape,
}
