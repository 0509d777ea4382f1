// SPDX-License-Identifier: MIT

import LifelintLanguage
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
    /// The conditions under which branches apply.
    let conditions: [Condition]
    let history: [HistoryRule]
    /// All rules and their forms for single apps, by their serial numbers.
    let bySerial: [CompiledRule]
    private var byApp: [String: AppRules] = [:]
    /// The rules that speak of every app, where no app has any of its own.
    private let common: AppRules?
    /// What configuration says of apps' own logs: whether they write before the process goes on.
    private let durabilities: [(app: Glob, durability: Durability)]
    var planner = JudgingPlanner()
    /// By condition: whether only the walk through a run can tell.
    let isLate: [Bool]
    /// The numbers of those conditions.
    let lateConditions: [Int]
    /// Whether rules that have nothing to look at may be told from the others: not where rules use each other.
    let canSleep: Bool

    /// The rules that speak of one app.
    final class AppRules {
        private let levels: [[CompiledRule]]
        /// By serial number, whether the rule is one of them.
        private let speaks: [Bool]

        init(_ rules: [CompiledRule]) {
            let count = (rules.map(\.level).max() ?? 0) + 1
            levels = (0..<count).map { level in rules.filter { $0.level == level } }
            var speaks = [Bool](repeating: false, count: (rules.map(\.serial).max() ?? -1) + 1)
            for rule in rules { speaks[rule.serial] = true }
            self.speaks = speaks
        }

        /// Whether a rule is one of them.
        func contains(_ rule: CompiledRule) -> Bool { rule.serial < speaks.count && speaks[rule.serial] }

        /// The rules below which so many stand, one using the other.
        func ofLevel(_ level: Int) -> [CompiledRule] { levels.indices.contains(level) ? levels[level] : [] }
    }

    /// What configuration says of the log of an app; the last row that names it counts.
    func durability(of app: String) -> Durability? { durabilities.last { $0.app.matches(app) }?.durability }

    /// - Parameter hands: who compiles branches side by side.
    init(_ set: RuleSet, by hands: any ReadingHands = OneByOne()) {
        let traits = SpanTraits(set.spans)
        let made = CompiledRules.branches(of: set, traits, by: hands)
        var keyLists: [[String]] = []
        for branch in made { branch.shareKeys(&keyLists) }
        var compiler = RuleCompiler(made, traits: traits)
        var rules: [(standard: CompiledRule?, apps: [(app: Glob, rule: CompiledRule?)], id: String)] = []
        var history: [HistoryRule] = []
        let levels = CompiledRules.levels(set.rules.map(\.rule))
        for (index, selected) in set.rules.enumerated() {
            let level = levels[selected.rule.id] ?? 0
            let standard = CompiledRule(
                selected.rule, index: index, level: level, isSilent: selected.isSilent, compiler: &compiler)
            history += HistoryRule.all(of: standard, compiler: &compiler)
            var apps: [(app: Glob, rule: CompiledRule?)] = []
            for row in selected.apps {
                let compiled = row.rule.map {
                    CompiledRule($0, index: index, level: level, isSilent: selected.isSilent, compiler: &compiler)
                }
                if let compiled { history += HistoryRule.all(of: compiled, compiler: &compiler) }
                apps.append((row.app, compiled))
            }
            rules.append((standard, apps, selected.rule.id))
        }
        self.rules = rules
        durabilities = set.declarations.compactMap { row in row.durability.map { (row.app, $0) } }
        bySerial = rules.flatMap { row in [row.standard].compactMap(\.self) + row.apps.compactMap(\.rule) }
            .sorted { $0.serial < $1.serial }
        self.history = history
        branches = compiler.branches
        common = rules.allSatisfy(\.apps.isEmpty) ? AppRules(rules.compactMap(\.standard)) : nil
        listeners = compiler.listeners
        kinds = compiler.listeners.kinds
        requirementTable = RequirementTable(compiler.requirements)
        probes = compiler.probes
        conditions = compiler.conditions
        isLate = compiler.conditions.map(\.isKnownLate)
        lateConditions = isLate.indices.filter { compiler.conditions[$0].isKnownLate }
        canSleep = bySerial.allSatisfy { $0.level == 0 }
        let overRuns = Set(history.map(\.rule.serial))
        for rule in bySerial { rule.settle(isLate: isLate, looksOverRuns: overRuns.contains(rule.serial)) }
    }

    /// The branches of all variants of all rules, in their order: what takes most of the time, and none needs another.
    private static func branches(of set: RuleSet, _ traits: SpanTraits, by hands: any ReadingHands) -> [CompiledBranch]
    {
        let rules = set.rules.flatMap { [$0.rule] + $0.apps.compactMap(\.rule) }
        var first: [Int] = []
        var count = 0
        for rule in rules {
            first.append(count)
            count += rule.variants.reduce(0) { $0 + $1.body.branches.count }
        }
        let numbers = first
        let made = hands.map(rules.count) { place in
            let rule = rules[place]
            let branches = rule.variants.flatMap(\.body.branches)
            let bound = RuleBindings(rule)
            return MadeBranches(
                branches: branches.enumerated().map { offset, branch in
                    CompiledBranch(rule: rule, branch: branch, bound, number: numbers[place] + offset, traits: traits)
                })
        }
        return made.flatMap(\.branches)
    }

    /// Why unchecked: one thread makes them, and hands them on.
    private struct MadeBranches: @unchecked Sendable {
        let branches: [CompiledBranch]
    }

    /// How many rules stand below each, one using the other; loading has seen to it that there are no circles.
    private static func levels(_ rules: [Rule]) -> [String: Int] {
        var levels: [String: Int] = [:]
        for rule in rules { levels[rule.id] = rule.uses.isEmpty ? 0 : 1 }
        for _ in rules {
            var hasChanged = false
            for rule in rules where !rule.uses.isEmpty {
                let level = 1 + (rule.uses.compactMap { levels[$0] }.max() ?? 0)
                if levels[rule.id] != level, level <= rules.count {
                    levels[rule.id] = level
                    hasChanged = true
                }
            }
            if !hasChanged { break }
        }
        return levels
    }

    /// The rules that speak of an app.
    func rules(for app: String?) -> AppRules {
        if let common { return common }
        let app = app ?? ""
        if let known = byApp[app] { return known }
        let found = AppRules(
            rules.compactMap { row -> CompiledRule? in
                if let own = row.apps.first(where: { $0.app.matches(app) }) { return own.rule }
                return row.standard
            })
        if byApp.count > 4_096 { byApp.removeAll() }
        byApp[app] = found
        return found
    }
}
