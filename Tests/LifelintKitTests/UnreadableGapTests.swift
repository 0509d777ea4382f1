// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import Testing

@testable import LifelintKit

/// What a line tells that cannot be read is lost, as what a source says it lost: a gap between its neighbours.
@Suite struct UnreadableGapTests {
    private static let a = #"{"time":"2026-03-01T10:00:01Z","event":"x","pid":7,"app":"a.b"}"#
    private static let b = #"{"time":"2026-03-01T10:00:12Z","event":"y","pid":7,"app":"a.b"}"#
    private static let c = #"{"time":"2026-03-01T10:00:15Z","event":"z","pid":7,"app":"a.b"}"#
    private static let first = "10:00:01.000000001Z 10999999998 pid=7 app=a.b"

    /// The gaps of a log, each as its beginning, how many nanoseconds it is long, and whose it is.
    ///
    /// - Parameter cuts: the lines behind which the log is cut into batches.
    private static func gaps(
        _ lines: [String], as id: String = "lifecycle-jsonl", cuts: Set<Int> = []
    ) throws -> [String] {
        let words = CompiledVocabulary(Vocabulary())
        var reader = try #require(InputFormats(words: words).format(id: id)).makeReader(ReadingSettings(words: words))
        var gaps = UnreadableGaps()
        var found: [String] = []
        var offset: Int64 = 0
        var chunk = ""
        for (number, line) in lines.enumerated() {
            let isLast = number + 1 == lines.count
            chunk += line + (isLast ? "" : "\n")
            if !isLast, !cuts.contains(number) { continue }
            let batch = gaps.placed(reader.read(Array(chunk.utf8), offset: offset, isLast: isLast))
            for record in batch.records where record.name == .logGap {
                let time = Timestamp(nanoseconds: record.time, digits: 9).rfc3339.dropFirst(11)
                let owner = record.hasPID ? " pid=\(record.pid) app=\(batch.string(record.app) ?? "-")" : ""
                let device = batch.string(record.device).map { " device=\($0)" } ?? ""
                found.append("\(time) \(record.hasDuration ? "\(record.duration)" : "-")\(owner)\(device)")
            }
            offset += Int64(chunk.utf8.count)
            chunk = ""
        }
        return found
    }

    @Test(
        arguments: [
            "{\"time\":\"2026-03-01T10:00:05Z\",\"event\":\"x\",\"z\":}", "{\"time\":\"2026-03-01T10:0",
            "{\"event\":\"x\"}", "{\"time\":\"never\",\"event\":\"x\"}", "\u{0}\u{1}\u{2}", "x\nx\nx",
            "{\"time\":\"2026-03-01T10:00:05Z\",\"event\":\"x\",\"a\":" + String(repeating: "[", count: 80)
                + String(repeating: "]", count: 80) + "}",
        ]) func `a line that cannot be read is a gap between its neighbours`(line: String) throws
    {
        for cuts in [[], [0], [1], [0, 1]] as [Set<Int>] {
            #expect(try Self.gaps([Self.a, line, Self.b, Self.c], cuts: cuts) == [Self.first], "\(cuts)")
        }
    }

    @Test(arguments: [
        "", "  ", #"{"time":"2026-03-01T10:00:05Z","event":"never.heard.of"}"#, #"{"time":"2026-03-01T10:00:05Z"}"#,
    ]) func `a line that tells nothing is none`(line: String) throws {
        #expect(try Self.gaps([Self.a, line, Self.b]).isEmpty)
    }

    @Test func `a gap is of the process that its neighbours are of, else of their devices`() throws {
        let other = Self.b.replacing("\"pid\":7", with: "\"pid\":8")
        #expect(try Self.gaps([Self.a, "x", other]) == ["10:00:01.000000001Z 10999999998"])
        let devices = [Self.a, Self.b].enumerated().map {
            $1.replacing("\"pid\"", with: "\"device\":\"D\($0)\",\"pid\"")
        }
        for cuts in [[], [0], [1]] as [Set<Int>] {
            #expect(
                try Self.gaps([devices[0], "x", devices[1]], cuts: cuts) == [
                    "10:00:01.000000001Z 10999999998 device=D1", "10:00:01.000000001Z 10999999998 device=D0",
                ])
        }
    }

    /// Lines a second apart, each told by the device and process of its letters: `A7` is process 7 of device A; `x`
    /// cannot be read.
    private static func lines(_ tellers: String) -> [String] {
        tellers.split(separator: " ").enumerated().map { second, teller in
            guard teller != "x", let device = teller.first else { return "x" }
            return #"{"time":"2026-03-01T10:00:1\#(second)Z","event":"x","app":"a.b","#
                + #""device":"\#(device)","pid":\#(teller.dropFirst())}"#
        }
    }

    @Test(arguments: [
        ("A7 B7 x B7 A7", ["B7 11-13", "A7 11-13"]), ("A7 A8 x A8 A7", ["A8 11-13", "A7 11-13"]),
        // Both lines may be of either; the second gap of device A begins with the first line that may be its.
        ("A7 B7 x B7 x B7 A7", ["B7 11-13", "B7 13-15", "A7 11-15"]),
        // Each has one of its own, and none again before it may have lost something again.
        ("A7 B7 C7 x C7 B7 A7 B7 A7", ["C7 12-14", "B7 12-14", "A7 12-14"]),
        // A gap of the device is one of all that run there.
        ("A7 A8 A9 x A8 A9 A7", ["A 12-14"]), ("A7 A9 B7 x A8 A9 A7", ["A 12-14", "B 12-14"]),
        // Who tells nothing behind it, or nothing before it, has none.
        ("A7 B7 x B7 B7", ["B7 11-13"]), ("B7 x B7 A7 A7", ["B7 10-12"]),
    ]) func `a line between those of others may have been of whoever is heard on both sides`(
        tellers: String, expected: [String]
    ) throws {
        for cuts in [[], [0], [1], [2], [3], [4], [0, 1, 2, 3, 4, 5]] as [Set<Int>] {
            let found = try Self.gaps(Self.lines(tellers), cuts: cuts).map { gap in
                let parts = gap.split(separator: " ")
                let start = Int(parts[0].dropFirst(6).prefix(2)) ?? 0
                let length = (Int(parts[1]) ?? 0) + 2
                func value(_ key: String) -> Substring {
                    parts.first { $0.hasPrefix(key) }?.dropFirst(key.count) ?? ""
                }
                return "\(value("device="))\(value("pid=")) \(start)-\(start + length / 1_000_000_000)"
            }
            #expect(found == expected, "\(cuts)")
        }
    }

    @Test(arguments: [("20.500", 1), ("25:00:20", 0)])
    func `what a device lost between the lines of others is missing there`(time: String, count: Int) throws {
        func line(_ device: String, _ time: String, _ rest: String) -> String {
            let stamp = time.count < 8 ? "2026-03-01T10:00:\(time)Z" : time
            return #"{"time":"\#(stamp)","app":"com.a","pid":1,"device":"\#(device)",\#(rest)}"#
        }
        let lines = [
            line("A", "00", #""event":"process.launch","intent":"foreground""#),
            line("A", "01", #""event":"backgroundTask.begin","task":"1""#),
            line("A", "02", #""event":"backgroundTask.end","task":"1""#),
            line("A", "03", #""event":"backgroundTask.begin","task":"2""#),
            line("A", "04", #""event":"app.didEnterBackground""#),
            line("A", "10", #""event":"backgroundTask.expire","task":"2""#),
            line("B", "10.5", #""event":"process.launch""#), line("B", time, #""event":"x.y""#),
            line("B", "30", #""event":"x.y""#), line("A", "50", #""event":"x.y""#),
            line("A", "51", #""event":"backgroundTask.end","task":"2""#),
        ]
        let analysis = try Analysing.analysis([("a.jsonl", Array(lines.joined(separator: "\n").utf8))]) {
            try? $0.useRules(select: ["background-task-not-ended-at-expiration"])
        }
        #expect(try analysis.allFindings().count == count)
    }

    @Test func `before the first record and behind the last one is no gap, and in one instant it is a point`() throws {
        #expect(try Self.gaps(["x", Self.a, Self.b, "x", #"{"time":"2026-"#]).isEmpty)
        #expect(try Self.gaps(["x", "x"]).isEmpty)
        #expect(try Self.gaps([Self.a, "x", Self.a]) == ["10:00:01.000000000Z - pid=7 app=a.b"])
        #expect(try Self.gaps([Self.a, "x", Self.b, "x", Self.c]).count == 2)
    }

    @Test(arguments: [
        ("data.save", [first]), ("25:00:05 data.save", [first]), ("# a comment", []), ("", []), ("  # another", []),
        ("10:00:05 never.heard.of", []), ("10:00:05 x loose", []),
    ]) func `lines of the text notation that cannot be read are gaps, too`(line: String, expected: [String]) throws {
        let lines = ["# app=a.b pid=7", "10:00:01 x", line, "10:00:12 y"]
        for cuts in [[], [1], [2], [0, 1, 2]] as [Set<Int>] {
            let found = try Self.gaps(lines, as: "lifecycle-text", cuts: cuts)
            #expect(found == expected, "\(cuts)")
        }
    }

    @Test(arguments: [("10:00:20.500 x.y", 1), ("25:00:20 backgroundTask.end task=2", 0), ("backgroundTask.end", 0)])
    func `what is missing may stand where nothing can be read`(line: String, count: Int) throws {
        let log = """
            # app=com.a pid=1 device=D
            10:00:00.000 process.launch intent=foreground
            10:00:01.000 backgroundTask.begin task=1
            10:00:02.000 backgroundTask.end task=1
            10:00:03.000 backgroundTask.begin task=2
            10:00:04.000 app.didEnterBackground
            10:00:20.000 backgroundTask.expire task=2
            \(line)
            10:00:30.000 x.y
            10:00:31.000 backgroundTask.end task=2

            """
        let analysis = try Analysing.analysis([("a.lifelog", Array(log.utf8))]) {
            try? $0.useRules(select: ["background-task-not-ended-at-expiration"])
        }
        #expect(try analysis.allFindings().count == count)
    }
}
