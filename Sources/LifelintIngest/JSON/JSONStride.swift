// SPDX-License-Identifier: MIT

import LifelintModel

/// Steps over JSON values of which nothing is wanted, at a few instructions a byte; nil for whatever is not as usual,
/// so that ``JSONSyntax`` can say what is wrong with it.
struct JSONStride {
    static let object: UInt8 = 0x7D
    static let array: UInt8 = 0x5D
    static let arrayStart: UInt8 = 0x5B

    /// What stood between the values that were stepped over last.
    private var joints = JSONJoints()

    /// The end of the object or array that begins at `start`, inside of `depth` others.
    mutating func container(_ view: ByteView, _ start: Int, depth: Int) -> Int? {
        var none: [Int] = []
        return step(view, start, depth: depth, notes: false, &none)
    }

    /// The end of the array that begins at `start`, inside of `depth` others, and where each of its elements begins.
    ///
    /// Where an array begins that is directly in an element, its complement follows.
    mutating func array(_ view: ByteView, _ start: Int, depth: Int) -> (end: Int, elements: [Int])? {
        guard view[start] == JSONStride.arrayStart else { return nil }
        var elements: [Int] = []
        elements.reserveCapacity(64)
        return step(view, start, depth: depth, notes: true, &elements).map { ($0, elements) }
    }

    /// Steps over a container and notes, if they are wanted, where the values begin that are directly in it.
    @inline(__always) private mutating func step(
        _ view: ByteView, _ start: Int, depth: Int, notes: Bool, _ elements: inout [Int]
    ) -> Int? {
        var nest = JSONNest()
        var joint = JSONJoints.Draft()
        var position = start
        while true {
            position = JSONStride.skip(view, position)
            if notes, nest.level == 1 { elements.append(position) }
            let initial = view[position]
            if initial == 0x7B || initial == JSONStride.arrayStart {
                guard nest.level &+ depth < IngestLimits.nesting else { return nil }
                let isObject = initial == 0x7B
                if notes, !isObject, nest.level == 2 { elements.append(~position) }
                nest.open(isObject)
                joint.open(isObject)
                position = JSONStride.skip(view, position &+ 1)
                if view[position] != (isObject ? JSONStride.object : JSONStride.array) {
                    if isObject {
                        guard let value = JSONStride.key(view, position) else { return nil }
                        joints.keep(&joint, view, to: value)
                        position = value
                    }
                    continue
                }
                // Nothing stands in it: its end follows.
                joint.forget()
            } else {
                guard nest.level > 0,
                    let stop = notes && nest.level == 2
                        ? joints.run(view, position, nest, &joint, notes: true, &elements)
                        : joints.run(view, position, nest, &joint, notes: false, &elements)
                else { return nil }
                if joint.leadsOn {
                    position = stop
                    continue
                }
                position = JSONStride.skip(view, stop)
            }
            while view[position] == (nest.isInObject ? JSONStride.object : JSONStride.array) {
                joint.close(nest.isInObject)
                nest.close()
                if nest.level == 0 { return position &+ 1 }
                position = JSONStride.skip(view, position &+ 1)
            }
            guard view[position] == 0x2C else { return nil }
            position &+= 1
            if nest.isInObject {
                guard let value = JSONStride.key(view, JSONStride.skip(view, position)) else { return nil }
                joints.keep(&joint, view, to: value)
                position = value
            }
        }
    }

    @inline(__always) static func skip(_ view: ByteView, _ start: Int) -> Int {
        view[start] > 0x20 ? start : view.skipWhiteSpace(from: start, to: view.count)
    }

    /// Where the value of the key at `start` begins.
    static func key(_ view: ByteView, _ start: Int) -> Int? {
        guard view[start] == 0x22, let end = string(view, start &+ 1) else { return nil }
        let colon = skip(view, end)
        guard view[colon] == 0x3A else { return nil }
        return skip(view, colon &+ 1)
    }

    /// Behind the string, number or word that begins at `start`.
    @inline(__always) static func scalar(_ view: ByteView, _ start: Int) -> Int? {
        let initial = view[start]
        if initial == 0x22 { return string(view, start &+ 1) }
        if initial.isDigit { return number(view, start, initial) }
        return rare(view, start, initial)
    }

    @inline(never) private static func rare(_ view: ByteView, _ start: Int, _ initial: UInt8) -> Int? {
        if initial == 0x2D { return try? JSONSyntax.number(view, start, view.count) }
        return try? JSONSyntax.word(view, start, view.count)
    }

    /// Behind the closing quote of the string whose first byte is at `start`.
    @inline(__always) private static func string(_ view: ByteView, _ start: Int) -> Int? {
        let stop = view.stringStop(from: start, to: view.count)
        return view[stop] == 0x22 ? stop &+ 1 : escaped(view, start)
    }

    @inline(never) private static func escaped(_ view: ByteView, _ start: Int) -> Int? {
        (try? JSONSyntax.string(view, start, view.count)).map { $0.end &+ 1 }
    }

    /// Behind the number that begins at `start`; most are whole.
    @inline(__always) private static func number(_ view: ByteView, _ start: Int, _ initial: UInt8) -> Int? {
        let end = view.digitsEnd(from: start)
        let next = view[end]
        // Both begin no part of a number, and nearly always stand there.
        if next == 0x2C || next == 0x7D, initial != 0x30 || end == start &+ 1 { return end }
        return try? JSONSyntax.number(view, start, view.count)
    }
}

extension ByteView {
    /// The first position from `start` at which no digit stands.
    @inline(__always) func digitsEnd(from start: Int) -> Int {
        var position = start
        while position < count {
            let found = ByteSearch.nonDigits(word(at: position))
            if found != 0 { return position &+ ByteSearch.index(found) }
            position &+= 8
        }
        return count
    }
}
