// SPDX-License-Identifier: MIT

/// Which keys of a container's JSON objects say what, and by which of them the container is known.
///
/// Of a class, so that reading an object counts no references to its tables.
final class LogObjectKeys: Sendable {
    /// What a key says.
    enum Field: UInt32 {
        case time, process, path, pid, sender, senderPath, subsystem, category, level, device, boot, mach, kind, message
        /// An object whose members count as those of the object around it.
        case nested
    }

    /// A key as it is declared.
    struct Key {
        let name: StaticString
        let field: Field
        /// Among keys that say the same, the one of the lowest rank wins: four bits, of which the highest means none.
        let rank: UInt64
        /// Whether only this container has it.
        let isSign: Bool

        static func key(_ name: StaticString, _ field: Field, rank: UInt64 = 0) -> Key {
            Key(name: name, field: field, rank: min(rank, 14), isSign: false)
        }

        static func sign(_ name: StaticString, _ field: Field, rank: UInt64 = 0) -> Key {
            Key(name: name, field: field, rank: min(rank, 14), isSign: true)
        }
    }

    private let table: ByteTable
    private let keys: [Key]
    /// Keys that say nothing of a row, but only this container has them.
    private static let signField = UInt32(1) << 30

    init(_ keys: [Key], signs: [StaticString] = []) {
        self.keys = keys
        var table = ByteTable()
        for (index, key) in keys.enumerated() {
            table.insert(LogObjectKeys.bytes(key.name), value: UInt32(index))
        }
        for sign in signs { table.insert(LogObjectKeys.bytes(sign), value: LogObjectKeys.signField) }
        self.table = table
    }

    /// The names of the keys that say messages.
    var messageNames: [StaticString] { keys.filter { $0.field == .message }.map(\.name) }

    /// What the key in that range of the view is.
    @inline(__always) func find(_ view: ByteView, _ start: Int, _ end: Int) -> Found {
        let found = table.find(view, start, end)
        guard found != ByteTable.missing else { return .nothing }
        return found != LogObjectKeys.signField && Int(found) < keys.count ? .key(Int(found)) : .sign
    }

    /// What a key is.
    enum Found {
        /// None of those that are declared.
        case nothing
        /// One that says nothing of a row, but only this container has it.
        case sign
        /// The one of that number.
        case key(Int)
    }

    /// A key by its number.
    @inline(__always) subscript(number: Int) -> (field: Field, rank: UInt64, isSign: Bool) {
        (keys[number].field, keys[number].rank, keys[number].isSign)
    }

    /// A key’s bytes.
    ///
    /// Why unsafe: the buffer stays within its call.
    private static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { unsafe Array($0) } }
}
