// SPDX-License-Identifier: MIT

/// The words around what the system tells when it ends a process, as `rules/vocabulary/termination-words.yml` says it.
public struct TerminationWords: Sendable {
    /// What words tell: the section of the file, and the key in it.
    public enum Key: String, CaseIterable, Sendable {
        case thrownName = "thrown.name"
        case thrownReason = "thrown.reason"

        case reasonNamespace = "reason.namespace"
        case reasonCode = "reason.code"

        case contextName = "context.name"
        case contextFields = "context.fields"
        case contextNamespace = "context.namespace"
        case contextCode = "context.code"
        case contextExplanation = "context.explanation"
        case contextReport = "context.report"

        case transgression = "watchdog.transgression"
        case failed = "watchdog.failed"
        case inTime = "watchdog.inTime"
        case exhausted = "watchdog.exhausted"
        case processor = "watchdog.processor"
        case allowance = "watchdog.allowance"
        case graceful = "watchdog.graceful"
        case watchdogEvent = "watchdog.event"
        case watchdogVisibility = "watchdog.watchdogVisibility"
        case processVisibility = "watchdog.processVisibility"
        case processState = "watchdog.processState"
        case totalProcessorTime = "watchdog.totalProcessorTime"
        case appProcessorTime = "watchdog.appProcessorTime"
        case thermalLevel = "watchdog.thermalLevel"
        case thermalState = "watchdog.thermalState"

        case exitAllowance = "exit.allowance"
        case exitGraceful = "exit.graceful"
        case exitProcessorExhausted = "exit.processorExhausted"
        case exitProcessorShare = "exit.processorShare"
    }

    /// Words as they are written.
    public struct Wording: Sendable {
        /// What is sought, blanks at its ends included.
        public var text: String
        /// How well it is known.
        public var standing: TerminationTable.Standing

        /// Words of that standing.
        public init(_ text: String, standing: TerminationTable.Standing) {
            self.text = text
            self.standing = standing
        }
    }

    /// Words that tell where an app was going.
    public struct Direction: Sendable {
        /// Texts of which one must be there, without regard to case.
        public var texts: [String]
        /// `detail.direction`.
        public var direction: String
        /// How well that is known.
        public var standing: TerminationTable.Standing

        /// A direction.
        public init(texts: [String], direction: String, standing: TerminationTable.Standing) {
            self.texts = texts
            self.direction = direction
            self.standing = standing
        }
    }

    /// The words by what they tell.
    public var wordings: [Key: Wording] = [:]
    /// Directions, in the order in which they are tried.
    public var directions: [Direction] = []

    /// No words: nothing is found in any text.
    public init() {}

    /// The words that tell that; empty where there are none.
    public subscript(key: Key) -> String { wordings[key]?.text ?? "" }
}
