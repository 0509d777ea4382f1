// SPDX-License-Identifier: MIT

import LifelintModel

/// What a rule lacks that is good enough to run: `rules check` and the shipped pack ask for it.
package enum RuleDiagnostics {
    /// Everything that the rule lacks, in a fixed order.
    package static func warnings(of rule: Rule) -> [LoadingProblem] {
        var problems: [LoadingProblem] = []
        func warn(_ code: ProblemCode, _ message: String) {
            problems.append(LoadingProblem(rule: rule, code, at: rule.at, message))
        }
        if !rule.tests.contains(where: { $0.expectation == .bad }) {
            warn(.missingTest, "The rule has no test in which it fires: one with “bad”.")
        }
        if !rule.tests.contains(where: { $0.expectation != .bad }) {
            warn(.missingTest, "The rule has no test in which it stays silent: one with “ok”.")
        }
        if rule.why.isEmpty { warn(.badRule, "The rule does not say why it is a mistake: “why” is missing.") }
        if rule.fix.isEmpty { warn(.badRule, "The rule does not say what to do instead: “fix” is missing.") }
        return problems + absences(of: rule)
    }

    /// Expected events whose absence means something only where the log could have shown them.
    private static func absences(of rule: Rule) -> [LoadingProblem] {
        var problems: [LoadingProblem] = []
        // Who mostly does a thing has shown that the log tells of it.
        var habit: [Requirement] = []
        if case .events(let events) = rule.usually?.share {
            habit = events.map { .event($0, inRun: false, name: $0.text) }
        }
        for branch in rule.variants.last?.body.branches ?? [] {
            guard let expected = branch.check.expected, !expected.isEmpty else { continue }
            let required = Array(branch.requires.joined()) + habit
            let isRequired = expected.contains { selector in required.contains { $0.covers(selector) } }
            if isRequired { continue }
            let names = expected.map(\.text).joined(separator: " or ")
            problems.append(
                LoadingProblem(
                    rule: rule, .badRule, at: branch.at,
                    "“\(names)” is expected but not among “requires”: a log that never shows it is judged, too."))
        }
        return problems
    }
}

extension Check {
    /// Events of which the absence is a violation.
    fileprivate var expected: [EventSelector]? {
        switch self {
        // Where nothing tells of it, nothing is concluded.
        case .response(let response)
        where !response.toldBy.isEmpty && response.onSilence != .violated && response.onSilence != .possible:
            nil
        case .response(let response): response.expect
        case .between(_, _, let events, false): events
        case .onDevice(let check): check.expected
        default: nil
        }
    }
}

extension Requirement {
    /// Whether it asks for an event that the selector may mean.
    fileprivate func covers(_ selector: EventSelector) -> Bool {
        guard case .event(let own, _, _) = self else { return false }
        return selector.names.contains { name in own.names.contains { $0.covers(name) } }
    }
}

extension EventSelector.Name {
    fileprivate func covers(_ other: EventSelector.Name) -> Bool {
        if self == other { return true }
        guard case .glob(let glob) = self else { return false }
        switch other {
        case .event(let event): return glob.matches(event.text)
        case .custom(let name): return glob.matches(name)
        case .glob: return false
        }
    }
}
