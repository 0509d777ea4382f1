// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the sentences that say how much was used and how much is allowed.
struct ResourceSentence {
    private let phrases: PhraseTexts

    init(_ settings: IncidentSettings) { phrases = settings.phrases }

    /// `90 seconds cpu time over 150 seconds (60% cpu average), exceeding limit of 50% cpu over 180 seconds`.
    ///
    /// What labels have said stays.
    func read(_ view: ByteView, _ range: Range<Int>, _ use: inout ResourceUse) {
        let usedEnd =
            phrases.start(of: .resourceLimit, in: view, from: range.lowerBound, to: range.upperBound)
            ?? range.upperBound
        if let used = Measure(view, range.lowerBound, usedEnd) {
            use.used = use.used ?? used.amount
            use.usedOver = use.usedOver ?? window(view, used.end, usedEnd)
        }
        guard let limit = phrases.end(of: .resourceLimit, in: view, from: usedEnd, to: range.upperBound),
            let allowed = Measure(view, limit, range.upperBound)
        else { return }
        let over = window(view, allowed.end, range.upperBound)
        use.limitOver = use.limitOver ?? over
        let isRate = phrases.start(of: .resourceRate, in: view, from: allowed.end, to: range.upperBound) != nil
        use.limit = use.limit ?? total(allowed, isRate: isRate, over: over)
    }

    /// `(Limit 50%) Observed 60% over 180 secs`, `(Limit 150/sec) Observed 195/sec over 300 secs`.
    ///
    /// In which units memory is counted, the kind tells that is known by now.
    func readException(_ view: ByteView, _ range: Range<Int>, _ use: inout ResourceUse) {
        let over = window(view, range.lowerBound, range.upperBound)
        let isMemory = use.kind == .memory
        use.usedOver = over
        if let limit = measure(behind: .resourceThrownLimit, view, range) {
            use.limit = isMemory ? limit.memory : total(limit, isRate: isRate(limit, view, range), over: over)
            use.limitOver = over
        }
        // `MEMORY (limit=1450 MB, unused=0x0)`.
        if use.limit == nil, let limit = measure(behind: .resourceMemoryLimit, view, range) {
            use.limit = isMemory ? limit.memory : limit.amount
        }
        if let used = measure(behind: .resourceObserved, view, range) {
            use.used = isMemory ? used.memory : total(used, isRate: isRate(used, view, range), over: over)
        }
    }

    private func measure(behind key: Phrases.Key, _ view: ByteView, _ range: Range<Int>) -> Measure? {
        phrases.end(of: key, in: view, from: range.lowerBound, to: range.upperBound)
            .flatMap { Measure(view, $0, range.upperBound) }
    }

    private func isRate(_ measure: Measure, _ view: ByteView, _ range: Range<Int>) -> Bool {
        phrases.end(of: .resourceThrownRate, in: view, at: measure.end, to: range.upperBound) != nil
    }

    /// A share or a rate over a time is an amount; without the time nothing is known.
    private func total(_ measure: Measure, isRate: Bool, over: Int64?) -> Double? {
        guard isRate || measure.unit == "%" else { return measure.amount }
        guard let over, let amount = measure.amount else { return nil }
        return amount * (Double(over) / 1e9) / (measure.unit == "%" ? 100 : 1)
    }

    /// `over 150 seconds`, `over the last 300 seconds`.
    private func window(_ view: ByteView, _ start: Int, _ end: Int) -> Int64? {
        guard let number = phrases.end(of: .resourceOver, in: view, from: start, to: end) else { return nil }
        return Measure(view, phrases.end(of: .resourceLast, in: view, at: number, to: end) ?? number, end)?.nanoseconds
    }
}
