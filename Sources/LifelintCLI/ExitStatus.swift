// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// How the process ends: what scripts and continuous integration rely on.
enum ExitStatus: Int32, CaseIterable, Sendable {
    /// Nothing at or above the severity that fails.
    case success = 0
    /// Findings at or above it.
    case findings = 1
    /// The command line, the configuration or a rule is wrong, or a report could not be written; of commands other than
    /// `analyze`, also that input is unread.
    case usage = 2
    /// Input of `analyze` is unread; the rest was analysed and reported.
    case unread = 3
    /// With `--strict`: a rule came to no verdict.
    case inconclusive = 4

    /// Which status wins when several apply, the strongest first.
    static let precedence: [ExitStatus] = [.usage, .unread, .findings, .inconclusive, .success]

    /// The status of a process to which all of these apply.
    static func first(of statuses: [ExitStatus]) -> ExitStatus {
        precedence.first { statuses.contains($0) } ?? .success
    }

    /// The status of a finished analysis; `failsFixed` is for baselines that have to shrink.
    static func of(
        _ header: ReportHeader, failOn threshold: FailThreshold, isStrict: Bool, failsFixed: Bool = false
    ) -> ExitStatus {
        var statuses: [ExitStatus] = []
        if header.inputs.contains(where: \.isMissing) { statuses.append(.unread) }
        if threshold.count(in: header.summary) > 0 { statuses.append(.findings) }
        if failsFixed, !header.fixed.isEmpty { statuses.append(.findings) }
        if isStrict, header.verdicts.values.contains(where: { $0.inconclusive > 0 || $0.notEvaluated > 0 }) {
            statuses.append(.inconclusive)
        }
        return first(of: statuses)
    }

    /// The status of a command that only reads: no number of its own says that input is unread.
    static func ofReading(_ header: ReportHeader) -> ExitStatus {
        header.inputs.contains(where: \.isMissing) ? .usage : .success
    }
}

/// The lowest severity whose findings fail: the value of `--fail-on`.
enum FailThreshold: String, CaseIterable, Sendable {
    case error, warning, info, never

    /// Findings at or above it.
    func count(in summary: ReportHeader.Summary) -> Int {
        switch self {
        case .error: summary.errors
        case .warning: max(summary.errors, summary.warnings)
        case .info: max(summary.errors, summary.warnings, summary.infos)
        case .never: 0
        }
    }
}
