// SPDX-License-Identifier: MIT

import LifelintModel

/// The registry of the formats that hold reports, in the order in which they are asked.
enum IncidentParsers {
    /// Every parser; the first that recognises a document reads it.
    static let all: [any IncidentParser] = [
        PLCrashParser(),
        // Before crashes: some of their texts have the same labels.
        JetsamParser(),
        StackshotParser(),
        PanicParser(),
        ResourceParser(),
        HangParser(),
        JetsamTextParser(),
        CrashIPSParser(),
        PLCrashTextParser(),
        // Behind formats whose texts resemble it.
        CrashTextParser(),
        MetricKitParser(),
        KSCrashParser(),
        SentryParser(),
        CrashlyticsParser(),
        TestFlightFeedbackParser(),
        // Behind the others of JSON: what its SDK keeps on the device has no mark of its own.
        BugsnagParser(),
        // Last: it takes every header that nobody else reads on from.
        OtherIPSParser(),
    ]

    private static let traitsByFormat = Dictionary(
        all.map { ($0.format, $0.traits) }, uniquingKeysWith: { first, _ in first })

    /// What reports of that format are like.
    static func traits(of format: String) -> InputTraits { traitsByFormat[format] ?? [] }

    /// Whether that is the id of a format of reports.
    static func isOfReports(_ format: String) -> Bool { traitsByFormat[format] != nil }

    /// Those that take an input as one document.
    static let ofWholeInputs = all.filter(\.readsWholeInputs)

    /// The parser of a document; nil if none recognises it.
    static func parser(of document: IncidentDocument) -> (any IncidentParser)? {
        all.first { $0.recognises(document) }
    }

    /// The reports of an input, whatever its format.
    static func read(_ bytes: [UInt8], _ settings: IncidentSettings) -> IncidentReadout {
        let source = IncidentCutter.readable(IncidentSource(bytes))
        var readout = IncidentReadout()
        for document in IncidentCutter.documents(of: source) {
            parser(of: document)?.parse(document, settings, into: &readout)
        }
        return readout
    }
}
