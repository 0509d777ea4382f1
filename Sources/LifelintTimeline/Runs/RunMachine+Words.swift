// SPDX-License-Identifier: MIT

import LifelintModel

extension RunMachine {
    /// More witnesses of one death say nothing new.
    private static let exitLimit = 32
    private static let hintLimit = 8

    /// Takes a line that tells the end.
    ///
    /// What one without a name says of it is none of its, where one that names it says otherwise.
    private func take(_ exit: ExitWitness) {
        if exit.isLabelledKill { exits.removeAll { $0.isOfNobody && $0.isKillForOther(than: exit) } }
        if exits.count < RunMachine.exitLimit { exits.append(exit) }
    }

    /// Takes what may later explain the run's end, and its counters; says whether the report shows the event.
    func takeWords(_ event: EventView, task: String? = nil, inputs: InputNames) -> Bool {
        if RunMachine.isExit(event) {
            if event.record.witness != .report { settleUnconfirmedReport() }
            take(ExitWitness(event, inputs: inputs, settings: settings))
            return true
        }
        switch event.name {
        case .custom: return false
        case .processState where event.isHintOfEnd:
            if hints.count >= RunMachine.hintLimit { hints.removeFirst() }
            hints.append(ExitWitness(event, inputs: inputs, settings: settings))
            return true
        case .memoryFootprint:
            if let bytes = event.batch.integer(.bytes, of: event.record) { footprint.add(bytes, at: event.moment) }
            _ = words.take(event, inputs: inputs)
            return false
        case .activityResume:
            words.takeResume(ofKind: activityKind(of: event), at: event.moment)
            return false
        default:
            if event.record.witness == .app, event.record.main != .no {
                // The main thread runs callbacks, so it hangs no more.
                if event.name.isCallback { words.noteResponse(event) }
                if event.name.isCallback || RunMachine.isOnMainThread(event),
                    spans.noteResponse(event, number: number)
                {
                    words.noteResponse(event, isOver: true)
                }
            }
            return words.take(event, task: task, inputs: inputs)
        }
    }

    /// Of what kind an activity is that an event names: as it says, or as the one says that is open by that name.
    private func activityKind(of event: EventView) -> Value? {
        if let kind = event.batch.string(.kind, of: event.record) { return .string(kind) }
        let name = event.batch.string(.name, of: event.record) ?? ""
        let declarations = settings.spans.declarations
        return spans.open.last { $0.key == name && declarations[$0.span].name == "activity" }?
            .attributes.value(of: "kind")
    }

    /// Whether an event that the app tells is work of its main thread; that this hangs another thread may tell.
    private static func isOnMainThread(_ event: EventView) -> Bool {
        switch event.name {
        case .hang, .runloopStall, .reportHang: false
        case .uiViewDidAppear: true
        default: event.record.main == .yes
        }
    }

    /// Whether an event says that the process is gone.
    static func isExit(_ event: EventView) -> Bool { event.isExit }
}
