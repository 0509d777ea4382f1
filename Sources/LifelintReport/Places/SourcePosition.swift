// SPDX-License-Identifier: MIT

import LifelintModel

/// The source position that a log line carries, where it carries one: `Notes/Editor.swift:42`, or
/// `Notes/Editor.swift, line 42`.
///
/// Only relative paths count: an absolute one names a folder of the machine that built the app. What stands in a module of
/// the system (`Swift/ContiguousArrayBuffer.swift`) is in nobody's repository.
struct SourcePosition: Sendable, Equatable {
    /// The path, as it was written.
    let path: String
    /// 1-based line.
    let line: Int

    private static let kinds: [[UInt8]] = [".swift", ".mm", ".m", ".cpp", ".cc", ".c", ".h"].map { Array($0.utf8) }
    private static let maximumPath = 512
    private static let maximumLine = 10_000_000

    /// The first position in a text.
    static func first(in text: String) -> SourcePosition? {
        let bytes = Array(text.utf8)
        var index = 0
        while let dot = bytes[index...].firstIndex(of: 0x2E) {
            index = dot + 1
            for kind in kinds where bytes[dot...].starts(with: kind) {
                if let position = position(in: bytes, kindAt: dot, length: kind.count) { return position }
            }
        }
        return nil
    }

    private static func position(in bytes: [UInt8], kindAt dot: Int, length: Int) -> SourcePosition? {
        guard let line = line(in: bytes[(dot + length)...]) else { return nil }
        var start = dot
        while start > 0, dot - start < maximumPath, isPathByte(bytes[start - 1]) { start -= 1 }
        let path = bytes[start..<(dot + length)]
        guard start < dot, bytes[start] != 0x2F, bytes[start] != 0x2E else { return nil }
        let parts = path.split(separator: 0x2F, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != [0x2E, 0x2E] }) else { return nil }
        if parts.count == 2, CodePath.isModuleOfSystem(String(decoding: parts[0], as: UTF8.self)) { return nil }
        guard isBegin(bytes[..<start]) else { return nil }
        return SourcePosition(path: String(decoding: path, as: UTF8.self), line: line)
    }

    /// Whether a path may begin behind these bytes: one whose first letters this type does not know, and one of another
    /// folder or system, names another file.
    private static func isBegin(_ before: ArraySlice<UInt8>) -> Bool {
        guard let last = before.last, last == 0x5C || last == 0x7E || last >= 0x80 else { return true }
        // “ and ‘, with which messages quote a log.
        return before.suffix(3).elementsEqual([0xE2, 0x80, 0x9C]) || before.suffix(3).elementsEqual([0xE2, 0x80, 0x98])
    }

    /// The number behind `:` or `, line `.
    private static func line(in rest: ArraySlice<UInt8>) -> Int? {
        var digits = rest
        if digits.first == 0x3A {
            digits = digits.dropFirst()
        } else if digits.starts(with: Array(", line ".utf8)) {
            digits = digits.dropFirst(7)
        } else {
            return nil
        }
        var line = 0
        var count = 0
        for byte in digits.prefix(9) {
            guard (0x30...0x39).contains(byte) else { break }
            line = line * 10 + Int(byte - 0x30)
            count += 1
        }
        if count == 0 || count == 9 || line == 0 || line > maximumLine { return nil }
        return line
    }

    private static func isPathByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E, 0x2F, 0x5F: true
        default: false
        }
    }
}
