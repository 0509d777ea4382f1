// SPDX-License-Identifier: MIT

/// The namespaces of terminations that are asked for by their numbers: those whose codes no table of meanings explains.
///
/// What parts of the system are called changes, and is the vocabulary's matter; the kernel's numbers stay what they
/// are.
package enum TerminationNamespace {
    /// No part of the system.
    package static let none: UInt64 = 0
    /// The kernel, for memory mostly: the codes are its reasons.
    package static let jetsam: UInt64 = 1
    /// Nothing but a signal: the codes are those of signals.
    package static let signal: UInt64 = 2

    /// What stands for no part of the system where a name has to stand; the system has another.
    package static let noneName = "NONE"
    /// What endings and reports call the kernel's.
    package static let jetsamName = "JETSAM"
    package static let signalName = "SIGNAL"

    /// The number of a namespace that is written as one: `15`, `0xF`, `<0xF>`.
    package static func number(_ text: some StringProtocol) -> UInt64? {
        // Nearly all are names, and no number begins with a letter.
        if let first = text.utf8.first, (first | 0x20) &- 0x61 < 26 { return nil }
        var text = text[...]
        if text.hasPrefix("<"), text.hasSuffix(">") { text = text.dropFirst().dropLast() }
        return text.hasPrefix("0x") || text.hasPrefix("0X") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    }

    /// Whether a report says that nothing but a signal ended the process.
    package static func isSignal(_ text: String) -> Bool { text == signalName || number(text) == signal }
}

extension Ending {
    /// Whether the kernel ended it for one of its reasons.
    package var isOfJetsam: Bool { detail[.namespace] == .string(TerminationNamespace.jetsamName) }

    /// Whether nothing but a signal ended it, as the system said.
    package var isOfSignal: Bool { detail[.namespace] == .string(TerminationNamespace.signalName) }
}
