//! Who decided a problem.

use tress_engines::CALCULUS;

use crate::registry::all_engines;

/// The engines that decided the parts of a problem: each once, in the order of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deciders(Vec<&'static str>);

impl Deciders {
    /// Preprocessing alone.
    pub const PREPROCESSING: &'static str = "preprocess";
    /// The search that is kept from check to check.
    pub const KEPT_SEARCH: &'static str = "kept-search";
    /// The model of an earlier check.
    pub const EARLIER_MODEL: &'static str = "earlier-model";
    /// Values that were tried before a function was unfolded.
    pub const SMALL_VALUES: &'static str = "small-values";

    /// This one alone.
    #[must_use]
    pub fn one(name: &'static str) -> Self {
        Self(vec![name])
    }

    /// An engine and those that it asked.
    pub(crate) fn with_helpers(name: &'static str, helpers: &[&'static str]) -> Self {
        let mut all = Self::one(name);
        all.add(&Deciders(helpers.to_vec()));
        all
    }

    /// Adds others, who decided other parts.
    pub(crate) fn add(&mut self, others: &Deciders) {
        self.0.extend(&others.0);
        self.0.sort_unstable();
        self.0.dedup();
    }

    /// Their names.
    #[must_use]
    pub fn names(&self) -> &[&'static str] {
        &self.0
    }

    /// Has this engine decided some part? The search that is kept from check to check is one of the calculus.
    #[must_use]
    pub fn rest_on(&self, engine: &str) -> bool {
        self.0.iter().any(|name| *name == engine || *name == Self::KEPT_SEARCH && engine == CALCULUS.name())
    }

    /// The one engine that decided everything, if there is one.
    #[must_use]
    pub fn only_engine(&self) -> Option<&'static str> {
        let [name] = self.0[..] else { return None };
        let name = if name == Self::KEPT_SEARCH { CALCULUS.name() } else { name };
        all_engines().any(|(row, _)| row.name == name).then_some(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_may_have_different_deciders() {
        let mut all = Deciders::one("kernel");
        for name in ["calculus", "kernel", "guess"] {
            all.add(&Deciders::one(name));
        }
        assert_eq!(all.names(), ["calculus", "guess", "kernel"]);
        assert!(all.rest_on("guess") && !all.rest_on("flat"));
        assert_eq!(all.only_engine(), None);
    }

    #[test]
    fn the_kept_search_is_one_of_the_calculus() {
        let kept = Deciders::one(Deciders::KEPT_SEARCH);
        assert!(kept.rest_on("calculus"));
        assert_eq!(kept.only_engine(), Some("calculus"));
        assert_eq!(Deciders::one(Deciders::PREPROCESSING).only_engine(), None);
    }
}
