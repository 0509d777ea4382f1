// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import LifelintTimeline
import Testing

/// Lines of one system log that two programs carried off: each line took place once.
@Suite struct EchoTests {
    /// The names of the states of the runs, from logs of those formats.
    private static func states(_ logs: [(format: String, log: String)]) -> [String] {
        runs(logs, headers: "# app=com.acme.notes device=A1 pid=7\n").map {
            "\($0.launch.kind.rawValue) \($0.stateNames)"
        }
    }

    private static func runs(
        _ logs: [(format: String, log: String)], headers: String = "# device=A1\n"
    ) -> [AppRun] {
        var inputs = InputNames()
        var records: [(record: EventRecord, batch: EventBatch)] = []
        for (number, (format, log)) in logs.enumerated() {
            let traits = Shipped.formats.format(id: format)?.traits
            _ = inputs.add("file\(number)", format: format, traits: traits ?? [])
            let batch = Shipped.events(headers + log, input: UInt32(number))
            for var record in batch.records {
                record.isPlaced = format == "device-syslog"
                records.append((record, batch))
            }
        }
        let sorted = records.enumerated().sorted {
            ($0.element.record.order, $0.offset) < ($1.element.record.order, $1.offset)
        }
        return LifelintTimelineTests.runs(of: sorted.map(\.element), inputs: inputs)
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

    @Test func `what is repeated of a run that is over is not told of the next one`() {
        let log = [
            "10:00:00 process.launch app=com.acme.notes pid=7",
            "10:00:05 process.exit app=com.acme.notes pid=7 signal=9",
            "10:00:05 process.state app=com.acme.notes pid=7 task=notRunning",
            "10:00:06 process.launch app=com.example.game",
            "10:00:06 process.state process=Notes pid=7 task=notRunning",
            "10:00:07 process.state app=com.example.game pid=8 task=running",
        ]
        let fine = log.map { $0.replacing(" process", with: ".5 process", maxReplacements: 1) }
        let found = Self.runs([
            ("device-syslog", log.joined(separator: "\n")), ("unified-log-syslog", fine.joined(separator: "\n")),
        ])
        #expect(found.map { "\($0.app ?? "-") \($0.pid ?? 0)" } == ["com.acme.notes 7", "com.example.game 8"])
    }

    /// The process is told to have ended in whole seconds, and again, finer, behind the request for the next one.
    @Test(arguments: [
        "process.exit app=com.acme.notes pid=574 signal=11",
        "process.state app=com.acme.notes pid=574 task=notRunning",
        "app.willTerminate app=com.acme.notes pid=574",
    ]) func `the next launch does not get the id of who was just seen to end`(repeated: String) {
        let log = [
            "10:00:30 process.launch app=com.acme.notes pid=574 intent=foreground",
            "10:00:36 app.willTerminate app=com.acme.notes pid=574",
            "10:00:36 process.exit app=com.acme.notes pid=574 signal=11",
            "10:00:36 process.state app=com.acme.notes pid=574 task=notRunning",
            "10:00:36 process.launch app=com.acme.notes intent=foreground",
            "10:00:37 process.state app=com.acme.notes pid=582 task=running",
        ]
        let found = Self.runs([
            ("device-syslog", log.joined(separator: "\n")), ("unified-log-syslog", "10:00:36.530 " + repeated),
        ])
        #expect(
            found.map { "\($0.pid ?? 0) \($0.launchLine) \($0.end.isKnown)" } == [
                "574 foreground certain true", "582 foreground certain false",
            ])
    }
}
