//! The sizes of types.
//!
//! Enters: all sources. Leaves: every type with its fields and the methods of all its blocks, those
//! of traits included, wherever the blocks stand.

use std::collections::BTreeSet;

use super::items;
use super::resolve::Crate;
use super::source::Source;

/// A type and its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Type {
    pub(super) package: String,
    pub(super) room: String,
    pub(super) path: String,
    pub(super) name: String,
    pub(super) fields: usize,
    pub(super) variants: usize,
    pub(super) methods: usize,
    pub(super) blocks: usize,
    /// Files that hold its blocks.
    pub(super) files: usize,
}

/// All types, crate by crate, the largest first.
pub(super) fn types(sources: &[Source<'_>]) -> Vec<Type> {
    let packages: BTreeSet<&str> = sources.iter().map(|source| source.package).collect();
    let mut found: Vec<Type> = packages.into_iter().flat_map(|package| of_crate(sources, package)).collect();
    let key = |one: &Type| (one.package.clone(), usize::MAX - one.fields - one.methods, one.name.clone());
    found.sort_by_cached_key(key);
    found
}

fn of_crate(sources: &[Source<'_>], package: &str) -> Vec<Type> {
    let whole = Crate::new(sources, package);
    let blocks = whole.blocks();
    let mut found = Vec::new();
    for (place, file) in whole.files.iter().enumerate() {
        for declared in items::types(&file.code) {
            let own = blocks.get(&(place, declared.name)).map_or(&[][..], Vec::as_slice);
            found.push(Type {
                package: package.to_owned(),
                room: file.source.room().to_owned(),
                path: file.source.path.to_owned(),
                name: declared.name.to_owned(),
                fields: declared.fields,
                variants: declared.variants,
                methods: own.iter().map(|(_, block)| block.methods.len()).sum(),
                blocks: own.len(),
                files: own.iter().map(|(file, _)| file).collect::<BTreeSet<_>>().len(),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::source::{Text, sources};
    use super::*;

    #[test]
    fn methods_of_all_files_count_for_their_own_type_only() {
        let texts = Text::files(&[
            ("a/mod.rs", "pub struct T { x: u8, y: u8 } impl T { fn one() {} } enum Small { A }"),
            (
                "a/b.rs",
                "use super::T; impl T { fn two() {} fn three() {} } impl Clone for T { fn clone() {} }",
            ),
            ("c.rs", "struct T(u8); impl T { fn other() {} }"),
        ]);
        let found = types(&sources(&texts));
        let sizes: Vec<_> = found
            .iter()
            .map(|found| {
                (
                    found.path.as_str(),
                    found.name.as_str(),
                    found.fields,
                    found.methods,
                    found.blocks,
                    found.files,
                )
            })
            .collect();
        assert_eq!(
            sizes,
            [("a/mod.rs", "T", 2, 4, 3, 2), ("c.rs", "T", 1, 1, 1, 1), ("a/mod.rs", "Small", 0, 0, 0, 0)]
        );
    }
}
