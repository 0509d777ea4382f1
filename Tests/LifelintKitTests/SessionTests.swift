// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

/// A session is the same machine, fed by somebody else.
@Suite struct SessionTests {
    /// How the runs of a session differ from those of a batch without its places.
    private static func difference(_ batch: [AppRun], _ runs: [AppRun]) -> String? {
        var pushed = RunComparison.withoutPlaces(runs).sorted { $0.id < $1.id }
        // A session cannot know whether a run's end was handed on before its witness came: it says so.
        for index in pushed.indices { pushed[index].anomalies.removeAll { $0.code == .lateWitness } }
        return RunComparison.difference(batch.sorted { $0.id < $1.id }, pushed)
    }

    @Test(arguments: EvidenceInvarianceTests.seeds) func `pushing lines one by one gives the runs of the batch`(
        seed: UInt64
    ) throws {
        let trace = RandomTrace(seed: seed, count: 120, staysDead: true)
        let batch = RunComparison.withoutPlaces(try Analysing.runs([("-", trace.bytes)]))
        let session = try Session()
        var runs: [AppRun] = []
        for line in trace.lines {
            session.push(line)
            runs.append(contentsOf: session.takeRuns())
        }
        runs.append(contentsOf: session.finish())
        #expect(Self.difference(batch, runs) == nil)
    }

    @Test func `a run is given once its end cannot change any more`() throws {
        let session = try Session()
        session.push("# app=com.example.app device=D1 date=2026-03-02")
        session.push("10:00:00.000 process.launch pid=71 intent=foreground")
        session.push("10:00:00.400 app.didBecomeActive pid=71")
        session.push("10:00:05.000 process.exit pid=71 namespace=SIGNAL code=11")
        #expect(session.takeRuns().isEmpty)
        session.push("10:00:30.000 process.launch pid=72 intent=foreground")
        session.push("10:00:31.000 app.didBecomeActive pid=72")
        session.advance(to: Timestamp(nanoseconds: 1_772_445_700_000_000_000))
        let runs = session.takeRuns()
        #expect(runs.map(\.pid) == [71])
        #expect(runs.first?.ending.cause == .crashSignal)
        let rest = session.finish()
        #expect(rest.map(\.pid) == [72])
        #expect(rest.first?.ending.cause == .stillRunning)
        #expect(rest.first?.launch.after == .crashSignal)
    }

    /// A window opens a moment after ten; the session is told that it is 10:01, and nothing more.
    @Test(arguments: [
        ("clock: wall", "app.didBecomeActive", 1), ("clock: running", "app.didBecomeActive", 1),
        ("clock: wall", "app.didEnterBackground", 1), ("clock: running", "app.didEnterBackground", 0),
    ])
    func `time that is told closes windows, if it counts`(clock: String, state: String, violated: Int) throws {
        let text =
            "id: case-rule\ntitle: Case\ntopic: cases\nwhy: Why.\nfix: Fix.\nmessage: found\nseverity: warning\n"
            + "after: memory.warning\nexpect: cache.purge\nwithin: 10s\n" + clock + "\n"
        let rule = try RuleCase.rule(id: "case-rule", bytes: Array(text.utf8))
        let lines = [
            "# app=com.example.app device=D1 date=2026-03-02 pid=71", "10:00:00.000 process.launch intent=foreground",
            "10:00:01.000 " + state, "10:00:02.000 memory.warning",
        ]
        for isTold in [true, false] {
            let session = try Session(try Evidence([], rules: [rule]).options)
            for line in lines { session.push(line) }
            if isTold { session.advance(to: Timestamp(nanoseconds: 1_772_445_660_000_000_000)) }
            #expect(session.finish().count == 1)
            let counts = session.verdicts["case-rule"]
            #expect(counts?.violated == (isTold ? violated : 0))
            #expect(counts?.inconclusive == (isTold ? 1 - violated : 1))
            #expect(session.takeFindings().allSatisfy { $0.confidence == .likely })
        }
    }

    @Test func `what cannot be read is a problem with its line`() throws {
        let session = try Session(name: "pushed")
        session.push(#"{"time":"2026-03-02T10:00:00Z","event":"app.didBecomeActive"}"#)
        session.push(#"{"time":"2026-03-02T10:00:01Z","event":"#)
        #expect(session.problemCount == 1)
        #expect(session.problems.first?.file == "pushed")
        #expect(session.problems.first?.line == 2)
        #expect(session.finish().count == 1)
        session.push("10:00:00 app.didBecomeActive")
        #expect(session.finish().isEmpty)
    }

    /// Phones hand on what they kept when they come back: behind each other, in turn by minutes, or mixed.
    @Test(arguments: [1, 7, 1_000]) func `a device is late to nobody but itself`(stretch: Int) throws {
        let traces: [[String]] = (0..<3).map { (number: Int) -> [String] in
            let lines = RandomTrace(seed: UInt64(number + 1), count: 120, staysDead: true).lines
            return lines.map { $0.replacing("\"device\":\"D", with: "\"device\":\"phone\(number)-D") }
        }
        let files: [(String, [UInt8])] = traces.enumerated().map { ("\($0.offset)", RandomTrace.bytes($0.element)) }
        let batch = RunComparison.withoutPlaces(try Analysing.runs(files))
        let session = try Session()
        var runs: [AppRun] = []
        var rest = traces.map { $0[...] }
        while rest.contains(where: { !$0.isEmpty }) {
            for index in rest.indices {
                for line in rest[index].prefix(stretch) {
                    session.push(line)
                    runs += session.takeRuns()
                }
                rest[index] = rest[index].dropFirst(stretch)
            }
        }
        runs += session.finish()
        #expect(Self.difference(batch, runs) == nil)
        #expect(!session.problems.contains { $0.code == .outOfOrder })
    }

    @Test(arguments: [true, false]) func `what comes too late is a problem with its line`(namesDevice: Bool) throws {
        let session = try Session()
        session.push("# app=com.example.app pid=71" + (namesDevice ? " device=D1" : ""))
        for line in ["00:00.000Z process.launch", "05:00.000Z app.didBecomeActive", "06:00.000Z app.willResignActive"] {
            session.push("2026-03-02T10:" + line)
        }
        session.push("2026-03-02T10:04:59.000Z memory.warning")
        session.push("2026-03-02T10:05:59.000Z app.didEnterBackground")
        #expect(session.problems.map(\.line) == [5])
        #expect(session.problems.map(\.code) == [.outOfOrder])
        #expect(session.problemCount == 1 && session.finish().count == 1)
    }

    @Test func `what names no device is in order with all that do`() throws {
        let session = try Session()
        session.push("# app=com.example.app")
        session.push("2026-03-02T10:00:00.000Z process.launch device=D1 pid=71")
        session.push("2026-03-02T10:00:20.000Z process.launch device=D2 pid=72")
        session.push("2026-03-02T10:00:21.000Z memory.warning pid=71")
        session.push("2026-03-02T10:00:22.000Z app.didBecomeActive device=D1 pid=71")
        session.push("2026-03-02T10:00:40.000Z memory.warning device=D2 pid=72")
        #expect(session.problems.isEmpty)
        session.push("2026-03-02T10:00:05.000Z app.willResignActive device=D1 pid=71")
        #expect(session.problems.map(\.code) == [.outOfOrder])
        #expect(session.finish().allSatisfy { $0.start.time <= $0.end.time })
    }

    /// A device catches up when the first record comes that names none: what it told within ten seconds stays as it
    /// was.
    @Test func `what waits is no later for what others do not name`() throws {
        let session = try Session()
        session.push("# app=com.example.app")
        session.push("2026-03-02T10:00:00.000Z process.launch device=A pid=71")
        session.push("2026-03-02T10:30:00.000Z memory.warning device=A pid=71")
        for line in [
            "00.000Z process.launch", "00.400Z app.didBecomeActive", "02.000Z app.willResignActive",
            "02.200Z app.didEnterBackground", "04.000Z app.willEnterForeground", "04.400Z app.didBecomeActive",
        ] { session.push("2026-03-02T09:00:" + line + " device=B pid=72") }
        session.push("2026-03-02T10:30:01.000Z memory.warning pid=99")
        let run = try #require(session.finish().first { $0.device == "B" })
        #expect(run.stateAtEnd == .active && run.anomalies.isEmpty)
        #expect(session.problems.isEmpty)
    }

    @Test func `options choose among the runs of a session as among those of files`() throws {
        let lines = [
            "# app=com.example.app", "2026-03-02T10:00:00Z process.launch device=D1 pid=71",
            "2026-03-02T10:00:05Z process.exit device=D1 pid=71 namespace=SIGNAL code=11",
            "2026-03-02T10:00:00Z process.launch device=D2 pid=72",
            "2026-03-02T10:01:00Z process.exit device=D2 pid=72 namespace=SIGNAL code=11",
        ]
        func told(_ options: AnalyzerOptions) throws -> [Int] {
            let session = try Session(options)
            for line in lines { session.push(line) }
            return session.finish().compactMap(\.pid).sorted()
        }
        var options = AnalyzerOptions()
        #expect(try told(options) == [71, 72])
        options.device = "D1"
        #expect(try told(options) == [71])
        options.device = nil
        options.until = Timestamp(nanoseconds: 0)
        #expect(try told(options).isEmpty)
        options.until = nil
        options.since = Timestamp(nanoseconds: 1_772_445_630_000_000_000)
        #expect(try told(options) == [72])
    }

    @Test func `a byte order mark is no part of a record`() throws {
        let session = try Session()
        session.push(
            "\u{FEFF}" + #"{"time":"2026-03-02T10:00:00Z","event":"app.didBecomeActive","app":"com.example.app"}"#)
        #expect(session.problemCount == 0 && session.finish().count == 1)
    }

    /// Whoever got no answer hands on the same again.
    @Test(arguments: [1, 3]) func `what is pushed again is one record`(size: Int) throws {
        let lines = [
            "2026-03-02T10:00:00.000Z process.launch pid=71 intent=foreground",
            "2026-03-02T10:00:00.400Z app.didBecomeActive pid=71",
            "2026-03-02T10:00:40.000Z memory.warning pid=71",
        ]
        let session = try Session()
        session.push("# app=com.example.app device=D1")
        for _ in 0..<2 {
            var rest = lines[...]
            while !rest.isEmpty {
                session.push(rest.prefix(size).joined(separator: "\n"))
                rest = rest.dropFirst(size)
            }
        }
        let runs = session.finish()
        #expect(runs.map(\.pid) == [71] && runs.first?.ending.cause == .stillRunning)
        #expect(session.problemCount == 0)
    }

    /// One line may mean a step and an end: neither is the other one again.
    @Test func `what one line means is not pushed again by itself`() throws {
        let scratch = try ScratchFiles()
        try scratch.write(
            "own.yml",
            Array(
                """
                about: Ends of ours
                from: { format: lifecycle-jsonl }
                records:
                  - where: event == "ours.end"
                    means: [memory.warning, process.exit]
                    with: { signal: "11" }
                    sample: '{"time":"2026-03-02T10:00:00Z","event":"ours.end"}'

                """.utf8))
        var options = AnalyzerOptions()
        options.recogniserFiles = [scratch.path + "/own.yml"]
        let session = try Session(options)
        let head = #"{"app":"com.example.app","device":"D1","pid":7,"time":"2026-03-02T10:0"#
        session.push(head + #"0:00Z","event":"app.didBecomeActive"}"#)
        session.push(head.replacing("\"pid\":7", with: "\"pid\":8") + #"9:00Z","event":"process.launch"}"#)
        session.push(head.replacing("\"pid\":7", with: "\"pid\":8") + #"9:30Z","event":"app.didBecomeActive"}"#)
        session.push(head + #"5:00Z","event":"ours.end"}"#)
        #expect(session.problems.map(\.code) == [.outOfOrder, .outOfOrder])
    }

    /// The end of the task may stand on the line that is broken off.
    @Test(arguments: [true, false]) func `a line that cannot be read may be of the device before it`(
        isBroken: Bool
    ) throws {
        var options = AnalyzerOptions()
        try options.useRules(select: ["background-task-overrun"])
        let session = try Session(options)
        func push(_ time: String, _ device: String, _ more: String) {
            session.push(
                #"{"app":"com.example.app","pid":7,"time":"2026-03-02T\#(time)Z","device":"\#(device)","event":\#(more)"#
            )
        }
        push("10:00:00", "A", #""process.launch","intent":"foreground"}"#)
        push("10:00:00.4", "A", #""app.didBecomeActive"}"#)
        push("10:00:01", "A", #""backgroundTask.begin","task":"0"}"#)
        push("10:00:01.5", "A", #""backgroundTask.end","task":"0"}"#)
        push("10:00:02", "A", #""app.willResignActive"}"#)
        push("10:00:02.2", "A", #""app.didEnterBackground"}"#)
        push("10:00:02.3", "A", #""backgroundTask.begin","task":"1"}"#)
        if isBroken { push("10:00:04.3", "A", #""backgroundTask.end","task":"#) }
        push("09:02:00", "B", #""app.didBecomeActive"}"#)
        push("10:00:40", "A", #""memory.warning"}"#)
        push("10:00:41", "A", #""process.exit","namespace":"JETSAM","code":4,"reason":"vm-pageshortage"}"#)
        #expect(session.finish().count == 2)
        #expect(session.takeFindings().isEmpty == isBroken)
    }
}
