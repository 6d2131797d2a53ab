//! Recursive functions as trees, their text, and a plain interpreter: it follows the calls and nothing else.

use std::collections::HashMap;

/// A term of a function or of an assertion.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Int(i64),
    Text(String),
    /// A parameter or a variable.
    Name(&'static str),
    Op(&'static str, Vec<Tree>),
    Call(usize, Vec<Tree>),
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Plain {
    Bool(bool),
    Int(i64),
    Text(String),
}

/// A function with its parameters and their sorts.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) name: &'static str,
    pub(super) parameters: Vec<(&'static str, &'static str)>,
    pub(super) result: &'static str,
    pub(super) body: Tree,
}

/// Values of names.
pub(super) type Values = HashMap<&'static str, Plain>;

/// How deep calls and terms may nest before there is no value.
const MOST_DEPTH: usize = 600;

/// An operator on trees.
pub(super) fn op(name: &'static str, args: &[Tree]) -> Tree {
    Tree::Op(name, args.to_vec())
}

/// A word.
pub(super) fn text(word: &str) -> Tree {
    Tree::Text(word.to_owned())
}

impl Tree {
    /// The term in SMT-LIB.
    pub(super) fn text(&self, functions: &[Function]) -> String {
        let list = |head: &str, args: &[Tree]| {
            let args: Vec<String> = args.iter().map(|arg| arg.text(functions)).collect();
            format!("({head} {})", args.join(" "))
        };
        match self {
            Tree::Int(n) if *n < 0 => format!("(- {})", -n),
            Tree::Int(n) => n.to_string(),
            Tree::Text(word) => format!("\"{word}\""),
            Tree::Name(name) => (*name).to_owned(),
            Tree::Op(name, args) => list(name, args),
            Tree::Call(function, args) => list(functions[*function].name, args),
        }
    }

    /// The names that occur.
    pub(super) fn names(&self, found: &mut Vec<&'static str>) {
        match self {
            Tree::Name(name) if !found.contains(name) => found.push(name),
            Tree::Op(_, args) | Tree::Call(_, args) => args.iter().for_each(|arg| arg.names(found)),
            _ => {}
        }
    }

    /// The value. Returns `None` if it takes too many calls.
    pub(super) fn value(&self, functions: &[Function], values: &Values, depth: usize) -> Option<Plain> {
        if depth > MOST_DEPTH {
            return None;
        }
        let of = |tree: &Tree| tree.value(functions, values, depth + 1);
        Some(match self {
            Tree::Int(n) => Plain::Int(*n),
            Tree::Text(word) => Plain::Text(word.clone()),
            Tree::Name(name) => values.get(name)?.clone(),
            Tree::Op("ite", args) => return if truth(of(&args[0])?) { of(&args[1]) } else { of(&args[2]) },
            Tree::Op("and", args) => Plain::Bool(truth(of(&args[0])?) && truth(of(&args[1])?)),
            Tree::Op("or", args) => Plain::Bool(truth(of(&args[0])?) || truth(of(&args[1])?)),
            Tree::Op("=>", args) => Plain::Bool(!truth(of(&args[0])?) || truth(of(&args[1])?)),
            Tree::Op(name, args) => {
                let args: Vec<Plain> = args.iter().map(of).collect::<Option<_>>()?;
                applied(name, &args)?
            }
            Tree::Call(function, args) => {
                let function = &functions[*function];
                let names = function.parameters.iter().map(|(name, _)| *name);
                let args: Vec<Plain> = args.iter().map(of).collect::<Option<_>>()?;
                let values: Values = names.zip(args).collect();
                return function.body.value(functions, &values, depth + 1);
            }
        })
    }
}

fn truth(value: Plain) -> bool {
    value == Plain::Bool(true)
}

/// An operator on values; words are ASCII.
fn applied(name: &str, args: &[Plain]) -> Option<Plain> {
    Some(match (name, args) {
        ("=", [a, b]) => Plain::Bool(a == b),
        ("not", [Plain::Bool(a)]) => Plain::Bool(!a),
        ("+", [Plain::Int(a), Plain::Int(b)]) => Plain::Int(a.checked_add(*b)?),
        ("-", [Plain::Int(a), Plain::Int(b)]) => Plain::Int(a.checked_sub(*b)?),
        ("*", [Plain::Int(a), Plain::Int(b)]) => Plain::Int(a.checked_mul(*b)?),
        ("mod", [Plain::Int(a), Plain::Int(b)]) if *b != 0 => Plain::Int(a.rem_euclid(*b)),
        ("<", [Plain::Int(a), Plain::Int(b)]) => Plain::Bool(a < b),
        ("<=", [Plain::Int(a), Plain::Int(b)]) => Plain::Bool(a <= b),
        ("str.len", [Plain::Text(a)]) => Plain::Int(a.len() as i64),
        ("str.++", [Plain::Text(a), Plain::Text(b)]) => Plain::Text(format!("{a}{b}")),
        ("str.at", [Plain::Text(a), Plain::Int(i)]) => Plain::Text(part(a, *i, 1)),
        ("str.substr", [Plain::Text(a), Plain::Int(i), Plain::Int(n)]) => Plain::Text(part(a, *i, *n)),
        _ => return None,
    })
}

fn part(word: &str, from: i64, count: i64) -> String {
    if from < 0 || count <= 0 || from >= word.len() as i64 {
        return String::new();
    }
    let end = (from + count).min(word.len() as i64);
    word[from as usize..end as usize].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_followed_and_endless_ones_given_up() {
        let n = || Tree::Name("n");
        let less = op("-", &[n(), Tree::Int(1)]);
        let sum = op("+", &[n(), Tree::Call(0, vec![less.clone()])]);
        let body = op("ite", &[op("<=", &[n(), Tree::Int(0)]), Tree::Int(0), sum]);
        let function = |name, body| Function { name, parameters: vec![("n", "Int")], result: "Int", body };
        let functions = [function("f", body), function("g", Tree::Call(1, vec![less]))];
        let call = |number| Tree::Call(number, vec![Tree::Int(5)]).value(&functions, &Values::new(), 0);
        assert_eq!(call(0), Some(Plain::Int(15)));
        assert_eq!(call(1), None);
        assert_eq!(functions[1].body.text(&functions), "(g (- n 1))");
    }
}
