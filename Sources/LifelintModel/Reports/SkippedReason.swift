// SPDX-License-Identifier: MIT

/// Why a rule judged nothing, as `why` of its verdicts says it in a report.
///
/// Why a text inside: each rule that skips a run counts one, and a report that was read may have any.
package struct SkippedReason: RawRepresentable, Hashable, Sendable {
    /// A value is told nowhere, such as how long something took.
    package static let valueMissing = SkippedReason(rawValue: "value-missing")
    /// There are too few runs or cases for a habit.
    package static let tooFewRuns = SkippedReason(rawValue: "min_runs")
    /// The app does not usually do what the rule speaks of.
    package static let unusual = SkippedReason(rawValue: "usually")

    private static let requires = "requires "

    /// As reports write it.
    package let rawValue: String

    /// Any reason, as a report has it.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The evidence does not show what the rule asks for under `requires`, of which one has to be shown.
    package static func requires(_ names: [String]) -> SkippedReason {
        SkippedReason(rawValue: requires + names.joined(separator: " or "))
    }

    /// Whether it is that the evidence does not show what the rule requires.
    package var isRequirement: Bool { rawValue.hasPrefix(SkippedReason.requires) }

    /// What the rule requires and the evidence does not show; nil for any other reason.
    package var requirement: String? {
        isRequirement ? String(rawValue.dropFirst(SkippedReason.requires.count)) : nil
    }
}

extension VerdictCounts {
    /// So many times nothing was judged.
    package mutating func skip(_ reason: SkippedReason, times: Int = 1) {
        notEvaluated += times
        reasons[reason.rawValue, default: 0] += times
    }

    /// Whether something that the rule requires was not shown.
    package var lacksRequirement: Bool { reasons.keys.contains { SkippedReason(rawValue: $0).isRequirement } }

    /// What the rule requires and the evidence does not show, in no order.
    package var requirements: [String] { reasons.keys.compactMap { SkippedReason(rawValue: $0).requirement } }
}
