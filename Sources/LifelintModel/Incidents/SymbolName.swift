// SPDX-License-Identifier: MIT

/// The part of a function's name that every writer agrees on: without types, offsets, module and what the compiler
/// adds.
///
///     closure #1 (Swift.Int) -> () in Notes.Store.save(name: Swift.String) -> ()   →   Store.save
///     closure #1 in Store.save(name:)                                              →   Store.save
enum SymbolName {
    /// The part of a demangled name; `module` is dropped from its front.
    static func core(_ symbol: String, module: String?) -> String {
        let bytes = Array(symbol.utf8)
        // Most names of C have nothing around them.
        guard bytes.contains(where: isAround) else { return symbol }
        // Objective-C's names are written the same everywhere.
        if let first = bytes.first, first == 0x2D || first == 0x2B, bytes.dropFirst().first == 0x5B { return symbol }
        var text = withoutGroups(bytes)
        // Without a blank there is none of them.
        if text.contains(0x20) {
            for marker in [" in ", " of "] {
                if let last = end(of: marker, in: text) { text = Array(text[last...]) }
            }
            if let arrow = start(of: " -> ", in: text) { text = Array(text[..<arrow]) }
        }
        var parts = lastWord(of: text).split(separator: 0x2E)
        if let module, parts.count > 1, String(decoding: parts[0], as: UTF8.self) == module { parts.removeFirst() }
        guard var core = parts.first else { return symbol }
        for part in parts.dropFirst() {
            core.append(0x2E)
            core.append(contentsOf: part)
        }
        return String(decoding: core, as: UTF8.self)
    }

    /// What stands behind the last blank, but for blanks at the end.
    private static func lastWord(of text: [UInt8]) -> ArraySlice<UInt8> {
        guard let last = text.lastIndex(where: { $0 != 0x20 }) else { return [] }
        let blank = text[..<last].lastIndex(of: 0x20)
        return text[(blank.map { $0 + 1 } ?? 0)...last]
    }

    /// Whether a byte begins a group, or stands between a name and what is around it.
    private static func isAround(_ byte: UInt8) -> Bool {
        byte == 0x28 || byte == 0x3C || byte == 0x20 || byte == 0x2E
    }

    /// The bytes outside of brackets, which may be nested but need not match.
    private static func withoutGroups(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var depth = 0
        var previous: UInt8 = 0
        for byte in bytes {
            switch byte {
            case 0x28, 0x3C: depth += 1
            // The arrow in front of a result closes nothing.
            case 0x29 where depth > 0: depth -= 1
            case 0x3E where depth > 0 && previous != 0x2D: depth -= 1
            default: if depth == 0 { kept.append(byte) }
            }
            previous = byte
        }
        return kept
    }

    private static func start(of marker: String, in text: [UInt8]) -> Int? {
        let wanted = Array(marker.utf8)
        guard text.count >= wanted.count else { return nil }
        return (0...(text.count - wanted.count)).first { holds(wanted, text, at: $0) }
    }

    private static func end(of marker: String, in text: [UInt8]) -> Int? {
        let wanted = Array(marker.utf8)
        guard text.count >= wanted.count else { return nil }
        return (0...(text.count - wanted.count)).last { holds(wanted, text, at: $0) }
            .map { $0 + wanted.count }
    }

    private static func holds(_ wanted: [UInt8], _ text: [UInt8], at start: Int) -> Bool {
        for index in wanted.indices where text[start + index] != wanted[index] { return false }
        return true
    }
}
