// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel

/// Reads a finding back from the JSON object that stands in a report.
enum FindingDecoder {
    static func decode(_ bytes: ArraySlice<UInt8>) -> Finding? {
        guard let root = JSONDocument(Array(bytes)).root, let rule = root["rule"]?.string,
            let severity = root["severity"]?.string.flatMap(Finding.Severity.init),
            let confidence = root["confidence"]?.string.flatMap(Confidence.init), let time = time(root["time"]),
            let decided = self.time(root["decided"])
        else { return nil }
        var finding = Finding(
            rule: rule, severity: severity, confidence: confidence, time: time, decided: decided,
            message: root["message"]?.string ?? "", evidence: (root["evidence"]?.elements ?? []).map(evidence),
            fingerprint: root["fingerprint"]?.string ?? "")
        finding.app = root["app"]?.string
        finding.run = root["run"]?.string
        finding.runs = (root["runs"]?.elements ?? []).compactMap(\.string)
        finding.scene = root["scene"]?.string
        finding.key = root["key"]?.string
        finding.culprit = root["culprit"]?.string
        finding.count = root["count"]?.count ?? 0
        finding.evidenceOmitted = root["evidenceOmitted"]?.count ?? 0
        finding.relatedTo = root["relatedTo"]?.string
        finding.suppressed = root["suppressed"].flatMap(suppression)
        finding.isInBaseline = root["baseline"]?.bool ?? false
        return finding
    }

    private static func evidence(_ value: JSONValue) -> Finding.Evidence {
        Finding.Evidence(
            line: EvidenceLine(
                text: value["text"]?.string ?? "",
                at: SourceLocation(
                    file: value["file"]?.string ?? "", line: value["line"]?.count ?? 0,
                    column: value["column"]?.count ?? 0,
                    offset: value["offset"]?.integer ?? 0, length: value["length"]?.count ?? 0)),
            note: value["note"]?.string ?? "")
    }

    private static func suppression(_ value: JSONValue) -> Finding.Suppression? {
        guard let reason = value["reason"]?.string, let by = value["by"]?.string else { return nil }
        return Finding.Suppression(reason: reason, by: by, until: value["until"]?.string.flatMap(day))
    }

    /// A day as reports write it: `2027-01-01`.
    static func day(_ text: String) -> CalendarDay? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }

    private static func time(_ value: JSONValue?) -> Timestamp? { value?.string.flatMap { Timestamp(rfc3339: $0) } }
}
