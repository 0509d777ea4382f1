// SPDX-License-Identifier: MIT

/// Processes of the system's of which a log tells that by their tag or by where their program lies, by their ids: others
/// call them by names that may be anybody's.
struct SystemProcesses {
    /// More daemons than run at once; beyond them all are learned anew.
    private static let most = 1_024

    private var pids: Set<Int32> = []

    /// Takes that a process is the system's; false where it is known, or no process has that id.
    mutating func learn(_ pid: Int32) -> Bool {
        guard pid > 0, !pids.contains(pid) else { return false }
        if pids.count >= SystemProcesses.most { pids.removeAll(keepingCapacity: true) }
        pids.insert(pid)
        return true
    }

    /// The id is an app's now.
    mutating func forget(_ pid: Int32) {
        if !pids.isEmpty { pids.remove(pid) }
    }

    func holds(_ pid: Int32) -> Bool { pids.contains(pid) }
}
