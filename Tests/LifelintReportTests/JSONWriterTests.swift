// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import LifelintReport
import TestSupport
import Testing

struct JSONWriterTests {
    private func json(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return writer.output.string
    }

    @Test(
        "Strings are escaped, and everything else is copied",
        arguments: [
            ("", #""""#), ("plain", #""plain""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#),
            ("\u{0}\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""), ("ü漢👩‍👧", "\"ü漢👩‍👧\""), ("end\"", #""end\"""#),
        ])
    func escapes(text: String, expected: String) {
        #expect(json { $0.value(text) } == expected)
    }

    @Test(
        "Numbers are written exactly, and what is no number becomes null",
        arguments: [
            (0.0, "0"), (-0.5, "-0.5"), (10, "10"), (1e300, "1e+300"), (.nan, "null"), (-.infinity, "null"),
        ])
    func numbers(number: Double, expected: String) {
        #expect(json { $0.value(number) } == expected)
    }

    @Test("Whole numbers reach the ends of their type")
    func extremes() {
        #expect(json { $0.value(Int64.min) } == "-9223372036854775808")
        #expect(json { $0.value(Int64.max) } == "9223372036854775807")
        #expect(json { $0.value(10) } == "10")
    }

    @Test(
        "Durations are exact numbers of seconds",
        arguments: [
            (0, "0"), (19_940_000_000, "19.94"), (-1, "-0.000000001"), (-1_500_000_000, "-1.5"), (10_000_000_000, "10"),
            (Int64.min, "-9223372036.854775808"),
        ] as [(Int64, String)])
    func seconds(nanoseconds: Int64, expected: String) {
        #expect(json { $0.value(seconds: nanoseconds) } == expected)
    }

    @Test("Instants are written as everywhere else, one after another, over day borders and before the epoch")
    func instants() {
        var random = RandomReport(seed: 7)
        var writer = JSONWriter()
        writer.beginArray()
        var expected: [String] = []
        for _ in 0..<2_000 {
            let time = random.time()
            writer.value(time)
            expected.append("\"" + time.rfc3339 + "\"")
        }
        writer.endArray()
        #expect(writer.output.string == "[" + expected.joined(separator: ",") + "]")
    }

    @Test("Commas stand between values and nowhere else")
    func commas() {
        let text = json { writer in
            writer.beginObject()
            writer.key("a")
            writer.beginArray()
            writer.value(1)
            writer.value(Double.nan)
            writer.beginObject()
            writer.endObject()
            writer.endArray()
            writer.key(named: "b\"")
            writer.value(true)
            writer.endObject()
        }
        #expect(text == #"{"a":[1,null,{}],"b\"":true}"#)
    }
}
