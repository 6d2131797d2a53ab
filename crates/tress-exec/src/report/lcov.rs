//! The lines that ran, as `lcov` reads them.

use std::fmt::Write as _;

use super::{Coverage, Report};

impl Report {
    /// The lines that ran when inputs were confirmed, as a trace file of `lcov`. Files are named by the
    /// package and the name that the compiler wrote down.
    #[must_use]
    pub fn lcov(&self) -> String {
        let mut text = String::new();
        for class in &self.coverage {
            let _ = writeln!(text, "TN:\nSF:{}", class.file());
            for (line, count) in &class.lines {
                let _ = writeln!(text, "DA:{line},{count}");
            }
            let hit = class.lines.iter().filter(|(_, count)| *count > 0).count();
            let _ = writeln!(text, "LF:{}\nLH:{hit}\nend_of_record", class.lines.len());
        }
        text
    }
}

impl Coverage {
    /// The file of the source, from the folder of all packages.
    #[must_use]
    pub fn file(&self) -> String {
        let package = self.class.rsplit_once('.').map(|(package, _)| package.replace('.', "/") + "/");
        let source = self.source.clone().unwrap_or_else(|| format!("{}.java", self.class));
        format!("{}{source}", package.unwrap_or_default())
    }
}
