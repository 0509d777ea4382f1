// SPDX-License-Identifier: MIT

import LifelintModel

/// Steps from member to member of an object, or from element to element of an array, over what is damaged.
struct LooseWalk {
    enum Step { case members, elements, nothing }

    private let view: ByteView
    private let step: Step
    private let end: Int
    /// How far values may look: at the closing bracket, which tells that a number before it was written to its end.
    private let limit: Int
    private var position: Int
    private var key = 0..<0
    /// Where what was found is no JSON; nil if nothing was.
    ///
    /// A comma too many is none: nothing is lost with it.
    private(set) var fault: Int?

    init(_ view: ByteView, _ value: LooseJSON, _ step: Step) {
        self.view = view
        self.step = step
        position = value.range.lowerBound + 1
        limit = value.range.upperBound
        end = value.isWhole ? limit - 1 : limit
    }

    /// The next value; nil at the end.
    mutating func next() -> LooseJSON? {
        guard step != .nothing else { return nil }
        while true {
            position = view.skipWhiteSpace(from: position, to: end)
            guard position < end else { return nil }
            let byte = view[position]
            if byte == 0x2C {
                position += 1
            } else if step == .elements, byte != 0x7D, byte != 0x5D, byte != 0x3A {
                return value()
            } else if step == .members, byte == 0x22, findKey() {
                return value()
            } else {
                note(position)
                position += 1
            }
        }
    }

    /// Whether the last value is the member of that name.
    func isKey(_ name: StaticString) -> Bool { view.matches(name, from: key.lowerBound, to: key.upperBound) }

    /// The name of the last value.
    var name: String { view.string(key.lowerBound, key.upperBound) }

    private mutating func value() -> LooseJSON? {
        let value = LooseJSON(view, at: position, limit: limit)
        // A position that stays would be asked for ever.
        position = max(value.range.upperBound, position + 1)
        if !value.isString, !value.isObject, !value.isArray, !isScalar(value) { note(value.range.lowerBound) }
        return value
    }

    /// Steps behind a key and its colon; a string without a colon is stepped over, and no key.
    private mutating func findKey() -> Bool {
        let start = position
        let (keyEnd, isWhole) = LooseJSON.stringEnd(view, start, end)
        let colon = view.skipWhiteSpace(from: keyEnd, to: end)
        guard isWhole, colon < end, view[colon] == 0x3A else {
            // The loop steps one byte further itself.
            position = max(keyEnd - 1, start)
            return false
        }
        key = (start + 1)..<(keyEnd - 1)
        position = view.skipWhiteSpace(from: colon + 1, to: end)
        return position < end && view[position] != 0x2C && view[position] != 0x7D
    }

    private func isScalar(_ value: LooseJSON) -> Bool {
        let (start, stop) = (value.range.lowerBound, value.range.upperBound)
        if view.matches("null", from: start, to: stop) || view.matches("true", from: start, to: stop) { return true }
        return view.matches("false", from: start, to: stop) || DecimalNumber(view, start, stop) != nil
    }

    private mutating func note(_ place: Int) { if fault == nil { fault = place } }
}
