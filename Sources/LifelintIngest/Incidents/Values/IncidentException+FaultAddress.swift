// SPDX-License-Identifier: MIT

import LifelintModel

extension IncidentException {
    /// Says where an exception took place, as an SDK tells it beside the name of its code.
    ///
    /// An address that is none would be read as one: 0 as a pointer that is nil, above all.
    mutating func tellPlace(_ address: UInt64?) {
        // The name of a code that an SDK knows none for.
        if let subtype, subtype.utf8.first == UInt8(ascii: "#") { self.subtype = nil }
        guard let subtype, let address, namesAddress(address) else { return }
        self.subtype = "\(subtype) at 0x\(String(address, radix: 16))"
    }

    /// Whether an address beside it can be one.
    private func namesAddress(_ address: UInt64) -> Bool {
        if type == "EXC_BAD_ACCESS" { return codes.first != IncidentException.generalProtection }
        return address != 0 || type == nil && (signal == "SIGSEGV" || signal == "SIGBUS")
    }

    /// Intel's general protection fault, in which the processor names no address.
    private static let generalProtection: UInt64 = 13
}
