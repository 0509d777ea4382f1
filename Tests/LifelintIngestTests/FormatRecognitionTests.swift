// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import Testing

@Suite struct FormatRecognitionTests {
    private static let formats = InputFormats(words: Sample.words)

    private static func format(_ text: String, isWhole: Bool = true) -> String? {
        formats.format(of: InputHead(bytes: Array(text.utf8), isWhole: isWhole))?.id
    }

    @Test(arguments: [
        (#"{"time":"2026-03-01T10:00:00Z","event":"x"}"#, "lifecycle-jsonl"),
        ("{\"ts\":1,\"kind\":\"appDidBecomeActive\"}\n{\"ts\":2,\"kind\":\"other\"}\n", "lifecycle-jsonl"),
        (
            "{\"events\":[{\"time\":5,\"event\":\"x\"}]}\n{\"events\":[{\"time\":5,\"event\":\"x\"}]}\n",
            "lifecycle-jsonl"
        ),
        ("preamble\n{\"time\":5,\"event\":\"x\"}\n", "lifecycle-jsonl"),
        (#"{"events":[{"time":5,"event":"x"}]}"#, "lifecycle-json"),
        ("[\n{\"time\":5,\"event\":\"x\"},\n{\"time\":5,\"event\":\"x\"}\n]\n", "lifecycle-json"),
        ("{\n \"time\": 5,\n \"event\": \"x\"\n}\n", "lifecycle-json"),
        (#"[{"kind":"appDidBecomeActive","date":794052000,"state":0}]"#, "lifecycle-json"),
        (
            #"[{"kind":"appDidBecomeActive","date":5},{"kind":"my","date":6},{"kind":"own","date":7},"#
                + #"{"kind":"words","date":8}]"#, "lifecycle-json"
        ),
        (#"[{"kind":"my","date":6},{"kind":"didBecomeActive","date":7}]"#, "lifecycle-json"),
        ("10:00:00 app.didBecomeActive\n", "lifecycle-text"), ("# app=a\n\n# comment\n", "lifecycle-text"),
        ("# app=a\n2026-03-01T10:00:00Z my.event\n10:00:00 hang duration=2s\n", "lifecycle-text"),
        ("10:00:00 AppDelegate.applicationDidBecomeActive(_:)\n", "lifecycle-text"),
        (#"{"schema":"lifelint.report/1","runs":[{"time":5,"event":"x"}]}"#, "lifelint-report"),
        ("\u{FEFF}{\"schema\":\"lifelint.report/1\"}", "lifelint-report"),
        // Empty dumps, and what comes with damage.
        (#"{"app":"a","events":[]}"#, "lifecycle-json"), (#"[{"events":[]},{"events":[]}]"#, "lifecycle-json"),
        ("{\"time\":5,\"event\":\"x\"}\njunk\njunk\njunk\n", "lifecycle-jsonl"),
        ("{\"broken\n{\"time\":5,\"event\":\"x\"}\n{\"time\":5,\n{\"\n", "lifecycle-jsonl"),
        ("10:00:00 app.didBecomeActive\njunk\njunk\njunk\n", "lifecycle-text"),
        ("# app=a pid=1\njunk\njunk\n10:00:00 app.didBecomeActive\njunk\n", "lifecycle-text"),
        ("# app=a\n10:00:00 my.event\n10:00:01 myEvent a=1\n", "lifecycle-text"),
        ("# date=2026-03-01\n10:00:00 my.event\n", "lifecycle-text"),
        ("# app=com.a pid=3\n10:00:00 saved\n10:00:01 opened file=7 # again\n", "lifecycle-text"),
        ("{\n  \"schema\" : \"lifelint.report/1\",\n", "lifelint-report"),
    ]) func `Native logs and reports are recognised by their content`(text: String, expected: String) {
        #expect(Self.format(text) == expected)
    }

    static let traits: [(trait: InputTraits, ids: Set<String>)] = [
        (
            .systemLog,
            [
                "unified-log-ndjson", "unified-log-json", "unified-log-text", "unified-log-syslog",
                "unified-log-compact",
                "unified-log-iterator", "console-paste", "device-syslog", "system-log", "pymobiledevice3", "go-ios",
                "xcode-console", "oslogstore", "installation-log",
            ]
        ),
        (
            .passesLinesOver,
            [
                "unified-log-ndjson", "unified-log-json", "unified-log-text", "unified-log-syslog",
                "unified-log-compact",
                "unified-log-iterator", "pymobiledevice3", "oslogstore", "swift-log", "cocoalumberjack", "app-log-json",
                "system-log",
            ]
        ),
        (
            .hasFields,
            ["lifecycle-jsonl", "lifecycle-json", "otlp-json", "sdk-breadcrumbs", "kscrash", "sentry", "bugsnag"]
        ),
        (.ofSDK, ["kscrash", "sentry", "bugsnag", "crashlytics", "plcrash-text", "plcrash-binary"]),
        (.tellsThrownReasons, ["crash-ips", "crash-text"]), (.marksCrashes, ["crashlytics"]),
    ]

    @Test(
        arguments: [
            (
                #"{"time":"2026-03-01T10:00:00Z","level":"info","message":"loaded"}"#,
                #"{"time":"2026-03-01T10:00:09Z","event":"app.didBecomeActive"}"#, "lifecycle-jsonl"
            ),
            (
                "2026-03-01T10:00:00Z checkout.step app=a.b n=1", "2026-03-01T10:00:09Z app.didBecomeActive app=a.b",
                "lifecycle-text"
            ),
            // Prose with one event in it, and objects that never are records.
            ("Notes of the day", "10:00:09 app.didBecomeActive", nil),
            (#"{"level":"info","message":"loaded"}"#, #"{"level":"info","message":"done"}"#, nil),
        ] as [(String, String, String?)])
    func `A native log is one behind many lines of an app's own`(before: String, behind: String, expected: String?) {
        for count in [1, 49, 50, 400] {
            let lines = Array(repeating: before, count: count) + [behind, ""]
            if expected == nil, count == 1 { continue }
            #expect(Self.format(lines.joined(separator: "\n")) == expected, "\(count)")
        }
    }

    @Test(arguments: traits) func `formats say themselves what they are like`(trait: InputTraits, ids: Set<String>) {
        #expect(Set(Self.formats.all.filter { $0.traits.contains(trait) }.map(\.id)) == ids)
    }

    @Test func `what wraps the lines of a log leaves it what it is`() {
        let lines = String(
            repeating: "I/flutter ( 4711): 2026-03-01 10:00:00:000 saved\n2026-03-01 10:00:00:000 saved\n", count: 4)
        for text in [lines, lines.replacing("\n", with: "\u{1B}[0m\n")] {
            let format = Self.formats.format(of: InputHead(bytes: Array(text.utf8), isWhole: true))
            #expect(format?.traits == Self.formats.format(id: format?.id ?? "")?.traits)
        }
    }

    @Test(arguments: [
        "", "   \n", "{}", #"{"name":"left-pad","version":"1.0.0","type":"module"}"#, "# Title\n\nSome *words*.\n",
        "a,b,c\n1,2,3\n",
        "2026-03-01T10:00:00Z my.event\n", "# a note\n10:00:00 my.event\n", "# x=1\n10:00:00 my.event\n", "[]",
        "[1,2,3]", "# Settings\n# COLOR=red\n",
        "# Title\n\nSome words:\n\n# app=a\n10:00:00 app.didBecomeActive\n\nand more.\n",
        #"{"events":[{"a":1}]}"#, #"{"events":{}}"#, "junk\njunk\njunk\n{\"time\":5,\"event\":\"x\"}\n",
        "# app=a\njunk\njunk\njunk\n10:00:00 my.event\n", "[[],[]]",
        #"[{"kind":"my","date":6},{"kind":"own","date":7}]"#, "#!/bin/sh\necho\n",
    ]) func `Other files are not`(text: String) {
        #expect(Self.format(text) == nil)
        #expect(!InputFormats.explain(InputHead(bytes: Array(text.utf8), isWhole: true)).isEmpty)
    }

    @Test func `UTF-32 is named as the reason, and is no UTF-16`() {
        let text = Array("10:00:00 process.launch".utf8)
        let little: [UInt8] = [0xFF, 0xFE, 0, 0] + text.flatMap { [$0, 0, 0, 0] as [UInt8] }
        let big: [UInt8] = [0, 0, 0xFE, 0xFF] + text.flatMap { [0, 0, 0, $0] as [UInt8] }
        for bytes in [little, big] {
            #expect(InputFormats.explain(InputHead(bytes: bytes, isWhole: true)).contains("UTF-32 text"))
        }
    }

    @Test func `UTF-16 is named as the reason`() {
        let log = "10:00:00 app.didBecomeActive\n"
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in log.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        for bytes in [wide, Array(wide.dropFirst(2))] {
            let head = InputHead(bytes: bytes, isWhole: true)
            #expect(Self.formats.format(of: head) == nil)
            #expect(InputFormats.explain(head).contains("UTF-16"))
        }
    }

    @Test(arguments: [
        ("[2026-03-01 10:00:00.123] [Sync] 3 items\n", false), ("[section]\nkey = 1\n", false), ("{ a }\n", false),
        ("[2026, 1]", true), ("[]", true), ("{}", true), (" {\n \"a\": 1", true), ("[\n  {\"a\": 1}", true),
        ("[tru", false),
    ]) func `A bracket alone makes no JSON`(text: String, isJSON: Bool) {
        let head = InputHead(bytes: Array(text.utf8), isWhole: true)
        #expect(Self.formats.format(of: head) == nil)
        #expect(InputFormats.explain(head).contains("JSON") == isJSON)
    }

    @Test func `What stands in front of the rest of a report is to be taken away, if it is read then`() {
        let rest =
            "Date/Time: 2026-03-01 10:00:15.2504 +0100\nException Type: EXC_CRASH (SIGKILL)\nCrashed Thread: 0\n"
        func explained(_ text: String) -> String {
            InputFormats.explain(InputHead(bytes: Array(text.utf8), isWhole: true))
        }
        #expect(explained("It was killed:\n\n" + rest).contains("in front of line 3"))
        #expect(!explained("It was killed:\n\n" + rest.replacing("\n", with: "\n* ")).contains("in front of"))
    }

    @Test(arguments: [
        (
            "It dies in the background from time to time, which nobody can bring about; what TestFlight shows of it:\n\n"
                + "```\nException Type:  EXC_CRASH (SIGKILL)\nTermination Reason: RUNNINGBOARD 0xdead10cc\n```\n",
            true
        ),
        ("It says\n`Exception Type:  EXC_BAD_ACCESS (SIGBUS)`\n`Exception Codes: 0xa, 0x107c1002c`\n", true),
        ("> Once\n> **Exception Type:** EXC_CRASH (SIGABRT)\n> **Crashed Thread:** 0\n", true),
        (
            "AppVariant: 1:iPhone12,1:17.4\nBeta: YES\n\nException Type:  EXC_CRASH (SIGKILL)\nException Codes: 0x0, 0x0\n",
            true
        ),
        ("It failed:\nException Type: System.IO.IOException\nMessage: the disk is full\n", false),
        ("What is this?\nException Type:  EXC_CRASH (SIGKILL)\n", false),
    ]) func `Lines of a crash report without the one that names its process are named as that`(
        text: String, isExcerpt: Bool
    ) {
        let head = InputHead(bytes: Array(text.utf8), isWhole: true)
        #expect(Self.format(text) == nil)
        #expect(InputFormats.explain(head).contains("crash report") == isExcerpt)
    }

    @Test(arguments: ["## What happens\n\nIt is gone:\n", "# Notes\nIt dies.\n\n"])
    func `Why a page is not read names the line on which it shows a report`(words: String) {
        let header = #"{"app_name":"Notes","timestamp":"2026-03-01 10:00:00.00 +0100","bug_type":"309"}"#
        let head = InputHead(bytes: Array((words + header + "\n{\"pid\": 1}\n").utf8), isWhole: true)
        #expect(Self.formats.format(of: head) == nil)
        #expect(InputFormats.explain(head).contains("a report begins on line 4"))
    }

    @Test func `The facts of a head are its first time, its devices and its ticks`() throws {
        let lines = (0..<12).map {
            "{\"time\":\"2026-03-01T10:00:\(10 + $0).5Z\",\"event\":\"x\",\"device\":\"D\($0)\",\"mach\":\($0)}\n"
        }
        let words = Sample.words
        let format = try #require(Self.formats.format(id: "lifecycle-jsonl"))
        let head = InputHead(bytes: Array((lines.joined() + "{\"cut").utf8), isWhole: false)
        let records = HeadFacts.read(head, as: format, ReadingSettings(words: words))
        let facts = HeadFacts(records)
        #expect(facts.firstTime?.rfc3339 == "2026-03-01T10:00:10.5Z")
        #expect(facts.devices.count == IngestLimits.headDevices && facts.devices.first == "D0")
        #expect(facts.isMachComplete)
        #expect(records.records.count == 12)
    }

    @Test func `Every format describes itself`() {
        for format in Self.formats.all {
            #expect(!format.title.isEmpty && format.recognisedBy.hasSuffix(".") && format.tells.hasSuffix("."))
            #expect(Self.formats.format(id: format.id)?.id == format.id)
        }
        #expect(Set(Self.formats.all.map(\.id)).count == Self.formats.all.count)
        let unlined = Self.formats.all.filter { !$0.isCutAtLineEnds && !($0 is IncidentFormat) }
        #expect(unlined.map(\.id) == ["tracev3", "otlp-json", "sdk-breadcrumbs", "lifecycle-json"])
    }

    @Test(
        arguments: [
            (
                #"{ "states": ["frontmost"], "rpages" : 960, "reason" : "per-process-limit", "pid" : 71 },"#,
                "per-process-limit"
            ),
            ("It was killed:\n  {\n  \"states\" : [\"frontmost\"],\n  \"rpages\" : 960\n}", nil),
            (#"  "termination" : {"flags":6,"code":3735883980,"namespace":"RUNNINGBOARD"},"#, "0xdead10cc"),
            (#""termination": {"namespace":"GUARD","flags":2,"code":2305843037130981377}"#, "GUARD"),
            (#" "termination" : {"code":6,"namespace":"SIGNAL","indicator":"Abort trap: 6"},"#, "SIGNAL"),
        ] as [(String, String?)])
    func `A piece of a report is told from other JSON`(text: String, word: String?) {
        let said = InputFormats.explain(InputHead(bytes: Array(text.utf8), isWhole: true))
        #expect(said.contains("but not when that was. What \(word ?? "its codes and words") mean"), "\(said)")
    }

    @Test(arguments: [
        #"{"rpages": 960}"#, #"{"termination": "at noon", "namespace": "x"}"#, #"{"termination": {"code": 6}}"#,
    ])
    func `Other JSON is none`(text: String) {
        #expect(!InputFormats.explain(InputHead(bytes: Array(text.utf8), isWhole: true)).contains("when that was"))
    }
}
