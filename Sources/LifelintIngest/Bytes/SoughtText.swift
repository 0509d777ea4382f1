// SPDX-License-Identifier: MIT

/// A text of a vocabulary that is sought in many others; one that is empty is found nowhere.
struct SoughtText: Sendable {
    let bytes: [UInt8]
    /// The byte that is looked for, and where it stands in the text.
    private let rare: UInt8
    private let offset: Int

    init(_ text: String) {
        let bytes = Array(text.utf8)
        let rarest = ByteSearch.rarest(bytes.span)
        self.bytes = bytes
        rare = rarest.byte
        offset = rarest.offset
    }

    /// How many bytes it has.
    var count: Int { bytes.count }

    /// The first position at which it stands whole within the range.
    func find(in view: ByteView, from start: Int, to end: Int) -> Int? {
        if bytes.isEmpty { return nil }
        var position = start &+ offset
        while let found = view.firstIndex(of: rare, from: position, to: end - bytes.count + 1 + offset) {
            let first = found &- offset
            if stands(in: view, at: first) { return first }
            position = found + 1
        }
        return nil
    }

    /// The last position at which it stands whole within the range.
    func findLast(in view: ByteView, from start: Int, to end: Int) -> Int? {
        var last: Int?
        var position = start
        while let found = find(in: view, from: position, to: end) {
            last = found
            position = found + 1
        }
        return last
    }

    /// Where it ends if the range begins with it.
    func end(in view: ByteView, at start: Int, to end: Int) -> Int? {
        let stop = start + bytes.count
        return !bytes.isEmpty && stop <= end && stands(in: view, at: start) ? stop : nil
    }

    private func stands(in view: ByteView, at start: Int) -> Bool {
        for index in bytes.indices where bytes[index] != view[start &+ index] { return false }
        return true
    }
}
