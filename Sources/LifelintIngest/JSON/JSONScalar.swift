// SPDX-License-Identifier: MIT

/// A value of a JSON document where it stands: read only as what is asked for.
struct JSONScalar {
    let view: ByteView
    let kind: JSONDocument.Kind
    /// Its bytes: of a string without its quotes.
    let start: Int
    let end: Int

    /// The text of a string.
    var string: String? {
        guard kind == .string else { return nil }
        guard start < end else { return "" }
        guard view.firstIndex(of: 0x5C, from: start, to: end) != nil else { return view.string(start, end) }
        return String(decoding: JSONSyntax.unescaped(view, start, end), as: UTF8.self)
    }

    /// The text as reports mean it: nil where it only stands for a missing one, or is too long to be kept.
    var incidentText: String? {
        guard kind == .string, end - start <= IngestLimits.incidentTextBytes else { return nil }
        let hasEscapes = view.firstIndex(of: 0x5C, from: start, to: end) != nil
        return hasEscapes ? IncidentValues.text(string) : IncidentValues.text(view, start, end)
    }

    /// Whether it is a string, or a number behind which something follows: another digit may be missing at the end.
    private var isWhole: Bool { kind == .string || (kind == .number && end < view.count) }

    /// The whole number that it is, or that a string spells in decimal or hexadecimal digits.
    var unsigned: UInt64? { isWhole ? IncidentValues.unsigned(view, start, end) : nil }

    /// The same, where it fits; below zero, too.
    var integer: Int64? {
        guard isWhole else { return nil }
        if let value = IncidentValues.unsigned(view, start, end) { return Int64(exactly: value) }
        return DecimalNumber(view, start, end)?.integer
    }

    /// A truth, also as 0 or 1 and as a string of it.
    var bool: Bool? {
        switch kind {
        case .truth: return view[start] == 0x74
        case .number, .string:
            if view.matches("true", from: start, to: end) { return true }
            if view.matches("false", from: start, to: end) { return false }
            return unsigned.map { $0 != 0 }
        default: return nil
        }
    }
}
