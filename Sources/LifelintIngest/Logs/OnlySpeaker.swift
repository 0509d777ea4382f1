// SPDX-License-Identifier: MIT

import LifelintModel

/// The process whose console a log is: that of all rows which name one.
///
/// Rows of two names may be those of an app and its extension: then nobody can tell whose a row without a name is.
struct OnlySpeaker {
    private var name: [UInt8] = []
    private var pid: Int32 = .min
    private var areSeveral = false
    /// Whether a row of its showed that a debugger is attached: those without a name are of the same console.
    private(set) var showsDebugger = false

    /// The process, with the id that it had last; nil if no row named one, or if several did.
    var process: (name: [UInt8], pid: Int32)? { name.isEmpty || areSeveral ? nil : (name, pid) }

    /// Takes in who wrote a row.
    mutating func hear(_ row: LogRow, _ view: ByteView) {
        guard !areSeveral, !row.process.isEmpty, row.pid != .min else { return }
        showsDebugger = row.showsDebugger || showsDebugger && pid == row.pid
        pid = row.pid
        let isSame =
            name.count == row.process.count && zip(name, row.process).allSatisfy { $0 == view[$1] }
        if isSame { return }
        areSeveral = !name.isEmpty
        name = view.bytes(row.process.lowerBound, row.process.upperBound)
    }
}
