//! The run-time image of a JDK: `lib/modules`.
//!
//! A head, three tables and texts are followed by the classes. The format is described by OpenJDK's
//! `jdk.internal.jimage`; its hash tables are not used, because all rows are read once.

use std::path::Path;

use rustc_hash::FxHashMap;

use super::blob::{Blob, little};
use crate::error::SourceError;

const MAGIC: u64 = 0xcafe_dada;
/// The seven numbers at the beginning.
const HEAD: u64 = 28;

/// The kinds of attributes of a row.
mod kind {
    pub(super) const END: u8 = 0;
    pub(super) const MODULE: usize = 1;
    pub(super) const PARENT: usize = 2;
    pub(super) const BASE: usize = 3;
    pub(super) const EXTENSION: usize = 4;
    pub(super) const OFFSET: usize = 5;
    pub(super) const COMPRESSED: usize = 6;
    pub(super) const SIZE: usize = 7;
    pub(super) const COUNT: usize = 8;
}

/// An image with the offsets of its classes.
pub struct Image {
    blob: Blob,
    /// Where the classes begin.
    data: u64,
    entries: FxHashMap<Box<str>, Entry>,
}

struct Entry {
    module: Box<str>,
    offset: u64,
    size: u64,
    is_compressed: bool,
}

impl Image {
    /// Opens an image and reads its tables.
    ///
    /// # Errors
    /// When it is none, or one of another byte order or damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Image, SourceError> {
        let blob = Blob::open(path.as_ref())?;
        let head = blob.read(0, HEAD)?;
        let number = |index: usize| little(&head, index * 4, 4);
        if number(0) != MAGIC {
            return Err(blob.wrong("it is no image of a JDK with the byte order of this file format"));
        }
        let (rows, locations, texts) = (number(4), number(5), number(6));
        let data = HEAD + rows * 8 + locations + texts;
        let offsets = blob.read(HEAD + rows * 4, rows * 4)?;
        let locations = blob.read(HEAD + rows * 8, locations)?;
        let texts = blob.read(data - texts, texts)?;
        let mut entries = FxHashMap::default();
        for offset in offsets.chunks_exact(4) {
            let row = row(&locations, little(offset, 0, 4)).ok_or_else(|| blob.wrong("a row is damaged"))?;
            let text = |kind: usize| text(&texts, row[kind]).ok_or_else(|| blob.wrong("a name is damaged"));
            if text(kind::EXTENSION)? != "class" {
                continue;
            }
            let (module, package, base) = (text(kind::MODULE)?, text(kind::PARENT)?, text(kind::BASE)?);
            let entry = Entry {
                module: module.into(),
                offset: row[kind::OFFSET],
                size: row[kind::SIZE],
                is_compressed: row[kind::COMPRESSED] != 0,
            };
            // All modules describe themselves under one name; a package belongs to one module only.
            let name = match package {
                "" => format!("{module}/{base}"),
                _ => format!("{package}/{base}"),
            };
            entries.insert(name.into(), entry);
        }
        Ok(Image { blob, data, entries })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.blob.path()
    }

    /// The names of all classes of a module; its description is named after it.
    #[must_use]
    pub fn names(&self, module: &str) -> Vec<String> {
        let inside = |(_, entry): &(_, &Entry)| *entry.module == *module;
        let mut names: Vec<String> =
            self.entries.iter().filter(inside).map(|(name, _)| name.to_string()).collect();
        names.sort();
        names
    }

    /// The bytes of a class, if it is here.
    ///
    /// # Errors
    /// When the image is compressed or damaged.
    pub fn bytes(&self, class: &str) -> Result<Option<Vec<u8>>, SourceError> {
        let Some(entry) = self.entries.get(class) else { return Ok(None) };
        if entry.is_compressed {
            return Err(self.blob.wrong("compressed images are not read; a JDK as it is installed has none"));
        }
        let start = self.data.saturating_add(entry.offset);
        self.blob.read(start, entry.size).map(Some)
    }
}

/// The attributes of the row at an offset, by their kinds.
fn row(locations: &[u8], offset: u64) -> Option<[u64; kind::COUNT]> {
    let mut found = [0; kind::COUNT];
    let mut at = usize::try_from(offset).ok()?;
    loop {
        let head = *locations.get(at)?;
        let (kind, length) = (head >> 3, usize::from(head & 7) + 1);
        if kind == kind::END {
            return Some(found);
        }
        let value = locations.get(at + 1..at + 1 + length)?;
        *found.get_mut(usize::from(kind))? =
            value.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        at += 1 + length;
    }
}

/// The text at an offset, up to its zero.
fn text(texts: &[u8], offset: u64) -> Option<&str> {
    let rest = texts.get(usize::try_from(offset).ok()?..)?;
    let end = rest.iter().position(|byte| *byte == 0)?;
    std::str::from_utf8(&rest[..end]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_numbers_of_any_length() {
        let bytes = [kind::MODULE as u8 * 8, 7, (kind::OFFSET * 8 + 1) as u8, 1, 0, 0];
        let read = row(&bytes, 0).expect("it is whole");
        assert_eq!((read[kind::MODULE], read[kind::OFFSET], read[kind::SIZE]), (7, 256, 0));
        assert!(row(&bytes[..5], 0).is_none(), "the end is missing");
        assert!(row(&[kind::COUNT as u8 * 8, 1, 0], 0).is_none(), "there is no such kind");
        assert!(row(&bytes, 99).is_none());
    }

    #[test]
    fn texts_end_with_zero() {
        assert_eq!(text(b"ab\0cd", 0), Some("ab"));
        assert_eq!(text(b"ab\0cd", 3), None);
        assert_eq!(text(b"ab\0cd", 9), None);
    }
}
