// SPDX-License-Identifier: MIT

import LifelintModel

/// Finds any of many texts in bytes, whatever their case, most bytes unseen.
///
/// After Wu and Manber: the last four bytes of a window tell how far the window may move before any text could begin in
/// it. The longer the shortest text, the farther it moves; of longer ones the end decides where they may be.
struct LiteralSearch: Sendable {
    private static let block = 4
    private static let bits = 15
    /// A longer window moves no farther in practice, and would make long texts of short ones' company impossible.
    private static let longest = 16

    /// One text, in lower case.
    private struct Literal: Sendable {
        let bytes: [UInt8]
        let number: Int
    }

    /// How many bytes a window has: the length of the shortest text.
    private let window: Int
    /// How far a window may move whose last bytes hash to that.
    private var moves: [UInt8]
    /// Where the texts of a hash begin in ``literals``, and how many there are.
    private var buckets: [UInt32: [Literal]] = [:]
    /// Whether there is nothing to find.
    let isEmpty: Bool

    /// Texts of at least four bytes, and the number that each is found by.
    init(_ texts: [(text: [UInt8], number: Int)]) {
        let usable = texts.filter { $0.text.count >= LiteralSearch.block }
        isEmpty = usable.isEmpty
        window = min(usable.map(\.text.count).min() ?? LiteralSearch.block, LiteralSearch.longest)
        let farthest = UInt8(window - LiteralSearch.block + 1)
        moves = Array(repeating: farthest, count: 1 << LiteralSearch.bits)
        for (text, number) in usable {
            let folded = text.suffix(window).map { $0 | 0x20 }
            let whole = text.map { $0 | 0x20 }
            for end in LiteralSearch.block...window {
                let hash = LiteralSearch.hash(Array(folded[(end - LiteralSearch.block)..<end]))
                moves[Int(hash)] = min(moves[Int(hash)], UInt8(window - end))
                if end == window { buckets[hash, default: []].append(Literal(bytes: whole, number: number)) }
            }
        }
    }

    /// Calls for each text found in the range, in order of where it ends; what the call gives back is where to go on.
    @inline(__always) func forEach(
        in view: ByteView, from start: Int, to end: Int, _ body: (_ number: Int, _ position: Int) -> Int?
    ) {
        guard !isEmpty else { return }
        var position = start &+ window &- LiteralSearch.block
        let last = end &- LiteralSearch.block
        let far = window &- LiteralSearch.block &+ 1
        while true {
            position = moves.withView { LiteralSearch.stop(view, $0, far: far, from: position, to: last) }
            guard position <= last else { return }
            var next = position &+ 1
            if let bucket = buckets[LiteralSearch.hash(view, position)] {
                for literal in bucket {
                    let first = position &+ LiteralSearch.block &- literal.bytes.count
                    guard first >= start, LiteralSearch.stands(literal.bytes, view, first) else { continue }
                    if let target = body(literal.number, first) {
                        next = max(next, target &+ window &- LiteralSearch.block)
                    }
                }
            }
            position = next
        }
    }

    /// The first place from there on at which a text may end: the loop that sees every log, so it does nothing else.
    ///
    /// Mostly a window moves as far as it can. So the next places are looked at together, as if it did: else each look
    /// would have to wait for the one before.
    @inline(never) private static func stop(
        _ view: ByteView, _ moves: ByteView, far: Int, from start: Int, to last: Int
    ) -> Int {
        var position = start
        let safe = last &- 3 &* far
        while position <= safe {
            let first = Int(moves[Int(hash(view, position))])
            let second = Int(moves[Int(hash(view, position &+ far))])
            let third = Int(moves[Int(hash(view, position &+ 2 &* far))])
            let fourth = Int(moves[Int(hash(view, position &+ 3 &* far))])
            if (first ^ far) | (second ^ far) | (third ^ far) | (fourth ^ far) == 0 {
                position &+= 4 &* far
                continue
            }
            var move = first
            if move == far {
                position &+= far
                move = second
                if move == far {
                    position &+= far
                    move = third
                    if move == far {
                        position &+= far
                        move = fourth
                    }
                }
            }
            if move == 0 { return position }
            position &+= move
        }
        while position <= last {
            let move = moves[Int(hash(view, position))]
            if move == 0 { return position }
            position &+= Int(move)
        }
        return position
    }

    @inline(__always) private static func hash(_ view: ByteView, _ position: Int) -> UInt32 {
        hash(UInt32(truncatingIfNeeded: view.word(at: position)) | 0x2020_2020)
    }

    private static func stands(_ text: [UInt8], _ view: ByteView, _ start: Int) -> Bool {
        for index in text.indices where view[start &+ index] | 0x20 != text[index] { return false }
        return true
    }

    private static func hash(_ bytes: [UInt8]) -> UInt32 {
        var word: UInt32 = 0
        for (index, byte) in bytes.enumerated() { word |= UInt32(byte) << UInt32(index * 8) }
        return hash(word)
    }

    @inline(__always) private static func hash(_ word: UInt32) -> UInt32 {
        (word &* 0x9E37_79B1) >> UInt32(32 - bits)
    }
}
