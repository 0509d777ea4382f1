// SPDX-License-Identifier: MIT

public import LifelintModel

/// The system's binary logs, which only its own tool reads: recognised so that people are told how to have them read.
public struct TraceV3Format: InputFormat {
    /// The id in reports and rules.
    public let id = InputSummary.binaryLogFormat
    /// What it is.
    public let title = "Apple's binary log (.tracev3)"
    /// By what it is recognised.
    public let recognisedBy = "The first bytes of a file of a .logarchive: tracev3, timesync or uuidtext."
    /// What it tells.
    public let tells = "Nothing by itself: its messages need other files, and a Mac to put them together."
    /// Not applicable.
    public let durability = Durability.immediate
    /// Not applicable.
    public let isReadInParallel = false
    /// Not applicable.
    public let isCutAtLineEnds = false
    /// What to run instead.
    public let unreadReason: String? =
        "This is Apple's binary log; on a Mac, run: log show --archive X.logarchive --style ndjson > X.ndjson"

    /// The format.
    public init() {}

    /// The first bytes of the files of an archive: of tracev3, timesync, uuidtext and the shared cache's strings.
    private static let beginnings: [[UInt8]] = [
        [0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00], [0xB0, 0xBB, 0x30, 0x00], [0x99, 0x88, 0x77, 0x66],
        [0x68, 0x63, 0x73, 0x64],
    ]

    /// Whether an input that begins like this is of this format.
    public func recognises(_ head: InputHead) -> Bool {
        TraceV3Format.beginnings.contains { head.bytes.starts(with: $0) }
    }

    /// A reader that reads nothing: these inputs are refused before.
    public func makeReader(_ settings: ReadingSettings) -> any FormatReader { SilentReader() }
}
