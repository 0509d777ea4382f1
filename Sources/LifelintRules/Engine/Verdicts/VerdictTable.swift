// SPDX-License-Identifier: MIT

import LifelintModel

/// The verdicts of every rule, counted for each app.
struct VerdictTable {
    private let ruleCount: Int
    private var numbers: [String: Int] = [:]
    /// By the number of the app, then by the index of the rule.
    private var rows: [[VerdictCounts]] = []
    /// Verdicts of one run, and mostly those of the next, are of one app.
    private var latest: (app: String, number: Int)?

    /// Nothing is counted yet of so many rules.
    init(ruleCount: Int) { self.ruleCount = ruleCount }

    /// Counts verdicts of the rule with that index, so many times.
    mutating func add(_ counts: VerdictCounts, times: Int = 1, rule: Int, app: String) {
        rows[number(of: app)][rule].add(counts, times: times)
    }

    /// The next run spoke against so many violations.
    mutating func contradict(_ count: Int, because reason: Outcome.Reason, rule: Int, app: String) {
        rows[number(of: app)][rule].contradict(count, because: reason)
    }

    /// The verdicts of a rule over all apps.
    func total(rule: Int) -> VerdictCounts {
        var total = VerdictCounts()
        for row in rows { total.add(row[rule]) }
        return total
    }

    /// The apps, by name, with their verdicts by the index of the rule.
    var apps: [(app: String, counts: [VerdictCounts])] {
        numbers.sorted { $0.key < $1.key }.map { ($0.key, rows[$0.value]) }
    }

    private mutating func number(of app: String) -> Int {
        if let latest, latest.app == app { return latest.number }
        let number = numbers[app] ?? rows.count
        if number == rows.count {
            numbers[app] = number
            rows.append(Array(repeating: VerdictCounts(), count: ruleCount))
        }
        latest = (app, number)
        return number
    }
}
