// SPDX-License-Identifier: MIT

import LifelintModel

/// The table of terminations, ready to be asked for every run that ends: its texts in lower case, as bytes.
///
/// Why a class: every run that ends asks for it, and it is big to copy.
final class CompiledTerminations: Sendable {
    /// What a meaning asks for; without the meaning itself, of which a copy is large.
    ///
    /// Why a class: a copy of it, too, would count references to all that it asks for.
    private final class Row: Sendable {
        /// The place of the meaning in the table.
        let place: Int
        private let namespaces: [UInt64]
        private let codes: [UInt64]
        private let top: UInt64?
        private let texts: [SoughtWords]
        private let otherTexts: [SoughtWords]

        init(_ meaning: TerminationTable.Meaning, at place: Int) {
            self.place = place
            namespaces = meaning.namespaces
            codes = meaning.codes
            top = meaning.top
            texts = meaning.texts.map { SoughtWords($0) }
            otherTexts = meaning.otherTexts.map { SoughtWords($0) }
        }

        func fits(namespace: UInt64?, code: UInt64?, text: LoweredText) -> Bool {
            if !namespaces.isEmpty {
                guard let namespace, namespaces.contains(namespace) else { return false }
            }
            return TerminationTable.Meaning.takes(code, codes: codes, top: top) && fits(text)
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
        rows = table.meanings.indices.map { Row(table.meanings[$0], at: $0) }
        thrown = rows.filter { table.meanings[$0.place].isThrown }
        namespaces = Dictionary(
            table.namespaces.flatMap { namespace in namespace.names.map { ($0, namespace.number) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// What a termination means: the first row that fits.
    func meaning(namespace: UInt64?, code: UInt64?, text: LoweredText) -> TerminationTable.Meaning? {
        first(of: rows, namespace: namespace, code: code, text)
    }

    private func first(
        of rows: [Row], namespace: UInt64?, code: UInt64?, _ text: LoweredText
    ) -> TerminationTable.Meaning? {
        rows.first { $0.fits(namespace: namespace, code: code, text: text) }.map { table.meanings[$0.place] }
    }

    /// What an exception means that the process itself threw: the first row that fits.
    func meaning(ofThrown text: LoweredText) -> TerminationTable.Meaning? {
        first(of: thrown, namespace: nil, code: nil, text)
    }

    /// Whether the namespace of that number has a name that is known.
    func isNamed(_ namespace: UInt64) -> Bool { table.namespaces.contains { $0.number == namespace } }

    /// The number of a namespace, however it is written.
    func namespace(_ text: String) -> UInt64? { namespaces[text] ?? table.namespace(text) }
}

/// Words that are sought in many texts, in lower case.
struct SoughtWords: Sendable {
    fileprivate let bytes: [UInt8]
    fileprivate let pairs: UInt64

    init(_ words: String) {
        bytes = Array(words.lowercased().utf8)
        pairs = SoughtWords.pairs(in: bytes)
    }

    /// Which bytes occur behind which, a bit for each pair; many pairs have one in common.
    fileprivate static func pairs(in bytes: [UInt8]) -> UInt64 {
        var pairs: UInt64 = 0
        var last: UInt8 = 0
        for (place, byte) in bytes.enumerated() {
            if place > 0 { pairs |= 1 &<< UInt64((last &* 5 &+ byte) & 0x3F) }
            last = byte
        }
        return pairs
    }
}

/// A text in lower case, to be searched without regard to case.
///
/// Why unsafe: the buffer stays within its call.
struct LoweredText {
    /// What decides stands at the beginning.
    private static let limit = 16_384

    private let bytes: [UInt8]
    private let pairs: UInt64

    init(_ text: String) {
        var text = text
        bytes = text.withUTF8 { bytes in
            unsafe bytes.prefix(LoweredText.limit).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        }
        pairs = SoughtWords.pairs(in: bytes)
    }

    var isEmpty: Bool { bytes.isEmpty }

    func contains(_ sought: [UInt8]) -> Bool { offset(of: sought) != nil }

    /// Whether these words stand in it: most have a pair of letters that it has not.
    func contains(_ sought: SoughtWords) -> Bool { sought.pairs & ~pairs == 0 && contains(sought.bytes) }

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
