// SPDX-License-Identifier: MIT

import LifelintModel

/// The problems of an analysis: all counted, the first in their order kept, and beside them the first that tell why
/// something was not read.
struct ProblemStore {
    private let limit: Int
    private var kept: [Problem] = []
    /// The last of those that are kept for certain, once there are as many: what comes after it is not listed.
    private var bound: Problem?
    /// Those that tell why something was not read: without them nobody learns it where there are many others.
    private var breaks: [Problem] = []
    private(set) var total = 0

    private static let maximumBreaks = 64

    init(limit: Int) { self.limit = max(limit, 0) }

    mutating func add(_ problem: Problem) {
        total += 1
        if problem.code.tellsBreak {
            breaks.append(problem)
            if breaks.count >= ProblemStore.maximumBreaks * 4 { breaks = firstBreaks }
        }
        guard limit > 0 else { return }
        if let bound, !ProblemStore.isOrdered(problem, bound) { return }
        kept.append(problem)
        if kept.count >= limit * 4 {
            kept = first
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

    private var firstBreaks: [Problem] {
        Array(breaks.sorted(by: ProblemStore.isOrdered).prefix(ProblemStore.maximumBreaks))
    }

    private var first: [Problem] { Array(ordered.prefix(limit)) }

    /// What a report lists.
    var listed: [Problem] {
        let first = first
        guard let last = first.last else { return firstBreaks }
        return first + firstBreaks.filter { ProblemStore.isOrdered(last, $0) }
    }
}
