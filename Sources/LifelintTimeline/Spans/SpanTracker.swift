// SPDX-License-Identifier: MIT

import LifelintModel

/// The spans of one run: which are open, and what became of the others.
struct SpanTracker {
    /// An instance.
    struct Instance {
        var span: Int
        var key: String
        var name: String?
        var from: Moment
        var attributes: [String: Value]
        /// Where a stated duration ends it; `.max` where none is stated.
        var closesAt: Int64 = .max
        /// Unions it counts for.
        var unions: [Int] = []
    }

    /// A line of the run's history that an obligation to end left open.
    private(set) var open: [Instance] = []
    private(set) var closed: [SpanInterval] = []
    private(set) var omitted = 0
    /// When something that kept the process running last ended; `.min` if nothing did.
    private(set) var lastKeeperEnd: Int64 = .min
    private(set) var openKeepers = 0
    /// The earliest ``Instance/closesAt``.
    private(set) var nextClose: Int64 = .max
    /// Ends that had no beginning.
    private(set) var unmatchedEnds = 0
    private var lastAttributes: [String: [String: Value]] = [:]
    private var unionCounts: [Int: Int] = [:]

    /// Applies an event; says whether it opened or closed anything.
    mutating func apply(_ event: EventView, spans: CompiledSpans) -> Bool {
        let actions = spans.actions(for: event.record, in: event.batch)
        if actions.isEmpty { return false }
        var changed = false
        for action in actions where action.pattern.meansHalf(of: event.record) {
            if let condition = action.pattern.condition,
                !condition.evaluate(EventFields(record: event.record, batch: event.batch))
            {
                continue
            }
            if action.opens {
                changed = begin(action.span, event, spans) || changed
            } else {
                changed = end(action.span, event, spans) || changed
            }
        }
        return changed
    }

    /// Closes what a stated duration ends by then.
    mutating func settle(upTo time: Int64, spans: CompiledSpans) {
        guard nextClose <= time, nextClose != .max else { return }
        let due = open.filter { $0.closesAt <= time && $0.closesAt != .max }.sorted { $0.closesAt < $1.closesAt }
        for instance in due {
            guard
                let index = open.firstIndex(where: {
                    $0.span == instance.span && $0.key == instance.key && $0.closesAt == instance.closesAt
                })
            else { continue }
            close(index, at: Moment(instance.closesAt, max(instance.from.digits, 3)), replaced: false, spans)
        }
        nextClose = open.lazy.map(\.closesAt).min() ?? .max
    }

    /// Open instances of that span.
    func instances(of name: String, _ spans: CompiledSpans) -> [Instance] {
        open.filter { spans.declarations[$0.span].name == name }
    }

    /// The spans of the run for its report: what is open ends with the run, or stays open where the run goes on.
    func intervals(endedAt end: Moment?, spans: CompiledSpans) -> [SpanInterval] {
        let left = open.map { instance in
            SpanInterval(
                kind: spans.declarations[instance.span].name, key: instance.key, name: instance.name,
                from: instance.from.timestamp,
                to: end.map { instance.closesAt < $0.time ? Moment(instance.closesAt, 9) : $0 }.map {
                    max($0.timestamp, instance.from.timestamp)
                })
        }
        return closed + left
    }

    private mutating func begin(_ span: Int, _ event: EventView, _ spans: CompiledSpans) -> Bool {
        let declaration = spans.declarations[span]
        let key = declaration.key.flatMap { event.text(of: $0) } ?? ""
        if let index = open.firstIndex(where: { $0.span == span && $0.key == key }) {
            switch declaration.whileOpen {
            case .ignore: return false
            case .replace: close(index, at: event.moment, replaced: true, spans)
            case .nest: break
            }
        }
        guard open.count < RunLimits.intervals else {
            omitted += 1
            return false
        }
        let memory = "\(span)/\(key)"
        var attributes = lastAttributes[memory] ?? [:]
        event.gatherAttributes(into: &attributes)
        if lastAttributes.count < RunLimits.intervals { lastAttributes[memory] = attributes }
        var instance = Instance(
            span: span, key: key, name: SpanTracker.name(in: attributes), from: event.moment, attributes: attributes)
        if event.record.phase == .missing, event.record.hasDuration {
            instance.closesAt = event.moment.later(by: max(event.record.duration, 0)).time
            nextClose = min(nextClose, instance.closesAt)
        }
        for membership in spans.memberships[span] {
            if let condition = membership.condition, !condition.evaluate(SpanFields(attributes: attributes)) {
                continue
            }
            instance.unions.append(membership.union)
            joinUnion(membership.union, at: event.moment, spans)
        }
        open.append(instance)
        if declaration.keepsRunning { openKeepers += 1 }
        return true
    }

    private mutating func end(_ span: Int, _ event: EventView, _ spans: CompiledSpans) -> Bool {
        let declaration = spans.declarations[span]
        let stated = declaration.key.flatMap { event.text(of: $0) }
        let closesAll = stated == nil && declaration.key != nil && declaration.missingKeyEndsAll
        var changed = false
        while let index = open.firstIndex(where: { $0.span == span && (closesAll || $0.key == stated ?? "") }) {
            event.gatherAttributes(into: &open[index].attributes)
            if open[index].name == nil { open[index].name = SpanTracker.name(in: open[index].attributes) }
            close(index, at: event.moment, replaced: false, spans)
            changed = true
            if !closesAll, declaration.pairs == .inOrder { break }
        }
        if !changed { changed = endWithoutBegin(span, stated ?? "", event, declaration) }
        return changed
    }

    /// A record written when the work was done tells both ends if it states how long it took.
    private mutating func endWithoutBegin(
        _ span: Int, _ key: String, _ event: EventView, _ declaration: SpanDeclaration
    ) -> Bool {
        guard event.record.phase == .end, event.record.hasDuration,
            declaration.begins.contains(where: { $0.event == event.record.name && $0.phase == .begin })
        else {
            unmatchedEnds += 1
            return false
        }
        var attributes: [String: Value] = [:]
        event.gatherAttributes(into: &attributes)
        append(
            SpanInterval(
                kind: declaration.name, key: key, name: SpanTracker.name(in: attributes),
                from: event.moment.later(by: -max(event.record.duration, 0)).timestamp, to: event.moment.timestamp))
        if declaration.keepsRunning { lastKeeperEnd = max(lastKeeperEnd, event.record.order) }
        return true
    }

    private mutating func close(_ index: Int, at moment: Moment, replaced: Bool, _ spans: CompiledSpans) {
        let instance = open.remove(at: index)
        let declaration = spans.declarations[instance.span]
        if declaration.keepsRunning {
            openKeepers -= 1
            lastKeeperEnd = max(lastKeeperEnd, moment.time)
        }
        append(
            SpanInterval(
                kind: declaration.name, key: instance.key, name: instance.name, from: instance.from.timestamp,
                to: moment.timestamp, isReplaced: replaced))
        for union in instance.unions { leaveUnion(union, at: moment, spans) }
    }

    private mutating func joinUnion(_ union: Int, at moment: Moment, _ spans: CompiledSpans) {
        unionCounts[union, default: 0] += 1
        guard unionCounts[union] == 1 else { return }
        open.append(Instance(span: union, key: "", name: nil, from: moment, attributes: [:]))
        if spans.declarations[union].keepsRunning { openKeepers += 1 }
    }

    private mutating func leaveUnion(_ union: Int, at moment: Moment, _ spans: CompiledSpans) {
        unionCounts[union, default: 1] -= 1
        guard unionCounts[union] == 0, let index = open.firstIndex(where: { $0.span == union }) else { return }
        close(index, at: moment, replaced: false, spans)
    }

    private mutating func append(_ interval: SpanInterval) {
        if closed.count >= RunLimits.intervals {
            let drop = RunLimits.intervals / 2
            let first = RunLimits.intervals / 4
            closed.removeSubrange(first..<(first + drop))
            omitted += drop
        }
        closed.append(interval)
    }

    private static func name(in attributes: [String: Value]) -> String? {
        if case .string(let name)? = attributes["name"] { return name }
        return nil
    }
}
