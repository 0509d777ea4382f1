// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// Reports that tell when a process began and how it ended, while another run of the app is told of.
@Suite struct OverlappingReportTests {
    private static let first = """
        14:30:00 process.launch pid=2410 class=report
        14:45:31.098 report.crash pid=2410 signal=11 role=Foreground appState=active
        """
    private static let header = "# app=com.acme.notes device=A1\n"

    static let others: [(name: String, log: String)] = [
        (
            "of another report",
            "14:35:00 process.launch pid=2500 class=report\n14:50:00 report.crash pid=2500 signal=6"
        ),
        (
            "of a log",
            "14:35:00 process.launch intent=foreground pid=2500\n14:35:01 app.didBecomeActive pid=2500"
        ),
        ("of a log without ids", "14:35:00 app.didFinishLaunching\n14:35:01 app.didBecomeActive"),
        (
            "a moment before the report was written",
            """
            14:45:30.000 process.launch intent=foreground pid=2500
            14:45:31.000 app.didFinishLaunching pid=2500
            14:45:31.090 app.didBecomeActive pid=2500
            """
        ),
    ]

    @Test(arguments: others) func `a report's beginning and end are one run`(_ row: (name: String, log: String)) {
        let runs = timeline(files: [Self.header + Self.first, Self.header + row.log])
        #expect(runs.count == 2, "\(row.name)\n\(runs.summary)")
        let told = runs.first
        #expect(told?.pid == 2410 && told?.endingLine == "crash.signal certain", "\(row.name)\n\(runs.summary)")
        #expect(told?.stateAtEnd == .active && told?.isVisible == true, "\(row.name)\n\(runs.summary)")
        // What was seen to end after the launch is not what that came after.
        let isLast = row.name == Self.others.last?.name
        #expect(runs.last?.launch.after == (isLast ? .crashSignal : nil), "\(row.name)\n\(runs.summary)")
        #expect(runs.last?.ending.cause != .unknown, "\(row.name)\n\(runs.summary)")
    }

    /// The last line of the process before, the beginning as the report tells it, and the first line after that.
    @Test(arguments: [
        ("14:29:22.200", "14:29:22", "14:29:22.800"), ("14:29:22", "14:29:22", "14:29:22"),
        ("14:29:22", "14:29:22.0000", "14:29:22.100"),
    ]) func `a process whose last line is of the second in which the next one began did not go on`(
        _ last: String, _ begun: String, _ own: String
    ) {
        let log = """
            14:29:00 app.didFinishLaunching pid=262
            14:29:00 app.didBecomeActive pid=262
            \(last) data.change pid=262 document=d
            \(own) app.didFinishLaunching pid=302
            \(own) app.didBecomeActive pid=302
            14:29:30 app.willResignActive
            """
        let report = "\(begun) process.launch pid=302 class=report\n14:45:31.098 report.crash pid=302 signal=6"
        for files in [[log, report], [report, log]] {
            let runs = timeline(files: files.map { Self.header + $0 })
            #expect(runs.map(\.pid) == [262, 302], "\(runs.summary)")
            #expect(runs.first?.ending.cause != .stillRunning, "\(runs.summary)")
            #expect(!runs.contains { $0.anomalyCodes.contains("identity-conflict") }, "\(runs.summary)")
        }
    }

    @Test func `several reports of one process are one run`() {
        let hang = """
            14:30:00.2 process.launch pid=2410 class=report
            14:40:00 report.hang pid=2410 fatal=false
            """
        let other = "14:35:00 process.launch intent=foreground pid=2500\n14:35:01 app.didBecomeActive pid=2500"
        for files in [[Self.first, hang, other], [other, hang, Self.first]] {
            let runs = timeline(files: files.map { Self.header + $0 })
            #expect(runs.count == 2 && runs.first?.endingLine == "crash.signal certain", "\(runs.summary)")
        }
    }
}
