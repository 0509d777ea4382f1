// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

@testable import LifelintCLI

@Suite struct ValueTests {
    @Test(
        "Times are read in all their spellings",
        arguments: [
            ("2026-03-01T10:00:00Z", nil, "2026-03-01T10:00:00Z"),
            ("2026-03-01T10:00:00.250Z", 7_200, "2026-03-01T10:00:00.250Z"),
            ("2026-03-01t10:00:00z", nil, "2026-03-01T10:00:00Z"),
            ("2026-03-01T10:00:00+02:00", nil, "2026-03-01T08:00:00Z"),
            ("2026-03-01 10:00:00.5 -0330", nil, "2026-03-01T13:30:00.5Z"),
            ("2026-03-01 10:00", nil, "2026-03-01T10:00:00Z"),
            ("2026-03-01 10:00", 3_600, "2026-03-01T09:00:00Z"),
            ("2026-03-01T10:00:05", -3_600, "2026-03-01T11:00:05Z"),
            ("2026-03-01", nil, "2026-03-01T00:00:00Z"),
            ("2026-03-01", 3_600, "2026-02-28T23:00:00Z"),
            ("2026-03-01T10:00:00.1234567891234Z", nil, "2026-03-01T10:00:00.123456789Z"),
            ("1969-12-31T23:59:59Z", nil, "1969-12-31T23:59:59Z"),
        ] as [(String, Int?, String)])
    func times(text: String, zone: Int?, expected: String) throws {
        #expect(try InstantArgument.parse(text).instant(zone: zone, isEnd: false).rfc3339 == expected)
    }

    @Test("The end of a bare day is the midnight after it")
    func endOfDay() throws {
        let day = try InstantArgument.parse("2026-03-01")
        #expect(day.instant(zone: nil, isEnd: true).rfc3339 == "2026-03-02T00:00:00Z")
        let time = try InstantArgument.parse("2026-03-01 00:00")
        #expect(time.instant(zone: nil, isEnd: true).rfc3339 == "2026-03-01T00:00:00Z")
    }

    @Test(
        "What is no time is refused",
        arguments: [
            "", "today", "2026-3-1", "2026-02-30", "2026-03-01T", "2026-03-01T25:00:00Z", "2026-03-01T10:60:00Z",
            "2026-03-01T10:00:00.Z", "2026-03-01T10:00:00Zx", "0001-01-01", "9999-12-31", "10:00",
            "2026-03-01T10:00:00+2",
        ])
    func badTimes(text: String) {
        #expect(throws: UsageError(.badValue, "")) { _ = try InstantArgument.parse(text) }
    }

    @Test("The ends of time do not overflow")
    func endsOfTime() throws {
        let late = InstantArgument(clock: .max, digits: 9, offset: nil, isDay: true)
        #expect(late.instant(zone: -3_600, isEnd: true).nanoseconds == .max)
        let early = InstantArgument(clock: .min, digits: 9, offset: 3_600, isDay: false)
        #expect(early.instant(zone: nil, isEnd: false).nanoseconds == .min)
    }

    @Test(
        "Zones are distances from UTC",
        arguments: [
            ("+0200", 7_200), ("-03:00", -10_800), ("+05:45", 20_700), ("UTC", 0), ("Z", 0), ("+09", 32_400),
            ("CET", nil), ("0200", nil), ("+2", nil), ("+2400", nil), ("+0260", nil), ("", nil), ("+02000", nil),
        ])
    func zones(text: String, expected: Int?) {
        #expect((try? ZoneArgument.parse(text)) == expected)
    }

    @Test(
        "Days are days of the calendar",
        arguments: [
            ("2026-03-01", CalendarDay(year: 2026, month: 3, day: 1)),
            ("2024-02-29", CalendarDay(year: 2024, month: 2, day: 29)),
            ("2026-02-29", nil), ("2026-13-01", nil), ("2026-03-01 ", nil), ("", nil),
        ])
    func days(text: String, expected: CalendarDay?) {
        #expect((try? DayArgument.parse(text)) == expected)
    }

    @Test(
        "Sizes have units",
        arguments: [
            ("64MB", 64_000_000), ("64M", 64_000_000), ("2g", 2_000_000_000), ("1MiB", 1_048_576),
            ("1000000", 1_000_000),
            ("4000KB", 4_000_000), ("1", nil), ("MB", nil), ("1.5G", nil), ("-1G", nil), ("64 MB", nil), ("64XB", nil),
            ("99999999999999999999", nil), ("9999999999999GB", nil), ("", nil),
        ])
    func sizes(text: String, expected: Int?) {
        #expect((try? NumberArgument.size(text)) == expected)
    }

    @Test(
        "Counts have a range",
        arguments: [("1", 1), ("8", 8), ("0", nil), ("9", nil), ("-1", nil), ("x", nil), ("", nil)])
    func counts(text: String, expected: Int?) {
        #expect((try? NumberArgument.count(text, in: 1...8)) == expected)
    }

    @Test("A report is a format, and maybe a file")
    func reports() throws {
        let plain = try ReportRequest.parse("json")
        #expect(plain.renderer.id == "json" && plain.path == nil)
        #expect(try ReportRequest.parse("json=a=b.json").path == "a=b.json")
        #expect(try ReportRequest.parse("json=-").path == nil)
        #expect(throws: UsageError(.badValue, "")) { _ = try ReportRequest.parse("json=") }
        let error = #expect(throws: UsageError.self) { _ = try ReportRequest.parse("jsno") }
        #expect(error?.message == "unknown report format; did you mean 'json'?")
    }

    @Test("A misspelt format of a difference is asked for as that of a report is")
    func differences() throws {
        #expect(try DifferenceRequest.parse("html=d.html").path == "d.html")
        for (text, message) in [
            ("htlm", "unknown report format; did you mean 'html'?"),
            ("nonsense", "unknown report format: expected text, markdown, html, json"),
            ("html=", "the file is missing after '='"),
        ] {
            let error = #expect(throws: UsageError.self) { _ = try DifferenceRequest.parse(text) }
            #expect(error?.message == message)
        }
        let both = [try DifferenceRequest.parse("text"), try DifferenceRequest.parse("json=-")]
        let error = #expect(throws: UsageError.self) { try DifferenceRequest.check(both, comparing: []) }
        #expect(error?.message == "only one report can go to standard output: text, json")
    }

    @Test(
        "Reports are not written over each other",
        arguments: [
            (["text", "json"], false), (["text", "json=-"], false), (["text", "json=a"], true),
            (["json=a", "text=b"], true), (["json=a", "text=a"], false), (["json=a", "text=./a"], false),
            (["text"], true), ([], true),
        ])
    func conflicts(texts: [String], isFine: Bool) throws {
        let requests = try texts.map { try ReportRequest.parse($0) }
        #expect(((try? ReportRequest.check(requests)) != nil) == isFine)
    }
}
