// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Numbers branches, requirements and probes while rules are compiled.
struct RuleCompiler {
    private(set) var branches: [CompiledBranch]
    private(set) var listeners = Listeners()
    private(set) var requirements: [CompiledSelector] = []
    private var requirementNumbers: [String: Int] = [:]
    private(set) var probes: [RunItemProbe] = []
    /// The conditions under which branches apply, each once: most rules have the same few.
    private(set) var conditions: [Condition] = []
    private var serials = 0
    private let traits: SpanTraits

    /// How many of the branches that were made have been taken.
    private var taken = 0

    /// - Parameter branches: those of all variants of all rules, in their order.
    init(_ branches: [CompiledBranch], traits: SpanTraits) {
        self.branches = branches
        self.traits = traits
    }

    private mutating func number(of condition: Condition) -> Int {
        if let known = conditions.firstIndex(of: condition) { return known }
        conditions.append(condition)
        return conditions.count - 1
    }

    mutating func nextSerial() -> Int {
        serials += 1
        return serials - 1
    }

    /// The next of the branches that were made.
    mutating func nextMade() -> CompiledBranch {
        taken += 1
        return settled(branches[taken - 1])
    }

    mutating func compile(_ branch: RuleBranch, of rule: Rule) -> CompiledBranch {
        let compiled = CompiledBranch(
            rule: rule, branch: branch, RuleBindings(rule), number: branches.count, traits: traits)
        branches.append(compiled)
        return settled(compiled)
    }

    private mutating func settled(_ compiled: CompiledBranch) -> CompiledBranch {
        listeners.add(compiled.number, interests: compiled.interests)
        compiled.number(by: listeners.kinds, condition: compiled.branch.appliesIf.map { number(of: $0) })
        return compiled
    }

    mutating func compile(_ requirement: Requirement) -> CompiledRequirement {
        switch requirement {
        case .endedBy(let causes, let name): return .endedBy(causes, name: name)
        case .event(let selector, let inRun, let name):
            let key = selector.text + "|\(selector.phase.rawValue)|" + (selector.condition?.description ?? "")
            if let number = requirementNumbers[key] { return .event(number, inRun: inRun, name: name) }
            requirements.append(CompiledSelector([selector]))
            requirementNumbers[key] = requirements.count - 1
            return .event(requirements.count - 1, inRun: inRun, name: name)
        }
    }

    /// A run item: what has to be known of every run for the checks that look over several.
    mutating func compile(
        _ item: RunItem, same: [String], takesBack: Bool = false, of rule: Rule
    ) -> RunItemProbe {
        let branch = RuleBranch(check: .runs(items: [item], within: TimeLimit(nanoseconds: 0)), at: item.at)
        let compiled = CompiledBranch(
            rule: rule, branch: branch, RuleBindings(rule), number: branches.count, items: [item], traits: traits)
        branches.append(compiled)
        _ = settled(compiled)
        let probe = RunItemProbe(
            number: probes.count, item: item, same: same, branch: compiled,
            takesBack: takesBack, kinds: listeners.kinds)
        probes.append(probe)
        return probe
    }
}
