// SPDX-License-Identifier: MIT

import LifelintModel

/// Finds the records that tell the end of a callback of which nothing tells the begin.
///
/// Such a record tells the callback itself: an app may write its lines when the work is done. Where it states how long
/// that took the callback began before, else it was at its time.
struct LoneEnds {
    /// Indices of records that tell no length.
    private(set) var points: Set<Int> = []
    /// Indices of records whose begin lies in the stretch.
    private(set) var begun: [Int] = []

    private struct Callback: Equatable {
        var name: EventName
        var scene: String
    }

    /// Callbacks that were told, and not their ends.
    private var open: [Callback] = []
    /// More than an app has open at once.
    private static let limit = 64

    /// Looks through the next stretch of the run.
    mutating func take(_ stretch: RunStretch) {
        points = []
        begun = []
        let records = stretch.events.records
        let hasEnds = records.contains { $0.phase == .end && $0.name.isRuleCallback }
        for index in records.indices {
            let record = records[index]
            guard hasEnds || record.phase == .begin, record.name.isRuleCallback else { continue }
            let callback = Callback(name: record.name, scene: stretch.events.string(record.scene) ?? "")
            if record.name.movesApp || record.name.movesScene { leave(callback) }
            switch record.phase {
            case .end where !close(callback): add(index, record, in: stretch)
            case .end: break
            case .begin: note(callback)
            // Another may tell the end of what one tells as a point.
            case .missing: if !open.contains(callback) { note(callback) }
            }
        }
    }

    /// Whoever goes on to another state has returned from where that one began.
    private mutating func leave(_ callback: Callback) {
        open.removeAll {
            $0.name != callback.name && $0.scene == callback.scene
                && (callback.name.movesScene ? $0.name.movesScene : $0.name.movesApp)
        }
    }

    private mutating func note(_ callback: Callback) {
        if open.count < LoneEnds.limit { open.append(callback) }
    }

    /// Whether an end is that of a callback that was told.
    private mutating func close(_ callback: Callback) -> Bool {
        guard let index = open.firstIndex(of: callback) else { return false }
        // What is called once in a life may be told by several.
        if !callback.name.isCalledOnce { open.remove(at: index) }
        return true
    }

    private mutating func add(_ index: Int, _ record: EventRecord, in stretch: RunStretch) {
        if record.name.isCalledOnce {
            note(Callback(name: record.name, scene: stretch.events.string(record.scene) ?? ""))
        }
        let first = stretch.events.records.first?.order ?? record.order
        if record.hasDuration, LoneEnds.begin(of: record) >= first {
            begun.append(index)
        } else {
            points.insert(index)
        }
    }

    /// When a callback began whose end a record tells.
    static func begin(of record: EventRecord) -> Int64 { record.order.subtractingClamped(max(record.duration, 0)) }
}
