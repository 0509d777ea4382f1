// SPDX-License-Identifier: MIT

import LifelintModel

extension Phrasing {
    /// Why a rule came to no verdict, as reports for people say it; what is no code is told as it is.
    static func reason(_ code: String) -> String { reasons[code] ?? code }

    private static let reasons = [
        SkippedReason.tooFewRuns.rawValue: "too few runs or cases to tell a habit",
        SkippedReason.valueMissing.rawValue: "no log tells a value, such as how long a callback took",
        SkippedReason.unusual.rawValue: "the app does not usually do it",
        "window-open": "the evidence ends before the time is over",
        "run-ended-first": "the run ended first",
        "run-end-unseen": "the end of the run was not seen",
        "start-unseen": "the start of the run was not seen",
        "ending-unknown": "how the run ended is not known",
        "next-run-contradicts": "the next run contradicts it",
        "gap": "a part of the evidence is missing",
        "clock-changed": "the clock was changed",
        "interrupted": "something else came between",
        "lost-tail": "the last lines of the app may be lost",
        "order-untold": "the clock is too coarse to tell what came first",
    ]
}
