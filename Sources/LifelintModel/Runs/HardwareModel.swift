// SPDX-License-Identifier: MIT

/// Models of devices as Apple numbers them: `iPhone15,2`.
package enum HardwareModel {
    /// Whether two models are meant, both as Apple numbers them.
    ///
    /// Macs may run what was built for another device, and tell either.
    package static func areOther(_ known: String?, _ model: String?) -> Bool {
        guard let known, let model, known != model else { return false }
        return tellsDevices(known) && tellsDevices(model)
    }

    /// Whether a model tells devices apart: what people call one is no other one for that.
    package static func tellsDevices(_ text: String) -> Bool {
        isNumbered(text) && DeviceFamily(model: text) != .mac
    }

    /// Whether that is a model as Apple numbers it: letters, and two numbers behind them.
    package static func isNumbered(_ text: String) -> Bool {
        let number = text.utf8.drop { UInt8(ascii: "A")...UInt8(ascii: "z") ~= $0 }
        let parts = number.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        return number.count < text.utf8.count && parts.count == 2
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }
    }
}
