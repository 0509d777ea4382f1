// SPDX-License-Identifier: MIT

import LifelintModel

/// `share: A · of: B`: counts both in one run; the group judges.
final class ShareMachine: CheckMachine {
    /// What one run adds to a group.
    struct Tally {
        var share = 0
        var of = 0
        var lines: [Outcome.Line] = []
    }

    private static let kept = 8

    private let check: Check.Share
    private let shareEvents: CompiledSelector
    private let ofEvents: CompiledSelector
    private let shareSpan: CompiledSpanSelector?
    private let ofSpan: CompiledSpanSelector?
    private(set) var tally = Tally()

    init(_ check: Check.Share, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.check = check
        shareEvents = branch.selector(0, check.share.events.first ?? [])
        ofEvents = branch.selector(1, check.of.events.first ?? [])
        shareSpan = check.share.spans.first.map { branch.span(0, $0) }
        ofSpan = check.of.spans.first.map { branch.span(1, $0) }
        super.init(branch, walk)
    }

    /// Its counts are asked for, too.
    override var plainCount: Int32? { tally.share == 0 && tally.of == 0 ? super.plainCount : nil }

    override func take(_ event: SeenEvent) {
        guard isAllowed else { return }
        if ofEvents.match(event, walk) != nil { tally.of += 1 }
        if shareEvents.match(event, walk) != nil { count(line(event, "one of them")) }
    }

    override func spanEnded(_ span: SpanInstance) {
        if let ofSpan, ofSpan.matches(span, walk) { tally.of += 1 }
        if let shareSpan, shareSpan.matches(span, walk) { count(beginLine(of: span, "one of them")) }
    }

    private func count(_ line: Outcome.Line) {
        tally.share += 1
        tally.lines.append(line)
        if tally.lines.count > ShareMachine.kept { tally.lines.removeFirst() }
    }
}
