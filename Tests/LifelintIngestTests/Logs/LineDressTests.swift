// SPDX-License-Identifier: MIT

import Testing

@testable import LifelintIngest

/// What is put into the lines of a log comes off, and no line moves.
@Suite struct LineDressTests {
    private static let texts: [(dressed: String, names: [String], plain: String)] = [
        ("\u{1B}[32mone\u{1B}[0m\ntwo\u{1B}[1;31m!\n", ["colours"], "one\ntwo!\n"),
        ("1: a\n2:\n3:   b\n5: d", ["line-numbers"], "a\n\n  b\nd"),
        (" 9\ta\n10\tb\n11\tc\n", ["line-numbers"], "a\nb\nc\n"),
        ("`a`\n\n`b` \r\n", ["code-span"], "a\n\nb\n"),
        (
            "text\n`2026-03-01 10:00:00 a\nb `c` d\n2026-03-01 10:00:01 e`\n", ["code-span"],
            "text\n2026-03-01 10:00:00 a\nb `c` d\n2026-03-01 10:00:01 e\n"
        ),
        ("<pre>&lt;a&gt; &amp;lt; &lt;b> &lt;c <d></pre>\n&lt;x", ["html"], "<a> &lt; <b> <c <d>\n<x"),
        ("{&quot;a&quot;:1}\n", ["html"], #"{"a":1}"# + "\n"),
        ("&lt;a&gt; &quot;b&quot; \"c\"\n", ["html"], "<a> &quot;b&quot; \"c\"\n"),
        (
            "\"2026-03-01 10:00:00 a\nb \"c\" d\n2026-03-01 10:00:01 e\"\n", ["quotation-mark"],
            "2026-03-01 10:00:00 a\nb \"c\" d\n2026-03-01 10:00:01 e\n"
        ),
        (
            #"{"msg":"a \u003cb\u003E \u0026 \\u003c \n\u003c"}"# + "\n", [],
            #"{"msg":"a <b> & \\u003c \n<"}"# + "\n"
        ),
        ("\u{1B}[2m1:`a`\n2:`b`\n3:`c`\n", ["colours", "line-numbers", "code-span"], "a\nb\nc\n"),
    ]

    @Test(arguments: texts) func `what is put into lines is taken off`(
        _ row: (dressed: String, names: [String], plain: String)
    ) throws {
        let bytes = Array(row.dressed.utf8)
        let dress = try #require(LineDress.find(bytes))
        #expect(dress.names == row.names)
        let plain = dress.undressed(bytes)
        #expect(plain.count == bytes.count)
        let lines = plain.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            String(decoding: line, as: UTF8.self).withoutTail
        }
        #expect(lines.joined(separator: "\n") == row.plain)
    }

    @Test(arguments: [
        "", "\n", "a\nb\n", "2026-03-01 a\n2026-03-02 b\n2026-03-03 c\n", "1: a\n1: b\n2: c\n", "1: a\n2: b\n",
        "<Notice>: a &lt;b&gt;\n", "```\na\n```\n", "`a` b\n`c` d\n", "[1m a\n", #"{"a":"&lt;"}"# + "\n",
        "\"2026-03-01 10:00:00\",\"a\"\n", "a\n\"2026-03-01 10:00:00 b\n", #"{"a":"\\u003c"}"# + "\n",
        "a\n`2026-03-01 10:00:00.123` b c\n", "10:00:00 a\n10:00:01 b\n10:00:02 c\n",
    ]) func `what stands for itself is left alone`(text: String) {
        #expect(LineDress.find(Array(text.utf8)) == nil)
    }

    @Test func `single spaces stand for tabs where a process of the system's speaks`() throws {
        func find(_ text: String) -> LineDress? {
            LineDress.find(Array(text.utf8)) { $0.string($1.lowerBound, $1.upperBound) == "runningboardd" }
        }
        let own = "info 10:00:00.123456+0100 Notes Loading  notes\n"
        let system = "default 10:00:00.223456+0100 runningboardd a\n"
        #expect(find(own + own) == nil)
        #expect(find(system) == nil)
        let dress = try #require(find("Here it is:\n" + own + system))
        #expect(dress.names == ["spaces"])
        let plain = String(decoding: dress.undressed(Array((own + system).utf8)), as: UTF8.self)
        #expect(
            plain == "info\t10:00:00.123456+0100\tNotes\tLoading  notes\n"
                + "default\t10:00:00.223456+0100\trunningboardd\ta\n")
    }

    @Test func `a date in front of the clock is of the same cell`() throws {
        let rows =
            "default 2026-03-01 10:00:00.123456+0100 runningboardd a\n"
            + "default 2026-03-01 10:00:00.223456 +0100 runningboardd b\n"
        let dress = try #require(
            LineDress.find(Array(rows.utf8)) { $0.string($1.lowerBound, $1.upperBound) == "runningboardd" })
        #expect(dress.names == ["spaces"])
        #expect(
            String(decoding: dress.undressed(Array(rows.utf8)), as: UTF8.self)
                == "default\t2026-03-01 10:00:00.123456+0100\trunningboardd\ta\n"
                + "default\t2026-03-01 10:00:00.223456 +0100\trunningboardd\tb\n")
    }

    @Test func `no line moves, whatever is in it`() {
        var generator = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: 0...UInt64.max, using: &generator)
        var state = seed
        func next(_ limit: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % limit)
        }
        let pieces = [
            "\u{1B}[", "3", "m", "\u{1B}", "&lt;", "&", "lt;", "&quot;", "<pre>", "<", ">", "`", "\n", "\r\n", " ",
            "\t",
            "1:", "2:", "12", "\u{FEFF}", "é", "\u{0}",
        ]
        for _ in 0..<2_000 {
            let bytes = (0..<(next(60) + 1)).flatMap { _ in Array(pieces[next(UInt64(pieces.count))].utf8) }
            guard let dress = LineDress.find(bytes) else { continue }
            let plain = dress.undressed(bytes)
            let feeds = bytes.indices.filter { bytes[$0] == 0x0A }
            #expect(plain.count == bytes.count, "seed \(seed)")
            #expect(plain.indices.filter { plain[$0] == 0x0A } == feeds, "seed \(seed)")
        }
    }
}

extension String {
    /// Without spaces and carriage returns at its end.
    fileprivate var withoutTail: String {
        var end = endIndex
        while end > startIndex, " \r".contains(self[index(before: end)]) { end = index(before: end) }
        return String(self[..<end])
    }
}
