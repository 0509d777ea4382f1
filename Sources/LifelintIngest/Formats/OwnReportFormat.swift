// SPDX-License-Identifier: MIT

public import LifelintModel

/// lifelint's own reports that look like evidence: recognised so that they are never taken for evidence.
public struct OwnReportFormat: InputFormat {
    /// The id in reports and rules.
    public let id = "lifelint-report"
    /// What it is.
    public let title = "a report of lifelint itself"
    /// By what it is recognised.
    public let recognisedBy = "A JSON object whose schema is lifelint.report/…, or telemetry of the scope lifelint."
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
        let head = Array(start)
        // Most JSON is none, and looking for bytes is quicker than reading them.
        guard head.withView({ ByteSearch.find("lifelint", in: $0, from: 0, to: $0.count) }) != nil else { return false }
        if let schema = JSONDocument(head).root?["schema"]?.string { return schema.hasPrefix("lifelint.report/") }
        return Self.isTelemetry(start)
    }

    /// Whether it is what `--report otlp` writes, as it writes it: the same in other words is somebody else's.
    private static func isTelemetry(_ start: ArraySlice<UInt8>) -> Bool {
        let begins = ["{\"resourceSpans\":[", "{\"resourceLogs\":["].contains { start.starts(with: Array($0.utf8)) }
        return begins && start.firstRange(of: Array("\"scope\":{\"name\":\"lifelint\",\"version\":".utf8)) != nil
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
