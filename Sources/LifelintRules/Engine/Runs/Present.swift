// SPDX-License-Identifier: MIT

import LifelintModel

/// What occurs in a run at all: rules about anything else need no machine.
struct Present {
    /// What there is to do for a check.
    enum Work {
        case some, none
        /// It is satisfied, and that is all.
        case satisfied
    }

    /// The same as numbers; nil where more occurs than is told apart.
    var words: [UInt64]? {
        if hasAnyCustom { return nil }
        var words: [UInt64] = []
        words.reserveCapacity((events.count + kinds.count) / 64 + custom.count + 3)
        var word: UInt64 = isStillRunning ? 1 : 0
        var used = 1
        for (place, occurs) in events.enumerated() {
            if occurs, heard[place] { word |= 1 << UInt64(used) }
            used += 1
            if used == 64 {
                words.append(word)
                (word, used) = (0, 0)
            }
        }
        for occurs in kinds {
            if occurs { word |= 1 << UInt64(used) }
            used += 1
            if used == 64 {
                words.append(word)
                (word, used) = (0, 0)
            }
        }
        words.append(word)
        for number in custom.compactMap(\.number).sorted() { words.append(UInt64(number)) }
        return words
    }

    /// By event: whether anybody asks for it.
    private let heard: [Bool]
    private var events = [Bool](repeating: false, count: EventName.allCases.count)
    private var custom: [CustomName] = []
    /// By the number of the kind.
    private var kinds: [Bool]
    private let isStillRunning: Bool

    /// More names of custom events are not told apart: then any of them may be there.
    private static let nameLimit = 32
    private var hasAnyCustom = false

    init(_ stretch: RunStretch, _ listeners: Listeners) {
        let wanted = listeners.kinds
        heard = listeners.byEvent.map { !$0.isEmpty }
        kinds = Array(repeating: false, count: wanted.count)
        isStillRunning = stretch.isStillRunning
        note("running", wanted)
        for record in stretch.events.records {
            events[Int(record.name.rawValue)] = true
            if record.name == .custom, !hasAnyCustom {
                note(listeners.customNames.name(stretch.events.name(of: record)))
            }
        }
        for span in stretch.spans { note(span.kind, wanted) }
        var isForeground = false
        for edge in stretch.states {
            if let number = wanted.number(of: edge.state) { kinds[number] = true }
            isForeground = isForeground || edge.state == .active || edge.state == .inactive
        }
        if isForeground { note("foreground", wanted) }
        for edge in stretch.scenes {
            note("scene.connected", wanted)
            note("scene.\(edge.state.rawValue)", wanted)
        }
        for mark in stretch.anomalies { note(listeners.customNames.name("anomaly.\(mark.code.rawValue)")) }
        for event in EventName.allCases where events[Int(event.rawValue)] && event.isRuleCallback {
            if let number = wanted.number(of: event) { kinds[number] = true }
        }
    }

    private mutating func note(_ kind: String, _ wanted: SpanKinds) {
        if let number = wanted.number(of: kind) { kinds[number] = true }
    }

    private mutating func note(_ name: CustomName) {
        guard let number = name.number, custom.count < Present.nameLimit else {
            hasAnyCustom = true
            return
        }
        if !custom.contains(where: { $0.number == number }) { custom.append(name) }
    }

    /// Whether any event of the run may be meant.
    func holds(_ selector: CompiledSelector) -> Bool {
        if selector.meansCustom, hasAnyCustom || custom.contains(where: { selector.names($0) }) { return true }
        return selector.namesAny(of: events)
    }

    func holds(_ span: CheckTrigger.Span) -> Bool {
        if let opens = span.opens { return holds(opens) }
        return span.number.map { kinds[$0] } ?? false
    }

    /// Whether what has to be open can be.
    func allows(_ branch: CompiledBranch) -> Bool {
        branch.openKinds.allSatisfy { list in list.contains { holds($0) } }
    }

    /// What there is to do for a check; its verdict is known where the run holds nothing that it speaks of.
    func work(for branch: CompiledBranch) -> Work {
        switch branch.trigger {
        case .always: return .some
        case .events(let selector): return holds(selector) && allows(branch) ? .some : .none
        case .span(let span): return holds(span) && allows(branch) ? .some : .none
        case .satisfiedWithout(let selector): return holds(selector) || isStillRunning ? .some : .satisfied
        case .satisfiedWithoutSpan(let span): return holds(span) ? .some : .satisfied
        case .any(let selectors, let spans):
            return selectors.contains { holds($0) } || spans.contains { holds($0) } ? .some : .none
        }
    }
}
