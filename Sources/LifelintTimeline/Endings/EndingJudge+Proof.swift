// SPDX-License-Identifier: MIT

import LifelintModel

extension EndingJudge {
    /// What says that the run ended, judged twice where some of it is worded in a way that is not known for sure: what
    /// rests on such a line is at most likely.
    func proven() -> Ending {
        var ending = seen()
        if run.reported.isLastEdgeDisputed { ending.confidence = min(ending.confidence, .likely) }
        guard ending.confidence == .certain, exits.contains(where: { !$0.isProven }) else { return ending }
        var sure = self
        sure.exits = exits.filter(\.isProven)
        let isSure = !sure.exits.isEmpty && sure.seen().confirms(ending)
        if !isSure { ending.confidence = .likely }
        return ending
    }

    /// Nothing but an SDK says that the run ended, which saw as little of it as the log: what befell the device, and
    /// the last words of the run, say more.
    func supposed() -> Ending {
        var silent = self
        silent.exits = []
        var ending = silent.unseen()
        if ending.cause == .unknown || ending.cause == .reclaimed { return proven() }
        ending.because = EndingJudge.distinct(ending.because + exits.map(\.evidence))
        ending.candidates += guessed()
        return ending
    }
}

extension Ending {
    /// Whether it says the same, and for certain.
    fileprivate func confirms(_ other: Ending) -> Bool { cause == other.cause && confidence == .certain }
}

extension EventView {
    /// Whether its wording is known to mean what it was read as.
    var isProven: Bool { record.attributesCount == 0 || batch.bool(.proven, of: record) != false }
}
