// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

/// Crashes in `.ips` containers, from samples that were written for these tests.
struct CrashIPSTests {
    @Test func `A crash says who, where and when`() throws {
        let readout = IncidentReadout.of(IncidentSample.crash)
        #expect(readout.problems.isEmpty)
        let report = try #require(readout.reports.first)
        #expect(report.format == "crash-ips")
        #expect(report.kind == .crash)
        #expect(report.bugType == "309")
        #expect(!report.isPartial)
        #expect(report.incident == "11111111-2222-4333-8444-555555555555")
        #expect(report.process.bundle == "com.acme.notes")
        #expect(report.process.name == "Notes")
        #expect(report.process.version == "2.1")
        #expect(report.process.build == "77")
        #expect(report.process.pid == 4711)
        #expect(report.process.parent == "launchd")
        #expect(report.process.parentPID == 1)
        #expect(report.process.role == "Background")
        #expect(report.process.coalition == "com.acme.notes [812]")
        #expect(report.process.uuid == "0a1b2c3d-0000-3333-8888-00000000000a")
        #expect(report.process.architecture == "ARM-64")
        #expect(report.process.startTicks == 40_000_000_000)
        #expect(report.process.endTicks == 41_803_610_000)
        #expect(report.process.isSimulated == nil)
        #expect(report.device.key == "0123456789abcdef0123456789abcdef01234567")
        #expect(report.device.model == "iPhone17,1")
        #expect(report.device.system == "iPhone OS 26.3")
        #expect(report.device.systemBuild == "23D127")
        #expect(report.device.boot == "B0070000-1111-4222-8333-444444444444")
        #expect(report.device.isLocked == false)
        #expect(report.device.wasUnlockedSinceBoot == true)
        #expect(report.captured?.time.rfc3339 == "2026-03-01T09:00:15.2504Z")
        #expect(report.launched?.time.rfc3339 == "2026-03-01T08:59:00.1000Z")
        #expect(report.written?.time.rfc3339 == "2026-03-01T09:00:20.00Z")
        #expect(report.captured?.place.line == 13)
    }

    /// What the first line says otherwise than what stands below it.
    static let doubts: [(said: String, instead: String, told: String)] = [
        (
            "11111111-2222-4333-8444-555555555555", "22222222-2222-4333-8444-555555555555",
            "the incident is 22222222-2222-4333-8444-555555555555, and what stands below tells of “11111111-"
        ),
        (
            "com.acme.notes", "com.acme.mail",
            "the app is com.acme.mail, and what stands below tells of “com.acme.notes”"
        ),
        ("\"309\"", "\"298\"", "it is a jetsam report (298), and what stands below tells of a crash"),
        ("11111111-2222-4333-8444-555555555555", "11111111-2222-4333-8444-555555555555", ""),
        ("\"309\"", "\"202\"", ""), ("\"309\"", "\"4711\"", ""), ("com.acme.notes", "", ""),
    ]

    @Test("A first line that is of another report is told, and what stands below it is read", arguments: doubts)
    func doubt(_ row: (said: String, instead: String, told: String)) throws {
        let header = IncidentSample.header.replacing(row.said, with: row.instead)
        let text = header + "\n" + IncidentSample.body
        let readout = IncidentReader.readout(
            of: Array(text.utf8), isTooLarge: false, format: CrashIPSParser(), IncidentSettings())
        let report = try #require(readout.reports.first)
        #expect(report.process.bundle == "com.acme.notes" && report.process.pid == 4711 && report.kind == .crash)
        #expect(report.incident == "11111111-2222-4333-8444-555555555555")
        let told = readout.problems.filter { $0.code == .badValue }
        #expect(told.map(\.line) == (row.told.isEmpty ? [] : [0]), "\(told)")
        #expect(told.allSatisfy { $0.message.contains(row.told) }, "\(told)")
    }

    /// Tools write texts without masking the quotation marks in them.
    @Test(arguments: [
        "no \"key\" for it", "\"key\"", "say \"no\", then \"yes\"", "no \"key\"", "a: \"b\" [c]",
    ]) func `Quotation marks in a text that nothing masks lose nothing of it`(_ said: String) throws {
        let body = IncidentSample.body.replacing("Notes: the store is locked", with: said)
        #expect(body != IncidentSample.body)
        let readout = IncidentReadout.of(IncidentSample.header + "\n" + body)
        let report = try #require(readout.reports.first)
        #expect(
            report.applicationInformation.map(\.text) == [
                "abort() called", said.replacing("\"", with: "'"),
            ])
        #expect(report.threads.count == 2 && report.exception?.signal == "SIGKILL")
        #expect(readout.codes == [.invalidJSON] && readout.problems.first?.message.contains("damaged") == true)
    }

    @Test func `A crash says what was thrown and who ended the process`() throws {
        let report = try #require(IncidentReadout.of(IncidentSample.crash).reports.first)
        #expect(report.exception?.type == "EXC_CRASH")
        #expect(report.exception?.signal == "SIGKILL")
        #expect(report.exception?.codes == [0, 0])
        let termination = try #require(report.termination)
        #expect(termination.namespace == "FRONTBOARD")
        #expect(termination.code == 0x8BAD_F00D)
        #expect(termination.codeText == "2343432205")
        #expect(termination.flags == 6)
        #expect(termination.explanation?.hasPrefix("<RBSTerminateContext| domain:10") == true)
        let watchdog = try #require(termination.watchdog)
        #expect(watchdog.event == "scene-update")
        #expect(watchdog.allowance == 10_000_000_000)
        #expect(!watchdog.measuresProcessorTime)
        #expect(watchdog.processVisibility == "Foreground")
        #expect(watchdog.watchdogVisibility == "Background")
        #expect(watchdog.processState == "Running")
        #expect(watchdog.totalProcessorTime == 29_600_000_000)
        #expect(watchdog.totalProcessorShare == 0.48)
        #expect(watchdog.appProcessorTime == 235_000_000)
        #expect(watchdog.appProcessorShare == 0.015)
        #expect(watchdog.thermalLevel == 3)
        #expect(watchdog.thermalState == "nominal")
        #expect(report.applicationInformation.map(\.text) == ["abort() called", "Notes: the store is locked"])
    }

    @Test func `A crash says what its threads called`() throws {
        let report = try #require(IncidentReadout.of(IncidentSample.crash).reports.first)
        #expect(report.triggeredThread == 0)
        #expect(report.threads.map(\.isTriggered) == [true, false])
        #expect(report.threads.map(\.name) == [nil, "com.acme.sync"])
        #expect(report.threads[0].queue == "com.apple.main-thread")
        let frame = report.threads[0].frames[1]
        #expect(frame.image == "Notes")
        #expect(frame.address == 4_300_218_368)
        #expect(frame.symbolOffset == 44)
        #expect(frame.file == "Store.swift")
        #expect(frame.line == 31)
        #expect(report.threads[1].frames.map(\.imageIndex) == [nil])
        #expect(report.images.map(\.isOfApp) == [true, false])
        #expect(report.images[1].size == 32_768)
    }

    /// What is changed in the sample, and what the report then is.
    @Test(arguments: [
        (#""309","roots"#, #""385","roots"#, IncidentReport.Kind.crash),
        (#""uptime" : 1700,"#, #""isSimulated" : 1,"#, .fault),
        (#""uptime" : 1700,"#, #""isNonFatal" : true,"#, .fault),
        (#""uptime" : 1700,"#, #""isNonFatal" : 0,"#, .crash),
    ])
    func `What is simulated or no end is a fault`(_ change: (old: String, new: String, kind: IncidentReport.Kind))
        throws
    {
        let text = IncidentSample.crash.replacing(change.old, with: change.new)
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.kind == change.kind)
        #expect((report.endsNothing != nil) == (change.kind == .fault))
    }

    /// The exception of a limit names its signal whether or not that was sent.
    @Test(arguments: [
        (#""isNonFatal" : 1,"#, false), (#""isSimulated" : true,"#, false), (#""isNonFatal" : 0,"#, true), ("", true),
    ])
    func `A limit that is told to have ended nothing is none that ended the process`(
        _ row: (flag: String, isFatal: Bool)
    ) throws {
        let text = IncidentSample.crash.replacing(#""uptime" : 1700,"#, with: row.flag)
            .replacing(#""type":"EXC_CRASH","signal""#, with: #""type":"EXC_RESOURCE","subtype":"CPU","signal""#)
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.resource?.isFatal == row.isFatal)
        let events = IncidentEvents(report, CompiledVocabulary()).events
        let isSaidToLive = events.contains { event in
            event.name == "report.crash" && event.attributes.contains { $0.key == "fatal" && $0.value == .bool(false) }
        }
        #expect(isSaidToLive == !row.isFatal)
    }

    /// The lines of regions around what was touched, and what is told of them.
    @Test(
        arguments: [
            (
                ["--->  STACK GUARD              16f100000-16f104000 [   16K] ---/rwx SM=NUL  ... for thread 0"],
                ["STACK GUARD for thread 0"]
            ),
            (["--->  Stack Guard  16f100000-16f104000 [ 16K] ---/rwx SM=NUL"], ["Stack Guard"]),
            (["--->  STACK GUARD"], ["STACK GUARD"]),
            (["      STACK GUARD  16f100000-16f104000 [ 16K] ---/rwx SM=NUL  ... for thread 0"], []),
            (["--->  __TEXT  16f100000-16f104000 [ 16K] r-x/r-x SM=COW  /Notes"], []),
            (["--->", "      STACK GUARD  16f100000-16f104000 [ 16K] ---/rwx SM=NUL"], []),
        ] as [([String], [String])])
    func `That a stack ran over stands where the regions of memory do`(_ told: (lines: [String], says: [String])) throws
    {
        let json = told.lines.joined(separator: #"\n"#)
        let regions =
            #""vmRegionInfo" : "0x16f103ff0 is in 0x16f100000-0x16f104000;\n\#(json)\n      Stack  16f104000-16f200000","#
        let report = try #require(
            IncidentReadout.of(IncidentSample.crash.replacing(#""uptime" : 1700,"#, with: regions)).reports.first)
        let texts = report.applicationInformation.map(\.text)
        #expect(texts.filter { $0.uppercased().contains("GUARD") } == told.says)
    }

    @Test func `A fault of the log is none that ends a process, though it names a signal`() throws {
        let text = IncidentSample.crash
            .replacing(#""bug_type":"309""#, with: #""bug_type":"308""#)
            .replacing(#""bug_type" : "309""#, with: #""bug_type" : "308""#)
        #expect(try #require(IncidentReadout.of(text).reports.first).kind == .fault)
    }

    @Test func `A fault of a process that goes on names no signal`() throws {
        let text = IncidentSample.crash
            .replacing(#""bug_type":"309""#, with: #""bug_type":"385""#)
            .replacing(#""bug_type" : "309""#, with: #""bug_type" : "385""#)
            .replacing(
                #""type":"EXC_CRASH","signal":"SIGKILL""#,
                with: #""type":"EXC_GUARD","subtype":"GUARD_TYPE_USER","message":"namespc 7 reason_code 0x9""#
            )
            .replacing(#""rawCodes":[0,0]"#, with: #""rawCodes":[6917529027641081863,9]"#)
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.kind == .fault)
        #expect(report.exception?.codes == [0x6000_0000_0000_0007, 9])
        #expect(report.exception?.message == "namespc 7 reason_code 0x9")
    }

    @Test(arguments: [
        (",\"", ",\n\""), (",\"", ",\r\n  \""), (":20.00 +0100", ":20.00\n +0100"), ("}\n", "} "), ("}\n", "}"),
    ])
    func `A header that was broken over lines, or has the body behind it, is one`(_ change: (old: String, new: String))
        throws
    {
        let header = (IncidentSample.header + "\n").replacing(change.old, with: change.new)
        for rest in [IncidentSample.body, IncidentSample.text] {
            let report = try #require(IncidentReadout.of(header + rest).reports.first)
            let whole = try #require(IncidentReadout.of(IncidentSample.header + "\n" + rest).reports.first)
            #expect(report.who == whole.who && report.thrown == whole.thrown && report.ended == whole.ended)
            #expect(report.captured?.time == whole.captured?.time && report.incident == whole.incident)
            #expect(report.bugType == "309" && report.frameCount == whole.frameCount)
        }
        #expect(IncidentReadout.of(header + IncidentSample.body).reports.count == 1)
    }

    @Test(arguments: [
        (#""platform":2"#, #""platform":7"#), (#""parentProc" : "launchd""#, #""parentProc" : "launchd_sim""#),
        (
            #""procPath" : "\/private\/var"#,
            #""procPath" : "\/Users\/USER\/Library\/Developer\/CoreSimulator\/Devices\/A"#
        ),
    ])
    func `A simulator is recognised by platform, parent or path`(_ change: (old: String, new: String)) throws {
        let report = try #require(
            IncidentReadout.of(IncidentSample.crash.replacing(change.old, with: change.new)).reports.first)
        #expect(report.process.isSimulated == true)
    }

    @Test func `Who a debugger has started is debugged`() throws {
        let text = IncidentSample.crash.replacing(#""parentProc" : "launchd""#, with: #""parentProc" : "debugserver""#)
        #expect(try #require(IncidentReadout.of(text).reports.first).process.isDebugged == true)
        #expect(try #require(IncidentReadout.of(IncidentSample.crash).reports.first).process.isDebugged == nil)
    }

    @Test func `Texts that stand for none are none`() throws {
        let text = IncidentSample.crash
            .replacing(#""procRole" : "Background""#, with: #""procRole" : "Unspecified""#)
            .replacing(#""parentProc" : "launchd""#, with: #""parentProc" : "???""#)
            .replacing("B0070000-1111-4222-8333-444444444444", with: "00000000-0000-0000-0000-000000000000")
            .replacing(#""procLaunch" : "2026-03-01 09:59:00.1000 +0100""#, with: #""procLaunch" : """#)
        let readout = IncidentReadout.of(text)
        let report = try #require(readout.reports.first)
        #expect(readout.problems.isEmpty)
        #expect(report.process.role == nil)
        #expect(report.process.parent == nil)
        #expect(report.device.boot == nil)
        #expect(report.launched == nil)
    }

    @Test func `Values of the wrong kind are problems with places, and the rest is read`() throws {
        let text = IncidentSample.crash
            .replacing(#""pid" : 4711"#, with: #""pid" : "many""#)
            .replacing(#""captureTime" : "2026-03-01 10"#, with: #""captureTime" : "yesterday 10"#)
            .replacing(#""threads" : ["#, with: #""threads" : [null,"x",3,["#)
            .replacing(#""usedImages" : ["#, with: #""usedImages" : [null,"#)
        let readout = IncidentReadout.of(text)
        #expect(readout.codes.prefix(2) == [.badTime, .badValue])
        #expect(readout.problems.first?.line == 13)
        #expect(readout.reports.first?.process.name == "Notes")
    }

    @Test func `A header alone is a crash of which nothing else is known`() throws {
        let readout = IncidentReadout.of(IncidentSample.header + "\n")
        let report = try #require(readout.reports.first)
        #expect(report.format == "crash-ips")
        #expect(report.isPartial)
        #expect(report.process.bundle == "com.acme.notes")
        #expect(report.written?.time.rfc3339 == "2026-03-01T09:00:20.00Z")
        #expect(readout.codes == [.truncatedLine])
    }

    @Test func `A body without its header is a crash`() throws {
        let report = try #require(IncidentReadout.of(IncidentSample.body).reports.first)
        #expect(report.format == "crash-ips")
        #expect(report.bugType == "309")
        #expect(report.process.version == "2.1")
        #expect(report.written == nil)
    }

    @Test(arguments: ["309", "109", "999"])
    func `The body decides what a header announces wrongly`(_ bugType: String) throws {
        let header = IncidentSample.header.replacing(#""309""#, with: "\"\(bugType)\"")
        let report = try #require(IncidentReadout.of(header + "\n" + IncidentSample.text).reports.first)
        #expect(report.format == "crash-ips")
        #expect(report.kind == .crash)
        #expect(report.termination?.watchdog?.event == "scene-update")
        #expect(report.written != nil)
        let json = try #require(IncidentReadout.of(header + "\n" + IncidentSample.body).reports.first)
        #expect(json.format == "crash-ips")
        #expect(json.bugType == "309")
    }

    @Test func `A report of another kind is its header`() throws {
        let header = IncidentSample.header.replacing(#""309""#, with: #""225""#)
        let report = try #require(IncidentReadout.of(header + "\n{\"tail\":[1,2]}\n").reports.first)
        #expect(report.format == "other-ips")
        #expect(report.kind == .other)
        #expect(report.bugType == "225")
        #expect(report.process.bundle == "com.acme.notes")
        #expect(report.device.system == "iPhone OS 26.3")
    }

    /// Such texts tell the report, the device and sometimes a process in the words of crashes.
    @Test(arguments: [("115", "other-ips"), ("184", "other-ips"), ("109", "crash-ips"), ("9", "crash-ips")])
    func `A text whose header names another kind is a crash only where it says what was thrown`(
        _ row: (bugType: String, format: String)
    ) throws {
        let header = IncidentSample.header.replacing(#""309""#, with: "\"\(row.bugType)\"")
        let text = """
            Incident Identifier: 11111111-2222-4333-8444-555555555555
            CrashReporter Key:   aaaa1111
            Process:             Notes [4711]
            Date/Time:           2026-03-01 10:00:15.25 +0100

            """
        let readout = IncidentReadout.of(header + "\n" + text)
        #expect(readout.reports.map(\.format) == [row.format])
        #expect(readout.codes.isEmpty == (row.format == "other-ips"))
        let thrown = IncidentReadout.of(header + "\n" + text + "Exception Type:  EXC_CRASH (SIGABRT)\n")
        #expect(thrown.reports.map(\.exception?.signal) == ["SIGABRT"])
    }

    @Test func `Testers' builds have another key for their device`() throws {
        let text = IncidentSample.crash
            .replacing(#""crashReporterKey" : "0123456789abcdef0123456789abcdef01234567""#, with: #""isBeta" : 1"#)
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.process.isBeta == true)
        #expect(report.device.key == "99999999-0000-4000-8000-000000000001")
    }
}

/// Bodies that are no JSON in places: what stands behind is read, too.
struct CrashBodyDamageTests {
    @Test(arguments: [
        (#""procRole" : "Background","#, #""procRole" : "Back"ground","#),
        (#""uptime" : 1700,"#, #""uptime" : 1700, // since boot"#), (#""parentPid" : 1,"#, #""parentPid" : 1,,"#),
        (#"ProcessState: Running","Watchdog"#, #"Process"State: Running","Watchdog"#),
        (#""asi" : {"libsystem_c"#, "\"asi\" : {\"lib\nsystem_c"),
        (#""frames":[{"imageOffset":4096"#, #""frames":[{"imageOffset":}"#),
    ])
    func `Reading goes on behind a place that is no JSON`(_ change: (old: String, new: String)) throws {
        let readout = IncidentReadout.of(IncidentSample.crash.replacing(change.old, with: change.new))
        let report = try #require(readout.reports.first)
        #expect(report.isPartial)
        #expect(readout.codes == [.invalidJSON])
        #expect(report.process.pid == 4711)
        #expect(report.exception?.signal == "SIGKILL")
        #expect(report.termination?.code == 0x8BAD_F00D)
        #expect(report.images.count == 2)
        #expect(report.triggeredThread == 0)
        #expect(report.captured?.place.line == 13)
    }

    @Test(arguments: [" ", "\t", "    ", ""])
    func `Reading goes on in bodies that others have indented`(_ indentation: String) throws {
        let (header, body) = try #require(
            IncidentSample.crash.firstIndex(of: "\n").map {
                (IncidentSample.crash[...$0], IncidentSample.crash[$0...].dropFirst())
            })
        let lines = body.split(separator: "\n").map { line in
            let text = line.drop { $0 == " " }
            let depth = (line.count - text.count) / 2
            return String(repeating: indentation, count: depth) + text
        }
        let text =
            header
            + lines.joined(separator: indentation.isEmpty ? "" : "\n")
            .replacing(#""uptime" : 1700,"#, with: #""uptime" : 17 00,"#)
        let readout = IncidentReadout.of(String(text))
        let report = try #require(readout.reports.first)
        #expect(report.isPartial && readout.codes == [.invalidJSON])
        #expect(report.process.pid == 4711 && report.process.name != nil)
        #expect(report.exception?.signal == "SIGKILL" && report.termination?.code == 0x8BAD_F00D)
        #expect(report.captured != nil && report.images.count == 2)
    }

    @Test func `A text that somebody broke over lines is read to its end`() throws {
        let text = IncidentSample.crash.replacing("exhausted real", with: "exhausted\nreal")
        #expect(text != IncidentSample.crash)
        let readout = IncidentReadout.of(text)
        let report = try #require(readout.reports.first)
        #expect(report.isPartial && readout.codes == [.invalidJSON])
        let whole = try #require(IncidentReadout.of(IncidentSample.crash).reports.first)
        let watchdog = try #require(report.termination?.watchdog)
        #expect(watchdog.event != nil && watchdog.event == whole.termination?.watchdog?.event)
        #expect(watchdog.allowance != nil && watchdog.allowance == whole.termination?.watchdog?.allowance)
        #expect(report.threads.count == whole.threads.count && report.images.count == whole.images.count)
    }

    @Test func `That nothing ended is told behind damage, too`() throws {
        let body =
            #"{"uptime":33 0000,"procName":"Notes","procRole":"Foreground","captureTime":"2026-03-02 01:16:45 +0100","#
            + #""note":"says \"pid\":8","pid":7,"exception":{"type":"EXC_CRASH"},"isNonFatal":1}"#
        let report = try #require(IncidentReadout.of(body).reports.first)
        #expect(report.kind == .fault && report.endsNothing != nil && report.process.pid == 7)
    }

    @Test func `What stands behind the end of a body is told and changes nothing`() throws {
        let readout = IncidentReadout.of(IncidentSample.crash + "```\n")
        #expect(readout.reports.first?.isPartial == false)
        #expect(readout.codes == [.invalidJSON])
        #expect(readout.reports.first?.images.count == 2)
    }

    @Test(arguments: ["99999999999999999999999", "3.5", "1e300"])
    func `A code that is no number of 64 bits is a problem`(_ code: String) {
        let readout = IncidentReadout.of(
            IncidentSample.crash.replacing("\"code\":2343432205", with: "\"code\":\(code)"))
        #expect(readout.problems.map(\.message) == [IncidentProblem.badNumber("code")])
    }

    @Test(arguments: [
        ("18446744073709551615", #""0xffffffffffffffff""#), ("-1", "4294967295"), ("4294967295", "4294967295"),
        ("3735883980", "3735883980"),
    ])
    func `A code is told with all of its bits`(_ row: (written: String, told: String)) throws {
        let text = IncidentSample.crash.replacing("\"code\":2343432205", with: "\"code\":\(row.written)")
        let report = try #require(IncidentReadout.of(text).reports.first)
        let event = IncidentEvents(report, CompiledVocabulary()).events.first { $0.name == "report.crash" }
        let code = event?.attributes.first { $0.key == "code" }
        #expect(code?.value.conditionText == row.told)
    }
}
