//! Problems that are much too large: the test of limits checks a few, `cargo lab giants` many.

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
#[allow(dead_code, reason = "only the test asks for them")]
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
        giant("copies 20000", 500, 200, copies_of(20_000)),
        giant("defined truth 30", 500, 200, nested_truth(30)),
        giant("defined words 40", 500, 200, nested_words(40)),
        giant("conversion 30000", 500, 200, squared(30_000)),
        giant("constants 2000", 500, 200, enumeration(2000)),
        giant("open escapes 100000", 500, 200, with_literal("contains", &"\\u{".repeat(100_000))),
    ]
}

/// One of any kind.
pub(crate) fn random(random: &mut Random) -> Giant {
    let (milliseconds, mebibytes) = (20 + random.below(200) as u64, 30 + random.below(120) as u64);
    let (name, text) = match random.below(30) {
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
        13 => sized("numerals", random, 6, numerals),
        14 => sized("copies", random, 5, copies),
        15 | 16 => sized("contained", random, 4, contained),
        17 | 18 => sized("defined", random, 2, defined),
        19 | 20 => sized("conversion", random, 5, conversion),
        21 => sized("vectors", random, 4, vectors),
        22 => sized("constants", random, 4, constants),
        23 => sized("escapes", random, 6, escapes),
        24 => sized("stores", random, 4, stores),
        25 => sized("records", random, 4, records),
        26 => sized("sequence", random, 4, sequence),
        27 => sized("bound", random, 3, bound),
        28 => sized("pattern", random, 4, pattern),
        _ => sized("polynomial", random, 3, polynomial),
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

/// A word that is many copies of itself, and something more.
fn copies_of(count: usize) -> String {
    format!("{}(assert (= x0 (str.++ {} x1)))", declared(2), "x0 ".repeat(count))
}

/// Concatenations of many copies of few words.
fn copies(count: usize, random: &mut Random) -> String {
    let few = 1 + random.below(3);
    let mut side = || (0..count).map(|_| format!("x{}", random.below(few))).collect::<Vec<_>>().join(" ");
    let (left, right) = (side(), side());
    match random.below(4) {
        0 => copies_of(count),
        1 => format!("{}(assert (= (str.++ {left} \"a\") (str.++ \"a\" {right})))", declared(few)),
        2 => format!("{}(assert (not (= (str.++ {left}) (str.++ {right}))))", declared(few)),
        _ => format!(
            "{}(assert (str.< (str.++ {left}) (str.++ {right})))(assert (not (= x0 \"\")))",
            declared(few)
        ),
    }
}

/// Long concatenations of words that facts tell, one of them in the other.
fn contained(count: usize, random: &mut Random) -> String {
    let word = "f".repeat(1 + random.below(100));
    let known = *random.pick(&[
        "(and (str.<= x0 \"W\") (str.<= \"W\" x0))",
        "(= (str.compare x0 \"W\") 0)",
        "(= (str.++ \"a\" x0) \"aW\")",
        "(str.in_re x0 (re.+ (str.to_re \"W\")))",
    ]);
    let mut side =
        |count: usize| (0..=count).map(|_| format!("x{}", random.below(2))).collect::<Vec<_>>().join(" ");
    let (hay, needle) = (side(count), side(count / 2));
    format!(
        "{}(assert {})(assert (= (str.len x1) {}))(assert (str.contains (str.++ {hay} \"1\") (str.++ {needle} \"1\")))",
        declared(2),
        known.replace('W', &word),
        word.len()
    )
}

/// Functions that call the one before several times.
fn nested(count: usize, sort: &str, first: &str, next: &str, fact: &str) -> String {
    let mut text = format!("{}(define-fun f0 ((a {sort}) (b {sort})) {sort} {first})", declared(2));
    for n in 1..=count {
        let body = next.replace('F', &format!("f{}", n - 1));
        let _ = write!(text, "(define-fun f{n} ((a {sort}) (b {sort})) {sort} {body})");
    }
    text + &fact.replace('F', &format!("f{count}"))
}

fn nested_truth(count: usize) -> String {
    let fact = "(assert (F (= x0 x1) (str.contains x0 x1)))";
    nested(count, "Bool", "(xor a b)", "(F (F a b) (F b (not a)))", fact)
}

fn nested_words(count: usize) -> String {
    nested(count, "String", "(str.++ a b)", "(F (F a b) (F b a))", "(assert (= (F x0 x1) \"ab\"))")
}

fn defined(count: usize, random: &mut Random) -> String {
    match random.below(4) {
        0 => nested_truth(count),
        1 => nested_words(count),
        2 => {
            let fact = "(assert (= (F (str.len x0) 3) 7))";
            nested(count, "Int", "(ite (> a b) (- a b) (+ a 1))", "(F (F a b) (F b (+ a 1)))", fact)
        }
        _ => {
            let fact = "(assert (str.in_re x0 (F (str.to_re \"a\") (str.to_re \"b\"))))";
            nested(count, "RegLan", "(re.++ a b)", "(F (F a b) (re.* (F b a)))", fact)
        }
    }
}

fn squared(width: usize) -> String {
    let (low, high) = (format!("((_ int_to_bv {width}) n)"), format!("((_ int_to_bv {width}) (* n n))"));
    format!("(declare-const n Int)(assert (= {low} {high}))(assert (> n 1))")
}

/// Numbers of many bits.
fn conversion(width: usize, random: &mut Random) -> String {
    let width = width.min(60_000);
    let names = format!("(declare-const n Int)(declare-const m Int)(declare-const v (_ BitVec {width}))");
    match random.below(4) {
        0 => squared(width),
        1 => format!("{names}(assert (= (ubv_to_int v) (* n n)))(assert (> n 7))"),
        2 => format!("{names}(assert (= v ((_ int_to_bv {width}) (+ n m))))(assert (> (sbv_to_int v) n))"),
        _ => format!("{names}(assert (= (ubv_to_int (bvnot v)) n))(assert (= (mod n 7) 3))"),
    }
}

/// Operators on wide vectors.
fn vectors(width: usize, random: &mut Random) -> String {
    let op = *random.pick(&["bvmul", "bvudiv", "bvurem", "bvadd", "bvshl", "bvsdiv"]);
    let names = ["u", "v", "w"].map(|name| format!("(declare-const {name} (_ BitVec {width}))")).concat();
    format!("{names}(assert (= w ({op} u v)))(assert (bvult u v))(assert (bvugt (bvadd u v) w))")
}

fn enumeration(count: usize) -> String {
    let list = (0..count).map(|n| format!("(c{n})")).collect::<Vec<_>>().join(" ");
    format!("(declare-datatype E ({list}))(declare-const e E)(declare-const f E)(assert (not (= e f)))")
}

/// Datatypes with many constants.
fn constants(count: usize, random: &mut Random) -> String {
    let text = enumeration(count);
    let at = random.below(count);
    match random.below(4) {
        0 => text,
        1 => format!("{text}(assert (or ((_ is c{at}) e) (= f c0)))"),
        2 => {
            let names = (0..100).map(|n| format!("(declare-const e{n} E)")).collect::<String>();
            let list = (0..100).map(|n| format!("e{n}")).collect::<Vec<_>>().join(" ");
            format!("{text}{names}(assert (distinct {list}))")
        }
        _ => format!(
            "{text}(declare-const a (Array E String))(assert (not (= (select a e) (select a c{at}))))"
        ),
    }
}

/// Literals that are written with escapes.
fn escapes(count: usize, random: &mut Random) -> String {
    let one = *random.pick(&["\\u{", "\\u{41}", "\\u0041", "\\u{2FFFF}", "\\\\", "\"\"", "\\u{4\\u"]);
    let op = *random.pick(&["contains", "prefixof", "indexof_var", "less", "replace"]);
    with_literal(op, &one.repeat(count / 4))
}

/// An array that is written to again and again.
fn stores(count: usize, random: &mut Random) -> String {
    let index = if random.chance(1, 2) { "(str.len x0)" } else { "i" };
    let mut term = "a".to_owned();
    for n in 0..count {
        term = format!("(store {term} (+ {index} {n}) x{})", n % 3);
    }
    format!(
        "{}(declare-const i Int)(declare-const a (Array Int String))(declare-const b (Array Int String))\
         (assert (= b {term}))(assert (not (= (select b 3) x0)))(assert (not (= a b)))",
        declared(3)
    )
}

/// A datatype with many fields.
fn records(count: usize, random: &mut Random) -> String {
    let sort = *random.pick(&["String", "Int", "R"]);
    let fields = (0..count).map(|n| format!("(s{n} {sort})")).collect::<String>();
    format!(
        "(declare-datatype R ((none) (make {fields})))(declare-const r R)(declare-const q R)\
         (assert (not (= r q)))(assert ((_ is make) r))(assert (= (s0 r) (s{} q)))",
        count - 1
    )
}

/// Sequences of many elements.
fn sequence(count: usize, random: &mut Random) -> String {
    let units = (0..count).map(|n| format!("(seq.unit {})", n % 7)).collect::<Vec<_>>().join(" ");
    let fact = *random.pick(&[
        "(= (seq.++ s t) S)",
        "(seq.contains (seq.++ s S t) (seq.++ t s))",
        "(= (seq.nth (seq.++ s S) i) 9)",
        "(= (seq.replace s t S) (seq.rev s))",
    ]);
    format!(
        "(declare-const s (Seq Int))(declare-const t (Seq Int))(declare-const i Int)\
         (assert {})(assert (> (seq.len s) 2))",
        fact.replace('S', &format!("(seq.++ {units})"))
    )
}

/// Quantifiers over many variables.
fn bound(count: usize, random: &mut Random) -> String {
    let sort = *random.pick(&["Int", "String"]);
    let list = (0..count).map(|n| format!("(v{n} {sort})")).collect::<String>();
    let parts =
        (0..count).map(|n| format!("(= v{n} v{})", random.below(count).max(1) % (n + 1))).collect::<String>();
    format!(
        "(declare-fun p ({sort}) Bool)(assert (forall ({list}) (or {parts} (p v0))))(assert (exists ({list}) (and {parts})))"
    )
}

/// Patterns of other dialects that are large.
fn pattern(count: usize, random: &mut Random) -> String {
    let text = match random.below(4) {
        0 => format!("(a{{1,{count}}}b){{1,{count}}}"),
        1 => "(a|b?c)*".repeat(count),
        2 => format!("{}a{}", "(".repeat(count), ")*".repeat(count)),
        _ => (0..count).map(|n| format!("w{n}|")).collect(),
    };
    format!(
        "(declare-const s String)(assert (str.in_re s (re.from_java \"{text}\")))(assert (> (str.len s) 100))"
    )
}

/// A product of many sums.
fn polynomial(count: usize, random: &mut Random) -> String {
    let names = ["k", "m", "n"].map(|name| format!("(declare-const {name} Int)")).concat();
    let sums = (0..count)
        .map(|n| format!("(+ {} {n})", random.pick(&["k", "m", "n"])))
        .collect::<Vec<_>>()
        .join(" ");
    format!("{names}(assert (= (* {sums}) (* k m n)))(assert (> k m n 2))(assert (= (mod (* k n) 7) 3))")
}
