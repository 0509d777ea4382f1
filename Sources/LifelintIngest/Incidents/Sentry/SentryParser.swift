// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads events of Sentry: alone, or in an envelope with other items.
struct SentryParser: IncidentParser {
    let format = "sentry"
    let traits: InputTraits = [.ofSDK, .hasFields]
    let readsWholeInputs = true

    func recognises(_ document: IncidentDocument) -> Bool {
        let keys = document.source.keys(of: document)
        // No text has any.
        if keys.count == 0 { return false }
        // An event has its id beside what it tells; an envelope begins with a line that has the id and who sent it.
        if keys.has("event_id") {
            // A row of a table that Crashlytics exports has an id and a platform, too.
            if keys.hasAny(of: ["bundle_identifier", "is_fatal", "issue_id"]) { return false }
            let isNamed = keys.hasAny(of: [
                "platform", "debug_meta", "contexts", "exception", "sdk", "dsn", "trace", "sent_at", "breadcrumbs",
            ])
            return isNamed || keys.count == 1 && keys.isWhole && hasItem(document)
        }
        // The beginning of an event whose first member is long.
        if keys.has("threads"), !keys.isWhole, holdsFrames(document) { return true }
        // An event as the service answers with it.
        if keys.has("eventID", "entries") { return true }
        if keys.has("header", "items") { return namesSentry(document) }
        // A session as the SDK keeps it.
        if keys.has("sid", "started"), keys.has("status"), keys.hasAny(of: ["attrs", "init", "seq", "did"]) {
            return true
        }
        guard keys.hasAny(of: ["dsn", "sent_at", "sdk", "trace"]), keys.isWhole else { return false }
        // An envelope without an event has no id.
        return keys.hasAny(of: ["dsn", "sent_at"]) && keys.has("sdk") || namesSentry(document) && hasItem(document)
    }

    /// An event or a session says itself what it tells: what stands behind it is another report.
    func isSpread(_ input: IncidentDocument) -> Bool {
        !input.source.keys(of: input).hasAny(of: [
            "platform", "debug_meta", "contexts", "exception", "breadcrumbs", "entries", "items", "sid", "threads",
        ])
    }

    /// Whether calls stand near the beginning as no other SDK writes them.
    private func holdsFrames(_ document: IncidentDocument) -> Bool {
        document.source.bytes.withView { view in
            let (start, end) = (
                document.range.lowerBound, min(document.range.upperBound, document.range.lowerBound + 4_096)
            )
            return ["\"stacktrace\"", "\"instruction_addr\"", "\"image_addr\""].allSatisfy {
                ByteSearch.find($0, in: view, from: start, to: end) != nil
            }
        }
    }

    /// Whether the header of an item stands behind that of an envelope, which need not say more than an id.
    private func hasItem(_ document: IncidentDocument) -> Bool {
        document.source.bytes.withView { view in
            guard let feed = view.firstIndex(of: 0x0A, from: document.range.lowerBound, to: document.range.upperBound)
            else { return false }
            let start = view.skipWhiteSpace(from: feed, to: document.range.upperBound)
            let end = view.firstIndex(of: 0x0A, from: start, to: document.range.upperBound) ?? document.range.upperBound
            guard start < end, view[start] == 0x7B else { return false }
            return ByteSearch.find("\"type\"", in: view, from: start, to: end) != nil
        }
    }

    /// Whether the SDK is named near the beginning: the words of an envelope as one object are words of anybody.
    private func namesSentry(_ document: IncidentDocument) -> Bool {
        document.source.bytes.withView { view in
            let end = min(document.range.upperBound, document.range.lowerBound + 4_096)
            return ByteSearch.find("sentry", in: view, from: document.range.lowerBound, to: end) != nil
        }
    }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        var type: String?
        for stretch in SentryEnvelope.stretches(of: document) {
            ReportTree.read(stretch, of: document, settings, into: &readout) { root, readout in
                if let header = SentryEnvelope.itemType(root) {
                    type = header
                } else {
                    read(root, type: type, into: &readout)
                    type = nil
                }
            }
        }
    }

    private func read(_ root: ReportNode, type: String?, into readout: inout IncidentReadout) {
        guard readout.reports.count < IngestLimits.incidentsPerInput else { return }
        if root.isArray {
            for event in root.elements { read(event, type: nil, into: &readout) }
        } else if let items = root["items"], items.isArray, root["header"] != nil {
            for item in items.elements {
                if let payload = item["payload"] { readItem(payload, item["header"]?["type"]?.text, into: &readout) }
            }
        } else {
            readItem(root, type, into: &readout)
        }
    }

    private func readItem(_ item: ReportNode, _ type: String?, into readout: inout IncidentReadout) {
        guard item.isObject, readout.reports.count < IngestLimits.incidentsPerInput else { return }
        switch type {
        case "event", "fatal": readout.reports.append(SentryEvent(format).report(item, into: &readout))
        case "session": readout.reports.append(SentrySession(format).report(item, into: &readout))
        case nil:
            if item["sid"] != nil, item["status"] != nil {
                readout.reports.append(SentrySession(format).report(item, into: &readout))
            } else if item.first(of: [
                "exception", "platform", "contexts", "debug_meta", "threads", "breadcrumbs", "entries",
            ]) != nil {
                readout.reports.append(SentryEvent(format).report(item, into: &readout))
            }
        default: break
        }
    }
}
