// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintReport
import Testing

/// What reports for people say of MetricKit's exit counters.
struct ExitSectionTests {
    private static func report(_ counts: [String: Int]...) -> SampleReport {
        var report = SampleReport()
        report.header.exitCounts = counts.enumerated().map { index, counts in
            ExitCounts(
                app: "com.acme.notes", version: "4.3", from: instant(0), to: instant(86_400_000),
                place: index == 0 ? "foreground" : "background", counts: counts)
        }
        return report
    }

    @Test("Window, place, cause and number are told, the most frequent first, and what was not counted is not")
    func told() throws {
        let report = Self.report(["appWatchdog": 2, "normal": 1, "abnormal": 0], ["fileLock": 5, "backgroundTask": 6])
        let head = "com.acme.notes 4.3, 2026-03-01 10:00:00.000 to 2026-03-02 10:00:00.000 UTC, "
        #expect(
            try report.rendered(as: TextRenderer(), options: RenderOptions(width: 120)) == """
                lifelint 0.1.0: no input was given

                Exits that MetricKit counted
                  \(head)foreground
                    2 × appWatchdog, 1 × normal
                  \(head)background
                    6 × backgroundTask, 5 × fileLock
                  Counts over a time: they do not say when an app ended, nor which run.

                No run of an app was found in what was read.

                """)
        let brief = try report.rendered(as: BriefRenderer())
        #expect(brief.contains("; exits were counted\n\nexits: \(head)foreground: 2 × appWatchdog, 1 × normal\n"))
        let markdown = try report.rendered(as: MarkdownRenderer())
        #expect(markdown.contains("## Exits that MetricKit counted\n"), "\(markdown)")
        #expect(markdown.contains("6 × backgroundTask, 5 × fileLock"), "\(markdown)")
        let page = try report.rendered(as: HTMLRenderer())
        #expect(page.contains("<details id=\"exits\" open>") && page.contains("MetricKit counted exits"))
    }

    @Test("Counters that counted nothing are not worth a line")
    func nothing() throws {
        let text = try Self.report(["normal": 0]).rendered(as: TextRenderer())
        #expect(text.contains("Nothing to report: no run") && !text.contains("MetricKit"))
        #expect(try Self.report(["normal": 0]).rendered(as: BriefRenderer()).contains("nothing to report"))
    }
}
