// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline
import Testing

/// Lines of one system log that two programs carried off: each line took place once.
@Suite struct EchoTests {
    private static let headers = "# app=com.acme.notes device=A1 pid=7\n"

    /// The names of the states of the run, from logs of those formats.
    private static func states(_ logs: [(format: String, log: String)]) -> [String] {
        var inputs = InputNames()
        var records: [(record: EventRecord, batch: EventBatch)] = []
        for (number, (format, log)) in logs.enumerated() {
            _ = inputs.add("file\(number)", format: format)
            let batch = Shipped.events(headers + log, input: UInt32(number))
            for var record in batch.records {
                record.isPlaced = format == "device-syslog"
                records.append((record, batch))
            }
        }
        let sorted = records.enumerated().sorted {
            ($0.element.record.order, $0.offset) < ($1.element.record.order, $1.offset)
        }
        return runs(of: sorted.map(\.element), inputs: inputs).map { "\($0.launch.kind.rawValue) \($0.stateNames)" }
    }

    static let cases: [(name: String, coarse: String, fine: String, states: [String])] = [
        (
            "whole seconds are cut off",
            "10:00:00 process.launch intent=foreground\n10:00:05 process.suspend",
            "10:00:00.900 process.launch intent=foreground\n10:00:05.100 process.suspend",
            ["foreground launching suspended"]
        ),
        (
            "a second later is another time",
            "10:00:00 process.launch intent=foreground", "10:00:01.100 process.launch intent=foreground",
            ["foreground launching", "foreground launching"]
        ),
        (
            "whole seconds are not rounded",
            "10:00:01 process.launch intent=foreground", "10:00:00.900 process.launch intent=foreground",
            ["foreground launching", "foreground launching"]
        ),
        (
            "what says something else is another line",
            "10:00:00 process.launch intent=foreground", "10:00:00.900 process.launch intent=background",
            ["foreground launching", "background background"]
        ),
        (
            "each line is repeated once",
            "10:00:00 process.launch\n10:00:05 process.suspend\n10:00:05 process.resume\n10:00:05 process.suspend",
            "10:00:00.1 process.launch\n10:00:05.1 process.suspend\n10:00:05.2 process.resume\n10:00:05.3 process.suspend",
            ["unknown launching suspended background suspended"]
        ),
    ]

    @Test(arguments: cases.indices) func `a relay beside a log with fractions`(index: Int) {
        let (name, coarse, fine, expected) = Self.cases[index]
        #expect(Self.states([("device-syslog", coarse), ("unified-log-syslog", fine)]) == expected, "\(name)")
    }

    @Test func `one log may say the same twice, and so may two that are no captures`() {
        let (coarse, fine) = (Self.cases[0].coarse, Self.cases[0].fine)
        #expect(Self.states([("unified-log-syslog", coarse + "\n" + fine)]).count == 2)
        #expect(Self.states([("lifecycle-text", coarse), ("lifecycle-text", fine)]).count == 2)
    }
}
