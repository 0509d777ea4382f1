// SPDX-License-Identifier: MIT

package import LifelintModel

extension RuleEngine {
    /// A run that is over, judged as far as it stands alone: what looks over runs, or rests on others, comes later.
    package struct JudgedRun {
        let result: RunResult
        let told: ToldStretch
        /// The stretches before, where rules of higher levels want to see them again.
        let parts: [ToldStretch]
        /// How many machines looked at it.
        let machineCount: Int
    }

    /// Judges runs alone: nothing that one run comes to depends on another, so several may do so side by side.
    package final class Judges {
        private let compile: () -> CompiledRules
        /// The compiled rules, made when there is a run to judge: a short log occupies few of those who could judge.
        fileprivate private(set) var used: CompiledRules?
        private lazy var compiled = {
            let compiled = compile()
            used = compiled
            return compiled
        }()
        private lazy var keepsParts = compiled.rules.contains { ($0.standard?.level ?? 0) > 0 }
        private var open: [Int: RunJudge] = [:]
        private var parts: [Int: [ToldStretch]] = [:]

        init(_ compile: @autoclosure @escaping () -> CompiledRules) { self.compile = compile }

        /// Takes the next stretch of a run; gives what the run came to where that was the last one.
        package func take(_ stretch: RunStretch) -> JudgedRun? {
            let told = ToldStretch(stretch)
            let judge = open.removeValue(forKey: stretch.number) ?? RunJudge(told, compiled)
            judge.take(told)
            guard stretch.isComplete else {
                open[stretch.number] = judge
                if keepsParts { parts[stretch.number, default: []].append(told) }
                return nil
            }
            return JudgedRun(
                result: judge.finish(), told: told, parts: parts.removeValue(forKey: stretch.number) ?? [],
                machineCount: judge.machineCount)
        }
    }

    /// The compiled rules that it and others who judged for it used, once all of them are done with runs.
    package func released(_ judges: [Judges]) -> [PreparedRules] {
        var released = [compiled]
        for used in judges.compactMap(\.used) where !released.contains(where: { $0 === used }) {
            released.append(used)
        }
        return released.map { PreparedRules($0) }
    }
}
