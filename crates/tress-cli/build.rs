//! Tells the program which commit it was built from, where that can be known.
//!
//! A packaged crate carries the commit in a file; a checkout is asked through git. Without either
//! the version stands alone.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

/// How much of a commit is shown.
const LETTERS: usize = 12;

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut output = io::stdout();
    writeln!(output, "cargo::rerun-if-changed=build.rs")?;
    let commit = packaged(folder).or_else(|| {
        // The commit changes when one of these does.
        for file in ["HEAD", "logs/HEAD"] {
            let path = git(folder, &["rev-parse", "--path-format=absolute", "--git-path", file])?;
            if Path::new(&path).exists() {
                writeln!(output, "cargo::rerun-if-changed={path}").ok()?;
            }
        }
        // Sources that lie in somebody else's repository have no commit there.
        git(folder, &["ls-files", "--error-unmatch", "build.rs"])?;
        git(folder, &["rev-parse", "HEAD"])
    });
    let known = commit.filter(|commit| commit.len() >= LETTERS && commit.is_ascii());
    let shown = known.map_or_else(String::new, |commit| format!(" ({})", &commit[..LETTERS]));
    writeln!(output, "cargo::rustc-env=TRESS_COMMIT={shown}")
}

/// The commit that `cargo package` wrote down.
fn packaged(folder: &Path) -> Option<String> {
    let text = fs::read_to_string(folder.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    Some(rest.split('"').nth(1)?.to_owned())
}

/// What git prints, when it is there and has something to say.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let done = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
    let text = String::from_utf8(done.stdout).ok()?;
    (done.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
