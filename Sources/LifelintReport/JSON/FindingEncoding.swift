// SPDX-License-Identifier: MIT

public import LifelintModel

/// A finding as the JSON object that stands in `findings[]`: every key, in the documented order, without white space.
public enum FindingEncoding {
    /// Appends the object.
    public static func encode(_ finding: Finding, into output: inout OutputBuffer) {
        var writer = JSONWriter()
        swap(&writer.output, &output)
        writer.write(finding)
        swap(&writer.output, &output)
    }
}

extension JSONWriter {
    mutating func write(_ finding: Finding) {
        beginObject()
        writeFields(of: finding)
        endObject()
    }

    /// The keys of a finding, into the object that is open.
    mutating func writeFields(of finding: Finding) {
        key("rule")
        value(finding.rule)
        key("severity")
        value(plain: finding.severity.rawValue)
        key("confidence")
        value(plain: finding.confidence.rawValue)
        key("app")
        value(finding.app)
        key("run")
        value(finding.run)
        key("runs")
        beginArray()
        for run in finding.runs { value(run) }
        endArray()
        key("scene")
        value(finding.scene)
        key("key")
        value(finding.key)
        key("time")
        value(finding.time)
        key("decided")
        value(finding.decided)
        key("message")
        value(finding.message)
        key("culprit")
        value(finding.culprit)
        key("count")
        value(finding.count)
        key("evidence")
        beginArray()
        for evidence in finding.evidence { write(evidence) }
        endArray()
        key("evidenceOmitted")
        value(finding.evidenceOmitted)
        key("relatedTo")
        value(finding.relatedTo)
        key("suppressed")
        write(finding.suppressed)
        key("baseline")
        value(finding.isInBaseline)
        key("fingerprint")
        value(finding.fingerprint)
    }

    private mutating func write(_ evidence: Finding.Evidence) {
        beginObject()
        writePlace(evidence.line.at)
        key("text")
        value(evidence.line.text)
        key("note")
        value(evidence.note)
        endObject()
    }

    private mutating func write(_ suppression: Finding.Suppression?) {
        guard let suppression else { return null() }
        beginObject()
        key("reason")
        value(suppression.reason)
        key("by")
        value(suppression.by)
        key("until")
        value(suppression.until)
        endObject()
    }
}

extension JSONWriter {
    /// Writes the keys of a place into the object that is open.
    mutating func writePlace(_ place: SourceLocation) {
        key("file")
        value(place.file)
        key("line")
        value(place.line)
        key("column")
        value(place.column)
        key("offset")
        value(place.offset)
        key("length")
        value(place.length)
    }
}
