// SPDX-License-Identifier: MIT

import LifelintModel

/// Finds the JSON in an envelope: a header, then for each item its header and its payload, which may be anything.
enum SentryEnvelope {
    /// Where JSON values of a document lie; payloads of other kinds are stepped over by the length that is told.
    static func stretches(of document: IncidentDocument) -> [Range<Int>] {
        let from = document.range.lowerBound
        let end = document.range.upperBound
        return document.source.bytes.withView { view in
            var stretches: [Range<Int>] = []
            var position = from
            while stretches.count < IngestLimits.eventsPerIncident,
                let stretch = JSONStretches.next(view, from: position, to: end)
            {
                position = max(stretch.upperBound, position + 1)
                guard view[stretch.lowerBound] == 0x7B || view[stretch.lowerBound] == 0x5B else { continue }
                stretches.append((stretch.lowerBound - from)..<(stretch.upperBound - from))
                guard let length = attachmentLength(view, stretch) else { continue }
                let feed = view.firstIndex(of: 0x0A, from: position, to: end) ?? end
                position = min(feed + 1 + length, end)
            }
            return stretches
        }
    }

    /// What kind of item follows a header; nil if this is no header of an item.
    static func itemType(_ root: ReportNode) -> String? {
        guard let type = root["type"]?.text, root["event_id"] == nil, root["exception"] == nil, root["sid"] == nil,
            root["length"] != nil || root.members.count <= 3
        else { return nil }
        return type
    }

    /// The length of what follows the header of an attachment; nil for all other headers.
    private static func attachmentLength(_ view: ByteView, _ stretch: Range<Int>) -> Int? {
        guard stretch.count < 4_096,
            ByteSearch.find("\"attachment\"", in: view, from: stretch.lowerBound, to: stretch.upperBound) != nil,
            let key = ByteSearch.find("\"length\":", in: view, from: stretch.lowerBound, to: stretch.upperBound),
            let number = DecimalNumber.prefix(
                view, view.skipWhiteSpace(from: key + 9, to: stretch.upperBound), stretch.upperBound),
            let length = number.number.integer, length >= 0
        else { return nil }
        return Int(clamping: min(length, Int64(IngestLimits.incidentBytes)))
    }
}
