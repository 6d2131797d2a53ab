//! Caps: their names, and that a caller can see and change them.

use std::collections::HashSet;
use std::path::Path;

use tress_base::Cap;
use tress_classes::ClassPath;
use tress_exec::{Options, Outcome, Report, caps, explore};

fn cap(name: &str) -> &'static Cap {
    caps().find(|cap| cap.name() == name).expect("a cap of this name")
}

fn explored(method: &str, changed: &[(&str, u64)]) -> Report {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java/classes");
    let path = ClassPath::open(folder).expect("the folder is there");
    let mut options = Options::default();
    for (name, most) in changed {
        options.caps.set(cap(name), *most);
    }
    explore(path, method, &options).expect("the method is there")
}

fn was_hit(report: &Report, name: &str) -> bool {
    report.work.caps.iter().any(|(hit, _)| *hit == name)
}

#[test]
fn names_are_unique_and_say_their_crate() {
    let names: Vec<&str> = caps().map(Cap::name).collect();
    let different: HashSet<&str> = names.iter().copied().collect();
    assert_eq!(different.len(), names.len(), "{names:?}");
    assert!(names.iter().all(|name| name.starts_with("exec.")), "{names:?}");
    assert!(caps().all(|cap| cap.what().ends_with('.')));
}

/// A path that reaches a cap ends there; the report says which one.
#[test]
fn a_lower_cap_ends_paths_and_is_reported() {
    let usual = explored("Rows.sized", &[]);
    assert!(!was_hit(&usual, "exec.array-lengths"), "{usual}");
    let lower = explored("Rows.sized", &[("exec.array-lengths", 2)]);
    assert!(was_hit(&lower, "exec.array-lengths"), "{lower}");
    let bound = Outcome::Bound("the length of an array".to_owned());
    assert!(lower.paths.iter().any(|path| path.outcome == bound), "{lower}");
}

/// Beyond these caps positions become paths: more of them, with the same results.
#[test]
fn a_lower_cap_leaves_positions_to_branches() {
    let usual = explored("Rows.days", &[]);
    let lower = explored("Rows.days", &[("exec.loaded-positions", 1)]);
    assert!(was_hit(&lower, "exec.loaded-positions"), "{lower}");
    assert!(lower.paths.len() > usual.paths.len(), "{lower}");
    assert_eq!(lower.verdict(), usual.verdict());
}
