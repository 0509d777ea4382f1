// SPDX-License-Identifier: MIT

import LifelintModel

/// The images of a text by the lines that they stand on: only those are read that calls are in.
struct CrashTextImageLines {
    private struct Line {
        /// Where the image was loaded.
        var base: UInt64
        /// What stands behind that.
        var rest: Range<Int>
        /// The place among the known ones; -1 where it was not read.
        var place = -1
    }

    /// An image that was read.
    private struct Known {
        /// How long it is; the whole memory where that is not said.
        var size: UInt64
        /// Where its name stands; nil if it has none.
        var name: Range<Int>?
        /// Where that of its file stands, if it is another one.
        var file: Range<Int>?
        /// Where its path stands.
        var path: Range<Int>?
        /// Whether it is a runtime that the app carries along.
        var isCarried = false
        /// Whether it is called like the process.
        var isProcess: Bool
        /// Whether it lies in the app; nil where it is called like the process, since that tells enough of a call.
        var isOfApp: Bool?
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
    /// Whether the first image of a name is of the app; filled when a call tells nothing but the name.
    private var names: [String: Bool]?

    var isEmpty: Bool { lines.isEmpty }
    var count: Int { lines.count }

    /// Notes where an image was loaded, and what stands behind that on its line.
    mutating func add(_ base: UInt64, _ rest: Range<Int>) {
        if lines.isEmpty { lines.reserveCapacity(64) }
        if let last = lines.last, last.base > base { isOrdered = false }
        lines.append(Line(base: base, rest: rest))
    }

    /// The whole name of the first image of the app that the kernel calls so.
    mutating func app(called name: String, _ view: ByteView) -> String? {
        for line in lines {
            let image = read(line.base, line.rest, view)
            guard image.isOfApp == true, let range = image.file ?? image.name else { continue }
            let file = view.string(range.lowerBound, range.upperBound)
            if CrashTextImageLines.isCalled(file, by: name) { return file }
        }
        return nil
    }

    /// Whether the kernel calls a file so: it cuts long names.
    static func isCalled(_ file: String, by name: String) -> Bool {
        file == name || name.utf8.count >= kernelsLength && file.hasPrefix(name)
    }

    /// So many bytes of a name it keeps at least.
    private static let kernelsLength = 15

    /// Says of a call whether it is in code of the app, and in which image where the report does not say it.
    mutating func tell(_ call: inout IncidentFrame, _ view: ByteView) {
        tell(&call, at: call.address.flatMap { place(of: $0, view) }, view)
    }

    /// Says it of a call of which it is known in which image it is.
    mutating func tell(_ call: inout IncidentFrame, at place: Place?, _ view: ByteView) {
        if let place {
            let image = known[place.number]
            call.imageOffset = call.imageOffset ?? place.offset
            if let file = image.file ?? image.name, call.image == nil || isCalled(call.image, image, view) {
                call.image = view.string(file.lowerBound, file.upperBound)
            }
            let isProcess = image.name == nil ? call.image.map { $0 == process } == true : image.isProcess
            call.isOfApp = isProcess || image.isOfApp == true
            call.isCarried = !isProcess && image.isCarried
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

    /// Whether a call at a place is in code of the app; nil if its name has to tell.
    func isOfApp(_ place: Place?) -> Bool? {
        guard let place, known[place.number].name != nil else { return nil }
        return known[place.number].isProcess || known[place.number].isOfApp == true
    }

    /// Whether a call at a place is known to be in a runtime that the app carries along.
    func isCarried(_ place: Place?) -> Bool {
        guard let place else { return false }
        return known[place.number].isCarried && !known[place.number].isProcess
    }

    /// Where an address lies in an image that was read.
    struct Place {
        /// The place of the image among the known ones.
        fileprivate var number: Int
        /// Where in it.
        fileprivate var offset: UInt64
    }

    /// Where an address lies; nil where no image has it.
    mutating func place(of address: UInt64, _ view: ByteView) -> Place? {
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
        return offset < known[number].size ? Place(number: number, offset: offset) : nil
    }

    /// The place of the image of a line among the known ones.
    private mutating func read(_ line: Int, _ view: ByteView) -> Int {
        if lines[line].place >= 0 { return lines[line].place }
        if known.isEmpty { known.reserveCapacity(8) }
        let (base, rest) = (lines[line].base, lines[line].rest)
        known.append(read(base, rest, view))
        lines[line].place = known.count - 1
        return known.count - 1
    }

    private mutating func read(_ base: UInt64, _ rest: Range<Int>, _ view: ByteView) -> Known {
        let parts = CrashTextImageParts(view, base: base, behind: rest.lowerBound, rest.upperBound)
        let name = IncidentValues.meant(view, parts.name.lowerBound, parts.name.upperBound)
        let file = name == nil ? nil : parts.file(view)
        var isProcess = false
        if let name = file ?? name { isProcess = self.isProcess(name, view) }
        // Of one that is called like the process nothing else is asked.
        let path = isProcess ? nil : CrashTextImageLines.path(parts.path, view)
        return Known(
            size: parts.size ?? .max, name: name, file: file, path: parts.path,
            isCarried: path.map(CodePath.isCarried) ?? false,
            isProcess: isProcess, isOfApp: isProcess ? nil : path.map(CodePath.isOfApp) ?? false)
    }

    /// The path of an image, if it may lie in the app, as ``IncidentImage/isOfApp`` says it of its path.
    private static func path(_ path: Range<Int>?, _ view: ByteView) -> String? {
        guard let path, let path = IncidentValues.meant(view, path.lowerBound, path.upperBound),
            mayBeOfApp(view, path)
        else { return nil }
        return view.string(path.lowerBound, path.upperBound)
    }

    /// Whether what stands in the paths of apps stands in this one: most are the system's, and a text costs more than a
    /// look.
    private static func mayBeOfApp(_ view: ByteView, _ path: Range<Int>) -> Bool {
        let (start, end) = (path.lowerBound, path.upperBound)
        if CodePath.systems.contains(where: { view.starts($0, at: start, to: end) }) { return false }
        return marks.contains { $0.find(in: view, from: start, to: end) != nil }
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
            if names[name] != nil { continue }
            names[name] =
                known[number].isOfApp
                ?? CrashTextImageLines.path(known[number].path, view).map(CodePath.isOfApp) ?? false
        }
        self.names = names
        return names[name] ?? false
    }
}
