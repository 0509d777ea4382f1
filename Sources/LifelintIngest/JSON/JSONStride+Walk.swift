// SPDX-License-Identifier: MIT

/// Steps through objects and arrays that were stepped over before: little of them is wanted.
extension JSONStride {
    /// The end of the array that begins at `start`, inside of `depth` others, and what its elements are; nil where it is
    /// not as usual.
    mutating func array(
        _ view: ByteView, _ start: Int, depth: Int, _ body: (JSONDocument.Kind, Range<Int>) -> Void
    ) -> Int? {
        guard view[start] == JSONStride.arrayStart, depth < IngestLimits.nesting else { return nil }
        var position = JSONStride.skip(view, start &+ 1)
        if view[position] == JSONStride.array { return position &+ 1 }
        while true {
            let kind = JSONStride.kind(view[position])
            let isContainer = kind == .object || kind == .array
            let end =
                isContainer ? container(view, position, depth: depth &+ 1) : JSONStride.scalar(view, position)
            guard let end else { return nil }
            let quote = kind == .string ? 1 : 0
            body(kind, (position &+ quote)..<(end &- quote))
            position = JSONStride.skip(view, end)
            if view[position] == JSONStride.array { return position &+ 1 }
            guard view[position] == 0x2C else { return nil }
            position = JSONStride.skip(view, position &+ 1)
        }
    }

    /// Where the next value of the array lies that stands in a range, as far as it is as usual.
    ///
    /// - Parameter position: where to look for it, first the beginning of the range; moved behind the value.
    mutating func nextElement(_ view: ByteView, of range: Range<Int>, _ position: inout Int) -> Range<Int>? {
        if position == range.lowerBound, view[position] != JSONStride.arrayStart { return nil }
        // A bracket or a comma stands in front of each.
        if position == range.lowerBound || view[position] == 0x2C {
            position = JSONStride.skip(view, position &+ 1)
        }
        guard position < range.upperBound, view[position] != JSONStride.array else { return nil }
        let start = position
        let initial = view[start]
        let isContainer = initial == 0x7B || initial == JSONStride.arrayStart
        let end = isContainer ? container(view, start, depth: 0) : JSONStride.scalar(view, start)
        guard let end, end > start, end <= range.upperBound else { return nil }
        position = JSONStride.skip(view, end)
        return start..<end
    }

    /// The keys and values of the object that stands in a range, as far as it is as usual.
    mutating func forEachMember(
        _ view: ByteView, of range: Range<Int>, _ body: (_ key: Range<Int>, _ value: JSONScalar) -> Void
    ) {
        guard view[range.lowerBound] == 0x7B else { return }
        let bound = view.count &- JSONStride.margin
        var position = JSONStride.skip(view, range.lowerBound &+ 1)
        while position < range.upperBound, let start = JSONStride.key(view, position) {
            // A key ends with the last quote in front of its value.
            var keyEnd = start &- 1
            while keyEnd > position, view[keyEnd] != 0x22 { keyEnd &-= 1 }
            let kind = JSONStride.kind(view[start])
            let isContainer = kind == .object || kind == .array
            let plain = start < bound && !isContainer ? unsafe JSONStride.plain(view, start, before: bound) : nil
            let end = plain ?? (isContainer ? container(view, start, depth: 0) : JSONStride.scalar(view, start))
            guard let end, end <= range.upperBound else { return }
            let quote = kind == .string ? 1 : 0
            body(
                (position &+ 1)..<max(keyEnd, position &+ 1),
                JSONScalar(view: view, kind: kind, start: start &+ quote, end: end &- quote))
            position = JSONStride.skip(view, end)
            guard view[position] == 0x2C else { return }
            position = JSONStride.skip(view, position &+ 1)
        }
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
