// SPDX-License-Identifier: MIT

import LifelintModel

/// Writes the JSON form of OpenTelemetry's protocol: attributes, instants, resources.
struct OTLPWriter {
    var json = JSONWriter(OutputBuffer(capacity: 131_072))

    // MARK: Values

    /// Writes an instant: nanoseconds as a string, since JSON's numbers are too short for many readers.
    mutating func time(_ key: StaticString, _ instant: Timestamp) {
        json.key(key)
        json.value(plain: String(max(instant.nanoseconds, 0)))
    }

    /// Opens a list of attributes.
    mutating func beginAttributes() {
        json.key("attributes")
        json.beginArray()
    }

    /// Closes a list of attributes.
    mutating func endAttributes() { json.endArray() }

    /// Writes an attribute, unless there is nothing to say.
    mutating func attribute(_ name: String, _ text: String?) {
        guard let text else { return }
        beginAttribute(name)
        json.key("stringValue")
        json.value(text)
        endAttribute()
    }

    /// Writes an attribute, unless there is nothing to say.
    mutating func attribute(_ name: String, _ number: Int?) {
        guard let number else { return }
        beginAttribute(name)
        json.key("intValue")
        json.value(plain: String(number))
        endAttribute()
    }

    /// Writes an attribute.
    mutating func attribute(_ name: String, _ flag: Bool) {
        beginAttribute(name)
        json.key("boolValue")
        json.value(flag)
        endAttribute()
    }

    /// Writes an attribute of the type that the detail has in the JSON report.
    mutating func attribute(_ name: String, _ detail: WrittenDetail) {
        switch detail {
        case .text(let text): attribute(name, text)
        case .flag(let flag): attribute(name, flag)
        case .whole(let number): attribute(name, Int(number))
        case .number(let digits):
            beginAttribute(name)
            json.key("doubleValue")
            json.raw(digits.utf8)
            endAttribute()
        }
    }

    /// Writes an attribute with a list of texts.
    mutating func attribute(_ name: String, _ texts: [String]) {
        guard !texts.isEmpty else { return }
        beginAttribute(name)
        json.key("arrayValue")
        json.beginObject()
        json.key("values")
        json.beginArray()
        for text in texts {
            json.beginObject()
            json.key("stringValue")
            json.value(text)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        endAttribute()
    }

    private mutating func beginAttribute(_ name: String) {
        json.beginObject()
        json.key("key")
        json.value(name)
        json.key("value")
        json.beginObject()
    }

    private mutating func endAttribute() {
        json.endObject()
        json.endObject()
    }

    // MARK: Lines

    /// Writes a line with spans, or with log records, of one resource.
    mutating func line(
        _ signal: Signal, of tool: ReportHeader.Tool, resource: (inout OTLPWriter) -> Void,
        _ body: (inout OTLPWriter) -> Void
    ) {
        beginLine()
        json.beginObject()
        signal == .spans ? json.key("resourceSpans") : json.key("resourceLogs")
        json.beginArray()
        json.beginObject()
        json.key("resource")
        json.beginObject()
        beginAttributes()
        resource(&self)
        endAttributes()
        json.endObject()
        signal == .spans ? json.key("scopeSpans") : json.key("scopeLogs")
        json.beginArray()
        json.beginObject()
        json.key("scope")
        json.beginObject()
        json.key("name")
        json.value(tool.name)
        json.key("version")
        json.value(tool.version)
        json.endObject()
        signal == .spans ? json.key("spans") : json.key("logRecords")
        json.beginArray()
        body(&self)
        json.endArray()
        json.endObject()
        json.endArray()
        json.endObject()
        json.endArray()
        json.endObject()
        json.output.append("\n")
    }

    /// A new line parts nothing from the one before by a comma.
    private mutating func beginLine() {
        var fresh = JSONWriter()
        swap(&fresh.output, &json.output)
        json = fresh
    }

    /// What a line holds.
    enum Signal {
        case spans, logs
    }
}
