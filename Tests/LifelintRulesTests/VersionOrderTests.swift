// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport
import Testing

@testable import LifelintRules

struct VersionOrderTests {
    private static func ordered(_ rows: [(String?, Int64)]) -> [String] {
        let rows: [VersionOrder.Row] = rows.map { ($0.0, Moment(time: $0.1, order: $0.1, digits: 9)) }
        return VersionOrder.places(of: rows).map { "\(rows[$0].version ?? "-")@\(rows[$0].start.order)" }
    }

    @Test(
        arguments: [
            (rows: [("1.10", 1), ("1.9", 2)], order: ["1.9@2", "1.10@1"]),
            (rows: [("2.0", 5), ("beta", 3), ("1.0", 1)], order: ["1.0@1", "beta@3", "2.0@5"]),
            (rows: [("beta", 0), ("2.0", 5), ("1.0", 1)], order: ["beta@0", "1.0@1", "2.0@5"]),
            (rows: [("beta", 9), ("2.0", 5), ("1.0", 1)], order: ["1.0@1", "2.0@5", "beta@9"]),
            // Each would come before the next: 1.0 before 2.0, 2.0 before beta, beta before 1.0.
            (rows: [("2.0", 1), ("beta", 2), ("1.0", 3)], order: ["1.0@3", "2.0@1", "beta@2"]),
            (rows: [("1.0", 4), ("1.0.0", 3), ("b", 3), ("a", 3)], order: ["1.0.0@3", "a@3", "b@3", "1.0@4"]),
            (rows: [], order: []),
        ] as [(rows: [(String?, Int64)], order: [String])])
    func `Numbers are in their order, and what does not compare stands where it began`(
        _ row: (rows: [(String?, Int64)], order: [String])
    ) {
        #expect(Self.ordered(row.rows) == row.order)
    }

    @Test func `The order is the same, however the versions came`() {
        var random = SeededGenerator(seed: 7)
        let versions: [String?] = [nil, "", "1", "1.0", "1.2", "2.0 (7)", "beta", "nightly", "3", "x1", "0.9"]
        for _ in 0..<500 {
            var rows = versions.shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random)).map {
                ($0, Int64.random(in: 0...5, using: &random))
            }
            let expected = Self.ordered(rows)
            for _ in 0..<5 {
                rows.shuffle(using: &random)
                #expect(Self.ordered(rows) == expected)
            }
        }
    }
}
