//! A file of which parts are read.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::error::SourceError;

/// An open file and its length when it was opened.
pub(super) struct Blob {
    path: PathBuf,
    file: Mutex<File>,
    length: u64,
}

impl Blob {
    pub(super) fn open(path: &Path) -> Result<Blob, SourceError> {
        let failed = |problem| SourceError::new(path, problem);
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        Ok(Blob { path: path.to_owned(), file: Mutex::new(file), length })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn length(&self) -> u64 {
        self.length
    }

    pub(super) fn wrong(&self, what: impl std::fmt::Display) -> SourceError {
        SourceError::new(&self.path, what)
    }

    /// Reads `count` bytes from a position on; an error if the file is shorter.
    pub(super) fn read(&self, start: u64, count: u64) -> Result<Vec<u8>, SourceError> {
        let end = start.checked_add(count).filter(|end| *end <= self.length);
        if end.is_none() {
            return Err(self.wrong(format!("{count} bytes at {start} are beyond its {} bytes", self.length)));
        }
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(start)).map_err(|problem| self.wrong(problem))?;
        let got = file.by_ref().take(count).read_to_end(&mut bytes).map_err(|problem| self.wrong(problem))?;
        match got as u64 == count {
            true => Ok(bytes),
            false => Err(self.wrong("it became shorter")),
        }
    }
}

/// A little-endian number of up to eight bytes; zero beyond the end.
pub(super) fn little(bytes: &[u8], at: usize, count: usize) -> u64 {
    let part = bytes.get(at..at + count).unwrap_or_default();
    part.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}
