// SPDX-License-Identifier: MIT

import LifelintModel

/// Finds any of many texts in bytes, whatever their case, most bytes unseen.
///
/// After Wu and Manber: the last four bytes of a window tell how far the window may move before any text could begin in
/// it. The longer the shortest text, the farther it moves; of longer ones the end decides where they may be.
struct LiteralSearch: Sendable {
    private static let block = 4
    private static let bits = 15
    /// As many of them tell the texts apart: there are some hundreds.
    private static let bucketBits = 10
    /// As many bits of a hash of the last bytes of texts tell nearly all places that hold none of them.
    private static let endBits = 13
    /// A longer window moves no farther in practice, and would make long texts of short ones' company impossible.
    private static let longest = 16

    /// One text, in lower case.
    private struct Literal: Sendable {
        let bytes: [UInt8]
        let number: Int
        /// Its last eight bytes, or as many as there are: most windows that stop are told apart by them.
        let tail: UInt64
        let mask: UInt64

        /// - Parameter text: in lower case.
        init(_ text: [UInt8], _ number: Int) {
            bytes = text
            self.number = number
            var word: UInt64 = 0
            for byte in text.suffix(8).reversed() { word = word << 8 | UInt64(byte) }
            // The last byte is the highest.
            let space = UInt64(8 * (8 - min(text.count, 8)))
            tail = word << space
            mask = .max << space
        }
    }

    /// How many bytes a window has: the length of the shortest text.
    private let window: Int
    /// How far a window may move whose last bytes hash to that.
    private var moves: [UInt8]
    /// Which of their last bytes all texts have: up to eight, of which the last is the highest.
    private let endMask: UInt64
    /// By the hash of those bytes, whether a text ends with any that hash to it.
    private var ends: [UInt8]
    /// By some bits of the hash of their ends, where the texts begin in ``literals``; those of the next bits follow.
    private var firsts: [UInt32]
    /// By those bits, and as they were given.
    private var literals: [Literal] = []
    /// Whether there is nothing to find.
    var isEmpty: Bool { count == 0 }
    /// How many texts there are.
    let count: Int

    /// Texts of at least four bytes, and the number that each is found by.
    init(_ texts: [(text: [UInt8], number: Int)]) {
        let usable = texts.filter { $0.text.count >= LiteralSearch.block }
        count = usable.count
        window = min(usable.map(\.text.count).min() ?? LiteralSearch.block, LiteralSearch.longest)
        let farthest = UInt8(window - LiteralSearch.block + 1)
        moves = Array(repeating: farthest, count: 1 << LiteralSearch.bits)
        endMask = .max << UInt64(8 * (8 - min(window, 8)))
        ends = Array(repeating: 0, count: 1 << LiteralSearch.endBits)
        var buckets: [[Literal]] = Array(repeating: [], count: 1 << LiteralSearch.bucketBits)
        for (text, number) in usable {
            let folded = text.suffix(window).map { $0 | 0x20 }
            for end in LiteralSearch.block...window {
                let hash = LiteralSearch.hash(Array(folded[(end - LiteralSearch.block)..<end]))
                moves[Int(hash)] = min(moves[Int(hash)], UInt8(window - end))
                if end == window {
                    let literal = Literal(text.map { $0 | 0x20 }, number)
                    buckets[LiteralSearch.bucket(hash)].append(literal)
                    ends[LiteralSearch.endHash(literal.tail & endMask)] = 1
                }
            }
        }
        firsts = [0]
        for bucket in buckets {
            literals += bucket
            firsts.append(UInt32(literals.count))
        }
    }

    @inline(__always) private static func bucket(_ hash: UInt32) -> Int {
        Int(hash >> UInt32(bits - bucketBits))
    }

    /// Calls for each text found in the range, in order of where it ends; what the call gives back is where to go on.
    @inline(__always) func forEach(
        in view: ByteView, from start: Int, to end: Int, _ body: (_ number: Int, _ position: Int) -> Int?
    ) {
        guard !isEmpty else { return }
        var position = start &+ window &- LiteralSearch.block
        let last = end &- LiteralSearch.block
        let far = window &- LiteralSearch.block &+ 1
        moves.withView { moves in
            ends.withView { ends in
                while true {
                    position = stop(view, moves, ends, far: far, from: position, to: last)
                    guard position <= last else { return }
                    var next = position &+ 1
                    let bucket = LiteralSearch.bucket(LiteralSearch.hash(view, position))
                    let tail = LiteralSearch.tail(view, position)
                    for index in Int(firsts[bucket])..<Int(firsts[bucket &+ 1]) {
                        guard literals[index].mask & (literals[index].tail ^ tail) == 0 else { continue }
                        let first = position &+ LiteralSearch.block &- literals[index].bytes.count
                        guard first >= start, LiteralSearch.stands(literals[index].bytes, view, first),
                            let target = body(literals[index].number, first)
                        else { continue }
                        next = max(next, target &+ window &- LiteralSearch.block)
                    }
                    position = next
                }
            }
        }
    }

    /// The eight bytes that end with the block at a position, in lower case; the last one is the highest.
    @inline(__always) private static func tail(_ view: ByteView, _ position: Int) -> UInt64 {
        let folding: UInt64 = 0x2020_2020_2020_2020
        // At the beginning there are not as many: what is missing is compared with the text.
        if position < block { return view.word(at: 0) << UInt64(8 &* (block &- position)) | folding }
        return view.word(at: position &- block) | folding
    }

    /// The first place from there on at which a text may end: the loop that sees every log, so it does nothing else.
    ///
    /// Mostly a window moves as far as it can. So the next places are looked at together, as if it did: else each look
    /// would have to wait for the one before. Where it may not move at all, the bytes before the block tell whether any
    /// text ends so.
    ///
    /// Why unsafe: up to `safe` there are eight bytes at each of the places, and a hash is no larger than the table.
    @inline(never) private func stop(
        _ view: ByteView, _ moves: ByteView, _ ends: ByteView, far: Int, from start: Int, to last: Int
    ) -> Int {
        var position = start
        let bits = LiteralSearch.bits
        let safe = start < 0 || moves.count < 1 << bits ? -1 : min(last, view.count &- 8) &- 3 &* far
        @inline(__always) func move(at position: Int) -> Int {
            let word = unsafe view.uncheckedWord(at: position)
            let hash = LiteralSearch.hash(UInt32(truncatingIfNeeded: word) | 0x2020_2020)
            return unsafe Int(moves.uncheckedByte(at: Int(hash)))
        }
        while position <= safe {
            let first = move(at: position)
            let second = move(at: position &+ far)
            let third = move(at: position &+ 2 &* far)
            let fourth = move(at: position &+ 3 &* far)
            // None is more than the farthest, so the sum tells whether all of them are.
            if first &+ second &+ third &+ fourth == 4 &* far {
                position &+= 4 &* far
                continue
            }
            var next = first
            if next == far {
                position &+= far
                next = second
                if next == far {
                    position &+= far
                    next = third
                    if next == far {
                        position &+= far
                        next = fourth
                    }
                }
            }
            if next == 0 {
                if mayEnd(view, ends, position) { return position }
                next = 1
            }
            position &+= next
        }
        while position <= last {
            var move = Int(moves[Int(LiteralSearch.hash(view, position))])
            if move == 0 {
                if mayEnd(view, ends, position) { return position }
                move = 1
            }
            position &+= move
        }
        return position
    }

    /// Whether a text may end with the block at a position, by as many bytes as all texts have.
    @inline(__always) private func mayEnd(_ view: ByteView, _ ends: ByteView, _ position: Int) -> Bool {
        ends[LiteralSearch.endHash(LiteralSearch.tail(view, position) & endMask)] != 0
    }

    @inline(__always) private static func endHash(_ end: UInt64) -> Int {
        Int(truncatingIfNeeded: (end &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - endBits))
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
