//! Problems that are much too large.

use std::fmt::Write;

use tress_base::Random;

/// A problem without its check, and the limits of that.
pub(crate) struct Giant {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) milliseconds: u64,
    pub(crate) mebibytes: u64,
}

fn giant(name: &str, milliseconds: u64, mebibytes: u64, text: String) -> Giant {
    Giant { name: name.to_owned(), text, milliseconds, mebibytes }
}

/// Those that were once too much.
pub(crate) fn known() -> Vec<Giant> {
    let mut random = Random::new(7);
    vec![
        giant("length 100000000", 200, 100, length(100_000_000)),
        giant("distinct 2000", 200, 100, distinct(2000, None)),
        giant("replace 60", 200, 100, nested_replace(60)),
        giant("lengths 100000", 200, 200, lengths(100_000)),
        giant("indexof 1000000", 200, 100, with_literal("indexof", &"a".repeat(1_000_000))),
        giant("replace_all 1000000", 200, 100, with_literal("replace_all", &letters(&mut random, 1_000_000))),
        giant("to_int 1000000", 200, 100, with_literal("to_int", &"7".repeat(1_000_000))),
        giant("from_int 1000000", 200, 100, with_literal("from_int", &"7".repeat(1_000_000))),
    ]
}

/// One of any kind.
pub(crate) fn random(random: &mut Random) -> Giant {
    let (milliseconds, mebibytes) = (20 + random.below(200) as u64, 30 + random.below(120) as u64);
    let (name, text) = match random.below(14) {
        0 => sized("length", random, 7, |size, _| length(size)),
        1 => sized("length in a language", random, 7, |size, random| {
            format!("{}(assert (str.in_re s {}))", length(size), language(random))
        }),
        2 => sized("distinct", random, 3, |size, random| {
            let length = random.chance(1, 2).then(|| 1 + random.below(3));
            distinct(size.min(5000), length)
        }),
        3 => sized("nested replace", random, 2, |size, _| nested_replace(size)),
        4 => sized("lengths", random, 5, |size, _| lengths(size)),
        5 | 6 => literal(random),
        7 => sized("equation", random, 3, equation),
        8 => sized("doubled", random, 2, |size, _| doubled(size)),
        9 => sized("words", random, 4, words),
        10 => sized("counters", random, 5, counters),
        11 => sized("clauses", random, 4, clauses),
        12 => sized("deep", random, 5, deep),
        _ => sized("numerals", random, 6, numerals),
    };
    giant(&name, milliseconds, mebibytes, text)
}

/// A problem of a size between a tenth of and all of the given power of ten, and its name.
fn sized(
    name: &str,
    random: &mut Random,
    power: u32,
    make: impl FnOnce(usize, &mut Random) -> String,
) -> (String, String) {
    let most = 10_usize.pow(power);
    let size = most / 10 + random.below(most);
    (format!("{name} {size}"), make(size, random))
}

fn letters(random: &mut Random, length: usize) -> String {
    (0..length).map(|_| char::from(b'a' + random.below(4) as u8)).collect()
}

fn length(size: usize) -> String {
    format!("(declare-const s String)(assert (= (str.len s) {size}))")
}

fn declared(count: usize) -> String {
    (0..count).fold(String::new(), |mut text, n| {
        let _ = write!(text, "(declare-const x{n} String)");
        text
    })
}

fn names(count: usize) -> String {
    (0..count).map(|n| format!("x{n}")).collect::<Vec<_>>().join(" ")
}

fn distinct(count: usize, length: Option<usize>) -> String {
    let mut text = format!("{}(assert (distinct {}))", declared(count), names(count));
    for n in 0..length.map_or(0, |_| count) {
        let _ = write!(text, "(assert (= (str.len x{n}) {}))", length.unwrap_or(0));
    }
    text
}

/// Each `replace` uses the one before twice.
fn nested_replace(depth: usize) -> String {
    let mut text = format!("{}(assert ", declared(3));
    let mut last = "x0".to_owned();
    for n in 0..depth {
        let _ = write!(text, "(let ((t{n} (str.replace {last} x1 {last})))");
        last = format!("t{n}");
    }
    let _ = write!(text, "(= x2 {last}){})(assert (not (= x2 x0)))", ")".repeat(depth));
    text
}

fn lengths(count: usize) -> String {
    (0..count).fold(declared(count), |mut text, n| {
        let _ = write!(text, "(assert (= (str.len x{n}) {}))", n % 50);
        text
    })
}

fn literal(random: &mut Random) -> (String, String) {
    let ops = [
        "indexof",
        "indexof_var",
        "replace_all",
        "replace",
        "to_int",
        "from_int",
        "contains",
        "prefixof",
        "rev",
        "replace_re",
        "in_re",
        "less",
        "to_lower",
        "substr",
    ];
    let op = *random.pick(&ops);
    let size = 100_000 + random.below(1_000_000);
    let word = match op {
        "to_int" | "from_int" => "7".repeat(size),
        _ if random.chance(1, 2) => "a".repeat(size),
        _ => letters(random, size),
    };
    (format!("{op} {size}"), with_literal(op, &word))
}

/// A function that meets a long literal.
fn with_literal(op: &str, word: &str) -> String {
    let fact = match op {
        "indexof" => format!("(> (str.indexof \"{word}b\" s i) 5)"),
        "indexof_var" => format!("(> (str.indexof s \"{word}b\" i) 5)"),
        "replace_all" => format!("(= t (str.replace_all \"{word}\" s \"xy\"))(> (str.len t) 5)"),
        "replace" => format!("(= t (str.replace \"{word}\" s \"xy\"))(> (str.len s) 5)"),
        "to_int" => format!("(= i (str.to_int (str.++ s \"{word}\")))(> i 5)"),
        "from_int" => format!("(= (str.from_int (+ i (str.to_int s))) \"{word}\")"),
        "contains" => format!("(str.contains (str.++ s \"{word}\" t) (str.++ \"b\" s \"a\"))(not (= s t))"),
        "prefixof" => format!("(str.prefixof \"{word}\" (str.++ s t))(> (str.len s) (str.len t))"),
        "rev" => format!("(= (str.rev s) (str.++ t \"{word}\"))"),
        "replace_re" => {
            format!("(= t (str.replace_re_all (str.++ s \"{word}\") (re.+ (str.to_re \"ab\")) s))")
        }
        "in_re" => format!(
            "(str.in_re (str.++ s \"{word}\" t) (re.* (re.union (str.to_re \"ab\") (str.to_re \"a\"))))"
        ),
        "less" => format!("(str.< s \"{word}\")(str.< t s)(> (str.len t) 10)"),
        "to_lower" => format!("(= (str.to_lower s) (str.++ \"{word}\" t))"),
        _ => format!("(= (str.substr (str.++ s \"{word}\") i 1000) t)(> (str.len t) 10)"),
    };
    // Several facts stand one after the other.
    format!("(declare-const s String)(declare-const t String)(declare-const i Int)(assert (and true {fact}))")
}

/// A concatenation of many strings equals another.
fn equation(count: usize, random: &mut Random) -> String {
    let mut sides = [String::new(), String::new()];
    for side in &mut sides {
        for _ in 0..count {
            if random.chance(1, 3) {
                let _ = write!(side, " \"{}\"", letters(random, 2));
            } else {
                let _ = write!(side, " x{}", random.below(count));
            }
        }
    }
    format!("{}(assert (= (str.++{}) (str.++{})))", declared(count), sides[0], sides[1])
}

/// A string doubled again and again.
fn doubled(depth: usize) -> String {
    let mut text = format!("{}(assert ", declared(2));
    let mut last = "x0".to_owned();
    for n in 0..depth {
        let _ = write!(text, "(let ((t{n} (str.++ {last} {last})))");
        last = format!("t{n}");
    }
    let _ = write!(text, "(= (str.++ x1 \"a\") {last}){})", ")".repeat(depth));
    text
}

fn language(random: &mut Random) -> String {
    let word = letters(random, 3);
    match random.below(4) {
        0 => format!("(re.* (str.to_re \"{word}\"))"),
        1 => format!("(re.++ re.all (str.to_re \"{word}\") ((_ re.^ 1000) re.allchar))"),
        2 => format!("(re.comp (re.++ re.all (str.to_re \"{word}\") re.all))"),
        _ => format!("(re.+ (re.union (str.to_re \"{word}\") (str.to_re \"ab\")))"),
    }
}

/// A union of many words, and a word that is not to be one of them.
fn words(count: usize, random: &mut Random) -> String {
    let mut list = String::new();
    for _ in 0..count {
        let _ = write!(list, " (str.to_re \"{}\")", letters(random, 12));
    }
    format!(
        "(declare-const s String)(assert (str.in_re s (re.* (re.union{list}))))\
         (assert (not (str.in_re s (re.++ (re.union{list}) re.all))))(assert (> (str.len s) 30))"
    )
}

fn counters(most: usize, random: &mut Random) -> String {
    let mut text = "(declare-const s String)".to_owned();
    for _ in 0..2 + random.below(3) {
        let (low, word) = (random.below(most), letters(random, 1));
        let high = low + random.below(most);
        let _ = write!(
            text,
            "(assert (str.in_re s (re.++ ((_ re.loop {low} {high}) (re.union (str.to_re \"{word}\") {})) re.all)))",
            language(random)
        );
    }
    text
}

fn clauses(count: usize, random: &mut Random) -> String {
    let names = 1 + count / 4;
    let mut text = declared(names);
    for _ in 0..count {
        let [a, b, c] = [(); 3].map(|()| random.below(names));
        let word = letters(random, 2);
        let _ = write!(
            text,
            "(assert (or (= x{a} (str.++ x{b} \"{word}\")) (str.prefixof \"{word}\" x{c}) (< (str.len x{b}) (str.len x{c}))))"
        );
    }
    text
}

fn deep(depth: usize, random: &mut Random) -> String {
    let (open, close) = *random.pick(&[
        ("(str.++ \"a\" ", ")"),
        ("(str.replace ", " \"ab\" \"b\")"),
        ("(str.from_int (+ 1 (str.to_int ", ")))"),
        ("(str.substr ", " 1 1000)"),
        ("(ite (= x1 x2) \"b\" ", ")"),
    ]);
    let term = format!("{}x0{}", open.repeat(depth), close.repeat(depth));
    format!("{}(assert (= x1 {term}))(assert (not (= x1 \"\")))", declared(3))
}

fn numerals(digits: usize, random: &mut Random) -> String {
    let numeral = "9".repeat(digits);
    let fact = match random.below(4) {
        0 => format!("(= (* i j) {numeral})(> i 1)(> j i)"),
        1 => format!("(= (str.to_int s) {numeral})(str.prefixof \"0\" s)"),
        2 => format!("(= s (str.from_int (* {numeral} i)))(> (str.len s) {digits})"),
        _ => format!("(= (mod {numeral} i) 7)(> i 10)"),
    };
    format!("(declare-const s String)(declare-const i Int)(declare-const j Int)(assert (and true {fact}))")
}
