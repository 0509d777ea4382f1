// SPDX-License-Identifier: MIT

import LifelintModel

/// What recognisers say of the records that stand in reports of one format, such as breadcrumbs.
struct ReportRecords: Sendable {
    private let known: CompiledRecognisers

    init(_ known: CompiledRecognisers) { self.known = known }

    /// The events that a record of that app is: what it means, or else the one that it is where no recogniser knows it.
    func events(of record: ReportNode, app: String?, otherwise unknown: IncidentEvent) -> [IncidentEvent] {
        guard let meanings = meanings(of: record, app: app) else { return [unknown] }
        return meanings.map { meaning in
            var event = unknown
            event.name = meaning.text
            meaning.give(&event.attributes, of: record)
            return event
        }
    }

    /// What a record of that app means; nil where no recogniser knows it.
    private func meanings(of record: ReportNode, app: String?) -> [CompiledMeaning]? {
        var candidates = known.unanchored
        for (index, path) in known.anchorPaths.enumerated() {
            guard let text = record.member(at: path)?.text else { continue }
            Array(text.utf8).withView {
                known.collect(UInt16(clamping: index + 1), $0, 0, $0.count, into: &candidates)
            }
        }
        guard !candidates.isEmpty else { return nil }
        let found = Set(candidates).sorted().first { number in
            let pattern = known.patterns[number]
            let glob = known.recognisers[pattern.recogniser].app
            return (glob.map { glob in app.map(glob.matches) ?? false } ?? true)
                && pattern.condition.evaluate(NodeFields(node: record))
        }
        return found.map { known.patterns[$0].meanings }
    }
}

/// The records of a report about one app, and what recognisers say of them.
struct AppRecords {
    private let words: ReportRecords?
    private let app: String?

    init(_ format: String, app: String?, _ settings: IncidentSettings) {
        words = settings.words?.reportRecords(of: format)
        self.app = app
    }

    /// The events of a list, in its order.
    ///
    /// - Parameter read: gives the event that a record is where no recogniser knows it; nil leaves the record out.
    func events(of list: ReportNode, _ read: (ReportNode) -> IncidentEvent?) -> [IncidentEvent] {
        var events: [IncidentEvent] = []
        list.tree.tape.forEachElement(of: list.index) { index in
            let record = ReportNode(list.tree, index)
            events += self.events(of: record, otherwise: read(record))
            return events.count < IngestLimits.eventsPerIncident
        }
        return events
    }

    /// The events that one record is; none where it is to be left out.
    func events(of record: ReportNode, otherwise unknown: IncidentEvent?) -> [IncidentEvent] {
        guard let unknown else { return [] }
        return words?.events(of: record, app: app, otherwise: unknown) ?? [unknown]
    }
}

extension CompiledMeaning {
    /// What the event is called.
    fileprivate var text: String { event?.text ?? String(decoding: name, as: UTF8.self) }

    /// Gives an event what it is given of a record.
    fileprivate func give(_ attributes: inout [(key: String, value: Value)], of record: ReportNode) {
        for template in with {
            guard let value = template.value(of: record) else { continue }
            let key = String(decoding: template.key, as: UTF8.self)
            attributes.removeAll { $0.key == key }
            attributes.append((key, value))
        }
    }
}

extension CompiledTemplate {
    /// The value that it makes of the fields of a record; nil where one of them is missing.
    fileprivate func value(of record: ReportNode) -> Value? {
        if let path = copiedField { return record.member(at: String(decoding: path, as: UTF8.self))?.attribute }
        var text: [UInt8] = []
        for part in parts {
            switch part {
            case .literal(let literal): text.append(contentsOf: literal)
            case .field(let path):
                let member = record.member(at: String(decoding: path, as: UTF8.self))
                guard let member, let value = member.attribute else { return nil }
                text.append(contentsOf: (member.text ?? value.conditionText).utf8)
            }
        }
        if let table {
            guard let replaced = table[text] else { return nil }
            text = replaced
        }
        return text.withView { AttributeParser.value(meaning, .word, $0, 0, $0.count) }
    }
}

/// The members of a record, under the names that it uses itself.
private struct NodeFields: FieldSource {
    let node: ReportNode

    func value(of path: FieldPath) -> Value? {
        guard let member = node.member(at: path.text) else { return nil }
        // What only stands for a missing text is none.
        return member.text.map { .string($0) } ?? (member.isText ? nil : member.attribute)
    }
}

extension ReportNode {
    /// The member of that name, or in a member that is an object itself: `metaData.role`.
    func member(at path: String) -> ReportNode? {
        if let index = tree.tape.member(named: path.utf8, of: index) { return ReportNode(tree, index) }
        guard let dot = path.utf8.firstIndex(of: 0x2E),
            let index = tree.tape.member(named: path.utf8[..<dot], of: index)
        else { return nil }
        return ReportNode(tree, index).member(at: String(Substring(path.utf8[path.utf8.index(after: dot)...])))
    }
}
