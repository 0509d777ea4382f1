// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline
import Testing

/// What an SDK concludes at the next launch is about the run before, whose end nobody saw.
@Suite struct ConcludedEndTests {
    private static let settings = {
        var settings = Shipped.settings
        settings.awaitsConclusions = true
        return settings
    }()

    private static func life(_ from: String) -> String {
        "\(from).000 process.launch intent=foreground\n\(from).310 app.didFinishLaunching\n\(from).620 app.didBecomeActive\n"
    }

    private static let twice = life("10:00:00") + life("10:07:30")

    private static func conclusion(_ time: String, start: String? = nil, keys: String = "") -> String {
        (start.map { "\($0) process.launch class=report\n" } ?? "")
            + "\(time) process.exit class=report sdkGuess=outOfMemory windowed=true \(keys)\n"
    }

    private static let rows: [(name: String, log: String, report: String, expected: [String])] = [
        ("at the next launch", twice, conclusion("10:07:30.8"), ["unknown", "stillRunning"]),
        ("before the log tells that launch", twice, conclusion("10:07:29.8"), ["unknown", "stillRunning"]),
        (
            "of the run that began when it says", twice, conclusion("10:07:10", start: "10:00:00"),
            ["unknown", "stillRunning"]
        ),
        ("where the next launch is not told", life("10:00:00"), conclusion("10:07:30.8"), ["unknown"]),
        (
            "where the log goes on without a launch", life("10:00:00") + "10:20:00 data.save document=a\n",
            conclusion("10:07:30.8"), ["stillRunning", "unknown"]
        ),
        (
            "of another version",
            life("10:00:00").replacing("didFinishLaunching", with: "didFinishLaunching appVersion=4.0")
                + life("10:07:30"), conclusion("10:07:30.8", keys: "appVersion=3.0"),
            ["unknown", "stillRunning", "unknown"]
        ),
        (
            "of a run that had said why it ends",
            life("10:00:00") + "10:05:00 app.didEnterBackground\n10:05:01 app.willTerminate\n" + life("10:07:30"),
            conclusion("10:07:30.8"), ["userQuit", "stillRunning"]
        ),
        (
            "after the device was restarted", life("10:00:00") + "10:00:30 device.boot\n" + life("10:07:30"),
            conclusion("10:07:30.8"), ["reboot", "stillRunning"]
        ),
    ]

    @Test(arguments: rows.indices) func `it is evidence of that run, and no run beside one that is alive`(_ index: Int)
    {
        let row = Self.rows[index]
        let header = "# app=com.acme.notes device=A1\n"
        for files in [[header + row.log, header + row.report], [header + row.report, header + row.log]] {
            let runs = timeline(files: files, settings: Self.settings)
            #expect(runs.map(\.ending.cause.rawValue) == row.expected, "\(row.name)\n\(runs.summary)")
        }
    }

    @Test func `its word is told, and is a guess`() throws {
        let run = try #require(
            timeline(
                files: [
                    "# app=com.acme.notes\n" + Self.twice, "# app=com.acme.notes\n" + Self.conclusion("10:07:30.8"),
                ],
                settings: Self.settings
            ).first)
        #expect(run.ending.candidates.first?.cause == .memoryLimit && run.ending.confidence == .possible)
        #expect(run.story.contains("outOfMemory") && !run.end.isKnown, "\(run.summary)")
        #expect(run.end.time.clockTime == "10:00:00.620", "\(run.summary)")
    }

    @Test func `an end that the system tells a moment later is the end of that run`() {
        let log = """
            10:00:00 process.launch class=frontboard intent=foreground pid=71
            10:00:00.05 process.state class=frontboard task=running visibility=foreground pid=71
            10:07:10.010 process.exit class=runningboard namespace=1 code=7 status=9 pid=71
            10:07:30 process.launch class=frontboard intent=foreground pid=72
            10:07:30.05 process.state class=frontboard task=running visibility=foreground pid=72

            """
        let header = "# app=com.acme.notes\n"
        let runs = timeline(
            files: [header + log, header + Self.conclusion("10:07:10.000", start: "10:00:00")], settings: Self.settings)
        #expect(runs.map(\.ending.cause) == [.memoryLimit, .stillRunning], "\(runs.summary)")
    }
}
