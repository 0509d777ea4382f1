// SPDX-License-Identifier: MIT

/// Walks the tape of a ``JSONDocument`` by node numbers while its bytes are in view: for large reports, of which most
/// is passed over.
///
/// ``JSONValue`` makes a string of every key that it compares; this compares bytes.
struct JSONTape {
    let view: ByteView
    let nodes: [JSONDocument.Node]

    /// Whether there is such a node; every question about another is answered with nil.
    @inline(__always) func holds(_ index: Int) -> Bool { index >= 0 && index < nodes.count }

    /// The bytes of a value, quotes of a string left out.
    func range(_ index: Int) -> Range<Int> {
        guard holds(index) else { return 0..<0 }
        let start = Int(nodes[index].start)
        return start..<max(start, Int(nodes[index].end))
    }

    /// Calls for each member of an object with the nodes of its key and value.
    @inline(__always) func forEachMember(of index: Int, _ body: (_ key: Int, _ value: Int) -> Void) {
        guard holds(index), nodes[index].kind == .object else { return }
        var child = index + 1
        let end = min(Int(nodes[index].next), nodes.count)
        while child + 1 < end {
            body(child, child + 1)
            child = max(Int(nodes[child + 1].next), child + 2)
        }
    }

    /// Calls for each value of an array until it answers false.
    @inline(__always) func forEachElement(of index: Int, _ body: (_ value: Int) -> Bool) {
        guard holds(index), nodes[index].kind == .array else { return }
        var child = index + 1
        let end = min(Int(nodes[index].next), nodes.count)
        while child < end {
            guard body(child) else { return }
            child = max(Int(nodes[child].next), child + 1)
        }
    }

    /// Whether a key is that text.
    @inline(__always) func isKey(_ key: Int, _ text: StaticString) -> Bool {
        view.matches(text, from: Int(nodes[key].start), to: Int(nodes[key].end))
    }

    /// The value of the first member of that name.
    func member(_ name: StaticString, of index: Int) -> Int? {
        guard holds(index), nodes[index].kind == .object else { return nil }
        var child = index + 1
        let end = min(Int(nodes[index].next), nodes.count)
        while child + 1 < end {
            if isKey(child, name) { return child + 1 }
            child = max(Int(nodes[child + 1].next), child + 2)
        }
        return nil
    }

    /// The text of a string or a key.
    func string(_ index: Int) -> String? {
        guard holds(index), nodes[index].kind == .string else { return nil }
        let start = Int(nodes[index].start)
        let end = Int(nodes[index].end)
        guard start < end else { return "" }
        guard view.firstIndex(of: 0x5C, from: start, to: end) != nil else { return view.string(start, end) }
        return String(decoding: JSONSyntax.unescaped(view, start, end), as: UTF8.self)
    }

    /// Whether it is a string, or a number behind which something follows: another digit may be missing at the end.
    private func isWholeScalar(_ index: Int) -> Bool {
        guard holds(index) else { return false }
        return nodes[index].kind == .string || (nodes[index].kind == .number && Int(nodes[index].end) < view.count)
    }

    /// The whole number that a value is, or that a string spells in decimal or hexadecimal digits.
    func unsigned(_ index: Int) -> UInt64? {
        guard isWholeScalar(index) else { return nil }
        return IncidentValues.unsigned(view, Int(nodes[index].start), Int(nodes[index].end))
    }

    /// The same, where it fits; below zero, too.
    func integer(_ index: Int) -> Int64? {
        guard isWholeScalar(index) else { return nil }
        let start = Int(nodes[index].start)
        let end = Int(nodes[index].end)
        if let value = IncidentValues.unsigned(view, start, end) { return Int64(exactly: value) }
        return DecimalNumber(view, start, end)?.integer
    }

    /// A truth, also as 0 or 1 and as a string of it.
    func bool(_ index: Int) -> Bool? {
        guard holds(index) else { return nil }
        let start = Int(nodes[index].start)
        switch nodes[index].kind {
        case .truth: return view[start] == 0x74
        case .number, .string:
            if view.matches("true", from: start, to: Int(nodes[index].end)) { return true }
            if view.matches("false", from: start, to: Int(nodes[index].end)) { return false }
            return unsigned(index).map { $0 != 0 }
        default: return nil
        }
    }
}

extension JSONDocument {
    /// Walks the tape; what is handed to the closure must not leave it.
    func withTape<Result>(_ body: (JSONTape) -> Result) -> Result {
        bytes.withView { body(JSONTape(view: $0, nodes: nodes)) }
    }
}
