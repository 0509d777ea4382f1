// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import TestSupport

/// What tests of archives have in common: logs to pack, and what became of the inputs.
enum Archived {
    /// A log of one run, which a device's name tells from others.
    static func log(_ device: String, lines: Int = 0) -> String {
        """
        # app=com.acme.notes device=\(device) date=2026-03-02
        10:00:00.000 process.launch pid=71 intent=foreground
        10:00:00.400 app.didBecomeActive

        """
            + (0..<lines).map {
                "10:\(String($0 / 60 + 1_001).suffix(2)):\(String($0 % 60 + 100).suffix(2)).000 sync.finished\n"
            }
            .joined() + "10:59:00.000 app.willResignActive\n10:59:00.500 app.didEnterBackground\n"
    }

    static let note = "# Notes\n\nhello\n"

    static func analyze(
        _ bytes: [UInt8], named name: String = "a", _ adjust: (inout AnalyzerOptions) -> Void = { _ in }
    ) throws -> Analysis {
        try Analysing.analysis([(name, bytes)], adjust)
    }

    static func rows(_ analysis: Analysis) -> [String] {
        analysis.header.inputs.map { "\($0.path) \($0.format) \($0.status.rawValue)\($0.isExpected ? "" : " note")" }
    }
}
