// SPDX-License-Identifier: MIT

import LifelintModel

/// The events of a device that wait, by what they wait for, each in the order in which they came.
struct HeldEvents {
    /// Reports that a log without process ids may still contradict.
    var reports: [HeldReport] = []
    /// Requests for launches of apps of which a process was there: one for each run.
    var requests: [HeldRequest] = []
    /// Pushes that were let through for apps of which nothing was told since.
    var gates: [HeldGate] = []
    /// Lines of a process that may be the one that is being launched.
    var lines: [HeldLine] = []
    /// Lines of an app just behind the end of its process, which may be the first ones of its next.
    var lastWords: [HeldLine] = []
    /// Ends of which another line may still tell whose they are.
    var ends: [HeldEnd] = []

    /// So many of a kind wait on a device, but for reports.
    static let most = 16

    /// A further request waits; of too many the first came to nothing.
    mutating func add(_ request: HeldRequest) {
        if requests.count >= HeldEvents.most { requests.removeFirst() }
        requests.append(request)
    }

    /// A further push waits; of too many the first is told of nobody.
    mutating func add(_ gate: HeldGate) {
        if gates.count >= HeldEvents.most { gates.removeFirst() }
        gates.append(gate)
    }

    /// A run is handed on as it is: no report and no request is about it any more.
    mutating func forget(_ run: RunMachine) {
        reports.removeAll { $0.run === run }
        requests.removeAll { $0.run === run }
    }
}

extension Array {
    /// Takes out all that waits, so that each can be looked at while others come to wait.
    mutating func takeAll() -> [Element] {
        let all = self
        self = []
        return all
    }
}
