// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// One death, one headline: which of the rules violated in one run speaks for which others.
final class Subsumption {
    /// By rule: all that may stand above it, whatever is violated.
    private let ancestors: [String: Set<String>]
    /// By rule: those that name it in `subsumes`.
    private let namers: [String: [String]]
    private let headlines: [String: Int]
    /// Rules that stand above any other.
    private let speaking: Set<String>
    /// Headlines about a run that ended and the one that follows.
    private let ofFirstEnd: Set<String>
    /// Rules that a rule over several runs may subsume, or that may subsume one: what they find is final only at the
    /// end.
    let waitForHistory: Set<String>

    init(_ rules: [Rule], headlines order: [String], overRuns: Set<String>) {
        let numbers = Dictionary(rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        // By the number of a rule: those that stand right above it.
        var parents = [[Int]](repeating: [], count: rules.count)
        for (number, rule) in rules.enumerated() {
            for id in rule.subsumes { if let below = numbers[id] { parents[below].append(number) } }
        }
        namers = Dictionary(
            zip(rules, parents).map { ($0.id, $1.map { rules[$0].id }) }, uniquingKeysWith: { first, _ in first })
        let present = order.compactMap { numbers[$0] }
        for (index, number) in present.enumerated() { parents[number] += present[..<index] }
        var ancestors: [String: Set<String>] = [:]
        for (number, rule) in rules.enumerated() where !parents[number].isEmpty {
            ancestors[rule.id] = Set(Subsumption.closure(of: number, parents).map { rules[$0].id })
        }
        self.ancestors = ancestors
        var speaking: Set<String> = []
        for (number, above) in parents.enumerated() {
            for parent in above where parent != number { speaking.insert(rules[parent].id) }
        }
        self.speaking = speaking
        ofFirstEnd = Set(
            rules.filter {
                order.contains($0.id)
                    && $0.variants.flatMap(\.body.branches).contains { branch in
                        if case .runs = branch.check { true } else { false }
                    }
            }
            .map(\.id))
        headlines = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let below = ancestors.filter { !$0.value.isDisjoint(with: overRuns) }.keys
        waitForHistory = overRuns.reduce(into: Set(below)) { $0.formUnion(ancestors[$1] ?? []) }
    }

    private static func closure(of number: Int, _ parents: [[Int]]) -> [Int] {
        var found: [Int] = []
        var isFound = [Bool](repeating: false, count: parents.count)
        var waiting = [number]
        while let next = waiting.popLast() {
            for parent in parents[next] where parent != number && !isFound[parent] {
                isFound[parent] = true
                found.append(parent)
                waiting.append(parent)
            }
        }
        return found
    }

    /// Whether findings of that rule may speak for others.
    func speaksForOthers(_ id: String) -> Bool { speaking.contains(id) }

    /// Relates the findings of one run to their primaries.
    func relate(_ findings: inout [DraftFinding]) {
        guard findings.count > 1 else { return }
        let speaking = findings.filter { $0.finding.suppressed == nil }
        let violated = Violated(
            rules: Set(speaking.map(\.finding.rule)), ofEnd: Set(speaking.filter(\.isOfEnd).map(\.finding.rule)))
        for index in findings.indices {
            let finding = findings[index].finding
            guard ancestors[finding.rule]?.isDisjoint(with: violated.rules) == false else { continue }
            let above = above(finding.rule, isOfEnd: findings[index].isOfEnd, violated)
            let top = above.filter { id in
                self.above(id, isOfEnd: violated.ofEnd.contains(id), violated).isDisjoint(with: above)
            }
            guard let primaryRule = top.min(by: { rank($0) < rank($1) }),
                let primary = speaking.filter({
                    $0.finding.rule == primaryRule && speaks($0.finding, of: finding)
                }).min(by: Subsumption.precedes)
            else { continue }
            if Subsumption.weight(finding.severity) > Subsumption.weight(primary.finding.severity) { continue }
            findings[index].finding.relatedTo = primary.finding.fingerprint
        }
    }

    /// The rules that are violated in a run, and those among them that speak of how it ended.
    private struct Violated {
        var rules: Set<String>
        var ofEnd: Set<String>
    }

    /// The violated rules that stand above another one.
    private func above(_ id: String, isOfEnd: Bool, _ violated: Violated) -> Set<String> {
        var found: Set<String> = []
        var waiting = rightAbove(id, isOfEnd: isOfEnd, violated)
        while let next = waiting.popLast() {
            guard next != id, found.insert(next).inserted else { continue }
            waiting += rightAbove(next, isOfEnd: violated.ofEnd.contains(next), violated)
        }
        return found.intersection(violated.rules)
    }

    /// Those right above it: whoever names it, violated or not, since what subsumes goes on.
    ///
    /// Headlines are ordered where both are violated and speak of the end: what a run did before did not end it.
    private func rightAbove(_ id: String, isOfEnd: Bool, _ violated: Violated) -> [String] {
        let named = namers[id] ?? []
        guard isOfEnd, let place = headlines[id] else { return named }
        return named + violated.ofEnd.filter { headlines[$0].map { $0 < place } ?? false }
    }

    /// Whether a headline is about the end that another one is about.
    ///
    /// Of runs that follow each other the first one's end is meant: what ended the next one does not tell that.
    private func speaks(_ primary: Finding, of finding: Finding) -> Bool {
        guard ofFirstEnd.contains(finding.rule), primary.runs.count == 1, let first = finding.runs.first else {
            return true
        }
        return primary.runs.contains(first)
    }

    private func rank(_ id: String) -> (Int, String) { (headlines[id] ?? .max, id) }

    private static func precedes(_ left: DraftFinding, _ right: DraftFinding) -> Bool {
        if left.isOfEnd != right.isOfEnd { return left.isOfEnd }
        return (left.finding.time.nanoseconds, left.finding.key ?? "") < (
            right.finding.time.nanoseconds, right.finding.key ?? ""
        )
    }

    static func weight(_ severity: Finding.Severity) -> Int {
        switch severity {
        case .error: 3
        case .warning: 2
        case .info: 1
        }
    }
}
