// SPDX-License-Identifier: MIT

public import LifelintModel

/// lifelint's own reports that look like evidence: recognised so that they are never taken for evidence.
public struct OwnReportFormat: InputFormat {
    /// The id in reports and rules.
    public let id = "lifelint-report"
    /// What it is.
    public let title = "a report of lifelint itself"
    /// By what it is recognised.
    public let recognisedBy =
        "A JSON object whose schema is lifelint.report/…, telemetry of the scope lifelint, or a page of that title."
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
        if head.bytes.withView({ Self.isPage($0) }) { return true }
        guard let range = head.bytes.withView({ Self.beginning($0) }) else { return false }
        let start = head.bytes[range]
        let head = Array(start)
        if let schema = JSONDocument(head).root?["schema"]?.string { return schema.hasPrefix("lifelint.report/") }
        return Self.isTelemetry(start)
    }

    /// Whether it is what `--report html` writes: it quotes rows of logs, which would be read.
    private static func isPage(_ view: ByteView) -> Bool {
        view.starts("<!DOCTYPE html>", at: 0, to: view.count)
            && ByteSearch.find("<title>lifelint: ", in: view, from: 0, to: min(view.count, pageHead)) != nil
    }

    /// Before the title stand some lines of the page's head.
    private static let pageHead = 2 << 10

    /// Where the beginning lies that tells; nil if it cannot be that of a report: most JSON is none, and looking for
    /// bytes is quicker than reading them.
    private static func beginning(_ view: ByteView) -> Range<Int>? {
        // The schema is the first key; whoever rewrote the report may have moved it a little.
        let end = min(view.count, 16 << 10)
        let start = view.hasByteOrderMark ? 3 : 0
        let first = view.skipWhiteSpace(from: start, to: end)
        guard first < end, view[first] == 0x7B else { return nil }
        if !telemetry.contains(where: { view.starts($0, at: start, to: end) }),
            let object = JSONStretches.next(view, from: first, to: end),
            view.firstIndex(of: 0x5C, from: first, to: object.upperBound) == nil,
            ByteSearch.find("lifelint", in: view, from: first, to: object.upperBound) == nil
        {
            // Only the first object can have a schema, and this one cannot spell it.
            return nil
        }
        return ByteSearch.find("lifelint", in: view, from: start, to: end).map { _ in start..<end }
    }

    /// How telemetry begins.
    private static let telemetry: [StaticString] = [#"{"resourceSpans":["#, #"{"resourceLogs":["#]

    /// Whether it is what `--report otlp` writes, as it writes it: the same in other words is somebody else's.
    private static func isTelemetry(_ start: ArraySlice<UInt8>) -> Bool {
        let begins = telemetry.contains { start.starts(with: Array($0.description.utf8)) }
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
