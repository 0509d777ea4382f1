// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// An app's own records are read wherever tools, servers and people have put them.
@Suite struct WrappedRecordTests {
    private static let events = [
        ("14:30:00.100", "app.didFinishLaunching"), ("14:30:00.600", "app.didBecomeActive"),
        ("14:40:00.000", "app.willResignActive"), ("14:40:00.500", "app.didEnterBackground"),
    ]
    private static let messages = [
        "app.didFinishLaunching": "application(_:didFinishLaunchingWithOptions:)",
        "app.didBecomeActive": "applicationDidBecomeActive", "app.willResignActive": "applicationWillResignActive",
        "app.didEnterBackground": "applicationDidEnterBackground",
    ]

    private static func json(_ time: String, _ event: String) -> String {
        #"{"time": "2026-04-20T\#(time)Z", "event": "\#(event)", "app": "com.acme.notes", "pid": 4711, "device": "A1"}"#
    }

    private static func object(_ time: String, _ event: String) -> String {
        #"{"ts": "2026-04-20T\#(time)Z", "level": "info", "msg": "\#(messages[event] ?? "")"}"#
    }

    /// What an app writes, by name.
    private static let logs: [(name: String, lines: [String])] = [
        ("JSON", events.map { json($0.0, $0.1) }),
        ("text", events.map { "2026-04-20T\($0.0)Z \($0.1) app=com.acme.notes pid=4711 device=A1" }),
        ("own JSON", events.map { object($0.0, $0.1) }),
        ("own text", events.map { "[2026-04-20T\($0.0)Z] INFO \(messages[$0.1] ?? "")" }),
    ]

    private static func told(_ text: String) throws -> [String] {
        let analysis = try Analysing.analysis([("a.log", Array(text.utf8))])
        let runs = try analysis.runs()
        let input = analysis.header.inputs.first
        return ["\(input?.status.rawValue ?? "-") \(input?.wrapper ?? "-")"]
            + runs.flatMap { run in run.events.map { "\($0.time.rfc3339.dropFirst(11)) \($0.event)" } }
    }

    private static let expected = events.map { "\($0.0)Z \($0.1)" }

    @Test(
        arguments: [
            ("flutter: ", "", "flutter"), ("> ", "", "quote"), ("    ", "", "indentation"),
            ("2026-04-21T08:00:00.1234567Z ", "", "stamp"), ("\u{1B}[32m", "\u{1B}[0m", "colours"),
        ], logs.map(\.name))
    func `What stands before the lines of a log hides none of them`(
        wrapping: (before: String, after: String, name: String), log: String
    ) throws {
        let lines = Self.logs.first { $0.name == log }?.lines ?? []
        let told = try Self.told(lines.map { wrapping.before + $0 + wrapping.after + "\n" }.joined())
        #expect(Array(told.dropFirst()) == Self.expected)
        #expect(told.first?.hasPrefix("read ") ?? false, "\(told)")
    }

    @Test(arguments: [
        "notes-1  | ", "2026-04-21T08:00:00.1234567Z stdout F ", "<14>1 2026-04-20T14:30:00.100Z A1 notes 4711 - - ",
        "2026-04-20 14:30:00,123 INFO [main] logger - ", "2026-04-21T08:00:00.000Z A1 ", "[LIFECYCLE] ",
        "2026-04-20 16:30:00.100000+0200 Notes[4711:99] ",
        "Apr 20 16:30:00 Annas-iPhone Notes[4711] <Notice>: ",
    ]) func `Records are read behind whatever a logger or a server writes before them`(prefix: String) throws {
        let told = try Self.told(Self.logs[0].lines.map { prefix + $0 + "\n" }.joined())
        #expect(Array(told.dropFirst()) == Self.expected)
        #expect(told.first?.hasPrefix("read ") ?? false, "\(told)")
    }

    /// Apps keep events, and print them as they send them in the next session.
    @Test(arguments: [
        (#"{"event":"app.willTerminate","time":"2026-04-19T20:00:00Z"}"#, 0),
        (#"{"event":"app.willTerminate","ts":12.5}"#, 0),
        (#"{"event":"app.willTerminate","time":"2026-04-20T14:30:01Z"}"#, 1),
    ]) func `A record of a time long before its line is of an earlier session`(record: String, count: Int) throws {
        let text = """
            2026-04-20 16:30:00.000000+0200 Notes[4711:99] applicationDidBecomeActive(_:)
            2026-04-20 16:30:01.000000+0200 Notes[4711:99] sending \(record)
            2026-04-20 16:30:09.000000+0200 Notes[4711:99] applicationWillResignActive(_:)
            """
        let analysis = try Analysing.analysis([("a.log", Array(text.utf8))])
        let events = try analysis.runs().flatMap { $0.events.map(\.event) }
        #expect(events.count { $0 == "app.willTerminate" } == count)
        #expect(events.count == 2 + count)
        #expect(analysis.header.problems.map(\.code).filter { $0 == .badTime }.count == 1 - count)
    }

    /// What is printed has no time of its own in a console.
    @Test func `A record on a line without a time is as late as the last row with one`() throws {
        let text = """
            2026-04-20 16:30:00.000000+0200 Notes[4711:99] applicationDidBecomeActive(_:)
            2026-04-20 16:30:00.100000+0200 Notes[4711:99] loaded
            2026-04-20 16:30:00.200000+0200 Notes[4711:99] drawn
            sending
            {"event":"app.didBecomeActive","time":"2026-04-19T20:00:00Z","pid":900}
            {"event":"app.willTerminate","time":"2026-04-19T20:00:05Z","pid":900}
            {"event":"memory.warning","time":"2026-04-20T14:29:50Z"}
            2026-04-20 16:30:09.000000+0200 Notes[4711:99] applicationWillResignActive(_:)
            """
        let analysis = try Analysing.analysis([("a.log", Array(text.utf8))])
        let events = try analysis.runs().flatMap { $0.events.map(\.event) }
        #expect(Set(events) == ["app.didBecomeActive", "memory.warning", "app.willResignActive"])
        #expect(events.count == 3)
        #expect(analysis.header.problems.map(\.code).contains(.badTime))
    }

    /// What stands in a row was written when the row was: with a zone west and east of Greenwich, and none.
    @Test(arguments: [
        ("Apr 20 14:30:0§ iPhone Notes[4711] <Notice>: ", "2026"),
        ("Apr 20 09:30:0§ iPhone Notes[4711] <Notice>: ", "2026"),
        ("Apr 20 20:15:0§ iPhone Notes[4711] <Notice>: ", "2025"), ("2026-04-20 16:30:0§.400 Notes[4711:99] ", "2026"),
    ]) func `Records tell the year and the zone of the rows that hold them`(row: String, year: String) throws {
        let record = #"{"time":"\#(year)-04-20T14:30:02.200Z","event":"app.didBecomeActive","pid":4711}"#
        let messages = ["applicationDidFinishLaunching", record, "Fatal error: Index out of range"]
        let lines = zip([1, 2, 9], messages).map { row.replacing("§", with: "\($0)") + $1 }
        let analysis = try Analysing.analysis([("a.log", Array(lines.joined(separator: "\n").utf8))])
        let runs = try analysis.runs()
        #expect(runs.map(\.ending.cause) == [.crashAssertion])
        let times = runs.flatMap(\.events).map { $0.time.rfc3339.prefix(19) }
        #expect(times.first == "\(year)-04-20T14:30:01" && times.last == "\(year)-04-20T14:30:09", "\(times)")
        #expect(analysis.header.problems.isEmpty, "\(analysis.header.problems)")
    }

    /// What is printed between rows tells their year, but not how long after them it was printed.
    @Test(arguments: [("Apr 20 14:30:0§", "2026-04-20T14:30:02.200Z"), ("Dec 31 23:59:5§", "2025-12-31T23:59:52.200Z")])
    func `Records between rows tell their year`(row: String, record: String) throws {
        func line(_ second: Int, _ message: String) -> String {
            row.replacing("§", with: "\(second)") + " iPhone Notes[4711] <Notice>: " + message
        }
        let text = [
            line(1, "applicationDidFinishLaunching"),
            #"{"time":"\#(record)","event":"app.didBecomeActive","pid":4711}"#,
            line(9, "Fatal error: Index out of range"),
        ].joined(separator: "\n")
        let analysis = try Analysing.analysis([("a.log", Array(text.utf8))])
        #expect(try analysis.runs().map(\.ending.cause) == [.crashAssertion])
        #expect(analysis.header.problems.map(\.code) == [.zoneAssumed])
    }

    /// Files are put together by name, and viewers export the newest row first.
    @Test(arguments: [
        #"2026-04-19 16:30:01.000000+0200 Notes[71:9] {"event":"app.willTerminate","time":"2026-04-19T14:30:01Z"}"#,
        #"2026-04-20 16:40:00.000000+0200 Notes[4711:99] sent {"event":"app.willTerminate","time":"2026-04-20T14:29:00Z","pid":4711}"#,
    ]) func `A record of the time of its line, or of the process that prints it, is none of an earlier session`(
        row: String
    ) throws {
        let text = "2026-04-20 16:30:00.000000+0200 Notes[4711:99] applicationDidBecomeActive(_:)\n" + row
        let analysis = try Analysing.analysis([("a.log", Array(text.utf8))])
        #expect(try analysis.runs().flatMap { $0.events.map(\.event) }.contains("app.willTerminate"))
        #expect(!analysis.header.problems.map(\.code).contains(.badTime))
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    @Test(arguments: [
        (#"{"log":"§\n","stream":"stdout","time":"2026-04-20T14:30:00.1Z"}"#, "json-string"),
        (#"{"time": "2026-04-20T14:30:00.1Z", "level": "info", "message": "§"}"#, "json-string"),
        (#""§""#, "json-string"), (#"{"_index":"app","_id":"1","_source":%}"#, "json-member"),
        (#"{"labels":{"app":"notes"},"line":"§","timestamp":"2026-04-20T14:30:00.1Z"}"#, "json-string"),
    ]) func `Records are read as strings and members of what a server keeps`(around: String, name: String) throws {
        let lines = Self.logs[0].lines.map { record in
            around.replacing("§", with: Self.escaped(record)).replacing("%", with: record) + "\n"
        }
        #expect(try Self.told(lines.joined()) == ["read " + name] + Self.expected)
    }

    @Test func `An export that is one line or one document is read record by record`() throws {
        let records = Self.logs[0].lines
        let strings = records.map { #"{"timestamp":1,"message":"\#(Self.escaped($0))","eventId":"1"}"# }
        let hits = records.map { #"{"_index":"app","_source":\#($0)}"# }
        for text in [
            #"{"events":[\#(strings.joined(separator: ","))],"searchedLogStreams":[]}"#,
            "{\n  \"events\": [\n    " + strings.joined(separator: ",\n    ") + "\n  ]\n}\n",
            #"{"took":1,"hits":{"total":{"value":4},"hits":[\#(hits.joined(separator: ","))]}}"#,
        ] {
            #expect(try Array(Self.told(text).dropFirst()) == Self.expected, "\(text.prefix(60))")
        }
    }

    @Test(arguments: [
        #"{"events":[],"records":[%]}"#, #"{"records":[%],"events":[]}"#,
        #"[{"events":[],"device":"A1","sessions":[%]}]"#,
        #"{"events":["start"],"log":{"entries":[%]}}"#,
    ]) func `A list of events that holds none hides no records beside it`(around: String) throws {
        let text = around.replacing("%", with: Self.logs[0].lines.joined(separator: ","))
        #expect(try Self.told(text) == ["read json-member"] + Self.expected)
    }

    @Test func `An export of one line may be of any length`() throws {
        let note = String(repeating: "x", count: 500)
        let hits = (0..<2_400).map { number in
            let time = "14:\(String(100 + number / 60).suffix(2)):\(String(100 + number % 60).suffix(2)).000"
            let record = Self.json(time, number == 0 ? "app.didBecomeActive" : "sync.ended")
            return #"{"_index":"app","note":"\#(note)","_source":\#(record)}"#
        }
        let text = #"{"took":1,"hits":{"hits":[\#(hits.joined(separator: ","))]}}"#
        let input = try #require(try Analysing.analysis([("a", Array(text.utf8))]).header.inputs.first)
        #expect("\(input.events) \(input.status.rawValue) \(input.problems)" == "2400 read 0")
        let long = #"{"log":"\#(String(repeating: "x", count: 3 << 20))"}"#
        let lines = Self.logs[0].lines.map { #"{"log":"\#(Self.escaped($0))"}"# } + [long]
        let problems = try Analysing.analysis([("a", Array(lines.joined(separator: "\n").utf8))]).header.problems
        #expect(problems.map { "\($0.line) \($0.code.rawValue)" } == ["5 line-too-long"])
    }

    @Test func `The rows around records are read as well`() throws {
        let signal =
            "2026-04-20 16:40:03.000000+0200 Notes[4711:99] *** Terminating app due to uncaught exception 'NSRangeException', reason: 'out of bounds'"
        let records = Self.logs[0].lines.map { "2026-04-20 16:40:01.000000+0200 Notes[4711:99] \($0)\n" }.joined()
        let analysis = try Analysing.analysis([("a.log", Array((records + signal + "\n").utf8))])
        #expect(analysis.header.inputs.map(\.format) == ["xcode-console"])
        let told = try analysis.runs().flatMap(\.events).map(\.event)
        #expect(told.contains("app.didEnterBackground"))
        #expect(try analysis.runs().contains { $0.ending.cause.rawValue.hasPrefix("crash") }, "\(told)")
    }

    @Test(arguments: [1, 4, 40])
    func `The rows of a log are read, however many records stand between them`(count: Int) throws {
        let row = "2026-04-20 16:29:00.000000+0200 Notes[4711:99] applicationDidBecomeActive(_:)\n"
        let fatal = "2026-04-20 16:50:03.000000+0200 Notes[4711:99] Fatal error: Index out of range\n"
        let records = Self.logs[0].lines.map { $0 + "\n" }.joined()
        let text = row + String(repeating: records, count: count) + fatal
        let analysis = try Analysing.analysis([("a.log", Array(text.utf8))])
        #expect(analysis.header.inputs.map(\.format) == ["xcode-console"])
        let told = try analysis.runs().flatMap(\.events).map(\.event)
        #expect(told.contains("app.didEnterBackground"))
        #expect(try analysis.runs().contains { $0.ending.cause == .crashAssertion }, "\(told)")
    }

    /// What an app prints first is mostly a record of its own.
    @Test(arguments: [
        "2026-04-20 16:50:03.000000+0200 Notes[4711:99] ",
        "2026-04-20 16:50:03.000 Df Notes[4711:99] [com.acme.notes:app] ",
    ])
    func `The rows of a log are read where its first line is a record`(row: String) throws {
        let text = Self.logs[0].lines.map { $0 + "\n" }.joined() + row + "Fatal error: Index out of range\n"
        let analysis = try Analysing.analysis([("a.log", Array(text.utf8))])
        let runs = try analysis.runs()
        #expect(runs.map(\.ending.cause) == [.crashAssertion], "\(analysis.header.problems)")
        #expect(runs.flatMap(\.events).count == Self.events.count + 1)
    }

    @Test(arguments: ["noise", "{\"time\": \"2026-04-20T14:3", "-- MARK --"])
    func `A line between records that is no row of a log cannot be read`(noise: String) throws {
        let text = Self.logs[0].lines.joined(separator: "\n") + "\n" + noise + "\n"
        let header = try Analysing.analysis([("a.log", Array(text.utf8))]).header
        #expect(header.inputs.map(\.format) == ["lifecycle-jsonl"] && header.problems.count == 1, "\(header.problems)")
    }

    @Test func `Records among lines of any kind are read as the console that they are`() throws {
        let lines = Self.logs[0].lines.map { "noise\nmore noise\nstill noise\n" + $0 + "\n" }
        #expect(try Array(Self.told(lines.joined()).dropFirst()) == Self.expected)
    }

    @Test(arguments: [
        "# Notes\n\nwords\n\n```\n{\"time\": \"2026-04-20T14:30:00Z\", \"event\": \"app.didBecomeActive\"} and more\n```\n",
        #"{"name":"n","scripts":{"time":"2026-04-20T14:30:00Z","event":"own"}}"#,
        #"{"tool":{"driver":{"name":"lifelint"}},"text":"{\"time\":\"2026-04-20T14:30:00Z\",\"event\":\"app.didBecomeActive\"}"}"#,
    ]) func `Texts and reports that quote a record are no logs`(text: String) throws {
        #expect(try Analysing.analysis([("a", Array(text.utf8))]).header.inputs.map(\.status) == [.unread])
    }

    @Test(arguments: [
        (#"[{"@timestamp":"2026-04-20 14:30:00","@message":"hello","@ptr":"a"}]"#, "under '@message'"),
        (#"{"version":"1.1","host":"A1","short_message":"hello","timestamp":1.5,"level":6}"#, "under 'short_message'"),
        ("time,event,app\n2026-04-20T14:30:00Z,app.didBecomeActive,a\n", "a table (CSV)"),
        ("time=2026-04-20T14:30:00Z level=info msg=\"hello you\"\n", "key=value (logfmt)"),
        ("7z\u{BC}", "too few"),
    ]) func `What is not read says where its texts stand, and what to do`(text: String, sentence: String) throws {
        let problems = try Analysing.analysis([("a", Array(text.utf8))]).header.problems
        #expect(problems.map(\.message).joined().contains(sentence), "\(problems)")
    }

    @Test(arguments: ["7z archive", "RAR archive"]) func `An archive that is not opened is named`(name: String) throws {
        let bytes: [UInt8] =
            name == "7z archive"
            ? [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4] : [0x52, 0x61, 0x72, 0x21, 0x1A, 0x07, 1, 0]
        let problems = try Analysing.analysis([("a", bytes)]).header.problems
        #expect(problems.map(\.message).joined().contains(name), "\(problems)")
    }

    @Test func `Nested brackets and quotes without end take no time`() throws {
        for piece in ["{\"", "{\"a\":", "\"{\\\"", "{\"a\":[", "\\\"{\\\""] {
            let text = "x " + String(repeating: piece, count: 200_000 / piece.utf8.count)
            let analysis = try Analysing.analysis([("a", Array(text.utf8))])
            #expect(analysis.header.inputs.count == 1)
        }
    }
}
