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

    /// A kind of guard that an exception tells to have been violated.
    public struct Guard: Sendable {
        /// How subtypes of the exception begin.
        public var name: String
        /// Its number, in the highest bits of the first code.
        public var number: UInt64
        /// What the kernel ends for it.
        public var ends: Ends
        /// Where it ends a process for some of what is done, the last of these; flavors count from 0.
        public var lastFlavor: UInt64?
        /// How well that is known.
        public var standing: TerminationTable.Standing

        /// A kind of guard.
        public init(
            name: String, number: UInt64, ends: Ends, lastFlavor: UInt64? = nil, standing: TerminationTable.Standing
        ) {
            self.name = name
            self.number = number
            self.ends = ends
            self.lastFlavor = lastFlavor
            self.standing = standing
        }

        /// Whether the kernel ends a process for it; nil where that is not known of such an exception.
        fileprivate func endsProcess(_ subtype: String?, _ code: UInt64) -> Bool? {
            let isNumbered = code >> 61 == number
            guard isNumbered || subtype?.hasPrefix(name) == true else { return nil }
            switch ends {
            case .process, .device: return true
            case .nothing: return false
            // Only the code tells what was done.
            case .some: return isNumbered && code >> 32 & 0x1FFF_FFFF <= lastFlavor ?? 0 ? true : nil
            case .unsaid: return nil
            }
        }
    }

    /// Kinds of reports.
    public var bugTypes: [BugType] = []
    /// Exceptions and signals.
    public var exceptions: [Exception] = []
    /// Kinds of guards; the first that says what an exception ends decides.
    public var guards: [Guard] = []

    /// No words.
    public init() {}

    /// The kind of report with that number.
    public func bugType(_ number: UInt64) -> BugType? { bugTypes.first { $0.numbers.contains(number) } }

    /// Whether the kernel ends a process for the guard that an exception tells; nil where that depends on the system.
    ///
    /// - Parameters:
    ///   - subtype: what the exception says of itself.
    ///   - code: the first of its codes; 0 where it has none.
    package func endsByGuard(subtype: String?, code: UInt64) -> Bool? {
        guards.lazy.compactMap { $0.endsProcess(subtype, code) }.first
    }

    /// Whether a subtype is that of a guard for which nothing ends: a library notes a fault of its own.
    package func isNote(subtype: String) -> Bool {
        guards.contains { $0.ends == .nothing && subtype.hasPrefix($0.name) }
    }
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
