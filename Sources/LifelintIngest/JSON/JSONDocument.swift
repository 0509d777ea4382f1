// SPDX-License-Identifier: MIT

import LifelintModel

/// A whole JSON document, parsed once into a flat tape and read from it on demand.
///
/// For small documents that are navigated: reports, heads. Records of logs take ``FlatRecordScanner``.
///
/// One node a value, children right behind their parent; a member of an object is two nodes, key and value:
///
///     {"a":[1,2],"b":null}   →   object(next 7) key"a" array(next 5) 1 2 key"b" null
public struct JSONDocument: Sendable {
    enum Kind: UInt8 { case object, array, string, number, truth, null }

    struct Node {
        var kind: Kind
        /// Its bytes: of a string without its quotes.
        var start: UInt32
        var end: UInt32
        /// The index of the node behind it and all of its children.
        var next: UInt32
    }

    let bytes: [UInt8]
    private(set) var nodes: [Node] = []
    /// What stopped the parser, with its byte offset; nil if the document is whole and valid.
    public private(set) var fault: (offset: Int, message: String)?

    /// A member whose list or object is stepped over: it is one node without children.
    struct Passed {
        /// How many containers are open around such a member.
        var depth: Int
        var name: StaticString
        /// Of a list, each element is one node, which begins where the element does and ends where the next one or the
        /// list; its children are the arrays directly in it, of which it is only known where they begin.
        var keepsElements = false
    }

    /// Parses bytes; what stands before a fault can be read.
    public init(_ bytes: [UInt8]) { self.init(bytes, nesting: IngestLimits.nesting) }

    /// Parses bytes whose values may be nested that deep; what is asked of it counts from the first of them.
    ///
    /// - Parameter range: where the document stands among the bytes.
    init(_ bytes: [UInt8], in range: Range<Int>? = nil, nesting: Int, passing passed: [Passed] = []) {
        self.bytes = bytes
        guard bytes.count <= IngestLimits.chunkBytes else {
            fault = (0, IngestProblem.chunkTooLarge)
            return
        }
        let range = range?.clamped(to: 0..<bytes.count) ?? 0..<bytes.count
        var builder = JSONTapeBuilder(nesting: nesting, passed: passed)
        do throws(JSONFault) {
            try bytes.parse(range, into: &builder)
        } catch {
            fault = (error.position, error.message)
        }
        nodes = builder.nodes(endingAt: range.upperBound)
    }

    /// Parses bytes that have to be valid JSON to their end, in valid UTF-8; nil if they are not.
    public init?(strict bytes: [UInt8]) {
        self.init(bytes)
        guard fault == nil, bytes.withView({ $0.firstInvalidUTF8(from: 0, to: $0.count) }) == nil else { return nil }
    }

    /// The value that the document is; nil if not even its first byte could be read.
    public var root: JSONValue? { nodes.isEmpty ? nil : JSONValue(document: self, index: 0) }
}

extension [UInt8] {
    fileprivate func parse(_ range: Range<Int>, into builder: inout JSONTapeBuilder) throws(JSONFault) {
        var fault: JSONFault?
        withView { view in
            do throws(JSONFault) {
                try builder.parse(view, range)
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
    }
}

/// Writes the tape: one pass, an explicit stack.
private struct JSONTapeBuilder {
    private var tape: [JSONDocument.Node] = []
    private var open: [Int] = []
    private let nesting: Int

    private let passed: [JSONDocument.Passed]
    /// Made only where something is passed.
    private var stride: JSONStride?

    init(nesting: Int, passed: [JSONDocument.Passed]) {
        self.nesting = nesting
        self.passed = passed
        if !passed.isEmpty { stride = JSONStride() }
    }

    /// The tape; containers that were never closed end where the input does.
    mutating func nodes(endingAt end: Int) -> [JSONDocument.Node] {
        while let index = open.popLast() { close(index, end) }
        return tape
    }

    mutating func parse(_ view: ByteView, _ range: Range<Int>) throws(JSONFault) {
        let end = range.upperBound
        // A guess that is too small for dense documents and costs little for others.
        tape.reserveCapacity(passed.isEmpty ? min(range.count / 16 + 32, 1 << 16) : min(range.count / 16, 1 << 9))
        let start = range.lowerBound + (view.hasByteOrderMark(at: range.lowerBound) ? 3 : 0)
        var position = view.skipWhiteSpace(from: start, to: end)
        position = try value(view, position, end)
        while let container = open.last {
            let isObject = tape[container].kind == .object
            position = view.skipWhiteSpace(from: position, to: end)
            let isFirst = container == tape.count - 1
            if position < end, view[position] == (isObject ? 0x7D : 0x5D) {
                position += 1
                close(container, position)
                open.removeLast()
                continue
            }
            if !isFirst {
                guard position < end, view[position] == 0x2C else {
                    let message =
                        position < end
                        ? IngestProblem.expected("a comma or the end of the value", found: view[position])
                        : JSONSyntax.unclosed(isObject)
                    throw JSONFault(position: position, code: .invalidJSON, message: message)
                }
                position = view.skipWhiteSpace(from: position + 1, to: end)
            }
            if isObject {
                let (keyStart, keyEnd, valueStart) = try key(view, position, end)
                // A key whose value is missing must not stay without one.
                guard valueStart < end else {
                    throw JSONFault(position: end, code: .invalidJSON, message: JSONSyntax.unclosed(true))
                }
                add(.string, keyStart, keyEnd)
                if !passed.isEmpty, let stop = pass(view, keyStart, keyEnd, valueStart) {
                    position = stop
                    continue
                }
                do throws(JSONFault) {
                    position = try value(view, valueStart, end)
                } catch {
                    tape.removeLast()
                    throw error
                }
            } else {
                position = try value(view, position, end)
            }
        }
        position = view.skipWhiteSpace(from: position, to: end)
        guard position == end else {
            throw JSONFault(
                position: position, code: .invalidJSON,
                message: IngestProblem.expected("the end of the document", found: view[position]))
        }
    }

    /// The key at a position, and where its value begins.
    @inline(__always) private func key(
        _ view: ByteView, _ start: Int, _ end: Int
    ) throws(JSONFault) -> (start: Int, end: Int, value: Int) {
        let bound = min(view.count &- JSONStride.margin, end)
        // Why unsafe: up to `bound` a margin of bytes stands behind each position.
        if start < bound, let plain = unsafe JSONStride.plainKey(view, start, before: bound), plain.value < end {
            return (start + 1, plain.end - 1, plain.value)
        }
        let key = try JSONSyntax.key(view, start, end)
        return (key.start, key.end, key.next)
    }

    /// Steps over the value of a member that is not wanted; what is not as usual is taken like any other.
    private mutating func pass(
        _ view: ByteView, _ keyStart: Int, _ keyEnd: Int, _ start: Int
    ) -> Int? {
        let initial = view[start]
        guard initial == 0x7B || initial == 0x5B,
            let member = passed.first(where: {
                $0.depth == open.count && view.matches($0.name, from: keyStart, to: keyEnd)
            })
        else { return nil }
        if member.keepsElements, initial == 0x5B { return passElements(view, start) }
        guard let stop = stride?.container(view, start, depth: open.count) else { return nil }
        add(initial == 0x7B ? .object : .array, start, stop)
        return stop
    }

    /// Steps over the array at `start`, and notes where its elements begin.
    private mutating func passElements(_ view: ByteView, _ start: Int) -> Int? {
        guard let (stop, elements) = stride?.array(view, start, depth: open.count) else { return nil }
        let list = tape.count
        add(.array, start, stop)
        var last: Int?
        for start in elements {
            guard start >= 0 else {
                add(.array, ~start, ~start)
                continue
            }
            if let last { close(last, start) }
            last = tape.count
            add(JSONStride.kind(view, at: start), start, stop)
        }
        if let last { close(last, stop) }
        close(list, stop)
        return stop
    }

    /// Adds the scalar at a position, or opens the container.
    private mutating func value(_ view: ByteView, _ start: Int, _ end: Int) throws(JSONFault) -> Int {
        let initial = view[start]
        if start < end, initial == 0x7B || initial == 0x5B {
            guard open.count < nesting else {
                throw JSONFault(position: start, code: .nestingTooDeep, message: IngestProblem.nestingTooDeep)
            }
            open.append(tape.count)
            add(initial == 0x7B ? .object : .array, start, start)
            return start + 1
        }
        let bound = min(view.count &- JSONStride.margin, end)
        // Why unsafe: up to `bound` a margin of bytes stands behind each position.
        if start < bound, let stop = unsafe JSONStride.plain(view, start, before: bound), stop <= end {
            let quote = initial == 0x22 ? 1 : 0
            add(initial == 0x22 ? .string : .number, start + quote, stop - quote)
            return stop
        }
        let stop = try JSONSyntax.scalar(view, start, end)
        switch initial {
        case 0x22: add(.string, start + 1, stop - 1)
        case 0x74, 0x66: add(.truth, start, stop)
        case 0x6E: add(.null, start, stop)
        default: add(.number, start, stop)
        }
        return stop
    }

    @inline(__always) private mutating func add(_ kind: JSONDocument.Kind, _ start: Int, _ end: Int) {
        tape.append(
            JSONDocument.Node(
                kind: kind, start: UInt32(clamping: start), end: UInt32(clamping: end),
                next: UInt32(clamping: tape.count + 1)))
    }

    private mutating func close(_ index: Int, _ end: Int) {
        tape[index].end = UInt32(clamping: end)
        tape[index].next = UInt32(clamping: tape.count)
    }
}
