// SPDX-License-Identifier: MIT

import LifelintModel

/// A finding as a SARIF result.
struct SARIFResult {
    let item: CountedFindings.Item
    /// The place of its rule among the driver's.
    let rule: Int?
    let place: FindingPlace
    /// A baseline is in use: what is told is new.
    let hasBaseline: Bool

    private var finding: Finding { item.finding }

    /// Writes the result.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("ruleId")
        writer.value(finding.rule)
        if let rule {
            writer.key("ruleIndex")
            writer.value(rule)
        }
        writer.key("level")
        writer.value(plain: finding.severity.sarifLevel)
        writer.key("message")
        writer.writeMessage(SARIFResult.withoutLinks(SARIFLimits.cut(item.text, to: SARIFLimits.message)))
        writer.key("locations")
        writer.beginArray()
        writeLocation(to: &writer)
        writer.endArray()
        writer.key("partialFingerprints")
        writer.beginObject()
        // The one that GitHub compares; it stands for no line here, and so survives other lines.
        writer.key("primaryLocationLineHash")
        writer.value(finding.fingerprint + ":1")
        writer.key("lifelintFingerprint/v1")
        writer.value(finding.fingerprint)
        writer.endObject()
        writer.key("occurrenceCount")
        writer.value(item.times)
        writeEvidence(to: &writer)
        writer.key("suppressions")
        writer.beginArray()
        writer.endArray()
        if hasBaseline {
            writer.key("baselineState")
            writer.value(plain: "new")
        }
        writeProperties(to: &writer)
        writer.endObject()
    }

    private func writeLocation(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("physicalLocation")
        writer.writePhysical(place)
        if let app = finding.app, !app.isEmpty {
            writer.key("logicalLocations")
            writer.beginArray()
            writer.beginObject()
            writer.key("fullyQualifiedName")
            writer.value(app)
            writer.key("kind")
            writer.value(plain: "module")
            writer.endObject()
            writer.endArray()
        }
        writer.endObject()
    }

    /// The evidence as a flow, and what lies beside the first line as related places.
    private func writeEvidence(to writer: inout JSONWriter) {
        guard !finding.evidence.isEmpty else { return }
        writer.key("codeFlows")
        writer.beginArray()
        writer.beginObject()
        writer.key("threadFlows")
        writer.beginArray()
        writer.beginObject()
        writer.key("locations")
        writer.beginArray()
        for (index, evidence) in flow.prefix(SARIFLimits.steps).enumerated() {
            writer.beginObject()
            writer.key("location")
            write(evidence, id: nil, to: &writer)
            writer.key("executionOrder")
            writer.value(index + 1)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endArray()
        writer.endObject()
        writer.endArray()
        guard finding.evidence.count > 1 else { return }
        writer.key("relatedLocations")
        writer.beginArray()
        for (index, evidence) in finding.evidence.dropFirst().prefix(SARIFLimits.locations - 1).enumerated() {
            write(evidence, id: index + 1, to: &writer)
        }
        writer.endArray()
    }

    /// The evidence in the order in which it happened, as far as one file tells.
    private var flow: [Finding.Evidence] {
        let evidence = finding.evidence
        guard let file = evidence.first?.line.at.file, evidence.allSatisfy({ $0.line.at.file == file }) else {
            return evidence
        }
        return evidence.indices.sorted { left, right in
            (evidence[left].line.at.offset, left) < (evidence[right].line.at.offset, right)
        }.map { evidence[$0] }
    }

    private func write(_ evidence: Finding.Evidence, id: Int?, to writer: inout JSONWriter) {
        writer.beginObject()
        if let id {
            writer.key("id")
            writer.value(id)
        }
        let at = evidence.line.at
        let isNowhere = at.file.isEmpty
        writer.key("physicalLocation")
        writer.writePhysical(isNowhere ? place : FindingPlace(evidence.line))
        let note = evidence.note.isEmpty ? "" : evidence.note + ": "
        writer.key("message")
        writer.writeMessage(
            SARIFResult.withoutLinks(SARIFLimits.cut(note + evidence.line.text, to: SARIFLimits.message)))
        writer.endObject()
    }

    private func writeProperties(to writer: inout JSONWriter) {
        writer.key("properties")
        writer.beginObject()
        writer.key("app")
        writer.value(finding.app)
        writer.key("run")
        writer.value(finding.run)
        writer.key("time")
        writer.value(finding.time)
        writer.key("confidence")
        writer.value(plain: finding.confidence.rawValue)
        writer.key("culprit")
        writer.value(finding.culprit)
        writer.key("relatedRules")
        writer.beginArray()
        for related in item.related { writer.value(related.rule) }
        writer.endArray()
        writer.endObject()
    }

    /// The text with what would make a link of a part of it written as SARIF wants it: a log makes no links.
    static func withoutLinks(_ text: String) -> String {
        guard text.utf8.contains(0x5D) else { return text }
        var output = OutputBuffer(capacity: text.utf8.count + 8)
        for byte in text.utf8 {
            if byte == 0x5B || byte == 0x5D || byte == 0x5C { output.append(byte: 0x5C) }
            output.append(byte: byte)
        }
        return output.string
    }
}

extension JSONWriter {
    /// Writes a message of plain text, in which nothing turns what stands beside it; SARIF allows no empty one.
    mutating func writeMessage(_ text: String) {
        beginObject()
        key("text")
        value(text.isEmpty ? "-" : TerminalText.upright(text))
        endObject()
    }

    /// Writes a file and a line of it, with its columns as far as they are known.
    mutating func writePhysical(_ place: FindingPlace) {
        beginObject()
        key("artifactLocation")
        beginObject()
        key("uri")
        value(ArtifactURI.text(place.file))
        if !ArtifactURI.isAbsolute(place.file) {
            key("uriBaseId")
            value(plain: SARIFRenderer.base)
        }
        endObject()
        key("region")
        beginObject()
        key("startLine")
        value(place.line)
        if let columns = place.columns {
            key("startColumn")
            value(columns.lowerBound)
            key("endColumn")
            value(columns.upperBound)
        }
        endObject()
        endObject()
    }

    /// Writes what the tool has to say about its own work.
    mutating func writeNotification(
        _ text: String, code: ProblemCode?, at place: FindingPlace?, isError: Bool = false
    ) {
        beginObject()
        if let code {
            key("descriptor")
            beginObject()
            key("id")
            value(plain: code.rawValue)
            endObject()
        }
        key("level")
        value(plain: isError ? "error" : "note")
        key("message")
        writeMessage(SARIFResult.withoutLinks(SARIFLimits.cut(text, to: SARIFLimits.message)))
        if let place, !place.file.isEmpty {
            key("locations")
            beginArray()
            beginObject()
            key("physicalLocation")
            writePhysical(place)
            endObject()
            endArray()
        }
        endObject()
    }
}
