//! The caps of the rewriter: how large terms are that rules look at and write.

tress_base::caps! {
    /// Rules that are applied one after the other to what began as one term.
    pub(super) RULES_IN_ROW = 200, "rewrite.rules-in-row";
    /// Rules that are applied for each term that is visited, on average.
    pub(super) RULES_PER_TERM = 50, "rewrite.rules-per-term";
    /// Parts of a concatenation, or atoms of a sum, that are looked at.
    pub(super) PARTS = 64, "rewrite.parts";
    /// Parts of a concatenation that is written flat, counted with repetition.
    pub(super) FLAT_PARTS = 1 << 17, "rewrite.flat-parts";
    /// Parts of a string in which prefixes and suffixes are searched for.
    pub(super) AFFIX_PARTS = 16, "rewrite.affix-parts";
    /// Pairs of positions at which two concatenations are compared.
    pub(super) PART_PAIRS = 256, "rewrite.part-pairs";
    /// Copies of a string that are written one after the other.
    pub(super) COPIES = 30, "rewrite.copies";
    /// Positions in a string constant at which something is put in.
    pub(super) INSERTIONS = 32, "rewrite.insertions";
    /// Matches of a language in a string constant that are replaced.
    pub(super) REPLACED_MATCHES = 256, "rewrite.replaced-matches";
    /// Characters of a string constant in which a position is found by cases.
    pub(super) POSITION_CASES = 64, "rewrite.position-cases";
    /// Characters of string constants that are written as sets of characters.
    pub(super) SET_CHARACTERS = 64, "rewrite.set-characters";
    /// Characters of a string constant at the end of a member that is taken from the language.
    pub(super) CONSUMED_CHARACTERS = 1_000, "rewrite.consumed-characters";
    /// Steps for the derivatives of one membership.
    pub(super) DERIVATIVE_STEPS = 20_000, "rewrite.derivative-steps";
    /// Factors of a language that are aligned with strings or other languages.
    pub(super) LANGUAGE_FACTORS = 256, "rewrite.language-factors";
    /// Parts of an expression of one word, or of one set of characters.
    pub(super) EXPRESSION_PARTS = 4_096, "rewrite.expression-parts";
    /// Parts of an expression that a function on characters is applied to.
    pub(super) MAPPED_PARTS = 500, "rewrite.mapped-parts";
    /// Members of a union that are compared with each other.
    pub(super) UNION_MEMBERS = 24, "rewrite.union-members";
    /// Members of a union that are searched for a common prefix or suffix.
    pub(super) FACTORED_MEMBERS = 256, "rewrite.factored-members";
    /// Arguments of `distinct` that are written pair by pair.
    pub(super) DISTINCT_ARGUMENTS = 64, "rewrite.distinct-arguments";
    /// Parts of conjunctions and disjunctions among which common ones are searched for.
    pub(super) COMMON_PARTS = 32, "rewrite.common-parts";
    /// Atoms of a condition that are put into its branches.
    pub(super) CONDITION_ATOMS = 16, "rewrite.condition-atoms";
    /// Terms of a branch into which the value of a symbol is put.
    pub(super) BRANCH_TERMS = 200, "rewrite.branch-terms";
    /// Terms of the body of a quantifier.
    pub(super) BODY_TERMS = 4_000, "rewrite.body-terms";
    /// Quantifiers in the body of a quantifier.
    pub(super) BODY_QUANTIFIERS = 24, "rewrite.body-quantifiers";
    /// Bound truth values that are written out.
    pub(super) BOUND_TRUTH_VALUES = 4, "rewrite.bound-truth-values";
    /// Arguments of a flat operator on vectors of bits.
    pub(super) VECTOR_ARGUMENTS = 64, "rewrite.vector-arguments";
    /// Bits of a vector that a comparison of sums becomes.
    pub(super) VECTOR_BITS = 512, "rewrite.vector-bits";
    /// Products of a polynomial over vectors of bits.
    pub(super) PRODUCTS = 48, "rewrite.products";
    /// Factors of a product of vectors of bits.
    pub(super) PRODUCT_FACTORS = 6, "rewrite.product-factors";
    /// Characters of a string constant whose parts are listed as a language.
    pub(super) PART_CHARACTERS = 12, "rewrite.part-characters";
    /// Characters of a string constant in which a replacement is written case by case.
    pub(super) REPLACED_CHARACTERS = 4, "rewrite.replaced-characters";
    /// Last digits of a number that are looked at.
    pub(super) LAST_DIGITS = 18, "rewrite.last-digits";
    /// Characters of a string whose number is written as a sum.
    pub(super) NUMERAL_CHARACTERS = 20, "rewrite.numeral-characters";
    /// Digits of a numeral whose length is defined by comparisons.
    pub(super) NUMERAL_DIGITS = 7, "rewrite.numeral-digits";
    /// Parts of a string among which one character is looked for.
    pub(super) SPLIT_PARTS = 3, "rewrite.split-parts";
    /// Sums that one question about a sign looks at.
    pub(super) COMPARED_SUMS = 60, "entail.sums";
    /// Pairs of expressions that one question about inclusion compares.
    pub(super) COMPARED_LANGUAGES = 100, "entail.languages";
    /// Factors of a concatenation of languages that are compared, characters of string constants included.
    pub(super) COMPARED_FACTORS = 24, "entail.factors";
    /// Characters of a string constant whose membership is computed.
    pub(super) MEMBER_CHARACTERS = 256, "entail.member-characters";
    /// Different characters of a string that are listed, and characters of a string constant that are
    /// counted.
    pub(super) LISTED_CHARACTERS = 64, "entail.listed-characters";
}
