// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline

/// What the beginning of a log tells of one process id of an app on a device that it names: enough to see that a report
/// is about another process, though app and id are the same.
///
/// One id may be that of several processes, one after the other: ids begin anew at each boot. Where the system or the
/// app tells a launch, another one began.
struct LoggedLife {
    /// When it is told of.
    private var lines = ToldStretches()
    /// When it was heard of by what ran in it: others speak of it when it is gone, too.
    private var words = ToldStretches()
    /// When the log tells a launch of it.
    private var launches: [Int64] = []
    /// When the app was told that it was launched.
    private var callbacks: [Int64] = []
    /// Those of them at which a process began, or was opened.
    private var openings: [Int64] = []
    /// When it ended.
    private var exits: [Int64] = []
    /// The systems on which it is told to run.
    private var systems: Set<String> = []

    /// What a log tells of a launch comes so long after the start that the kernel counts from, at most.
    private static let oneLaunch: Int64 = 30_000_000_000
    /// Two clocks of one device tell one end so far apart.
    private static let sameEnd: Int64 = 5_000_000_000
    /// More launches of one process than any id has.
    static let most = 256

    init(_ record: EventRecord, in batch: EventBatch) { add(record, in: batch) }

    /// Takes what a record tells of the process.
    mutating func add(_ record: EventRecord, in batch: EventBatch, sameSystemAs last: EventRecord? = nil) {
        lines.add(record.time)
        if record.witness == .app || record.witness == .uikit { words.add(record.time) }
        switch record.name {
        case .processLaunch where launches.count < LoggedLife.most:
            launches.append(record.time)
            if LoggedLife.isOpening(record, in: batch) { openings.append(record.time) }
        case .appWillFinishLaunching where callbacks.count < LoggedLife.most,
            .appDidFinishLaunching where callbacks.count < LoggedLife.most:
            callbacks.append(record.time)
        case .processExit where exits.count < LoggedLife.most: exits.append(record.time)
        default: break
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
        lines.formUnion(other.lines)
        words.formUnion(other.words)
        launches += other.launches.prefix(LoggedLife.most - launches.count)
        callbacks += other.callbacks.prefix(LoggedLife.most - callbacks.count)
        openings += other.openings.prefix(LoggedLife.most - openings.count)
        exits += other.exits.prefix(LoggedLife.most - exits.count)
        systems.formUnion(other.systems)
    }

    /// Whether the process was first told of while another one lived, or launched then: its id may have been that of
    /// one before.
    ///
    /// An app that is told of its launch long after a start was launched ahead of time there, or is another one.
    func begins(within life: ClosedRange<Int64>) -> Bool {
        if lines.stretches.first.map({ life.contains($0.lowerBound) }) == true { return true }
        if launches.contains(where: life.contains) { return true }
        let soon = life.lowerBound.addingClamped(LoggedLife.oneLaunch)
        return callbacks.contains { life.contains($0) && $0 <= soon }
    }

    /// Whether the log tells that a process began then.
    func isLaunched(at begun: Int64) -> Bool {
        (launches + callbacks).contains {
            $0.subtractingClamped(begun).magnitude <= DeviceAliases.sameStart.magnitude
        }
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
    func goesOn(after ended: Int64) -> Bool { isTold(by: words, after: ended) }

    /// Whether the log tells of the process between two times, and by no means later, unless it was launched anew.
    func isLastTold(from begun: Int64, to ended: Int64) -> Bool {
        let latest = ended.addingClamped(LoggedLife.sameEnd)
        return lines.stretches.contains { $0.lowerBound <= latest && $0.upperBound >= begun }
            && !isTold(by: lines, after: ended)
    }

    /// Whether lines tell of the process long after an end, and before a launch.
    ///
    /// An app may speak a moment before it is told that it was launched.
    private func isTold(by lines: ToldStretches, after ended: Int64) -> Bool {
        let next = (launches + callbacks).filter { $0 >= ended }.min() ?? .max
        return lines.stretches.contains {
            $0.upperBound > ended.addingClamped(LoggedLife.sameEnd)
                && $0.upperBound.addingClamped(LoggedLife.oneLaunch) < next
        }
    }

    /// When the last launch is told.
    var lastLaunch: Int64? { [launches.max(), callbacks.max()].compactMap(\.self).max() }

    /// Whether it is told of then, as far as that may be said without a look at all of it.
    func mayBeTold(at time: Int64) -> Bool {
        guard let first = lines.stretches.first, let last = lines.stretches.last else { return false }
        return first.lowerBound <= time.addingClamped(DeviceAliases.sameStart)
            && last.upperBound >= time.subtractingClamped(DeviceAliases.oneDay)
    }

    /// The last process with the id that began before a time, which is that of a death.
    func process(ofID pid: Int32, before time: Int64) -> ToldProcess? {
        let latest = time.addingClamped(DeviceAliases.sameStart)
        let starts = launches + callbacks
        let step = starts.lazy.filter { $0 <= latest }.max()
        // What else is told of the launch comes a moment later.
        let launched = step.flatMap { step in
            starts.lazy.filter { $0 <= step && $0 >= step.subtractingClamped(LoggedLife.oneLaunch) }.min()
        }
        let next = starts.lazy.filter { $0 > latest }.min()
        let earliest = launched?.subtractingClamped(LoggedLife.sameEnd) ?? .min
        let told = lines.stretches.filter { $0.upperBound >= earliest && $0.lowerBound < next ?? .max }
        guard let first = told.first, let last = told.last else { return nil }
        let ended = exits.lazy.filter { $0 >= earliest && $0 < next ?? .max }.min()
        return ToldProcess(
            pid: pid, launched: launched, first: max(first.lowerBound, earliest),
            last: min(last.upperBound, (next ?? .max).subtractingClamped(1)), ended: ended, isFollowed: next != nil)
    }

    /// Whether it is told to run on other systems only.
    func runsOnOther(than system: String?, _ version: VersionNumber?) -> Bool {
        LoggedLife.areOther(systems, than: system, version)
    }

    /// Whether logs tell other systems only.
    ///
    /// - Parameters:
    ///   - system: the build of the system of a report.
    ///   - version: its version.
    static func areOther(_ systems: Set<String>, than system: String?, _ version: VersionNumber?) -> Bool {
        !systems.isEmpty
            && systems.allSatisfy { told in
                if let build = SystemBuild.of(told), let system { return build != system }
                // Who tells no more than the first number leaves the others open.
                guard told.contains("."), let known = VersionNumber(told), let version else { return false }
                return known < version || version < known
            }
    }
}
