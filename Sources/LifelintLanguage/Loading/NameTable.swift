// SPDX-License-Identifier: MIT

/// Many names of which one is sought often: none is hashed.
package struct NameTable: Sendable, ExpressibleByArrayLiteral {
    /// The names by their place.
    private var rows: [[String]] = Array(repeating: [], count: NameTable.places)
    private static let places = 64

    init(_ names: some Sequence<String>) {
        for name in names { rows[NameTable.place(of: name)].append(name) }
    }

    package init(arrayLiteral names: String...) { self.init(names) }

    /// Whether it is one of them.
    func contains(_ name: String) -> Bool { rows[NameTable.place(of: name)].contains(name) }

    /// A number below 64 that is the same for equal names: their length and their first byte tell most apart.
    static func place(of name: String) -> Int {
        guard let first = name.utf8.first else { return 0 }
        return (Int(first) &* 5 &+ name.utf8.count) & (NameTable.places - 1)
    }
}
