// SPDX-License-Identifier: MIT

import LifelintModel

/// How many runs of a report ended in some way without that being certain.
struct UnsureEndings {
    private var likely = 0
    private var possible = 0

    /// By cause, as far as there are any.
    static func count(_ report: any ReportContents) throws -> [EndingCause: UnsureEndings] {
        var counts: [EndingCause: UnsureEndings] = [:]
        try report.forEachRun { run in
            guard Phrasing.saysHowSure(run.ending) else { return }
            switch run.ending.confidence {
            case .certain: break
            case .likely: counts[run.ending.cause, default: UnsureEndings()].likely += 1
            case .possible: counts[run.ending.cause, default: UnsureEndings()].possible += 1
            }
        }
        return counts
    }

    /// `2 of them likely`; nil where all are certain.
    func text(of count: Int) -> String? { Phrasing.unsure(likely: likely, possible: possible, of: count) }
}
