// SPDX-License-Identifier: MIT

/// What words and lines mean that people meet around the life cycle, as `rules/vocabulary/sayings.yml` says it: only
/// `lifelint explain` asks.
public struct Sayings: Sendable {
    /// A word or a line and what it means.
    public struct Saying: Sendable {
        /// The words: compared as a whole, by their letters and digits alone.
        public var words: [String] = []
        /// Texts of which a line holds one, without regard to case.
        public var texts: [String] = []
        /// Texts of which it holds one beside that; empty means any.
        public var otherTexts: [String] = []
        /// The event whose name and spellings are its words.
        public var event: EventName?
        /// What kind of word it is.
        public var about: String
        /// What it means, in sentences.
        public var meanings: [String]
        /// What usually leads to it.
        public var usually: [String] = []
        /// The endings that it stands for.
        public var causes: [EndingCause] = []
        /// Ids of the rules that judge by it.
        public var rules: [String] = []
        /// Other words that say more.
        public var see: [String] = []
        /// Where more is said.
        public var links: [String] = []
        /// How well that is known.
        public var standing: TerminationTable.Standing?

        /// A saying.
        public init(about: String, meanings: [String]) {
            self.about = about
            self.meanings = meanings
        }
    }

    /// Sayings, in the order of the file.
    public var sayings: [Saying] = []
    /// Words in front of a namespace in a line: without one a word in capitals is a word in capitals.
    public var namespaceLeads: [String] = []
    /// Words of lines that name jetsam reasons.
    public var jetsamLeads: [String] = []

    /// No sayings.
    public init() {}
}
