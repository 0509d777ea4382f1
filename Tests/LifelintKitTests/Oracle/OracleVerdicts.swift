// SPDX-License-Identifier: MIT

/// What the oracle expects of a rule: how often it came to each verdict, why, and the first lines of its findings.
struct OracleVerdicts: Equatable, CustomStringConvertible {
    var violated = 0
    var satisfied = 0
    var inconclusive = 0
    var notEvaluated = 0
    var reasons: [String: Int] = [:]
    /// In rising order.
    var lines: [Int] = []
    /// The description of the language leaves a choice here: nothing is to be compared.
    var isOpen = false

    mutating func violate(_ line: Int) {
        violated += 1
        lines.append(line)
    }

    mutating func doubt(_ reason: String) {
        inconclusive += 1
        reasons[reason, default: 0] += 1
    }

    mutating func skip(_ reason: String) {
        notEvaluated += 1
        reasons[reason, default: 0] += 1
    }

    /// The end of a run cuts a window, or the horizon leaves it open.
    mutating func cut(by run: OracleRun) { doubt(run.isSeen ? "run-ended-first" : "window-open") }

    var description: String {
        let reasons = reasons.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        return "violated \(violated), satisfied \(satisfied), inconclusive \(inconclusive), "
            + "notEvaluated \(notEvaluated), why {\(reasons)}, lines \(lines.sorted())"
    }
}
