// SPDX-License-Identifier: MIT

import LifelintModel

/// When lines tell of something: stretches, in their order, without a pause of two seconds in any.
///
/// Why not the first and the last alone: one id is told of two processes, or a log of two lives, with a silence between
/// them in which one of them ended.
struct ToldStretches {
    /// What comes so soon behind a line goes on with it.
    static let pause: Int64 = .seconds(2)
    /// Of more than so many the first ones are taken for one.
    private static let most = 1_024

    private(set) var stretches: [ClosedRange<Int64>] = []

    /// Takes when a line tells of it; mostly they come in their order.
    mutating func add(_ time: Int64) { add(time...time) }

    /// Takes what another part of the log tells.
    mutating func formUnion(_ other: ToldStretches) {
        for stretch in other.stretches { add(stretch) }
    }

    private mutating func add(_ added: ClosedRange<Int64>) {
        var (first, last) = (added.lowerBound, added.upperBound)
        var from = stretches.count
        // Those that it goes on with, or that go on with it, become one with it.
        while from > 0, stretches[from - 1].upperBound.addingClamped(Self.pause) >= first {
            from -= 1
        }
        var end = from
        while end < stretches.count, stretches[end].lowerBound <= last.addingClamped(Self.pause) {
            first = min(first, stretches[end].lowerBound)
            last = max(last, stretches[end].upperBound)
            end += 1
        }
        stretches.replaceSubrange(from..<end, with: CollectionOfOne(first...last))
        guard stretches.count > Self.most else { return }
        stretches.replaceSubrange(..<2, with: CollectionOfOne(stretches[0].lowerBound...stretches[1].upperBound))
    }
}
