// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

@Suite struct LogInputTests {
    @Test func `a wrapper of lines is named with its input`() throws {
        let rows = [
            "[IOSSimulatorLog] [IOS_SYSLOG_ROW] 2026-03-01 10:00:00.123 Df Notes[71:1a] Saved",
            "[IOSSimulatorLog] [IOS_SYSLOG_ROW] 2026-03-01 10:00:01.123 Df Notes[71:1a] Left",
        ]
        let log = Array(rows.joined(separator: "\n").utf8)
        let input = try #require(try Analysing.analysis([("appium.log", log)]).header.inputs.first)
        #expect("\(input.format) in \(input.wrapper ?? "-"), \(input.records)" == "unified-log-compact in appium, 2")
    }

    @Test func `Apple's binary log is unread, and it is told what to run`() throws {
        let bytes: [UInt8] = [0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00, 0xD0, 0x00]
        let header = try Analysing.analysis([("0001.tracev3", bytes)]).header
        #expect(header.inputs.map { "\($0.format) \($0.status.rawValue)" } == ["tracev3 unread"])
        #expect(header.problems.map(\.code) == [.notALog])
        #expect(header.problems.first?.message.contains("log show --archive") ?? false)
    }
}
