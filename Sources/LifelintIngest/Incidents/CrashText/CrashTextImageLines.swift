// SPDX-License-Identifier: MIT

import LifelintModel

/// The images of a text by the lines that they stand on: only those are read that calls are in.
struct CrashTextImageLines {
    private struct Line {
        /// Where the image was loaded.
        var base: UInt64
        var range: Range<Int>
    }

    /// An image that was read.
    private struct Known {
        var image: IncidentImage
        var isOfApp: Bool
    }

    private var lines: [Line] = []
    /// Whether the lines stand in the order of the addresses, as every system writes them.
    private var isOrdered = true
    private var order: [Int] = []
    private var known: [Known] = []
    /// By line, the place among the known ones; -1 where it was not read.
    private var places: [Int32] = []
    /// Whether the first image of a name is of the app; filled when a call tells nothing but the name.
    private var names: [String: Bool]?

    var isEmpty: Bool { lines.isEmpty }
    var count: Int { lines.count }

    mutating func add(_ base: UInt64, _ range: Range<Int>) {
        if lines.isEmpty { lines.reserveCapacity(64) }
        if let last = lines.last, last.base > base { isOrdered = false }
        lines.append(Line(base: base, range: range))
    }

    /// Says of a call whether it is in code of the app, and in which image where the report does not say it.
    mutating func tell(_ call: inout IncidentFrame, of process: String?, _ view: ByteView) {
        if let address = call.address, let (number, offset) = place(address, view) {
            let image = known[number].image
            call.imageOffset = call.imageOffset ?? offset
            call.image = call.image ?? image.name
            call.isOfApp = (image.name ?? call.image).map { $0 == process } == true || known[number].isOfApp
        } else if let name = call.image {
            call.isOfApp = name == process || isOfApp(name, view)
        } else {
            call.isOfApp = false
        }
    }

    /// Whether a call at an address is in code of the app; nil if its name has to tell.
    mutating func isOfApp(_ address: UInt64, of process: String?, _ view: ByteView) -> Bool? {
        guard let (number, _) = place(address, view), let name = known[number].image.name else { return nil }
        return known[number].isOfApp || name == process
    }

    /// The image that an address is in, by its place among the known ones, and where in it.
    private mutating func place(_ address: UInt64, _ view: ByteView) -> (number: Int, offset: UInt64)? {
        if !isOrdered, order.isEmpty {
            order = lines.indices.sorted { (lines[$0].base, $0) < (lines[$1].base, $1) }
        }
        var low = 0
        var high = lines.count
        while low < high {
            let middle = (low + high) / 2
            if lines[isOrdered ? middle : order[middle]].base <= address { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let line = isOrdered ? low - 1 : order[low - 1]
        let offset = address - lines[line].base
        let number = read(line, view)
        return offset < known[number].image.size ?? .max ? (number, offset) : nil
    }

    /// The place of the image of a line among the known ones.
    private mutating func read(_ line: Int, _ view: ByteView) -> Int {
        if places.isEmpty { places = Array(repeating: -1, count: lines.count) }
        if places[line] >= 0 { return Int(places[line]) }
        let range = lines[line].range
        let image = CrashTextValues.image(view, range.lowerBound, range.upperBound, isTold: true) ?? IncidentImage()
        if known.isEmpty { known.reserveCapacity(8) }
        known.append(Known(image: image, isOfApp: image.isOfApp))
        places[line] = Int32(truncatingIfNeeded: known.count - 1)
        return known.count - 1
    }

    /// Whether the first image of that name is of the app.
    private mutating func isOfApp(_ name: String, _ view: ByteView) -> Bool {
        if let names { return names[name] ?? false }
        var names: [String: Bool] = [:]
        for line in lines.indices {
            let number = read(line, view)
            guard let name = known[number].image.name, names[name] == nil else { continue }
            names[name] = known[number].isOfApp
        }
        self.names = names
        return names[name] ?? false
    }
}
