//! What a file declares: types with their fields, blocks of methods, names.

use std::collections::BTreeSet;

use super::source::{close, parts};
use super::tokens::{Kind, Token};

/// A struct or an enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Declared<'text> {
    pub(super) name: &'text str,
    /// Fields of a struct, or of the largest variant of an enum.
    pub(super) fields: usize,
    /// Variants of an enum; none for a struct.
    pub(super) variants: usize,
}

/// A block of methods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block<'text> {
    /// The path of its type, as it is written.
    pub(super) owner: Vec<&'text str>,
    pub(super) methods: Vec<&'text str>,
    /// Methods of the type that its code calls, through `self.` or `Self::`.
    pub(super) calls: BTreeSet<&'text str>,
}

/// Keywords that are followed by the name of an item.
const KEYWORDS: [&str; 9] = ["struct", "enum", "union", "trait", "type", "fn", "const", "static", "mod"];

/// The names of all items of a file, not of those inside of others.
pub(super) fn names<'text>(all: &[Token<'text>]) -> BTreeSet<&'text str> {
    let mut found = BTreeSet::new();
    let mut at = 0;
    while at + 1 < all.len() {
        if all[at].is("{") {
            at = close(all, at);
        } else if KEYWORDS.iter().any(|keyword| all[at].is(keyword)) && all[at + 1].is_name() {
            found.insert(all[at + 1].text);
        }
        at += 1;
    }
    found
}

/// All structs and enums of a file.
pub(super) fn types<'text>(all: &[Token<'text>]) -> Vec<Declared<'text>> {
    let declares = |place: &usize| {
        let keyword = all[*place].is("struct") || all[*place].is("enum");
        keyword && all.get(place + 1).is_some_and(Token::is_name)
    };
    (0..all.len()).filter(declares).map(|place| declared(all, place)).collect()
}

fn declared<'text>(all: &[Token<'text>], keyword: usize) -> Declared<'text> {
    let mut at = keyword + 2;
    if all.get(at).is_some_and(|token| token.is("<")) {
        at = close(all, at) + 1;
    }
    let is_tuple = all.get(at).is_some_and(|token| token.is("("));
    // The brackets of a bound may stand before the fields.
    while !is_tuple && all.get(at).is_some_and(|token| !token.is("{") && !token.is(";")) {
        at += 1;
    }
    let has_body = all.get(at).is_some_and(|token| token.is("{") || token.is("("));
    let inside = if has_body { parts(&all[at + 1..close(all, at)]) } else { Vec::new() };
    let name = all[keyword + 1].text;
    if all[keyword].is("struct") {
        return Declared { name, fields: inside.len(), variants: 0 };
    }
    let fields: Vec<usize> = inside.into_iter().filter_map(variant_fields).collect();
    Declared { name, fields: fields.iter().copied().max().unwrap_or(0), variants: fields.len() }
}

/// The fields of a variant; `None` for what a macro puts in the place of variants.
fn variant_fields(variant: &[Token<'_>]) -> Option<usize> {
    let mut at = 0;
    while variant.get(at).is_some_and(|token| token.kind == Kind::Documentation || token.is("#")) {
        at = if variant[at].is("#") { close(variant, at + 1) + 1 } else { at + 1 };
    }
    let is_named = variant.get(at).is_some_and(Token::is_name);
    let open = variant.get(at + 1).is_some_and(|token| token.is("(") || token.is("{"));
    let fields = || parts(&variant[at + 2..close(variant, at + 1)]).len();
    is_named.then(|| if open { fields() } else { 0 })
}

/// All blocks of methods of a file.
pub(super) fn blocks<'text>(all: &[Token<'text>]) -> Vec<Block<'text>> {
    let begins = |place: &usize| {
        // In the place of a type, `impl` follows other tokens than these.
        let before = place.checked_sub(1).map(|before| all[before]);
        let opens = |token: Token<'_>| {
            token.kind == Kind::Documentation
                || ["}", "{", ";", "]", "unsafe"].iter().any(|text| token.is(text))
        };
        all[*place].is("impl") && before.is_none_or(opens)
    };
    (0..all.len()).filter(begins).map(|place| block(all, place)).collect()
}

fn block<'text>(all: &[Token<'text>], keyword: usize) -> Block<'text> {
    let mut at = keyword + 1;
    if all.get(at).is_some_and(|token| token.is("<")) {
        at = close(all, at) + 1;
    }
    let (mut owner, mut ended) = (Vec::new(), false);
    while at < all.len() && !all[at].is("{") {
        let token = all[at];
        match token.text {
            "<" => at = close(all, at),
            "for" => owner.clear(),
            "where" => ended = true,
            "mut" | "dyn" => {}
            _ if token.is_name() && !ended => owner.push(token.text),
            _ => {}
        }
        at += 1;
    }
    let body = if at < all.len() { &all[at + 1..close(all, at)] } else { &[] };
    Block { owner, methods: methods(body), calls: calls(body) }
}

/// The functions of a block, not those inside of functions.
fn methods<'text>(body: &[Token<'text>]) -> Vec<&'text str> {
    let mut found = Vec::new();
    let mut at = 0;
    while at + 1 < body.len() {
        if body[at].is("{") {
            at = close(body, at);
        } else if body[at].is("fn") && body[at + 1].is_name() {
            found.push(body[at + 1].text);
        }
        at += 1;
    }
    found
}

fn calls<'text>(body: &[Token<'text>]) -> BTreeSet<&'text str> {
    let call = |window: &[Token<'text>]| {
        let own = window[0].is("self") && window[1].is(".") && window[3].is("(");
        // A table of methods names them without calling them.
        let named = window[0].is("Self") && window[1].is("::");
        ((own || named) && window[2].is_name()).then_some(window[2].text)
    };
    body.windows(4).filter_map(call).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    fn check_type(text: &str, name: &str, fields: usize, variants: usize) {
        assert_eq!(types(&tokens(text)), [Declared { name, fields, variants }], "{text}");
    }

    #[test]
    fn fields_are_counted() {
        check_type("struct A;", "A", 0, 0);
        check_type(
            "pub struct A { /// One.\n a: B<C, D>, #[x(y, z)] pub(crate) b: fn(E, F) -> G }",
            "A",
            2,
            0,
        );
        check_type("struct A<T: B<C>, const N: usize>(T, pub [u8; N],);", "A", 2, 0);
        check_type("struct A<T> where T: Fn(B, C) { a: T }", "A", 1, 0);
        check_type("struct A {}", "A", 0, 0);
    }

    #[test]
    fn the_largest_variant_counts() {
        check_type("enum A { B, /// Two.\n #[x] C(D, E<F, G>), H { i: J } = 3 }", "A", 2, 3);
        check_type("enum A { $(#[doc = $help] $option,)* }", "A", 0, 0);
    }

    #[test]
    fn words_in_other_places_declare_nothing() {
        assert!(types(&tokens("// struct A;\n \"struct B;\" let structure = c; struct $name;")).is_empty());
    }

    fn check_block(text: &str, owner: &[&str], methods: &[&str], calls: &[&str]) {
        let calls = calls.iter().copied().collect();
        let expected = Block { owner: owner.to_vec(), methods: methods.to_vec(), calls };
        assert_eq!(blocks(&tokens(text)), [expected], "{text}");
    }

    #[test]
    fn methods_are_counted_over_their_type() {
        check_block("impl A { fn b(&self) { fn inner() {} } pub fn c() {} }", &["A"], &["b", "c"], &[]);
        check_block(
            "impl<'a, T: B<C>> D<E> for super::f::G<'a, T> where T: H { fn i() {} }",
            &["super", "f", "G"],
            &["i"],
            &[],
        );
        check_block("#[x]\nunsafe impl From<A> for &mut B {}", &["B"], &[], &[]);
    }

    #[test]
    fn types_that_implement_a_trait_are_no_blocks() {
        assert!(blocks(&tokens("fn a(b: impl C, d: &impl E) -> impl F { g }")).is_empty());
    }

    #[test]
    fn calls_of_own_methods_are_found() {
        let text =
            "impl A { fn b(&mut self) { self.c(); self.d.e(); Self::f(1); [Self::i]; other.g(); self.h } }";
        check_block(text, &["A"], &["b"], &["c", "f", "i"]);
    }

    #[test]
    fn names_are_those_of_outer_items() {
        let found = names(&tokens(
            "mod a; pub(super) const B: u8 = 1; fn c() { const D: u8 = 2; } struct E { f: G }",
        ));
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["B", "E", "a", "c"]);
    }
}
