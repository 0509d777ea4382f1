// SPDX-License-Identifier: MIT

import LifelintModel

/// The runs of a device that go on, in the order in which they began.
///
/// Every line of a log asks which of them it belongs to, and most have another process id: these are passed over
/// without a look at the run.
struct OpenRuns: RandomAccessCollection {
    private var runs: [RunMachine] = []
    /// By run; `Int32.min` where none is known yet.
    private var pids: [Int32] = []

    var startIndex: Int { 0 }
    var endIndex: Int { runs.count }
    subscript(place: Int) -> RunMachine { runs[place] }

    /// A run whose identity is known as far as its first line tells it.
    mutating func append(_ run: RunMachine) {
        runs.append(run)
        pids.append(run.identity.pid)
    }

    mutating func remove(_ run: RunMachine) {
        guard let place = runs.firstIndex(where: { $0 === run }) else { return }
        runs.remove(at: place)
        pids.remove(at: place)
    }

    /// Takes all of them.
    mutating func removeAll() -> [RunMachine] {
        defer {
            runs = []
            pids = []
        }
        return runs
    }

    /// The process id of a run has become known.
    mutating func noteProcessID(of run: RunMachine) {
        if let place = runs.lastIndex(where: { $0 === run }) { pids[place] = run.identity.pid }
    }

    /// The place of the next run, from a place on, whose process id does not contradict an event's.
    func place(from start: Int, mayTake event: EventView) -> Int? {
        guard event.record.hasPID else { return start < runs.count ? start : nil }
        let pid = event.record.pid
        var place = start
        while place < pids.count {
            if pids[place] == pid || pids[place] == .min { return place }
            place += 1
        }
        return nil
    }
}
