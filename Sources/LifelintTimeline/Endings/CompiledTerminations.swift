// SPDX-License-Identifier: MIT

import LifelintModel

/// The table of terminations, ready to be asked for every run that ends: its texts in lower case, as bytes.
struct CompiledTerminations: Sendable {
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
            if !meaning.codes.isEmpty {
                guard let code, meaning.codes.contains(code) else { return false }
            }
            return fits(text)
        }

        private func fits(_ text: LoweredText) -> Bool {
            (texts.isEmpty || texts.contains(where: text.contains))
                && (otherTexts.isEmpty || otherTexts.contains(where: text.contains))
        }
    }

    /// Why a class: every run that ends asks for it, and it is big to copy.
    private final class Content: Sendable {
        let table: TerminationTable
        let rows: [Row]

        init(_ table: TerminationTable) {
            self.table = table
            rows = table.meanings.map { Row($0) }
        }
    }

    /// Most short logs tell of no termination that has to be looked up.
    private let content: Deferred<Content>

    /// - Parameter table: gives the meanings when the first termination is looked up.
    init(_ table: @escaping @Sendable () -> TerminationTable) { content = Deferred(later: { Content(table()) }) }

    var table: TerminationTable { content.value.table }

    /// What a termination means: the first row that fits.
    func meaning(namespace: UInt64?, code: UInt64?, text: LoweredText) -> TerminationTable.Meaning? {
        let rows = content.value.rows
        return rows.indices.first { rows[$0].fits(namespace: namespace, code: code, text: text) }
            .map { rows[$0].meaning }
    }
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

    func contains(_ sought: String) -> Bool { contains(Array(sought.utf8)) }

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
        let bytes = bytes.span
        for start in begin...(bytes.count - sought.count) where bytes[start] == first {
            if sought.indices.allSatisfy({ bytes[start + $0] == sought[$0] }) { return start }
        }
        return nil
    }
}
