// SPDX-License-Identifier: MIT

/// What rules came to in one run, for who looks over runs: most are never asked for.
struct RunResults {
    private let result: RunResult
    /// Those of rules that use others.
    private let using: [RuleResult]
    private let compiled: CompiledRules

    init(_ result: RunResult, using: [RuleResult], _ compiled: CompiledRules) {
        self.result = result
        self.using = using
        self.compiled = compiled
    }

    /// All of them, with the rules of who asks.
    var all: [RuleResult] { result.results(compiled) + using }

    /// The machine of a branch of a rule; nil where none had to look at the run.
    func machine(of branch: CompiledBranch, _ rule: CompiledRule) -> CheckMachine? {
        if let own = result.machines.machine(of: branch.number) { return own }
        return using.first { $0.rule.serial == rule.serial }?.machine(of: branch)
    }
}
