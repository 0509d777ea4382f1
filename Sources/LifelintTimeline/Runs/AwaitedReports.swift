// SPDX-License-Identifier: MIT

import LifelintModel

/// What reports told of a process so far, and so which of them have something to tell yet.
///
/// A report that tells when a process began goes on to tell what came of it, in the same input.
struct AwaitedReports {
    /// More reports of one process than that tell nothing new.
    private static let limit = 8

    /// The input whose reports alone told of it, if so it is.
    private var onlyInput: UInt32?
    /// The inputs of reports that told its beginning, and have not told yet what came of it.
    private var begun: [UInt32] = []
    /// The same of reports without a process id.
    private var begunNameless: [UInt32] = []
    /// Where reports without a process id stand that told its beginning and go on to tell its crash.
    private var crashes: [Crash] = []
    /// All of them were read: what is not told yet will not be told.
    private(set) var areAllRead = false

    /// Where a crash stands that a report tells without a process id.
    private struct Crash {
        var input: UInt32
        /// The number of the report in its input.
        var report: UInt32
        var line: UInt32
    }

    init(opening event: EventView) {
        if event.record.witness == .report { onlyInput = event.record.input }
    }

    /// Whether a report began the process, and nothing but its input told of it.
    var areAlone: Bool { onlyInput != nil }

    /// Whether a report in that input began it, and nothing else told of it.
    func isToldOnly(by input: UInt32) -> Bool { onlyInput == input }

    /// Whether a report has told its beginning, and is still to tell what came of it.
    var isRestAwaited: Bool { !begun.isEmpty }

    /// Whether a report in that input is.
    func isRestAwaited(in input: UInt32) -> Bool { begun.contains(input) }

    /// Whether a report in that input, which knows no process id, told its beginning.
    func isBegun(in input: UInt32) -> Bool { begunNameless.contains(input) }

    /// Whether a report without a process id told its beginning, and is still to tell its crash.
    var isCrashAwaited: Bool { !crashes.isEmpty }

    /// Whether what a report tells without a process id is the crash of the process that it began.
    ///
    /// - Parameter isOfLine: only what stands in one line with that: where each line is read for itself, each has a
    ///   first report.
    func crashes(in event: EventView, isOfLine: Bool) -> Bool {
        crashes.contains {
            $0.input == event.record.input && $0.report == event.record.crashReport
                && (!isOfLine || $0.line == event.record.line)
        }
    }

    /// What reports have to tell is told.
    mutating func awaitNone() {
        begun = []
        areAllRead = true
    }

    /// Takes an event of the process while it lives.
    mutating func hear(_ event: EventView) {
        if onlyInput != event.record.input { onlyInput = nil }
        take(event)
    }

    /// Takes what a report tells of the process.
    mutating func take(_ event: EventView) {
        guard event.record.witness == .report else { return }
        guard event.record.hasPID else { return takeNameless(event) }
        let input = event.record.input
        if event.name != .processLaunch {
            if !begun.isEmpty { begun.removeAll { $0 == input } }
        } else if begun.count < AwaitedReports.limit, !begun.contains(input) {
            begun.append(input)
        }
    }

    private mutating func takeNameless(_ event: EventView) {
        let input = event.record.input
        if event.name != .processLaunch {
            if !begunNameless.isEmpty { begunNameless.removeAll { $0 == input } }
            if !crashes.isEmpty { crashes.removeAll { $0.input == input } }
        } else if begunNameless.count < AwaitedReports.limit, !begunNameless.contains(input) {
            begunNameless.append(input)
        }
        if event.record.crashReport > 0, crashes.count < AwaitedReports.limit {
            crashes.append(Crash(input: input, report: event.record.crashReport, line: event.record.line))
        }
    }
}
