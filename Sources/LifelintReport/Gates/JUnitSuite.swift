// SPDX-License-Identifier: MIT

/// A rule as a test case.
struct JUnitCase {
    /// What became of it.
    enum Outcome {
        case passed
        case skipped(reason: String)
        case failed(type: String, message: String, text: String)
    }

    /// The rule's id.
    let rule: String
    let outcome: Outcome
}

/// Test cases of one app, or of all.
struct JUnitSuite {
    let name: String
    /// When its evidence begins.
    let timestamp: String
    let cases: [JUnitCase]
    /// What no test case can say.
    var notes: [String] = []

    /// How many failed.
    var failures: Int {
        cases.count { if case .failed = $0.outcome { true } else { false } }
    }

    /// How many could not be judged, or do not count.
    var skipped: Int {
        cases.count { if case .skipped = $0.outcome { true } else { false } }
    }
}
