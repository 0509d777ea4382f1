// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// One story in every container gives one timeline: what lines mean does not depend on who carried them.
@Suite struct LogContainerTests {
    private static func runs(_ text: String, _ name: String) throws -> (runs: [AppRun], format: String) {
        var options = AnalyzerOptions()
        // What some containers leave out; the others say it themselves.
        options.zoneOffset = 7_200
        options.date = CalendarDay(year: 2026, month: 5, day: 12)
        let analysis = try Analyzer(options).analyze(bytes: Array(text.utf8), named: name)
        return (try analysis.runs(), analysis.header.inputs.first?.format ?? "")
    }

    private static func told(_ run: AppRun) -> String {
        let states = run.states.map { "\($0.state.rawValue)@\($0.from.nanoseconds)\($0.isInferred ? "~" : "")" }.joined(
            separator: " ")
        let spans = run.spans.map { "\($0.name ?? "") \($0.key)" }.joined(separator: " ")
        let path = run.ending.detail[.path].map { "\($0)" } ?? ""
        return
            "\(run.pid ?? 0) \(run.launch.kind.rawValue) \(run.ending.cause.rawValue) \(run.ending.confidence.rawValue) \(path) | \(states) | \(spans)"
    }

    @Test func `the story has the runs that it tells`() throws {
        let story = LogStoryWriter().containers[0]
        let runs = try Self.runs(story.text, story.name).runs
        #expect(
            runs.map { "\($0.app ?? "-") \($0.pid ?? 0) \($0.ending.cause.rawValue)" } == [
                "com.acme.notes 401 reclaimed", "com.acme.notes 402 fileLock", "com.acme.notes 403 backgroundTask",
                "com.acme.notes 404 watchdog.other",
            ])
        #expect(runs.allSatisfy { $0.start.isKnown && $0.launch.kind == .foreground })
        #expect(
            runs[1].ending.detail[.path] == .string("/private/var/mobile/Containers/Shared/AppGroup/0D1E/notes.sqlite"))
    }

    @Test(arguments: LogStoryWriter().containers.indices) func `each container tells the same`(index: Int) throws {
        let containers = LogStoryWriter().containers
        let expected = try Self.runs(containers[0].text, "first").runs.map(Self.told)
        let (name, format, text) = containers[index]
        let found = try Self.runs(text, name)
        #expect(found.format == format, "\(name)")
        #expect(found.runs.map(Self.told) == expected, "\(name)")
    }

    /// One team attaches what `log show` gave and what a relay wrote beside it: the same lines, by other clocks.
    @Test(arguments: LogStoryWriter().containers.indices) func `two containers of one log tell it once`(index: Int)
        throws
    {
        let containers = LogStoryWriter().containers
        func told(_ inputs: [(name: String, format: String, text: String)]) throws -> [String] {
            let files = inputs.enumerated().map { ("\($0)-\($1.name)", Array($1.text.utf8)) }
            let runs = try Analysing.runs(files) { options in
                options.zoneOffset = 7_200
                options.date = CalendarDay(year: 2026, month: 5, day: 12)
            }
            return runs.map { run in
                let states = run.states.map { $0.state.rawValue + ($0.isInferred ? "~" : "") }.joined(separator: " ")
                let spans = run.spans.map { "\($0.name ?? "") \($0.key)" }.joined(separator: " ")
                return "\(run.pid ?? 0) \(run.launch.kind.rawValue) \(run.ending.cause.rawValue) | \(states) | \(spans)"
            }
        }
        let expected = try told([containers[0]])
        for other in [0, (index + 1) % containers.count] where other != index {
            let names = "\(containers[index].name) and \(containers[other].name)"
            #expect(try told([containers[index], containers[other]]) == expected, "\(names)")
        }
    }

    /// The job is the subsystem of the message, which text has before it, and other containers in a place of its own.
    private static func launchd(_ process: String, _ message: String) -> [(name: String, text: String)] {
        let job = "user/501/UIKitApplication:com.acme.notes[6159][rb-legacy] [71]"
        let (time, text) = ("2026-05-12 09:00:00.123456+0200", "[\(job):] \(message)")
        let members =
            #""timestamp":"\#(time)","subsystem":"\#(job)","category":"","processID":1,"processImagePath":"/sbin/\#(process)""#
        let escaped = members.split(separator: "/", omittingEmptySubsequences: false).joined(separator: #"\/"#)
        return [
            ("default", "\(time) 0x1  Default  0x0  1  0  \(process): \(text)"),
            ("compact", "2026-05-12 09:00:00.123 Df \(process)[1:2f2b] \(text)"),
            ("syslog", "\(time)  localhost \(process)[1]: \(text)"),
            ("ndjson", #"{"eventMessage":"\#(message)",\#(members)}"#),
            ("ndjson, escaped", #"{"eventMessage":"\#(message)",\#(escaped)}"#),
            ("json", "[{\n  \"eventMessage\" : \"\(message)\",\n  \(members)\n}]"),
            ("console", "default\t\(time)\t\(process)\t\(job)\t\t\(message)"),
            ("pymobiledevice3", "2026-05-12 09:00:00.123456 \(process)[1] <NOTICE>: \(message) [\(job)][]"),
        ]
    }

    @Test(arguments: [
        ("launchd", "exited due to SIGPIPE | sent by Notes[71], ran for 4930203ms", "crash.signal certain false"),
        ("launchd_sim", "exited due to SIGPIPE | sent by Notes[71], ran for 4930203ms", "crash.signal certain true"),
        (
            "launchd", "exited with exit reason (namespace: 10 code: 0xdeadfa11) - OS_REASON_SPRINGBOARD, ran for 9ms",
            "userQuit likely false"
        ),
        (
            "launchd_sim",
            "exited with exit reason (namespace: 10 code: 0x8badf00d) - OS_REASON_SPRINGBOARD | <RBSTerminateContext| "
                + "domain:10 code:0x8BADF00D explanation:scene-create watchdog transgression: app<com.acme.notes>:71 "
                + "exhausted real (wall clock) time allowance of 20.00 seconds reportType:CrashLog>, ran for 9ms",
            "watchdog.sceneCreate certain true"
        ),
    ]) func `what launchd says of the job of an app is told alike in each container`(
        process: String, message: String, expected: String
    ) throws {
        for (name, text) in Self.launchd(process, message) {
            let runs = try Self.runs(text + "\n", name).runs.map { run in
                "\(run.app ?? "-") \(run.pid ?? 0) \(run.ending.cause.rawValue) \(run.ending.confidence.rawValue) \(run.isSimulated)"
            }
            #expect(runs == ["com.acme.notes 71 \(expected)"], "\(name)")
        }
    }

    /// Only the end of a job of an app is told, and only by launchd.
    @Test(arguments: [
        ("user/501/com.acme.helper [71]", "/sbin/launchd", "exited due to SIGSEGV, ran for 3ms"),
        ("", "/sbin/launchd", "exited due to SIGSEGV, ran for 3ms"),
        (
            "user/501/UIKitApplication:com.acme.notes[6159][rb-legacy] [71]", "/sbin/launchd",
            "exiting due to SIGSEGV, ran for 3ms"
        ),
        (
            "user/501/UIKitApplication:com.acme.notes[6159][rb-legacy] [71]", "/usr/libexec/other",
            "exited due to SIGSEGV, ran for 3ms"
        ),
    ]) func `other jobs, and others who say so, end no app`(subsystem: String, path: String, message: String) throws {
        let row =
            #"{"eventMessage":"\#(message)","timestamp":"2026-05-12 09:00:00.123456+0200","subsystem":"\#(subsystem)","#
            + #""category":"","processID":1,"processImagePath":"\#(path)","senderImagePath":"\#(path)"}"#
        #expect(try Self.runs(row + "\n", "a.ndjson").runs.isEmpty)
    }

    @Test(arguments: LogStoryWriter().containers.indices) func `no damage of a line ends the reading`(index: Int)
        throws
    {
        let (name, _, text) = LogStoryWriter().containers[index]
        let bytes = Array(text.utf8)
        for cut in stride(from: 1, to: bytes.count, by: max(bytes.count / 24, 1)) {
            var damaged = bytes
            damaged[cut] = 0
            for text in [damaged, Array(bytes[..<cut])] {
                let analysis = try Analyzer(AnalyzerOptions()).analyze(bytes: text, named: name)
                #expect(analysis.header.inputs.map(\.path) == [name], "\(cut)")
            }
        }
    }
}
