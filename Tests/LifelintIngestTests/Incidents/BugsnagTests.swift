// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

@Suite struct BugsnagTests {
    static let event = #"""
        {"unhandled":true,"severity":"error","severityReason":{"type":"unhandledException"},
        "app":{"id":"com.acme.notes","version":"2.1","bundleVersion":"77","inForeground":true,"isLaunching":false,"duration":24000,"durationInForeground":20000},
        "device":{"id":"d","model":"iPhone14,7","osName":"iOS","osVersion":"17.4","runtimeVersions":{"osBuild":"21E219"},"time":"2026-03-01T10:00:00.000Z"},
        "session":{"id":"S1","startedAt":"2026-03-01T09:59:00.000Z"},
        "breadcrumbs":[{"timestamp":"2026-03-01T09:59:01.000Z","name":"App Did Enter Background","type":"state","metaData":{"a":1}},
        {"timestamp":"2026-03-01T09:59:02.000Z","name":"Bugsnag loaded","type":"state","metaData":{}}],
        "exceptions":[{"errorClass":"NSRangeException","message":"index 9","type":"cocoa","stacktrace":[{"method":"-[A b]","machoFile":"/var/Notes.app/Notes","machoLoadAddress":"0x1000","frameAddress":"0x1010","symbolAddress":"0x1008","machoUUID":"U"}]}],
        "threads":[{"id":"0","name":"main","errorReportingThread":true,"stacktrace":[{"method":"-[A b]","machoFile":"/var/Notes.app/Notes","machoLoadAddress":"0x1000","frameAddress":"0x1010","machoUUID":"U"}]}]}
        """#

    private static let line =
        "crash id=S1 app=com.acme.notes version=2.1 build=77 model=iPhone14,7 os=iOS 17.4 osBuild=21E219 "
        + "captured=2026-03-01T10:00:00.000Z thrown=NSRangeException reason=index 9 fg=true activeTime=20000000000ns "
        + "trigger=0 thread0=[Notes+16 -[A b]] images=[\"Notes\"] "
        + "events=2026-03-01T09:59:01.000Z app.didEnterBackground, 2026-03-01T09:59:02.000Z bugsnag.state"

    /// The same event as the service answers when it is asked for it.
    private static let answer = #"""
        {"id":"E1","error_id":"e","project_id":"p","received_at":"2026-03-01T10:20:00Z","unhandled":true,"severity":"error",
        "app":{"id":"com.acme.notes","version":"2.1","bundle_version":"77","in_foreground":true,"duration":24000,"duration_in_foreground":20000},
        "device":{"id":"d","model":"iPhone14,7","os_name":"iOS","os_version":"17.4","runtime_versions":{"os_build":"21E219"},"time":"2026-03-01T10:00:00.000Z"},
        "breadcrumbs":[{"timestamp":"2026-03-01T09:59:01.000Z","name":"App Did Enter Background","type":"state","metaData":{"a":1}}],
        "exceptions":[{"error_class":"EXC_BAD_ACCESS","message":"m","type":"cocoa","stacktrace":[{"method":"-[A b]","macho_file":"/var/Notes.app/Notes","macho_load_address":"0x1000","frame_address":"0x1010","symbol_address":"0x1008","macho_uuid":"U","line_number":4}]}],
        "threads":[{"id":3,"name":"","error_reporting_thread":true,"stacktrace":[]}]}
        """#

    @Test func `An event is read as the service answers with it`() {
        #expect(IncidentReadout.format(of: Self.answer) == "bugsnag")
        let expected =
            "crash id=E1 app=com.acme.notes version=2.1 build=77 model=iPhone14,7 os=iOS 17.4 osBuild=21E219 "
            + "captured=2026-03-01T10:00:00.000Z type=EXC_BAD_ACCESS fg=true activeTime=20000000000ns "
            + "trigger=0 thread3=[Notes+16 -[A b]] images=[\"Notes\"] "
            + "events=2026-03-01T09:59:01.000Z app.didEnterBackground"
        #expect(IncidentReadout.of(Self.answer).lines == [expected])
    }

    private static let scenes: [(name: String, role: String?, expected: String)] = [
        ("Scene Will Connect", "UIWindowSceneSessionRoleApplication", "scene.willConnect"),
        ("Scene Activated", "UIWindowSceneSessionRoleApplication", "scene.didBecomeActive"),
        ("Scene Activated", nil, "scene.didBecomeActive"),
        ("Scene Activated", "CPTemplateApplicationSceneSessionRoleApplication", "bugsnag.state"),
        ("Scene Will Deactivate", nil, "scene.willResignActive"),
        ("Scene Entered Background", nil, "scene.didEnterBackground"),
    ]

    @Test(arguments: scenes) func `what becomes of a window's scene is an event of it`(
        _ row: (name: String, role: String?, expected: String)
    ) {
        let role = row.role.map { #""role":"\#($0)""# } ?? ""
        let crumb =
            #"{"timestamp":"2026-03-01T09:59:01.000Z","name":"\#(row.name)","type":"state","metaData":{\#(role)}}"#
        #expect(IncidentReadout.of(crumb).lines == ["session events=2026-03-01T09:59:01.000Z " + row.expected])
    }

    @Test func `what a recogniser of breadcrumbs means and gives is an event of the report`() {
        var vocabulary = Vocabulary()
        for (about, app) in [("Notes", Glob("com.acme.*")), ("another app", Glob("org.*"))] {
            let meaning = RecordMeaning(
                event: app.matches("com.acme.notes") ? .dataSave : .dataSaveFailed, name: "",
                with: [
                    ("document", ValueTemplate(parts: [.field("metaData.file")])),
                    ("duration", ValueTemplate(parts: [.field("metaData.ms"), .literal("ms")])),
                    ("kind", ValueTemplate(parts: [.field("metaData.none")])),
                ])
            let condition = Condition.compare(
                .field("name"), .equal, .literal(.string("Saved")))
            let pattern = RecordPattern(
                condition: condition, meanings: [meaning], sample: "", gives: nil,
                at: SourceLocation(file: "", line: 1, column: 1, offset: 0, length: 0))
            var recogniser = RecordRecogniser(about: about, records: [pattern])
            recogniser.formats = ["bugsnag"]
            recogniser.app = app
            vocabulary.recordRecognisers.append(recogniser)
        }
        let crumb =
            #"{"timestamp":"2026-03-01T09:59:01.000Z","name":"Saved","type":"user","metaData":{"file":"a.txt","ms":12}}"#
        let text = Self.event.replacing("\"breadcrumbs\":[", with: "\"breadcrumbs\":[\(crumb),")
        let settings = IncidentSettings(words: CompiledVocabulary(vocabulary))
        let event = IncidentParsers.read(Array(text.utf8), settings).reports.first?.events.first
        #expect(event?.name == "data.save")
        let given = event?.attributes.map { "\($0.key)=\($0.value.conditionText)" }.joined(separator: " ")
        #expect(
            given == #"message="Saved" type="user" metaData.file="a.txt" metaData.ms=12 document="a.txt" duration=12ms"#
        )
    }

    @Test func `recognisers of reports cost nothing where logs are read`() {
        let logs = ShippedWords.words.recognisers
        #expect(!logs.anchorPaths.contains("name"))
        #expect(ShippedWords.vocabulary.recordRecognisers.contains { $0.formats == ["bugsnag"] })
    }

    @Test func `Events are read as they are sent and as they lie on the device`() {
        #expect(IncidentReadout.format(of: Self.event) == "bugsnag")
        #expect(IncidentReadout.of(Self.event).lines == [Self.line])
        let sent = #"{"payloadVersion":"4","notifier":{},"events":[\#(Self.event),\#(Self.event)]}"#
        #expect(IncidentReadout.of(sent).lines == [Self.line, Self.line])
    }

    /// What says that it launches is a timer.
    @Test(arguments: [
        (#""inForeground":true,"duration":3600000,"durationInForeground":3500000"#, IncidentState.active),
        (#""inForeground":true,"duration":4500,"durationInForeground":4200"#, .active),
        (#""inForeground":true,"duration":61000"#, .active), (#""inForeground":true,"duration":900"#, .launching),
        (#""inForeground":false,"duration":4500,"durationInForeground":0"#, .launching),
    ])
    func `who was in front was launched before, however long it counts as launching`(
        _ app: String, _ expected: IncidentState
    ) throws {
        let event =
            #"{"unhandled":true,"severityReason":{"type":"signal"},"exceptions":[{"errorClass":"SIGSEGV"}],"#
            + #""app":{"isLaunching":true,\#(app)}}"#
        let report = try #require(IncidentReadout.of(event).reports.first)
        #expect(IncidentState(report, ShippedWords.words.states) == expected)
    }

    private static let others: [(text: String, expected: String)] = [
        (
            #"{"severityReason":{"type":"outOfMemory"},"exceptions":[{"errorClass":"Out Of Memory","message":"likely"}],"device":{"time":"2026-03-01T10:00:00Z"}}"#,
            "session guess=outOfMemory"
        ),
        (
            #"{"severityReason":{"type":"appHang"},"exceptions":[{"errorClass":"App Hang","message":"2 s"}]}"#,
            "hang lasted=2000000000ns thrown=App Hang reason=2 s"
        ),
        (
            #"{"unhandled":false,"severityReason":{"type":"appHang"},"exceptions":[{"errorClass":"App Hang","message":"It did not answer within 2500 milliseconds"}]}"#,
            "hang lasted=2500000000ns thrown=App Hang reason=It did not answer within 2500 milliseconds"
        ),
        (
            #"{"unhandled":true,"severityReason":{"type":"appHang"},"exceptions":[{"errorClass":"App Hang"}]}"#,
            "session guess=appHang"
        ),
        (
            #"{"unhandled":true,"severity":"error","exceptions":[{"error_class":"App Hang","message":"The app was terminated while unresponsive","type":"cocoa"}],"device":{"time":"2026-03-01T10:00:00Z"}}"#,
            "session captured=2026-03-01T10:00:00Z guess=App Hang"
        ),
        (
            #"{"unhandled":true,"severity":"error","exceptions":[{"error_class":"Thermal Kill","type":"cocoa"}],"device":{"time":"2026-03-01T10:00:00Z"}}"#,
            "session guess=Thermal Kill"
        ),
        (
            #"{"unhandled":false,"severityReason":{"type":"handledError"},"exceptions":[{"errorClass":"NSError"}]}"#,
            "fault thrown=NSError"
        ),
        (
            #"{"unhandled":true,"severityReason":{"type":"signal"},"exceptions":[{"errorClass":"SIGABRT"}]}"#,
            "crash signal=SIGABRT"
        ),
        (
            #"{"unhandled":true,"severityReason":{"type":"signal"},"exceptions":[{"errorClass":"SIGFOO"}]}"#,
            "crash signal=SIGFOO"
        ),
        (
            #"{"unhandled":true,"severityReason":{"type":"unhandledPromiseRejection"},"exceptions":[{"errorClass":"Error","type":"reactnativejs"}]}"#,
            "fault thrown=Error"
        ),
        (
            #"{"unhandled":true,"severityReason":{"type":"handledException","unhandledOverridden":true},"exceptions":[{"errorClass":"NSError","type":"cocoa"}]}"#,
            "fault thrown=NSError"
        ),
        (
            #"{"severity":"error","severityReason":{"type":"userSpecifiedSeverity"},"exceptions":[{"errorClass":"NSError","type":"cocoa"}]}"#,
            "fault thrown=NSError"
        ),
        (
            #"{"severity":"error","severityReason":{"type":"unhandledException"},"exceptions":[{"errorClass":"NSError","type":"cocoa"}]}"#,
            "crash thrown=NSError"
        ),
        (
            #"{"app":{"id":"com.acme.notes","inForeground":true,"isActive":false},"device":{"osName":"iOS","simulator":true}}"#,
            "session app=com.acme.notes sim=yes os=iOS fg=true active=false"
        ),
        (
            #"{"timestamp":"2021-01-07T11:03:06.853Z","name":"App Will Terminate","type":"state","metaData":{}}"#,
            "session events=2021-01-07T11:03:06.853Z app.willTerminate"
        ),
    ]

    @Test(arguments: others)
    func `States and other kinds of events are read`(text: String, expected: String) {
        #expect(IncidentReadout.format(of: text) == "bugsnag")
        #expect(IncidentReadout.of(text).lines == [expected])
    }
}
