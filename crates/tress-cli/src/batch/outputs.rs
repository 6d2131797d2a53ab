//! The files that a batch writes at its end: opened before the work, so that nothing is solved in vain.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use super::arguments::Request;
use super::judge::Disagreement;
use super::report;
use super::rows::Row;
use crate::paths::shown;

/// A file to be written, with its name. What stands in it stays there until then.
struct Output {
    path: PathBuf,
    file: File,
}

impl Output {
    fn open(path: &Path) -> Result<Self, String> {
        let file = File::options().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|problem| format!("{}: {problem}", shown(path)))?;
        Ok(Self { path: path.to_owned(), file })
    }

    fn write(&mut self, text: &str) -> Result<(), String> {
        self.replace(text).map_err(|problem| format!("{}: {problem}", shown(&self.path)))
    }

    fn replace(&mut self, text: &str) -> io::Result<()> {
        if self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
            self.file.rewind()?;
        }
        self.file.write_all(text.as_bytes())?;
        self.file.flush()
    }
}

/// What a request wants to be written.
pub(crate) struct Outputs {
    csv: Option<Output>,
    report: Option<Output>,
}

impl Outputs {
    /// Opens all of them.
    pub(crate) fn open(request: &Request) -> Result<Self, String> {
        let open = |path: &Option<PathBuf>| path.as_deref().map(Output::open).transpose();
        Ok(Self { csv: open(&request.csv)?, report: open(&request.report)? })
    }

    /// Writes all of them.
    pub(crate) fn write(
        &mut self,
        rows: &[Row],
        found: &[Disagreement],
        compared: usize,
    ) -> Result<(), String> {
        if let Some(csv) = &mut self.csv {
            csv.write(&Row::table(rows))?;
        }
        if let Some(report) = &mut self.report {
            report.write(&report::page(rows, found, compared))?;
        }
        Ok(())
    }
}
