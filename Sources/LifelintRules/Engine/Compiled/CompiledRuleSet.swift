// SPDX-License-Identifier: MIT

import LifelintModel

/// All rules in force, ready for runs; of one thread at a time.
final class CompiledRules {
    /// By id; what configuration says for single apps comes with each.
    let rules: [(standard: CompiledRule?, apps: [(app: Glob, rule: CompiledRule?)], id: String)]
    let branches: [CompiledBranch]
    let listeners: Listeners
    let kinds: SpanKinds
    let requirementTable: RequirementTable
    let probes: [RunItemProbe]
    let history: [HistoryRule]
    private var byApp: [String: [CompiledRule]] = [:]

    init(_ set: RuleSet) {
        var compiler = RuleCompiler()
        var rules: [(standard: CompiledRule?, apps: [(app: Glob, rule: CompiledRule?)], id: String)] = []
        var history: [HistoryRule] = []
        for (index, selected) in set.rules.enumerated() {
            let standard = CompiledRule(selected.rule, index: index, compiler: &compiler)
            history += HistoryRule.all(of: standard, compiler: &compiler)
            var apps: [(app: Glob, rule: CompiledRule?)] = []
            for row in selected.apps {
                let compiled = row.rule.map { CompiledRule($0, index: index, compiler: &compiler) }
                if let compiled { history += HistoryRule.all(of: compiled, compiler: &compiler) }
                apps.append((row.app, compiled))
            }
            rules.append((standard, apps, selected.rule.id))
        }
        self.rules = rules
        self.history = history
        branches = compiler.branches
        listeners = compiler.listeners
        kinds = compiler.listeners.kinds
        requirementTable = RequirementTable(compiler.requirements)
        probes = compiler.probes
    }

    /// The rules that speak of an app.
    func rules(for app: String?) -> [CompiledRule] {
        let app = app ?? ""
        if let known = byApp[app] { return known }
        let found = rules.compactMap { row -> CompiledRule? in
            if let own = row.apps.first(where: { $0.app.matches(app) }) { return own.rule }
            return row.standard
        }
        if byApp.count > 4_096 { byApp.removeAll() }
        byApp[app] = found
        return found
    }
}
