// SPDX-License-Identifier: MIT

import LifelintModel

/// One process as a log tells it, from its launch to its end: enough to see that what an SDK reports is its death.
///
/// An SDK mostly knows no process id, and names an installation of the app. Two people may use one app at the same time,
/// so that it ran on both phones then says nothing: the very start, the very end or the id has to be told of both.
struct ToldProcess {
    /// Who has ended at this distance by two clocks of one device, and nobody else beside it, has ended as the other
    /// tells, whatever the start.
    private static let sameMoment = DeviceAliases.sameStart
    /// A process that ends in use spoke so long before, mostly; without a next launch nobody tells that it ended at all.
    private static let lastWords: (beforeLaunch: Int64, alone: Int64) = (.seconds(10), .seconds(5))

    var pid: Int32
    /// When it was launched, where that is told.
    var launched: Int64?
    var first: Int64
    var last: Int64
    /// When it ended, where that is told.
    var ended: Int64?
    /// Whether the app was launched anew, as the log goes on to tell.
    var isFollowed = false

    /// Whether a report that tells an end of the app is about it.
    ///
    /// - Parameter isOfOnly: whether nothing tells of any other device that the report may be of: then one start is
    ///   enough, where the app was launched anew after that end.
    func died(as report: DeviceAliases.Told, isOfOnly: Bool = false) -> Bool {
        guard let end = report.ended, !report.isSupposed else { return false }
        let (starts, ends) = (begins(with: report), endsWith(end))
        let pids = DeviceAliases.same(report.pid, pid)
        guard starts != false, ends != false, pids != false, first <= end.addingClamped(Self.sameMoment) else {
            return false
        }
        if starts == true, ends == true { return true }
        let isHeard = last >= (report.begun ?? end.subtractingClamped(DeviceAliases.lastSeen))
        if pids == true { return isHeard }
        if let ended, ended.subtractingClamped(end).magnitude <= Self.sameMoment.magnitude { return true }
        if starts == true, isOfOnly, isFollowed { return true }
        let silence = isFollowed ? Self.lastWords.beforeLaunch : Self.lastWords.alone
        return starts == true && end.subtractingClamped(last) <= silence
    }

    /// Whether it lived on both sides of a process that a report tells: no device has two of one app.
    func livesAround(_ report: DeviceAliases.Told) -> Bool {
        guard let begun = report.begun, let end = report.ended else { return false }
        return first < begun.subtractingClamped(DeviceAliases.lastSeen)
            && last > end.addingClamped(DeviceAliases.lastSeen)
    }

    /// Whether both tell one start; nil where one of them tells none.
    ///
    /// An SDK that counts how long its app ran leaves out what was before it, and while the device slept.
    private func begins(with report: DeviceAliases.Told) -> Bool? {
        guard let begun = report.begun else { return nil }
        let isLate = first < begun.subtractingClamped(DeviceAliases.sameEnd)
        guard let launched else { return report.launched != nil && isLate ? false : nil }
        let since = begun.subtractingClamped(launched)
        if since.magnitude <= DeviceAliases.sameStart.magnitude { return true }
        return report.launched == nil && since > 0 ? nil : false
    }

    /// Whether both tell one end; nil where the log tells none.
    private func endsWith(_ end: Int64) -> Bool? {
        if let ended { return ended.subtractingClamped(end).magnitude <= DeviceAliases.sameEnd.magnitude }
        return last > end.addingClamped(DeviceAliases.sameEnd) ? false : nil
    }
}
