// SPDX-License-Identifier: MIT

import LifelintModel

/// The keys of the first object of a document, without what they stand for: what formats of JSON are told apart by.
struct TreeKeys {
    /// Keys beyond these are not looked at: reports have a dozen.
    private static let kept = 64

    /// Where the document lies.
    let range: Range<Int>
    private let bytes: [UInt8]
    /// Where the keys stand.
    private var keys: [Range<Int>] = []
    /// Whether the object stands in a list.
    private(set) var isInList = false
    /// Whether the object was seen to its end.
    private(set) var isWhole = false

    /// The keys of the first object of a document that is JSON; none if it is not.
    init(_ document: IncidentDocument) {
        range = document.range
        bytes = document.source.bytes
        bytes.withView { view in read(view, document.range.lowerBound, document.range.upperBound) }
    }

    /// How many keys were looked at.
    var count: Int { keys.count }

    /// Whether all of these are there.
    func has(_ wanted: String...) -> Bool { bytes.withView { view in wanted.allSatisfy { holds($0, view) } } }

    /// Whether one of these is there.
    func hasAny(of wanted: [String]) -> Bool { bytes.withView { view in wanted.contains { holds($0, view) } } }

    /// Whether there are keys and all of them are among these.
    func areAll(of allowed: [String]) -> Bool {
        bytes.withView { view in
            !keys.isEmpty && keys.allSatisfy { key in allowed.contains { TreeKeys.matches($0, view, key) } }
        }
    }

    private func holds(_ wanted: String, _ view: ByteView) -> Bool {
        keys.contains { TreeKeys.matches(wanted, view, $0) }
    }

    private static func matches(_ wanted: String, _ view: ByteView, _ key: Range<Int>) -> Bool {
        guard wanted.utf8.count == key.count else { return false }
        var position = key.lowerBound
        for byte in wanted.utf8 {
            guard view[position] == byte else { return false }
            position += 1
        }
        return true
    }

    private mutating func read(_ view: ByteView, _ from: Int, _ end: Int) {
        let mark = from == 0 && view.hasByteOrderMark ? 3 : from
        var position = view.skipWhiteSpace(from: mark, to: end)
        if view[position] == 0x5B {
            isInList = true
            position = view.skipWhiteSpace(from: position + 1, to: end)
        }
        guard position < end, view[position] == 0x7B else { return }
        keys.reserveCapacity(16)
        var depth = 0
        var expectsKey = false
        while position < end {
            switch view[position] {
            case 0x22:
                let stop = JSONStretches.stringEnd(view, position + 1, end)
                if depth == 1, expectsKey, stop <= end, keys.count < TreeKeys.kept {
                    keys.append((position + 1)..<max(stop - 1, position + 1))
                    expectsKey = false
                }
                position = stop
                continue
            case 0x7B, 0x5B:
                depth += 1
                expectsKey = depth == 1
            case 0x7D, 0x5D:
                depth -= 1
                if depth == 0 {
                    isWhole = true
                    return
                }
            case 0x2C where depth == 1: expectsKey = true
            default: break
            }
            position += 1
        }
    }
}
