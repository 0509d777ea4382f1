// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

@Suite struct SentryTests {
    static let event = #"""
        {"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","platform":"cocoa","level":"fatal","timestamp":"2026-03-01T10:00:00.5Z",
        "release":"com.acme.notes@2.1+77","contexts":{"app":{"app_identifier":"com.acme.notes","app_start_time":"2026-03-01T09:59:00Z","in_foreground":true},
        "device":{"model":"iPhone14,7"},"os":{"name":"iOS","version":"17.4","build":"21E219"}},
        "breadcrumbs":[{"timestamp":"2026-03-01T09:59:01Z","type":"navigation","category":"app.lifecycle","data":{"state":"active"}},
        {"timestamp":1772359199.25,"type":"system","category":"device.event","data":{"action":"LOW_MEMORY"}},{"category":"no time"}],
        "exception":{"values":[{"type":"Cause","value":"first"},{"type":"EXC_BAD_ACCESS","value":"said","thread_id":3,
        "mechanism":{"type":"mach","handled":false,"data":{"relevant_address":"0x10"},"meta":{"mach_exception":{"exception":1,"name":"EXC_BAD_ACCESS","code":1,"subcode":8,"code_name":"KERN_INVALID_ADDRESS"},
        "signal":{"number":11,"name":"SIGSEGV"}}}}]},
        "threads":{"values":[{"id":3,"crashed":true,"stacktrace":{"frames":[{"package":"/usr/lib/dyld","function":"start","instruction_addr":"0x2010","image_addr":"0x2000"},
        {"package":"/var/Notes.app/Notes","function":"crash()","instruction_addr":"0x1010","image_addr":"0x1000","symbol_addr":"0x1008"}]}}]},
        "debug_meta":{"images":[{"code_file":"/var/Notes.app/Notes","debug_id":"2C656702-AA16-3E5F-94D9-D4430DA53398","image_addr":"0x1000","image_size":4096}]}}
        """#

    private static let line =
        "crash id=9ec79c33ec9942ab8353589fcb2e04dc app=com.acme.notes version=2.1 build=77 model=iPhone14,7 os=iOS 17.4 "
        + "osBuild=21E219 launched=2026-03-01T09:59:00Z captured=2026-03-01T10:00:00.5Z type=EXC_BAD_ACCESS "
        + "subtype=KERN_INVALID_ADDRESS at 0x10 codes=[1, 8] signal=SIGSEGV fg=true trigger=0 "
        + "thread3=[Notes+16 crash(), dyld+16 start] images=[\"Notes\"] "
        + "events=2026-03-01T09:59:01Z app.didBecomeActive, 2026-03-01T09:59:59.25Z memory.warning"

    @Test func `An event says what happened with the breadcrumbs before it`() {
        #expect(IncidentReadout.format(of: Self.event) == "sentry")
        #expect(IncidentReadout.of(Self.event).lines == [Self.line])
        #expect(IncidentReadout.of("[\(Self.event)]").lines == [Self.line])
    }

    @Test func `An envelope holds events, sessions and bytes of other kinds`() {
        let event = Self.event.replacing("\n", with: "")
        let envelope = """
            {"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","sdk":{"name":"sentry.cocoa"}}
            {"type":"attachment","length":12,"filename":"a.txt"}
            {"a": [ } "{
            {"type":"event","length":\(event.utf8.count)}
            \(event)
            {"type":"session"}
            {"sid":"S1","init":true,"started":"2026-03-01T09:59:00Z","timestamp":"2026-03-01T10:00:00Z","status":"crashed","attrs":{"release":"com.acme.notes@2.1+77"}}
            {"type":"client_report"}
            {"discarded_events":[]}
            """
        #expect(IncidentReadout.format(of: envelope) == "sentry")
        let readout = IncidentReadout.of(envelope)
        let session =
            "session id=S1 app=com.acme.notes version=2.1 build=77 "
            + "captured=2026-03-01T10:00:00Z guess=crashed"
        #expect(readout.lines == [Self.line, session])
        #expect(readout.problems.isEmpty)
        // A session that says only when it began ended when its event says.
        let begun = IncidentReadout.of(
            envelope.replacing(#""timestamp":"2026-03-01T10:00:00Z","status""#, with: #""status""#))
        #expect(begun.reports.map(\.captured) == Array(repeating: readout.reports.first?.captured, count: 2))
    }

    @Test(
        "A session is read alone, and in an envelope without an event",
        arguments: [
            "",
            #"{"sdk":{"name":"sentry.cocoa","version":"8.36.0"}}"# + "\n" + #"{"type":"session","length":9}"# + "\n",
            #"{"trace":{"public_key":"sentry"}}"# + "\n" + #"{"type":"session"}"# + "\n",
        ])
    func sessions(_ head: String) {
        let session =
            #"{"sid":"S1","seq":1,"init":true,"started":"2026-03-01T09:59:00Z","timestamp":"2026-03-01T10:00:00Z","status":"abnormal","attrs":{"release":"com.acme.notes@2.1+77"}}"#
        #expect(IncidentReadout.format(of: head + session) == "sentry")
        #expect(
            IncidentReadout.of(head + session).lines == [
                "session id=S1 app=com.acme.notes version=2.1 build=77 captured=2026-03-01T10:00:00Z guess=abnormal"
            ])
    }

    @Test func `An envelope may begin with an id and no more`() {
        let event = Self.event.replacing("\n", with: "")
        let head = #"{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc"}"#
        for item in [#"{"type":"event"}"#, #"{"length":\#(event.utf8.count),"type":"event"}"#] {
            let envelope = [head, item, event].joined(separator: "\n")
            #expect(IncidentReadout.format(of: envelope) == "sentry")
            #expect(IncidentReadout.of(envelope).lines == [Self.line])
        }
        #expect(IncidentReadout.format(of: head) == nil)
        #expect(IncidentReadout.format(of: head + "\n" + #"{"event_id":"a","event":"x"}"#) == nil)
    }

    /// The same event as the service answers when it is asked for it.
    private static let answer = #"""
        {"id":"9ec79c33ec9942ab8353589fcb2e04dc","groupID":"1","eventID":"9ec79c33ec9942ab8353589fcb2e04dc","entries":[
        {"type":"exception","data":{"values":[{"type":"Cause","value":"first"},{"type":"EXC_BAD_ACCESS","value":"said","threadId":3,
        "mechanism":{"type":"mach","handled":false,"data":{"relevant_address":"0x10"},"meta":{"mach_exception":{"exception":1,"name":"EXC_BAD_ACCESS","code":1,"subcode":8,"code_name":"KERN_INVALID_ADDRESS"},
        "signal":{"number":11,"name":"SIGSEGV"}}},"stacktrace":{"frames":[{"package":"/usr/lib/dyld","function":"start","instructionAddr":"0x2010","absPath":null},
        {"package":"/var/Notes.app/Notes","function":"crash()","instructionAddr":"0x1010","symbolAddr":"0x1008","lineNo":7,"inApp":true,"absPath":"/a/Notes.swift"}]}}]}},
        {"type":"breadcrumbs","data":{"values":[{"timestamp":"2026-03-01T09:59:01Z","type":"navigation","category":"app.lifecycle","data":{"state":"active"}}]}},
        {"type":"threads","data":{"values":[{"id":3,"crashed":true,"stacktrace":null}]}},
        {"type":"debugmeta","data":{"images":[{"code_file":"/var/Notes.app/Notes","image_addr":"0x1000","image_size":4096}]}}],
        "dist":"77","type":"error","platform":"cocoa","dateCreated":"2026-03-01T10:00:00.5Z","dateReceived":"2026-03-01T10:20:00Z",
        "contexts":{"app":{"app_identifier":"com.acme.notes","in_foreground":true},"os":{"name":"iOS","version":"17.4"}},
        "release":{"version":"com.acme.notes@2.1+77","shortVersion":"2.1"}}
        """#

    @Test func `An event is read as the service answers with it`() throws {
        let expected =
            "crash id=9ec79c33ec9942ab8353589fcb2e04dc app=com.acme.notes version=2.1 build=77 os=iOS 17.4 "
            + "captured=2026-03-01T10:00:00.5Z type=EXC_BAD_ACCESS subtype=KERN_INVALID_ADDRESS at 0x10 codes=[1, 8] "
            + "signal=SIGSEGV fg=true trigger=0 thread3=[Notes+0 crash(), dyld+0 start] images=[\"Notes\"] "
            + "events=2026-03-01T09:59:01Z app.didBecomeActive"
        for text in [Self.answer, Self.answer.replacing("\n", with: ""), "[\(Self.answer)]"] {
            #expect(IncidentReadout.format(of: text) == "sentry")
            #expect(IncidentReadout.of(text).lines == [expected])
        }
        let call = try #require(IncidentReadout.of(Self.answer).reports.first?.threads.first?.frames.first)
        #expect(call.symbolOffset == 8 && call.line == 7 && call.isOfApp == true && call.file == "/a/Notes.swift")
    }

    private static let words: [(value: String, call: String, explanation: String)] = [
        (
            "Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range",
            "_assertionFailure(_:_:file:line:flags:)",
            "Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range"
        ),
        (
            "BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to execute on queue",
            "_dispatch_assert_queue_fail",
            "BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to execute on queue"
        ),
        // What the kernel threw says less than the call.
        ("Exception 6, Code 1, Subcode 4361234567", "_dispatch_assert_queue_fail", "_dispatch_assert_queue_fail"),
    ]

    @Test(arguments: words) func `What a process gave up with is quoted before the call that ended it`(
        _ row: (value: String, call: String, explanation: String)
    ) throws {
        let text = """
            {"event_id":"a","platform":"cocoa","timestamp":1772359200,"exception":{"values":[{"type":"EXC_BREAKPOINT",
            "value":"\(row.value)","mechanism":{"type":"mach","handled":false},"thread_id":3,"stacktrace":{"frames":[
            {"function":"\(row.call)","package":"/usr/lib/swift/libswiftCore.dylib"}]}}]}}
            """
        var report = try #require(IncidentReadout.of(text).reports.first)
        report.noteTellingCall(IncidentSettings.shipped.texts.telling)
        let end = try #require(IncidentEvents(report, ShippedWords.words).events.last)
        #expect(end.attributes.first { $0.key == "explanation" }?.value == .string(row.explanation))
    }

    @Test func `A hang that the app did not come out of began as long before as it was watched`() throws {
        let text = #"""
            {"event_id":"a","platform":"cocoa","timestamp":1772359200,"exception":{"values":[{"type":"Fatal App Hang Fully Blocked",
            "value":"The user or the OS watchdog terminated your app while it blocked the main thread for at least 2000 ms.",
            "mechanism":{"type":"AppHang","handled":false}}]}}
            """#
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.isHungAtEnd && report.exception == nil)
        let events = IncidentEvents(report, ShippedWords.words).events
        #expect(events.map(\.name) == ["hang", "process.exit"] && events.map(\.phase) == [.begin, .missing])
        #expect(events.map(\.time.time.rfc3339) == ["2026-03-01T09:59:58Z", "2026-03-01T10:00:00Z"])
    }

    private static let exceptions: [(exception: String, expected: String)] = [
        (
            #"{"type":"WatchdogTermination","mechanism":{"type":"watchdog_termination","handled":false}}"#,
            "session id=a guess=WatchdogTermination"
        ),
        (#"{"type":"OutOfMemory","mechanism":{"type":"out_of_memory"}}"#, "session id=a guess=OutOfMemory"),
        (
            #"{"type":"App Hang Fully Blocked","value":"for 2 s","mechanism":{"type":"AppHang"}}"#,
            "hang id=a captured=2026-03-01T10:00:00Z lasted=2000000000ns thrown=App Hang Fully Blocked reason=for 2 s"
        ),
        (
            #"{"type":"Fatal App Hang Non Fully Blocked","value":"x","mechanism":{"type":"AppHang","handled":false}}"#,
            "session id=a captured=2026-03-01T10:00:00Z guess=Fatal App Hang Non Fully Blocked"
        ),
        (
            #"{"type":"MXCrashDiagnostic","value":"MachException Type:6 Code:-1 Signal:5","mechanism":{"type":"MXCrashDiagnostic","handled":false}}"#,
            "crash id=a type=EXC_BREAKPOINT codes=[18446744073709551615] signal=SIGTRAP"
        ),
        (
            #"{"type":"MXCrashDiagnostic","value":"MachException Type:99 Code: Signal:x:","mechanism":{"type":"MXCrashDiagnostic"}}"#,
            "crash id=a"
        ),
        (
            #"{"type":"MXHangDiagnostic","value":"MXHangDiagnostic hangDuration:3 sec","mechanism":{"type":"mx_hang_diagnostic","handled":true}}"#,
            "hang id=a lasted=3000000000ns thrown=MXHangDiagnostic reason=MXHangDiagnostic hangDuration:3 sec"
        ),
        (
            #"{"type":"NSError","value":"x","mechanism":{"type":"NSError","handled":true}}"#,
            "fault id=a captured=2026-03-01T10:00:00Z thrown=NSError reason=x"
        ),
        (
            #"{"type":"SIGABRT","value":"x","mechanism":{"posix_signal":{"name":"SIGABRT","signal":6}}}"#,
            "crash id=a captured=2026-03-01T10:00:00Z signal=SIGABRT"
        ),
    ]

    @Test(arguments: exceptions)
    func `What the SDK only concludes is a guess`(exception: String, expected: String) {
        let text =
            #"{"event_id":"a","platform":"cocoa","level":"fatal","timestamp":1772359200,"exception":{"values":[\#(exception)]}}"#
        #expect(IncidentReadout.of(text).lines == [expected])
    }

    @Test func `What the system's metrics tell has neither the time nor the state of the app that sends it`() throws {
        let text = #"""
            {"event_id":"a","platform":"cocoa","timestamp":"2026-03-01T10:00:04Z","contexts":{"app":{"in_foreground":true,
            "app_start_time":"2026-03-01T09:00:01Z"}},"exception":{"values":[{"type":"MXCPUException",
            "value":"MXCPUException totalCPUTime:10 sec","mechanism":{"type":"mx_cpu_exception","handled":true}}]}}
            """#
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.kind == .resource && report.resource?.kind == .cpu)
        #expect(report.captured == nil && report.written != nil && report.launched == nil && report.appState == nil)
    }

    @Test(
        "What an app calls fatal, or another language unhandled, is no crash by that",
        arguments: [
            (#""platform":"cocoa","level":"fatal","exception":[{"type":"Out of stock"}]"#, "fault"),
            (#""platform":"cocoa","level":"fatal","exception":[{"type":"EXC_BAD_ACCESS"}]"#, "crash"),
            (
                #""platform":"cocoa","level":"fatal","threads":[{"id":1,"crashed":true}],"exception":[{"type":"NSGenericException"}]"#,
                "crash"
            ),
            (
                #""platform":"other","level":"fatal","exception":[{"type":"StateError","mechanism":{"type":"PlatformDispatcher.onError","handled":false}}]"#,
                "fault"
            ),
            (
                #""platform":"javascript","exception":[{"type":"Error","mechanism":{"type":"onunhandledrejection","handled":false}}]"#,
                "fault"
            ),
            (#""exception":[{"type":"NSRangeException","mechanism":{"type":"nsexception","handled":false}}]"#, "crash"),
        ])
    func kinds(members: String, kind: String) {
        let readout = IncidentReadout.of(#"{"event_id":"a","timestamp":1772359200,\#(members)}"#)
        #expect(readout.reports.map { "\($0.kind)" } == [kind])
    }

    @Test(arguments: [
        (["foreground", "background"], ["app.didBecomeActive", "app.didEnterBackground"]),
        (["foreground", "active"], ["app.willEnterForeground", "app.didBecomeActive"]),
        (["inactive", "foreground"], ["app.willResignActive", "app.willEnterForeground"]),
    ])
    func `Where only two states are told the foreground is active`(_ row: (states: [String], names: [String])) {
        let crumbs = row.states.map {
            #"{"timestamp":1772359200,"category":"app.lifecycle","data":{"state":"\#($0)"}}"#
        }
        let text = #"{"event_id":"a","platform":"cocoa","breadcrumbs":[\#(crumbs.joined(separator: ","))]}"#
        #expect(IncidentReadout.of(text).reports.first?.events.map(\.name) == row.names)
    }

    @Test(arguments: ["sentry", "kscrash"])
    func `What breadcrumbs mean the recognisers say wherever they lie`(format: String) throws {
        var vocabulary = ShippedWords.vocabulary
        let pattern = RecordPattern(
            condition: .compare(.field("data.screen"), .equal, .literal(.string("Editor"))),
            meanings: [RecordMeaning(event: .dataChange, name: "data.change", with: [])], sample: "", gives: nil,
            at: SourceLocation(file: "", line: 1, column: 1, offset: 0, length: 0))
        var recogniser = RecordRecogniser(about: "screens", records: [pattern])
        recogniser.formats = [format]
        vocabulary.recordRecognisers.append(recogniser)
        let crumbs = #"[{"timestamp":1772359200,"category":"ui.lifecycle","data":{"screen":"Editor"}}]"#
        let texts = [
            "sentry": #"{"event_id":"a","platform":"cocoa","breadcrumbs":\#(crumbs)}"#,
            "kscrash": #"{"user":{"context":{"app":{}},"breadcrumbs":\#(crumbs)},"debug":{}}"#,
        ]
        let text = try #require(texts[format])
        let settings = IncidentSettings(words: CompiledVocabulary(vocabulary))
        let report = IncidentParsers.read(Array(text.utf8), settings).reports.first
        #expect(report?.events.map(\.name) == ["data.change"])
        #expect(IncidentReadout.of(text).reports.first?.events.map(\.name) == ["sentry.ui.lifecycle"])
    }

    @Test func `Lines of a log that have ids and times are no envelope`() {
        #expect(IncidentReadout.format(of: #"{"event_id":"a","timestamp":1,"event":"x"}"#) == nil)
        #expect(IncidentReadout.format(of: #"{"header":{"title":"news"},"items":[{"title":"x"}]}"#) == nil)
        #expect(IncidentReadout.format(of: #"{"time":"2026-03-01T10:00:00Z","event":"app.didBecomeActive"}"#) == nil)
    }

    @Test(
        arguments: [
            ("App hanging for at least 2000 ms.", 2_000_000_000),
            ("App hanging between 2.0 and 2.2 seconds.", 2_000_000_000),
            ("within 2000 milliseconds", 2_000_000_000),
            ("hangDuration:3.5 sec", 3_500_000_000), ("for 1.5 s", 1_500_000_000), ("App hanging", nil),
            ("3 times", nil), ("2000", nil), ("-5 ms", nil),
            ("", nil),
            ("inf s", nil), ("1e300 s", nil),
        ] as [(String, Int64?)])
    func `Of a hang it is read how long it took at least`(_ row: (text: String, expected: Int64?)) {
        #expect(SentryEvent.leastTime(row.text) == row.expected)
    }
}
