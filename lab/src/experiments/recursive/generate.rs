//! Random recursive functions of the kinds that people write, and assertions about them.

use tress_base::Random;

use super::plain::{Function, Plain, Tree, Values, op, text};

/// A problem.
pub(super) struct Drawn {
    pub(super) functions: Vec<Function>,
    /// What should hold, besides the restrictions of variables.
    pub(super) assertions: Vec<Tree>,
    /// The variables.
    pub(super) names: Vec<&'static str>,
    /// Are variables restricted to small values?
    pub(super) is_bounded: bool,
    /// Do calls with negative numbers never end? Then such a call has any value, and no model shows it.
    pub(super) is_endless: bool,
}

/// Characters of words.
const LETTERS: [&str; 3] = ["a", "b", "c"];
/// Largest number that is tried, and longest word.
pub(super) const MOST: i64 = 6;
pub(super) const LONGEST: usize = 3;

/// The sort of a variable.
pub(super) fn sort(name: &str) -> &'static str {
    if name == "x" || name == "y" { "String" } else { "Int" }
}

/// The restriction of a variable, as text.
pub(super) fn bound(name: &str) -> String {
    if sort(name) == "String" {
        format!("(str.in_re {name} ((_ re.loop 0 {LONGEST}) (re.range \"a\" \"c\")))")
    } else {
        format!("(and (<= 0 {name}) (<= {name} {MOST}))")
    }
}

fn n() -> Tree {
    Tree::Name("n")
}

fn s() -> Tree {
    Tree::Name("s")
}

fn int(value: i64) -> Tree {
    Tree::Int(value)
}

fn letter(random: &mut Random) -> Tree {
    text(LETTERS[random.below(LETTERS.len())])
}

/// A function of a number, calling itself with smaller ones.
fn of_number(random: &mut Random, own: usize, other: usize) -> (&'static str, Tree) {
    let less = |by: i64| op("-", &[n(), int(by)]);
    let call = |function: usize, by: i64| Tree::Call(function, vec![less(by)]);
    let small = random.between(-1, 3);
    let stop = op("<=", &[n(), int(0)]);
    match random.below(6) {
        0 => ("Int", op("ite", &[stop, int(small), op("+", &[n(), call(own, 1)])])),
        1 => ("Int", op("ite", &[stop, int(small), op("-", &[op("*", &[int(2), n()]), call(own, 1)])])),
        2 => {
            let two = op("+", &[call(own, 1), call(own, 2)]);
            ("Int", op("ite", &[op("<", &[n(), int(2)]), op("+", &[n(), int(small)]), two]))
        }
        3 => {
            let step = random.between(1, 3);
            ("Bool", op("ite", &[stop, op("=", &[n(), int(0)]), call(other, step)]))
        }
        4 => {
            let part =
                op("ite", &[op("=", &[op("mod", &[n(), int(2)]), int(0)]), letter(random), letter(random)]);
            let parts = if random.chance(1, 2) { [part, call(own, 1)] } else { [call(own, 1), part] };
            ("String", op("ite", &[stop, text(""), op("str.++", &parts)]))
        }
        _ => {
            let even = op("=", &[op("mod", &[n(), int(3)]), int(0)]);
            (
                "Int",
                op(
                    "ite",
                    &[stop, int(1), op("ite", &[even, call(own, 1), op("*", &[int(2), call(own, 1)])])],
                ),
            )
        }
    }
}

/// A function of a word, calling itself with what is left of it.
fn of_word(random: &mut Random, own: usize, other: usize) -> (&'static str, Tree) {
    let last = op("-", &[op("str.len", &[s()]), int(1)]);
    let (at, rest) = match random.chance(2, 3) {
        true => (op("str.at", &[s(), int(0)]), op("str.substr", &[s(), int(1), last])),
        false => (op("str.at", &[s(), last.clone()]), op("str.substr", &[s(), int(0), last])),
    };
    let call = |function: usize| Tree::Call(function, vec![rest.clone()]);
    let is = |random: &mut Random| op("=", &[at.clone(), letter(random)]);
    let ended = op("=", &[s(), text("")]);
    match random.below(7) {
        0 => {
            let (yes, no) = (random.between(-1, 3), random.between(0, 2));
            let value = op("ite", &[is(random), int(yes), int(no)]);
            ("Int", op("ite", &[ended, int(random.between(0, 1)), op("+", &[value, call(own)])]))
        }
        1 => {
            let image = op("ite", &[is(random), letter(random), at.clone()]);
            let parts = if random.chance(1, 2) { [image, call(own)] } else { [call(own), image] };
            ("String", op("ite", &[ended, text(""), op("str.++", &parts)]))
        }
        2 => {
            let kept = op("str.++", &[at.clone(), call(own)]);
            ("String", op("ite", &[ended, text(""), op("ite", &[is(random), call(own), kept])]))
        }
        3 => {
            let name = if random.chance(1, 2) { "and" } else { "or" };
            let none = op("=", &[int(0), int(i64::from(name == "or"))]);
            let negated = op("not", &[is(random)]);
            ("Bool", op("ite", &[ended, none, op(name, &[negated, call(own)])]))
        }
        4 => {
            let twice = op("*", &[int(2), call(own)]);
            let value = op("ite", &[is(random), int(1), int(0)]);
            ("Int", op("ite", &[ended, int(0), op("+", &[value, twice])]))
        }
        5 => ("Bool", op("ite", &[ended, op("=", &[int(0), int(0)]), op("not", &[call(other)])])),
        _ => {
            let twice = op("str.++", &[at.clone(), at.clone()]);
            let image = op("ite", &[is(random), twice, letter(random)]);
            ("String", op("ite", &[ended, text(""), op("str.++", &[image, call(own)])]))
        }
    }
}

/// A function with an index into a word, or one of two words.
fn of_two(random: &mut Random, own: usize) -> Function {
    let (i, t) = (Tree::Name("i"), Tree::Name("t"));
    let parameters = vec![("s", "String"), ("i", "Int")];
    let next = Tree::Call(own, vec![s(), op("+", &[i.clone(), int(1)])]);
    let at = op("str.at", &[s(), i.clone()]);
    let ended = op("<=", &[op("str.len", &[s()]), i.clone()]);
    let is = op("=", &[at.clone(), letter(random)]);
    match random.below(3) {
        0 => {
            let value = op("ite", &[is, int(1), int(0)]);
            let body = op("ite", &[ended, int(0), op("+", &[value, next])]);
            Function { name: "", parameters, result: "Int", body }
        }
        1 => {
            let image = op("ite", &[is, letter(random), at]);
            let body = op("ite", &[ended, text(""), op("str.++", &[image, next])]);
            Function { name: "", parameters, result: "String", body }
        }
        _ => {
            let rest = |word: &Tree| {
                op(
                    "str.substr",
                    &[word.clone(), int(1), op("-", &[op("str.len", std::slice::from_ref(word)), int(1)])],
                )
            };
            let first = |word: &Tree| op("str.at", &[word.clone(), int(0)]);
            let same = op("ite", &[op("=", &[first(&s()), first(&t)]), int(1), int(0)]);
            let both = Tree::Call(own, vec![rest(&s()), rest(&t)]);
            let ended = op("or", &[op("=", &[s(), text("")]), op("=", &[t, text("")])]);
            let body = op("ite", &[ended, int(0), op("+", &[same, both])]);
            Function { name: "", parameters: vec![("s", "String"), ("t", "String")], result: "Int", body }
        }
    }
}

/// Two functions, which may call each other, and whether they do so without end for negative numbers.
fn functions(random: &mut Random) -> (Vec<Function>, bool) {
    let mut found: Vec<Function> = Vec::new();
    for (own, name) in ["f", "g"].into_iter().enumerate() {
        let mut function = match random.below(5) {
            0 => of_two(random, own),
            1 | 2 => {
                let (result, body) = of_number(random, own, own);
                Function { name, parameters: vec![("n", "Int")], result, body }
            }
            _ => {
                let (result, body) = of_word(random, own, own);
                Function { name, parameters: vec![("s", "String")], result, body }
            }
        };
        function.name = name;
        found.push(function);
    }
    let mut is_endless = false;
    if random.chance(1, 5) {
        // Two that take turns.
        is_endless = random.chance(1, 2);
        let stop = op(if is_endless { "=" } else { "<=" }, &[n(), int(0)]);
        let turns = |is_true: bool, other: usize| {
            let less = op("-", &[n(), int(1)]);
            let value = op("=", &[int(0), int(i64::from(!is_true))]);
            op("ite", &[stop.clone(), value, Tree::Call(other, vec![less])])
        };
        for (own, name) in ["f", "g"].into_iter().enumerate() {
            let body = turns(own == 0, 1 - own);
            found[own] = Function { name, parameters: vec![("n", "Int")], result: "Bool", body };
        }
    }
    (found, is_endless)
}

/// A call with variables for arguments, sometimes with more.
fn call(random: &mut Random, functions: &[Function], number: usize) -> Tree {
    let mut words = vec!["x", "y"];
    let args = functions[number].parameters.iter().map(|(name, sort)| match (*name, *sort) {
        ("i", _) => int(random.between(0, 1)),
        (_, "Int") if random.chance(1, 4) => op("+", &[Tree::Name("k"), int(random.between(-1, 2))]),
        (_, "Int") => Tree::Name(["k", "m"][random.below(2)]),
        _ => {
            let name = words.remove(random.below(words.len()));
            match random.chance(1, 5) {
                true => op("str.++", &[Tree::Name(name), letter(random)]),
                false => Tree::Name(name),
            }
        }
    });
    let args = args.collect();
    Tree::Call(number, args)
}

/// An atom about a call, with a value that it can have or one next to it.
fn atom(random: &mut Random, functions: &[Function]) -> Tree {
    let number = random.below(functions.len());
    let left = call(random, functions, number);
    let result = functions[number].result;
    let other = (0..functions.len()).find(|other| *other != number && functions[*other].result == result);
    if let Some(other) = other
        && random.chance(1, 4)
    {
        return op("=", &[left, call(random, functions, other)]);
    }
    let mut values = Values::new();
    for name in ["x", "y", "k", "m"] {
        let is_word = sort(name) == "String";
        let value = if is_word { Plain::Text(word(random)) } else { Plain::Int(random.between(0, MOST)) };
        values.insert(name, value);
    }
    match left.value(functions, &values, 0) {
        Some(Plain::Int(value)) => {
            let value = int(value + random.between(-1, 1) * random.between(0, 1));
            match random.below(4) {
                0 => op("<", &[value, left]),
                1 => op("<", &[left, value]),
                _ => op("=", &[left, value]),
            }
        }
        Some(Plain::Text(mut value)) => {
            if random.chance(1, 4) {
                value.push('b');
            }
            op("=", &[left, text(&value)])
        }
        _ => left,
    }
}

fn word(random: &mut Random) -> String {
    (0..random.below(LONGEST + 1)).map(|_| *random.pick(&LETTERS)).collect()
}

/// A random problem.
pub(super) fn draw(random: &mut Random) -> Drawn {
    let (functions, is_endless) = functions(random);
    let mut assertions = Vec::new();
    for _ in 0..1 + random.below(3) {
        let mut formula = atom(random, &functions);
        if random.chance(1, 4) {
            formula = op("not", &[formula]);
        }
        if random.chance(1, 5) {
            let other = atom(random, &functions);
            formula = op(["or", "and", "=>"][random.below(3)], &[formula, other]);
        }
        assertions.push(formula);
    }
    let mut names = Vec::new();
    assertions.iter().for_each(|assertion| assertion.names(&mut names));
    Drawn { functions, assertions, names, is_bounded: random.chance(3, 4), is_endless }
}
