// SPDX-License-Identifier: MIT

import LifelintModel

/// The problems of an analysis: all counted, the first of each input kept.
struct ProblemStore {
    private let limit: Int
    private var kept: [Problem] = []
    private var perFile: [String: Int] = [:]
    private(set) var total = 0

    init(limit: Int) { self.limit = max(limit, 0) }

    mutating func add(_ problem: Problem) {
        total += 1
        let known = perFile[problem.file, default: 0]
        perFile[problem.file] = known + 1
        guard known < limit else { return }
        kept.append(problem)
        if kept.count >= max(limit, 1) * 4 { kept = Array(ordered.prefix(limit)) }
    }

    /// The kept ones by (file, offset, code).
    var ordered: [Problem] {
        kept.sorted { left, right in
            (left.file, left.offset, left.code.rawValue, left.message)
                < (right.file, right.offset, right.code.rawValue, right.message)
        }
    }

    /// What a report lists.
    var listed: [Problem] { Array(ordered.prefix(limit)) }
}
