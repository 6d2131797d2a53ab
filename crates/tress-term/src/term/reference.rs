//! The operator reference as a page of Markdown.
//!
//! Enters: the operator table. Leaves: the text of `docs/operators.md`; a test compares the two.

use super::op::{Indices, Op, OpInfo, Shape, Source, Theory};
use super::sort::Sort;

const INTRODUCTION: &str = "\
# Operators

Every operator that tress reads, from its one operator table. This page is written by
`cargo run -p tress-solver --example operators_page > docs/operators.md`, and a test fails when it is stale.
What each operator gives, edge cases first, stands as runnable cases in `testdata/eval/`.

Under *sorts*, `A` denotes any one sort and `…` more arguments of the sort before it. An Int
argument is taken as a Real where a Real is wanted. Operators are printed under the name in the
first column, whatever spelling was read. `re.from_java` and its kin, which read a pattern as other
languages write it, are described in [regex.md](regex.md).
";

const CHARACTERS: &str = "
## Characters, and what else z3 and cvc5 write

`Unicode`, or `Char`, is the sort of single characters. `(Seq Unicode)` is String, `(RegEx String)` is RegLan.
Characters are compared by `=` and `distinct`, chosen by `ite`, bound by `let`, quantifiers and parameters, and
printed as z3 does.

- `(_ Char 97)`: the character with that code point.
- `(seq.unit c)`: the word of one character. All `seq.` operators on words are those on strings.
- `(seq.nth s i)`: the character at a position. Outside of the word it is any function of `s` and `i`; a model that needs it
  defines it as `seq.nth_u`, a word whose first character is meant, or `A` when it is empty.
- `(char.<= c d)`, `(char.to_int c)`, `(char.is_digit c)`: order, code point, 0 to 9.
- `(as seq.empty String)`, `(as re.all (RegEx String))` and their kin: the sort may be written.
- `(str.indexof s t)`: from the start. `(re.loop r 1 3)`, `(re.loop r 1)`: indices as arguments.

Functions over `Unicode`, sorts made of it, and conversions between characters and bit-vectors are refused. All names of this section, and those
under *also read as*, may be declared by a problem, and then mean what it declares.
";

/// The text of the page.
#[must_use]
pub fn operators_page() -> String {
    let mut page = INTRODUCTION.to_owned();
    let theories = [
        (Theory::Core, "Core"),
        (Theory::Numbers, "Numbers"),
        (Theory::Strings, "Strings"),
        (Theory::Regexes, "Regular expressions"),
        (Theory::Arrays, "Arrays"),
        (Theory::Datatypes, "Datatypes"),
        (Theory::Bits, "Bit-vectors"),
        (Theory::Sequences, "Sequences"),
    ];
    for (theory, title) in theories {
        page.push_str(&format!("\n## {title}\n\n"));
        page.push_str("| operator | also read as | sorts | from | meaning |\n|---|---|---|---|---|\n");
        for info in Op::all().map(Op::info).filter(|info| info.theory == theory) {
            page.push_str(&row(info));
        }
    }
    page.push_str(CHARACTERS);
    page
}

fn row(info: &OpInfo) -> String {
    let aliases: Vec<String> = info.aliases.iter().map(|alias| format!("`{alias}`")).collect();
    format!(
        "| {} | {} | {} | {} | {} |\n",
        spelling(info),
        aliases.join(", "),
        sorts(info.shape),
        source(info.source),
        info.meaning
    )
}

/// The name, with its indices where it has any.
fn spelling(info: &OpInfo) -> String {
    let name = info.name;
    let indexed = |count: usize| {
        let letters: String = ('i'..='z').take(count).flat_map(|letter| [' ', letter]).collect();
        format!("`(_ {name}{letters})`")
    };
    match info.indices {
        Indices::No => format!("`{name}`"),
        Indices::Exactly(count) => indexed(count),
        Indices::Own(_) => format!("`{name}`"),
        Indices::Between(low, high) => (low..=high).map(indexed).collect::<Vec<_>>().join(", "),
    }
}

fn sorts(shape: Shape) -> String {
    match shape {
        Shape::Fixed([], result) => name(result).to_owned(),
        Shape::Fixed(arguments, result) => {
            let arguments: Vec<&str> = arguments.iter().map(|sort| name(*sort)).collect();
            format!("{} → {}", arguments.join(" "), name(result))
        }
        Shape::Many(sort) => format!("{0} … → {0}", name(sort)),
        Shape::Pairs(sort) => format!("{0} ({0} {0}) … → {0}", name(sort)),
        Shape::Chain(sort) => format!("{0} {0} … → Bool", name(sort)),
        Shape::Same => "A A … → Bool".to_owned(),
        Shape::Conditional => "Bool A A → A".to_owned(),
        Shape::Arithmetic | Shape::Minus => "Int … → Int, Real … → Real".to_owned(),
        Shape::Own(text) => text.to_owned(),
        Shape::Comparison => "Int Int … → Bool, Real Real … → Bool".to_owned(),
    }
}

fn name(sort: Sort) -> &'static str {
    sort.builtin_name().unwrap_or("A")
}

fn source(source: Source) -> &'static str {
    match source {
        Source::Standard => "SMT-LIB",
        Source::Cvc5 => "cvc5",
        Source::Z3 => "z3",
        Source::Ostrich => "OSTRICH",
        Source::Tress => "tress",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_has_a_row() {
        let page = operators_page();
        let rows = page.lines().filter(|line| line.starts_with("| `")).count();
        assert_eq!(rows, Op::all().count());
        assert!(page.lines().all(|line| !line.starts_with("| `") || line.matches('|').count() == 6));
    }

    #[test]
    fn rows_tell_indices_and_sorts() {
        let page = operators_page();
        assert!(page.contains("| `(_ re.loop i)`, `(_ re.loop i j)` |  | RegLan → RegLan | SMT-LIB |"));
        assert!(page.contains("| `str.<` |  | String String … → Bool |"));
        assert!(page.contains("| `str.replace_table` |  | String (String String) … → String |"));
        assert!(page.contains("| `re.all` | `re.full` | RegLan |"));
    }
}
