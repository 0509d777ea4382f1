// SPDX-License-Identifier: MIT

import LifelintRules

extension RuleEngine {
    /// An engine for the rules that the options select; nil where there are none, so that nothing is told for nobody.
    static func forAnalysis(
        _ options: AnalyzerOptions, shelf: any FindingShelf = MemoryShelf(),
        _ prepared: () -> PreparedRules? = { nil }
    ) -> RuleEngine? {
        guard let rules = options.rules else { return nil }
        let engine = RuleEngine(rules, today: options.today, shelf: shelf, prepared())
        return engine.isEmpty ? nil : engine
    }
}
