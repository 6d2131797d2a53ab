//! What is known of the words of each class at every moment: how they begin and end, and how long
//! they can be.
//!
//! Enters: what single nodes are known to begin or end with, and classes that become one. Leaves:
//! two pieces of knowledge that contradict each other. Everything is undone level by level. It
//! knows nothing of terms.

use rustc_hash::FxHashMap;
use tress_sat::Lit;

use crate::ends::{End, agree};
use tress_kernel::Node;
use tress_term::term::Word;

/// What is known of a string, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The string's first (or last) characters.
    pub(super) word: Word,
    /// Are they all of it?
    pub(super) whole: bool,
    pub(super) why: Witness,
}

/// The member of a class that something is known of, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Witness {
    pub(super) node: Node,
    /// The literal that says so.
    pub(super) literal: Option<Lit>,
}

/// What is known of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ClassInfo {
    pub(super) front: Option<Known>,
    pub(super) back: Option<Known>,
    /// No word is shorter than this.
    pub(super) least: Option<(usize, Witness)>,
    /// No word is longer than this.
    pub(super) most: Option<(usize, Witness)>,
}

/// Two pieces of knowledge that no word meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contradiction {
    pub(super) one: Witness,
    pub(super) other: Witness,
    /// How many characters of the witnesses matter, counted from this end; all of them if `None`.
    pub(super) upto: Option<(End, usize)>,
}

/// What is known of all classes, by representative.
#[derive(Default)]
pub(super) struct ClassInfos {
    known: FxHashMap<Node, ClassInfo>,
    trail: Vec<(Node, Option<ClassInfo>)>,
    levels: Vec<usize>,
}

impl ClassInfos {
    pub(super) fn push(&mut self) {
        self.levels.push(self.trail.len());
    }

    pub(super) fn backtrack(&mut self, level: usize) {
        let Some(mark) = self.levels.get(level).copied() else { return };
        self.levels.truncate(level);
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some((representative, Some(old))) => drop(self.known.insert(representative, old)),
                Some((representative, None)) => drop(self.known.remove(&representative)),
                None => return,
            }
        }
    }

    /// The classes of which something is known, and the members that it is known of.
    #[cfg(feature = "check-everything")]
    pub(super) fn witnesses(&self) -> impl Iterator<Item = (Node, Node)> {
        self.known.iter().flat_map(|(class, info)| {
            let ends = [&info.front, &info.back].into_iter().flatten().map(|known| known.why.node);
            let lengths = [info.least, info.most].into_iter().flatten().map(|(_, why)| why.node);
            ends.chain(lengths).map(|node| (*class, node))
        })
    }

    /// Says what is known of a node that was just made. It holds at every level.
    pub(super) fn begin(&mut self, node: Node, info: ClassInfo) {
        if info != ClassInfo::default() {
            self.known.insert(node, info);
        }
    }

    /// Two classes became one.
    pub(super) fn join(&mut self, gone: Node, kept: Node) -> Result<(), Contradiction> {
        match self.known.get(&gone).cloned() {
            Some(info) => self.learn(kept, info),
            None => Ok(()),
        }
    }

    /// Adds to what is known of a class.
    pub(super) fn learn(&mut self, representative: Node, new: ClassInfo) -> Result<(), Contradiction> {
        let old = self.known.get(&representative).cloned().unwrap_or_default();
        let front = strongest(&old.front, &new.front, End::Left)?;
        let back = strongest(&old.back, &new.back, End::Right)?;
        let least = stronger(old.least, new.least, |a, b| a > b);
        let most = stronger(old.most, new.most, |a, b| a < b);
        if let (Some((least, one)), Some((most, other))) = (least, most)
            && least > most
        {
            return Err(Contradiction { one, other, upto: None });
        }
        let info = ClassInfo { front, back, least, most };
        if info != old {
            let old = self.known.insert(representative, info);
            self.trail.push((representative, old));
        }
        Ok(())
    }
}

/// The longer of two fronts (or backs), or why no word has both.
fn strongest(one: &Option<Known>, other: &Option<Known>, end: End) -> Result<Option<Known>, Contradiction> {
    let (one, other) = match (one, other) {
        (None, known) | (known, None) => return Ok(known.clone()),
        (Some(one), Some(other)) => (one, other),
    };
    let too_long = |whole: &Known, part: &Known| whole.whole && part.word.len() > whole.word.len();
    if !agree(&one.word, &other.word, end) {
        let upto = Some((end, 1 + common(&one.word, &other.word, end)));
        return Err(Contradiction { one: one.why, other: other.why, upto });
    }
    if too_long(one, other) || too_long(other, one) {
        let upto = Some((end, 1 + one.word.len().min(other.word.len())));
        return Err(Contradiction { one: one.why, other: other.why, upto });
    }
    let first = one.whole || (!other.whole && one.word.len() >= other.word.len());
    Ok(Some(if first { one.clone() } else { other.clone() }))
}

/// How many characters two words share at one end.
fn common(one: &[u32], other: &[u32], end: End) -> usize {
    match end {
        End::Left => one.iter().zip(other).take_while(|(a, b)| a == b).count(),
        End::Right => one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count(),
    }
}

fn stronger<T: Copy>(
    one: Option<(usize, T)>,
    other: Option<(usize, T)>,
    is_stronger: impl Fn(usize, usize) -> bool,
) -> Option<(usize, T)> {
    match (one, other) {
        (None, known) | (known, None) => known,
        (Some(one), Some(other)) if is_stronger(other.0, one.0) => Some(other),
        (Some(one), Some(_)) => Some(one),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_base::Random;

    fn word(text: &str) -> Word {
        text.chars().map(u32::from).collect::<Vec<_>>().into()
    }

    fn witness(node: u32) -> Witness {
        Witness { node: Node(node), literal: None }
    }

    fn known(text: &str, whole: bool, node: u32) -> Option<Known> {
        Some(Known { word: word(text), whole, why: witness(node) })
    }

    fn front(text: &str, whole: bool, node: u32) -> ClassInfo {
        ClassInfo { front: known(text, whole, node), ..ClassInfo::default() }
    }

    #[test]
    fn the_longer_front_is_kept_and_undone() {
        let mut infos = ClassInfos::default();
        infos.begin(Node(1), front("ab", false, 1));
        infos.begin(Node(2), front("abc", false, 2));
        infos.push();
        assert_eq!(infos.join(Node(2), Node(1)), Ok(()));
        assert_eq!(infos.known[&Node(1)], front("abc", false, 2));
        infos.backtrack(0);
        assert_eq!(infos.known[&Node(1)], front("ab", false, 1));
    }

    #[test]
    fn fronts_that_differ_contradict_each_other_up_to_the_difference() {
        let mut infos = ClassInfos::default();
        infos.begin(Node(1), front("abcd", false, 1));
        let found = infos.learn(Node(1), front("abx", false, 2)).expect_err("no word has both");
        assert_eq!(found.upto, Some((End::Left, 3)));
        assert_eq!(infos.learn(Node(1), front("abc", false, 3)), Ok(()));
        // A whole word is no longer than itself.
        let found = infos.learn(Node(1), front("abc", true, 4)).expect_err("too short");
        assert_eq!(found.upto, Some((End::Left, 4)));
        assert_eq!(infos.learn(Node(1), front("abcde", true, 4)), Ok(()));
    }

    #[test]
    fn lengths_contradict_each_other() {
        let mut infos = ClassInfos::default();
        infos.begin(Node(1), ClassInfo { least: Some((3, witness(1))), ..ClassInfo::default() });
        let most = |most: usize| ClassInfo { most: Some((most, witness(2))), ..ClassInfo::default() };
        assert_eq!(infos.learn(Node(1), most(3)), Ok(()));
        assert!(infos.learn(Node(1), most(2)).is_err());
    }

    /// Does any word over two characters begin and end like this? The slow twin.
    fn has_word(infos: &[ClassInfo]) -> bool {
        (0..7u32).any(|length| {
            (0..1u32 << length).any(|bits| {
                let letters: Vec<u32> = (0..length).map(|place| 97 + (bits >> place & 1)).collect();
                infos.iter().all(|info| {
                    let fits = |known: &Option<Known>, end: End| {
                        known.as_ref().is_none_or(|known| {
                            let fits = known.word.len() <= letters.len() && agree(&known.word, &letters, end);
                            fits && (!known.whole || known.word.len() == letters.len())
                        })
                    };
                    fits(&info.front, End::Left)
                        && fits(&info.back, End::Right)
                        && info.least.is_none_or(|(least, _)| letters.len() >= least)
                        && info.most.is_none_or(|(most, _)| letters.len() <= most)
                })
            })
        })
    }

    #[test]
    fn contradictions_are_right() {
        let mut random = Random::new(5);
        let mut found = 0;
        for _ in 0..2000 {
            let mut text = || (0..random.below(3)).map(|_| ["a", "b"][random.below(2)]).collect::<String>();
            let (one, other, back) = (text(), text(), text());
            let parts = [
                front(&one, random.below(3) == 0, 1),
                front(&other, random.below(3) == 0, 2),
                ClassInfo { back: known(&back, false, 3), ..ClassInfo::default() },
                ClassInfo { least: Some((random.below(4), witness(4))), ..ClassInfo::default() },
                ClassInfo { most: Some((1 + random.below(4), witness(5))), ..ClassInfo::default() },
            ];
            let mut infos = ClassInfos::default();
            if parts.iter().any(|part| infos.learn(Node(0), part.clone()).is_err()) {
                found += 1;
                assert!(!has_word(&parts), "{parts:?}");
            }
        }
        assert!(found > 200);
    }
}
