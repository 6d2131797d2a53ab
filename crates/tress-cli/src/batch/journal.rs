//! The journal: rows as JSON lines, each on the disk before the next problem is begun.
//!
//! Who opens a journal gets the rows that stand in it. A last line without its end was torn by an
//! interruption; it is cut off, and its problem is run again. A journal belongs to one run at a time.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::rows::Row;
use crate::paths::shown;

/// Rows that are kept.
pub(crate) struct Journal {
    file: Locked,
}

#[cfg(unix)]
type Locked = nix::fcntl::Flock<File>;
#[cfg(not(unix))]
type Locked = File;

#[cfg(unix)]
fn lock(file: File) -> Result<Locked, String> {
    let lock = nix::fcntl::FlockArg::LockExclusiveNonblock;
    nix::fcntl::Flock::lock(file, lock).map_err(|_| "another run writes into it".to_owned())
}

#[cfg(not(unix))]
fn lock(file: File) -> Result<Locked, String> {
    Ok(file)
}

impl Journal {
    /// Opens or creates a journal; its rows so far. A fresh one begins without any.
    pub(crate) fn open(path: &Path, is_fresh: bool) -> Result<(Self, Vec<Row>), String> {
        let at = |message: &str| format!("{}: {message}", shown(path));
        let failed = |problem: io::Error| at(&problem.to_string());
        let file =
            File::options().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        let mut file = lock(file).map_err(|message| at(&message))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |index| index + 1);
        if !is_begin_of_row(&bytes[whole..]) {
            return Err(at("this is not a journal"));
        }
        let rows = read_rows(&bytes[..whole]).map_err(|message| at(&message))?;
        let (kept, rows) = if is_fresh { (0, Vec::new()) } else { (whole, rows) };
        let kept = u64::try_from(kept).expect("files are not that long");
        file.set_len(kept).and_then(|()| file.seek(SeekFrom::Start(kept))).map_err(failed)?;
        Ok((Self { file }, rows))
    }

    /// One more row, in one piece.
    pub(crate) fn add(&mut self, row: &Row) -> io::Result<()> {
        self.file.write_all(format!("{row}\n").as_bytes())?;
        self.file.flush()
    }
}

/// Can a row have been torn so that this is left? What is something else is not ours to cut off.
fn is_begin_of_row(tail: &[u8]) -> bool {
    let begin = b"{\"file\"";
    tail.starts_with(begin) || begin.starts_with(tail)
}

/// The rows of whole lines.
pub(crate) fn read_rows(bytes: &[u8]) -> Result<Vec<Row>, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "this is not text".to_owned())?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| Row::read(line).map_err(|message| format!("line {}: {message}", index + 1)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::rows::{Answer, sample};

    fn path(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("tress-journal-{}-{name}.jsonl", std::process::id()))
    }

    #[test]
    fn a_torn_line_is_dropped_and_the_rest_kept() {
        let path = path("torn");
        let rows = ["a", "b"].map(|file| sample(file, "tress", Answer::Sat, 0.5));
        let text = format!("{}\n{}\n", rows[0], rows[1]);
        for length in 0..=text.len() {
            std::fs::write(&path, &text[..length]).expect("a file can be written");
            let (mut journal, kept) = Journal::open(&path, false).expect("it opens");
            let whole = text[..length].matches('\n').count();
            assert_eq!(kept, rows[..whole], "after {length} bytes");
            for row in &rows[whole..] {
                journal.add(row).expect("it is written");
            }
            drop(journal);
            assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text);
        }
        std::fs::remove_file(&path).expect("it was there");
    }

    #[test]
    fn a_fresh_one_forgets() {
        let path = path("fresh");
        std::fs::write(&path, format!("{}\n", sample("a", "tress", Answer::Sat, 1.0))).expect("a file");
        let (_journal, rows) = Journal::open(&path, true).expect("it opens");
        assert!(rows.is_empty() && std::fs::read(&path).expect("it is there").is_empty());
        assert!(cfg!(not(unix)) || Journal::open(&path, false).is_err(), "one run at a time");
        std::fs::remove_file(&path).expect("it was there");
    }

    #[test]
    fn other_files_are_left_alone() {
        let path = path("other");
        for text in ["my thesis", "one\ntwo", "{}\n", "{\"a\":1}"] {
            std::fs::write(&path, text).expect("a file can be written");
            for is_fresh in [false, true] {
                assert!(Journal::open(&path, is_fresh).is_err(), "{text}");
            }
            assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text);
        }
        std::fs::remove_file(&path).expect("it was there");
    }
}
