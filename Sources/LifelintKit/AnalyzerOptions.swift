// SPDX-License-Identifier: MIT

package import LifelintFiles
package import LifelintLanguage
public import LifelintModel
package import LifelintRules

/// What an analysis may be told beside its inputs.
///
/// There is no clock and no environment below the command line: whatever depends on them is stated here.
public struct AnalyzerOptions: Sendable {
    /// The zone of times without one: seconds east of UTC; nil means UTC, marked as assumed.
    public var zoneOffset: Int?
    /// The year of times without one.
    public var year: Int?
    /// The day of bare clock times that no header dates; nil means 2000-01-01.
    public var date: CalendarDay?
    /// The day by which expiries are judged; without one nothing expires.
    public var today: CalendarDay?
    /// The device of sources that name none; only its runs are reported.
    public var device: String?
    /// What daemons write about themselves makes runs of theirs, too.
    public var includesDaemons = false
    /// Bundle ids, with `*` and `?`, whose runs are reported; empty means all.
    public var apps: [String] = []
    /// Only runs that go on after it are reported.
    public var since: Timestamp?
    /// Only runs that begin before it are reported.
    public var until: Timestamp?
    /// How many cores are used: it changes the speed, never a byte of the report.
    public var jobs = 1
    /// Bytes of results that are kept in memory before they go to temporary files.
    public var memoryBudget = 64 << 20
    /// Where temporary files are made; nil keeps everything in memory.
    public var spoolDirectory: String?
    /// Problems that the report lists; all are counted.
    public var keptProblems = 1_000
    /// The mistakes that are known: findings that are in it do not count.
    public var baseline: Baseline?
    /// Recogniser files of the user's.
    public var recogniserFiles: [String] = []
    /// Whether the process ends after the analysis: then nobody takes apart what only the analysis needed.
    package var isLast = false
    /// The rules in force; without them, and unless the recommended ones are taken, none runs.
    package var rules: RuleSet?
    /// The rules in force are those that ship and are recommended: nothing has to be known of them before inputs are
    /// looked at, so they are read meanwhile.
    package var takesRecommendedRules = false
    /// Where they come from, as reports state it.
    package var configuration = RuleConfiguration()
    /// What is known as data; nil is what ships.
    package var library: RuleLibrary?
    /// What archives may cost.
    package var archiveLimits = ArchiveLimits()
    /// What libarchive is called; nil is what the system calls it.
    package var archiveLibraryNames: [String]?

    /// The defaults.
    public init() {}

    /// Whether runs of an app are reported.
    func selects(app: String?) -> Bool {
        guard !apps.isEmpty else { return true }
        guard let app else { return false }
        return apps.contains { Glob($0).matches(app) }
    }

    /// Whether counters are reported: those of a window that lies in the times that are asked for, if only in part.
    func selects(_ counts: ExitCounts) -> Bool {
        if let since, counts.to <= since, counts.from < since { return false }
        if let until, counts.from >= until { return false }
        return counts.app == nil || selects(app: counts.app)
    }

    /// Whether all runs of the apps that are asked for are reported.
    var selectsAllRuns: Bool { since == nil && until == nil && device == nil }

    /// Whether a run is reported, as far as its device and its times decide.
    func selects(_ run: AppRun) -> Bool {
        // What ends at that time does not go on after it, unless it begins there, too.
        if let since, run.end.time <= since, run.start.time < since { return false }
        if let until, run.start.time >= until { return false }
        if let device, run.device != device { return false }
        return true
    }
}

/// What a report says of where its rules come from.
package struct RuleConfiguration: Sendable, Equatable {
    /// The configuration file.
    package var file: String?
    /// The preset in force.
    package var preset = "recommended"
    /// What is doubtful about rules that are used all the same, such as one without tests.
    package var problems: [Problem] = []
    /// A digest over the effective configuration of rules; empty where none runs.
    package var digest = ""
    /// Where a file of the user's switched a rule on, by its id.
    package var places: [String: SourceLocation] = [:]

    package init() {}
}

/// A configuration or recogniser that cannot be used.
public struct AnalyzerError: Error, Sendable, Equatable {
    /// What is wrong, with its place.
    public var message: String

    /// An error.
    public init(message: String) { self.message = message }
}

/// How far an analysis has come.
public struct AnalysisProgress: Sendable {
    /// Bytes read.
    public var bytesRead: Int64
    /// Bytes to be read, where that is known.
    public var bytesTotal: Int64?
    /// Inputs read to their end.
    public var filesDone: Int
    /// Inputs.
    public var filesTotal: Int
}
