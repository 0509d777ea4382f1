// SPDX-License-Identifier: MIT

public import LifelintModel

/// An input format whose inputs are reports: the parser recognises them and reads them.
public struct IncidentFormat: InputFormat {
    /// The id in reports and rules.
    public let id: String
    /// What it is.
    public let title: String
    /// By what it is recognised.
    public let recognisedBy: String
    /// What it tells.
    public let tells: String
    /// Reports are written after what they tell.
    public let durability = Durability.immediate
    /// A report is read from its start to its end.
    public let isReadInParallel = false
    /// Events hold what was read of a report.
    public let keepsChunks = false
    /// A report may be one line of any length.
    public let isCutAtLineEnds = false
    /// Reports are all that it holds.
    public let holdsReports = true
    /// Those of its reports.
    public let traits: InputTraits
    let parser: any IncidentParser
    /// The first document of the input, where that was recognised already.
    private var first: RecognisedDocument?

    init(_ parser: any IncidentParser, title: String, recognisedBy: String, tells: String) {
        id = parser.format
        traits = parser.traits
        self.title = title
        self.recognisedBy = recognisedBy
        self.tells = tells
        self.parser = parser
    }

    /// The numbers of kinds of reports for people to read: `210, 110 or 10`.
    static func kinds(_ numbers: [String]) -> String {
        guard let last = numbers.last, numbers.count > 1 else { return numbers.joined() }
        return numbers.dropLast().joined(separator: ", ") + " or " + last
    }

    /// Whether an input that begins like this is of this format.
    public func recognises(_ head: InputHead) -> Bool {
        guard let first = IncidentCutter.first(of: IncidentSource(head.bytes)) else { return false }
        return parser.recognises(first)
    }

    /// This format for an input whose first document is this one.
    func beginning(with first: IncidentDocument) -> IncidentFormat {
        var format = self
        format.first = RecognisedDocument(first)
        return format
    }

    /// The format of an input that was read: where its lines begin is as much as its events, and nobody asks again.
    public var withoutLines: any InputFormat {
        var format = self
        format.first?.lines = KnownLines()
        return format
    }

    /// A reader for one input.
    public func makeReader(_ settings: ReadingSettings) -> any FormatReader {
        IncidentReader(settings, format: parser, durability: durability, recognised: first)
    }
}
