// SPDX-License-Identifier: MIT

public import LifelintModel

/// lifelint's own JSON reports: recognised so that they are never taken for evidence.
public struct OwnReportFormat: InputFormat {
    /// The id in reports and rules.
    public let id = "lifelint-report"
    /// What it is.
    public let title = "a report of lifelint itself"
    /// By what it is recognised.
    public let recognisedBy = "A JSON object whose schema is lifelint.report/…."
    /// What it tells.
    public let tells = "Nothing: a report is no evidence. It can be rendered again."
    /// Not applicable.
    public let durability = Durability.unknown
    /// Not applicable.
    public let isReadInParallel = false

    /// The format.
    public init() {}

    /// Whether an input that begins like this is a report.
    public func recognises(_ head: InputHead) -> Bool {
        // The schema is the first key; whoever rewrote the report may have moved it a little.
        var start = head.bytes.prefix(16 << 10)
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
        guard start.first(where: { !ByteView.isWhiteSpace($0) }) == 0x7B else { return false }
        let document = JSONDocument(Array(start))
        return document.root?["schema"]?.string?.hasPrefix("lifelint.report/") ?? false
    }

    /// A reader that reads nothing: reports are refused before.
    public func makeReader(_ settings: ReadingSettings) -> any FormatReader { SilentReader() }
}

/// Reads nothing.
struct SilentReader: FormatReader {
    func read(_ chunk: [UInt8], offset: Int64, isLast: Bool) -> EventBatch {
        EventBatch(bytes: [], records: [], attributes: [])
    }
}
