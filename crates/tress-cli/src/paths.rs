//! Names of files as text, and arguments that are none.
//!
//! Enters: paths and arguments of any bytes. Leaves: names for messages and rows. Bytes that are no text are
//! shown as `\xe9`, and what is shown leads to the file again.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Where files go that nobody wants to keep.
pub(crate) const NOWHERE: &str = if cfg!(windows) { "NUL" } else { "/dev/null" };

/// The name of a file. One that is UTF-8 is shown as it is; in another one, bytes that are no text and
/// backslashes become escapes.
pub(crate) fn shown(path: &Path) -> String {
    if let Some(text) = path.to_str() {
        return text.to_owned();
    }
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        name.push_str(&chunk.valid().replace('\\', "\\x5c"));
        for byte in chunk.invalid() {
            let _ = write!(name, "\\x{byte:02x}");
        }
    }
    name
}

/// The file of a name that was [`shown`].
pub(crate) fn path_of(name: &str) -> PathBuf {
    let path = PathBuf::from(name);
    if path.exists() { path } else { unescaped(name).unwrap_or(path) }
}

/// The path whose escapes are undone. Returns `None` if there is no escape.
#[cfg(unix)]
fn unescaped(name: &str) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    let mut pieces = name.split("\\x");
    let mut bytes = pieces.next()?.as_bytes().to_vec();
    let escaped_from = bytes.len();
    for piece in pieces {
        let byte = piece.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok())?;
        bytes.push(byte);
        bytes.extend_from_slice(&piece.as_bytes()[2..]);
    }
    (bytes.len() > escaped_from).then(|| OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn unescaped(_name: &str) -> Option<PathBuf> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStringExt;

    #[test]
    fn what_is_shown_leads_back() {
        for bytes in [&b"caf\xe9.smt2"[..], b"\xff", b"a\\b\xe9c", b"\\xe9\xe9", b"d/\xc3\xa9\xc3"] {
            let path = PathBuf::from(OsString::from_vec(bytes.to_vec()));
            let name = shown(&path);
            assert!(name.contains("\\x"), "{name}");
            assert_eq!(path_of(&name), path, "{name}");
        }
        assert_eq!(shown(Path::new("a\\b é")), "a\\b é");
        assert_eq!(path_of("no such\\file"), PathBuf::from("no such\\file"));
    }
}
