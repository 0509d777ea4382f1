// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintLanguage
@testable import LifelintRules

/// Who embeds the library may stop reading in the middle of a run.
@Suite struct UnfinishedRunTests {
    private static let log = """
        # app=com.example.app device=D1 date=2026-03-01
        10:00:00 process.launch pid=1 intent=foreground
        10:00:01 app.didBecomeActive pid=1
        10:00:10 memory.warning pid=1
        10:00:12 ui.refresh pid=1
        """

    @Test func `a run that nobody reads to its end is let go, whatever it waits for`() throws {
        let check = "after: memory.warning\nexpect: cache.purge\nwithin: 5s"
        let rule = try RuleCase.rule(
            id: "own", bytes: Array("id: own\ntitle: T\ntopic: cases\nseverity: error\nmessage: M\n\(check)\n".utf8))
        let vocabulary = try RuleCase.library.get().vocabulary
        let compiled = CompiledRules(
            RuleSet(rules: [RuleSet.Selected(rule: rule)], spans: vocabulary.spans))
        weak var walk: RunWalk?
        var judged = 0
        try Stretches.of(Self.log, vocabulary) { stretch in
            let told = ToldStretch(stretch)
            let judge = RunJudge(told, compiled)
            judge.take(told)
            judged += judge.machineCount
            walk = judge.walk
        }
        #expect(judged == 1)
        #expect(walk == nil)
    }
}
