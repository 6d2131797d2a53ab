//! Jars: zip files, read by their central directory. A `.jmod` is one behind four bytes of its own.
//!
//! The format is that of PKWARE's application note, without its 64-bit and encrypted forms, which are
//! refused.

use std::path::Path;

use miniz_oxide::inflate::decompress_to_vec_with_limit;
use rustc_hash::FxHashMap;

use super::blob::{Blob, little};
use crate::error::SourceError;

/// The end record without its comment.
const END: usize = 22;
/// The longest comment behind the end record.
const MAX_COMMENT: u64 = 65_535;
/// A row of the directory without its names.
const ROW: usize = 46;
/// The head of a packed file without its names.
const HEAD: u64 = 30;
/// The largest class that is unpacked: a guard against damaged or malicious archives. Any sensible class is
/// far smaller.
const MAX_CLASS: u64 = 64 << 20;

/// A jar with its directory of classes.
pub struct Archive {
    blob: Blob,
    /// The number of bytes before the zip file.
    base: u64,
    entries: FxHashMap<Box<str>, Entry>,
}

/// The location of a packed file.
#[derive(Clone, Copy)]
struct Entry {
    method: u16,
    packed: u64,
    size: u64,
    head: u64,
}

impl Archive {
    /// Opens a jar or `.jmod`.
    ///
    /// # Errors
    /// When it has no directory that can be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Archive, SourceError> {
        let blob = Blob::open(path.as_ref())?;
        let tail_start = blob.length().saturating_sub(END as u64 + MAX_COMMENT);
        let tail = blob.read(tail_start, blob.length() - tail_start)?;
        let end =
            (0..tail.len().saturating_sub(END - 1)).rev().find(|at| tail[*at..].starts_with(b"PK\x05\x06"));
        let end = end.ok_or_else(|| blob.wrong("it is neither a jar nor a folder"))?;
        let size = little(&tail, end + 12, 4);
        let start = little(&tail, end + 16, 4);
        if start == u64::from(u32::MAX) || little(&tail, end + 10, 2) == u64::from(u16::MAX) {
            return Err(blob.wrong("jars of the 64-bit form are not read"));
        }
        let end_place = tail_start + end as u64;
        let base = end_place.checked_sub(size).and_then(|offset| offset.checked_sub(start));
        let base = base.ok_or_else(|| blob.wrong("its directory begins before the file"))?;
        let directory = blob.read(base + start, size)?;
        let entries = entries(&directory).map_err(|what| blob.wrong(what))?;
        Ok(Archive { blob, base, entries })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.blob.path()
    }

    /// The names of all classes, without those for one version of Java only.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.entries.keys().map(|name| name.to_string()).collect();
        names.sort();
        names
    }

    /// The bytes of a class, if it is here.
    ///
    /// # Errors
    /// When it cannot be unpacked.
    pub fn bytes(&self, class: &str) -> Result<Option<Vec<u8>>, SourceError> {
        let Some(entry) = self.entries.get(class) else { return Ok(None) };
        let offset = self.base + entry.head;
        let head = self.blob.read(offset, HEAD)?;
        if !head.starts_with(b"PK\x03\x04") {
            return Err(self.blob.wrong(format!("class {class} is not where the directory says")));
        }
        let names = little(&head, 26, 2) + little(&head, 28, 2);
        let packed = self.blob.read(offset + HEAD + names, entry.packed)?;
        let bytes = match entry.method {
            0 => Some(packed),
            8 if entry.size <= MAX_CLASS => {
                let limit = usize::try_from(entry.size).unwrap_or(usize::MAX);
                decompress_to_vec_with_limit(&packed, limit).ok()
            }
            _ => None,
        };
        let whole = bytes.filter(|bytes| bytes.len() as u64 == entry.size);
        whole.map(Some).ok_or_else(|| self.blob.wrong(format!("class {class} cannot be unpacked")))
    }
}

/// The classes of a directory.
fn entries(directory: &[u8]) -> Result<FxHashMap<Box<str>, Entry>, String> {
    let mut found = FxHashMap::default();
    let mut at = 0;
    while let Some(row) = directory.get(at..).filter(|rest| rest.len() >= ROW) {
        if !row.starts_with(b"PK\x01\x02") {
            return Err(format!("its directory is damaged at byte {at}"));
        }
        let number = |offset: usize, count: usize| little(row, offset, count);
        let length = |offset: usize| usize::from(u16::from_le_bytes([row[offset], row[offset + 1]]));
        let name = row.get(ROW..ROW + length(28)).ok_or("its directory ends inside of a name")?;
        let entry = Entry {
            method: u16::from_le_bytes([row[10], row[11]]),
            packed: number(20, 4),
            size: number(24, 4),
            head: number(42, 4),
        };
        if let Some(class) = std::str::from_utf8(name).ok().and_then(class_of) {
            // A jar that names a class twice means the first one.
            found.entry(class.into()).or_insert(entry);
        }
        at += ROW + length(28) + length(30) + length(32);
    }
    Ok(found)
}

/// The class in a file of an archive. Modules keep theirs in a folder; variants for newer Java are left out.
fn class_of(file: &str) -> Option<&str> {
    let class = file.strip_suffix(".class")?;
    let class = class.strip_prefix("classes/").unwrap_or(class);
    (!class.starts_with("META-INF/")).then_some(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_distinguished_from_other_files() {
        assert_eq!(class_of("a/B.class"), Some("a/B"));
        assert_eq!(class_of("classes/java/lang/Object.class"), Some("java/lang/Object"));
        assert_eq!(class_of("META-INF/versions/11/a/B.class"), None);
        assert_eq!(class_of("a/B.java"), None);
    }

    #[test]
    fn damaged_directories_are_refused() {
        assert!(entries(&[]).is_ok_and(|found| found.is_empty()));
        assert!(entries(&[b'x'; ROW]).is_err());
        let mut row = vec![0; ROW];
        row[..4].copy_from_slice(b"PK\x01\x02");
        row[28] = 9;
        assert!(entries(&row).is_err(), "the name is missing");
    }
}
