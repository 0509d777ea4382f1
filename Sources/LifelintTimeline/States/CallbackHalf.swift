// SPDX-License-Identifier: MIT

import LifelintModel

/// What a record tells of a callback, and so when the edge takes place that the callback tells: that of a *did…* at its
/// beginning, that of a *will…* at its end, and at its time if no end is known.
enum CallbackHalf {
    /// All of it, or no callback at all: the edge is at that moment.
    case whole(Moment)
    /// A *will…* with a stated length: the edge is at its end.
    case returning(at: Moment)
    /// The begin of a *will…*: the edge is at its end, which may be told later.
    case begun(Moment)
    /// The end of a *will…* whose begin was told: the edge is at that moment.
    case returned(Moment)
    /// The other half of what has had its edge.
    case past

    /// Whether it tells the callback for the first time.
    var isFirst: Bool {
        switch self {
        case .whole, .returning, .begun: true
        case .returned, .past: false
        }
    }
}

extension RunMachine {
    /// Which half of a callback an event tells; keeps track of those that are open.
    func callbackHalf(of event: EventView, scene: Int) -> CallbackHalf {
        let record = event.record
        guard event.name.isCallback, record.phase != .missing || record.hasDuration else { return .whole(event.moment) }
        switch record.phase {
        case .begin:
            closeCallback(event.name, scene)
            if openCallbacks.count < 64 {
                openCallbacks.append(
                    OpenCallback(name: event.name, scene: scene, from: event.moment, hasKnownEnd: record.hasDuration))
            }
            if record.hasDuration { break }
            return event.name.isWillCallback ? .begun(event.moment) : .whole(event.moment)
        case .end:
            let begun = closeCallback(event.name, scene)
            if let begun, begun.hasKnownEnd || !event.name.isWillCallback { return .past }
            if event.name.isWillCallback { return begun == nil ? .whole(event.moment) : .returned(event.moment) }
            return .whole(record.hasDuration ? event.moment.later(by: -max(record.duration, 0)) : event.moment)
        case .missing: break
        }
        return event.name.isWillCallback
            ? .returning(at: event.moment.later(by: max(record.duration, 0))) : .whole(event.moment)
    }

    /// Whether that callback has begun and not ended.
    func isOpenCallback(_ name: EventName, _ scene: Int) -> Bool {
        openCallbacks.contains { $0.name == name && $0.scene == scene }
    }

    /// Whether a callback goes on of which nothing tells how long it takes.
    var isInCallback: Bool { openCallbacks.contains { !$0.hasKnownEnd } }

    @discardableResult
    private func closeCallback(_ name: EventName, _ scene: Int) -> OpenCallback? {
        guard let index = openCallbacks.firstIndex(where: { $0.name == name && $0.scene == scene }) else { return nil }
        return openCallbacks.remove(at: index)
    }
}
