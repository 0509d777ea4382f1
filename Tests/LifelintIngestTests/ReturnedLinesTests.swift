// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import Testing

@Suite struct ReturnedLinesTests {
    /// The events of a file with their lines and offsets, and the codes of the problems, read in pieces of that size.
    private static func reading(_ text: String, piece: Int) -> [String] {
        let bytes = Array(text.utf8)
        let words = Sample.words
        guard let format = InputFormats(words: words).format(of: InputHead(bytes: bytes, isWhole: true)) else {
            return ["no format"]
        }
        var reader = format.makeReader(ReadingSettings(words: words))
        var found = [format.id]
        var lines = 0
        var start = 0
        repeat {
            let end = min(start + piece, bytes.count)
            let batch = reader.read(Array(bytes[start..<end]), offset: Int64(start), isLast: end == bytes.count)
            found += batch.records.map { "\(batch.name(of: $0)) \(lines + Int($0.line) + 1) @\($0.offset)" }
            found += batch.problems.map { "\($0.code.rawValue) \(lines + $0.line + 1)" }
            lines += batch.lineCount
            start = end
        } while start < bytes.count
        return found
    }

    @Test(arguments: [1, 7, 40, 1_000]) func `Lines may end with carriage returns alone`(piece: Int) {
        let text = "# app=a.b pid=3\r10:00:05 process.launch\r10:00:06 app.didBecomeActive\rx\r10:00:09 process.exit\r"
        #expect(
            Self.reading(text, piece: piece).sorted() == [
                "app.didBecomeActive 3 @40", "lifecycle-text", "no-time 4", "process.exit 5 @71",
                "process.launch 2 @16",
            ])
    }

    @Test func `A line that is too long is a problem with its place`() {
        let long = "10:00:07 x z=" + String(repeating: "a", count: IngestLimits.lineBytes + 9)
        let text = "10:00:05 process.launch\r\(long)\r10:00:09 process.exit"
        let expected = [
            "lifecycle-text", "line-too-long 2", "log.gap 2 @24", "process.exit 3 @\(text.utf8.count - 21)",
            "process.launch 1 @0",
        ]
        #expect(Self.reading(text, piece: 600_000).sorted() == expected)
    }
}
