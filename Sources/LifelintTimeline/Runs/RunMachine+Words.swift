// SPDX-License-Identifier: MIT

import LifelintModel

extension RunMachine {
    /// Takes what may later explain the run's end, and its counters; says whether the report shows the event.
    func takeWords(_ event: EventView, inputs: InputNames) -> Bool {
        switch event.name {
        case .processExit, .reportCrash:
            if !ExitWitness.endsNothing(event) { exits.append(ExitWitness(event, inputs: inputs)) }
            return true
        case .processState:
            if event.batch.string(event.record.task) == "notRunning" {
                exits.append(ExitWitness(event, inputs: inputs))
                return true
            }
            return false
        case .memoryFootprint:
            if let bytes = event.batch.integer(.bytes, of: event.record) { footprint.add(bytes, at: event.moment) }
            _ = words.take(event, inputs: inputs)
            return false
        case .memoryWarning:
            // One warning reaches every view controller, delegate and observer.
            let since = event.record.order.subtractingReportingOverflow(lastMemoryWarning)
            if lastMemoryWarning != .min, !since.overflow, since.partialValue <= TimelineWindows.memoryWarnings {
                return false
            }
            lastMemoryWarning = event.record.order
            return words.take(event, inputs: inputs)
        default:
            return words.take(event, inputs: inputs)
        }
    }

    /// Whether an event says that the process is gone.
    static func isExit(_ event: EventView) -> Bool {
        switch event.name {
        case .processExit, .reportCrash: !ExitWitness.endsNothing(event)
        case .processState: event.batch.string(event.record.task) == "notRunning"
        default: false
        }
    }
}
