// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintReport
import TestSupport
import Testing

/// Runs are encoded by a writer of their own, which has to write what ``JSONWriter`` writes.
@Suite struct JSONStretchTests {
    private static func object(_ run: AppRun) -> String {
        var output = OutputBuffer()
        var encoder = RunEncoder()
        encoder.encode(run, into: &output)
        return output.string
    }

    private static func run() -> AppRun {
        let edge = RunEdge(time: Timestamp(nanoseconds: 0, digits: 0), isKnown: true)
        return AppRun(id: "r", start: edge, end: edge, ending: Ending(cause: .unknown, confidence: .certain))
    }

    @Test func `texts are escaped wherever the escape stands`() {
        let pieces = ["\"", "\\", "\n", "\r", "\t", "\u{1}", "\u{1F}", " ", "é", "完", "🦊", "a", "plain text", "\u{7F}"]
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...24, using: &random) {
                text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }
            var run = Self.run()
            run.story = text
            var writer = JSONWriter()
            writer.value(text)
            #expect(Self.object(run).hasSuffix("\"story\":\(writer.output.string)}"))
        }
    }

    @Test(arguments: [Int64.min, .min + 1, -1, 0, 9, 10, 99, 100, 1_000_000_007, .max - 1, .max])
    func `numbers and times are written at both ends of their ranges`(number: Int64) {
        for digits: UInt8 in 0...9 {
            let time = Timestamp(nanoseconds: number, digits: digits)
            var run = Self.run()
            run.counters = [Counter(name: "n", unit: "u", samples: [.init(time: time, value: number)])]
            var writer = JSONWriter()
            writer.beginArray()
            writer.value(time)
            writer.value(number)
            writer.endArray()
            #expect(Self.object(run).contains("\"samples\":[\(writer.output.string)]"))
        }
    }
}
