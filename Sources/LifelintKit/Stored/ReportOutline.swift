// SPDX-License-Identifier: MIT

/// Where the parts of a JSON report stand: its top-level members, and the objects of its two long lists.
///
/// A report may be larger than what one document can hold, so it is cut into objects first; what stands inside of them
/// is parsed one by one. Any layout is read, since people and programs lay reports out anew.
struct ReportOutline {
    /// Why a report cannot be cut.
    struct Fault: Error {
        /// Where it was noticed.
        var offset: Int
        var message: String
    }

    /// An object of a list.
    struct Element {
        var range: Range<Int>
        /// It was laid out anew: there is white space between its tokens.
        var hasSpace: Bool
    }

    /// The bytes of each member's value, by its key.
    private(set) var members: [String: Range<Int>] = [:]
    /// The objects of the lists that are long.
    private(set) var lists: [String: [Element]] = [:]
    /// What cut the walk short; what was found before can be looked at.
    private(set) var fault: Fault?

    private let bytes: [UInt8]
    private var index = 0
    private var hasSpace = false

    private static let longLists: Set<String> = ["runs", "findings"]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        do throws(Fault) {
            try walk()
        } catch {
            fault = error
        }
    }

    private mutating func walk() throws(Fault) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        try expect(0x7B, "this is no JSON object")
        skipSpace()
        if take(0x7D) { return try end() }
        repeat {
            skipSpace()
            let key = try string()
            try expect(0x3A, "expected a colon behind a key")
            skipSpace()
            let start = index
            let name = String(decoding: bytes[(key.lowerBound + 1)..<(key.upperBound - 1)], as: UTF8.self)
            if Self.longLists.contains(name) { try list(name) } else { try value() }
            members[name] = start..<index
            skipSpace()
        } while take(0x2C)
        try expect(0x7D, "expected a comma or the end of the report")
        try end()
    }

    private mutating func list(_ name: String) throws(Fault) {
        lists[name] = []
        try expect(0x5B, "\"\(name)\" is no list")
        skipSpace()
        if take(0x5D) { return }
        repeat {
            skipSpace()
            let start = index
            hasSpace = false
            try value()
            lists[name]?.append(Element(range: start..<index, hasSpace: hasSpace))
            skipSpace()
        } while take(0x2C)
        try expect(0x5D, "expected a comma or the end of \"\(name)\"")
    }

    private mutating func end() throws(Fault) {
        skipSpace()
        if index < bytes.count { throw Fault(offset: index, message: "more stands behind the report") }
    }

    /// Steps over a value; containers are balanced, what they hold is checked when it is parsed.
    private mutating func value() throws(Fault) {
        guard index < bytes.count else { throw cutOff }
        switch bytes[index] {
        case 0x22: _ = try string()
        case 0x7B, 0x5B: try container()
        default:
            let start = index
            while index < bytes.count, !Self.endsScalar(bytes[index]) { index += 1 }
            if index == start { throw Fault(offset: index, message: "expected a value") }
        }
    }

    private mutating func container() throws(Fault) {
        var depth = 0
        repeat {
            guard index < bytes.count else { throw cutOff }
            switch bytes[index] {
            case 0x22:
                _ = try string()
                continue
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D: depth -= 1
            case 0x20, 0x09, 0x0A, 0x0D: hasSpace = true
            default: break
            }
            index += 1
        } while depth > 0
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x2C || byte == 0x5D || byte == 0x7D || byte == 0x3A || byte == 0x22
    }

    private mutating func string() throws(Fault) -> Range<Int> {
        let start = index
        guard index < bytes.count else { throw cutOff }
        guard bytes[index] == 0x22 else { throw Fault(offset: index, message: "expected a string") }
        index += 1
        while index < bytes.count, bytes[index] != 0x22 { index += bytes[index] == 0x5C ? 2 : 1 }
        guard index < bytes.count else { throw cutOff }
        index += 1
        return start..<index
    }

    private mutating func expect(_ byte: UInt8, _ message: String) throws(Fault) {
        skipSpace()
        if take(byte) { return }
        throw index < bytes.count ? Fault(offset: index, message: message) : cutOff
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private var cutOff: Fault { Fault(offset: bytes.count, message: "the report is cut off here") }
}
