// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintReport

/// What the commands that read logs have in common.
struct InputSettings: Sendable {
    var recognisers: [String] = []
    var apps: [String] = []
    var device: String?
    var since: InstantArgument?
    var until: InstantArgument?
    var zone: Int?
    var year: Int?
    var includesDaemons = false
    var date: CalendarDay?
    var today: CalendarDay?
    var jobs: Int?
    var memory: Int?
    var maximumProblems: Int?
    var avoidsSpool = false
    var isQuiet = false
    var progress = Showing.auto
    var color = Showing.auto

    /// The options of the analysis that these settings and surroundings mean.
    func analyzerOptions(_ surroundings: Surroundings) throws(UsageError) -> AnalyzerOptions {
        var options = AnalyzerOptions()
        options.isLast = true
        options.zoneOffset = zone
        options.date = date
        options.year = year
        options.includesDaemons = includesDaemons
        options.today = today ?? surroundings.today
        options.device = device
        options.apps = apps
        options.since = since?.instant(zone: zone, isEnd: false)
        options.until = until?.instant(zone: zone, isEnd: true)
        if let start = options.since, let end = options.until, end <= start {
            throw UsageError(.conflict, "--until does not lie after --since")
        }
        options.jobs = jobs ?? surroundings.processors
        if let memory { options.memoryBudget = memory }
        options.spoolDirectory = avoidsSpool ? nil : surroundings.temporaryFolder
        if let maximumProblems { options.keptProblems = maximumProblems }
        options.recogniserFiles = recognisers
        return options
    }

    /// How text for people is drawn on standard output.
    func renderOptions(_ surroundings: Surroundings) -> RenderOptions {
        let isColored = surroundings.isOutputTerminal && !surroundings.refusesColor
        var options = RenderOptions(
            usesColor: color.isShown(ifFitting: isColored),
            width: surroundings.isOutputTerminal ? surroundings.width : nil)
        if let maximumProblems { options.maximumProblems = maximumProblems }
        return options
    }

    /// Reads and analyses the paths by these rules, with progress where it is wanted.
    ///
    /// - Parameter rules: nil are the recommended ones, which are read while the inputs are looked at.
    func analyze(
        _ paths: [String], by rules: RulesInForce?, baseline: Baseline? = nil, console: Console
    ) throws(UsageError) -> Analysis {
        var options = try analyzerOptions(console.surroundings)
        if let rules { rules.apply(to: &options) } else { options.takesRecommendedRules = true }
        options.baseline = baseline
        let isShown = !isQuiet && progress.isShown(ifFitting: console.surroundings.isErrorTerminal)
        let line = isShown ? ProgressLine(console: console) : nil
        defer { line?.clear() }
        do throws(AnalyzerError) {
            return try Analyzer(options).analyze(paths: paths, progress: line.map { line in { line.update($0) } })
        } catch {
            throw UsageError(.configuration, error.message)
        }
    }

    /// Tells on standard error what should have been read and was not, and that nothing was left of what was.
    ///
    /// Unread input is an error, which has a status of its own: to be quiet does not hide why. Nor does it hide that
    /// nothing was checked.
    func noteUnread(_ analysis: Analysis, console: Console) {
        let header = analysis.header
        noteNothingLeft(header, console: console)
        if !isQuiet { noteNobodyNamed(analysis, console: console) }
        let missing = header.inputs.filter(\.isMissing)
        for input in missing.prefix(Self.notedInputs) {
            let reason = header.problems.first { $0.file == input.path }?.message
            // A line break in a name would begin a line of its own, which may be a command to whoever reads the log of
            // a build.
            console.note(TerminalText.safe("unread: \(input.path)" + (reason.map { ": \($0)" } ?? "")))
        }
        let cut = isQuiet ? [] : header.inputs.filter { $0.isCut && !$0.isMissing }
        for input in cut.prefix(Self.notedInputs) {
            let reason = header.problems.first { $0.file == input.path && $0.code.tellsBreak }?.message
            console.note(
                TerminalText.safe("warning: read in part: \(input.path)" + (reason.map { ": \($0)" } ?? "")))
        }
        if cut.count > Self.notedInputs {
            console.note("warning: read in part: \(cut.count - Self.notedInputs) more, told in the report")
        }
        if missing.count > Self.notedInputs {
            // The last row may stand for many.
            let more = missing.dropFirst(Self.notedInputs).reduce(0) { $0 + max($1.problems, 1) }
            console.note("unread: \(more) more, told in the report")
        }
    }

    /// A misspelt name of an app or a device passes every check.
    private func noteNothingLeft(_ header: ReportHeader, console: Console) {
        guard header.leavesNothing else { return }
        let events = header.inputs.reduce(0) { $0 + $1.events }
        var options = apps.map { "--app " + $0 }
        if let device { options.append("--device " + device) }
        if since != nil { options.append("--since") }
        if until != nil { options.append("--until") }
        let eventsTold = events == 1 ? "1 event was" : "\(events) events were"
        console.note(
            TerminalText.safe(
                "warning: \(options.joined(separator: ", ")) left no run; \(eventsTold) read"
                    + (apps.isEmpty ? "" : ": without --app the report says of which apps")))
    }

    /// What nothing names may be of the app that was asked for, or of another one if its name is misspelt.
    private func noteNobodyNamed(_ analysis: Analysis, console: Console) {
        let runs = analysis.header.summary.runs
        guard !apps.isEmpty, runs > 0, analysis.namedRunCount == 0 else { return }
        let kept = runs == 1 ? "1 run that tells of no app is" : "\(runs) runs that tell of no app are"
        console.note("warning: no run tells of \(apps.joined(separator: ", ")); \(kept) kept")
    }

    private static let notedInputs = 10
}
