// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

/// Logs of objects whose last one was not written to its end: what it told is lost, and that is said.
@Suite struct CutLogTests {
    private static let object =
        #"{"timestamp":"2026-03-01 10:00:00.123456+0100","eventMessage":"text","processID":71,"eventType":"logEvent"}"#
    private static let pretty = """
        [{
          "timestamp" : "2026-03-01 10:00:00.123456+0100",
          "eventMessage" : "text",
          "processID" : 71,
          "eventType" : "logEvent"
        },{
          "timestamp" : "2026-03-01 10:00:01.123456+0100",
          "eventMessage" : "text",
          "processID" : 71,
          "eventType" : "logEvent"
        }
        """

    private static func problems(_ text: String) -> [String] {
        let head = InputHead(bytes: Array(text.utf8), isWhole: true)
        guard let format = InputFormats(words: Sample.words).format(of: head) else { return ["no format"] }
        var reader = format.makeReader(ReadingSettings(words: Sample.words))
        let batch = reader.read(head.bytes, offset: 0, isLast: true)
        return batch.problems.map { "\($0.offset) line \($0.line): \($0.code.rawValue)" }
    }

    @Test(
        arguments: [
            (object + "\n" + object + "\n", []), (object + "\n" + object, []),
            (object + "\n" + object.dropLast(30), ["\(object.utf8.count + 1) line 1: truncated-line"]),
            (object + "\n" + object.dropLast(1) + "\n", ["\(object.utf8.count + 1) line 1: truncated-line"]),
            (object + "\n" + object + "\n{\"count\":2,\"finished\":1}\n", []), (object + "\n" + object + "\n```\n", []),
            (pretty, []), (pretty + "]\n", []), (pretty + ",{\n  \"timestamp\"", ["257 line 10: truncated-line"]),
            (String(pretty.dropLast(20)), ["128 line 5: truncated-line"]),
        ] as [(String, [String])]) func `A record that is cut off`(text: String, expected: [String])
    {
        #expect(Self.problems(text) == expected)
    }
}
