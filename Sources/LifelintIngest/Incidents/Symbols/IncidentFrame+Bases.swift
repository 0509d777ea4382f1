// SPDX-License-Identifier: MIT

import LifelintModel

extension IncidentFrame {
    /// Takes over where its image and its function begin, as an SDK says it; the address and the name are known by now.
    ///
    /// - Parameter isRenamed: who found the file has named the function anew, and may have left its start as it was.
    mutating func take(imageBase: UInt64?, symbolBase: UInt64?, isRenamed: Bool = false) {
        imageOffset = offset(from: imageBase)
        guard !isRenamed else { return }
        let found = offset(from: symbolBase)
        if symbol != nil {
            symbolOffset = found
        } else if found != nil, found == imageOffset {
            isBeforeNames = true
        }
    }

    private func offset(from base: UInt64?) -> UInt64? {
        guard let address, let base, base != 0, address >= base else { return nil }
        return address - base
    }
}
