//! Words seen from either end.

/// The end from which words and lists are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Left,
    Right,
}

/// A word without its first (or last) characters.
pub(super) fn after(word: &[u32], by: usize, end: End) -> &[u32] {
    match end {
        End::Left => &word[by..],
        End::Right => &word[..word.len() - by],
    }
}

/// The first (or last) characters of a word.
pub(super) fn front(word: &[u32], length: usize, end: End) -> &[u32] {
    match end {
        End::Left => &word[..length],
        End::Right => &word[word.len() - length..],
    }
}

/// Do two words agree as far as both go?
pub(super) fn agree(one: &[u32], other: &[u32], end: End) -> bool {
    let common = one.len().min(other.len());
    front(one, common, end) == front(other, common, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_read() {
        assert_eq!(after(&[1, 2, 3], 1, End::Left), [2, 3]);
        assert_eq!(after(&[1, 2, 3], 1, End::Right), [1, 2]);
        assert!(agree(&[1, 2], &[1, 2, 3], End::Left));
        assert!(!agree(&[1, 2], &[1, 2, 3], End::Right));
        assert!(agree(&[2, 3], &[1, 2, 3], End::Right));
    }
}
