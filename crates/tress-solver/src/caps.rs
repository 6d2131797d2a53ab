//! The caps of all methods: how far each goes before it leaves the rest to others.

use tress_base::Cap;

/// Every cap of the solver and of what it is made of.
pub fn caps() -> impl Iterator<Item = &'static Cap> {
    let own = [
        crate::preprocess::CAPS,
        crate::strategy::CAPS,
        crate::sequences::CAPS,
        crate::recursion::CAPS,
        crate::quantifiers::CAPS,
        crate::optimise::CAPS,
        crate::solver::CAPS,
    ];
    tress_automata::caps()
        .chain(tress_term::caps())
        .chain(tress_languages::caps())
        .chain(tress_sat::caps())
        .chain(tress_lia::caps())
        .chain(tress_rewrite::CAPS.iter().copied())
        .chain(tress_kernel::caps())
        .chain(tress_strings::caps())
        .chain(tress_engines::caps())
        .chain(tress_second::caps())
        .chain(tress_certificates::CAPS.iter().copied())
        .chain(own.into_iter().flatten().copied())
}

/// A line for each cap: name, usual value, and what is counted.
pub fn caps_text(caps: impl Iterator<Item = &'static Cap>) -> String {
    caps.map(|cap| format!("{:<40}{:>12}  {}\n", cap.name(), cap.usual(), cap.what())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_caps_have_one_name() {
        let mut names: Vec<&str> = caps().map(Cap::name).collect();
        assert!(names.iter().all(|name| name.contains('.') && !name.contains(' ')));
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }
}
