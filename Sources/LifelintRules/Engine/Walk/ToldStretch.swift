// SPDX-License-Identifier: MIT

import LifelintModel

/// The lines that events of a run lie in: their bytes, what their inputs are called, and whose they are.
final class SeenLines {
    let batch: EventBatch
    let files: [String]
    let identity: ToldIdentity

    init(_ batch: EventBatch, files: [String], identity: ToldIdentity) {
        self.batch = batch
        self.files = files
        self.identity = identity
    }
}

/// A stretch of a run as its judges pass it on.
///
/// Why a class: a stretch is big to copy, and many look at it.
final class ToldStretch {
    let stretch: RunStretch
    /// When the run ended, where that was told and lies here: of an end for which a window of time is told, when it was
    /// heard of last.
    let lastMoment: Moment?
    private let lines: SeenLines
    /// Who the run is, as far as it is known here.
    var identity: ToldIdentity { lines.identity }

    init(_ stretch: RunStretch) {
        self.stretch = stretch
        let isTold = stretch.run.end.isKnown || stretch.endEvidence != nil
        lastMoment = isTold && stretch.isComplete && !stretch.isStillRunning ? stretch.end : nil
        lines = SeenLines(stretch.events, files: stretch.files, identity: ToldIdentity(stretch.run))
    }

    /// The event at that index of the stretch.
    func seen(_ index: Int, half: SeenEvent.Half) -> SeenEvent {
        seen(index, half: half, at: ToldStretch.moment(of: lines.batch.records[index], half: half))
    }

    func seen(_ index: Int, half: SeenEvent.Half, at moment: Moment) -> SeenEvent {
        let event = SeenEvent(
            number: stretch.firstEvent + index, lines: lines, index: index, moment: moment, half: half)
        return stretch.isComplete ? event : event.detached
    }

    /// When a half of what a record tells is.
    static func moment(of record: EventRecord, half: SeenEvent.Half) -> Moment {
        let moment = Moment(record)
        return half == .end && record.tellsBothEnds ? moment.later(by: max(record.duration, 0)) : moment
    }

    /// The event of that number of the run; nil where it lies in a stretch before.
    func seen(number: Int) -> SeenEvent? {
        let index = number - stretch.firstEvent
        guard lines.batch.records.indices.contains(index) else { return nil }
        return seen(index, half: .point)
    }
}
