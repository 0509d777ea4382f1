// SPDX-License-Identifier: MIT

import LifelintModel

/// The spans of one run: which are open, and what became of the others.
///
/// Why a class: every event asks it, and it is big to copy.
final class SpanTracker {
    /// More instances than anything sensible has open at once: looking through them stays cheap.
    private static let openLimit = 1_000
    /// Two lines about one hang differ by no more in where it began and where it was over.
    static let oneHang: Int64 = .milliseconds(250)
    /// Keys whose attributes are remembered for their next instance.
    private static let memoryLimit = 64

    /// Whether the event that was applied last only tells of work that another witness told of.
    private(set) var isTellingAgain = false

    /// An instance.
    struct Instance {
        var span: Int
        var key: String
        var name: String?
        var from: Moment
        var attributes = SpanAttributes()
        /// Where a stated duration ends it.
        var closesAt: Moment?
        /// Unions it counts for.
        var unions: [Int] = []
        /// It as rules will see it, where they ask.
        var taped: TapedSpan?
        /// Who told of it.
        var witness = WitnessClass.system
        /// Whether the app and the system have both told of it.
        var isToldByTwo = false
        /// Whether it may be what another witness tells of under another key.
        var isPooled = false
        /// What began while it was open and outlasts it, the first of each span.
        var outlasting: [Beginning] = []
        /// What last told that it begins, where it may be told again and again, and the number of that event.
        var lastBegin: (moment: Moment, event: Int)?
        /// The event that began it, and others that would have, had it not been open, and are not told to be over.
        var begunBy: EventName?
        var parts: [(name: EventName, from: Moment)] = []
        /// When the first of those was over: unless it turns out to go on until its own end, so was it.
        var firstPartEnd: Moment?
        /// When the main thread was first heard of in it, and the number of that event: unless its own end is told, it
        /// was over by then.
        var response: (moment: Moment, event: Int)?
        /// What the main thread did right behind the beginning.
        var answer = HangAnswer()
        /// Whether it is the main thread that hangs.
        var isHang = false
        /// Nothing tells its end but the end of a part, or the main thread that was heard of.
        var hasInferredEnd = false

        /// When it was over at the latest, unless its own end is told, as it is where it states how long it took.
        var latestEnd: Moment? {
            if closesAt != nil { return nil }
            guard let response else { return firstPartEnd }
            return firstPartEnd.map { min($0, response.moment) } ?? response.moment
        }
    }

    /// An instance that was taken for over when another began: its own end may still be told.
    private struct TakenForOver {
        var instance: Instance
        /// How many were closed before it.
        var closed: Int
        /// Where the tape began then, and how sure the instance was.
        var firstEvent: Int
        var confidence: Confidence
    }

    /// Where an instance begins.
    struct Beginning {
        var span: Int
        var from: Moment
        /// The number of the event that tells it; −1 where nobody asks.
        var event: Int
        var attributes: SpanAttributes
        var witness: WitnessClass
    }

    /// The instances that are open, the oldest first.
    var open: [Instance] = []
    /// Keys under which other witnesses told of instances.
    var partners = SpanPartners()
    private(set) var closed: [SpanInterval] = []
    /// When something that kept the process running last ended; nil if nothing did.
    private(set) var lastKeeperEnd: Moment?
    private(set) var openKeepers = 0
    /// When the run ended, where that is told to the moment.
    var runEnd: Moment?
    /// By the numbers of spans, as bits: of which an end was told.
    private(set) var endsTold: UInt64 = 0
    /// What was last taken for over.
    private var takenForOver: TakenForOver?
    /// Whether a hang may be open of which the main thread has told nothing yet.
    private var awaitsResponse = false
    /// The earliest ``Instance/closesAt``.
    private var nextClose: Int64 = .max
    /// The last attributes of keys, the oldest first.
    private var memories: [(span: Int, key: String, attributes: SpanAttributes)] = []

    /// What ended in the instant in hand, where rules ask and the next of a key does not begin beside the last.
    private var justEnded: [Ended] = []

    /// What an event ended.
    private struct Ended {
        var span: Int
        var key: String
        var moment: Moment
        var event: Int
    }

    /// What reports told of, the latest last: a log may tell it once more.
    private var reported: [Reported] = []

    /// What a report told of.
    private struct Reported {
        var span: Int
        var key: String
        var from: Timestamp
        var to: Timestamp
    }

    /// Applies an event; says whether it opened or closed anything.
    func apply(
        _ event: EventView, spans: CompiledSpans, _ makeTelling: @autoclosure () -> SpanTelling?
    ) -> Bool {
        isTellingAgain = false
        let range = spans.actions(for: event)
        if range.isEmpty { return false }
        let telling = makeTelling()
        var changed = false
        for index in range where spans.actions[index].means(event) {
            let span = spans.actions[index].span
            switch spans.actions[index].effect {
            case .begins: changed = begin(span, event, spans, telling) || changed
            case .describes: describe(span, event, spans)
            case .ends: changed = end(span, event, spans, telling) || changed
            }
        }
        return changed
    }

    /// Applies an event that only ends what began before.
    func applyEnds(_ event: EventView, spans: CompiledSpans, _ telling: SpanTelling?) {
        for index in spans.actions(for: event)
        where spans.actions[index].effect == .ends && spans.actions[index].means(event) {
            _ = end(spans.actions[index].span, event, spans, telling)
        }
    }

    /// Whether something is open that an event of that kind ends.
    func isOpen(endedBy event: EventView, _ spans: CompiledSpans) -> Bool {
        spans.actions(for: event).contains { index in
            let action = spans.actions[index]
            return action.effect == .ends && action.means(event) && open.contains { $0.span == action.span }
        }
    }

    /// Closes what a stated duration ends by then.
    func settle(upTo time: Int64, spans: CompiledSpans, on tape: RunTape?) {
        guard nextClose <= time else { return }
        let telling = tape.map { SpanTelling(tape: $0, event: -1) }
        while let index = nextToClose(), let end = open[index].closesAt, end.order <= time {
            close(index, at: end, replaced: false, spans, telling)
        }
        nextClose = nextToClose().flatMap { open[$0].closesAt?.order } ?? .max
    }

    private func nextToClose() -> Int? {
        var best: Int?
        for (index, instance) in open.enumerated() {
            guard let end = instance.closesAt else { continue }
            if let found = best, let earliest = open[found].closesAt, earliest <= end { continue }
            best = index
        }
        return best
    }

    /// Open instances of that span.
    func instances(of name: String, _ spans: CompiledSpans) -> [Instance] {
        open.filter { spans.declarations[$0.span].name == name }
    }

    /// The spans of the run for its report: what is open ends with the run, or stays open where the run goes on.
    func intervals(endedAt end: Moment?, spans: CompiledSpans) -> [SpanInterval] {
        closed
            + open.map { instance in
                var to = end
                var isEnded = false
                if let end, let stated = instance.closesAt, stated <= end {
                    to = stated
                    isEnded = true
                }
                return SpanInterval(
                    kind: spans.declarations[instance.span].name, key: instance.key, name: instance.name,
                    from: instance.from.timestamp, to: to.map { max($0, instance.from).timestamp }, isEnded: isEnded)
            }
    }

    // MARK: Beginnings

    private func begin(
        _ span: Int, _ event: EventView, _ spans: CompiledSpans, _ telling: SpanTelling?
    ) -> Bool {
        let key = spans.declarations[span].key.flatMap { event.text(of: $0) } ?? ""
        let isPooled = spans.declarations[span].pooled?.evaluate(EventFields(event: event)) ?? false
        noteOutlasting(span, key, event, spans, telling)
        if spans.declarations[span].pooled != nil, join(span, key, event, isPooled: isPooled) { return true }
        var left: [Int] = []
        if let index = toldAgain(span, key, by: event, spans.declarations[span]) {
            open[index].isToldByTwo = true
            isTellingAgain = spans.declarations[span].whileOpen == .nest
            open[index].attributes.gather(event)
            open[index].name = open[index].attributes.name
            open[index].taped?.adopt(key, attributes: open[index].attributes)
            return true
        }
        if let index = firstOpen(span, key) {
            switch spans.declarations[span].whileOpen {
            case .ignore where open[index].latestEnd != nil:
                takeForOver(index, spans, on: telling?.tape)
                // Who tells that the next begins tells no end of the last any more.
                if takenForOver?.instance.begunBy == event.name { takenForOver = nil }
            case .ignore:
                if let telling { open[index].lastBegin = (event.moment, telling.event) }
                notePart(of: index, event)
                return false
            case .replace: left = closeMember(index, at: event.moment, replaced: true, spans, telling)
            case .nest: break
            }
        }
        guard open.count < SpanTracker.openLimit else { return false }
        var instance = Instance(span: span, key: key, from: event.moment)
        instance.attributes = remembered(span, key)
        instance.attributes.gather(event)
        if isRemembered(whileOpen: span, key, spans) { remember(instance) }
        instance.name = instance.attributes.name
        instance.witness = event.record.witness
        instance.isPooled = isPooled
        instance.begunBy = event.name
        if SpanTracker.isHang(event.name), spans.declarations[span].name == "hang" {
            instance.isHang = true
            awaitsResponse = true
        }
        instance.taped = telling?.begin(
            spans.declarations[span].name, key: key, at: event.moment, attributes: instance.attributes)
        if let telling {
            if let rival = rival(of: span, key, at: event.moment) { instance.taped?.noteBegin(besides: rival) }
            if spans.declarations[span].whileOpen == .ignore { instance.lastBegin = (event.moment, telling.event) }
        }
        if event.record.tellsBothEnds, event.record.name.declaration?.matches != .callback {
            // A callback's duration is its own, not that of what it begins.
            let end = event.moment.later(by: max(event.record.duration, 0))
            instance.closesAt = end
            nextClose = min(nextClose, end.order)
        }
        add(instance, at: event.moment, spans, telling)
        // Only now: a union goes on where one member takes the place of another.
        for union in left { leaveUnion(union, at: event.moment, spans, telling) }
        return true
    }

    /// The event that ended the last of a key in the instant in which the next one begins.
    private func rival(of span: Int, _ key: String, at moment: Moment) -> Int? {
        if justEnded.isEmpty { return nil }
        justEnded.removeAll { !$0.moment.isOfInstant(of: moment) }
        return justEnded.last { $0.span == span && $0.key == key }?.event
    }

    /// Notes that an event is about to end an instance, and what of its instant would begin another had it come later.
    private func noteEnd(_ instance: Instance, _ moment: Moment, _ spans: CompiledSpans, _ telling: SpanTelling?) {
        guard let telling, spans.declarations[instance.span].whileOpen != .nest else { return }
        if let begin = instance.lastBegin, begin.event != telling.event, begin.moment.isOfInstant(of: moment) {
            instance.taped?.noteEnd(besides: begin.event)
        }
        if let last = justEnded.last, !last.moment.isOfInstant(of: moment) {
            justEnded.removeAll(keepingCapacity: true)
        }
        if justEnded.count < SpanTracker.openLimit {
            justEnded.append(Ended(span: instance.span, key: instance.key, moment: moment, event: telling.event))
        }
    }

    private func add(
        _ beginning: Instance, at moment: Moment, _ spans: CompiledSpans, _ telling: SpanTelling?
    ) {
        var instance = beginning
        for membership in spans.memberships[instance.span] {
            if let condition = membership.condition, !condition.evaluate(instance.attributes) { continue }
            instance.unions.append(membership.union)
            joinUnion(membership.union, at: moment, spans, telling)
        }
        open.append(instance)
        if spans.declarations[instance.span].keepsRunning { openKeepers += 1 }
    }

    /// Keeps, at what is open, what begins meanwhile and outlasts it.
    private func noteOutlasting(
        _ span: Int, _ key: String, _ event: EventView, _ spans: CompiledSpans, _ telling: SpanTelling?
    ) {
        guard let outlasted = spans.outlasted[span] else { return }
        for index in open.indices where open[index].span == outlasted && open[index].key == key {
            // In its own instant nobody knows which of the two came first.
            let resolution = max(open[index].from.resolution, event.moment.resolution)
            guard event.moment.since(open[index].from) > resolution,
                !open[index].outlasting.contains(where: { $0.span == span })
            else { continue }
            var attributes = SpanAttributes()
            attributes.gather(event)
            open[index].outlasting.append(
                Beginning(
                    span: span, from: event.moment, event: telling?.event ?? -1, attributes: attributes,
                    witness: event.record.witness))
        }
    }

    /// Keeps what is told of an instance before it begins, for the next one of its key.
    private func describe(_ span: Int, _ event: EventView, _ spans: CompiledSpans) {
        guard let key = spans.declarations[span].key.flatMap({ event.text(of: $0) }) else { return }
        var instance = Instance(span: span, key: key, from: event.moment)
        instance.attributes = remembered(span, key)
        instance.attributes.gather(event)
        remember(instance)
    }

    /// What is open and begins in an event only in the words of another witness.
    private func toldAgain(
        _ span: Int, _ key: String, by event: EventView, _ declaration: SpanDeclaration
    ) -> Int? {
        switch declaration.whileOpen {
        case .ignore: return nil
        case .replace:
            guard !key.isEmpty, let index = firstOpen(span, key), open[index].witness != event.record.witness else {
                return nil
            }
            return open[index].from.isWithin(TimelineWindows.sameEdge, of: event.moment) ? index : nil
        case .nest:
            guard declaration.key == nil else { return nil }
            return open.firstIndex { $0.span == span && isSameWork($0, as: event) }
        }
    }

    /// Whether work that the system handed to the app is what the app tells of, or the other way round: each tells of
    /// it once, and what both name is the same.
    private func isSameWork(_ instance: Instance, as event: EventView) -> Bool {
        guard !instance.isToldByTwo, (instance.witness == .app) != (event.record.witness == .app),
            instance.witness != .report, event.record.witness != .report
        else { return false }
        var names = SpanAttributes()
        names.gather(event)
        var isNamed = false
        for item in names.items {
            guard case .string = item.value else { continue }
            if let other = instance.attributes.value(of: item.key), other != item.value { return false }
            // Each calls the name by its own key.
            isNamed = isNamed || instance.attributes.items.contains { $0.value == item.value }
        }
        // Where it was launched for it, an app hears of it when it has finished launching.
        let window = isNamed ? TimelineWindows.longestLaunch : TimelineWindows.sameEdge
        return instance.from.isWithin(window, of: event.moment)
    }

    func firstOpen(_ span: Int, _ key: String) -> Int? {
        for index in open.indices where open[index].span == span && open[index].key == key { return index }
        return nil
    }

    /// Whether an instance is open at that time: what a stated duration ends by then is not.
    func isOpen(_ span: Int, _ key: String, at time: Int64) -> Bool {
        open.contains { $0.span == span && $0.key == key && $0.closesAt.map { $0.order > time } ?? true }
    }

    private func remembered(_ span: Int, _ key: String) -> SpanAttributes {
        memories.last { $0.span == span && $0.key == key }?.attributes ?? SpanAttributes()
    }

    /// Keeps the attributes of an instance that is over for the next one of its key.
    private func remember(_ instance: Instance) {
        if instance.attributes.isEmpty { return }
        if let index = memories.lastIndex(where: { $0.span == instance.span && $0.key == instance.key }) {
            memories[index].attributes = instance.attributes
            return
        }
        if memories.count >= SpanTracker.memoryLimit { memories.removeFirst() }
        memories.append((instance.span, instance.key, instance.attributes))
    }

    /// Whether the next instance of a key may begin, or be described, before this one is over, and inherits all the
    /// same.
    ///
    /// Without the key nobody knows whether what is open side by side is of one.
    private func isRemembered(whileOpen span: Int, _ key: String, _ spans: CompiledSpans) -> Bool {
        let declaration = spans.declarations[span]
        return (declaration.whileOpen == .nest || !declaration.describedBy.isEmpty)
            && (!key.isEmpty || declaration.key == nil)
    }

    /// Keeps what the end of an instance says beside what others of its key have said since it began.
    private func remember(endOf instance: Instance, _ event: EventView) {
        if let index = memories.lastIndex(where: { $0.span == instance.span && $0.key == instance.key }) {
            memories[index].attributes.gather(event)
        } else {
            remember(instance)
        }
    }

    // MARK: Ends

    private func end(
        _ span: Int, _ event: EventView, _ spans: CompiledSpans, _ telling: SpanTelling?
    ) -> Bool {
        let declaration = spans.declarations[span]
        let stated = declaration.key.flatMap { event.text(of: $0) }
        let closesAnyKey = stated == nil && declaration.key != nil && declaration.missingKeyEndsAll
        let closesAll = closesAnyKey || declaration.pairs == .all
        let key = partners.take(stated ?? "", of: span) ?? stated ?? ""
        if takenForOver != nil { goOnAfterAll(span, key, event, spans, telling) }
        var changed = false
        var isOfPart = false
        // What was told several times in one step of a clock may have ended as many.
        var others = event.repetitions
        var index = 0
        while index < open.count {
            guard open[index].span == span, closesAnyKey || open[index].key == key else {
                index += 1
                continue
            }
            if let from = beginOfPart(of: index, event, declaration) {
                // What began when it was over is none of it.
                if let end = open[index].latestEnd, end <= from {
                    takeForOver(index, spans, on: telling?.tape)
                    continue
                }
                open[index].firstPartEnd = open[index].firstPartEnd ?? event.moment
                isOfPart = true
                index += 1
                continue
            }
            let beginning = outlasting(open[index], event, spans)
            if let beginning, beginning.from == open[index].from {
                open[index].taped?.noteInferred()
                index += 1
                continue
            }
            let ended = open[index].key
            if others < event.repetitions { open[index].taped?.noteInferred() }
            open[index].attributes.gather(event)
            open[index].name = open[index].attributes.name
            if isRemembered(whileOpen: span, open[index].key, spans) { remember(endOf: open[index], event) }
            open[index].taped?.gatherEnd(event)
            if declaration.hasUniqueKeys, !closesAnyKey, !key.isEmpty { open[index].taped?.noteOnePair() }
            noteEnd(open[index], event.moment, spans, telling)
            if event.record.witness == .report {
                noteReported(span, open[index].key, from: open[index].from, to: event.moment)
            }
            close(index, at: event.moment, replaced: false, spans, telling)
            changed = true
            if let beginning { goOn(beginning, ended, at: event.moment, spans, telling) }
            if !closesAll {
                if others == 0 { break }
                others -= 1
            }
            // Closing may have closed a union before it, too.
            index = 0
        }
        return changed || !isOfPart && endWithoutBegin(span, key, event, declaration, telling)
    }

    /// Notes what would have begun an instance, were none open: it is a part of that one.
    private func notePart(of index: Int, _ event: EventView) {
        guard event.name != .custom, event.name != open[index].begunBy,
            !open[index].parts.contains(where: { $0.name == event.name })
        else { return }
        open[index].parts.append((event.name, event.moment))
    }

    /// When that began of which an event tells the end, if it is no more than a part of an instance: what began later
    /// than that, in the words of another event that begins such a span, too.
    ///
    /// Where it neither says how long it took nor was told to begin, it is of what is open.
    private func beginOfPart(of index: Int, _ event: EventView, _ declaration: SpanDeclaration) -> Moment? {
        guard declaration.whileOpen == .ignore, event.name != open[index].begunBy,
            declaration.begins.contains(where: { $0.event == event.name })
        else { return nil }
        let part = open[index].parts.firstIndex { $0.name == event.name }
        var from = part.map { open[index].parts[$0].from }
        if event.record.hasDuration { from = event.moment.later(by: -max(event.record.duration, 0)) }
        if let part { open[index].parts.remove(at: part) }
        return from.flatMap { $0.since(open[index].from) > SpanTracker.oneHang ? $0 : nil }
    }

    private static func isHang(_ name: EventName) -> Bool {
        name == .hang || name == .runloopStall || name == .reportHang
    }

    /// The main thread did something: a hang that is open is over, unless its own end is told later; says whether one
    /// is.
    ///
    /// - Parameter number: that of the event.
    func noteResponse(_ event: EventView, number: Int) -> Bool {
        guard awaitsResponse else { return false }
        awaitsResponse = false
        var isAnswer = false
        for index in open.indices {
            guard open[index].isHang, open[index].closesAt == nil, open[index].response == nil else { continue }
            if open[index].answer.take(event, toHangFrom: open[index].from) {
                open[index].response = (event.moment, number)
                isAnswer = true
            } else {
                awaitsResponse = true
            }
        }
        return isAnswer
    }

    /// Closes what is open and was over at the latest at a time that is known, since nothing tells its own end any
    /// more.
    func endWithParts(_ spans: CompiledSpans, on tape: RunTape?) {
        while let index = open.firstIndex(where: { $0.latestEnd != nil }) { endWithPart(index, spans, on: tape) }
    }

    private func endWithPart(_ index: Int, _ spans: CompiledSpans, on tape: RunTape?) {
        guard let end = open[index].latestEnd else { return }
        open[index].hasInferredEnd = true
        var event = -1
        if let response = open[index].response, response.moment == end {
            // By then, and nobody knows since when.
            open[index].taped?.noteInferred(.possible)
            if let tape, response.event >= tape.firstEvent { event = response.event }
        } else {
            open[index].taped?.noteInferred()
        }
        close(
            index, at: end, replaced: false, spans, tape.map { SpanTelling(tape: $0, event: event, isEarlier: true) })
    }

    /// Closes what was over at the latest at a time that is known, since another begins, and keeps it for its own end.
    private func takeForOver(_ index: Int, _ spans: CompiledSpans, on tape: RunTape?) {
        takenForOver = nil
        if open[index].unions.isEmpty {
            takenForOver = TakenForOver(
                instance: open[index], closed: closed.count, firstEvent: tape?.firstEvent ?? 0,
                confidence: open[index].taped?.edges.confidence ?? .certain)
        }
        endWithPart(index, spans, on: tape)
    }

    /// An event tells the end of what was taken for over: it went on, and what began meanwhile was part of it.
    private func goOnAfterAll(
        _ span: Int, _ key: String, _ event: EventView, _ spans: CompiledSpans, _ telling: SpanTelling?
    ) {
        guard let taken = takenForOver, taken.instance.span == span, taken.instance.key == key,
            taken.instance.begunBy == event.name
        else { return }
        takenForOver = nil
        if event.record.hasDuration {
            // What began later than that is another one.
            let from = event.moment.later(by: -max(event.record.duration, 0))
            if from.since(taken.instance.from) > SpanTracker.oneHang { return }
        }
        let declaration = spans.declarations[span]
        // Rules have seen that it was over where the tape was cut since.
        guard taken.closed < closed.count, taken.firstEvent == telling?.tape.firstEvent ?? 0 else { return }
        open.removeAll { instance in
            guard instance.span == span, instance.key == key else { return false }
            if declaration.keepsRunning { openKeepers -= 1 }
            return true
        }
        let later = closed[taken.closed...].filter { $0.kind != declaration.name || $0.key != key }
        closed.replaceSubrange(taken.closed..., with: later)
        if let taped = taken.instance.taped { telling?.tape.takeBack(endOf: taped, taken.confidence) }
        open.insert(taken.instance, at: open.firstIndex { $0.from > taken.instance.from } ?? open.count)
        if declaration.keepsRunning { openKeepers += 1 }
    }

    /// What outlasts that which the event closes: it began in the one that was begun last.
    ///
    /// Why the last: of older ones the end may never have been told.
    private func outlasting(_ instance: Instance, _ event: EventView, _ spans: CompiledSpans) -> Beginning? {
        guard let outlasted = spans.outlasted[instance.span],
            spans.actions(for: event).contains(where: { index in
                let action = spans.actions[index]
                return action.span == outlasted && action.effect == .ends && action.means(event)
            })
        else { return nil }
        return open.last { $0.span == outlasted && $0.key == instance.key }?
            .outlasting.first { $0.span == instance.span }
    }

    /// An instance is over, and what began meanwhile and outlasts the other is open.
    private func goOn(
        _ beginning: Beginning, _ key: String, at moment: Moment, _ spans: CompiledSpans, _ telling: SpanTelling?
    ) {
        var instance = Instance(span: beginning.span, key: key, from: beginning.from)
        instance.attributes = beginning.attributes
        instance.name = beginning.attributes.name
        instance.witness = beginning.witness
        instance.taped = telling?.begin(
            spans.declarations[beginning.span].name, key: key, at: beginning.from, attributes: instance.attributes,
            toldBy: beginning.event)
        instance.taped?.noteInferred()
        add(instance, at: moment, spans, telling)
    }

    /// A record written when the work was done tells both ends if it states how long it took.
    private func endWithoutBegin(
        _ span: Int, _ key: String, _ event: EventView, _ declaration: SpanDeclaration, _ telling: SpanTelling?
    ) -> Bool {
        guard event.record.phase == .end, event.record.hasDuration,
            declaration.begins.contains(where: { $0.event == event.record.name && $0.phase == .begin })
        else { return false }
        let from = event.moment.later(by: -max(event.record.duration, 0))
        // All hangs of a window are told as of its end: those are as many, and none is a part of another.
        let isOfWindow = event.record.witness == .report && event.batch.bool(.windowed, of: event.record) == true
        if !isOfWindow, isToldAlready(span, key, from: from, event, declaration.name) { return false }
        if event.record.witness == .report, !isOfWindow { noteReported(span, key, from: from, to: event.moment) }
        var attributes = SpanAttributes()
        attributes.gather(event)
        // Some time in a window is no time behind the end of the run.
        var to = event.moment
        if isOfWindow, let runEnd { to = min(to, runEnd) }
        append(
            SpanInterval(
                kind: declaration.name, key: key, name: attributes.name,
                from: to.later(by: -max(event.record.duration, 0)).timestamp, to: to.timestamp, isInferred: isOfWindow))
        if let telling {
            let taped = telling.begin(declaration.name, key: key, at: from, attributes: attributes, isEarlier: true)
            taped.gatherEnd(event)
            telling.end(taped, at: event.moment, isReplaced: false)
        }
        if declaration.keepsRunning { noteKeeperEnd(event.moment) }
        return true
    }

    /// Whether a report tells what a log told, or a log what a report did: what overlaps is one.
    private func isToldAlready(_ span: Int, _ key: String, from: Moment, _ event: EventView, _ name: String) -> Bool {
        let (from, to) = (from.timestamp, event.moment.timestamp)
        // The main thread hangs once at a time: what each way to measure it writes when it is over tells of one hang.
        if event.name == .hang, event.record.witness != .report,
            closed.contains(where: {
                $0.kind == name && $0.key == key && $0.from.isWithin(SpanTracker.oneHang, of: from)
                    && ($0.to ?? to).isWithin(SpanTracker.oneHang, of: to)
            })
        {
            return true
        }
        guard event.record.witness == .report else {
            return reported.contains { $0.span == span && $0.key == key && $0.from < to && from < $0.to }
        }
        return closed.contains { $0.kind == name && $0.key == key && $0.from < to && from < ($0.to ?? to) }
    }

    private func noteReported(_ span: Int, _ key: String, from: Moment, to: Moment) {
        if reported.count >= SpanTracker.memoryLimit { reported.removeFirst() }
        reported.append(Reported(span: span, key: key, from: from.timestamp, to: to.timestamp))
    }

    private func close(
        _ index: Int, at moment: Moment, replaced: Bool, _ spans: CompiledSpans, _ telling: SpanTelling?
    ) {
        for union in closeMember(index, at: moment, replaced: replaced, spans, telling) {
            leaveUnion(union, at: moment, spans, telling)
        }
    }

    /// Closes an instance; returns the unions that it may have left.
    private func closeMember(
        _ index: Int, at moment: Moment, replaced: Bool, _ spans: CompiledSpans, _ telling: SpanTelling?
    ) -> [Int] {
        let instance = open.remove(at: index)
        if let taped = instance.taped { telling?.end(taped, at: moment, isReplaced: replaced) }
        let declaration = spans.declarations[instance.span]
        if !replaced, !instance.hasInferredEnd { endsTold |= SpanTracker.bit(of: instance.span) }
        if declaration.keepsRunning {
            openKeepers -= 1
            noteKeeperEnd(moment)
        }
        if !isRemembered(whileOpen: instance.span, instance.key, spans) { remember(instance) }
        append(
            SpanInterval(
                kind: declaration.name, key: instance.key, name: instance.name, from: instance.from.timestamp,
                to: max(moment, instance.from).timestamp, isInferred: instance.hasInferredEnd, isReplaced: replaced))
        return instance.unions
    }

    /// The bit of a span; more spans than there are bits are told apart no more.
    static func bit(of span: Int) -> UInt64 { span < UInt64.bitWidth ? 1 << UInt64(span) : 0 }

    private func noteKeeperEnd(_ moment: Moment) {
        lastKeeperEnd = lastKeeperEnd.map { max($0, moment) } ?? moment
    }

    private func append(_ interval: SpanInterval) {
        if closed.count >= RunLimits.intervals {
            takenForOver = nil
            let first = RunLimits.intervals / 4
            closed.removeSubrange(first..<(first + RunLimits.intervals / 2))
        }
        closed.append(interval)
    }

    // MARK: Unions

    private func joinUnion(
        _ union: Int, at moment: Moment, _ spans: CompiledSpans, _ telling: SpanTelling?
    ) {
        guard !open.contains(where: { $0.span == union }) else { return }
        var instance = Instance(span: union, key: "", from: moment)
        instance.taped = telling?.begin(
            spans.declarations[union].name, key: "", at: moment, attributes: instance.attributes)
        open.append(instance)
        if spans.declarations[union].keepsRunning { openKeepers += 1 }
    }

    private func leaveUnion(
        _ union: Int, at moment: Moment, _ spans: CompiledSpans, _ telling: SpanTelling?
    ) {
        guard !open.contains(where: { $0.unions.contains(union) }),
            let index = open.firstIndex(where: { $0.span == union })
        else { return }
        close(index, at: moment, replaced: false, spans, telling)
    }
}

extension Moment {
    /// Whether the clock does not tell an earlier moment from this one.
    fileprivate func isOfInstant(of later: Moment) -> Bool { later.since(self) < max(resolution, later.resolution) }
}

extension Timestamp {
    fileprivate func isWithin(_ distance: Int64, of other: Timestamp) -> Bool {
        nanoseconds.subtractingClamped(other.nanoseconds).magnitude <= distance.magnitude
    }
}
