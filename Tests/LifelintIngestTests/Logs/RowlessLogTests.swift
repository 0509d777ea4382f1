// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

@Suite struct RowlessLogTests {
    private static let header =
        "Timestamp                       Thread     Type        Activity             PID    TTL  "
    private static let row =
        "2026-03-01 10:00:00.123456+0100 0x1a2b     Default     0x0                  71     0    Notes: text"

    private static func problems(_ lines: [String]) -> [String] {
        let head = InputHead(bytes: Array(lines.joined(separator: "\n").utf8), isWhole: true)
        guard let format = InputFormats(words: Sample.words).format(of: head) else { return ["no format"] }
        var reader = format.makeReader(ReadingSettings(words: Sample.words))
        let batch = reader.read(head.bytes, offset: 0, isLast: true)
        return batch.problems.map { "\($0.line): \($0.code.rawValue): \($0.message)" }
    }

    @Test(arguments: [
        (["shortened", "by hand"], ["1: no-time: none of the 2 lines from here on has the form of this log's rows"]),
        (["shortened"], ["1: no-time: this line has not the form of this log's rows, and there is no other"]),
        (["shortened", row], []), ([row], []), ([], []), (["", ""], []),
    ]) func `A log that is known by its header alone says where its rows should be`(
        lines: [String], expected: [String]
    ) {
        #expect(Self.problems([Self.header] + lines) == expected)
    }

    /// As a letter wraps them at 80 columns.
    @Test func `A log that a letter has wrapped says that messages are in pieces`() {
        let lines = [
            "Mar  1 10:00:00 iPhone kernel(Sandbox)[0] <Notice>: Notes[71] ==> a container of",
            "its own", "Mar  1 10:00:01 iPhone kernel[0] <Notice>: memorystatus: Notes [71] exceeded mem",
            "limit: ActiveHard 2098 MB (fatal)", "Mar  1 10:00:02 iPhone wifid[51] <Notice>: link quality 90",
        ]
        #expect(Self.problems(lines).map { $0.prefix(18) } == ["0: truncated-line:"])
        let whole = [lines[0] + " " + lines[1], lines[2] + " " + lines[3], lines[4]]
        #expect(Self.problems(whole) == [])
    }

    private static let cell = "default\t10:00:00.123456+0100\trunningboardd\ttext"
    private static let inside = ["    SBApplicationStateKey = 2;", "}}"]

    /// People copy a part of a log, which may begin in the middle of a message.
    @Test(arguments: [
        (
            inside + [cell, cell],
            [
                "0: no-time: the 2 lines from here on stand above the first row of the log and are not read"
            ]
        ),
        (
            ["}}", "}", "}", cell, "    of two lines", cell],
            [
                "0: no-time: the 3 lines from here on stand above the first row of the log and are not read"
            ]
        ),
        (
            inside + inside + [row, row],
            [
                "0: no-time: the 4 lines from here on stand above the first row of the log and are not read"
            ]
        ),
        // Words between the rows, or one row, are what somebody says of a log.
        (inside + ["I saw", cell, "and then", cell, "and nothing more", "of it"], ["no format"]),
        (["What does", "this mean?", cell], ["no format"]),
    ]) func `A log that begins inside of a message is read from its first row on`(lines: [String], expected: [String]) {
        #expect(Self.problems(lines) == expected)
    }

    private static let relay = "Mar  1 10:00:00 iPhone kernel[0] <Notice>: text"

    /// Readers mark the row that matters.
    @Test(
        arguments: [
            (["----> " + relay, relay, relay], ["0: device-syslog"]),
            ([relay, "==> " + relay, relay], ["1: device-syslog"]),
            ([relay, "*** " + relay, "*** " + relay], ["1: device-syslog"]), ([relay, "---- more of it", relay], []),
            ([relay, "- " + relay, relay], []),
        ]) func `a row behind a mark is told, and is no part of a message`(lines: [String], expected: [String])
    {
        let told = Self.problems(lines).map { $0.replacing(": not-a-log: this row of a log (", with: ": ") }
        #expect(told.map { String($0.prefix { $0 != ")" }) } == expected)
    }
}
