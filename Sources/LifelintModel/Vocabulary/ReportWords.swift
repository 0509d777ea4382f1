// SPDX-License-Identifier: MIT

/// What the numbers and names in reports mean, as `rules/vocabulary/bug-types.yml` and `exceptions.yml` say it.
public struct ReportWords: Sendable {
    /// What ended with what a report tells.
    public enum Ends: String, CaseIterable, Sendable {
        case process, device, some, nothing, unsaid
    }

    /// A kind of report.
    public struct BugType: Sendable {
        /// Its numbers.
        public var numbers: [UInt64]
        /// The system's name for it.
        public var name: String
        /// What it tells, in one sentence.
        public var tells: String
        /// What ended with it.
        public var ends: Ends
        /// How well that is known.
        public var standing: TerminationTable.Standing
        /// Ids of the rules that judge by it.
        public var rules: [String] = []

        /// A kind of report.
        public init(
            numbers: [UInt64], name: String, tells: String, ends: Ends, standing: TerminationTable.Standing
        ) {
            self.numbers = numbers
            self.name = name
            self.tells = tells
            self.ends = ends
            self.standing = standing
        }
    }

    /// An exception of the kernel, or a signal.
    public struct Exception: Sendable {
        /// Its names, the constant first.
        public var names: [String]
        /// Its number among exceptions, or among signals.
        public var number: UInt64
        /// What it means, in one sentence.
        public var meaning: String
        /// What it usually follows from, in one sentence.
        public var usually: String
        /// The endings that it usually stands for.
        public var causes: [EndingCause]
        /// How well that is known.
        public var standing: TerminationTable.Standing
        /// Whether it is no exception by itself, but the code of one.
        public var isCode = false

        /// An exception.
        public init(
            names: [String], number: UInt64, meaning: String, usually: String, causes: [EndingCause],
            standing: TerminationTable.Standing
        ) {
            self.names = names
            self.number = number
            self.meaning = meaning
            self.usually = usually
            self.causes = causes
            self.standing = standing
        }
    }

    /// Kinds of reports.
    public var bugTypes: [BugType] = []
    /// Exceptions and signals.
    public var exceptions: [Exception] = []

    /// No words.
    public init() {}

    /// The kind of report with that number.
    public func bugType(_ number: UInt64) -> BugType? { bugTypes.first { $0.numbers.contains(number) } }
}

/// What one word or line means: a section of a page of `lifelint explain`.
public struct WordMeaning: Sendable, Equatable {
    /// What kind of word it is and how it is written: `Termination code 0x8badf00d (2343432205)`.
    public var title: String
    /// What it means, in sentences.
    public var sentences: [String] = []
    /// What it usually follows from; empty where its endings tell.
    public var usually: [String] = []
    /// How well that is known; what is known less well says so itself.
    public var standing: TerminationTable.Standing?
    /// The endings that it stands for.
    public var causes: [EndingCause] = []
    /// What those are called that it stands for, where that is not what others of the cause are called.
    public var titles: [EndingCause: String] = [:]
    /// The rules that look for these, or that judge by the word.
    public var rules: [String] = []
    /// Whether it stands for so many things that what leads to one of its endings says nothing about it.
    public var isMixed = false
    /// Where more is said.
    public var links: [String] = []

    /// A meaning of which only the title is known.
    public init(title: String) { self.title = title }
}
