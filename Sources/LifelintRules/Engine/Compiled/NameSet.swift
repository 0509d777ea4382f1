// SPDX-License-Identifier: MIT

import LifelintLanguage
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

    /// The only name that is meant, where it is one of the vocabulary: so it is with most.
    private let only: EventName?
    /// By `EventName.rawValue`; empty where only one is meant.
    private let canonical: [Bool]
    /// The same as a list.
    private let numbers: [Int]
    private let custom: Set<String>
    private let globs: [Glob]
    /// By the number of the custom name.
    private var answers: [Answer] = []

    private static let all = EventName.allCases.map { (event: $0, text: Array($0.text.utf8)) }
    private static let nothing = [Bool](repeating: false, count: all.count)

    init(_ names: [EventSelector.Name]) {
        if names.count == 1, case .event(let event) = names[0], event != .custom {
            only = event
            (canonical, numbers, custom, globs) = ([], [Int(event.rawValue)], [], [])
            return
        }
        only = nil
        var canonical = NameSet.nothing
        var numbers: [Int] = []
        var custom: Set<String> = []
        var globs: [Glob] = []
        func add(_ number: Int) {
            guard !canonical[number] else { return }
            canonical[number] = true
            if NameSet.all[number].event != .custom { numbers.append(number) }
        }
        for name in names {
            switch name {
            case .event(let event): add(Int(event.rawValue))
            case .custom(let text): custom.insert(text)
            case .glob(let glob):
                globs.append(glob)
                let pattern = Array(glob.pattern.utf8)
                let first = pattern.first.flatMap { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") ? nil : $0 }
                // Most texts differ from a pattern in their first byte.
                for (event, text) in NameSet.all
                where event != .custom && (first == nil || first == text.first) && Glob.matches(pattern, text) {
                    add(Int(event.rawValue))
                }
            }
        }
        self.canonical = canonical
        self.numbers = numbers.count > 1 ? numbers.sorted() : numbers
        self.custom = custom
        self.globs = globs
    }

    /// The canonical events that are meant.
    var events: [EventName] {
        if let only { return [only] }
        let isCustom = canonical[Int(EventName.custom.rawValue)]
        return numbers.map { NameSet.all[$0].event } + (isCustom ? [.custom] : [])
    }

    /// Whether custom events can be meant.
    var meansCustom: Bool { !custom.isEmpty || !globs.isEmpty }

    /// Whether any canonical event of those is meant; they are numbered by `EventName.rawValue`.
    func containsAny(of events: NumberSet) -> Bool { numbers.contains { events.contains($0) } }

    func contains(_ event: SeenEvent) -> Bool {
        if let only { return event.name == only }
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
