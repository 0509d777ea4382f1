// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintKit

struct ProblemStoreTests {
    private static func listed(limit: Int, noise: Int, missing: [String]) -> [String] {
        var store = ProblemStore(limit: limit)
        for line in 0..<noise {
            store.add(Problem(file: "a.log", line: noise - line, column: 1, code: .badValue, message: "bad"))
        }
        for file in missing { store.add(Problem(file: file, code: .unreadable, message: "gone")) }
        #expect(store.total == noise + missing.count)
        return store.listed.map(\.file)
    }

    @Test(
        arguments: [
            (3, 50, ["z.log"], ["a.log", "a.log", "a.log", "z.log"]), (3, 2, ["z.log"], ["a.log", "a.log", "z.log"]),
            (2, 0, ["c.log", "b.log", "d.log"], ["b.log", "c.log", "d.log"]), (0, 5, ["z.log"], ["z.log"]),
            (0, 5, [], []),
        ] as [(Int, Int, [String], [String])])
    func `why something was not read is kept beside the first problems`(
        limit: Int, noise: Int, missing: [String], expected: [String]
    ) {
        #expect(Self.listed(limit: limit, noise: noise, missing: missing) == expected)
    }

    @Test func `however many were not read, a bounded number of them is told`() {
        let files = (1_000..<2_000).map { "\($0).log" }
        #expect(Self.listed(limit: 2, noise: 0, missing: files.reversed()) == Array(files.prefix(64)))
    }
}
