// SPDX-License-Identifier: MIT

import LifelintModel

/// An instance of a span as rules will see it, from its beginning on.
///
/// Why a class: the tape lists it, and the tracker closes it.
final class TapedSpan {
    private(set) var edges: RunStretch.SpanEdges
    private var beginAttributes: SpanAttributes
    private var endAttributes = SpanAttributes()

    init(_ edges: RunStretch.SpanEdges, attributes: SpanAttributes) {
        self.edges = edges
        beginAttributes = attributes
    }

    /// It ends.
    func end(at moment: Moment, event: Int, position: Int, isReplaced: Bool = false) {
        edges.end = max(moment, edges.begin)
        edges.endEvent = event
        edges.endPosition = max(position, edges.beginPosition)
        edges.isReplaced = isReplaced
    }

    /// Another witness tells of the same under that key, which is the one that rules see.
    func adopt(_ key: String, attributes: SpanAttributes) {
        edges.key = key
        beginAttributes = attributes
    }

    /// The event that is about to end it bears a key that no other instance has.
    func noteOnePair() { edges.isOnePair = true }

    /// The event that opens it comes in the instant of one that would end it had it come later.
    func noteBegin(besides rival: Int) { edges.beginRival = rival }

    /// The event that is about to end it comes in the instant of one that would begin another had it come later.
    func noteEnd(besides rival: Int) { edges.endRival = rival }

    /// Nobody says that it is open, or when it was over: that follows from what was told of another.
    func noteInferred(_ confidence: Confidence = .likely) { edges.confidence = min(edges.confidence, confidence) }

    /// It turned out to go on, as surely as before.
    func takeBackEnd(_ confidence: Confidence) {
        edges.end = nil
        edges.endEvent = -1
        edges.endPosition = nil
        edges.isReplaced = false
        edges.confidence = confidence
    }

    /// Takes the attributes of the event that is about to end it.
    func gatherEnd(_ event: EventView) { endAttributes.gather(event) }

    /// The instance with its attributes; without its end where that lies behind a cut.
    func edges(before cut: Int) -> RunStretch.SpanEdges {
        var edges = self.edges
        for item in beginAttributes.items { edges.attributes[item.key] = item.value }
        if edges.beginEvent >= cut { edges.beginEvent = -1 }
        guard let position = edges.endPosition, position < cut else {
            edges.end = nil
            edges.endPosition = nil
            edges.endEvent = -1
            edges.isReplaced = false
            edges.isOnePair = false
            edges.endRival = -1
            return edges
        }
        for item in endAttributes.items { edges.attributes["end." + item.key] = item.value }
        if edges.endEvent >= cut { edges.endEvent = -1 }
        return edges
    }
}

/// Tells a tape what becomes of spans at the event at hand.
struct SpanTelling {
    let tape: RunTape
    /// The number of the event; −1 where none opens or closes anything.
    let event: Int
    /// Whether the event was told before the one at hand.
    var isEarlier = false

    /// An instance begins at a moment that the event tells.
    func begin(
        _ kind: String, key: String, at moment: Moment, attributes: SpanAttributes, isEarlier: Bool = false
    ) -> TapedSpan {
        let position = isEarlier ? tape.position(of: moment.order, after: -1) : tape.count + (event >= 0 ? 1 : 0)
        return tape.add(
            TapedSpan(
                RunStretch.SpanEdges(
                    kind: kind, number: tape.nextSpanNumber(), key: key, begin: moment, beginPosition: position,
                    beginEvent: event),
                attributes: attributes))
    }

    /// An instance began at an event that was told before the one at hand.
    func begin(
        _ kind: String, key: String, at moment: Moment, attributes: SpanAttributes, toldBy event: Int
    ) -> TapedSpan {
        tape.add(
            TapedSpan(
                RunStretch.SpanEdges(
                    kind: kind, number: tape.nextSpanNumber(), key: key, begin: moment,
                    beginPosition: max(event + 1, tape.firstEvent), beginEvent: event),
                attributes: attributes))
    }

    /// An instance ends.
    func end(_ span: TapedSpan, at moment: Moment, isReplaced: Bool) {
        guard event >= 0 else {
            let position = tape.position(of: moment.order, after: span.edges.beginEvent)
            return span.end(at: moment, event: -1, position: position, isReplaced: isReplaced)
        }
        span.end(at: moment, event: event, position: isEarlier ? event + 1 : tape.count + 1, isReplaced: isReplaced)
    }
}
