//! The kinds of edges.

/// What an edge states of its vertices, after the thesis. Strings are written `a`, `b`, results `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The code at position `i` of `a` is `c`; -1 outside.
    CharAt,
    /// `a` followed by `b` is `x`.
    Concat,
    /// `b` occurs in `a`.
    Contains,
    /// `a` ends with `b`.
    EndsWith,
    /// The two are equal.
    Equal,
    /// `b` occurs first at `x` in `a`; -1 when it does not.
    IndexOf,
    /// The same for occurrences from a position on.
    IndexOfFrom,
    /// The same for a character, given by its code.
    IndexOfChar,
    /// The same for a character from a position on.
    IndexOfCharFrom,
    /// `b` occurs last at `x` in `a`; -1 when it does not.
    LastIndexOf,
    /// The same for occurrences up to a position.
    LastIndexOfFrom,
    /// The same for a character.
    LastIndexOfChar,
    /// The same for a character up to a position.
    LastIndexOfCharFrom,
    /// `b` does not occur in `a`.
    NotContains,
    /// `a` does not end with `b`.
    NotEndsWith,
    /// The two differ.
    NotEqual,
    /// `a` does not start with `b`.
    NotStartsWith,
    /// `a` starts with `b`.
    StartsWith,
    /// `x` is `a` from a position on.
    Substring,
    /// `x` is `a` from a position up to another.
    SubstringTo,
    /// `x` is `a` without blanks at its ends.
    Trim,
    /// `a` is in a regular language.
    Member,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 22] = [
        Kind::CharAt,
        Kind::Concat,
        Kind::Contains,
        Kind::EndsWith,
        Kind::Equal,
        Kind::IndexOf,
        Kind::IndexOfFrom,
        Kind::IndexOfChar,
        Kind::IndexOfCharFrom,
        Kind::LastIndexOf,
        Kind::LastIndexOfFrom,
        Kind::LastIndexOfChar,
        Kind::LastIndexOfCharFrom,
        Kind::NotContains,
        Kind::NotEndsWith,
        Kind::NotEqual,
        Kind::NotStartsWith,
        Kind::StartsWith,
        Kind::Substring,
        Kind::SubstringTo,
        Kind::Trim,
        Kind::Member,
    ];

    /// The label of such edges.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Kind::CharAt => "charAt",
            Kind::Concat => "concat",
            Kind::Contains => "contains",
            Kind::EndsWith => "endsWith",
            Kind::Equal => "equal",
            Kind::IndexOf | Kind::IndexOfFrom | Kind::IndexOfChar | Kind::IndexOfCharFrom => "indexOf",
            Kind::LastIndexOf | Kind::LastIndexOfFrom | Kind::LastIndexOfChar | Kind::LastIndexOfCharFrom => {
                "lastIndexOf"
            }
            Kind::NotContains => "notContains",
            Kind::NotEndsWith => "notEndsWith",
            Kind::NotEqual => "notEqual",
            Kind::NotStartsWith => "notStartsWith",
            Kind::StartsWith => "startsWith",
            Kind::Substring | Kind::SubstringTo => "substring",
            Kind::Trim => "trim",
            Kind::Member => "member",
        }
    }

    /// How many strings and how many numbers it has.
    #[must_use]
    pub fn shape(self) -> (usize, usize) {
        match self {
            Kind::Concat => (3, 0),
            Kind::Member => (1, 0),
            Kind::CharAt | Kind::IndexOfChar | Kind::LastIndexOfChar => (1, 2),
            Kind::IndexOfCharFrom | Kind::LastIndexOfCharFrom => (1, 3),
            Kind::IndexOf | Kind::LastIndexOf | Kind::Substring => (2, 1),
            Kind::IndexOfFrom | Kind::LastIndexOfFrom | Kind::SubstringTo => (2, 2),
            _ => (2, 0),
        }
    }

    /// The opposite predicate.
    #[must_use]
    pub fn opposite(self) -> Option<Kind> {
        Some(match self {
            Kind::Contains => Kind::NotContains,
            Kind::NotContains => Kind::Contains,
            Kind::StartsWith => Kind::NotStartsWith,
            Kind::NotStartsWith => Kind::StartsWith,
            Kind::EndsWith => Kind::NotEndsWith,
            Kind::NotEndsWith => Kind::EndsWith,
            Kind::Equal => Kind::NotEqual,
            Kind::NotEqual => Kind::Equal,
            _ => return None,
        })
    }

    /// Is it a negated predicate? Automata look at such edges once the others are settled.
    #[must_use]
    pub fn is_negative(self) -> bool {
        matches!(self, Kind::NotContains | Kind::NotEndsWith | Kind::NotEqual | Kind::NotStartsWith)
    }

    /// Is the last string made of the others by this edge?
    #[must_use]
    pub fn makes_string(self) -> bool {
        matches!(self, Kind::Concat | Kind::Substring | Kind::SubstringTo | Kind::Trim)
    }

    /// Is the last number made of the others by this edge?
    #[must_use]
    pub fn makes_number(self) -> bool {
        self == Kind::CharAt || matches!(self.label(), "indexOf" | "lastIndexOf")
    }
}
