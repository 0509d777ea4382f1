// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// A match of a sequence that has begun.
///
/// Why a class: its events are added to where they are, however many it has.
final class SequenceMatch {
    private(set) var first: CheckMachine.Trigger
    /// The step that is awaited, among those that are no `not`.
    var next: Int
    var repeats: Int
    private(set) var events: [SeenEvent]
    /// Greater than those of matches that began before.
    let token: Int
    /// The order of its steps, or of what must not lie between them, is not told.
    var isUntold = false
    /// The step under which it is found, where many have begun.
    fileprivate var filed = 0

    init(first: CheckMachine.Trigger, next: Int, repeats: Int, token: Int) {
        self.first = first
        self.next = next
        self.repeats = repeats
        events = [first.event]
        self.token = token
    }

    /// Takes the event of a step, with what it binds for later ones.
    func take(_ event: SeenEvent, _ captured: [String: Value]) {
        events.append(event)
        if !captured.isEmpty { first = CheckMachine.Trigger(first, binding: captured) }
    }
}

/// Matches of a sequence that have begun, in the order of their beginnings.
///
/// Mostly there are a few, and an event looks at each. Many are found by the step that they await and by their keys: an
/// event costs as many as it may bring on or break.
struct SequenceMatches {
    /// So many are looked through.
    static let few = 8

    private let sequence: CompiledSequence
    private(set) var inOrder: [SequenceMatch] = []
    /// By the step that they await; empty where there are few.
    private var byStep: [FittingIndex] = []
    /// How many there are of a key, where there are many.
    private var counts: [ObligationKey: Int] = [:]

    init(_ sequence: CompiledSequence) { self.sequence = sequence }

    var isEmpty: Bool { inOrder.isEmpty }
    var count: Int { inOrder.count }

    /// How many there are of a key.
    func count(of key: ObligationKey) -> Int {
        if inOrder.isEmpty { return 0 }
        return byStep.isEmpty ? inOrder.count { $0.first.key == key } : counts[key] ?? 0
    }

    /// The match with that token.
    subscript(_ token: Int) -> SequenceMatch? { place(of: token).map { inOrder[$0] } }

    private func place(of token: Int) -> Int? {
        var (start, end) = (0, inOrder.count)
        while start < end {
            let middle = (start + end) / 2
            if inOrder[middle].token < token { start = middle + 1 } else { end = middle }
        }
        return start < inOrder.count && inOrder[start].token == token ? start : nil
    }

    /// Those that an event of that key may bring on or break, in their order: among a few, all.
    mutating func affected(by event: SeenEvent, of key: @autoclosure () -> ObligationKey) -> [SequenceMatch] {
        if byStep.isEmpty { return inOrder }
        var found: [Int] = []
        var isInOrder = true
        for step in byStep.indices where !byStep[step].isEmpty {
            guard let wanted = sequence.key(of: event, key(), at: step) else { continue }
            let numbers = byStep[step].numbers(fitting: wanted)
            if !found.isEmpty, !numbers.isEmpty { isInOrder = false }
            found += numbers
        }
        if !isInOrder { found.sort() }
        return found.compactMap { self[$0] }
    }

    mutating func add(_ match: SequenceMatch) {
        inOrder.append(match)
        if !byStep.isEmpty { return file(match) }
        guard inOrder.count > SequenceMatches.few else { return }
        byStep = Array(repeating: FittingIndex(), count: sequence.steps.count + 1)
        for match in inOrder { file(match) }
    }

    private mutating func file(_ match: SequenceMatch) {
        match.filed = match.next
        byStep[match.filed].insert(match.token, sequence.key(of: match.first))
        counts[match.first.key, default: 0] += 1
    }

    /// A match awaits another step than before.
    mutating func move(_ match: SequenceMatch) {
        guard !byStep.isEmpty, match.filed != match.next else { return }
        byStep[match.filed].remove(match.token)
        match.filed = match.next
        byStep[match.filed].insert(match.token, sequence.key(of: match.first))
    }

    mutating func remove(_ match: SequenceMatch) {
        guard let place = place(of: match.token) else { return }
        inOrder.remove(at: place)
        if byStep.isEmpty { return }
        if inOrder.count <= SequenceMatches.few / 2 {
            byStep = []
            counts = [:]
            return
        }
        byStep[match.filed].remove(match.token)
        let count = counts[match.first.key] ?? 0
        counts[match.first.key] = count > 1 ? count - 1 : nil
    }

    /// Removes all that have a key.
    mutating func removeAll(of key: ObligationKey) {
        guard count(of: key) > 0 else { return }
        for match in inOrder.filter({ $0.first.key == key }) { remove(match) }
    }
}

extension CompiledSequence {
    /// What a match is found by: its key, and what answers have to have in common with its trigger.
    fileprivate func key(of trigger: CheckMachine.Trigger) -> ObligationKey {
        ObligationKey(values: trigger.key.values + sameFields.map { trigger.event.keyText(of: $0) })
    }

    /// What an event of that key has in common with all that await a step and that it may bring on or break; nil where
    /// there are none.
    fileprivate func key(of event: SeenEvent, _ key: ObligationKey, at step: Int) -> ObligationKey? {
        // Between strict steps any other event breaks a match.
        if check.isStrict, step < steps.count {
            return ObligationKey(values: Array(repeating: nil, count: key.values.count + sameFields.count))
        }
        var same: [String]?
        for selector in asked[step] where selector.names(event) {
            same = same.map { fields in fields.filter { selector.commonFields.contains($0) } } ?? selector.commonFields
        }
        guard let same else { return nil }
        return ObligationKey(
            values: key.values + sameFields.map { same.contains($0) ? event.keyText(of: $0) : nil })
    }
}
