// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// Logs in which several devices have one name, or none, and several versions of one app.
@Suite struct SeveralDevicesTests {
    private static func lives(_ models: [String], device: String) -> String {
        models.enumerated().map { number, model in
            """
            # app=com.acme.notes pid=\(70 + number) model=\(model)\(device)
            1\(number):00:00 process.launch intent=foreground
            1\(number):00:01 app.didBecomeActive

            """
        }.joined()
    }

    /// A run without a seen end, and what the next launch of another device says of it.
    @Test(arguments: ["", " device=iPhone"]) func `the launch on a device of another model ends nothing`(
        device: String
    ) {
        let several = timeline(Self.lives(["iPhone15,2", "iPhone14,7"], device: device), headers: "# date=2026-03-01")
        #expect(several.map(\.ending.cause) == [.stillRunning, .stillRunning], "\(several.summary)")
        #expect(several.last?.launch.after == nil, "\(several.summary)")
        // What people call a model is no other one for that.
        for models in [["iPhone15,2", "iPhone15,2"], ["iPhone15,2", "iPhone 14 Pro"], ["Mac14,2", "iPad8,6"]] {
            let one = timeline(Self.lives(models, device: device), headers: "# date=2026-03-01")
            #expect(one.first?.ending.cause == .unknown, "\(one.summary)")
            #expect(one.last?.launch.after == .unknown, "\(one.summary)")
        }
    }

    /// An event of the app's own may speak of another device.
    @Test(arguments: ["", " pid=7"]) func `a watch that was paired is not where the app ran`(pid: String) {
        let run = "app=com.acme.notes\(pid)"
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground model=iPhone15,2 \(run)
            10:00:01 app.didBecomeActive model=iPhone15,2 \(run)
            10:01:00 watch.paired model=Watch6,2 \(run)
            10:01:05 process.exit signal=11 \(run)
            """, headers: "# date=2026-03-01")
        #expect(runs.map(\.model) == ["iPhone15,2"], "\(runs.summary)")
        #expect(runs.map(\.stateAtEnd) == [.active], "\(runs.summary)")
    }

    /// What one log holds of two phones at once, each line with its model; neither states a process id.
    @Test(arguments: ["", " device=iPhone"]) func `what a line of another model tells befell another device`(
        device: String
    ) {
        let (one, other) = (
            "app=com.acme.notes model=iPhone15,2\(device)", "app=com.acme.notes model=iPhone14,2\(device)"
        )
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground \(one)
            10:00:01 app.didBecomeActive \(one)
            10:01:00 process.launch intent=foreground \(other)
            10:01:01 app.didBecomeActive \(other)
            10:02:00 app.willResignActive \(one)
            10:02:01 app.didEnterBackground \(one)
            10:03:00 app.willResignActive \(other)
            10:03:01 app.didEnterBackground \(other)
            """, headers: "# date=2026-03-01")
        #expect(runs.map(\.model) == ["iPhone15,2", "iPhone14,2"], "\(runs.summary)")
        #expect(runs.map(\.ending.cause) == [.stillRunning, .stillRunning], "\(runs.summary)")
        #expect(
            runs.map(\.stateLine) == [
                "launching 10:00:00 · active 10:00:01 · inactive 10:02:00 · background 10:02:01",
                "launching 10:01:00 · active 10:01:01 · inactive 10:03:00 · background 10:03:01",
            ], "\(runs.summary)")
        #expect(runs.allSatisfy { $0.anomalies.isEmpty }, "\(runs.summary)")
    }

    /// Nothing but the time could tell whose it is.
    @Test(arguments: [
        ("A1", "10:00:50", ["A1 crash.signal"]), ("A1", "10:20:00", ["- crash.signal", "A1 stillRunning"]),
        ("", "10:00:50", ["- crash.signal"]), ("", "10:20:00", ["- stillRunning", "- crash.signal"]),
    ]) func `a report that names nobody joins no run that was silent for long`(
        _ row: (device: String, time: String, expected: [String])
    ) {
        let log = """
            # app=com.acme.notes pid=7\(row.device.isEmpty ? "" : " device=\(row.device)")
            10:00:00 process.launch intent=foreground
            10:00:01 app.didBecomeActive

            """
        let report = "\(row.time) report.crash class=report signal=11\n"
        let runs = timeline(files: [log, report], assumedDevice: row.device.isEmpty ? nil : row.device)
        #expect(
            runs.map { "\($0.device ?? "-") \($0.ending.cause.rawValue)" } == row.expected, "\(runs.summary)")
    }

    @Test func `a system that goes back was not updated`() {
        let log = """
            10:00:00 process.launch intent=foreground pid=7 os=26.2
            10:00:01 app.didBecomeActive pid=7
            10:00:05 app.didEnterBackground pid=7
            12:00:00 process.launch intent=foreground pid=8 os=26.1

            """
        #expect(timeline(log).first?.ending.cause != .osUpdate, "\(timeline(log).summary)")
        let later = log.replacing("os=26.2", with: "os=25.9")
        #expect(timeline(later).first?.ending.cause == .osUpdate, "\(timeline(later).summary)")
    }

    /// An hour after an app became active and was silent since, memory was short: whether it was left then is known
    /// only of an app that tells that.
    @Test(arguments: [("1.0", true), ("2.0", false)]) func `what one version tells another may not`(
        _ row: (version: String, isInFront: Bool)
    ) {
        let log = """
            10:00:00 process.launch intent=foreground pid=7 appVersion=1.0
            10:00:01 app.didBecomeActive pid=7 appVersion=1.0
            10:00:04 app.willResignActive pid=7 appVersion=1.0
            10:00:05 app.didEnterBackground pid=7 appVersion=1.0
            10:00:10 process.suspend pid=7 appVersion=1.0
            10:10:00 process.exit pid=7 namespace=JETSAM code=4
            12:00:00 process.launch intent=foreground pid=8 appVersion=\(row.version)
            12:00:01 app.didBecomeActive pid=8 appVersion=\(row.version)
            12:30:00 process.exit pid=8 namespace=JETSAM code=4 reason=vm-pageshortage

            """
        let runs = timeline(log)
        #expect((runs.last?.ending.cause == .systemPressure) == row.isInFront, "\(runs.summary)")
    }

    @Test func `what very many versions tell says nothing of one more`() {
        let told = (0..<80).map { number in
            let day = Timestamp(nanoseconds: Int64(20_000 + number) * 86_400_000_000_000, digits: 0).rfc3339.prefix(10)
            return """
                \(day)T10:00:00Z process.launch intent=foreground pid=7 appVersion=1.\(number)
                \(day)T10:00:01Z app.didBecomeActive pid=7 appVersion=1.\(number)
                \(day)T10:00:04Z app.willResignActive pid=7 appVersion=1.\(number)
                \(day)T10:00:05Z app.didEnterBackground pid=7 appVersion=1.\(number)
                \(day)T10:10:00Z process.exit pid=7 namespace=JETSAM code=4

                """
        }.joined()
        let runs = timeline(
            told
                + """
                2026-03-20T12:00:00Z process.launch intent=foreground pid=8 appVersion=2.0
                2026-03-20T12:00:01Z app.didBecomeActive pid=8 appVersion=2.0
                2026-03-20T12:30:00Z process.exit pid=8 namespace=JETSAM code=4 reason=vm-pageshortage

                """)
        #expect(runs.count == 81)
        #expect(runs.last?.ending.cause != .systemPressure, "\(runs.summary.suffix(600))")
    }
}
