// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules

extension RuleEngine {
    /// An engine for the rules that the options select; nil where there are none, so that nothing is told for nobody.
    ///
    /// - Parameter reports: whether what a run came to is told; nil where that of all is.
    static func forAnalysis(
        _ options: AnalyzerOptions, shelf: any FindingShelf = MemoryShelf(), reports: ((AppRun) -> Bool)? = nil,
        _ prepared: () -> PreparedRules? = { nil }
    ) -> RuleEngine? {
        guard let rules = options.rules else { return nil }
        let engine = RuleEngine(rules, today: options.today, shelf: shelf, prepared(), reports: reports)
        return engine.isEmpty ? nil : engine
    }
}
