// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintLanguage
import LifelintModel
import LifelintRules
import LifelintTimeline

/// Analyses files, or bytes, as a whole: looks at all inputs, merges them into one order per device, and rebuilds the
/// runs.
public struct Analyzer: Sendable {
    private(set) var options: AnalyzerOptions
    private let vocabulary: Vocabulary
    let words: CompiledVocabulary
    private let digest: String
    /// The rules as earlier analyses left them: they are compiled once, however often it analyses.
    private let shelf = PreparedShelf()
    /// The threads of the one analysis there will be.
    private let early: EarlyThreads?

    /// An analyzer; fails where a recogniser file cannot be used.
    public init(_ options: AnalyzerOptions = AnalyzerOptions()) throws(AnalyzerError) {
        self.options = options
        early = options.isLast ? EarlyThreads(AnalysisThreads(options, shelf: shelf)) : nil
        let library = try RuleLibrary.forAnalysis(options)
        vocabulary = library.vocabulary
        digest = library.digest
        words = library.compiledWords
    }

    /// The same analyzer with another baseline: what it knows is compiled once.
    public func judging(against baseline: Baseline?) -> Analyzer {
        var other = self
        other.options.baseline = baseline
        return other
    }

    /// Analyses files, folders and, as `-`, standard input.
    public func analyze(
        paths: [String], progress: ((AnalysisProgress) -> Void)? = nil
    ) throws(AnalyzerError) -> Analysis {
        try analyze(progress: progress) { look in look.look(at: paths) }
    }

    /// Analyses bytes under a name.
    public func analyze(bytes: [UInt8], named name: String = "-") throws(AnalyzerError) -> Analysis {
        try analyze(progress: nil) { look in look.look(at: bytes, named: name) }
    }

    /// Analyses several named byte strings together.
    public func analyze(inputs: [(name: String, bytes: [UInt8])]) throws(AnalyzerError) -> Analysis {
        try analyze(progress: nil) { look in
            for input in inputs.sorted(by: { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }) {
                look.look(at: input.bytes, named: input.name)
            }
        }
    }

    private func analyze(
        progress: ((AnalysisProgress) -> Void)?, _ body: (inout InputLook) -> Void
    ) throws(AnalyzerError) -> Analysis {
        let threads = early?.take() ?? AnalysisThreads(options, shelf: shelf)
        defer { threads.finish() }
        var look = InputLook(options: options, words: words, pool: threads.pool)
        body(&look)
        look.settle()
        if look.isShort { threads.spare?.abandon() }
        return try withRules(threads.late).analyze(look, threads.pool, threads.spare, progress)
    }

    /// The same analyzer, with the rules that were read meanwhile.
    private func withRules(_ late: LateRules?) throws(AnalyzerError) -> Analyzer {
        guard options.takesRecommendedRules else { return self }
        var analyzer = self
        let rules = if let late { try late.asCaller().get() } else { try RulesInForce.load(isBrief: true) }
        rules.apply(to: &analyzer.options)
        return analyzer
    }

    private func analyze(
        _ look: InputLook, _ pool: WorkPool?, _ spare: SpareRules?, _ progress: ((AnalysisProgress) -> Void)?
    ) -> Analysis {
        // What is short is over before threads have rules of their own: they help to compile those that there are.
        let hands = look.isShort ? nil : pool
        if look.isShort, let pool, let rules = options.rules {
            shelf.put([shelf.take() ?? PreparedRules(rules, by: pool)])
        }
        // A file that turns out to be in no order at all is sorted through a spool: the analysis begins again.
        var disordered: Set<Int> = []
        // So it does, once, where lines that only name a process turn out to be an app's.
        var appsOfNames: [String: String] = [:]
        while true {
            let pass = BatchPass(
                options: options, look: look, vocabulary: vocabulary, disordered: disordered,
                appsOfNames: appsOfNames, pool: hands, spare: spare, shelf: shelf, progress: progress)
            let outcome = pass.run()
            if !options.isLast { pass.releaseRules() }
            switch outcome {
            case .finished(let results):
                // Why unsafe: what is retained once too often lives until the process ends.
                if options.isLast { _ = unsafe Unmanaged.passRetained(pass) }
                return Analysis(
                    results: results, tool: tool, configuration: configuration, rulePages: options.rulePages)
            case .disordered(let inputs): disordered.formUnion(inputs)
            case .named(let names): appsOfNames = names
            }
        }
    }

    private var tool: ReportHeader.Tool {
        ReportHeader.Tool(name: "lifelint", version: ToolVersion.current, rulesDigest: digest)
    }

    private var configuration: ReportHeader.Configuration {
        var configuration = ReportHeader.Configuration(
            file: options.configuration.file, preset: options.configuration.preset, digest: options.digest,
            today: options.today, isRedacted: false)
        configuration.selection.apps = options.apps
        configuration.selection.device = options.device
        configuration.selection.since = options.since
        configuration.selection.until = options.until
        return configuration
    }
}

extension AnalyzerOptions {
    /// What distinguishes analyses of the same inputs: a digest over all that changes a report's content.
    var digest: String {
        var output = OutputBuffer()
        output.append("\(zoneOffset ?? -1)|\(year ?? -1)|")
        if let date { output.append("\(date.year)-\(date.month)-\(date.day)") }
        output.append("|\(device ?? "")|\(apps.joined(separator: ","))|\(includesDaemons)|")
        output.append("\(since?.nanoseconds ?? -1)|\(until?.nanoseconds ?? -1)")
        if !configuration.digest.isEmpty { output.append("|\(configuration.digest)") }
        var digest = ByteDigest()
        digest.add(output.bytes)
        return digest.text
    }
}
