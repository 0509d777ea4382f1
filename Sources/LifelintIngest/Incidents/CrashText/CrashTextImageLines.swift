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
        /// How long it is; the whole memory where that is not said.
        var size: UInt64
        /// Where its name stands; nil if it has none.
        var name: Range<Int>?
        /// Where that of its file stands, if it is another one.
        var file: Range<Int>?
        /// Whether it lies in the app.
        var isOfApp: Bool
        /// Whether it is called like the process.
        var isProcess: Bool
    }

    /// What the process is called.
    var process: String? { didSet { mayBeRespelled = process.map(CrashTextImageLines.mayBeRespelled) ?? false } }

    /// Whether that may be the same as a name in ASCII of which the bytes are others.
    private var mayBeRespelled = false
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
    mutating func tell(_ call: inout IncidentFrame, _ view: ByteView) {
        if let address = call.address, let (number, offset) = place(address, view) {
            let image = known[number]
            call.imageOffset = call.imageOffset ?? offset
            if let file = image.file ?? image.name, call.image == nil || isCalled(call.image, image, view) {
                call.image = view.string(file.lowerBound, file.upperBound)
            }
            let isProcess = image.name == nil ? call.image.map { $0 == process } == true : image.isProcess
            call.isOfApp = isProcess || image.isOfApp
        } else if let name = call.image {
            call.isOfApp = isProcess(name) || isOfApp(name, view)
        } else {
            call.isOfApp = false
        }
    }

    /// Whether a call has that name for an image, and its file has another.
    private func isCalled(_ name: String?, _ image: Known, _ view: ByteView) -> Bool {
        guard image.file != nil, let name, let told = image.name else { return false }
        return view.string(told.lowerBound, told.upperBound) == name
    }

    /// Whether a call at an address is in code of the app; nil if its name has to tell.
    mutating func isOfApp(_ address: UInt64, _ view: ByteView) -> Bool? {
        guard let (number, _) = place(address, view), known[number].name != nil else { return nil }
        return known[number].isOfApp || known[number].isProcess
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
        return offset < known[number].size ? (number, offset) : nil
    }

    /// The place of the image of a line among the known ones.
    private mutating func read(_ line: Int, _ view: ByteView) -> Int {
        if places.isEmpty { places = Array(repeating: -1, count: lines.count) }
        if places[line] >= 0 { return Int(places[line]) }
        if known.isEmpty { known.reserveCapacity(8) }
        let range = lines[line].range
        known.append(read(range, view))
        places[line] = Int32(truncatingIfNeeded: known.count - 1)
        return known.count - 1
    }

    private mutating func read(_ line: Range<Int>, _ view: ByteView) -> Known {
        guard let parts = CrashTextImageParts(view, line.lowerBound, line.upperBound) else {
            return Known(size: .max, isOfApp: false, isProcess: false)
        }
        let name = IncidentValues.meant(view, parts.name.lowerBound, parts.name.upperBound)
        let file = name == nil ? nil : parts.file(view)
        return Known(
            size: parts.size ?? .max, name: name, file: file, isOfApp: CrashTextImageLines.isOfApp(parts, view),
            isProcess: (file ?? name).map { isProcess($0, view) } ?? false)
    }

    /// Whether an image lies in the app, as ``IncidentImage/isOfApp`` says it of its path.
    private static func isOfApp(_ parts: CrashTextImageParts, _ view: ByteView) -> Bool {
        guard let path = parts.path, mayBeOfApp(view, path),
            let path = IncidentValues.meant(view, path.lowerBound, path.upperBound)
        else { return false }
        return CodePath.isOfApp(view.string(path.lowerBound, path.upperBound))
    }

    /// Whether what stands in the paths of apps stands in this one: most are the system's, and a text costs more than a
    /// look.
    private static func mayBeOfApp(_ view: ByteView, _ path: Range<Int>) -> Bool {
        marks.contains { $0.find(in: view, from: path.lowerBound, to: path.upperBound) != nil }
    }

    private static let marks = CodePath.marks.map { SoughtText("\($0)") }

    private func isProcess(_ name: String) -> Bool {
        guard let process else { return false }
        return name == process || IncidentProcess.isCut(name, of: process)
    }

    private mutating func isProcess(_ name: Range<Int>, _ view: ByteView) -> Bool {
        guard let process else { return false }
        if process.withView({ view.holds($0, at: name) }) { return true }
        let isPlain = view.firstNonASCII(from: name.lowerBound, to: name.upperBound) == name.upperBound
        if isPlain, !mayBeRespelled { return false }
        return view.string(name.lowerBound, name.upperBound) == process
    }

    /// Whether a text may be the same as another one in ASCII: beside ASCII there are three signs that stand for one of
    /// it, the Greek question mark, the Greek grave accent and that of the kelvin.
    private static func mayBeRespelled(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        return !isPlain && text.unicodeScalars.allSatisfy { $0.isASCII || [0x37E, 0x1FEF, 0x212A].contains($0.value) }
    }

    /// Whether the first image of that name is of the app.
    private mutating func isOfApp(_ name: String, _ view: ByteView) -> Bool {
        if let names { return names[name] ?? false }
        var names: [String: Bool] = [:]
        for line in lines.indices {
            let number = read(line, view)
            guard let range = known[number].name else { continue }
            let name = view.string(range.lowerBound, range.upperBound)
            if names[name] == nil { names[name] = known[number].isOfApp }
        }
        self.names = names
        return names[name] ?? false
    }
}
