// SPDX-License-Identifier: MIT

import Foundation

/// What every format makes of a sample, as sizes and digests: a few lines for what would be megabytes.
///
///     rules background-task-leaked crashed
///     00deadbeef00cafe     1234  html
///     0123456789abcdef       98  html, redacted
struct OutputDigests: Equatable {
    /// One output.
    struct Row: Equatable {
        var name: String
        var bytes: Int
        var digest: String
    }

    /// The rules that judged: those that find something, and a few, so that a new rule changes no digest.
    var rules: [String]
    var rows: [Row] = []

    init(rules: [String]) { self.rules = rules }

    /// What a file says; nil where it is no such table.
    init?(_ text: String) {
        let lines = text.split(separator: "\n")
        guard let first = lines.first, first.hasPrefix("rules ") else { return nil }
        rules = first.dropFirst(6).split(separator: " ").map(String.init)
        for line in lines.dropFirst() {
            let fields = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
            guard fields.count == 3, let bytes = Int(fields[1]) else { return nil }
            let name = fields[2].trimmingPrefix { $0 == " " }
            rows.append(Row(name: String(name), bytes: bytes, digest: String(fields[0])))
        }
    }

    /// The file.
    var text: String {
        var text = "rules " + rules.joined(separator: " ") + "\n"
        for row in rows {
            let size = String(row.bytes)
            text += row.digest + String(repeating: " ", count: max(9 - size.count, 1)) + size + "  \(row.name)\n"
        }
        return text
    }

    /// Adds an output.
    mutating func add(_ name: String, _ output: Data) {
        rows.append(Row(name: name, bytes: output.count, digest: Self.digest(output)))
    }

    /// What became of each output beside what was expected, in words; empty where nothing changed.
    func changes(since expected: OutputDigests) -> [String] {
        var changes: [String] = []
        for row in rows {
            let old = expected.rows.first { $0.name == row.name }
            if let old, old != row { changes.append("\(row.name) (\(old.bytes) -> \(row.bytes) bytes)") }
            if old == nil { changes.append("\(row.name) (not recorded)") }
        }
        let names = Set(rows.map(\.name))
        return changes + expected.rows.filter { !names.contains($0.name) }.map { "\($0.name) (is gone)" }
    }

    /// FNV-1a in 64 bits: it only has to notice changes, and must be fast where nothing is optimised.
    static func digest(_ bytes: Data) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in [UInt8](bytes) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
