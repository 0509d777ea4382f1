// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import LifelintRules
import LifelintTimeline
import Testing

@testable import LifelintKit
@testable import LifelintLanguage

/// Rules cost what they use: counted work, since clocks of busy machines tell little.
@Suite struct RuleCostTests {
    /// 95 rules about things that ``log(runs:)`` does not contain, of every kind that a window, a span or an answer
    /// has.
    private static func foreign() throws -> [Rule] {
        let checks = [
            "after: voip.receive\nexpect: voip.reported\nwithin: 5s\nrequires: [voip.reported]",
            "before: keychain.read\nexpect: defaults.read",
            "between: [audio.interruptionBegin, audio.interruptionEnd]\nforbid: audio.play",
            "after: scheduledTask.expire\nforbid: network.begin\nuntil: scheduledTask.complete",
            "span: fileLock\nlonger_than: 5s",
            "still_open: database\nrequires: [database.end]",
            "span: network\noutlives: backgroundTask",
            "event: ui.teardown\nnever_during: inactive",
            "runs: [{ saw: voip.receive }, { missing: voip.reported }]\nwithin: 1h\nrequires: [voip.reported]",
        ]
        return try (0..<95).map { number in
            let id = "foreign-\(number)"
            let check = checks[number % checks.count]
            let text = "id: \(id)\ntitle: T\ntopic: cases\nseverity: error\nmessage: M\n\(check)\n"
            return try RuleCase.rule(id: id, bytes: Array(text.utf8))
        }
    }

    private static let own = "after: memory.warning\nexpect: cache.purge\nwithin: 5s\nrequires: [cache.purge]"

    /// What the engine says after so many runs.
    private static func engine(_ rules: [Rule], runs: Int) throws -> (engine: RuleEngine, findings: Int) {
        let vocabulary = try RuleCase.library.get().vocabulary
        let set = RuleSet(
            rules: rules.sorted { $0.id < $1.id }.map { RuleSet.Selected(rule: $0) }, spans: vocabulary.spans)
        let engine = RuleEngine(set, today: nil)
        var findings = 0
        try Stretches.of(log(runs: runs), vocabulary) { engine.add($0) { _ in findings += 1 } }
        return (engine, findings)
    }

    private static func log(runs: Int) -> String {
        var text = "# app=com.example.app device=D1 date=2026-03-01\n"
        for run in 0..<runs {
            let hour = String(run / 20 % 24 + 100).dropFirst()
            let minute = String(run % 20 * 3 + 100).dropFirst()
            let clock = "2026-03-\(run / 480 + 10)T\(hour):\(minute)"
            text += "\(clock):00Z process.launch pid=\(run + 1) intent=foreground\n"
            text += "\(clock):01Z app.didBecomeActive pid=\(run + 1)\n"
            text += "\(clock):10Z memory.warning pid=\(run + 1)\n"
            text += "\(clock):40Z process.exit pid=\(run + 1) code=0 status=0\n"
        }
        return text
    }

    @Test func `95 rules about what a log does not contain make no machine`() throws {
        let mine = try RuleCase.rule(
            id: "own", bytes: Array("id: own\ntitle: T\ntopic: cases\nseverity: error\nmessage: M\n\(Self.own)\n".utf8))
        let alone = try Self.engine([mine], runs: 50)
        let among = try Self.engine(try Self.foreign() + [mine], runs: 50)
        #expect(alone.engine.machineCount == 50)
        // Checks over adjacent runs answer for every run where what they look for may be what is missing.
        let answers = 50 * Self.adjacent
        #expect(among.engine.machineCount == 50 + answers)
        #expect(alone.findings == among.findings)
    }

    @Test func `endings and items that the runs cannot meet make no machine`() throws {
        let checks = [
            "any_of:\n  - when_run_ends: { by: watchdog.*, during: launch }\n  - when_run_ends: { by: crash.* }\n"
                + "    where: not (active.time > warned.time)\n  - when_run_ends: { by: reboot }\n"
                + "let: { active: { last: app.didBecomeActive }, warned: { last: memory.warning } }",
            "streak: 3\neach: { ended_by: crash.*, during: launch }\nwithin: 1h\n"
                + "ignore: { where: \"ending.cause == userQuit and not visible\" }",
            "runs: [{ during: { span: activity, where: kind == location } }, { where: launch.reason == location }]\n"
                + "within: 1h",
        ]
        let rules = try checks.enumerated().map { number, check in
            let text = "id: case-\(number)\ntitle: T\ntopic: cases\nseverity: error\nmessage: M\n\(check)\n"
            return try RuleCase.rule(id: "case-\(number)", bytes: Array(text.utf8))
        }
        let result = try Self.engine(rules, runs: 50)
        #expect(result.engine.machineCount == 0)
        #expect(result.findings == 0)
        result.engine.finish { _ in }
        #expect(result.engine.verdicts["case-0"]?.satisfied == 50)
        #expect(result.engine.verdicts["case-1"]?.satisfied == 1)
    }

    private static let adjacent = 10

    @Test(arguments: [50, 500]) func `nothing is kept of runs in which nothing may still be found`(runs: Int) throws {
        let result = try Self.engine(try Self.foreign(), runs: runs)
        #expect(result.engine.waitingRuns == 0)
    }
}

/// What the timeline tells to rules.
enum Stretches {
    static func of(_ log: String, _ vocabulary: Vocabulary, _ body: (RunStretch) -> Void) throws {
        let words = CompiledVocabulary(vocabulary)
        let format = try #require(InputFormats(words: words).format(id: "lifecycle-text"))
        var names = InputNames()
        var settings = ReadingSettings(words: words)
        settings.input = names.add("a.lifelog", format: format.id)
        var timeline = TimelineSettings(vocabulary: vocabulary)
        timeline.tellsStretches = true
        let engine = TimelineEngine(settings: timeline, inputs: names)
        func take(_ output: TimelineOutput) {
            switch output {
            case .run(_, _, let stretch): if let stretch { body(stretch) }
            case .stretch(let stretch): body(stretch)
            }
        }
        var reader = format.makeReader(settings)
        let batch = reader.read(Array(log.utf8), offset: 0, isLast: true)
        for record in batch.records { engine.add(record, in: batch, take) }
        engine.finish(take)
    }
}
