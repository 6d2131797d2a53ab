//! The caps of everything that the program can do.

use tress_base::Cap;

use crate::{language, regex};

/// Every cap of the program.
pub(crate) fn caps() -> impl Iterator<Item = &'static Cap> {
    let own = [regex::limits::CAPS, language::limits::CAPS].into_iter().flatten().copied();
    #[cfg(feature = "exec")]
    let own = own.chain(tress_exec::caps());
    let library = tress_smtlib::caps().chain(tress::caps());
    tress_solver::caps().chain(tress_dialects::caps()).chain(library).chain(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cap_has_a_name_of_its_own() {
        let mut names: Vec<&str> = caps().map(Cap::name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        for name in [
            "regex.states",
            "language.steps",
            "smtlib.sort-parts",
            tress::caps().next().map_or("", Cap::name),
        ] {
            assert!(names.contains(&name), "{name}: {names:?}");
        }
    }
}
