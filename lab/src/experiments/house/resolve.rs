//! From paths to files: where a name of a crate is declared.
//!
//! Enters: the files of one crate. Leaves: for a path that stands in a file, the file that declares
//! what it names, also where other files pass the name on. Names of other crates lead nowhere.

use std::collections::{BTreeMap, BTreeSet};

use super::items::{self, Block};
use super::paths::{self, Import};
use super::source::Source;
use super::tokens::Token;

/// Through how many files a name may be passed on.
const LONGEST_WAY: usize = 12;

/// A file of a crate, read.
pub(super) struct File<'text> {
    pub(super) source: &'text Source<'text>,
    pub(super) imports: Vec<Import<'text>>,
    /// The tokens outside of imports.
    pub(super) code: Vec<Token<'text>>,
    names: BTreeSet<&'text str>,
}

/// A type, by the file that declares it and its name.
pub(super) type Owner<'text> = (usize, &'text str);

/// The files of one crate, each with its number.
pub(super) struct Crate<'text> {
    pub(super) files: Vec<File<'text>>,
    modules: BTreeMap<&'text [String], usize>,
}

impl<'text> Crate<'text> {
    /// The files of one crate among all sources.
    pub(super) fn new(sources: &'text [Source<'text>], package: &str) -> Self {
        let own = sources.iter().filter(|source| source.package == package);
        let mut whole = Self { files: Vec::new(), modules: BTreeMap::new() };
        for source in own {
            let (imports, code) = paths::imports(&source.tokens);
            whole.modules.entry(&source.module).or_insert(whole.files.len());
            whole.files.push(File { source, imports, names: items::names(&code), code });
        }
        whole
    }

    /// The file that declares what a path in the file `from` names, with the item's name; no name
    /// when the path is that of a module.
    pub(super) fn target(&self, from: usize, path: &[&'text str]) -> Option<(usize, Option<&'text str>)> {
        let (mut from, mut path) = (from, path.to_vec());
        for _ in 0..LONGEST_WAY {
            let (module, used) = self.descend(from, &path)?;
            let Some((item, inside)) = path[used..].split_first() else { return Some((module, None)) };
            let file = &self.files[module];
            if file.names.contains(item) {
                return Some((module, Some(item)));
            }
            if let Some(import) = file.imports.iter().find(|import| import.name == *item) {
                let onward = import.path.iter().chain(inside).copied().collect();
                (from, path) = (module, onward);
                continue;
            }
            let Some(file) = self.spread(module, item) else {
                // A macro may have declared what a module is asked for by its full path.
                return (used > 0).then_some((module, Some(*item)));
            };
            (from, path) = (file, path[used..].to_vec());
        }
        None
    }

    /// The module to which the first parts of a path lead, and how many parts these are.
    fn descend(&self, from: usize, path: &[&str]) -> Option<(usize, usize)> {
        let mut module: Vec<String> = self.files[from].source.module.clone();
        let mut used = 0;
        while let Some(part) = path.get(used) {
            let deeper: Vec<String> = module.iter().cloned().chain([(*part).to_owned()]).collect();
            match *part {
                "crate" => module.clear(),
                "self" => {}
                "super" => drop(module.pop()),
                _ if self.modules.contains_key(deeper.as_slice()) => module = deeper,
                _ => break,
            }
            used += 1;
        }
        // A file that is no module of its own, such as a program, still has its own names.
        let found = if used == 0 { Some(&from) } else { self.modules.get(module.as_slice()) };
        found.map(|file| (*file, used))
    }

    /// A file whose names are all brought into a module, and that has a name for the item.
    fn spread(&self, module: usize, item: &str) -> Option<usize> {
        let all = self.files[module].imports.iter().filter(|import| import.name == "*");
        let mut files = all.filter_map(|import| self.descend(module, &import.path)).map(|(file, _)| file);
        files.find(|file| {
            let file = &self.files[*file];
            file.names.contains(item) || file.imports.iter().any(|import| import.name == item)
        })
    }

    /// The blocks of methods of each type of this crate, with the files they stand in.
    pub(super) fn blocks(&self) -> BTreeMap<Owner<'text>, Vec<(usize, Block<'text>)>> {
        let mut found: BTreeMap<Owner<'_>, Vec<(usize, Block<'_>)>> = BTreeMap::new();
        for (place, file) in self.files.iter().enumerate() {
            for block in items::blocks(&file.code) {
                if let Some((owner, Some(name))) = self.target(place, &block.owner) {
                    found.entry((owner, name)).or_default().push((place, block));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::{Text, sources};
    use super::*;

    const FILES: [(&str, &str); 5] = [
        ("a/b.rs", "pub struct B; use super::c::*;"),
        ("a/c.rs", "pub struct C; use super::*; impl B { fn d(&self) {} }"),
        ("a/mod.rs", "mod b; mod c; pub use b::B; pub use c::C as Renamed; made! {}"),
        ("e.rs", "use crate::a::{B, Renamed}; use std::fmt; impl fmt::Display for B { fn fmt() {} }"),
        ("lib.rs", "mod a; mod e; use smallvec::smallvec;"),
    ];

    fn check(from: &str, path: &str, expected: Option<(&str, Option<&str>)>) {
        let texts = Text::files(&FILES);
        let sources = sources(&texts);
        let whole = Crate::new(&sources, "tress");
        let from = sources.iter().position(|source| source.path == from).expect("a file");
        let found = whole.target(from, &path.split("::").collect::<Vec<_>>());
        assert_eq!(found.map(|(file, name)| (sources[file].path, name)), expected, "{path}");
    }

    #[test]
    fn names_lead_to_their_file() {
        check("e.rs", "crate::a::b::B", Some(("a/b.rs", Some("B"))));
        check("a/c.rs", "super::b", Some(("a/b.rs", None)));
        check("a/mod.rs", "self::c::C", Some(("a/c.rs", Some("C"))));
        check("a/b.rs", "B::new", Some(("a/b.rs", Some("B"))));
    }

    #[test]
    fn names_that_are_passed_on_lead_to_their_file() {
        check("e.rs", "crate::a::B", Some(("a/b.rs", Some("B"))));
        check("e.rs", "Renamed::new", Some(("a/c.rs", Some("C"))));
        check("a/b.rs", "C", Some(("a/c.rs", Some("C"))));
    }

    #[test]
    fn names_of_macros_stay_with_the_module() {
        check("e.rs", "crate::a::Made", Some(("a/mod.rs", Some("Made"))));
    }

    #[test]
    fn other_crates_lead_nowhere() {
        check("e.rs", "fmt::Display", None);
        check("e.rs", "std::fmt", None);
        check("lib.rs", "smallvec", None);
    }

    #[test]
    fn blocks_are_found_over_files() {
        let texts = Text::files(&FILES);
        let sources = sources(&texts);
        let blocks = Crate::new(&sources, "tress").blocks();
        let found: Vec<_> = blocks.into_iter().map(|(owner, blocks)| (owner, blocks.len())).collect();
        // One of them is reached through `super::*`, which passes `b::B` on.
        assert_eq!(found, [((0, "B"), 2)]);
    }
}
