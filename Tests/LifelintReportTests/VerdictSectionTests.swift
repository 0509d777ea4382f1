// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintReport
import Testing

@Suite struct VerdictSectionTests {
    @Test("The text report tells how many rules judged, and what the logs lack for the others")
    func verdicts() throws {
        var report = SampleReport(runs: [.bare(.reclaimed)])
        report.header.verdicts = [
            "violated": Self.counts([1, 3, 1, 0]), "satisfied": Self.counts([0, 2, 0, 1], "requires ui.cover"),
            "undecided": Self.counts([0, 0, 2, 0], "window-open"),
            "lacking": Self.counts([0, 0, 0, 2], "requires data.save", "min_runs"),
            "lacking-too": Self.counts([0, 0, 0, 1], "requires data.save", "requires cache.purge"),
            "idle": Self.counts([0, 0, 0, 0]),
        ]
        let text = try report.rendered(as: TextRenderer())
        let expected = """

            Rules: 6 selected, of which 1 violated, 1 satisfied, 1 inconclusive, 2 not
            evaluated, 1 without anything to judge.
            The logs do not show data.save, cache.purge, as rules need them: lifelint rules
            coverage tells all.

            """
        #expect(text.contains(expected), "\(text)")
    }

    @Test("Where much is lacking, the most wanted is named")
    func manyLacking() throws {
        var report = SampleReport(runs: [.bare(.reclaimed)])
        report.header.verdicts["a"] = Self.counts([0, 0, 0, 1], "requires c")
        report.header.verdicts["b"] = Self.counts(
            [0, 0, 0, 1], "requires a", "requires b", "requires c", "requires d", "requires e", "requires f")
        #expect(
            try report.rendered(as: TextRenderer()).contains("The logs do not show c, a, b, d, e and 1 more, as"))
    }

    @Test("That the length of an event is lacking is told where the event itself is not")
    func lackingHalves() throws {
        var report = SampleReport(runs: [.bare(.reclaimed)])
        report.header.verdicts["a"] = Self.counts([0, 0, 0, 1], "requires data.save with its duration")
        report.header.verdicts["b"] = Self.counts([0, 0, 0, 1], "requires cache.purge")
        #expect(
            try report.rendered(as: TextRenderer()).contains(
                "The logs do not show cache.purge, data.save with its duration, as"))
        report.header.verdicts["c"] = Self.counts([0, 0, 0, 1], "requires data.save")
        report.header.verdicts["d"] = Self.counts([0, 0, 0, 1], "requires data.save where exists scene")
        #expect(try report.rendered(as: TextRenderer()).contains("The logs do not show data.save, cache.purge, as"))
    }

    @Test("Runs that most rules leave out are told")
    func leftOut() throws {
        var runs = (0..<6).map { _ in AppRun.bare(.debuggerStop) }
        runs[0].isDebugged = true
        runs[1].isDebugged = true
        runs[1].isSimulated = true
        runs[2].isHarnessed = true
        runs[3].isSimulated = true
        var report = SampleReport(runs: runs)
        let sentence = """
            Rules about timing, background work and kills leave out 2 runs with a debugger
            attached, 1 run in tests, 1 run in a simulator.
            """
        #expect(!(try report.rendered(as: TextRenderer())).contains("leave out"))
        report.header.verdicts["a"] = Self.counts([0, 1, 0, 0])
        #expect(try report.rendered(as: TextRenderer()).contains(sentence))
    }

    @Test("Without rules nothing is said of them")
    func none() throws {
        #expect(try !SampleReport(runs: [.bare(.reclaimed)]).rendered(as: TextRenderer()).contains("Rules:"))
    }

    private static func counts(_ numbers: [Int], _ reasons: String...) -> VerdictCounts {
        var counts = VerdictCounts()
        counts.violated = numbers[0]
        counts.satisfied = numbers[1]
        counts.inconclusive = numbers[2]
        counts.notEvaluated = numbers[3]
        for reason in reasons { counts.reasons[reason] = 1 }
        return counts
    }
}
