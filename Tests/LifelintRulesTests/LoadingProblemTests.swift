// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintLanguage
@testable import LifelintRules

@Suite struct LoadingProblemTests {
    private static let long =
        String(repeating: "a: 1, ", count: 100) + "ä: wrong, " + String(repeating: "b: 2, ", count: 50)

    private static func lines(_ sourceLine: String, column: Int) -> [String] {
        LoadingProblem(
            code: .badRule, file: "x.yml", line: 1, column: column, offset: 0, message: "No.", suggestion: nil,
            sourceLine: sourceLine
        ).description.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test(arguments: [
        ("a: b", 4, "    a: b", "       ^"), ("\ta: b", 2, "    \ta: b", "    \t^"), ("", 1, "    ", "    ^"),
        ("a", 99, "    a", "     ^"),
    ]) func `The caret stands below the column`(line: String, column: Int, shown: String, caret: String) {
        #expect(Self.lines(line, column: column) == ["x.yml:1:\(column): No.", shown, caret])
    }

    @Test(arguments: [1, 2, 60, 61, 62, 300, 601, 605, 700, 900, 911, 2_000])
    func `Of a long line the part around the column is shown`(column: Int) {
        let lines = Self.lines(Self.long, column: column)
        #expect(lines.count == 3)
        #expect(lines[1].utf8.count <= 4 + 120 + 6 + 2)
        let caret = lines[2].count - 1
        let bytes = Array(Self.long.utf8)
        guard column <= bytes.count else { return #expect(caret == lines[1].count) }
        let wanted = String(decoding: bytes[(column - 1)...], as: UTF8.self).first
        #expect(Array(lines[1])[caret] == wanted || wanted == "\u{FFFD}")
    }
}
