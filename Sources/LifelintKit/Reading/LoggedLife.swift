// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline

/// What the beginning of a log tells of one process of a device that it names: enough to see that a report is about
/// another one, though app and process id are the same.
struct LoggedLife {
    /// When it is told of first and last.
    private(set) var times: ClosedRange<Int64>
    /// When it was heard of last by what ran in it: others speak of it when it is gone, too.
    private var lastWord: Int64?
    /// When the log tells a launch of it.
    private var launches: [Int64] = []
    /// Those of them at which a process began, or was opened.
    private var openings: [Int64] = []
    /// The systems on which it is told to run.
    private var systems: Set<String> = []

    /// What a log tells of a launch comes so long after the start that the kernel counts from, at most.
    private static let oneLaunch: Int64 = 30_000_000_000
    /// Two clocks of one device tell one end so far apart.
    private static let sameEnd: Int64 = 5_000_000_000
    /// More launches of one process than any id has.
    private static let most = 256

    init(_ record: EventRecord, in batch: EventBatch) {
        times = record.time...record.time
        add(record, in: batch)
    }

    /// Takes what a record tells of the process.
    mutating func add(_ record: EventRecord, in batch: EventBatch, sameSystemAs last: EventRecord? = nil) {
        times = min(times.lowerBound, record.time)...max(times.upperBound, record.time)
        if record.witness == .app || record.witness == .uikit { lastWord = max(lastWord ?? .min, record.time) }
        if record.name == .processLaunch, launches.count < LoggedLife.most {
            launches.append(record.time)
            if LoggedLife.isOpening(record, in: batch) { openings.append(record.time) }
        }
        // Mostly one text stands for many records.
        if record.os.isPresent, last?.os.range != record.os.range, let system = batch.string(record.os) {
            systems.insert(system)
        }
    }

    /// Whether a launch is told by the system, and not as one ahead of time, or told to be one into the foreground.
    ///
    /// Which was ahead of time an app cannot know: it tells its launch when it is opened.
    private static func isOpening(_ record: EventRecord, in batch: EventBatch) -> Bool {
        let intent = batch.string(.intent, of: record)
        if intent == "foreground" { return true }
        return !record.isWitnessAssumed && record.witness != .app && record.witness != .uikit
            && intent?.hasPrefix("prewarm") != true
    }

    /// Takes what another part of the log tells.
    mutating func formUnion(_ other: LoggedLife) {
        times =
            min(times.lowerBound, other.times.lowerBound)...max(times.upperBound, other.times.upperBound)
        lastWord = [lastWord, other.lastWord].compactMap(\.self).max()
        launches += other.launches.prefix(LoggedLife.most - launches.count)
        openings += other.openings.prefix(LoggedLife.most - openings.count)
        systems.formUnion(other.systems)
    }

    /// Whether the process was first told of while another one lived, or launched then: its id may have been that of
    /// one before.
    func begins(within life: ClosedRange<Int64>) -> Bool {
        life.contains(times.lowerBound) || launches.contains(where: life.contains)
    }

    /// Whether the log tells that the process was launched long after a start, and before an end of it.
    ///
    /// What is launched ahead of time began long before it is opened, where that is told.
    func isLaunched(longAfter begun: Int64, before ended: Int64) -> Bool {
        let isBegun = launches.contains { $0.subtractingClamped(begun).magnitude <= LoggedLife.oneLaunch.magnitude }
        guard !isBegun, let last = openings.lazy.filter({ $0 <= ended }).max() else { return false }
        return last > begun.addingClamped(LoggedLife.oneLaunch)
    }

    /// Whether the process went on for long after an end, and was not launched anew.
    func goesOn(after ended: Int64) -> Bool {
        guard let lastWord, lastWord > ended.addingClamped(LoggedLife.sameEnd) else { return false }
        return !launches.contains { (ended...lastWord).contains($0) }
    }

    /// Whether it is told to run on other systems only.
    ///
    /// - Parameters:
    ///   - system: the build of the system of a report.
    ///   - version: its version.
    func runsOnOther(than system: String?, _ version: VersionNumber?) -> Bool {
        !systems.isEmpty
            && systems.allSatisfy { told in
                if let build = SystemBuild.of(told), let system { return build != system }
                // Who tells no more than the first number leaves the others open.
                guard told.contains("."), let known = VersionNumber(told), let version else { return false }
                return known < version || version < known
            }
    }
}
