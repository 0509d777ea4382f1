// SPDX-License-Identifier: MIT

/// What a report says before and after its runs and findings: everything that is small.
public struct ReportHeader: Sendable, Equatable {
    /// The program that made it.
    public struct Tool: Sendable, Equatable {
        /// `lifelint`.
        public var name: String
        /// Its version.
        public var version: String
        /// What it knows: a digest over the rule files in use.
        public var rulesDigest: String

        /// A tool.
        public init(name: String, version: String, rulesDigest: String) {
            self.name = name
            self.version = version
            self.rulesDigest = rulesDigest
        }
    }

    /// Which runs were asked for; those of others are left out.
    public struct Selection: Sendable, Equatable {
        /// Bundle ids, with `*` and `?`; empty means all.
        public var apps: [String] = []
        /// The device.
        public var device: String?
        /// Only runs that go on after it.
        public var since: Timestamp?
        /// Only runs that begin before it.
        public var until: Timestamp?

        /// All runs.
        public init() {}

        /// The options that say so; none where all runs were asked for.
        package var options: [String] {
            apps.map { "--app " + $0 }
                + [
                    device.map { "--device " + $0 }, since.map { "--since " + $0.rfc3339 },
                    until.map { "--until " + $0.rfc3339 },
                ].compactMap(\.self)
        }
    }

    /// How it was configured.
    public struct Configuration: Sendable, Equatable {
        /// The configuration file.
        public var file: String?
        /// The preset in force.
        public var preset: String
        /// A digest over the effective configuration.
        public var digest: String
        /// The day by which expiries are judged.
        public var today: CalendarDay?
        /// Whether the output it stands in is redacted.
        public var isRedacted: Bool
        /// Which runs were asked for.
        public var selection = Selection()

        /// A configuration.
        public init(file: String?, preset: String, digest: String, today: CalendarDay?, isRedacted: Bool) {
            self.file = file
            self.preset = preset
            self.digest = digest
            self.today = today
            self.isRedacted = isRedacted
        }
    }

    /// The counts.
    public struct Summary: Sendable, Equatable {
        /// Runs.
        public var runs = 0
        /// Findings that are neither suppressed, nor related, nor in the baseline.
        public var errors = 0
        /// Likewise.
        public var warnings = 0
        /// Likewise.
        public var infos = 0
        /// Findings that stand under a primary one and are not suppressed.
        public var related = 0
        /// Suppressed findings.
        public var suppressed = 0
        /// Findings in the baseline that are neither.
        public var baseline = 0
        /// How often each cause ended a run.
        public var endings: [EndingCause: Int] = [:]

        /// Nothing counted yet.
        public init() {}
    }

    /// The program that made it.
    public var tool: Tool
    /// How it was configured.
    public var configuration: Configuration
    /// The counts.
    public var summary: Summary
    /// What was read.
    public var inputs: [InputSummary]
    /// MetricKit's exit counters.
    public var exitCounts: [ExitCounts] = []
    /// The verdicts of every selected rule, by rule.
    public var verdicts: [String: VerdictCounts] = [:]
    /// The same for each app, by name, for at most two hundred apps.
    public var appVerdicts: [AppVerdicts] = []
    /// What could not be read: those that are kept.
    public var problems: [Problem]
    /// What the baseline knows and nothing shows any more.
    public var fixed: [BaselineEntry] = []
    /// Those of them that these logs say nothing of: their rule had nothing to judge in their app.
    public var notSeen: [BaselineEntry] = []
    /// Those of them whose rule was judged.
    public var mended: [BaselineEntry] {
        let unseen = Set(notSeen.map(\.fingerprint))
        return fixed.filter { !unseen.contains($0.fingerprint) }
    }

    /// Whether what was asked for left nothing of what was read: then nothing was checked.
    package var leavesNothing: Bool {
        summary.runs == 0 && !configuration.selection.options.isEmpty && inputs.contains { $0.events > 0 }
    }

    /// A header.
    public init(
        tool: Tool, configuration: Configuration, summary: Summary, inputs: [InputSummary], problems: [Problem]
    ) {
        self.tool = tool
        self.configuration = configuration
        self.summary = summary
        self.inputs = inputs
        self.problems = problems
    }
}

/// What became of one input.
public struct InputSummary: Sendable, Hashable {
    /// How much of it was read.
    public enum Status: String, Sendable {
        case read, partly, unread
    }

    /// The input, as it was named.
    public var path: String
    /// The format's id.
    public var format: String
    /// Its size as far as it was read.
    public var bytes: Int64
    /// Records seen, understood or not.
    public var records: Int
    /// Events found.
    public var events: Int
    /// Problems met, the ones not shown included.
    public var problems: Int
    /// How much of it was read.
    public var status: Status
    /// What it was wrapped in.
    public var wrapper: String?
    /// It was named itself (or is of a format lifelint knows, or could not be opened), so that leaving it unread is an
    /// error rather than a note.
    public var isExpected: Bool
    /// Its end was not read.
    ///
    /// Why: what it is packed in breaks off, or a limit was met. What was read is told.
    public var isCut = false

    /// What the format of a unified log in its binary form is called: it is known, and not read.
    package static let logArchiveFormat = "logarchive"

    /// What a single file of one is called.
    package static let binaryLogFormat = "tracev3"

    /// It should have been read and was not.
    package var isMissing: Bool { status == .unread && isExpected }

    /// Anything may stand in what was not read of it.
    package var isIncomplete: Bool { isMissing || isCut }

    /// It lies in a folder or an archive and is nobody's concern: reports count it.
    ///
    /// A binary log is: whoever gathered it would have it read.
    package var isNote: Bool {
        status == .unread && !isExpected && format != InputSummary.logArchiveFormat
            && format != InputSummary.binaryLogFormat
    }

    /// An input.
    public init(path: String, format: String, status: Status, isExpected: Bool) {
        self.path = path
        self.format = format
        self.status = status
        self.isExpected = isExpected
        bytes = 0
        records = 0
        events = 0
        problems = 0
    }
}

/// MetricKit's exit counters over their window: counts, never runs.
public struct ExitCounts: Sendable, Equatable {
    /// Bundle id.
    public var app: String?
    /// Version of the app.
    public var version: String?
    /// The window's begin.
    public var from: Timestamp
    /// The window's end.
    public var to: Timestamp
    /// `foreground` or `background`.
    public var place: String
    /// By cause, or by MetricKit's own name where no cause fits.
    public var counts: [String: Int]
    /// What the payload says, as a number: payloads of two devices are two, and one that is read twice is one.
    package var origin: UInt64 = 0

    /// Counters.
    public init(app: String?, version: String?, from: Timestamp, to: Timestamp, place: String, counts: [String: Int]) {
        self.app = app
        self.version = version
        self.from = from
        self.to = to
        self.place = place
        self.counts = counts
    }
}

/// How often a rule came to each verdict, and why it came to none.
public struct VerdictCounts: Sendable, Equatable {
    /// The pattern was there.
    public var violated = 0
    /// It could have been, and was not.
    public var satisfied = 0
    /// The evidence ended too early.
    public var inconclusive = 0
    /// The evidence cannot show it.
    public var notEvaluated = 0
    /// How many of those that are violated or satisfied leave something out: one of several checks had something to
    /// look at that the evidence cannot show.
    public var partial = 0
    /// Reasons of what is inconclusive or not evaluated.
    public var reasons: [String: Int] = [:]

    /// Nothing judged yet.
    public init() {}

    /// Whether it came to a verdict that leaves nothing out: then what is not found is not there.
    package var isTold: Bool { violated + satisfied > partial }

    /// Whether both count the same; mostly there is one reason, which need not be looked up.
    public static func == (left: VerdictCounts, right: VerdictCounts) -> Bool {
        guard
            left.violated == right.violated, left.satisfied == right.satisfied,
            left.inconclusive == right.inconclusive, left.notEvaluated == right.notEvaluated,
            left.partial == right.partial, left.reasons.count == right.reasons.count
        else { return false }
        guard left.reasons.count == 1, let mine = left.reasons.first, let its = right.reasons.first else {
            return left.reasons == right.reasons
        }
        return mine.key == its.key && mine.value == its.value
    }
}
