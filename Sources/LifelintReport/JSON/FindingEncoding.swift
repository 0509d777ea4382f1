// SPDX-License-Identifier: MIT

public import LifelintModel

/// A finding as the JSON object that stands in `findings[]`: every key, in the documented order, without white space.
public enum FindingEncoding {
    /// Appends the object.
    public static func encode(_ finding: Finding, into output: inout OutputBuffer) {
        var encoder = FindingEncoder()
        encoder.encode(finding, into: &output)
    }
}

/// Encodes findings, one after the other, in the room of the one before.
public struct FindingEncoder: ~Copyable {
    private var json = JSONStretch(capacity: 4 << 10)

    /// An encoder.
    public init() {}

    /// Appends the finding's object.
    public mutating func encode(_ finding: Finding, into output: inout OutputBuffer) {
        json.removeAll()
        json.add("{\"rule\":")
        json.add(quoted: finding.rule)
        json.add(",\"severity\":")
        json.add(quoted: finding.severity.rawValue)
        json.add(",\"confidence\":")
        json.add(quoted: finding.confidence.rawValue)
        addSubject(finding)
        json.add(",\"time\":")
        json.add(finding.time)
        json.add(",\"decided\":")
        json.add(finding.decided)
        json.add(",\"message\":")
        json.add(quoted: finding.message)
        json.add(",\"culprit\":")
        json.add(quoted: finding.culprit)
        json.add(",\"count\":")
        json.add(Int64(finding.count))
        json.add(",\"evidence\":[")
        for (index, evidence) in finding.evidence.enumerated() {
            if index > 0 { json.add(",") }
            add(evidence)
        }
        json.add("],\"evidenceOmitted\":")
        json.add(Int64(finding.evidenceOmitted))
        json.add(",\"relatedTo\":")
        json.add(quoted: finding.relatedTo)
        json.add(",\"suppressed\":")
        add(finding.suppressed)
        json.add(",\"baseline\":")
        json.add(finding.isInBaseline)
        json.add(",\"fingerprint\":")
        json.add(quoted: finding.fingerprint)
        json.add("}")
        json.write(to: &output)
    }

    /// What it was found in.
    private mutating func addSubject(_ finding: Finding) {
        json.add(",\"app\":")
        json.add(quoted: finding.app)
        json.add(",\"run\":")
        json.add(quoted: finding.run)
        json.add(",\"runs\":[")
        for (index, run) in finding.runs.enumerated() {
            if index > 0 { json.add(",") }
            json.add(quoted: run)
        }
        json.add("],\"scene\":")
        json.add(quoted: finding.scene)
        json.add(",\"key\":")
        json.add(quoted: finding.key)
    }

    private mutating func add(_ evidence: Finding.Evidence) {
        let place = evidence.line.at
        json.add("{\"file\":")
        json.add(quoted: place.file)
        json.add(positionOf: place)
        json.add(",\"text\":")
        json.add(quoted: evidence.line.text)
        json.add(",\"note\":")
        json.add(quoted: evidence.note)
        json.add("}")
    }

    private mutating func add(_ suppression: Finding.Suppression?) {
        guard let suppression else { return json.add("null") }
        json.add("{\"reason\":")
        json.add(quoted: suppression.reason)
        json.add(",\"by\":")
        json.add(quoted: suppression.by)
        json.add(",\"until\":")
        if let day = suppression.until {
            var writer = JSONWriter()
            writer.value(day)
            json.add(raw: writer.output.bytes)
        } else {
            json.add("null")
        }
        json.add("}")
    }
}
