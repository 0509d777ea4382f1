// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

/// Crashes as text, from samples that were written for these tests.
struct CrashTextTests {
    @Test(arguments: [false, true])
    func `A text says the same as the original, whatever its line ends`(_ hasReturns: Bool) throws {
        let text = hasReturns ? IncidentSample.text.replacing("\n", with: "\r\n") : IncidentSample.text
        let readout = IncidentReadout.of(text)
        #expect(readout.problems.isEmpty)
        let report = try #require(readout.reports.first)
        let original = try #require(IncidentReadout.of(IncidentSample.crash).reports.first)
        #expect(report.format == "crash-text")
        #expect(report.incident == original.incident)
        #expect(report.process.bundle == original.process.bundle)
        #expect(report.process.name == original.process.name)
        #expect(report.process.version == original.process.version)
        #expect(report.process.build == original.process.build)
        #expect(report.process.pid == original.process.pid)
        #expect(report.process.parent == original.process.parent)
        #expect(report.process.role == original.process.role)
        #expect(report.process.coalition == original.process.coalition)
        #expect(report.process.architecture == original.process.architecture)
        #expect(report.device.key == original.device.key)
        #expect(report.device.model == original.device.model)
        #expect(report.device.system == original.device.system)
        #expect(report.device.systemBuild == original.device.systemBuild)
        #expect(report.captured?.time == original.captured?.time)
        #expect(report.launched?.time == original.launched?.time)
        #expect(report.thrown == original.thrown)
        #expect(report.ended == original.ended)
        #expect(report.termination?.watchdog == original.termination?.watchdog)
        #expect(report.applicationInformation.map(\.text) == original.applicationInformation.map(\.text))
        #expect(report.triggeredThread == 0)
    }

    private static let head = """
        Process: Notes [812]
        Identifier: com.acme.notes
        Date/Time: 2026-03-01 10:00:00.000 +0000
        Exception Type: EXC_BAD_ACCESS (SIGSEGV)

        """

    @Test(
        "The beginning of a number or a name is another one",
        arguments: [
            ("Termination Reason: RUNNINGBOARD 373", nil, nil), ("Termination Reason: JETSAM 1", nil, nil),
            ("Termination Reason: FRONTBOARD 2343432205", 2_343_432_205, nil),
            ("Termination Reason: RUNNINGBOARD 373\n", 373, nil), ("Termination Reason: FRONTBOARD 0x8", nil, nil),
            ("Termination Reason: SIGNAL 11\nTerminating Process: exc hand", 11, nil),
            ("Termination Reason: SIGNAL 11\nTerminating Process: exc handler [812]", 11, "exc handler"),
            ("Termination Reason: SIGNAL 11\nTerminating Process: exc handler [812]\n", 11, "exc handler"),
            ("Termination Reason: SIGNAL 11\nTerminating Process: exc handler [812]\0\0\n", 11, "exc handler"),
        ])
    func cutEnds(_ end: String, _ code: UInt64?, _ sender: String?) throws {
        let report = try #require(IncidentReadout.of(Self.head + end).reports.first)
        #expect(report.termination?.code == code)
        #expect(report.termination?.byProcess == sender)
    }

    @Test func `Whoever writes its lines in another order may have the exception first`() throws {
        let lines = Self.head.split(separator: "\n")
        let text = ([lines[3], "Incident Identifier: 1"] + lines[..<3]).joined(separator: "\n") + "\n"
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.format == "crash-text" && report.who == "com.acme.notes")
        #expect(report.thrown == "EXC_BAD_ACCESS SIGSEGV")
    }

    /// What stands in front of a report, or how it begins where more than its first lines is missing.
    @Test(arguments: [
        "Steps: open app, wait.\nIncident Identifier: 1\nProcess: Notes [812]\nIdentifier: com.acme.notes\n",
        "Event: the demo\nIncident Identifier: 1\nProcess: Notes [812]\nIdentifier: com.acme.notes\n",
        "Path: /private/var/containers/Bundle/Application/A/Notes.app/Notes\nIdentifier: com.acme.notes\n",
        "CrashReporter Key: 0123456789abcdef0123456789abcdef01234567\nIdentifier: com.acme.notes\n",
    ])
    func `A report is one below a line of somebody's own, and without its first lines`(_ head: String) throws {
        let text =
            head + """
                Date/Time: 2026-03-01 10:00:00.000 +0000
                Exception Type: EXC_BAD_ACCESS (SIGSEGV)
                Triggered by Thread: 0

                """
        let readout = IncidentReadout.of(text)
        #expect(readout.reports.map(\.format) == ["crash-text"], "\(text)")
        #expect(readout.reports.first?.process.bundle == "com.acme.notes", "\(text)")
        // Behind the time they are labels of other reports.
        let other = text.replacing("Exception", with: "Event: hang\nException")
        #expect(IncidentReadout.of(other).reports.first?.format != "crash-text", "\(other)")
    }

    /// What befalls nothing in front: the role is the one that the process had before.
    @Test(arguments: [
        ("RUNNINGBOARD 0xdead10cc", false), ("RUNNINGBOARD 0x2182bad2", false), ("RUNNINGBOARD 0xd00d2bad", true),
        ("FRONTBOARD 0x8badf00d", true), ("SIGNAL 11", true),
    ])
    func `What is ended only where it was left was not in front`(_ reason: String, _ isInFront: Bool) throws {
        let text = Self.head + "Role: Foreground\nTermination Reason: \(reason)\n"
        let report = try #require(IncidentReadout.of(text).reports.first)
        let events = IncidentEvents(report, ShippedWords.words).events
        let keys = events.flatMap { $0.attributes.map(\.key) }
        #expect(keys.contains("appState") == isInFront && keys.contains("visibility") == isInFront, "\(keys)")
    }

    /// Pages may run the lines of what was thrown together.
    @Test func `Labels behind the exception on its line are those of lines of their own`() throws {
        let told = [
            "Exception Type: EXC_CRASH (SIGKILL)", "Exception Codes: 0x0000000000000000, 0x0000000000000000",
            "Termination Reason: FRONTBOARD 0xbaadca11 <RBSTerminateContext| code:0xBAADCA11 explanation:none>",
            "Triggered by Thread: 3",
        ]
        let head = Self.head.replacing("Exception Type: EXC_BAD_ACCESS (SIGSEGV)\n", with: "")
        for joint in ["\n", " ", "  "] {
            let text = head + told.joined(separator: joint) + "\n"
            let report = try #require(IncidentReadout.of(text).reports.first, "\(text)")
            #expect(report.thrown == "EXC_CRASH SIGKILL" && report.ended == "FRONTBOARD baadca11", "\(text)")
            #expect(report.exception?.codes.count == 2, "\(text)")
        }
        let fault = [
            "Exception Type: EXC_BAD_ACCESS (SIGKILL)",
            "Exception Subtype: KERN_PROTECTION_FAILURE at 0x0000000104a80000",
            "Exception Codes: 0x0000000000000002, 0x0000000104a80000", "Termination Reason: CODESIGNING 2 Invalid Page",
        ]
        let ran = try #require(IncidentReadout.of(head + fault.joined(separator: " ") + "\n").reports.first)
        #expect(ran.ended == "CODESIGNING 2" && ran.exception?.codes.count == 2)
        // Words that are no labels are the value's.
        let other = Self.head.replacing("(SIGSEGV)", with: "(SIGSEGV) Exception Words: 1")
        #expect(try #require(IncidentReadout.of(other).reports.first).termination == nil)
    }

    /// Pages show the gist of a report on one line in front of it.
    @Test(arguments: [
        "Process: Notes [4711] Hardware Model: iPhone17,1", "Hardware Model: iPhone17,1 Process: Notes [4711]",
    ])
    func `A report is read behind a line into which its labels were run together`(_ start: String) throws {
        let gist =
            start + " Identifier: com.acme.notes Date/Time: 2026-03-01 10:00:15.250 +0100 "
            + "OS Version: iPhone OS 26.3 (23D127) Exception Type: EXC_CRASH (SIGKILL)\n"
        for text in [gist, gist + "\n" + IncidentSample.text] {
            let head = InputHead(bytes: Array(text.utf8), isWhole: true)
            #expect(InputFormats(words: Sample.words).format(of: head)?.id == "crash-text", "\(text)")
            let reports = IncidentReadout.of(text).reports
            #expect(reports.count == (text == gist ? 1 : 2) && reports.allSatisfy { $0.process.pid == 4711 })
        }
        // Without what was thrown it is none.
        let rest = gist.replacing("Exception Type", with: "Exception Words")
        #expect(IncidentReadout.of(rest).reports.isEmpty)
    }

    @Test(arguments: [" ", "", "\n"])
    func `A report whose lines were run together is read behind its header, too`(_ gap: String) throws {
        let header =
            #"{"app_name":"Notes","timestamp":"2026-03-01 10:00:20.00 +0100","bug_type":"109","name":"Notes","#
            + #""os_version":"iPhone OS 26.3 (23D127)","incident_id":"6B51C75F-1C4D-4E5C-9E4B-0B7A4F6F2D10"}"#
        let lines = IncidentSample.text.split(separator: "\n").joined(separator: " ")
        let report = try #require(IncidentReadout.of(header + gap + lines).reports.first)
        let plain = try #require(IncidentReadout.of(lines).reports.first)
        #expect(report.process.pid == 4711 && report.exception != nil)
        #expect(report.exception?.type == plain.exception?.type && report.captured?.time == plain.captured?.time)
        #expect(report.process.path == plain.process.path && report.threads.count == plain.threads.count)
    }

    @Test func `What a line of its own said is not replaced by what another one quotes`() throws {
        let words =
            "Exception Message: before it was Date/Time: 2020-01-01 01:00:00.000 +0000 Exception Type: EXC_CRASH"
            + " Termination Reason: SIGNAL 11 OS Version: 9 Process: Other [12]"
        let reason = "Termination Reason: RUNNINGBOARD 0xdead10cc\n"
        let plain = try #require(IncidentReadout.of(Self.head + reason).reports.first)
        let quoting = try #require(IncidentReadout.of(Self.head + reason + words + "\n").reports.first)
        #expect(quoting.ended == plain.ended && quoting.thrown == plain.thrown)
        #expect(quoting.captured?.time == plain.captured?.time && quoting.captured != nil)
    }

    @Test func `Where the kernel's exception is missing a signal stands in its place`() throws {
        let text = Self.head.replacing("EXC_BAD_ACCESS (SIGSEGV)", with: "SIGSEGV") + "Role: Foreground\n"
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.exception?.type == nil && report.exception?.signal == "SIGSEGV")
    }

    @Test(arguments: ["1970-01-01 00:00:00.000 +0000", "2001-01-01 00:00:00.000 +0000"])
    func `No process was launched before there were apps`(_ time: String) throws {
        let text = Self.head + "Launch Time: \(time)\n"
        let readout = IncidentReader.readout(
            of: Array(text.utf8), isTooLarge: false, format: CrashTextParser(), .shipped)
        #expect(readout.reports.map { $0.launched == nil && $0.captured != nil } == [true])
        #expect(readout.codes.contains(.badTime))
    }

    @Test func `Calls are read in every form`() throws {
        let report = try #require(IncidentReadout.of(IncidentSample.text).reports.first)
        #expect(report.lastExceptionBacktrace.map(\.address) == [0x1_8000_1000, 0x1_0050_8020])
        #expect(report.threads.map(\.name) == [nil, "com.acme.sync"])
        let frames = report.threads[0].frames
        #expect(frames.map(\.symbol) == ["mach_msg2_trap", "Store.save(name:)", nil, "main"])
        #expect(frames.map(\.image) == ["libsystem_kernel.dylib", "Notes", "Notes", "Notes Helper"])
        #expect(frames.map(\.imageIndex) == [2, 0, 0, 1])
        #expect(frames.map(\.imageOffset) == [0x1100, 8192, 9000, 16])
        #expect(frames.map(\.symbolOffset) == [8, 44, nil, nil])
        #expect(frames.map(\.file) == [nil, "Store.swift", nil, "main.m"])
        #expect(frames.map(\.line) == [nil, 31, nil, 7])
        #expect(report.images.map(\.architecture) == ["arm64", "arm64", "arm64e"])
        #expect(report.images[0].uuid == "0a1b2c3d00003333888800000000000a")
        #expect(report.images[0].size == 0x10000)
    }

    /// The tail of a call, and what of it is its name, its line, and how far into its image and its function it is.
    private static let tails: [(tail: String, symbol: String, line: Int?, image: UInt64?, offset: UInt64?)] = [
        ("Store.save(name:) (in Notes) + 44 (Store.swift:31)", "Store.save(name:)", 31, nil, 44),
        ("Store.save(name:) (in Notes) (Store.swift:31) 0x100000000 + 9012", "Store.save(name:)", 31, 9012, nil),
        ("Store.save (in Notes) (/<compiler-generated>:0) 0x100000000 + 90120000", "Store.save", nil, 90_120_000, nil),
        ("closure #1 in save (in Notes) 0x100000000 + 9012", "closure #1 in save", nil, 9012, nil),
        // The nearest function that had a name is another one.
        ("-[Store save] (in Notes) (Store.m:7) onCrash + 960", "-[Store save]", 7, nil, nil),
        ("$s5Notes4saveyyF ($s5Notes4saveyyF ---> Notes.save() -> ()) + 44", "Notes.save() -> ()", nil, nil, 44),
        ("Store.load(_:) + 4", "Store.load(_:)", nil, nil, 4),
    ]

    @Test func `A name ends where a tool begins to tell where it is`() throws {
        for row in Self.tails {
            let text =
                Self.head + "Crashed Thread: 0\n\nThread 0 Crashed:\n0   Notes  \t0x0000000100002334 \(row.tail)\n"
                + "\nBinary Images:\n"
            let frame = try #require(IncidentReadout.of(text).reports.first?.threads.first?.frames.first)
            #expect(frame.symbol == row.symbol, "\(row.tail)")
            #expect(frame.line == row.line && frame.symbolOffset == row.offset, "\(row.tail)")
            #expect(frame.imageOffset == row.image, "\(row.tail)")
        }
    }

    @Test func `Where a text is cut the beginning of a label is no last word, and that of a name no name`() throws {
        func cut(_ text: String, behind end: String) throws -> IncidentReport {
            let place = try #require(text.firstRange(of: end)).upperBound
            return try #require(IncidentReadout.of(String(text[..<place])).reports.first)
        }
        let words = try #require(IncidentSample.text.firstRange(of: "Notes: the store is locked")).upperBound
        let text = String(IncidentSample.text[..<words])
        let told = try #require(IncidentReadout.of(text).reports.first).applicationInformation.map(\.text)
        #expect(told.last == "Notes: the store is locked")
        for rest in ["T", "Terminati", "Last Exce", "Thre", "Binary Images"] {
            let report = try #require(IncidentReadout.of(text + "\n" + rest).reports.first)
            #expect(report.applicationInformation.map(\.text) == told, "\(rest)")
        }
        let reason = text.prefix(upTo: try #require(text.firstRange(of: "2343432205")).upperBound)
        for rest in ["T", "Terminati"] {
            let report = try #require(IncidentReadout.of(reason + "\n" + rest).reports.first)
            #expect(report.termination?.explanation == nil, "\(rest)")
        }
        // Behind an end of its line it is a word.
        #expect(
            try #require(IncidentReadout.of(text + "\nTerminati\n").reports.first).applicationInformation.last?.text
                == "Terminati")
        let mac = IncidentSample.mac
        for end in ["Reason:    Nam", "Namespace SIG", "Namespace SIGNAL"] {
            #expect(try cut(mac, behind: end).termination?.namespace == nil, "\(end)")
        }
        #expect(try cut(mac, behind: "Namespace SIGNAL, ").termination?.namespace == "SIGNAL")
    }

    @Test(arguments: [
        ("0x00000000 at 0x3618da1c", nil), ("#0 at 0x9c54572", nil),
        ("KERN_INVALID_ADDRESS at 0x00000000", "KERN_INVALID_ADDRESS at 0x00000000"),
        ("0x0000000d at 0x00000000", "0x0000000d at 0x00000000"),
    ])
    func `What names no code has no address either`(_ codes: String, _ subtype: String?) throws {
        let text = IncidentSample.text.replacing("0x0000000000000000, 0x0000000000000000", with: codes)
        #expect(text.contains(codes))
        #expect(try #require(IncidentReadout.of(text).reports.first).exception?.subtype == subtype)
    }

    @Test func `KSCrash says in its text which state the app was in`() throws {
        let stats = [
            #"    "application_active": false,"#, "application_in_foreground: 1", "active_time_since_launch: 1.5",
            #""sessions_since_launch": 2,"#, #""launches_since_last_crash": 4"#,
        ]
        let text =
            IncidentSample.text + "\nApplication Stats:\n{\n" + stats.joined(separator: "\n")
            + "\n}\n\nCrashDoctor Diagnosis: x\n"
        let report = try #require(IncidentReadout.of(text).reports.first)
        let state = try #require(report.appState)
        #expect(state.isActive == false && state.isInForeground == true && state.sessionsSinceLaunch == 2)
        #expect(state.activeTime == 1_500_000_000 && state.backgroundTime == nil)
        #expect(report.exception?.message == "x" && report.guess == nil)
    }

    @Test func `The layout of macOS is read`() throws {
        let readout = IncidentReadout.of(IncidentSample.mac)
        #expect(readout.problems.isEmpty)
        let report = try #require(readout.reports.first)
        #expect(report.process.pid == 300)
        #expect(report.process.parent == nil)
        #expect(report.process.parentPID == 1)
        #expect(report.thrown == "EXC_BAD_ACCESS SIGSEGV")
        #expect(report.exception?.subtype == "KERN_INVALID_ADDRESS at 0x0000000000000001")
        #expect(report.ended == "SIGNAL b")
        #expect(report.termination?.indicator == "Segmentation fault: 11")
        #expect(report.endedBy == "exc handler 300")
        #expect(report.applicationInformation.map(\.text) == ["dyld2 mode"])
        #expect(report.triggeredThread == 1)
        #expect(report.threads.map(\.queue) == ["com.apple.main-thread", "com.acme.store"])
        #expect(report.threads[1].name == "Worker")
        #expect(report.threads[1].frames.first?.symbol == "-[Store save:]")
        #expect(report.threads[1].frames.first?.file == "Store.m")
        #expect(report.images.map(\.name) == ["Notes", "libsystem_kernel.dylib"])
        #expect(report.endsNothing == nil)
    }

    @Test func `The layout of iOS 26 is read`() throws {
        let readout = IncidentReadout.of(IncidentSample.translated)
        #expect(readout.problems.isEmpty)
        let report = try #require(readout.reports.first)
        #expect(report.incident == "11111111-2222-4333-8444-555555555555")
        #expect(report.device.key == "0123456789abcdef0123456789abcdef01234567")
        #expect(report.exception?.reason == "the store is locked")
        #expect(report.ended == "SIGNAL 6")
        #expect(report.termination?.indicator == "Abort trap: 6")
        #expect(report.endedBy == "Notes 4711")
        #expect(report.triggeredThread == 0)
        #expect(report.threads.first?.frames.first?.symbol == "Store.save(name:)")
    }

    @Test(arguments: [
        ("iPhone OS 9.3.5 (13G36)", "12 (1.0.4)", "1.0.4", "12"), ("iPhone OS 14.5 (18E5)", "1 (1.0)", "1.0", "1"),
        ("iPhone OS 15.0 (19A1)", "1.0 (1)", "1.0", "1"), ("macOS 12.4 (21F79)", "1.0 (1)", "1.0", "1"),
        ("iPhone OS 26.3 (23D127)", "1.0 (???)", "1.0", nil), ("iPhone OS 26.3 (23D127)", "???", nil, nil),
    ])
    func `Version and build changed places with iOS 15`(
        _ row: (system: String, written: String, version: String?, build: String?)
    ) throws {
        let text = IncidentSample.text
            .replacing("iPhone OS 26.3 (23D127)", with: row.system)
            .replacing("2.1 (77)", with: row.written)
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.process.version == row.version)
        #expect(report.process.build == row.build)
    }

    @Test(arguments: [
        "CrashDoctor Diagnosis: the store was freed", "Rollbar Diagnosis: the store was freed",
        "Notable Addresses:\n{}", "Application Stats:\n{}", "Extra Information:\n",
    ])
    func `KSCrash writes the build first on every system`(_ section: String) throws {
        let text = IncidentSample.text.replacing("2.1 (77)", with: "77 (2.1)") + section + "\n"
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.process.version == "2.1")
        #expect(report.process.build == "77")
    }

    /// KSCrash tells a crash of its own handler behind all else.
    @Test(arguments: [false, true]) func `The process ended of the first crash, not of that of its handler`(
        _ wantsAllCalls: Bool
    ) throws {
        let second = """

            CrashDoctor Diagnosis: Attempted to dereference garbage pointer.

            Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
            Exception Codes: KERN_INVALID_ADDRESS at 0x00000000
            Crashed Thread:  1

            Thread 1 name:  KSCrash Exception Handler (Primary)
            Thread 1 Crashed:
            0   libsystem_c.dylib             \t0x00000001d7000000 0x1d6fe0000 + 131072 (printf + 76)
            1   Notes                         \t0x0000000100500000 0x100500000 + 0 (onCrash + 28)

            Recrash Diagnosis: Attempted to dereference null pointer.
            """
        func read(_ text: String) -> IncidentReport? {
            let settings = IncidentSettings(wantsAllCalls: wantsAllCalls, words: ShippedWords.words)
            return IncidentParsers.read(Array(text.utf8), settings).reports.first
        }
        let first = try #require(read(IncidentSample.text))
        let both = try #require(read(IncidentSample.text + second))
        #expect(both.triggeredThread == first.triggeredThread)
        #expect(both.threads.map(\.frames) == first.threads.map(\.frames))
        #expect(both.exception?.message == "Attempted to dereference garbage pointer.")
        #expect(both.exception?.signal == first.exception?.signal && both.exception?.codes == first.exception?.codes)
        #expect(both.signature() == first.signature())
        #expect(both.isPartial && !first.isPartial)
    }

    @Test(arguments: [
        ("iOS 8.4 (12H143)", "31 (1.4)", "1.4", "31"), ("iPhone OS 15.4 (19E241)", "1.4 (31)", "1.4", "31"),
    ])
    func `A limit that reads like a crash has its version as crashes have it`(
        _ row: (system: String, written: String, version: String, build: String)
    ) throws {
        let text = IncidentSample.text
            .replacing("EXC_CRASH (SIGKILL)", with: "EXC_RESOURCE")
            .replacing("iPhone OS 26.3 (23D127)", with: row.system).replacing("2.1 (77)", with: row.written)
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.kind == .resource)
        #expect(report.process.version == row.version)
        #expect(report.process.build == row.build)
    }

    @Test func `The last words name the exception that nobody caught`() throws {
        let text = IncidentSample.text.replacing(
            "abort() called",
            with: "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'it's 9 of 3'\nabort()")
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.exception?.name == "NSRangeException")
        #expect(report.exception?.reason == "it's 9 of 3")
    }

    @Test(arguments: [
        ("SIMULATED (this is NOT a crash) requested by launchd", IncidentReport.Kind.fault),
        ("NON-FATAL CONDITION (this is NOT a crash)", .fault), ("EXC_CORPSE_NOTIFY", .crash),
    ])
    func `A note tells a fault from a crash`(_ row: (note: String, kind: IncidentReport.Kind)) throws {
        let text = IncidentSample.text.replacing(
            "Triggered by Thread:", with: "Exception Note:  \(row.note)\nTriggered by Thread:")
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.kind == row.kind)
        #expect((report.endsNothing?.text == row.note) == (row.kind == .fault))
    }

    @Test(arguments: [
        ("NON-FATAL CONDITION (this is NOT a crash)", false), ("SIMULATED (this is NOT a crash)", false),
        ("EXC_CORPSE_NOTIFY", true),
    ])
    func `A limit of which a note says that it is no crash ended nothing`(_ row: (note: String, isFatal: Bool)) throws {
        let text = IncidentSample.text.replacing(
            "EXC_CRASH (SIGKILL)",
            with: "EXC_RESOURCE (SIGKILL)\nException Subtype: WAKEUPS\nException Note:  \(row.note)")
        #expect(try #require(IncidentReadout.of(text).reports.first).resource?.isFatal == row.isFatal)
    }

    @Test(arguments: [("EXC_RESOURCE", IncidentReport.Kind.resource), ("EXC_RESOURCE (SIGKILL)", .crash)])
    func `A limit that was exceeded ends a process only with a signal`(
        _ row: (type: String, kind: IncidentReport.Kind)
    ) throws {
        let text = IncidentSample.text.replacing("EXC_CRASH (SIGKILL)", with: row.type)
        #expect(try #require(IncidentReadout.of(text).reports.first).kind == row.kind)
    }

    @Test func `What an SDK supposes is a guess where it saw no signal`() throws {
        let text = IncidentSample.mac + "\nCrashDoctor Diagnosis: the store was freed\nOriginated at main\n"
        let seen = try #require(IncidentReadout.of(text).reports.first)
        #expect(seen.exception?.message == "the store was freed" && seen.guess == nil)
        let unseen = try #require(
            IncidentReadout.of(text.replacing("EXC_BAD_ACCESS (SIGSEGV)", with: "0 (0)")).reports.first)
        #expect(unseen.guess?.text == "the store was freed")
    }

    @Test func `A signal in brackets may have a reason`() throws {
        let text = IncidentSample.text.replacing("EXC_CRASH (SIGKILL)", with: "EXC_CRASH (SIGKILL - CODESIGNING)")
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.thrown == "EXC_CRASH SIGKILL")
    }

    @Test func `That a stack ran over stands where the regions of memory do`() throws {
        let text = """
            Incident Identifier: 11111111-2222-4333-8444-555555555555
            Process:         Notes [77]
            Identifier:      com.acme.notes
            Date/Time:       2026-03-01 10:00:15.250 +0100
            OS Version:      iPhone OS 18.2 (22C152)
            Report Version:  104

            Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
            Exception Subtype: KERN_PROTECTION_FAILURE at 0x000000016f103ff0
            VM Region Info: 0x16f103ff0 is in 0x16f100000-0x16f104000;  bytes after start: 16368
                  REGION TYPE                 START - END      [ VSIZE] PRT/MAX SHRMOD  REGION DETAIL
                  STACK GUARD              16f000000-16f004000 [   16K] ---/rwx SM=NUL  ... for thread 2
            --->  STACK GUARD              16f100000-16f104000 [   16K] ---/rwx SM=NUL  ... for thread 0
                  Stack                    16f104000-16f200000 [ 1008K] rw-/rwx SM=PRV  thread 0

            Triggered by Thread:  0

            Thread 0 Crashed:
            0   Notes                         \t0x0000000100e54fb8 0x100e50000 + 20408

            Binary Images:
            0x100e50000 - 0x100e5ffff Notes arm64  <0a1b2c3d00003333888800000000000b> /var/containers/Notes.app/Notes
            """
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.applicationInformation.map(\.text) == ["STACK GUARD for thread 0"])
        #expect(report.applicationInformation.first?.place.line == 12)
        #expect(report.triggeredThread == 0)
    }

    /// Where no watchdog measured anything, the state of the process is the last that a context tells of it.
    @Test(arguments: [
        "Suspended", "Suspended reportType:CrashLog maxTerminationResistance:Interactive>",
        "Suspended reportType:None>",
    ])
    func `The last field of a context ends where the context goes on`(rest: String) throws {
        let text = IncidentSample.text.replacing("ProcessState: Running", with: "ProcessState: " + rest)
        let watchdog = try #require(IncidentReadout.of(text).reports.first).termination?.watchdog
        #expect(watchdog?.processState == "Suspended")
        #expect(watchdog?.processVisibility == "Foreground")
    }

    @Test func `The oldest watchdogs speak in the last words`() throws {
        let text = """
            Incident Identifier: 11111111-2222-4333-8444-555555555555
            Process:         Notes [77]
            Identifier:      com.acme.notes
            Date/Time:       2014-03-01 10:00:15.250 +0100
            OS Version:      iOS 8.1 (12B411)
            Report Version:  105

            Exception Type:  00000020
            Exception Codes: 0x000000008badf00d
            Highlighted Thread:  0

            Application Specific Information:
            com.acme.notes failed to scene-create in time

            Elapsed total CPU time (seconds): 10.130 (user 10.130, system 0.000), 50% CPU
            Elapsed application CPU time (seconds): 0.010, 0% CPU

            Thread 0 name:  Dispatch queue: com.apple.main-thread
            Thread 0:
            0   libsystem_kernel.dylib        \t0x00000001c3df54fc 0x1c3df1000 + 17660

            Binary Images:
            0x1c3df1000 - 0x1c3dfffff libsystem_kernel.dylib arm64  <0a1b2c3d00003333888800000000000b> /usr/lib/l.dylib
            """
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.exception == nil)
        #expect(report.termination?.code == 0x8BAD_F00D)
        #expect(report.termination?.codeText == "0x8badf00d")
        #expect(report.triggeredThread == 0)
        #expect(report.termination?.watchdog?.event == "scene-create")
        #expect(report.termination?.watchdog?.appProcessorTime == 10_000_000)
        #expect(report.applicationInformation.count == 3)
        #expect(report.threads[0].frames[0].imageIndex == 0)
    }

    @Test(arguments: [
        "Process: Notes [1]\nEvent: cpu usage\nSteps: 3\n", "Incident Identifier: A\nLargest process: Notes\n",
        "Process: Notes [1]\nAnalysis Tool: /usr/bin/leaks\nReport Version: 7\n", "2026-03-01 Process: started\n",
        "Incident Identifier: A\nEvent: Timed Out Runloop Hang\n",
        "Notes on crashes\nException Type: EXC_CRASH (SIGKILL)\nTermination Reason: RUNNINGBOARD 0xdead10cc\n",
        "Date/Time: 2026-03-01 10:00:00.000 +0000\nException Type: EXC_CRASH (SIGKILL)\n",
        "OS Version: iPhone OS 18.5 (22F76)\nEvent: cpu usage\nException Type: x\nException Codes: y\n",
    ])
    func `Texts of other kinds are no crashes`(_ text: String) {
        #expect(!CrashTextParser().recognises(IncidentDocument(Array(text.utf8))))
    }

    @Test(arguments: [
        ("", "no time"),
        ("Date/Time:           2026-03-01 18:14:51.9352 +0900\nOS Version:          iPhone OS 13.5 (17F75)\n", "time"),
    ])
    func `What is left of a report without its beginning is read`(_ head: String, _ told: String) throws {
        let text =
            head + """

                Exception Type:  EXC_CRASH (SIGKILL)
                Exception Codes: 0x0000000000000000, 0x0000000000000000
                Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d
                Termination Description: SPRINGBOARD, process-exit watchdog transgression: application<com.acme.notes>:815 exhausted real (wall clock) time allowance of 5.00 seconds | ProcessVisibility: Unknown | WatchdogEvent: process-exit
                Triggered by Thread:  0

                Thread 0 Crashed:
                0   libsystem_kernel.dylib        \t0x0000000194c0e8b8 0x194be9000 + 153784

                """
        #expect(CrashTextParser().recognises(IncidentDocument(Array(text.utf8))))
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect((report.captured == nil) == (told == "no time"))
        #expect(report.termination?.code == 0x8BAD_F00D)
        #expect(report.termination?.watchdog?.event == "process-exit")
        #expect(report.threads[0].frames.count == 1)
        // The watchdog tells whose it is, where no line does.
        #expect(report.process.bundle == "com.acme.notes")
        #expect(report.process.pid == 815)
    }
}
