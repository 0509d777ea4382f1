// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

/// What the kernel saw when it ended processes for want of memory.
struct JetsamTests {
    /// File; name, id, reason, states and time of those that were ended, in the order of their ends.
    private static let victims: [(String, [String])] = [
        ("jetsam-own-limit.ips", ["Notes 4711 per-process-limit frontmost 2026-03-14T08:26:51.58Z"]),
        (
            "jetsam-frontmost-pressure.ips",
            [
                "com.acme.notes.HealthWidgetExten 902 idle-exit idle 2025-07-02T04:15:37.12Z",
                "Gallery 810 vm-pageshortage suspended 2025-07-02T04:15:37.12Z",
                "Notes 950 vm-pageshortage frontmost+active 2025-07-02T04:15:39.12Z",
            ]
        ),
        ("jetsam-ios9-trailing-comma.ips", ["Notes 611 vm-thrashing frontmost+resume 2016-02-11T18:04:12.21Z"]),
        ("jetsam-text.log", ["Notes - vm frontmost+resume -", "Gallery - jettisoned suspended -"]),
    ]

    @Test(arguments: JetsamTests.victims)
    func `Those that were ended are told in their order`(_ name: String, _ expected: [String]) throws {
        let report = try #require(SystemReportSample.read(try SystemReportSample.bytes(name)).reports.first)
        let jetsam = try #require(report.jetsam)
        let victims = jetsam.victims.map { victim in
            let time = report.captured.flatMap { jetsam.killTime(of: victim, date: $0.time) }
            return [
                victim.name, victim.pid.map { String($0) } ?? "-", victim.reason ?? "-",
                victim.states.joined(separator: "+"), time?.rfc3339 ?? "-",
            ].joined(separator: " ")
        }
        #expect(victims == expected)
    }

    @Test(arguments: [" ", "\n "], ["", "\n"])
    func `Header and body may be one object`(first: String, second: String) throws {
        let text = """
            {"bug_type": "298",\(second)"timestamp": "2026-04-10 05:05:26.00 -0500", "incident_id": "X", \
            "os_version": "iPhone OS 26.3.1 (25D2128)",\(first)"largestProcess": "Notes", \
            "memoryStatus": {"pageSize": 16384}, "processes": [\
            {"name": "Notes", "pid": 991, "rpages": 90000, "reason": "per-process-limit", "states": ["frontmost"]}]}
            """
        let readout = SystemReportSample.read(Array(text.utf8))
        #expect(readout.problems.isEmpty)
        let report = try #require(readout.reports.first)
        #expect(report.jetsam?.processes.map(\.name) == ["Notes"])
        #expect(report.written?.time.rfc3339 == "2026-04-10T10:05:26.00Z")
        #expect(report.captured == nil)
        #expect(report.incident == "X" && report.device.systemBuild == "25D2128" && report.bugType == "298")
    }

    @Test func `Who has the name of the largest and less memory than another is not the largest`() {
        func process(_ name: String, _ pages: UInt64?) -> JetsamSnapshot.Process {
            var process = JetsamSnapshot.Process(
                name: name, at: IncidentPlace(offset: 0, length: 0, line: 0, column: 0))
            process.pages = pages
            return process
        }
        var snapshot = JetsamSnapshot()
        snapshot.largestProcess = "Notes"
        let notes = process("Notes", 100)
        for (others, expected) in [
            ([], "Notes"), ([process("Racer", 90)], "Notes"), ([process("Racer", 110)], "Racer"),
            ([process("Notes", 110), process("Racer", 105)], nil), ([process("Racer", nil)], "Notes"),
        ] as [([JetsamSnapshot.Process], String?)] {
            snapshot.processes = [notes] + others
            #expect(snapshot.largest(besides: notes) == expected)
        }
        snapshot.processes = [notes, process("Racer", 110)]
        #expect(snapshot.largest(besides: process("Notes", nil)) == "Notes")
        #expect(snapshot.largest(besides: snapshot.processes[1]) == "Notes")
    }

    @Test func `Nobody is ended after the report of it, and none has more memory than there is`() throws {
        var snapshot = JetsamSnapshot()
        snapshot.timeDelta = 4
        snapshot.pageSize = 16_384
        let date = Timestamp(nanoseconds: 1_000_000_000_000, digits: 2)
        var process = JetsamSnapshot.Process(name: "Notes", at: IncidentPlace(offset: 0, length: 0, line: 0, column: 0))
        process.reason = "per-process-limit"
        let times: [(ticks: UInt64, time: Int64?)] = [
            (0, 996_000_000_000), (24_000_000, 997_000_000_000), (24_000_000 * 4, 1_000_000_000_000),
            (24_000_000 * 500, nil), (.max, nil),
        ]
        for row in times {
            process.killDelta = row.ticks
            #expect(snapshot.killTime(of: process, date: date)?.nanoseconds == row.time)
        }
        process.pages = 0
        #expect(snapshot.footprint(of: process) == nil)
        process.pages = 2
        #expect(snapshot.footprint(of: process) == 32_768)
        #expect(snapshot.bytes(131_072) == 2_147_483_648)
        #expect(snapshot.bytes(9_999_999_999_999) == nil && snapshot.bytes(.max) == nil)
    }

    @Test func `The oldest texts have a table of their own`() throws {
        let text = """
            Incident Identifier: 2F01CA9B-7E8F-42F7-9DDF-AAAAAAAAAAAA
            Hardware Model:      iPhone3,1
            OS Version:          iPhone OS 4.3.3 (8J2)
            Date:                2011-05-14 12:31:03 +0200

            Free pages:        1253
            Largest process:   Notes

            Processes
                     Name                 UUID                    Count resident pages
                   Notes <3f0f7c519d0b3c6a8f0e2b1a55d1c9aa>   66123 (jettisoned) (active)
                 MobileMail <aaaa7c519d0b3c6a8f0e2b1a55d1c9aa>     523
            """
        let readout = SystemReportSample.read(Array(text.utf8))
        let victims = try #require(readout.reports.first?.jetsam).victims
        #expect(victims.map(\.name) == ["Notes"] && victims.first?.pages == 66_123)
        #expect(victims.first?.reason == "jettisoned")
        #expect(readout.problems.isEmpty)
    }

    /// The kernel of iOS 4 had a flag for what is in front, and none for whatever else runs.
    @Test(
        arguments: [
            ("OS Version:          iPhone OS 3.1.3 (7E18)\n", "Count resident pages", AppState.active),
            ("OS Version:          iPhone OS 4.3.3 (8J2)\n", "Count resident pages", .active),
            ("OS Version:          iPhone OS 5.0 (9A334)\n", "Count resident pages", nil),
            ("OS Version:          iPhone OS 4.3.3 (8J2)\n", "rpages  recent_max  [reason]  (state)", nil),
            ("", "Count resident pages", nil),
        ])
    func `what is active is in front in the tables of old systems alone`(
        system: String, columns: String, state: AppState?
    ) throws {
        let text = """
            Incident Identifier: 2F01CA9B-7E8F-42F7-9DDF-AAAAAAAAAAAA
            \(system)Date:                2011-05-14 12:31:03 +0200

            Largest process:   Notes

                     Name                 UUID                    \(columns)
                   Notes <3f0f7c519d0b3c6a8f0e2b1a55d1c9aa>   66123 (jettisoned) (active)
            """
        let victim = try #require(SystemReportSample.read(Array(text.utf8)).reports.first?.jetsam?.victims.first)
        let words = ShippedWords.words.states
        #expect(IncidentState(jetsamStates: victim.states, words).map(\.rawValue) == state?.rawValue)
        #expect(words.tells(.jetsamAtWork, anyOf: victim.states) == (state == nil))
    }

    @Test func `A process keeps its memory, age and band`() throws {
        let report = try #require(
            SystemReportSample.read(try SystemReportSample.bytes("jetsam-own-limit.ips")).reports.first)
        let jetsam = try #require(report.jetsam)
        let victim = try #require(jetsam.victims.first)
        #expect(jetsam.processes.count == 14)
        #expect(jetsam.bytes(victim.pages) == 131_184 * 16_384 && jetsam.bytes(victim.peakPages) == 131_184 * 16_384)
        #expect(victim.priority == 100 && victim.coalition == 734 && victim.processorTime == 812.115)
        #expect(JetsamSnapshot.nanoseconds(ticks: victim.age) == 600_000_000_000)
        #expect(IncidentState(jetsamStates: victim.states, ShippedWords.words.states) == .active)
        #expect(jetsam.largestProcess == "Notes" && jetsam.pageSize == 16_384 && jetsam.timeDelta == 6)
        #expect(jetsam.memoryPages["free"] == 3_122 && jetsam.compressorPages == 51_234)
        #expect(jetsam.largestZone == "data_shared.kalloc.2048")
        let other = try #require(jetsam.processes.first { $0.name == "Gallery" })
        #expect(other.freezeSkipReason == "low-private-shared-ratio" && other.idleTicks == 120_000_000)
        #expect(!ShippedWords.words.states.bands.areOld(jetsam.processes.compactMap(\.priority)))
    }

    @Test func `Old kernels have other bands`() throws {
        let report = try #require(
            SystemReportSample.read(try SystemReportSample.bytes("jetsam-ios9-trailing-comma.ips")).reports.first)
        let bands = try #require(report.jetsam).processes.compactMap(\.priority)
        #expect(ShippedWords.words.states.bands.areOld(bands))
        #expect(report.jetsam?.processes.count == 2)
    }

    @Test func `A plain text keeps its table and pages`() throws {
        let report = try #require(
            SystemReportSample.read(try SystemReportSample.bytes("jetsam-text.log")).reports.first)
        let jetsam = try #require(report.jetsam)
        #expect(jetsam.processes.map(\.name) == ["Notes", "Acme Player", "SpringBoard", "Gallery"])
        #expect(jetsam.processes.map(\.pages) == [61_022, 8_120, 9_441, 2_210])
        #expect(jetsam.processes.map(\.peakPages) == [61_022, 9_033, 12_011, 8_012])
        #expect(ShippedWords.words.states.tells(.jetsamAudible, anyOf: jetsam.processes[1].states))
        #expect(jetsam.memoryPages["free"] == 1_213 && jetsam.timeDelta == 0.132)
        #expect(jetsam.largestProcess == "Notes")
    }

    @Test func `The oldest rows say that they were ended between their states`() throws {
        let text = """
            Incident Identifier: 9A8B7C6D-5E4F-4A3B-8C2D-1E0F9A8B7C04
            Date:                2011-05-04 10:21:32 +0200
            Largest process:   Notes

                 Name                    <UUID>                       Count resident pages

                Notes <1a2b3c4d5e6f30718293a4b5c6d7e8f9>    12345 (jettisoned) (active)
            """
        let report = try #require(SystemReportSample.read(Array(text.utf8)).reports.first)
        let victim = try #require(report.jetsam?.victims.first)
        #expect(victim.reason == "jettisoned" && victim.states == ["active"] && victim.pages == 12_345)
    }

    @Test func `Rows of a log behind the table are no processes of it`() throws {
        let text = """
            Incident Identifier: 9A8B7C6D-5E4F-4A3B-8C2D-1E0F9A8B7C04
            Date:                2016-05-04 10:21:32 +0200
            Largest process:   Notes

                 Name                    <UUID>                       rpages       fds      [reason]          (state)

                Notes <1a2b3c4d5e6f30718293a4b5c6d7e8f9>        61022        100 [vm]  (frontmost)

            May  4 10:22:02 Phone kernel[0] <Notice>: memorystatus: killing pid 512 [Gallery] (vm-pageshortage) - 1204
            """
        let readout = SystemReportSample.read(Array(text.utf8))
        #expect(readout.reports.first?.jetsam?.processes.map(\.name) == ["Notes"])
    }

    @Test func `A jetsam report without a header is known by its body`() throws {
        let text = try SystemReportSample.text("jetsam-own-limit.ips")
        let body = text.split(separator: "\n", maxSplits: 1)[1]
        let readout = SystemReportSample.read(Array(body.utf8))
        #expect(readout.reports.map(\.format) == ["jetsam-ips"])
        #expect(readout.reports.first?.jetsam?.victims.count == 1)
    }

    @Test func `A report behind another header is read`() throws {
        let counters =
            #"{"bug_type":"211","timestamp":"2026-03-14 00:00:01.00 +0100","os_version":"iPhone OS 26.3 (23D127)"}"#
        let lines = #"{"_marker":"<metadata>","x":1}"# + "\n" + #"{"message":{"a":2},"name":"b"}"# + "\n"
        let text = counters + "\n" + lines + (try SystemReportSample.text("jetsam-own-limit.ips"))
        let readout = SystemReportSample.read(Array(text.utf8))
        #expect(readout.reports.filter { $0.format == "jetsam-ips" }.count == 1)
        #expect(readout.reports.last?.jetsam?.victims.map(\.name) == ["Notes"])
    }

    @Test(
        arguments: [
            (#""reason":"","killDelta":24000000"#, ""), (#""killDelta":24000000,"genCount":0"#, ""),
            (#""reason":"""#, nil), (#""killDelta":0"#, nil), (#""rpages":5"#, nil),
            (#""reason":"highwater""#, "highwater"),
        ] as [(String, String?)])
    func `Who has an end was ended, though the kernel has no name for the reason`(_ members: String, _ reason: String?)
        throws
    {
        let text =
            #"{"bug_type":"298","timestamp":"2026-03-14 09:26:58.00 +0100"}"# + "\n"
            + #"{"largestProcess":"a","timeDelta":3,"date":"2026-03-14 09:26:58.00 +0100","processes":["#
            + #"{"name":"Notes","pid":7,"states":["frontmost"],\#(members)}]}"#
        let report = try #require(SystemReportSample.read(Array(text.utf8)).reports.first)
        #expect(report.jetsam?.processes.map(\.reason) == [reason])
        let events = IncidentEvents(report, ShippedWords.words).events
        let isVictim = events.contains { event in
            event.name == "report.jetsam" && event.attributes.contains { ["reason", "namespace"].contains($0.key) }
        }
        #expect(isVictim == (reason != nil))
    }

    @Test(arguments: [
        (#"{"bug_type":"298"}"#, ProblemCode.truncatedLine), (#"{"bug_type":"298","timestamp":"x"}"# + "\n", .badTime),
    ])
    func `A header alone is told as such`(_ text: String, _ code: ProblemCode) {
        var readout = IncidentReadout()
        let header = text.replacing("}", with: #","os_version":"iPhone OS 17.0 (21A329)"}"#)
        JetsamParser().parse(IncidentDocument(Array(header.utf8)), .shipped, into: &readout)
        #expect(readout.reports.map(\.isPartial) == [true])
        #expect(readout.problems.map(\.code).contains(code))
    }

    @Test func `Absurd numbers are missing numbers`() throws {
        let text =
            #"{"bug_type":"298","timestamp":"2026-03-14 09:26:58.00 +0100"}"# + "\n"
            + #"{"largestProcess":"a","timeDelta":1e300,"date":"2026-03-14 09:26:58.00 +0100","#
            + #""memoryStatus":{"pageSize":-1},"processes":[{"name":"a","pid":99999999999999999999,"rpages":-5,"#
            + #""reason":"highwater","killDelta":18446744073709551615,"age":1e999,"states":"frontmost"}]}"#
        let readout = SystemReportSample.read(Array(text.utf8))
        let report = try #require(readout.reports.first)
        let victim = try #require(report.jetsam?.victims.first)
        #expect(victim.pid == nil && victim.pages == nil && victim.states == ["frontmost"])
        #expect(report.jetsam?.pageSize == nil)
        let date = try #require(report.captured?.time)
        #expect(report.jetsam?.killTime(of: victim, date: date) == nil)
        #expect(readout.problems.contains { $0.code == .badValue })
    }

    @Test(arguments: ["309", "385", "202", "228"])
    func `A report below the header of another is read as what it is`(_ bugType: String) throws {
        let text =
            IncidentSample.header.replacing(#""bug_type":"309""#, with: "\"bug_type\":\"\(bugType)\"") + "\n"
            + #"{"processes":[{"name":"Notes","pid":7,"reason":"per-process-limit","states":["frontmost"],"rpages":9}],"#
            + #""largestProcess":"Notes","date":"2026-03-14 09:26:58.00 +0100","memoryStatus":{"pageSize":16384}}"#
        let readout = IncidentReadout.of(text)
        let report = try #require(readout.reports.first)
        #expect(report.kind == .jetsam && report.jetsam?.victims.map(\.pid) == [7])
        #expect(report.captured != nil && readout.problems.isEmpty)
    }

    @Test func `A text of older systems is read below a header, too`() throws {
        let text = try SystemReportSample.text("jetsam-text.log")
        let header = #"{"bug_type":"298","os_version":"iPhone OS 8.1","timestamp":"2014-05-01 10:20:33 +0200"}"#
        let readout = IncidentReadout.of(header + "\n" + text)
        let report = try #require(readout.reports.first)
        #expect(report.format == "jetsam-text" && readout.problems.isEmpty)
        #expect(
            report.jetsam?.processes.map(\.name)
                == IncidentReadout.of(text).reports.first?.jetsam?.processes.map(\.name))
    }

    /// What is told of a body of no known content below the headers of all that is read.
    @Test(arguments: ["298", "288", "309", "109", "308", "385", "202", "206", "142", "228"])
    func `A body that tells nothing of its kind is not passed over without a word`(_ bugType: String) {
        let header = IncidentSample.header.replacing(#""bug_type":"309""#, with: "\"bug_type\":\"\(bugType)\"")
        let readout = IncidentReadout.of(header + "\n{\"foo\":1}\n")
        #expect(readout.codes == [.unknownReportType])
        #expect(readout.problems.first?.line == 1)
        #expect(readout.reports.map(\.isPartial) == [true])
    }

    @Test(arguments: [
        (#""daemon","idle""#, false, 0), (#""daemon","idle""#, true, 1), (#""daemon""#, false, 1),
        (#""idle""#, false, 1),
    ])
    func `Daemons that had nothing to do are told only to who asks for all processes`(
        _ states: String, _ includesDaemons: Bool, _ count: Int
    ) throws {
        let text =
            #"{"bug_type":"298","timestamp":"2026-03-14 09:26:58.00 +0100"}"# + "\n"
            + #"{"largestProcess":"a","timeDelta":3,"date":"2026-03-14 09:26:58.00 +0100","processes":["#
            + #"{"name":"Notes","pid":7,"states":[\#(states)],"rpages":5,"reason":"vm-pageshortage"}]}"#
        var settings = ReadingSettings(words: ShippedWords.words)
        settings.includesDaemons = includesDaemons
        var writer = IncidentEventWriter(settings, durability: .buffered)
        let readout = SystemReportSample.read(Array(text.utf8))
        for report in readout.reports { writer.write(report, of: IncidentSource(Array(text.utf8))) }
        #expect(writer.finish(readout, lineCount: 2).records.count == count)
    }

    @Test(arguments: [
        ("SpringBoard", ProcessHost.system), ("com.apple.WebKit.WebContent", .system), ("assetsd", .system),
        ("Notes", .missing),
    ])
    func `Whose a process is, its name tells where its states do not`(_ name: String, _ host: ProcessHost) throws {
        func events(_ end: String) -> [EventRecord] {
            let text =
                #"{"bug_type":"298","timestamp":"2026-03-14 09:26:58.00 +0100"}"# + "\n"
                + #"{"largestProcess":"a","timeDelta":3,"date":"2026-03-14 09:26:58.00 +0100","processes":["#
                + #"{"name":"\#(name)","pid":7,"states":["frontmost"],"rpages":5\#(end)}]}"#
            var writer = IncidentEventWriter(ReadingSettings(words: ShippedWords.words), durability: .buffered)
            let readout = SystemReportSample.read(Array(text.utf8))
            for report in readout.reports {
                writer.write(report, of: IncidentSource(Array(text.utf8)))
            }
            return writer.finish(readout, lineCount: 2).records
        }
        #expect(events(#","reason":"per-process-limit""#).map(\.host) == [host])
        // What goes on of the system says nothing about any app.
        #expect(events("").isEmpty == (host == .system))
    }
}
