// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the sentences that say how much was used and how much is allowed.
enum ResourceSentence {
    /// `90 seconds cpu time over 150 seconds (60% cpu average), exceeding limit of 50% cpu over 180 seconds`.
    ///
    /// What labels have said stays.
    static func read(_ view: ByteView, _ range: Range<Int>, _ use: inout ResourceUse) {
        let limit = ByteSearch.find("limit of ", in: view, from: range.lowerBound, to: range.upperBound)
        let usedEnd = limit ?? range.upperBound
        if let used = Measure(view, range.lowerBound, usedEnd) {
            use.used = use.used ?? used.amount
            use.usedOver = use.usedOver ?? window(view, used.end, usedEnd)
        }
        guard let limit, let allowed = Measure(view, limit + 9, range.upperBound) else { return }
        let over = window(view, allowed.end, range.upperBound)
        use.limitOver = use.limitOver ?? over
        let isRate = ByteSearch.find("per second", in: view, from: allowed.end, to: range.upperBound) != nil
        use.limit = use.limit ?? total(allowed, isRate: isRate, over: over)
    }

    /// `(Limit 50%) Observed 60% over 180 secs`, `(Limit 150/sec) Observed 195/sec over 300 secs`.
    static func readException(_ view: ByteView, _ range: Range<Int>, _ use: inout ResourceUse) {
        let over = window(view, range.lowerBound, range.upperBound)
        use.usedOver = over
        if let found = ByteSearch.find("Limit ", in: view, from: range.lowerBound, to: range.upperBound),
            let limit = Measure(view, found + 6, range.upperBound)
        {
            let isRate = view.starts("/sec", at: limit.end, to: range.upperBound)
            use.limit = total(limit, isRate: isRate, over: over)
            use.limitOver = over
        }
        // `MEMORY (limit=1450 MB, unused=0x0)`.
        if use.limit == nil,
            let found = ByteSearch.find("limit=", in: view, from: range.lowerBound, to: range.upperBound)
        {
            use.limit = Measure(view, found + 6, range.upperBound)?.amount
        }
        if let found = ByteSearch.find("Observed ", in: view, from: range.lowerBound, to: range.upperBound),
            let used = Measure(view, found + 9, range.upperBound)
        {
            use.used = total(used, isRate: view.starts("/sec", at: used.end, to: range.upperBound), over: over)
        }
    }

    /// A share or a rate over a time is an amount; without the time nothing is known.
    private static func total(_ measure: Measure, isRate: Bool, over: Int64?) -> Double? {
        guard isRate || measure.unit == "%" else { return measure.amount }
        guard let over, let amount = measure.amount else { return nil }
        return amount * (Double(over) / 1e9) / (measure.unit == "%" ? 100 : 1)
    }

    /// `over 150 seconds`, `over the last 300 seconds`.
    private static func window(_ view: ByteView, _ start: Int, _ end: Int) -> Int64? {
        guard let found = ByteSearch.find("over ", in: view, from: start, to: end) else { return nil }
        let number = found + 5
        let skipsWords = view.starts("the last ", at: number, to: end)
        return Measure(view, skipsWords ? number + 9 : number, end)?.nanoseconds
    }
}
