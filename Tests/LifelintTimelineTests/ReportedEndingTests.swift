// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// What a report adds to an ending that others told, too.
@Suite struct ReportedEndingTests {
    static let inBackground = SeenEndingTests.inBackground

    @Test func `what only the report has measured is told, though a line of the system is first`() {
        let runs = timeline(
            Self.inBackground + """
                10:00:16 process.exit pid=7 namespace=FRONTBOARD code=0x8badf00d \
                explanation="scene-update watchdog transgression: time allowance of 10.00 seconds"
                10:00:16.5 report.crash pid=7 namespace=FRONTBOARD code=0x8badf00d signal=9 cpuShare=0.912 load=busy \
                thermal=nominal
                """)
        let ending = runs.first?.ending
        #expect(ending?.cause == .watchdogSceneUpdate)
        #expect(ending?.detail[.load] == .string("busy"))
        #expect(ending?.detail[.cpuShare] == .number(0.912))
        #expect(ending?.detail[.thermal] == .string("nominal"))
    }

    static let explanations: [(said: String, told: String)] = [
        (
            "<RBSTerminateContext| domain:10 code:0xC00010FF explanation:%CPU: 41.92% (sampled for 10.0 s)",
            "%CPU: 41.92% (sampled for 10.0 s)"
        ),
        (
            "<RBSTerminateContext| domain:15 code:0xBAADCA11 explanation:not reported reportType:CrashLog "
                + "maxTerminationResistance:Interactive>", "not reported"
        ),
        ("<RBSTerminateContext| domain:15 code:0xDEAD10CC>", "<RBSTerminateContext| domain:15 code:0xDEAD10CC>"),
        ("index 3 beyond bounds", "index 3 beyond bounds"),
    ]

    @Test(arguments: explanations) func `of a description of a kill the sentence is told`(said: String, told: String) {
        let exit = "10:00:16 process.exit pid=7 namespace=RUNNINGBOARD code=0xbaadca11 explanation=\"\(said)\""
        let runs = timeline(Self.inBackground + exit)
        #expect(runs.first?.ending.detail[.explanation] == .string(told))
    }
}
