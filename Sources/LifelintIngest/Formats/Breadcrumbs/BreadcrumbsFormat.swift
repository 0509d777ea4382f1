// SPDX-License-Identifier: MIT

public import LifelintModel

/// Breadcrumbs that an SDK wrote to disk, or that people exported: alone, not inside a report.
public struct BreadcrumbsFormat: InputFormat {
    /// Under which keys documents hold their records: of breadcrumbs, and of analytics that wait to be sent.
    static let recordKeys: [StaticString] = ["breadcrumbs", "values", "batch"]

    /// The id in reports and rules.
    public let id = "sdk-breadcrumbs"
    /// What it is.
    public let title = "breadcrumbs of an SDK, JSON"
    /// By what it is recognised.
    public let recognisedBy =
        "A document with breadcrumbs, a list or lines of Sentry's (timestamp, category, type), Segment's events."
    /// What it tells.
    public let tells = "What the SDK noted of the life cycle, and that the app was alive; such a document is one run."
    /// Some are written at once, some when the next report is.
    public let durability = Durability.unknown
    /// Recognisers know its records by their fields.
    public let traits = InputTraits.hasFields
    /// A document is read from its start to its end.
    public let isReadInParallel = false
    /// A document may be one line of any length, so its pieces are cut anywhere.
    public let isCutAtLineEnds = false
    private let words: CompiledVocabulary
    /// Analytics wait for the network through several runs of the app, breadcrumbs do not.
    private var namesRuns = true

    /// The format, recognised with that vocabulary.
    public init(words: CompiledVocabulary) { self.words = words }

    /// Whether an input that begins like this is of this format.
    public func recognises(_ head: InputHead) -> Bool { BreadcrumbsSniffer(head, words).owner != nil }

    /// The format as that input is written.
    public func fitted(to head: InputHead, _ words: CompiledVocabulary) -> any InputFormat {
        var format = self
        format.namesRuns = BreadcrumbsSniffer(head, words).owner != .analytics
        return format
    }

    /// A reader for one input.
    public func makeReader(_ settings: ReadingSettings) -> any FormatReader {
        LifecycleJSONReader(
            settings, format: id, durability: durability, recordKeys: BreadcrumbsFormat.recordKeys,
            namesRuns: namesRuns, unknown: .keptIfNamed)
    }
}
