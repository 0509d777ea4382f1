// SPDX-License-Identifier: MIT

package import LifelintLanguage
package import LifelintRules

/// Finds what the tests inside a rule would not notice if it were wrong.
package enum MutationTester {
    /// What was tried on a rule.
    package struct Outcome: Sendable {
        /// How many changes still made a rule.
        package var tried = 0
        /// Those that no test noticed.
        package var survivors: [RuleMutation] = []
    }

    /// Runs the rule's tests over every change of it, until the first that fails.
    package static func outcome(of rule: Rule, in library: RuleLibrary) -> Outcome {
        var outcome = Outcome()
        for mutation in RuleMutator.mutations(of: rule) {
            guard let changed = try? library.replacing(rule: rule.id, with: mutation.source),
                var mutant = changed.rule(rule.id)
            else { continue }
            mutant.tests = rule.tests
            outcome.tried += 1
            if RuleTester.arePassed(mutant, in: changed) { outcome.survivors.append(mutation) }
        }
        return outcome
    }
}
