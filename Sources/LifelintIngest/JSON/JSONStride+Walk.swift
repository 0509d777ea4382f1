// SPDX-License-Identifier: MIT

/// Steps through objects and arrays that were stepped over before: little of them is wanted.
extension JSONStride {
    /// Behind the value that begins at a position.
    mutating func value(_ view: ByteView, _ start: Int) -> Int? {
        let initial = view[start]
        let isContainer = initial == 0x7B || initial == JSONStride.arrayStart
        return isContainer ? container(view, start, depth: 0) : JSONStride.scalar(view, start)
    }

    /// Where the next element of an array begins; nil at its end.
    ///
    /// - Parameter position: where the array begins, or behind the element before.
    static func element(_ view: ByteView, behind position: Int) -> Int? {
        var start = JSONStride.skip(view, position)
        guard view[start] == JSONStride.arrayStart || view[start] == 0x2C else { return nil }
        start = JSONStride.skip(view, start &+ 1)
        return view[start] == JSONStride.array ? nil : start
    }

    /// The keys and values of the object that begins at a position, as far as it is as usual; where it ends, if it is.
    @inline(__always) @discardableResult mutating func forEachMember(
        _ view: ByteView, at start: Int, _ body: (_ key: Range<Int>, _ value: JSONScalar) -> Void
    ) -> Int? {
        guard view[start] == 0x7B else { return nil }
        let bound = view.count &- JSONStride.margin
        var position = JSONStride.skip(view, start &+ 1)
        if view[position] == JSONStride.object { return position &+ 1 }
        while true {
            // Why unsafe: up to `bound` a margin of bytes stands behind each position.
            let plainKey = position < bound ? unsafe JSONStride.plainKey(view, position, before: bound) : nil
            guard let key = plainKey ?? JSONStride.keyEnds(view, position) else { return nil }
            let kind = JSONStride.kind(view[key.value])
            let isContainer = kind == .object || kind == .array
            let plain =
                key.value < bound && !isContainer ? unsafe JSONStride.plain(view, key.value, before: bound) : nil
            guard let end = plain ?? value(view, key.value) else { return nil }
            let quote = kind == .string ? 1 : 0
            body(
                (position &+ 1)..<(key.end &- 1),
                JSONScalar(view: view, kind: kind, start: key.value &+ quote, end: end &- quote))
            position = JSONStride.skip(view, end)
            guard view[position] == 0x2C else { return view[position] == JSONStride.object ? position &+ 1 : nil }
            position = JSONStride.skip(view, position &+ 1)
        }
    }

    /// The kind of the value that begins at a position.
    static func kind(_ view: ByteView, at start: Int) -> JSONDocument.Kind { kind(view[start]) }

    /// Where the key at `start` ends, and where its value begins.
    private static func keyEnds(_ view: ByteView, _ start: Int) -> (end: Int, value: Int)? {
        guard let value = JSONStride.key(view, start) else { return nil }
        // A key ends with the last quote in front of its value.
        var end = value &- 1
        while end > start, view[end] != 0x22 { end &-= 1 }
        return (max(end, start &+ 1) &+ 1, value)
    }

    /// The kind of the value that begins with a byte.
    private static func kind(_ initial: UInt8) -> JSONDocument.Kind {
        switch initial {
        case 0x7B: .object
        case arrayStart: .array
        case 0x22: .string
        case 0x74, 0x66: .truth
        case 0x6E: .null
        default: .number
        }
    }
}
