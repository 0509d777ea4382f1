// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintReport
import Testing

/// Details and stories as people read them: allowances as stated, words for codes that say nothing.
struct EndingWordsTests {
    private func rendered(
        _ cause: EndingCause, _ detail: EndingDetails, story: String = ""
    ) throws -> (text: String, brief: String) {
        var run = AppRun.bare(cause)
        run.isVisible = true
        run.ending.detail = detail
        run.story = story
        let report = SampleReport(runs: [run])
        let wide = RenderOptions(width: 400)
        return (
            try report.rendered(as: TextRenderer(), options: wide), try report.rendered(as: BriefRenderer())
        )
    }

    @Test(
        "An allowance is printed as it was stated, in seconds with up to two decimals",
        arguments: [
            (19_970, "19.97 s"), (20_000, "20 s"), (2_320, "2.32 s"), (5_500, "5.5 s"), (10_050, "10.05 s"),
            (180_000, "180 s"), (29_430, "29.43 s"), (0, "0 ms"), (10_005, "10 s"),
        ] as [(Int64, String)])
    func allowance(milliseconds: Int64, expected: String) throws {
        let allowance = Value.duration(milliseconds * 1_000_000)
        let stated = "was killed by the launch watchdog (0x8badf00d, \(Wording.duration(milliseconds * 1_000_000)) "
        let (text, brief) = try rendered(
            .watchdogLaunch, [.allowance: allowance, .code: .integer(0x8bad_f00d), .namespace: .string("FRONTBOARD")],
            story: "At 10:00:20 it " + stated + "were allowed).")
        #expect(text.contains("Detail: allowance \(expected), code 0x8badf00d of FRONTBOARD\n"), "\(text)")
        let story = "was killed by the launch watchdog (0x8badf00d, \(expected) were allowed)."
        #expect(text.contains(story) && brief.contains(story), "\(brief)")
    }

    @Test(
        "Codes that nobody knows by heart are words, and the others stay",
        arguments: [
            (
                [.code: .integer(7), .namespace: .string("JETSAM"), .reason: .string("per-process-limit")],
                "jetsam reason per-process-limit"
            ),
            ([.code: .integer(99), .namespace: .string("JETSAM")], "jetsam code 99"),
            (
                [
                    .code: .integer(11), .namespace: .string("SIGNAL"), .signal: .integer(11),
                    .reason: .string("SIGSEGV"),
                ],
                "SIGSEGV (11)"
            ),
            (
                [.code: .integer(6), .namespace: .string("SIGNAL"), .exception: .string("NSRangeException")],
                "SIGABRT (6), exception NSRangeException"
            ),
            ([.code: .integer(99), .namespace: .string("SIGNAL")], "signal 99"),
            ([.signal: .integer(9)], "SIGKILL (9)"), ([.signal: .integer(-1)], "signal -1"),
            ([.signal: .string("kill")], "signal kill"),
            (
                [.code: .integer(0xdead_10cc), .namespace: .string("RUNNINGBOARD"), .path: .string("/a.sqlite")],
                "path /a.sqlite, code 0xdead10cc of RUNNINGBOARD"
            ),
            ([.code: .integer(4), .namespace: .string("DYLD")], "code 4 of DYLD"),
            ([.namespace: .string("EXEC")], "namespace EXEC"), ([.code: .string("odd")], "code odd"),
            ([.limit: .bytes(2_098_000_000), .kind: .string("active")], "kind active, limit 2098 MB"),
            (
                [.allowance: .duration(10_005_000_000), .allowanceOf: .string("processor")],
                "allowance 10 s of processor time"
            ), ([.allowanceOf: .string("processor")], "allowance of processor time"),
            ([.exitStatus: .integer(255), .duringHang: .bool(true)], "exit status 255, during a hang"),
            ([.cpuShare: .number(0.874_272_818_455)], "CPU share 87 %"), ([.cpuShare: .number(-1)], "CPU share 0 %"),
            ([.cpuShare: .number(.nan)], "CPU share 0 %"),
        ] as [(EndingDetails, String)])
    func codes(detail: EndingDetails, expected: String) throws {
        #expect(try rendered(.systemOther, detail).text.contains("\n     Detail: \(expected)\n"))
    }

    @Test("A long reason is cut, for the evidence has it whole")
    func reason() throws {
        let reason = String(repeating: "word ", count: 40)
        let text = try rendered(.crashException, [.reason: .string(reason)]).text
        #expect(text.contains("Detail: reason " + reason.prefix(59) + "…\n"))
    }

    @Test(
        "A story says words for codes, milliseconds at most, and leaves the candidates to their list",
        arguments: [
            (
                .crashSignal, [.code: .integer(11), .namespace: .string("SIGNAL")],
                "At 10:00:00 it crashed with a fatal signal (11).",
                "At 10:00:00 it crashed with a fatal signal (SIGSEGV)."
            ),
            (
                .memoryLimit,
                [.code: .integer(7), .namespace: .string("JETSAM"), .reason: .string("per-process-limit")],
                "It was killed for exceeding its own memory limit (7, limit 9 MB).",
                "It was killed for exceeding its own memory limit (per-process-limit, limit 9 MB)."
            ),
            (
                .unknown, [.signal: .integer(9)], "It ended at 10:00:00.123456789 by signal 9; nothing says why.",
                "It ended at 10:00:00.123 by SIGKILL; nothing says why."
            ),
            (
                .reclaimed, [:], "At 10:00:00.12 of 1.23456 and 9:00:00.1234567 and 10:00:00.1234 it ended.",
                "At 10:00:00.12 of 1.23456 and 9:00:00.1234567 and 10:00:00.123 it ended."
            ),
        ] as [(EndingCause, EndingDetails, String, String)])
    func story(cause: EndingCause, detail: EndingDetails, story: String, expected: String) throws {
        if cause == .reclaimed {
            var output = OutputBuffer()
            var run = AppRun.bare(cause)
            run.story = story
            TimelineDrawing().draw(run, options: RenderOptions(width: 400), into: &output)
            #expect(output.string.contains(expected + "\n"))
            return
        }
        let (text, brief) = try rendered(cause, detail, story: story)
        #expect(text.contains("     " + expected + "\n"), "\(text)")
        #expect(brief.contains("\n" + expected + "\n"), "\(brief)")
    }

    @Test(
        "A kill for want of what is not the memory of apps is told so",
        arguments: [
            ("vnode-limit", "too many files were open in the whole system"),
            ("zone-map-exhaustion", "the kernel had used up the memory for its own objects"),
            ("low-swap", "space to swap memory out to ran short"),
            ("vm-pageshortage", "the system was short of memory"),
        ])
    func pressure(kind: String, reason: String) throws {
        let detail: EndingDetails = [.kind: .string(kind)]
        let (text, brief) = try rendered(.systemPressure, detail)
        #expect(text.contains("\n  1  Killed because \(reason)\n"), "\(text)")
        #expect(text.contains("\n  1. Killed because \(reason) (certain)\n"), "\(text)")
        #expect(brief.contains("The app was killed because \(reason)."), "\(brief)")
        #expect(text.contains("short of memory") == (kind == "vm-pageshortage"))
    }

    @Test("A watch app that a busy system left no time has used up nothing", arguments: ["busy", "cpu", "wall"])
    func busyWatch(kind: String) throws {
        let (text, brief) = try rendered(.watchBudget, [.kind: .string(kind)])
        let busy = "because the whole watch was too busy for its work in the background"
        #expect(text.contains("\n  1. Killed " + busy) == (kind == "busy"), "\(text)")
        #expect(brief.contains("was killed " + busy) == (kind == "busy"), "\(brief)")
        #expect((text + brief).contains("using up") != (kind == "busy"))
    }

    @Test("An app of which nothing tells whether it was left is not called in use", arguments: [true, false])
    func forgotten(isVisible: Bool) throws {
        var run = AppRun.bare(.unknown)
        run.stateAtEnd = .active
        run.isVisible = isVisible
        let text = try SampleReport(runs: [run]).rendered(as: TextRenderer(), options: RenderOptions(width: 400))
        #expect(text.contains("in use (active)") == isVisible, "\(text)")
        #expect(text.contains("active when last seen") != isVisible, "\(text)")
    }

    @Test("That a run goes on is told without how sure it is, unless something speaks against it")
    func unfinished() throws {
        for (confidence, mark) in [(Confidence.likely, "\n"), (.possible, " (possible, inferred)\n")] {
            var output = OutputBuffer()
            let run = AppRun.bare(.stillRunning, confidence: confidence)
            TimelineDrawing().draw(run, options: RenderOptions(width: 400), into: &output)
            #expect(output.string.contains("Still running when the evidence ends" + mark), "\(output.string)")
        }
    }

    @Test(
        "Whether the user saw it is told where the evidence tells it",
        arguments: [
            (nil, false, nil), (.background, false, "out of the user's sight"),
            (.suspended, false, "out of the user's sight"),
            (.active, true, "seen by the user"), (.background, true, "seen by the user"), (.launching, false, nil),
        ] as [(AppState?, Bool, String?)])
    func sight(state: AppState?, isVisible: Bool, expected: String?) throws {
        for cause in [EndingCause.crashSignal, .unknown] {
            var run = AppRun.bare(cause)
            run.stateAtEnd = state
            run.isVisible = isVisible
            let report = SampleReport(runs: [run])
            for page in [
                try report.rendered(as: TextRenderer(), options: RenderOptions(width: 400)),
                try report.rendered(as: BriefRenderer()),
                cause == .unknown ? nil : try report.rendered(as: MarkdownRenderer()),
                cause == .unknown ? nil : try report.rendered(as: HTMLRenderer()).replacing("’", with: "'"),
            ].compactMap(\.self) {
                if let expected {
                    #expect(page.contains(expected) || page.contains("not seen"), "\(page)")
                } else {
                    #expect(!page.contains("seen by the user") && !page.contains("sight"), "\(page)")
                    #expect(!page.contains("(not seen)") && !page.contains("d, not seen"), "\(page)")
                }
            }
        }
    }
}
