// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// What an ending names beside its cause: the file, the task, what the main thread was doing.
@Suite struct CulpritTests {
    private static let inBackground = SeenEndingTests.inBackground
    private static let kill = "10:00:36 process.exit pid=7 namespace=RUNNINGBOARD code=0x2182bad2"

    static let tasks: [(log: String, task: String?, owner: String?)] = [
        ("10:00:07 backgroundTask.begin pid=7 task=7 name=\"upload draft\"\n" + kill, "upload draft", nil),
        ("10:00:07 backgroundTask.begin pid=7 task=7\n" + kill, "7", nil),
        (
            "10:00:07 backgroundTask.begin pid=7 task=7 name=snapshot owner=system\n" + kill, "snapshot", "system"
        ),
        // Of several that which expired, else none: it may have been any.
        (
            "10:00:07 backgroundTask.begin pid=7 task=7 name=one\n10:00:08 backgroundTask.begin pid=7 task=8 name=two\n"
                + "10:00:33 backgroundTask.expire pid=7 task=8\n" + kill, "two", nil
        ),
        (
            "10:00:07 backgroundTask.begin pid=7 task=7 name=one\n10:00:08 backgroundTask.begin pid=7 task=8 name=two\n"
                + kill, nil, nil
        ),
        (
            "10:00:07 backgroundTask.begin pid=7 task=7 name=one\n10:00:08 backgroundTask.begin pid=7 task=8 name=two\n"
                + "10:00:33 backgroundTask.expire pid=7 task=7\n10:00:33 backgroundTask.expire pid=7 task=8\n" + kill,
            nil, nil
        ),
        ("10:00:07 backgroundTask.begin pid=7 task=7\n10:00:08 backgroundTask.end pid=7 task=7\n" + kill, nil, nil),
        // A task of the frameworks beside it is none of the app's.
        (
            "10:00:07 backgroundTask.begin pid=7 task=7 name=one owner=system\n"
                + "10:00:08 backgroundTask.begin pid=7 task=8 name=two\n" + kill, "two", nil
        ),
        // What was begun a moment before is open by chance.
        (
            "10:00:07 backgroundTask.begin pid=7 task=7 name=one\n10:00:08 backgroundTask.end pid=7 task=7\n"
                + "10:00:35.8 backgroundTask.begin pid=7 task=8 name=two\n" + kill, nil, nil
        ),
        ("10:00:35.8 backgroundTask.begin pid=7 task=8 name=snapshot owner=system\n" + kill, nil, "system"),
        // So many whole seconds may be a second less.
        ("10:00:15 backgroundTask.begin pid=7 task=8 name=two\n" + kill, "two", nil),
        ("10:00:16 backgroundTask.begin pid=7 task=8 name=two\n" + kill, nil, nil),
        // What counts is the time behind the front.
        (
            "10:00:07 backgroundTask.begin pid=7 task=8 name=two\n10:00:15 app.willEnterForeground pid=7\n"
                + "10:00:15.5 app.didBecomeActive pid=7\n10:00:30 app.willResignActive pid=7\n"
                + "10:00:30.5 app.didEnterBackground pid=7\n" + kill, nil, nil
        ),
        // Unless it is told that its time was over.
        (
            "10:00:28 backgroundTask.begin pid=7 task=8 name=two\n10:00:33 backgroundTask.expire pid=7 task=8\n" + kill,
            "two", nil
        ),
        (
            "10:00:28 backgroundTask.begin pid=7 task=8 name=two\n"
                + "10:00:33 backgroundTask.stillOpenAfterExpiry pid=7 task=8\n" + kill, "two", nil
        ),
        // Whose task it was, only its beginning tells.
        ("10:00:33 backgroundTask.stillOpenAfterExpiry pid=7 task=8\n" + kill, nil, nil),
        // The line of the end knows best.
        (
            "10:00:36 process.exit pid=7 explanation=\"has active assertions beyond permitted time\" "
                + "name=\"upload draft\" allowance=180s", "upload draft", nil
        ),
    ]

    @Test(arguments: tasks) func `a kill for background time names the task`(
        _ row: (log: String, task: String?, owner: String?)
    ) throws {
        let runs = timeline(Self.inBackground + row.log)
        let ending = try #require(runs.first?.ending)
        #expect(ending.cause == .backgroundTask, "\(runs.summary)")
        #expect(ending.detail[.task] == row.task.map { .string($0) }, "\(row.log)")
        #expect(ending.detail[.owner] == row.owner.map { .string($0) }, "\(row.log)")
    }

    @Test func `the allowance of an assertion is told`() {
        let runs = timeline(
            Self.inBackground + "10:00:36 process.exit pid=7 "
                + "explanation=\"has active assertions beyond permitted time\" allowance=180s")
        #expect(runs.first?.ending.detail[.allowance] == .duration(180_000_000_000))
    }

    @Test func `the file behind a lock is named by the line before the kill`() {
        let runs = timeline(
            Self.inBackground + "10:00:12 process.exit pid=7 path=/a/notes.sqlite proven=false "
                + "explanation=\"suspended with locked system files\"\n"
                + "10:00:12.1 process.exit pid=7 namespace=15 code=3735883980 status=9")
        #expect(runs.map(\.endingLine) == ["fileLock certain"], "\(runs.summary)")
        #expect(runs.first?.ending.detail[.path] == .string("/a/notes.sqlite"))
    }

    /// A message of several lines is taken with what stands behind the explanation in it.
    @Test func `an explanation ends where the context goes on`() {
        let runs = timeline(
            SeenEndingTests.active
                + "10:00:20 process.exit pid=7 namespace=10 code=0x8badf00d explanation=\"process-launch "
                + "watchdog transgression: exhausted real (wall clock) time allowance of 19.97 seconds "
                + "ProcessState: Running reportType:CrashLog maxTerminationResistance:Interactive>\"")
        let expected =
            "process-launch watchdog transgression: exhausted real (wall clock) time allowance of 19.97 seconds "
            + "ProcessState: Running"
        #expect(runs.first?.ending.detail[.explanation] == .string(expected))
    }

    /// Lines of the system tell the kill, too, and say more of it than the report: but not this.
    @Test(arguments: [
        ("report.jetsam pid=7 process=Notes reason=vm-pageshortage state=background largest=Racer", "Racer"),
        ("report.jetsam pid=7 process=Notes reason=vm-pageshortage state=background largest=Notes", nil),
    ]) func `the process whose memory pushed it out is named beside what the system said`(
        report: String, culprit: String?
    ) {
        let lines = [
            "10:00:36 process.exit pid=7 class=kernel reason=vm-pageshortage band=30 namespace=1",
            "10:00:36.1 process.exit pid=7 namespace=1 code=4 status=9", "10:00:36.4 " + report,
        ]
        let runs = timeline(Self.inBackground + lines.joined(separator: "\n"))
        #expect(runs.map(\.endingLine) == ["systemPressure certain kind=vm-pageshortage"], "\(runs.summary)")
        #expect(runs.first?.ending.detail[.victimOf] == culprit.map { .string($0) }, "\(report)")
    }

    static let loads: [(total: Int, app: String, load: String?)] = [
        (60, "0.127", "blocked"), (90, "0.127", "starved"), (60, "9.4", "busy"), (60, "4.0", nil),
    ]

    @Test(arguments: loads) func `a watchdog's line tells whether the app waited or computed`(
        _ row: (total: Int, app: String, load: String?)
    ) {
        let explanation =
            "scene-update watchdog transgression: exhausted real (wall clock) time allowance of 10.00 seconds "
            + "WatchdogCPUStatistics: ( Elapsed total CPU time (seconds): 40.160 (user 28.9, system 11.2), "
            + "\(row.total)% CPU, Elapsed application CPU time (seconds): \(row.app), 0% CPU )"
        let runs = timeline(
            SeenEndingTests.active
                + "10:00:20 process.exit pid=7 namespace=10 code=0x8badf00d explanation=\"\(explanation)\"")
        #expect(runs.first?.ending.detail[.load] == row.load.map { .string($0) }, "\(runs.summary)")
    }
}
