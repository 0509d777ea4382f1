// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// A log of which the first row lost its beginning: people copy a part of one, and do not meet the beginning of a line.
@Suite struct HeadlessRowTests {
    /// A log by its first row, as it was written, and the rows below.
    private struct Log: Sendable {
        var stamp: String
        var first: String
        var rest: [String]

        func text(without cut: String) -> String {
            ([(stamp + first).replacing(cut, with: "")] + rest).joined(separator: "\n") + "\n"
        }
    }

    private static let ended = "[app<com.acme.notes((null))>:423] termination reported by launchd"
    private static let thrown =
        "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 9 beyond bounds'"

    private static let syslog = Log(
        stamp: "2026-05-12 10:00:42.810000+0000  localhost ",
        first:
            "tccd[97]: [com.apple.TCC:access] Terminating com.acme.notes[423] because access to the kTCCServiceReminders service changed",
        rest: [
            "2026-05-12 10:00:42.820000+0000  localhost runningboardd[33]: (RunningBoard) [com.apple.runningboard:process] \(ended) (2, 9, 9)",
            "2026-05-12 10:00:42.830000+0000  localhost runningboardd[33]: (RunningBoard) [com.apple.runningboard:process] Removing process: [app<com.acme.notes((null))>:423]",
        ])
    private static let compact = Log(
        stamp: "2026-05-12 10:00:42.810 Df ",
        first: "Notes[423:5120] [com.acme:x] \(thrown)\n*** First throw call stack:\n(0x1 0x2 0x3)",
        rest: [
            "2026-05-12 10:00:42.820 Df runningboardd[33:99] [com.apple.runningboard:process] \(ended) (2, 6, 6)",
            "2026-05-12 10:00:42.821 Df runningboardd[33:99] [com.apple.runningboard:process] Removing process: [app<com.acme.notes((null))>:423]",
            "2026-05-12 10:00:42.822 Df SpringBoard[34:99] [com.apple.SpringBoard:Common] Nothing of interest",
        ])
    private static let columns = Log(
        stamp: "2026-05-12 10:00:42.810000+0000 ",
        first:
            "0x1400     Default     0x0                  423    0    Notes: (UIKit) [com.acme:x] \(thrown)",
        rest: [
            "2026-05-12 10:00:42.820000+0000 0x1500     Default     0x0                  33     0    runningboardd: (RunningBoard) [com.apple.runningboard:process] \(ended) (2, 6, 6)",
            "2026-05-12 10:00:42.821000+0000 0x1500     Default     0x0                  33     0    runningboardd: (RunningBoard) [com.apple.runningboard:process] Removing process: [app<com.acme.notes((null))>:423]",
        ])
    private static let console = Log(
        stamp: "2026-05-12 10:00:42.810000+0000 ", first: "Notes[423:5120] \(thrown)",
        rest: [
            "2026-05-12 10:00:42.820000+0000 Notes[423:5120] libc++abi: terminating due to uncaught exception of type NSException",
            "2026-05-12 10:00:42.821000+0000 Notes[423:5120] applicationWillTerminate:",
        ])
    private static let device = Log(
        stamp: "May 12 10:00:41 iPhone ", first: "Notes(UIKit)[423] <Error>: \(thrown)",
        rest: [
            "May 12 10:00:42 iPhone runningboardd(RunningBoard)[33] <Notice>: \(ended) (2, 6, 6)",
            "May 12 10:00:42 iPhone runningboardd(RunningBoard)[33] <Notice>: Removing process: [app<com.acme.notes((null))>:423]",
        ])

    private static let logs: [(log: Log, cut: String, cause: EndingCause)] = [
        (syslog, syslog.stamp, .settingsChange), (compact, compact.stamp, .crashException),
        (columns, columns.stamp, .crashException), (console, console.stamp, .crashException),
        (device, device.stamp, .crashException),
        // What is left of the time.
        (compact, "2026-05-12 10:00:42.8", .crashException), (console, "2026-05-12 10:0", .crashException),
        (syslog, "2026-05-12 10:00:42.810000+0000  localhost ", .settingsChange),
    ]

    private static func analysis(_ text: String) throws -> Analysis {
        var options = AnalyzerOptions()
        options.year = 2026
        return try Analyzer(options).analyze(inputs: [("a.log", Array(text.utf8))])
    }

    @Test(arguments: logs.indices) func `it is read as of the time of the row below, and that is said`(
        _ index: Int
    ) throws {
        let row = Self.logs[index]
        let whole = try Self.analysis(row.log.text(without: ""))
        let cut = try Self.analysis(row.log.text(without: row.cut))
        #expect(try whole.runs().map(\.ending.cause) == [row.cause])
        let run = try #require(try cut.runs().first)
        #expect(try cut.runs().count == 1 && run.ending.cause == row.cause && run.pid == 423, "\(run.story)")
        #expect(cut.header.problems.filter { $0.code == .noTime }.map(\.line) == [1], "\(cut.header.problems)")
        #expect(!whole.header.problems.contains { $0.code == .noTime })
        // What is shown stands in the file.
        let first = row.log.text(without: row.cut).split(separator: "\n").first.map { String($0) }
        let shown = run.ending.because.filter { $0.at.line == 1 }.map(\.text)
        #expect(shown.allSatisfy { first?.hasPrefix($0.prefix(40)) == true } && !shown.isEmpty, "\(shown)")
    }

    /// Whose the rest of a row is that lost its process, nobody knows.
    @Test func `what lost its process, too, is left out, and that is said`() throws {
        for cut in ["0x1400     Default     0x0                  423    0    ", "0x1400     Default     0x0        "] {
            let text = Self.columns.text(without: Self.columns.stamp + cut)
            let analysis = try Self.analysis(text)
            #expect(try analysis.runs().map(\.ending.cause) == [.crashSignal])
            #expect(analysis.header.problems.map(\.code) == [.noTime], "\(analysis.header.problems)")
        }
    }

    @Test(arguments: ["Here is the log of Notes[423]", "Notes[423] crashed:", "# Notes", "Timestamp  (process)[PID]"])
    func `what people write above a log is none of its rows`(line: String) throws {
        let text = line + "\n" + Self.syslog.rest.joined(separator: "\n") + "\n"
        let analysis = try Self.analysis(text)
        #expect(try analysis.runs().count == 1)
        #expect(!analysis.header.problems.contains { $0.message.contains("lost its beginning") })
    }
}
