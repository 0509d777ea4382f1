// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// A finding on its way: everything is rendered, but what other runs or rules say may still change whether it counts.
///
/// Why its parts lie behind a reference: it is handed on many times, and seldom changed.
struct DraftFinding {
    private final class Parts {
        var finding: Finding
        var place: RunPlace
        let rule: CompiledRule
        let value: Value?
        let sameValues: [String?]
        var runNumbers: [Int]
        let isOfEnd: Bool

        init(
            finding: Finding, place: RunPlace, rule: CompiledRule, value: Value?, sameValues: [String?],
            runNumbers: [Int], isOfEnd: Bool
        ) {
            self.finding = finding
            self.place = place
            self.rule = rule
            self.value = value
            self.sameValues = sameValues
            self.runNumbers = runNumbers
            self.isOfEnd = isOfEnd
        }
    }

    private var parts: Parts

    init(
        finding: Finding, place: RunPlace, rule: CompiledRule, value: Value? = nil, sameValues: [String?] = [],
        runNumbers: [Int], isOfEnd: Bool
    ) {
        parts = Parts(
            finding: finding, place: place, rule: rule, value: value, sameValues: sameValues, runNumbers: runNumbers,
            isOfEnd: isOfEnd)
    }

    var finding: Finding {
        get { parts.finding }
        _modify {
            separate()
            yield &parts.finding
        }
    }
    var place: RunPlace {
        get { parts.place }
        set {
            separate()
            parts.place = newValue
        }
    }
    /// The primary that a finding over several runs is related to, by run.
    var runNumbers: [Int] {
        get { parts.runNumbers }
        set {
            separate()
            parts.runNumbers = newValue
        }
    }
    var rule: CompiledRule { parts.rule }
    /// Whether it speaks of how a run ended, and not of something that it did before.
    var isOfEnd: Bool { parts.isOfEnd }
    /// The measured value, for aggregates over runs.
    var value: Value? { parts.value }
    /// Values of the fields that the next run must share to take it back.
    var sameValues: [String?] { parts.sameValues }

    /// Others that hold the same finding keep it as it was.
    private mutating func separate() {
        guard !isKnownUniquelyReferenced(&parts) else { return }
        parts = Parts(
            finding: finding, place: place, rule: rule, value: value, sameValues: sameValues, runNumbers: runNumbers,
            isOfEnd: isOfEnd)
    }

    /// Whether both say the same of the same run.
    func isSame(as other: DraftFinding) -> Bool {
        parts === other.parts
            || finding == other.finding && value == other.value && sameValues == other.sameValues
                && runNumbers == other.runNumbers
    }
}

/// Makes findings of violations.
struct FindingBuilder {
    static let evidenceLimit = 8

    let walk: RunWalk
    let rule: CompiledRule
    let variant: Int
    /// Those that messages name; whoever builds many findings keeps them.
    var paths = FieldPaths()

    /// The finding of a violation; nil where `severity_by` says that it is none.
    ///
    /// - Parameter isAlone: it is not told together with others of its version, whatever the rule says.
    func build(_ draft: Draft, place: RunPlace, isAlone: Bool = false) -> DraftFinding? {
        let outcome = draft.outcome
        var fields = RuleFields(walk: walk, event: outcome.event, span: outcome.span)
        fields.subject = outcome.subject?.span
        fields.bound = outcome.bound
        let values = OutcomeValues(
            outcome, rule: rule.rule.id, parameters: rule.rule.variants[variant].parameters)
        fields.outcome = values
        let confidence = FindingBuilder.confidence(draft.confidence, in: outcome.lines)
        guard let severity = severity(outcome, draft.branch, confidence, fields, values) else { return nil }
        let time = outcome.time ?? walk.begins.moment
        var writer = MessageWriter(fields: fields, paths: paths, time: time.timestamp)
        let run = walk.facts.run
        writer.isOfSeveralDays = run.start.time.day != run.end.time.day
        writer.keepsLate = !isAlone && rule.rule.oncePerVersion.contains(severity)
        let message = writer.write(draft.branch.branch.message ?? rule.rule.message)
        let culprit = culprit(draft, fields)
        let lines = FindingBuilder.evidence(outcome.lines, else: walk.beginEvidence)
        var finding = Finding(
            rule: rule.rule.id, severity: severity,
            confidence: confidence, time: time.timestamp,
            decided: (outcome.decided ?? walk.now).timestamp, message: message, evidence: lines.kept,
            fingerprint: Fingerprint.of(
                rule: rule.rule.id, app: walk.facts.run.app ?? walk.facts.run.process, culprit: culprit))
        finding.app = walk.facts.run.app
        finding.run = walk.facts.run.id
        finding.runs = [walk.facts.run.id]
        finding.scene = outcome.scene
        finding.key = outcome.key?.text ?? outcome.span.flatMap { $0.key.isEmpty ? nil : $0.key }
        finding.culprit = culprit
        finding.count = outcome.count
        finding.evidenceOmitted = lines.omitted + outcome.omittedLines
        return DraftFinding(
            finding: finding, place: place, rule: rule, value: outcome.value,
            sameValues: (rule.unlessNext?.same ?? []).map { outcome.event?.keyText(of: $0) },
            runNumbers: [place.number], isOfEnd: outcome.isOfEnd)
    }

    /// The same, with why configuration says that it does not count.
    func build(_ draft: Draft, place: RunPlace, _ suppressions: Suppressions) -> DraftFinding? {
        guard var built = build(draft, place: place) else { return nil }
        if suppressions.isEmpty { return built }
        var fields = RuleFields(walk: walk, event: draft.outcome.event, span: draft.outcome.span)
        fields.subject = draft.outcome.subject?.span
        fields.extra = draft.outcome.extra
        fields.outcome = OutcomeValues(draft.outcome, rule: rule.rule.id, parameters: [:])
        built.finding.suppressed = suppressions.suppression(of: built.finding, rule: rule.rule, fields)
        return built
    }

    /// The severity that the rule says, but no error of what is only possible.
    private func severity(
        _ outcome: Outcome, _ branch: CompiledBranch, _ confidence: Confidence, _ fields: RuleFields,
        _ values: OutcomeValues
    ) -> Finding.Severity? {
        let standard = outcome.severity ?? branch.branch.severity ?? rule.rule.severity ?? .warning
        values.severity = standard
        let chosen = rule.rule.severityBy.first { $0.when.evaluate(fields) }
        guard let severity = chosen.map(\.severity) ?? standard else { return nil }
        let capped = confidence == .possible && severity == .error ? .warning : severity
        values.severity = capped
        return capped
    }

    /// Who is to blame by the value of a field, if it has one: what somebody said, without what differs each time.
    static func culprit(at path: String, _ value: Value?) -> String? {
        guard let told = value?.printed else { return nil }
        return path == words ? SaidWords.withoutNumbers(told) : told
    }

    /// What was said of an end, as the process or the system wrote it.
    private static let words = "run.ending.detail.explanation"
    private static let name = FieldName("name")

    private func culprit(_ draft: Draft, _ fields: RuleFields) -> String {
        let outcome = draft.outcome
        for path in rule.rule.culprits {
            if let told = FindingBuilder.culprit(at: path, fields.value(of: paths[path])) { return told }
        }
        if case .string(let name)? = outcome.span?.attributes["name"] { return name }
        if let event = outcome.event, event.hasName, let name = event.value(of: FindingBuilder.name) {
            return name.printed
        }
        if let key = outcome.key?.text, Fingerprint.isName(key) { return key }
        let cause = walk.facts.run.ending.cause.rawValue
        if draft.branch.ending?.check.during.isEmpty == false {
            // What it was in the middle of is not to blame where the rule asks for how it ended.
            if rule.rule.culprits.first?.hasPrefix("run.ending.") == true { return cause }
            if let key = outcome.span?.key, Fingerprint.isName(key) { return key }
        }
        if let event = outcome.event { return event.text }
        if let span = outcome.span { return span.kind }
        return draft.branch.isEnding ? cause : draft.branch.lookedFor ?? cause
    }

    /// How sure a finding is that rests on these lines.
    static func confidence(_ confidence: Confidence, in lines: [Outcome.Line]) -> Confidence {
        lines.allSatisfy { $0.onlyTellsTime || $0.evidence.isProven } ? confidence : min(confidence, .likely)
    }

    /// The lines that are shown, each once, and how many are left out.
    static func evidence(
        _ lines: [Outcome.Line], else line: EvidenceLine
    ) -> (kept: [Finding.Evidence], omitted: Int) {
        var kept: [Finding.Evidence] = []
        var omitted = 0
        for row in lines where !kept.contains(where: { $0.line == row.evidence }) {
            if kept.count < evidenceLimit {
                kept.append(Finding.Evidence(line: row.evidence, note: row.note))
            } else {
                omitted += 1
            }
        }
        if kept.isEmpty { kept.append(Finding.Evidence(line: line, note: "in this run")) }
        return (kept, omitted)
    }
}
