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

    /// The nodes directly in a value.
    func children(of index: Int) -> [Int] {
        guard holds(index) else { return [] }
        let end = min(Int(nodes[index].next), nodes.count)
        var children: [Int] = []
        var child = index + 1
        while child < end {
            children.append(child)
            child = max(Int(nodes[child].next), child + 1)
        }
        return children
    }

    /// The element of an array that has so many before it; nil if there is none.
    func element(_ number: Int, of index: Int) -> Int? {
        guard holds(index), nodes[index].kind == .array else { return nil }
        let end = min(Int(nodes[index].next), nodes.count)
        var child = index + 1
        for _ in 0..<number where child < end { child = max(Int(nodes[child].next), child + 1) }
        return child < end ? child : nil
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

    /// The value of that member, by a name that is known only now; one that is written with escapes is not found.
    func member(named name: some Collection<UInt8>, of index: Int) -> Int? {
        var found: Int?
        forEachMember(of: index) { key, value in
            guard found == nil else { return }
            let (start, end) = (Int(nodes[key].start), Int(nodes[key].end))
            if end - start == name.count, zip(start..<end, name).allSatisfy({ view[$0] == $1 }) { found = value }
        }
        return found
    }

    /// A value, or a key, where it stands; nil if there is no such node.
    @inline(__always) func scalar(_ index: Int) -> JSONScalar? {
        guard holds(index) else { return nil }
        let node = nodes[index]
        return JSONScalar(view: view, kind: node.kind, start: Int(node.start), end: Int(node.end))
    }

    /// The text of a string or a key.
    func string(_ index: Int) -> String? { scalar(index)?.string }

    /// The whole number that a value is, or that a string spells in decimal or hexadecimal digits.
    func unsigned(_ index: Int) -> UInt64? { scalar(index)?.unsigned }

    /// The same, where it fits; below zero, too.
    func integer(_ index: Int) -> Int64? { scalar(index)?.integer }

    /// A truth, also as 0 or 1 and as a string of it.
    func bool(_ index: Int) -> Bool? { scalar(index)?.bool }
}

extension JSONDocument {
    /// Walks the tape; what is handed to the closure must not leave it.
    func withTape<Result>(_ body: (JSONTape) -> Result) -> Result {
        bytes.withView { body(JSONTape(view: $0, nodes: nodes)) }
    }
}
