//! Terms, values and messages as SMT-LIB text: always ASCII, always readable back.

pub mod standard;

use std::borrow::Cow;
use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::{Int, Rational};

use super::standard::{Form, Functions};
use crate::term::{Head, Op, Sort, SortId, SymbolId, Term, TermStore, Value, Word, post_order};

/// How characters outside of plain text are written in string literals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Printable ASCII as it is, quotes doubled, everything else as `\u{…}`.
    #[default]
    Standard,
    /// Also quotes, parentheses, semicolons and bars as `\u{…}`, for clients whose reader does
    /// not know string literals.
    Safe,
}

/// A name, in bars when it needs them.
#[must_use]
pub fn symbol_text(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte);
    let reserved = [
        "!",
        "_",
        "as",
        "let",
        "exists",
        "forall",
        "match",
        "par",
        "BINARY",
        "DECIMAL",
        "HEXADECIMAL",
        "NUMERAL",
        "STRING",
    ];
    let simple = !name.is_empty()
        && name.bytes().all(plain)
        && !name.as_bytes()[0].is_ascii_digit()
        && !reserved.contains(&name);
    if simple { name.to_owned() } else { format!("|{name}|") }
}

/// Equal characters are copied in rows of this many.
const ROW: u64 = 1 << 10;

/// A string literal with its quotes.
#[must_use]
pub fn string_text(word: &Word, style: Style) -> String {
    let mut text = String::with_capacity(word.len() + 2);
    text.push('"');
    for (code, count) in word.pieces() {
        let start = text.len();
        (0..count.min(ROW)).for_each(|_| push_character(&mut text, code, style));
        let end = text.len();
        (1..count / ROW).for_each(|_| text.extend_from_within(start..end));
        (0..if count < ROW { 0 } else { count % ROW }).for_each(|_| push_character(&mut text, code, style));
    }
    text.push('"');
    text
}

fn push_character(text: &mut String, code: u32, style: Style) {
    match char::from_u32(code) {
        Some('"') if style == Style::Standard => text.push_str("\"\""),
        Some('"' | '(' | ')' | ';' | '|') if style == Style::Safe => push_escape(text, code),
        Some(character @ ' '..='~') if character != '\\' => text.push(character),
        _ => push_escape(text, code),
    }
}

fn push_escape(text: &mut String, code: u32) {
    // Writing to a string cannot fail.
    let _ = write!(text, "\\u{{{code:x}}}");
}

/// A whole number.
pub fn int_text(n: &Int) -> String {
    if n.is_negative() { format!("(- {})", n.abs()) } else { n.to_string() }
}

/// A fraction.
pub fn real_text(n: &Rational) -> String {
    let whole = |n: &Int| format!("{n}.0");
    let size = n.abs();
    let text = if size.is_integer() {
        whole(size.numerator())
    } else {
        format!("(/ {} {})", whole(size.numerator()), whole(size.denominator()))
    };
    if n.is_negative() { format!("(- {text})") } else { text }
}

/// A bit-vector, in hexadecimal where its width allows that.
pub fn bits_text(width: u32, number: &Int) -> String {
    let (mark, radix, each) = if width.is_multiple_of(4) { ('x', 16, 4) } else { ('b', 2, 1) };
    format!("#{mark}{:0>digits$}", number.to_radix(radix), digits = (width / each) as usize)
}

/// A value as a term of SMT-LIB. Regular expressions have no literal of their own; they are
/// printed by whoever holds their store.
#[must_use]
pub fn value_text(store: &TermStore, value: &Value, style: Style) -> String {
    let mut text = String::new();
    let mut stack = vec![ValuePiece::Value(value)];
    while let Some(piece) = stack.pop() {
        match piece {
            ValuePiece::Text(piece) => text.push_str(&piece),
            ValuePiece::Value(value) => write_value(store, value, style, &mut text, &mut stack),
        }
    }
    text
}

/// What is left to print of a value.
enum ValuePiece<'value> {
    Value(&'value Value),
    Text(Cow<'static, str>),
}

/// Writes a value, or puts its pieces on the stack, the first one on top.
fn write_value<'value>(
    store: &TermStore,
    value: &'value Value,
    style: Style,
    text: &mut String,
    stack: &mut Vec<ValuePiece<'value>>,
) {
    use ValuePiece::{Text, Value as Part};
    match value {
        Value::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Value::Int(n) => text.push_str(&int_text(n)),
        Value::Real(n) => text.push_str(&real_text(n)),
        Value::Str(word) => text.push_str(&string_text(word, style)),
        Value::Regex(_) => text.push_str("(as language RegLan)"),
        Value::Bits(width, number) => text.push_str(&bits_text(*width, number)),
        Value::Element(sort, element) => {
            let sort = store.sort_text(Sort::Declared(*sort));
            let bare: String = sort.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
            let _ = write!(text, "(as @{bare}_{} {sort})", element.0);
        }
        Value::Array(array) => {
            (0..array.entries().len()).for_each(|_| text.push_str("(store "));
            let _ = write!(text, "((as const {}) ", store.sort_text(array.sort()));
            for (index, element) in array.entries().rev() {
                stack.extend([
                    Text(")".into()),
                    Part(element),
                    Text(" ".into()),
                    Part(index),
                    Text(" ".into()),
                ]);
            }
            stack.extend([Text(")".into()), Part(array.default_element())]);
        }
        Value::Data(data) => {
            let name = constructor_text(store, data.sort(), data.constructor());
            if data.fields().is_empty() {
                return text.push_str(&name);
            }
            let _ = write!(text, "({name}");
            stack.push(Text(")".into()));
            for field in data.fields().iter().rev() {
                stack.extend([Part(field), Text(" ".into())]);
            }
        }
        Value::Seq(seq) => {
            let elements = seq.elements();
            if elements.is_empty() {
                let _ = write!(text, "(as seq.empty {})", store.sort_text(seq.sort()));
                return;
            }
            if elements.len() > 1 {
                text.push_str("(seq.++ ");
                stack.push(Text(")".into()));
            }
            for (place, element) in elements.iter().enumerate().rev() {
                stack.extend([Text(")".into()), Part(element), Text("(seq.unit ".into())]);
                if place > 0 {
                    stack.push(Text(" ".into()));
                }
            }
        }
    }
}

/// The name of a constructor, with its sort where arguments do not tell it.
fn constructor_text(store: &TermStore, sort: Sort, number: u32) -> String {
    let constructors = store.datatype(sort).map_or(&[][..], |datatype| &datatype.constructors);
    match constructors.get(number as usize) {
        Some(constructor) if constructor.needs_sort => {
            format!("(as {} {})", symbol_text(&constructor.name), store.sort_text(sort))
        }
        Some(constructor) => symbol_text(&constructor.name),
        None => "?".to_owned(),
    }
}

/// How an operator is written whose indices are numbers of our own.
fn own_form_text(store: &TermStore, op: Op, indices: &[Int]) -> String {
    let field = || symbol_text(store.field_at(indices).map_or("?", |field| &field.name));
    match (op, store.constructor_at(indices)) {
        (Op::Construct, Some((sort, _))) => {
            constructor_text(store, sort, indices.get(1).and_then(Int::to_u32).unwrap_or_default())
        }
        (Op::Is, Some((_, constructor))) => format!("(_ is {})", symbol_text(&constructor.name)),
        (Op::Field, _) => field(),
        (Op::UpdateField, _) => format!("(_ update {})", field()),
        _ => {
            let sort = indices.first().and_then(Int::to_usize).map(|place| Sort::Array(SortId::new(place)));
            format!("(as const {})", sort.map_or("?".into(), |sort| store.sort_text(sort)))
        }
    }
}

/// A term. Parts that occur more than once are bound by `let`, so that the text is never much
/// larger than the shared graph.
#[must_use]
pub fn term_text(store: &TermStore, root: Term, style: Style) -> String {
    Printer::new(store, root, style).print(root)
}

/// A term without quantifiers over the parameters of a function: their names, which are those of no other
/// symbol in it, and the term.
#[must_use]
pub fn body_text(
    store: &TermStore,
    parameters: &[SymbolId],
    body: Term,
    style: Style,
) -> (Vec<String>, String) {
    let mut printer = Printer::new(store, body, style);
    let mut taken: FxHashSet<&str> = FxHashSet::default();
    for term in post_order(store, &[body]) {
        if let Head::Symbol(symbol) = store.head(term)
            && !parameters.contains(&symbol)
        {
            taken.insert(&store.symbol(symbol).name);
        }
    }
    let free = (0..).map(parameter_text).filter(|name| !taken.contains(name.as_str()));
    printer.renamed = parameters.iter().copied().zip(free).collect();
    let names = parameters.iter().map(|parameter| printer.symbol(*parameter)).collect();
    (names, printer.print(body))
}

/// The name of a function's parameter in a printed model.
#[must_use]
pub fn parameter_text(place: usize) -> String {
    format!("x!{place}")
}

/// A formula as it was asserted: with the names that `:named` gives to it and its parts, and decimals where
/// fractions have one.
#[must_use]
pub fn assertion_text(store: &TermStore, root: Term, style: Style, labels: Vec<(Term, &str)>) -> String {
    let mut printer = Printer::new(store, root, style);
    printer.has_decimals = true;
    for (term, name) in labels {
        printer.labels.entry(term).or_default().push(symbol_text(name));
    }
    printer.print(root)
}

/// Digits behind the point of a decimal, at most.
const MOST_DECIMALS: usize = 30;

/// A fraction as a decimal, if a short one is equal to it.
fn decimal_text(n: &Rational) -> Option<String> {
    let ten = Int::from(10);
    let mut power = Int::ONE;
    for digits in 0..=MOST_DECIMALS {
        let scaled = &n.abs() * &Rational::from(power.clone());
        if scaled.is_integer() {
            let text = format!("{:0>width$}", scaled.numerator().to_string(), width = digits + 1);
            let (whole, part) = text.split_at(text.len() - digits);
            let part = if part.is_empty() { "0" } else { part };
            let text = format!("{whole}.{part}");
            return Some(if n.is_negative() { format!("(- {text})") } else { text });
        }
        power = &power * &ten;
    }
    None
}

struct Printer<'store> {
    store: &'store TermStore,
    /// The functions that replace operators beyond the standard, where only those of the standard are
    /// written.
    functions: Option<&'store Functions<'store>>,
    style: Style,
    /// Are fractions written as decimals?
    has_decimals: bool,
    /// Names of terms, as text. Each is written where its term stands first.
    labels: FxHashMap<Term, Vec<String>>,
    /// Shared parts with their names, in the order they must be bound.
    shared: Vec<Term>,
    names: FxHashMap<Term, String>,
    /// Other names for bound symbols that would be taken for another symbol.
    renamed: FxHashMap<SymbolId, String>,
}

/// What is left to print.
enum Piece {
    Term(Term),
    Text(&'static str),
    Label(String),
}

impl<'store> Printer<'store> {
    fn new(store: &'store TermStore, root: Term, style: Style) -> Self {
        let (names, renamed) = (FxHashMap::default(), FxHashMap::default());
        let (functions, labels) = (None, FxHashMap::default());
        let shared = Vec::new();
        let mut printer =
            Self { store, functions, style, has_decimals: false, labels, shared, names, renamed };
        printer.find_shared(root);
        printer
    }

    /// A printer of terms with the operators of the standard and these functions.
    fn standard(
        store: &'store TermStore,
        root: Term,
        style: Style,
        functions: &'store Functions<'store>,
    ) -> Self {
        Self { functions: Some(functions), ..Self::new(store, root, style) }
    }

    /// Finds compound parts with more than one use. Parts under a quantifier stay where they are, because
    /// they may mention its variables.
    fn find_shared(&mut self, root: Term) {
        let order = post_order(self.store, &[root]);
        let quantified = order.iter().any(|term| matches!(self.store.head(*term), Head::Quantifier(..)));
        if quantified {
            self.rename_bound(&order);
            return;
        }
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for term in &order {
            for arg in self.store.args(*term) {
                *uses.entry(*arg).or_default() += 1;
            }
        }
        for term in order {
            let compound = !self.store.args(term).is_empty();
            if compound && uses.get(&term).copied().unwrap_or(0) > 1 {
                self.names.insert(term, format!(".s{}", self.shared.len()));
                self.shared.push(term);
            }
        }
    }

    /// Gives bound symbols other names where two symbols have the same one.
    fn rename_bound(&mut self, order: &[Term]) {
        let mut bound: Vec<SymbolId> = Vec::new();
        let mut taken: FxHashMap<String, SymbolId> = FxHashMap::default();
        for term in order {
            if let Head::Quantifier(_, list) = self.store.head(*term) {
                bound.extend(self.store.bound(list));
            }
        }
        let is_bound: FxHashSet<SymbolId> = bound.iter().copied().collect();
        for term in order {
            if let Head::Symbol(symbol) = self.store.head(*term)
                && !is_bound.contains(&symbol)
            {
                taken.insert(self.store.symbol(symbol).name.to_string(), symbol);
            }
        }
        let mut number = 0;
        for symbol in bound {
            let name = self.store.symbol(symbol).name.to_string();
            if self.renamed.contains_key(&symbol) || *taken.entry(name.clone()).or_insert(symbol) == symbol {
                continue;
            }
            let mut free = name.clone();
            while taken.contains_key(&free) {
                number += 1;
                free = format!("{name}!{number}");
            }
            taken.insert(free.clone(), symbol);
            self.renamed.insert(symbol, free);
        }
    }

    fn symbol(&self, symbol: SymbolId) -> String {
        symbol_text(self.renamed.get(&symbol).map_or(&self.store.symbol(symbol).name, String::as_str))
    }

    fn print(&mut self, root: Term) -> String {
        let mut text = String::new();
        for term in self.shared.clone() {
            let _ = write!(text, "(let (({} ", self.names[&term]);
            self.plain(&mut text, term);
            text.push_str(")) ");
        }
        self.plain(&mut text, root);
        text.extend(std::iter::repeat_n(')', self.shared.len()));
        text
    }

    /// Prints `root` itself, and names in place of shared parts below it.
    fn plain(&mut self, text: &mut String, root: Term) {
        let mut stack = vec![Piece::Term(root)];
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Label(name) => {
                    let _ = write!(text, " :named {name})");
                }
                Piece::Term(term) if term != root && self.names.contains_key(&term) => {
                    text.push_str(&self.names[&term]);
                }
                Piece::Term(term) => {
                    for name in self.labels.remove(&term).unwrap_or_default() {
                        text.push_str("(! ");
                        stack.push(Piece::Label(name));
                    }
                    let args = self.store.args(term);
                    let form = self.functions.map_or(Form::Plain, |functions| functions.form(term));
                    if let Form::Argument = form {
                        stack.push(Piece::Term(args[0]));
                        continue;
                    }
                    if args.is_empty() {
                        text.push_str(&self.head(term));
                        continue;
                    }
                    if let Form::Call(name, []) = form {
                        text.push_str(name);
                        continue;
                    }
                    text.push('(');
                    let args: Cow<'_, [Term]> = match form {
                        Form::Call(name, taken) => {
                            text.push_str(name);
                            taken.iter().map(|place| args[*place]).collect()
                        }
                        _ => {
                            text.push_str(&self.head(term));
                            args.into()
                        }
                    };
                    stack.push(Piece::Text(")"));
                    for arg in args.iter().rev() {
                        stack.push(Piece::Term(*arg));
                        stack.push(Piece::Text(" "));
                    }
                }
            }
        }
    }

    fn head(&self, term: Term) -> String {
        match self.store.head(term) {
            Head::Value(_) => match self.store.as_value(term) {
                Some(Value::Real(n)) if self.has_decimals => decimal_text(n).unwrap_or_else(|| real_text(n)),
                Some(value) => value_text(self.store, value, self.style),
                None => String::new(),
            },
            Head::Symbol(symbol) => self.symbol(symbol),
            Head::Op(op, list) => match self.store.indices(list) {
                indices if op.has_own_form() => own_form_text(self.store, op, indices),
                [] => op.name().to_owned(),
                indices => {
                    let numerals: Vec<String> = indices.iter().map(Int::to_string).collect();
                    format!("(_ {} {})", op.name(), numerals.join(" "))
                }
            },
            Head::Quantifier(forall, list) => {
                let variables: Vec<String> = self
                    .store
                    .bound(list)
                    .iter()
                    .map(|symbol| {
                        let sort = self.store.symbol(*symbol).result;
                        format!("({} {})", self.symbol(*symbol), self.store.sort_text(sort))
                    })
                    .collect();
                format!("{} ({})", if forall { "forall" } else { "exists" }, variables.join(" "))
            }
        }
    }
}

/// One line of plain ASCII, as error messages need it: no quotes, no backslashes, no line ends.
#[must_use]
pub fn message_text(message: &str) -> String {
    message
        .chars()
        .map(|character| match character {
            '"' => '\'',
            '\\' => '/',
            ' '..='~' => character,
            '…' => '.',
            _ => '?',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_bars_when_they_need_them() {
        assert_eq!(symbol_text("x.1"), "x.1");
        for name in ["", "a b", "1x", "let", "x:y", "é"] {
            assert_eq!(symbol_text(name), format!("|{name}|"));
        }
    }

    #[test]
    fn strings_are_ascii() {
        let word: Word = "a\"\\\n é(;".chars().map(u32::from).collect();
        assert_eq!(string_text(&word, Style::Standard), "\"a\"\"\\u{5c}\\u{a} \\u{e9}(;\"");
        assert_eq!(string_text(&word, Style::Safe), "\"a\\u{22}\\u{5c}\\u{a} \\u{e9}\\u{28}\\u{3b}\"");
    }

    #[test]
    fn numbers() {
        assert_eq!(int_text(&Int::from(-5)), "(- 5)");
        let half = Rational::new(Int::from(-1), Int::from(2)).expect("not zero");
        assert_eq!(real_text(&half), "(- (/ 1.0 2.0))");
        assert_eq!(real_text(&Rational::from(3)), "3.0");
    }

    #[test]
    fn decimals() {
        for (numerator, denominator, text) in [
            (3, 2, Some("1.5")),
            (-1, 8, Some("(- 0.125)")),
            (4, 1, Some("4.0")),
            (1, 3, None),
            (1, 50, Some("0.02")),
        ] {
            let n = Rational::new(Int::from(numerator), Int::from(denominator)).expect("not zero");
            assert_eq!(decimal_text(&n).as_deref(), text);
        }
    }

    #[test]
    fn bound_symbols_are_told_apart() {
        let mut store = TermStore::new();
        let [outer, inner, free] = [(); 3].map(|()| store.declare("x", &[], Sort::Bool));
        let [p, q, r] = [outer, inner, free].map(|symbol| store.constant(symbol));
        let body = store.app(Op::And, &[p, q, r]).expect("formulas");
        let body = store.quantifier(true, &[inner], body).expect("a formula");
        let term = store.quantifier(false, &[outer], body).expect("a formula");
        let text = term_text(&store, term, Style::Standard);
        assert_eq!(text, "(exists ((x!2 Bool)) (forall ((x!1 Bool)) (and x!2 x!1 x)))");
    }

    #[test]
    fn shared_parts_are_printed_once() {
        let mut store = TermStore::new();
        let symbol = store.declare("x", &[], Sort::String);
        let mut term = store.constant(symbol);
        for _ in 0..60 {
            term = store.app(Op::Concat, &[term, term]).expect("strings");
        }
        let text = term_text(&store, term, Style::Standard);
        assert!(text.starts_with("(let ((.s0 (str.++ x x))) (let ((.s1 (str.++ .s0 .s0)))"));
        assert!(text.len() < 4000);
    }

    #[test]
    fn deep_terms_are_printed() {
        let mut store = TermStore::new();
        let symbol = store.declare("b", &[], Sort::Bool);
        let b = store.constant(symbol);
        let mut term = b;
        for _ in 0..100_000 {
            term = store.app(Op::And, &[term, b]).expect("bools");
        }
        assert_eq!(term_text(&store, term, Style::Standard).matches("and").count(), 100_000);
    }
}
