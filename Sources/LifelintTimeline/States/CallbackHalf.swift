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
    /// The other half of what has had its edge.
    case past
}

extension RunMachine {
    /// Which half of a callback an event tells; keeps track of those that are open.
    func callbackHalf(of event: EventView, scene: Int) -> CallbackHalf {
        let record = event.record
        guard event.name.isCallback, record.phase != .missing || record.hasDuration else { return .whole(event.moment) }
        switch record.phase {
        case .begin:
            closeCallback(event.name, scene)
            if openCallbacks.count < 64 { openCallbacks.append(OpenCallback(name: event.name, scene: scene)) }
            return event.name.isWillCallback ? .begun(event.moment) : .whole(event.moment)
        case .end:
            let hadBegun = closeCallback(event.name, scene)
            if event.name.isWillCallback { return .whole(event.moment) }
            if hadBegun { return .past }
            return .whole(record.hasDuration ? event.moment.later(by: -max(record.duration, 0)) : event.moment)
        case .missing:
            return event.name.isWillCallback
                ? .returning(at: event.moment.later(by: max(record.duration, 0))) : .whole(event.moment)
        }
    }

    /// Whether that callback has begun and not ended.
    func isOpenCallback(_ name: EventName, _ scene: Int) -> Bool {
        openCallbacks.contains { $0.name == name && $0.scene == scene }
    }

    @discardableResult
    private func closeCallback(_ name: EventName, _ scene: Int) -> Bool {
        guard let index = openCallbacks.firstIndex(where: { $0.name == name && $0.scene == scene }) else {
            return false
        }
        openCallbacks.remove(at: index)
        return true
    }
}
