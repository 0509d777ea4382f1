// SPDX-License-Identifier: MIT

import LifelintModel

/// The name of a custom event, with its number where it has one.
struct CustomName {
    let text: String
    let number: Int?
}

/// Numbers the names of custom events: each is compared with what rules name once, however often it occurs.
final class CustomNames {
    /// Names that tell something apart each time are not all worth a number.
    private static let limit = 4_096

    private var numbers: [String: Int] = [:]

    /// That name, numbered if there is room.
    func name(_ text: String) -> CustomName {
        if let known = numbers[text] { return CustomName(text: text, number: known) }
        guard numbers.count < CustomNames.limit else { return CustomName(text: text, number: nil) }
        let number = numbers.count
        numbers[text] = number
        return CustomName(text: text, number: number)
    }
}

/// The names of events that somebody means.
final class NameSet {
    private enum Answer: UInt8 {
        case unasked, yes, no
    }

    /// By `EventName.rawValue`.
    private let canonical: [Bool]
    /// The same as a list.
    private let numbers: [Int]
    private let custom: Set<String>
    private let globs: [Glob]
    /// By the number of the custom name.
    private var answers: [Answer] = []

    init(_ names: [EventSelector.Name]) {
        var canonical = [Bool](repeating: false, count: EventName.allCases.count)
        var custom: Set<String> = []
        var globs: [Glob] = []
        for name in names {
            switch name {
            case .event(let event): canonical[Int(event.rawValue)] = true
            case .custom(let text): custom.insert(text)
            case .glob(let glob):
                globs.append(glob)
                for event in EventName.allCases where event != .custom && glob.matches(event.text) {
                    canonical[Int(event.rawValue)] = true
                }
            }
        }
        self.canonical = canonical
        numbers = canonical.indices.filter { $0 != Int(EventName.custom.rawValue) && canonical[$0] }
        self.custom = custom
        self.globs = globs
    }

    /// Whether custom events can be meant.
    var meansCustom: Bool { !custom.isEmpty || !globs.isEmpty }

    func contains(_ name: EventName) -> Bool { canonical[Int(name.rawValue)] }

    /// Whether any canonical event of those is meant; they stand by `EventName.rawValue`.
    func containsAny(of events: [Bool]) -> Bool { numbers.contains { events[$0] } }

    func contains(_ event: SeenEvent) -> Bool {
        if event.name != .custom { return canonical[Int(event.name.rawValue)] }
        guard meansCustom else { return false }
        return contains(event.customName ?? CustomName(text: event.text, number: nil))
    }

    func contains(_ name: CustomName) -> Bool {
        guard meansCustom else { return false }
        guard let number = name.number else { return isMeant(name.text) }
        while answers.count <= number { answers.append(.unasked) }
        if answers[number] == .unasked { answers[number] = isMeant(name.text) ? .yes : .no }
        return answers[number] == .yes
    }

    private func isMeant(_ text: String) -> Bool { custom.contains(text) || globs.contains { $0.matches(text) } }
}
