// SPDX-License-Identifier: MIT

import LifelintModel

/// Processes that the system shows to be its own, which others call by a name alone.
extension DeviceTimeline {
    /// More of them than run at once; beyond them all are learned anew.
    private static let systemsLimit = 1_024

    /// A process is the system's, and so is the run that was told of it by its name alone.
    func learnSystem(by event: EventView) {
        let pid = event.record.pid
        let told =
            open.filter { $0.identity.pid == pid }
            + ended.filter { $0.identity.pid == pid && event.moment.since($0.last) <= TimelineWindows.dying }
        for run in told where run.isToldByNameAlone { run.isSystems = true }
        guard told.allSatisfy(\.isSystems) else { return }
        if systems.count >= Self.systemsLimit { systems = [] }
        systems.insert(pid)
    }

    /// Whether an event calls a process by its name alone that is the system's.
    ///
    /// Who names an app, launches one or speaks as one shows that the id is another's now.
    func isOfSystem(_ event: EventView) -> Bool {
        guard !systems.isEmpty, event.record.hasPID, systems.contains(event.record.pid) else { return false }
        if RunMachine.isByNameAlone(event) { return true }
        systems.remove(event.record.pid)
        return false
    }
}
