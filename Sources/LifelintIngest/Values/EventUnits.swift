// SPDX-License-Identifier: MIT

import LifelintModel

/// The units of bare numbers that depend on the event: a limit is one of memory or one of time.
///
/// Written with a unit they are typed by it, and their keys are other events', too; so the vocabulary cannot type them.
enum EventUnits {
    /// Whether an event has such a number.
    @inline(__always) static func concerns(_ event: EventName) -> Bool {
        switch event {
        case .memoryFootprint, .memoryLimitExceeded, .watchdogWarning, .backgroundTimeRemaining: true
        default: false
        }
    }

    /// Types the numbers without a unit among the attributes of an event.
    @inline(never) static func settle(_ event: EventName, _ attributes: inout [Attribute], from first: UInt32) {
        let key: AttributeKey = event == .backgroundTimeRemaining ? .value : .limit
        let isTime = event == .backgroundTimeRemaining || event == .watchdogWarning
        for index in Int(first)..<attributes.count where attributes[index].key == key {
            guard let number = number(attributes[index]) else { continue }
            attributes[index].kind = isTime ? .duration : .bytes
            let bits = number * (isTime ? 1e9 : 1)
            // Where nothing limits an app, it is told the highest number there is.
            attributes[index].bits = Int64(exactly: bits.rounded()) ?? (bits < 0 ? .min : .max)
        }
    }

    private static func number(_ attribute: Attribute) -> Double? {
        switch attribute.kind {
        case .integer: Double(attribute.bits)
        case .number: attribute.number.isNaN ? nil : attribute.number
        case .string, .bool, .duration, .bytes: nil
        }
    }
}
