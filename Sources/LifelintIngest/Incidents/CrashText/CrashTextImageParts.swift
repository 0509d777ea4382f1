// SPDX-License-Identifier: MIT

/// What stands on the line of an image, and where: `start - end [+]name [architecture] [(version)] <uuid> path`.
///
/// Of most images nobody asks more than where they lie, so no text is made of the rest.
struct CrashTextImageParts {
    /// Where it was loaded.
    let base: UInt64
    /// How long it is.
    private(set) var size: UInt64?
    /// Its name, maybe with white space around it.
    private(set) var name: Range<Int>
    private(set) var uuid: Range<Int>?
    private(set) var architecture: Range<Int>?
    /// Where it lies on the device.
    private(set) var path: Range<Int>?

    /// The parts of a line; nil if it is none of an image.
    init?(_ view: ByteView, _ start: Int, _ end: Int) {
        guard let base = CrashTextValues.imageBase(view, start, end) else { return nil }
        self.init(view, base: base.value, behind: base.end, end)
    }

    /// The parts of a line of which it is known where the image was loaded, and where it goes on behind that.
    init(_ view: ByteView, base: UInt64, behind start: Int, _ end: Int) {
        self.base = base
        let limitStart = CrashTextValues.skipGaps(view, start, end)
        let limit = CrashTextValues.hexWord(view, limitStart, end)
        if let limit, limit.value >= base { size = (limit.value - base) &+ 1 }
        var from = limit?.end ?? limitStart
        while from < end, !CrashTextValues.isGap(view[from]) { from += 1 }
        from = CrashTextValues.skipGaps(view, from, end)
        if view[from] == 0x2B { from += 1 }
        name = from..<max(from, end)
        takeTail(view, from, max(from, end))
    }

    private mutating func takeTail(_ view: ByteView, _ from: Int, _ to: Int) {
        var nameEnd = to
        if let open = view.firstIndex(of: 0x3C, from: from, to: to),
            let close = view.firstIndex(of: 0x3E, from: open, to: to)
        {
            uuid = (open + 1)..<close
            path = (close + 1)..<to
            nameEnd = open
        } else if let slash = view.firstIndex(of: 0x2F, from: from, to: to) {
            path = slash..<to
            nameEnd = slash
        }
        var end = CrashTextImageParts.withoutGaps(view, from, nameEnd)
        let word = CrashTextImageParts.lastWord(view, from, end)
        if word > from, CrashTextImageParts.isArchitecture(view, word, end) {
            architecture = word..<end
            end = CrashTextImageParts.withoutGaps(view, from, word)
        }
        // `(1.0 - 1)`: versions of the image, in reports that have no architectures.
        if end > from, view[end - 1] == 0x29, let open = ByteSearch.find(" (", in: view, from: from, to: end) {
            end = open
        }
        name = from..<end
    }

    /// What the file of the image is called, where the line has its bundle id for a name: so texts of Macs and
    /// simulators do.
    func file(_ view: ByteView) -> Range<Int>? {
        // A dot in front stands for what was cut off.
        guard let dot = view.firstIndex(of: 0x2E, from: name.lowerBound, to: name.upperBound), dot > name.lowerBound,
            let path = path.flatMap({ IncidentValues.meant(view, $0.lowerBound, $0.upperBound) })
        else { return nil }
        var start = path.upperBound
        while start > path.lowerBound, view[start - 1] != 0x2F { start -= 1 }
        let file = start..<path.upperBound
        guard start > path.lowerBound, !file.isEmpty else { return nil }
        let isSame = file.count == name.count && zip(file, name).allSatisfy { view[$0] == view[$1] }
        return isSame ? nil : file
    }

    private static func withoutGaps(_ view: ByteView, _ from: Int, _ to: Int) -> Int {
        var end = to
        while end > from, CrashTextValues.isGap(view[end - 1]) { end -= 1 }
        return end
    }

    private static func lastWord(_ view: ByteView, _ from: Int, _ end: Int) -> Int {
        var start = end
        while start > from, !CrashTextValues.isGap(view[start - 1]) { start -= 1 }
        return start
    }

    private static func isArchitecture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        if end - start >= 3, view.matches("arm", from: start, to: start + 3) { return true }
        if end - start >= 6, view.matches("x86_64", from: start, to: start + 6) { return true }
        return ["i386", "???", "unknown-arch"].contains { view.matches($0, from: start, to: end) }
    }
}
