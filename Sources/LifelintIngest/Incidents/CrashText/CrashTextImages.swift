// SPDX-License-Identifier: MIT

import LifelintModel

/// The images of a report by their addresses: texts name them, and names are cut or shared.
struct CrashTextImages {
    private let images: [IncidentImage]
    /// The images with a known start, in the order of their addresses.
    private let order: [Int]
    private let bases: [UInt64]

    init(_ images: [IncidentImage]) {
        self.images = images
        order = images.indices.filter { images[$0].base != nil }
            .sorted { (images[$0].base ?? 0, $0) < (images[$1].base ?? 0, $1) }
        bases = order.map { images[$0].base ?? 0 }
    }

    /// Says of a call in which image it is, and where.
    func place(_ frame: inout IncidentFrame) {
        guard let address = frame.address else { return }
        var low = 0
        var high = bases.count
        while low < high {
            let middle = (low + high) / 2
            if bases[middle] <= address { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return }
        let index = order[low - 1]
        let offset = address - bases[low - 1]
        guard offset < images[index].size ?? .max else { return }
        frame.imageIndex = index
        frame.imageOffset = frame.imageOffset ?? offset
        if frame.image == nil || frame.image == images[index].bundle { frame.image = images[index].name }
    }
}
