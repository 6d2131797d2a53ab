//! The syntax of the `regex` crate, read by that crate's own parser.
//!
//! `regex-syntax` resolves flags, classes and case folding itself; what is left are literals,
//! classes, repetitions and looks. Its nesting is bounded by its own limit; the walk here uses a stack all
//! the same.

use regex_syntax::hir::{Hir, HirKind, Look};
use regex_syntax::{Error, ParserBuilder};
use tress_automata::CharSet;

use crate::ast::{Ast, Greed, Node, NodeId};
use crate::classes;
use crate::{DialectError, Flags};

pub(crate) const FLAGS: &[(char, Flags)] = &[
    ('i', Flags::IGNORE_CASE),
    ('m', Flags::MULTI_LINE),
    ('s', Flags::DOT_ALL),
    ('x', Flags::EXTENDED),
    ('U', Flags::SWAP_GREED),
    ('u', Flags::UNICODE),
];

/// The syntax tree of a pattern.
pub(crate) fn parse(pattern: &str, flags: Flags) -> Result<(Ast, NodeId), DialectError> {
    let parsed = ParserBuilder::new()
        .case_insensitive(flags.has(Flags::IGNORE_CASE))
        .multi_line(flags.has(Flags::MULTI_LINE))
        .dot_matches_new_line(flags.has(Flags::DOT_ALL))
        .ignore_whitespace(flags.has(Flags::EXTENDED))
        .swap_greed(flags.has(Flags::SWAP_GREED))
        .build()
        .parse(pattern);
    let hir = parsed.map_err(|error| refusal(pattern, &error))?;
    let mut ast = Ast::default();
    let root = convert(&hir, &mut ast)?;
    Ok((ast, root))
}

fn refusal(pattern: &str, error: &Error) -> DialectError {
    let (offset, message) = match error {
        Error::Parse(error) => (error.span().start.offset, error.kind().to_string()),
        Error::Translate(error) => (error.span().start.offset, error.kind().to_string()),
        other => (0, other.to_string()),
    };
    let position = pattern.get(..offset).map_or(0, |before| before.chars().count());
    DialectError::new(position, message)
}

/// Children first: a node is visited twice, and built the second time.
fn convert(hir: &Hir, ast: &mut Ast) -> Result<NodeId, DialectError> {
    let mut open: Vec<(&Hir, bool)> = vec![(hir, false)];
    let mut done: Vec<NodeId> = Vec::new();
    while let Some((hir, children_done)) = open.pop() {
        let children: &[Hir] = match hir.kind() {
            HirKind::Repetition(repetition) => std::slice::from_ref(&*repetition.sub),
            HirKind::Capture(capture) => std::slice::from_ref(&*capture.sub),
            HirKind::Concat(items) | HirKind::Alternation(items) => items,
            _ => &[],
        };
        if !children_done && !children.is_empty() {
            open.push((hir, true));
            open.extend(children.iter().rev().map(|child| (child, false)));
            continue;
        }
        let built = done.split_off(done.len() - children.len());
        done.push(node(hir, built, ast)?);
    }
    done.pop().ok_or_else(|| DialectError::new(0, "an empty tree"))
}

fn node(hir: &Hir, children: Vec<NodeId>, ast: &mut Ast) -> Result<NodeId, DialectError> {
    Ok(match hir.kind() {
        HirKind::Empty => ast.add(Node::Empty, 0),
        HirKind::Literal(literal) => {
            let Ok(text) = std::str::from_utf8(&literal.0) else {
                return Err(DialectError::new(0, "bytes that are no UTF-8"));
            };
            let chars =
                text.chars().map(|c| ast.add(Node::Set(CharSet::single(c.into())), 0)).collect::<Vec<_>>();
            ast.concat(chars, 0)
        }
        HirKind::Class(class) => ast.add(Node::Set(classes::from_hir(class)), 0),
        HirKind::Look(look) => self::look(*look, ast),
        HirKind::Repetition(repetition) => ast.add(
            Node::Repeat {
                body: children[0],
                low: repetition.min.into(),
                high: repetition.max.map(u64::from),
                greed: if repetition.greedy { Greed::Greedy } else { Greed::Lazy },
            },
            0,
        ),
        HirKind::Capture(capture) => {
            ast.groups.push((children[0], capture.index));
            ast.group_count = ast.group_count.max(capture.index);
            ast.names.extend(capture.name.iter().map(|name| (name.to_string(), capture.index)));
            children[0]
        }
        HirKind::Concat(_) => ast.concat(children, 0),
        HirKind::Alternation(_) => ast.alternate(children, 0),
    })
}

/// Which sides of a position must be word characters.
#[derive(Clone, Copy)]
enum Sides {
    Differ,
    Agree,
    Start,
    End,
    StartHalf,
    EndHalf,
}

fn look(look: Look, ast: &mut Ast) -> NodeId {
    let ascii = classes::ascii_word;
    let unicode = word_by_definition;
    let (word, sides) = match look {
        Look::Start => return ast.edge(false, 0),
        Look::End => return ast.edge(true, 0),
        Look::StartLF | Look::EndLF => return line(ast, look == Look::EndLF, false),
        Look::StartCRLF | Look::EndCRLF => return line(ast, look == Look::EndCRLF, true),
        Look::WordAscii => (ascii(), Sides::Differ),
        Look::WordAsciiNegate => (ascii(), Sides::Agree),
        Look::WordUnicode => (unicode(), Sides::Differ),
        Look::WordUnicodeNegate => (unicode(), Sides::Agree),
        Look::WordStartAscii => (ascii(), Sides::Start),
        Look::WordEndAscii => (ascii(), Sides::End),
        Look::WordStartUnicode => (unicode(), Sides::Start),
        Look::WordEndUnicode => (unicode(), Sides::End),
        Look::WordStartHalfAscii => (ascii(), Sides::StartHalf),
        Look::WordEndHalfAscii => (ascii(), Sides::EndHalf),
        Look::WordStartHalfUnicode => (unicode(), Sides::StartHalf),
        Look::WordEndHalfUnicode => (unicode(), Sides::EndHalf),
    };
    let parts = match sides {
        Sides::Differ | Sides::Agree => return ast.word_boundary(&word, matches!(sides, Sides::Agree), 0),
        Sides::Start => vec![ast.look_at(word.clone(), false, true, 0), ast.look_at(word, true, false, 0)],
        Sides::End => vec![ast.look_at(word.clone(), false, false, 0), ast.look_at(word, true, true, 0)],
        Sides::StartHalf => vec![ast.look_at(word, false, true, 0)],
        Sides::EndHalf => vec![ast.look_at(word, true, true, 0)],
    };
    ast.concat(parts, 0)
}

/// The word characters of UTS 18, as `\w` has them.
fn word_by_definition() -> CharSet {
    let hir = regex_syntax::Parser::new().parse(r"\w");
    match hir.as_ref().map(Hir::kind) {
        Ok(HirKind::Class(class)) => classes::from_hir(class),
        _ => classes::ascii_word(),
    }
}

/// The start or the end of a line; with `pairs`, `\r` ends lines too, and `\r\n` ends one.
fn line(ast: &mut Ast, ahead: bool, pairs: bool) -> NodeId {
    let edge = ast.edge(ahead, 0);
    let ends = CharSet::from_chars(if pairs { vec![10, 13] } else { vec![10] });
    let mut parts = vec![ast.look_at(ends, ahead, false, 0)];
    if pairs {
        let no_return = ast.look_at(CharSet::single(13), false, true, 0);
        let no_newline = ast.look_at(CharSet::single(10), true, true, 0);
        parts.push(ast.alternate(vec![no_return, no_newline], 0));
    }
    let inner = ast.concat(parts, 0);
    ast.alternate(vec![edge, inner], 0)
}
