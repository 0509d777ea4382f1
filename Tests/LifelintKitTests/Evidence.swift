// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules

@testable import LifelintLanguage

/// Lines with full identity and dates, and rules to judge them by: the shipped ones and some random ones.
struct Evidence {
    var lines: [String] { didSet { whole = nil } }
    var options: AnalyzerOptions
    /// No line of a process comes after its exit, so that a session knows as early as an analysis.
    var isPushable = false

    private let analyzer: Analyzer
    /// What the rules say of all lines in one file, for all who compare with it.
    private var whole: Deferred<Result<RuleReport, any Error>>?

    init(_ lines: [String], rules: [Rule]) throws {
        self.lines = lines
        let library = try RuleCase.library.get()
        var set = RuleSet(rules: rules.map { RuleSet.Selected(rule: $0) }, spans: library.vocabulary.spans)
        set.headlines = library.headlines
        options = AnalyzerOptions()
        options.rules = set
        options.spoolDirectory = "/tmp"
        let analyzer = try Analyzer(options)
        self.analyzer = analyzer
        whole = Deferred(later: {
            Result { try RuleReport(analyzer.analyze(inputs: [(name: "0.log", bytes: RandomTrace.bytes(lines))])) }
        })
    }

    /// What the rules say of these files, or of all lines in one.
    func report(_ parts: [[String]]? = nil, named name: String? = nil) throws -> RuleReport {
        if parts == nil, name == nil, let whole { return try whole.value.get() }
        return try RuleReport(analysis(parts, named: name))
    }

    /// The analysis of these files, or of all lines in one.
    func analysis(_ parts: [[String]]? = nil, named name: String? = nil) throws -> Analysis {
        let inputs = (parts ?? [lines]).enumerated().map {
            (name: name ?? "\($0.offset).log", bytes: RandomTrace.bytes($0.element))
        }
        return try analyzer.analyze(inputs: inputs)
    }

    /// The ids of rules that look at one run only.
    var rulesOfOneRun: Set<String> {
        let rules = (options.rules?.rules ?? []).map(\.rule).filter { !$0.looksOverRuns }
        return Set(rules.map(\.id))
    }

    /// A log that nobody would write, and one that lives as apps do.
    static func all(_ seed: UInt64) throws -> [Evidence] { try kept[seed]?.value.get() ?? make(seed) }

    /// That of the seeds which several tests ask for.
    private static let kept = Dictionary(
        uniqueKeysWithValues: FindingInvarianceTests.seeds.map { seed in
            (seed, Deferred(later: { Result { try make(seed) } }))
        })

    private static func make(_ seed: UInt64) throws -> [Evidence] {
        let rules = try rules(seed)
        var wild = try Evidence(RandomTrace(seed: seed, count: 130, staysDead: seed % 2 == 0).lines, rules: rules)
        wild.isPushable = seed % 2 == 0
        var lively = try Evidence(OracleTrace(seed: seed, isOnGrid: false).dated.map(\.json), rules: rules)
        lively.isPushable = true
        return [wild, lively]
    }

    /// The shipped rules, and some of those that the oracle can judge: their findings are errors.
    static func rules(_ seed: UInt64) throws -> [Rule] {
        let random = try (0..<6).map { number in
            let text = OracleRule(seed: seed &* 6 &+ UInt64(number)).text
                .replacing("id: case-rule\n", with: "id: case-rule-\(number)\n")
                .replacing("severity: warning", with: "severity: error")
            return try RuleCase.rule(id: "case-rule-\(number)", bytes: Array(text.utf8))
        }
        return (random + (try RuleCase.library.get().rules)).sorted { $0.id < $1.id }
    }
}
