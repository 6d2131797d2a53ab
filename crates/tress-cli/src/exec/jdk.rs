//! Where the library of Java is found.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use tress_classes::Source;

/// The most folders that lie between a program of a JDK and the JDK's own: `jre/bin` of Java 8 is the
/// deepest.
const MOST_ABOVE: usize = 3;

/// The JDK of the first `java` or `javac` on the path that belongs to one. Links are followed.
pub(super) fn installed() -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let programs = env::split_paths(&folders).flat_map(|folder| {
        ["java", "javac"].map(|name| folder.join(format!("{name}{}", env::consts::EXE_SUFFIX)))
    });
    programs.filter(|program| program.is_file()).find_map(|program| home(&program))
}

/// The JDK that a program belongs to.
fn home(program: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(program).ok()?;
    real.ancestors().skip(1).take(MOST_ABOVE).find(|folder| has_library(folder)).map(Path::to_owned)
}

/// Has a folder the classes of a library?
fn has_library(folder: &Path) -> bool {
    ["lib/modules", "jre/lib/rt.jar", "lib/rt.jar"].iter().any(|classes| folder.join(classes).is_file())
}

/// Opens a JDK that somebody named.
pub(super) fn open(jdk: &Path) -> Result<Source, String> {
    let is_other = jdk.is_dir() && !has_library(jdk);
    // A folder of classes may be given instead of a JDK, as on the class path.
    let has_object = || jdk.join("java/lang/Object.class").is_file();
    if is_other && !has_object() {
        return Err(format!(
            "{}: there is no JDK here; --jdk or JAVA_HOME names the folder that has lib/modules",
            jdk.display()
        ));
    }
    Source::open(jdk).map_err(|problem| problem.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_belongs_to_the_jdk_that_a_link_leads_to() {
        let folder = env::temp_dir().join(format!("tress-jdk-{}", std::process::id()));
        let (bin, lib, links) = (folder.join("jdk/bin"), folder.join("jdk/lib"), folder.join("links"));
        for made in [&bin, &lib, &links] {
            fs::create_dir_all(made).expect("a folder");
        }
        fs::write(bin.join("java"), "").expect("a program");
        assert_eq!(home(&bin.join("java")), None, "there is no library");
        fs::write(lib.join("modules"), "").expect("a library");
        let wanted = fs::canonicalize(folder.join("jdk")).expect("the folder");
        assert_eq!(home(&bin.join("java")), Some(wanted.clone()));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(bin.join("java"), links.join("java")).expect("a link");
            assert_eq!(home(&links.join("java")), Some(wanted));
        }
        assert!(open(&links).is_err_and(|told| told.contains("there is no JDK here")));
        fs::remove_dir_all(&folder).expect("it was made here");
    }
}
