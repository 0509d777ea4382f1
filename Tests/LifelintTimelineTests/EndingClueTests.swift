// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintTimeline

/// Which clue decides why a run ended.
@Suite struct EndingClueTests {
    private static let active = SeenEndingTests.active
    private static let behind = SeenEndingTests.inBackground
    private static let report = active + "10:00:20 report.crash pid=7 class=report "
    private static let exit = "10:00:20 process.exit pid=7 "

    /// Of every clue a log in which it decides.
    static let clues: [(clue: EndingClue, log: String)] = [
        (.failedLaunch, #"10:00:03 process.exit pid=-1 reason="Bootstrap failed""#),
        (.jetsam, active + exit + "namespace=JETSAM code=7 signal=9"),
        (.jetsam, active + exit + "reason=per-process-limit"),
        (.resourceBehindSignal, report + "exceptionType=EXC_RESOURCE kind=cpu namespace=SIGNAL code=9"),
        (.guardBehindSignal, report + "exceptionType=EXC_GUARD namespace=SIGNAL code=9"),
        (.toldSignal, active + exit + "namespace=SIGNAL code=9"),
        (.toldSignal, report + "exceptionType=EXC_RESOURCE kind=cpu namespace=SIGNAL code=11"),
        (.resource, report + "exceptionType=EXC_RESOURCE kind=memory signal=9"),
        (.resource, active + "10:00:19.5 cpu.violation fatal=true\n" + exit + "signal=9"),
        (.voluntary, active + exit + "status=0"),
        (.namespace, active + exit + "namespace=FRONTBOARD code=0x8badf00d signal=9"),
        (.words, behind + exit + "code=0x2182bad2 signal=9"),
        (.words, behind + exit + #"code=0x8badf00d explanation="active assertions beyond permitted time""#),
        (.ambiguousCode, active + exit + "code=0x8badf00d signal=9"),
        (.unknownLabel, active + exit + "namespace=UNHEARD code=3 signal=9"),
        (.guarded, report + "exceptionType=EXC_GUARD signal=9"),
        (.untoldLimit, report + "exceptionType=EXC_RESOURCE"),
        (.kill, active + exit + "namespace=77 code=3 signal=9"),
        (.signal, active + exit + "signal=9"),
        (.signal, report + "signal=5 privacy=true"),
        (.privacy, report + "privacy=true thrown=true"),
        (.unreportedCall, report + "unreportedCall=true thrown=true"),
        (.thrown, report + "exception=NSRangeException exceptionType=EXC_BREAKPOINT"),
        (.fault, report + "exceptionType=EXC_BAD_ACCESS sceneMandate=true"),
        (.sceneMandate, report + "sceneMandate=true"),
        (.gaveUp, active + exit + #"class=app explanation="Fatal error: no row""#),
        (.crashed, report + "crashed=true"),
        (.namespaceAlone, active + exit + "namespace=77 code=3 status=64"),
        (.status, active + exit + "status=64"),
        (
            .uncaughtWords,
            active + exit
                + #"reason="*** Terminating app due to uncaught exception 'NSRangeException', reason: 'beyond'""#
        ),
    ]

    @Test(arguments: clues) func `the first clue that says something decides`(_ row: (clue: EndingClue, log: String))
        throws
    {
        let told = try #require(Self.told(row.log), "\(row.log)")
        #expect(told.judge.decide(by: told.exit, told.judge.said)?.clue == row.clue, "\(row.log)")
    }

    /// Of every clue to a kill a log in which it decides.
    static let kills: [(clue: KillClue, log: String)] = [
        (
            .limit,
            active + "10:00:19.5 memory.limitExceeded fatal=true harness=true\n" + exit + "namespace=SIGNAL code=9"
        ),
        (.harness, active + "10:00:18 data.save harness=true debugger=true\n" + exit + "signal=9"),
        (.debugger, active + exit + "signal=9 byProc=debugserver watched=true"),
        (.seenByDebugger, active + "10:00:18 data.save debugger=true\n" + exit + "signal=9 watched=true"),
        (.underDebugger, active + "10:00:18 app.willTerminate debugger=true\n" + exit + "signal=9"),
        (
            .extensionDone,
            "10:00:00 extension.begin pid=7 host=extension\n10:00:01 extension.complete pid=7\n10:00:02 process.exit pid=7 signal=9"
        ),
        (.settings, behind + "10:00:17 permission.changed\n10:00:18 app.willTerminate\n" + exit + "signal=9"),
        (.outside, active + "10:00:17 app.updated\n10:00:18 app.willTerminate\n" + exit + "signal=9"),
        (.asked, active + "10:00:18 app.willTerminate\n" + exit + "signal=9"),
        (
            .task,
            behind + "10:00:06.1 backgroundTask.begin task=1\n10:00:19 backgroundTask.expire task=1\n" + exit
                + "signal=9"
        ),
    ]

    @Test(arguments: kills) func `the first clue to a kill decides`(_ row: (clue: KillClue, log: String)) throws {
        let told = try #require(Self.told(row.log), "\(row.log)")
        let clue = told.judge.decide(by: told.exit, told.judge.said)?.clue
        #expect(clue == .signal || clue == .toldSignal, "\(row.log)")
        #expect(told.judge.decide(killBy: told.exit)?.clue == row.clue, "\(row.log)")
    }

    @Test func `every clue decides somewhere`() {
        #expect(Set(Self.clues.map(\.clue)) == Set(EndingClue.allCases))
        #expect(Set(Self.kills.map(\.clue)) == Set(KillClue.allCases))
    }

    @Test func `where nothing is said no clue decides`() throws {
        let ended = try #require(Self.told(Self.active + Self.exit))
        #expect(ended.judge.decide(by: ended.exit, ended.judge.said) == nil)
        let killed = try #require(Self.told(Self.active + Self.exit + "signal=9"))
        #expect(killed.judge.decide(killBy: killed.exit) == nil)
    }

    /// Who judges the first run of a log that was seen to end, and the witness that tells most of that.
    private static func told(_ log: String) -> (judge: EndingJudge, exit: ExitWitness)? {
        let batch = Shipped.events("# app=com.acme.notes device=A1\n" + log)
        let inputs = InputNames(["file0.lifelog"])
        let device = DeviceTimeline(device: "A1", settings: Shipped.settings, shard: 0, index: 0)
        withExtendedLifetime(batch) {
            let view = BatchView(batch)
            for event in batch.records.indices.compactMap({ EventView($0, of: view, lineBase: 0) }) {
                device.apply(event, inputs: inputs)
            }
            device.finish(inputs: inputs)
        }
        for case .run(let run, _) in device.takeFinished() {
            let judge = EndingJudge(run)
            if let exit = judge.mostTelling(of: judge.exits) { return (judge, exit) }
        }
        return nil
    }
}
