// SPDX-License-Identifier: MIT

public import LifelintModel

/// Exports of OpenTelemetry: OTLP in its JSON encoding, one object a file, one a line, or a list of them.
public struct OTLPFormat: InputFormat {
    /// How far the first list of an export may stand from the beginning of its input.
    private static let recognisedBytes = 64 << 10

    /// The id in reports and rules.
    public let id = "otlp-json"
    /// What it is.
    public let title = "OpenTelemetry export (OTLP), JSON"
    /// By what it is recognised.
    public let recognisedBy =
        "A JSON object with resourceLogs or resourceSpans; or lines of them, as the Collector writes files."
    /// What it tells.
    public let tells = "Callbacks that the app's SDK recorded, and what its resource says of app, device and system."
    /// SDKs export in batches; what they had not sent is lost with the process, unless they keep it on disk.
    public let durability = Durability.unknown
    /// Recognisers know its records by their fields.
    public let traits = InputTraits.hasFields
    /// A line may be one export of any length, which the limit of lines would cut.
    public let isReadInParallel = false
    /// For the same reason.
    public let isCutAtLineEnds = false

    /// The format.
    public init() {}

    /// Whether an input that begins like this is of this format.
    public func recognises(_ head: InputHead) -> Bool {
        let start = head.bytes.prefix(OTLPFormat.recognisedBytes)
        let initial = start.first { !ByteView.isWhiteSpace($0) && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
        guard initial == 0x7B || initial == 0x5B else { return false }
        return Array(start).withView { view in
            var scanner = OTLPScanner()
            scanner.scan(view, base: 0, to: view.count, isLast: true)
            return scanner.hasLists
        }
    }

    /// A reader for one input.
    public func makeReader(_ settings: ReadingSettings) -> any FormatReader {
        OTLPReader(settings, format: id, durability: durability)
    }
}
