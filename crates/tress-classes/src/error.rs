//! What can be wrong with a file, and where.

use std::fmt;
use std::path::PathBuf;

/// Why bytes are no class, and at which byte of the file that shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassError {
    /// The byte of the file, from zero.
    pub position: usize,
    /// What is wrong there.
    pub what: String,
}

impl ClassError {
    pub(crate) fn new(position: usize, what: impl Into<String>) -> Self {
        ClassError { position, what: what.into() }
    }
}

impl fmt::Display for ClassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.position, self.what)
    }
}

impl std::error::Error for ClassError {}

/// Why a folder, jar or image gives no class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceError {
    /// The file that was looked at.
    pub file: PathBuf,
    /// What is wrong with it.
    pub what: String,
}

impl SourceError {
    pub(crate) fn new(file: impl Into<PathBuf>, what: impl fmt::Display) -> Self {
        SourceError { file: file.into(), what: what.to_string() }
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.what)
    }
}

impl std::error::Error for SourceError {}
