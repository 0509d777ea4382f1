// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

/// Reports of the kernel and of its watchers: who, where and when.
struct SystemReportTests {
    /// File; format, kind, bug type, process, id, model, system, build, time.
    private static let identities = [
        (
            "jetsam-own-limit.ips",
            "jetsam-ips | jetsam | 298 | - | - | iPhone14,7 | iPhone OS 26.3 | 23D127 | 2026-03-14T08:26:53.58Z"
        ),
        (
            "jetsam-frontmost-pressure.ips",
            "jetsam-ips | jetsam | 298 | - | - | iPhone12,8 | iPhone OS 18.5 | 22F76 | 2025-07-02T04:15:40.12Z"
        ),
        (
            "jetsam-ios9-trailing-comma.ips",
            "jetsam-ips | jetsam | 298 | - | - | iPad5,3 | iPhone OS 9.2.1 | 13D15 | 2016-02-11T18:04:12.61Z"
        ),
        (
            "jetsam-text.log",
            "jetsam-text | jetsam | - | - | - | iPhone4,1 | iPhone OS 6.1.3 | 10B329 | 2013-05-04T08:21:32Z"
        ),
        (
            "stackshot.ips",
            "stackshot-ips | stackshot | 288 | SpringBoard | 67 | iPhone15,3 | iPhone OS 26.2 | 23C55"
                + " | 2026-01-09T05:00:42.41Z"
        ),
        (
            "cpu-202.ips",
            "resource-ips | resource | 202 | com.acme.notes | 445 | iPhone12,1 | iPhone OS 14.2 | 18B92"
                + " | 2020-10-15T16:27:41.884Z"
        ),
        (
            "cpu-206-fatal.ips",
            "resource-ips | resource | 206 | com.acme.notes | 445 | iPhone12,1 | iPhone OS 18.1 | 22B83"
                + " | 2024-11-02T02:12:05.121Z"
        ),
        (
            "wakeups-142.ips",
            "resource-ips | resource | 142 | com.acme.notes | 445 | iPhone12,1 | iPhone OS 14.2 | 18B92"
                + " | 2020-10-15T16:30:11.474Z"
        ),
        (
            "disk-writes-145.ips",
            "resource-ips | resource | 145 | com.acme.notes | 445 | iPhone12,1 | iPhone OS 14.2 | 18B92"
                + " | 2020-10-15T19:54:31.084Z"
        ),
        (
            "cpu.diag",
            "resource-ips | resource | - | Notes | 445 | iPhone12,1 | iPhone OS 14.2 | 18B92"
                + " | 2020-10-15T16:27:41.884Z"
        ),
        (
            "resource-ios8.ips",
            "resource-ips | resource | 185 | com.acme.notes | 311 | iPhone7,2 | iOS 8.1.2 | 12B440"
                + " | 2015-01-20T14:03:21.905Z"
        ),
        (
            "panic-210.ips",
            "panic-ips | panic | 210 | - | - | iPhone12,8 | iPhone OS 18.5 | 22F76 | 2025-08-03T05:45:12.37Z"
        ),
        (
            "force-reset-151.ips",
            "panic-ips | forcedReset | 151 | - | - | iPhone14,7 | iPhone OS 18.2 | 22C152 | 2024-12-24T11:43:00.47Z"
        ),
        (
            "panic-raw-newlines.ips",
            "panic-ips | panic | 210 | - | - | iBridge2,14 | Bridge OS 8.2 | 22P2093 | 2024-01-05T09:59:58.12Z"
        ),
        ("panic-text.panic", "panic-ips | panic | - | - | - | MacBookPro16,1 | - | - | -"),
        (
            "hang-228.ips",
            "hang-text | hang | 228 | com.acme.notes | 512 | iPhone14,7 | iPhone OS 16.4.1 | 20E252"
                + " | 2023-05-12T17:20:28.100Z"
        ),
        (
            "spindump.txt",
            "hang-text | hang | - | com.acme.notes | 2201 | Mac14,2 | macOS 15.3 | 24D60 | 2025-02-03T11:00:11.130Z"
        ),
    ]

    @Test(arguments: SystemReportTests.identities)
    func `A report says whose it is, where and when`(_ name: String, _ identity: String) throws {
        let readout = SystemReportSample.read(try SystemReportSample.bytes(name))
        #expect(readout.reports.map(\.identity) == [identity])
        #expect(readout.reports.map(\.isPartial) == [false])
        #expect(readout.problems.map(\.message) == [])
    }

    @Test func `Every sample is in the table`() {
        #expect(Set(SystemReportTests.identities.map(\.0)) == Set(SystemReportSample.names))
    }

    /// File; what, whether it was fatal, used, over, allowed, over, where the app was.
    private static let uses = [
        ("cpu-202.ips", "cpu | goes on | 90 | 150 | 90 | 180 | frontmost"),
        ("cpu-206-fatal.ips", "cpu | fatal | 48 | 50 | 48 | 60 | not frontmost"),
        ("wakeups-142.ips", "wakeups | goes on | 45001 | 300 | 45000 | 300 | frontmost"),
        ("disk-writes-145.ips", "diskWrites | goes on | 1.07375e+09 | 12560 | 1.07374e+09 | 86400 | frontmost"),
        ("cpu.diag", "cpu | goes on | 90 | 150 | 90 | 180 | -"),
        ("resource-ios8.ips", "cpu | - | 108 | 180 | 90 | 180 | -"),
    ]

    @Test(arguments: SystemReportTests.uses)
    func `A limit is told with what was used of it`(_ name: String, _ use: String) throws {
        let report = try #require(SystemReportSample.read(try SystemReportSample.bytes(name)).reports.first)
        #expect(report.use == use)
        #expect(report.resource?.sentence?.isEmpty == false)
    }

    @Test func `A limit of memory is counted as the kernel counts it in texts, too`() throws {
        let text = try SystemReportSample.text("resource-ios8.ips")
            .replacing("Exception Subtype: CPU", with: "Exception Subtype: MEMORY")
            .replacing("(Limit 50%) Observed 60% over 180 secs", with: "(Limit 50 MB) Crossed High Water Mark")
        let resource = try #require(SystemReportSample.read(Array(text.utf8)).reports.first?.resource)
        #expect(resource.kind == .memory && resource.limit == Double(50 << 20))
    }

    /// Before its calls a report has more to say.
    @Test(arguments: ["PID:              44", "CPU:              4"])
    func `A line that the end of a report cuts says nothing`(_ cut: String) throws {
        let text = try SystemReportSample.text("cpu-206-fatal.ips")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let label = cut.prefix { $0 != ":" } + ":"
        let place = try #require(lines.firstIndex { $0.hasPrefix(label) })
        let head = lines[..<place].joined(separator: "\n") + "\n"
        let readout = SystemReportSample.read(Array((head + cut).utf8))
        let report = try #require(readout.reports.first)
        let whole = try #require(SystemReportSample.read(Array(head.utf8)).reports.first)
        #expect(report.isPartial && readout.codes == [.truncatedLine])
        #expect(report.identity == whole.identity && report.use == whole.use)
        #expect(report.resource?.sentence == nil)
        let rest = SystemReportSample.read(Array((head + lines[place] + "\n").utf8))
        #expect(rest.reports.first.map { $0.identity + $0.use } != whole.identity + whole.use)
    }

    @Test func `The conditions of the device are kept with a limit`() throws {
        let report = try #require(
            SystemReportSample.read(try SystemReportSample.bytes("cpu-206-fatal.ips")).reports.first)
        let conditions = try #require(report.resource?.conditions)
        #expect(conditions["Low Power Mode"] == "Enabled")
        #expect(conditions["Advisory levels"] == "Battery -> 1, User -> 3, ThermalPressure -> 0, Combined -> 1")
        #expect(conditions["Free disk space"]?.hasPrefix("17.10 GB") == true)
        #expect(report.resource?.action == "Process killed")
        #expect(report.process.coalition == "com.acme.notes [634]")
        #expect(report.process.version == "4.2" && report.process.build == "420")
        #expect(report.duration == 50_020_000_000)
    }

    /// File; calls of the thread at fault, the innermost first.
    private static let stacks: [(String, [String])] = [
        (
            "cpu-202.ips",
            ["libsqlite3.dylib ? 9", "Notes Indexer.rebuild() 11", "Notes main 11", "dyld start 11"]
        ),
        (
            "resource-ios8.ips",
            [
                "libsqlite3.dylib sqlite3_step -", "Notes ? -",
                "libdispatch.dylib _dispatch_call_block_and_release -",
            ]
        ),
        ("hang-228.ips", ["? ? 98", "libsqlite3.dylib ? 98", "Notes -[NotesController save:] 98", "dyld start 98"]),
        ("spindump.txt", ["Notes Store.load() 90", "Notes main 100", "dyld start 100"]),
    ]

    @Test(arguments: SystemReportTests.stacks)
    func `The heaviest stack is that of the first thread`(_ name: String, _ calls: [String]) throws {
        let report = try #require(SystemReportSample.read(try SystemReportSample.bytes(name)).reports.first)
        #expect(report.calls == calls)
        #expect(report.triggeredThread == 0)
    }

    @Test func `Calls keep their files, lines and offsets`() throws {
        let report = try #require(SystemReportSample.read(try SystemReportSample.bytes("cpu-202.ips")).reports.first)
        let frame = try #require(report.threads.first?.frames.dropFirst().first)
        #expect(frame.file == "Indexer.swift" && frame.line == 118 && frame.symbolOffset == 412)
        #expect(frame.imageOffset == 412_300 && frame.address == 0x1_00AC_CB8C)
    }

    @Test func `A hang says how long the main thread did not answer and why it is told`() throws {
        let report = try #require(SystemReportSample.read(try SystemReportSample.bytes("hang-228.ips")).reports.first)
        #expect(report.duration == 9_850_000_000)
        #expect(report.reason?.text == "UIKit-runloop-Notes: timeout 9850ms")
        #expect(report.process.version == "4.2")
        #expect(report.endsNothing == nil)
    }

    @Test(arguments: [
        "Event:            hang\nDuration:         9.85s", "Reason: UIKit-runloop-Notes: timeout 9850ms",
        "Reason: UIKit-runloop-Notes: timeout 9850ms\nEvent: Timed Out Runloop Hang",
    ]) func `What hung may be told behind whose main thread it was`(_ told: String) throws {
        let process = """
            Process:          Notes [2201]
            Path:             /private/var/containers/Bundle/Application/1/Notes.app/Notes
            Identifier:       com.acme.notes
            Version:          4.2 (812)
            """
        for head in [[told, process], [process, told], [process, "", told]] {
            let text = """
                Date/Time:        2025-02-03 11:00:01.120 +0000
                OS Version:       iPhone OS 18.5 (Build 22F76)
                \(head.joined(separator: "\n"))

                Heaviest stack for the main thread of the target process:
                  98  start + 2240 (dyld + 90012) [0x1a1f0dfac]
                """
            let header = #"{"bug_type":"228","name":"Notes","bundleID":"com.acme.notes"}"#
            let report = try #require(SystemReportSample.read(Array((header + "\n" + text).utf8)).reports.first)
            #expect(report.kind == .hang && report.duration == 9_850_000_000 && report.reason != nil)
            #expect(report.process.pid == 2201 && report.threads.count == 1)
            // Nothing but the event says there that it is about one process.
            guard told.hasPrefix("Event") else { continue }
            let alone = try #require(SystemReportSample.read(Array(text.utf8)).reports.first)
            #expect(alone.kind == .hang && alone.duration == 9_850_000_000)
            #expect(alone.process.name == "Notes" && alone.process.version == "4.2")
        }
    }

    /// Older systems count the samples alone, newer ones both.
    @Test(
        arguments: [
            ("Duration:         1.20s (process was unresponsive for 15 seconds before sampling)", 16_200_000_000),
            ("Duration:         1.20s", 1_200_000_000),
            (
                "Duration:         7.23s\nDuration Sampled: 4.90s (process was unresponsive for 2 seconds before sampling)",
                7_230_000_000
            ),
        ] as [(String, Int64)])
    func `A hang began before it was looked at`(_ told: String, _ nanoseconds: Int64) throws {
        let text = """
            Date/Time:        2025-02-03 11:00:01.120 +0000
            End time:         2025-02-03 11:00:02.320 +0000
            OS Version:       iPhone OS 12.4 (Build 16G77)
            Command:          Notes
            Identifier:       com.acme.notes
            PID:              2201

            Event:            hang
            \(told)
            """
        let report = try #require(SystemReportSample.read(Array(text.utf8)).reports.first)
        #expect(report.kind == .hang && report.duration == nanoseconds)
    }

    @Test func `What stands behind the threads of a process is not what the report is about`() throws {
        let text = """
            Date/Time:        2025-02-03 11:00:01.120 +0000
            Data Source:      Stackshots

            Process:          Notes [2201]

              Thread 0x1f4    DispatchQueue "com.apple.main-thread"(1)    100 samples (1-100)
              100  start + 2240 (dyld + 90012) [0x1a1f0dfac]
            Event:            hang
            Duration:         9.85s
            """
        let report = try #require(SystemReportSample.read(Array(text.utf8)).reports.first)
        #expect(report.kind == .stackshot && report.duration == nil)
    }

    @Test func `A spindump of all processes blames none`() throws {
        let text = """
            Date/Time:        2025-02-03 11:00:01.120 +0000
            Data Source:      Stackshots

            Process:          Notes [2201]
            Identifier:       com.acme.notes

              Thread 0x1f4    DispatchQueue "com.apple.main-thread"(1)    100 samples (1-100)
              100  start + 2240 (dyld + 90012) [0x1a1f0dfac]
            """
        let report = try #require(SystemReportSample.read(Array(text.utf8)).reports.first)
        #expect(report.kind == .stackshot)
        #expect(report.process.name == nil && report.process.bundle == nil && report.threads.isEmpty)
    }
}
