// SPDX-License-Identifier: MIT

import LifelintModel

/// Turns a log record, or a span, of an OTLP export into events.
enum OTLPRecord {
    /// The members that matter, as nodes of the tape; -1 where one is missing.
    private struct Members {
        var name = -1
        var time = -1
        var observedTime = -1
        var endTime = -1
        var body = -1
        var attributes = -1
        var severity = -1
        var severityNumber = -1
    }

    /// Reads the object between `place.start` and `place.end`, with what its resource says.
    static func read(
        _ view: ByteView, _ place: RecordPlace, isSpan: Bool, of resource: OTLPResource?,
        into builder: inout RecordBuilder
    ) {
        let document = JSONDocument(view.bytes(place.start, place.end))
        if let fault = document.fault {
            builder.report(.invalidJSON, at: place.start + fault.offset, place, view, fault.message)
            return
        }
        builder.fields.removeAll(keepingCapacity: true)
        let time = document.withTape { tape in
            let members = members(tape, isSpan: isSpan)
            addFields(members, tape, OTLPFields(tape, at: place.start), into: &builder)
            return instant(tape, members.time) ?? instant(tape, members.observedTime)
        }
        builder.fields.append(contentsOf: resource?.fields ?? [])
        preferProcess(&builder.fields)
        let count = builder.batch.records.count
        builder.addRecord(view, place, time: time)
        // Only what means something is shown.
        if builder.batch.records.count > count,
            let position = view.firstInvalidUTF8(from: place.start, to: place.end)
        {
            builder.report(.invalidUTF8, at: position, place, view, IngestProblem.invalidUTF8)
        }
    }

    /// Lets a session stand for a run only where nothing names the process.
    ///
    /// A session is what the user does at a time: it may go on in another process, or change within one.
    private static func preferProcess(_ fields: inout [RawField]) {
        guard fields.contains(where: { $0.meaning.field == .pid }) else { return }
        for index in fields.indices where fields[index].meaning.field == .run {
            fields[index].meaning.field = .attribute
        }
    }

    private static func members(_ tape: JSONTape, isSpan: Bool) -> Members {
        var members = Members()
        tape.forEachMember(of: 0) { key, value in
            let range = tape.range(key)
            func isKey(_ name: StaticString, _ other: StaticString) -> Bool {
                tape.view.matches(name, from: range.lowerBound, to: range.upperBound)
                    || tape.view.matches(other, from: range.lowerBound, to: range.upperBound)
            }
            if isKey("attributes", "attributes") {
                members.attributes = value
            } else if isKey("body", "body") {
                members.body = value
            } else if isSpan ? isKey("name", "name") : isKey("eventName", "event_name") {
                members.name = value
            } else if isSpan
                ? isKey("startTimeUnixNano", "start_time_unix_nano") : isKey("timeUnixNano", "time_unix_nano")
            {
                members.time = value
            } else if isKey("observedTimeUnixNano", "observed_time_unix_nano") {
                members.observedTime = value
            } else if isSpan, isKey("endTimeUnixNano", "end_time_unix_nano") {
                members.endTime = value
            } else if isKey("severityText", "severity_text") {
                members.severity = value
            } else if isKey("severityNumber", "severity_number") {
                members.severityNumber = value
            }
        }
        return members
    }

    private static func addFields(
        _ members: Members, _ tape: JSONTape, _ fields: OTLPFields, into builder: inout RecordBuilder
    ) {
        var event = builder.words.eventMeaning
        event.rank = 0
        if members.name >= 0, let text = fields.text(members.name), !tape.range(text).isEmpty {
            addEvent(text, event, fields, into: &builder)
        } else if let named = attribute("event.name", of: members.attributes, tape), let text = fields.text(named) {
            addEvent(text, event, fields, into: &builder)
        } else if members.body >= 0, let text = fields.text(members.body) {
            addEvent(text, event, fields, into: &builder)
        }
        fields.addAttributes(members.attributes, into: &builder)
        if members.body >= 0 {
            if let list = fields.map(members.body) {
                fields.addAttributes(list, into: &builder)
            } else {
                fields.addValue(members.body, key: Array("body".utf8), into: &builder)
            }
        }
        // Of a span that goes on, or whose end nobody knows, it is 0.
        if instant(tape, members.endTime) != nil {
            fields.addValue(members.endTime, key: Array("endTimeUnixNano".utf8), into: &builder)
        }
        for (node, key) in [(members.severity, "severityText"), (members.severityNumber, "severityNumber")]
        where node >= 0 {
            fields.addValue(node, key: Array(key.utf8), into: &builder)
        }
    }

    /// The name of the event: it has no key of its own, and recognisers ask for it as `event`.
    private static func addEvent(
        _ text: Int, _ meaning: KeyMeaning, _ fields: OTLPFields, into builder: inout RecordBuilder
    ) {
        guard var field = fields.scalar(text, into: &builder) else { return }
        field.meaning = meaning
        builder.fields.append(field)
    }

    /// The value of the attribute of that name.
    private static func attribute(_ name: StaticString, of list: Int, _ tape: JSONTape) -> Int? {
        var found: Int?
        tape.forEachElement(of: list) { element in
            guard let key = tape.member("key", of: element), tape.isKey(key, name) else { return true }
            found = tape.member("value", of: element)
            return false
        }
        return found
    }

    /// Nanoseconds since the Unix epoch, as a number or its digits; 0 stands for unknown.
    private static func instant(_ tape: JSONTape, _ node: Int) -> ReadInstant? {
        guard let nanoseconds = tape.integer(node), nanoseconds > 0 else { return nil }
        return ReadInstant(nanoseconds: nanoseconds, digits: 9, hasZone: true)
    }
}
