//! Caps: how far a method goes before it leaves the rest to others.
//!
//! A cap belongs to a method, a limit to the caller. Each engine or module lists its caps in a file
//! `limits.rs` by [`caps!`](crate::caps): a name, a value, and what is counted. The [`Budget`](crate::Budget)
//! counts how often a cap is hit, so it can be seen which of them bind. A caller can set another value.

use std::collections::BTreeMap;
use std::sync::Arc;

/// How far a method goes.
///
/// Invariant: the name is unique in the program: `MODULE.WHAT`, in lower case.
#[derive(Debug, PartialEq, Eq)]
pub struct Cap {
    name: &'static str,
    most: u64,
    what: &'static str,
}

impl Cap {
    /// Creates a cap from its name, its usual value, and what it counts.
    #[must_use]
    pub const fn new(name: &'static str, most: u64, what: &'static str) -> Self {
        Self { name, most, what }
    }

    /// The name under which hits are counted.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The usual value.
    #[must_use]
    pub const fn usual(&self) -> u64 {
        self.most
    }

    /// What is counted, in words.
    #[must_use]
    pub const fn what(&self) -> &'static str {
        self.what
    }
}

/// Values of caps that differ from the usual ones.
#[derive(Clone, Debug, Default)]
pub struct CapSettings(Option<Arc<BTreeMap<&'static str, u64>>>);

impl CapSettings {
    /// Sets the value of a cap.
    pub fn set(&mut self, cap: &Cap, most: u64) {
        let settings = self.0.get_or_insert_default();
        Arc::make_mut(settings).insert(cap.name, most);
    }

    /// The value of a cap.
    #[inline]
    #[must_use]
    pub fn get(&self, cap: &Cap) -> u64 {
        match &self.0 {
            None => cap.most,
            Some(settings) => settings.get(cap.name).copied().unwrap_or(cap.most),
        }
    }
}

/// Defines the caps of a module: a static for each, and the table `CAPS` of all of them.
///
/// ```
/// mod limits {
///     tress_base::caps! {
///         /// States of an automaton that is made explicit.
///         pub(super) STATES = 400, "example.states";
///     }
/// }
/// let budget = tress_base::Budget::unlimited();
/// assert!(!limits::STATES.is_exceeded(400, &budget));
/// assert!(limits::STATES.is_exceeded(401, &budget));
/// assert_eq!(budget.caps(), [("example.states", 1)]);
/// assert_eq!(limits::CAPS[0].what(), "States of an automaton that is made explicit.");
/// ```
#[macro_export]
macro_rules! caps {
    ($($(#[doc = $what:literal])+ $visible:vis $name:ident = $most:expr, $text:literal;)*) => {
        $($(#[doc = $what])+ $visible static $name: $crate::Cap =
            $crate::Cap::new($text, $most, $crate::cap_text!($($what)+));)*

        /// The caps of this module.
        pub static CAPS: &[&$crate::Cap] = &[$(&$name,)*];
    };
}

/// The lines of a comment as one text.
#[doc(hidden)]
#[macro_export]
macro_rules! cap_text {
    ($first:literal $($more:literal)*) => {
        concat!($first, $($more,)*).trim_ascii_start()
    };
}
