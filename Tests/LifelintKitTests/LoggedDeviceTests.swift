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
}
