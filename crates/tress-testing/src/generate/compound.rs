//! Random terms and formulas over arrays, datatypes, bit-vectors and sequences, as text.
//!
//! Nothing depends on what the standard leaves open: selectors and positions are guarded.

use tress_base::Random;

/// What the terms mention; to be read before them.
pub const DATATYPES: &str = "(declare-datatypes ((Color 0) (Tree 0)) (((red) (green) (blue)) \
    ((leaf) (node (left Tree) (label Int) (shade Color) (right Tree)))))";

/// The sorts of the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Truth values.
    Bool,
    /// Whole numbers.
    Int,
    /// Bit-vectors of this width.
    Bits(usize),
    /// `(Array Int Int)`.
    Ints,
    /// `(Array Bool (_ BitVec 2))`: four values at two indices.
    Flags,
    /// `(Array (_ BitVec 2) Bool)`: two values at four indices.
    Few,
    /// `(Seq Int)`.
    Seq,
    /// `(Seq (_ BitVec 2))`.
    Bytes,
    /// Words.
    Str,
    /// `(Array String String)`.
    Dict,
    /// An enumeration.
    Color,
    /// A recursive datatype.
    Tree,
    /// Records with a name, a code and a place; only in mixed problems, as are the kinds below.
    Entry,
    /// `(Array String Entry)`.
    Table,
    /// `(Array String (_ BitVec 8))`.
    Codes,
}

/// Constants that problems mention; to be read before them and behind the datatypes.
pub const CONSTANTS: &str = "(declare-const p Bool)(declare-const m Int)(declare-const n Int)\
    (declare-const v (_ BitVec 3))(declare-const w (_ BitVec 2))(declare-const a (Array Int Int))\
    (declare-const b (Array Int Int))(declare-const f (Array Bool (_ BitVec 2)))(declare-const g (Array (_ BitVec 2) Bool))\
    (declare-const s (Seq Int))(declare-const u (Seq Int))(declare-const y String)(declare-const z String)(declare-const d (Array String String))\
    (declare-const e (Array String String))(declare-const c Color)(declare-const t Tree)(declare-const r Tree)\
    (declare-fun h (Tree) (_ BitVec 2))(declare-fun k ((Array Int Int) (Seq Int)) Color)";

/// A term of this kind whose operators nest at most so deep.
pub fn compound_term(random: &mut Random, kind: Kind, depth: usize) -> String {
    Writer { random, is_open: false, is_mixed: false }.term(kind, depth)
}

/// A formula about the constants.
pub fn compound_formula(random: &mut Random, depth: usize) -> String {
    Writer { random, is_open: true, is_mixed: false }.term(Kind::Bool, depth)
}

pub(super) struct Writer<'random> {
    pub(super) random: &'random mut Random,
    /// Are there constants?
    pub(super) is_open: bool,
    /// Are there strings with arrays, records and bit-vectors, and no sequences?
    pub(super) is_mixed: bool,
}

impl Writer<'_> {
    pub(super) fn term(&mut self, kind: Kind, depth: usize) -> String {
        if depth == 0 {
            return self.literal(kind);
        }
        if self.random.chance(1, 12) {
            let parts = [Kind::Bool, kind, kind].map(|kind| self.term(kind, depth - 1));
            return format!("(ite {})", parts.join(" "));
        }
        if self.is_mixed
            && let Some(term) = self.mixed(kind, depth - 1)
        {
            return term;
        }
        match kind {
            Kind::Bool => self.truth(depth - 1),
            Kind::Int => self.int(depth - 1),
            Kind::Bits(width) => self.bits(width, depth - 1),
            Kind::Ints => self.apply("store", &[Kind::Ints, Kind::Int, Kind::Int], depth - 1),
            Kind::Flags => self.apply("store", &[Kind::Flags, Kind::Bool, Kind::Bits(2)], depth - 1),
            Kind::Few => self.apply("store", &[Kind::Few, Kind::Bits(2), Kind::Bool], depth - 1),
            Kind::Seq | Kind::Bytes => self.seq(kind, depth - 1),
            Kind::Str => match self.random.below(4) {
                0 => self.apply("str.++", &[Kind::Str; 2], depth - 1),
                1 => self.apply("str.at", &[Kind::Str, Kind::Int], depth - 1),
                _ => self.apply("select", &[Kind::Dict, Kind::Str], depth - 1),
            },
            Kind::Dict => self.apply("store", &[Kind::Dict, Kind::Str, Kind::Str], depth - 1),
            Kind::Color => self.guarded("node", "shade", "red", depth - 1),
            Kind::Tree => self.tree(depth - 1),
            Kind::Entry | Kind::Table | Kind::Codes => self.literal(kind),
        }
    }

    pub(super) fn apply(&mut self, op: &str, kinds: &[Kind], depth: usize) -> String {
        let args: Vec<String> = kinds.iter().map(|kind| self.term(*kind, depth)).collect();
        format!("({op} {})", args.join(" "))
    }

    pub(super) fn pick<'a>(&mut self, names: &[&'a str]) -> &'a str {
        self.random.pick::<&str>(names)
    }

    /// A constant of this kind, if there is one.
    fn constant(&mut self, kind: Kind) -> Option<&'static str> {
        let names: &[&'static str] = match kind {
            Kind::Bool => &["p"],
            Kind::Int => &["m", "n"],
            Kind::Bits(3) => &["v"],
            Kind::Bits(2) => &["w", "(h t)", "(h r)"],
            Kind::Ints => &["a", "b"],
            Kind::Flags => &["f"],
            Kind::Few => &["g"],
            Kind::Seq => &["s", "u"],
            Kind::Str => &["y", "z"],
            Kind::Dict => &["d", "e"],
            Kind::Color => &["c", "(k a s)", "(k b u)"],
            Kind::Tree => &["t", "r"],
            Kind::Entry => &["entry0", "entry1"],
            Kind::Table => &["table0", "table1"],
            Kind::Codes => &["codes0", "codes1"],
            Kind::Bits(8) if self.is_mixed => &["byte0", "byte1"],
            Kind::Bits(_) | Kind::Bytes => return None,
        };
        Some(self.pick(names))
    }

    pub(super) fn literal(&mut self, kind: Kind) -> String {
        if self.is_open
            && self.random.chance(2, 3)
            && let Some(name) = self.constant(kind)
        {
            return name.to_owned();
        }
        match kind {
            Kind::Bool => self.pick(&["true", "false"]).to_owned(),
            Kind::Int => self.pick(&["0", "1", "2", "3", "(- 1)", "5", "255"]).to_owned(),
            Kind::Bits(width) => {
                let bit = |random: &mut Random| if random.chance(1, 2) { '1' } else { '0' };
                format!("#b{}", (0..width).map(|_| bit(self.random)).collect::<String>())
            }
            // Not all solvers take constant arrays of unknowns.
            Kind::Ints if self.is_mixed => "((as const (Array Int Int)) 0)".to_owned(),
            Kind::Ints => format!("((as const (Array Int Int)) {})", self.literal(Kind::Int)),
            Kind::Flags => format!("((as const (Array Bool (_ BitVec 2))) {})", self.literal(Kind::Bits(2))),
            Kind::Few => format!("((as const (Array (_ BitVec 2) Bool)) {})", self.literal(Kind::Bool)),
            Kind::Seq | Kind::Bytes if self.random.chance(1, 4) => {
                let element = if kind == Kind::Seq { "Int" } else { "(_ BitVec 2)" };
                format!("(as seq.empty (Seq {element}))")
            }
            Kind::Seq => format!("(seq.unit {})", self.literal(Kind::Int)),
            Kind::Bytes => format!("(seq.unit {})", self.literal(Kind::Bits(2))),
            Kind::Str => self.pick(&["\"\"", "\"a\"", "\"b\"", "\"ab\""]).to_owned(),
            Kind::Dict if self.is_mixed => "((as const (Array String String)) \"a\")".to_owned(),
            Kind::Dict => format!("((as const (Array String String)) {})", self.literal(Kind::Str)),
            Kind::Color => self.pick(&["red", "green", "blue"]).to_owned(),
            Kind::Tree => "leaf".to_owned(),
            Kind::Entry => self.pick(&["gone", "(entry \"a\" #x61 0)", "(entry \"\" #x00 1)"]).to_owned(),
            Kind::Table => "((as const (Array String Entry)) gone)".to_owned(),
            Kind::Codes => "((as const (Array String (_ BitVec 8))) #x00)".to_owned(),
        }
    }

    /// The field of a node, or else a literal.
    pub(super) fn guarded(&mut self, constructor: &str, selector: &str, other: &str, depth: usize) -> String {
        let tree = self.term(Kind::Tree, depth);
        format!("(let ((x {tree})) (ite ((_ is {constructor}) x) ({selector} x) {other}))")
    }

    fn tree(&mut self, depth: usize) -> String {
        match self.random.below(6) {
            0 => self.guarded("node", "left", "leaf", depth),
            1 => self.guarded("node", "right", "leaf", depth),
            _ => self.apply("node", &[Kind::Tree, Kind::Int, Kind::Color, Kind::Tree], depth),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        let seq = *self.random.pick(&[Kind::Seq, Kind::Bytes]);
        let all = [
            Kind::Bits(3),
            Kind::Ints,
            Kind::Flags,
            Kind::Few,
            Kind::Seq,
            Kind::Bytes,
            Kind::Str,
            Kind::Dict,
            Kind::Color,
            Kind::Tree,
        ];
        match self.random.below(9) {
            0 => {
                let op = self.pick(&["bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"]);
                self.apply(op, &[Kind::Bits(3); 2], depth)
            }
            1 => {
                let op =
                    self.pick(&["bvuaddo", "bvsaddo", "bvumulo", "bvsmulo", "bvusubo", "bvssubo", "bvsdivo"]);
                self.apply(op, &[Kind::Bits(4); 2], depth)
            }
            2 => {
                let op = self.pick(&["seq.contains", "seq.prefixof", "seq.suffixof"]);
                self.apply(op, &[seq; 2], depth)
            }
            3 => {
                let tester = self.pick(&["(_ is leaf)", "(_ is node)"]);
                self.apply(tester, &[Kind::Tree], depth)
            }
            4 => self.apply("select", &[Kind::Few, Kind::Bits(2)], depth),
            5 => self.apply("bvnego", &[Kind::Bits(3)], depth),
            6 => self.apply("str.prefixof", &[Kind::Str; 2], depth),
            _ => {
                let kind = *self.random.pick(&all);
                let op = self.pick(&["=", "distinct"]);
                self.apply(op, &[kind; 2], depth)
            }
        }
    }

    fn int(&mut self, depth: usize) -> String {
        let seq = *self.random.pick(&[Kind::Seq, Kind::Bytes]);
        match self.random.below(9) {
            0 => self.apply("+", &[Kind::Int; 2], depth),
            1 => self.apply("select", &[Kind::Ints, Kind::Int], depth),
            2 => self.apply("seq.len", &[seq], depth),
            3 => self.apply("seq.indexof", &[seq, seq, Kind::Int], depth),
            4 => self.guarded("node", "label", "0", depth),
            5 => self.apply("ubv_to_int", &[Kind::Bits(4)], depth),
            6 => self.apply("sbv_to_int", &[Kind::Bits(4)], depth),
            7 => self.apply("str.len", &[Kind::Str], depth),
            _ => {
                let (seq, at) = (self.term(Kind::Seq, depth), self.term(Kind::Int, depth));
                format!("(let ((x {seq}) (i {at})) (ite (and (<= 0 i) (< i (seq.len x))) (seq.nth x i) 0))")
            }
        }
    }

    fn bits(&mut self, width: usize, depth: usize) -> String {
        let same = Kind::Bits(width);
        match self.random.below(9) {
            0 => {
                let op = self.pick(&["bvnot", "bvneg"]);
                self.apply(op, &[same], depth)
            }
            1 => {
                let op = self.pick(&["bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor"]);
                self.apply(op, &[same; 2], depth)
            }
            2 => {
                let op = self.pick(&["bvadd", "bvsub", "bvmul", "bvshl", "bvlshr", "bvashr"]);
                self.apply(op, &[same; 2], depth)
            }
            3 | 4 => {
                let op = self.pick(&["bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"]);
                self.apply(op, &[same; 2], depth)
            }
            5 => self.apply(&format!("(_ int_to_bv {width})"), &[Kind::Int], depth),
            6 if width == 2 => self.apply("select", &[Kind::Flags, Kind::Bool], depth),
            6 if width > 1 => {
                let low = 1 + self.random.below(width - 1);
                self.apply("concat", &[Kind::Bits(width - low), Kind::Bits(low)], depth)
            }
            7 if width > 1 => {
                let op = self.pick(&["zero_extend", "sign_extend"]);
                let more = 1 + self.random.below(width - 1);
                self.apply(&format!("(_ {op} {more})"), &[Kind::Bits(width - more)], depth)
            }
            8 => {
                let (low, above) = (self.random.below(3), self.random.below(2));
                let extract = format!("(_ extract {} {low})", low + width - 1);
                self.apply(&extract, &[Kind::Bits(width + low + above)], depth)
            }
            _ if width == 1 => self.apply("bvcomp", &[Kind::Bits(3); 2], depth),
            _ if width.is_multiple_of(2) && self.random.chance(1, 2) => {
                self.apply("(_ repeat 2)", &[Kind::Bits(width / 2)], depth)
            }
            _ => {
                let op = self.pick(&["rotate_left", "rotate_right"]);
                let count = self.random.below(7);
                self.apply(&format!("(_ {op} {count})"), &[same], depth)
            }
        }
    }

    fn seq(&mut self, kind: Kind, depth: usize) -> String {
        let element = if kind == Kind::Seq { Kind::Int } else { Kind::Bits(2) };
        match self.random.below(9) {
            0 => self.apply("seq.unit", &[element], depth),
            1 => self.apply("seq.at", &[kind, Kind::Int], depth),
            2 => self.apply("seq.extract", &[kind, Kind::Int, Kind::Int], depth),
            3 => self.apply("seq.replace", &[kind; 3], depth),
            4 => self.apply("seq.replace_all", &[kind; 3], depth),
            5 => self.apply("seq.rev", &[kind], depth),
            6 => self.apply("seq.update", &[kind, Kind::Int, kind], depth),
            7 => self.apply("seq.++", &[kind; 3], depth),
            _ => self.apply("seq.++", &[kind; 2], depth),
        }
    }
}
