// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Makes the finding of a check over several runs.
struct HistoryFinding {
    /// As many runs as a finding names.
    static let runLimit = 8

    let rule: HistoryRule
    let runs: [PastRun]
    let confidence: Confidence
    let lines: [Outcome.Line]
    /// How many more lines there were than those that anybody kept.
    var omittedLines = 0
    let time: Moment
    var extra: [String: Value] = [:]
    /// Who is to blame where the rule does not say; nil is what the rule looks for.
    var culprit: String?
    private var key: String?

    init(rule: HistoryRule, runs: [PastRun], confidence: Confidence, lines: [Outcome.Line], time: Moment) {
        self.rule = rule
        self.runs = runs
        self.confidence = min(confidence, rule.branch.branch.atMost ?? .certain)
        self.lines = lines
        self.time = time
    }

    /// Tells the key that it is about.
    mutating func tell(_ own: ObligationKey, of rule: HistoryRule) {
        key = own.text
        if let key { extra["key"] = .string(key) }
        for (field, value) in zip(rule.branch.keys.fields, own.values) { extra[field] = value.map { .string($0) } }
    }

    func build(decided: Moment, count: Int) -> DraftFinding? {
        guard let last = runs.last else { return nil }
        var fields = HistoryFields(facts: last.facts, extra: rule.rule.rule.variants[rule.variant].parameters)
        for (name, value) in extra { fields.extra[name] = value }
        fields.extra["count"] = .integer(Int64(count))
        fields.extra["id"] = .string(rule.rule.rule.id)
        let standard = rule.branch.branch.severity ?? rule.rule.rule.severity ?? .warning
        var severity = standard
        for choice in rule.rule.rule.severityBy where choice.when.evaluate(fields) {
            guard let chosen = choice.severity else { return nil }
            severity = chosen
            break
        }
        let sureness = FindingBuilder.confidence(confidence, in: lines)
        if sureness == .possible, severity == .error { severity = .warning }
        fields.extra["severity"] = .string(severity.rawValue)
        let template = rule.branch.branch.message ?? rule.rule.rule.message
        let culprit =
            rule.rule.rule.culprits.lazy.compactMap { FindingBuilder.culprit(at: $0, fields.value(at: $0)) }.first
            ?? self.culprit ?? rule.culprit ?? EventName.processLaunch.text
        var message = HistoryMessage(fields: fields)
        // Others count runs or events of their own.
        switch rule.kind {
        case .runs, .deviceOrder: message.keepsCount = rule.rule.rule.oncePerVersion.contains(severity)
        default: break
        }
        let evidence = FindingBuilder.evidence(lines, else: last.beginLine.evidence)
        var finding = Finding(
            rule: rule.rule.rule.id, severity: severity,
            confidence: sureness, time: time.timestamp,
            decided: decided.timestamp, message: message.write(template),
            evidence: evidence.kept,
            fingerprint: Fingerprint.of(
                rule: rule.rule.rule.id, app: last.facts.run.app ?? last.facts.run.process, culprit: culprit))
        finding.app = last.facts.run.app
        finding.run = last.id
        finding.runs = runs.suffix(HistoryFinding.runLimit).map(\.id)
        finding.culprit = culprit
        finding.key = key
        finding.count = count
        finding.evidenceOmitted = evidence.omitted + max(0, omittedLines)
        return DraftFinding(
            finding: finding, place: last.place, rule: rule.rule, runNumbers: runs.map(\.place.number),
            isOfEnd: true)
    }
}

/// What messages and conditions about several runs can ask for: the last run, and what was measured.
struct HistoryFields: FieldSource {
    let facts: RunFacts
    var extra: [String: Value]

    func value(of path: FieldPath) -> Value? {
        if let value = extra[path.text] { return value }
        if path.owner == .rule { return extra[path.rest.text] }
        return FactsFields(facts: facts).value(of: path)
    }
}

/// Writes messages about several runs.
struct HistoryMessage {
    let fields: HistoryFields
    /// Whether it is counted for each version how often it was found: then a mark stands for the count.
    var keepsCount = false

    func write(_ template: MessageTemplate) -> String { template.parts.map { text($0) }.joined() }

    private func text(_ part: MessageTemplate.Part) -> String {
        switch part {
        case .text(let text): return text
        case .field("count") where keepsCount: return MessageWriter.mark("count")
        case .field(let path): return fields.value(at: path)?.printed ?? "unknown"
        case .optional(let parts):
            var counts = false
            for case .field(let path) in parts {
                guard let value = fields.value(at: path) else { return "" }
                guard path == "count" else { continue }
                // One case needs no count; for a version it is known only when all are found.
                if !keepsCount, value.printed == "1" { return "" }
                counts = true
            }
            let text = parts.map { self.text($0) }.joined()
            return keepsCount && counts ? MessageWriter.opening + text + MessageWriter.closing : text
        }
    }
}
