//! Random problems about small bit-vectors, numbers and short words.

use tress_base::Random;

use super::plain::{Plain, Tree, Values};

/// What a problem mentions besides bit-vectors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Pure,
    Numbers,
    Words,
}

pub(super) const KINDS: [(Kind, &str); 3] =
    [(Kind::Pure, "bit-vectors"), (Kind::Numbers, "and numbers"), (Kind::Words, "and words")];

/// The values of the number and of the word.
const NUMBERS: std::ops::RangeInclusive<i64> = -5..=10;
const WORDS: [&str; 4] = ["", "a", "7", "ab"];

/// A problem: names with their sorts, what restricts them, and what is asserted.
pub(super) struct Drawn {
    pub(super) kind: usize,
    pub(super) names: Vec<(&'static str, String)>,
    widths: [u32; 2],
    pub(super) bounds: Vec<String>,
    pub(super) assertions: Vec<Tree>,
}

impl Drawn {
    /// All values that a name may have.
    pub(super) fn choices(&self, name: &str) -> Vec<Plain> {
        match name {
            "p" => vec![Plain::Bool(false), Plain::Bool(true)],
            "n" => NUMBERS.map(Plain::Int).collect(),
            "s" => WORDS.iter().map(|word| Plain::Text((*word).to_owned())).collect(),
            _ => {
                let width = self.widths[usize::from(name == "v")];
                (0..1 << width).map(|number| Plain::Bits(width, number)).collect()
            }
        }
    }

    /// Values under which everything holds.
    pub(super) fn solution(&self, place: usize, values: &mut Values) -> Option<Values> {
        let Some((name, _)) = self.names.get(place) else {
            return self.assertions.iter().all(|tree| tree.holds(values)).then(|| values.clone());
        };
        for choice in self.choices(name) {
            values.insert(name, choice);
            if let Some(found) = self.solution(place + 1, values) {
                return Some(found);
            }
        }
        None
    }
}

pub(super) fn draw(random: &mut Random) -> Drawn {
    let kind = random.below(KINDS.len());
    let most = if kind == 0 { 6 } else { 4 };
    let mut widths = [0; 2].map(|_| 1 + random.below(most) as u32);
    if random.chance(1, 8) {
        widths = [8, 1];
    }
    let sort = |width: u32| format!("(_ BitVec {width})");
    let mut names = vec![("u", sort(widths[0])), ("v", sort(widths[1])), ("p", "Bool".to_owned())];
    let mut bounds = Vec::new();
    if KINDS[kind].0 != Kind::Pure {
        names.push(("n", "Int".to_owned()));
        bounds.push(format!("(and (<= (- 5) n) (<= n {}))", NUMBERS.end()));
    }
    if KINDS[kind].0 == Kind::Words {
        names.push(("s", "String".to_owned()));
        let words: String = WORDS.iter().map(|word| format!(" (= s \"{word}\")")).collect();
        bounds.push(format!("(or{words})"));
    }
    let mut drawing = Drawing { random, widths, kind: KINDS[kind].0 };
    let count = 1 + drawing.random.below(4);
    let assertions = (0..count).map(|_| drawing.truth(3)).collect();
    Drawn { kind, names, widths, bounds, assertions }
}

struct Drawing<'a> {
    random: &'a mut Random,
    widths: [u32; 2],
    kind: Kind,
}

const TESTS: [&str; 15] = [
    "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge", "bvuaddo", "bvsaddo", "bvumulo",
    "bvsmulo", "bvusubo", "bvssubo", "bvsdivo",
];

const BINARY: [&str; 17] = [
    "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvadd", "bvsub", "bvmul", "bvudiv", "bvurem",
    "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr",
];

fn app(op: &'static str, args: Vec<Tree>) -> Tree {
    Tree::Apply(op, Vec::new(), args)
}

impl Drawing<'_> {
    fn truth(&mut self, depth: usize) -> Tree {
        let width = if self.random.chance(1, 2) { self.widths[self.random.below(2)] } else { self.width() };
        let deeper = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 1 } else { 12 }) {
            0 if self.random.chance(1, 2) => Tree::Name("p"),
            1 => app("not", vec![self.truth(deeper)]),
            2 => {
                let op = self.random.pick::<&str>(&["and", "or", "xor", "=>"]);
                app(op, vec![self.truth(deeper), self.truth(deeper)])
            }
            3 => app("ite", vec![self.truth(deeper), self.truth(deeper), self.truth(deeper)]),
            4 => app("bvnego", vec![self.bits(width, deeper)]),
            5..=7 => {
                let op = self.random.pick::<&str>(&["=", "distinct"]);
                app(op, vec![self.bits(width, deeper), self.bits(width, deeper)])
            }
            8 | 9 if self.kind != Kind::Pure => {
                let op = self.random.pick::<&str>(&["=", "<", "<="]);
                app(op, vec![self.number(deeper), self.number(deeper)])
            }
            _ => {
                let op = self.random.pick::<&str>(&TESTS);
                app(op, vec![self.bits(width, deeper), self.bits(width, deeper)])
            }
        }
    }

    fn width(&mut self) -> u32 {
        1 + self.random.below(8) as u32
    }

    fn bits(&mut self, width: u32, depth: usize) -> Tree {
        if depth == 0 {
            return self.leaf(width);
        }
        let deeper = depth - 1;
        match self.random.below(12) {
            0 => app(self.random.pick::<&str>(&["bvnot", "bvneg"]), vec![self.bits(width, deeper)]),
            1 => app("ite", vec![self.truth(deeper), self.bits(width, deeper), self.bits(width, deeper)]),
            2 if width >= 2 => {
                let first = 1 + self.random.below(width as usize - 1) as u32;
                app("concat", vec![self.bits(first, deeper), self.bits(width - first, deeper)])
            }
            3 => self.reshaped(width, deeper),
            4 if width == 1 => {
                let inner = self.width();
                app("bvcomp", vec![self.bits(inner, deeper), self.bits(inner, deeper)])
            }
            5 | 6 if self.kind != Kind::Pure => Tree::Apply("int2bv", vec![width], vec![self.number(deeper)]),
            _ => app(
                self.random.pick::<&str>(&BINARY),
                vec![self.bits(width, deeper), self.bits(width, deeper)],
            ),
        }
    }

    fn reshaped(&mut self, width: u32, depth: usize) -> Tree {
        match self.random.below(4) {
            0 => {
                let inner = width + self.random.below(9 - width as usize) as u32;
                let low = self.random.below((inner - width) as usize + 1) as u32;
                Tree::Apply("extract", vec![low + width - 1, low], vec![self.bits(inner, depth)])
            }
            1 => {
                let inner = 1 + self.random.below(width as usize) as u32;
                let op = self.random.pick::<&str>(&["zero_extend", "sign_extend"]);
                Tree::Apply(op, vec![width - inner], vec![self.bits(inner, depth)])
            }
            2 => {
                let inner = if width.is_multiple_of(2) { width / 2 } else { 1 };
                Tree::Apply("repeat", vec![width / inner], vec![self.bits(inner, depth)])
            }
            _ => {
                let op = self.random.pick::<&str>(&["rotate_left", "rotate_right"]);
                Tree::Apply(op, vec![self.random.below(10) as u32], vec![self.bits(width, depth)])
            }
        }
    }

    fn leaf(&mut self, width: u32) -> Tree {
        let fitting: Vec<&'static str> = ["u", "v"]
            .into_iter()
            .zip(self.widths)
            .filter(|(_, own)| *own == width)
            .map(|(name, _)| name)
            .collect();
        if !fitting.is_empty() && self.random.chance(3, 4) {
            return Tree::Name(self.random.pick::<&str>(&fitting));
        }
        // A symbol of another width is cut or extended.
        let place = self.random.below(2);
        let (name, own) = (["u", "v"][place], self.widths[place]);
        match self.random.below(3) {
            0 | 1 if own > width => Tree::Apply("extract", vec![width - 1, 0], vec![Tree::Name(name)]),
            0 | 1 if own < width => Tree::Apply("zero_extend", vec![width - own], vec![Tree::Name(name)]),
            _ => Tree::Value(Plain::Bits(width, self.random.next_u64() & ((1 << width) - 1))),
        }
    }

    fn number(&mut self, depth: usize) -> Tree {
        let width = self.widths[self.random.below(2)];
        let deeper = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 3 } else { 9 }) {
            0 => Tree::Value(Plain::Int(self.random.between(-4, 20))),
            1 | 2 if self.kind == Kind::Words && self.random.chance(1, 2) => {
                app(self.random.pick::<&str>(&["str.len", "str.to_code"]), vec![Tree::Name("s")])
            }
            1 | 2 => Tree::Name("n"),
            3 => app(self.random.pick::<&str>(&["+", "-"]), vec![self.number(deeper), self.number(deeper)]),
            4 => {
                let factor = Tree::Value(Plain::Int(self.random.between(-3, 5)));
                app("*", vec![factor, self.number(deeper)])
            }
            5 => app("ite", vec![self.truth(deeper), self.number(deeper), self.number(deeper)]),
            6 => app("sbv_to_int", vec![self.bits(width, deeper)]),
            _ => app("bv2nat", vec![self.bits(width, deeper)]),
        }
    }
}
