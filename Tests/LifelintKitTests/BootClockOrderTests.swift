// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

/// Boots that are ordered by machine ticks: whether they are, no order of lines or files decides.
@Suite struct BootClockOrderTests {
    /// A line as `time ticks message`; the clock was set back by fifty minutes.
    private static let lines: [(time: String, ticks: Int, message: String)] = [
        (
            "10:00:00.000000", 24_000_000_000,
            "Bootstrapping app<com.acme.notes((null))> with intent foreground-interactive"
        ),
        ("10:00:00.000000", 24_000_000_000, "[app<com.acme.notes>:71] Bootstrap success!"),
        ("10:00:00.500000", 24_012_000_000, "[app<com.acme.notes>:71] Setting process visibility to: Foreground"),
        ("09:10:00.000000", 25_440_000_000, "[app<com.acme.notes>:71] Setting process visibility to: Background"),
        ("09:10:05.000000", 25_560_000_000, "[app<com.acme.notes((null))>:71] Suspending task."),
        (
            "09:30:00.000000", 38_400_000_000,
            "[app<com.acme.notes((null))>:71] termination reported by launchd (1, 11, 9)"
        ),
    ]

    private static func text(_ numbers: [Int]) -> [UInt8] {
        let rows = numbers.map { number in
            let line = lines[number]
            let isRunningBoard = number > 3
            let path =
                isRunningBoard
                ? "/usr/libexec/runningboardd" : "/System/Library/CoreServices/SpringBoard.app/SpringBoard"
            let subsystem = isRunningBoard ? "com.apple.runningboard" : "com.apple.FrontBoard"
            return """
                {"timestamp":"2026-03-01 \(line.time)+0000","messageType":"Default","eventType":"logEvent","eventMessage":"\(line.message)","subsystem":"\(subsystem)","category":"Process","processID":34,"processImagePath":"\(path)","senderImagePath":"\(path)","threadID":1,"machTimestamp":\(line.ticks),"bootUUID":"D745A6DD-EC79-4271-904F-6E026FEBA02F","traceID":\(number)}

                """
        }
        return Array(rows.joined().utf8)
    }

    @Test(arguments: [
        [[0, 1, 2, 3, 4, 5]], [[2, 3, 1, 4, 5], [1, 4, 5], [0]], [[0], [1, 4, 5], [2, 3, 1, 4, 5]],
        [[5, 3, 1], [4, 2, 0]],
    ]) func `one boot is one order`(_ files: [[Int]]) throws {
        let inputs = files.enumerated().map { (name: "\($0.offset).ndjson", bytes: Self.text($0.element)) }
        let runs = try Analysing.runs(inputs)
        #expect(runs.count == 1 && runs.first?.ending.cause == .reclaimed, "\(runs.map(\.id))")
    }
}
