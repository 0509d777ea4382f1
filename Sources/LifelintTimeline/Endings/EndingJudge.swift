// SPDX-License-Identifier: MIT

import LifelintModel

/// Says why a run ended: one cause, what it rests on, what it excludes and what remains.
///
/// Precedence: what a system line or report says of this process; then what happened to the device or the app's
/// installation; then the process's last words; then the state at its last event. Nothing is called a crash or a memory
/// kill for want of a better word: unknown is a result.
struct EndingJudge {
    let run: RunMachine
    let table: TerminationTable

    static func judge(_ run: RunMachine, isStillRunning: Bool) -> Ending {
        let judge = EndingJudge(run: run, table: run.settings.terminations)
        var ending =
            if isStillRunning {
                Ending(cause: .stillRunning, confidence: .certain)
            } else if !run.exits.isEmpty {
                judge.seen()
            } else if run.facts.boot != nil || run.facts.respring != nil {
                judge.endOfDevice()
            } else {
                judge.implied()
            }
        if run.words.openHang != nil, !isStillRunning { ending.detail[.duringHang] = .bool(true) }
        // Conclusions that cross an assumed zone are at most likely.
        if run.hasAssumedZone, run.hasStatedZone, !isStillRunning {
            ending.confidence = min(ending.confidence, .likely)
        }
        return ending
    }

    /// The state the process was in when it ended.
    var state: AppState? { run.app.current }

    /// How sure it is that the process was suspended; nil if it was not.
    var suspension: Confidence? {
        guard state == .suspended else { return nil }
        return run.app.isInferred ? run.inferredSuspension ?? .possible : .certain
    }

    /// An ending that rests on those lines.
    func ending(
        _ cause: EndingCause, _ confidence: Confidence, because lines: [EvidenceLine],
        detail: [EndingDetail: Value] = [:]
    ) -> Ending {
        var ending = Ending(cause: cause, confidence: confidence)
        ending.detail = detail
        for line in lines where !ending.because.contains(line) { ending.because.append(line) }
        if ending.because.count > 8 { ending.because.removeLast(ending.because.count - 8) }
        return ending
    }

    /// The lines that a conclusion from silence rests on.
    var silence: [EvidenceLine] {
        [run.lastLine] + [run.facts.successor?.evidence].compactMap(\.self)
    }
}
