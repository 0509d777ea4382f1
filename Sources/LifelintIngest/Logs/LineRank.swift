// SPDX-License-Identifier: MIT

import LifelintModel

/// Which of two patterns decides a line that both know.
struct LineRank: Comparable {
    private let named: Int
    private let literal: Int

    init(_ line: LinePattern) {
        named = line.source.namedCount
        literal = line.says.map(\.literalCount).min() ?? 0
    }

    static func < (left: LineRank, right: LineRank) -> Bool {
        left.named != right.named ? left.named < right.named : left.literal < right.literal
    }
}
