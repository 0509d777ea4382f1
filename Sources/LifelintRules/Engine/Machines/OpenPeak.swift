// SPDX-License-Identifier: MIT

import LifelintModel

/// Too many instances that are open at once, with what else begins and ends in their instant: the order of that may be
/// untold.
struct OpenPeak {
    let outcome: Outcome
    private var begun: [SpanInstance] = []
    /// Each with how many had begun then.
    private var ended: [(span: SpanInstance, begun: Int)] = []
    /// The last beginning, and until when its clock may tell of what came before it.
    private var last: (order: Int64, until: Int64) = (.min, .min)

    init(_ outcome: Outcome, _ open: [SpanInstance]) {
        self.outcome = outcome
        for span in open { begin(span) }
    }

    /// Whether what begins or ends then may have done so before one of them began.
    func isOfInstant(_ moment: Moment) -> Bool {
        moment.order < max(last.until, last.order.addingClamped(moment.resolution))
    }

    mutating func begin(_ span: SpanInstance) {
        begun.append(span)
        guard let event = span.beginEvent else { return }
        let order = event.moment.order
        last = (max(last.order, order), max(last.until, order.addingClamped(event.clockStep)))
    }

    mutating func end(_ span: SpanInstance) {
        if begun.contains(where: { $0 === span }) { ended.append((span, begun.count)) }
    }

    /// How many were open at once at least: each end as early as it may have come.
    var smallest: Int {
        var needed = ended.map { row in begun.indices.count { isFirst($0, before: row) } }
        var isPlaced = [Bool](repeating: false, count: begun.count)
        var left = Array(ended.indices)
        var (open, most) = (0, 0)
        while let next = left.indices.min(by: { needed[left[$0]] < needed[left[$1]] }) {
            let row = ended[left.remove(at: next)]
            for place in begun.indices where !isPlaced[place] && isFirst(place, before: row) {
                isPlaced[place] = true
                open += 1
                for other in left where isFirst(place, before: ended[other]) { needed[other] -= 1 }
            }
            most = max(most, open)
            open -= 1
        }
        return max(most, open + isPlaced.count { !$0 })
    }

    /// Whether an instance certainly began before one ended.
    private func isFirst(_ place: Int, before row: (span: SpanInstance, begun: Int)) -> Bool {
        let span = begun[place]
        if span === row.span { return true }
        guard place < row.begun, let event = span.beginEvent else { return place < row.begun }
        return !row.span.isEndTied(with: event)
    }
}
