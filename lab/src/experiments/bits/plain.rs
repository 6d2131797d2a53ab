//! Formulas about small bit-vectors, and what they mean, in plain machine numbers.

use std::collections::BTreeMap;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Plain {
    Bool(bool),
    /// The width, and the number without sign.
    Bits(u32, u64),
    Int(i64),
    Text(String),
}

/// Values by name.
pub(super) type Values = BTreeMap<&'static str, Plain>;

/// A formula or term.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Value(Plain),
    Name(&'static str),
    Apply(&'static str, Vec<u32>, Vec<Tree>),
}

fn mask(width: u32) -> u64 {
    (1 << width) - 1
}

fn signed(width: u32, number: u64) -> i64 {
    let number = number as i64;
    if number >> (width - 1) & 1 == 1 { number - (1 << width) } else { number }
}

fn bits(width: u32, number: i64) -> Plain {
    Plain::Bits(width, number as u64 & mask(width))
}

impl Tree {
    /// In SMT-LIB.
    pub(super) fn text(&self) -> String {
        match self {
            Tree::Value(Plain::Bool(truth)) => truth.to_string(),
            Tree::Value(Plain::Bits(width, number)) => {
                format!("#b{number:0width$b}", width = *width as usize)
            }
            Tree::Value(Plain::Int(number)) if *number < 0 => format!("(- {})", -number),
            Tree::Value(Plain::Int(number)) => number.to_string(),
            Tree::Value(Plain::Text(text)) => format!("\"{text}\""),
            Tree::Name(name) => (*name).to_owned(),
            Tree::Apply(op, indices, args) => {
                let numerals: String = indices.iter().map(|index| format!(" {index}")).collect();
                let head = if indices.is_empty() { (*op).to_owned() } else { format!("(_ {op}{numerals})") };
                let args: String = args.iter().map(|arg| format!(" {}", arg.text())).collect();
                format!("({head}{args})")
            }
        }
    }

    /// The value; trees are as deep as they were generated.
    pub(super) fn value(&self, values: &Values) -> Plain {
        match self {
            Tree::Value(value) => value.clone(),
            Tree::Name(name) => values[name].clone(),
            Tree::Apply(op, indices, args) => {
                let args: Vec<Plain> = args.iter().map(|arg| arg.value(values)).collect();
                apply(op, indices, &args)
            }
        }
    }

    pub(super) fn holds(&self, values: &Values) -> bool {
        self.value(values) == Plain::Bool(true)
    }
}

fn apply(op: &str, indices: &[u32], args: &[Plain]) -> Plain {
    use Plain::{Bits, Bool, Int, Text};
    match args {
        [Bool(condition), then, other] if op == "ite" => if *condition { then } else { other }.clone(),
        [a, b] if op == "=" => Bool(a == b),
        [a, b] if op == "distinct" => Bool(a != b),
        [Bool(a)] => Bool(!a),
        [Bool(a), Bool(b)] => Bool(match op {
            "and" => *a && *b,
            "or" => *a || *b,
            "xor" => a != b,
            _ => !a || *b,
        }),
        [Int(n)] if op == "int2bv" => bits(indices[0], *n),
        [Int(a), Int(b)] => match op {
            "+" => Int(a + b),
            "-" => Int(a - b),
            "*" => Int(a * b),
            "<" => Bool(a < b),
            _ => Bool(a <= b),
        },
        [Text(text)] if op == "str.len" => Int(text.len() as i64),
        [Text(text)] => Int(if text.len() == 1 { i64::from(text.as_bytes()[0]) } else { -1 }),
        [Bits(width, a)] => unary(op, indices, *width, *a),
        [Bits(width, a), Bits(other, b)] if op == "concat" => Bits(width + other, a << other | b),
        [Bits(width, a), Bits(_, b)] => binary(op, *width, *a, *b),
        _ => unreachable!("{op} is not drawn for {args:?}"),
    }
}

fn unary(op: &str, indices: &[u32], width: u32, a: u64) -> Plain {
    let by = indices.first().copied().unwrap_or(0);
    match op {
        "bvnot" => bits(width, !(a as i64)),
        "bvneg" => bits(width, -(a as i64)),
        "bvnego" => Plain::Bool(a == 1 << (width - 1)),
        "bv2nat" => Plain::Int(a as i64),
        "sbv_to_int" => Plain::Int(signed(width, a)),
        "extract" => bits(by - indices[1] + 1, (a >> indices[1]) as i64),
        "zero_extend" => bits(width + by, a as i64),
        "sign_extend" => bits(width + by, signed(width, a)),
        "rotate_left" => bits(width, (a << (by % width) | a >> ((width - by % width) % width)) as i64),
        "rotate_right" => bits(width, (a >> (by % width) | a << ((width - by % width) % width)) as i64),
        "repeat" => Plain::Bits(width * by, (0..by).fold(0, |whole, _| whole << width | a)),
        _ => unreachable!("{op} is not drawn"),
    }
}

fn binary(op: &str, width: u32, a: u64, b: u64) -> Plain {
    let (x, y) = (a as i64, b as i64);
    let (s, t) = (signed(width, a), signed(width, b));
    let overflows = |number: i64| number != signed(width, number as u64 & mask(width));
    let truth = match op {
        "bvult" => a < b,
        "bvule" => a <= b,
        "bvugt" => a > b,
        "bvuge" => a >= b,
        "bvslt" => s < t,
        "bvsle" => s <= t,
        "bvsgt" => s > t,
        "bvsge" => s >= t,
        "bvuaddo" => a + b > mask(width),
        "bvsaddo" => overflows(s + t),
        "bvumulo" => a * b > mask(width),
        "bvsmulo" => overflows(s * t),
        "bvusubo" => a < b,
        "bvssubo" => overflows(s - t),
        "bvsdivo" => t == -1 && overflows(-s),
        _ => return bits_of(op, width, (a, b), (x, y), (s, t)),
    };
    Plain::Bool(truth)
}

fn bits_of(op: &str, width: u32, (a, b): (u64, u64), (x, y): (i64, i64), (s, t): (i64, i64)) -> Plain {
    let far = b >= u64::from(width);
    let number = match op {
        "bvand" => x & y,
        "bvor" => x | y,
        "bvxor" => x ^ y,
        "bvnand" => !(x & y),
        "bvnor" => !(x | y),
        "bvxnor" => !(x ^ y),
        "bvadd" => x + y,
        "bvsub" => x - y,
        "bvmul" => x * y,
        "bvudiv" => a.checked_div(b).map_or(-1, |quotient| quotient as i64),
        "bvurem" => a.checked_rem(b).map_or(x, |rest| rest as i64),
        "bvsdiv" if t == 0 => {
            if s < 0 {
                1
            } else {
                -1
            }
        }
        "bvsdiv" => s / t,
        "bvsrem" if t == 0 => s,
        "bvsrem" => s % t,
        "bvsmod" if t == 0 => s,
        "bvsmod" => ((s % t) + t) % t,
        "bvshl" | "bvlshr" if far => 0,
        "bvshl" => x << y,
        "bvlshr" => x >> y,
        "bvashr" => s >> if far { 62 } else { y },
        "bvcomp" => return Plain::Bits(1, u64::from(a == b)),
        _ => unreachable!("{op} is not drawn"),
    };
    bits(width, number)
}
