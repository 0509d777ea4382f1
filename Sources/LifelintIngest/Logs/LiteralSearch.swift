// SPDX-License-Identifier: MIT

import LifelintModel

/// Finds any of many texts in bytes, whatever their case, most bytes unseen.
///
/// After Wu and Manber: the last four bytes of a window tell how far the window may move before any text could begin in
/// it. The longer the shortest text, the farther it moves; of longer ones the end decides where they may be.
///
/// Of a class, so that asking it counts no references to its tables.
final class LiteralSearch: Sendable {
    private static let block = 4
    private static let bits = 15
    /// A longer window moves no farther in practice, and would make long texts of short ones' company impossible.
    private static let longest = 16

    /// One text.
    private struct Literal: Sendable {
        /// Its last eight bytes, or as many as there are: most windows that stop are told apart by them.
        let tail, tailMask: UInt64
        /// The eight bytes before: many texts end with the same word.
        let stem, stemMask: UInt64
        /// Where it stands in ``texts``.
        let start: Int
        let count: Int
        let number: Int
    }

    /// How many bytes a window has: the length of the shortest text.
    private let window: Int
    /// How much less than as far as it can a window may move whose last bytes hash to that.
    private let nearness: [UInt8]
    /// Tells most places at which no text ends although its last four bytes stand there.
    private let ends: LiteralEnds
    /// By the bucket of their ends, where the texts begin in ``literals``; those of the next bucket follow.
    private let firsts: [UInt32]
    /// By their buckets, and as they were given.
    private let literals: [Literal]
    /// All texts in lower case, one behind the other, and zeros, so that eight bytes can be taken wherever one stands.
    private let texts: [UInt8]
    /// How many texts there are.
    let count: Int

    /// Texts of at least four bytes, and the number that each is found by.
    init(_ given: [(text: [UInt8], number: Int)]) {
        let usable = given.filter { $0.text.count >= LiteralSearch.block }
        count = usable.count
        let window = min(usable.map(\.text.count).min() ?? LiteralSearch.block, LiteralSearch.longest)
        let ends = LiteralEnds(usable.map { $0.text.map { $0 | 0x20 } })
        var nearness = [UInt8](repeating: 0, count: 1 << LiteralSearch.bits)
        var buckets: [[Literal]] = Array(repeating: [], count: LiteralEnds.buckets)
        var texts: [UInt8] = []
        for (text, number) in usable {
            let folded = text.map { $0 | 0x20 }
            let last = Array(folded.suffix(window))
            for end in LiteralSearch.block...window {
                let hash = LiteralSearch.hash(last[(end - LiteralSearch.block)..<end])
                // At the end of the window it may not move at all.
                nearness[Int(hash)] = max(nearness[Int(hash)], UInt8(end - LiteralSearch.block + 1))
            }
            let stem = folded.dropLast(8)
            let literal = Literal(
                tail: LiteralEnds.tail(of: folded[...]), tailMask: LiteralEnds.mask(of: folded.count),
                stem: LiteralEnds.tail(of: stem), stemMask: LiteralEnds.mask(of: stem.count),
                start: texts.count, count: text.count, number: number)
            buckets[ends.bucket(literal.tail)].append(literal)
            texts += folded
        }
        var literals: [Literal] = []
        var firsts: [UInt32] = [0]
        for bucket in buckets {
            literals += bucket
            firsts.append(UInt32(literals.count))
        }
        self.window = window
        self.nearness = nearness
        self.literals = literals
        self.firsts = firsts
        self.texts = texts + [UInt8](repeating: 0, count: 8)
        self.ends = ends
    }

    /// Calls for each text found in the range, in order of where it ends; what the call gives back is where to go on.
    @inline(__always) func forEach(
        in view: ByteView, from start: Int, to end: Int, _ body: (_ number: Int, _ position: Int) -> Int?
    ) {
        guard count > 0 else { return }
        var position = start &+ window &- LiteralSearch.block
        let last = end &- LiteralSearch.block
        let far = window &- LiteralSearch.block &+ 1
        nearness.withView { nearness in
            while true {
                position = LiteralSearch.stop(view, nearness, ends, far: far, from: position, to: last)
                guard position <= last else { return }
                var next = position &+ 1
                let tail = LiteralEnds.tail(view, position &+ LiteralSearch.block)
                let stem = LiteralEnds.tail(view, position &+ LiteralSearch.block &- 8)
                let bucket = ends.bucket(tail)
                for index in Int(firsts[bucket])..<Int(firsts[bucket &+ 1]) {
                    guard literals[index].stemMask & (literals[index].stem ^ stem) == 0,
                        literals[index].tailMask & (literals[index].tail ^ tail) == 0,
                        position &+ LiteralSearch.block &- literals[index].count >= start,
                        let first = place(of: index, view, endingAt: position &+ LiteralSearch.block),
                        let target = body(literals[index].number, first)
                    else { continue }
                    next = max(next, target &+ window &- LiteralSearch.block)
                }
                position = next
            }
        }
    }

    /// Where a text begins whose last sixteen bytes stand there; nil if the rest does not.
    @inline(__always) private func place(of index: Int, _ view: ByteView, endingAt end: Int) -> Int? {
        let start = end &- literals[index].count
        // Sixteen bytes were compared already.
        return literals[index].count <= 16 || stands(literals[index], view, start) ? start : nil
    }

    @inline(never) private func stands(_ literal: Literal, _ view: ByteView, _ start: Int) -> Bool {
        texts.withView { texts in
            var index = 0
            while index < literal.count {
                let word = view.word(at: start &+ index) | LiteralEnds.folding
                let difference = word ^ texts.word(at: literal.start &+ index)
                if ByteSearch.first(literal.count &- index, of: difference) != 0 { return false }
                index &+= 8
            }
            return true
        }
    }

    /// The first place from there on at which a text may end: the loop that sees every log, so it does nothing else.
    ///
    /// Mostly a window moves as far as it can. So the next places are looked at together, as if it did: else each look
    /// would have to wait for the one before.
    ///
    /// Why unsafe: up to `safe` there are eight bytes at each of the places, and a hash is no larger than the table.
    @inline(never) private static func stop(
        _ view: ByteView, _ nearness: ByteView, _ ends: LiteralEnds, far: Int, from start: Int, to last: Int
    ) -> Int {
        var position = start
        let stride = 4 &* far
        let isSafe = start >= 0 && nearness.count >= 1 << bits
        let safe = isSafe ? min(last, view.count &- 8) &- 3 &* far : -1
        @inline(__always) func near(at position: Int) -> UInt8 {
            let word = unsafe UInt32(truncatingIfNeeded: view.uncheckedWord(at: position))
            return unsafe nearness.uncheckedByte(at: Int(hash(word | 0x2020_2020)))
        }
        while position <= safe {
            let any =
                near(at: position) | near(at: position &+ far) | near(at: position &+ 2 &* far)
                | near(at: position &+ 3 &* far)
            if any == 0 {
                position &+= stride
                continue
            }
            var here = near(at: position)
            while here == 0, position <= safe {
                position &+= far
                here = near(at: position)
            }
            if Int(here) == far {
                if ends.mayHold(view, endingAt: position &+ block) { return position }
                position &+= 1
            } else {
                position &+= far &- Int(here)
            }
        }
        while position <= last {
            let here = Int(nearness[Int(hash(view, position))])
            if here == far, ends.mayHold(view, endingAt: position &+ block) { return position }
            position &+= max(far &- here, 1)
        }
        return position
    }

    @inline(__always) private static func hash(_ view: ByteView, _ position: Int) -> UInt32 {
        hash(UInt32(truncatingIfNeeded: view.word(at: position)) | 0x2020_2020)
    }

    private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        hash(UInt32(truncatingIfNeeded: LiteralEnds.word(bytes)))
    }

    @inline(__always) private static func hash(_ word: UInt32) -> UInt32 {
        (word &* 0x9E37_79B1) >> UInt32(32 - bits)
    }
}
