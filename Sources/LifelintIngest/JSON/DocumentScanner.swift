// SPDX-License-Identifier: MIT

import LifelintModel

/// Finds documents and records in JSON of any layout, in pieces of any size.
///
/// A push machine without recursion that looks at structure only: where records begin and end, which of them are
/// documents (objects with an array of `events`), and the scalar members beside the events. What the records say, and
/// whether they are valid, ``JSONRecordReader`` finds out.
///
/// | inside | `{` begins | `[` begins |
/// |---|---|---|
/// | nothing | a record or a document | the array of records or documents |
/// | that array | a record or a document | a document |
/// | a document | a record | nothing: a problem |
struct DocumentScanner {
    /// What was found; positions count from the start of the input.
    enum Item {
        case record(start: Int, end: Int, line: Int, column: Int)
        case documentBegin
        case member(key: Range<Int>, value: Range<Int>, line: Int, column: Int)
        case documentEnd
        case problem(ProblemCode, position: Int, line: Int, column: Int, message: String)
    }

    /// A scalar member of an object that may be a document: plain numbers, since most objects are none.
    private struct Member {
        var key: Range<Int>
        var value: Range<Int>
        var line: Int
        var column: Int

        var item: Item { .member(key: key, value: value, line: line, column: column) }
    }

    /// An array under one of the keys of documents, in an object of which it is not known yet whether that is a
    /// document.
    ///
    /// Members have no order: what says that the object is a record may stand behind the array.
    private struct Listing {
        /// Where the array begins.
        var position: Int
        var line: Int
        var lineStart: Int
        /// How many members the object has told before.
        var members: Int
        /// Where its last element that is an object begins.
        var element = -1
        /// Whether it goes on.
        var isOpen = true
    }

    private enum Frame { case array, document, records }

    private enum Mode {
        /// Between the elements of an array, or outside all.
        case between
        /// Inside an object whose fate is open: a record or a document.
        case candidate
        /// Inside a record.
        case record
        /// Inside a document, beside its events.
        case document
        /// Inside something that cannot be read: passed over to its end.
        case skipped
    }

    /// What was found and not yet taken.
    var items: [Item] = []
    /// The next byte to look at.
    private(set) var position: Int
    /// Its line.
    private(set) var line: Int
    /// Under which keys documents hold their records; an object under one of them may hold the array in turn.
    private let recordKeys: [StaticString]
    /// How many such objects are open: their members count as those of the document.
    private var innerObjects = 0
    /// Whether an array at the top is itself a document: so it is where each line holds one.
    private let isArrayDocument: Bool
    private let start: Int
    private var lineStart: Int
    private var frames: [Frame] = []
    private var mode = Mode.between
    private var isInString = false
    private var depth = 0
    private var element = (start: 0, line: 0, column: 0)
    private var key: Range<Int>?
    private var isKeyNext = false
    private var isValueNext = false
    private var isEventsKey = false
    private var keyStart = 0
    private var valueStart: Int?
    private var members: [Member] = []
    private var listing: Listing?
    /// How long the record in hand may be, or the object of which it is not known what it is.
    private var elementLimit = IngestLimits.lineBytes
    private var isGarbageReported = false
    /// Whether only white space stands before this byte on its line.
    private var isLineBlank = true
    /// Whether the record in hand is known to be damaged.
    private var isBroken = false

    /// A scanner that begins at that place.
    init(
        position: Int = 0, line: Int = 0, lineStart: Int = 0, isArrayDocument: Bool = false,
        recordKeys: [StaticString] = ["events"]
    ) {
        self.recordKeys = recordKeys
        start = position
        self.position = position
        self.line = line
        self.lineStart = lineStart
        self.isArrayDocument = isArrayDocument
    }

    /// The first byte that is still needed: the start of what is in hand.
    var keepFrom: Int {
        switch mode {
        case .candidate, .record: element.start
        case .document: key != nil || isInString ? min(keyStart, position) : position
        case .between, .skipped: position
        }
    }

    /// The line of ``keepFrom``.
    var keepLine: Int { mode == .candidate || mode == .record ? element.line : line }

    /// Looks at the bytes up to `end`; `base` is the position of the view's first byte.
    mutating func scan(_ view: ByteView, base: Int, to end: Int) {
        while position < end {
            if isInString {
                stepInString(view, base, end)
            } else {
                let byte = view[position - base]
                if byte == 0x0A {
                    line += 1
                    lineStart = position + 1
                    isGarbageReported = false
                    isLineBlank = true
                }
                if isBroken, isLineBlank, byte == 0x7B { giveUpElement() }
                if mode == .between { stepBetween(byte, view, base) } else { stepInside(byte, view, base) }
                if byte > 0x20 { isLineBlank = false }
                position += 1
            }
            if mode == .candidate || mode == .record, position - element.start > elementLimit {
                if takeLongListing(view, base) { continue }
                items.append(
                    .problem(
                        .lineTooLong, position: element.start, line: element.line, column: element.column,
                        message: IngestProblem.recordTooLong))
                mode = .skipped
                members.removeAll(keepingCapacity: true)
            } else if mode == .document, position - keepFrom > IngestLimits.lineBytes {
                key = nil
                valueStart = nil
                keyStart = position
            }
        }
    }

    /// Looks at the head of an input until so many records are found in it, or four times as many items: mostly a small
    /// part of it.
    mutating func scanHead(_ view: ByteView, records: Int) {
        while position < view.count {
            scan(view, base: 0, to: min(position + DocumentScanner.headPiece, view.count))
            var found = 0
            for case .record in items { found += 1 }
            if found >= records || items.count >= 4 * records { return }
        }
    }

    private static let headPiece = 16 << 10

    /// The input ends here.
    mutating func finish() {
        if mode == .candidate || mode == .record {
            items.append(
                .problem(
                    .truncatedLine, position: element.start, line: element.line, column: element.column,
                    message: IngestProblem.truncatedLine))
        } else if !frames.isEmpty || mode == .document {
            problem(.truncatedLine, IngestProblem.truncatedDocument)
        }
        while let frame = frames.popLast() { if closes(frame) { items.append(.documentEnd) } }
    }

    private func closes(_ frame: Frame) -> Bool {
        // The array of events ends with its document; an inner array is a document itself.
        frame == .document || (frame == .records && frames.last != .document)
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
            endString(view, base)
        case 0x0A:
            // No string holds a line end: the record is damaged, and the next one must not suffer from it.
            isInString = false
            isBroken = mode == .candidate || mode == .record
            return
        default: break
        }
        position += 1
    }

    private mutating func endString(_ view: ByteView, _ base: Int) {
        guard depth == 1, isKeyNext else { return }
        isKeyNext = false
        key = keyStart..<position
        isEventsKey = recordKeys.contains { view.matches($0, from: keyStart - base, to: position - base) }
    }

    private mutating func stepBetween(_ byte: UInt8, _ view: ByteView, _ base: Int) {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, 0x2C: return
        case _ where byte >= 0xBB && position - start < 3 && frames.isEmpty:
            // A byte-order mark is no part of its line.
            lineStart = position + 1
        case 0x7B: begin(frames.isEmpty || frames.last == .array ? .candidate : .record)
        case 0x5B:
            if frames.isEmpty, !isArrayDocument {
                frames.append(.array)
            } else if frames.isEmpty || frames == [.array] {
                frames.append(.records)
                items.append(.documentBegin)
            } else {
                problem(.invalidJSON, IngestProblem.expected("a record, which is an object", found: byte))
                begin(.skipped)
            }
        case 0x5D:
            guard let frame = frames.popLast() else { return garbage(byte) }
            if frame == .records, frames.last == .document {
                resumeDocument()
            } else if frame == .records {
                items.append(.documentEnd)
            }
        default: garbage(byte)
        }
    }

    private mutating func resumeDocument() {
        mode = .document
        depth = 1
        key = nil
        valueStart = nil
        isKeyNext = false
        isValueNext = false
    }

    private mutating func begin(_ mode: Mode) {
        self.mode = mode
        isBroken = false
        forgetListing()
        depth = 1
        // Records inside a document leave the document's own objects open.
        if mode == .candidate { innerObjects = 0 }
        element = (position, line, position - lineStart)
        members.removeAll(keepingCapacity: true)
        key = nil
        valueStart = nil
        isKeyNext = true
        isValueNext = false
    }

    private mutating func stepInside(_ byte: UInt8, _ view: ByteView, _ base: Int) {
        if byte <= 0x20 { return }
        if isValueNext, depth == 1 {
            isValueNext = false
            valueStart = position
            if isEventsKey, mode == .candidate || mode == .document {
                if byte == 0x5B, !beginListing() { return beginEvents() }
                if byte == 0x7B, recordKeys.count > 1, innerObjects == 0 { return enterInnerObject() }
            }
        }
        switch byte {
        case 0x22:
            isInString = true
            if depth == 1, isKeyNext { keyStart = position + 1 }
        case 0x3A: if depth == 1, key != nil, valueStart == nil { isValueNext = true }
        case 0x2C:
            if depth == 1 {
                endMember(view, base)
                isKeyNext = true
            }
        case 0x7B, 0x5B:
            if depth == 2, byte == 0x7B, listing?.isOpen == true { listing?.element = position }
            depth += 1
        case 0x7D, 0x5D:
            if depth == 1 {
                endMember(view, base)
                if innerObjects > 0, byte == 0x7D, mode == .candidate || mode == .document {
                    innerObjects -= 1
                    return
                }
            }
            depth -= 1
            if listing != nil, takeEndInListing(byte, view, base) { return }
            if depth == 0 { endElement() }
        default: break
        }
    }

    /// Begins an array that may be something that a record says; false if it is that of a document.
    private mutating func beginListing() -> Bool {
        guard mode == .candidate, innerObjects == 0 else { return false }
        if listing != nil { return true }
        listing = Listing(position: position, line: line, lineStart: lineStart, members: members.count)
        elementLimit = min(IngestLimits.lineBytes, position - element.start + IngestLimits.listedBytes)
        return true
    }

    /// An object, an array or the object in hand ends while it is not known yet whether that is a document; says
    /// whether it turned out to be one.
    private mutating func takeEndInListing(_ byte: UInt8, _ view: ByteView, _ base: Int) -> Bool {
        guard let listing else { return false }
        switch depth {
        case 2 where listing.isOpen && listing.element >= 0 && byte == 0x7D:
            guard JSONRecordScanner.isRecord(view, listing.element - base, position + 1 - base) else { return false }
        case 1:
            self.listing?.isOpen = false
            return false
        case 0: if saysWhatItIs(view, base) { return false }
        default: return false
        }
        beginEvents(of: listing)
        return true
    }

    /// Decides of an object that has listed so much: a document, unless it has said by now that it is a record.
    private mutating func takeLongListing(_ view: ByteView, _ base: Int) -> Bool {
        guard let listing, elementLimit < IngestLimits.lineBytes else { return false }
        // What is no object is no record, however much of it is listed.
        if listing.element < 0 || saysWhatItIs(view, base) {
            elementLimit = IngestLimits.lineBytes
        } else {
            isInString = false
            beginEvents(of: listing)
            position += 1
        }
        return true
    }

    /// Goes back to where the events of the object in hand begin.
    private mutating func beginEvents(of listing: Listing) {
        position = listing.position
        line = listing.line
        lineStart = listing.lineStart
        isBroken = false
        depth = 1
        members.removeSubrange(min(listing.members, members.count)...)
        beginEvents()
    }

    /// Whether the object in hand has told a time and named its event: then it is a record, and what it lists is
    /// something that it says.
    private func saysWhatItIs(_ view: ByteView, _ base: Int) -> Bool {
        func name(_ member: Member) -> [UInt8] {
            view.bytes(member.key.lowerBound - base, member.key.upperBound - base)
        }
        return members.contains { JSONRecordScanner.timeKeys.contains(name($0)) }
            && members.contains { view[$0.value.lowerBound - base] == 0x22 && name($0) == Array("event".utf8) }
    }

    private mutating func enterInnerObject() {
        innerObjects += 1
        key = nil
        valueStart = nil
        isKeyNext = true
    }

    private mutating func beginEvents() {
        if mode == .candidate {
            frames.append(.document)
            items.append(.documentBegin)
            items.append(contentsOf: members.map(\.item))
            members.removeAll(keepingCapacity: true)
        }
        frames.append(.records)
        mode = .between
        key = nil
        valueStart = nil
        forgetListing()
    }

    private mutating func forgetListing() {
        listing = nil
        elementLimit = IngestLimits.lineBytes
    }

    private mutating func endMember(_ view: ByteView, _ base: Int) {
        defer {
            key = nil
            valueStart = nil
        }
        guard mode == .candidate || mode == .document, let key, let valueStart else { return }
        let initial = view[valueStart - base]
        guard initial != 0x7B, initial != 0x5B else { return }
        var end = position
        while end > valueStart, view[end - 1 - base] <= 0x20 { end -= 1 }
        let member = Member(key: key, value: valueStart..<end, line: line, column: max(valueStart - lineStart, 0))
        if mode == .document {
            items.append(member.item)
        } else if members.count < IngestLimits.defaultTokens {
            members.append(member)
        }
    }

    /// Ends a damaged record where the next one begins on a line of its own.
    private mutating func giveUpElement() {
        items.append(.record(start: element.start, end: position, line: element.line, column: element.column))
        isBroken = false
        mode = .between
        members.removeAll(keepingCapacity: true)
    }

    private mutating func endElement() {
        isBroken = false
        switch mode {
        case .candidate, .record:
            items.append(
                .record(start: element.start, end: position + 1, line: element.line, column: element.column))
        case .document:
            frames.removeLast()
            items.append(.documentEnd)
        case .between, .skipped: break
        }
        mode = .between
        members.removeAll(keepingCapacity: true)
    }

    private mutating func garbage(_ byte: UInt8) {
        // One problem a line, however many bytes of it make no sense.
        guard !isGarbageReported else { return }
        isGarbageReported = true
        problem(.invalidJSON, IngestProblem.expected("a record", found: byte))
    }

    private mutating func problem(_ code: ProblemCode, _ message: String) {
        items.append(.problem(code, position: position, line: line, column: position - lineStart, message: message))
    }
}
