// SPDX-License-Identifier: MIT

import LifelintModel

/// Finds any of many texts in bytes, whatever their case, most bytes unseen.
///
/// After Wu and Manber: the last four bytes of a window tell how far the window may move before any text could begin in
/// it. The longer the shortest text, the farther it moves; of longer ones a part of that length decides where they may
/// be: the one that has least in common with other texts, since what many texts hold stands in many lines.
///
/// Of a class, so that asking it counts no references to its tables.
final class LiteralSearch: Sendable {
    /// No text that it finds is shorter.
    static let block = 4
    private static let bits = 15
    /// A longer window moves no farther in practice, and would make long texts of short ones' company impossible.
    private static let longest = 16

    /// One text.
    private struct Literal: Sendable {
        /// The last eight bytes of its window, or as many as there are: most windows that stop are told apart by them.
        let tail, tailMask: UInt64
        /// The eight bytes before: many texts end with the same word.
        let stem, stemMask: UInt64
        /// Where its window ends in it.
        let windowEnd: Int
        /// Where it stands in ``texts``.
        let start: Int
        let count: Int
        let number: Int
    }

    /// How many bytes a window has: the length of the shortest text.
    ///
    /// Of longer texts a part is as long.
    private let window: Int
    /// How much less than as far as it can a window may move whose last bytes hash to that.
    private let nearness: [UInt8]
    /// Tells most places at which no text ends although its last four bytes stand there.
    private let ends: LiteralEnds
    /// By the bucket of their windows' ends, where the texts begin in ``literals``; those of the next bucket follow.
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
        let window = min(usable.map { $0.text.count }.min() ?? LiteralSearch.block, LiteralSearch.longest)
        let folded = usable.map { $0.text.map { $0 | 0x20 } }
        let windowEnds = LiteralSearch.windowEnds(folded, window)
        let ends = LiteralEnds(zip(folded, windowEnds).map { Array($0.prefix($1)) })
        var nearness = [UInt8](repeating: 0, count: 1 << LiteralSearch.bits)
        var found: [(bucket: Int, literal: Literal)] = []
        var texts: [UInt8] = []
        for index in usable.indices {
            let start = windowEnds[index] - window
            for end in LiteralSearch.block...window {
                let hash = LiteralSearch.hash(
                    folded[index][(start + end - LiteralSearch.block)..<(start + end)])
                // At the end of the window it may not move at all.
                nearness[Int(hash)] = max(nearness[Int(hash)], UInt8(end - LiteralSearch.block + 1))
            }
            let beginning = folded[index].prefix(windowEnds[index])
            let stem = beginning.dropLast(8)
            let literal = Literal(
                tail: LiteralEnds.tail(of: beginning), tailMask: LiteralEnds.mask(of: beginning.count),
                stem: LiteralEnds.tail(of: stem), stemMask: LiteralEnds.mask(of: stem.count),
                windowEnd: beginning.count, start: texts.count, count: folded[index].count,
                number: usable[index].number)
            found.append((ends.bucket(literal.tail), literal))
            texts += folded[index]
        }
        var firsts = [UInt32](repeating: 0, count: LiteralEnds.buckets + 1)
        for (bucket, _) in found { firsts[bucket + 1] += 1 }
        for bucket in 0..<LiteralEnds.buckets { firsts[bucket + 1] += firsts[bucket] }
        self.window = window
        self.nearness = nearness
        // By their buckets; of one bucket in the order in which they were given.
        literals = found.indices.sorted { (found[$0].bucket, $0) < (found[$1].bucket, $1) }.map { found[$0].literal }
        self.firsts = firsts
        self.texts = texts + [UInt8](repeating: 0, count: 8)
        self.ends = ends
    }

    /// Where the windows of texts end in them: of each the part that has least in common with other texts.
    private static func windowEnds(_ texts: [[UInt8]], _ window: Int) -> [Int] {
        guard texts.count > 1 else { return texts.map(\.count) }
        var commonness = [UInt16](repeating: 0, count: 1 << bits)
        func each(_ text: [UInt8], _ body: (_ end: Int, _ hash: Int) -> Void) {
            guard text.count >= block else { return }
            for end in block...text.count { body(end, Int(hash(text[(end - block)..<end]))) }
        }
        for text in texts { each(text) { commonness[$1] &+= 1 } }
        return texts.map { text in
            var sums = [Int](repeating: 0, count: text.count + 1)
            each(text) { sums[$0] = sums[$0 - 1] + Int(commonness[$1]) }
            // What the blocks of a window that ends there have in common with others; the last of equals.
            return (window...text.count).reversed().min {
                sums[$0] - sums[$0 - window + block - 1] < sums[$1] - sums[$1 - window + block - 1]
            } ?? text.count
        }
    }

    /// Calls for each text found in the range, line by line; what the call gives back is where to go on.
    @inline(__always) func forEach(
        in view: ByteView, from start: Int, to end: Int, _ body: (_ number: Int, _ position: Int) -> Int?
    ) {
        guard count > 0 else { return }
        var position = start &+ window &- LiteralSearch.block
        let last = end &- LiteralSearch.block
        while true {
            position = stop(view, from: position, to: last)
            guard position <= last else { return }
            var next = position &+ 1
            let tail = LiteralEnds.tail(view, position &+ LiteralSearch.block)
            let stem = LiteralEnds.tail(view, position &+ LiteralSearch.block &- 8)
            let bucket = ends.bucket(tail)
            for index in Int(firsts[bucket])..<Int(firsts[bucket &+ 1]) {
                guard literals[index].stemMask & (literals[index].stem ^ stem) == 0,
                    literals[index].tailMask & (literals[index].tail ^ tail) == 0,
                    let first = place(of: index, view, position &+ LiteralSearch.block, start, end),
                    let target = body(literals[index].number, first)
                else { continue }
                next = max(next, target &+ window &- LiteralSearch.block)
            }
            position = next
        }
    }

    /// The first place from there on at which the window of a text may end.
    @inline(never) private func stop(_ view: ByteView, from start: Int, to last: Int) -> Int {
        let far = window &- LiteralSearch.block &+ 1
        return nearness.withView { LiteralSearch.stop(view, $0, ends, far: far, from: start, to: last) }
    }

    /// Where a text begins whose window ends there, of which sixteen bytes are known to stand; nil if the rest does
    /// not, or not within the range.
    @inline(__always) private func place(
        of index: Int, _ view: ByteView, _ windowEnd: Int, _ lower: Int, _ upper: Int
    ) -> Int? {
        let start = windowEnd &- literals[index].windowEnd
        let count = literals[index].count
        guard start >= lower, start &+ count <= upper else { return nil }
        let isKnown = count <= 16 && count == literals[index].windowEnd
        return isKnown || stands(literals[index], view, start) ? start : nil
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

    /// The same: the loop that sees every log, so it does nothing else.
    ///
    /// Mostly a window moves as far as it can. So the next places are looked at together, as if it did: else each look
    /// would have to wait for the one before.
    ///
    /// Why unsafe: up to `safe` there are eight bytes at each of the places, and a hash is no larger than the table.
    @inline(__always) private static func stop(
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
