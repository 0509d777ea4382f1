// SPDX-License-Identifier: MIT

import LifelintModel

/// Finds the records of OTLP exports and the resources that they are of, in pieces of any size.
///
/// A push machine without recursion that looks at structure only. The lists that it enters are the rows of a table, so
/// it is never more than seven levels deep; everything else is passed over by counting brackets.
///
///     exports  [ export { resourceLogs [ entry { resource {…}, scopeLogs [ scope { logRecords [ {…} ] } ] } ] } ]
struct OTLPScanner {
    /// What was found; positions count from the start of the input.
    enum Item {
        case resource(Spot)
        case record(Spot, isSpan: Bool)
        /// The resource with its records ends.
        case entryEnd
        case problem(ProblemCode, position: Int, line: Int, column: Int, message: String)
    }

    /// Where a record or a resource stands.
    struct Spot {
        var start: Int
        var end: Int
        var line: Int
        var column: Int
    }

    /// What the machine is inside of; each is an array or an object.
    private enum Level { case exports, export, entries, entry, scopes, scope, records, spans }

    /// What a key of an object leads to.
    private enum Name: Equatable { case other, resource, list(Level) }

    /// What becomes of a value that is passed over.
    private enum Capture { case nothing, resource, record, span }

    /// What was found and not yet taken.
    var items: [Item] = []
    /// The next byte to look at.
    private(set) var position: Int
    /// Its line.
    private(set) var line = 0
    /// Whether a list of records, or of what holds them, was seen.
    private(set) var hasLists = false
    private let start: Int
    private var lineStart: Int
    private var levels: [Level] = []
    private var name = Name.other
    private var isInString = false
    private var isKeyNext = false
    private var isValueNext = false
    /// Where the key in hand begins; nil outside keys.
    private var keyStart: Int?
    private var depth = 0
    private var capture = Capture.nothing
    private var element = Spot(start: 0, end: 0, line: 0, column: 0)
    private var isGarbageReported = false

    /// A scanner that begins at that place.
    init(position: Int = 0) {
        start = position
        self.position = position
        lineStart = position
    }

    /// The first byte that is still needed: the start of what is in hand.
    var keepFrom: Int {
        if depth > 0, capture != .nothing { return element.start }
        return min(keyStart ?? position, position)
    }

    /// The line of ``keepFrom``.
    var keepLine: Int { depth > 0 && capture != .nothing ? element.line : line }

    private var isOutside: Bool { depth == 0 && (levels.last ?? .exports) == .exports }

    /// Looks at the bytes up to `end`; `base` is the position of the view's first byte.
    mutating func scan(_ view: ByteView, base: Int, to end: Int, isLast: Bool) {
        while position < end {
            if isInString {
                stepInString(view, base, end)
            } else {
                let byte = view[position - base]
                if byte == 0x0A {
                    line += 1
                    lineStart = position + 1
                    isGarbageReported = false
                } else if byte == 0x7B, position == lineStart, !isOutside {
                    // Whether a line begins an export, or is a brace of one, takes its first bytes.
                    guard isLast || end - position > 16 else { return }
                    if view.starts("{\"resource", at: position - base, to: end - base) { giveUp() }
                }
                if depth > 0 { pass(byte) } else { step(byte) }
                position += 1
            }
            checkLength()
        }
    }

    /// The input ends here.
    mutating func finish() {
        guard !isOutside || isInString || !levels.isEmpty else { return }
        giveUp()
    }

    /// Ends an export that goes no further: the records before were whole.
    private mutating func giveUp() {
        let isRecord = depth > 0 && capture != .nothing
        let place = isRecord ? element : Spot(start: position, end: position, line: line, column: position - lineStart)
        items.append(
            .problem(
                .truncatedLine, position: place.start, line: place.line, column: max(place.column, 0),
                message: isRecord ? IngestProblem.truncatedLine : IngestProblem.truncatedDocument))
        if levels.contains(.entry) { items.append(.entryEnd) }
        levels = []
        depth = 0
        capture = .nothing
        isInString = false
        keyStart = nil
        isKeyNext = false
        isValueNext = false
    }

    private mutating func checkLength() {
        if depth > 0, capture != .nothing, position - element.start > IngestLimits.lineBytes {
            items.append(
                .problem(
                    .lineTooLong, position: element.start, line: element.line, column: element.column,
                    message: IngestProblem.recordTooLong))
            capture = .nothing
        }
        // No key that leads anywhere is as long.
        if let keyStart, position - keyStart > 256 { endKey(.other) }
    }

    private mutating func stepInString(_ view: ByteView, _ base: Int, _ end: Int) {
        position = view.stringStop(from: position - base, to: end - base) + base
        guard position < end else { return }
        switch view[position - base] {
        case 0x5C:
            position += 2
            return
        case 0x22:
            isInString = false
            if let keyStart { endKey(OTLPScanner.name(view, keyStart - base, position - base, in: levels.last)) }
        // No string holds a line end: what is damaged ends with its line.
        case 0x0A:
            isInString = false
            keyStart = nil
            return
        default: break
        }
        position += 1
    }

    private mutating func endKey(_ name: Name) {
        self.name = name
        keyStart = nil
        isKeyNext = false
    }

    /// Inside a value that is passed over.
    private mutating func pass(_ byte: UInt8) {
        switch byte {
        case 0x22: isInString = true
        case 0x7B, 0x5B: depth += 1
        case 0x7D, 0x5D:
            depth -= 1
            if depth == 0 { endValue() }
        default: break
        }
    }

    private mutating func beginValue(_ capture: Capture) {
        self.capture = capture
        depth = 1
        element = Spot(start: position, end: position, line: line, column: position - lineStart)
    }

    private mutating func endValue() {
        element.end = position + 1
        switch capture {
        case .nothing: break
        case .resource: items.append(.resource(element))
        case .record, .span: items.append(.record(element, isSpan: capture == .span))
        }
        capture = .nothing
    }

    private mutating func step(_ byte: UInt8) {
        if byte <= 0x20 { return }
        switch levels.last {
        case nil, .exports: stepOutside(byte)
        case .entries, .scopes, .records, .spans: stepInList(byte)
        case .export, .entry, .scope: stepInObject(byte)
        }
    }

    private mutating func stepOutside(_ byte: UInt8) {
        switch byte {
        case 0x2C: return
        case 0x7B: enter(.export)
        case 0x5B where levels.isEmpty: levels.append(.exports)
        case 0x5D where !levels.isEmpty: levels.removeLast()
        case _ where byte >= 0xBB && position - start < 3: lineStart = position + 1
        default: garbage(byte)
        }
    }

    private mutating func stepInList(_ byte: UInt8) {
        switch (byte, levels.last) {
        case (0x7B, .entries): enter(.entry)
        case (0x7B, .scopes): enter(.scope)
        case (0x7B, .spans): beginValue(.span)
        case (0x7B, _): beginValue(.record)
        case (0x5B, _): beginValue(.nothing)
        case (0x22, _): isInString = true
        case (0x5D, _), (0x7D, _): leave(byte)
        default: break
        }
    }

    private mutating func stepInObject(_ byte: UInt8) {
        if isValueNext {
            isValueNext = false
            switch (byte, name) {
            case (0x5B, .list(let list)): return enter(list)
            case (0x7B, .resource): return beginValue(.resource)
            case (0x7B, _), (0x5B, _): return beginValue(.nothing)
            default: break
            }
        }
        switch byte {
        case 0x22:
            isInString = true
            keyStart = isKeyNext ? position + 1 : nil
        case 0x3A: isValueNext = !isKeyNext
        case 0x2C: isKeyNext = true
        case 0x7D, 0x5D: leave(byte)
        case 0x7B, 0x5B: beginValue(.nothing)
        default: break
        }
    }

    private mutating func enter(_ level: Level) {
        levels.append(level)
        isKeyNext = true
        isValueNext = false
        name = .other
        if level == .entries { hasLists = true }
    }

    private mutating func leave(_ byte: UInt8) {
        guard let level = levels.popLast() else { return }
        let isObject = level == .export || level == .entry || level == .scope
        if isObject != (byte == 0x7D) { garbage(byte) }
        if level == .entry { items.append(.entryEnd) }
        isKeyNext = false
        isValueNext = false
        name = .other
    }

    /// What a key leads to where it stands: the spellings of OTLP, of its Protobuf fields, and of its first years.
    private static func name(_ view: ByteView, _ start: Int, _ end: Int, in level: Level?) -> Name {
        let names: [(StaticString, Name)] =
            switch level {
            case .export:
                [
                    ("resourceLogs", .list(.entries)), ("resourceSpans", .list(.entries)),
                    ("resource_logs", .list(.entries)), ("resource_spans", .list(.entries)),
                ]
            case .entry:
                [
                    ("resource", .resource), ("scopeLogs", .list(.scopes)), ("scopeSpans", .list(.scopes)),
                    ("scope_logs", .list(.scopes)), ("scope_spans", .list(.scopes)),
                    ("instrumentationLibraryLogs", .list(.scopes)), ("instrumentationLibrarySpans", .list(.scopes)),
                ]
            case .scope:
                [
                    ("logRecords", .list(.records)), ("log_records", .list(.records)), ("logs", .list(.records)),
                    ("spans", .list(.spans)),
                ]
            default: []
            }
        return names.first { view.matches($0.0, from: start, to: end) }?.1 ?? .other
    }

    private mutating func garbage(_ byte: UInt8) {
        // One problem a line, however many bytes of it make no sense.
        guard !isGarbageReported else { return }
        isGarbageReported = true
        items.append(
            .problem(
                .invalidJSON, position: position, line: line, column: max(position - lineStart, 0),
                message: IngestProblem.expected("an export", found: byte)))
    }
}
