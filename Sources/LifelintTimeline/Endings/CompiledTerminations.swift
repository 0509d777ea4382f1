// SPDX-License-Identifier: MIT

import LifelintModel

/// The table of terminations, ready to be asked for every run that ends: its texts in lower case, as bytes.
///
/// Why a class: every run that ends asks for it, and it is big to copy.
final class CompiledTerminations: Sendable {
    private struct Row: Sendable {
        var meaning: TerminationTable.Meaning
        var texts: [[UInt8]]
        var otherTexts: [[UInt8]]

        init(_ meaning: TerminationTable.Meaning) {
            self.meaning = meaning
            texts = meaning.texts.map { Array($0.lowercased().utf8) }
            otherTexts = meaning.otherTexts.map { Array($0.lowercased().utf8) }
        }

        func fits(namespace: UInt64?, code: UInt64?, text: LoweredText) -> Bool {
            if !meaning.namespaces.isEmpty {
                guard let namespace, meaning.namespaces.contains(namespace) else { return false }
            }
            return meaning.takes(code) && fits(text)
        }

        private func fits(_ text: LoweredText) -> Bool {
            (texts.isEmpty || texts.contains(where: text.contains))
                && (otherTexts.isEmpty || otherTexts.contains(where: text.contains))
        }
    }

    let table: TerminationTable
    private let rows: [Row]
    /// Those of what a process threw itself.
    private let thrown: [Row]
    /// Namespaces by their names as logs and reports mostly write them.
    private let namespaces: [String: UInt64]

    init(_ table: TerminationTable) {
        self.table = table
        rows = table.meanings.map { Row($0) }
        thrown = rows.filter(\.meaning.isThrown)
        namespaces = Dictionary(
            table.namespaces.flatMap { namespace in namespace.names.map { ($0, namespace.number) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// What a termination means: the first row that fits.
    func meaning(namespace: UInt64?, code: UInt64?, text: LoweredText) -> TerminationTable.Meaning? {
        CompiledTerminations.first(of: rows, namespace: namespace, code: code, text)
    }

    /// Row by row where it stands: a copy of one is large.
    private static func first(
        of rows: [Row], namespace: UInt64?, code: UInt64?, _ text: LoweredText
    ) -> TerminationTable.Meaning? {
        for index in rows.indices where rows[index].fits(namespace: namespace, code: code, text: text) {
            return rows[index].meaning
        }
        return nil
    }

    /// What an exception means that the process itself threw: the first row that fits.
    func meaning(ofThrown text: LoweredText) -> TerminationTable.Meaning? {
        CompiledTerminations.first(of: thrown, namespace: nil, code: nil, text)
    }

    /// Whether the namespace of that number has a name that is known.
    func isNamed(_ namespace: UInt64) -> Bool { table.namespaces.contains { $0.number == namespace } }

    /// The number of a namespace, however it is written.
    func namespace(_ text: String) -> UInt64? { namespaces[text] ?? table.namespace(text) }
}

/// A text in lower case, to be searched without regard to case.
///
/// Why unsafe: the buffer stays within its call.
struct LoweredText {
    /// What decides stands at the beginning.
    private static let limit = 16_384

    private let bytes: [UInt8]

    init(_ text: String) {
        var text = text
        bytes = text.withUTF8 { bytes in
            unsafe bytes.prefix(LoweredText.limit).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        }
    }

    var isEmpty: Bool { bytes.isEmpty }

    func contains(_ sought: [UInt8]) -> Bool { offset(of: sought) != nil }

    /// Whether these words stand in it, and not as the end of a longer one.
    func holds(word sought: [UInt8]) -> Bool {
        var start = 0
        while let found = offset(of: sought, from: start) {
            if found == 0 || !(0x61...0x7A).contains(bytes[found - 1]) { return true }
            start = found + 1
        }
        return false
    }

    /// The number that follows one of these words, such as 19.97 in "allowance of 19.97 seconds".
    func number(after sought: [UInt8]) -> Double? {
        guard let offset = offset(of: sought) else { return nil }
        let digits = bytes[(offset + sought.count)...].prefix { (0x30...0x39).contains($0) || $0 == 0x2E }
        return Double(String(decoding: digits, as: UTF8.self))
    }

    /// The number that stands before some words, the first after others.
    func number(before tail: [UInt8], after sought: [UInt8]) -> Double? {
        guard let offset = offset(of: sought) else { return nil }
        let start = offset + sought.count
        guard let end = self.offset(of: tail, from: start) else { return nil }
        let digits = bytes[start..<end].reversed().prefix { (0x30...0x39).contains($0) || $0 == 0x2E }
        return Double(String(decoding: digits.reversed(), as: UTF8.self))
    }

    private func offset(of sought: [UInt8], from begin: Int = 0) -> Int? {
        guard let first = sought.first, bytes.count - begin >= sought.count else { return nil }
        let (bytes, sought) = (bytes.span, sought.span)
        var start = begin
        let last = bytes.count - sought.count
        while start <= last {
            if bytes[start] == first {
                var equal = 1
                while equal < sought.count, bytes[start + equal] == sought[equal] { equal += 1 }
                if equal == sought.count { return start }
            }
            start += 1
        }
        return nil
    }
}
