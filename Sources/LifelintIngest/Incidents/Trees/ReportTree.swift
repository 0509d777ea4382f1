// SPDX-License-Identifier: MIT

import LifelintModel

/// A JSON value of a document while it is read: its tape, and what tells places and times.
struct ReportTree {
    let tape: JSONTape
    let document: IncidentDocument
    /// Where the tape's first byte lies in the document.
    let start: Int
    let settings: IncidentSettings
    /// Whether its end is missing, or something in it could not be read as JSON.
    let isPartial: Bool

    /// The value that it is; nil if not even its first byte could be read.
    var root: ReportNode? { tape.nodes.isEmpty ? nil : ReportNode(self, 0) }

    /// Reads every JSON value of a document, in order; what is wrong with one is told once.
    static func forEach(
        in document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout,
        _ body: (ReportNode, inout IncidentReadout) -> Void
    ) {
        for stretch in stretches(of: document) {
            read(stretch, of: document, settings, into: &readout, body)
        }
    }

    /// Reads one JSON value of a document.
    static func read(
        _ stretch: Range<Int>, of document: IncidentDocument, _ settings: IncidentSettings,
        into readout: inout IncidentReadout, _ body: (ReportNode, inout IncidentReadout) -> Void
    ) {
        let whole = document.part(stretch)
        let bytes = whole.range.count == document.source.bytes.count ? document.source.bytes : Array(whole.bytes)
        var json = JSONDocument(bytes, nesting: IngestLimits.incidentNesting)
        if let fault = json.fault {
            let place = whole.place(fault.offset..<min(fault.offset + 1, max(bytes.count, fault.offset)))
            readout.report(code(fault, bytes.count), at: place, fault.message)
            if let mended = JSONMender.mended(bytes) {
                json = JSONDocument(mended, nesting: IngestLimits.incidentNesting)
            }
        }
        json.withTape { tape in
            let tree = ReportTree(
                tape: tape, document: document, start: stretch.lowerBound, settings: settings,
                isPartial: json.fault != nil)
            if let root = tree.root { body(root, &readout) }
        }
    }

    /// Where the JSON values of a document lie.
    static func stretches(of document: IncidentDocument) -> [Range<Int>] {
        let from = document.range.lowerBound
        return document.source.bytes.withView { view in
            var stretches: [Range<Int>] = []
            var position = from
            while stretches.count < IngestLimits.eventsPerIncident,
                let stretch = JSONStretches.next(view, from: position, to: document.range.upperBound)
            {
                stretches.append((stretch.lowerBound - from)..<(stretch.upperBound - from))
                position = max(stretch.upperBound, position + 1)
            }
            return stretches
        }
    }

    private static func code(_ fault: (offset: Int, message: String), _ count: Int) -> ProblemCode {
        if fault.message == IngestProblem.nestingTooDeep { return .nestingTooDeep }
        return fault.offset >= count ? .truncatedLine : .invalidJSON
    }
}
