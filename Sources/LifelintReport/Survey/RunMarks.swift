// SPDX-License-Identifier: MIT

import LifelintModel

/// Signs and names of styles that say how bad something is: the sign and the word beside it carry the meaning, the
/// colour only stresses it.
enum RunMarks {
    /// The sign of an ending.
    static func sign(rank: Int, _ cause: EndingCause) -> String {
        switch rank {
        case _ where cause == .stillRunning: "○"
        case (RunSurvey.unseenRank + 1)... where cause != .unknown: "✕"
        case 1...: "?"
        default: "✓"
        }
    }

    /// The sign of a severity.
    static func sign(_ severity: Finding.Severity?) -> String {
        switch severity {
        case .error: "■"
        case .warning: "▲"
        case .info: "●"
        case nil: "✓"
        }
    }

    /// The style of a severity.
    static func style(_ severity: Finding.Severity?) -> String { severity?.rawValue ?? "none" }
}
