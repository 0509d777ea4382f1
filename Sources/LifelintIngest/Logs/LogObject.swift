// SPDX-License-Identifier: MIT

import LifelintModel

/// One JSON object of a log, read by its keys into a row.
///
/// Objects of logs may be cut off or hold raw control characters; what can be told apart is taken.
struct LogObject {
    private(set) var row = LogRow()
    /// Whether one of the keys is a sign of the container.
    private(set) var hasSign = false
    /// The string or number of the time; empty if there is none.
    private(set) var time = 0..<0
    private(set) var hasMessage = false
    /// The ranks of the keys that said the fields, four bits each by their numbers; all ones where none did.
    private var ranks = UInt64.max
    private let view: ByteView
    private let keys: LogObjectKeys

    /// Reads the object that begins at `start`.
    init(_ view: ByteView, _ start: Int, _ end: Int, keys: LogObjectKeys) {
        self.view = view
        self.keys = keys
        read(start, end, depth: 0)
        if row.process.isEmpty, !row.path.isEmpty { row.process = view.lastComponent(of: row.path) }
    }

    /// Reads the time of the row, as date and time or as a number; false if it has no time or no message.
    mutating func readTime(_ instants: inout InstantParser) -> Bool {
        guard hasMessage else { return false }
        if let (instant, end) = instants.repeated(view, time.lowerBound, time.upperBound), end == time.upperBound {
            row.time = .instant(instant)
            return true
        }
        guard let instant = instants.instant(view, time.lowerBound, time.upperBound) else { return false }
        row.time = .instant(instant)
        return true
    }

    /// Steps from key to key in one pass; what is no key is stepped over.
    private mutating func read(_ start: Int, _ end: Int, depth: Int) {
        let (view, keys) = (view, keys)
        var position = start + 1
        while position < end {
            let byte = view[position]
            if byte == 0x7D { return }
            guard byte == 0x22 else {
                position += 1
                continue
            }
            // Keys are short.
            let stop = view.stringStop(from: position &+ 1, to: end)
            var (keyEnd, isWhole) = (stop &+ 1, true)
            if stop >= end || view[stop] != 0x22 { (keyEnd, isWhole) = LooseJSON.stringEnd(view, position, end) }
            var next = keyEnd
            if next >= end || view[next] != 0x3A { next = view.skipWhiteSpace(from: keyEnd, to: end) }
            guard isWhole, next < end, view[next] == 0x3A else {
                position = keyEnd
                continue
            }
            let value = LooseJSON(view, plainAt: view.skipWhiteSpace(from: next &+ 1, to: end), limit: end)
            switch keys.find(view, position &+ 1, keyEnd &- 1) {
            case .nothing: break
            case .sign: hasSign = true
            case .key(let number):
                let key = keys[number]
                if key.isSign { hasSign = true }
                put(value, key.field, key.rank, depth)
            }
            position = max(value.range.upperBound, next &+ 1)
        }
    }

    private mutating func put(_ value: LooseJSON, _ field: LogObjectKeys.Field, _ rank: UInt64, _ depth: Int) {
        if field == .nested {
            // One level: what containers nest, they nest in the object itself.
            if value.isObject, depth == 0 { read(value.range.lowerBound, value.range.upperBound, depth: 1) }
            return
        }
        let shift = UInt64(field.rawValue) &* 4
        guard !value.isObject, !value.isArray, rank < ranks &>> shift & 0xF else { return }
        let text = value.content
        guard value.isString || !view.matches("null", from: text.lowerBound, to: text.upperBound) else { return }
        // What is empty leaves room for another key.
        if !text.isEmpty { ranks = ranks & ~(0xF &<< shift) | rank &<< shift }
        switch field {
        case .time: time = text
        case .process: row.process = text
        case .path: row.path = text
        case .pid: row.pid = value.integer.flatMap { Int32(exactly: $0) } ?? .min
        case .sender: row.sender = text
        case .senderPath: row.sender = view.lastComponent(of: text)
        case .subsystem: row.subsystem = text
        case .category: row.category = text
        case .level: row.level = LogObject.level(value, view)
        case .device: row.device = text
        case .boot: row.boot = text
        case .mach: row.mach = value.unsigned ?? .max
        case .kind: row.isMessage = !LogObject.isMarker(text, view)
        case .message:
            row.message = text
            hasMessage = true
        case .nested: break
        }
    }

    /// Numbers are those of OSLogEntryLog: 1 debug to 5 fault.
    private static func level(_ value: LooseJSON, _ view: ByteView) -> LogLevel {
        if let level = LogLevel(view, value.content) { return level }
        return switch value.integer {
        case 1: .debug
        case 2: .info
        case 3: .notice
        case 4: .error
        case 5: .fault
        default: .missing
        }
    }

    /// Activities and signposts; what tells of boots, clocks and losses has a text and is a message.
    private static func isMarker(_ kind: Range<Int>, _ view: ByteView) -> Bool {
        // Both words have as many letters; most rows are of another kind.
        let end = min(kind.upperBound, kind.lowerBound + 8)
        return switch view[kind.lowerBound] | 0x20 {
        case 0x61: view.matchesIgnoringCase("activity", from: kind.lowerBound, to: end)
        case 0x73: view.matchesIgnoringCase("signpost", from: kind.lowerBound, to: end)
        default: false
        }
    }
}
