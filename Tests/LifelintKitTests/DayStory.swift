// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules

/// What is said of a day: how each process ended, and what was found.
struct DayStory {
    struct Ending: Equatable {
        var cause: EndingCause
        var confidence: Confidence
    }

    /// By process; of a process that is told as several runs, the surest.
    var endings: [Int: Ending] = [:]
    /// Each run in a line: who, from when to when, in which states, how it ended.
    var runs: [String] = []
    var findings: [Finding]
    var verdicts: [String: VerdictCounts]
    private var processes: [String: Int] = [:]

    /// What analyses the days: all of them, one after the other.
    static func analyzer(_ rules: RulesInForce) throws -> Analyzer {
        var options = AnalyzerOptions()
        rules.apply(to: &options)
        options.zoneOffset = -10_800
        options.year = 2026
        return try Analyzer(options)
    }

    init(_ sources: [DayVariant.Source], by analyzer: Analyzer) throws {
        let analysis = try analyzer.analyze(inputs: sources)
        for run in try analysis.runs() {
            let states = run.states.map { "\($0.state.rawValue) \($0.from.nanoseconds)" }.joined(separator: " ")
            runs.append("\(run.id) \(run.end.time.nanoseconds) \(run.ending.cause.rawValue): \(states)")
            guard let pid = run.pid else { continue }
            processes[run.id] = pid
            let ending = Ending(cause: run.ending.cause, confidence: run.ending.confidence)
            let known = endings[pid]
            if known == nil || (known?.confidence ?? .possible) < ending.confidence { endings[pid] = ending }
        }
        findings = try analysis.allFindings()
        verdicts = analysis.header.verdicts
    }

    /// The process a finding is about.
    func process(of finding: Finding) -> Int? { finding.run.flatMap { processes[$0] } }

    /// Causes that are surer, or surely other, than in the whole story.
    func surerEndings(than whole: DayStory) -> [String] {
        endings.compactMap { pid, ending in
            guard let known = whole.endings[pid] else { return nil }
            if ending.confidence == .certain, !ending.cause.isLike(known.cause), ending.cause != .stillRunning {
                return "\(pid) ended \(ending.cause.rawValue) for certain, and not \(known.cause.rawValue)"
            }
            // Where less is known, what is said may be another thing, but is not surer of it.
            if ending.cause != .stillRunning, ending.confidence > known.confidence {
                return "\(pid) ended \(ending.cause.rawValue) \(ending.confidence.rawValue), "
                    + "and was \(known.cause.rawValue) \(known.confidence.rawValue)"
            }
            return nil
        }
    }

    /// Findings of which their rule was less sure, of the same process, in the whole story.
    func surerFindings(than whole: DayStory, except rules: Set<String>) -> [String] {
        findings.compactMap { finding in
            guard !rules.contains(finding.rule) else { return nil }
            let known = whole.findings.filter {
                $0.rule == finding.rule && whole.process(of: $0) == process(of: finding)
            }
            guard let most = known.map(\.confidence).max(), finding.confidence > most else { return nil }
            return "\(finding.rule) is \(finding.confidence.rawValue), and was \(most.rawValue)"
        }
    }

    /// Rules that found more.
    func moreFindings(than whole: DayStory) -> [String] {
        Dictionary(grouping: findings, by: \.rule).compactMap { rule, found in
            let known = whole.findings.count { $0.rule == rule }
            return found.count > known ? "\(rule): \(found.count) instead of \(known)" : nil
        }
    }

    /// Rules that came to a verdict on something that they did not judge so in the whole story.
    func movedVerdicts(
        since whole: DayStory, except rules: Set<String>, deeds: Set<String>
    ) -> [String] {
        verdicts.keys.sorted().compactMap { rule in
            guard !rules.contains(rule), let now = verdicts[rule] else { return nil }
            let known = whole.verdicts[rule] ?? VerdictCounts()
            let isNewlyViolated = now.violated > known.violated
            guard isNewlyViolated || now.satisfied > known.satisfied && !deeds.contains(rule) else { return nil }
            return "\(rule): \(now.violated) violated, \(now.satisfied) satisfied; "
                + "they were \(known.violated) and \(known.satisfied)"
        }
    }

    /// Errors by rules that said nothing of the whole story.
    func newErrors(since whole: DayStory, except rules: Set<String>) -> [String] {
        let known = Set(whole.findings.map(\.rule))
        return findings.filter { $0.severity == .error && !known.contains($0.rule) && !rules.contains($0.rule) }
            .map { "\($0.rule) (\($0.confidence.rawValue)): \($0.message)" }
    }
}

extension EndingCause {
    /// The same cause; which kind of crash it was only a report tells.
    func isLike(_ other: EndingCause) -> Bool {
        self == other || (rawValue.hasPrefix("crash.") && other.rawValue.hasPrefix("crash."))
    }
}
