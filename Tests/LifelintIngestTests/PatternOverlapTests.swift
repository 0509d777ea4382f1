// SPDX-License-Identifier: MIT

import Testing

@testable import LifelintIngest
@testable import LifelintModel

@Suite struct PatternOverlapTests {
    private static func line(_ parts: [TextPattern.Part], _ change: (inout LinePattern) -> Void = { _ in })
        -> LinePattern
    {
        let at = SourceLocation(file: "a.yml", line: 1, column: 1, offset: 0, length: 0)
        var line = LinePattern(says: [TextPattern(text: "", parts: parts)], source: LineSource(), meanings: [], at: at)
        change(&line)
        return line
    }

    private static func ties(_ first: LinePattern, _ second: LinePattern) -> Int {
        PatternOverlap.ties([
            LineRecogniser(about: "one", lines: [first]), LineRecogniser(about: "two", lines: [second]),
        ]).count
    }

    @Test("Two patterns tie that say as much and know one line")
    func ties() {
        let name = TextPattern.Part.capture(name: "name", .text)
        let number = TextPattern.Part.capture(name: "n", .int)
        #expect(Self.ties(Self.line([.literal("task "), name]), Self.line([.literal("task "), name])) == 1)
        #expect(Self.ties(Self.line([.literal("task "), name]), Self.line([name, .literal(" task")])) == 1)
        #expect(Self.ties(Self.line([.literal("task "), name]), Self.line([.literal("Task "), name])) == 0)
        #expect(Self.ties(Self.line([.literal("task "), name]), Self.line([.literal("tasks "), name])) == 0)
        #expect(
            Self.ties(Self.line([.literal("id "), number]), Self.line([.literal("id "), .capture(name: "r", .rest)]))
                == 1)
        #expect(Self.ties(Self.line([.literal("id "), number]), Self.line([.literal("id_"), number])) == 0)
    }

    @Test("They do not tie where their sources differ, or one says that the other comes first")
    func settled() {
        let parts: [TextPattern.Part] = [.literal("task "), .capture(name: "name", .text)]
        let backboard = Self.line(parts) { $0.source.processes = ["backboardd"] }
        let kernel = Self.line(parts) { $0.source.processes = ["kernel"] }
        #expect(Self.ties(backboard, kernel) == 0)
        #expect(Self.ties(backboard, backboard) == 1)
        #expect(Self.ties(Self.line(parts), Self.line(parts) { $0.after = "one" }) == 0)
        #expect(Self.ties(Self.line(parts), backboard) == 0)
    }
}
