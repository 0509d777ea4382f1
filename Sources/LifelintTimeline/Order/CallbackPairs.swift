// SPDX-License-Identifier: MIT

import LifelintModel

/// Callbacks of the machines whose ends the events of one instant tell: what has begun returns before its machine goes
/// on.
struct CallbackPairs {
    private struct Callback: Equatable {
        let name: EventName
        /// Whose machine it moves.
        let key: [UInt8]
    }

    /// Callbacks that have begun, and whose ends are still to be put in order.
    private var open: [Callback] = []
    /// Begins that are still to be put in order.
    private var begins: [Callback] = []
    /// Ends that are still to be put in order, and are of no callback that has begun so far.
    private var ends: [Callback] = []

    /// - Parameters:
    ///   - events: those of one instant.
    ///   - run: whose they are, where it is known.
    init(_ events: [EventView], of run: RunMachine?) {
        guard events.contains(where: { $0.record.phase == .end && CallbackPairs.isMove($0.name) }) else { return }
        for event in events where CallbackPairs.isMove(event.name) {
            switch event.record.phase {
            case .begin: begins.append(Callback(name: event.name, key: MachineStates.key(event)))
            case .end: ends.append(Callback(name: event.name, key: MachineStates.key(event)))
            case .missing: break
            }
        }
        guard let run else { return }
        for told in run.openCallbacks where CallbackPairs.isMove(told.name) {
            let callback = Callback(
                name: told.name, key: told.scene >= 0 ? run.scenes[told.scene].key : MachineStates.appKey)
            let isLast = CallbackPairs.isLast(told, of: run)
            // One from which the machine has moved on has returned, though nothing told that: the end is of the next.
            guard isLast || ends.count(where: { $0 == callback }) > begins.count(where: { $0 == callback }) else {
                continue
            }
            noteBegin(callback)
        }
    }

    /// Whether a callback moves a machine.
    private static func isMove(_ name: EventName) -> Bool {
        name.isAppStateCallback || SceneMachine.target(of: name) != nil
    }

    /// Whether a machine is where a callback leads.
    private static func isLast(_ callback: RunMachine.OpenCallback, of run: RunMachine) -> Bool {
        if callback.scene < 0 { return AppEdge.target(of: callback.name) == run.app.told }
        return SceneMachine.target(of: callback.name) == run.scenes[callback.scene].ledger.told
    }

    private mutating func noteBegin(_ callback: Callback) {
        guard let index = ends.firstIndex(of: callback) else { return }
        ends.remove(at: index)
        open.append(callback)
    }

    /// Whether an event is the end of a callback whose begin is told, too.
    func isReturn(_ event: EventView) -> Bool { isEndOfOpen(event) || awaitsBegin(event) }

    /// Whether an event is the end of a callback that has begun.
    func isEndOfOpen(_ event: EventView) -> Bool {
        guard event.record.phase == .end, !open.isEmpty else { return false }
        let key = MachineStates.key(event)
        return open.contains { $0.name == event.name && $0.key == key }
    }

    /// Whether an event is the end of a callback whose begin is still to be put in order.
    func awaitsBegin(_ event: EventView) -> Bool {
        guard event.record.phase == .end, !begins.isEmpty, !isEndOfOpen(event) else { return false }
        let key = MachineStates.key(event)
        return begins.contains { $0.name == event.name && $0.key == key }
    }

    /// Whether a callback of the same machine has yet to return; others may tell that one again.
    func awaitsReturn(_ event: EventView) -> Bool {
        guard !open.isEmpty, CallbackPairs.isMove(event.name) else { return false }
        let key = MachineStates.key(event)
        return open.contains { $0.name != event.name && $0.key == key }
    }

    /// An event has its place.
    mutating func take(_ event: EventView) {
        if open.isEmpty, begins.isEmpty, ends.isEmpty { return }
        guard event.record.phase != .missing, CallbackPairs.isMove(event.name) else { return }
        let callback = Callback(name: event.name, key: MachineStates.key(event))
        if event.record.phase == .begin {
            if let index = begins.firstIndex(of: callback) { begins.remove(at: index) }
            noteBegin(callback)
        } else if let index = open.firstIndex(of: callback) {
            open.remove(at: index)
        } else if let index = ends.firstIndex(of: callback) {
            ends.remove(at: index)
        }
    }
}
