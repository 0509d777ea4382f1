// SPDX-License-Identifier: MIT

/// Which keys of a container's JSON objects say what, and by which of them the container is known.
struct LogObjectKeys: Sendable {
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
        /// Among keys that say the same, the one of the lowest rank wins.
        let rank: UInt32
        /// Whether only this container has it.
        let isSign: Bool

        static func key(_ name: StaticString, _ field: Field, rank: UInt32 = 0) -> Key {
            Key(name: name, field: field, rank: rank, isSign: false)
        }

        static func sign(_ name: StaticString, _ field: Field, rank: UInt32 = 0) -> Key {
            Key(name: name, field: field, rank: rank, isSign: true)
        }
    }

    private var table = ByteTable()
    private let keys: [Key]
    /// Keys that say nothing of a row, but only this container has them.
    private static let signField = UInt32(1) << 30

    init(_ keys: [Key], signs: [StaticString] = []) {
        self.keys = keys
        for (index, key) in keys.enumerated() {
            table.insert(LogObjectKeys.bytes(key.name), value: UInt32(index))
        }
        for sign in signs { table.insert(LogObjectKeys.bytes(sign), value: LogObjectKeys.signField) }
    }

    /// What the key in that range of the view says, and whether it is a sign of the container.
    func find(_ view: ByteView, _ range: Range<Int>) -> (key: Key?, isSign: Bool) {
        let found = table.find(view, range.lowerBound, range.upperBound)
        guard found != ByteTable.missing else { return (nil, false) }
        guard found != LogObjectKeys.signField, Int(found) < keys.count else { return (nil, true) }
        let key = keys[Int(found)]
        return (key, key.isSign)
    }

    private static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { unsafe Array($0) } }
}
