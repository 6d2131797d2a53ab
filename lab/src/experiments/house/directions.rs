//! Who uses whom: between files, and between the parts of a room.
//!
//! Enters: the files of a crate. Leaves: which file uses which and why, and the cycles. A file uses
//! the files that its paths lead to, and those that define the methods it calls on `self` or names
//! with their type.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::cycles;
use super::items::Block;
use super::paths;
use super::resolve::Crate;

/// Which file uses which, with what it names there.
pub(super) type Uses = BTreeMap<(usize, usize), BTreeSet<String>>;

/// A part of a room: a folder, or a file that stands directly in the room's folder. The face of
/// the room, its `mod.rs`, is no part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub(super) room: String,
    pub(super) name: String,
    pub(super) is_folder: bool,
}

/// Parts of one room that all lead to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cycle {
    pub(super) parts: Vec<Part>,
    /// Pairs of which each uses the other, with the two files that show each direction.
    pub(super) pairs: Vec<[Use; 2]>,
}

/// One file using another, as an example of the use between their parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) parts: [String; 2],
    pub(super) files: (usize, usize),
}

impl Cycle {
    /// Is a folder among its parts?
    pub(super) fn has_folder(&self) -> bool {
        self.parts.iter().any(|part| part.is_folder)
    }
}

/// Which file of a crate uses which.
pub(super) fn uses(whole: &Crate<'_>) -> Uses {
    let blocks = whole.blocks();
    let mut found = Uses::new();
    for (place, file) in whole.files.iter().enumerate() {
        for import in &file.imports {
            // A face that only passes a name on does not use it.
            let used = !import.passed_on || file.code.iter().any(|token| token.is(import.name));
            if let Some((to, _)) = whole.target(place, &import.path).filter(|_| used) {
                add(&mut found, place, to, import.path.join("::"));
            }
        }
        for path in paths::paths(&file.code) {
            let Some((to, name)) = whole.target(place, &path) else { continue };
            add(&mut found, place, to, path.join("::"));
            // `Type::method` also leads to where the method is.
            let own = name.and_then(|name| blocks.get(&(to, name))).map_or(&[][..], Vec::as_slice);
            for home in path.last().map_or(Vec::new(), |method| homes(own, method, place)) {
                add(&mut found, place, home, path.join("::"));
            }
        }
    }
    for own in blocks.values() {
        for (place, block) in own {
            for method in &block.calls {
                let homes = homes(own, method, *place).into_iter();
                homes.for_each(|home| add(&mut found, *place, home, format!("self.{method}()")));
            }
        }
    }
    found
}

fn add(uses: &mut Uses, from: usize, to: usize, what: String) {
    if from != to {
        uses.entry((from, to)).or_default().insert(what);
    }
}

/// The files that define a method of a type; none when the file that asks does so itself.
fn homes(blocks: &[(usize, Block<'_>)], method: &str, from: usize) -> Vec<usize> {
    let defining = blocks.iter().filter(|(_, block)| block.methods.contains(&method));
    let homes: Vec<usize> = defining.map(|(home, _)| *home).collect();
    if homes.contains(&from) { Vec::new() } else { homes }
}

/// The groups of files that all lead to each other.
pub(super) fn file_cycles(whole: &Crate<'_>, uses: &Uses) -> Vec<Vec<usize>> {
    cycles(whole.files.len(), &uses.keys().copied().collect())
}

/// The part of its room that a file belongs to. A file beside a folder of its name is the face of
/// that folder and belongs to it.
fn part(whole: &Crate<'_>, file: usize) -> Option<Part> {
    let module = &whole.files[file].source.module;
    let [room, name, ..] = module.as_slice() else { return None };
    let inside = format!("{room}/{name}/");
    let is_folder = whole.files.iter().any(|other| other.source.path.starts_with(&inside));
    Some(Part { room: room.clone(), name: name.clone(), is_folder })
}

/// The cycles between the parts of each room.
pub(super) fn part_cycles(whole: &Crate<'_>, uses: &Uses) -> Vec<Cycle> {
    let of_file: Vec<Option<Part>> = (0..whole.files.len()).map(|file| part(whole, file)).collect();
    let parts: Vec<&Part> = of_file.iter().flatten().collect::<BTreeSet<_>>().into_iter().collect();
    let mut edges: BTreeMap<(usize, usize), (usize, usize)> = BTreeMap::new();
    for (from, to) in uses.keys() {
        let (Some(one), Some(other)) = (&of_file[*from], &of_file[*to]) else { continue };
        let number = |part: &Part| parts.binary_search(&part).ok();
        if let (Some(first), Some(second)) = (number(one), number(other))
            && one.room == other.room
            && first != second
        {
            edges.entry((first, second)).or_insert((*from, *to));
        }
    }
    let groups = cycles(parts.len(), &edges.keys().copied().collect());
    groups.into_iter().map(|group| cycle(&parts, &edges, &group)).collect()
}

fn cycle(parts: &[&Part], edges: &BTreeMap<(usize, usize), (usize, usize)>, group: &[usize]) -> Cycle {
    let example = |from: usize, to: usize| {
        let names = [parts[from].name.clone(), parts[to].name.clone()];
        edges.get(&(from, to)).map(|files| Use { parts: names, files: *files })
    };
    let mut pairs = Vec::new();
    for (place, one) in group.iter().enumerate() {
        for other in &group[place + 1..] {
            if let (Some(there), Some(back)) = (example(*one, *other), example(*other, *one)) {
                pairs.push([there, back]);
            }
        }
    }
    Cycle { parts: group.iter().map(|place| parts[*place].clone()).collect(), pairs }
}

#[cfg(test)]
mod tests {
    use super::super::source::{Text, sources};
    use super::*;

    /// The uses between files as text, and the cycles of parts by their names.
    fn look(files: &[(&str, &str)]) -> (Vec<String>, Vec<Vec<String>>, usize) {
        let texts = Text::files(files);
        let sources = sources(&texts);
        let whole = Crate::new(&sources, "tress");
        let found = uses(&whole);
        let path = |file: usize| whole.files[file].source.path;
        let cycles = part_cycles(&whole, &found);
        let names = |cycle: &Cycle| cycle.parts.iter().map(|part| part.name.clone()).collect();
        (
            found.keys().map(|(from, to)| format!("{} {}", path(*from), path(*to))).collect(),
            cycles.iter().map(names).collect(),
            cycles.iter().map(|cycle| cycle.pairs.len()).sum(),
        )
    }

    #[test]
    fn methods_in_other_files_are_uses() {
        let (found, cycles, pairs) = look(&[
            ("r/a.rs", "use super::t::T; impl T { fn a(&self) { self.b() } }"),
            ("r/b.rs", "use super::t::T; impl T { fn b(&self) { self.c(); self.b() } fn c(&self) {} }"),
            ("r/mod.rs", "mod a; mod b; mod t; pub use t::T;"),
            ("r/t.rs", "pub struct T;"),
        ]);
        assert_eq!(found, ["r/a.rs r/b.rs", "r/a.rs r/t.rs", "r/b.rs r/t.rs"]);
        assert_eq!((cycles.len(), pairs), (0, 0));
    }

    #[test]
    fn methods_named_with_their_type_are_uses() {
        let (found, ..) = look(&[
            ("r/a.rs", "use super::T; impl T { fn a(&self) {} fn c() {} }"),
            ("r/mod.rs", "mod a; pub struct T; const STEPS: &[fn(&T)] = &[T::a];"),
        ]);
        assert_eq!(found, ["r/a.rs r/mod.rs", "r/mod.rs r/a.rs"]);
        let (found, ..) =
            look(&[("r/a.rs", "impl super::T { fn a() {} }"), ("r/mod.rs", "pub struct T; T::b")]);
        assert_eq!(found, ["r/a.rs r/mod.rs"]);
    }

    #[test]
    fn folders_that_use_each_other_are_a_cycle() {
        let (_, cycles, pairs) = look(&[
            ("r/a/mod.rs", "mod x;"),
            ("r/a/x.rs", "use crate::r::b::B; pub struct A;"),
            ("r/b.rs", "mod y; pub struct B;"),
            ("r/b/y.rs", "fn f() { super::super::a::x::A; }"),
            ("r/c.rs", "use super::a::x::A; use super::F;"),
            ("r/mod.rs", "use c::C; pub struct F;"),
        ]);
        assert_eq!((cycles, pairs), (vec![vec!["a".to_owned(), "b".to_owned()]], 1));
    }

    #[test]
    fn one_direction_and_uses_inside_of_a_folder_are_no_cycle() {
        let (found, cycles, _) = look(&[
            ("r/mod.rs", "mod a; mod b;"),
            ("r/a/mod.rs", "mod x; mod y;"),
            ("r/a/x.rs", "use super::y::Y; use crate::r::b::B; pub struct X;"),
            ("r/a/y.rs", "use super::x::X; pub struct Y;"),
            ("r/b.rs", "pub struct B;"),
            ("s/b.rs", "use crate::r::a::x::X;"),
        ]);
        assert_eq!((found.len(), cycles.len()), (4, 0));
    }

    #[test]
    fn cycles_of_files_are_told_from_those_with_folders() {
        let texts = Text::files(&[
            ("r/a.rs", "use super::b::B; pub struct A;"),
            ("r/b.rs", "use super::a::A; pub struct B;"),
        ]);
        let sources = sources(&texts);
        let whole = Crate::new(&sources, "tress");
        let found = uses(&whole);
        assert_eq!(file_cycles(&whole, &found), [[0, 1]]);
        let cycles = part_cycles(&whole, &found);
        assert!(cycles.len() == 1 && !cycles[0].has_folder());
    }
}
