// SPDX-License-Identifier: MIT

/// A mistake that a rule found, with its evidence.
public struct Finding: Sendable, Equatable {
    /// How bad it is.
    public enum Severity: String, CaseIterable, Sendable {
        case error, warning, info
    }

    /// A line of evidence with what it shows.
    public struct Evidence: Sendable, Hashable {
        /// The line.
        public var line: EvidenceLine
        /// What it shows, such as "begun here".
        public var note: String

        /// What is noted at a line that tells how a run ended.
        package static let endNote = "the end"
        /// Of a line that an ending rests on though it tells of none: the next launch, or a limit that was exceeded.
        package static let groundNote = "rests on this"

        /// A line of evidence.
        public init(line: EvidenceLine, note: String) {
            self.line = line
            self.note = note
        }
    }

    /// Why a finding does not count, by configuration.
    public struct Suppression: Sendable, Hashable {
        /// The stated reason.
        public var reason: String
        /// `file:line` of the suppression.
        public var by: String
        /// The day after which it counts again.
        public var until: CalendarDay?

        /// A suppression.
        public init(reason: String, by: String, until: CalendarDay?) {
            self.reason = reason
            self.by = by
            self.until = until
        }
    }

    /// The rule's id.
    public var rule: String
    /// How bad it is.
    public var severity: Severity
    /// How sure it is.
    public var confidence: Confidence
    /// Bundle id.
    public var app: String?
    /// The run it stands in: the last of several; that of the worst case, where it is told once a version.
    public var run: String?
    /// All its runs, in order: at most the last 8.
    public var runs: [String]
    /// The scene it speaks of.
    public var scene: String?
    /// The key it was found for.
    public var key: String?
    /// The time of the first line of evidence.
    public var time: Timestamp
    /// When it became known.
    public var decided: Timestamp
    /// What happened, with the measured values.
    public var message: String
    /// Who is to blame.
    public var culprit: String?
    /// How many it stands for.
    public var count: Int
    /// Its lines: at most 8, never empty.
    public var evidence: [Evidence]
    /// How many lines are left out.
    public var evidenceOmitted: Int
    /// The fingerprint of the primary finding it stands under.
    public var relatedTo: String?
    /// Why it does not count.
    public var suppressed: Suppression?
    /// It is in the baseline.
    public var isInBaseline: Bool
    /// What it is recognised by from one analysis to the next.
    public var fingerprint: String

    /// Whether it says how a run ended: it rests on a line that tells the end.
    package var tellsEnding: Bool {
        evidence.contains { $0.note == Evidence.endNote || $0.note == Evidence.groundNote }
    }

    /// The app it is about: its bundle id, else the process of its run, whose id is `process/device/pid@start` then.
    package var appName: String? { app ?? process }

    /// The process it is about, where no bundle id is known.
    package var process: String? {
        guard app == nil, let run else { return nil }
        let parts = run.split(separator: "/", omittingEmptySubsequences: false)
        let name = parts.dropLast(2).joined(separator: "/")
        return name.isEmpty || name == "-" ? nil : name
    }

    /// A finding.
    public init(
        rule: String, severity: Severity, confidence: Confidence, time: Timestamp, decided: Timestamp, message: String,
        evidence: [Evidence], fingerprint: String
    ) {
        self.rule = rule
        self.severity = severity
        self.confidence = confidence
        self.time = time
        self.decided = decided
        self.message = message
        self.evidence = evidence
        self.fingerprint = fingerprint
        runs = []
        count = 1
        evidenceOmitted = 0
        isInBaseline = false
    }
}
