// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// An instance of a span within one run, as rules see it.
final class SpanInstance {
    let kind: String
    /// The number of its kind: see ``SpanKinds``.
    let kindNumber: Int
    let key: String
    let begin: Moment
    let beginClocks: ClockReading
    let beginEvent: SeenEvent?
    /// How many main-thread events and callbacks the run had had when it began, its own beginning included.
    let mainEventsAtBegin: Int
    var end: Moment?
    var endClocks: ClockReading?
    var endEvent: SeenEvent?
    var isReplaced = false
    var confidence: Confidence
    /// The length its source states.
    var statedDuration: Int64?
    /// A callback of which so far only the begin is told.
    var isBegunOnly = false
    /// Nothing else ran on the main thread between its begin and its end, both of which were there; of an instance that
    /// is open when the run ends, since its begin.
    var isBlocked = false
    /// The app was in the background, all of its windows together, when it began.
    var isHidden = false
    /// It was open when the run ended.
    var isOpenAtEnd = false
    var attributes: [String: Value]
    /// Where the log first lost something while it was open: its end may have been among that.
    private(set) var loss: Loss?
    /// Where a log that does not tell its end first lost something while it was open: a suspension may have been among
    /// that.
    private(set) var lossElsewhere: Loss?
    /// Whoever tells its beginning tells its end, too.
    var isToldWhole = false
    /// Its begin and its end are certainly of one instance, whatever was lost between them.
    var isOnePair = false
    /// It began in the instant in which the one before it ended, and nothing tells that it was not that which ended
    /// then.
    var isBeginUntold = false
    /// It ended in the instant in which it was told that it begins, and nothing tells that another did not begin after
    /// that.
    var isEndUntold = false
    /// Whether the clock was changed while it was open.
    var hasClockChange = false

    init(
        kind: String, number: Int, key: String, begin: Moment, clocks: ClockReading, event: SeenEvent?,
        confidence: Confidence,
        attributes: [String: Value], mainEvents: Int
    ) {
        self.kind = kind
        kindNumber = number
        self.key = key
        self.begin = begin
        beginClocks = clocks
        beginEvent = event
        self.confidence = confidence
        self.attributes = attributes
        mainEventsAtBegin = mainEvents
    }

    /// A stretch that the log lost.
    struct Loss {
        /// The line that tells of it.
        var event: SeenEvent
        /// Where the stretch begins at the earliest; nil where nobody says.
        var from: RunWalk.Mark?
    }

    /// The log lost something while it was open.
    func note(_ loss: Loss) { if self.loss == nil { self.loss = loss } }

    /// Another log lost something while it was open.
    func note(elsewhere loss: Loss) { if lossElsewhere == nil { lossElsewhere = loss } }

    /// Where any log first lost something while it was open: nobody knows since then for how long it is.
    var firstLoss: Loss? {
        guard let loss, let lossElsewhere else { return loss ?? lossElsewhere }
        return lossElsewhere.event.moment < loss.event.moment ? lossElsewhere : loss
    }

    /// Whether nobody knows for how long it was open: its end may be lost, and the one that was seen another's, or the
    /// process may have slept meanwhile.
    var isDoubtful: Bool { firstLoss != nil && !isOnePair && statedDuration == nil }

    /// One record tells both its ends, by saying how long it took.
    var isOneRecord: Bool {
        guard let beginEvent, beginEvent.record.tellsBothEnds else { return false }
        return endEvent.map { $0.number == beginEvent.number } ?? true
    }

    /// The number of the event that began it.
    var number: Int { beginEvent?.number ?? -1 }

    /// Its length on a clock, where its source states that; nil where it is measured.
    ///
    /// How much of what is stated passed in a state of the app is not, unless all of it did.
    func statedLength(on clock: RuleClock) -> Int64? {
        guard let statedDuration, let endClocks else { return nil }
        switch clock {
        case .wall, .running: return statedDuration
        case .background, .active:
            let isWhole = length(on: clock, now: endClocks) == length(on: .wall, now: endClocks)
            return isWhole ? statedDuration : nil
        }
    }

    /// How much of a length is certain that is counted from what is told in such steps; of a millisecond nobody speaks.
    static func least(of length: Int64, step: Int64) -> Int64 {
        step > 1_000_000 ? max(length.subtractingClamped(step), 0) : length
    }

    /// Its length on a clock, so far if it is open.
    func length(on clock: RuleClock, now: ClockReading) -> Int64 {
        let end = endClocks ?? now
        return end[clock].subtractingClamped(beginClocks[clock])
    }
}

/// The fields of an instance, as conditions and messages ask for them.
struct SpanFields {
    let span: SpanInstance
    let now: ClockReading

    func value(of name: FieldName) -> Value? {
        switch name.known {
        case .key: return span.key.isEmpty ? nil : .string(span.key)
        case .begin: return .instant(span.begin.timestamp)
        case .end: return span.end.map { .instant($0.timestamp) }
        // Nobody knows how long it took where its end may be lost.
        case .duration where span.isDoubtful, .wallDuration where span.isDoubtful: return nil
        case .duration where span.isOpenAtEnd: return .duration(span.length(on: .running, now: now))
        case .duration: return .duration(span.statedDuration ?? span.length(on: .running, now: now))
        case .wallDuration: return .duration(span.length(on: .wall, now: now))
        case .replaced: return .bool(span.isReplaced)
        case .inferred: return .bool(span.confidence < .certain)
        case .blocked: return .bool(span.isBlocked)
        case .hidden: return .bool(span.isHidden)
        case .openAtEnd: return .bool(span.isOpenAtEnd)
        default: break
        }
        if !span.attributes.isEmpty, let value = span.attributes[name.text] { return value }
        if let atEnd = name.atEnd { return span.endEvent?.value(of: atEnd) }
        if let value = span.beginEvent?.value(of: name), name.known != .name || span.beginEvent?.hasName == true {
            return value
        }
        return name.known == .kind ? .string(span.kind) : nil
    }
}

extension SeenEvent {
    /// Whether an attribute gives it a name beside that of the event.
    var hasName: Bool { batch.attribute(.name, of: record) != nil }
}
