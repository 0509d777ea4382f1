// SPDX-License-Identifier: MIT

/// Lines of a log whose row has not ended yet, where rows end with their time.
struct OpenedLines {
    /// Their contents, without what wraps them.
    private(set) var contents: [Range<Int>] = []
    private var places: [(start: Int, line: Int)] = []

    var count: Int { contents.count }

    /// Adds a line; of more than a message may have, the oldest is forgotten.
    mutating func add(_ content: Range<Int>, start: Int, line: Int) {
        if contents.count == IngestLimits.messageLines {
            contents.removeFirst()
            places.removeFirst()
        }
        contents.append(content)
        places.append((start, line))
    }

    mutating func removeAll() {
        contents.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }

    /// Where the line with that index begins, and its number.
    func place(of index: Int) -> (start: Int, line: Int) { places.indices.contains(index) ? places[index] : (0, 0) }
}
