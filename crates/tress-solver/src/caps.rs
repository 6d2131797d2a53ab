//! The caps of all methods: how far each goes before it leaves the rest to others.

use tress_base::Cap;

/// Every cap of the solver and of what it is made of.
pub fn caps() -> impl Iterator<Item = &'static Cap> {
    let own = crate::strategy::CAPS.iter().copied();
    own.chain(tress_term::caps())
}

/// The caps, a line each: name, usual value, and what is counted.
#[must_use]
pub fn caps_text() -> String {
    caps().map(|cap| format!("{:<40}{:>12}  {}\n", cap.name(), cap.usual(), cap.what())).collect()
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
