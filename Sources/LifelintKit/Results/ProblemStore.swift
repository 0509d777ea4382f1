// SPDX-License-Identifier: MIT

import LifelintModel

/// The problems of an analysis: all counted, the first in their order kept.
struct ProblemStore {
    private let limit: Int
    private var kept: [Problem] = []
    /// The last of those that are kept for certain, once there are as many: what comes after it is not listed.
    private var bound: Problem?
    private(set) var total = 0

    init(limit: Int) { self.limit = max(limit, 0) }

    mutating func add(_ problem: Problem) {
        total += 1
        guard limit > 0 else { return }
        if let bound, !ProblemStore.isOrdered(problem, bound) { return }
        kept.append(problem)
        if kept.count >= limit * 4 {
            kept = listed
            bound = kept.last
        }
    }

    /// The kept ones by (file, offset, code).
    var ordered: [Problem] {
        kept.sorted(by: ProblemStore.isOrdered)
    }

    private static func isOrdered(_ left: Problem, _ right: Problem) -> Bool {
        (left.file, left.offset, left.code.rawValue, left.message)
            < (right.file, right.offset, right.code.rawValue, right.message)
    }

    /// What a report lists.
    var listed: [Problem] { Array(ordered.prefix(limit)) }
}
