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
        var (letters, digits, digitsInFront) = (0, 0, 0)
        var isBehindComma = false
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39: digits += 1
            case UInt8(ascii: ",") where !isBehindComma:
                isBehindComma = true
                (digitsInFront, digits) = (digits, 0)
            case UInt8(ascii: "A")...UInt8(ascii: "z") where digits == 0 && !isBehindComma: letters += 1
            default: return false
            }
        }
        return letters > 0 && digitsInFront > 0 && digits > 0
    }
}
