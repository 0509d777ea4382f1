// SPDX-License-Identifier: MIT

import LifelintModel

/// The declared spans, indexed by the events that open, describe and close them.
///
/// Most events touch no span: they cost one look into a table.
///
/// Why a class: every event of every run asks it, and it is big to copy.
final class CompiledSpans: Sendable {
    /// What an event does to a span.
    struct Action: Sendable {
        /// What becomes of an instance.
        enum Effect: CaseIterable {
            case ends
            /// It is told of before it begins.
            case describes
            case begins
        }

        var span: Int
        var effect: Effect
        var pattern: EventPattern
        /// Whether the event is a callback, which patterns match at its begin, or an operation, which they match at its
        /// end.
        var isCallback: Bool

        /// Whether the event is the one that is meant.
        func means(_ event: EventView) -> Bool {
            guard meansHalf(of: event.record) else { return false }
            guard let condition = pattern.condition else { return true }
            return condition.evaluate(EventFields(event: event))
        }

        private func meansHalf(of record: EventRecord) -> Bool {
            switch pattern.phase {
            case .begin: record.phase == .begin || record.tellsBothEnds
            case .end: record.phase == .end
            case .missing: isCallback ? record.phase != .end : record.phase != .begin || record.hasDuration
            }
        }
    }

    let declarations: [SpanDeclaration]
    /// Those of one event in a row; ends before begins, so that one record may close an instance and open the next.
    let actions: [Action]
    /// By `EventName.rawValue`.
    private let ranges: [Range<Int>]
    private let customRanges: [String: Range<Int>]
    /// Unions that an instance of a span may belong to: (union, condition on the instance).
    let memberships: [[(union: Int, condition: Condition?)]]
    /// By the number of a span: the one that it outlasts.
    let outlasted: [Int?]

    init(_ declarations: [SpanDeclaration]) {
        self.declarations = declarations
        var all: [Action] = []
        // What outlasts another is asked first: once that is closed nobody knows what began in it.
        let order =
            declarations.indices.filter { declarations[$0].outlasts != nil }
            + declarations.indices.filter { declarations[$0].outlasts == nil }
        for effect in Action.Effect.allCases {
            for number in order {
                let span = declarations[number]
                let patterns =
                    switch effect {
                    case .ends: span.ends
                    case .describes: span.describedBy
                    case .begins: span.begins
                    }
                for pattern in patterns {
                    all.append(
                        Action(
                            span: number, effect: effect, pattern: pattern,
                            isCallback: pattern.event?.isCallback ?? false))
                }
            }
        }
        var actions: [Action] = []
        actions.reserveCapacity(all.count)
        func take(_ wanted: [Int]) -> Range<Int> {
            let start = actions.count
            for index in wanted { actions.append(all[index]) }
            return start..<actions.count
        }
        var known = [[Int]](repeating: [], count: EventName.allCases.count)
        var custom: [String: [Int]] = [:]
        for (index, action) in all.enumerated() {
            if let event = action.pattern.event {
                if event != .custom { known[Int(event.rawValue)].append(index) }
            } else {
                custom[action.pattern.name, default: []].append(index)
            }
        }
        ranges = EventName.allCases.map { name in take(known[Int(name.rawValue)]) }
        customRanges = Dictionary(
            uniqueKeysWithValues: custom.sorted { $0.key < $1.key }.map { name, wanted in (name, take(wanted)) })
        self.actions = actions
        memberships = CompiledSpans.memberships(declarations)
        outlasted = declarations.map { span in
            span.outlasts.flatMap { name in declarations.firstIndex { $0.name == name } }
        }
    }

    private static func memberships(_ declarations: [SpanDeclaration]) -> [[(union: Int, condition: Condition?)]] {
        var memberships = [[(union: Int, condition: Condition?)]](repeating: [], count: declarations.count)
        let numbers = Dictionary(
            declarations.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        for (number, span) in declarations.enumerated() {
            for member in span.union {
                guard let index = numbers[member.span] else { continue }
                memberships[index].append((number, member.condition))
            }
        }
        return memberships
    }

    /// The actions of an event: indices into ``actions``.
    func actions(for event: EventView) -> Range<Int> {
        if event.name != .custom { return ranges[Int(event.name.rawValue)] }
        if customRanges.isEmpty { return 0..<0 }
        return customRanges[event.text] ?? 0..<0
    }
}
