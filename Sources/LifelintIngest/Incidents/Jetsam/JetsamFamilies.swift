// SPDX-License-Identifier: MIT

import LifelintModel

/// Which processes of a list are of one app: it and its extensions share a coalition.
struct JetsamFamilies {
    /// By coalition the shortest name in it: extensions are called after their app.
    private var heads: [Int64: String] = [:]

    /// A shorter name is that of too many.
    private static let shortestHead = 3

    init(_ snapshot: JetsamSnapshot) {
        for process in snapshot.processes {
            guard let coalition = process.coalition else { continue }
            if let head = heads[coalition], head.utf8.count <= process.name.utf8.count { continue }
            heads[coalition] = process.name
        }
    }

    /// What kind of process it is, as far as the list tells.
    func host(of process: JetsamSnapshot.Process) -> ProcessHost {
        if process.states.contains("daemon") { return .system }
        guard let head = process.coalition.flatMap({ heads[$0] }), head.utf8.count >= Self.shortestHead,
            process.name.utf8.count > head.utf8.count, process.name.hasPrefix(head)
        else { return .missing }
        return .extension
    }
}
