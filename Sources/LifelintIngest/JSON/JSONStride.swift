// SPDX-License-Identifier: MIT

import LifelintModel

/// Steps over JSON values of which nothing is wanted, at a few instructions a byte; nil for whatever is not as usual, so
/// that ``JSONSyntax`` can say what is wrong with it.
enum JSONStride {
    private static let object: UInt8 = 0x7D
    private static let array: UInt8 = 0x5D

    /// The end of the object or array that begins at `start`, inside of `depth` others.
    static func container(_ view: ByteView, _ start: Int, depth: Int) -> Int? {
        // One bit a level: 1 is an object. The limit of nesting is the width of the word.
        var kinds: UInt64 = 0
        var level = 0
        var position = start
        while true {
            position = skip(view, position)
            let initial = view[position]
            if initial == 0x7B || initial == 0x5B {
                guard level &+ depth < IngestLimits.nesting else { return nil }
                let isObject = initial == 0x7B
                kinds = kinds &<< 1 | (isObject ? 1 : 0)
                level &+= 1
                position = skip(view, position &+ 1)
                if view[position] != (isObject ? object : array) {
                    if isObject {
                        guard let value = key(view, position) else { return nil }
                        position = value
                    }
                    continue
                }
                // Nothing stands in it: its end follows.
            } else {
                guard level > 0, let stop = scalar(view, position, initial) else { return nil }
                position = skip(view, stop)
            }
            while view[position] == (kinds & 1 == 1 ? object : array) {
                kinds &>>= 1
                level &-= 1
                if level == 0 { return position &+ 1 }
                position = skip(view, position &+ 1)
            }
            guard view[position] == 0x2C else { return nil }
            position &+= 1
            if kinds & 1 == 1 {
                guard let value = key(view, skip(view, position)) else { return nil }
                position = value
            }
        }
    }

    @inline(__always) private static func skip(_ view: ByteView, _ start: Int) -> Int {
        view[start] > 0x20 ? start : view.skipWhiteSpace(from: start, to: view.count)
    }

    /// Where the value of the key at `start` begins.
    @inline(__always) private static func key(_ view: ByteView, _ start: Int) -> Int? {
        guard view[start] == 0x22, let end = string(view, start &+ 1) else { return nil }
        let colon = skip(view, end)
        guard view[colon] == 0x3A else { return nil }
        return skip(view, colon &+ 1)
    }

    @inline(__always) private static func scalar(_ view: ByteView, _ start: Int, _ initial: UInt8) -> Int? {
        switch initial {
        case 0x22: string(view, start &+ 1)
        case 0x30...0x39, 0x2D: number(view, start)
        default: try? JSONSyntax.word(view, start, view.count)
        }
    }

    /// Behind the closing quote of the string whose first byte is at `start`.
    @inline(__always) private static func string(_ view: ByteView, _ start: Int) -> Int? {
        let stop = view.stringStop(from: start, to: view.count)
        if view[stop] == 0x22 { return stop &+ 1 }
        return (try? JSONSyntax.string(view, start, view.count)).map { $0.end &+ 1 }
    }

    /// Behind the number that begins at `start`; most are whole.
    @inline(__always) private static func number(_ view: ByteView, _ start: Int) -> Int? {
        let digits = view.digitsEnd(from: start)
        let isWhole = digits > start && (view[start] != 0x30 || digits == start &+ 1)
        switch view[digits] {
        case 0x2C, 0x7D, 0x5D, 0x20, 0x0A, 0x0D, 0x09: if isWhole { return digits }
        default: break
        }
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
