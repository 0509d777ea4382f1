// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

/// A log of an app calls its device as it likes, and reports call it by a key: where both tell of one process they
/// are of one device.
@Suite struct LoggedDeviceTests {
    /// The crash of a process that began and ended at such times, as the system writes it.
    private static func crash(_ device: String = "A", pid: Int, from start: String, to end: String) -> String {
        """
        {"app_name":"Notes","timestamp":"2026-\(end).00 +0000","bundleID":"com.acme.notes","bug_type":"309"}
        {"captureTime":"2026-\(end) +0000","pid":\(pid),"procLaunch":"2026-\(start) +0000",
        "procName":"Notes","bundleInfo":{"CFBundleIdentifier":"com.acme.notes"},"crashReporterKey":"\(device)",
        "exception":{"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},"termination":{"code":11,"namespace":"SIGNAL"}}

        """
    }

    /// A log of the app, each line as `pid time event`, or as `time event` without process ids.
    private static func log(_ lines: [String], of device: String = "X") -> String {
        "# app=com.acme.notes device=\(device)\n"
            + lines.map { line in
                let words = line.split(separator: " ").map { String($0) }
                let pid = words.count == 3 ? " pid=\(words[0])" : ""
                return "2026-\(words[words.count - 2].replacing("/", with: "T"))Z \(words[words.count - 1])\(pid)\n"
            }.joined()
    }

    /// Each run as `device pid cause`.
    private static func runs(_ texts: [String]) throws -> [String] {
        let files = try ScratchFiles()
        for (number, text) in texts.enumerated() { try files.write("\(number)", Array(text.utf8)) }
        return try Analyzer().analyze(paths: [files.path]).runs().map { run in
            "\(run.device ?? "-") \(run.pid.map { String($0) } ?? "-") \(run.ending.cause.rawValue)"
        }.sorted()
    }

    // MARK: One id, several processes

    private static let first = [
        "560 05-11/10:05:00.150 app.didFinishLaunching", "560 05-11/10:05:00.400 app.didBecomeActive",
        "560 05-11/10:24:59.000 ui.refresh",
    ]
    private static let second = [
        "571 05-11/11:05:00.150 app.didFinishLaunching", "571 05-11/11:05:00.400 app.didBecomeActive",
        "571 05-11/11:24:59.000 ui.refresh",
    ]
    /// The next day both ids are used again.
    private static let third = [
        "560 05-12/12:05:00.150 app.didFinishLaunching", "560 05-12/12:05:00.400 app.didBecomeActive",
        "560 05-12/12:24:59.000 ui.refresh",
    ]
    private static let fourth = [
        "571 05-12/13:05:00.150 app.didFinishLaunching", "571 05-12/13:05:00.400 app.didBecomeActive",
    ]
    private static let day = first + second + third + fourth

    private static let ofFirst = crash(pid: 560, from: "05-11 10:05:00.009", to: "05-11 10:25:00.030")
    private static let ofSecond = crash(pid: 571, from: "05-11 11:05:00.009", to: "05-11 11:25:00.030")
    private static let ofThird = crash(pid: 560, from: "05-12 12:05:00.009", to: "05-12 12:25:00.030")

    /// What the kernel killed, which knows no app, and how many seconds old it was.
    private static let killed = """
        {"bug_type":"298","timestamp":"2026-05-11 10:25:00.00 +0000","os_version":"iPhone OS 18.5 (22F76)"}
        {"crashReporterKey":"A","product":"iPhone16,1","date":"2026-05-11 10:25:00.00 +0000","timeDelta":0,
        "memoryStatus":{"pageSize":16384},"largestProcess":"Notes","processes":[{"name":"Notes","pid":560,
        "states":["frontmost"],"rpages":134300,"age":\(1_200 * 24_000_000),"killDelta":0,"reason":"per-process-limit"}]}

        """

    private static let reused: [(log: [String], reports: [String], runs: [String])] = [
        (
            day, [ofFirst, ofSecond],
            ["X 560 crash.signal", "X 560 unknown", "X 571 crash.signal", "X 571 stillRunning"]
        ),
        (day, [ofFirst], ["X 560 crash.signal", "X 560 unknown", "X 571 stillRunning", "X 571 unknown"]),
        // Of the later of two processes.
        (day, [ofThird], ["X 560 crash.signal", "X 560 unknown", "X 571 stillRunning", "X 571 unknown"]),
        // The app speaks before it is told that it was launched.
        (
            first + ["560 05-12/12:04:59.000 app.willFinishLaunching"] + third, [ofFirst],
            ["X 560 crash.signal", "X 560 stillRunning"]
        ),
        (
            first + ["560 05-12/12:04:59.500 data.load"] + third, [ofFirst],
            ["X 560 crash.signal", "X 560 stillRunning"]
        ),
        // It went on when that of the report had ended: two phones after the same steps have one id for it.
        (
            first + ["560 05-11/10:26:00.000 data.save"] + third, [ofFirst],
            ["A 560 crash.signal", "X 560 stillRunning", "X 560 unknown"]
        ),
        (day, [killed], ["X 560 memoryLimit", "X 560 unknown", "X 571 stillRunning", "X 571 unknown"]),
        (
            first + ["560 05-11/10:26:00.000 data.save"] + third, [killed],
            ["A 560 memoryLimit", "X 560 stillRunning", "X 560 unknown"]
        ),
        // Nothing tells that another process began.
        (
            first + third.dropFirst(), [ofFirst], ["A 560 crash.signal", "X 560 stillRunning"]
        ),
        // It was told of its launch long after that of the report began, and told of before.
        (
            ["560 05-11/09:00:00.150 app.didFinishLaunching", "560 05-11/10:15:00.000 app.didFinishLaunching"],
            [ofFirst], ["A 560 crash.signal", "X 560 stillRunning", "X 560 unknown"]
        ),
    ]

    @Test(arguments: reused.indices) func `an id that is used again is of two processes of one device`(
        _ index: Int
    ) throws {
        let row = Self.reused[index]
        let runs = try Self.runs([Self.log(row.log)] + row.reports)
        #expect(runs == row.runs, "\(runs)")
    }

    /// A phone on which that id was another process's meanwhile.
    @Test(arguments: [false, true]) func `whose log tells the very start has the device, whoever has the id later`(
        isBoth: Bool
    ) throws {
        let later = ["560 05-11/10:15:00.000 app.didFinishLaunching", "560 05-11/10:15:01.000 app.didBecomeActive"]
        let first = isBoth ? Self.first : Array(Self.first.dropFirst(2))
        let runs = try Self.runs([Self.log(first), Self.log(later, of: "Y"), Self.ofFirst])
        #expect(
            runs
                == (isBoth
                    ? ["X 560 crash.signal", "Y 560 stillRunning"]
                    : ["A 560 crash.signal", "X 560 stillRunning", "Y 560 stillRunning"]),
            "\(runs)")
    }

    // MARK: Logs without process ids

    private static let life = [
        "05-11/19:47:15.000 app.didFinishLaunching", "05-11/19:47:15.300 app.didBecomeActive",
        "05-11/19:50:12.300 ui.refresh",
    ]
    private static let next = [
        "05-11/19:51:15.000 app.didFinishLaunching", "05-11/19:51:15.300 app.didBecomeActive",
        "05-11/19:52:12.300 ui.refresh",
    ]

    /// Its process began and ended so on the device A.
    private static func died(
        _ device: String = "A", pid: Int = 680, from start: String = "19:47:14.851", to end: String = "19:50:14.872"
    ) -> String { crash(device, pid: pid, from: "05-11 \(start)", to: "05-11 \(end)") }

    private static func onModel(_ model: String, _ report: String) -> String {
        report.replacing(#""crashReporterKey""#, with: #""modelCode":"\#(model)","crashReporterKey""#)
    }

    /// A log that names no device.
    private static func nameless(_ lines: [String]) -> String { log(lines).replacing(" device=X", with: "") }

    private static let numberless: [(name: String, texts: [String], isOne: Bool)] = [
        ("start, end and last words agree", [log(life + next), died()], true),
        ("the next process speaks ahead", [log(life + ["05-11/19:51:14.400 data.load"] + next), died()], true),
        ("two steps of a launch", [log(["05-11/19:47:14.900 app.willFinishLaunching"] + life + next), died()], true),
        ("no launch follows", [log(life), died()], true),
        ("nor for long", [log(life), died(to: "19:50:19.000")], false),
        ("another start", [log(life + next), died(from: "19:47:12.000")], false),
        ("it goes on", [log(life + ["05-11/19:50:18.000 data.save"] + next), died()], false),
        ("it is over before", [log(life + next), died(to: "19:51:20.000")], false),
        ("it is silent for long", [log(life.dropLast() + next), died()], false),
        ("it ends otherwise", [log(life + ["05-11/19:50:08.000 process.exit"] + next), died()], false),
        ("it may be either", [log(life.prefix(2) + ["05-11/19:47:12.900 app.didFinishLaunching"]), died()], false),
        (
            "the system's word of its launch",
            [log(life + next), died(), nameless(["680 05-11/19:47:14.900 process.launch"])], true
        ),
        ("another log of the app", [log(life + next), died(), nameless(life.map { "680 " + $0 })], false),
        ("a launch before the start", [log(life + next), died(from: "19:47:15.100")], false),
        ("its log alone names the model", [onModel("iPhone17,1", died()), log(life + next)], true),
        (
            "another model",
            [onModel("iPhone17,1", died()), log(life + next).replacing("=X", with: "=X model=iPhone16,1")],
            false
        ),
        ("no zone", [log(life + next).replacing("Z ", with: " "), died()], false),
        // Two phones on which the app is launched in one second.
        ("two logs", [log(life + next), log(life + next, of: "Y"), died()], false),
        (
            "two logs and two reports", [log(life + next), log(life + next, of: "Y"), died(), died("B", pid: 702)],
            false
        ),
        (
            "two logs of which one goes on",
            [
                log(life + next), log(life + ["05-11/19:50:58.000 data.save"], of: "Y"), died(),
            ], false
        ),
        ("a log with ids", [log(life + next), log(life.map { "702 " + $0 }, of: "Y"), died()], false),
        ("two reports", [log(life + next), died(), died("B", pid: 702)], false),
        ("two reports of which one fits", [log(life + next), died(), died("B", pid: 702, to: "19:49:00.000")], false),
        (
            "two reports of its model",
            [log(life + next).replacing("=X", with: "=X model=iPhone17,1")]
                + [died(), died("B", pid: 702, to: "19:49:00.000")].map { onModel("iPhone17,1", $0) }, false
        ),
        ("a log of nobody", [log(life + next), died(), nameless(life.map { "702 " + $0 })], false),
        ("a log of nobody without ids", [log(life + next), died(), nameless(life)], false),
        // No device has two processes of an app.
        (
            "another process beside it",
            [log(life + next), died(), died(pid: 640, from: "19:30:00.000", to: "19:49:00.000")],
            false
        ),
        (
            "another process before",
            [log(life + next), died(), died(pid: 640, from: "19:30:00.000", to: "19:46:00.000")],
            true
        ),
        (
            "a process of which it would have told",
            [
                log(["05-11/19:00:00.000 app.didFinishLaunching"] + life + next), died(),
                died(pid: 640, from: "19:30:00.000", to: "19:46:00.000"),
            ], false
        ),
        (
            "one that crashed before it could",
            [
                log(["05-11/19:00:00.000 app.didFinishLaunching"] + life + next), died(),
                died(pid: 640, from: "19:45:59.700", to: "19:46:00.000"),
            ], true
        ),
        (
            "two keys",
            [log(life + next, of: String(repeating: "b", count: 40)), died(String(repeating: "a", count: 40))], false
        ),
        (
            "more than was looked at",
            [
                log(
                    life + Array(repeating: "05-11/19:50:12.300 ui.refresh", count: 20_000)
                        + ["05-11/19:50:40.000 data.save"]),
                died(),
            ],
            false
        ),
    ]

    @Test(arguments: numberless.indices)
    func `a log without ids is of the device whose report tells the start and the end of a process as it does`(
        _ index: Int
    ) throws {
        let row = Self.numberless[index]
        for texts in [row.texts, row.texts.reversed()] {
            let runs = try Self.runs(texts)
            #expect(runs.contains("X 680 crash.signal") == row.isOne, "\(row.name): \(runs)")
            #expect(runs.contains { $0.hasPrefix("A") || $0.hasPrefix("aaaa") } != row.isOne, "\(row.name): \(runs)")
        }
    }
}
