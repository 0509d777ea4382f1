// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// What installd keeps in a file of its own, as a sysdiagnose holds it.
@Suite struct InstallationLogTests {
    private static func line(_ time: String, _ text: String) -> String {
        "\(time) [89] <notice> (0x16f2c1000) -[MIInstaller performInstallationWithError:]: \(text)\n"
    }

    private static let installed = "Install Successful for (Customer:com.acme.notes); Staging: 0.02s; Overall: 0.63s"

    private static let device = """
        Mar  2 08:10:00 iPhone Notes(UIKit)[301] <Notice>: applicationDidBecomeActive:
        Mar  2 08:20:00 iPhone Notes(UIKit)[301] <Notice>: applicationDidEnterBackground:
        Mar  2 08:20:10 iPhone runningboardd(RunningBoard)[33] <Notice>: [app<com.acme.notes>:301] Suspending task.
        Mar  2 08:40:00 iPhone Notes(UIKit)[377] <Notice>: applicationDidFinishLaunching:
        Mar  2 08:40:01 iPhone Notes(UIKit)[377] <Notice>: applicationDidBecomeActive:

        """

    private static func analysis(_ installations: String) throws -> Analysis {
        var options = AnalyzerOptions()
        options.year = 2026
        return try Analyzer(options).analyze(inputs: [
            ("device.log", Array(device.utf8)), ("mobile_installation.log.0", Array(installations.utf8)),
        ])
    }

    @Test(arguments: [
        ("Mon Mar  2 08:30:03 2026", EndingCause.appUpdate), ("Mon Mar  2 08:45:03 2026", .reclaimed),
        ("Mon Mar  2 08:30:03 2020", .reclaimed),
    ])
    func `an installation is at the time that its line tells`(_ row: (time: String, cause: EndingCause)) throws {
        let analysis = try Self.analysis(Self.line(row.time, Self.installed))
        #expect(analysis.header.inputs.last?.format == "installation-log")
        #expect(!analysis.header.problems.contains { $0.code == .yearAssumed }, "\(analysis.header.problems)")
        let runs = try analysis.runs()
        #expect(runs.map(\.pid) == [301, 377] && runs.first?.ending.cause == row.cause, "\(runs.map(\.story))")
    }

    @Test func `it tells of no process, and what no time begins goes on with the line before`() throws {
        let log =
            Self.line("Mon Mar  2 08:30:03 2026", Self.installed) + "Install Successful for nobody\n"
            + Self.line("Mon Mar  2 08:30:04 2026", "applicationDidBecomeActive:")
            + "Mon Mar  2 08:30:05 2026 [89] <notice> (0x16f"
        let analysis = try Analyzer().analyze(bytes: Array(log.utf8))
        #expect(analysis.header.inputs.map(\.format) == ["installation-log"])
        #expect(try analysis.runs().isEmpty)
    }

    @Test(arguments: [
        "Mon Mar 32 08:30:03 2026", "Xyz Mar  2 08:30:03 2026", "Mon Mar  2 08:30:03 26", "Mon Mar  2 25:30:03 2026",
    ])
    func `what is no such time begins no line`(time: String) throws {
        let analysis = try Analyzer().analyze(bytes: Array(Self.line(time, Self.installed).utf8))
        #expect(analysis.header.inputs.map(\.format) != ["installation-log"])
    }
}
