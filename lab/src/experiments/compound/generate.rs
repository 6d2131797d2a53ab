//! Random problems over arrays and datatypes, as text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tress_base::Random;

/// A constructor with its selectors and the names of their sorts.
type Constructor = (&'static str, &'static [(&'static str, &'static str)]);

/// How values of a sort are written.
#[derive(Clone, Copy)]
enum Make {
    Bool,
    Int,
    Text,
    /// Only by variables.
    Plain,
    /// Index and element.
    Array(&'static str, &'static str),
    Data(&'static [Constructor]),
}

/// All sorts: short name, text, how they are made.
const SORTS: [(&str, &str, Make); 20] = [
    ("b", "Bool", Make::Bool),
    ("i", "Int", Make::Int),
    ("s", "String", Make::Text),
    ("u", "U", Make::Plain),
    ("ii", "(Array Int Int)", Make::Array("i", "i")),
    ("ib", "(Array Int Bool)", Make::Array("i", "b")),
    ("ei", "(Array E Int)", Make::Array("e", "i")),
    ("be", "(Array Bool E)", Make::Array("b", "e")),
    ("ee", "(Array E E)", Make::Array("e", "e")),
    ("si", "(Array String Int)", Make::Array("s", "i")),
    ("is", "(Array Int String)", Make::Array("i", "s")),
    ("iii", "(Array Int (Array Int Int))", Make::Array("i", "ii")),
    ("uu", "(Array U U)", Make::Array("u", "u")),
    ("ai", "(Array (Array Int Int) Int)", Make::Array("ii", "i")),
    ("e", "E", Make::Data(&[("e0", &[]), ("e1", &[]), ("e2", &[])])),
    ("p", "P", Make::Data(&[("mk", &[("fst", "b"), ("snd", "e")])])),
    ("l", "L", Make::Data(&[("nil", &[]), ("cons", &[("hd", "i"), ("tl", "l")])])),
    ("t", "T", Make::Data(&[("leaf", &[("val", "e")]), ("node", &[("left", "t"), ("right", "t")])])),
    ("o", "O", Make::Data(&[("none", &[]), ("some", &[("it", "i")]), ("txt", &[("st", "s")])])),
    ("w", "W", Make::Data(&[("wrap", &[("arr", "ii"), ("num", "i")])])),
];

/// What is declared before the variables.
const HEAD: &str = "(declare-datatypes ((E 0) (P 0) (L 0) (T 0) (O 0) (W 0)) (((e0) (e1) (e2)) ((mk (fst Bool) (snd E))) \
((nil) (cons (hd Int) (tl L))) ((leaf (val E)) (node (left T) (right T))) ((none) (some (it Int)) (txt (st String))) \
((wrap (arr (Array Int Int)) (num Int)))))
(declare-sort U 0)
(declare-fun f ((Array Int Int)) Int)
(declare-fun g (Int) (Array Int Int))
";

/// A family of problems: its name, the sorts that they are about, and whether trying all values decides them.
pub(super) struct Family {
    pub(super) name: &'static str,
    sorts: &'static [&'static str],
    is_finite: bool,
}

const fn family(name: &'static str, sorts: &'static [&'static str], is_finite: bool) -> Family {
    Family { name, sorts, is_finite }
}

pub(super) const ARRAYS: [Family; 11] = [
    family("numbers to numbers", &["ii"], false),
    family("numbers to truth values", &["ii", "ib"], false),
    family("three indices", &["ei"], false),
    family("two indices, three elements", &["be"], true),
    family("three indices, three elements", &["ee"], true),
    family("strings to numbers", &["si"], false),
    family("numbers to strings", &["is"], false),
    family("numbers to arrays", &["iii", "ii"], false),
    family("arrays to numbers", &["ai", "ii"], false),
    family("a declared sort", &["uu"], false),
    family("several finite ones", &["be", "ee"], true),
];

pub(super) const DATATYPES: [Family; 8] = [
    family("an enumeration", &["e"], true),
    family("finite pairs", &["p", "e"], true),
    family("lists", &["l"], false),
    family("trees", &["t", "e"], false),
    family("options with strings", &["o"], false),
    family("lists and options", &["l", "o"], false),
    family("arrays in fields", &["w", "ii"], false),
    family("all together", &["e", "p", "l", "t"], false),
];

/// A problem.
pub(super) struct Drawn {
    /// Declarations and assertions.
    pub(super) text: String,
    /// Does trying all values decide it?
    pub(super) is_finite: bool,
}

/// A problem of a family.
pub(super) fn draw(random: &mut Random, family: &Family) -> Drawn {
    let mut writer = Writer { random, sorts: family.sorts, variables: BTreeMap::new() };
    let count = 2 + writer.random.below(4);
    let mut assertions = String::new();
    for _ in 0..count {
        let depth = 1 + writer.random.below(3);
        let formula = writer.formula(depth);
        let _ = writeln!(assertions, "(assert {formula})");
    }
    let mut text = HEAD.to_owned();
    for (name, sort) in &writer.variables {
        let _ = writeln!(text, "(declare-const {name} {sort})");
    }
    text.push_str(&assertions);
    Drawn { text, is_finite: family.is_finite }
}

fn sort(name: &str) -> (&'static str, Make) {
    let found = SORTS.iter().find(|(known, ..)| *known == name).expect("the sort is in the table");
    (found.1, found.2)
}

struct Writer<'random> {
    random: &'random mut Random,
    sorts: &'static [&'static str],
    variables: BTreeMap<String, &'static str>,
}

impl Writer<'_> {
    fn variable(&mut self, name: &str) -> String {
        let variable = format!("v{name}{}", self.random.below(3));
        self.variables.insert(variable.clone(), sort(name).0);
        variable
    }

    fn terms<'a>(&mut self, sorts: impl IntoIterator<Item = &'a str>, depth: usize) -> String {
        let terms: Vec<String> = sorts.into_iter().map(|sort| self.term(sort, depth)).collect();
        terms.join(" ")
    }

    fn term(&mut self, name: &str, depth: usize) -> String {
        let Some(below) = depth.checked_sub(1) else { return self.leaf(name) };
        if self.random.chance(2, 5)
            && let Some(read) = self.read(name, below)
        {
            return read;
        }
        if self.random.chance(1, 10) {
            let condition = self.formula(below);
            return format!("(ite {condition} {})", self.terms([name, name], below));
        }
        match sort(name).1 {
            Make::Array(index, element) if self.random.chance(3, 5) => {
                format!("(store {})", self.terms([name, index, element], below))
            }
            Make::Array(_, element) if self.random.chance(1, 3) => {
                format!("((as const {}) {})", sort(name).0, self.term(element, below))
            }
            Make::Array(..) if name == "ii" && self.random.chance(1, 4) => {
                format!("(g {})", self.term("i", below))
            }
            Make::Data(constructors) if self.random.chance(3, 5) => self.built(name, constructors, below),
            Make::Int if self.random.chance(1, 3) => {
                format!("(+ {} {})", self.term("i", below), self.random.below(3))
            }
            Make::Int if self.sorts.contains(&"ii") && self.random.chance(1, 6) => {
                format!("(f {})", self.term("ii", below))
            }
            Make::Int if self.sorts.contains(&"si") && self.random.chance(1, 6) => {
                format!("(str.len {})", self.term("s", below))
            }
            Make::Text if self.random.chance(1, 3) => format!("(str.++ {})", self.terms(["s", "s"], below)),
            Make::Bool if self.random.chance(1, 2) => self.formula(below),
            _ => self.leaf(name),
        }
    }

    /// A constructor term, or an update.
    fn built(&mut self, name: &str, constructors: &'static [Constructor], depth: usize) -> String {
        let (constructor, fields) = *self.random.pick(constructors);
        if fields.is_empty() {
            return constructor.to_owned();
        }
        if self.random.chance(1, 5) {
            let (field, of) = *self.random.pick(fields);
            return format!("((_ update-field {field}) {})", self.terms([name, of], depth));
        }
        format!("({constructor} {})", self.terms(fields.iter().map(|(_, sort)| *sort), depth))
    }

    /// An element of an array, or a field, of this sort.
    fn read(&mut self, name: &str, depth: usize) -> Option<String> {
        let mut ways: Vec<(String, Vec<&str>)> = Vec::new();
        for of in self.sorts {
            match sort(of).1 {
                Make::Array(index, element) if element == name => {
                    ways.push(("select".to_owned(), vec![of, index]));
                }
                Make::Data(constructors) => {
                    let fields = constructors.iter().flat_map(|(_, fields)| fields.iter());
                    ways.extend(
                        fields
                            .filter(|(_, sort)| *sort == name)
                            .map(|(field, _)| ((*field).to_owned(), vec![*of])),
                    );
                }
                _ => {}
            }
        }
        let (head, args) = if ways.is_empty() { return None } else { self.random.pick(&ways).clone() };
        Some(format!("({head} {})", self.terms(args, depth)))
    }

    fn leaf(&mut self, name: &str) -> String {
        let literals: &[&str] = match sort(name).1 {
            Make::Bool => &["true", "false"],
            Make::Int => &["0", "1", "2"],
            Make::Text => &["\"\"", "\"a\"", "\"b\""],
            Make::Data([("e0", _), ..]) => &["e0", "e1", "e2"],
            _ => &[],
        };
        if literals.is_empty() || self.random.chance(3, 5) {
            return self.variable(name);
        }
        (*self.random.pick(literals)).to_owned()
    }

    fn formula(&mut self, depth: usize) -> String {
        if let Some(below) = depth.checked_sub(1)
            && self.random.chance(1, 3)
        {
            if self.random.chance(1, 2) {
                return format!("(not {})", self.formula(below));
            }
            let op = *self.random.pick(&["and", "or", "=>", "xor"]);
            return format!("({op} {} {})", self.formula(below), self.formula(below));
        }
        let name = *self.random.pick(self.sorts);
        let about = match sort(name).1 {
            Make::Array(index, element) => *self.random.pick(&[name, name, index, element]),
            Make::Data(constructors) if self.random.chance(1, 3) => {
                let constructor = self.random.pick(constructors).0;
                return format!("((_ is {constructor}) {})", self.term(name, depth));
            }
            _ => name,
        };
        let op = match sort(about).1 {
            Make::Int if self.random.chance(2, 5) => "<",
            _ => *self.random.pick(&["=", "=", "distinct"]),
        };
        format!("({op} {})", self.terms([about, about], depth))
    }
}
