// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintReport

/// What holds for one finding of a fingerprint is told of no other.
@Suite struct FindingSpreadTests {
    private static let gates: [any ReportRenderer] = [
        GitHubRenderer(), GitLabRenderer(), CheckstyleRenderer(), SARIFRenderer(), JUnitRenderer(),
    ]
    private static let pages: [any ReportRenderer] = [
        TextRenderer(), BriefRenderer(), MarkdownRenderer(), HTMLRenderer(),
    ]

    private static func crash(
        _ signal: Int, _ state: String, _ severity: Finding.Severity = .error, _ confidence: Confidence = .certain,
        at milliseconds: Int64 = 5_000
    ) -> Finding {
        var finding = Finding.sample(severity: severity)
        finding.rule = "crashed"
        finding.confidence = confidence
        finding.message = "The app crashed on signal \(signal). Its state was \(state)."
        finding.time = instant(milliseconds)
        finding.culprit = nil
        return finding
    }

    private static func rendered(_ report: SampleReport, as renderer: any ReportRenderer) throws -> String {
        var sink: any ByteSink = MemorySink()
        try renderer.render(report, options: RenderOptions(width: 200), into: &sink)
        return String(decoding: (sink as? MemorySink)?.bytes ?? [], as: UTF8.self)
            .replacing("<!-- -->", with: "").replacing("%0A", with: "\n")
    }

    @Test func `a group is headed by its worst and says how the others differ`() throws {
        let report = SampleReport(
            runs: [.killedInBackground],
            findings: [
                Self.crash(6, "background", .warning, at: 1_000), Self.crash(11, "active", at: 2_000),
                Self.crash(5, "background", .warning, .likely, at: 3_000),
                Self.crash(6, "background", .warning, at: 4_000),
            ])
        #expect(
            try Self.rendered(report, as: TextRenderer()).contains(
                """
                  error: crashed (4 times: 3 certain, 1 likely; 1 error, 3 warnings)
                    The app crashed on signal 11. Its state was active.
                    also: The app crashed on signal 6. Its state was background. (warning, 2 times)
                    also: The app crashed on signal 5. Its state was background. (warning)

                """))
        #expect(
            try Self.rendered(report, as: TextRenderer()).contains(
                "\n    also at 10:00:01.000, 10:00:03.000, 10:00:04.000"))
        let brief = try Self.rendered(report, as: BriefRenderer())
        #expect(brief.contains("[error] crashed (3 certain, 1 likely), 4 times: 1 error, 3 warnings\n"))
        #expect(brief.contains("signal 11. Its state was active. Also: The app crashed on signal 6."))
        #expect(
            try Self.rendered(report, as: MarkdownRenderer()).contains(
                "(`crashed`, 4 times: 3 certain, 1 likely; 1 error, 3 warnings)"))
        let page = try Self.rendered(report, as: HTMLRenderer())
        #expect(page.contains("4 times: 3 certain, 1 likely; 1 error, 3 warnings"))
        #expect(page.contains("Also: The app crashed on signal 5. Its state was background. (warning)"))
        for gate in Self.gates {
            let text = try Self.rendered(report, as: gate)
            #expect(
                text.contains("was active. (one of 4: 3 certain, 1 likely; 1 error, 3 warnings)"), "\(gate.id)")
            #expect(text.contains("Also: The app crashed on signal 6."), "\(gate.id)")
        }
    }

    @Test func `what differs behind a long quotation is told, too`() throws {
        let words = String(repeating: "Could not open the store. ", count: 20)
        func crash(_ state: String, _ severity: Finding.Severity) -> Finding {
            var finding = Self.crash(5, state, severity)
            finding.message = "The app ended itself: “\(words)”. Its state was \(state)."
            return finding
        }
        let report = SampleReport(
            runs: [.killedInBackground], findings: [crash("active", .error), crash("background", .warning)])
        let text = try Self.rendered(report, as: TextRenderer())
        #expect(text.contains("\n    also: … state was background. (warning)\n"), "\(text)")
        for gate in Self.gates {
            #expect(try Self.rendered(report, as: gate).contains("one of 2: 1 error, 1 warning"), "\(gate.id)")
        }
    }

    @Test func `findings that say the same are counted and no more`() throws {
        let crash = Self.crash(11, "active")
        let report = SampleReport(runs: [.killedInBackground], findings: [crash, crash])
        #expect(try Self.rendered(report, as: TextRenderer()).contains("error: crashed (certain, 2 times)\n"))
        for renderer in Self.pages + Self.gates {
            let text = try Self.rendered(report, as: renderer)
            #expect(!text.contains("Also: ") && !text.contains("also: ") && !text.contains("one of"), "\(renderer.id)")
        }
        #expect(try Self.rendered(report, as: GitLabRenderer()).contains("was active. (2 times)"))
    }

    @Test func `a finding that stands for several cases is as many`() throws {
        func launches(_ time: String, _ count: Int, _ severity: Finding.Severity = .info) -> Finding {
            var finding = Self.crash(1, "active", severity)
            finding.message = "The launch took \(time). It was so in \(count) launches."
            finding.count = count
            return finding
        }
        let report = SampleReport(
            runs: [.killedInBackground], findings: [launches("1.9 s", 2), launches("1.2 s", 3), launches("1.1 s", 0)])
        #expect(try Self.rendered(report, as: TextRenderer()).contains("info: crashed (certain, 6 times)\n"))
        #expect(try Self.rendered(report, as: BriefRenderer()).contains("[info] crashed (certain), 6 times\n"))
        #expect(try Self.rendered(report, as: SARIFRenderer()).contains(#""occurrenceCount":6"#))
        for gate in Self.gates {
            let text = try Self.rendered(report, as: gate)
            #expect(text.contains("took 1.9 s. It was so in 2 launches. (2 of 6)"), "\(gate.id)")
            #expect(!text.contains(".."), "\(gate.id)")
        }
        #expect(
            try Self.rendered(report, as: GitHubRenderer()).contains(
                "Also: The launch took 1.2 s. It was so in 3 launches. (3 times); The launch took 1.1 s. It was so in 0 launches.\n"
            ))
        let graded = SampleReport(
            runs: [.killedInBackground],
            findings: [launches("1.9 s", 2), launches("11 s", 1, .error), launches("1.2 s", 3)])
        #expect(
            try Self.rendered(graded, as: TextRenderer()).contains(
                "error: crashed (certain, 6 times: 1 error, 5 info)\n"))
        let absurd = SampleReport(
            runs: [.killedInBackground], findings: [launches("1.9 s", .max), launches("1.2 s", .max)])
        #expect(try Self.rendered(absurd, as: SARIFRenderer()).contains(#""occurrenceCount":\#(Int.max)"#))
    }

    @Test func `no sentence ends twice`() throws {
        let report = SampleReport(
            runs: [.killedInBackground], findings: [Self.crash(11, "active"), Self.crash(6, "background")])
        for gate in Self.gates {
            let text = try Self.rendered(report, as: gate)
            #expect(
                text.contains("Also: The app crashed on signal 6. Its state was background.") && !text.contains(".."),
                "\(gate.id)")
        }
    }

    @Test func `nothing in a log turns the text that a reviewer reads`() throws {
        var finding = Self.crash(11, "active")
        finding.message = "The task \u{202E}dne\u{2069} was left."
        finding.evidence[0].line.text = "\u{202E}begin"
        let report = SampleReport(runs: [.killedInBackground], findings: [finding])
        for gate in Self.gates {
            let text = try Self.rendered(report, as: gate)
            #expect(
                !text.unicodeScalars.contains("\u{202E}") && !text.unicodeScalars.contains("\u{2069}"), "\(gate.id)")
        }
        #expect(try Self.rendered(report, as: GitLabRenderer()).contains(#"The task \\u{202e}dne\\u{2069} was left."#))
        #expect(try Self.rendered(report, as: JUnitRenderer()).contains(#"The task \u{202e}dne\u{2069} was left."#))
    }

    @Test(arguments: [Confidence.likely, .possible]) func `what is not certain is told as that`(
        confidence: Confidence
    ) throws {
        let report = SampleReport(
            runs: [.killedInBackground], findings: [Self.crash(11, "active", .error, confidence)])
        for renderer in Self.pages + Self.gates {
            #expect(try Self.rendered(report, as: renderer).contains(confidence.rawValue), "\(renderer.id)")
        }
        for gate in Self.gates {
            #expect(
                try Self.rendered(report, as: gate).contains("was active. (\(confidence.rawValue))"), "\(gate.id)")
        }
    }

    @Test func `of findings that are as bad the one that lasted longest is shown`() throws {
        func hang(_ time: String) -> Finding {
            var finding = Self.crash(1, "active")
            finding.message =
                "The main thread did not respond for \(time); in front of the user more than 2 s is noticed."
            return finding
        }
        let report = SampleReport(
            runs: [.killedInBackground], findings: [hang("2.1 s"), hang("1 min 3 s"), hang("9 s"), hang("2.1 s")])
        let text = try Self.rendered(report, as: TextRenderer())
        #expect(text.contains("did not respond for 1 min 3 s; in front"))
        #expect(text.contains("\n    also: … respond for 2.1 s; … (2 times)\n    also: … respond for 9 s; …\n"))
        #expect(try Self.rendered(report, as: GitHubRenderer()).contains("did not respond for 1 min 3 s; in front"))
        let suite = try Self.rendered(report, as: JUnitRenderer())
        #expect(
            suite.contains("<failure message=\"The main thread did not respond for 1 min 3 s; in front"), "\(suite)")
    }

    @Test func `what stands under another than the shown one is shown, too`() throws {
        var second = Self.crash(11, "active", at: 9_000)
        second.run = AppRun.crashed.id
        second.runs = [AppRun.crashed.id]
        var related = Finding.sample("eeeeeeeeeeeeeeee")
        related.rule = "unsaved-when-killed"
        related.message = "draft-12 was unsaved."
        related.run = second.run
        related.runs = second.runs
        related.relatedTo = second.fingerprint
        let report = SampleReport(
            runs: [.killedInBackground, .crashed], findings: [Self.crash(11, "active"), second, related])
        for renderer in Self.pages + Self.gates {
            #expect(try Self.rendered(report, as: renderer).contains("unsaved-when-killed"), "\(renderer.id)")
        }
        #expect(try Self.rendered(report, as: TextRenderer()).contains("\n    + unsaved-when-killed: draft-12 was"))
    }

    @Test func `the app is named where there are several`() throws {
        var mail = AppRun.crashed
        mail.app = nil
        mail.process = "Mail"
        mail.id = "Mail/A1/99@2026-03-01T10:01:00.000Z"
        var other = Self.crash(11, "active")
        other.fingerprint = "cccccccccccccccc"
        other.app = nil
        other.run = mail.id
        let notes = Self.crash(6, "active")
        let report = SampleReport(runs: [.killedInBackground, mail], findings: [notes, other])
        let text = try Self.rendered(report, as: TextRenderer())
        #expect(text.contains("error: crashed (certain) in com.acme.notes\n"))
        #expect(text.contains("error: crashed (certain) in Mail\n"))
        #expect(try Self.rendered(report, as: MarkdownRenderer()).contains("(`crashed`, certain) in Mail\n"))
        for gate in Self.gates {
            let text = try Self.rendered(report, as: gate)
            #expect(text.contains("com.acme.notes: The app crashed on signal 6."), "\(gate.id)")
            #expect(text.contains("Mail: The app crashed on signal 11."), "\(gate.id)")
        }
        let one = SampleReport(runs: [.killedInBackground], findings: [notes])
        #expect(try Self.rendered(one, as: TextRenderer()).contains("error: crashed (certain)\n"))
        #expect(!(try Self.rendered(one, as: GitHubRenderer()).contains("com.acme.notes: ")))
    }

    @Test func `the short report names every rule that stands under a finding, however many findings do`() throws {
        let notes = Self.crash(6, "active")
        var findings = [notes]
        for index in 0..<20 {
            var finding = Self.crash(6, "active", .warning)
            finding.rule = index < 19 ? "first-rule" : "second-rule"
            finding.fingerprint = "r\(index)"
            finding.relatedTo = notes.fingerprint
            findings.append(finding)
        }
        let report = SampleReport(runs: [.killedInBackground], findings: findings)
        #expect(try Self.rendered(report, as: BriefRenderer()).contains("; related: first-rule, second-rule\n"))
    }

    @Test func `a group that was left out for a while is counted whole`() throws {
        var findings = [Self.crash(9, "active", .info)]
        for index in 0..<70 {
            var finding = Self.crash(11, "active", .warning)
            finding.fingerprint = "w\(index)"
            findings.append(finding)
        }
        findings.append(Self.crash(9, "active"))
        let survey = try FindingSurvey(SampleReport(runs: [.killedInBackground], findings: findings))
        let worst = try #require(survey.groups.ordered.first)
        #expect(worst.item.severity == .error && worst.count == 2 && worst.spread.badness == "1 error, 1 info")
        #expect(survey.groups.total == 72)
    }

    @Test(
        arguments: [
            ("It took 9 s.", "It took 2 s.", "It took 9 s."),
            ("a b c d e f 7 g h i j k", "a b c d e f 8 g h i j k", "… e f 7 g …"),
            ("a b c d e f 7", "a b c d e f 8", "… e f 7"), ("one", "two", "one"), ("same", "same", "same"),
            ("7 b c d e f", "8 b c d e f", "7 b …"), ("a b c d", "a b c d e", "a b c d"), ("", "a", ""),
        ]) func `of what differs in a word only that is told`(text: String, shown: String, expected: String)
    {
        #expect(DifferingPart.text(of: text, beside: shown) == expected)
    }

    @Test(
        arguments: [
            ("for 9 s; x", "for 2.1 s; x", true), ("for 2.1 s", "for 9 s", false), ("for 1 min 3 s", "for 9 s", true),
            ("for 900 ms", "for 2 s", false), ("signal 11 s", "signal x 5 s", false),
            ("signal 11.", "signal 5.", false),
            ("for 9 s", "for 9 s", false), ("a 1 s", "b 9 s", false), ("for 1,000 s", "for 999 s", true),
        ]) func `a time is longer than another in the same place`(text: String, other: String, expected: Bool)
    {
        #expect(StatedTime.isLonger(text, than: other) == expected)
    }
}
