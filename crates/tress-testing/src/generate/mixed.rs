//! Random formulas about strings, arrays, records and bit-vectors together, as text: tables of records by
//! name, maps from strings to bytes, codes of characters as bits.
//!
//! Nothing depends on what the standard leaves open: selectors are guarded.

use tress_base::Random;

use super::compound::{Kind, Writer};

/// What mixed formulas mention; to be read before them.
pub const MIXED_DECLARATIONS: &str =
    "(declare-datatypes ((Color 0) (Tree 0) (Entry 0)) (((red) (green) (blue)) \
    ((leaf) (node (left Tree) (label Int) (shade Color) (right Tree))) \
    ((gone) (entry (name String) (code (_ BitVec 8)) (place Int)))))
(declare-const p Bool)
(declare-const m Int)
(declare-const n Int)
(declare-const v (_ BitVec 3))
(declare-const byte0 (_ BitVec 8))
(declare-const byte1 (_ BitVec 8))
(declare-const y String)
(declare-const z String)
(declare-const c Color)
(declare-const d (Array String String))
(declare-const e (Array String String))
(declare-const a (Array Int Int))
(declare-const b (Array Int Int))
(declare-const entry0 Entry)
(declare-const entry1 Entry)
(declare-const table0 (Array String Entry))
(declare-const table1 (Array String Entry))
(declare-const codes0 (Array String (_ BitVec 8)))
(declare-const codes1 (Array String (_ BitVec 8)))
";

/// Languages of memberships.
const LANGUAGES: [&str; 4] = [
    "(re.+ (re.range \"a\" \"c\"))",
    "(re.* (str.to_re \"ab\"))",
    "(re.++ re.allchar (re.opt (str.to_re \"b\")))",
    "(re.comp (re.++ re.all (str.to_re \"a\") re.all))",
];

/// A formula about the mixed constants.
pub fn mixed_formula(random: &mut Random, depth: usize) -> String {
    Writer { random, is_open: true, is_mixed: true }.term(Kind::Bool, depth)
}

impl Writer<'_> {
    /// A term of a mixed problem, where this kind has operators of its own there.
    pub(super) fn mixed(&mut self, kind: Kind, depth: usize) -> Option<String> {
        Some(match kind {
            Kind::Bool => self.mixed_truth(depth),
            Kind::Int => self.mixed_int(depth),
            Kind::Bits(8) => self.byte(depth),
            Kind::Bits(3) => match self.random.below(3) {
                0 => self.apply("(_ extract 2 0)", &[Kind::Bits(8)], depth),
                1 => self.apply("(_ int_to_bv 3)", &[Kind::Int], depth),
                _ => self.apply("bvadd", &[Kind::Bits(3); 2], depth),
            },
            Kind::Str => self.mixed_word(depth),
            Kind::Entry => match self.random.below(3) {
                0 => self.apply("entry", &[Kind::Str, Kind::Bits(8), Kind::Int], depth),
                _ => self.apply("select", &[Kind::Table, Kind::Str], depth),
            },
            Kind::Table => self.apply("store", &[Kind::Table, Kind::Str, Kind::Entry], depth),
            Kind::Codes => self.apply("store", &[Kind::Codes, Kind::Str, Kind::Bits(8)], depth),
            _ => return None,
        })
    }

    fn mixed_truth(&mut self, depth: usize) -> String {
        let all = [
            Kind::Str,
            Kind::Int,
            Kind::Bits(8),
            Kind::Bits(3),
            Kind::Entry,
            Kind::Table,
            Kind::Codes,
            Kind::Dict,
            Kind::Ints,
        ];
        match self.random.below(12) {
            0 => self.apply("<", &[Kind::Int; 2], depth),
            1 => {
                let op = self.pick(&["bvult", "bvsle", "bvuge"]);
                self.apply(op, &[Kind::Bits(8); 2], depth)
            }
            2 => {
                let op = self.pick(&["str.prefixof", "str.contains", "str.suffixof"]);
                self.apply(op, &[Kind::Str; 2], depth)
            }
            3 => {
                let language = self.pick(&LANGUAGES);
                format!("(str.in_re {} {language})", self.term(Kind::Str, depth))
            }
            4 => self.apply("(_ is entry)", &[Kind::Entry], depth),
            5 => {
                let op = self.pick(&["and", "or", "xor", "=>"]);
                self.apply(op, &[Kind::Bool; 2], depth)
            }
            _ => {
                let kind = *self.random.pick(&all);
                let op = self.pick(&["=", "=", "distinct"]);
                self.apply(op, &[kind; 2], depth)
            }
        }
    }

    fn mixed_int(&mut self, depth: usize) -> String {
        match self.random.below(8) {
            0 => self.apply("+", &[Kind::Int; 2], depth),
            1 => self.apply("str.len", &[Kind::Str], depth),
            2 => self.apply("str.to_code", &[Kind::Str], depth),
            3 => self.apply("ubv_to_int", &[Kind::Bits(8)], depth),
            4 => self.apply("select", &[Kind::Ints, Kind::Int], depth),
            5 => self.of_entry("place", "0", depth),
            6 => format!("(str.indexof {} 0)", [Kind::Str; 2].map(|kind| self.term(kind, depth)).join(" ")),
            _ => self.apply("sbv_to_int", &[Kind::Bits(3)], depth),
        }
    }

    fn byte(&mut self, depth: usize) -> String {
        match self.random.below(8) {
            0 => self.apply("bvadd", &[Kind::Bits(8); 2], depth),
            1 => {
                let op = self.pick(&["bvand", "bvor", "bvxor", "bvshl"]);
                self.apply(op, &[Kind::Bits(8); 2], depth)
            }
            2 => {
                let word = self.term(Kind::Str, depth);
                format!("((_ int_to_bv 8) (str.to_code {word}))")
            }
            3 => self.apply("(_ zero_extend 5)", &[Kind::Bits(3)], depth),
            4 => self.of_entry("code", "#x00", depth),
            5 => self.apply("(_ int_to_bv 8)", &[Kind::Int], depth),
            _ => self.apply("select", &[Kind::Codes, Kind::Str], depth),
        }
    }

    fn mixed_word(&mut self, depth: usize) -> String {
        match self.random.below(8) {
            0 => self.apply("str.++", &[Kind::Str; 2], depth),
            1 => self.apply("str.at", &[Kind::Str, Kind::Int], depth),
            2 => self.apply("str.substr", &[Kind::Str, Kind::Int, Kind::Int], depth),
            3 => self.apply("str.replace", &[Kind::Str; 3], depth),
            4 => {
                let byte = self.term(Kind::Bits(8), depth);
                format!("(str.from_code (ubv_to_int {byte}))")
            }
            5 => self.of_entry("name", "\"\"", depth),
            _ => self.apply("select", &[Kind::Dict, Kind::Str], depth),
        }
    }

    /// The field of an entry, or else a literal.
    fn of_entry(&mut self, selector: &str, other: &str, depth: usize) -> String {
        let entry = self.term(Kind::Entry, depth);
        format!("(let ((x {entry})) (ite ((_ is entry) x) ({selector} x) {other}))")
    }
}
