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
    var findings: [Finding]
    var verdicts: [String: VerdictCounts]
    private var processes: [String: Int] = [:]

    init(_ sources: [DayVariant.Source], rules: RulesInForce, year: Int = 2026) throws {
        var options = AnalyzerOptions()
        rules.apply(to: &options)
        options.zoneOffset = -10_800
        options.year = year
        let analysis = try Analyzer(options).analyze(inputs: sources)
        for run in try analysis.runs() {
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
            return nil
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
