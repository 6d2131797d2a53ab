//! Mistakes that are planted on purpose, one at a time, to show that none of them gets a certificate.
//!
//! Enters: the name of a mistake, once. Leaves: whether it is made here. Only with the feature `mistakes`,
//! which no product has; without it the answer is a constant.

/// The name of every mistake, the room it is in, what is wrong.
#[cfg(feature = "mistakes")]
pub const MISTAKES: &[[&str; 3]] = &[
    ["part-whole", "rewriting", "a part is the whole although it may be one character short"],
    ["part-empty", "rewriting", "the last character counts as outside"],
    ["part-cut-before", "rewriting", "the start is not moved with what is cut away"],
    ["part-cut-behind", "rewriting", "one character behind the end is cut although it is reached"],
    ["part-pull-front", "rewriting", "the count is not lowered by what is pulled out"],
    ["part-of-character", "rewriting", "a part of no characters has one"],
    ["part-of-part", "rewriting", "the start of the inner part is forgotten"],
    ["at-two", "rewriting", "str.at takes two characters"],
    ["index-outside", "rewriting", "an occurrence at the very end counts as outside"],
    ["index-of-empty", "rewriting", "the empty word does not occur at the end"],
    ["index-skip", "rewriting", "what is skipped is not added to the position"],
    ["index-whole", "rewriting", "a whole is found from every start"],
    ["index-end", "rewriting", "nothing is found at the end, the empty word neither"],
    ["index-ignored", "rewriting", "one character behind the start is ignored, too"],
    ["replace-empty", "rewriting", "the empty word is replaced at the end"],
    ["replace-short", "rewriting", "what is one character shorter counts as as long"],
    ["replace-in-character", "rewriting", "an empty pattern in one character is forgotten"],
    ["replace-start", "rewriting", "all occurrences at the start go at once"],
    ["contains-as-long", "rewriting", "what is one character shorter occurs only as the whole"],
    ["contains-literal", "rewriting", "the whole word is missing among its ends"],
    ["contains-prefix", "rewriting", "the empty word is missing among the beginnings"],
    ["contains-parts", "rewriting", "two characters lie in one part, too"],
    ["contains-overlap", "rewriting", "an overlap of all but the last character is missed"],
    ["int-and-back", "rewriting", "negative numbers have numerals"],
    ["code-and-back", "rewriting", "words of several characters have a code"],
    ["code-of-one", "rewriting", "one character is too many for a code"],
    ["no-word", "rewriting", "zero has no numeral"],
    ["digit-zero", "rewriting", "zero is no digit"],
    ["spelled-zero", "rewriting", "zero is not spelled as itself"],
    ["comparison-rounding", "rewriting", "a bound that is whole is rounded up all the same"],
    ["order-less", "rewriting", "less is not at most"],
    ["order-strip", "rewriting", "the first characters are compared the wrong way around"],
    ["order-character", "rewriting", "a character is not at most itself"],
    ["affix-character", "rewriting", "an empty first part is forgotten"],
    ["affix-reach", "rewriting", "what lies behind is out of reach one character early"],
    ["lengths-of-language", "rewriting", "the longest words of a language are left out"],
    ["never-equal", "rewriting", "words of equal length are never equal"],
    ["reduce-substr-start", "strings", "a part may not begin with the first character"],
    ["reduce-substr-reach", "strings", "a part is always as long as asked for"],
    ["reduce-substr-end", "strings", "the last character belongs to no part"],
    ["reduce-prefix-case", "strings", "the case of a longer prefix is forgotten"],
    ["reduce-prefix-long", "strings", "a word that is no prefix is not longer"],
    ["reduce-contains-proper", "strings", "what is contained is shorter"],
    ["first-occurrence", "strings", "nothing stands before the first occurrence"],
    ["reduce-indexof-start", "strings", "the start is not added to the index"],
    ["reduce-indexof-end", "strings", "the search may not begin at the end"],
    ["reduce-replace-order", "strings", "what is put in comes last"],
    ["reduce-less-longer", "strings", "a longer word is not greater"],
    ["words-up-to", "strings", "a constant is not at most itself"],
    ["from-int-zero", "strings", "zero has no numeral"],
    ["from-int-digits", "strings", "ten has one digit"],
    ["f-unify", "strings", "heads are equal whatever their lengths"],
    ["f-split", "strings", "the case of a shorter head is forgotten"],
    ["conclude-premise", "strings", "an explanation loses an equality"],
    ["forms-gap", "strings", "a gap is one character wider"],
    ["class-contradiction", "strings", "a contradiction of two strings forgets why they are one"],
    ["language-premise", "strings", "of a membership it is forgotten whose it is"],
    ["first-length", "strings", "a concatenation is one character longer than its constants"],
    ["part-most", "strings", "a part is shorter than its count"],
    ["numeral-longer", "strings", "leading zeros are forgotten"],
    ["explain-congruence", "kernel", "congruence forgets its first arguments"],
    ["explain-grounds", "kernel", "an equality by evaluation forgets one of its reasons"],
    ["explain-sides", "kernel", "an equation that follows forgets its sides"],
    ["division-rest", "kernel", "a rest is less than the divisor by two"],
    ["explain-bound", "kernel", "a bound of the graph is implied by nothing"],
    ["row-premise", "arithmetic", "a conflict of a row forgets its last bound"],
    ["round-up", "arithmetic", "bounds of whole numbers are rounded one too far"],
    ["round-down", "arithmetic", "upper bounds of whole numbers are one too low"],
    ["periods", "arithmetic", "a bound by periods is rounded up"],
    ["loosen", "arithmetic", "a bound is loosened beyond the room there is"],
    ["cut-fraction", "arithmetic", "fractions in cuts are too large by a half"],
    ["derivative-repeat", "automata", "a round of a loop takes away two"],
    ["derivative-concat", "automata", "behind an empty first part nothing begins"],
    ["complement-gaps", "automata", "characters that are not mentioned are in no complement"],
    ["product-range", "automata", "the last character of a range is lost in products"],
    ["merge-factors", "automata", "two loops of one body lose a round"],
    ["lengths-union", "automata", "of the lengths of a union the last are lost"],
    ["affix-open-case", "preprocessing", "the open case is forgotten"],
    ["affix-closed-case", "preprocessing", "the empty word is no case"],
    ["letters", "preprocessing", "a word of known length has a letter too many"],
    ["known-length", "preprocessing", "a word that is at most so long is that long"],
];

/// The number of the mistake that is planted, from 1; 0 for none.
#[cfg(feature = "mistakes")]
static PLANTED: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

/// Plants the mistake of this name and no other. False if there is none.
#[cfg(feature = "mistakes")]
pub fn plant(name: &str) -> bool {
    let place = MISTAKES.iter().position(|mistake| mistake[0] == name);
    PLANTED.store(place.map_or(0, |place| place + 1), std::sync::atomic::Ordering::Relaxed);
    place.is_some()
}

/// Is this mistake planted?
#[cfg(feature = "mistakes")]
#[must_use]
pub fn is_planted(name: &str) -> bool {
    let place = PLANTED.load(std::sync::atomic::Ordering::Relaxed);
    place > 0 && MISTAKES[place - 1][0] == name
}

/// Is this mistake planted? No.
#[cfg(not(feature = "mistakes"))]
#[inline]
#[must_use]
pub const fn is_planted(_name: &str) -> bool {
    false
}
